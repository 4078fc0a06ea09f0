/* See shell.h and shell_inside.h. A public line has the room's margin, a private one names its
   reader. On a screen a private line is shown while its reader sits at the keyboard; a script
   shows all. */
#include "shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "check.h"
#include "commands.h"
#include "host.h"
#include "loop.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "reports.h"
#include "script.h"
#include "shell_inside.h"
#include "tables.h"
#include "terminal.h"
#include "text.h"

static const char network[] = "shell";
static const char first_room[] = "#table";

/* ---- out ---- */

static void write_out(struct shell *shell, const char *lines)
{
    if (shell->script)
        script_answered(shell->script);
    if (shell->terminal) {
        terminal_print(shell->terminal, lines);
        return;
    }
    fputs(lines, stdout);
    if (fflush(stdout) != 0 && !shell->has_left) {
        shell->has_left = true; /* nobody reads the output any more */
        shell->setup.leave(shell->setup.arg);
    }
}

/* Keeps private lines for a person who does not sit at the keyboard: the newest that fit. */
static void hold(struct shell_person *person, const char *lines)
{
    size_t length = strlen(lines), kept = strlen(person->held), drop = 0;
    while (drop < kept && kept - drop + length >= SHELL_HELD)
        drop += strcspn(person->held + drop, "\n") + 1;
    drop = drop < kept ? drop : kept;
    memmove(person->held, person->held + drop, kept - drop + 1);
    if (length < SHELL_HELD)
        memcpy(person->held + kept - drop, lines, length + 1);
    person->is_behind = false;
}

/* The place of the person with this key, added if unknown: a table may know people from before a
   restart. -1 if there are too many. */
static int place_of(struct shell *shell, const char *key, const char *name)
{
    int i = 0;
    while (i < shell->person_count && strcmp(shell->people[i].key, key) != 0)
        i++;
    if (i == SHELL_PEOPLE)
        return -1;
    if (i == shell->person_count) {
        struct shell_person *person = &shell->people[shell->person_count++];
        *person = (struct shell_person){0};
        snprintf(person->name, sizeof person->name, "%s", name);
        snprintf(person->key, sizeof person->key, "%s", key);
        shell_look_load(shell, person);
    }
    return i;
}

struct shell_person *shell_person_of(struct shell *shell, const char *key)
{
    for (int i = 0; i < shell->person_count; i++)
        if (strcmp(shell->people[i].key, key) == 0)
            return &shell->people[i];
    return NULL;
}

/* True if lines for this person alone have to wait: somebody else looks at the screen. */
static bool is_held(struct shell *shell, const char *key, const char *lines)
{
    int person = key && shell->is_watched ? place_of(shell, key, key) : shell->person;
    if (person == shell->person && !(key && shell->waits))
        return false;
    if (person >= 0)
        hold(&shell->people[person], lines);
    return true;
}

int shell_screen_columns(const struct shell *shell)
{
    enum { USUAL = 80 };
    struct winsize size = {0};
    if (shell->terminal)
        return terminal_columns(shell->terminal);
    if (!shell->is_watched)
        return 0;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : USUAL;
}

/* Shows up to three proses in one piece, so that the line under edit moves only once. They are
   for the person with this key alone, or for everybody if `key` is NULL. */
static void show(struct shell *shell, enum paint_margin kind, const char *key, const char *margin,
                 const struct prose *first, const struct prose *second, const struct prose *third)
{
    const struct prose *all[] = {first, second, third};
    TEXT_UNCLEARED char bytes[sizeof all / sizeof *all * PAINT_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    const struct look *look = &shell->people[shell->person].look;
    struct paint paint = shell->paint;
    paint.columns = shell_screen_columns(shell);
    paint.columns = look->width && (paint.columns == 0 || look->width < paint.columns)
                        ? look->width
                        : paint.columns;
    paint.cards = look->cards;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i])
            paint_prose(&paint, kind, margin, all[i], &text);
    if (text.length == 0 || is_held(shell, key, bytes))
        return;
    if (kind == PAINT_PUBLIC)
        snprintf(shell->told, sizeof shell->told, "%s", text.length < SHELL_HELD ? bytes : "");
    shell->has_private |= key != NULL;
    write_out(shell, bytes);
}

const char *const shell_strings[] = {
#define STRING(id, text) [SHELL_STRING_##id] = (text),
#include "strings.def"
#undef STRING
};

void shell_show(struct shell *shell, const struct prose *prose)
{
    bool is_read = shell->people[shell->person].look.cards == LOOK_READER;
    show(shell, PAINT_OWN, NULL, is_read ? "" : "* ", prose, NULL, NULL);
}

static const char *name_of(const struct shell *shell, const char *key)
{
    for (int i = 0; i < shell->person_count; i++)
        if (strcmp(shell->people[i].key, key) == 0)
            return shell->people[i].name;
    return key;
}

static void put_private_margin(const struct shell *shell, const char *key, struct text *out)
{
    struct prose prose;
    prose_clear(&prose);
    view_sentence(&prose, shell_strings[SHELL_STRING_PRIVATE_TO], "name", name_of(shell, key),
                  (char *)0);
    text_putf(out, "%s ", prose.text);
}

void shell_put_margin(const struct shell *shell, const char *room, struct text *out)
{
    if (room[0] == '@')
        put_private_margin(shell, room + 1, out);
    else if (strcmp(room, shell->rooms[shell->room]) != 0)
        text_putf(out, "%s ", room);
    else if (shell->people[shell->person].look.cards != LOOK_READER)
        text_put(out, "# ");
}

/* All of the board; what is new on it where the same person goes on, or robots do. */
static const struct prose *shown_board(struct shell *shell, const struct post *post,
                                       struct prose *news)
{
    const struct prose *board = post->block ? post->block : post->board;
    if (!post->board)
        return board;
    if (post->is_midway && shell->board_table == post->table) {
        prose_clear(news);
        view_board_news(&shell->board, post->board, NULL, true, news);
        board = news;
    }
    shell->board_table = post->table;
    view_board_read(post->board, &shell->board);
    return board;
}

static void post(void *self, const struct post *post)
{
    struct prose news;
    struct shell *shell = self;
    char margin[HOST_ROOM + 32];
    struct text text = text_over(margin, sizeof margin);
    bool is_private = post->room[0] == '@';
    shell_put_margin(shell, post->room, &text);
    enum paint_margin kind = is_private ? PAINT_PRIVATE : PAINT_PUBLIC;
    show(shell, kind, is_private ? post->room + 1 : NULL, margin, post->tale,
         shown_board(shell, post, &news), post->next);
    for (int i = 0; i < shell->person_count && post->kind == POST_PLAY; i++)
        shell->people[i].is_behind = true;
}

static void whisper(void *self, const struct whisper *whisper)
{
    struct shell *shell = self;
    char margin[HOST_NAME + 32];
    struct text text = text_over(margin, sizeof margin);
    put_private_margin(shell, whisper->person, &text);
    show(shell, PAINT_PRIVATE, whisper->is_open ? NULL : whisper->person, margin, whisper->prose,
         NULL, NULL);
}

/* ---- people and rooms ---- */

static void put_prompt(const struct shell *shell, struct text *out)
{
    text_put(out, shell->people[shell->person].name);
    if (shell->room != 0)
        text_putf(out, " %s", shell->rooms[shell->room]);
    text_put(out, "> ");
}

static void set_prompt(struct shell *shell)
{
    char bytes[HOST_NAME + HOST_ROOM + 8];
    struct text text = text_over(bytes, sizeof bytes);
    put_prompt(shell, &text);
    if (shell->terminal)
        terminal_set_prompt(shell->terminal, bytes);
}

/* The key is the name in lower case, so that a person stays the same in any spelling. */
static void put_key(char key[HOST_KEY], const char *name)
{
    snprintf(key, HOST_KEY, "%s", name);
    for (char *p = key; *p; p++)
        if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p - 'A' + 'a');
}

static void clear_screen(struct shell *shell)
{
    enum { TALLEST = 100 };
    shell->has_private = false;
    if (shell->terminal)
        terminal_clear(shell->terminal);
    for (int i = 0; i < TALLEST && !shell->terminal; i++)
        write_out(shell, "\n"); /* this terminal knows no sequences */
}

static void change_person(struct shell *shell, int person)
{
    bool is_other = person != shell->person && shell->is_watched;
    shell->waits = (is_other && (shell->has_private || shell->people[person].held[0])) ||
                   (!is_other && shell->waits);
    shell->person = person;
    set_prompt(shell);
    if (is_other && shell->waits)
        clear_screen(shell);
}

static struct heard heard_now(const struct shell *shell, bool in_private, const char *text)
{
    const struct shell_person *person = &shell->people[shell->person];
    return (struct heard){.network = network,
                          .room = in_private ? NULL : shell->rooms[shell->room],
                          .key = person->key,
                          .name = person->name,
                          .rank = RANK_LOCAL,
                          .text = text,
                          .now = loop_now(shell->setup.loop)};
}

/* The person pressed Enter: shows what everybody was told last, what came for this person
   meanwhile, and the hand once more unless that is the newest. */
static void reveal(struct shell *shell)
{
    struct shell_person *person = &shell->people[shell->person];
    struct session *session = host_find(shell->setup.host, network, shell->rooms[shell->room]);
    struct heard heard = heard_now(shell, false, "");
    shell->waits = false;
    shell_tell(shell, SHELL_STRING_YOU_ARE, "name", person->name, (char *)0);
    shell->has_private = person->held[0] != '\0';
    write_out(shell, shell->told);
    write_out(shell, person->held);
    if ((!shell->has_private || person->is_behind) && session && host_is_playing(session) &&
        host_is_seated(session, &heard))
        shell_say(shell, false, "hand");
    person->held[0] = '\0';
}

bool shell_become(struct shell *shell, const char *name)
{
    char key[HOST_KEY];
    put_key(key, name);
    int person = place_of(shell, key, name);
    if (person >= 0)
        change_person(shell, person);
    return person >= 0;
}

bool shell_enter(struct shell *shell, const char *name)
{
    int i = 0;
    while (i < shell->room_count && strcmp(shell->rooms[i], name) != 0)
        i++;
    if (i == SHELL_ROOMS)
        return false;
    if (i == shell->room_count)
        snprintf(shell->rooms[shell->room_count++], HOST_ROOM, "%s", name);
    shell->room = i;
    set_prompt(shell);
    return true;
}

/* ---- in ---- */

void shell_say(struct shell *shell, bool in_private, const char *text)
{
    struct heard heard = heard_now(shell, in_private, text);
    commands_hear(shell->setup.commands, shell->setup.host, &heard);
}

static void hear_line(void *arg, const char *line)
{
    struct shell *shell = arg;
    line += strspn(line, " \t");
    if (shell->waits && *line != '/') {
        reveal(shell);
        return;
    }
    if (*line == '\0')
        return;
    if (*line == '/')
        slash_run(shell, line + 1);
    else
        shell_say(shell, false, line + (*line == '!'));
}

static void hear_script_line(void *arg, const char *line)
{
    struct shell *shell = arg;
    if (shell->echoes && *line) {
        char prompt[HOST_NAME + HOST_ROOM + 8];
        struct text text = text_over(prompt, sizeof prompt);
        put_prompt(shell, &text);
        if (*line == '#')
            printf("\n--%s\n", line + 1);
        else
            printf("%s%s\n", prompt, line);
    }
    if (*line != '#')
        hear_line(arg, line);
}

static void leave(void *arg)
{
    struct shell *shell = arg;
    shell->setup.leave(shell->setup.arg);
}

static void end_script(void *arg, bool is_heard)
{
    struct shell *shell = arg;
    if (is_heard || shell->setup.play)
        shell->setup.leave(shell->setup.arg);
    else
        shell->setup.unheard(shell->setup.arg);
}

static bool is_settled(void *arg)
{
    const struct shell *shell = arg;
    return host_is_settled(shell->setup.host) && !host_is_thinking(shell->setup.host);
}

/* ---- completion: with or without the prefix ---- */

struct completing {
    const char *prefix;
    bool (*each)(void *arg, const char *completion);
    void *arg;
};

static bool add_prefix(void *arg, const char *completion)
{
    const struct completing *completing = arg;
    char bytes[HOST_TEXT + 4];
    struct text text = text_over(bytes, sizeof bytes);
    text_putf(&text, "%s%s", completing->prefix, completion);
    return completing->each(completing->arg, bytes);
}

static void complete(void *arg, const char *typed, bool (*each)(void *arg, const char *completion),
                     void *each_arg)
{
    struct shell *shell = arg;
    struct completing completing = {
        .prefix = *typed == '!' ? "!" : "", .each = each, .arg = each_arg};
    if (*typed == '/') {
        slash_complete(typed, each, each_arg);
        return;
    }
    struct heard heard = heard_now(shell, false, "");
    commands_complete(shell->setup.commands, shell->setup.host, &heard, typed + (*typed == '!'),
                      add_prefix, &completing);
}

/* ---- life ---- */

/* Nobody is absent: everybody with a key sits at this terminal. */
static int64_t absent_since(void *self, const char *key)
{
    (void)self;
    (void)key;
    return 0;
}

static void enter_ready_room(void *arg, const char *room)
{
    struct shell *shell = arg;
    host_room_ready(shell->setup.host, network, room, loop_now(shell->setup.loop));
}

/* After a restart: goes to the room of the person's table, unless a table is in the first room. */
static void enter_own_room(struct shell *shell)
{
    const char *key = shell->people[shell->person].key;
    struct session *table = host_table_of(shell->setup.host, network, key, 0);
    const char *room = table ? host_room_name(table, network) : "";
    if (*room && *room != '@' && !host_find(shell->setup.host, network, first_room))
        shell_enter(shell, room);
}

static void greet(struct shell *shell)
{
    shell_tell(shell, SHELL_STRING_GREETING, "name", shell->people[shell->person].name, (char *)0);
}

static const struct host_help help[] = {
    {"leave", "/quit leaves this terminal, and every table waits until you come back."},
    {"set",
     "WORDS: look and plain, colours, symbols, emoji or reader (for a screen reader) for cards, narrow, wide or width 60 "
     "for lines."},
    {NULL, NULL}};

static bool is_watched(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

static void start(struct adapter *adapter)
{
    struct shell *shell = (struct shell *)adapter;
    char prompt[HOST_NAME + HOST_ROOM + 8];
    struct text text = text_over(prompt, sizeof prompt);
    put_prompt(shell, &text);
    shell->is_watched = is_watched();
    if (shell->is_watched && paint_has_sequences()) {
        struct terminal_user user = {
            .line = hear_line, .end = leave, .complete = complete, .arg = shell};
        shell->paint.colours = paint_colours_of_terminal();
        shell->terminal = terminal_new(shell->setup.loop, &user, prompt, shell->setup.history);
    } else {
        struct script_user user = {
            .line = hear_script_line, .end = end_script, .is_settled = is_settled, .arg = shell};
        shell->script = script_new(shell->setup.loop, &user);
    }
    greet(shell);
    enter_own_room(shell);
    host_each_room_to_tell(shell->setup.host, network, enter_ready_room, shell);
    if (shell->setup.play)
        shell_say(shell, false, shell->setup.play);
}

static void stop(struct adapter *adapter, adapter_left_fn *left, void *arg)
{
    struct shell *shell = (struct shell *)adapter;
    if (shell->terminal && shell->setup.history && host_table_count(shell->setup.host) > 0)
        shell_tell(shell, SHELL_STRING_TABLES_WAIT, (char *)0);
    shell->has_left = true;
    terminal_free(shell->terminal);
    script_free(shell->script);
    shell->terminal = NULL;
    shell->script = NULL;
    left(arg);
}

static void shell_free(struct adapter *adapter)
{
    struct shell *shell = (struct shell *)adapter;
    terminal_free(shell->terminal);
    script_free(shell->script);
    free((char *)shell->setup.history);
    free(shell);
}

static const struct adapter_ops ops = {
    .name = "shell", .start = start, .stop = stop, .free = shell_free};

bool shell_is_unheard(void)
{
    return script_is_at_end();
}

struct adapter *shell_new(const struct shell_setup *setup)
{
    struct shell *shell = calloc(1, sizeof *shell);
    check(shell);
    shell->adapter.ops = &ops;
    shell->setup = *setup;
    shell->setup.history = setup->history ? strdup(setup->history) : NULL;
    shell_become(shell, setup->name);
    shell->setup.name = NULL;
    shell_enter(shell, first_room);
    struct host_port port = {.network = network,
                             .is_one_keyboard = true,
                             .is_unwatched = !is_watched(),
                             .columns = shell_columns,
                             .is_first = shell_is_first,
                             .prefer = shell_prefer,
                             .help = help,
                             .post = post,
                             .whisper = whisper,
                             .absent_since = absent_since,
                             .self = shell};
    host_add_port(setup->host, &port);
    return &shell->adapter;
}

/* See shell.h. A public line has the room's margin, a private one names its reader. On a screen a
   private line is shown while its reader sits at the keyboard; a script shows all. On a screen with
   room for it the table and the reader's hand stand above what scrolls. Here is how lines get in
   and out, and what the terminal itself can do ("/as bob"); who sits there is keyboard.h. */
#include "shell.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapter.h"
#include "check.h"
#include "commands.h"
#include "frame.h"
#include "heard.h"
#include "host.h"
#include "keyboard.h"
#include "look.h"
#include "loop.h"
#include "paint.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "strings/shared.def"
#include "tables.h"
#include "terminal.h"
#include "text.h"
#include "view.h"

struct shell {
    struct adapter adapter;
    struct network_place place;
    char *history; /* file for the lines typed; NULL if they are not kept */
    struct keyboard keyboard;
    struct frame_read read; /* the board that was shown last */
    struct frame_told frame;
    enum frame_part framed; /* what of it is on the screen */
    bool asks_board;        /* on its own, for the frame */
    struct loop_timer over; /* after a post: the table may be gone then */
    bool is_plain;          /* has no frame */
    bool echoes;            /* the lines of a script are shown, too */
    bool has_left;
    bool is_watched;          /* people look at a screen; no script is read */
    char told[KEYBOARD_HELD]; /* the last public lines; who comes to the keyboard sees them again */
    bool has_private;         /* the screen shows lines for the person at the keyboard alone */
    /* for Enter, which says that the new person is there and nobody else looks */
    bool waits;
    enum paint_colours colours;
    struct terminal *terminal; /* one of the terminal and the script is NULL */
    struct script *script;
};

/* The sentences of strings.def, by number. */
enum shell_string {
#define STRING(id, text) SHELL_STRING_##id,
#include "strings.def"
#undef STRING
    SHELL_STRING_COUNT
};

static const char *const shell_strings[] = {
#define STRING(id, text) [SHELL_STRING_##id] = (text),
#include "strings.def"
#undef STRING
};

/* Everything on the screen is for the person at the keyboard. */
static int shell_language(void *self, const char *room)
{
    const struct shell *shell = self;
    (void)room;
    return shell->keyboard.now->look.language;
}

static void shell_prose(const struct shell *shell, struct prose *prose)
{
    prose_open(prose, look_language(&shell->keyboard.now->look, LANGUAGE_EN));
}

/* Tells a sentence of the terminal's own, as view_sentence() takes it. */
#define shell_tell(shell, id, ...)                                                                 \
    do {                                                                                           \
        struct prose sentence_;                                                                    \
        shell_prose(shell, &sentence_);                                                            \
        view_sentence(&sentence_, shell_strings[id], __VA_ARGS__);                                 \
        shell_show(shell, &sentence_);                                                             \
    } while (0)

enum { SCRIPT_COLUMNS = 80 };

static const char first_room[] = "#table";

/* ---- out ---- */

/* Says a line as the person at the keyboard, in the room or in private. */
static void shell_say(struct shell *shell, bool in_private, const char *text)
{
    struct heard heard = keyboard_heard(&shell->keyboard, in_private, text);
    commands_hear(shell->place.commands, shell->place.host, &heard);
}

static void write_out(struct shell *shell, const char *lines)
{
    if (shell->script)
        terminal_script_answered(shell->script);
    if (shell->terminal) {
        terminal_print(shell->terminal, lines);
        return;
    }
    fputs(lines, stdout);
    if (fflush(stdout) != 0 && !shell->has_left) {
        shell->has_left = true; /* nobody reads the output any more */
        shell->place.leave(shell->place.arg);
    }
}

/* True if lines for this person alone have to wait: somebody else looks at the screen. */
static bool is_held(struct shell *shell, const char *key, const char *lines)
{
    struct keyboard *keyboard = &shell->keyboard;
    struct keyboard_person *person =
        key && shell->is_watched ? keyboard_add(keyboard, key, key) : keyboard->now;
    if (person == keyboard->now && !(key && shell->waits))
        return false;
    if (person) {
        terminal_keep_lines(person->held, sizeof person->held, lines);
        person->is_behind = false;
    }
    return true;
}

/* Of the screen that people look at; 0 if no screen is there, where lines never break. */
static int shell_screen_columns(const struct shell *shell)
{
    return shell->terminal || shell->is_watched ? terminal_columns(shell->terminal) : 0;
}

static struct paint paint_now(const struct shell *shell)
{
    const struct look *look = &shell->keyboard.now->look;
    return (struct paint){.colours = shell->colours,
                          .columns = paint_columns(look, shell_screen_columns(shell)),
                          .cards = look->cards};
}

/* Shows up to three proses in one piece, so that the line under edit moves only once. They are
   for the person with this key alone, or for everybody if `key` is NULL. */
static void show(struct shell *shell, enum paint_margin kind, const char *key, const char *margin,
                 const struct prose *first, const struct prose *second, const struct prose *third)
{
    const struct prose *all[] = {first, second, third};
    TEXT_UNCLEARED char bytes[sizeof all / sizeof *all * PAINT_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    const struct paint paint = paint_now(shell);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i])
            paint_prose(&paint, kind, margin, all[i], &text);
    if (text.length == 0 || is_held(shell, key, bytes))
        return;
    if (kind == PAINT_PUBLIC) {
        shell->told[0] = '\0';
        terminal_keep_lines(shell->told, sizeof shell->told, bytes);
    }
    shell->has_private |= key != NULL;
    write_out(shell, bytes);
}

static void shell_show(struct shell *shell, const struct prose *prose)
{
    show(shell, PAINT_OWN, NULL, keyboard_is_read_aloud(&shell->keyboard) ? "" : "* ", prose, NULL,
         NULL);
}

static void put_private(struct shell *shell, const char *key, struct prose *out)
{
    const struct keyboard_person *person = keyboard_find(&shell->keyboard, key);
    shell_prose(shell, out);
    view_sentence(out, shell_strings[SHELL_STRING_PRIVATE_TO], "name", person ? person->name : key,
                  (char *)0);
    prose_put(out, " ");
}

static void put_private_margin(struct shell *shell, const char *key, struct text *out)
{
    struct prose prose;
    put_private(shell, key, &prose);
    text_put(out, prose.text);
}

static void shell_put_margin(struct shell *shell, const char *room, struct text *out)
{
    if (room[0] == '@')
        put_private_margin(shell, room + 1, out);
    else if (strcmp(room, shell->keyboard.room) != 0)
        text_putf(out, "%s ", room);
    else if (!keyboard_is_read_aloud(&shell->keyboard))
        text_put(out, "# ");
}

/* ---- the frame ---- */

static int shell_frame_rows(const struct shell *shell)
{
    bool is_wanted = !shell->is_plain && !keyboard_is_read_aloud(&shell->keyboard);
    return shell->terminal && is_wanted ? terminal_frame_rows(shell->terminal) : 0;
}

/* Draws what has changed in it. */
static void shell_frame(void *arg)
{
    struct shell *shell = arg;
    TEXT_UNCLEARED char bytes[3 * PAINT_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    struct prose margin;
    if (!shell->terminal)
        return;
    const struct paint paint = paint_now(shell);
    put_private(shell, shell->keyboard.now->key, &margin);
    struct frame_reader reader = {.host = shell->place.host,
                                  .who = keyboard_heard(&shell->keyboard, false, ""),
                                  .paint = &paint,
                                  .margin = &margin,
                                  .rows = shell_frame_rows(shell),
                                  .may_see_hand = !shell->waits,
                                  .is_alone = shell->keyboard.person_count == 1};
    shell->framed = frame_put(&shell->frame, &reader, &text);
    shell->has_private |= shell->framed == FRAME_HAND;
    terminal_set_frame(shell->terminal, shell->framed != FRAME_NONE ? bytes : NULL);
}

/* The screen, the look or the room is another one: asks for the board as it can be shown now. What
   the frame has no room for any more scrolls. */
static void shell_frame_anew(void *arg)
{
    struct shell *shell = arg;
    struct session *session = host_find(shell->place.host, keyboard_network, shell->keyboard.room);
    enum frame_part before = shell->framed;
    struct heard who = keyboard_heard(&shell->keyboard, false, "");
    struct prose hand;
    shell_prose(shell, &hand);
    shell_frame(shell);
    shell->asks_board = (before != FRAME_NONE || shell_frame_rows(shell) > 0) && session &&
                        host_is_playing(session);
    if (shell->asks_board)
        shell_say(shell, false, "board");
    if (before == FRAME_HAND && shell->framed != FRAME_HAND &&
        frame_put_hand(shell->place.host, &who, &hand))
        shell_say(shell, false, "hand");
}

/* True if the board of a post stands in the frame, and need not scroll, too. */
static bool is_framed(struct shell *shell, const struct post *post)
{
    bool is_here = post->board && strcmp(post->room, shell->keyboard.room) == 0,
         is_answer = is_here && post->kind == POST_ANSWER,
         is_asked = is_answer && shell->asks_board;
    if (!shell->terminal)
        return false;
    if (is_here)
        frame_take(&shell->frame, post);
    shell_frame(shell);
    shell->asks_board &= !is_asked;
    loop_timer_set(&shell->over, 0);
    return is_here && is_asked == is_answer && shell->framed != FRAME_NONE;
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
    /* one person reads both the call and what can be played: the latter says all */
    bool is_said_apart = post->has_hands && shell->keyboard.person_count == 1 &&
                         (post->called_count > 0 || post->goes_on) && post->kind == POST_PLAY;
    const struct prose *board = frame_read(&shell->read, post, &news);
    bool stands = is_framed(shell, post);
    show(shell, kind, is_private ? post->room + 1 : NULL, margin, post->tale, stands ? NULL : board,
         stands || is_said_apart ? NULL : post->next);
    for (int i = 0; i < shell->keyboard.person_count && post->kind == POST_PLAY; i++)
        shell->keyboard.people[i].is_behind = true;
}

/* Where the terminal was started; over no other file. */
static void write_file(struct shell *shell, const struct whisper_file *file)
{
    FILE *out = fopen(file->name, "wx");
    bool is_written = out && fputs(file->text, out) >= 0;
    is_written = out && fclose(out) == 0 && is_written;
    if (is_written)
        shell_tell(shell, SHELL_STRING_FILE_WRITTEN, "name", file->name, (char *)0);
    else
        shell_tell(shell, SHELL_STRING_FILE_REFUSED, "name", file->name, "why", strerror(errno),
                   (char *)0);
}

/* A hand that the frame shows, or will show when its reader comes to the keyboard, is not told a
   second time: only what has been told before it. */
static void whisper(void *self, const struct whisper *whisper)
{
    struct shell *shell = self;
    char margin[HOST_NAME + 32];
    struct text text = text_over(margin, sizeof margin);
    const char *key = whisper->is_open ? NULL : whisper->person;
    struct keyboard_person *person = keyboard_find(&shell->keyboard, whisper->person);
    bool waits = person != shell->keyboard.now || shell->waits;
    struct heard who = keyboard_heard(&shell->keyboard, false, "");
    struct prose before;
    put_private_margin(shell, whisper->person, &text);
    shell_prose(shell, &before);
    shell_frame(shell);
    who.key = whisper->person;
    bool stands = (waits ? shell->framed != FRAME_NONE : shell->framed == FRAME_HAND) &&
                  frame_put_before_hand(&shell->frame, shell->place.host, &who, whisper, &before);
    show(shell, PAINT_PRIVATE, key, margin, stands ? &before : whisper->prose, NULL, NULL);
    if (whisper->file)
        write_file(shell, whisper->file);
    person = keyboard_find(&shell->keyboard, whisper->person);
    if (stands && waits && person)
        person->is_behind = true;
}

/* ---- people and rooms ---- */

static void set_prompt(struct shell *shell)
{
    char bytes[KEYBOARD_PROMPT];
    struct text text = text_over(bytes, sizeof bytes);
    keyboard_put_prompt(&shell->keyboard, &text);
    if (shell->terminal)
        terminal_set_prompt(shell->terminal, bytes);
}

static void change_person(struct shell *shell, struct keyboard_person *person)
{
    bool is_other = person != shell->keyboard.now && shell->is_watched;
    struct prose hand;
    shell_prose(shell, &hand);
    shell->keyboard.now = person;
    struct heard who = keyboard_heard(&shell->keyboard, false, "");
    shell->waits = (is_other && (shell->has_private || person->held[0] ||
                                 frame_put_hand(shell->place.host, &who, &hand))) ||
                   (!is_other && shell->waits);
    set_prompt(shell);
    shell_frame(shell);
    if (is_other && shell->waits) {
        shell->has_private = false;
        terminal_clear(shell->terminal);
    }
}

/* The person pressed Enter: shows what everybody was told last, what came for this person
   meanwhile, and the hand once more unless that is the newest. */
static void reveal(struct shell *shell)
{
    struct keyboard_person *person = shell->keyboard.now;
    struct session *session = host_find(shell->place.host, keyboard_network, shell->keyboard.room);
    struct heard heard = keyboard_heard(&shell->keyboard, false, "");
    shell->waits = false;
    shell_tell(shell, SHELL_STRING_YOU_ARE, "name", person->name, (char *)0);
    bool is_told = person->held[0] != '\0' && !person->is_behind;
    shell_frame(shell);
    shell->has_private |= person->held[0] != '\0';
    write_out(shell, shell->told);
    write_out(shell, person->held);
    if (!is_told && shell->framed != FRAME_HAND && session && host_is_playing(session) &&
        host_is_seated(session, &heard))
        shell_say(shell, false, "hand");
    person->held[0] = '\0';
}

/* shell_become puts the person of that name at the keyboard: private lines of the person before
   leave the screen, and those of the new person wait for Enter. shell_enter goes to the room of
   that name. False if there are too many people or rooms. */
static bool shell_become(struct shell *shell, const char *name)
{
    struct keyboard_person *person = keyboard_named(&shell->keyboard, name);
    if (person)
        change_person(shell, person);
    return person != NULL;
}

static bool shell_enter(struct shell *shell, const char *name)
{
    const char *before = shell->keyboard.room;
    if (!keyboard_enter(&shell->keyboard, name))
        return false;
    set_prompt(shell);
    if (before != shell->keyboard.room)
        shell_frame_anew(shell);
    return true;
}

/* ---- look ---- */

static int shell_columns(void *self, const char *room)
{
    struct shell *shell = self;
    const struct look *look = &shell->keyboard.now->look;
    char margin[HOST_ROOM + 32];
    struct text text = text_over(margin, sizeof margin);
    int screen = shell_screen_columns(shell),
        columns = paint_columns(look, screen ? screen : SCRIPT_COLUMNS);
    if (look->cards == LOOK_READER)
        return VIEW_ALOUD;
    shell_put_margin(shell, room, &text);
    columns -= 1 + paint_width(margin, text.length);
    return columns > VIEW_COLUMNS ? columns : VIEW_COLUMNS;
}

static void put_look(const struct look *look, struct prose *answer)
{
    prose_open(answer, look_language(look, answer->language)); /* it is read in it */
    enum look_cards cards = look->cards == LOOK_UNSET ? LOOK_COLOUR : look->cards;
    view_string(answer, STRING_LOOK_NOW, "look", look_word(cards), (char *)0);
    prose_put(answer, " ");
    view_sentence(
        answer, shell_strings[look->width ? SHELL_STRING_LOOK_NARROW : SHELL_STRING_LOOK_WIDE],
        "most", text_number(look->width ? look->width : keyboard_widths.least), (char *)0);
    view_language_draft(answer, answer->language);
}

static bool shell_prefer(void *self, const struct heard *heard, const struct host_wish *wish)
{
    struct shell *shell = self;
    struct keyboard_person *person = keyboard_find(&shell->keyboard, heard->key);
    struct look look = person->look;
    char wrong[LOOK_WORD];
    const char *words = wish->words;
    bool is_asked = !*words;
    enum look_change change = LOOK_FINE;
    while (*words && change == LOOK_FINE)
        change = look_take(&look, &keyboard_widths, &words, wrong);
    if (change == LOOK_UNKNOWN)
        view_string(wish->answer, STRING_LOOK_UNKNOWN, "typed", wrong, (char *)0);
    else if (change == LOOK_WIDTH)
        view_string(wish->answer, STRING_LOOK_WIDTH, "least", text_number(keyboard_widths.least),
                    "most", text_number(keyboard_widths.most), (char *)0);
    else if (change == LOOK_LANGUAGE)
        view_language_unknown(wish->answer, wrong);
    else
        put_look(&look, wish->answer);
    if (change != LOOK_FINE || is_asked)
        return false;
    person->look = look;
    shell_frame_anew(shell);
    keyboard_keep_look(&shell->keyboard, person, wish);
    return true;
}

/* ---- slashes ---- */

/* The commands of the terminal itself, such as "/as bob": one row each, with its help. They
   change who sits at the keyboard and where; they know nothing of tables. */

struct slash {
    const char *name, *usage, *help;
    void (*run)(struct shell *shell, const char *words);
};

static void run_as(struct shell *shell, const char *words)
{
    if (*words == '\0')
        shell_tell(shell, SHELL_STRING_AS_WHOM, (char *)0);
    else if (strlen(words) >= HOST_NAME || !keyboard_is_name(words) || strchr(words, '#'))
        shell_tell(shell, SHELL_STRING_AS_NAME, (char *)0);
    else if (!shell_become(shell, words))
        shell_tell(shell, SHELL_STRING_AS_FULL, "n", text_number(KEYBOARD_PEOPLE), (char *)0);
    else
        shell_tell(shell, shell->waits ? SHELL_STRING_PRESS_ENTER : SHELL_STRING_YOU_ARE, "name",
                   shell->keyboard.now->name, (char *)0);
}

static void run_room(struct shell *shell, const char *words)
{
    char name[HOST_ROOM];
    struct text text = text_over(name, sizeof name);
    text_putf(&text, "%s%s", *words == '#' ? "" : "#", words);
    if (*words == '\0' || strcmp(words, "#") == 0)
        shell_tell(shell, SHELL_STRING_ROOM_WHICH, (char *)0);
    else if (text.cut || !keyboard_is_name(words))
        shell_tell(shell, SHELL_STRING_ROOM_NAME, (char *)0);
    else if (!shell_enter(shell, name))
        shell_tell(shell, SHELL_STRING_ROOM_FULL, "n", text_number(KEYBOARD_ROOMS), (char *)0);
    else
        shell_tell(shell, SHELL_STRING_IN_ROOM, "room", name, (char *)0);
}

static void run_msg(struct shell *shell, const char *words)
{
    if (*words)
        shell_say(shell, true, words);
    else
        shell_tell(shell, SHELL_STRING_MSG_WHAT, (char *)0);
}

static void run_me(struct shell *shell, const char *words)
{
    (void)words;
    shell_tell(shell, SHELL_STRING_YOU_ARE_IN, "name", shell->keyboard.now->name, "room",
               shell->keyboard.room, (char *)0);
}

static void run_who(struct shell *shell, const char *words)
{
    char people[HOST_TEXT], rooms[HOST_TEXT];
    struct text who = text_over(people, sizeof people), where = text_over(rooms, sizeof rooms);
    (void)words;
    for (int i = 0; i < shell->keyboard.person_count; i++)
        text_putf(&who, "%s%s", i ? ", " : "", shell->keyboard.people[i].name);
    for (int i = 0; i < shell->keyboard.room_count; i++)
        text_putf(&where, "%s%s", i ? ", " : "", shell->keyboard.rooms[i]);
    shell_tell(shell, SHELL_STRING_PEOPLE_ROOMS, "people", people, "rooms", rooms, (char *)0);
}

static void run_echo(struct shell *shell, const char *words)
{
    shell->echoes = !text_same_word(words, "off");
}

static void leave(void *arg)
{
    struct shell *shell = arg;
    shell->place.leave(shell->place.arg);
}

static void run_quit(struct shell *shell, const char *words)
{
    (void)words;
    leave(shell);
}

static void run_help(struct shell *shell, const char *words);

static const struct slash rows[] = {
    {"as", "/as NAME",
     "go on as somebody else, who may sit at the same table; your hand leaves the screen", run_as},
    {"room", "/room NAME", "go to another room; each has a table of its own", run_room},
    {"msg", "/msg TEXT", "say it in private instead of in the room", run_msg},
    {"me", "/me", "who you are, and where", run_me},
    {"who", "/who", "everybody who has sat at this keyboard, and the rooms", run_who},
    {"echo", "/echo on|off", "whether the lines of a script are shown", run_echo},
    {"help", "/help", "these lines", run_help},
    {"quit", "/quit", "leave; every table waits as it is until you come back", run_quit},
};

enum { ROWS = sizeof rows / sizeof *rows };

static void run_help(struct shell *shell, const char *words)
{
    struct prose prose;
    (void)words;
    for (int i = 0; i < ROWS; i++) {
        shell_prose(shell, &prose);
        prose_putf(&prose, "%-12s ", rows[i].usage);
        prose_put(&prose, rows[i].help);
        shell_show(shell, &prose);
    }
    shell_tell(shell, SHELL_STRING_HELP_REST, (char *)0);
}

static const struct slash *find_nearest(const char *word)
{
    const struct slash *nearest = NULL;
    int least = 2;
    for (int i = 0; i < ROWS; i++) {
        int distance = text_distance(word, rows[i].name, least);
        if (distance <= least) {
            least = distance - 1;
            nearest = &rows[i];
        }
    }
    return nearest;
}

/* "as bob", a line without its slash. */
static void slash_run(struct shell *shell, const char *line)
{
    char word[HOST_NAME], words[HOST_TEXT];
    size_t length = strcspn(line, " \t");
    struct text name = text_over(word, sizeof word), rest = text_over(words, sizeof words);
    text_put_bytes(&name, line, (int)length);
    text_put(&rest, line + length + strspn(line + length, " \t"));
    while (rest.length > 0 && strchr(" \t", words[rest.length - 1]))
        words[--rest.length] = '\0';
    for (int i = 0; i < ROWS; i++)
        if (text_same_word(rows[i].name, word)) {
            rows[i].run(shell, words);
            return;
        }
    const struct slash *nearest = find_nearest(word);
    if (nearest)
        shell_tell(shell, SHELL_STRING_SLASH_UNKNOWN_NEAREST, "typed", word, "text", nearest->usage,
                   (char *)0);
    else
        shell_tell(shell, SHELL_STRING_SLASH_UNKNOWN, "typed", word, (char *)0);
}

/* Calls `each` with every command of the terminal that begins with `typed`, slash included. */
static void slash_complete(const char *typed, bool (*each)(void *arg, const char *completion),
                           void *arg)
{
    for (int i = 0; i < ROWS; i++) {
        char bytes[HOST_NAME];
        struct text text = text_over(bytes, sizeof bytes);
        text_putf(&text, "/%s", rows[i].name);
        if (text_is_prefix(typed, bytes) && !each(arg, bytes))
            return;
    }
}

/* ---- in ---- */

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
    char prompt[KEYBOARD_PROMPT];
    struct text text = text_over(prompt, sizeof prompt);
    keyboard_put_prompt(&shell->keyboard, &text);
    if (shell->echoes && *line == '#')
        printf("\n--%s\n", line + 1);
    else if (shell->echoes && *line)
        printf("%s%s\n", prompt, line);
    if (*line != '#')
        hear_line(arg, line);
}

static void end_script(void *arg, bool is_heard)
{
    struct shell *shell = arg;
    if (is_heard || shell->place.play)
        leave(shell);
    else
        shell->place.unheard(shell->place.arg);
}

static bool is_settled(void *arg)
{
    const struct shell *shell = arg;
    return host_is_settled(shell->place.host) && !host_is_thinking(shell->place.host);
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
    struct heard heard = keyboard_heard(&shell->keyboard, false, "");
    commands_complete(shell->place.commands, shell->place.host, &heard, typed + (*typed == '!'),
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
    host_room_ready(shell->place.host, keyboard_network, room, loop_now(shell->place.loop));
}

/* After a restart: goes to the room of the person's table, unless a table is in the first room. */
static void enter_own_room(struct shell *shell)
{
    const char *key = shell->keyboard.now->key;
    struct session *table = host_table_of(shell->place.host, identity(keyboard_network, key), 0);
    const char *room = table ? host_room_name(table, keyboard_network) : "";
    if (*room && *room != '@' && !host_find(shell->place.host, keyboard_network, first_room))
        shell_enter(shell, room);
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

/* The first screen, where no table waits: commands/dispatch.c reads the numbers. */
static void show_menu(struct shell *shell)
{
    struct prose menu;
    shell_prose(shell, &menu);
    view_sentence(&menu, shell_strings[SHELL_STRING_MENU], (char *)0);
    prose_put(&menu, "\n");
    view_games(true, &menu);
    shell_show(shell, &menu);
}

static void start(struct adapter *adapter)
{
    struct shell *shell = (struct shell *)adapter;
    char prompt[KEYBOARD_PROMPT];
    struct text text = text_over(prompt, sizeof prompt);
    keyboard_put_prompt(&shell->keyboard, &text);
    shell->is_watched = is_watched();
    if (shell->is_watched && paint_has_sequences()) {
        struct terminal_user user = {.line = hear_line,
                                     .end = leave,
                                     .complete = complete,
                                     .resized = shell_frame_anew,
                                     .arg = shell};
        shell->colours = paint_colours_of_terminal();
        shell->terminal = terminal_new(shell->place.loop, &user, prompt, shell->history);
    } else {
        struct script_user user = {
            .line = hear_script_line, .end = end_script, .is_settled = is_settled, .arg = shell};
        shell->script = terminal_script_new(shell->place.loop, &user);
    }
    shell_tell(shell, SHELL_STRING_GREETING, "name", shell->keyboard.now->name, (char *)0);
    enter_own_room(shell);
    host_each_room_to_tell(shell->place.host, keyboard_network, enter_ready_room, shell);
    if (shell->place.play)
        shell_say(shell, false, shell->place.play);
    else if (shell->is_watched && host_table_count(shell->place.host) == 0)
        show_menu(shell);
}

static void stop(struct adapter *adapter, adapter_left_fn *left, void *arg)
{
    struct shell *shell = (struct shell *)adapter;
    if (shell->terminal && shell->history && host_table_count(shell->place.host) > 0)
        shell_tell(shell, SHELL_STRING_TABLES_WAIT, (char *)0);
    shell->has_left = true;
    loop_timer_stop(&shell->over);
    terminal_free(shell->terminal);
    terminal_script_free(shell->script);
    shell->terminal = NULL;
    shell->script = NULL;
    left(arg);
}

static void shell_free(struct adapter *adapter)
{
    struct shell *shell = (struct shell *)adapter;
    loop_timer_stop(&shell->over);
    terminal_free(shell->terminal);
    terminal_script_free(shell->script);
    free(shell->history);
    free(shell);
}

static const struct adapter_ops ops = {
    .name = "shell", .start = start, .stop = stop, .free = shell_free};

bool shell_is_unheard(void)
{
    return terminal_script_is_at_end();
}

struct adapter *shell_open(const struct network_place *place, const char *name, bool is_plain,
                           char *history_take)
{
    struct shell *shell = calloc(1, sizeof *shell);
    check(shell);
    shell->adapter.ops = &ops;
    shell->place = *place;
    shell->keyboard.loop = place->loop;
    shell->keyboard.keep = place->keep;
    shell->history = history_take;
    shell->is_plain = is_plain;
    loop_timer_init(&shell->over, place->loop, shell_frame, shell);
    keyboard_enter(&shell->keyboard, first_room);
    shell->keyboard.now = keyboard_named(&shell->keyboard, name);
    struct host_port port = {.network = keyboard_network,
                             .is_one_keyboard = true,
                             .is_unwatched = !is_watched(),
                             .columns = shell_columns,
                             .language = shell_language,
                             .prefer = shell_prefer,
                             .help = help,
                             .post = post,
                             .whisper = whisper,
                             .takes_pages = true,
                             .absent_since = absent_since,
                             .self = shell};
    host_add_port(place->host, &port);
    return &shell->adapter;
}

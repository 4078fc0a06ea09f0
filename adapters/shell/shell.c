/* See shell.h and shell_inside.h. A public line has the room's margin, a private one names its reader: everybody at
   this keyboard may read both, but nobody takes one for the other. */
#include "shell.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "commands.h"
#include "loop.h"
#include "prose.h"
#include "script.h"
#include "shell_inside.h"
#include "terminal.h"
#include "text.h"

static const char network[] = "shell";
static const char first_room[] = "#table";

/* ---- out ---- */

static void write_out(struct shell *shell, const char *lines)
{
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

/* Shows up to three proses in one piece, so that the line under edit moves only once. */
static void show(struct shell *shell, enum paint_margin kind, const char *margin, const struct prose *first,
                 const struct prose *second, const struct prose *third)
{
    const struct prose *all[] = {first, second, third};
    char bytes[sizeof all / sizeof *all * PAINT_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    shell->paint.columns = shell->terminal ? terminal_columns(shell->terminal) : 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i])
            paint_prose(&shell->paint, kind, margin, all[i], &text);
    if (text.length > 0)
        write_out(shell, bytes);
}

void shell_tell(struct shell *shell, const char *format, ...)
{
    char bytes[HOST_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    struct prose prose;
    va_list args;
    va_start(args, format);
    text_vputf(&text, format, args);
    va_end(args);
    prose_clear(&prose);
    prose_put(&prose, bytes);
    show(shell, PAINT_OWN, "* ", &prose, NULL, NULL);
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
    text_putf(out, "(private to %s) ", name_of(shell, key));
}

static void post(void *self, const struct post *post)
{
    struct shell *shell = self;
    char margin[HOST_ROOM + 32];
    struct text text = text_over(margin, sizeof margin);
    bool is_private = post->room[0] == '@';
    if (is_private)
        put_private_margin(shell, post->room + 1, &text);
    else if (strcmp(post->room, shell->rooms[shell->room]) == 0)
        text_put(&text, "# ");
    else
        text_putf(&text, "%s ", post->room);
    enum paint_margin kind = is_private ? PAINT_PRIVATE : PAINT_PUBLIC;
    show(shell, kind, margin, post->tale, post->block ? post->block : post->board, post->next);
}

static void whisper(void *self, const struct whisper *whisper)
{
    struct shell *shell = self;
    char margin[HOST_NAME + 32];
    struct text text = text_over(margin, sizeof margin);
    put_private_margin(shell, whisper->person, &text);
    show(shell, PAINT_PRIVATE, margin, whisper->prose, NULL, NULL);
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
static void put_key(struct shell_person *person, const char *name)
{
    snprintf(person->name, sizeof person->name, "%s", name);
    snprintf(person->key, sizeof person->key, "%s", name);
    for (char *p = person->key; *p; p++)
        if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p - 'A' + 'a');
}

bool shell_become(struct shell *shell, const char *name)
{
    struct shell_person person;
    put_key(&person, name);
    int i = 0;
    while (i < shell->person_count && strcmp(shell->people[i].key, person.key) != 0)
        i++;
    if (i == SHELL_PEOPLE)
        return false;
    if (i == shell->person_count)
        shell->people[shell->person_count++] = person;
    shell->person = i;
    set_prompt(shell);
    return true;
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

void shell_say(struct shell *shell, bool in_private, const char *text)
{
    struct heard heard = heard_now(shell, in_private, text);
    commands_hear(shell->setup.commands, shell->setup.host, &heard);
}

static void hear_line(void *arg, const char *line)
{
    struct shell *shell = arg;
    line += strspn(line, " \t");
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

static bool is_settled(void *arg)
{
    const struct shell *shell = arg;
    return host_is_settled(shell->setup.host);
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

static void complete(void *arg, const char *typed, bool (*each)(void *arg, const char *completion), void *each_arg)
{
    struct shell *shell = arg;
    struct completing completing = {.prefix = *typed == '!' ? "!" : "", .each = each, .arg = each_arg};
    if (*typed == '/') {
        slash_complete(typed, each, each_arg);
        return;
    }
    struct heard heard = heard_now(shell, false, "");
    commands_complete(shell->setup.commands, shell->setup.host, &heard, typed + (*typed == '!'), add_prefix,
                      &completing);
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
    if (table && !host_find(shell->setup.host, network, first_room) && host_room_name(table)[0] != '@')
        shell_enter(shell, host_room_name(table));
}

static void greet(struct shell *shell)
{
    shell_tell(
        shell,
        "You are %s, at the table in this terminal. !play heartcatchers opens a game, !add robot adds somebody to play with, !help tells the rest, and /help what this terminal can do.",
        shell->people[shell->person].name);
}

static void start(struct adapter *adapter)
{
    struct shell *shell = (struct shell *)adapter;
    char prompt[HOST_NAME + HOST_ROOM + 8];
    struct text text = text_over(prompt, sizeof prompt);
    put_prompt(shell, &text);
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        struct terminal_user user = {.line = hear_line, .end = leave, .complete = complete, .arg = shell};
        shell->paint.colours = paint_colours_of_terminal();
        shell->terminal = terminal_new(shell->setup.loop, &user, prompt, shell->setup.history);
    } else {
        struct script_user user = {.line = hear_script_line, .end = leave, .is_settled = is_settled, .arg = shell};
        shell->script = script_new(shell->setup.loop, &user);
    }
    greet(shell);
    enter_own_room(shell);
    host_each_room_to_tell(shell->setup.host, network, enter_ready_room, shell);
}

static void stop(struct adapter *adapter, adapter_left_fn *left, void *arg)
{
    struct shell *shell = (struct shell *)adapter;
    if (shell->terminal && shell->setup.history && host_table_count(shell->setup.host) > 0)
        shell_tell(shell, "Every table waits as it is until you come back.");
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

static const struct adapter_ops ops = {.name = "shell", .start = start, .stop = stop, .free = shell_free};

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
    struct host_port port = {
        .network = network, .post = post, .whisper = whisper, .absent_since = absent_since, .self = shell};
    host_add_port(setup->host, &port);
    return &shell->adapter;
}

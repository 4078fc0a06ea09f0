/* The commands of the terminal itself, such as "/as bob": one row each, with its help. They
   change who sits at the keyboard and where; they know nothing of tables. */
#include <stdio.h>
#include <string.h>

#include "shell_inside.h"
#include "text.h"

struct slash {
    const char *name, *usage, *help;
    void (*run)(struct shell *shell, const char *words);
};

/* True if the word can name a person or a room: printable characters without a space. */
static bool is_name(const char *word)
{
    int left = (int)strlen(word);
    for (int size; left > 0; word += size, left -= size) {
        unsigned scalar;
        size = text_utf8(word, left, &scalar);
        if (size == 0 || scalar <= 0x20 || (scalar >= 0x7f && scalar <= 0xa0) ||
            strchr("@!/", *word))
            return false;
    }
    return true;
}

static void run_as(struct shell *shell, const char *words)
{
    if (*words == '\0')
        shell_tell(shell, SHELL_STRING_AS_WHOM, (char *)0);
    else if (strlen(words) >= HOST_NAME || !is_name(words) || strchr(words, '#'))
        shell_tell(shell, SHELL_STRING_AS_NAME, (char *)0);
    else if (!shell_become(shell, words))
        shell_tell(shell, SHELL_STRING_AS_FULL, "n", text_number(SHELL_PEOPLE), (char *)0);
    else if (shell->waits)
        shell_tell(shell, SHELL_STRING_PRESS_ENTER, "name", shell->people[shell->person].name,
                   (char *)0);
    else
        shell_tell(shell, SHELL_STRING_YOU_ARE, "name", shell->people[shell->person].name,
                   (char *)0);
}

static void run_room(struct shell *shell, const char *words)
{
    char name[HOST_ROOM];
    struct text text = text_over(name, sizeof name);
    text_putf(&text, "%s%s", *words == '#' ? "" : "#", words);
    if (*words == '\0' || strcmp(words, "#") == 0)
        shell_tell(shell, SHELL_STRING_ROOM_WHICH, (char *)0);
    else if (text.cut || !is_name(words))
        shell_tell(shell, SHELL_STRING_ROOM_NAME, (char *)0);
    else if (!shell_enter(shell, name))
        shell_tell(shell, SHELL_STRING_ROOM_FULL, "n", text_number(SHELL_ROOMS), (char *)0);
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
    shell_tell(shell, SHELL_STRING_YOU_ARE_IN, "name", shell->people[shell->person].name, "room",
               shell->rooms[shell->room], (char *)0);
}

static void run_who(struct shell *shell, const char *words)
{
    char people[HOST_TEXT], rooms[HOST_TEXT];
    struct text who = text_over(people, sizeof people), where = text_over(rooms, sizeof rooms);
    (void)words;
    for (int i = 0; i < shell->person_count; i++)
        text_putf(&who, "%s%s", i ? ", " : "", shell->people[i].name);
    for (int i = 0; i < shell->room_count; i++)
        text_putf(&where, "%s%s", i ? ", " : "", shell->rooms[i]);
    shell_tell(shell, SHELL_STRING_PEOPLE_ROOMS, "people", people, "rooms", rooms, (char *)0);
}

static void run_echo(struct shell *shell, const char *words)
{
    shell->echoes = !text_same_word(words, "off");
}

static void run_quit(struct shell *shell, const char *words)
{
    (void)words;
    shell->setup.leave(shell->setup.arg);
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

static void show_row(struct shell *shell, const struct slash *row)
{
    struct prose prose;
    prose_clear(&prose);
    prose_putf(&prose, "%-12s %s", row->usage, row->help);
    shell_show(shell, &prose);
}

static void run_help(struct shell *shell, const char *words)
{
    (void)words;
    for (int i = 0; i < ROWS; i++)
        show_row(shell, &rows[i]);
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

void slash_run(struct shell *shell, const char *line)
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

void slash_complete(const char *typed, bool (*each)(void *arg, const char *completion), void *arg)
{
    for (int i = 0; i < ROWS; i++) {
        char bytes[HOST_NAME];
        struct text text = text_over(bytes, sizeof bytes);
        text_putf(&text, "/%s", rows[i].name);
        if (text_is_prefix(typed, bytes) && !each(arg, bytes))
            return;
    }
}

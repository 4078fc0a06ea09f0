/* commands.def and words.def as tables, how to find a row in them, and what is read of a line
   that somebody typed. */
#include <ctype.h>
#include <string.h>

#include "command.h"
#include "commands.h"
#include "heard.h"
#include "strings/help.def"
#include "strings/shared.def"
#include "text.h"

/* clang-format off */
const struct command command_rows[] = {
#define COMMAND(name_, function_, aliases_, place_, phase_, who_, about_, answer_, slash_, usage_, help_, example_)    \
    {.name = #name_, .aliases = aliases_, .place = PLACE_##place_, .phase = PHASE_##phase_, .who = WHO_##who_, \
     .about = ABOUT_##about_, .answer = ANSWER_##answer_, .slash = slash_, .usage = usage_, .help = help_,     \
     .example = example_},
#include "commands.def"
#undef COMMAND
};
/* clang-format on */

const int command_count = sizeof command_rows / sizeof *command_rows;

bool command_is(const struct command *command, const char *name)
{
    return command && strcmp(command->name, name) == 0;
}

bool command_changes_daily(const struct command *command)
{
    static const char *const refused[] = {"add",     "coach", "cut",  "hint", "invite", "next",
                                          "options", "say",   "seek", "swap", "then",   "undo"};
    bool is_among = false;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        is_among |= command_is(command, refused[i]);
    return is_among;
}

const char *command_first_word(const char *text, char *word, int size)
{
    text += strspn(text, " ");
    int length = (int)strcspn(text, " ");
    struct text out = text_over(word, (size_t)size);
    text_put_bytes(&out, text, length);
    return text + length + strspn(text + length, " ");
}

/* Copies the text; a tab or a blank of another kind becomes a space. */
static void put_spaced(const char *text, struct text *out)
{
    for (int left = (int)strlen(text), size = 0; left > 0; text += size, left -= size) {
        unsigned scalar = (unsigned char)*text;
        size = scalar < 0x80 ? 1 : text_utf8(text, left, &scalar);
        size = size > 0 ? size : 1;
        if (scalar == '\t' || (size > 1 && text_is_blank(scalar)))
            text_put(out, " ");
        else
            text_put_bytes(out, text, size);
    }
}

/* Cuts off the blanks at the end, and what cannot be seen there. */
static void cut_end(struct text *line)
{
    while (line->length > 0) {
        int at = text_utf8_floor(line->bytes, line->length - 1);
        unsigned scalar = ' ';
        int size = text_utf8(line->bytes + at, line->length - at, &scalar);
        if (line->bytes[at] != ' ' && (size < 2 || !text_is_hidden(scalar)))
            return;
        line->bytes[line->length = at] = '\0';
    }
}

/* "who.", "join, please": no command, move or code ends so. A semicolon with more behind it
   parts moves: "draw; keep". */
static void cut_mark(char *line)
{
    size_t length = strcspn(line, " "), kept = length;
    const char *marks = line[length] ? ".,!?" : ".,;!?";
    while (kept > 0 && strchr(marks, line[kept - 1]))
        kept--;
    if (kept > 0 && isalnum((unsigned char)line[0]))
        memmove(line + kept, line + length, strlen(line + length) + 1);
}

void command_read_typed(const struct heard *heard, char line[HOST_TEXT])
{
    char bytes[HOST_TEXT];
    struct text spaced = text_over(bytes, sizeof bytes), out = text_over(line, HOST_TEXT);
    put_spaced(heard->text, &spaced);
    const char *text = bytes + strspn(bytes, " ");
    if (!heard->room && *text == '!')
        text++;
    text_put(&out, text);
    cut_end(&out);
    cut_mark(line);
}

bool commands_knows(const char *text)
{
    char line[HOST_TEXT], word[HOST_NAME];
    command_read_typed(&(struct heard){.room = "", .text = text}, line);
    command_first_word(line, word, sizeof word);
    return command_find(word);
}

/* Looks where the words lie: this is asked of every row for every line that somebody types. */
static bool is_among(const char *words, const char *word)
{
    size_t length = strlen(word);
    while (*words) {
        if (length > 0 && text_is_prefix(word, words) &&
            (words[length] == ' ' || words[length] == '\0'))
            return true;
        words += strcspn(words, " ");
        words += *words == ' ';
    }
    return false;
}

const struct command *command_find(const char *word)
{
    for (int i = 0; i < command_count; i++)
        if (text_same_word(command_rows[i].name, word) || is_among(command_rows[i].aliases, word))
            return &command_rows[i];
    return NULL;
}

const struct word *command_find_word(const char *word)
{
    static const struct word rows[] = {
#define WORD(words, none, lobby, play) {words, STRING_##none, STRING_##lobby, STRING_##play},
#include "words.def"
#undef WORD
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (is_among(rows[i].words, word))
            return &rows[i];
    return NULL;
}

const struct command *command_nearest(const char *word, int slips)
{
    enum { SHORT = 3 };
    const struct command *best = NULL;
    for (int i = 0; i < command_count && strlen(word) > SHORT; i++) {
        int distance = text_distance(word, command_rows[i].name, slips);
        if (distance <= slips) {
            slips = distance - 1;
            best = &command_rows[i];
        }
    }
    return best;
}

enum commands_manner commands_manner(const char *name)
{
    const struct command *command = command_find(name);
    if (!command)
        return COMMANDS_NONE;
    if (command->place == PLACE_PRIVATE_ONLY)
        return COMMANDS_PRIVATE;
    return command->answer == ANSWER_PUBLIC ? COMMANDS_ALOUD : COMMANDS_QUIETLY;
}

static struct commands_row row_of(const struct command *command)
{
    size_t name = strlen(command->name);
    return (struct commands_row){.name = command->name,
                                 .slash = command->slash,
                                 .words = command->usage + name + (command->usage[name] == ' '),
                                 .help = command->help,
                                 .is_of_operators = command->who == WHO_OPERATOR};
}

void commands_each(commands_each_fn *each, void *arg)
{
    for (int i = 0; i < command_count; i++) {
        struct commands_row row = row_of(&command_rows[i]);
        each(arg, &row);
    }
}

bool commands_find(const char *name, int length, struct commands_row *out)
{
    for (int i = 0; i < command_count; i++)
        if (strncmp(command_rows[i].name, name, (size_t)length) == 0 &&
            !command_rows[i].name[length]) {
            *out = row_of(&command_rows[i]);
            return true;
        }
    return false;
}

/* commands.def and words.def as tables, and how to find a row in them. */
#include <string.h>

#include "command.h"
#include "commands.h"
#include "text.h"

/* clang-format off */
const struct command command_rows[COMMANDS] = {
#define COMMAND(name_, aliases_, place_, phase_, who_, about_, answer_, usage_, help_, example_)                       \
    {.id = COMMAND_##name_, .name = #name_, .aliases = aliases_, .place = PLACE_##place_, .phase = PHASE_##phase_, .who = WHO_##who_,         \
     .about = ABOUT_##about_, .answer = ANSWER_##answer_, .usage = usage_, .help = help_, .example = example_},
#include "commands.def"
#undef COMMAND
};
/* clang-format on */

const char *first_word(const char *text, char *word, int size)
{
    text += strspn(text, " ");
    int length = (int)strcspn(text, " ");
    struct text out = text_over(word, (size_t)size);
    text_put_bytes(&out, text, length);
    return text + length + strspn(text + length, " ");
}

static bool is_among(const char *words, const char *word)
{
    char alias[HOST_NAME];
    for (const char *rest = first_word(words, alias, sizeof alias); *alias;
         rest = first_word(rest, alias, sizeof alias))
        if (text_same_word(alias, word))
            return true;
    return false;
}

const struct command *command_find(const char *word)
{
    for (int i = 0; i < COMMANDS; i++)
        if (text_same_word(command_rows[i].name, word) || is_among(command_rows[i].aliases, word))
            return &command_rows[i];
    return NULL;
}

const struct word *word_find(const char *word)
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
    for (int i = 0; i < COMMANDS && strlen(word) > SHORT; i++) {
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

void commands_each(bool of_operators, commands_each_fn *each, void *arg)
{
    for (int i = 0; i < COMMANDS; i++) {
        const struct command *command = &command_rows[i];
        char bytes[HOST_TEXT];
        struct text help = text_over(bytes, sizeof bytes);
        size_t name = strlen(command->name);
        if ((command->who == WHO_OPERATOR) != of_operators)
            continue;
        text_putf(&help, "%c%s.", command->help[0] - 'a' + 'A', command->help + 1);
        each(arg, command->name, command->usage + name + (command->usage[name] == ' '), bytes);
    }
}

/* Completion by Tab: commands, their words, and the legal moves of the person who types. Made
   from the rows and the lists of the host, so everything offered will be understood. */
#include <string.h>

#include "choices.h"
#include "command.h"
#include "commands.h"
#include "tables.h"
#include "text.h"
#include "which.h"

struct completing {
    const char *typed;
    const char *before;    /* "help ", put in front of each candidate */
    char front[HOST_TEXT]; /* where such a text may lie */
    bool (*each)(void *arg, const char *completion);
    void *arg;
    bool is_operator;
    bool stopped;
};

static bool offer(void *arg, const char *candidate)
{
    struct completing *completing = arg;
    char bytes[HOST_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    text_putf(&text, "%s%s", completing->before, candidate);
    if (!text.cut && text_is_prefix(completing->typed, bytes))
        completing->stopped = !completing->each(completing->arg, bytes);
    return !completing->stopped;
}

static void offer_commands(struct completing *completing)
{
    for (int i = 0; i < command_count && !completing->stopped; i++)
        if (command_rows[i].who != WHO_OPERATOR || completing->is_operator)
            offer(completing, command_rows[i].name);
}

static bool offer_option(void *arg, const char *option, const char *value, const char *help)
{
    char bytes[HOST_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    (void)help;
    text_putf(&text, "%s=%s", option, value);
    return offer(arg, bytes);
}

/* Offers the words after a command that takes a game, its options or its topics. */
static void offer_of_game(struct completing *completing, const struct command *command,
                          const struct session *session, const char *words)
{
    char word[HOST_NAME];
    struct text text = text_over(completing->front, sizeof completing->front);
    const char *rest = command_first_word(words, word, sizeof word);
    bool is_first = rest == words + strlen(word), is_rules = command_is(command, "rules");
    const char *game = command_is(command, "options") || (is_rules && is_first) ? NULL : word;
    text_put_bytes(&text, completing->typed,
                   (int)(strrchr(completing->typed, ' ') + 1 - completing->typed));
    completing->before = completing->front;
    if (is_first && !command_is(command, "options"))
        host_each_game(offer, completing);
    if (!game && session)
        game = host_game_name(session);
    if (!game || command_is(command, "learn") || (is_first && command_is(command, "play")))
        return;
    if (is_rules)
        host_each_topic(game, offer, completing);
    else
        host_each_option(game, offer_option, completing);
    if (command_is(command, "options") && session)
        host_each_table_option(session, offer_option, completing);
    if (!command_is(command, "play"))
        return;
    offer_option(completing, "robots", "1", "");
    offer_option(completing, "level", "easy", "");
    offer_option(completing, "level", "hard", "");
}

/* Offers the literal words of a usage: "add robot" of "add robot [easy|medium|hard]". */
static void offer_usage(struct completing *completing, const struct command *command)
{
    char bytes[HOST_NAME];
    struct text text = text_over(bytes, sizeof bytes);
    int length = 0;
    for (const char *p = command->usage; *p && *p != '[' && !(*p >= 'A' && *p <= 'Z'); p++)
        length = *p == ' ' ? length : (int)(p - command->usage) + 1;
    text_put_bytes(&text, command->usage, length);
    completing->before = "";
    if (strcmp(bytes, command->name) != 0)
        offer(completing, bytes);
}

static bool is_of_game(const struct command *command)
{
    return command_is(command, "play") || command_is(command, "rules") ||
           command_is(command, "options") || command_is(command, "learn");
}

void commands_complete(struct commands *commands, struct host *host, const struct heard *heard,
                       const char *typed, bool (*each)(void *arg, const char *completion),
                       void *arg)
{
    char word[HOST_NAME];
    struct completing completing = {.typed = typed,
                                    .before = "",
                                    .each = each,
                                    .arg = arg,
                                    .is_operator = heard->rank & (RANK_OPERATOR | RANK_ADMIN)};
    (void)commands;
    const char *words = command_first_word(typed, word, sizeof word);
    const struct command *command = strchr(typed, ' ') ? command_find(word) : NULL;
    struct session *session = heard->room
                                  ? host_find(host, heard->network, heard->room)
                                  : host_table_numbered(host, heard->network, heard->key,
                                                        which_only_table(host, heard, !command));
    if (command_is(command, "help")) {
        completing.before = "help ";
        offer_commands(&completing);
    } else if (command && is_of_game(command)) {
        offer_of_game(&completing, command, session, words);
    } else if (command) {
        offer_usage(&completing, command);
    } else {
        offer_commands(&completing);
        if (!completing.stopped && session)
            host_each_move(host, session, heard, offer, &completing);
    }
}

/* Prints every text that people can be shown, for po/update: a line "context TAB note TAB text"
   each, where line ends and tabs are written \n and \t. Knows where texts stand as data; those that
   stand in functions finds po/update. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "game.h"
#include "games.h"
#include "port.h"

extern const struct host_help irc_help[], discord_help[];

static void put(const char *context, const char *note, const char *text)
{
    if (!text || !*text)
        return;
    printf("%s\t%s\t", context, note);
    for (; *text; text++)
        if (*text == '\n')
            printf("\\n");
        else if (*text == '\t')
            printf("\\t");
        else
            putchar(*text);
    printf("\n");
}

static void put_all(const char *context, const char *note, const char *const *texts, int count)
{
    for (int i = 0; texts && i < count; i++)
        put(context, note, texts[i]);
}

/* ---- of the program ---- */

#define STRINGS_OF(group)
#define STRINGS_END
#define SENTENCE(id, text) put(#id, "", text);
#undef SENTENCE_H
#define SENTENCE_H

/* NOLINTNEXTLINE(readability-function-size): a statement for each sentence there is */
static void put_strings(void)
{
#include "../core/view/strings.def"
#define STRING(id, text) put("discord " #id, "", text);
#include "../adapters/discord/strings.def"
#undef STRING
#define STRING(id, text) put("irc " #id, "", text);
#include "../adapters/irc/strings.def"
#undef STRING
#define STRING(id, text) put("relay " #id, "", text);
#include "../adapters/relay/strings.def"
#undef STRING
#define STRING(id, text) put("shell " #id, "", text);
#include "../adapters/shell/strings.def"
}

static void put_help(const char *network, const struct host_help *help)
{
    for (; help->command; help++) {
        char context[64];
        snprintf(context, sizeof context, "%s help %s", network, help->command);
        put(context, "help", help->text);
    }
}

static void put_commands(void)
{
    for (int i = 0; i < command_count; i++) {
        char context[64];
        snprintf(context, sizeof context, "command %s", command_rows[i].name);
        put(context, command_rows[i].who == WHO_OPERATOR ? "help of operators" : "help",
            command_rows[i].help);
    }
}

/* ---- of a game ---- */

static void put_verbs(const struct game *game)
{
    for (int i = 0; i < game->verb_count; i++) {
        const struct verb_spec *verb = &game->verbs[i];
        put(game->id, "verb that is typed", verb->word);
        for (int arg = 0; arg < MOVE_ARGS; arg++) {
            const struct arg_spec *spec = &verb->args[arg];
            put(game->id, "all words of an argument together", spec->any);
            if (spec->kind == ARG_WORD)
                put_all(game->id, "word that is typed", spec->words, spec->word_count);
        }
        put(game->id, "help of a move: what is typed: what it does", verb->help);
        put(game->id, "hint: It ...", verb->promise);
        put(game->id, "hint: but ...", verb->danger);
        put(game->id, "what a beginner has to know", verb->rule);
    }
}

static void put_faces(const struct game *game)
{
    for (int i = 0; i < game->face_count; i++) {
        const struct face *face = &game->faces[i];
        put(game->id, "name of a card", face->name);
        put(game->id, "name of a card on a board", face->brief);
        put(game->id, "name of several such cards", face->many);
    }
    put_all(game->id, "name of an unseen card", game->backs, game->back_count);
}

static void put_board(const struct game *game)
{
    for (int i = 0; i < game->board_count; i++) {
        const struct board_item *item = &game->board[i];
        put(game->id, "label on the board", item->label);
        put(game->id, "row of the board", item->phrase);
    }
}

static void put_game(const struct game *game)
{
    put(game->id, "summary", game->summary);
    for (int i = 0; i < game->option_count; i++) {
        put(game->id, "help of an option", game->options[i].help);
        put_all(game->id, "value of an option", game->options[i].words,
                game->options[i].word_count);
    }
    put_verbs(game);
    put_faces(game);
    put_all(game->id, "sentence", game->sentences, game->sentence_count);
    put_all(game->id, "short form behind the name of a robot", game->briefs,
            game->briefs ? game->sentence_count : 0);
    for (int i = 0; i < game->moment_count; i++)
        put(game->id, "a big moment", game->moments[i].words);
    put_all(game->id, "word in sentences", game->words, game->word_count);
    for (int i = 0; i < game->shared_zones + game->seat_zones; i++)
        put(game->id, "place", game->zones[i].name);
    for (int i = 0; i < game->topic_count; i++) {
        char note[64];
        snprintf(note, sizeof note, "rules topic %s", game->topics[i].name);
        put(game->id, note, game->topics[i].text);
    }
    for (int i = 0; game->lesson && i < game->lesson->step_count; i++)
        put(game->id, "step of the lesson", game->lesson->steps[i].say);
    put_board(game);
}

int main(void)
{
    put_strings();
    put_commands();
    put_help("irc", irc_help);
    put_help("discord", discord_help);
    for (int i = 0; i < game_count; i++)
        put_game(games[i]);
    return 0;
}

/* What people can read about a game: rules topics, the list of games, options. */
#include "games.h"
#include "view.h"

#include <string.h>

#include "game.h"
#include "speak.h"
#include "strings/shared.def"
#include "strings/view.def"
#include "text.h"

int view_topic(const struct game *game, const char *name)
{
    int found = -1;
    if (!name)
        return game->topic_count > 0 ? 0 : -1;
    for (int i = 0; i < game->topic_count; i++) {
        if (text_same_word(name, game->topics[i].name))
            return i;
        if (found < 0 && name[0] && text_is_prefix(name, game->topics[i].name))
            found = i;
    }
    return found;
}

bool view_rules(const struct game *game, const char *topic, bool is_aloud, struct prose *out)
{
    int found = view_topic(game, topic);
    char topics[512];
    struct text list = text_over(topics, sizeof topics);
    if (found < 0) {
        for (int i = 0; i < game->topic_count; i++)
            text_putf(&list, "%s%s",
                      language_text(out->language, i == 0 ? ""
                                                          : speak_string(i == game->topic_count - 1
                                                                             ? STRING_LIST_OR
                                                                             : STRING_LIST_MORE)),
                      game->topics[i].name);
        view_string(out, STRING_RULES_TOPICS, "game", game->name, "text", topics, (char *)0);
        return false;
    }
    prose_styled(out, PROSE_STRONG, COLOUR_NONE, game->name);
    prose_putf(out, ", %s: ", game->topics[found].name);
    if (is_aloud &&
        strcmp(game->topics[found].name, "board") == 0) /* which explains codes and brackets */
        view_string(out, STRING_LEGEND_ALOUD, (char *)0);
    else
        prose_put(out, game->topics[found].text);
    if (found + 1 == game->topic_count)
        return true;
    prose_put(out, " ");
    view_string(out, STRING_RULES_NEXT, "text", game->topics[found + 1].name, (char *)0);
    for (int i = 2; i < game->topic_count; i++)
        text_putf(&list, "%s%s", i == 2 ? "" : speak_string(STRING_LIST_MORE),
                  game->topics[i].name);
    if (found == 0 && list.length > 0) {
        prose_put(out, " ");
        view_string(out, STRING_RULES_ALSO, "text", topics, (char *)0);
    }
    return true;
}

/* "1 Heartcatchers (2 players): catch stacks of hearts ... !play heartcatchers", "6 Mau-Mau (2 to
   8)" */
static void put_game(int number, const struct game *game, bool is_numbered, struct prose *out)
{
    static const int strings[2][2] = {{STRING_GAME_ROW, STRING_GAME_ROW_EXACT},
                                      {STRING_GAME_SEATS, STRING_GAME_SEATS_EXACT}};
    if (is_numbered) {
        prose_styled(out, PROSE_STRONG, COLOUR_NONE, text_number(number));
        prose_put(out, " ");
    }
    prose_styled(out, PROSE_STRONG, COLOUR_NONE, game->name);
    prose_put(out, " ");
    view_string(out, strings[game->is_classic][game->seats_min == game->seats_max], "least",
                text_number(game->seats_min), "most", text_number(game->seats_max), "text",
                game->summary, "id", game->id, (char *)0);
}

void view_games(bool is_numbered, struct prose *out)
{
    bool has_classic = false;
    for (int i = 0, count = 0; i < game_count; i++)
        if (!games[i]->is_classic) {
            prose_put(out, count++ ? "\n" : "");
            put_game(i + 1, games[i], is_numbered, out);
        }
    for (int i = 0; i < game_count; i++) {
        if (!games[i]->is_classic)
            continue;
        prose_put(out, has_classic ? "," : "\n");
        if (!has_classic)
            view_string(out, STRING_GAMES_CLASSIC, (char *)0);
        prose_put(out, " ");
        put_game(i + 1, games[i], is_numbered, out);
        has_classic = true;
    }
}

void view_options(const struct game *game, const int *options, bool help, struct prose *out)
{
    char bytes[256];
    for (int i = 0; i < game->option_count; i++) {
        const struct option_spec *option = &game->options[i];
        struct text text = text_over(bytes, sizeof bytes);
        option_format(option, options[i], &text);
        prose_putf(out, "%s%s=%s", i == 0 ? "" : help ? "\n" : " ", option->name, bytes);
        if (!help)
            continue;
        text_clear(&text);
        option_allowed(option, &text);
        prose_putf(out, " (%s): ", bytes);
        prose_put(out, option->help ? option->help : "");
    }
}

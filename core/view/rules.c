/* What people can read about a game: rules topics, the list of games, options. */
#include "view.h"

#include <string.h>

#include "game.h"
#include "prose.h"
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

bool view_rules(const struct game *game, const char *topic, struct prose *out)
{
    int found = view_topic(game, topic);
    if (found < 0) {
        prose_putf(out, "The rules of %s, by topic: !rules with", game->name);
        for (int i = 0; i < game->topic_count; i++)
            prose_putf(out, "%s %s", i == 0 ? "" : i == game->topic_count - 1 ? " or" : ",", game->topics[i].name);
        prose_put(out, ".");
        return false;
    }
    prose_styled(out, PROSE_STRONG, COLOUR_NONE, game->name);
    prose_putf(out, ", %s: ", game->topics[found].name);
    prose_put(out, game->topics[found].text);
    if (found + 1 == game->topic_count)
        return true;
    prose_put(out, " ");
    view_string(out, STRING_RULES_NEXT, "text", game->topics[found + 1].name, (char *)0);
    for (int i = 2; i < game->topic_count && found == 0; i++)
        prose_putf(out, "%s %s", i == 2 ? " Also" : ",", game->topics[i].name);
    prose_put(out, found == 0 && game->topic_count > 2 ? "." : "");
    return true;
}

/* "Heartcatchers (2 players): catch stacks of hearts ... !play heartcatchers" */
static void put_game(const struct game *game, struct prose *out)
{
    prose_styled(out, PROSE_STRONG, COLOUR_NONE, game->name);
    if (game->seats_min == game->seats_max)
        prose_putf(out, " (%d %s)", game->seats_min, game->seats_min == 1 ? "player" : "players");
    else
        prose_putf(out, " (%d to %d players)", game->seats_min, game->seats_max);
    prose_putf(out, ": %s. !play %s", game->summary, game->id);
}

void view_games(struct prose *out)
{
    for (int i = 0; i < game_count; i++) {
        prose_put(out, i ? "\n" : "");
        put_game(games[i], out);
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
        prose_putf(out, " (%s): %s", bytes, option->help);
    }
}

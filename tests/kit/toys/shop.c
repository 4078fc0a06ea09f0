/* CONTENTS and TOP zones, two backs: everybody owns a deck whose cards all know but not their
   order, and buys tools from a pile of which only the top is seen. */
#include "toys.h"

enum { SUPPLY, TOOLS, SHARED };
enum { DECK, FRONT, DISCARD, SEAT_ZONES };
enum { DRAW, BUY, SWEEP };
enum { HARD = 1, LONG = 2 };

static const struct zone_spec zones[] = {{"supply", AUDIENCE_NONE, 0},
                                         {"tools", AUDIENCE_TOP, 0},
                                         {"deck", AUDIENCE_CONTENTS, 0},
                                         {"front", AUDIENCE_ALL, 0},
                                         {"discard", AUDIENCE_ALL, 0}};
static const struct verb_spec verbs[] = {
    {.word = "draw"}, {.word = "buy"}, {.word = "sweep", .aliases = "clear"}};
static const char *const sentences[] = {"{who} draws {cards}.", "{who} buys {cards}.",
                                        "{who} sweeps."};
static const char *const extras[] = {"hard", "long"};
static const struct option_spec options[] = {
    {.name = "with", .kind = OPTION_SET, .words = extras, .word_count = 2}};

static const char *excludes(const int *chosen, int seats)
{
    return seats == 1 && chosen[0] == (HARD | LONG) ? "Alone it can be hard or long, not both."
                                                    : NULL;
}

static void setup(struct play *play)
{
    toy_deck(play, SUPPLY, 4);
    table_add(play->table, TOOLS, TOOL_1, play->rules->options[0] & LONG ? 8 : 4);
    table_add(play->table, TOOLS, TOOL_2, 4);
    table_shuffle(play, TOOLS);
    toy_deal(play, SUPPLY, DECK, 5);
}

static void legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    const struct table *t = &sight->seen;
    out->count = 0;
    if (t->over || seat != t->turn)
        return;
    int front = zone_size(t, seat_zone(rules, seat, FRONT)),
        deck = zone_size(t, seat_zone(rules, seat, DECK));
    if (deck + zone_size(t, seat_zone(rules, seat, DISCARD)) > 0)
        moves_add(out, DRAW, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    if (front >= (rules->options[0] & HARD ? 3 : 2))
        moves_add(out, BUY, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    if (front > 0)
        moves_add(out, SWEEP, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

static void apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    int deck = seat_zone(play->rules, seat, DECK), front = deck + FRONT, discard = deck + DISCARD;
    if (move->verb == DRAW && zone_size(t, deck) == 0) {
        table_move_all(play, discard, deck);
        table_shuffle(play, deck);
    }
    if (move->verb != SWEEP)
        table_move(play, move->verb == DRAW ? deck : TOOLS,
                   move->verb == DRAW ? 0 : zone_size(t, TOOLS) - 1, front);
    event_say(play, move->verb, seat, 0, 0, 0);
    if (move->verb == DRAW)
        return;
    table_move_all(play, front, discard);
    t->turn = (seat + 1) % t->seats;
    t->over = zone_size(t, TOOLS) == 0;
}

static void score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    toy_score(rules, sight, DISCARD, out);
}

const struct game toy_shop = {
    TOY(shop, 1, 4),
    TOY_TABLE(zones, SHARED, SEAT_ZONES, -1),
    TOY_WORDS(verbs, sentences),
    TOY_RULES(toy_turn),
    .options = options,
    .option_count = 1,
    .excludes = excludes,
};

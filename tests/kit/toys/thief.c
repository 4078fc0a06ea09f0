/* A blind steal: chance picks a card of somebody's hand; thief and victim are told which, the
   others only that. */
#include "toys.h"

enum { PILE, SHARED };
enum { HAND, LAID, SEAT_ZONES };
enum { ROB, LAY };

static const struct zone_spec zones[] = {
    {"pile", AUDIENCE_NONE, 0}, {"hand", AUDIENCE_OWNER, ZONE_SLOTS}, {"laid", AUDIENCE_ALL, 0}};
static const struct verb_spec verbs[] = {
    {.word = "rob", .args = {{.kind = ARG_SEAT, .filler = "from"}}},
    {.word = "lay", .args = {{.kind = ARG_CARD}}}};
static const char *const sentences[] = {"{who} robs {0:seat}.", "{who} lays {cards}.",
                                        "It was {cards}."};

static void setup(struct play *play)
{
    toy_deck(play, PILE, 4);
    toy_deal(play, PILE, HAND, 4);
}

static void legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    const struct table *t = &sight->seen;
    out->count = 0;
    if (t->over || seat != t->turn)
        return;
    for (int other = 0; other < t->seats; other++)
        if (other != seat && zone_size(t, seat_zone(rules, other, HAND)) > 0)
            moves_add(out, ROB, other, ARG_ABSENT, ARG_ABSENT);
    toy_card_moves(rules, sight, seat, LAY, out);
}

static void apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    int hand = seat_zone(play->rules, seat, HAND);
    if (move->verb == ROB) {
        int victim = move->args[0], theirs = seat_zone(play->rules, victim, HAND);
        event_say(play, 0, seat, victim, 0, 0);
        table_move(play, theirs, chance_pick(play->chance, zone_size(t, theirs)), hand);
        event_whisper(play, 1u << seat | 1u << victim, 2, seat, 0, 0, 0);
    } else {
        table_move(play, hand, toy_hand_index(play, seat, move->args[0]),
                   seat_zone(play->rules, seat, LAID));
        event_say(play, 1, seat, 0, 0, 0);
    }
    t->turn = (seat + 1) % t->seats;
    bool stuck = zone_size(t, seat_zone(play->rules, t->turn, HAND)) == 0;
    t->over = ++t->shared[0] == 40 || stuck;
}

static void score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    toy_score(rules, sight, LAID, out);
}

const struct game toy_thief = {TOY(thief, 2, 5), TOY_TABLE(zones, SHARED, SEAT_ZONES, HAND),
                               TOY_WORDS(verbs, sentences), TOY_RULES(toy_turn)};

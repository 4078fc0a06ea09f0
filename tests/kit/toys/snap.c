/* Simultaneous actors: there are no turns, everybody plays whenever they like. A card on one of
   its own colour scores. */
#include "toys.h"

enum { PILE, HEAP, SHARED };
enum { HAND, SEAT_ZONES };
enum { PLAY };

static const struct zone_spec zones[] = {
    {"pile", AUDIENCE_NONE, 0}, {"heap", AUDIENCE_ALL, 0}, {"hand", AUDIENCE_OWNER, ZONE_SLOTS}};
static const struct verb_spec verbs[] = {
    {.word = "play", .args = {{.kind = ARG_CARD}}, .help = "play CARD"}};
static const char *const sentences[] = {"{who} plays {cards}."};

static void setup(struct play *play)
{
    toy_deck(play, PILE, 4);
    toy_deal(play, PILE, HAND, 5);
}

static void legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    out->count = 0;
    if (seat < sight->seen.seats)
        toy_card_moves(rules, sight, seat, PLAY, out);
}

static void apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    int hand = seat_zone(play->rules, seat, HAND), i = toy_hand_index(play, seat, move->args[0]);
    if (zone_size(t, HEAP) > 0 &&
        toy_colour(zone_top(t, HEAP)) == toy_colour(zone_face(t, hand, i)))
        t->own[seat][0]++;
    table_move(play, hand, i, HEAP);
    event_say(play, 0, seat, 0, 0, 0);
    t->over = zone_size(t, HEAP) == 5 * t->seats;
}

static unsigned due(const struct ruleset *rules, const struct sight *sight)
{
    unsigned seats = 0;
    for (int seat = 0; seat < sight->seen.seats; seat++)
        if (zone_size(&sight->seen, seat_zone(rules, seat, HAND)) > 0)
            seats |= 1u << seat;
    return seats;
}

static void score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    (void)rules;
    *out = (struct score){0};
    for (int seat = 0; seat < sight->seen.seats; seat++)
        score_add(out, seat, "{0} snaps", sight->seen.own[seat][0], 0, sight->seen.own[seat][0]);
    score_best_wins(out, sight->seen.seats);
}

const struct game toy_snap = {
    TOY(snap, 2, 4),
    TOY_TABLE(zones, SHARED, SEAT_ZONES, HAND),
    TOY_WORDS(verbs, sentences),
    TOY_RULES(due),
};

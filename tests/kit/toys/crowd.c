/* Five to twelve seats, and knowledge that is kept: all lay a card face down at once; when the
   last one lies, each goes to the neighbour's hand. */
#include "toys.h"

enum { PILE, SHARED };
enum { HAND, GIFT, SEAT_ZONES };
enum { GIVE };
enum { ROUNDS = 2 };

static const struct zone_spec zones[] = {{"pile", AUDIENCE_NONE, 0},
                                         {"hand", AUDIENCE_OWNER, ZONE_SLOTS},
                                         {"gift", AUDIENCE_NONE, ZONE_KEEP}};
static const struct verb_spec verbs[] = {
    {.word = "give", .flags = VERB_SECRET, .args = {{.kind = ARG_CARD}}}};
static const char *const sentences[] = {"{who} has chosen {cards}.", "All gifts change hands.",
                                        "You get {cards}."};

static void setup(struct play *play)
{
    toy_deck(play, PILE, 6);
    toy_deal(play, PILE, HAND, 3);
}

static void legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    out->count = 0;
    if (sight->seen.over || seat == SEAT_HOST ||
        zone_size(&sight->seen, seat_zone(rules, seat, GIFT)) > 0)
        return;
    toy_card_moves(rules, sight, seat, GIVE, out);
}

static void apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    table_move(play, seat_zone(play->rules, seat, HAND), toy_hand_index(play, seat, move->args[0]),
               seat_zone(play->rules, seat, GIFT));
    event_say(play, 0, seat, 0, 0, 0);
    for (int i = 0; i < t->seats; i++)
        if (zone_size(t, seat_zone(play->rules, i, GIFT)) == 0)
            return;
    event_say(play, 1, SEAT_NONE, 0, 0, 0);
    for (int i = 0; i < t->seats; i++) {
        int neighbour = (i + 1) % t->seats;
        table_move(play, seat_zone(play->rules, i, GIFT), 0,
                   seat_zone(play->rules, neighbour, HAND));
        event_whisper(play, 1u << neighbour, 2, neighbour, 0, 0, 0);
    }
    t->over = ++t->shared[0] == ROUNDS;
}

static unsigned due(const struct ruleset *rules, const struct sight *sight)
{
    unsigned seats = 0;
    for (int seat = 0; seat < sight->seen.seats && !sight->seen.over; seat++)
        if (zone_size(&sight->seen, seat_zone(rules, seat, GIFT)) == 0)
            seats |= 1u << seat;
    return seats;
}

static void score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    toy_score(rules, sight, HAND, out);
}

const struct game toy_crowd = {TOY(crowd, 5, 12), TOY_TABLE(zones, SHARED, SEAT_ZONES, HAND),
                               TOY_WORDS(verbs, sentences), TOY_RULES(due)};

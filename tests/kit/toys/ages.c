/* Rules that changed: by version 1 two cards are dealt and a turn may be passed; by version 2
   three are, and it may not. A table that began by version 1 ends by it. */
#include "toys.h"

enum { PILE, HEAP, SHARED };
enum { HAND, SEAT_ZONES };
enum { PLAY, PASS };

static const struct zone_spec zones[] = {
    {"pile", AUDIENCE_NONE, 0}, {"heap", AUDIENCE_ALL, 0}, {"hand", AUDIENCE_OWNER, ZONE_SLOTS}};
static const struct verb_spec verbs[] = {
    {.word = "play", .args = {{.kind = ARG_CARD}}, .help = "play CARD"}, {.word = "pass"}};
static const char *const sentences[] = {"{who} plays {cards}.", "{who} passes."};

static void setup(struct play *play)
{
    toy_deck(play, PILE, 2);
    toy_deal(play, PILE, HAND, play->rules->version == 1 ? 2 : 3);
}

static void legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    out->count = 0;
    if (sight->seen.over || seat != sight->seen.turn)
        return;
    toy_card_moves(rules, sight, seat, PLAY, out);
    if (rules->version == 1)
        moves_add(out, PASS, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

static void apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    if (move->verb == PLAY)
        table_move(play, seat_zone(play->rules, seat, HAND),
                   toy_hand_index(play, seat, move->args[0]), HEAP);
    event_say(play, move->verb, seat, 0, 0, 0);
    t->turn = (seat + 1) % t->seats;
    t->over = ++t->shared[0] == 12 || zone_size(t, seat_zone(play->rules, t->turn, HAND)) == 0;
}

static void score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    toy_score(rules, sight, HAND, out);
}

const struct game toy_ages = {
    .version_min = 1,
    TOY_VERSION(ages, 2, 3, 2),
    TOY_TABLE(zones, SHARED, SEAT_ZONES, HAND),
    TOY_WORDS(verbs, sentences),
    TOY_RULES(toy_turn),
};

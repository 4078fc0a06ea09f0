/* Real time with an alarm: everybody lays cards whenever they like; some seconds after the first
   one the host clears the heap. */
#include "toys.h"

enum { PILE, HEAP, GONE, SHARED };
enum { HAND, SEAT_ZONES };
enum { LAY, CLEAR };

static const struct zone_spec zones[] = {{"pile", AUDIENCE_NONE, 0},
                                         {"heap", AUDIENCE_ALL, 0},
                                         {"gone", AUDIENCE_ALL, 0},
                                         {"hand", AUDIENCE_OWNER, ZONE_SLOTS}};
static const struct verb_spec verbs[] = {
    {.word = "lay", .args = {{.kind = ARG_CARD}}, .help = "lay CARD"},
    {.word = "clear", .flags = VERB_HOST}};
static const char *const sentences[] = {"{who} lays {cards}.", "The heap is cleared."};
static const struct option_spec options[] = {
    {.name = "seconds", .kind = OPTION_NUMBER, .least = 1, .most = 60, .standard = 30}};

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
    if (t->over)
        return;
    if (seat == SEAT_HOST && zone_size(t, HEAP) > 0)
        moves_add(out, CLEAR, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    else if (seat < t->seats)
        toy_card_moves(rules, sight, seat, LAY, out);
}

static void apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    if (move->verb == CLEAR)
        table_move_all(play, HEAP, GONE);
    else
        table_move(play, seat_zone(play->rules, seat, HAND),
                   toy_hand_index(play, seat, move->args[0]), HEAP);
    event_say(play, move->verb, seat == SEAT_HOST ? SEAT_NONE : seat, 0, 0, 0);
    t->over = zone_size(t, GONE) == 4 * t->seats;
}

static unsigned due(const struct ruleset *rules, const struct sight *sight)
{
    unsigned seats = 0;
    for (int seat = 0; seat < sight->seen.seats; seat++)
        seats |= zone_size(&sight->seen, seat_zone(rules, seat, HAND)) > 0 ? 1u << seat : 0;
    return seats;
}

static void score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    (void)rules;
    *out = (struct score){.winners = (1u << sight->seen.seats) - 1};
}

static bool always(const struct ruleset *rules)
{
    (void)rules;
    return true;
}

static struct alarm alarm_of(const struct ruleset *rules, const struct sight *sight)
{
    (void)rules;
    bool set = zone_size(&sight->seen, HEAP) > 0 && !sight->seen.over;
    return (struct alarm){
        .set = set, .option = 0, .move = {CLEAR, {ARG_ABSENT, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT}}};
}

const struct game toy_rush = {
    TOY(rush, 2, 4),
    TOY_TABLE(zones, SHARED, SEAT_ZONES, HAND),
    TOY_WORDS(verbs, sentences),
    TOY_RULES(due),
    TOY_OPTIONS(options, NULL),
    .is_real_time = always,
    .alarm = alarm_of,
};

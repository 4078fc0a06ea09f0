/* A HOST move on an alarm: who laid a card may claim the heap first; when the alarm rings,
   everybody may. */
#include "toys.h"

enum { PILE, HEAP, SHARED };
enum { WON, SEAT_ZONES };
enum { FLIP, CLAIM, OPEN };
enum { TO_FLIP, TO_CLAIM, OPEN_TO_ALL };

static const struct zone_spec zones[] = {
    {"pile", AUDIENCE_NONE, 0}, {"heap", AUDIENCE_ALL, 0}, {"won", AUDIENCE_ALL, 0}};
static const struct verb_spec verbs[] = {
    {.word = "flip", .help = "flip: turn a card up"},
    {.word = "claim", .aliases = "mine grab", .help = "claim: take the heap"},
    {.word = "open", .flags = VERB_HOST}};
static const char *const sentences[] = {"{who} flips {cards}.", "{who} takes the heap.",
                                        "Now everybody may claim."};
static const char *const no_alarm[] = {"off"};
static const struct option_spec options[] = {{.name = "seconds",
                                              .kind = OPTION_NUMBER,
                                              .words = no_alarm,
                                              .word_count = 1,
                                              .least = 1,
                                              .most = 60,
                                              .standard = 10}};

static void setup(struct play *play)
{
    toy_deck(play, PILE, 3);
    play->table->turn = chance_pick(play->chance, play->table->seats);
}

static void legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    const struct table *t = &sight->seen;
    (void)rules;
    out->count = 0;
    if (t->over)
        return;
    if (seat == SEAT_HOST ? t->phase == TO_CLAIM : seat == t->turn || t->phase == OPEN_TO_ALL)
        moves_add(out,
                  seat == SEAT_HOST     ? OPEN
                  : t->phase == TO_FLIP ? FLIP
                                        : CLAIM,
                  ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

static void apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    if (move->verb == FLIP)
        table_move(play, PILE, 0, HEAP);
    else if (move->verb == CLAIM)
        table_move_all(play, HEAP, seat_zone(play->rules, seat, WON));
    event_say(play, move->verb, move->verb == OPEN ? SEAT_NONE : seat, 0, 0, 0);
    t->phase = move->verb == FLIP ? TO_CLAIM : move->verb == OPEN ? OPEN_TO_ALL : TO_FLIP;
    if (move->verb == CLAIM)
        t->turn = (t->turn + 1) % t->seats;
    t->over = t->phase == TO_FLIP && zone_size(t, PILE) == 0;
}

static void score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    toy_score(rules, sight, WON, out);
}

static struct alarm alarm_of(const struct ruleset *rules, const struct sight *sight)
{
    bool set = sight->seen.phase == TO_CLAIM && !sight->seen.over && rules->options[0] > 0;
    return (struct alarm){
        .set = set, .option = 0, .move = {OPEN, {ARG_ABSENT, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT}}};
}

const struct game toy_claim = {
    TOY(claim, 1, 3),
    TOY_TABLE(zones, SHARED, SEAT_ZONES, -1),
    TOY_WORDS(verbs, sentences),
    TOY_RULES(toy_turn),
    .options = options,
    .option_count = 1,
    .alarm = alarm_of,
};

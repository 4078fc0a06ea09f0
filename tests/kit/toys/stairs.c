/* Many moves that nobody chooses, and matches by points: who climbs walks the steps one by one,
   then the next seat sweeps what fell down, as often as the option says. No hidden hands, and
   the seats decide which options fit. */
#include "toys.h"

enum { PILE, FLOOR, SHARED };
enum { WON, SEAT_ZONES };
enum { CLIMB, STEP, LEFT, RIGHT };
enum { TO_CLIMB, TO_STEP, TO_SWEEP };
enum { LEFT_TO_DO, CLIMBS }; /* registers */
enum { CHORES, MATCH };

static const struct zone_spec zones[] = {
    {"pile", AUDIENCE_NONE, 0}, {"floor", AUDIENCE_ALL, 0}, {"won", AUDIENCE_ALL, 0}};
static const struct verb_spec verbs[] = {
    {.word = "climb", .args = {{.kind = ARG_NUMBER}}, .help = "climb 1 to 3 steps"},
    {.word = "step", .flags = VERB_STEP},
    {.word = "left"},
    {.word = "right"}};
static const char *const sentences[] = {"{who} climbs {0} {0|step|steps}.",
                                        "{who} walks up to step {0}.", "{who} sweeps left.",
                                        "{who} sweeps right."};
static const char *const matches[] = {"1", "3"};
static const struct option_spec options[] = {
    [CHORES] = {.name = "chores", .kind = OPTION_NUMBER, .least = 0, .most = 100},
    [MATCH] = {.name = "match", .kind = OPTION_CHOICE, .words = matches, .word_count = 2}};

static const char *excludes(const int *chosen, int seats)
{
    return seats == 3 && chosen[CHORES] == 1 ? "Three cannot share one chore." : NULL;
}

static void setup(struct play *play)
{
    int first = play->rules->first_seat;
    toy_deck(play, PILE, 12);
    play->table->turn = first == SEAT_NONE ? chance_pick(play->chance, play->table->seats) : first;
}

static void legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    const struct table *t = &sight->seen;
    (void)rules;
    out->count = 0;
    if (t->over || seat != t->turn)
        return;
    for (int steps = 1; steps <= 3 && t->phase == TO_CLIMB; steps++)
        moves_add(out, CLIMB, steps, ARG_ABSENT, ARG_ABSENT);
    for (int verb = LEFT; verb <= RIGHT && t->phase == TO_SWEEP; verb++)
        moves_add(out, verb, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    if (t->phase == TO_STEP)
        moves_add(out, STEP, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

static void apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    if (move->verb == STEP)
        table_move(play, PILE, 0, seat_zone(play->rules, seat, WON));
    event_say(play, move->verb, seat, move->verb == CLIMB ? move->args[0] : t->shared[LEFT_TO_DO],
              0, 0);
    if (move->verb == CLIMB)
        t->shared[LEFT_TO_DO] = move->args[0];
    else
        t->shared[LEFT_TO_DO]--;
    if (move->verb == CLIMB) {
        t->phase = TO_STEP;
    } else if (t->shared[LEFT_TO_DO] == 0 && t->phase == TO_STEP) {
        t->turn = (seat + 1) % t->seats;
        t->over = ++t->shared[CLIMBS] == t->seats;
        t->shared[LEFT_TO_DO] = play->rules->options[CHORES];
        t->phase = t->shared[LEFT_TO_DO] ? TO_SWEEP : TO_CLIMB;
    } else if (t->shared[LEFT_TO_DO] == 0) {
        t->phase = TO_CLIMB;
    }
}

static void score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    toy_score(rules, sight, WON, out);
}

const struct game toy_stairs = {
    TOY_MATCH(stairs, 2, 3, MATCH), TOY_TABLE(zones, SHARED, SEAT_ZONES, -1),
    TOY_WORDS(verbs, sentences),    TOY_RULES(toy_turn),
    TOY_OPTIONS(options, excludes), .match = MATCH_SUM,
};

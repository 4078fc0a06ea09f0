/* The greedy robot of ROYGBIV as it was in November 2026. Not mended any more: what it wins is
   what others are measured by. */
#include "roygbiv/roygbiv.h"
#include "frozen.h"

enum {
    NODES_MOST = 300,
    PER_POINT = 100,
    PER_CARD = 20,
    FINISH_FIRST = 7,
    WORLDS = 16,
    CARDS_MORE = 6
};

struct thought {
    const struct ruleset *rules;
    int seat;
    int nodes; /* positions of this turn looked at so far */
    /* its own stream of random numbers: a thought takes more picks than a tape holds */
    struct chance_seed seed;
    struct chance chance;
};

static int points_of(const struct ruleset *rules, const struct table *t, int seat)
{
    int collected = seat_zone(rules, seat, RO_COLLECTED), size = zone_size(t, collected),
        points = 0;
    for (int i = 0, first = 0, own = 0; i < size; i++) {
        own += zone_face(t, collected, i) == t->own[seat][RO_LEPRECHAUN] - 1;
        if (i + 1 < size && zone_card(t, collected, i + 1)->as == zone_card(t, collected, i)->as)
            continue;
        points += rainbow_points(i + 1 - first, own);
        first = i + 1;
        own = 0;
    }
    return points;
}

static int cards_left(const struct ruleset *rules, const struct table *t, int seat)
{
    return zone_size(t, seat_zone(rules, seat, RO_HAND)) +
           zone_size(t, seat_zone(rules, seat, RO_DECK));
}

static void begin_thought(struct thought *thought)
{
    chance_init(&thought->chance, chance_seeded, &thought->seed);
}

static void copy_world(const struct sight *from, struct sight *to)
{
    to->viewer = from->viewer;
    table_copy(&to->seen, &from->seen);
}

static void play_move(struct thought *thought, struct sight *world, int seat,
                      const struct move *move)
{
    struct play play = {.rules = thought->rules, .table = &world->seen, .chance = &thought->chance};
    roygbiv_apply(&play, seat, move);
}

/* ---- turns ---- */

/* The points that the row gives to the next seat, weighted by how likely it can be completed. */
static int risk_of(const struct table *t)
{
    /* by the distance between the last colour and the goal */
    static const int percent[] = {20, 60, 20, 8};
    if (zone_size(t, RO_ROW) == 0)
        return 0;
    int way = (roygbiv_last(t) - roygbiv_goal(t) + RO_COLOURS) % RO_COLOURS;
    return rainbow_points(zone_size(t, RO_ROW) + 1, 0) *
           percent[way > RO_COLOURS / 2 ? RO_COLOURS - way : way];
}

/* The value of what the robot has won by now, and of the row that it would leave. */
static int worth_of_stopping(const struct thought *thought, const struct table *t)
{
    int left = cards_left(thought->rules, t, thought->seat);
    int worth = PER_POINT * points_of(thought->rules, t, thought->seat) - PER_CARD * left;
    return left == 0 ? worth + PER_POINT * FINISH_FIRST : worth - risk_of(t);
}

static bool ends_turn(const struct move *move)
{
    return move->verb == RO_DONE || move->verb == RO_PASS;
}

/* The best result that this turn can still have. */
static int best_of_turn(struct thought *thought, const struct sight *now)
{
    int best = worth_of_stopping(thought, &now->seen);
    struct sight next;
    struct moves moves;
    if (now->seen.over || ++thought->nodes >= NODES_MOST)
        return best;
    roygbiv_legal(thought->rules, now, thought->seat, &moves);
    for (int i = 0; i < moves.count; i++) {
        if (ends_turn(&moves.list[i]))
            continue;
        copy_world(now, &next);
        play_move(thought, &next, thought->seat, &moves.list[i]);
        int worth = best_of_turn(thought, &next);
        best = worth > best ? worth : best;
    }
    return best;
}

static int worth_in_turns(struct thought *thought, const struct sight *world,
                          const struct move *move)
{
    struct sight next;
    if (ends_turn(move))
        return worth_of_stopping(thought, &world->seen);
    copy_world(world, &next);
    play_move(thought, &next, thought->seat, move);
    thought->nodes = 0;
    return best_of_turn(thought, &next);
}

/* ---- frenzy ---- */

/* Lays a card for the first seat that can. */
static void play_any_card(struct thought *thought, struct sight *world)
{
    struct moves moves = {.count = 0};
    int seats = world->seen.seats, seat = chance_pick(&thought->chance, seats);
    for (int i = 0; i < seats && moves.count == 0; i++) {
        seat = (seat + 1) % seats;
        roygbiv_legal(thought->rules, world, seat, &moves);
    }
    if (moves.count > 0)
        play_move(thought, world, seat, &moves.list[chance_pick(&thought->chance, moves.count)]);
}

/* How far ahead of the others the robot is. */
static int lead_of(const struct thought *thought, const struct table *t)
{
    int lead = 0;
    for (int seat = 0; seat < t->seats; seat++) {
        int points = points_of(thought->rules, t, seat);
        points += cards_left(thought->rules, t, seat) == 0 ? FINISH_FIRST : 0;
        lead += seat == thought->seat ? points * (t->seats - 1) : -points;
    }
    return lead;
}

static int worth_in_frenzy(struct thought *thought, const struct sight *world,
                           const struct move *move)
{
    struct sight next;
    copy_world(world, &next);
    play_move(thought, &next, thought->seat, move);
    for (int i = 0; i < CARDS_MORE && !next.seen.over; i++)
        play_any_card(thought, &next);
    return lead_of(thought, &next.seen);
}

/* ---- advice ---- */

static void weigh(struct thought *thought, const struct sight *sight, const struct moves *moves,
                  int *worths)
{
    bool is_frenzy = thought->rules->options[RO_MODE] == RO_MODE_FRENZY;
    struct sight world;
    for (int n = 0; n < (is_frenzy ? WORLDS : 1); n++) {
        begin_thought(thought);
        sight_imagine(thought->rules, sight, &thought->chance, &world);
        for (int i = 0; i < moves->count; i++)
            worths[i] +=
                (is_frenzy ? worth_in_frenzy : worth_in_turns)(thought, &world, &moves->list[i]);
    }
}

int frozen_roygbiv(const struct ruleset *rules, const struct sight *sight, int seat,
                   const struct moves *moves, struct chance *chance)
{
    struct thought thought = {
        .rules = rules, .seat = seat, .seed = {(uint64_t)chance_pick(chance, 1 << 30)}};
    int worths[MOVES_MAX] = {0};
    struct best best = {0};
    if (sight->seen.phase == RO_PHASE_PLAY && moves->count > 1)
        weigh(&thought, sight, moves, worths);
    for (int i = 0; i < moves->count; i++)
        chance_weigh_best(&best, chance, i, worths[i]);
    return best.index;
}

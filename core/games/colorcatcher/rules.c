/* The rules of Color Catcher: setup, legal moves, playing them, rounds, who is ahead and who wins,
   and why a move is not legal. Rulings: docs/rulings/colorcatcher.md. Names and sentences are in
   colorcatcher.c, the robot is in robot.c. */
#include "colorcatcher.h"

int colorcatcher_sets(const struct table *t, int seat)
{
    int counts[CC_COLOURS], sets = 0;
    colorcatcher_count(t, zone_of(seat, CC_SHOWN), counts);
    for (int colour = 0; colour < CC_COLOURS; colour++)
        sets += counts[colour] >= CC_SET_CARDS;
    return sets;
}

int colorcatcher_towards_sets(const struct table *t, int seat)
{
    int counts[CC_COLOURS], cards = 0;
    colorcatcher_count(t, zone_of(seat, CC_SHOWN), counts);
    for (int colour = 0; colour < CC_COLOURS; colour++)
        cards += counts[colour] < CC_SET_CARDS ? counts[colour] : CC_SET_CARDS;
    return cards;
}

/* Public cards in the colours at this distance from the dominant colour on the circle: one
   colour at distance 0, else two. */
static int cards_at(const struct table *t, int seat, int distance)
{
    int counts[CC_COLOURS], dominant = t->shared[CC_DOMINANT];
    colorcatcher_count(t, zone_of(seat, CC_SHOWN), counts);
    int cards = counts[(dominant + distance) % CC_COLOURS];
    return distance == 0 ? cards : cards + counts[(dominant + CC_COLOURS - distance) % CC_COLOURS];
}

/* The criteria that compare seats, one after the other. */
enum criterion {
    BY_SETS,
    BY_CARDS_TOWARDS_SETS,
    BY_CARDS,
    BY_DOMINANT,
    BY_FARTHEST = BY_DOMINANT + CC_COLOURS / 2,
    BY_NOTHING
};

static int standing(const struct table *t, int seat, int criterion)
{
    switch (criterion) {
    case BY_SETS:
        return colorcatcher_sets(t, seat);
    case BY_CARDS_TOWARDS_SETS:
        return colorcatcher_towards_sets(t, seat);
    case BY_CARDS:
        return zone_size(t, zone_of(seat, CC_SHOWN));
    default:
        return cards_at(t, seat, criterion - BY_DOMINANT);
    }
}

static unsigned keep_best(const struct table *t, unsigned seats, int criterion)
{
    unsigned best = 0;
    int most = -1;
    for (int seat = 0; seat < t->seats; seat++) {
        int value = seats >> seat & 1 ? standing(t, seat, criterion) : -1;
        best = value > most ? 0 : best;
        most = value > most ? value : most;
        best |= (unsigned)(value == most && value >= 0) << seat;
    }
    return best;
}

static bool is_one(unsigned seats)
{
    return (seats & (seats - 1)) == 0;
}

/* CC18: successive elimination, from *criterion on until one seat is left. *criterion becomes
   the criterion that decided, BY_NOTHING if none did. */
static unsigned eliminate(const struct table *t, int *criterion)
{
    unsigned seats = (1u << t->seats) - 1;
    for (; *criterion < BY_NOTHING; ++*criterion) {
        seats = keep_best(t, seats, *criterion);
        if (is_one(seats))
            break;
    }
    return seats;
}

/* Round Play 1 and Resolving Ties. CC17: zero cards can be the most, unless zero_wins=no. */
int colorcatcher_round_winner(const struct ruleset *rules, const struct table *t, int *distance)
{
    int criterion = BY_DOMINANT, most = 0;
    *distance = 0;
    for (int seat = 0; seat < t->seats; seat++)
        most += cards_at(t, seat, 0);
    if (most == 0 && rules->options[CC_OPTION_ZERO_WINS] == CC_ZERO_WINS_NO)
        return SEAT_NONE;
    unsigned seats = eliminate(t, &criterion);
    *distance = criterion - BY_DOMINANT;
    return is_one(seats) ? __builtin_ctz(seats) : SEAT_NONE;
}

#define LIMIT "The round limit (option rounds, house rule CC23) ended the game: "
static const char *const reasons[] = {
    [BY_SETS] = LIMIT "most sets of three or more decide.",
    [BY_CARDS_TOWARDS_SETS] =
        LIMIT "with equal sets, most cards decide, counted up to three a colour.",
    [BY_CARDS] = LIMIT "with all that equal, most public cards decide.",
    [BY_DOMINANT] = LIMIT "with all that equal, most public cards in the dominant colour decide.",
    [BY_DOMINANT + 1] =
        LIMIT "with all that equal, the two colours next to the dominant one decide.",
    [BY_DOMINANT + 2] =
        LIMIT "with all that equal, the two colours two steps from the dominant one decide.",
    [BY_FARTHEST] =
        LIMIT "with all that equal, the two colours farthest from the dominant one decide.",
    [BY_NOTHING] = LIMIT "they are equal in everything that counts.",
};

#undef LIMIT
#define CARDS "{0} {0|card|cards} "
static const char *const counted[] = {
    [BY_CARDS_TOWARDS_SETS] = CARDS "up to three a colour",
    [BY_CARDS] = CARDS "in all",
    [BY_DOMINANT] = CARDS "in the dominant colour",
    [BY_DOMINANT + 1] = CARDS "in the colours next to it",
    [BY_DOMINANT + 2] = CARDS "in the colours two steps from it",
    [BY_FARTHEST] = CARDS "in the colours farthest from it",
};

#undef CARDS

/* Three sets win (CC5); after the last round (CC23) the seat that is ahead wins. A seat's points
   are its sets. */
void colorcatcher_score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    const struct table *t = &sight->seen;
    int criterion = BY_SETS;
    (void)rules;
    score_clear(out);
    for (int seat = 0; seat < t->seats; seat++) {
        int counts[CC_COLOURS];
        colorcatcher_count(t, zone_of(seat, CC_SHOWN), counts);
        for (int colour = 0; colour < CC_COLOURS; colour++)
            if (counts[colour] >= CC_SET_CARDS)
                score_add(out, seat, "{1} {0:word}", colour, counts[colour], 1);
    }
    out->winners = eliminate(t, &criterion);
    bool is_won = is_one(out->winners) && out->total[__builtin_ctz(out->winners)] >= CC_SETS;
    for (int seat = 0; seat < t->seats && criterion > BY_SETS && criterion < BY_NOTHING; seat++)
        score_note(out, seat, counted[criterion], standing(t, seat, criterion));
    out->reason = is_won ? NULL : reasons[criterion];
}

/* ---- setup ---- */

/* The first card of that face. */
static void move_card(struct play *play, int from, int face, int to)
{
    table_move(play, from, zone_find(play->table, from, face), to);
}

static void move_colour(struct play *play, int from, int colour, int count, int to)
{
    for (int i = 0; i < count; i++)
        move_card(play, from, colour, to);
}

/* CC23: 90 turns; by version 1 of the rules about 50. */
static int last_round(const struct ruleset *rules, int seats)
{
    static const int automatic[] = {[2] = 45, [3] = 30, [4] = 22},
                     before[] = {[2] = 24, [3] = 18, [4] = 12};
    int rounds = rules->options[CC_OPTION_ROUNDS];
    return rounds != CC_ROUNDS_AUTO ? rounds
           : rules->version >= 2    ? automatic[seats]
                                    : before[seats];
}

/* Setup: five cards for each seat, red is dominant; a lot decides who begins. */
void colorcatcher_setup(struct play *play)
{
    struct table *t = play->table;
    for (int face = 0; face < CC_FACES; face++)
        table_add(t, face < CC_COLOURS ? CC_DECK : CC_PILE, face,
                  face < CC_COLOURS ? CC_COPIES : CC_EFFECT_COPIES);
    table_shuffle(play, CC_DECK);
    table_shuffle(play, CC_PILE);
    for (int i = 0; i < CC_DEALT * t->seats; i++)
        table_move(play, CC_DECK, 0, zone_of(i / CC_DEALT, CC_HAND));
    t->shared[CC_DOMINANT] = CC_RED;
    t->shared[CC_ROUND] = 1;
    t->shared[CC_LAST] = last_round(play->rules, t->seats);
    t->shared[CC_ANY] = play->rules->options[CC_OPTION_DISCARD_PICK] == CC_DISCARD_PICK_ANY;
    int first = play->rules->first_seat;
    t->shared[CC_FIRST] = t->turn =
        first == SEAT_NONE ? chance_pick(play->chance, t->seats) : first;
    t->phase = CC_ACT;
}

/* CC10: in the own turn, before step D. CC16: an effect without a target is not playable. */
static void add_effects(const struct table *t, int seat, struct moves *out)
{
    int held = zone_of(seat, CC_HELD), has[CC_FACES] = {0};
    for (int i = t->first[held]; i < t->first[held + 1]; i++)
        has[t->cards[i].face] = 1;
    for (int colour = 0; colour < CC_COLOURS; colour++) /* CC13: any other colour */
        moves_add_if(out, has[CC_CHANGE] && colour != t->shared[CC_DOMINANT], CC_EFFECT_CHANGE,
                     colour, ARG_ABSENT, ARG_ABSENT);
    for (int other = 0; other < t->seats; other++) {
        if (other == seat)
            continue;
        int counts[CC_COLOURS];
        colorcatcher_count(t, zone_of(other, CC_SHOWN), counts);
        for (int colour = 0; colour < CC_COLOURS; colour++) {
            moves_add_if(out, has[CC_STEAL_PUBLIC] && counts[colour] > 0, CC_EFFECT_STEAL, other,
                         colour, ARG_ABSENT);
            moves_add_if(out, has[CC_SWEEP] && counts[colour] > 0, CC_EFFECT_SWEEP, other, colour,
                         ARG_ABSENT);
        }
        moves_add_if(out, has[CC_PICK] && zone_size(t, zone_of(other, CC_HAND)) > 0, CC_EFFECT_PICK,
                     other, ARG_ABSENT, ARG_ABSENT);
        moves_add_if(out, has[CC_PICK_EFFECT] && zone_size(t, zone_of(other, CC_HELD)) > 0,
                     CC_EFFECT_PICKFX, other, ARG_ABSENT, ARG_ABSENT);
    }
    /* CC14: not twice in a turn */
    moves_add_if(out, has[CC_TWO_SETS] && !t->shared[CC_TWO], CC_EFFECT_TWO, ARG_ABSENT, ARG_ABSENT,
                 ARG_ABSENT);
}

/* Turn Play 2 (a). CC7: the top card of the discard pile, unless discard_pick=any; CC8: a new
   deck can be made. */
static void add_draws(const struct ruleset *rules, const struct table *t, struct moves *out)
{
    bool has_discards = zone_size(t, CC_DISCARDS) > 0;
    moves_add_if(out, has_discards || zone_size(t, CC_DECK) > 0, CC_DRAW, ARG_ABSENT, ARG_ABSENT,
                 ARG_ABSENT);
    if (rules->options[CC_OPTION_DISCARD_PICK] == CC_DISCARD_PICK_TOP) {
        moves_add_if(out, has_discards, CC_DRAW_DISCARD, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
        return;
    }
    int counts[CC_COLOURS];
    colorcatcher_count(t, CC_DISCARDS, counts);
    for (int colour = 0; colour < CC_COLOURS; colour++)
        moves_add_if(out, counts[colour] > 0, CC_DRAW_DISCARD, colour, ARG_ABSENT, ARG_ABSENT);
}

/* Turn Play 2 (b) */
static void add_steals(const struct table *t, int seat, struct moves *out)
{
    for (int other = 0; other < t->seats; other++) {
        if (other == seat)
            continue;
        int counts[CC_COLOURS];
        colorcatcher_count(t, zone_of(other, CC_SHOWN), counts);
        for (int colour = 0; colour < CC_COLOURS; colour++)
            moves_add_if(out, counts[colour] > 0, CC_STEAL, other, colour, ARG_ABSENT);
    }
}

static void add_act(const struct ruleset *rules, const struct table *t, int seat, struct moves *out)
{
    if (zone_size(t, zone_of(seat, CC_HELD)) > 0)
        add_effects(t, seat, out);
    int effects = out->count;
    add_draws(rules, t, out);
    add_steals(t, seat, out);
    moves_add_if(out, out->count == effects, CC_SKIP, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT); /* CC8 */
}

/* One card of the hand: after a draw (CC6), at the end of the turn, and for the round's winner. */
static void add_discards(const struct ruleset *rules, const struct table *t, int seat,
                         struct moves *out)
{
    int counts[CC_COLOURS];
    (void)rules;
    moves_add_if(out, t->phase == CC_AFTER_DRAW, CC_KEEP, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    colorcatcher_count(t, zone_of(seat, CC_HAND), counts);
    for (int colour = 0; colour < CC_COLOURS; colour++)
        moves_add_if(out, counts[colour] > 0, CC_DISCARD, colour, ARG_ABSENT, ARG_ABSENT);
}

/* Turn Play 3. CC1: at least one card; CC14: the second time another colour, or no card. */
static void add_shows(const struct ruleset *rules, const struct table *t, int seat,
                      struct moves *out)
{
    int counts[CC_COLOURS], before = t->shared[CC_SHOWS] - 1;
    bool is_free =
        t->phase == CC_EXPOSE_SECOND || rules->options[CC_OPTION_EXPOSE] == CC_EXPOSE_MAY;
    colorcatcher_count(t, zone_of(seat, CC_HAND), counts);
    for (int colour = 0; colour < CC_COLOURS; colour++)
        for (int n = 1; n <= counts[colour]; n++)
            moves_add_if(out, colour != before, CC_SHOW, colour, n, ARG_ABSENT);
    moves_add_if(out, is_free, CC_DONE, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

/* CC21: any colour, also the same. */
static void add_names(const struct ruleset *rules, const struct table *t, int seat,
                      struct moves *out)
{
    (void)rules, (void)t, (void)seat;
    for (int colour = 0; colour < CC_COLOURS; colour++)
        moves_add(out, CC_NAME, colour, ARG_ABSENT, ARG_ABSENT);
}

void colorcatcher_legal(const struct ruleset *rules, const struct sight *sight, int seat,
                        struct moves *out)
{
    static void (*const add[])(const struct ruleset *, const struct table *, int,
                               struct moves *) = {
        [CC_ACT] = add_act,
        [CC_AFTER_DRAW] = add_discards,
        [CC_EXPOSE] = add_shows,
        [CC_EXPOSE_SECOND] = add_shows,
        [CC_TRIM] = add_discards,
        [CC_WINNER_TRIM] = add_discards,
        [CC_WINNER_NAMES] = add_names,
    };
    const struct table *t = &sight->seen;
    out->count = 0;
    if (!t->over && seat == t->turn)
        add[t->phase](rules, t, seat, out);
}

/* ---- rounds ---- */

/* Round Play 5. */
static void begin_round(struct play *play)
{
    struct table *t = play->table;
    t->shared[CC_FIRST] = (t->shared[CC_FIRST] + 1) % t->seats;
    t->shared[CC_ROUND]++;
    t->turn = t->shared[CC_FIRST];
    t->phase = CC_ACT;
    event_say(play, CC_SAY_BEGINS, t->turn, t->shared[CC_ROUND], 0, 0);
}

/* CC23: the game ends before cards are taken back; score() tells who is ahead. */
static void end_at_last_round(struct play *play)
{
    struct table *t = play->table;
    t->over = true;
    event_say(play, CC_SAY_LAST_ROUND, SEAT_NONE, t->shared[CC_LAST], 0, 0);
}

/* Round Play 2; CC20: used effects are shuffled again; if all effects are in hands, nobody takes
   one. */
static void take_effect(struct play *play, int winner)
{
    struct table *t = play->table;
    if (zone_size(t, CC_PILE) == 0 && zone_size(t, CC_USED) > 0) {
        table_move_all(play, CC_USED, CC_PILE);
        table_shuffle(play, CC_PILE);
        event_say(play, CC_SAY_RESHUFFLE_EFFECTS, SEAT_NONE, 0, 0, 0);
    }
    bool any = zone_size(t, CC_PILE) > 0;
    if (any)
        table_move(play, CC_PILE, 0, zone_of(winner, CC_HELD));
    event_say(play, any ? CC_SAY_ROUND_WON : CC_SAY_ROUND_NO_EFFECT, winner, t->shared[CC_ROUND], 0,
              0);
}

/* Round Play 3; CC19: the dominant colour only. */
static void take_back(struct play *play, int winner)
{
    int shown = zone_of(winner, CC_SHOWN), colour = play->table->shared[CC_DOMINANT];
    int count = zone_tally(play->table, shown, colour);
    if (count == 0)
        return;
    move_colour(play, shown, colour, count, zone_of(winner, CC_HAND));
    event_say(play, CC_SAY_TAKES_BACK, winner, 0, 0, 0);
}

static void end_round(struct play *play)
{
    struct table *t = play->table;
    if (t->shared[CC_ROUND] == t->shared[CC_LAST]) {
        end_at_last_round(play);
        return;
    }
    int distance, winner = colorcatcher_round_winner(play->rules, t, &distance);
    if (winner == SEAT_NONE) {
        event_say(play, CC_SAY_ROUND_NOBODY, SEAT_NONE, t->shared[CC_ROUND], t->shared[CC_DOMINANT],
                  0);
        begin_round(play);
        return;
    }
    if (distance > 0)
        event_say(play, CC_SAY_TIE, SEAT_NONE, t->shared[CC_DOMINANT], CC_WORD_TIE + distance - 1,
                  0);
    take_effect(play, winner);
    take_back(play, winner);
    t->turn = winner;
    t->phase =
        zone_size(t, zone_of(winner, CC_HAND)) > CC_HAND_LIMIT ? CC_WINNER_TRIM : CC_WINNER_NAMES;
}

static void end_turn(struct play *play)
{
    struct table *t = play->table;
    int next = (t->turn + 1) % t->seats;
    t->shared[CC_TWO] = t->shared[CC_SHOWS] = 0;
    if (next == t->shared[CC_FIRST]) {
        end_round(play);
        return;
    }
    t->turn = next;
    t->phase = CC_ACT;
}

/* Turn Play 4; CC9: the limit holds at the end of the turn. */
static void end_expose(struct play *play)
{
    struct table *t = play->table;
    t->phase = CC_TRIM;
    if (zone_size(t, zone_of(t->turn, CC_HAND)) <= CC_HAND_LIMIT)
        end_turn(play);
}

/* CC22: without a set to expose there is nothing to decide. */
static void begin_expose(struct play *play, int phase)
{
    struct table *t = play->table;
    t->phase = phase;
    if (zone_size(t, zone_of(t->turn, CC_HAND)) == 0)
        end_expose(play);
}

/* CC4, CC5: three sets of at least three win at once. */
static void check_win(struct play *play, int seat)
{
    if (colorcatcher_sets(play->table, seat) < CC_SETS)
        return;
    play->table->over = true;
    event_say(play, CC_SAY_THREE_SETS, seat, 0, 0, 0);
}

/* ---- moves ---- */

static void play_change(struct play *play, int seat, const int *args)
{
    play->table->shared[CC_DOMINANT] = args[0];
    event_say(play, CC_SAY_CHANGE, seat, args[0], 0, 0);
}

/* CC11: a stolen card goes into the hand; with steal_to=table to the own public cards, where it
   may win. */
static void play_steal_public(struct play *play, int seat, const int *args)
{
    bool to_table = play->rules->options[CC_OPTION_STEAL_TO] == CC_STEAL_TO_TABLE;
    event_say(play, CC_SAY_PLAY, seat, 0, 0, 0);
    move_card(play, zone_of(args[0], CC_SHOWN), args[1],
              zone_of(seat, to_table ? CC_SHOWN : CC_HAND));
    event_say(play, to_table ? CC_SAY_TO_TABLE : CC_SAY_STEAL, seat, args[0], 0, 0);
    if (to_table)
        check_win(play, seat);
}

/* CC15 */
static void play_sweep(struct play *play, int seat, const int *args)
{
    int shown = zone_of(args[0], CC_SHOWN);
    event_say(play, CC_SAY_PLAY, seat, 0, 0, 0);
    move_colour(play, shown, args[1], zone_tally(play->table, shown, args[1]), CC_DISCARDS);
    event_say(play, CC_SAY_SWEEP, args[0], 0, 0, 0);
}

/* CC12: blind, by a pick over the other's cards as they came. Only the seats of the two zones
   learn which card it is. */
static void pick_from(struct play *play, int seat, int other, int zone)
{
    int from = zone_of(other, zone);
    event_say(play, CC_SAY_PLAY, seat, 0, 0, 0);
    table_move(play, from, chance_pick(play->chance, zone_size(play->table, from)),
               zone_of(seat, zone));
    event_say(play, CC_SAY_PICK, seat, other, 0, 0);
}

static void play_pick(struct play *play, int seat, const int *args)
{
    pick_from(play, seat, args[0], CC_HAND);
}

static void play_pick_effect(struct play *play, int seat, const int *args)
{
    pick_from(play, seat, args[0], CC_HELD);
}

static void play_two(struct play *play, int seat, const int *args)
{
    (void)args;
    play->table->shared[CC_TWO] = 1;
    event_say(play, CC_SAY_TWO, seat, 0, 0, 0);
}

/* CC8: all discards become the deck if it is empty. */
static void play_draw(struct play *play, int seat, const int *args)
{
    (void)args;
    if (zone_size(play->table, CC_DECK) == 0) {
        table_move_all(play, CC_DISCARDS, CC_DECK);
        table_shuffle(play, CC_DECK);
        event_say(play, CC_SAY_RESHUFFLE, SEAT_NONE, 0, 0, 0);
    }
    table_move(play, CC_DECK, 0, zone_of(seat, CC_HAND));
    event_say(play, CC_SAY_DRAW, seat, 0, 0, 0);
    play->table->phase = CC_AFTER_DRAW;
}

/* CC7; takes the uppermost of several cards of a named colour. */
static void play_draw_discard(struct play *play, int seat, const int *args)
{
    int i = zone_size(play->table, CC_DISCARDS) - 1;
    while (args[0] != ARG_ABSENT && zone_face(play->table, CC_DISCARDS, i) != args[0])
        i--;
    table_move(play, CC_DISCARDS, i, zone_of(seat, CC_HAND));
    event_say(play, CC_SAY_TAKE, seat, 0, 0, 0);
    play->table->phase = CC_AFTER_DRAW;
}

static void play_steal(struct play *play, int seat, const int *args)
{
    move_card(play, zone_of(args[0], CC_SHOWN), args[1], zone_of(seat, CC_HAND));
    event_say(play, CC_SAY_STEAL, seat, args[0], 0, 0);
    begin_expose(play, CC_EXPOSE);
}

static void play_skip(struct play *play, int seat, const int *args)
{
    (void)args;
    event_say(play, CC_SAY_SKIP, seat, 0, 0, 0);
    begin_expose(play, CC_EXPOSE);
}

static void play_keep(struct play *play, int seat, const int *args)
{
    (void)args;
    event_say(play, CC_SAY_KEEP, seat, 0, 0, 0);
    begin_expose(play, CC_EXPOSE);
}

static void play_discard(struct play *play, int seat, const int *args)
{
    struct table *t = play->table;
    int hand = zone_of(seat, CC_HAND);
    move_card(play, hand, args[0], CC_DISCARDS);
    event_say(play, CC_SAY_DISCARD, seat, 0, 0, 0);
    if (t->phase == CC_AFTER_DRAW)
        begin_expose(play, CC_EXPOSE);
    else if (zone_size(t, hand) <= CC_HAND_LIMIT && t->phase == CC_TRIM)
        end_turn(play);
    else if (zone_size(t, hand) <= CC_HAND_LIMIT)
        t->phase = CC_WINNER_NAMES;
}

/* CC2, CC3: new cards join the cards of their colour. */
static void play_show(struct play *play, int seat, const int *args)
{
    struct table *t = play->table;
    bool is_second = t->phase == CC_EXPOSE_SECOND;
    move_colour(play, zone_of(seat, CC_HAND), args[0], args[1], zone_of(seat, CC_SHOWN));
    event_say(play, CC_SAY_SHOW, seat, args[0], 0, 0);
    t->shared[CC_SHOWS] = args[0] + 1;
    check_win(play, seat);
    if (t->over)
        return;
    if (t->shared[CC_TWO] && !is_second)
        begin_expose(play, CC_EXPOSE_SECOND);
    else
        end_expose(play);
}

static void play_done(struct play *play, int seat, const int *args)
{
    (void)args;
    event_say(play, CC_SAY_DONE, seat, 0, 0, 0);
    end_expose(play);
}

/* Round Play 4 */
static void play_name(struct play *play, int seat, const int *args)
{
    play->table->shared[CC_DOMINANT] = args[0];
    event_say(play, CC_SAY_NAME, seat, args[0], 0, 0);
    begin_round(play);
}

void colorcatcher_apply(struct play *play, int seat, const struct move *move)
{
    static void (*const moves[])(struct play *, int, const int *) = {
        [CC_EFFECT_CHANGE] = play_change,
        [CC_EFFECT_STEAL] = play_steal_public,
        [CC_EFFECT_SWEEP] = play_sweep,
        [CC_EFFECT_PICK] = play_pick,
        [CC_EFFECT_PICKFX] = play_pick_effect,
        [CC_EFFECT_TWO] = play_two,
        [CC_DRAW] = play_draw,
        [CC_DRAW_DISCARD] = play_draw_discard,
        [CC_STEAL] = play_steal,
        [CC_SKIP] = play_skip,
        [CC_KEEP] = play_keep,
        [CC_DISCARD] = play_discard,
        [CC_SHOW] = play_show,
        [CC_DONE] = play_done,
        [CC_NAME] = play_name,
    };
    if (move->verb <= CC_EFFECT_TWO) /* an effect leaves the hand before it is resolved */
        move_card(play, zone_of(seat, CC_HELD), CC_CHANGE + move->verb, CC_USED);
    moves[move->verb](play, seat, move->args);
}

unsigned colorcatcher_due(const struct ruleset *rules, const struct sight *sight)
{
    (void)rules;
    return sight->seen.over ? 0 : 1u << sight->seen.turn;
}

/* ---- why not ---- */

/* What the table waits for instead. */
static const char *const waits_for[] = {
    [CC_ACT] = "First draw a card, from the deck or the discard pile, or steal a public one.",
    [CC_AFTER_DRAW] = "You have drawn: keep what you have, or discard one card.",
    [CC_EXPOSE] =
        "You have drawn or stolen: now show cards of one colour; effects and draws come before that.",
    [CC_EXPOSE_SECOND] = "You played Expose Two Sets: show cards of a second colour, or say done.",
    [CC_TRIM] = "You hold more than 7 colour cards at the end of your turn: discard down to 7.",
    [CC_WINNER_TRIM] = "You won the round and hold more than 7 colour cards: discard down to 7.",
    [CC_WINNER_NAMES] = "You won the round: name the dominant colour of the next one.",
};

/* The phases in which a verb can be legal. */
static const unsigned phases_of[CC_VERBS] = {
    [CC_EFFECT_CHANGE] = 1 << CC_ACT,
    [CC_EFFECT_STEAL] = 1 << CC_ACT,
    [CC_EFFECT_SWEEP] = 1 << CC_ACT,
    [CC_EFFECT_PICK] = 1 << CC_ACT,
    [CC_EFFECT_PICKFX] = 1 << CC_ACT,
    [CC_EFFECT_TWO] = 1 << CC_ACT,
    [CC_DRAW] = 1 << CC_ACT,
    [CC_DRAW_DISCARD] = 1 << CC_ACT,
    [CC_STEAL] = 1 << CC_ACT,
    [CC_SKIP] = 1 << CC_ACT,
    [CC_KEEP] = 1 << CC_AFTER_DRAW,
    [CC_DISCARD] = 1 << CC_AFTER_DRAW | 1 << CC_TRIM | 1 << CC_WINNER_TRIM,
    [CC_SHOW] = 1 << CC_EXPOSE | 1 << CC_EXPOSE_SECOND,
    [CC_DONE] = 1 << CC_EXPOSE | 1 << CC_EXPOSE_SECOND,
    [CC_NAME] = 1 << CC_WINNER_NAMES,
};

static const char *explain_target(const struct table *t, int seat, const struct move *move)
{
    int other = move->args[0], colour = move->args[1];
    if (other == ARG_ABSENT)
        return "Say from whom.";
    if (other == seat)
        return "You can do that to another player only, not to yourself.";
    if (other >= t->seats)
        return "Nobody sits there.";
    if (move->verb == CC_EFFECT_PICK)
        return zone_size(t, zone_of(other, CC_HAND)) == 0
                   ? "That player has no colour card in the hand."
                   : NULL;
    if (move->verb == CC_EFFECT_PICKFX)
        return zone_size(t, zone_of(other, CC_HELD)) == 0 ? "That player has no effect card."
                                                          : NULL;
    if (colour == ARG_ABSENT)
        return "Say which colour, too.";
    return zone_tally(t, zone_of(other, CC_SHOWN), colour) == 0
               ? "That player has no public card of that colour."
               : NULL;
}

static const char *explain_effect(const struct table *t, int seat, const struct move *move)
{
    if (zone_find(t, zone_of(seat, CC_HELD), CC_CHANGE + move->verb) < 0)
        return "You don't hold that effect card; !hand shows the ones you hold.";
    if (move->verb == CC_EFFECT_TWO)
        return t->shared[CC_TWO] ? "Expose Two Sets can be played once a turn only." : NULL;
    if (move->verb != CC_EFFECT_CHANGE)
        return explain_target(t, seat, move);
    if (move->args[0] == ARG_ABSENT)
        return "Say which colour is to be dominant.";
    return move->args[0] == t->shared[CC_DOMINANT]
               ? "That colour is dominant already; change it to another one."
               : NULL;
}

/* Step D without stealing. */
static const char *explain_draw(const struct ruleset *rules, const struct table *t,
                                const struct move *move)
{
    bool is_top = rules->options[CC_OPTION_DISCARD_PICK] == CC_DISCARD_PICK_TOP;
    if (move->verb == CC_SKIP)
        return "You can skip your turn only if you can neither draw nor steal.";
    if (zone_size(t, CC_DISCARDS) == 0)
        return move->verb == CC_DRAW ? "The deck and the discard pile are both empty."
                                     : "The discard pile is empty.";
    if (move->verb == CC_DRAW)
        return NULL;
    if (is_top && move->args[0] != ARG_ABSENT)
        return "Only the top card of the discard pile can be drawn (discard_pick=top): say draw discard.";
    if (!is_top && move->args[0] == ARG_ABSENT)
        return "Say which colour of the discard pile, too (discard_pick=any).";
    return is_top ? NULL : "No card of that colour lies in the discard pile.";
}

static const char *explain_show(const struct table *t, int seat, const struct move *move)
{
    int colour = move->args[0], count = move->args[1];
    if (move->verb == CC_DONE)
        return "You have to show at least one card (expose=must).";
    if (colour == ARG_ABSENT)
        return "Say which colour, and how many cards of it.";
    if (colour == t->shared[CC_SHOWS] - 1)
        return "The second set has to be of another colour than the first.";
    int held = zone_tally(t, zone_of(seat, CC_HAND), colour);
    if (held == 0)
        return "You hold no card of that colour.";
    if (count == ARG_ABSENT)
        return "Say how many cards of it, too.";
    return count == 0     ? "Show one card at least."
           : count > held ? "You don't hold that many cards of that colour."
                          : NULL;
}

static const char *explain_discard(const struct table *t, int seat, const struct move *move)
{
    if (move->args[0] == ARG_ABSENT)
        return "Say which colour.";
    return zone_find(t, zone_of(seat, CC_HAND), move->args[0]) < 0
               ? "You hold no card of that colour."
               : NULL;
}

static const char *explain_phase(const struct table *t, const struct move *move)
{
    if (move->verb == CC_NAME)
        return "Only the winner of a round names the dominant colour, after everybody's turn.";
    if (move->verb == CC_KEEP)
        return "There is something to keep only after a draw.";
    if (move->verb == CC_DISCARD && t->phase != CC_WINNER_NAMES)
        return "A card is discarded after a draw, or with more than 7 colour cards at the end of the turn.";
    return waits_for[t->phase];
}

const char *colorcatcher_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                                 const struct move *move)
{
    const struct table *t = &sight->seen;
    if (t->over)
        return "The game is over.";
    if (seat != t->turn)
        return t->phase >= CC_WINNER_TRIM
                   ? "First the winner of the round names the next dominant colour."
                   : "It is another player's turn.";
    if (!(phases_of[move->verb] >> t->phase & 1))
        return explain_phase(t, move);
    if (move->verb <= CC_EFFECT_TWO)
        return explain_effect(t, seat, move);
    switch (move->verb) {
    case CC_STEAL:
        return explain_target(t, seat, move);
    case CC_DISCARD:
        return explain_discard(t, seat, move);
    case CC_SHOW:
    case CC_DONE:
        return explain_show(t, seat, move);
    case CC_NAME:
        return "Say which colour is to be dominant.";
    default:
        return explain_draw(rules, t, move);
    }
}

void colorcatcher_remark(const struct ruleset *rules, const struct sight *sight,
                         struct remarks *out)
{
    (void)rules;
    out->lead_phrase = "{n} {n|set|sets}";
    out->lead_label = "sets";
    for (int seat = 0; seat < sight->seen.seats; seat++)
        out->lead[seat] = colorcatcher_sets(&sight->seen, seat);
}

/* The rules of Color Catcher: setup, legal moves, playing them, rounds. Rulings: docs/rulings/colorcatcher.md. Who wins a
   round or the game is in ranking.c, why a move is not legal in explain.c, what is shown and said in colorcatcher.c. */
#include "colorcatcher.h"

/* The first one of that face. */
static void move_card(struct play *play, int from, int face, int to)
{
    table_move(play, from, zone_find(play->table, from, face), to);
}

static void move_colour(struct play *play, int from, int colour, int count, int to)
{
    for (int i = 0; i < count; i++)
        move_card(play, from, colour, to);
}

/* CC23 */
static int last_round(const struct ruleset *rules, int seats)
{
    static const int automatic[] = {[2] = 24, [3] = 18, [4] = 12};
    int rounds = rules->options[OPTION_ROUNDS];
    return rounds == ROUNDS_AUTO ? automatic[seats] : rounds;
}

/* Setup: five cards each, red is dominant; a lot decides who begins. */
void colorcatcher_setup(struct play *play)
{
    struct table *t = play->table;
    for (int face = 0; face < FACES; face++)
        table_add(t, face < COLOURS ? DECK : PILE, face, face < COLOURS ? COPIES : EFFECT_COPIES);
    table_shuffle(play, DECK);
    table_shuffle(play, PILE);
    for (int i = 0; i < DEALT * t->seats; i++)
        table_move(play, DECK, 0, zone_of(i / DEALT, HAND));
    t->shared[DOMINANT] = RED;
    t->shared[ROUND] = 1;
    t->shared[LAST] = last_round(play->rules, t->seats);
    t->shared[ANY] = play->rules->options[OPTION_DISCARD_PICK] == DISCARD_PICK_ANY;
    int first = play->rules->first_seat;
    t->shared[FIRST] = t->turn = first == SEAT_NONE ? chance_pick(play->chance, t->seats) : first;
    t->phase = ACT;
}

/* ---- legal moves ---- */

/* CC10: in the own turn, before step D. CC16: an effect without a target is not playable. */
static void add_effects(const struct table *t, int seat, struct moves *out)
{
    int held = zone_of(seat, HELD), has[FACES] = {0};
    for (int i = t->first[held]; i < t->first[held + 1]; i++)
        has[t->cards[i].face] = 1;
    for (int colour = 0; colour < COLOURS; colour++) /* CC13: any other colour */
        moves_add_if(out, has[CHANGE] && colour != t->shared[DOMINANT], EFFECT_CHANGE, colour, ARG_ABSENT, ARG_ABSENT);
    for (int other = 0; other < t->seats; other++) {
        if (other == seat)
            continue;
        int counts[COLOURS];
        count_colours(t, zone_of(other, SHOWN), counts);
        for (int colour = 0; colour < COLOURS; colour++) {
            moves_add_if(out, has[STEAL_PUBLIC] && counts[colour] > 0, EFFECT_STEAL, other, colour, ARG_ABSENT);
            moves_add_if(out, has[SWEEP] && counts[colour] > 0, EFFECT_SWEEP, other, colour, ARG_ABSENT);
        }
        moves_add_if(out, has[PICK] && zone_size(t, zone_of(other, HAND)) > 0, EFFECT_PICK, other, ARG_ABSENT,
                     ARG_ABSENT);
        moves_add_if(out, has[PICK_EFFECT] && zone_size(t, zone_of(other, HELD)) > 0, EFFECT_PICKFX, other, ARG_ABSENT,
                     ARG_ABSENT);
    }
    /* CC14: not twice in a turn */
    moves_add_if(out, has[TWO_SETS] && !t->shared[TWO], EFFECT_TWO, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

/* Turn Play 2 (a). CC7: of the discard pile the top card, unless discard_pick=any; CC8: the deck can be made anew. */
static void add_draws(const struct ruleset *rules, const struct table *t, struct moves *out)
{
    bool has_discards = zone_size(t, DISCARDS) > 0;
    moves_add_if(out, has_discards || zone_size(t, DECK) > 0, DRAW, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    if (rules->options[OPTION_DISCARD_PICK] == DISCARD_PICK_TOP) {
        moves_add_if(out, has_discards, DRAW_DISCARD, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
        return;
    }
    int counts[COLOURS];
    count_colours(t, DISCARDS, counts);
    for (int colour = 0; colour < COLOURS; colour++)
        moves_add_if(out, counts[colour] > 0, DRAW_DISCARD, colour, ARG_ABSENT, ARG_ABSENT);
}

/* Turn Play 2 (b) */
static void add_steals(const struct table *t, int seat, struct moves *out)
{
    for (int other = 0; other < t->seats; other++) {
        if (other == seat)
            continue;
        int counts[COLOURS];
        count_colours(t, zone_of(other, SHOWN), counts);
        for (int colour = 0; colour < COLOURS; colour++)
            moves_add_if(out, counts[colour] > 0, STEAL, other, colour, ARG_ABSENT);
    }
}

static void add_act(const struct ruleset *rules, const struct table *t, int seat, struct moves *out)
{
    if (zone_size(t, zone_of(seat, HELD)) > 0)
        add_effects(t, seat, out);
    int effects = out->count;
    add_draws(rules, t, out);
    add_steals(t, seat, out);
    moves_add_if(out, out->count == effects, SKIP, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT); /* CC8 */
}

/* One card of the hand: after a draw (CC6), at the end of the turn, and for the round's winner. */
static void add_discards(const struct ruleset *rules, const struct table *t, int seat, struct moves *out)
{
    int counts[COLOURS];
    (void)rules;
    moves_add_if(out, t->phase == AFTER_DRAW, KEEP, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    count_colours(t, zone_of(seat, HAND), counts);
    for (int colour = 0; colour < COLOURS; colour++)
        moves_add_if(out, counts[colour] > 0, DISCARD, colour, ARG_ABSENT, ARG_ABSENT);
}

/* Turn Play 3. CC1: at least one card; CC14: the second time another colour, or none. */
static void add_shows(const struct ruleset *rules, const struct table *t, int seat, struct moves *out)
{
    int counts[COLOURS], before = t->shared[SHOWS] - 1;
    bool is_free = t->phase == EXPOSE_SECOND || rules->options[OPTION_EXPOSE] == EXPOSE_MAY;
    count_colours(t, zone_of(seat, HAND), counts);
    for (int colour = 0; colour < COLOURS; colour++)
        for (int n = 1; n <= counts[colour]; n++)
            moves_add_if(out, colour != before, SHOW, colour, n, ARG_ABSENT);
    moves_add_if(out, is_free, DONE, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

/* CC21: any colour, also the same. */
static void add_names(const struct ruleset *rules, const struct table *t, int seat, struct moves *out)
{
    (void)rules, (void)t, (void)seat;
    for (int colour = 0; colour < COLOURS; colour++)
        moves_add(out, NAME, colour, ARG_ABSENT, ARG_ABSENT);
}

void colorcatcher_legal(const struct ruleset *rules, const struct sight *sight, int seat, struct moves *out)
{
    static void (*const add[])(const struct ruleset *, const struct table *, int, struct moves *) = {
        [ACT] = add_act,       [AFTER_DRAW] = add_discards,  [EXPOSE] = add_shows,       [EXPOSE_SECOND] = add_shows,
        [TRIM] = add_discards, [WINNER_TRIM] = add_discards, [WINNER_NAMES] = add_names,
    };
    const struct table *t = &sight->seen;
    out->count = 0;
    if (!t->over && seat == t->turn)
        add[t->phase](rules, t, seat, out);
}

/* ---- rounds ---- */

/* Round Play 5 */
static void begin_round(struct play *play)
{
    struct table *t = play->table;
    t->shared[FIRST] = (t->shared[FIRST] + 1) % t->seats;
    t->shared[ROUND]++;
    t->turn = t->shared[FIRST];
    t->phase = ACT;
    event_say(play, SAY_BEGINS, t->turn, t->shared[ROUND], 0, 0);
}

/* CC23: the game ends before cards are taken back; score() tells who is ahead. */
static void end_at_last_round(struct play *play)
{
    struct table *t = play->table;
    t->over = true;
    event_say(play, SAY_LAST_ROUND, SEAT_NONE, t->shared[LAST], 0, 0);
    for (int seat = 0; seat < t->seats; seat++)
        event_say(play, SAY_RANK, seat, sets_of(t, seat), cards_towards_sets(t, seat),
                  zone_size(t, zone_of(seat, SHOWN)));
}

/* Round Play 2; CC20: used effects are shuffled again, and if all are in hands there is none to take. */
static void take_effect(struct play *play, int winner)
{
    struct table *t = play->table;
    if (zone_size(t, PILE) == 0 && zone_size(t, USED) > 0) {
        table_move_all(play, USED, PILE);
        table_shuffle(play, PILE);
        event_say(play, SAY_RESHUFFLE_EFFECTS, SEAT_NONE, 0, 0, 0);
    }
    bool any = zone_size(t, PILE) > 0;
    if (any)
        table_move(play, PILE, 0, zone_of(winner, HELD));
    event_say(play, any ? SAY_ROUND_WON : SAY_ROUND_NO_EFFECT, winner, t->shared[ROUND], 0, 0);
}

/* Round Play 3; CC19: the dominant colour only. */
static void take_back(struct play *play, int winner)
{
    int shown = zone_of(winner, SHOWN), colour = play->table->shared[DOMINANT];
    int count = zone_tally(play->table, shown, colour);
    if (count == 0)
        return;
    move_colour(play, shown, colour, count, zone_of(winner, HAND));
    event_say(play, SAY_TAKES_BACK, winner, 0, 0, 0);
}

static void end_round(struct play *play)
{
    struct table *t = play->table;
    if (t->shared[ROUND] == t->shared[LAST]) {
        end_at_last_round(play);
        return;
    }
    int distance, winner = round_winner(play->rules, t, &distance);
    if (winner == SEAT_NONE) {
        event_say(play, SAY_ROUND_NOBODY, SEAT_NONE, t->shared[ROUND], t->shared[DOMINANT], 0);
        begin_round(play);
        return;
    }
    if (distance > 0)
        event_say(play, SAY_TIE, SEAT_NONE, t->shared[DOMINANT], WORD_TIE + distance - 1, 0);
    take_effect(play, winner);
    take_back(play, winner);
    t->turn = winner;
    t->phase = zone_size(t, zone_of(winner, HAND)) > HAND_LIMIT ? WINNER_TRIM : WINNER_NAMES;
}

static void end_turn(struct play *play)
{
    struct table *t = play->table;
    int next = (t->turn + 1) % t->seats;
    t->shared[TWO] = t->shared[SHOWS] = 0;
    if (next == t->shared[FIRST]) {
        end_round(play);
        return;
    }
    t->turn = next;
    t->phase = ACT;
}

/* Turn Play 4; CC9: the limit holds at the end of the turn. */
static void end_expose(struct play *play)
{
    struct table *t = play->table;
    t->phase = TRIM;
    if (zone_size(t, zone_of(t->turn, HAND)) <= HAND_LIMIT)
        end_turn(play);
}

/* CC22: nothing to expose, nothing to decide. */
static void begin_expose(struct play *play, int phase)
{
    struct table *t = play->table;
    t->phase = phase;
    if (zone_size(t, zone_of(t->turn, HAND)) == 0)
        end_expose(play);
}

/* CC4, CC5: three sets of at least three win at once. */
static void check_win(struct play *play, int seat)
{
    if (sets_of(play->table, seat) < SETS)
        return;
    play->table->over = true;
    event_say(play, SAY_THREE_SETS, seat, 0, 0, 0);
}

/* ---- moves ---- */

static void play_change(struct play *play, int seat, const int *args)
{
    play->table->shared[DOMINANT] = args[0];
    event_say(play, SAY_CHANGE, seat, args[0], 0, 0);
}

/* CC11: into the hand; with steal_to=table to the own public cards, where it may win. */
static void play_steal_public(struct play *play, int seat, const int *args)
{
    bool to_table = play->rules->options[OPTION_STEAL_TO] == STEAL_TO_TABLE;
    event_say(play, SAY_PLAY, seat, 0, 0, 0);
    move_card(play, zone_of(args[0], SHOWN), args[1], zone_of(seat, to_table ? SHOWN : HAND));
    event_say(play, to_table ? SAY_TO_TABLE : SAY_STEAL, seat, args[0], 0, 0);
    if (to_table)
        check_win(play, seat);
}

/* CC15 */
static void play_sweep(struct play *play, int seat, const int *args)
{
    int shown = zone_of(args[0], SHOWN);
    event_say(play, SAY_PLAY, seat, 0, 0, 0);
    move_colour(play, shown, args[1], zone_tally(play->table, shown, args[1]), DISCARDS);
    event_say(play, SAY_SWEEP, args[0], 0, 0, 0);
}

/* CC12: blind, by a pick over the other's cards as they came. The two zones see to it that only two seats learn which. */
static void pick_from(struct play *play, int seat, int other, int zone)
{
    int from = zone_of(other, zone);
    event_say(play, SAY_PLAY, seat, 0, 0, 0);
    table_move(play, from, chance_pick(play->chance, zone_size(play->table, from)), zone_of(seat, zone));
    event_say(play, SAY_PICK, seat, other, 0, 0);
}

static void play_pick(struct play *play, int seat, const int *args)
{
    pick_from(play, seat, args[0], HAND);
}

static void play_pick_effect(struct play *play, int seat, const int *args)
{
    pick_from(play, seat, args[0], HELD);
}

static void play_two(struct play *play, int seat, const int *args)
{
    (void)args;
    play->table->shared[TWO] = 1;
    event_say(play, SAY_TWO, seat, 0, 0, 0);
}

/* CC8: an empty deck is made of all discards first. */
static void play_draw(struct play *play, int seat, const int *args)
{
    (void)args;
    if (zone_size(play->table, DECK) == 0) {
        table_move_all(play, DISCARDS, DECK);
        table_shuffle(play, DECK);
        event_say(play, SAY_RESHUFFLE, SEAT_NONE, 0, 0, 0);
    }
    table_move(play, DECK, 0, zone_of(seat, HAND));
    event_say(play, SAY_DRAW, seat, 0, 0, 0);
    play->table->phase = AFTER_DRAW;
}

/* CC7; of several cards of a named colour the uppermost. */
static void play_draw_discard(struct play *play, int seat, const int *args)
{
    int i = zone_size(play->table, DISCARDS) - 1;
    while (args[0] != ARG_ABSENT && zone_face(play->table, DISCARDS, i) != args[0])
        i--;
    table_move(play, DISCARDS, i, zone_of(seat, HAND));
    event_say(play, SAY_TAKE, seat, 0, 0, 0);
    play->table->phase = AFTER_DRAW;
}

static void play_steal(struct play *play, int seat, const int *args)
{
    move_card(play, zone_of(args[0], SHOWN), args[1], zone_of(seat, HAND));
    event_say(play, SAY_STEAL, seat, args[0], 0, 0);
    begin_expose(play, EXPOSE);
}

static void play_skip(struct play *play, int seat, const int *args)
{
    (void)args;
    event_say(play, SAY_SKIP, seat, 0, 0, 0);
    begin_expose(play, EXPOSE);
}

static void play_keep(struct play *play, int seat, const int *args)
{
    (void)args;
    event_say(play, SAY_KEEP, seat, 0, 0, 0);
    begin_expose(play, EXPOSE);
}

static void play_discard(struct play *play, int seat, const int *args)
{
    struct table *t = play->table;
    int hand = zone_of(seat, HAND);
    move_card(play, hand, args[0], DISCARDS);
    event_say(play, SAY_DISCARD, seat, 0, 0, 0);
    if (t->phase == AFTER_DRAW)
        begin_expose(play, EXPOSE);
    else if (zone_size(t, hand) <= HAND_LIMIT && t->phase == TRIM)
        end_turn(play);
    else if (zone_size(t, hand) <= HAND_LIMIT)
        t->phase = WINNER_NAMES;
}

/* CC2, CC3: new cards join those of their colour. */
static void play_show(struct play *play, int seat, const int *args)
{
    struct table *t = play->table;
    bool is_second = t->phase == EXPOSE_SECOND;
    move_colour(play, zone_of(seat, HAND), args[0], args[1], zone_of(seat, SHOWN));
    event_say(play, SAY_SHOW, seat, args[0], 0, 0);
    t->shared[SHOWS] = args[0] + 1;
    check_win(play, seat);
    if (t->over)
        return;
    if (t->shared[TWO] && !is_second)
        begin_expose(play, EXPOSE_SECOND);
    else
        end_expose(play);
}

static void play_done(struct play *play, int seat, const int *args)
{
    (void)args;
    event_say(play, SAY_DONE, seat, 0, 0, 0);
    end_expose(play);
}

/* Round Play 4 */
static void play_name(struct play *play, int seat, const int *args)
{
    play->table->shared[DOMINANT] = args[0];
    event_say(play, SAY_NAME, seat, args[0], 0, 0);
    begin_round(play);
}

void colorcatcher_apply(struct play *play, int seat, const struct move *move)
{
    static void (*const moves[])(struct play *, int, const int *) = {
        [EFFECT_CHANGE] = play_change,
        [EFFECT_STEAL] = play_steal_public,
        [EFFECT_SWEEP] = play_sweep,
        [EFFECT_PICK] = play_pick,
        [EFFECT_PICKFX] = play_pick_effect,
        [EFFECT_TWO] = play_two,
        [DRAW] = play_draw,
        [DRAW_DISCARD] = play_draw_discard,
        [STEAL] = play_steal,
        [SKIP] = play_skip,
        [KEEP] = play_keep,
        [DISCARD] = play_discard,
        [SHOW] = play_show,
        [DONE] = play_done,
        [NAME] = play_name,
    };
    if (move->verb <= EFFECT_TWO) /* it leaves the hand before it is resolved */
        move_card(play, zone_of(seat, HELD), CHANGE + move->verb, USED);
    moves[move->verb](play, seat, move->args);
}

unsigned colorcatcher_due(const struct ruleset *rules, const struct sight *sight)
{
    (void)rules;
    return sight->seen.over ? 0 : 1u << sight->seen.turn;
}

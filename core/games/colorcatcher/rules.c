/* The rules of Color Catcher: setup, legal moves, playing them, rounds. Rulings:
   docs/rulings/colorcatcher.md. Who wins a round or the game is in ranking.c, why a move is not
   legal is in explain.c, names and sentences are in colorcatcher.c. */
#include "colorcatcher.h"
#include "ranking.h"

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

/* ---- legal moves ---- */

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
        count_colours(t, zone_of(other, CC_SHOWN), counts);
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
    count_colours(t, CC_DISCARDS, counts);
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
        count_colours(t, zone_of(other, CC_SHOWN), counts);
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
    count_colours(t, zone_of(seat, CC_HAND), counts);
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
    count_colours(t, zone_of(seat, CC_HAND), counts);
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

/* Round Play 5 */
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
    int distance, winner = round_winner(play->rules, t, &distance);
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
    if (sets_of(play->table, seat) < CC_SETS)
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

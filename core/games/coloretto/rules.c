/* The rules of Coloretto: setup, the two actions, rounds, the last round, the score. Rulings:
   docs/rulings/coloretto.md. Names and sentences are in coloretto.c, the robot is in robot.c. */
#include "coloretto.h"

static int collection_of(int seat)
{
    return CO_SHARED_ZONES + seat * CO_SEAT_ZONES + CO_COLLECTION;
}

static int row_count(int seats)
{
    return seats == 2 ? 3 : seats;
}

/* Cards that fit at a row: 3; with two players the green row cards show 1, 2 and 3. */
static int capacity(int seats, int row)
{
    return seats == 2 ? row + 1 : 3;
}

static void open_rows(struct table *t)
{
    for (int row = 0; row < row_count(t->seats); row++)
        t->shared[CO_ROOM + row] = capacity(t->seats, row);
    for (int seat = 0; seat < t->seats; seat++)
        t->own[seat][CO_TAKEN] = 0;
}

/* CO2: every player begins with one card (with two players: two cards); no colour lies twice at
   the table. */
static void deal_start_cards(struct play *play, int colours, int left[CO_COLOURS])
{
    struct table *t = play->table;
    int cards = t->seats == 2 ? 2 : 1, pool[CO_COLOURS], count = colours;
    for (int i = 0; i < colours; i++)
        pool[i] = i;
    for (int i = 0; i < t->seats * cards; i++) {
        int pick = chance_pick(play->chance, count), colour = pool[pick];
        for (int j = pick; j + 1 < count; j++)
            pool[j] = pool[j + 1];
        count--;
        left[colour]--;
        table_add(t, collection_of(i / cards), colour, 1);
    }
}

/* Setup. The last-round card lies above the last 15 cards of the supply: their number says where
   it is. */
void coloretto_setup(struct play *play)
{
    struct table *t = play->table;
    int colours = coloretto_colours(t->seats), left[CO_COLOURS];
    for (int i = 0; i < colours; i++)
        left[i] = CO_PER_COLOUR;
    deal_start_cards(play, colours, left);
    for (int i = 0; i < colours; i++)
        table_add(t, CO_SUPPLY, i, left[i]);
    table_add(t, CO_SUPPLY, CO_PLUS_TWO, CO_PLUS_TWOS);
    table_add(t, CO_SUPPLY, CO_JOKER, CO_JOKERS);
    table_shuffle(play, CO_SUPPLY);
    open_rows(t);
    int first = play->rules->first_seat;
    t->turn = first == SEAT_NONE ? chance_pick(play->chance, t->seats) : first;
}

/* ---- legal moves ---- */

static bool has_room(const struct table *t, int row)
{
    return zone_size(t, CO_ROW + row) < t->shared[CO_ROOM + row];
}

static int jokers_of(const struct table *t, int seat)
{
    return zone_tally(t, collection_of(seat), CO_JOKER);
}

/* CO10, jokers=manual: each owner of jokers names their colours once, in any order. */
static bool owes_jokers(const struct table *t, int seat)
{
    return t->phase == CO_PHASE_JOKERS && !t->over && jokers_of(t, seat) > 0 &&
           t->own[seat][CO_AS] == 0;
}

/* Every way to name so many jokers, the colours of each in ascending order. */
static void add_joker_moves(const struct table *t, int seat, struct moves *out)
{
    int colours = coloretto_colours(t->seats), jokers = jokers_of(t, seat);
    for (int a = 0; a < colours; a++) {
        if (jokers == 1)
            moves_add(out, CO_NAME_JOKERS, a, ARG_ABSENT, ARG_ABSENT);
        for (int b = a; b < colours && jokers >= 2; b++) {
            if (jokers == 2)
                moves_add(out, CO_NAME_JOKERS, a, b, ARG_ABSENT);
            for (int c = b; c < colours && jokers == 3; c++)
                moves_add(out, CO_NAME_JOKERS, a, b, c);
        }
    }
}

/* CO3, CO4: a player may draw while a free row has room, or take a row with cards; a player who
   drew must place the card. */
void coloretto_legal(const struct ruleset *rules, const struct sight *sight, int seat,
                     struct moves *out)
{
    const struct table *t = &sight->seen;
    (void)rules;
    out->count = 0;
    if (t->over || seat >= t->seats)
        return;
    if (t->phase == CO_PHASE_JOKERS) {
        if (owes_jokers(t, seat))
            add_joker_moves(t, seat, out);
        return;
    }
    if (seat != t->turn)
        return;
    bool room = false;
    for (int row = 0; row < row_count(t->seats); row++)
        room |= has_room(t, row);
    if (t->phase == CO_PHASE_ACT && room)
        moves_add(out, CO_DRAW, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    for (int row = 0; row < row_count(t->seats); row++) {
        if (t->phase == CO_PHASE_PLACE && has_room(t, row))
            moves_add(out, CO_PLACE, row, ARG_ABSENT, ARG_ABSENT);
        if (t->phase == CO_PHASE_ACT && t->shared[CO_ROOM + row] > 0 &&
            zone_size(t, CO_ROW + row) > 0)
            moves_add(out, CO_TAKE, row, ARG_ABSENT, ARG_ABSENT);
    }
}

/* ---- playing ---- */

/* CO6: the last-round card comes off before the first of the last 15 cards; then the next card
   is drawn. */
static void draw(struct play *play, int seat)
{
    struct table *t = play->table;
    if (zone_size(t, CO_SUPPLY) == CO_LAST_CARDS && !t->shared[CO_LAST_ROUND]) {
        t->shared[CO_LAST_ROUND] = 1;
        event_say(play, CO_SAY_LAST, seat, 0, 0, 0);
    }
    table_move(play, CO_SUPPLY, 0, CO_DRAWN);
    event_say(play, CO_SAY_DRAW, seat, 0, 0, 0);
    t->phase = CO_PHASE_PLACE;
    t->shared[CO_HOLDS_CARD] = 1;
}

/* The next player to the left who has taken no row yet. -1 if absent. */
static int next_player(const struct table *t)
{
    for (int i = 1; i <= t->seats; i++) {
        int seat = (t->turn + i) % t->seats;
        if (t->own[seat][CO_TAKEN] == 0)
            return seat;
    }
    return -1;
}

/* After the last round players name their jokers, or scoring places the jokers. */
static void end_game(struct play *play)
{
    struct table *t = play->table;
    t->phase = CO_PHASE_JOKERS;
    t->over = true;
    if (play->rules->options[CO_JOKER_MODE] == CO_JOKERS_AUTO)
        return;
    for (int seat = 0; seat < t->seats; seat++)
        t->over &= jokers_of(t, seat) == 0;
}

/* CO8: with two players the cards of the third row leave the game; the row cards come back. CO7:
   the last player who took a row begins. */
static void end_round(struct play *play)
{
    struct table *t = play->table;
    for (int row = 0; row < row_count(t->seats); row++) {
        if (t->shared[CO_ROOM + row] == 0 || zone_size(t, CO_ROW + row) == 0)
            continue;
        while (zone_size(t, CO_ROW + row) > 0)
            table_move(play, CO_ROW + row, 0, CO_REMOVED);
        event_say(play, CO_SAY_REMOVE, SEAT_NONE, row + 1, 0, 0);
    }
    if (t->shared[CO_LAST_ROUND]) {
        end_game(play);
        return;
    }
    open_rows(t);
    event_say(play, CO_SAY_ROUND, t->turn, 0, 0, 0);
}

static void take(struct play *play, int seat, int row)
{
    struct table *t = play->table;
    while (zone_size(t, CO_ROW + row) > 0)
        table_move(play, CO_ROW + row, 0, collection_of(seat));
    event_say(play, CO_SAY_TAKE, seat, row + 1, 0, 0);
    t->shared[CO_ROOM + row] = 0;
    t->own[seat][CO_TAKEN] = row + 1;
    int next = next_player(t);
    if (next < 0)
        end_round(play);
    else
        t->turn = next;
}

static void name_jokers(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    for (int i = 0; i < CO_JOKERS && move->args[i] != ARG_ABSENT; i++) {
        t->own[seat][CO_AS + i] = move->args[i] + 1;
        event_say(play, CO_SAY_JOKER_IS, seat, move->args[i], 0, 0);
    }
    t->over = true;
    for (int other = 0; other < t->seats; other++)
        t->over &= jokers_of(t, other) == 0 || t->own[other][CO_AS] != 0;
}

void coloretto_apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    switch ((enum coloretto_verb)move->verb) {
    case CO_DRAW:
        draw(play, seat);
        break;
    case CO_PLACE:
        table_move(play, CO_DRAWN, 0, CO_ROW + move->args[0]);
        event_say(play, CO_SAY_PLACE, seat, move->args[0] + 1, 0, 0);
        t->phase = CO_PHASE_ACT;
        t->shared[CO_HOLDS_CARD] = 0;
        t->turn = next_player(t);
        break;
    case CO_TAKE:
        take(play, seat, move->args[0]);
        break;
    case CO_NAME_JOKERS:
        name_jokers(play, seat, move);
        break;
    case CO_VERBS:
        break;
    }
}

unsigned coloretto_due(const struct ruleset *rules, const struct sight *sight)
{
    const struct table *t = &sight->seen;
    unsigned due = 0;
    (void)rules;
    if (t->over)
        return 0;
    if (t->phase != CO_PHASE_JOKERS)
        return 1u << t->turn;
    for (int seat = 0; seat < t->seats; seat++)
        if (owes_jokers(t, seat))
            due |= 1u << seat;
    return due;
}

static const char *explain_row(const struct table *t, int row, bool takes)
{
    if (row >= row_count(t->seats))
        return "There is no such row in this game.";
    if (t->shared[CO_ROOM + row] == 0)
        return "That row has been taken; it is closed until the next round.";
    return takes ? "A row can be taken only when at least one card lies there."
                 : "That row is full; place the card at another one.";
}

const char *coloretto_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                              const struct move *move)
{
    const struct table *t = &sight->seen;
    (void)rules;
    if (t->phase == CO_PHASE_JOKERS)
        return move->verb == CO_NAME_JOKERS
                   ? "Name one colour in play for each of your jokers, for example: jokers blue blue."
                   : "The last round is over; only the colours of jokers are named now.";
    if (seat != t->turn)
        return NULL;
    if (move->verb == CO_NAME_JOKERS)
        return "Jokers get their colours at the end of the game, not sooner.";
    if (t->phase == CO_PHASE_PLACE && move->verb != CO_PLACE)
        return "You have drawn a card and must place it at a row first.";
    if (t->phase == CO_PHASE_ACT && move->verb == CO_PLACE)
        return "There is no card to place: draw one first, or take a row.";
    if (move->verb == CO_DRAW)
        return "Every row that is left is full, so you must take one.";
    if (move->args[0] == ARG_ABSENT)
        return "Say which row, by its number.";
    return explain_row(t, move->args[0], move->verb == CO_TAKE);
}

/* ---- the score, with jokers where they give most ---- */

int coloretto_value(const struct ruleset *rules, int count)
{
    static const int values[2][7] = {{0, 1, 3, 6, 10, 15, 21}, {0, 1, 4, 8, 7, 6, 5}};
    return values[rules->options[CO_SIDE] == CO_SIDE_GREY][count > 6 ? 6 : count];
}

/* The values of the three colours that score plus: the highest ones, not the largest sets
   (CO11). */
static void best_values(const struct ruleset *rules, const int counts[CO_COLOURS],
                        int best[CO_BEST])
{
    for (int i = 0; i < CO_BEST; i++)
        best[i] = 0;
    for (int colour = 0; colour < CO_COLOURS; colour++) {
        int value = coloretto_value(rules, counts[colour]);
        for (int i = 0; i < CO_BEST; i++)
            if (value > best[i]) {
                int lower = best[i];
                best[i] = value;
                value = lower;
            }
    }
}

int coloretto_points(const struct ruleset *rules, const int counts[CO_COLOURS])
{
    int best[CO_BEST], points = 0;
    best_values(rules, counts, best);
    for (int colour = 0; colour < CO_COLOURS; colour++)
        points -= coloretto_value(rules, counts[colour]);
    for (int i = 0; i < CO_BEST; i++)
        points += 2 * best[i];
    return points;
}

/* Tries all assignments: at most 84, the colours in ascending order. */
void coloretto_place_jokers(const struct ruleset *rules, int colours, int jokers,
                            int counts[CO_COLOURS], int as[CO_JOKERS])
{
    int trial[CO_JOKERS] = {0}, best = 0;
    bool found = false;
    for (;;) {
        for (int i = 0; i < jokers; i++)
            counts[trial[i]]++;
        int points = coloretto_points(rules, counts);
        for (int i = 0; i < jokers; i++)
            counts[trial[i]]--;
        if (!found || points > best) {
            found = true;
            best = points;
            for (int i = 0; i < jokers; i++)
                as[i] = trial[i];
        }
        int i = jokers - 1;
        while (i >= 0 && trial[i] == colours - 1)
            i--;
        if (i < 0)
            break;
        trial[i]++;
        for (int j = i + 1; j < jokers; j++)
            trial[j] = trial[i];
    }
    for (int i = 0; i < jokers; i++)
        counts[as[i]]++;
}

int coloretto_jokers_points(const struct ruleset *rules, const struct table *t, int seat,
                            const struct move *move)
{
    int zone = CO_SHARED_ZONES + seat * CO_SEAT_ZONES + CO_COLLECTION, counts[CO_COLOURS];
    for (int colour = 0; colour < CO_COLOURS; colour++)
        counts[colour] = zone_tally(t, zone, colour);
    for (int i = 0; i < CO_JOKERS && move->args[i] != ARG_ABSENT; i++)
        counts[move->args[i]]++;
    return coloretto_points(rules, counts);
}

/* One line for each colour: plus for the three best values (of equal values the first ones),
   minus for the rest. */
static void score_colours(const struct ruleset *rules, int seat, const int counts[CO_COLOURS],
                          const int jokers[CO_COLOURS], struct score *out)
{
    static const char *const labels[CO_JOKERS + 1] = {"{1} {0:word}", "{1} {0:word} with a joker",
                                                      "{1} {0:word} with 2 jokers",
                                                      "{1} {0:word} with 3 jokers"};
    int best[CO_BEST];
    best_values(rules, counts, best);
    for (int colour = 0; colour < CO_COLOURS; colour++) {
        int value = coloretto_value(rules, counts[colour]);
        bool plus = false;
        for (int i = 0; i < CO_BEST && !plus && value > 0; i++)
            if (best[i] == value) {
                best[i] = -1; /* used */
                plus = true;
            }
        if (value > 0)
            score_add(out, seat, labels[jokers[colour]], colour, counts[colour],
                      plus ? value : -value);
    }
}

/* Before the end of a game jokers may not be named yet: those count for nothing. */
static int count_named(const struct table *t, int seat, int jokers, int counts[], int as[])
{
    int named = 0;
    for (; named < jokers && t->own[seat][CO_AS + named] > 0; named++) {
        as[named] = t->own[seat][CO_AS + named] - 1;
        counts[as[named]]++;
    }
    return named;
}

void coloretto_score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    const struct table *t = &sight->seen;
    score_clear(out);
    for (int seat = 0; seat < t->seats; seat++) {
        int zone = CO_SHARED_ZONES + seat * CO_SEAT_ZONES + CO_COLLECTION, counts[CO_COLOURS],
            as[CO_JOKERS] = {0}, joined[CO_COLOURS] = {0};
        int jokers = zone_tally(t, zone, CO_JOKER), plus_twos = zone_tally(t, zone, CO_PLUS_TWO);
        for (int colour = 0; colour < CO_COLOURS; colour++)
            counts[colour] = zone_tally(t, zone, colour);
        if (rules->options[CO_JOKER_MODE] == CO_JOKERS_AUTO)
            coloretto_place_jokers(rules, coloretto_colours(t->seats), jokers, counts, as);
        if (rules->options[CO_JOKER_MODE] == CO_JOKERS_MANUAL)
            jokers = count_named(t, seat, jokers, counts, as);
        for (int i = 0; i < jokers; i++)
            joined[as[i]]++;
        score_colours(rules, seat, counts, joined, out);
        if (plus_twos > 0)
            score_add(out, seat, "{0} {0|card|cards} of +2", plus_twos, 0, 2 * plus_twos);
    }
    score_best_wins(out, t->seats);
}

/* All is open, so everybody may know what a game that ended now would bring. */
void coloretto_remark(const struct ruleset *rules, const struct sight *sight, struct remarks *out)
{
    struct score score;
    coloretto_score(rules, sight, &score);
    out->lead_phrase = "{n} {n|point|points}";
    out->lead_label = "points now";
    for (int seat = 0; seat < sight->seen.seats; seat++)
        out->lead[seat] = score.total[seat];
}

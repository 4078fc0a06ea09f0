/* The rules of Coloretto: setup, the two actions, rounds, the last round. Rulings: docs/rulings/coloretto.md. Scoring is in
   score.c, what the game shows and says in coloretto.c, its robot in robot.c. */
#include "coloretto.h"

static int collection_of(int seat)
{
    return SHARED_ZONES + seat * SEAT_ZONES + COLLECTION;
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
        t->shared[ROOM + row] = capacity(t->seats, row);
    for (int seat = 0; seat < t->seats; seat++)
        t->own[seat][TAKEN] = 0;
}

/* CO2: every player begins with cards of different colours, no colour twice at the table; with two players two each. */
static void deal_start_cards(struct play *play, int colours, int left[COLOURS])
{
    struct table *t = play->table;
    int cards = t->seats == 2 ? 2 : 1, pool[COLOURS], count = colours;
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

/* Setup. The last-round card lies above the last 15 cards of the supply: their number says where it is. */
void coloretto_setup(struct play *play)
{
    struct table *t = play->table;
    int colours = coloretto_colours(t->seats), left[COLOURS];
    for (int i = 0; i < colours; i++)
        left[i] = PER_COLOUR;
    deal_start_cards(play, colours, left);
    for (int i = 0; i < colours; i++)
        table_add(t, SUPPLY, i, left[i]);
    table_add(t, SUPPLY, PLUS_TWO, PLUS_TWOS);
    table_add(t, SUPPLY, JOKER, JOKERS);
    table_shuffle(play, SUPPLY);
    open_rows(t);
    int first = play->rules->first_seat;
    t->turn = first == SEAT_NONE ? chance_pick(play->chance, t->seats) : first;
}

/* ---- legal moves ---- */

static bool has_room(const struct table *t, int row)
{
    return zone_size(t, ROW + row) < t->shared[ROOM + row];
}

static int jokers_of(const struct table *t, int seat)
{
    return zone_tally(t, collection_of(seat), JOKER);
}

/* CO10, jokers=manual: each owner of jokers names their colours once, in any order. */
static bool owes_jokers(const struct table *t, int seat)
{
    return t->phase == PHASE_JOKERS && !t->over && jokers_of(t, seat) > 0 && t->own[seat][AS] == 0;
}

/* Every way to name so many jokers, the colours of each in ascending order. */
static void add_joker_moves(const struct table *t, int seat, struct moves *out)
{
    int colours = coloretto_colours(t->seats), jokers = jokers_of(t, seat);
    for (int a = 0; a < colours; a++) {
        if (jokers == 1)
            moves_add(out, NAME_JOKERS, a, ARG_ABSENT, ARG_ABSENT);
        for (int b = a; b < colours && jokers >= 2; b++) {
            if (jokers == 2)
                moves_add(out, NAME_JOKERS, a, b, ARG_ABSENT);
            for (int c = b; c < colours && jokers == 3; c++)
                moves_add(out, NAME_JOKERS, a, b, c);
        }
    }
}

/* CO3, CO4: draw while some row that nobody took has room; take a row that has cards; who drew must place. */
void coloretto_legal(const struct ruleset *rules, const struct sight *sight, int seat, struct moves *out)
{
    const struct table *t = &sight->seen;
    (void)rules;
    out->count = 0;
    if (t->over || seat >= t->seats)
        return;
    if (t->phase == PHASE_JOKERS) {
        if (owes_jokers(t, seat))
            add_joker_moves(t, seat, out);
        return;
    }
    if (seat != t->turn)
        return;
    bool room = false;
    for (int row = 0; row < row_count(t->seats); row++)
        room |= has_room(t, row);
    if (t->phase == PHASE_ACT && room)
        moves_add(out, DRAW, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    for (int row = 0; row < row_count(t->seats); row++) {
        if (t->phase == PHASE_PLACE && has_room(t, row))
            moves_add(out, PLACE, row, ARG_ABSENT, ARG_ABSENT);
        if (t->phase == PHASE_ACT && t->shared[ROOM + row] > 0 && zone_size(t, ROW + row) > 0)
            moves_add(out, TAKE, row, ARG_ABSENT, ARG_ABSENT);
    }
}

/* ---- playing ---- */

/* CO6: the last-round card comes off before the first of the last 15 cards; then the next card is drawn. */
static void draw(struct play *play, int seat)
{
    struct table *t = play->table;
    if (zone_size(t, SUPPLY) == LAST_CARDS && !t->shared[LAST_ROUND]) {
        t->shared[LAST_ROUND] = 1;
        event_say(play, SAY_LAST, seat, 0, 0, 0);
    }
    table_move(play, SUPPLY, 0, DRAWN);
    event_say(play, SAY_DRAW, seat, 0, 0, 0);
    t->phase = PHASE_PLACE;
    t->shared[HOLDS_CARD] = 1;
}

/* The next player to the left who has taken no row yet; -1: everybody has. */
static int next_player(const struct table *t)
{
    for (int i = 1; i <= t->seats; i++) {
        int seat = (t->turn + i) % t->seats;
        if (t->own[seat][TAKEN] == 0)
            return seat;
    }
    return -1;
}

/* After the last round: jokers are named, or the engine places them when it scores. */
static void end_game(struct play *play)
{
    struct table *t = play->table;
    t->phase = PHASE_JOKERS;
    t->over = true;
    if (play->rules->options[JOKER_MODE] == JOKERS_AUTO)
        return;
    for (int seat = 0; seat < t->seats; seat++)
        t->over &= jokers_of(t, seat) == 0;
}

/* CO8: what lies at the third row of two players leaves the game; the row cards come back. CO7: who took last begins. */
static void end_round(struct play *play)
{
    struct table *t = play->table;
    for (int row = 0; row < row_count(t->seats); row++) {
        if (t->shared[ROOM + row] == 0 || zone_size(t, ROW + row) == 0)
            continue;
        while (zone_size(t, ROW + row) > 0)
            table_move(play, ROW + row, 0, REMOVED);
        event_say(play, SAY_REMOVE, SEAT_NONE, row + 1, 0, 0);
    }
    if (t->shared[LAST_ROUND]) {
        end_game(play);
        return;
    }
    open_rows(t);
    event_say(play, SAY_ROUND, t->turn, 0, 0, 0);
}

static void take(struct play *play, int seat, int row)
{
    struct table *t = play->table;
    while (zone_size(t, ROW + row) > 0)
        table_move(play, ROW + row, 0, collection_of(seat));
    event_say(play, SAY_TAKE, seat, row + 1, 0, 0);
    t->shared[ROOM + row] = 0;
    t->own[seat][TAKEN] = row + 1;
    int next = next_player(t);
    if (next < 0)
        end_round(play);
    else
        t->turn = next;
}

static void name_jokers(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    for (int i = 0; i < JOKERS && move->args[i] != ARG_ABSENT; i++) {
        t->own[seat][AS + i] = move->args[i] + 1;
        event_say(play, SAY_JOKER_IS, seat, move->args[i], 0, 0);
    }
    t->over = true;
    for (int other = 0; other < t->seats; other++)
        t->over &= jokers_of(t, other) == 0 || t->own[other][AS] != 0;
}

void coloretto_apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    switch ((enum verb)move->verb) {
    case DRAW:
        draw(play, seat);
        break;
    case PLACE:
        table_move(play, DRAWN, 0, ROW + move->args[0]);
        event_say(play, SAY_PLACE, seat, move->args[0] + 1, 0, 0);
        t->phase = PHASE_ACT;
        t->shared[HOLDS_CARD] = 0;
        t->turn = next_player(t);
        break;
    case TAKE:
        take(play, seat, move->args[0]);
        break;
    case NAME_JOKERS:
        name_jokers(play, seat, move);
        break;
    case VERBS:
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
    if (t->phase != PHASE_JOKERS)
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
    if (t->shared[ROOM + row] == 0)
        return "That row has been taken; it is closed until the next round.";
    return takes ? "A row can be taken only when at least one card lies there."
                 : "That row is full; place the card at another one.";
}

const char *coloretto_explain(const struct ruleset *rules, const struct sight *sight, int seat, const struct move *move)
{
    const struct table *t = &sight->seen;
    (void)rules;
    if (t->phase == PHASE_JOKERS)
        return move->verb == NAME_JOKERS ? "Name one colour in play for each of your jokers, such as: jokers blue blue."
                                         : "The last round is over; only the colours of jokers are named now.";
    if (seat != t->turn)
        return NULL;
    if (move->verb == NAME_JOKERS)
        return "Jokers get their colours at the end of the game, not sooner.";
    if (t->phase == PHASE_PLACE && move->verb != PLACE)
        return "You have drawn a card and must place it at a row first.";
    if (t->phase == PHASE_ACT && move->verb == PLACE)
        return "There is no card to place: draw one first, or take a row.";
    if (move->verb == DRAW)
        return "Every row that is left is full, so you must take one.";
    if (move->args[0] == ARG_ABSENT)
        return "Say which row, by its number.";
    return explain_row(t, move->args[0], move->verb == TAKE);
}

/* How good moves of ROYGBIV look. In turns: by the best that the hand can still do this turn,
   and how little the row that it leaves gives away. In a frenzy: by the card alone. It reads the
   row, its own hand and how many cards it has left, and plays on a short copy of these: a turn
   has hundreds of ways, and a table is too large to copy for each. Of these ways it looks at the
   first few: all of them made no robot play better (docs/robots.md). */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "roygbiv.h"

enum { NODES_MOST = 30, PER_POINT = 100, PER_CARD = 20, FINISH_FIRST = 7 };

/* A card of the row: its colour, or NEITHER, and what else matters of it. */
enum { COLOUR_BITS = 7, NEITHER = 7, IS_POT = 8, IS_OWN = 16 };

/* The row from its beginning to its building end, whichever side that is, and the hand. */
struct line {
    int size, left, points;
    /* the colours that the row is built from and completed by; only of a row that has cards */
    int last, goal;
    bool reversed;
    unsigned char hand[RO_FACES];
    unsigned char row[RO_DECK_CARDS];
};

struct turn {
    const struct ruleset *rules;
    int leprechaun, seats;
    int nodes; /* positions looked at so far */
};

/* Most rows are short. */
static void copy_line(const struct line *from, struct line *to)
{
    enum { SHORT = 16 };
    if (from->size <= SHORT)
        memcpy(to, from, offsetof(struct line, row) + SHORT);
    else
        memcpy(to, from, sizeof *to);
}

static int last_of(const struct line *line)
{
    int i = line->size - 1;
    while ((line->row[i] & COLOUR_BITS) == NEITHER)
        i--;
    return line->row[i] & COLOUR_BITS;
}

static int goal_of(const struct line *line)
{
    int i = 0;
    while ((line->row[i] & COLOUR_BITS) == NEITHER)
        i++;
    return line->row[i] & COLOUR_BITS;
}

/* ---- playing a card ---- */

static void collect(struct line *line, int count)
{
    int own = 0;
    for (int i = line->size - count; i < line->size; i++)
        own += (line->row[i] & IS_OWN) != 0;
    line->size -= count;
    line->points += rainbow_points(count, own);
    line->reversed = line->reversed && line->size > 0;
    if (line->size > 0)
        line->last = last_of(line);
}

/* RO6, RO10 */
static int cut_of(const struct line *line)
{
    int count = 1;
    while (count < line->size && !(line->row[line->size - count] & IS_POT))
        count++;
    for (int i = 0; i < line->size - count; i++)
        if ((line->row[i] & COLOUR_BITS) != NEITHER)
            return count;
    return line->size;
}

static void lay_colour(const struct turn *turn, struct line *line, int face, int colour)
{
    bool completes =
        line->size > 0 && roygbiv_neighbours(line->last) >> colour & 1 && line->goal == colour;
    line->goal = line->size > 0 ? line->goal : colour;
    line->last = colour;
    line->row[line->size++] = (unsigned char)(colour | (face == turn->leprechaun ? IS_OWN : 0));
    if (completes)
        collect(line, cut_of(line));
}

/* RO8, RO9 */
static void lay_unicorn(struct line *line)
{
    bool completes = line->reversed;
    line->row[line->size++] = NEITHER;
    if (completes) {
        collect(line, line->size);
        return;
    }
    for (int i = 0, j = line->size - 1; i < j; i++, j--) {
        unsigned char card = line->row[i];
        line->row[i] = line->row[j];
        line->row[j] = card;
    }
    int last = line->last;
    line->last = line->goal;
    line->goal = last;
    line->reversed = true;
}

static void lay(const struct turn *turn, struct line *line, int face, int colour)
{
    line->hand[face]--;
    line->left--;
    if (face == RO_UNICORN)
        lay_unicorn(line);
    else if (face == RO_POT)
        line->row[line->size++] = NEITHER | IS_POT;
    else
        lay_colour(turn, line, face, colour);
}

/* ---- worths ---- */

/* The distance between the last colour and the goal. */
static int way_of(const struct line *line)
{
    int way = abs(line->last - line->goal);
    return way > RO_COLOURS / 2 ? RO_COLOURS - way : way;
}

/* The points that the row gives to others, weighted by how likely it can be completed. */
static int risk_of(const struct line *line)
{
    static const int percent[] = {20, 60, 20, 8}; /* by the way */
    if (line->size == 0)
        return 0;
    return rainbow_points(line->size + 1, 0) * percent[way_of(line)];
}

/* RAINBOWs and Unicorns complete most of all cards, so they are worth a wait. */
static int worth_of_stopping(const struct line *line)
{
    enum { KEPT_SPECIAL = 200 };
    int worth = PER_POINT * line->points - PER_CARD * line->left +
                KEPT_SPECIAL * (line->hand[RO_BOW] + line->hand[RO_UNICORN]);
    return line->left == 0 ? worth + PER_POINT * FINISH_FIRST : worth - risk_of(line);
}

/* In a frenzy the quickest seat plays next: perhaps this one, which knows whether it can
   complete the row. */
static int worth_in_frenzy(const struct line *line, int seats)
{
    /* percent of the rows one card away; what special cards are worth */
    enum { COMPLETED = 60, KEPT = 100, POT = 50 };
    int worth = PER_POINT * line->points + (line->left == 0 ? PER_POINT * FINISH_FIRST : 0);
    int kept = KEPT * (line->hand[RO_BOW] + line->hand[RO_UNICORN]) - POT * line->hand[RO_POT];
    if (line->size == 0)
        return worth + kept;
    int goal = line->goal, way = way_of(line);
    int prize = rainbow_points(cut_of(line) + 1, 0);
    bool can_complete = (way == 1 && line->hand[goal] + line->hand[RO_BOW] > 0) ||
                        (line->reversed && line->hand[RO_UNICORN] > 0);
    int percent = way == 1 ? COMPLETED : 0;
    int own = can_complete ? PER_POINT : 0;
    return worth + kept + prize * (own - percent) / seats;
}

static int best_of_cards(struct turn *turn, const struct line *now, int best);

/* The best result that this turn can still have. */
static int best_of_turn(struct turn *turn, const struct line *now)
{
    int best = worth_of_stopping(now);
    return now->left == 0 || ++turn->nodes >= NODES_MOST ? best : best_of_cards(turn, now, best);
}

static int worth_after(struct turn *turn, const struct line *now, int face, int colour, int best)
{
    struct line next;
    copy_line(now, &next);
    lay(turn, &next, face, colour);
    int worth = best_of_turn(turn, &next);
    return worth > best ? worth : best;
}

/* Tries the cards that may be laid on the row now. */
static int best_of_cards(struct turn *turn, const struct line *now, int best)
{
    bool begins = now->size == 0;
    unsigned fitting = begins ? RO_ALL_COLOURS : roygbiv_neighbours(now->last);
    unsigned declared =
        turn->rules->options[RO_RAINBOWS_AS] == RO_BOW_ANY ? RO_ALL_COLOURS : fitting;
    unsigned bows = now->hand[RO_BOW] > 0 ? declared : 0;
    for (unsigned left = fitting | bows; left; left &= left - 1) {
        int colour = __builtin_ctz(left);
        if (now->hand[colour] > 0 && fitting >> colour & 1)
            best = worth_after(turn, now, colour, colour, best);
        if (bows >> colour & 1)
            best = worth_after(turn, now, RO_BOW, colour, best);
    }
    for (int face = RO_POT; face <= RO_UNICORN && !begins; face++)
        if (now->hand[face] > 0)
            best = worth_after(turn, now, face, NEITHER, best);
    return best;
}

/* ---- moves ---- */

static void read_line(const struct ruleset *rules, const struct table *t, int seat, int leprechaun,
                      struct line *out)
{
    int hand = seat_zone(rules, seat, RO_HAND), size = zone_size(t, RO_ROW);
    *out = (struct line){.size = size, .reversed = t->shared[RO_REVERSED]};
    out->left = zone_size(t, hand) + zone_size(t, seat_zone(rules, seat, RO_DECK));
    for (int face = 0; face < RO_FACES; face++)
        out->hand[face] = (unsigned char)zone_tally(t, hand, face);
    for (int i = 0; i < size; i++) {
        const struct card *card = zone_card(t, RO_ROW, out->reversed ? size - 1 - i : i);
        int colour = roygbiv_colour(card);
        out->row[i] = (unsigned char)(colour != RO_COLOUR_NEITHER ? colour
                                      : card->face == RO_POT      ? NEITHER | IS_POT
                                                                  : NEITHER);
        out->row[i] |= card->face == leprechaun ? IS_OWN : 0;
    }
    if (size > 0) {
        out->last = last_of(out);
        out->goal = goal_of(out);
    }
}

static int move_worth(struct turn *turn, const struct line *now, const struct move *move)
{
    static const int faces[] = {
        [RO_RAINBOW] = RO_BOW, [RO_PLAY_POT] = RO_POT, [RO_PLAY_UNICORN] = RO_UNICORN};
    struct line next;
    if (move->verb == RO_DONE || move->verb == RO_PASS)
        return worth_of_stopping(now);
    copy_line(now, &next);
    lay(turn, &next, move->verb == RO_PLAY ? move->args[0] : faces[move->verb], move->args[0]);
    turn->nodes = 0;
    return turn->rules->options[RO_MODE] == RO_MODE_FRENZY ? worth_in_frenzy(&next, turn->seats)
                                                           : best_of_turn(turn, &next);
}

void roygbiv_weigh(const struct ruleset *rules, const struct sight *sight, int seat,
                   const struct moves *moves, int *worths)
{
    const struct table *t = &sight->seen;
    struct turn turn = {
        .rules = rules, .leprechaun = t->own[seat][RO_LEPRECHAUN] - 1, .seats = t->seats};
    struct line now;
    if (t->phase == RO_PHASE_PLAY)
        read_line(rules, t, seat, turn.leprechaun, &now);
    for (int i = 0; i < moves->count; i++)
        worths[i] = t->phase == RO_PHASE_PLAY ? move_worth(&turn, &now, &moves->list[i]) : 0;
}

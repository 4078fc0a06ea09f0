/* The rules of Goofspiel. Rulings: docs/rulings/goofspiel.md. What the game shows and says is in
 * goofspiel.c. */
#include "goofspiel.h"

static int value_of(int face)
{
    return face % GS_RANKS + 1;
}

/* GS1: each seat gets a suit of seven; the prizes are shuffled, and the first one is turned up. */
void goofspiel_setup(struct play *play)
{
    for (int face = 0; face < GS_FACES; face++) {
        table_add(play->table, GS_PILE, face, 1);
        if (face < GS_PRIZES)
            table_move(play, GS_PILE, 0, seat_zone(play->rules, face / GS_RANKS, GS_HAND));
    }
    table_shuffle(play, GS_PILE);
    table_move(play, GS_PILE, 0, GS_PRIZE);
}

/* Players without a bid on the table may lay one: there are no turns. */
void goofspiel_legal(const struct ruleset *rules, const struct sight *sight, int seat,
                     struct moves *out)
{
    const struct table *t = &sight->seen;
    out->count = 0;
    if (t->over || seat == SEAT_HOST || zone_size(t, seat_zone(rules, seat, GS_BID)) > 0)
        return;
    int hand = seat_zone(rules, seat, GS_HAND);
    for (int i = 0; i < zone_size(t, hand); i++)
        moves_add(out, GS_LAY, zone_card(t, hand, i)->slot, ARG_ABSENT, ARG_ABSENT);
}

/* The higher bid takes the prize; GS2: between equal ones nobody does. */
static void compare_bids(struct play *play)
{
    int bids[2];
    for (int seat = 0; seat < 2; seat++) {
        int bid = seat_zone(play->rules, seat, GS_BID);
        bids[seat] = value_of(zone_top(play->table, bid));
        table_move(play, bid, 0, GS_PLAYED);
    }
    event_say(play, GS_SAY_BIDS, SEAT_NONE, 0, 0, 0);
    int winner = bids[0] > bids[1] ? 0 : 1;
    bool is_won = bids[0] != bids[1];
    table_move(play, GS_PRIZE, 0, is_won ? seat_zone(play->rules, winner, GS_WON) : GS_PLAYED);
    event_say(play, is_won ? GS_SAY_WINS : GS_SAY_NOBODY, winner, 0, 0, 0);
}

void goofspiel_apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    int hand = seat_zone(play->rules, seat, GS_HAND);
    table_move(play, hand, zone_find_slot(t, hand, move->args[0]),
               seat_zone(play->rules, seat, GS_BID));
    event_say(play, GS_SAY_LAY, seat, 0, 0, 0);
    if (zone_size(t, seat_zone(play->rules, 1 - seat, GS_BID)) == 0)
        return;
    compare_bids(play);
    t->over = zone_size(t, GS_PILE) == 0;
    if (!t->over) {
        table_move(play, GS_PILE, 0, GS_PRIZE);
        event_say(play, GS_SAY_PRIZE, SEAT_NONE, 0, 0, 0);
    }
}

unsigned goofspiel_due(const struct ruleset *rules, const struct sight *sight)
{
    unsigned due = 0;
    for (int seat = 0; seat < 2 && !sight->seen.over; seat++)
        if (zone_size(&sight->seen, seat_zone(rules, seat, GS_BID)) == 0)
            due |= 1u << seat;
    return due;
}

void goofspiel_score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    *out = (struct score){0};
    for (int seat = 0; seat < 2; seat++) {
        int won = seat_zone(rules, seat, GS_WON);
        for (int i = 0; i < zone_size(&sight->seen, won); i++) {
            int value = value_of(zone_face(&sight->seen, won, i));
            score_add(out, seat, "prize {0}", value, 0, value);
        }
    }
    score_best_wins(out, 2);
}

const char *goofspiel_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                              const struct move *move)
{
    if (sight->seen.over)
        return "The game is over.";
    if (zone_size(&sight->seen, seat_zone(rules, seat, GS_BID)) > 0)
        return "Your bid lies on the table already.";
    if (zone_find_slot(&sight->seen, seat_zone(rules, seat, GS_HAND), move->args[0]) < 0)
        return "You hold no card with that letter; !hand shows yours.";
    return NULL;
}

/* For robots: a bid is the better the nearer it is to what the prize is worth. Robots that think
   find out the rest by playing imagined games on. */
void goofspiel_weigh(const struct ruleset *rules, const struct sight *sight, int seat,
                     const struct moves *moves, int *worths)
{
    const struct table *t = &sight->seen;
    int hand = seat_zone(rules, seat, GS_HAND), prize = value_of(zone_top(t, GS_PRIZE));
    for (int i = 0; i < moves->count; i++) {
        int off = prize - value_of(zone_slot_face(t, hand, moves->list[i].args[0]));
        worths[i] = off < 0 ? off : -off;
    }
}

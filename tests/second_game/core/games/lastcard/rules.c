/* The rules of Last Card. Rulings: docs/rulings/lastcard.md. What the game shows and says is in
   lastcard.c. */
#include "lastcard.h"

void lastcard_setup(struct play *play)
{
    for (int face = 0; face < SUITS_FACES; face++)
        table_add(play->table, LC_STOCK, face, 1);
    table_shuffle(play, LC_STOCK);
    suits_begin(play);
    suits_deal(play, LC_STOCK, LC_DEALT);
    table_move(play, LC_STOCK, 0, LC_PILE);
}

static bool fits(const struct table *t, int face)
{
    int top = zone_top(t, LC_PILE);
    return suits_of(face) == suits_of(top) || suits_rank(face) == suits_rank(top);
}

/* LC2: both are seen by all, so who passes tells nothing of the hand. */
static bool can_draw(const struct table *t, int hand)
{
    return zone_size(t, LC_STOCK) > 0 && zone_size(t, hand) < LC_HAND_MOST;
}

void lastcard_legal(const struct ruleset *rules, const struct sight *sight, int seat,
                    struct moves *out)
{
    const struct table *t = &sight->seen;
    out->count = 0;
    if (t->over || seat != t->turn)
        return;
    int hand = seat_zone(rules, seat, LC_HAND);
    for (int i = 0; i < zone_size(t, hand); i++)
        moves_add_if(out, fits(t, zone_face(t, hand, i)), LC_PLAY, zone_card(t, hand, i)->slot,
                     ARG_ABSENT, ARG_ABSENT);
    moves_add(out, can_draw(t, hand) ? LC_DRAW : LC_PASS, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

void lastcard_apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    int hand = seat_zone(play->rules, seat, LC_HAND);
    t->shared[LC_PASSED] = move->verb == LC_PASS ? t->shared[LC_PASSED] + 1 : 0;
    if (move->verb == LC_PLAY)
        table_move(play, hand, zone_find_slot(t, hand, move->args[0]), LC_PILE);
    else if (move->verb == LC_DRAW)
        table_move(play, LC_STOCK, 0, hand);
    event_say(play, LC_SAY_PLAY + move->verb, seat, 0, 0, 0);
    t->turn = (seat + 1) % t->seats;
    t->over = zone_size(t, hand) == 0 || t->shared[LC_PASSED] == t->seats;
}

unsigned lastcard_due(const struct ruleset *rules, const struct sight *sight)
{
    (void)rules;
    return sight->seen.over ? 0 : 1u << sight->seen.turn;
}

/* How many cards somebody holds is seen by all; which they are is not asked. */
void lastcard_score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    score_clear(out);
    for (int seat = 0; seat < sight->seen.seats; seat++) {
        int held = zone_size(&sight->seen, seat_zone(rules, seat, LC_HAND));
        score_add(out, seat, "{0} {0|card|cards} left", held, 0, -held);
    }
    score_best_wins(out, sight->seen.seats);
}

const char *lastcard_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                             const struct move *move)
{
    const struct table *t = &sight->seen;
    if (t->over)
        return "The game is over.";
    if (seat != t->turn)
        return "It is not your turn.";
    if (move->verb == LC_DRAW)
        return "No card can be drawn any more: play one, or !pass.";
    if (move->verb == LC_PASS)
        return "You can still draw a card: !draw.";
    if (zone_find_slot(t, seat_zone(rules, seat, LC_HAND), move->args[0]) < 0)
        return "You hold no card with that letter; !hand shows yours.";
    return "It has to be of the suit or the rank of the top card.";
}

/* For robots: to play is better than to draw, and best a card of a suit of which more are held. */
void lastcard_weigh(const struct ruleset *rules, const struct sight *sight, int seat,
                    const struct moves *moves, int *worths)
{
    const struct table *t = &sight->seen;
    int hand = seat_zone(rules, seat, LC_HAND), held[SUITS_COUNT] = {0};
    for (int i = 0; i < zone_size(t, hand); i++)
        held[suits_of(zone_face(t, hand, i))]++;
    for (int i = 0; i < moves->count; i++) {
        bool plays = moves->list[i].verb == LC_PLAY;
        int at = plays ? zone_find_slot(t, hand, moves->list[i].args[0]) : 0;
        worths[i] = plays ? held[suits_of(zone_face(t, hand, at))] : 0;
    }
}

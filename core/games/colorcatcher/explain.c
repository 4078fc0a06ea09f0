/* Why a move of Color Catcher is not possible now, in one sentence for the seat that tried it.
   Looks only at what that seat sees. */
#include "colorcatcher.h"

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

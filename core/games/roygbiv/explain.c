/* Why a move is not possible: names the rule, in one sentence for the player. Looks only at the
   player's own hand and at what everybody sees, as the rules themselves do. */
#include "row.h"
#include "roygbiv.h"

static const char *explain_choice(const struct table *t, int seat, const struct move *move)
{
    if (move->verb != RO_CHOOSE)
        return "First everybody chooses a leprechaun: choose green, for instance.";
    if (seat != t->turn)
        return "Leprechauns are chosen in turn, and it is not yours yet.";
    return move->args[0] == ARG_ABSENT ? "Say which leprechaun, too: choose green, for instance."
                                       : "Somebody has that leprechaun already.";
}

static const char *explain_ending(const struct ruleset *rules, const struct table *t,
                                  const struct move *move)
{
    bool has_played = t->shared[RO_PLAYED] > 0;
    if (rules->options[RO_MODE] == RO_MODE_FRENZY)
        return "In a frenzy there are no turns: play whenever you can.";
    if (move->verb == RO_DONE)
        return has_played
                   ? "Who completes a whole rainbow begins a new one, with any colour or a RAINBOW."
                   : "You have played nothing yet: play a card, or pass.";
    if (!has_played && t->shared[RO_FREE] == RO_FREE_FITTING)
        return "Everybody has passed twice although somebody could play, so you must play if you can (house rule RO18).";
    return has_played
               ? "You have played already, so you can't pass: say done to end your turn."
               : "Everybody has passed and the pile is empty, so you must play if you can (house rule RO19).";
}

static const char *explain_missing(const struct move *move)
{
    static const char *const sentences[] = {
        [RO_PLAY] = "You hold no card of that colour; !hand shows yours.",
        [RO_RAINBOW] = "You hold no RAINBOW; !hand shows your cards.",
        [RO_PLAY_POT] = "You hold no Gold Pot; !hand shows your cards.",
        [RO_PLAY_UNICORN] = "You hold no Unicorn; !hand shows your cards.",
    };
    return sentences[move->verb];
}

/* RO1: depends on the colour of the last card. */
static const char *explain_order(int last)
{
    static const char *const sentences[] = {
        "The last colour is red: only orange or violet goes on from there.",
        "The last colour is orange: only red or yellow goes on from there.",
        "The last colour is yellow: only orange or green goes on from there.",
        "The last colour is green: only yellow or blue goes on from there.",
        "The last colour is blue: only green or indigo goes on from there.",
        "The last colour is indigo: only blue or violet goes on from there.",
        "The last colour is violet: only indigo or red goes on from there.",
    };
    return sentences[last];
}

static const char *explain_card(const struct ruleset *rules, const struct table *t, int seat,
                                const struct move *move)
{
    static const int faces[] = {
        [RO_RAINBOW] = RO_BOW, [RO_PLAY_POT] = RO_POT, [RO_PLAY_UNICORN] = RO_UNICORN};
    unsigned held = faces_in(t, seat_zone(rules, seat, RO_HAND));
    bool names_colour = move->verb == RO_PLAY || move->verb == RO_RAINBOW;
    if (names_colour && move->args[0] == ARG_ABSENT)
        return "Say which colour, too: play red, or rainbow red.";
    if (!(held >> (move->verb == RO_PLAY ? move->args[0] : faces[move->verb]) & 1))
        return explain_missing(move);
    if (zone_size(t, RO_ROW) == 0)
        return names_colour
                   ? NULL
                   : "A rainbow begins with a colour or a RAINBOW, never with a Gold Pot or a Unicorn.";
    return names_colour ? explain_order(row_last(t)) : NULL;
}

const char *roygbiv_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                            const struct move *move)
{
    const struct table *t = &sight->seen;
    if (t->over)
        return "The game is over.";
    if (t->phase == RO_PHASE_CHOOSE)
        return explain_choice(t, seat, move);
    if (move->verb == RO_CHOOSE)
        return "The leprechauns are chosen already.";
    if (move->verb == RO_OPEN)
        return "Only the clock does that.";
    if (rules->options[RO_MODE] == RO_MODE_TURNS && seat != t->turn)
        return "It is somebody else's turn.";
    if (move->verb == RO_DONE || move->verb == RO_PASS)
        return explain_ending(rules, t, move);
    if (rules->options[RO_MODE] == RO_MODE_FRENZY && t->shared[RO_OWES] &&
        t->shared[RO_OWES] != seat + 1)
        return "Who completed the rainbow begins the next one; when the time is up anybody may.";
    return explain_card(rules, t, seat, move);
}

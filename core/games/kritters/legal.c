/* The legal moves of Colour MY Kritters, why other moves are not legal, and which options go
   together. Asks payment.c what can be bought. */
#include "kritters.h"

static bool can_agree(const struct ruleset *rules, const struct table *t, int seat)
{
    return rules->options[KR_MODE] == KR_MODE_JUNIOR && t->shared[KR_LAST_ROUND] == KR_GOES_ON &&
           !t->own[seat][KR_AGREED];
}

/* The place of the boosted card of this turn. -1 if absent. */
static int boosted_place(const struct ruleset *rules, const struct table *t, int seat)
{
    int front = seat_zone(rules, seat, KR_FRONT);
    for (int i = 0; i < zone_size(t, front); i++)
        if (zone_card(t, front, i)->as == KR_BOOSTED)
            return i;
    return -1;
}

static void add_purchases(const struct payable *payable, struct moves *out)
{
    for (int a = 0; a < KR_GOODS; a++)
        moves_add_if(out, payable->one >> a & 1, KR_BUY, a, ARG_ABSENT, ARG_ABSENT);
    for (int a = 0; a < KR_SLOTS_MOST; a++)
        for (unsigned rest = payable->with[a]; rest; rest &= rest - 1)
            moves_add(out, KR_BUY, a, __builtin_ctz(rest), ARG_ABSENT);
}

/* KR7: other moves before, or instead of, buying. A player who can afford nothing flushes first,
   also with must_buy=no. */
static void add_choices(const struct ruleset *rules, const struct table *t, int seat, bool can_buy,
                        struct moves *out)
{
    if (is_advanced(rules, KR_CARD_BOOST) && boosted_place(rules, t, seat) < 0)
        for (int i = 0; i < zone_size(t, seat_zone(rules, seat, KR_FRONT)); i++)
            moves_add(out, KR_BOOST, i + 1, ARG_ABSENT, ARG_ABSENT);
    bool flushed = t->shared[KR_FLUSHED],
         may_pass = can_buy ? rules->options[KR_MUST_BUY] == KR_NO : flushed;
    moves_add_if(out, !can_buy && !flushed, KR_FLUSH, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    moves_add_if(out, may_pass, KR_PASS, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

void kritters_legal(const struct ruleset *rules, const struct sight *sight, int seat,
                    struct moves *out)
{
    const struct table *t = &sight->seen;
    out->count = 0;
    if (t->over || seat == SEAT_HOST)
        return;
    if (seat == t->turn) {
        struct payable payable;
        kritters_payable(rules, t, seat, &payable);
        add_purchases(&payable, out);
        if (has_choices(rules))
            add_choices(rules, t, seat, payable.one != 0, out);
    }
    moves_add_if(out, can_agree(rules, t, seat), KR_FINISH, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

unsigned kritters_due(const struct ruleset *rules, const struct sight *sight)
{
    (void)rules;
    return sight->seen.over ? 0 : 1u << sight->seen.turn;
}

/* ---- why not ---- */

static const char *explain_goods(const struct table *t, int goods)
{
    static const char *const sold_out[] = {
        "There is no Magic Wand to buy (any more).",
        "There is no Paintbrush to buy (any more).",
        "There is no Palette to buy (any more).",
        "There is no Paint Bucket to buy (any more); they belong to exp=MP.",
    };
    int face;
    if (kritters_goods(t, goods, &face))
        return NULL;
    return goods < KR_SLOTS_MOST
               ? "The market has no card in that place; places count from the left."
               : sold_out[goods - KR_GOODS_WAND];
}

static const char *explain_purchase(const struct ruleset *rules, const struct table *t, int one,
                                    int other)
{
    const char *missing = explain_goods(t, one);
    if (!missing && other != ARG_ABSENT)
        missing = explain_goods(t, other);
    if (missing)
        return missing;
    if (other == ARG_ABSENT)
        return "The splotches in front of you do not pay for it. A wild pays for any one splotch, a Magic Wand turns all "
               "splotches of one colour into another colour.";
    if (!is_advanced(rules, KR_DOUBLE_PURCHASE))
        return "One card a turn: only the rule adv=double lets you buy two.";
    if (one >= KR_SLOTS_MOST && other >= KR_SLOTS_MOST)
        return "Of the two cards you buy in a turn only one may be an item.";
    if (one == other)
        return "Every card can be bought once only; name two different ones.";
    return "The splotches in front of you do not pay for both: each pays once, and wands work the same way for both cards.";
}

static const char *explain_boost(const struct ruleset *rules, const struct table *t, int seat)
{
    if (!is_advanced(rules, KR_CARD_BOOST))
        return "Boosting is an advanced rule, adv=boost, and this game is played without it.";
    if (boosted_place(rules, t, seat) >= 0)
        return "You have boosted a card in this turn already; one a turn.";
    return "No card with that number lies in front of you; they count from the left.";
}

static const char *explain_flush(const struct ruleset *rules, const struct table *t, bool can_buy)
{
    if (can_buy)
        return "The market is replaced only for a player who can afford no card.";
    if (t->shared[KR_FLUSHED])
        return "The market has been replaced in this turn already; that happens once.";
    return has_choices(rules) ? NULL
                              : "The market is replaced by itself when you can afford no card.";
}

static const char *explain_pass(bool can_buy)
{
    if (can_buy)
        return "You can afford a card, so you must buy one (must_buy=yes).";
    return "Before you may pass, the market is replaced: flush.";
}

static const char *explain_finish(const struct ruleset *rules, const struct table *t, int seat)
{
    if (rules->options[KR_MODE] != KR_MODE_JUNIOR)
        return "Only a junior game can be finished early, when all players agree.";
    if (t->shared[KR_LAST_ROUND] != KR_GOES_ON)
        return "This is the last round already.";
    return t->own[seat][KR_AGREED]
               ? "You have agreed to finish already; the others have to agree, too."
               : NULL;
}

const char *kritters_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                             const struct move *move)
{
    const struct table *t = &sight->seen;
    struct payable payable;
    if (t->over)
        return "The game is over.";
    if (move->verb == KR_FINISH)
        return explain_finish(rules, t, seat);
    if (seat != t->turn)
        return "It is another player's turn.";
    kritters_payable(rules, t, seat, &payable);
    switch ((enum kritters_verb)move->verb) {
    case KR_BUY:
        return explain_purchase(rules, t, move->args[0], move->args[1]);
    case KR_BOOST:
        return explain_boost(rules, t, seat);
    case KR_FLUSH:
        return explain_flush(rules, t, payable.one != 0);
    case KR_PASS:
        return explain_pass(payable.one != 0);
    case KR_FINISH:
    case KR_VERBS:
        break;
    }
    return NULL;
}

/* ---- options ---- */

/* KR16, KR20, KR22. `seats` 0: not known yet. */
const char *kritters_excludes(const int *options, int seats)
{
    bool junior = options[KR_MODE] == KR_MODE_JUNIOR;
    if (junior && options[KR_ADVANCED] != 0)
        return "A junior game has no advanced rules: take adv=none, or mode=standard.";
    if (junior && options[KR_EXPANSIONS] != 0)
        return "A junior game has no expansions: take exp=none, or mode=standard.";
    if (!junior && options[KR_USE_WANDS] == KR_NO)
        return "Only a junior game can leave out the Magic Wands: take wands=yes, or mode=junior.";
    if (options[KR_SHARE] == KR_SHARE_THIRD && options[KR_MODE] != KR_MODE_STANDARD)
        return "A third of two decks is for the standard game: take deck=whole, or mode=standard.";
    if (options[KR_SHARE] == KR_SHARE_THIRD && options[KR_EXPANSIONS] != 0)
        return "A third of two decks has no expansions: take exp=none, or deck=whole.";
    if (options[KR_MODE] == KR_MODE_SOLO && seats > 1)
        return "A solo game is for one player: take mode=standard for more.";
    if (options[KR_MODE] == KR_MODE_STANDARD && seats == 1)
        return "The standard game is for 2 to 12 players: take mode=solo to play alone.";
    if (options[KR_SHARE] == KR_SHARE_THIRD && seats > 4)
        return "A third of two decks is for 2 to 4 players: take deck=whole for more.";
    if (junior && (seats == 1 || seats > 6))
        return "A junior game is for 2 to 6 players: take mode=standard for more, mode=solo for one.";
    return NULL;
}

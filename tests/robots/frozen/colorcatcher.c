/* The greedy robot of Color Catcher as it was in November 2026. Not mended any more: what it
   wins is what others are measured by. */
#include "colorcatcher/colorcatcher.h"
#include "frozen.h"

/* What one player has of each colour, as far as the robot knows. */
struct stock {
    int shown[CC_COLOURS], hand[CC_COLOURS];
};

/* What the robot looks at to choose. */
struct outlook {
    const struct ruleset *rules;
    const struct sight *sight;
    const struct table *t;
    int seat;
    bool is_last;         /* the last round: the public cards at its end decide */
    int share;            /* percent of the others' loss that counts as the robot's gain */
    int twos, steals;     /* effects in its own hand: Expose Two Sets, Steal Public Color */
    int discard;          /* the colour on top of the discard pile, -1: the pile is empty */
    int open[CC_COLOURS]; /* public cards of all others */
    struct stock own, others[CC_SEATS_MAX];
    int before,
        others_before
            /* the value of the others' stocks now, and of the own stock at the end of this turn */
            [CC_SEATS_MAX];
};

enum { WON = 100000, TO_WIN = 2000000, EFFECT = 1000000, NEVER = -1000000 };

static int colour_worth(int shown, int hand)
{
    /* A public card is worth more than a card in the hand, and the third card of a set more than
       the first; a fourth card makes theft hurt less. */
    static const int public[] = {0, 12, 28, 60, 80, 95, 100}, whole[] = {0, 8, 20, 40, 50, 60, 60};
    int all = shown + hand < CC_COPIES ? shown + hand : CC_COPIES;
    int more = whole[all] - whole[shown];
    return public[shown] + (more > 0 ? more : 0);
}

static int sets_in(const struct stock *stock)
{
    int sets = 0;
    for (int colour = 0; colour < CC_COLOURS; colour++)
        sets += stock->shown[colour] >= CC_SET_CARDS;
    return sets;
}

/* Three colours count in full, a fourth colour counts little; a set that can be shown next turn
   and wins counts more. */
static int stock_worth(const struct stock *stock)
{
    enum { READY = 90, NEARLY = 30, FOURTH = 4 };
    int best[CC_SETS + 1] = {0}, worth = 0, sets = sets_in(stock), ready = 0, nearly = 0;
    for (int colour = 0; colour < CC_COLOURS; colour++) {
        int next = colour_worth(stock->shown[colour], stock->hand[colour]);
        int all = stock->shown[colour] + stock->hand[colour];
        ready += all >= CC_SET_CARDS && stock->shown[colour] < CC_SET_CARDS;
        nearly += all == CC_SET_CARDS - 1;
        for (int i = 0; i <= CC_SETS; i++)
            if (next > best[i]) {
                int held = best[i];
                best[i] = next;
                next = held;
            }
    }
    for (int i = 0; i < CC_SETS; i++)
        worth += best[i];
    worth += sets == CC_SETS - 1 && ready > 0 ? READY : 0;
    worth += (sets == CC_SETS - 1 && ready == 0 && nearly > 0) || (sets == CC_SETS - 2 && ready > 1)
                 ? NEARLY
                 : 0;
    return sets >= CC_SETS ? WON : worth + best[CC_SETS] / FOURTH;
}

/* CC23: sets, then cards towards sets, then cards. Cards in the hand are worth nothing then, but
   can still be shown. */
static int last_worth(const struct stock *stock)
{
    int sets = sets_in(stock), worth = 200 * sets;
    for (int colour = 0; colour < CC_COLOURS; colour++) {
        int shown = stock->shown[colour];
        worth += 20 * (shown < CC_SET_CARDS ? shown : CC_SET_CARDS) + 2 * shown +
                 3 * stock->hand[colour];
    }
    return sets >= CC_SETS ? WON : worth;
}

static int worth(const struct outlook *look, const struct stock *stock)
{
    return look->is_last ? last_worth(stock) : stock_worth(stock);
}

static struct stock shown_from(const struct stock *stock, int colour, int cards)
{
    struct stock after = *stock;
    after.shown[colour] += cards;
    after.hand[colour] -= cards;
    return after;
}

/* The value of a stock at the end of the turn, with so many colours still to show. */
static int turn_worth(const struct outlook *look, const struct stock *stock, int shows)
{
    int best = NEVER;
    for (int colour = 0; colour < CC_COLOURS; colour++)
        for (int cards = 1; cards <= stock->hand[colour]; cards++) {
            struct stock after = shown_from(stock, colour, cards);
            int value = shows > 1 ? turn_worth(look, &after, shows - 1) : worth(look, &after);
            best = value > best ? value : best;
        }
    bool may_pass =
        best == NEVER || shows > 1 || look->rules->options[CC_OPTION_EXPOSE] == CC_EXPOSE_MAY;
    int kept = may_pass ? worth(look, stock) : NEVER;
    return kept > best ? kept : best;
}

static int shows_of(const struct outlook *look)
{
    return 1 + (look->t->shared[CC_TWO] && look->t->phase != CC_EXPOSE_SECOND);
}

/* The value of the turn with one card more, or less, in the hand. */
static int hand_worth(const struct outlook *look, int colour, int cards)
{
    struct stock stock = look->own;
    stock.hand[colour] += cards;
    return turn_worth(look, &stock, shows_of(look));
}

/* The others' loss of public cards of a colour, as far as it counts as the robot's gain. */
static int loss_worth(const struct outlook *look, int other, int colour, int cards)
{
    struct stock stock = look->others[other];
    stock.shown[colour] -= cards;
    int loss = look->others_before[other] - worth(look, &stock);
    return look->is_last ? loss : loss * look->share / 100;
}

/* The average value of a card that nobody has seen yet. */
static int unseen_worth(const struct outlook *look)
{
    int sum = 0, cards = 0, of_colour[CC_COLOURS] = {0};
    for (int i = 0; i < look->sight->unseen_count && look->sight->unseen[i] < CC_COLOURS; i++)
        of_colour[look->sight->unseen[i]]++; /* sorted: only effects follow */
    for (int colour = 0; colour < CC_COLOURS; colour++) {
        sum += of_colour[colour] > 0 ? of_colour[colour] * hand_worth(look, colour, 1) : 0;
        cards += of_colour[colour];
    }
    return cards > 0 ? sum / cards : look->before;
}

/* How many cards a colour lacks to be shown as a set this turn; more than a set has if the robot
   cannot get them. */
static int lacking(const struct outlook *look, const struct stock *stock, int colour)
{
    int lacks = CC_SET_CARDS - stock->shown[colour] - stock->hand[colour];
    int found = look->open[colour] + (look->discard == colour);
    if (stock->shown[colour] >= CC_SET_CARDS || lacks > found ||
        (lacks <= 0 && stock->hand[colour] == 0))
        return CC_COPIES;
    return lacks > 0 ? lacks : 0;
}

/* True if three sets can be public at the end of this turn: by one or two colours to show, by
   effects that steal, and by one card that is stolen or drawn from the discard pile. */
static bool can_win(const struct outlook *look, const struct stock *stock, int shows, int steals)
{
    int missing = CC_SETS - sets_in(stock), least[2] = {CC_COPIES, CC_COPIES};
    for (int colour = 0; colour < CC_COLOURS; colour++) {
        int lacks = lacking(look, stock, colour);
        if (lacks < least[0]) {
            least[1] = least[0];
            least[0] = lacks;
        } else if (lacks < least[1]) {
            least[1] = lacks;
        }
    }
    int lacks = least[0] + (missing == 2 ? least[1] : 0);
    return missing <= 0 || (missing <= shows && lacks <= steals + 1);
}

/* The winner of the round takes the dominant cards back: better from the set of somebody else
   than from its own. */
static int dominant_worth(const struct outlook *look, int colour)
{
    enum { AN_EFFECT = 12, A_SET = 40, A_CARD = 8 };
    int most = 0, own = look->own.shown[colour];
    for (int other = 0; other < look->t->seats; other++)
        if (other != look->seat && look->others[other].shown[colour] > most)
            most = look->others[other].shown[colour];
    if (own > most)
        return AN_EFFECT - (own >= CC_SET_CARDS ? A_SET : A_CARD * own);
    return most >= CC_SET_CARDS ? A_SET - AN_EFFECT : 2 * most - own;
}

/* ---- effects: played if they win or gain something; every other move of the phase can follow
   ---- */

static int gain_of(int gain)
{
    return gain > 0 ? EFFECT + gain : NEVER;
}

static int change_worth(const struct outlook *look, const struct move *move)
{
    enum { KEPT = 24 };
    return gain_of(dominant_worth(look, move->args[0]) -
                   dominant_worth(look, look->t->shared[CC_DOMINANT]) - KEPT);
}

static int steal_worth(const struct outlook *look, const struct move *move)
{
    enum { KEPT = 12 };
    int other = move->args[0], colour = move->args[1], shows = shows_of(look);
    struct stock stock = look->own;
    if (can_win(look, &stock, shows, 0))
        return NEVER;
    bool to_table = look->rules->options[CC_OPTION_STEAL_TO] == CC_STEAL_TO_TABLE;
    *(to_table ? &stock.shown[colour] : &stock.hand[colour]) += 1;
    struct outlook after = *look;
    after.open[colour]--;
    if (can_win(&after, &stock, shows > 1 || look->twos > 0 ? 2 : 1, look->steals - 1))
        return TO_WIN;
    int gain = turn_worth(look, &stock, shows) - look->before + loss_worth(look, other, colour, 1);
    return gain_of(gain - KEPT);
}

static int sweep_worth(const struct outlook *look, const struct move *move)
{
    enum { KEPT = 24 };
    int other = move->args[0], colour = move->args[1];
    return gain_of(loss_worth(look, other, colour, look->others[other].shown[colour]) - KEPT);
}

static int pick_worth(const struct outlook *look, const struct move *move)
{
    (void)move;
    return gain_of(zone_size(look->t, zone_of(look->seat, CC_HAND)) < CC_HAND_LIMIT);
}

static int two_worth(const struct outlook *look, const struct move *move)
{
    enum { KEPT = 10 };
    (void)move;
    if (!can_win(look, &look->own, 1, look->steals) && can_win(look, &look->own, 2, look->steals))
        return TO_WIN;
    return gain_of(turn_worth(look, &look->own, 2) - look->before - KEPT);
}

/* ---- all moves ---- */

static int draw_discard_worth(const struct outlook *look, const struct move *move)
{
    return hand_worth(look, move->args[0] == ARG_ABSENT ? look->discard : move->args[0], 1);
}

static int take_worth(const struct outlook *look, const struct move *move)
{
    return hand_worth(look, move->args[1], 1) + loss_worth(look, move->args[0], move->args[1], 1);
}

static int discard_worth(const struct outlook *look, const struct move *move)
{
    enum { GIVEN_AWAY = 2 };
    return hand_worth(look, move->args[0], -1) - (look->t->phase == CC_AFTER_DRAW ? GIVEN_AWAY : 0);
}

static int show_worth(const struct outlook *look, const struct move *move)
{
    struct stock after = shown_from(&look->own, move->args[0], move->args[1]);
    return shows_of(look) > 1 ? turn_worth(look, &after, 1) : worth(look, &after);
}

static int name_worth(const struct outlook *look, const struct move *move)
{
    return dominant_worth(look, move->args[0]);
}

static int move_worth(const struct outlook *look, const struct move *move)
{
    static int (*const worths[CC_VERBS])(const struct outlook *, const struct move *) = {
        [CC_EFFECT_CHANGE] = change_worth,
        [CC_EFFECT_STEAL] = steal_worth,
        [CC_EFFECT_SWEEP] = sweep_worth,
        [CC_EFFECT_PICK] = pick_worth,
        [CC_EFFECT_PICKFX] = pick_worth,
        [CC_EFFECT_TWO] = two_worth,
        [CC_STEAL] = take_worth,
        [CC_DRAW_DISCARD] = draw_discard_worth,
        [CC_DISCARD] = discard_worth,
        [CC_SHOW] = show_worth,
        [CC_NAME] = name_worth,
    };
    if (worths[move->verb])
        return worths[move->verb](look, move);
    if (move->verb == CC_DRAW)
        return unseen_worth(look);
    return move->verb == CC_DONE ? worth(look, &look->own) : look->before; /* else KEEP, SKIP */
}

/* ---- the outlook ---- */

static int standing(const struct table *t, int seat)
{
    enum { BASE = 100 };
    return (colorcatcher_sets(t, seat) * BASE + colorcatcher_towards_sets(t, seat)) * BASE +
           zone_size(t, zone_of(seat, CC_SHOWN));
}

/* With two players, one gains what the other loses. With more players a third one gains, too,
   and if all rob the leader nobody ever wins: then it is better to leave others their sets and
   be first. This holds for players who are behind late in the game, and for everybody after many
   rounds, so that games end by three sets and not by rule CC23. */
static int their_share(const struct outlook *look)
{
    enum { OVERDUE = 36, RACE = -60 };
    static const int shares[CC_SEATS_MAX + 1] = {[2] = 160, [3] = -14, [4] = -28};
    static const int late[CC_SEATS_MAX + 1] = {[2] = 30, [3] = 18, [4] = 18}; /* rounds */
    int round = look->t->shared[CC_ROUND];
    bool is_behind = false;
    for (int other = 0; other < look->t->seats; other++)
        is_behind = is_behind || standing(look->t, other) > standing(look->t, look->seat);
    return round > OVERDUE || (round > late[look->t->seats] && is_behind) ? RACE
                                                                          : shares[look->t->seats];
}

static void look_at(const struct ruleset *rules, const struct sight *sight, int seat,
                    struct outlook *look)
{
    const struct table *t = &sight->seen;
    int held = zone_of(seat, CC_HELD);
    *look = (struct outlook){.rules = rules, .sight = sight, .t = t, .seat = seat};
    look->is_last = t->shared[CC_ROUND] == t->shared[CC_LAST];
    look->share = their_share(look);
    look->twos = zone_tally(t, held, CC_TWO_SETS);
    look->steals = zone_tally(t, held, CC_STEAL_PUBLIC);
    look->discard = zone_size(t, CC_DISCARDS) > 0 ? zone_top(t, CC_DISCARDS) : -1;
    for (int other = 0; other < t->seats; other++) {
        struct stock *stock = &look->others[other];
        colorcatcher_count(t, zone_of(other, CC_SHOWN), stock->shown);
        look->others_before[other] = worth(look, stock);
        for (int colour = 0; colour < CC_COLOURS && other != seat; colour++)
            look->open[colour] += stock->shown[colour];
    }
    look->own = look->others[seat];
    colorcatcher_count(t, zone_of(seat, CC_HAND), look->own.hand);
    look->before = turn_worth(look, &look->own, shows_of(look));
}

int frozen_colorcatcher(const struct ruleset *rules, const struct sight *sight, int seat,
                        const struct moves *moves, struct chance *chance)
{
    struct outlook look;
    struct best best = {0};
    look_at(rules, sight, seat, &look);
    for (int i = 0; i < moves->count; i++)
        chance_weigh_best(&best, chance, i, move_worth(&look, &moves->list[i]));
    return best.index;
}

/* A robot of Color Catcher that takes from others whenever it hurts them most, and so blocks
   every game of its like until the rules end it. What the product's robot is measured against. */
#include "blocker.h"

#include "colorcatcher/colorcatcher.h"

/* What one player has of each colour, as far as the robot knows. */
struct stock {
    int shown[CC_COLOURS], hand[CC_COLOURS];
};

/* All that a choice is made from. */
struct outlook {
    const struct sight *sight;
    const struct table *t;
    int seat;
    struct stock own, others[CC_SEATS_MAX];
    int before, others_before[CC_SEATS_MAX]; /* what their stocks are worth now */
};

enum { FREE_CARD = 6, EFFECT_CARD = 8, WORST = 1000 };

/* A public card is worth more than one in the hand, the last of a set more than the first; a
   fourth one makes theft hurt less. */
static int colour_worth(int shown, int hand)
{
    static const int public[] = {0, 6, 14, 30, 34, 35, 36}, whole[] = {0, 4, 10, 20, 22, 22, 22};
    int all = shown + hand;
    int more = whole[all < CC_COPIES ? all : CC_COPIES] - whole[shown];
    return public[shown] + (more > 0 ? more : 0);
}

/* Three colours count in full, a fourth one for little. */
static int stock_worth(const struct stock *stock)
{
    int best[CC_SETS + 1] = {0}, worth = 0;
    for (int colour = 0; colour < CC_COLOURS; colour++) {
        int next = colour_worth(stock->shown[colour], stock->hand[colour]);
        for (int i = 0; i <= CC_SETS; i++)
            if (next > best[i]) {
                int held = best[i];
                best[i] = next;
                next = held;
            }
    }
    for (int i = 0; i < CC_SETS; i++)
        worth += best[i];
    return worth + best[CC_SETS] / 4;
}

static int own_gain(const struct outlook *look, int colour, int shown, int hand)
{
    struct stock stock = look->own;
    stock.shown[colour] += shown;
    stock.hand[colour] += hand;
    return stock_worth(&stock) - look->before;
}

/* What another player loses with public cards of a colour; who is near three sets, more. */
static int their_loss(const struct outlook *look, int other, int colour, int cards)
{
    struct stock stock = look->others[other];
    int sets = 0;
    for (int c = 0; c < CC_COLOURS; c++)
        sets += stock.shown[c] >= CC_SET_CARDS;
    stock.shown[colour] -= cards;
    return (look->others_before[other] - stock_worth(&stock)) * (1 + sets) / 2;
}

/* What a card that nobody has seen yet brings on average. */
static int unseen_gain(const struct outlook *look)
{
    int gain = 0, cards = 0, gains[CC_COLOURS];
    for (int colour = 0; colour < CC_COLOURS; colour++)
        gains[colour] = own_gain(look, colour, 0, 1);
    for (int i = 0; i < look->sight->unseen_count; i++) {
        int face = look->sight->unseen[i];
        if (face >= CC_COLOURS)
            break; /* sorted: only effects follow */
        gain += gains[face];
        cards++;
    }
    return cards > 0 ? gain / cards : 0;
}

/* The winner of the round takes the dominant cards back: better from another player's set than
   from the own one. */
static int dominant_worth(const struct outlook *look, int colour)
{
    int most = 0, own = look->own.shown[colour];
    for (int other = 0; other < look->t->seats; other++)
        if (other != look->seat && look->others[other].shown[colour] > most)
            most = look->others[other].shown[colour];
    if (own > most)
        return EFFECT_CARD - (own >= CC_SET_CARDS ? 20 : 4 * own);
    return most >= CC_SET_CARDS ? 20 - EFFECT_CARD : 2 * most - own;
}

static int draw_worth(const struct outlook *look, const struct move *move)
{
    if (move->verb == CC_DRAW)
        return unseen_gain(look);
    int colour = move->args[0] == ARG_ABSENT ? zone_top(look->t, CC_DISCARDS) : move->args[0];
    return own_gain(look, colour, 0, 1);
}

/* Effects are played where they gain more than nothing; every other move of the phase can
   follow. */
static int effect_worth(const struct outlook *look, const struct move *move)
{
    enum { WORTH_A_CARD = 12 };
    int colour = move->args[1], other = move->args[0], gain;
    switch (move->verb) {
    case CC_EFFECT_CHANGE:
        gain = dominant_worth(look, other) - dominant_worth(look, look->t->shared[CC_DOMINANT]) -
               WORTH_A_CARD;
        break;
    case CC_EFFECT_STEAL:
        gain = own_gain(look, colour, 0, 1) + their_loss(look, other, colour, 1) - WORTH_A_CARD / 2;
        break;
    case CC_EFFECT_SWEEP:
        gain = their_loss(look, other, colour, look->others[other].shown[colour]) - WORTH_A_CARD;
        break;
    case CC_EFFECT_TWO:
        gain = zone_size(look->t, zone_of(look->seat, CC_HAND)) > CC_HAND_LIMIT - 3 ? FREE_CARD : 0;
        break;
    default:
        gain = zone_size(look->t, zone_of(look->seat, CC_HAND)) < CC_HAND_LIMIT ? FREE_CARD : 0;
        break;
    }
    return gain > 0 ? WORST + gain : -WORST;
}

/* To show is to risk: what makes no set yet is better kept, but something has to be shown. */
static int show_worth(const struct outlook *look, const struct move *move)
{
    int colour = move->args[0], cards = move->args[1], shown = look->own.shown[colour];
    int gain = own_gain(look, colour, cards, -cards);
    bool makes_set = shown < CC_SET_CARDS && shown + cards >= CC_SET_CARDS;
    if (shown == 0 && !makes_set)
        gain -= 3 * cards;
    return gain + (makes_set ? 12 : 0);
}

static int move_worth(const struct outlook *look, const struct move *move)
{
    switch (move->verb) {
    case CC_DRAW:
    case CC_DRAW_DISCARD:
        return draw_worth(look, move);
    case CC_STEAL:
        return own_gain(look, move->args[1], 0, 1) +
               their_loss(look, move->args[0], move->args[1], 1);
    case CC_DISCARD:
        return own_gain(look, move->args[0], 0, -1) - (look->t->phase == CC_AFTER_DRAW);
    case CC_SHOW:
        return show_worth(look, move);
    case CC_NAME:
        return dominant_worth(look, move->args[0]);
    case CC_SKIP:
    case CC_KEEP:
        return 0;
    case CC_DONE: /* whatever is shown brings a set or the round nearer */
        return -WORST;
    default:
        return effect_worth(look, move);
    }
}

static void look_at(const struct sight *sight, int seat, struct outlook *look)
{
    look->sight = sight;
    look->t = &sight->seen;
    look->seat = seat;
    for (int other = 0; other < look->t->seats; other++) {
        struct stock *stock = &look->others[other];
        *stock = (struct stock){0};
        colorcatcher_count(look->t, zone_of(other, CC_SHOWN), stock->shown);
        look->others_before[other] = stock_worth(stock);
    }
    look->own = look->others[seat];
    colorcatcher_count(look->t, zone_of(seat, CC_HAND), look->own.hand);
    look->before = stock_worth(&look->own);
}

int blocker_robot(const struct ruleset *rules, const struct sight *sight, int seat,
                  const struct moves *moves, struct chance *chance)
{
    struct outlook look;
    int best = 0, best_worth = 0, equals = 0;
    (void)rules;
    look_at(sight, seat, &look);
    for (int i = 0; i < moves->count; i++) {
        int worth = move_worth(&look, &moves->list[i]);
        if (equals == 0 || worth > best_worth) {
            best_worth = worth;
            equals = 0;
        } else if (worth < best_worth) {
            continue;
        }
        if (chance_pick(chance, ++equals) == 0) /* each of the equal ones with the same chance */
            best = i;
    }
    return best;
}

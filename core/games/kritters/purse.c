/* What a seat can pay for, and what everybody may read of it: prices, the purse, what is short.
   Compares splotches, wilds and Magic Wands with prices (KR5, KR6, KR13). Tries every way to use
   the wands, which is quick because a seat has few of them. Knows nothing of turns. */
#include "kritters.h"

/* The sum of the cards in front of a seat, with the boosted card twice (KR15), and the goods for
   sale. */
struct purse {
    int splotches; /* packed */
    int wands, wilds;
    unsigned goods; /* the goods for sale, as bits */
    int prices[KR_GOODS];
};

static void look_into_purse(const struct ruleset *rules, const struct table *t, int seat,
                            struct purse *out)
{
    int zone = seat_zone(rules, seat, KR_FRONT), splotches = 0, wands = 0,
        market = zone_size(t, KR_MARKET);
    for (int i = 0; i < zone_size(t, zone); i++) {
        const struct card *card = zone_card(t, zone, i);
        int times = 1 + (card->as == KR_BOOSTED);
        splotches += times * trait_of(rules, card->face, KR_GIVES);
        wands += times * (trait_of(rules, card->face, KR_KIND) == KR_WAND);
    }
    out->splotches = splotches;
    out->wilds = splotches_of(splotches, KR_ANY);
    out->wands = wands < KR_COLOURS ? wands : KR_COLOURS;
    out->goods = (1u << market) - 1;
    for (int goods = 0; goods < market; goods++)
        out->prices[goods] = trait_of(rules, zone_face(t, KR_MARKET, goods), KR_PRICE);
    for (int goods = KR_GOODS_WAND; goods < KR_GOODS; goods++) {
        int pile = KR_WANDS + goods - KR_GOODS_WAND;
        if (zone_size(t, pile) > 0) {
            out->prices[goods] = trait_of(rules, zone_top(t, pile), KR_PRICE);
            out->goods |= 1u << goods;
        }
    }
}

/* KR5: k wands turn at most k colours into others, each colour as a whole, all at the same time.
   In the order of how many colours are turned. */
static const unsigned char recolourings[][KR_COLOURS] = {
    {0, 1, 2}, /* none */
    {1, 1, 2},
    {2, 1, 2},
    {0, 0, 2},
    {0, 2, 2},
    {0, 1, 0},
    {0, 1, 1}, /* one */
    {1, 0, 2},
    {1, 2, 2},
    {2, 0, 2},
    {2, 2, 2},
    {1, 1, 0},
    {1, 1, 1},
    {2, 1, 0},
    {2, 1, 1},
    /* two */
    {0, 0, 0},
    {0, 0, 1},
    {0, 2, 0},
    {0, 2, 1},
    /* three */
    {1, 0, 0},
    {1, 0, 1},
    {1, 2, 0},
    {1, 2, 1},
    {2, 0, 0},
    {2, 0, 1},
    {2, 2, 0},
    {2, 2, 1},
};
static const int recolouring_count[] = {1, 7, 19, 27};

static int recoloured(int splotches, const unsigned char *to)
{
    int result = 0;
    for (int c = 0; c < KR_COLOURS; c++)
        result += splotches_of(splotches, c) << to[c] * KR_SPLOTCH_BITS;
    return result;
}

/* True if a map turns an absent colour: then a map with fewer wands does the same. */
static bool is_idle(int splotches, const unsigned char *to)
{
    bool idle = false;
    for (int c = 0; c < KR_COLOURS; c++)
        idle |= to[c] != c && splotches_of(splotches, c) == 0;
    return idle;
}

/* KR6: wilds pay for what is missing. */
static inline bool pays(int splotches, int wilds, int price)
{
    for (int c = 0; c < KR_COLOURS; c++) {
        int missing = splotches_of(price, c) - splotches_of(splotches, c);
        wilds -= missing > 0 ? missing : 0;
    }
    return wilds >= 0;
}

bool kritters_goods(const struct table *t, int goods, int *face)
{
    int zone = goods < KR_SLOTS_MOST ? KR_MARKET : KR_WANDS + goods - KR_GOODS_WAND,
        size = zone_size(t, zone);
    int i = goods < KR_SLOTS_MOST ? goods : size - 1;
    if (i < 0 || i >= size)
        return false;
    *face = zone_face(t, zone, i);
    return true;
}

/* The single goods that one way to use the wands pays for. */
static unsigned pays_for(const struct purse *purse, int splotches, unsigned goods)
{
    unsigned one = 0;
    for (; goods; goods &= goods - 1) {
        int a = __builtin_ctz(goods);
        one |= (unsigned)pays(splotches, purse->wilds, purse->prices[a]) << a;
    }
    return one;
}

/* The same for two goods, which are both in `one`. KR13: never two items. */
static void try_twos(const struct purse *purse, int splotches, unsigned one, struct payable *out)
{
    for (int a = 0; a < KR_SLOTS_MOST; a++) {
        unsigned rest = one >> a & 1 ? one & ~out->with[a] & ~0u << (a + 1) : 0;
        for (; rest; rest &= rest - 1) {
            int b = __builtin_ctz(rest);
            out->with[a] |=
                (unsigned)pays(splotches, purse->wilds, purse->prices[a] + purse->prices[b]) << b;
        }
    }
}

void kritters_payable(const struct ruleset *rules, const struct table *t, int seat,
                      struct payable *out)
{
    struct purse purse;
    bool by_twos = is_advanced(rules, KR_DOUBLE_PURCHASE);
    look_into_purse(rules, t, seat, &purse);
    *out = (struct payable){0};
    for (int i = 0; i < recolouring_count[purse.wands] && (by_twos || purse.goods & ~out->one);
         i++) {
        if (is_idle(purse.splotches, recolourings[i]))
            continue;
        int splotches = recoloured(purse.splotches, recolourings[i]);
        unsigned one = pays_for(&purse, splotches, by_twos ? purse.goods : purse.goods & ~out->one);
        out->one |= one;
        if (by_twos)
            try_twos(&purse, splotches, one, out);
    }
}

bool kritters_can_pay(const struct ruleset *rules, const struct table *t, int seat)
{
    struct purse purse;
    look_into_purse(rules, t, seat, &purse);
    for (int i = 0; i < recolouring_count[purse.wands] && purse.goods; i++)
        if (!is_idle(purse.splotches, recolourings[i]) &&
            pays_for(&purse, recoloured(purse.splotches, recolourings[i]), purse.goods))
            return true;
    return false;
}

/* ---- prices and purses, for everybody to read ---- */

static const struct splotch_words {
    const char *word, *code;
    enum colour colour;
} splotch_words[KR_SPLOTCHES] = {[KR_CYAN] = {"cyan", "C", COLOUR_CYAN},
                                 [KR_MAGENTA] = {"magenta", "M", COLOUR_MAGENTA},
                                 [KR_YELLOW] = {"yellow", "Y", COLOUR_YELLOW},
                                 [KR_ANY] = {"any colour", "any", COLOUR_NONE}};

static void add_splotches(int packed, struct remark *remark)
{
    for (int c = 0; c < KR_SPLOTCHES; c++)
        if (splotches_of(packed, c) > 0)
            remark_part(remark, splotches_of(packed, c), splotch_words[c].word,
                        splotch_words[c].code, splotch_words[c].colour);
}

/* What is missing from a price with these splotches; the wilds pay for the first colours. */
static int missing(int splotches, int wilds, int price)
{
    int packed = 0;
    for (int c = 0; c < KR_COLOURS; c++) {
        int lacking = splotches_of(price, c) - splotches_of(splotches, c);
        int by_wilds = lacking < wilds ? lacking : wilds;
        if (lacking <= 0)
            continue;
        wilds -= by_wilds;
        packed += (lacking - by_wilds) << c * KR_SPLOTCH_BITS;
    }
    return packed;
}

static int total_of(int packed)
{
    int total = 0;
    for (int c = 0; c < KR_SPLOTCHES; c++)
        total += splotches_of(packed, c);
    return total;
}

/* The least that a purse lacks, whatever its wands turn. */
static int least_missing(const struct purse *purse, int price)
{
    int least = missing(purse->splotches, purse->wilds, price);
    for (int i = 1; i < recolouring_count[purse->wands]; i++) {
        int lacking = missing(recoloured(purse->splotches, recolourings[i]), purse->wilds, price);
        least = total_of(lacking) < total_of(least) ? lacking : least;
    }
    return least;
}

void kritters_remark(const struct ruleset *rules, const struct sight *sight, struct remarks *out)
{
    const struct table *t = &sight->seen;
    bool is_open = !t->over && zone_size(t, seat_zone(rules, t->turn, KR_FRONT)) > 0;
    struct purse purse = {0};
    if (is_open)
        look_into_purse(rules, t, t->turn, &purse);
    for (int goods = 0, face; goods < KR_GOODS; goods++) {
        bool is_market = goods < KR_SLOTS_MOST;
        int zone = is_market ? KR_MARKET : KR_WANDS + goods - KR_GOODS_WAND;
        if (!kritters_goods(t, goods, &face))
            continue;
        struct remark *price = remarks_add(out, "");
        price->zone = zone;
        price->card = is_market ? goods : zone_size(t, zone) - 1;
        price->is_price = true;
        add_splotches(trait_of(rules, face, KR_PRICE), price);
        int lacking = is_open ? least_missing(&purse, trait_of(rules, face, KR_PRICE)) : 0;
        if (lacking == 0)
            continue;
        struct remark *shortage = remarks_add(out, "lacks");
        shortage->zone = zone;
        shortage->card = price->card;
        add_splotches(lacking, shortage);
    }
    if (!is_open || purse.splotches == 0)
        return;
    struct remark *purse_of = remarks_add(out, "can spend");
    purse_of->seat = t->turn;
    add_splotches(purse.splotches, purse_of);
    if (purse.wands > 0)
        remark_part(purse_of, purse.wands, purse.wands > 1 ? "Magic Wands" : "Magic Wand", NULL,
                    COLOUR_NONE);
}

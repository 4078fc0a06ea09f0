/* Scoring: the worked examples of the rulings, and what the best plan is. */
#include "kritters/kritters.h"
#include "kritters_tests.h"

/* What one seat's cards are worth in a game with these options, "adv=triad exp=MP". */
static int score_of(const char *options, const char *cards)
{
    struct stage s;
    struct score score;
    char bytes[200];
    stage_init(&s, &game_kritters, 1);
    strcpy(bytes, options);
    for (char *rest = bytes, *pair; (pair = strsep(&rest, " "));)
        if (*pair) {
            char *name = strsep(&pair, "=");
            stage_option(&s, name, pair);
        }
    stage_lay(&s, of(0, KR_DISCARD), cards);
    s.table.over = true;
    s.table.shared[KR_LAST_ROUND] = KR_DECK_EMPTY;
    stage_score(&s, &score);
    return score.total[0];
}

static void expect_score(const char *options, const char *cards, int points)
{
    int got = score_of(options, cards);
    if (got != points)
        fail_msg("%s with %s scores %d, expected %d", cards, options, got, points);
}

#define SIX_MAGENTA "M+:C M+:M M+:Y MC:YY MM:MM MY:CC"
#define FIVE_YELLOW "Y+:C Y+:M Y+:Y YC:MM YY:YY"
#define FOUR_CYAN   "C+:C C+:M C+:Y CC:CC"
#define BOOK        SIX_MAGENTA " " FIVE_YELLOW " " FOUR_CYAN " Br:CCC Pa:CCCC Pa:MMMM R3:MMY B4:CCMM"

void test_example_1_the_book_scores_24(void **state)
{
    (void)state;
    expect_score("", BOOK, 24);
}

void test_example_2_the_triad_scores_26(void **state)
{
    (void)state;
    expect_score("adv=triad", BOOK, 26);
}

void test_example_3_two_wilds_make_28(void **state)
{
    (void)state;
    expect_score("", BOOK " W:CMY W:CMY", 28);
}

void test_example_4_two_brushes_never_12(void **state)
{
    (void)state;
    expect_score("", SIX_MAGENTA " " FIVE_YELLOW " Br:MMM Br:MMM", 11);
    expect_score("", SIX_MAGENTA " Br:MMM Br:MMM", 6);
    expect_score("", SIX_MAGENTA " Pa:CCCC Pa:CCCC", 6);
}

void test_example_5_starts_and_brushes(void **state)
{
    (void)state;
    expect_score("", "C C M M Y Y Br:CCC Br:CCC Br:CCC", 6);
    expect_score("start_scores=no", "C C M M Y Y Br:CCC Br:CCC Br:CCC", 0);
    expect_score("adv=triad", "C C M M Y Y Br:CCC Br:CCC Br:CCC", 8);
}

void test_example_6_points_and_a_bucket(void **state)
{
    (void)state;
    expect_score("exp=MP", "B3:CCM B4:CCMM B5:CCMMM Bu:CCMM", 18);
    /* its price binds a bucket to no colour */
    expect_score("exp=MP", "B3:CCM B4:CCMM B5:CCMMM Bu:MMYY", 18);
}

void test_example_7_junior_triples(void **state)
{
    (void)state;
    expect_score("mode=junior", FOUR_CYAN " M+:C M+:M M+:Y Y+:C Y+:M W:CMY R3:MMY", 18);
}

void test_example_8_a_card_not_its_splotches(void **state)
{
    (void)state;
    expect_score("", "CC:CC Br:YYY", 1);
    expect_score("", "CM:YY Br:YYY Br:YYY", 1); /* nor does a card count in two colours */
}

void test_kr1_start_kritters_score(void **state)
{
    (void)state;
    expect_score("", "C C C+:M Br:CCC Pa:CCCC", 6);
    expect_score("start_scores=no", "C C C+:M Br:CCC Pa:CCCC", 2);
    expect_score("mode=junior", "C M Y", 5);
    expect_score("mode=junior start_scores=no", "C M Y C+:C M+:M Y+:Y", 5);
}

void test_kr11_buckets_on_one_colour(void **state)
{
    (void)state;
    expect_score("exp=MP", "B3:CCM B4:CCMM R2:MY Bu:CCMM Bu:CCMM", 9 + 4 + 4);
    expect_score("exp=MP bucket_stack=no", "B3:CCM B4:CCMM R2:MY Bu:CCMM Bu:CCMM", 9 + 4 + 2);
    expect_score("exp=MP", "B3:CCM Bu:CCMM Bu:CCMM Bu:MMYY Bu:MMYY", 3 + 8);
    expect_score("exp=MP bucket_stack=no", "B3:CCM Bu:CCMM Bu:CCMM Bu:MMYY Bu:MMYY", 3 + 2);
    expect_score("exp=MP", "C Bu:CCMM", 0);
}

void test_kr12_best_placing(void **state)
{
    (void)state;
    expect_score("", "C C M W:CMY W:CMY Br:CCC Pa:CCCC", 8);        /* wilds go where both lie */
    expect_score("", "C C C M M Br:CCC Br:CCC Pa:CCCC", 3 * 2 + 2); /* two on the larger group */
    expect_score("", "W:CMY W+:CMYY Br:CCC", 2);
    /* a wild makes the third colour */
    expect_score("adv=triad", "C C M M W:CMY Br:CCC Br:CCC Br:CCC", 2 + 2 + 1 + 1);
    /* or does better elsewhere */
    expect_score("adv=triad", "C C C C M W:CMY Br:CCC Pa:CCCC Pa:CCCC", 5 * 2 + 1);
    expect_score("", "Wa:CMY R5:MMYYY R6:MMMYYY G2:YC", 13);
    expect_score("", "Wa:CMY", 0);
}

/* The plan itself against every placing of wilds and implements, written down a second time. */
static int slow_plan(const struct kritters_holdings *h, bool triad)
{
    int best = 0;
    for (int place = 0; place < 81; place++) { /* up to four wilds, each in a group; 3 ^ 4 */
        int cards[KR_COLOURS] = {h->cards[0], h->cards[1], h->cards[2]};
        for (int wild = 0, rest = place; wild < h->cards[KR_ANY]; wild++, rest /= 3)
            cards[rest % 3]++;
        for (int layout = 0; layout < 64; layout++) {
            int brushes = 0, palettes = 0, total = 0, groups = 0, least = 99;
            for (int c = 0; c < KR_COLOURS; c++) {
                int brush = layout >> c & 1, palette = layout >> (3 + c) & 1;
                brushes += brush;
                palettes += palette;
                total += cards[c] * (brush + palette);
                groups += cards[c] > 0 && brush + palette > 0;
                least = cards[c] < least ? cards[c] : least;
            }
            if (triad && groups == KR_COLOURS)
                total += least;
            if (brushes <= h->brushes && palettes <= h->palettes && total > best)
                best = total;
        }
    }
    return best;
}

void test_kr14_triad_needs_all_three(void **state)
{
    struct ruleset rules;
    unsigned dice = 1;
    (void)state;
    expect_score("adv=triad", "C C M M Br:CCC Br:CCC Br:CCC", 4); /* no yellow card */
    expect_score("adv=triad", "C C M M Y Br:CCC Br:CCC", 4);      /* only two implements */
    expect_score("adv=triad", "C C M M Y Br:CCC Br:CCC Pa:CCCC", 6);
    game_ruleset(&game_kritters, &rules);
    for (int n = 0; n < 2000; n++) {
        struct kritters_holdings h = {.brushes = 0};
        struct kritters_plan plan;
        for (int i = 0; i < KR_SPLOTCHES; i++)
            h.cards[i] = (int)((dice = dice * 1103515245u + 12345u) >> 16) % (i == KR_ANY ? 5 : 7);
        h.brushes = (int)((dice = dice * 1103515245u + 12345u) >> 16) % 5;
        h.palettes = (int)((dice = dice * 1103515245u + 12345u) >> 16) % 4;
        rules.options[KR_ADVANCED] = n % 2 ? KR_TRIAD_BONUS : 0;
        kritters_plan(&rules, &h, &plan);
        if (plan.total != slow_plan(&h, n % 2))
            fail_msg("cards %d %d %d, wild %d, brushes %d, palettes %d: %d, expected %d",
                     h.cards[0], h.cards[1], h.cards[2], h.cards[3], h.brushes, h.palettes,
                     plan.total, slow_plan(&h, n % 2));
    }
}

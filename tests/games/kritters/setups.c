/* The setup of every mode, solo's market, what everybody sees, and what holds in every position. */
#include "kritters_tests.h"

#include <stdio.h>

#include "playthrough.h"

void test_kr16_junior_setup(void **state)
{
    struct stage s;
    (void)state;
    deal(&s, 6, "junior", 1);
    for (int seat = 0; seat < 6; seat++) /* a set of Start Kritters each, as in the standard game */
        assert_int_equal(zone_size(&s.table, seat_zone(&s.rules, seat, KR_DECK)) +
                             zone_size(&s.table, seat_zone(&s.rules, seat, KR_FRONT)),
                         6);
    deal(&s, 3, "junior", 1);
    assert_int_equal(zone_size(&s.table, KR_MARKET) + zone_size(&s.table, KR_KRITTER_DECK), 45);
    assert_int_equal(zone_size(&s.table, KR_WANDS), 9);
    assert_int_equal(zone_size(&s.table, KR_BRUSHES) + zone_size(&s.table, KR_PALETTES) +
                         zone_size(&s.table, KR_STAYED),
                     0);
    for (int face = 0; face < KRITTERS_FACES; face++) {
        int kind = trait_of(&s.rules, face, KR_KIND), count = trait_of(&s.rules, face, KR_COUNT);
        int there =
            zone_tally(&s.table, KR_MARKET, face) + zone_tally(&s.table, KR_KRITTER_DECK, face);
        if (kind == KR_SINGLE || kind == KR_DOUBLE)
            assert_int_equal(there, trait_of(&s.rules, face, KR_BOX) == KR_BASE ? count - 1 : 0);
    }
    stage_init(&s, &game_kritters, 3);
    assert_non_null(game_kritters.excludes(
        (int[KR_OPTIONS]){[KR_MODE] = KR_MODE_JUNIOR, [KR_ADVANCED] = 1}, 3));
    assert_non_null(game_kritters.excludes(
        (int[KR_OPTIONS]){[KR_MODE] = KR_MODE_JUNIOR, [KR_EXPANSIONS] = 1}, 3));
    for (int seats = 1; seats <= 12; seats++)
        assert_int_equal(
            game_kritters.excludes((int[KR_OPTIONS]){[KR_MODE] = KR_MODE_JUNIOR}, seats) == NULL,
            seats >= 2 && seats <= 6);
    assert_non_null(game_kritters.excludes((int[KR_OPTIONS]){[KR_USE_WANDS] = KR_NO}, 3));
    assert_null(game_kritters.excludes(
        (int[KR_OPTIONS]){[KR_MODE] = KR_MODE_JUNIOR, [KR_USE_WANDS] = KR_NO}, 4));
}

static int items_between(const struct stage *s, int kind, int from, int to)
{
    int count = 0;
    for (int i = from; i < to; i++)
        count += trait_of(&s->rules, zone_face(&s->table, KR_KRITTER_DECK, i), KR_KIND) == kind;
    return count;
}

/* The top third has no item; the two below it two Paintbrushes and a Palette each. */
static void expect_solo_thirds(const struct stage *s, int kritters)
{
    int third = kritters / 3, all = zone_size(&s->table, KR_KRITTER_DECK);
    int top = all - 2 * (third + 3); /* what is left of it under the market */
    for (int i = 0; i < 3; i++) {
        int from = i == 0 ? 0 : top + (i - 1) * (third + 3), to = i == 0 ? top : from + third + 3;
        assert_int_equal(items_between(s, KR_BRUSH, from, to), i == 0 ? 0 : 2);
        assert_int_equal(items_between(s, KR_PALETTE, from, to), i == 0 ? 0 : 1);
    }
}

void test_kr17_solo_deck(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 40; seed++) {
        struct stage s;
        deal(&s, 1, "solo", seed);
        /* the first turn may have begun with a new market, and the cards before it went under
           the deck */
        if (s.table.shared[KR_FLUSHED] || s.table.own[0][KR_TURNS] > 0)
            continue;
        assert_int_equal(zone_size(&s.table, KR_MARKET), 6);
        assert_int_equal(zone_size(&s.table, KR_KRITTER_DECK), 63 + 6 - 6);
        assert_int_equal(zone_size(&s.table, KR_WANDS), 9);
        assert_int_equal(zone_size(&s.table, KR_BRUSHES), 5);
        assert_int_equal(zone_size(&s.table, KR_PALETTES), 3);
        assert_int_equal(zone_size(&s.table, KR_STAYED), 3 + 1);
        expect_solo_thirds(&s, 63);
    }
}

static void lay_solo(struct stage *s, const char *front, const char *deck)
{
    stage_init(s, &game_kritters, 1);
    stage_option(s, "mode", "solo");
    stage_lay(s, KR_KRITTER_DECK, deck);
    stage_lay(s, KR_WANDS, "Wa:CMY");
    stage_lay(s, KR_BRUSHES, "Br:CCC Br:MMM");
    stage_lay(s, KR_PALETTES, "Pa:CCCC");
    stage_lay(s, KR_MARKET, "C+:C M+:C Y+:C C+:M M+:M Y+:M");
    stage_lay(s, of(0, KR_DECK), "C M Y C M Y C M Y");
    stage_lay(s, of(0, KR_FRONT), front);
}

void test_kr18_solo_market_moves_on(void **state)
{
    struct stage s;
    (void)state;
    lay_solo(&s, "C", "CC:CC MM:MM YY:YY R3:MMY G3:YYC");
    stage_play(&s, 0, "buy 2");
    /* Y+:M left, two came in from the left */
    stage_expect(&s, KR_MARKET, "MM:MM CC:CC C+:C Y+:C C+:M M+:M");
    stage_expect(&s, KR_OUT, "Y+:M");
    lay_solo(&s, "C M Y", "CC:CC MM:MM YY:YY R3:MMY G3:YYC");
    stage_play(&s, 0, "buy wand"); /* also after an item */
    stage_expect(&s, KR_MARKET, "CC:CC C+:C M+:C Y+:C C+:M M+:M");
    lay_solo(&s, "M", "CC:CC MM:MM YY:YY R3:MMY G3:YYC");
    stage_play(&s, 0, "buy 6"); /* the rightmost is then the one beside it */
    stage_expect(&s, KR_MARKET, "MM:MM CC:CC C+:C M+:C Y+:C C+:M");
    stage_expect(&s, KR_OUT, "M+:M");
    lay_solo(&s, "C", "CC:CC");
    stage_play(&s, 0, "buy 1");
    assert_true(s.table.over); /* at once, as it is one round */
}

void test_kr18_items_in_the_flow(void **state)
{
    struct stage s;
    (void)state;
    lay_solo(&s, "C", "Br:YYY CC:CC Pa:MMMM MM:MM YY:YY R3:MMY");
    stage_play(&s, 0, "buy 1");
    stage_expect(&s, KR_MARKET, "MM:MM CC:CC M+:C Y+:C C+:M M+:M");
    /* each with the top card of its pile */
    stage_expect(&s, KR_OUT, "Y+:M Br:YYY Br:MMM Pa:MMMM Pa:CCCC");
    stage_expect(&s, KR_BRUSHES, "Br:CCC");
    stage_expect(&s, KR_PALETTES, "");
    lay_solo(&s, "C", "Pa:YYYY CC:CC Pa:MMMM MM:MM YY:YY R3:MMY");
    stage_play(&s, 0, "buy 1"); /* a pile that is empty loses nothing */
    stage_expect(&s, KR_OUT, "Y+:M Pa:YYYY Pa:CCCC Pa:MMMM");
    assert_int_equal(s.table.shared[KR_LAST_ROUND], KR_GOES_ON);
    lay_solo(&s, "C", "Br:YYY Br:YYY Pa:MMMM MM:MM YY:YY R3:MMY");
    stage_play(&s, 0, "buy 1");
    assert_int_equal(s.table.shared[KR_LAST_ROUND], KR_PILES_EMPTY);
    assert_true(s.table.over);
}

void test_kr19_two_decks(void **state)
{
    struct stage s;
    (void)state;
    for (int seats = 6; seats <= 12; seats++) {
        deal(&s, seats, "standard", 3);
        bool two = seats > 6;
        assert_int_equal(zone_size(&s.table, KR_MARKET), two ? 6 : 4);
        assert_int_equal(zone_size(&s.table, KR_MARKET) + zone_size(&s.table, KR_KRITTER_DECK),
                         two ? 126 : 63);
        assert_int_equal(zone_size(&s.table, KR_WANDS), two ? 18 : 9);
        for (int seat = 0; seat < seats; seat++)
            assert_int_equal(s.table.first[of(seat, KR_SEAT_ZONES)] - s.table.first[of(seat, 0)],
                             6);
    }
    lay_table(&s, 7);
    stage_option(&s, "must_buy", "no");
    lay_turn(&s, "Y", "M+:M R4:MMYY CC:CC R5:MMYYY MM:MM R3:MMY");
    stage_play(&s, 0, "flush"); /* six of them */
    stage_expect(&s, KR_MARKET, "M+:C Y+:C C+:C M+:C Y+:C C+:C");
    stage_expect(&s, KR_KRITTER_DECK, "M+:M R4:MMYY CC:CC R5:MMYYY MM:MM R3:MMY");
}

static int count_trait(const struct stage *s, int zone, int kind, enum kritters_trait trait,
                       int value)
{
    int count = 0;
    for (int i = 0; i < zone_size(&s->table, zone); i++) {
        int face = zone_face(&s->table, zone, i);
        count +=
            trait_of(&s->rules, face, KR_KIND) == kind && trait_of(&s->rules, face, trait) == value;
    }
    return count;
}

/* Every price of that kind has `each` cards, or one more. */
static void expect_even_prices(const struct stage *s, int zone, int kind, int each, int more)
{
    for (int i = 0; i < zone_size(&s->table, zone); i++) {
        int face = zone_face(&s->table, zone, i);
        if (trait_of(&s->rules, face, KR_KIND) == kind)
            assert_in_range(
                count_trait(s, zone, kind, KR_PRICE, trait_of(&s->rules, face, KR_PRICE)), each,
                each + more);
    }
}

/* "Three games for up to 4 players each": the counts of the book, but six wands for its three. */
void test_kr20_a_third_of_two_decks(void **state)
{
    static const int piles[][2] = {[2] = {5, 3}, [3] = {7, 4}, [4] = {8, 4}};
    (void)state;
    for (unsigned seed = 0; seed < 60; seed++) {
        struct stage s;
        int seats = 2 + (int)seed % 3;
        deal_with(&s, seats, "deck", "third", seed);
        while (zone_size(&s.table, KR_MARKET) > 0) /* count market and deck together */
            table_move(&(struct play){&s.rules, &s.table, NULL, NULL, NULL}, KR_MARKET, 0,
                       KR_KRITTER_DECK);
        assert_int_equal(zone_size(&s.table, KR_KRITTER_DECK), 18 + 12 + 6 + 6);
        assert_int_equal(count_kind(&s, KR_KRITTER_DECK, KR_SINGLE), 18);
        assert_int_equal(count_kind(&s, KR_KRITTER_DECK, KR_DOUBLE), 12);
        assert_int_equal(count_kind(&s, KR_KRITTER_DECK, KR_WILD), 6);
        expect_even_prices(&s, KR_KRITTER_DECK, KR_SINGLE, 6, 0);
        expect_even_prices(&s, KR_KRITTER_DECK, KR_DOUBLE, 4, 0);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(count_trait(&s, KR_KRITTER_DECK, KR_POINT, KR_COLOUR, i), 2);
            assert_int_equal(count_trait(&s, KR_KRITTER_DECK, KR_POINT, KR_POINTS, 3 + i), 2);
        }
        assert_int_equal(zone_size(&s.table, KR_WANDS), 6);
        assert_int_equal(zone_size(&s.table, KR_BRUSHES), piles[seats][0]);
        assert_int_equal(zone_size(&s.table, KR_PALETTES), piles[seats][1]);
        if (seats == 4) { /* the whole set */
            expect_even_prices(&s, KR_BRUSHES, KR_BRUSH, 2, 1);
            expect_even_prices(&s, KR_PALETTES, KR_PALETTE, 1, 1);
        }
        assert_int_equal(s.table.first[of(0, 0)], 2 * (63 + 27));
    }
}

/* Which cards of a price, and of the points, are there is a matter of luck. */
void test_kr20_thirds_differ(void **state)
{
    unsigned met = 0;
    (void)state;
    for (unsigned seed = 0; seed < 40; seed++) {
        struct stage s;
        deal_with(&s, 2, "deck", "third", seed);
        for (int i = 0; i < 9; i++)
            met |= 1u << (zone_tally(&s.table, KR_KRITTER_DECK,
                                     zone_face(&s.table, KR_KRITTER_DECK, i)) -
                          1);
    }
    assert_int_equal(met & 0x1f, 0x1f); /* one to five and more of one face */
}

void test_kr20_standard_games_of_four(void **state)
{
    int options[KR_OPTIONS] = {[KR_SHARE] = KR_SHARE_THIRD};
    (void)state;
    assert_null(game_kritters.excludes(options, 0));
    for (int seats = 1; seats <= 12; seats++)
        assert_int_equal(game_kritters.excludes(options, seats) == NULL, seats >= 2 && seats <= 4);
    options[KR_ADVANCED] = 7;
    assert_null(game_kritters.excludes(options, 3));
    options[KR_EXPANSIONS] = 1;
    assert_non_null(game_kritters.excludes(options, 3));
    options[KR_EXPANSIONS] = options[KR_ADVANCED] = 0;
    options[KR_MODE] = KR_MODE_JUNIOR;
    assert_non_null(game_kritters.excludes(options, 3));
    options[KR_MODE] = KR_MODE_SOLO;
    assert_non_null(game_kritters.excludes(options, 1));
}

void test_kr22_free_combination(void **state)
{
    (void)state;
    for (int advanced = 0; advanced < 8; advanced++)
        for (int expansions = 0; expansions < 8; expansions++) {
            int options[KR_OPTIONS] = {[KR_ADVANCED] = advanced, [KR_EXPANSIONS] = expansions};
            assert_null(game_kritters.excludes(options, 2));
            assert_null(game_kritters.excludes(options, 12));
            assert_non_null(game_kritters.excludes(options, 1));
            options[KR_MODE] = KR_MODE_SOLO;
            assert_null(game_kritters.excludes(options, 1));
            assert_non_null(game_kritters.excludes(options, 2));
            options[KR_MODE] = KR_MODE_JUNIOR;
            assert_int_equal(game_kritters.excludes(options, 3) == NULL,
                             advanced == 0 && expansions == 0);
        }
}

/* ---- who sees what ---- */

/* What a seat, the other seat and the public see is the same: nothing is anybody's own. */
static void expect_all_see(const struct stage *s, int zone, const char *codes)
{
    static const int viewers[] = {0, 1, SEAT_PUBLIC, SEAT_HOST};
    for (size_t i = 0; i < sizeof viewers / sizeof *viewers; i++)
        stage_expect_seen(s, viewers[i], zone, codes);
}

void test_kr23_who_sees_what(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_lay(&s, KR_BUCKETS, "Bu:CCMM Bu:MMYY");
    stage_lay(&s, KR_STAYED, "Br:YYY Pa:MMMM");
    stage_lay(&s, KR_OUT, "C");
    stage_lay(&s, of(1, KR_DISCARD), "Y+:M Pa:MMMM");
    lay_turn(&s, "C M+:C", "C+:C CC:CC R3:MMY W:CMY");
    expect_all_see(&s, KR_KRITTER_DECK, "- - - - - -");
    expect_all_see(&s, KR_MARKET, "C+:C CC:CC R3:MMY W:CMY");
    expect_all_see(&s, KR_WANDS, "- - Wa:CMY");
    expect_all_see(&s, KR_BRUSHES, "- Br:MMM");
    expect_all_see(&s, KR_PALETTES, "- Pa:YYYY");
    expect_all_see(&s, KR_BUCKETS, "- Bu:MMYY");
    expect_all_see(&s, KR_STAYED, "- -");
    expect_all_see(&s, KR_OUT, "C");
    /* what is in it, not in which order: C M Y C M Y */
    expect_all_see(&s, of(0, KR_DECK), "C C M M Y Y");
    expect_all_see(&s, of(0, KR_FRONT), "C M+:C");
    expect_all_see(&s, of(0, KR_DISCARD), "");
    expect_all_see(&s, of(1, KR_DECK), "C C M M Y Y");
    expect_all_see(&s, of(1, KR_FRONT), "");
    expect_all_see(&s, of(1, KR_DISCARD), "Y+:M Pa:MMMM");
    stage_play(&s, 0, "buy 1");
    expect_all_see(&s, KR_KRITTER_DECK, "- - - - -");
    expect_all_see(&s, KR_MARKET, "M+:C CC:CC R3:MMY W:CMY");
    expect_all_see(&s, of(0, KR_DISCARD), "C+:C C M+:C");
    expect_all_see(&s, of(1, KR_DECK), "C M Y");
    expect_all_see(&s, of(1, KR_FRONT), "C M Y");
    stage_play(&s, 1, "buy wand");
    expect_all_see(&s, KR_WANDS, "- Wa:CMY");
}

/* A Paintbrush in the solo deck must not be known by its back. */
void test_kr23_solo_deck_shows_one_back(void **state)
{
    struct stage s;
    struct sight sight;
    (void)state;
    deal(&s, 1, "solo", 5);
    table_sight(&s.rules, &s.table, 0, &sight);
    for (int i = 0; i < zone_size(&sight.seen, KR_KRITTER_DECK); i++)
        assert_int_equal(zone_face(&sight.seen, KR_KRITTER_DECK, i),
                         zone_face(&sight.seen, KR_KRITTER_DECK, 0));
}

void test_kr24_piles_by_players(void **state)
{
    static const int piles[][2] = {{5, 3},  {7, 4},  {9, 5},   {11, 6},  {12, 6}, {14, 7},
                                   {16, 8}, {18, 9}, {20, 10}, {22, 11}, {24, 12}};
    (void)state;
    for (int seats = 2; seats <= 12; seats++) {
        struct stage s;
        deal(&s, seats, "standard", 9);
        assert_int_equal(zone_size(&s.table, KR_BRUSHES), piles[seats - 2][0]);
        assert_int_equal(zone_size(&s.table, KR_PALETTES), piles[seats - 2][1]);
        assert_int_equal(zone_size(&s.table, KR_STAYED) + piles[seats - 2][0] + piles[seats - 2][1],
                         seats > 6 ? 36 : 18);
        assert_int_equal(count_kind(&s, KR_BRUSHES, KR_BRUSH), piles[seats - 2][0]);
        assert_int_equal(count_kind(&s, KR_PALETTES, KR_PALETTE), piles[seats - 2][1]);
    }
}

/* ---- faces are data ---- */

/* Other faces, as an admin's file would bring them: the rules follow them. */
void test_only_traits_count(void **state)
{
    static struct face faces[KRITTERS_FACES];
    struct stage s;
    struct score score;
    (void)state;
    memcpy(faces, kritters_faces, sizeof faces);
    lay_table(&s, 2);
    lay_turn(&s, "C", "C+:C CC:CC R3:MMY W:CMY");
    s.rules.faces = faces;
    int single = zone_face(&s.table, KR_MARKET, 0), points = zone_face(&s.table, KR_MARKET, 2),
        start = zone_face(&s.table, of(0, KR_FRONT), 0);
    faces[single].traits[KR_PRICE] = 2;
    assert_false(stage_can(&s, 0, "buy 1"));
    faces[points].traits[KR_PRICE] = 1;
    faces[points].traits[KR_POINTS] = 7;
    assert_true(stage_can(&s, 0, "buy 3"));
    faces[start].traits[KR_GIVES] = 2;
    assert_true(stage_can(&s, 0, "buy 1"));
    assert_true(stage_can(&s, 0, "buy 2"));
    faces[start].traits[KR_DRAWS] = 1;
    stage_play(&s, 0, "buy 3");
    stage_expect(&s, of(1, KR_FRONT), "C M Y C M"); /* both cyan ones draw another card */
    stage_score(&s, &score);
    assert_int_equal(score.total[0], 7);
}

/* ---- every position ---- */

static void check_position(const struct variant *variant, const struct table *t)
{
    const struct ruleset *rules = &variant->rules;
    bool solo = rules->options[KR_MODE] == KR_MODE_SOLO, boost = is_advanced(rules, KR_CARD_BOOST);
    if (zone_size(t, KR_KRITTER_DECK) > 0)
        assert_int_equal(zone_size(t, KR_MARKET), market_size(rules, t));
    if (!solo && !boost)
        assert_int_equal(zone_size(t, KR_OUT), 0);
    for (int seat = 0; seat < t->seats; seat++) {
        assert_true(t->over || seat == t->turn || zone_size(t, of(seat, KR_FRONT)) == 0);
        assert_true(seat == t->turn || zone_size(t, of(seat, KR_DECK)) > 0 ||
                    zone_size(t, of(seat, KR_DISCARD)) == 0);
        int behind = t->own[t->shared[KR_FIRST]][KR_TURNS] - t->own[seat][KR_TURNS];
        assert_in_range(behind, 0, 1);
        assert_true(!t->over || behind == 0);
    }
    for (int i = 0; i < zone_size(t, KR_MARKET); i++)
        assert_true(trait_of(rules, zone_face(t, KR_MARKET, i), KR_KIND) < KR_WAND);
}

void test_invariants_of_every_position(void **state)
{
    static struct playthrough play;
    static struct variant variants[VARIANTS_MAX];
    (void)state;
    int count = variants_of(&game_kritters, variants);
    for (int n = 0; n < 10 * count; n++) {
        struct variant variant = variant_for(variants, count, n);
        playthrough_play(&play, &variant, (uint64_t)n, CHOICE_FACES, STEPS_MAX);
        for (int i = 0; i <= play.count; i++)
            check_position(&variant, &play.tables[i]);
    }
}

/* Alone there is nobody to win against: the robot is to score more than a random player does. */
static double solo_mean(const struct variant *variant, enum choice choice)
{
    enum { GAMES = 40 };
    static struct playthrough play;
    int points = 0;
    for (int n = 0; n < GAMES; n++) {
        struct sight sight;
        struct score score;
        playthrough_play(&play, variant, (uint64_t)n, choice, STEPS_MAX);
        table_sight(&variant->rules, &play.tables[play.count], SEAT_PUBLIC, &sight);
        game_kritters.score(&variant->rules, &sight, &score);
        points += score.total[0];
    }
    return (double)points / GAMES;
}

void test_robot_scores_more_alone(void **state)
{
    static struct variant variants[VARIANTS_MAX];
    (void)state;
    int count = variants_of(&game_kritters, variants);
    for (int v = 0; v < count; v++) {
        if (variants[v].rules.options[KR_MODE] != KR_MODE_SOLO)
            continue;
        double greedy = solo_mean(&variants[v], CHOICE_GREEDY),
               random = solo_mean(&variants[v], CHOICE_FACES);
        printf("%s: the robot scores %.1f on average, a random player %.1f\n", variants[v].label,
               greedy, random);
        assert_true(greedy > 1.2 * random);
    }
}

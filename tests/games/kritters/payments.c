/* Paying: splotches, wilds, wands, two cards at once. */
#include "kritters_tests.h"
#include "text.h"

static void expect_pays(const char *front, const char *code, bool pays)
{
    struct stage s;
    lay_table(&s, 2);
    if (pays_for(&s, front, code) != pays)
        fail_msg("%s %s %s", front, pays ? "should pay for" : "should not pay for", code);
}

void test_example_9_paying_with_wands(void **state)
{
    (void)state;
    expect_pays("C C C M Wa:CMY", "Br:YYY", true);
    expect_pays("C C C M Wa:CMY", "R4:MMYY", false); /* YYYM pays for no more than one M */
    expect_pays("C C C M Wa:CMY", "Pa:MMMM", true);  /* all cyan becomes magenta */
    expect_pays("C C C M Wa:CMY", "G3:YYC", false);  /* part of a colour cannot be turned */
    expect_pays("C C Wa:CMY", "C++:MY", false);
    expect_pays("C C Wa:CMY", "G2:YC", false);
    expect_pays("C C W:CMY Wa:CMY", "G2:YC", true);
    /* MMMC needs a swap, two wands, and more of it */
    expect_pays("C C C M Wa:CMY", "B5:CCMMM", false);
}

/* The book's words: YYY and YYYM can be paid, MMMC cannot without a second wand. No card costs
   just that, so prices are made up. */
void test_kr5_a_swap_needs_two_wands(void **state)
{
    static struct face faces[KRITTERS_FACES];
    static const struct {
        int price, wands;
        bool pays;
    } rows[] = {
        {0x030000, 1, true}, {0x030100, 1, true}, {0x000301, 1, false}, {0x000301, 2, true},
        {0x000400, 1, true}, {0x010003, 1, true}, {0x010201, 3, false},
    };
    (void)state;
    memcpy(faces, kritters_faces, sizeof faces);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static const char *const fronts[] = {"", "C C C M Wa:CMY", "C C C M Wa:CMY Wa:CMY",
                                             "C C C M Wa:CMY Wa:CMY Wa:CMY"};
        struct stage s;
        lay_table(&s, 2);
        s.rules.faces = faces;
        for (int face = 0; face < KRITTERS_FACES; face++)
            if (faces[face].traits[KR_KIND] == KR_BUCKET)
                faces[face].traits[KR_PRICE] = rows[i].price;
        if (pays_for(&s, fronts[rows[i].wands], "Bu:CCMM") != rows[i].pays)
            fail_msg("row %d of the table", (int)i);
    }
}

/* Every map of three colours with at most so many changes, each wild for one gap: by counting
   splotches one by one. */
static bool slowly_pays(const int *splotches, int wilds, int wands, const int *price)
{
    for (int map = 0; map < 27; map++) {
        int to[KR_COLOURS] = {map % 3, map / 3 % 3, map / 9}, have[KR_COLOURS] = {0}, changed = 0,
            missing = 0;
        for (int c = 0; c < KR_COLOURS; c++) {
            have[to[c]] += splotches[c];
            changed += to[c] != c;
        }
        for (int c = 0; c < KR_COLOURS; c++)
            missing += price[c] > have[c] ? price[c] - have[c] : 0;
        if (changed <= wands && missing <= wilds)
            return true;
    }
    return false;
}

static void lay_many(struct stage *s, const char *code, int count)
{
    while (count-- > 0)
        stage_lay(s, of(0, KR_FRONT), code);
}

void test_kr5_wands_against_all_maps(void **state)
{
    static const char *const codes[] = {"C", "M", "Y"};
    unsigned dice = 7;
    int paid = 0;
    (void)state;
    for (int n = 0; n < 1500; n++) {
        struct stage s;
        struct payable payable;
        int splotches[KR_COLOURS], numbers[2], face;
        lay_table(&s, 2);
        stage_option(&s, "adv", "double");
        for (int i = 0; i < KR_COLOURS + 2; i++) {
            int count = (int)((dice = dice * 1103515245u + 12345u) >> 16) % (i < KR_COLOURS    ? 4
                                                                             : i == KR_COLOURS ? 3
                                                                                               : 4);
            if (i < KR_COLOURS)
                splotches[i] = count;
            else
                numbers[i - KR_COLOURS] = count;
            lay_many(&s, i < KR_COLOURS ? codes[i] : i == KR_COLOURS ? "W:CMY" : "Wa:CMY", count);
        }
        stage_lay(&s, KR_MARKET, "R5:MMYYY W+:CMYY CC:CC Y++:CM");
        kritters_payable(&s.rules, &s.table, 0, &payable);
        int prices[KR_GOODS][KR_COLOURS] = {{0}};
        for (int a = 0; a < KR_GOODS; a++)
            for (int c = 0; kritters_goods(&s.table, a, &face) && c < KR_COLOURS; c++)
                prices[a][c] = splotches_of(trait_of(&s.rules, face, KR_PRICE), c);
        for (int a = 0; a < KR_GOODS; a++) {
            bool there = kritters_goods(&s.table, a, &face);
            bool pays = there && slowly_pays(splotches, numbers[0], numbers[1], prices[a]);
            assert_int_equal(payable.one >> a & 1, pays);
            paid += pays;
            for (int b = 0; b < KR_GOODS; b++) {
                int both[KR_COLOURS];
                for (int c = 0; c < KR_COLOURS; c++)
                    both[c] = prices[a][c] + prices[b][c];
                bool can_be =
                    there && kritters_goods(&s.table, b, &face) && a < b && a < KR_SLOTS_MOST;
                bool two = can_be && slowly_pays(splotches, numbers[0], numbers[1], both);
                assert_int_equal(payable.with[a] >> b & 1, two);
            }
        }
    }
    assert_true(paid > 1000);
}

void test_kr6_each_wild_fills_one_gap(void **state)
{
    (void)state;
    expect_pays("W:CMY W:CMY W:CMY", "W:CMY", true);
    expect_pays("W:CMY W:CMY C", "W:CMY", true);
    expect_pays("W:CMY C C", "W:CMY", false);
    expect_pays("W:CMY C C Wa:CMY", "W:CMY", false); /* wands do not touch wilds */
    expect_pays("W:CMY C C M", "W:CMY", true);
    expect_pays("W+:CMYY W:CMY C", "C++:MY", true);
    expect_pays("W:CMY", "CC:CC", false);
}

void test_kr13_double_purchase(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    lay_turn(&s, "CM:YY Y Y C C C", "C+:C M+:M Y+:Y CC:CC");
    assert_false(stage_can(&s, 0, "buy 1 2"));
    assert_string_equal(stage_refusal(&s, 0, "buy 1 2"),
                        "One card a turn: only the rule adv=double lets you buy two.");
    stage_option(&s, "adv", "double");
    assert_true(stage_can(&s, 0, "buy 1"));
    assert_true(stage_can(&s, 0, "buy 1 2"));      /* each splotch of a Double for another card */
    assert_false(stage_can(&s, 0, "buy 1 brush")); /* C and MMM */
    assert_false(stage_can(&s, 0, "buy 2 1"));
    assert_false(stage_can(&s, 0, "buy wand brush"));
    assert_false(stage_can(&s, 0, "buy 1 1"));
    assert_string_equal(stage_refusal(&s, 0, "buy wand brush"),
                        "Of the two cards you buy in a turn only one may be an item.");
    assert_string_equal(stage_refusal(&s, 0, "buy 1 1"),
                        "Every card can be bought once only; name two different ones.");
    assert_string_equal(
        stage_refusal(&s, 0, "buy 4 brush"),
        "The splotches in front of you do not pay for both: each pays once, and wands work the same way "
        "for both cards.");
    assert_true(stage_can(&s, 0, "buy 3 wand")); /* Y and CMY */
    stage_play(&s, 0, "buy 3 wand");
    stage_expect(&s, of(0, KR_DISCARD), "Y+:Y Wa:CMY CM:YY Y Y C C C");
    stage_expect(&s, KR_MARKET, "C+:C M+:M M+:C CC:CC");
    stage_expect(&s, KR_WANDS, "Wa:CMY Wa:CMY");
}

static void expect_read(const struct stage *s, const char *typed, const char *move)
{
    char bytes[MOVE_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    struct sight sight;
    struct moves legal;
    struct read_move read;
    table_sight(&s->rules, &s->table, 0, &sight);
    game_kritters.legal(&s->rules, &sight, 0, &legal);
    move_read(&s->rules, NULL, &sight, &legal, true, typed, &read);
    assert_int_equal(read.reading, READING_MOVE);
    move_format(&s->rules, NULL, &read.move, &text);
    assert_string_equal(bytes, move);
}

void test_kr13_pairs_are_said_in_any_order(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_option(&s, "adv", "double");
    lay_turn(&s, "C M M M M", "C+:C M+:M Y+:Y CC:CC");
    expect_read(&s, "buy 2 1", "buy 1 2");
    expect_read(&s, "buy 1 and 2", "buy 1 2");
    expect_read(&s, "buy brush with 1", "buy 1 brush");
    expect_read(&s, "buy brush", "buy brush");
    expect_read(&s, "buy 1", "buy 1");
    expect_read(&s, "take 1 + 2", "buy 1 2");
}

void test_kr13_one_wand_map_for_both(void **state)
{
    struct stage s;
    (void)state;
    lay_table(&s, 2);
    stage_option(&s, "adv", "double");
    lay_turn(&s, "C C Wa:CMY", "C+:C M+:M Y+:M CM:YY");
    for (const char *const *move =
             (const char *const[]){"buy 1", "buy 2", "buy 3", "buy 4", "buy 2 3", NULL};
         *move; move++)
        assert_true(stage_can(&s, 0, *move));
    assert_false(stage_can(&s, 0, "buy 1 2")); /* the cyan ones are turned both or not at all */
}

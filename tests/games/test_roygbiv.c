/* ROYGBIV by its rulings: a test for each, named after its id, in the folder roygbiv, and the
   invariants of every position. The worked examples are in test_roygbiv_examples.c, who sees
   what in test_roygbiv_secrets.c; the generic suite and the golden playthroughs cover what all
   games share. */
#include "roygbiv/roygbiv.h"
#include "roygbiv/tested.h"

#include "playthrough.h"
#include "rulings.h"

static void check_row(const struct table *t)
{
    int size = zone_size(t, RO_ROW), unicorns = 0, colours = 0;
    for (int i = 0; i < size; i++) {
        const struct card *card = zone_card(t, RO_ROW, i);
        unicorns += card->face == RO_UNICORN && card->as == 0;
        colours += roygbiv_colour(card) != RO_COLOUR_NEITHER;
    }
    assert_int_equal(unicorns, t->shared[RO_REVERSED]);
    assert_true(size == 0 || colours > 0);
    const struct card *end = size > 0 ? zone_card(t, RO_ROW, size - 1) : NULL;
    assert_true(!t->shared[RO_REVERSED] || (end && end->face == RO_UNICORN && end->as == 0));
}

static void check_seats(const struct table *t)
{
    for (int seat = 0; seat < t->seats; seat++) {
        int cards = zone_size(t, hand(seat)) + zone_size(t, deck(seat));
        assert_true(zone_size(t, hand(seat)) <= RO_HAND_CARDS);
        assert_true(t->over || cards > 0 || t->phase == RO_PHASE_CHOOSE);
        for (int i = 0, run = 0; i < zone_size(t, collected(seat)); i++) {
            int number = zone_card(t, collected(seat), i)->as;
            bool last = i + 1 == zone_size(t, collected(seat)) ||
                        zone_card(t, collected(seat), i + 1)->as != number;
            assert_true(number >= 1 && number <= t->shared[RO_RAINBOWS]);
            run++;
            assert_true(!last || run >= 2);
            run = last ? 0 : run;
        }
    }
}

/* Somebody holds a special card, or a colour next to the last one; anything but pots and
   Unicorns begins a row. */
static bool somebody_could_play(const struct table *t)
{
    bool begins = zone_size(t, RO_ROW) == 0;
    int last = begins ? 0 : roygbiv_last(t);
    bool could = false;
    for (int seat = 0; seat < t->seats; seat++)
        for (int i = 0; i < zone_size(t, hand(seat)); i++) {
            int face = zone_face(t, hand(seat), i), way = (face - last + RO_COLOURS) % RO_COLOURS;
            bool is_colour = face < RO_COLOURS, is_beside = way == 1 || way == RO_COLOURS - 1;
            could |= face == RO_BOW || (is_colour ? begins || is_beside : !begins);
        }
    return could;
}

/* RO18, flip=unable: a round of passes turns a card up if, and only if, nobody could play. True
   if a card was kept. */
static bool check_flip(const struct playthrough *play, int step)
{
    const struct table *before = &play->tables[step], *after = &play->tables[step + 1];
    bool is_turned = zone_size(after, RO_PILE) < zone_size(before, RO_PILE);
    bool ends_round = play->steps[step].move.verb == RO_PASS && !after->over &&
                      (before->shared[RO_PASSES] + 1) % before->seats == 0;
    if (before->phase == RO_PHASE_PLAY)
        assert_true(!is_turned || ends_round);
    if (ends_round && zone_size(before, RO_PILE) > 0)
        assert_int_equal(is_turned, !somebody_could_play(before));
    return ends_round && !is_turned;
}

/* Rulings 5.6: rows, hands, collections, and the bound on the length of a game. */
static void test_invariants_of_every_position(void **state)
{
    static struct playthrough play;
    static struct variant variants[VARIANTS_MAX];
    (void)state;
    int count = variants_of(&game_roygbiv, variants), kept = 0;
    for (int n = 0; n < 300; n++) {
        const struct variant *variant = &variants[n % count];
        bool is_frenzy = variant->rules.options[RO_MODE] == RO_MODE_FRENZY;
        int laid = 0;
        playthrough_play(&play, variant, (uint64_t)n, CHOICE_FACES, 60 + 60 + 63 * 4);
        for (int i = 0; i <= play.count; i++) {
            check_row(&play.tables[i]);
            check_seats(&play.tables[i]);
            laid += i < play.count && play.steps[i].move.verb <= RO_PLAY_UNICORN;
            if (i < play.count && variant->rules.options[RO_FLIP] == RO_FLIP_UNABLE)
                kept += check_flip(&play, i);
        }
        assert_true(laid <= 60);
        assert_true(!is_frenzy || play.count - laid <= variant->seats);
    }
    assert_true(kept > 0);
}

static void test_every_ruling_has_a_test(void **state)
{
    static const char *const names[] = {
#define TEST(name) #name,
#include "roygbiv/tested.def"
#undef TEST
    };
    (void)state;
    rulings_are_tested("../docs/rulings/roygbiv.md", "RO", names, sizeof names / sizeof *names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test(name),
#include "roygbiv/tested.def"
#undef TEST
        cmocka_unit_test(test_invariants_of_every_position),
        cmocka_unit_test(test_every_ruling_has_a_test),
    };
    return cmocka_run_group_tests_name("roygbiv", tests, NULL, NULL);
}

/* The tests of Colour MY Kritters, over several files, and what these share. Each ruling of
   docs/rulings/kritters.md has one that begins with its id. */
#ifndef KRITTERS_TESTS_H
#define KRITTERS_TESTS_H

#include <string.h>

#include "kritters/kritters.h"
#include "stage.h"
#include "testing.h"

extern const struct game game_kritters;

/* A zone of a seat. */
int of(int seat, int zone);

/* Seats that begin with C M Y C M Y in their decks, a deck of Kritters that cost a cyan splotch,
   so that somebody can always buy, three wands and two of every other item; seat 1 begins. The
   market and what lies in front come from the test. */
void lay_table(struct stage *s, int seats);

/* Cards in front of seat 1, and the market. */
void lay_turn(struct stage *s, const char *front, const char *market);

/* Whether seat 1 could buy the card of that code with `front` in front of it. */
bool pays_for(const struct stage *s, const char *front, const char *code);

/* How many cards of a kind lie in a zone. */
int count_kind(const struct stage *s, int zone, int kind);

/* Deals a game with random picks. */
void deal_with(struct stage *s, int seats, const char *option, const char *value, unsigned seed);
void deal(struct stage *s, int seats, const char *mode, unsigned seed);

#define KRITTERS_TESTS(test)                                                                       \
    test(test_example_1_the_book_scores_24), test(test_example_2_the_triad_scores_26),             \
        test(test_example_3_two_wilds_make_28), test(test_example_4_two_brushes_never_12),         \
        test(test_example_5_starts_and_brushes), test(test_example_6_points_and_a_bucket),         \
        test(test_example_7_junior_triples), test(test_example_8_a_card_not_its_splotches),        \
        test(test_example_9_paying_with_wands), test(test_kr1_start_kritters_score),               \
        test(test_kr2_buying_is_mandatory), test(test_kr3_cards_draw_more_cards),                  \
        test(test_kr3_deck_runs_out_in_the_middle),                                                \
        test(test_kr4_discards_are_shuffled_after_the_turn),                                       \
        test(test_kr5_wands_against_all_maps), test(test_kr5_a_swap_needs_two_wands),              \
        test(test_kr6_each_wild_fills_one_gap), test(test_kr7_market_is_flushed_by_itself),        \
        test(test_kr7_who_still_cannot_buy_passes),                                                \
        test(test_kr7_flush_and_pass_are_said_with_boost),                                         \
        test(test_kr8_refill_in_the_same_place),                                                   \
        test(test_kr8_market_closes_up_when_the_deck_is_empty), test(test_kr9_end_by_the_deck),    \
        test(test_kr9_end_by_the_piles), test(test_kr9_junior_has_no_piles),                       \
        test(test_kr10_two_of_three_piles), test(test_kr11_buckets_on_one_colour),                 \
        test(test_kr12_best_placing), test(test_kr13_double_purchase),                             \
        test(test_kr13_one_wand_map_for_both), test(test_kr13_pairs_are_said_in_any_order),        \
        test(test_kr14_triad_needs_all_three), test(test_kr15_boost_counts_twice_and_leaves),      \
        test(test_kr15_boost_draws_again), test(test_kr15_boosted_wand_is_two),                    \
        test(test_kr16_junior_setup), test(test_kr16_all_must_agree_to_finish),                    \
        test(test_kr17_solo_deck), test(test_kr18_solo_market_moves_on),                           \
        test(test_kr18_items_in_the_flow), test(test_kr19_two_decks),                              \
        test(test_kr20_a_third_of_two_decks), test(test_kr20_thirds_differ),                       \
        test(test_kr20_standard_games_of_four), test(test_kr21_five_dry_rounds_end),               \
        test(test_kr21_not_alone), test(test_kr22_free_combination),                               \
        test(test_kr23_who_sees_what), test(test_kr23_solo_deck_shows_one_back),                   \
        test(test_kr24_piles_by_players), test(test_refusals_name_the_rule),                       \
        test(test_only_traits_count), test(test_robots_agree_to_finish),                           \
        test(test_robot_buys_nothing_useless_at_the_end), test(test_robot_scores_more_alone),      \
        test(test_invariants_of_every_position)

#define KRITTERS_PROTOTYPE(name) name(void **state)
void KRITTERS_TESTS(KRITTERS_PROTOTYPE);

#endif

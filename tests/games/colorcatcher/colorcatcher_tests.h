/* The tests of Color Catcher that speak of a turn and of a round. Each ruling of
   docs/rulings/colorcatcher.md has one that begins with its id. */
#ifndef COLORCATCHER_TESTS_H
#define COLORCATCHER_TESTS_H

#include "colorcatcher_table.h"

#define TESTS_OF_A_TURN(test)                                                                      \
    test(test_example_8_third_set_wins_at_once), test(test_cc1_a_card_must_be_exposed),            \
        test(test_cc2_a_public_colour_can_grow), test(test_cc3_one_set_a_colour),                  \
        test(test_cc4_more_than_three_count), test(test_cc5_win_is_checked_at_once),               \
        test(test_cc6_discard_after_a_draw_only), test(test_cc7_only_the_top_of_the_discard_pile), \
        test(test_cc7_any_card_of_the_discard_pile),                                               \
        test(test_cc8_an_empty_deck_is_made_of_the_discards),                                      \
        test(test_cc8_skip_where_nothing_can_be_drawn_or_stolen),                                  \
        test(test_cc9_the_limit_holds_at_the_end_of_the_turn),                                     \
        test(test_cc10_effects_before_drawing_only),                                               \
        test(test_cc11_steal_public_color_to_the_hand),                                            \
        test(test_cc11_steal_public_color_to_the_table_may_win), test(test_cc12_a_blind_pick),     \
        test(test_cc13_dominant_colour_changes_to_another_one),                                    \
        test(test_cc14_a_second_set_of_another_colour),                                            \
        test(test_cc14_only_done_ends_it_while_cards_are_left),                                    \
        test(test_cc14_an_empty_hand_ends_it), test(test_cc15_all_public_cards_of_a_colour),       \
        test(test_cc16_no_effect_without_a_target), test(test_cc22_an_empty_hand_exposes_nothing), \
        test(test_cc25_done_instead_of_the_first_exposure),                                        \
        test(test_refusals_ask_for_what_is_missing)

#define TESTS_OF_A_ROUND(test)                                                                     \
    test(test_example_1_jill_before_jack), test(test_example_2_decided_two_steps_away),            \
        test(test_example_3_decided_three_steps_away), test(test_example_4_complete_tie),          \
        test(test_example_5_nobody_has_the_dominant_colour), test(test_example_6_out_at_once),     \
        test(test_example_7_winner_discards_three_then_names),                                     \
        test(test_cc17_a_round_is_won_with_none), test(test_cc17_zero_wins_no),                    \
        test(test_cc18_elimination_step_by_step),                                                  \
        test(test_cc18_nobody_wins_and_the_marker_moves),                                          \
        test(test_cc19_only_the_dominant_colour_goes_back),                                        \
        test(test_cc20_used_effects_become_a_new_pile),                                            \
        test(test_cc20_one_used_effect_is_a_pile_too), test(test_cc20_no_effect_card_left),        \
        test(test_cc21_any_colour_can_be_named), test(test_cc23_so_many_rounds),                   \
        test(test_cc23_who_is_ahead_after_the_last_round),                                         \
        test(test_cc24_the_last_round_is_won_by_nobody)

#define PROTOTYPE(name) name(void **state)
void TESTS_OF_A_TURN(PROTOTYPE);
void TESTS_OF_A_ROUND(PROTOTYPE);
#undef PROTOTYPE

#endif

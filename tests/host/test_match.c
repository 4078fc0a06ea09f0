/* Several games in a row: what counts, and when the match is over
   (docs/rulings/heartcatchers.md, HC12). */
#include <string.h>

#include "deal.h"
#include "heartcatchers/heartcatchers.h"
#include "seat.h"
#include "testing.h"

extern const struct game game_coloretto, game_heartcatchers;

/* Plays a game of a match with random moves; true if it is shared. */
static bool play_of_match(struct playing *playing, struct chance_seed *seed)
{
    static struct seat seats[2];
    struct chance chance;
    struct score score;
    chance_init(&chance, chance_seeded, seed);
    deal_game(playing, &game_heartcatchers, seats, SEAT_NONE, &chance, NULL);
    while (!playing->table.over) {
        struct sight sight;
        struct moves moves;
        table_sight(&playing->rules, &playing->table, playing->table.turn, &sight);
        heartcatchers_legal(&playing->rules, &sight, playing->table.turn, &moves);
        chance_init(&chance, chance_seeded, seed);
        struct move move = moves.list[chance_pick(&chance, moves.count)];
        deal_move(playing, &game_heartcatchers, playing->table.turn, &move, &chance, NULL);
    }
    deal_score(playing, &game_heartcatchers, &score);
    return score.winners == 3;
}

static void begin_match(struct playing *playing, int version)
{
    *playing = (struct playing){.seats = 2};
    game_ruleset(&game_heartcatchers, &playing->rules);
    playing->rules.options[HC_MATCH] = 1;
    playing->rules.version = version;
}

/* Best of three: two wins, however many games are drawn in between; by version 1 of the rules
   three games at most. */
static test_case(a_drawn_game_of_a_match_is_played_again)
{
    static struct playing playing;
    struct chance_seed seed = {5};
    int replayed = 0;
    for (int match = 0; match < 200; match++) {
        begin_match(&playing, 1 + match % 2);
        for (int drawn = 0; !playing.is_over;) {
            drawn += play_of_match(&playing, &seed);
            int most = playing.wins[0] > playing.wins[1] ? playing.wins[0] : playing.wins[1];
            assert_int_equal(playing.wins[0] + playing.wins[1], playing.game_number - drawn);
            assert_int_equal(deal_counted(&playing), playing.game_number - (match % 2 ? drawn : 0));
            assert_int_equal(playing.is_over,
                             most == 2 || (match % 2 == 0 && playing.game_number == 3));
            replayed += match % 2 && playing.game_number > 3;
        }
        assert_int_equal(deal_match_winners(&playing, &game_heartcatchers) == 3,
                         playing.wins[0] == playing.wins[1]);
    }
    assert_true(replayed > 0);
}

/* The bound: after twice as many drawn games in a row as the match is long, it is shared, no
   matter who was ahead. */
static test_case(six_drawn_games_in_a_row_end_a_match_of_three)
{
    static struct playing playing;
    struct chance_seed seed = {5};
    for (bool drawn = false; !drawn;) {
        begin_match(&playing, 2);
        playing.wins[0] = 1;
        playing.shared_in_row = 5;
        drawn = play_of_match(&playing, &seed);
        assert_int_equal(playing.shared_in_row, drawn ? 6 : 0);
        assert_int_equal(playing.is_over, drawn || playing.wins[0] == 2);
        assert_int_equal(deal_match_winners(&playing, &game_heartcatchers), drawn             ? 3
                                                                            : playing.wins[1] ? 3
                                                                                              : 1);
    }
}

/* Best of five and of seven: three and four wins. */
static test_case(a_longer_match_takes_more_wins)
{
    static struct playing playing;
    struct chance_seed seed = {5};
    for (int match = 0; match < 100; match++) {
        int wins = 3 + match % 2; /* the options are 1, 3, 5 and 7 */
        begin_match(&playing, 2);
        playing.rules.options[HC_MATCH] = wins - 1;
        while (!playing.is_over) {
            play_of_match(&playing, &seed);
            int most = playing.wins[0] > playing.wins[1] ? playing.wins[0] : playing.wins[1];
            assert_int_equal(playing.is_over,
                             most == wins || playing.shared_in_row == 2 * (2 * wins - 1));
        }
    }
}

/* Of games whose points are added up, wins say nothing. */
static test_case(the_most_points_win_a_match_of_added_points)
{
    struct playing playing = {.seats = 3, .points = {30, 41, 41}, .wins = {2, 1, 0}};
    game_ruleset(&game_coloretto, &playing.rules);
    assert_int_equal(deal_match_winners(&playing, &game_coloretto), 1u << 1 | 1u << 2);
    game_ruleset(&game_heartcatchers, &playing.rules);
    playing.seats = 2;
    assert_int_equal(deal_match_winners(&playing, &game_heartcatchers), 1u << 0);
}

/* The cuts of the first game hold for the match, until the seats are closed again: then those of
   that moment do. */
static test_case(seats_that_are_closed_again_have_other_cuts)
{
    static struct playing playing;
    static struct seat seats[2] = {{.cut = {1}}, {.cut = {2}}};
    struct chance_seed seed = {5};
    struct chance chance;
    begin_match(&playing, 2);
    for (int game = 0; game < 4; game++) {
        unsigned char wanted[LUCK_KEY];
        if (game == 2)
            playing.lot.takes_cuts = true;
        seats[0].cut[0] = (unsigned char)(10 + game); /* the first game has shuffled the seats */
        seats[1].cut[0] = 2;
        chance_init(&chance, chance_seeded, &seed);
        deal_game(&playing, &game_heartcatchers, seats, SEAT_NONE, &chance, NULL);
        assert_false(playing.lot.takes_cuts);
        seal_luck_key(&playing.lot, (uint64_t)game + 1, wanted);
        assert_memory_equal(playing.key, wanted, LUCK_KEY);
        assert_int_equal(playing.lot.cuts[0][0] + playing.lot.cuts[1][0] - 2, game < 2 ? 10 : 12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drawn_game_of_a_match_is_played_again),
        cmocka_unit_test(six_drawn_games_in_a_row_end_a_match_of_three),
        cmocka_unit_test(a_longer_match_takes_more_wins),
        cmocka_unit_test(the_most_points_win_a_match_of_added_points),
        cmocka_unit_test(seats_that_are_closed_again_have_other_cuts),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}

/* How well the greedy robot of Color Catcher plays, in games of chance drawn from fixed seeds:
   every run plays the same ones. Here few of them; test_colorcatcher_robot GAMES plays as many
   of each kind as wanted and prints the figures. */
#include <stdio.h>
#include <stdlib.h>

#include "colorcatcher/colorcatcher.h"
#include "colorcatcher_robot/blocker.h"
#include "games.h"
#include "playthrough.h"
#include "testing.h"

extern const struct game game_colorcatcher;

typedef int robot(const struct ruleset *rules, const struct sight *sight, int seat,
                  const struct moves *moves, struct chance *chance);

enum { MOVES_MOST = 20000, FIRST_SEED = 1000 };

static int games_wanted;

/* One kind of game: who sits where, and for how many rounds. NULL plays at random. */
struct field {
    int seats, rounds;
    robot *alone, *others; /* `alone` sits in another seat each game */
};

/* What came of many games: how often `alone` won (a shared win counts in part), and how many
   ended by three sets. */
struct figures {
    double won, by_sets, rounds;
};

static int ours(const struct ruleset *rules, const struct sight *sight, int seat,
                const struct moves *moves, struct chance *chance)
{
    return game_choose(&game_colorcatcher, rules, sight, seat, moves, chance);
}

static struct move choose(const struct ruleset *rules, const struct table *table, robot *asked,
                          struct chance_seed *seed)
{
    struct sight sight;
    struct moves moves;
    struct chance chance;
    table_sight(rules, table, table->turn, &sight);
    colorcatcher_legal(rules, &sight, table->turn, &moves);
    chance_init(&chance, chance_seeded, seed);
    if (asked)
        return moves.list[asked(rules, &sight, table->turn, &moves, &chance)];
    moves_by_face(rules, &sight, table->turn, &moves);
    return moves.list[dice(seed, moves.count)];
}

static void play_game(const struct field *field, const struct ruleset *rules, int number,
                      struct figures *figures)
{
    struct chance_seed seed = {(uint64_t)number * 0xd1342543de82ef95u + 1};
    struct table table;
    struct chance chance;
    struct play play = {.rules = rules, .table = &table, .chance = &chance};
    int alone = number % field->seats;
    chance_init(&chance, chance_seeded, &seed);
    table_init(&table, rules, field->seats);
    colorcatcher_setup(&play);
    for (int moves = 0; !table.over; moves++) {
        if (moves == MOVES_MOST)
            fail_msg("%d seats, game %d: not over after %d moves", field->seats, number, moves);
        struct move move =
            choose(rules, &table, table.turn == alone ? field->alone : field->others, &seed);
        chance_init(&chance, chance_seeded, &seed);
        colorcatcher_apply(&play, table.turn, &move);
    }
    struct sight sight;
    struct score score;
    table_sight(rules, &table, SEAT_PUBLIC, &sight);
    colorcatcher_score(rules, &sight, &score);
    figures->won += score.winners >> alone & 1 ? 1.0 / __builtin_popcount(score.winners) : 0;
    figures->by_sets += !score.reason;
    figures->rounds += table.shared[CC_ROUND];
}

static struct figures play_games(const char *what, struct field field, int fewest)
{
    struct figures figures = {0};
    struct ruleset rules;
    game_ruleset(&game_colorcatcher, &rules);
    rules.options[CC_OPTION_ROUNDS] = field.rounds;
    int count = games_wanted > 0 ? games_wanted : fewest;
    for (int i = 0; i < count; i++)
        play_game(&field, &rules, FIRST_SEED + i, &figures);
    figures.won *= 100.0 / count;
    figures.by_sets *= 100.0 / count;
    figures.rounds /= count;
    printf("%s, %d seats, %d games: %.1f %% won, %.1f %% ended by three sets, %.1f rounds\n", what,
           field.seats, count, figures.won, figures.by_sets, figures.rounds);
    return figures;
}

static test_case(a_robot_beats_people_who_play_at_random)
{
    static const int least[] = {[2] = 97, [3] = 90, [4] = 82};
    for (int seats = 2; seats <= CC_SEATS_MAX; seats++) {
        struct field field = {seats, CC_ROUNDS_AUTO, ours, NULL};
        assert_true(play_games("alone among randoms", field, 300).won >= least[seats]);
    }
}

static test_case(whoever_plays_at_random_among_robots_wins_no_more_than_a_fair_share)
{
    for (int seats = 2; seats <= CC_SEATS_MAX; seats++) {
        struct field field = {seats, CC_ROUNDS_AUTO, NULL, ours};
        assert_true(play_games("random among robots", field, 100).won <= 100.0 / seats);
    }
}

/* CC23 leaves robots all the rounds they need. With two, each holds up the other for long;
   racing earlier would end games sooner and lose to a player who only blocks (from round 25 on,
   in 65 % of the games). */
static test_case(robots_among_themselves_end_their_games)
{
    static const int least[] = {[2] = 98, [3] = 98, [4] = 98};
    for (int seats = 2; seats <= CC_SEATS_MAX; seats++) {
        struct field field = {seats, CC_ROUNDS_AUTO, ours, ours};
        assert_true(play_games("robots alone", field, 100).by_sets >= least[seats]);
    }
}

/* rounds=0: no rule ends these games but three sets, within a few times what the rules would
   allow. */
static test_case(robots_end_games_that_nothing_else_ends)
{
    for (int seats = 2; seats <= CC_SEATS_MAX; seats++) {
        struct field field = {seats, 0, ours, ours};
        struct figures figures = play_games("robots alone, rounds=0", field, 100);
        assert_true(figures.by_sets == 100.0);
        assert_true(figures.rounds <= 40);
    }
}

static test_case(a_robot_beats_one_that_only_blocks)
{
    struct field two = {2, CC_ROUNDS_AUTO, ours, blocker_robot};
    assert_true(play_games("against one that blocks", two, 300).won >= 60);
    for (int seats = 3; seats <= CC_SEATS_MAX; seats++) {
        struct field field = {seats, CC_ROUNDS_AUTO, ours, blocker_robot};
        assert_true(play_games("among those that block", field, 100).won >= 100.0 / seats);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_robot_beats_people_who_play_at_random),
        cmocka_unit_test(whoever_plays_at_random_among_robots_wins_no_more_than_a_fair_share),
        cmocka_unit_test(robots_among_themselves_end_their_games),
        cmocka_unit_test(robots_end_games_that_nothing_else_ends),
        cmocka_unit_test(a_robot_beats_one_that_only_blocks),
    };
    games_wanted = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 0;
    return cmocka_run_group_tests_name("colorcatcher robot", tests, NULL, NULL);
}

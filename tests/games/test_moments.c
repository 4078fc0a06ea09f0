/* Big moments of all games: each can be met, a game tells one in so many moves at most, and which
   it is follows from what was played alone. That it follows from what everybody sees, the twins
   look at (tests/support/generic_secrets.c). */
#include <stdio.h>
#include <string.h>

#include "deal.h"
#include "games.h"
#include "laid.h"
#include "playthrough.h"
#include "testing.h"
#include "view.h"

enum { GAMES_EACH = 60, MOMENTS_MOST = 8, TOLD = 64 * 1024 };

static struct playthrough play;
static struct variant variants[VARIANTS_MAX];
static struct events events;

/* The moment of these events, which stands behind all of them; -1: none. */
static int moment_in(const struct events *all)
{
    int moment = -1;
    for (int i = 0; i < all->count; i++)
        if (all->list[i].kind == EVENT_MOMENT) {
            assert_int_equal(i, all->count - 1);
            moment = all->list[i].say;
        }
    return moment;
}

static int moment_at(int step)
{
    struct table table;
    table_copy(&table, &play.tables[step]);
    assert_true(playthrough_again(&play, step, &table, &events));
    return moment_in(&events);
}

/* A short whole sentence about somebody who sits there. */
static void expect_words(const struct variant *variant, const struct event *moment)
{
    static const struct naming naming = {
        {"ann", "bob", "cid", "dan", "eve", "fay", "guy", "hal", "ida", "joe", "kim", "leo"}};
    const struct view view = {.game = variant->game, .rules = &variant->rules, .naming = &naming};
    struct prose prose;
    prose_clear(&prose);
    view_events(&view, moment, 1, &prose);
    assert_in_range(prose.length, 10, 90);
    assert_true(strchr(".!", prose.text[prose.length - 1]));
    assert_int_equal(prose.spans[0].style, PROSE_VOICE);
    assert_int_equal(prose_voice(&prose), prose.length);
}

static test_case(each_game_comes_to_each_of_its_moments)
{
    for (int i = 0; i < game_count; i++) {
        int met[MOMENTS_MOST] = {0}, count = variants_of(games[i], variants);
        assert_in_range(games[i]->moment_count, 0, MOMENTS_MOST);
        for (unsigned n = 0; n < GAMES_EACH && games[i]->moment_count > 0; n++) {
            struct variant variant = variant_for(variants, count, (int)n);
            playthrough_play(&play, &variant, n, CHOICE_ROBOTS, STEPS_MAX);
            for (int step = 0; step < play.count; step++) {
                int moment = moment_at(step);
                if (moment < 0)
                    continue;
                met[moment]++;
                expect_words(&variant, &events.list[events.count - 1]);
            }
        }
        for (int m = 0; m < games[i]->moment_count; m++)
            if (met[m] == 0)
                fail_msg("%s, in %d games never: %s", games[i]->id, GAMES_EACH,
                         games[i]->moments[m].words);
    }
}

static test_case(our_games_have_some)
{
    static const char *const ids[] = {"coloretto", "heartcatchers", "colorcatcher", "kritters",
                                      "roygbiv"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        assert_in_range(game_find(ids[i])->moment_count, 2, 4);
}

/* ---- in a match ---- */

/* Plays a random game from `playing` on, and from each of its steps the same step again: after a
   step that was taken back it is told as it was. Returns how many moments it tells; `others` gets
   those that came too soon. */
static int tell_game(struct playing *playing, const struct game *game, struct chance_seed *seed,
                     int *others)
{
    static struct playing before, again;
    static struct events same;
    int told = 0, since = MOMENT_MOVES;
    while (!playing->table.over) {
        struct moves moves = {.count = 0};
        struct sight sight;
        int seat = dice(seed, playing->seats);
        for (int i = 0; i < playing->seats && moves.count == 0; i++, seat++)
            deal_legal(playing, game, seat %= playing->seats, &sight, &moves);
        seat = moves.count > 0 ? seat - 1 : SEAT_HOST;
        if (moves.count == 0)
            deal_legal(playing, game, SEAT_HOST, &sight, &moves);
        struct move move = moves.list[dice(seed, moves.count)];
        struct chance_seed picks = *seed;
        struct chance chance;
        playing_copy(&before, playing);
        chance_init(&chance, chance_seeded, seed);
        deal_move(playing, game, seat, &move, &chance, &events);
        int moment = moment_in(&events);
        since = moment >= 0 ? 0 : since + 1;
        told += moment >= 0;
        if (moment < 0)
            *others += moment_add(game, &playing->rules, &before.table, &playing->table, &events);
        assert_true(moment < 0 || before.hush == 0);
        playing_copy(&again, &before);
        chance_init(&chance, chance_seeded, &picks);
        deal_move(&again, game, seat, &move, &chance, &same);
        assert_int_equal(moment_in(&same), moment);
        assert_int_equal(again.hush, since < MOMENT_MOVES ? MOMENT_MOVES - 1 - since : 0);
    }
    return told;
}

static test_case(a_game_tells_one_in_so_many_moves)
{
    static struct playing playing;
    int others = 0;
    for (int i = 0; i < game_count; i++) {
        int told = 0;
        for (int n = 0; n < GAMES_EACH / 4; n++) {
            struct chance_seed seed = {(uint64_t)n};
            struct seat seats[TABLE_SEATS] = {{0}};
            struct chance chance;
            memset(&playing, 0, sizeof playing);
            game_ruleset(games[i], &playing.rules);
            playing.seats = games[i]->seats_min > 2 ? games[i]->seats_min : 2;
            chance_init(&chance, chance_seeded, &seed);
            deal_game(&playing, games[i], seats, SEAT_NONE, &chance, &events);
            told += tell_game(&playing, games[i], &seed, &others);
            chance_init(&chance, chance_seeded, &seed);
            deal_game(&playing, games[i], seats, 0, &chance, &events); /* the next of the match */
            assert_int_equal(playing.hush, 0);
        }
        if (games[i]->moment_count > 0 && told == 0)
            fail_msg("%s tells none", games[i]->id);
    }
    assert_in_range(others, 1, INT_MAX); /* they came too soon */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_game_comes_to_each_of_its_moments),
        cmocka_unit_test(our_games_have_some),
        cmocka_unit_test(a_game_tells_one_in_so_many_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

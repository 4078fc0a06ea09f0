/* A clock that never strikes costs nothing: whole games of people who are prompt, with clocks
   and without, in which everybody is told the same, byte for byte. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "games.h"
#include "household.h"
#include "in_words.h"
#include "session.h"
#include "tables.h"
#include "testing.h"
#include "text.h"

enum { MOVES_MOST = 1500, THINKING_MS = 15 * 1000, MOVE_BYTES = 200, PEOPLE = 3 };

static unsigned dice;
static struct {
    char moves[MOVES_MAX][MOVE_BYTES];
    int count;
} offer;

static bool note_move(void *arg, const char *move)
{
    (void)arg;
    snprintf(offer.moves[offer.count++], MOVE_BYTES, "%s", move);
    return offer.count < MOVES_MAX;
}

static bool play_move(void)
{
    for (int seat = 0; table() && seat < table()->seat_count; seat++) {
        const struct seat *s = &table()->seats[seat];
        struct heard heard = {
            .network = "net", .key = s->key, .name = s->name, .text = "", .now = house.now};
        offer.count = 0;
        host_each_move(house.host, table(), &heard, note_move, NULL);
        if (offer.count == 0 || !(deal_due(table()->playing, table()->game) >> seat & 1))
            continue;
        dice = dice * 1103515245u + 12345u;
        char who[HOST_KEY];
        snprintf(who, sizeof who, "%s", s->key);
        house_wait(&house, THINKING_MS);
        house_say(&house, NULL, who, offer.moves[(dice >> 16) % (unsigned)offer.count]);
        return true;
    }
    return false;
}

static void keep_told(FILE *out)
{
    fwrite(house.told, 1, strlen(house.told), out);
    house_forget(&house);
}

/* Everything that was told from the deal to the result, and how many moves it took. */
static char *play_game(const char *game, const char *clock, int seats, int *moves)
{
    static const char *const names[] = {"ann", "bob", "cid", "dan"};
    char *told = NULL, text[64];
    size_t size;
    FILE *out = open_memstream(&told, &size);
    snprintf(text, sizeof text, "deal %s clock=%s", game, clock);
    house_say(&house, "#g", names[0], text);
    for (int i = 1; i < seats; i++)
        house_say(&house, "#g", names[i], "join");
    house_forget(&house); /* the opening shows the clock that was chosen */
    house_say(&house, "#g", names[0], "start");
    house_wait(&house, MINUTE);
    dice = 7;
    for (*moves = 0; *moves < MOVES_MOST && play_move(); ++*moves)
        keep_told(out);
    keep_told(out);
    fclose(out);
    assert_null(table());
    return told;
}

static test_case(a_clock_that_never_strikes_says_nothing)
{
    for (int i = 0; i < game_count; i++) {
        const struct game *game = games[i];
        int seats = game->seats_min > 2   ? game->seats_min
                    : game->seats_max > 2 ? PEOPLE
                                          : 2,
            moves, others;
        char *without = play_game(game->id, "off", seats, &others);
        close_house(state);
        open_house(state);
        char *with = play_game(game->id, "live", seats, &moves);
        close_house(state);
        open_house(state);
        print_message("%s: %d moves, %zu bytes told\n", game->id, moves, strlen(with));
        assert_int_equal(moves, others);
        assert_string_equal(with, without);
        assert_true(moves > 10 && strstr(with, in_words("<AGAIN_2>")));
        free(with);
        free(without);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_clock_that_never_strikes_says_nothing, open_house,
                                        close_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

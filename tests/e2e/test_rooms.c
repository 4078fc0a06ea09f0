/* Whole random games at one table with people on a real ngIRCd, on a real InspIRCd with
   accounts, and before the stand-in for Discord: test_rooms GAME, of rooms.def. No move that was
   offered is refused, every room is told what the record retells, and everybody is told the own
   hands in private on the own network, and nobody else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "child.h"
#include "game.h"
#include "games.h"
#include "in_words.h"
#include "irc_person.h"
#include "players.h"
#include "retold.h"
#include "rooms.h"
#include "standin_child.h"
#include "testing.h"

/* SOME: so many moves take less time than a server waits for an answer of those who only watch.
   Behind them everybody rests: Discord takes five messages in five seconds, and of the tales
   that wait for it the oldest beyond 40 are left out. */
enum { SOON = TEST_SOON_MS, WHILE = 2000, SOME = 8, REST_MS = 1500 };

static const struct mode {
    const char *name, *seats, *words;
} modes[] = {
#define ROOMS(name, seats, words) {#name, seats, words},
#include "rooms.def"
#undef ROOMS
};

static const char *const nicks[] = {"ann", "bob", "cid", "dan", "fay"};
static struct rooms rooms;
static struct players players;

static void must(bool is_so, const char *what)
{
    if (is_so)
        return;
    rooms_print(&rooms);
    players_print(&players);
    fail_msg("%s %s", what, players.refusal);
}

static int open_rooms(void **state)
{
    const struct mode *mode = *state;
    struct client clients[PLAYERS_SEATS];
    int count = (int)strlen(mode->seats);
    rooms_open(&rooms, "nid");
    for (int i = 0; i < count; i++)
        clients[i] = rooms_come(&rooms, mode->seats[i], nicks[i]);
    players_init_clients(&players, clients, nicks, count, 1);
    return 0;
}

static int close_rooms(void **state)
{
    (void)state;
    players_fini(&players);
    rooms_close(&rooms);
    return 0;
}

/* ---- who reads what ---- */

/* What they are told in private stands in no room. */
static void expect_no_hand(const struct client *client)
{
    static const char *const words[] = {"our hand", "<OFFER_1>", "You draw", "eat word"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (retold_is_in_room(client, words[i]))
            fail_msg("\"%s\" was said in a room of %s", words[i], client->network);
}

/* Each seat's hands were told to one of them. */
static void expect_own_hands(void)
{
    unsigned seats = 0;
    int hands = 0, sum = 0;
    for (int i = 0; i < players.count && players.game->hand >= 0; i++) {
        int seat =
            retold_find_seat(rooms.house.bot, &players.players[i].client, players.count, &hands);
        must(seat > 0 && hands > 0, "somebody was told no hand, or a hand of nobody's");
        seats |= 1u << seat;
        sum += hands;
    }
    assert_true(players.game->hand < 0 || seats == (2u << players.count) - 2);
    print_message("%d hands were told, each to whose it was\n", sum);
}

static void expect_discord_knows_no_hand(void)
{
    standin_child_ask(rooms.house.discord, "received eve");
    const char *received = standin_child_said(rooms.house.discord);
    assert_true(!strstr(received, "our hand") && !strstr(received, in_words("<OFFER>")));
    discord_bot_expect_clean(&rooms.house);
}

/* The result has several lines. */
static void read_for(struct client *client, int milliseconds)
{
    bool is_private;
    while (client_next(client, &is_private, milliseconds))
        ;
}

/* ---- the game ---- */

static void play_to_the_end(void)
{
    while (!players.is_over) {
        must(players.answered < PLAYERS_MOST && players_go_on(&players, SOME, SOON),
             "the game did not end");
        for (int i = 0; rooms.networks[i]; i++)
            read_for(&rooms.watchers[i], 0);
        test_sleep(REST_MS);
    }
}

static void a_whole_game(void **state)
{
    const struct mode *mode = *state;
    must(players_open(&players, mode->words, SOON), "no table");
    must(rooms_share(&rooms, &players, SOON), "the table is not shared");
    must(players_join(&players, SOON), "nobody is called");
    play_to_the_end();
    print_message("%s: %d moves, the slowest answer took %ld ms\n", mode->name, players.answered,
                  players.longest_answer);
    int tales;
    char *retold = retold_read(rooms.house.bot, "--public");
    for (int i = 0; rooms.networks[i]; i++) {
        struct client *watcher = &rooms.watchers[i];
        must(retold_is_in_room(watcher, " for another game") ||
                 client_hear(watcher, false, " for another game", SOON),
             "a room was not told the result");
        read_for(watcher, WHILE);
        expect_no_hand(&rooms.watchers[i]);
        must(retold_missing(retold, watcher, &tales) == NULL,
             "a room was not told what the record says");
        assert_true(tales > players.answered / 2);
    }
    for (int i = 0; i < players.count; i++) {
        read_for(&players.players[i].client, 0);
        expect_no_hand(&players.players[i].client);
    }
    free(retold);
    expect_own_hands();
    expect_discord_knows_no_hand();
    assert_true(bot_stop(rooms.house.bot, SOON));
}

int main(int argc, char **argv)
{
    enum { MODES = sizeof modes / sizeof *modes };
    struct CMUnitTest tests[MODES];
    int count = 0;
    for (int i = 0; i < MODES; i++)
        if (argc < 2 || strcmp(argv[1], modes[i].name) == 0)
            tests[count++] = (struct CMUnitTest){.name = modes[i].name,
                                                 .test_func = a_whole_game,
                                                 .setup_func = open_rooms,
                                                 .teardown_func = close_rooms,
                                                 .initial_state = (void *)&modes[i]};
    if (count == 0)
        fprintf(stderr, "rooms.def has no %s\n", argv[1]);
    return count == 0 ? 1 : _cmocka_run_group_tests("rooms", tests, (size_t)count, NULL, NULL);
}

/* An outage in real time: at one table sit people on two linked InspIRCds and before the
   stand-in for Discord. Discord is away for so many seconds (600); in the middle of that the two
   servers part, and meet again. Then all play on, and in the end every room was told all that
   the record retells. `soak_outage [SECONDS]` ends with a line of figures; tests/soak/outage
   builds and starts it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "child.h"
#include "inspircd.h"
#include "irc_person.h"
#include "players.h"
#include "retold.h"
#include "rooms.h"
#include "standin_child.h"
#include "testing.h"

enum {
    SOON = TEST_SOON_MS,
    WHILE = 1000,
    BACK_MS = 10 * 60 * 1000,
    BEFORE = 6,
    ANN = 0,
    BOB,
    DOT,
    PEOPLE,
    REST_MS = 1500
};

static const char *const nicks[] = {"ann", "bob", "dot"};
static int seconds = 600;
static struct rooms rooms;
static struct players players;
static struct inspircd *leaf;
static struct irc_person *bob;

static struct {
    int before, during, after, tales[ROOMS];
    long back_ms;
} tally;

static void must(bool is_so, const char *what)
{
    if (is_so)
        return;
    rooms_print(&rooms);
    players_print(&players);
    fail_msg("%s %s", what, players.refusal);
}

/* ---- who is there ---- */

/* On the other server, with an account: the seat is his again when he comes back. */
static struct client come_to_leaf(void)
{
    char error[256];
    const struct irc_address address = {.host = "127.0.0.1", .port = inspircd_port(leaf)};
    assert_true(inspircd_register(rooms.inspircd, "robert", "pass-robert"));
    bob = irc_person_connect(&address, nicks[BOB], error, sizeof error);
    assert_non_null(bob);
    irc_person_send(bob, "PRIVMSG NickServ :IDENTIFY robert pass-robert");
    assert_non_null(irc_person_expect(bob, " 900 ", SOON));
    assert_true(irc_person_join(bob, "#games"));
    return client_on_irc("accounts", "#games", bob);
}

static test_fixture(open_all)
{
    rooms_open(&rooms, "id");
    leaf = inspircd_start_leaf(rooms.inspircd);
    assert_non_null(leaf);
    struct client clients[] = {rooms_come(&rooms, 'i', nicks[ANN]), come_to_leaf(),
                               rooms_come(&rooms, 'd', nicks[DOT])};
    players_init_clients(&players, clients, nicks, PEOPLE, 1);
    return 0;
}

static test_fixture(close_all)
{
    players_fini(&players);
    irc_person_free(bob);
    inspircd_stop(leaf);
    rooms_close(&rooms);
    return 0;
}

/* They read, and answer the server's pings. */
static void let_pass(long milliseconds)
{
    for (long end = test_now() + milliseconds; test_now() < end;) {
        irc_person_listen(players.players[ANN].client.irc, WHILE);
        irc_person_listen(bob, 0);
        irc_person_listen(rooms.watchers[0].irc, 0);
    }
}

/* ---- what happens ---- */

static bool waits_for_dot(void)
{
    return players.called >> DOT & 1;
}

static void play(int moves)
{
    for (int i = 0; i < moves && !players.is_over; i++) {
        must(players_go_on(&players, 1, SOON), "the game stands still");
        test_sleep(REST_MS / 3); /* Discord takes five messages in five seconds */
    }
}

static void be_away(void)
{
    while (waits_for_dot())
        play(1);
    tally.before = players.answered;
    standin_child_tell(rooms.house.discord, "away true");
    let_pass(WHILE);
    while (!waits_for_dot())
        play(1);
    tally.during = players.answered - tally.before;
    let_pass(seconds * 400L);
    must(inspircd_split(leaf), "the servers do not part");
    must(irc_person_expect(players.players[ANN].client.irc, "The network has split", SOON) != NULL,
         "nobody is told of the split");
    let_pass(seconds * 200L);
    must(inspircd_unite(leaf), "the servers do not meet");
    let_pass(seconds * 400L);
}

static void come_back(void)
{
    int ups = bot_log_count(rooms.house.bot, "discord-shard-up");
    long from = test_now();
    standin_child_tell(rooms.house.discord, "away false");
    while (bot_log_count(rooms.house.bot, "discord-shard-up") == ups && test_now() < from + BACK_MS)
        let_pass(WHILE);
    tally.back_ms = test_now() - from;
    must(bot_log_count(rooms.house.bot, "discord-shard-up") > ups,
         "the bot does not come back to Discord");
    must(players_look(&players, SOON), "nobody is to move");
}

static void expect_all_told(void)
{
    char *retold = retold_read(rooms.house.bot, "--public");
    for (int i = 0; rooms.networks[i]; i++) {
        bool is_private;
        struct client *watcher = &rooms.watchers[i];
        for (long end = test_now() + SOON;
             retold_missing(retold, watcher, &tally.tales[i]) && test_now() < end;)
            client_next(watcher, &is_private, WHILE);
        const char *missing = retold_missing(retold, watcher, &tally.tales[i]);
        must(!missing, missing ? missing : "");
        must(retold_is_shown(retold, watcher), "a room does not show how the table stands");
    }
    free(retold);
}

static test_case(every_room_is_told_everything)
{
    must(players_open(&players, "coloretto", SOON), "no table");
    must(rooms_share(&rooms, &players, SOON), "the table is not shared");
    must(players_join(&players, SOON), "nobody is called");
    play(BEFORE);
    be_away();
    come_back();
    expect_all_told();
    play(PLAYERS_MOST);
    expect_all_told();
    tally.after = players.answered - tally.during - tally.before;
    print_message(
        "Discord was away for %d s and the servers apart for %d s; %d moves before, %d while it was away, %d behind it; "
        "the bot was back after %ld ms; the rooms were told %d and %d of %d tales, all\n",
        seconds, seconds / 5, tally.before, tally.during, tally.after, tally.back_ms,
        tally.tales[0], tally.tales[1], tally.tales[0]);
    discord_bot_expect_clean(&rooms.house);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_room_is_told_everything, open_all, close_all),
    };
    seconds = argc > 1 ? atoi(argv[1]) : seconds;
    return cmocka_run_group_tests_name("outage", tests, NULL, NULL);
}

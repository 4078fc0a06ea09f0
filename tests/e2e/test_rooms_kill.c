/* kill -9 at random moments of games at one table on a real ngIRCd and before the stand-in for
   Discord, which came together by an invitation, or by an open seat that was found there. After
   each kill the record on the disk is compared with what was answered; after the restart both rooms
   are told what they missed, the one on IRC says the seat word, and what Discord brings again
   counts once. KILL_ROUNDS says how often (25); tests/soak/kill runs as many as you like. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "bot.h"
#include "child.h"
#include "in_words.h"
#include "irc_person.h"
#include "players.h"
#include "record_file.h"
#include "retold.h"
#include "rooms.h"
#include "testing.h"

enum {
    SOON = TEST_SOON_MS,
    WHILE = 300,
    ROUNDS = 25,
    SEEK_ROUNDS = 3,
    MOVES_BEFORE = 4,
    MOVES_IN_GAME = 14,
    IRC = 0,
    DISCORD = 1
};

static const char *const nicks[] = {"ann", "bob"};
static struct rooms rooms;
static struct players players;
static unsigned dice = 1;

static struct {
    int games, answered, saved_unanswered, replayed, never_saved, in_play, only_standing;
    long back_ms, slowest_back_ms;
} tally;

static unsigned roll(unsigned sides)
{
    dice = dice * 1103515245u + 12345u;
    return (dice >> 16) % sides;
}

static void must(bool is_so, const char *what)
{
    if (is_so)
        return;
    rooms_print(&rooms);
    players_print(&players);
    fail_msg("%s %s", what, players.refusal);
}

static void by_invitation(void)
{
    must(players_open(&players, "heartcatchers", SOON), "no table");
    must(rooms_share(&rooms, &players, SOON), "the table is not shared");
    must(players_join(&players, SOON), "nobody is called");
}

static void be_killed_and_back(void)
{
    bot_kill(rooms.house.bot);
    must(irc_person_expect(rooms.watchers[IRC].irc, "^:tabletalk![^ ]+ QUIT ", SOON) != NULL,
         "the server did not notice");
    bot_start(rooms.house.bot);
    must(bot_logged(rooms.house.bot, "irc-joined", SOON) &&
             bot_logged(rooms.house.bot, "discord-shard-up", SOON),
         "the bot did not come back");
}

/* A seat is offered on IRC, found on Discord, and taken there; mostly with a kill between. */
static void by_open_seat(void)
{
    static char join[32];
    struct client *finder = &players.players[DISCORD].client;
    players.join = join;
    must(players_open(&players, "heartcatchers", SOON), "no table");
    players_ask(&players, IRC, true, "seek");
    const char *text = client_hear(&players.players[IRC].client, true, "is number [0-9]+ of", SOON);
    must(text != NULL, "the seat is not offered");
    snprintf(join, sizeof join, "join %d", atoi(strstr(text, "is number ") + strlen("is number ")));
    if (roll(4) > 0) {
        be_killed_and_back();
        must(players_claim(&players, SOON), "a seat word does not hold");
    }
    client_say(finder, true, "open");
    must(client_hear(finder, false, "Heartcatchers on irc:", SOON) != NULL,
         "the seat is not listed");
    must(players_join(&players, SOON), "nobody is called");
}

static void (*sit_down)(void);

static void read_record(struct record_file *record)
{
    record_file_read(bot_folder(rooms.house.bot), record);
}

/* Everything answered is in the record, and everything in the record was said, once and in
   order. */
static void compare_with(const struct record_file *record)
{
    must(record->count >= players.answered, "an answered move is lost");
    must(record->count <= players.sent_count, "a move was played that nobody made, or twice");
    for (int i = 0; i < record->count; i++)
        must(strcmp(record->moves[i], players.sent[i]) == 0,
             "the record holds another move than was made");
}

/* ---- the kill ---- */

/* Three of four kills are aimed at the milliseconds in which a move is read, saved and answered. */
static void play_until_killed(void)
{
    bool is_aimed = roll(4) != 0;
    must(players_go_on(&players, (int)roll(MOVES_BEFORE), SOON), "the table fell silent");
    pid_t killer = bot_arm(rooms.house.bot, (long)roll(is_aimed ? 15000 : 250000));
    players_go_on(&players, MOVES_IN_GAME, SOON);
    waitpid(killer, NULL, 0);
    bot_wait(rooms.house.bot, SOON);
    must(!bot_is_running(rooms.house.bot), "the bot survived");
    must(irc_person_expect(rooms.watchers[IRC].irc, "^:tabletalk![^ ]+ QUIT ", SOON) != NULL,
         "the server did not notice");
}

/* ---- and back ---- */

/* Discord brings again what the bot had not dealt with: a move that was typed there, if the
   session lives. */
static void wait_for_replay(struct record_file *record)
{
    int before = record->count;
    bool is_resumed = players.mover == DISCORD && bot_logged(rooms.house.bot, "by=RESUMED", 0);
    for (long end = test_now() + SOON;
         is_resumed && record->count < players.sent_count && test_now() < end; test_sleep(20))
        read_record(record);
    compare_with(record);
    tally.replayed += record->count - before;
    tally.never_saved += players.sent_count - record->count;
    players.sent_count = players.answered = record->count;
}

static bool is_told(const char *retold, const struct client *watcher)
{
    int tales;
    const char *result = strstr(retold, in_words("<RESULT_1 game=Heartcatchers>"));
    while (result && result > retold && result[-1] != '\n')
        result--;
    bool is_moved = !retold_missing(retold_latest(retold), watcher, &tales);
    return (is_moved || retold_is_shown(retold, watcher)) &&
           (!result || !retold_missing(result, watcher, &tales));
}

/* The game as it stands, and its result. The latest move itself is told, too, unless Discord has
   brought a move again before the room was back. */
static void expect_told_again(void)
{
    char *retold = retold_read(rooms.house.bot, "--public");
    for (int i = 0; rooms.networks[i]; i++) {
        bool is_private;
        int tales;
        struct client *watcher = &rooms.watchers[i];
        for (long end = test_now() + SOON; !is_told(retold, watcher) && test_now() < end;)
            client_next(watcher, &is_private, WHILE);
        must(is_told(retold, watcher), "a room was not told what it missed");
        tally.only_standing += retold_missing(retold_latest(retold), watcher, &tales) != NULL;
    }
    free(retold);
}

static void bring_back(struct record_file *record)
{
    long from = test_now();
    bot_start(rooms.house.bot);
    must(bot_logged(rooms.house.bot, "irc-joined", SOON) &&
             bot_logged(rooms.house.bot, "discord-shard-up", SOON),
         "the bot did not come back");
    wait_for_replay(record);
    expect_told_again();
    long took = test_now() - from;
    tally.back_ms += took;
    tally.slowest_back_ms = took > tally.slowest_back_ms ? took : tally.slowest_back_ms;
    if (record->count == MOVES_IN_GAME)
        return;
    tally.in_play++;
    must(players_claim(&players, SOON), "a seat word does not hold");
    must(players_look_for_one(&players, SOON), "nobody is to move, or both");
}

static void one_round(void)
{
    struct record_file record;
    play_until_killed();
    read_record(&record);
    compare_with(&record);
    tally.answered += players.answered;
    tally.saved_unanswered += record.count - players.answered;
    bring_back(&record);
    if (record.count < MOVES_IN_GAME)
        return;
    tally.games++;
    sit_down();
}

/* ---- all of it ---- */

static bool is_killed(void)
{
    return !bot_is_running(rooms.house.bot);
}

static test_fixture(open_both)
{
    rooms_open(&rooms, "nd");
    struct client clients[] = {rooms_come(&rooms, 'n', nicks[0]),
                               rooms_come(&rooms, 'd', nicks[1])};
    clients[DISCORD].is_gone = is_killed;
    players_init_clients(&players, clients, nicks, 2, 1);
    return 0;
}

static test_fixture(close_both)
{
    players_fini(&players);
    rooms_close(&rooms);
    return 0;
}

static void play_and_be_killed(int usually)
{
    int rounds = getenv("KILL_ROUNDS") ? atoi(getenv("KILL_ROUNDS")) : usually;
    dice = getenv("KILL_SEED") ? (unsigned)atoi(getenv("KILL_SEED")) : 1;
    memset(&tally, 0, sizeof tally);
    sit_down();
    for (int round = 0; round < rounds; round++)
        one_round();
    must(players_go_on(&players, MOVES_IN_GAME, SOON) && players.is_over, "play does not go on");
    print_message(
        "%d kills, %d of them in play; %d games ended; %d answered moves, 0 lost, 0 doubled; at a kill %d moves "
        "were saved and not answered yet, %d came again after it, %d were neither; both rooms were told how "
        "it stands after %ld ms on average, %ld ms at most, %d times without the latest move\n",
        rounds, tally.in_play, tally.games, tally.answered, tally.saved_unanswered, tally.replayed,
        tally.never_saved, tally.back_ms / rounds, tally.slowest_back_ms, tally.only_standing);
    discord_bot_expect_clean(&rooms.house);
}

static test_case(nothing_is_lost_or_doubled_in_either_room)
{
    sit_down = by_invitation;
    play_and_be_killed(ROUNDS);
}

static test_case(an_open_seat_is_taken_on_another_network_and_played_to_the_end)
{
    sit_down = by_open_seat;
    play_and_be_killed(SEEK_ROUNDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_is_lost_or_doubled_in_either_room, open_both,
                                        close_both),
        cmocka_unit_test_setup_teardown(
            an_open_seat_is_taken_on_another_network_and_played_to_the_end, open_both, close_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

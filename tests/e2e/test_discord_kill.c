/* kill -9 at random moments of games on Discord, typed and pressed. After each kill the record
   on the disk is compared with what was answered; after the restart the session is resumed and
   what the bot had not dealt with comes again: then every move that was made is in the record,
   once. KILL_ROUNDS says how often (25); tests/soak/kill runs as many as you like. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "bot.h"
#include "child.h"
#include "discord_bot.h"
#include "record_file.h"
#include "standin_child.h"
#include "testing.h"
#include "visitors.h"

enum { SOON = TEST_SOON_MS, ROUNDS = 25, MOVES_BEFORE = 4, IDENTIFIES_MOST = 8 };

static struct discord_bot house;
static struct visitors visitors;

static struct {
    int games, answered, saved_unanswered, replayed, lost_unanswered, in_play;
    long back_ms, slowest_back_ms;
} tally;

/* ---- the record ---- */

static void read_now(struct record_file *record)
{
    record_file_read(bot_folder(house.bot), record);
}

static void must(bool is_so, const char *what)
{
    if (is_so)
        return;
    struct record_file record;
    discord_bot_print(&house);
    read_now(&record);
    for (int i = 0; i < record.count || i < visitors.sent_count; i++)
        print_error("%d: made %s, saved %s\n", i + 1,
                    i < visitors.sent_count ? visitors.sent[i] : "-",
                    i < record.count ? record.moves[i] : "-");
    fail_msg("%s (%d answered, %s moves first)", what, visitors.answered,
             visitors.first ? "bob" : "ann");
}

/* Everything answered is in the record, and everything in the record was typed, once and in
   order. */
static void compare_with(const struct record_file *record)
{
    must(record->count >= visitors.answered, "an answered move is lost");
    must(record->count <= visitors.sent_count, "a move was played that nobody made, or twice");
    for (int i = 0; i < record->count; i++)
        must(strcmp(record->moves[i], visitors.sent[i]) == 0,
             "the record holds another move than was made");
}

/* ---- the kill ---- */

/* Three of four kills are aimed at the milliseconds in which a move is read, saved and answered. */
static void play_until_killed(void)
{
    bool is_aimed = visitors_roll(&visitors, 4) != 0;
    must(visitors_go_on(&visitors, (int)visitors_roll(&visitors, MOVES_BEFORE), SOON),
         "the table fell silent");
    pid_t killer = -1;
    if (!is_aimed)
        killer = bot_arm(house.bot, (long)visitors_roll(&visitors, 500000));
    if (visitors.answered < VISITORS_GAME) {
        must(visitors_send_move(&visitors, SOON) || !bot_is_running(house.bot),
             "nothing is offered");
        if (is_aimed)
            killer = bot_arm(house.bot, (long)visitors_roll(&visitors, 15000));
    }
    if (killer < 0)
        killer = bot_arm(house.bot, 0);
    waitpid(killer, NULL, 0);
    bot_wait(house.bot, SOON);
    must(!bot_is_running(house.bot), "the bot survived");
}

/* ---- and back ---- */

/* The session that it resumes brings again what it had not dealt with. */
static void wait_for_replay(struct record_file *record)
{
    int before = record->count;
    for (long end = test_now() + SOON; record->count < visitors.sent_count && test_now() < end;
         test_sleep(20))
        read_now(record);
    compare_with(record);
    must(record->count == visitors.sent_count,
         "a move was made while the session lived, and is not played after it");
    tally.replayed += record->count - before;
}

static void bring_back(struct record_file *record)
{
    long from = test_now();
    bot_start(house.bot);
    must(bot_logged(house.bot, "discord-shard-up", SOON), "the bot did not come back");
    if (bot_logged(house.bot, "by=RESUMED", 0))
        wait_for_replay(record);
    else
        /* killed before there was a session to resume */
        tally.lost_unanswered += visitors.sent_count - record->count;
    visitors_settle(&visitors, record->count);
    must(visitors_see(&visitors, record->count, SOON),
         "the table's message does not show the game as it stands");
    long took = test_now() - from;
    tally.back_ms += took;
    tally.slowest_back_ms = took > tally.slowest_back_ms ? took : tally.slowest_back_ms;
    tally.in_play += record->count < VISITORS_GAME;
}

static void one_round(void)
{
    struct record_file record;
    play_until_killed();
    read_now(&record);
    compare_with(&record);
    tally.answered += visitors.answered;
    tally.saved_unanswered += record.count - visitors.answered;
    bring_back(&record);
    if (record.count < VISITORS_GAME)
        return;
    tally.games++;
    must(visitors_sit_down(&visitors, SOON), "no new table");
}

/* ---- all of it ---- */

static bool is_killed(void)
{
    return !bot_is_running(house.bot);
}

static test_fixture(open_house)
{
    discord_bot_open(&house, NULL, "");
    visitors_init(&visitors, house.discord,
                  getenv("KILL_SEED") ? (unsigned)atoi(getenv("KILL_SEED")) : 1);
    visitors.is_gone = is_killed;
    bot_start(house.bot);
    assert_true(bot_logged(house.bot, "discord-ready", SOON));
    return 0;
}

static test_fixture(close_house)
{
    discord_bot_close(&house);
    return 0;
}

static test_case(nothing_is_lost_or_doubled)
{
    int rounds = getenv("KILL_ROUNDS") ? atoi(getenv("KILL_ROUNDS")) : ROUNDS;
    must(visitors_sit_down(&visitors, SOON), "no table");
    for (int round = 0; round < rounds; round++)
        one_round();
    must(visitors_go_on(&visitors, VISITORS_GAME, SOON), "play does not go on");
    int in_room = atoi(standin_child_ask(house.discord, "doubled games"));
    int doubled = atoi(standin_child_ask(house.discord, "doubled"));
    int identifies = bot_log_count(house.bot, "by=READY");
    print_message(
        "%d kills, %d of them in play; %d games ended; %d answered moves, 0 lost, 0 doubled; at a kill %d moves were "
        "saved and not answered yet; %d came again after it; %d were lost with the session; %d messages were doubled "
        "by a kill (%d in the channel, the others hands told again); "
        "%d Identifies; the table shown again after %ld ms on average, %ld ms at most\n",
        rounds, tally.in_play, tally.games, tally.answered, tally.saved_unanswered, tally.replayed,
        tally.lost_unanswered, doubled, in_room, identifies, tally.back_ms / rounds,
        tally.slowest_back_ms);
    must(in_room == 0, "something was said twice in the room, though its nonce would have told");
    must(doubled <= rounds, "more than one message per kill was doubled");
    must(identifies <= IDENTIFIES_MOST, "sessions were not resumed");
    discord_bot_expect_clean(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_is_lost_or_doubled, open_house, close_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

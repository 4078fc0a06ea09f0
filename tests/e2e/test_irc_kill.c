/* kill -9 at random moments of games on IRC. After each kill the record on the disk is compared
   with what was said and answered in the channel: what was answered is there, nothing is there
   twice, and play goes on after the players have spoken their seat words. KILL_ROUNDS says how
   often (25); tests/soak/kill runs as many as you like. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "bot.h"
#include "child.h"
#include "games_room.h"
#include "in_words.h"
#include "irc_person.h"
#include "ircd.h"
#include "players.h"
#include "record_file.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, A_GAME = 100, ROUNDS = 25 };

static struct ircd *ircd;
static struct bot *bot;
static struct irc_person *ann, *bob, *eve;
static struct players players;
static unsigned dice = 1;

static struct {
    int games, answered, saved_unanswered, never_saved, in_play, repeated, late_results,
        repeated_results;
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
    bot_print_log(bot);
    players_print(&players);
    fail_msg("%s", what);
}

/* ---- the record ---- */

enum { MOVES_IN_GAME = 14 };

/* Everything answered is in the record, and everything in the record was said, once and in
   order. So the players know what counts. */
static void compare_with_record(const struct record_file *record)
{
    if (record->count < players.answered)
        must(false, "an answered move is lost");
    must(record->count <= players.sent_count, "a move was played that nobody made, or twice");
    for (int i = 0; i < record->count; i++)
        must(strcmp(record->moves[i], players.sent[i]) == 0,
             "the record holds another move than was made");
    if (players.sent_count > players.answered)
        *(record->count == players.sent_count ? &tally.saved_unanswered : &tally.never_saved) += 1;
    tally.answered += players.answered;
    players.sent_count = players.answered = record->count;
}

/* ---- the kill ---- */

static void play_until_killed(void)
{
    /* Most of a game's time nobody does anything: three of four kills are aimed at the
       milliseconds in which a move is read, saved and answered. */
    bool is_aimed = roll(4) != 0;
    if (is_aimed)
        must(players_go_on(&players, (int)roll(14), SOON), "the table fell silent");
    pid_t killer = bot_arm(bot, is_aimed ? (long)roll(5000) : (long)roll(250000));
    bool is_silent = !players_go_on(&players, A_GAME, SOON);
    waitpid(killer, NULL, 0);
    bot_wait(bot, SOON);
    must(!bot_is_running(bot), is_silent ? "the table fell silent" : "the bot survived");
    must(irc_person_expect(eve, "^:tabletalk![^ ]+ QUIT ", SOON) != NULL,
         "the server did not notice");
}

/* A game that was over but for its result: the room is told that now, and perhaps for the second
   time. */
static void hear_result(void)
{
    must(irc_person_hear(eve, "tabletalk", "#games", " Heartcatchers with ", SOON) != NULL,
         "the result was not told");
    tally.late_results++;
    tally.repeated_results += players.is_over;
}

static void bring_back(const struct record_file *record)
{
    long from = test_now();
    bot_start(bot);
    must(bot_logged(bot, "irc-joined", SOON), "the bot did not come back");
    if (record->has_ended)
        return;
    if (record->count == MOVES_IN_GAME) {
        hear_result();
        return;
    }
    must(irc_person_hear(eve, "tabletalk", "#games",
                         "I am back, and the Heartcatchers table goes on .* The latest: [ab]",
                         SOON) != NULL,
         "the room was not told, or not of the latest move");
    long took = test_now() - from;
    tally.back_ms += took;
    tally.slowest_back_ms = took > tally.slowest_back_ms ? took : tally.slowest_back_ms;
    tally.in_play++;
    must(players_claim(&players, SOON), "a seat word does not hold");
    must(players_look(&players, SOON), "nobody is to move");
}

/* Results that eve has read: the players may have stopped listening before one came. */
static int results_told(void)
{
    irc_person_listen(eve, 200);
    return irc_person_count(eve, " PRIVMSG #games :[^ ].* Heartcatchers with [0-9]") -
           tally.repeated_results;
}

static void one_round(void)
{
    struct record_file record;
    play_until_killed();
    record_file_read(bot_folder(bot), &record);
    compare_with_record(&record);
    if (players.is_over)
        must(record.count == MOVES_IN_GAME, "a result was announced of a game that goes on");
    if (record.has_ended)
        must(results_told() > tally.games, "a game ended, and its result was never told");
    bring_back(&record);
    if (record.count < MOVES_IN_GAME)
        return;
    tally.games++;
    must(players_sit_down(&players, "heartcatchers", SOON), "no new table");
}

/* Lines of the bot that eve heard word for word twice; "I am back" is another line each time. */
static int count_repeated(void)
{
    const char *transcript = irc_person_transcript(eve), *lines[20000];
    int count = 0, repeated = 0;
    for (const char *at = transcript; (at = strstr(at, "<- :tabletalk!")); at++) {
        const char *tale = strstr(at, "PRIVMSG #games :");
        const char *end = strchr(at, '\n');
        if (tale && end && tale < end && strstr(tale, ": !") && strstr(tale, ": !") < end &&
            !(strstr(tale, in_words("<RECOVERED_1>")) &&
              strstr(tale, in_words("<RECOVERED_1>")) < end) &&
            count < 20000)
            lines[count++] = tale;
    }
    for (int i = 1; i < count; i++)
        repeated += strncmp(lines[i], lines[i - 1], strcspn(lines[i], "\n") + 1) == 0;
    return repeated;
}

/* ---- all of it ---- */

static struct irc_person *come(const char *nick)
{
    const struct irc_address address = {.host = ircd_host(ircd), .port = ircd_port(ircd)};
    return games_room_join(&address, nick, "#games");
}

static test_fixture(open_house)
{
    char config[256];
    ircd = ircd_start(&(struct ircd_options){0});
    assert_non_null(ircd);
    snprintf(
        config, sizeof config,
        "irc \"test\" {\n server = \"127.0.0.1\"\n port = %d\n tls = no\n flood = \"off\"\n channels = {\"#games\"}\n}\n",
        ircd_port(ircd));
    bot = bot_new(config);
    bot_start(bot);
    assert_true(bot_logged(bot, "irc-joined", SOON));
    ann = come("ann");
    bob = come("bob");
    eve = come("eve");
    struct irc_person *const people[] = {ann, bob};
    const char *const nicks[] = {"ann", "bob"};
    players_init(&players, "#games", people, nicks, 2, 1);
    return 0;
}

static test_fixture(close_house)
{
    irc_person_free(ann);
    irc_person_free(bob);
    irc_person_free(eve);
    bot_free(bot);
    ircd_stop(ircd);
    return 0;
}

static test_case(nothing_is_lost_or_doubled)
{
    const char *given = getenv("KILL_ROUNDS"), *seed = getenv("KILL_SEED");
    int rounds = given ? atoi(given) : ROUNDS;
    dice = seed ? (unsigned)atoi(seed) : 1;
    must(players_sit_down(&players, "heartcatchers", SOON), "no table");
    for (int round = 0; round < rounds; round++)
        one_round();
    must(players_go_on(&players, A_GAME, SOON) && players.is_over, "play does not go on");
    tally.repeated = count_repeated();
    print_message(
        "%d kills, %d of them in play; %d games ended; %d answered moves, 0 lost, 0 doubled; at a kill %d moves "
        "were saved and not answered yet, %d were neither; %d results were told after the restart; %d lines were "
        "repeated; back in the channel after "
        "%ld ms on average, %ld ms at most\n",
        rounds, tally.in_play, tally.games, tally.answered, tally.saved_unanswered,
        tally.never_saved, tally.late_results, tally.repeated,
        tally.in_play ? tally.back_ms / tally.in_play : 0, tally.slowest_back_ms);
    assert_true(tally.repeated <= rounds);
    /* a kill has no last words */
    assert_int_equal(irc_person_count(eve, "I restart|I am being stopped"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_is_lost_or_doubled, open_house, close_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* One table over two processes: ann opens it on a real ngIRCd or before the stand-in for
   Discord, bob is on the other one, and each network is served by a process of its own over a
   real PostgreSQL. All that bob reads and says goes between the processes as mail; who is on
   Discord presses, too. Whole games, also with kill -9 of either process at random moments: what
   was answered is in the record, nothing is there twice, and both rooms are told how it stands. */
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot.h"
#include "child.h"
#include "irc_person.h"
#include "players.h"
#include "postgres_server.h"
#include "pressing.h"
#include "record_file.h"
#include "retold.h"
#include "rooms.h"
#include "standin_child.h"
#include "testing.h"

#ifdef TABLETALK_POSTGRES

enum {
    SOON = TEST_SOON_MS,
    GAME = 14,
    IRC = 0,
    DISCORD = 1,
    ROUNDS = 4,
    WHILE = 300,
    ANSWERS_MS = 6000,
    LOST_MS = 3000, /* what was said to a process that was killed then */
    KEPT_MS = 15000,
    BEHIND_MS = 300 /* a hand may come before what was told of the move */
};

static const char *const nicks[] = {"ann", "bob"};
static const char *const units[] = {"irc:plain", "discord:club"};
static struct postgres_server *server;
static struct rooms rooms;
static struct players players;
static int home; /* the network where tables are opened */
static unsigned dice = 1;

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
    char *mail = postgres_server_text(
        server, "SELECT unit || ' ' || number || ' ' || left(body, 300) FROM relay.mail");
    print_error("mail that waits:\n%s\n", mail);
    free(mail);
    fail_msg("%s %s", what, players.refusal);
}

/* ---- the record ---- */

static void read_record(struct record_file *record)
{
    char *lines = postgres_server_text(
        server,
        "SELECT text FROM relay.line WHERE record = (SELECT max(id) FROM relay.record) ORDER BY seq");
    record_file_of(lines, record);
    free(lines);
}

/* Everything answered is in the record, and everything in the record was said, once and in
   order. */
static void compare(const struct record_file *record)
{
    must(record->count >= players.answered, "an answered move is lost");
    must(record->count <= players.sent_count, "a move was played that nobody made, or twice");
    for (int i = 0; i < record->count; i++)
        must(strcmp(record->moves[i], players.sent[i]) == 0,
             "the record holds another move than was made");
}

/* ---- the table ---- */

static void sit_down(void)
{
    must(players_open(&players, "heartcatchers", SOON), "no table");
    must(rooms_share(&rooms, &players, SOON), "the table is not shared");
    must(players_join(&players, SOON), "nobody is called");
}

static void expect_result(void)
{
    for (int i = 0; i < 2; i++)
        must(retold_is_in_room(&rooms.watchers[i], " for another game") ||
                 client_hear(&rooms.watchers[i], false, " for another game", SOON),
             "a room was not told the result");
}

static void expect_no_hand(void)
{
    static const char *const words[] = {"our hand", "<OFFER_1>", "You draw", "our seat word is"};
    for (int i = 0; i < 2; i++)
        for (size_t w = 0; w < sizeof words / sizeof *words; w++)
            if (retold_is_in_room(&rooms.watchers[i], words[w]))
                fail_msg("\"%s\" was said in a room", words[w]);
}

/* The room of each says !again, and the process that led the table hears both. */
static void begin_again(void)
{
    for (int i = 0; i < 2; i++) {
        players_ask(&players, i, true, "again");
        test_sleep(300);
    }
    for (int i = 0; i < 2; i++)
        must(client_hear(&rooms.watchers[i], false, "play Heartcatchers", SOON) != NULL,
             "no other game begins");
}

/* ---- what bob can press and complete, on Discord, at a table that the process of IRC leads
   ---- */

static json_t *bobs_letter(void)
{
    return json_loads(standin_child_ask(rooms.house.discord, "letter bob"), 0, NULL);
}

/* The room calls bob; his moves are complete once his own process has heard of them, too. */
static void expect_completion(void)
{
    char id[24], said[200];
    const char *answer = "none";
    bool has_moves = false;
    for (long end = test_now() + SOON; !has_moves && test_now() < end; test_sleep(50)) {
        snprintf(id, sizeof id, "%s",
                 standin_child_ask(rooms.house.discord, "typing bob games move move:"));
        do
            answer = standin_child_ask(rooms.house.discord, "answer %s", id);
        while (strcmp(answer, "none") == 0 && test_now() < end && (test_sleep(20), true));
        has_moves = strstr(answer, "\"value\":") != NULL;
    }
    /* must() asks the stand-in, too */
    snprintf(said, sizeof said, "moves are not completed: %s", answer);
    must(has_moves, said);
}

/* Whichever seat is bob's: the one for ann's is no answer about the time. */
static void press_an_old_button(const char *message, int table)
{
    for (int seat = 0; seat < 2; seat++)
        standin_child_ask(rooms.house.discord, "forge bob %s k%d.%d.0:hide d them1", message, table,
                          seat);
    must(client_hear(&players.players[1].client, true, "out of date", SOON) != NULL,
         "an old button is not answered");
    must(players_look_for_one(&players, SOON), "nobody is to move, or both");
}

static void play(int most);

/* The letter that asks bob, which comes by mail behind what the channel is told. */
static json_t *bobs_question(const json_t **button)
{
    json_t *letter = bobs_letter();
    for (long end = test_now() + SOON;
         !(*button = pressing_pick(letter, "msc", &dice)) && test_now() < end; test_sleep(20)) {
        json_decref(letter);
        letter = bobs_letter();
    }
    must(*button != NULL, "bob's letter has no button");
    return letter;
}

/* The first moves, up to bob's, whose buttons are old then. */
static void begin_with_buttons(void)
{
    char message[24];
    const json_t *button;
    while (!(players.called & 1u << 1))
        play(1);
    json_t *letter = bobs_question(&button);
    snprintf(message, sizeof message, "%s", json_string_value(json_object_get(letter, "id")));
    int table = atoi(json_string_value(json_object_get(button, "custom_id")) + 1);
    json_decref(letter);
    expect_completion();
    play(2);
    press_an_old_button(message, table);
}

static test_case(test_people_of_two_processes_play_at_one_table)
{
    struct record_file record;
    sit_down();
    begin_with_buttons();
    must(players_go_on(&players, GAME, SOON) && players.is_over, "the game does not end");
    expect_result();
    expect_no_hand();
    read_record(&record);
    compare(&record);
    assert_int_equal(record.count, GAME);
    print_message("the slowest answer took %ld ms; %d moves were pressed\n", players.longest_answer,
                  players.pressed);
    assert_true(players.pressed > 0);
    begin_again();
    assert_int_equal(postgres_server_do(
                         server, "SELECT count(DISTINCT owner) FROM relay.unit WHERE owner <> ''"),
                     1);
}

/* ---- kill -9 ---- */

static pid_t process_of(const char *unit)
{
    pid_t pid = bot_unit_pid(rooms.house.bot, unit);
    must(pid > 0, "no process serves it");
    return pid;
}

/* Most kills are aimed at the milliseconds in which a move is read, sent on, saved and answered. */
static void kill_soon(pid_t pid)
{
    long wait_us = (long)roll(roll(4) ? 30000 : 250000);
    if (fork() == 0) {
        usleep((useconds_t)wait_us);
        kill(pid, SIGKILL);
        _exit(0);
    }
}

static void wait_for_another(const char *unit, pid_t than)
{
    long end = test_now() + SOON;
    while (process_of(unit) == than && test_now() < end)
        test_sleep(50);
    must(process_of(unit) != than, "it is not started again");
}

/* The one that is back tells its room; what Discord brings again counts once. */
static void bring_back(struct record_file *record, int irc_joins, int discord_ups)
{
    const struct bot *bot = rooms.house.bot;
    for (long end = test_now() + SOON; (bot_log_count(bot, "irc-joined") < irc_joins ||
                                        bot_log_count(bot, "discord-shard-up") < discord_ups) &&
                                       test_now() < end;)
        test_sleep(20);
    read_record(record);
    long end = test_now() + SOON;
    /* Discord brings it again, however late */
    bool is_kept = players.players[players.mover].client.on;
    for (long soon = test_now() + (is_kept ? KEPT_MS : LOST_MS);
         record->count < players.sent_count && test_now() < soon; test_sleep(20))
        read_record(record);
    while (postgres_server_do(server, "SELECT count(*) FROM relay.mail") > 0 && test_now() < end)
        test_sleep(20);
    read_record(record);
    compare(record);
}

/* Discord lets the new process answer late, for it counts what the one before has sent: people
   ask again then. */
static void play(int most)
{
    int before = players.answered;
    for (int tries = 0; !players_go_on(&players, before + most - players.answered, SOON); tries++) {
        must(tries < 5 && !players.refusal[0], "the table fell silent");
        test_sleep(ANSWERS_MS);
        must(players_look_for_one(&players, SOON), "nobody is to move, or both");
    }
}

static void one_round(int victim)
{
    struct record_file record;
    const struct bot *bot = rooms.house.bot;
    int joins = bot_log_count(bot, "irc-joined"), ups = bot_log_count(bot, "discord-shard-up");
    play(1 + (int)roll(3));
    pid_t pid = process_of(units[victim]);
    kill_soon(pid);
    players_go_on(&players, GAME, WHILE);
    wait_for_another(units[victim], pid);
    bring_back(&record, joins + (victim == IRC), ups + (victim == DISCORD));
    print_message("killed %s: %d moves sent, %d answered, %d saved\n", units[victim],
                  players.sent_count, players.answered, record.count);
    players.sent_count = players.answered = record.count;
    if (record.count == GAME) {
        expect_result();
        sit_down();
    } else {
        must((victim == DISCORD && home == IRC) || players_claim(&players, SOON),
             "a seat word does not hold");
        test_sleep(BEHIND_MS);
        must(players_look_for_one(&players, SOON), "nobody is to move, or both");
    }
}

static test_case(test_a_kill_of_either_process_loses_and_doubles_nothing)
{
    struct record_file record;
    dice = getenv("KILL_SEED") ? (unsigned)atoi(getenv("KILL_SEED")) : 1;
    sit_down();
    for (int round = 0; round < ROUNDS; round++)
        one_round(round % 2);
    play(GAME - players.answered);
    must(players.is_over, "the game does not end");
    expect_result();
    expect_no_hand();
    read_record(&record);
    compare(&record);
    assert_int_equal(record.count, GAME);
}

/* ---- all of it ---- */

static void open_house(int where)
{
    char lines[512];
    server = postgres_server_start(NULL);
    assert_true(server);
    snprintf(lines, sizeof lines, "store = \"postgres\"\npostgres = \"%s\"\npostgres_lease = 3\n",
             postgres_server_line(server, "relay"));
    rooms_open_with(&rooms, "nd", lines);
    home = where;
    struct client clients[] = {rooms_come(&rooms, home == IRC ? 'n' : 'd', nicks[0]),
                               rooms_come(&rooms, home == IRC ? 'd' : 'n', nicks[1])};
    players_init_clients(&players, clients, nicks, 2, 1);
    players.presses = true;
}

static test_fixture(open_on_irc)
{
    open_house(IRC);
    return 0;
}

static test_fixture(open_on_discord)
{
    open_house(DISCORD);
    return 0;
}

static test_fixture(close_house)
{
    players_fini(&players);
    rooms_close(&rooms);
    postgres_server_stop(server);
    return 0;
}
#endif

int main(void)
{
#ifdef TABLETALK_POSTGRES
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_people_of_two_processes_play_at_one_table, open_on_irc,
                                        close_house),
        cmocka_unit_test_setup_teardown(test_a_kill_of_either_process_loses_and_doubles_nothing,
                                        open_on_irc, close_house),
        cmocka_unit_test_setup_teardown(test_a_kill_of_either_process_loses_and_doubles_nothing,
                                        open_on_discord, close_house),
    };
    return cmocka_run_group_tests_name("relay", tests, NULL, NULL);
#else
    return 0;
#endif
}

/* Three processes of one house: they share a PostgreSQL, an IRC network and an application of
   Discord. One is killed, one is stopped for longer than its lease, one is cut off from the
   database, one is drained; each time another serves its networks. A network comes and goes by
   SIGHUP. What was answered is in the record, nothing is there twice, and who comes back late
   says and writes nothing. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bot.h"
#include "check.h"
#include "child.h"
#include "client.h"
#include "discord_bot.h"
#include "forwarder.h"
#include "games_room.h"
#include "irc_person.h"
#include "ircd.h"
#include "leased.h"
#include "long.h"
#include "players.h"
#include "postgres_server.h"
#include "record_file.h"
#include "scratch.h"
#include "standin_child.h"
#include "testing.h"
#include "visitors.h"

#ifdef TABLETALK_POSTGRES

enum { SOON = TEST_SOON_MS, PROCESSES = LEASED_PROCESSES, GAME = 14, LEASE_S = 3 };

static struct forwarder *lead; /* between the third process and the server of the database */
static struct ircd *ircd;
static char *folder; /* the stand-in's */
static struct standin_child *discord;
static struct leased house = {.schema = "many", .count = PROCESSES};
static struct irc_person *ann, *bob, *eve;
static struct players players;
static struct visitors visitors;

static void must(bool is_so, const char *what)
{
    if (is_so)
        return;
    for (int i = 0; i < PROCESSES; i++) {
        print_error("---- process %d\n", i);
        bot_print_log(house.bots[i]);
    }
    players_print(&players);
    print_error("the table: %s\n", standin_child_ask(discord, "table games"));
    fail_msg("%s", what);
}

/* ---- who serves what ---- */

/* Waits until somebody else serves the unit, and returns who. */
static int wait_for_another(const char *unit, int than)
{
    int owner = leased_wait_for_another(&house, unit, than, SOON);
    must(owner >= 0, "nobody takes the unit over");
    return owner;
}

/* To this process and to those that it started. */
static void signal_all(int process, int signo)
{
    pid_t children[8];
    int count = leased_children(house.bots[process], children, 8);
    kill(bot_pid(house.bots[process]), signo);
    for (int i = 0; i < count; i++)
        kill(children[i], signo);
}

/* ---- the records ---- */

static void compare(const char *unit, struct record_file *record, char (*sent)[64], int sent_count,
                    int answered)
{
    leased_read_record(&house, unit, record);
    const char *wrong = leased_compare(record, sent, sent_count, answered);
    must(!wrong, wrong);
}

_Static_assert((int)PLAYERS_MOVE == 64 && (int)VISITORS_MOVE == 64, "what compare() takes");

/* ---- IRC ---- */

/* The one that takes over says so in the channel, and the players go on with their words. */
static void go_on_elsewhere(void)
{
    struct record_file record;
    must(irc_person_hear(eve, "tabletalk", "#games",
                         "I am back, and the Heartcatchers table goes on", SOON) != NULL,
         "the room was not told");
    compare("irc:test", &record, players.sent, players.sent_count, players.answered);
    players.sent_count = players.answered = record.count;
    must(players_claim(&players, SOON), "a seat word does not hold");
    must(players_look_for_one(&players, SOON), "nobody is to move, or both");
}

static void end_game(void)
{
    struct record_file record;
    must(players_go_on(&players, GAME, SOON) && players.is_over, "the game does not end");
    compare("irc:test", &record, players.sent, players.sent_count, players.answered);
    assert_int_equal(record.count, GAME);
}

static test_case(test_units_are_spread_and_a_killed_process_is_replaced)
{
    int owner = wait_for_another("irc:test", -1);
    /* the third one came later */
    assert_int_equal(wait_for_another("discord:club", -1), 1 - owner);
    must(players_sit_down(&players, "heartcatchers", SOON), "no table");
    must(players_go_on(&players, 4, SOON), "the table fell silent");
    pid_t killer = bot_arm(house.bots[owner], 2000);
    players_go_on(&players, GAME, SOON);
    waitpid(killer, NULL, 0);
    bot_wait(house.bots[owner], SOON);
    must(irc_person_expect(eve, "^:tabletalk![^ ]+ QUIT ", SOON) != NULL,
         "what it had started lives on");
    int heir = wait_for_another("irc:test", owner);
    assert_int_equal(heir, 2); /* which had nothing */
    go_on_elsewhere();
    bot_start(house.bots[owner]);
    assert_int_equal(irc_person_count(eve, "I restart|I am being stopped"), 0);
}

/* Nothing passes between the third process, which serves the network now, and the database: it
   leaves before another one comes, and joins in again when all is well. */
static test_case(test_a_process_without_its_database_is_replaced)
{
    int owner = leased_owner(&house, "irc:test");
    assert_int_equal(owner, 2);
    forwarder_cut(lead);
    must(irc_person_expect(eve, "^:tabletalk![^ ]+ QUIT ", SOON) != NULL,
         "it stays without a lease");
    int heir = wait_for_another("irc:test", owner);
    go_on_elsewhere();
    forwarder_hang_up(lead);
    forwarder_mend(lead); /* what it had sent comes late */
    must(bot_logged(house.bots[owner], "leases-recovered", SOON), "it does not come back");
    assert_int_equal(leased_owner(&house, "irc:test"), heir);
    assert_int_equal(irc_person_count(eve, "I restart|I am being stopped"), 0);
}

/* ---- a rolling upgrade ---- */

static test_case(test_a_drained_process_hands_its_units_over)
{
    char command[512];
    int owner = leased_owner(&house, "irc:test");
    /* of the game that a kill has interrupted */
    must(players_go_on(&players, 2, SOON), "the table fell silent");
    snprintf(command, sizeof command, "%s --config %s/tabletalk.conf drain",
             getenv("TABLETALK_BINARY"), bot_folder(house.bots[owner]));
    assert_int_equal(system(command), 0);
    int heir = wait_for_another("irc:test", owner);
    assert_int_equal(bot_wait(house.bots[owner], SOON), 0);
    go_on_elsewhere();
    bot_start(house.bots[owner]); /* the newer version, so to speak */
    end_game();
    /* what has an owner stays where it is */
    assert_int_equal(leased_owner(&house, "irc:test"), heir);
}

/* ---- Discord ---- */

static test_case(test_a_stopped_process_is_replaced_and_says_nothing_when_it_wakes)
{
    struct record_file record;
    int owner = leased_owner(&house, "discord:club");
    must(visitors_sit_down(&visitors, SOON), "no table");
    must(visitors_go_on(&visitors, 3, SOON), "the table fell silent");
    signal_all(owner, SIGSTOP);
    must(visitors_send_move(&visitors, SOON), "nothing is offered");
    int heir = wait_for_another("discord:club", owner);
    must(visitors_see(&visitors, visitors.sent_count, SOON),
         "the move that nobody had heard was not played");
    must(bot_logged(house.bots[heir], "by=RESUMED", SOON), "the session was not resumed");
    compare("discord:club", &record, visitors.sent, visitors.sent_count, visitors.answered);
    visitors_settle(&visitors, record.count);
    signal_all(owner, SIGCONT);
    must(bot_logged(house.bots[owner], "lease-over", SOON) ||
             bot_logged(house.bots[owner], "unit-lost", SOON),
         "the one that was stopped goes on");
    must(visitors_go_on(&visitors, 3, SOON), "the table fell silent");
    compare("discord:club", &record, visitors.sent, visitors.sent_count, visitors.answered);
    assert_int_equal(record.count, 7);
    standin_child_ask(discord, "violations");
    assert_null(strstr(standin_child_said(discord), "violation:"));
}

static struct irc_person *come(const char *nick)
{
    const struct irc_address address = {.host = ircd_host(ircd), .port = ircd_port(ircd)};
    return games_room_join(&address, nick, "#games");
}

/* ---- another configuration ---- */

/* Of all three: its length before. */
static void change_configs(const char *more, long lengths[PROCESSES])
{
    for (int i = 0; i < PROCESSES; i++) {
        char *path = scratch_path(bot_folder(house.bots[i]), "tabletalk.conf");
        FILE *file = fopen(path, "r+");
        check(file && fseek(file, more ? 0 : lengths[i], more ? SEEK_END : SEEK_SET) == 0);
        lengths[i] = ftell(file);
        if (more)
            fputs(more, file);
        check(fflush(file) == 0 && ftruncate(fileno(file), ftell(file)) == 0);
        fclose(file);
        free(path);
        check(bot_pid(house.bots[i]) > 0); /* 0 would be all who were started with us */
        kill(bot_pid(house.bots[i]), SIGHUP);
    }
}

static test_case(test_a_network_comes_and_goes_by_sighup)
{
    char more[256];
    long lengths[PROCESSES];
    snprintf(
        more, sizeof more,
        "irc \"more\" {\n server = \"127.0.0.1\"\n port = %d\n tls = no\n flood = \"off\"\n nick = \"dealer\"\n "
        "channels = {\"#more\"}\n}\n",
        ircd_port(ircd));
    struct irc_person *fay = come("fay"); /* the others may have been silent for too long by now */
    assert_true(irc_person_join(fay, "#more"));
    assert_int_equal(leased_owner(&house, "irc:more"), -1);
    change_configs(more, lengths);
    wait_for_another("irc:more", -1);
    must(irc_person_expect(fay, "^:dealer![^ ]+ JOIN :?#more", SOON) != NULL,
         "the new network is not served");
    irc_person_say(fay, "#more", "!play heartcatchers");
    must(irc_person_hear(fay, "dealer", "#more", "opened Heartcatchers", SOON) != NULL, "no table");
    change_configs("nonsense\n", (long[PROCESSES]){0});
    for (int i = 0; i < PROCESSES; i++)
        must(bot_logged(house.bots[i], "config-kept", SOON), "a mistake is not told");
    assert_int_equal(irc_person_count(fay, "^:dealer![^ ]+ QUIT"), 0);
    change_configs(NULL, lengths);
    must(irc_person_hear(fay, "dealer", "#more",
                         "I am being stopped. The Heartcatchers table is kept", SOON) != NULL,
         "nobody said good-bye");
    must(irc_person_expect(fay, "^:dealer![^ ]+ QUIT", SOON) != NULL, "it stays");
    for (long end = test_now() + SOON; leased_owner(&house, "irc:more") >= 0;
         test_sleep(LEASED_LOOK_MS))
        must(test_now() < end, "somebody still serves it");
    irc_person_free(fay);
}

/* ---- an open seat ---- */

/* Of a line that ends so: "is number 3000001 of". */
static void read_number(const char *told, char join[32])
{
    static const char before[] = "is number ";
    const char *at = told ? strstr(told, before) : NULL;
    must(at != NULL, "the seat is not offered");
    snprintf(join, 32, "join %d", at ? atoi(at + strlen(before)) : 0);
}

/* Asks again, for the row comes to the other process a moment later. */
static bool lists_the_seat(struct client *finder)
{
    enum { ASK_AGAIN_MS = 3000 };
    bool lists = false;
    for (long end = test_now() + SOON; !lists && test_now() < end;) {
        client_say(finder, false, "open");
        lists = client_hear(finder, true, "Heartcatchers on irc:test, clock slow, 1 of 2 sit",
                            ASK_AGAIN_MS) != NULL;
    }
    return lists;
}

/* The process that serves its table dies, and the one that serves the finder goes on listing it;
   the heir takes who comes, and the game begins. */
static test_case(test_an_open_seat_outlives_its_process)
{
    char join[32], seat[64];
    struct irc_person *dan = come("dan");
    struct client finder = client_on_discord("club", "games", discord, "eve");
    int owner = leased_owner(&house, "irc:test");
    irc_person_whisper(dan, "tabletalk", "seek heartcatchers");
    const char *word = irc_person_hear(dan, "tabletalk", NULL, "seat word is", SOON);
    must(word != NULL, "no table");
    sscanf(strstr(word, "seat word is ") + strlen("seat word is "), "%40[a-z0-9-]", seat);
    read_number(irc_person_hear(dan, "tabletalk", NULL, "is number [0-9]+ of", SOON), join);
    must(lists_the_seat(&finder), "the other process does not know it");
    bot_kill(house.bots[owner]);
    must(irc_person_expect(dan, "^:tabletalk![^ ]+ QUIT ", SOON) != NULL, "it lives on");
    must(lists_the_seat(&finder), "the seat is gone");
    wait_for_another("irc:test", owner);
    must(irc_person_expect(dan, "^:tabletalk![^ ]+ JOIN ", SOON) != NULL, "the heir does not join");
    client_say(&finder, false, join);
    char line[64];
    snprintf(line, sizeof line, "seat %s", seat);
    irc_person_whisper(dan, "tabletalk", line);
    const char *begun = client_hear(&finder, true, "your hand", SOON);
    if (!begun)
        fprintf(stderr, "---- dan\n%s\n---- eve\n%s\n", irc_person_transcript(dan),
                client_transcript(&finder));
    must(begun != NULL, "the game does not begin");
    must(irc_person_hear(dan, "tabletalk", NULL, "your hand", SOON) != NULL, "not for both");
    client_say(&finder, false, "open");
    must(client_hear(&finder, true, "<OPEN_NONE_1>", SOON) != NULL, "it is listed on");
    bot_start(house.bots[owner]);
    client_fini(&finder);
    irc_person_free(dan);
}

/* ---- all of it ---- */

static bool has_socket(const char *name)
{
    char *path = scratch_path(folder, name);
    bool is_there = access(path, F_OK) == 0;
    free(path);
    return is_there;
}

enum { CONFIG = 2048 };

static void put_config(char config[CONFIG], int database)
{
    snprintf(
        config, CONFIG,
        "store = \"postgres\"\npostgres = \"host=127.0.0.1 port=%d user=tabletalk dbname=tabletalk "
        "options=-csearch_path=many\"\npostgres_lease = %d\nmetrics = \"unix:%s/m\"\nirc \"test\" {\n server = "
        "\"127.0.0.1\"\n port = %d\n tls = no\n flood = \"off\"\n channels = {\"#games\"}\n}\ndiscord \"club\" {\n "
        "token_file = \"token\"\n api = \"%s\"\n}\n",
        database, LEASE_S, folder, ircd_port(ircd), standin_child_rest_url(discord));
}

static test_fixture(open_house)
{
    char config[CONFIG];
    house.server = postgres_server_start(NULL);
    ircd = ircd_start(&(struct ircd_options){0});
    assert_true(house.server && ircd);
    folder = scratch_make();
    char *log = scratch_path(folder, "standin.log");
    discord = standin_child_new(NULL, log);
    free(log);
    lead = forwarder_start(postgres_server_port(house.server));
    postgres_server_line(house.server, "many"); /* which makes the schema */
    for (int i = 0; i < PROCESSES; i++) {
        put_config(config, i < 2 ? postgres_server_port(house.server) : forwarder_port(lead));
        house.bots[i] = bot_new(config);
        discord_bot_write_token(house.bots[i]);
        if (i < 2)
            bot_start(house.bots[i]);
    }
    visitors_init(&visitors, discord, 1);
    for (int i = 0; i < 2; i++)
        must(bot_logged(house.bots[i], "unit-taken", SOON), "a process takes nothing");
    int owner = wait_for_another("irc:test", -1);
    must(bot_logged(house.bots[owner], "irc-joined", SOON), "nobody joins");
    must(bot_logged(house.bots[wait_for_another("discord:club", -1)], "discord-shard-up", SOON),
         "nobody is on Discord");
    must(has_socket("m.irc:test") && has_socket("m.discord:club"),
         "a network offers no figures of its own");
    bot_start(house.bots[2]);
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
    for (int i = 0; i < PROCESSES; i++)
        bot_free(house.bots[i]);
    standin_child_free(discord);
    scratch_remove(folder);
    ircd_stop(ircd);
    forwarder_stop(lead);
    postgres_server_stop(house.server);
    return 0;
}
#endif

int main(void)
{
#ifdef TABLETALK_POSTGRES
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_units_are_spread_and_a_killed_process_is_replaced),
        cmocka_unit_test(test_a_drained_process_hands_its_units_over),
        cmocka_unit_test(test_a_stopped_process_is_replaced_and_says_nothing_when_it_wakes),
        cmocka_unit_test(test_a_network_comes_and_goes_by_sighup),
        cmocka_unit_test(test_an_open_seat_outlives_its_process),
    };
    const struct CMUnitTest long_tests[] = {
        cmocka_unit_test(test_units_are_spread_and_a_killed_process_is_replaced),
        cmocka_unit_test(test_a_process_without_its_database_is_replaced),
    };
    if (is_long())
        return cmocka_run_group_tests_name("many_processes_long", long_tests, open_house,
                                           close_house) ||
               cmocka_run_group_tests_name("many_processes", tests, open_house, close_house);
    return cmocka_run_group_tests_name("many_processes", tests, open_house, close_house);
#else
    return 0;
#endif
}

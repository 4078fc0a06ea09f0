/* The process of one network hangs: the one that holds its lease ends it and starts it anew,
   under the same lease, and its table goes on. Who is only slow is left alone, and so are those
   whose holder was stopped itself. One that cannot be ended is not renewed, and another machine
   takes the network over. There are two networks with the same people, rooms and tables; what
   happens to one is never noticed on the other. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bot.h"
#include "check.h"
#include "child.h"
#include "games_room.h"
#include "irc_person.h"
#include "ircd.h"
#include "leased.h"
#include "players.h"
#include "postgres_server.h"
#include "testing.h"

#ifdef TABLETALK_POSTGRES

enum {
    SOON = TEST_SOON_MS,
    ASK_AGAIN_MS = 3000,
    NETS = 2,
    CHILDREN = 8,
    /* two thirds of it: long enough for a process that is well on a busy machine */
    LEASE_S = 6,
    PATIENT_LEASE_S = 45, /* of which two thirds are thrice as long as its holder is stopped */
    PAUSE_MS = 10000,
    SLOW_MS = 500 /* an eighth of what is too long */
};

static struct net {
    struct ircd *ircd;
    struct irc_person *ann, *bob, *eve;
    struct players players;
} nets[NETS];
static const char *const units[NETS] = {"irc:one", "irc:two"};
static struct leased house = {.schema = "hung", .count = 2},
                     patient = {.schema = "patient", .count = 1};

static void must(bool is_so, const char *what)
{
    if (is_so)
        return;
    for (int i = 0; i < house.count; i++)
        bot_print_log(house.bots[i]);
    for (int net = 0; net < NETS; net++) {
        players_print(&nets[net].players);
        print_error("%s\n", irc_person_transcript(nets[net].eve));
    }
    fail_msg("%s", what);
}

/* ---- what must hold ---- */

static bool is_there(pid_t pid)
{
    return kill(pid, 0) == 0;
}

/* Nobody ever saw two of ours at the same time: the second one would have to take another nick. */
static void assert_one_at_a_time(void)
{
    for (int net = 0; net < NETS; net++) {
        must(irc_person_count(nets[net].eve, "^:tabletalk[^!]+! ?") == 0,
             "two processes were connected");
        int came = irc_person_count(nets[net].eve, "^:tabletalk![^ ]+ JOIN :?#games");
        int left = irc_person_count(nets[net].eve, "^:tabletalk![^ ]+ QUIT ");
        must(came == left || came == left + 1, "it came while it was there");
    }
}

static void go_on_playing(int net, int moves)
{
    struct players *players = &nets[net].players;
    struct record_file record;
    must(players_go_on(players, moves, SOON), "the table fell silent");
    leased_read_record(&house, units[net], &record);
    const char *wrong =
        leased_compare(&record, players->sent, players->sent_count, players->answered);
    must(!wrong, wrong);
}

/* The one that serves the network now says so in the channel, and the players go on with their
   words. */
static void go_on_anew(int net)
{
    struct record_file record;
    struct players *players = &nets[net].players;
    must(irc_person_hear(nets[net].eve, "tabletalk", "#games",
                         "I am back, and the Heartcatchers table goes on", SOON) != NULL,
         "the room was not told");
    leased_read_record(&house, units[net], &record);
    const char *wrong =
        leased_compare(&record, players->sent, players->sent_count, players->answered);
    must(!wrong, wrong);
    players->sent_count = players->answered = record.count;
    must(players_claim(players, SOON), "a seat word does not hold");
    must(players_look_for_one(players, SOON), "nobody is to move, or both");
    go_on_playing(net, 2);
}

/* ---- it hangs ---- */

static test_case(a_hung_process_is_ended_and_started_anew_under_its_lease)
{
    for (int net = 0; net < NETS; net++) {
        must(players_sit_down(&nets[net].players, "heartcatchers", SOON), "no table");
        go_on_playing(net, 2);
    }
    for (int net = 0; net < NETS; net++) {
        pid_t hung = bot_unit_pid(house.bots[0], units[net]),
              other = bot_unit_pid(house.bots[0], units[1 - net]);
        int taken = bot_log_count(house.bots[0], "unit-taken");
        int ended = bot_log_count(house.bots[0], "unit-hung"),
            quit = irc_person_count(nets[net].eve, " QUIT ");
        check(hung > 0 && other > 0);
        kill(hung, SIGSTOP);
        must(bot_logged(house.bots[0], "unit-hung", SOON), "it is not noticed");
        must(irc_person_expect(nets[net].eve, "^:tabletalk![^ ]+ QUIT ", SOON) != NULL,
             "it stays connected");
        go_on_anew(net);
        must(!is_there(hung) && errno == ESRCH, "it was not reaped");
        must(bot_unit_pid(house.bots[0], units[net]) != hung, "nobody else serves the network");
        must(bot_log_count(house.bots[0], "unit-taken") == taken,
             "the lease was given away and taken again");
        must(bot_log_count(house.bots[0], "unit-hung") == ended + 1, "another one was ended, too");
        must(irc_person_count(nets[net].eve, " QUIT ") == quit + 1, "it was ended twice");
        must(bot_unit_pid(house.bots[0], units[1 - net]) == other && is_there(other),
             "the other network noticed");
        go_on_playing(1 - net, 2);
        assert_one_at_a_time();
    }
}

/* It stands still for an eighth of the time that is too long, again and again. Where this
   machine is so slow that it was stopped for longer than we wanted, nothing follows from it, and
   it is tried again. */
static test_case(a_slow_process_is_left_alone)
{
    int good = 0;
    for (int tries = 0; good < 6; tries++) {
        must(tries < 200,
             "this machine never stops a process for as short a time as this test needs");
        pid_t slow = bot_unit_pid(house.bots[0], units[0]);
        int ended = bot_log_count(house.bots[0], "unit-hung");
        long since = test_now();
        check(slow > 0);
        kill(slow, SIGSTOP);
        test_sleep(SLOW_MS);
        kill(slow, SIGCONT);
        bool was_short = test_now() - since <= 2 * SLOW_MS;
        test_sleep(SLOW_MS);
        if (!was_short && bot_log_count(house.bots[0], "unit-hung") > ended)
            go_on_anew(0); /* it was too long for the house, too */
        if (!was_short)
            continue;
        good++;
        must(bot_unit_pid(house.bots[0], units[0]) == slow && is_there(slow), "it was ended");
        assert_int_equal(bot_log_count(house.bots[0], "unit-hung"), ended);
    }
    go_on_playing(0, 2);
    go_on_playing(1, 2);
}

/* ---- its holder was stopped ---- */

static void write_config(char *config, size_t size, const struct leased *of, int lease,
                         const char *channel)
{
    int length = snprintf(
        config, size,
        "store = \"postgres\"\npostgres = \"host=127.0.0.1 port=%d user=tabletalk dbname=tabletalk "
        "options=-csearch_path=%s\"\npostgres_lease = %d\n",
        postgres_server_port(of->server), of->schema, lease);
    for (int net = 0; net < NETS; net++)
        length += snprintf(
            config + length, size - (size_t)length,
            "irc \"%s\" {\n server = \"127.0.0.1\"\n port = %d\n tls = no\n flood = \"off\"\n "
            "nick = \"%s\"\n channels = {\"#%s\"}\n}\n",
            units[net] + strlen("irc:"), ircd_port(nets[net].ircd),
            of == &patient ? "calmdealer" : "tabletalk", channel);
}

/* Who has the lease may not be in the channel yet, so the question is asked again. */
static void must_answer(int net)
{
    const char *text = NULL;
    for (long end = test_now() + SOON; !text && test_now() < end;) {
        irc_person_say(nets[net].eve, "#calm", "calmdealer: games");
        text = irc_person_hear(nets[net].eve, "calmdealer", NULL, "Heartcatchers", ASK_AGAIN_MS);
    }
    must(text != NULL, "it does not answer");
}

/* While it is stopped its processes play on: they prove that they live, and nobody looks. */
static test_case(a_holder_that_was_stopped_ends_nobody)
{
    pid_t children[CHILDREN], after[CHILDREN];
    struct bot *bot = patient.bots[0];
    /* the second one is taken when the lease of the first is renewed */
    for (int net = 0; net < NETS; net++) {
        must(leased_wait_for_another(&patient, units[net], -1, SOON) == 0, "it has no network");
        must_answer(net);
    }
    int count = leased_children(bot, children, CHILDREN);
    assert_int_equal(count, NETS);
    kill(bot_pid(bot), SIGSTOP);
    test_sleep(PAUSE_MS);
    kill(bot_pid(bot), SIGCONT);
    for (int net = 0; net < NETS; net++) {
        must_answer(net);
    }
    test_sleep(SLOW_MS); /* it has looked by now */
    assert_int_equal(leased_children(bot, after, CHILDREN), NETS);
    assert_memory_equal(children, after, sizeof *children * NETS);
    assert_int_equal(bot_log_count(bot, "unit-hung") + bot_log_count(bot, "unit-process-ended"), 0);
}

/* ---- it cannot be ended ---- */

/* A process that traces it: as long as that lives, nobody else can reap it. 0 where tracing is
   not allowed. */
static pid_t hold(pid_t pid)
{
    int pipes[2];
    char said = 0;
    check(pipe(pipes) == 0);
    pid_t tracer = fork();
    if (tracer == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        said = ptrace(PTRACE_SEIZE, pid, NULL, NULL) == 0 ? 'y' : 'n';
        (void)!write(pipes[1], &said, 1);
        while (said == 'y')
            pause();
        _exit(EXIT_SUCCESS);
    }
    check(tracer > 0 && read(pipes[0], &said, 1) == 1);
    close(pipes[0]);
    close(pipes[1]);
    if (said == 'y')
        return tracer;
    waitpid(tracer, NULL, 0);
    return 0;
}

/* First one, then the other: the second time its holder has no network left and is the one with
   fewest, and does not want it. */
static test_case(a_process_that_cannot_be_reaped_is_not_renewed)
{
    pid_t hung[NETS], tracers[NETS];
    for (int net = 0; net < NETS; net++) {
        hung[net] = bot_unit_pid(house.bots[0], units[net]);
        tracers[net] = hold(hung[net]);
        must(
            tracers[net] > 0,
            "no process may be traced here: run this as root, or with kernel.yama.ptrace_scope = 0");
    }
    bot_start(house.bots[1]);
    for (int net = 0; net < NETS; net++) {
        kill(hung[net], SIGSTOP);
        must(leased_wait_for_another(&house, units[net], 0, SOON) == 1,
             "nobody else takes the network");
        go_on_anew(net);
        must(is_there(hung[net]), "it could be reaped, so nothing was shown");
        for (long end = test_now() + SOON; bot_log_count(house.bots[0], "unit-lost") <= net;
             test_sleep(LEASED_LOOK_MS))
            must(test_now() < end, "the holder believes that it serves it");
        must(leased_owner(&house, units[1 - net]) == net, "the other network noticed");
        go_on_playing(1 - net, 2);
    }
    for (int net = 0; net < NETS; net++) {
        kill(tracers[net], SIGKILL);
        waitpid(tracers[net], NULL, 0);
        for (long end = test_now() + SOON; is_there(hung[net]); test_sleep(LEASED_LOOK_MS))
            must(test_now() < end, "it is not reaped when it can be");
    }
    bot_kill(house.bots[1]); /* both are free for the first one again */
    for (int net = 0; net < NETS; net++) {
        must(leased_wait_for_another(&house, units[net], 1, SOON) == 0, "it is not taken back");
        go_on_anew(net);
    }
    assert_one_at_a_time();
}

/* ---- the end ---- */

static test_case(a_hung_process_does_not_hold_up_the_end)
{
    pid_t hung = bot_unit_pid(house.bots[0], units[1]);
    kill(hung, SIGSTOP);
    must(bot_stop(house.bots[0], SOON), "it waits for who hangs");
    must(!is_there(hung), "it left somebody behind");
    for (int net = 0; net < NETS; net++)
        must(irc_person_expect(nets[net].eve, "^:tabletalk![^ ]+ QUIT ", SOON) != NULL,
             "it stays connected");
    must(leased_owner(&house, units[0]) == -1 && leased_owner(&house, units[1]) == -1,
         "a lease was not given back");
}

/* ---- all of it ---- */

static struct irc_person *come(const struct net *net, const char *nick)
{
    const struct irc_address address = {.host = ircd_host(net->ircd), .port = ircd_port(net->ircd)};
    return games_room_join(&address, nick, "#games");
}

static test_fixture(open_house)
{
    char config[2048];
    house.server = patient.server = postgres_server_start(NULL);
    assert_non_null(house.server);
    postgres_server_line(house.server, house.schema); /* which makes the schemas */
    postgres_server_line(house.server, patient.schema);
    for (int net = 0; net < NETS; net++) {
        nets[net].ircd = ircd_start(&(struct ircd_options){0});
        assert_non_null(nets[net].ircd);
        nets[net].ann = come(&nets[net], "ann");
        nets[net].bob = come(&nets[net], "bob");
        nets[net].eve = come(&nets[net], "eve");
        assert_true(irc_person_join(nets[net].eve, "#calm"));
        struct irc_person *const people[] = {nets[net].ann, nets[net].bob};
        const char *const nicks[] = {"ann", "bob"};
        players_init(&nets[net].players, "#games", people, nicks, 2, (unsigned)net + 1);
    }
    write_config(config, sizeof config, &house, LEASE_S, "games");
    for (int i = 0; i < house.count; i++)
        house.bots[i] = bot_new(config);
    write_config(config, sizeof config, &patient, PATIENT_LEASE_S, "calm");
    patient.bots[0] = bot_new(config);
    bot_start(house.bots[0]);
    bot_start(patient.bots[0]);
    for (int net = 0; net < NETS; net++)
        must(irc_person_expect(nets[net].eve, "^:tabletalk![^ ]+ JOIN :?#games", SOON) != NULL,
             "nobody joins");
    return 0;
}

static test_fixture(close_house)
{
    for (int i = 0; i < house.count; i++)
        bot_free(house.bots[i]);
    bot_free(patient.bots[0]);
    for (int net = 0; net < NETS; net++) {
        players_fini(&nets[net].players);
        irc_person_free(nets[net].ann);
        irc_person_free(nets[net].bob);
        irc_person_free(nets[net].eve);
        ircd_stop(nets[net].ircd);
    }
    postgres_server_stop(house.server);
    return 0;
}
#endif

int main(void)
{
#ifdef TABLETALK_POSTGRES
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hung_process_is_ended_and_started_anew_under_its_lease),
        cmocka_unit_test(a_slow_process_is_left_alone),
        cmocka_unit_test(a_holder_that_was_stopped_ends_nobody),
        cmocka_unit_test(a_process_that_cannot_be_reaped_is_not_renewed),
        cmocka_unit_test(a_hung_process_does_not_hold_up_the_end),
    };
    return cmocka_run_group_tests_name("hung_process", tests, open_house, close_house);
#else
    return 0;
#endif
}

/* Who bears the cost of what is said, and since when people are out of sight, through the whole
   adapter. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "hostile_server.h"
#include "irc_bench.h"
#include "loop.h"
#include "network.h"
#include "persons.h"
#include "testing.h"
#include "text.h"

#define CAPS "account-tag account-notify extended-join chghost"
enum { MINUTE = 60 * 1000 };

/* ---- names of sources ---- */

static test_case(hosts_are_cut_to_what_their_owner_cannot_choose)
{
    static const struct {
        const char *host, *source;
    } rows[] = {
        {"host.example", "host:host.example"},
        {"HOST.Example", "host:host.example"},
        {"192.0.2.7", "host:192.0.2.7"},
        {"::ffff:192.0.2.7", "host:192.0.2.7"},
        {"2001:db8:1:2:3:4:5:6", "host:2001:db8:1:2::/64"},
        {"2001:DB8:1:2::9", "host:2001:db8:1:2::/64"},
        {"0::1", "host:::/64"},
        {"user/ann", "host:user/ann"},
        {"Clk-12AB34CD.isp.example", "host:clk-12ab34cd.isp.example"},
        {"A1:B2:C3:IP", "host::c3"},
        {"FF:EE:C3:IP", "host::c3"},
        {"net-abcdef1234:wxyz:1234:5678.IP", "host::wxyz:1234:5678.ip"},
        {"net-ffffff1234:wxyz:1234:5678.IP", "host::wxyz:1234:5678.ip"},
        {"2001:db8:1:2:xkwq:h:i:j", "host:2001:db8:1:2"},
        {"2001:db8:1:2:yyyy:k:l:m", "host:2001:db8:1:2"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char source[HOST_SOURCE];
        irc_source_of_host(rows[i].host, source);
        assert_string_equal(source, rows[i].source);
    }
}

static test_case(nets_are_wider_than_hosts)
{
    static const struct {
        const char *host, *smaller, *wider; /* /56 and /48; NULL: none */
    } rows[] = {
        {"2001:db8:1:2a7f::9", "net:2001:db8:1:2a00::/56", "net:2001:db8:1::/48"},
        {"2001:DB8:1:2aFF:1::9", "net:2001:db8:1:2a00::/56", "net:2001:db8:1::/48"},
        {"2001:db8:1:2b00::9", "net:2001:db8:1:2b00::/56", "net:2001:db8:1::/48"},
        {"2001:db8:2:2b00::9", "net:2001:db8:2:2b00::/56", "net:2001:db8:2::/48"},
        {"::ffff:192.0.2.7", NULL, NULL},
        {"192.0.2.7", NULL, NULL},
        {"isp.example", NULL, NULL},
        {"user/ann", NULL, NULL},
        {"user/64", NULL, NULL},
        {"A1:B2:C3:IP", NULL, NULL},
        {"net-abcdef1234:wxyz:1234:5678.IP", NULL, "net::1234:5678.ip"},
        {"2001:db8:1:2:xkwq:h:i:j", NULL, "net:2001:db8:1"},
        {"2001:db8:1:7:yyyy:k:l:m", NULL, "net:2001:db8:1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char source[HOST_SOURCE], wider[HOST_SOURCE];
        const char *expected[] = {rows[i].smaller, rows[i].wider};
        irc_source_of_host(rows[i].host, source);
        for (int step = 1; step <= 2; step++) {
            bool is_there = irc_source_widen(source, step, wider);
            assert_int_equal(is_there, expected[step - 1] != NULL);
            if (is_there)
                assert_string_equal(wider, expected[step - 1]);
        }
        assert_false(irc_source_widen(source, 3, wider));
    }
    char account[HOST_SOURCE], wider[HOST_SOURCE];
    irc_source_of_account("$2001:db8::/64", account);
    assert_false(irc_source_widen(account, 1, wider));
}

static test_case(long_hosts_are_not_cut)
{
    char a[600], one[HOST_SOURCE], two[HOST_SOURCE];
    for (int length = 100; length < 599; length++) {
        memset(a, 'a', sizeof a);
        a[length] = '\0';
        irc_source_of_host(a, one);
        a[length - 1] = 'b';
        irc_source_of_host(a, two);
        assert_string_not_equal(one, two);
    }
}

/* ---- the same source, whatever they do ---- */

static void speak(const char *nick, const char *user, const char *host)
{
    char line[300], heard[100];
    snprintf(line, sizeof line, ":%s!%s@%s PRIVMSG bot :hand", nick, user, host);
    snprintf(heard, sizeof heard, "irc:test %s: hand\n", nick);
    bench_forget();
    hostile_say(server, line);
    bench_expect_noted(heard);
}

static void expect_source(const char *source, int people)
{
    assert_string_equal(last_source, source);
    assert_int_equal(last_source_people, people);
}

static void say(const char *line)
{
    hostile_say(server, line);
    bench_settle();
}

static test_case(nothing_a_guest_does_renews_the_source)
{
    bench_welcome_with_caps(CAPS);
    speak("ann", "u", "2001:db8::1");
    expect_source("host:2001:db8::/64", 4);
    say(":ann!u@2001:db8::1 NICK anna");
    speak("anna", "u", "2001:db8::1");
    expect_source("host:2001:db8::/64", 4);
    say(":anna!u@2001:db8::1 CHGHOST x vanity.example");
    speak("anna", "x", "vanity.example");
    expect_source("host:2001:db8::/64", 4);
    say(":anna!x@vanity.example PART #games");
    say(":anna!u@2001:db8::2 JOIN #games * :Ann");
    speak("anna", "u", "2001:db8::2");
    expect_source("host:2001:db8::/64", 4);
    say(":anna!u@2001:db8::2 QUIT :bye");
    say(":newnick!other@2001:db8::3 JOIN #games * :Ann"); /* connected again, as somebody else */
    speak("newnick", "other", "2001:db8::3");
    expect_source("host:2001:db8::/64", 4);
}

static test_case(an_account_is_the_source_from_the_login_on)
{
    bench_welcome_with_caps(CAPS);
    speak("ann", "u", "host.example");
    expect_source("host:host.example", 4);
    hostile_say(server, ":ann!u@host.example ACCOUNT Alice");
    bench_expect_noted("returned $alice\n");
    hostile_say(server, "@account=Alice :ann!u@host.example PRIVMSG bot :board");
    bench_expect_noted("ann: board\n");
    expect_source("account:alice", 1);
    say(":ann!u@host.example ACCOUNT *");
    speak("ann", "u", "host.example");
    expect_source("host:host.example", 4);
}

/* ---- out of sight ---- */

static test_case(the_network_says_since_when_somebody_is_out_of_sight)
{
    bench_welcome_with_caps(CAPS);
    has_table = true;
    speak("ann", "u", "host.example");
    char key[HOST_KEY];
    snprintf(key, sizeof key, "%s", last_key);
    loop_step(loop, 1000);
    assert_int_equal(port.absent_since(port.self, key), 0);
    bench_let_pass(400 * 1000);
    say(":ann!u@host.example PART #games");
    int64_t since = loop_now(loop);
    bench_let_pass(100 * 1000);
    assert_int_equal(port.absent_since(port.self, key), since);
    assert_int_not_equal(port.absent_since(port.self, "$never-seen"), 0);
    assert_true(port.absent_since(port.self, "$never-seen") < since);
}

static test_case(an_account_that_is_back_is_in_sight)
{
    bench_welcome_with_caps(CAPS);
    has_table = true;
    say(":ann!u@host.example ACCOUNT alice");
    assert_int_equal(port.absent_since(port.self, "$alice"), 0);
    loop_step(loop, 1000);
    say(":ann!u@host.example QUIT :bye");
    assert_int_equal(port.absent_since(port.self, "$alice"), loop_now(loop));
    loop_step(loop, 1000);
    say(":phone!u@host.example JOIN #games alice :Alice");
    assert_int_equal(port.absent_since(port.self, "$alice"), 0);
}

/* While we are away nobody is absent; afterwards nobody is absent for longer than we are back,
   unless they were before. */
static test_case(our_own_absence_is_held_against_nobody)
{
    bench_welcome_with_caps(CAPS);
    has_table = true;
    say(":ann!u@host.example ACCOUNT alice");
    say(":bob!u@host.example ACCOUNT robert");
    loop_step(loop, 1000);
    say(":bob!u@host.example QUIT :bye");
    int64_t since = loop_now(loop);
    hostile_hang_up(server);
    bench_expect_noted("network gone irc:test\n");
    assert_int_equal(port.absent_since(port.self, "$alice"), -1);
    assert_int_equal(port.absent_since(port.self, "$robert"), -1);
    bench_forget();
    loop_step(loop, 30000);
    int64_t back = loop_now(loop);
    bench_welcome_with_caps(CAPS);
    assert_int_equal(port.absent_since(port.self, "$alice"), back);
    assert_int_equal(port.absent_since(port.self, "$robert"), since);
}

/* However many go, no more is remembered than has a place, and nobody seems to be gone for
   longer than they are. */
static test_case(what_is_remembered_of_the_absent_is_bounded)
{
    enum { PEOPLE = 3000 };
    bench_welcome_with_caps(CAPS);
    has_table = true;
    for (int i = 0; i < PEOPLE; i++) {
        char line[200];
        snprintf(line, sizeof line, ":p%d!u@h%d.example JOIN #games acc%d :P", i, i, i);
        hostile_say(server, line);
        snprintf(line, sizeof line, ":p%d!u@h%d.example QUIT :bye", i, i);
        hostile_say(server, line);
        if (i % 100 == 99) {
            bench_settle();
            bench_forget();
            loop_step(loop, 10);
        }
    }
    bench_settle();
    assert_true(port.absent_since(port.self, "$acc2999") > port.absent_since(port.self, "$acc0"));
    assert_true(port.absent_since(port.self, "$acc0") >= 10);
}

/* ---- whom we write to ---- */

static void answer(const char *nick, const char *host)
{
    speak(nick, "u", host);
    port.whisper(port.self, &(struct whisper){.person = last_key,
                                              .name = nick,
                                              .kind = WHISPER_ANSWER,
                                              .source = last_source,
                                              .prose = bench_prose("an answer")});
}

static void expect_hand_within(const char *nick, int64_t ms)
{
    char line[100];
    speak(nick, "u", "bob.example");
    bench_whisper(WHISPER_HAND, last_key, "the hand");
    loop_step(loop, ms);
    snprintf(line, sizeof line, "PRIVMSG %s :the hand", nick);
    bench_expect_heard(line);
}

/* As the server counts it, a new nick is nobody new. */
static test_case(nick_changes_use_up_nothing)
{
    bench_open_with("safe");
    bench_welcome();
    loop_step(loop, 20000);
    char nick[16] = "ann", next[16], line[100];
    for (int i = 0; i < 12; i++) {
        answer(nick, "evil.example");
        loop_step(loop, 10000);
        snprintf(line, sizeof line, "PRIVMSG %s :", nick);
        bench_expect_heard(line);
        snprintf(next, sizeof next, "ann%d", i);
        snprintf(line, sizeof line, ":%s!u@evil.example NICK %s", nick, next);
        hostile_say(server, line);
        memcpy(nick, next, sizeof nick);
    }
    expect_hand_within("bob", 10000);
}

/* However long the wire rests before it tries again: it rests longer each time, and by chance. */
static void wait_for_connection(void)
{
    for (int seconds = 0; seconds < 120 && !strstr(hostile_heard(server), "USER "); seconds++) {
        loop_step(loop, 1000);
        loop_serve(loop, 5);
    }
}

/* A server counts anew for each connection, and so do we. */
static test_case(after_a_new_connection_nobody_has_used_up_anything)
{
    bench_open_with("safe");
    for (int i = 0; i < 4; i++) {
        bench_welcome();
        loop_step(loop, 20000);
        answer("ann", "ann.example");
        loop_step(loop, 10000);
        bench_expect_heard("PRIVMSG ann :");
        hostile_hang_up(server);
        hostile_forget(server);
        wait_for_connection();
    }
}

/* A person who comes back under ever new nicks is answered, but not at the cost of those who
   play. */
static test_case(one_source_does_not_use_up_whom_we_may_write_to)
{
    bench_open_with("safe");
    bench_welcome();
    loop_step(loop, 20000);
    for (int i = 0; i < 12; i++) {
        char nick[16], line[100];
        snprintf(nick, sizeof nick, "mal%d", i);
        snprintf(line, sizeof line, ":%s!u@evil.example JOIN #games", nick);
        hostile_say(server, line);
        answer(nick, "evil.example");
        loop_step(loop, 10000);
        snprintf(line, sizeof line, ":%s!u@evil.example PART #games", nick);
        hostile_say(server, line);
    }
    hostile_say(server, ":cid!u@cid.example JOIN #games");
    has_table = true;
    expect_hand_within("bob", 10000);
    expect_hand_within("ann", 10000);
}

/* Without labels: what arrives in two seconds is not put off by what is said meanwhile. */
static test_case(private_lines_do_not_put_off_whether_hands_arrive)
{
    speak("ann", "u", "host.example");
    loop_step(loop, 0);
    hostile_say(server, ":srv 004 bot srv solanum-1.0-dev iosw biklmnopstv");
    bench_settle();
    assert_int_equal(port.reach(port.self, last_key), HOST_REACH_ASKED);
    bench_settle();
    for (int i = 0; i < 4; i++) {
        loop_step(loop, 499);
        assert_int_equal(port.reach(port.self, last_key), HOST_REACH_ASKED);
        bench_whisper(WHISPER_ANSWER, last_key, "help");
        bench_settle();
    }
    loop_step(loop, 10);
    assert_int_equal(port.reach(port.self, last_key), HOST_REACHED);
}

/* ---- for the admin ---- */

static void the_admin_is_told_how_it_is(void **state)
{
    char bytes[1024];
    struct text text = text_over(bytes, sizeof bytes);
    (void)state;
    irc->ops->status(irc, &text);
    assert_non_null(strstr(bytes, "state=connecting\nnetwork=irc:test\nchannels=2\n"));
    bench_welcome_with_caps(CAPS);
    hostile_say(server, ":op!u@h KICK #plain bot :out");
    bench_settle();
    text_clear(&text);
    irc->ops->status(irc, &text);
    assert_string_equal(
        bytes, "state=up\nnetwork=irc:test\nchannels=2\nnick=bot\npeople=3\nlag_ms=-1\npace=off\n"
               "waiting_lines=0\nwaiting_for=0\nchannel=#plain thrown-out\n");
    hostile_hang_up(server);
    bench_expect_noted("network gone irc:test\n");
    text_clear(&text);
    irc->ops->status(irc, &text);
    assert_non_null(strstr(bytes, "state=resting\n"));
    assert_non_null(strstr(bytes, "retry_s="));
}

static void invite(const char *person, int channel)
{
    char line[120];
    snprintf(line, sizeof line, ":%s INVITE bot #party%d", person, channel);
    bench_let_pass(MINUTE);
    hostile_say(server, line);
    bench_settle_kept();
}

static bool was_joined(int channel)
{
    char line[40];
    snprintf(line, sizeof line, "JOIN #party%d\r\n", channel);
    return strstr(hostile_heard(server), line) != NULL;
}

/* Once, and in private. */
static test_case(who_invites_us_is_told_how_to_begin)
{
    bench_invites = IRC_INVITES_ANYBODY;
    bench_open_with("off");
    bench_invites = IRC_INVITES_NOBODY;
    bench_welcome();
    invite("ann!a@host", 1);
    hostile_say(server, ":bot!b@host JOIN #party1");
    hostile_say(server, ":irc.example 353 bot = #party1 :bot @ann bob");
    hostile_say(server, ":irc.example 366 bot #party1 :End");
    hostile_say(server, ":irc.example 315 bot #party1 :End");
    bench_expect_heard("PRIVMSG ann :\u200b<IRC_GUEST_WELCOME room=#party1>");
    assert_null(strstr(hostile_heard(server), "PRIVMSG bob"));
    bench_forget();
    invite("ann!a@host", 1); /* we are there */
    bench_settle_kept();
    assert_null(strstr(hostile_heard(server), "PRIVMSG ann"));
}

/* Also under other nicks and idents: the places for guests are everybody's. */
static test_case(one_person_does_not_fill_all_places_for_guests)
{
    bench_invites = IRC_INVITES_ANYBODY;
    bench_open_with("off");
    bench_invites = IRC_INVITES_NOBODY;
    bench_welcome();
    for (int i = 0; i < 12; i++) {
        char person[40];
        snprintf(person, sizeof person, "eve%d!e%d@evil.example", i, i);
        invite(person, i);
        assert_int_equal(was_joined(i), i < 8);
    }
    invite("ann!a@evil.example", 12);
    assert_false(was_joined(12));
    bench_expect_heard("<IRC_GUEST_TOO_OFTEN_1 n=8>");
    invite("bob!b@good.example", 13);
    assert_true(was_joined(13));
}

int run_shares_tests(void)
{
#define only(test) cmocka_unit_test_setup_teardown(test, bench_open_only, bench_closed)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hosts_are_cut_to_what_their_owner_cannot_choose),
        cmocka_unit_test(nets_are_wider_than_hosts),
        cmocka_unit_test(long_hosts_are_not_cut),
        only(nothing_a_guest_does_renews_the_source),
        only(an_account_is_the_source_from_the_login_on),
        only(the_network_says_since_when_somebody_is_out_of_sight),
        only(an_account_that_is_back_is_in_sight),
        only(the_admin_is_told_how_it_is),
        only(our_own_absence_is_held_against_nobody),
        only(what_is_remembered_of_the_absent_is_bounded),
        cmocka_unit_test_teardown(who_invites_us_is_told_how_to_begin, bench_closed),
        cmocka_unit_test_teardown(one_person_does_not_fill_all_places_for_guests, bench_closed),
        cmocka_unit_test_teardown(nick_changes_use_up_nothing, bench_closed),
        cmocka_unit_test_teardown(after_a_new_connection_nobody_has_used_up_anything, bench_closed),
        cmocka_unit_test_teardown(one_source_does_not_use_up_whom_we_may_write_to, bench_closed),
        cmocka_unit_test_setup_teardown(private_lines_do_not_put_off_whether_hands_arrive,
                                        bench_open_ready, bench_closed),
    };
    return cmocka_run_group_tests_name("shares", tests, NULL, NULL);
}

/* One IRC connection against a server that says whatever it likes: registration, who we are,
   sending, endings. What the library behind the wire would make of hostile lines is in
   test_wire_hostile.c, TLS in test_wire_tls.c. */
#include <dlfcn.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hostile_server.h"
#include "loop.h"
#include "testing.h"
#include "wire_bench.h"

/* --- registration --- */

static test_case(registration_is_sent_at_once_and_ready_comes_after_the_motd)
{
    struct bench bench;
    bench_open(&bench);
    bench_connect(&bench);
    assert_int_equal(wire_state(bench.wire), WIRE_CONNECTING);
    bench_expect_heard(&bench, "CAP LS 302\r\nNICK bot\r\nUSER table 0 * :a bot\r\n");
    assert_int_equal(wire_state(bench.wire), WIRE_REGISTERING);
    hostile_say(bench.server, ":srv CAP * LS * :multi-prefix");
    hostile_say(bench.server, "PING :cookie");
    bench_expect_heard(&bench, "PONG :cookie\r\n");
    assert_null(strstr(hostile_heard(bench.server), "CAP END"));
    hostile_say(bench.server, ":srv CAP * LS :sasl");
    bench_expect_heard(&bench, "CAP REQ :multi-prefix\r\n");
    hostile_say(bench.server, ":srv CAP * NAK :multi-prefix");
    bench_expect_heard(&bench, "CAP END\r\n");
    hostile_say(bench.server, ":srv 001 bot :Welcome");
    hostile_say(bench.server, ":srv 004 bot srv ngircd-26.1 abc def");
    hostile_say(bench.server, ":srv 375 bot :MOTD");
    bench_expect(&bench, "srv 375 [bot] [MOTD]");
    assert_false(bench_was_told(&bench, "READY"));
    hostile_say(bench.server, ":srv 376 bot :End");
    bench_expect(&bench, "READY");
    assert_string_equal(wire_server_version(bench.wire), "ngircd-26.1");
    bench_expect_alive(&bench);
    bench_close(&bench);
}

static test_case(a_password_of_any_bytes_arrives_whole)
{
    struct bench bench;
    bench_open(&bench);
    bench.config.password = "100%s %n\tof :it\xff";
    bench_connect(&bench);
    bench_expect_heard(&bench, "CAP LS 302\r\nPASS :100%s %n\tof :it\xff\r\nNICK bot\r\n");
    bench_close(&bench);
}

static test_case(a_password_that_fits_no_line_is_refused_with_a_reason)
{
    struct bench bench;
    char password[600];
    memset(password, 'p', sizeof password);
    password[sizeof password - 1] = '\0';
    bench_open(&bench);
    bench.config.password = password;
    bench_connect(&bench);
    bench_expect_closed(&bench, "the server password is too long");
    bench_close(&bench);
}

/* More people than the parser remembers, each said twice, with other words: whose place is taken
   is asked about again. */
static test_case(what_was_parsed_before_is_parsed_alike)
{
    enum { PEOPLE = 300 };
    struct bench bench;
    char line[128], told[128];
    bench_open_ready(&bench);
    for (int i = 0; i < 2 * PEOPLE; i++) {
        int who = i % PEOPLE;
        snprintf(line, sizeof line, ":p%d!u%d@h%d PRIVMSG #c :word %d", who, who, who, i);
        snprintf(told, sizeof told, "p%d!u%d@h%d PRIVMSG [#c] [word %d]", who, who, who, i);
        hostile_say(bench.server, line);
        bench_expect(&bench, told);
        snprintf(line, sizeof line, ":p%d!u%d@h%d PRIVMSG #c :again", who, who, who);
        snprintf(told, sizeof told, "p%d!u%d@h%d PRIVMSG [#c] [again]", who, who, who);
        hostile_say(bench.server, line);
        bench_expect(&bench, told);
        bench_forget(&bench);
    }
    bench_close(&bench);
}

static test_case(a_taken_nick_leads_through_the_alternatives_to_numbers_within_nicklen)
{
    static const char *const others[] = {"tabled", "dealer", NULL};
    struct bench bench;
    bench_open(&bench);
    bench.config.nick = "tabletalk";
    bench.config.alternative_nicks = others;
    bench_connect(&bench);
    bench_expect_heard(&bench, "NICK tabletalk\r\n");
    hostile_say(bench.server, ":srv 433 * tabletalk :Nickname is already in use");
    bench_expect_heard(&bench, "NICK tabled\r\n");
    hostile_say(bench.server, ":srv 432 * tabled :Erroneous nickname");
    bench_expect_heard(&bench, "NICK dealer\r\n");
    hostile_say(bench.server, ":srv 437 * dealer :Nick/channel is temporarily unavailable");
    bench_expect_heard(&bench, "NICK tabletal1\r\n");
    hostile_say(bench.server, ":srv 436 * tabletal1 :Nickname collision");
    bench_expect_heard(&bench, "NICK tabletal2\r\n");
    hostile_say(bench.server, ":srv 001 tabletal2 :Welcome");
    hostile_say(bench.server, ":srv 433 tabletal2 dealer :a late answer");
    hostile_say(bench.server, ":srv 422 tabletal2 :No MOTD");
    bench_expect(&bench, "READY");
    assert_string_equal(wire_nick(bench.wire), "tabletal2");
    hostile_forget(bench.server);
    hostile_say(bench.server,
                /* the adapter's own try: not the wire's matter */
                ":srv 433 tabletal2 tabletalk :in use");
    bench_expect_alive(&bench);
    assert_null(strstr(hostile_heard(bench.server), "NICK"));
    bench_close(&bench);
}

static test_case(when_every_nick_is_taken_the_wire_gives_up_with_the_servers_words)
{
    struct bench bench;
    bench_open(&bench);
    bench_connect(&bench);
    for (int i = 0; i < 40; i++)
        hostile_say(bench.server, ":srv 433 * x :Nope, in use");
    bench_expect_closed(&bench, "every nick is refused, the last with: Nope, in use");
    bench_close(&bench);
}

/* --- who we are --- */

static test_case(the_nick_follows_001_and_every_rename_of_ours)
{
    struct bench bench;
    bench_open(&bench);
    bench_connect(&bench);
    bench_expect_heard(&bench, "NICK bot\r\n");
    hostile_say(bench.server, ":srv 001 Bot_ :Welcome");
    hostile_say(bench.server, ":srv 422 Bot_ :No MOTD");
    bench_expect(&bench, "READY");
    assert_string_equal(wire_nick(bench.wire), "Bot_");
    hostile_say(bench.server, ":bot_!u@h NICK :Guest123"); /* forced by services, in other case */
    bench_expect(&bench, "bot_!u@h NICK [Guest123]");
    assert_string_equal(wire_nick(bench.wire), "Guest123");
    hostile_say(bench.server, ":ann!u@h NICK bea");
    bench_expect(&bench, "ann!u@h NICK [bea]");
    assert_string_equal(wire_nick(bench.wire), "Guest123");
    assert_true(wire_is_me(bench.wire, "gUEST123"));
    assert_false(wire_is_me(bench.wire, "Guest1234"));
    bench_close(&bench);
}

static test_case(isupport_is_kept_replaced_removed_and_has_defaults)
{
    struct bench bench;
    bench_open_ready(&bench);
    assert_string_equal(wire_isupport(bench.wire, "CHANTYPES"), "#&");
    assert_int_equal(wire_isupport_number(bench.wire, "NICKLEN", 1), 9);
    assert_null(wire_isupport(bench.wire, "NETWORK"));
    assert_int_equal(wire_casemap(bench.wire), CASEMAP_RFC1459);
    hostile_say(
        bench.server,
        ":srv 005 bot A=1 B=2 C=3 D=4 E=5 F=6 G=7 H=8 NICKLEN=31 CHANTYPES= CASEMAPPING=ascii "
        "NETWORK=Two\\x20Words BOT :are supported by this server");
    bench_expect_alive(&bench);
    assert_string_equal(wire_isupport(bench.wire, "A"), "1");
    assert_string_equal(wire_isupport(bench.wire, "NETWORK"), "Two Words");
    assert_string_equal(wire_isupport(bench.wire, "BOT"), "");
    assert_string_equal(wire_isupport(bench.wire, "CHANTYPES"), "");
    assert_int_equal(wire_isupport_number(bench.wire, "NICKLEN", 1), 31);
    assert_int_equal(wire_casemap(bench.wire), CASEMAP_ASCII);
    assert_null(wire_isupport(bench.wire, "are"));
    hostile_say(bench.server,
                ":srv 005 bot -NICKLEN -CASEMAPPING BOT=b :are supported by this server");
    bench_expect_alive(&bench);
    assert_int_equal(wire_isupport_number(bench.wire, "NICKLEN", 1), 9);
    assert_int_equal(wire_casemap(bench.wire), CASEMAP_RFC1459);
    assert_string_equal(wire_isupport(bench.wire, "BOT"), "b");
    assert_null(wire_isupport(bench.wire, "-NICKLEN"));
    bench_close(&bench);
}

/* An empty value of what has to have one is as if it had not been said; ranks and kinds of
   channels there may be none of. */
static test_case(an_empty_value_means_the_default)
{
    static const char *const lines[] = {
        ":srv 005 bot CASEMAPPING= NICKLEN= LINELEN= MODES= PREFIX= CHANTYPES= :are supported by this server",
        ":srv 005 bot CASEMAPPING NICKLEN LINELEN MODES PREFIX CHANTYPES :are supported by this server",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct bench bench;
        bench_open_ready(&bench);
        hostile_say(bench.server,
                    ":srv 005 bot CASEMAPPING=ascii NICKLEN=31 :are supported by this server");
        hostile_say(bench.server, lines[i]);
        bench_expect_alive(&bench);
        assert_int_equal(wire_casemap(bench.wire), CASEMAP_RFC1459);
        assert_string_equal(wire_isupport(bench.wire, "CASEMAPPING"), "rfc1459");
        assert_int_equal(wire_isupport_number(bench.wire, "NICKLEN", 1), 9);
        assert_int_equal(wire_isupport_number(bench.wire, "LINELEN", 1), 512);
        assert_int_equal(wire_isupport_number(bench.wire, "MODES", 1), 3);
        assert_string_equal(wire_isupport(bench.wire, "PREFIX"), "");
        assert_string_equal(wire_isupport(bench.wire, "CHANTYPES"), "");
        bench_close(&bench);
    }
}

static test_case(isupport_of_a_mad_server_is_bounded)
{
    struct bench bench;
    char line[600], key[16];
    bench_open_ready(&bench);
    for (int i = 0; i < 500; i++) {
        snprintf(line, sizeof line, ":srv 005 bot KEY%d=%0400d :are supported", i, i);
        hostile_say(bench.server, line);
    }
    hostile_say(bench.server, ":srv 005 bot = - -= =x :are supported");
    bench_expect_alive(&bench);
    int kept = 0;
    for (int i = 0; i < 500; i++) {
        snprintf(key, sizeof key, "KEY%d", i);
        kept += wire_isupport(bench.wire, key) != NULL;
    }
    assert_in_range(kept, 10, 30);
    bench_close(&bench);
}

static test_case(room_is_what_the_server_leaves_us_as_our_address_changes)
{
    struct bench bench;
    bench_open(&bench);
    bench.config.nick = "sixnck";
    bench_connect(&bench);
    bench_expect_heard(&bench, "USER ");
    hostile_say(bench.server, ":srv 001 sixnck :Welcome");
    hostile_say(bench.server, ":srv 422 sixnck :No MOTD");
    bench_expect(&bench, "READY");
    int unknown = 510 - (1 + 6 + 1 + 11 + 1 + 64 + 1) - (8 + 7) - 2;
    assert_int_equal(wire_room(bench.wire, "#tables"), unknown);
    hostile_say(bench.server, ":sixnck!sixusr@127.0.0.1 JOIN #tables");
    bench_expect(&bench, "sixnck!sixusr@127.0.0.1 JOIN [#tables]");
    assert_int_equal(wire_room(bench.wire, "#tables"), 468); /* measured on ngircd */
    hostile_say(bench.server, ":srv 396 sixnck a.cloak :is now your displayed host");
    bench_expect(&bench, "srv 396 [sixnck] [a.cloak] [is now your displayed host]");
    assert_int_equal(wire_room(bench.wire, "#tables"), 470);
    hostile_say(bench.server, ":srv 396 sixnck me@a.cloak :is now your displayed host");
    bench_expect(&bench, "srv 396 [sixnck] [me@a.cloak] [is now your displayed host]");
    assert_int_equal(wire_room(bench.wire, "#tables"), 474);
    hostile_say(bench.server, ":sixnck!me@a.cloak CHGHOST you b");
    bench_expect(&bench, "sixnck!me@a.cloak CHGHOST [you] [b]");
    assert_int_equal(wire_room(bench.wire, "#tables"), 479);
    hostile_say(bench.server, ":sixnck!you@b NICK i");
    bench_expect(&bench, "sixnck!you@b NICK [i]");
    assert_int_equal(wire_room(bench.wire, "#tables"), 484);
    bench_close(&bench);
}

static test_case(a_target_is_a_channel_by_the_servers_own_signs)
{
    struct bench bench;
    bench_open_ready(&bench);
    assert_string_equal(wire_channel_of(bench.wire, "#c"), "#c");
    assert_null(wire_channel_of(bench.wire, "@#c"));
    assert_null(wire_channel_of(bench.wire, "bot"));
    assert_null(wire_channel_of(bench.wire, ""));
    hostile_say(bench.server,
                ":srv 005 bot STATUSMSG=@+ CHANTYPES=#+ :are supported by this server");
    bench_expect_alive(&bench);
    assert_string_equal(wire_channel_of(bench.wire, "@#c"), "#c");
    assert_string_equal(wire_channel_of(bench.wire, "+#c"), "#c");
    assert_string_equal(wire_channel_of(bench.wire, "+c"), "+c");
    assert_null(wire_channel_of(bench.wire, "@bot"));
    bench_close(&bench);
}

/* --- sending --- */

static test_case(nothing_can_start_a_second_line)
{
    struct bench bench;
    bench_open_ready(&bench);
    assert_int_equal(wire_send(bench.wire, "PRIVMSG #c :%s", "hi\r\nQUIT :bye\n\rKILL x"),
                     WIRE_SENT);
    assert_int_equal(wire_send(bench.wire, "PRIVMSG #c :a%cb", 0), WIRE_SENT);
    assert_int_equal(wire_send(bench.wire, "%s", "\r\n"), WIRE_NOT_SENT);
    assert_int_equal(wire_send(bench.wire, "%s", ""), WIRE_NOT_SENT);
    bench_expect_heard(&bench, "PRIVMSG #c :hi  QUIT :bye  KILL x\r\nPRIVMSG #c :a b\r\n");
    bench_close(&bench);
}

static test_case(a_long_line_is_cut_at_510_bytes_between_characters)
{
    struct bench bench;
    char text[751], expected[600];
    bench_open_ready(&bench);
    for (size_t i = 0; i < 250; i++)
        snprintf(text + i * 3, 4, "\xe2\x99\xa5"); /* a heart: 3 bytes */
    assert_int_equal(wire_send(bench.wire, "PRIVMSG #c :%s", text), WIRE_SENT_CUT);
    /* 12 + 166 hearts = 510 */
    snprintf(expected, sizeof expected, "PRIVMSG #c :%.*s\r\n", 498, text);
    bench_expect_heard(&bench, expected);
    hostile_forget(bench.server);
    assert_int_equal(wire_send(bench.wire, "PRIVMSG #cc :%s", text), WIRE_SENT_CUT);
    snprintf(expected, sizeof expected, "PRIVMSG #cc :%.*s\r\n", 495, text);
    bench_expect_heard(&bench, expected);
    bench_close(&bench);
}

static test_case(nothing_is_sent_before_there_is_a_connection)
{
    struct bench bench;
    bench_open(&bench);
    bench_connect(&bench);
    assert_int_equal(wire_send(bench.wire, "JOIN #c"), WIRE_NOT_SENT);
    bench_close(&bench);
}

static test_case(a_server_that_does_not_read_is_left_with_a_reason)
{
    struct bench bench;
    bench_open_ready(&bench);
    hostile_stop_reading(bench.server);
    int lines = 0;
    while (wire_send(bench.wire, "PRIVMSG #c :%0400d", lines) == WIRE_SENT && lines < 200000) {
        if (++lines % 50 == 0)
            loop_serve(bench.loop, 0);
    }
    assert_true(lines < 200000);
    bench_expect_closed(&bench, "the server does not read: 65");
    bench_close(&bench);
}

/* --- endings --- */

static test_case(a_refused_connection_says_where_and_why)
{
    struct bench bench;
    char where[64];
    bench_open(&bench);
    struct hostile *gone = hostile_new(bench.loop);
    bench.config.port = hostile_port(gone);
    hostile_free(gone);
    bench_connect(&bench);
    snprintf(where, sizeof where, "127.0.0.1 port %d: nobody answers there (Connection refused)",
             bench.config.port);
    bench_expect_closed(&bench, where);
    bench_close(&bench);
}

static test_case(an_impossible_host_name_is_refused_and_never_becomes_a_url)
{
    static const char *const names[] = {"irc.example.org/path", "user@host", "a b", ""};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct bench bench;
        bench_open(&bench);
        bench.config.host = names[i];
        bench_connect(&bench);
        bench_expect_closed(&bench, "this is no host name or address");
        bench_close(&bench);
    }
}

static test_case(a_name_that_cannot_be_resolved_blocks_nothing_and_says_so)
{
    struct bench bench;
    char name[80]; /* a label of 64 letters fails in the lookup thread, without asking any server */
    snprintf(name, sizeof name, "%064d.invalid", 0);
    bench_open(&bench);
    bench.config.host = name;
    bench_connect(&bench);
    bench_expect_closed(&bench, "000.invalid port");
    bench_expect_closed(&bench, "the name cannot be resolved");
    bench_close(&bench);
}

/* Takes the place of the C library's function for curl's lookup thread: "stuck.test" gets no
   answer until the test closes the other end of this pipe. */
static int stuck_lookup[2];

int getaddrinfo(const char *name, const char *service, const struct addrinfo *req,
                struct addrinfo **pai)
{
    int (*libc)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    *(void **)&libc = dlsym(RTLD_NEXT, "getaddrinfo");
    if (!name || strcmp(name, "stuck.test") != 0)
        return libc(name, service, req, pai);
    char byte;
    return read(stuck_lookup[0], &byte, 1) < 0 ? EAI_SYSTEM : EAI_NONAME;
}

static test_case(a_stuck_name_lookup_holds_up_neither_the_loop_nor_the_end)
{
    struct bench bench;
    assert_int_equal(pipe(stuck_lookup), 0);
    bench_open(&bench);
    bench.config.host = "stuck.test";
    bench_connect(&bench);
    loop_step(bench.loop, 29999);
    assert_int_equal(wire_state(bench.wire), WIRE_CONNECTING);
    loop_step(bench.loop, 1);
    bench_expect_closed(&bench, "stuck.test port");
    bench_expect_closed(&bench, "no connection within 30 s");
    wire_free(bench.wire);
    bench_connect(&bench);
    loop_step(bench.loop, 10);
    bench_close(&bench); /* would wait for ever if it waited for the lookup */
    close(stuck_lookup[1]);
}

static test_case(the_servers_last_words_are_the_reason)
{
    struct bench bench;
    bench_open_ready(&bench);
    hostile_say(bench.server, "ERROR :Closing Link: bot (Excess Flood)");
    hostile_hang_up(bench.server);
    bench_expect_closed(&bench, "the server said: Closing Link: bot (Excess Flood)");
    assert_true(bench_was_told(&bench, "ERROR [Closing Link: bot (Excess Flood)]"));
    bench_close(&bench);
}

static test_case(an_error_without_a_close_is_closed_by_us)
{
    struct bench bench;
    bench_open_ready(&bench);
    hostile_say(bench.server, "ERROR :Bye");
    bench_expect(&bench, "ERROR [Bye]");
    loop_step(bench.loop, 2000);
    bench_expect_closed(&bench, "the server said: Bye");
    bench_close(&bench);
}

static test_case(an_end_without_words_is_named_and_told_once)
{
    struct bench bench;
    bench_open_ready(&bench);
    hostile_say_bytes(bench.server, ":ann!u@h PRIVMSG bot :half a li", 31);
    hostile_hang_up(bench.server);
    bench_expect_closed(&bench, "the server closed the connection");
    loop_step(bench.loop, 1000000);
    assert_string_equal(bench.story, "CLOSED\n");
    assert_int_equal(wire_send(bench.wire, "JOIN #c"), WIRE_NOT_SENT);
    bench_close(&bench);
}

static test_case(a_silent_server_is_pinged_and_then_left)
{
    struct bench bench;
    bench_open_ready(&bench);
    loop_step(bench.loop, 89999);
    assert_string_equal(hostile_heard(bench.server), "");
    loop_step(bench.loop, 1);
    bench_expect_heard(&bench, "PING :still-there\r\n");
    hostile_say(bench.server, ":srv PONG srv :still-there");
    bench_expect(&bench, "srv PONG [srv] [still-there]");
    hostile_forget(bench.server);
    loop_step(bench.loop, 90000);
    bench_expect_heard(&bench, "PING :still-there\r\n");
    loop_step(bench.loop, 59999);
    assert_int_equal(wire_state(bench.wire), WIRE_READY);
    loop_step(bench.loop, 1);
    bench_expect_closed(&bench, "the connection is dead: nothing heard for 150 s");
    bench_close(&bench);
}

static test_case(a_server_that_never_welcomes_is_left)
{
    struct bench bench;
    bench_open(&bench);
    bench_connect(&bench);
    bench_expect_state(&bench, WIRE_REGISTERING);
    for (int i = 0; i < 59; i++) {
        hostile_say(bench.server, ":srv NOTICE * :*** Looking up your hostname");
        loop_step(bench.loop, 1000);
    }
    assert_int_equal(wire_state(bench.wire), WIRE_REGISTERING);
    loop_step(bench.loop, 1000);
    bench_expect_closed(&bench, "the server did not accept us within 60 s");
    bench_close(&bench);
}

static test_case(quit_waits_for_the_goodbye_but_not_longer_than_two_seconds)
{
    struct bench bench;
    bench_open_ready(&bench);
    wire_quit(bench.wire, "restarting");
    assert_int_equal(wire_state(bench.wire), WIRE_QUITTING);
    assert_int_equal(wire_send(bench.wire, "JOIN #c"), WIRE_NOT_SENT);
    bench_expect_heard(&bench, "QUIT :restarting\r\n");
    loop_step(bench.loop, 1999);
    assert_string_equal(bench.story, "");
    loop_step(bench.loop, 1);
    bench_expect_closed(&bench, "we quit");
    bench_close(&bench);

    bench_open_ready(&bench);
    wire_quit(bench.wire, "restarting");
    bench_expect_heard(&bench, "QUIT :restarting\r\n");
    hostile_hang_up(bench.server);
    bench_expect_closed(&bench, "we quit");
    bench_close(&bench);
}

static test_case(quit_before_the_connection_closes_at_once)
{
    struct bench bench;
    bench_open(&bench);
    bench_connect(&bench);
    wire_quit(bench.wire, "restarting");
    assert_string_equal(bench.story, ""); /* told out of the loop only */
    loop_step(bench.loop, 0);
    assert_string_equal(bench.story, "CLOSED\n");
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registration_is_sent_at_once_and_ready_comes_after_the_motd),
        cmocka_unit_test(a_password_of_any_bytes_arrives_whole),
        cmocka_unit_test(a_password_that_fits_no_line_is_refused_with_a_reason),
        cmocka_unit_test(what_was_parsed_before_is_parsed_alike),
        cmocka_unit_test(a_taken_nick_leads_through_the_alternatives_to_numbers_within_nicklen),
        cmocka_unit_test(when_every_nick_is_taken_the_wire_gives_up_with_the_servers_words),
        cmocka_unit_test(the_nick_follows_001_and_every_rename_of_ours),
        cmocka_unit_test(isupport_is_kept_replaced_removed_and_has_defaults),
        cmocka_unit_test(an_empty_value_means_the_default),
        cmocka_unit_test(isupport_of_a_mad_server_is_bounded),
        cmocka_unit_test(room_is_what_the_server_leaves_us_as_our_address_changes),
        cmocka_unit_test(a_target_is_a_channel_by_the_servers_own_signs),
        cmocka_unit_test(nothing_can_start_a_second_line),
        cmocka_unit_test(a_long_line_is_cut_at_510_bytes_between_characters),
        cmocka_unit_test(nothing_is_sent_before_there_is_a_connection),
        cmocka_unit_test(a_server_that_does_not_read_is_left_with_a_reason),
        cmocka_unit_test(a_refused_connection_says_where_and_why),
        cmocka_unit_test(an_impossible_host_name_is_refused_and_never_becomes_a_url),
        cmocka_unit_test(a_name_that_cannot_be_resolved_blocks_nothing_and_says_so),
        cmocka_unit_test(a_stuck_name_lookup_holds_up_neither_the_loop_nor_the_end),
        cmocka_unit_test(the_servers_last_words_are_the_reason),
        cmocka_unit_test(an_error_without_a_close_is_closed_by_us),
        cmocka_unit_test(an_end_without_words_is_named_and_told_once),
        cmocka_unit_test(a_silent_server_is_pinged_and_then_left),
        cmocka_unit_test(a_server_that_never_welcomes_is_left),
        cmocka_unit_test(quit_waits_for_the_goodbye_but_not_longer_than_two_seconds),
        cmocka_unit_test(quit_before_the_connection_closes_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

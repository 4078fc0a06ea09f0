/* Capabilities and logging in, against a server that says what it likes: the numbers in the
   comments are those of the conformance table in docs/irc-conformance.md. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hostile_server.h"
#include "log.h"
#include "loop.h"
#include "scram_server.h"
#include "testing.h"
#include "wire_bench.h"
#include "wire_state.h"

static struct bench bench;

static test_fixture(open_bench)
{
    log_setup(LOG_ERROR, 2);
    bench_open(&bench);
    return 0;
}

static int open_login(void **state)
{
    open_bench(state);
    bench.config.account = "table";
    bench.config.account_password = "sesame";
    bench.config.login_is_required = true;
    return 0;
}

static test_fixture(close_bench)
{
    bench_close(&bench);
    return 0;
}

static void connect_and_offer(const char *capabilities)
{
    char line[1024];
    bench_connect(&bench);
    bench_expect_heard(&bench, "USER table 0 * :a bot\r\n");
    hostile_forget(bench.server);
    snprintf(line, sizeof line, ":srv CAP * LS :%s", capabilities);
    hostile_say(bench.server, line);
}

static void say(const char *line)
{
    hostile_say(bench.server, line);
}

static void hears(const char *text)
{
    bench_expect_heard(&bench, text);
    hostile_forget(bench.server);
}

/* All that was said so far has had its effect. */
static void settle(void)
{
    static int serial;
    char ping[32], pong[32];
    snprintf(ping, sizeof ping, "PING :settle%d", ++serial);
    snprintf(pong, sizeof pong, "PONG :settle%d\r\n", serial);
    say(ping);
    bench_expect_heard(&bench, pong);
}

static void never_heard(const char *text)
{
    if (wire_state(bench.wire) != WIRE_CLOSED)
        settle();
    if (strstr(hostile_heard(bench.server), text))
        fail_msg("heard \"%s\" in:\n%s", text, hostile_heard(bench.server));
}

static void welcome(void)
{
    say(":srv 001 bot :Welcome");
    say(":srv 422 bot :No MOTD");
    bench_expect_state(&bench, WIRE_READY);
}

/* ---- capabilities ---- */

static test_case(caps_conformance_1_the_first_line_is_cap_ls_and_nobody_waits)
{
    bench_connect(&bench);
    bench_expect_heard(&bench, "CAP LS 302\r\nNICK bot\r\nUSER table 0 * :a bot\r\n");
    assert_ptr_equal(strstr(hostile_heard(bench.server), "CAP LS 302"),
                     hostile_heard(bench.server));
}

static test_case(caps_conformance_2_a_list_of_lines_is_read_whole)
{
    bench_connect(&bench);
    bench_expect_heard(&bench, "USER ");
    say(":srv CAP * LS * :account-tag unknown/thing sasl=PLAIN");
    say(":srv CAP * LS * :away-notify=x");
    never_heard("CAP REQ");
    say(":srv CAP * LS :server-time");
    hears("CAP REQ :account-tag away-notify server-time\r\n");
    never_heard("CAP END");
    say(":srv CAP * ACK :account-tag away-notify server-time ");
    hears("CAP END\r\n");
    welcome();
    assert_true(wire_has(bench.wire, CAP_SERVER_TIME) && !wire_has(bench.wire, CAP_BATCH));
}

static test_case(caps_conformance_2_an_empty_list_ends_the_negotiation)
{
    connect_and_offer("");
    hears("CAP END\r\n");
    welcome();
}

static test_case(caps_conformance_3_a_refused_group_is_asked_for_one_by_one)
{
    connect_and_offer("batch sts=duration=300 chghost echo-message setname");
    say(":srv CAP * NAK :batch chgh"); /* cut short, as some do */
    hears("CAP REQ :batch\r\nCAP REQ :chghost\r\nCAP REQ :setname\r\n");
    never_heard("CAP REQ :sts");
    never_heard("echo-message");
}

static test_case(caps_conformance_3_only_what_was_granted_is_on)
{
    connect_and_offer("batch chghost setname");
    say(":srv CAP * NAK :batch chghost setname");
    hears("CAP REQ :batch\r\nCAP REQ :chghost\r\nCAP REQ :setname\r\n");
    say(":srv CAP * ACK :batch");
    say(":srv CAP * NAK :chghost");
    never_heard("CAP END");
    say(":srv CAP * ACK :setname");
    hears("CAP END\r\n");
    welcome();
    assert_true(wire_has(bench.wire, CAP_BATCH) && wire_has(bench.wire, CAP_SETNAME));
    assert_false(wire_has(bench.wire, CAP_CHGHOST));
}

static test_case(caps_that_nobody_asked_for_are_not_on)
{
    connect_and_offer("batch");
    say(":srv CAP * ACK :account-tag");
    never_heard("CAP END");
    say(":srv CAP * ACK :batch");
    hears("CAP END\r\n");
    assert_false(wire_has(bench.wire, CAP_ACCOUNT_TAG));
}

static test_case(caps_conformance_4_new_and_del_are_followed)
{
    connect_and_offer("");
    hears("CAP END\r\n");
    welcome();
    say(":srv CAP bot NEW :batch labeled-response sasl=PLAIN foo");
    hears("CAP REQ :batch labeled-response\r\n");
    say(":srv CAP bot ACK :batch labeled-response");
    settle();
    assert_true(wire_has(bench.wire, CAP_LABELED_RESPONSE));
    wire_send_labelled(bench.wire, "a1", "PRIVMSG ann :%s", "hi");
    hears("@label=a1 PRIVMSG ann :hi\r\n");
    say(":srv CAP bot DEL :batch");
    settle();
    assert_false(wire_has(bench.wire, CAP_LABELED_RESPONSE));
    wire_send_labelled(bench.wire, "a2", "PRIVMSG ann :bye");
    bench_expect_heard(&bench, "\r\nPRIVMSG ann :bye\r\n");
    never_heard("CAP END");
}

static test_case(caps_conformance_5_a_server_without_cap_is_fine)
{
    bench_connect(&bench);
    bench_expect_heard(&bench, "USER ");
    say(":srv 421 bot CAP :Unknown command");
    welcome();
    never_heard("CAP END");
}

static test_case(caps_a_server_that_never_answers_is_not_waited_for)
{
    connect_and_offer("batch");
    hears("CAP REQ :batch\r\n");
    loop_step(bench.loop, 15000);
    hears("CAP END\r\n");
    welcome();
}

static test_case(caps_more_than_fits_into_a_line_is_asked_for_in_two)
{
    connect_and_offer(
        "account-notify account-tag away-notify batch chghost draft/chathistory extended-join "
        "extended-monitor invite-notify labeled-response message-tags multi-prefix server-time setname "
        "standard-replies inspircd.org/standard-replies userhost-in-names");
    settle();
    for (const char *line = hostile_heard(bench.server), *end; (end = strchr(line, '\n'));
         line = end + 1)
        assert_in_range(end - line, 1, 400);
    bench_expect_heard(&bench, "account-notify");
    bench_expect_heard(&bench, "userhost-in-names");
}

/* ---- SASL ---- */

static test_case(login_conformance_6_plain)
{
    connect_and_offer("sasl=EXTERNAL,PLAIN");
    hears("CAP REQ :sasl\r\n");
    say(":srv CAP * ACK :sasl");
    hears("AUTHENTICATE PLAIN\r\n");
    say("AUTHENTICATE :+");
    hears("AUTHENTICATE dGFibGUAdGFibGUAc2VzYW1l\r\n"); /* table NUL table NUL sesame */
    never_heard("CAP END");
    say(":srv 900 bot bot!u@h Table :You are now logged in as Table");
    say("903 bot :SASL authentication successful");
    hears("CAP END\r\n");
    welcome();
    assert_string_equal(bench.wire->account, "Table");
    say(":srv 901 bot bot!u@h :logged out");
    settle();
    assert_string_equal(bench.wire->account, "");
}

static test_case(login_conformance_6_long_answers_go_in_pieces_of_400)
{
    static char password[301];
    char wanted[900];
    memset(password, 'x', 300 - 12); /* with the rest 300 bytes: exactly 400 characters */
    bench.config.account_password = password;
    connect_and_offer("sasl=PLAIN");
    say(":srv CAP * ACK :sasl");
    say("AUTHENTICATE +");
    bench_expect_heard(&bench, "AUTHENTICATE +\r\n");
    const char *piece = strstr(hostile_heard(bench.server), "AUTHENTICATE dGF");
    assert_non_null(piece);
    assert_int_equal(strcspn(piece, "\r"), strlen("AUTHENTICATE ") + 400);
    snprintf(wanted, sizeof wanted, "%.415sAUTHENTICATE +\r\n", piece);
    assert_memory_equal(piece, wanted, strlen(wanted));
}

/* Services let passwords be as long as people like; three pieces, and text that is no ASCII. */
static test_case(login_conformance_6_the_longest_password_arrives_whole)
{
    enum { LONGEST = 1000 };
    static char password[LONGEST + 1];
    char encoded[2048] = "", wanted[2200] = "";
    unsigned char bytes[LONGEST + 12] = "table\0table\0";
    for (int i = 0; i < LONGEST; i += 2)
        memcpy(password + i, "é", 2);
    memcpy(bytes + 12, password, LONGEST);
    sodium_bin2base64(encoded, sizeof encoded, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
    for (size_t at = 0; at < strlen(encoded); at += 400)
        snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), "AUTHENTICATE %.400s\r\n",
                 encoded + at);
    bench.config.account_password = password;
    connect_and_offer("sasl=PLAIN");
    say(":srv CAP * ACK :sasl");
    say("AUTHENTICATE +");
    hears(wanted);
}

static test_case(login_conformance_6_a_key_goes_before_a_password)
{
    bench.config.account_key = "/there/is/no/such/key.pem";
    connect_and_offer("sasl=PLAIN,ECDSA-NIST256P-CHALLENGE");
    say(":srv CAP * ACK :sasl");
    hears("AUTHENTICATE ECDSA-NIST256P-CHALLENGE\r\n");
    say("AUTHENTICATE +");
    hears("AUTHENTICATE dGFibGU=\r\n"); /* table */
    say("AUTHENTICATE AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
    hears("AUTHENTICATE *\r\n");
    bench_expect_closed(
        &bench, "account_key is no private key of the curve prime256v1 without a passphrase");
}

static void scram_login(const char *password, bool is_forged)
{
    struct scram_server scram = {.password = password, .rounds = 4096, .forges = is_forged};
    char challenge[SCRAM_LINE], signature[SCRAM_LINE], line[2 * SCRAM_LINE];
    connect_and_offer("sasl=PLAIN,SCRAM-SHA-256");
    say(":srv CAP * ACK :sasl");
    hears("AUTHENTICATE SCRAM-SHA-256\r\n");
    say("AUTHENTICATE +");
    bench_expect_heard(&bench, "\r\n");
    char *first = strdup(hostile_heard(bench.server) + strlen("AUTHENTICATE "));
    first[strcspn(first, "\r")] = '\0';
    assert_true(scram_challenge(&scram, first, challenge));
    free(first);
    hostile_forget(bench.server);
    snprintf(line, sizeof line, "AUTHENTICATE %s", challenge);
    say(line);
    bench_expect_heard(&bench, "\r\n");
    char *last = strdup(hostile_heard(bench.server) + strlen("AUTHENTICATE "));
    last[strcspn(last, "\r")] = '\0';
    hostile_forget(bench.server);
    bool is_right = scram_verify(&scram, last, signature);
    free(last);
    assert_int_equal(is_right, strcmp(password, "sesame") == 0);
    snprintf(line, sizeof line,
             is_right ? "AUTHENTICATE %s" : ":srv 904 bot :SASL authentication failed", signature);
    say(line);
}

static test_case(login_conformance_6_scram_against_another_implementation)
{
    scram_login("sesame", false);
    hears("AUTHENTICATE +\r\n");
    say(":srv 900 bot bot!u@h table :logged in");
    say(":srv 903 bot :done");
    hears("CAP END\r\n");
    welcome();
    assert_string_equal(bench.wire->account, "table");
}

static test_case(login_conformance_7_a_forged_signature_ends_it)
{
    scram_login("sesame", true);
    bench_expect_heard(&bench, "AUTHENTICATE *\r\n");
    bench_expect_closed(&bench, "could not prove");
    never_heard("CAP END");
    never_heard("AUTHENTICATE PLAIN");
}

static test_case(login_conformance_7_success_without_a_signature_is_not_believed)
{
    bench.config.login_is_required = false;
    connect_and_offer("sasl=SCRAM-SHA-256,PLAIN");
    say(":srv CAP * ACK :sasl");
    hears("AUTHENTICATE SCRAM-SHA-256\r\n");
    say(":srv 900 bot bot!u@h root :logged in");
    say(":srv 903 bot :done");
    bench_expect_heard(&bench, "AUTHENTICATE *\r\nCAP END\r\n");
    never_heard("PLAIN");
    welcome();
    assert_string_equal(bench.wire->account, "");
}

static test_case(login_conformance_8_a_refused_password_ends_the_connection_and_is_not_tried_again)
{
    scram_login("another", false);
    bench_expect_closed(
        &bench,
        "the login to the account table failed, and it is required: SCRAM-SHA-256: the server "
        "says: SASL authentication failed");
    assert_true(wire_is_unwelcome(bench.wire));
    never_heard("AUTHENTICATE PLAIN"); /* the same password once more */
    never_heard("CAP END");
}

static test_case(login_conformance_8_where_it_is_not_required_we_go_on_without)
{
    bench.config.login_is_required = false;
    connect_and_offer("sasl=PLAIN");
    say(":srv CAP * ACK :sasl");
    say("AUTHENTICATE +");
    say(":srv 904 bot :no");
    hears("CAP END\r\n");
    welcome();
    assert_string_equal(bench.wire->account, "");
    say(":srv CAP bot DEL :sasl");
    say(":srv CAP bot NEW :sasl=PLAIN");
    hears("CAP REQ :sasl\r\n");
    say(":srv CAP bot ACK :sasl");
    never_heard("AUTHENTICATE"); /* one try for each connection */
}

static test_case(login_conformance_8_a_server_without_sasl_is_left)
{
    connect_and_offer("batch");
    say(":srv CAP * ACK :batch");
    bench_expect_closed(&bench, "does not offer SASL");
    assert_false(wire_is_unwelcome(bench.wire));
    never_heard("CAP END");
}

static test_case(login_conformance_8_a_server_without_cap_is_left)
{
    bench_connect(&bench);
    bench_expect_heard(&bench, "USER ");
    say(":srv 001 bot :Welcome");
    bench_expect_closed(&bench, "does not offer SASL");
    assert_false(bench_was_told(&bench, "READY"));
}

static test_case(login_conformance_9_a_bare_sasl_and_908_lead_to_the_right_mechanism)
{
    connect_and_offer("sasl");
    say(":srv CAP * ACK :sasl");
    hears("AUTHENTICATE SCRAM-SHA-256\r\n");
    say(":srv 908 bot EXTERNAL,PLAIN :are available SASL mechanisms");
    say(":srv 904 bot :SASL authentication failed");
    hears("AUTHENTICATE PLAIN\r\n");
}

static test_case(login_conformance_9_908_alone_will_do)
{
    connect_and_offer("sasl");
    say(":srv CAP * ACK :sasl");
    hears("AUTHENTICATE SCRAM-SHA-256\r\n");
    say(":srv 908 bot PLAIN :are available SASL mechanisms");
    settle();
    loop_step(bench.loop, 2000);
    bench_expect_heard(&bench, "AUTHENTICATE PLAIN\r\n");
}

static test_case(login_uses_only_what_is_offered_and_configured)
{
    bench.config.mechanisms = "SCRAM-SHA-256";
    connect_and_offer("sasl=PLAIN");
    say(":srv CAP * ACK :sasl");
    bench_expect_closed(&bench, "the server offers PLAIN, and none of these can be used here");
    never_heard("AUTHENTICATE");
}

static test_case(login_conformance_4_comes_when_sasl_comes_back)
{
    bench.config.login_is_required = false;
    connect_and_offer("");
    hears("CAP END\r\n");
    welcome();
    say(":srv CAP bot NEW :sasl=PLAIN");
    hears("CAP REQ :sasl\r\n");
    say(":srv CAP bot ACK :sasl");
    hears("AUTHENTICATE PLAIN\r\n");
    say("AUTHENTICATE +");
    say(":srv 900 bot bot!u@h table :logged in");
    say(":srv 903 bot :done");
    settle();
    assert_string_equal(bench.wire->account, "table");
    never_heard("CAP END");
}

static test_case(login_is_tried_when_services_are_back_and_nobody_says_so)
{
    bench.config.login_is_required = false;
    bench.config.idle_ms = bench.config.pong_ms = 3600 * 1000;
    connect_and_offer("");
    hears("CAP END\r\n");
    welcome();
    for (int i = 0; i < 3; i++) {
        loop_step(bench.loop, 300 * 1000);
        hears("CAP LS 302\r\n");
        say(i < 2 ? ":srv CAP bot LS :" : ":srv CAP bot LS :sasl=PLAIN");
    }
    hears("CAP REQ :sasl\r\n");
    say(":srv CAP bot ACK :sasl");
    hears("AUTHENTICATE PLAIN\r\n");
    say("AUTHENTICATE +");
    say(":srv 903 bot :done");
    settle();
    assert_string_equal(bench.wire->account, "table");
    hostile_forget(bench.server);
    loop_step(bench.loop, 1800 * 1000);
    never_heard("CAP");
}

static test_case(login_a_silent_server_is_not_waited_for)
{
    connect_and_offer("sasl=PLAIN");
    say(":srv CAP * ACK :sasl");
    hears("AUTHENTICATE PLAIN\r\n");
    loop_step(bench.loop, 15000);
    bench_expect_heard(&bench, "AUTHENTICATE *\r\n");
    bench_expect_closed(&bench, "the server does not answer");
    assert_false(wire_is_unwelcome(bench.wire));
}

/* Only who was refused after having said who it is waits for long; services that are away come
   back. */
static test_case(login_only_a_refusal_after_an_answer_is_one)
{
    static const struct {
        bool answers;
        const char *says;
        bool is_unwelcome;
    } rows[] = {
        {true, ":srv 904 bot :SASL authentication failed", true},
        {true, ":srv 905 bot :SASL message too long", true},
        {true, ":srv 902 bot :You must use a nick assigned to you", false},
        {true, ":srv 906 bot :aborted", false},
        {false, ":srv 904 bot :SASL authentication failed", false},
        {false, ":srv 906 bot :aborted", false},
        {false, "AUTHENTICATE no-base64!", false},
        {true, "AUTHENTICATE no-base64!", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (i > 0) {
            close_bench(NULL);
            open_login(NULL);
        }
        connect_and_offer("sasl=PLAIN");
        say(":srv CAP * ACK :sasl");
        hears("AUTHENTICATE PLAIN\r\n");
        if (rows[i].answers)
            say("AUTHENTICATE +");
        say(rows[i].says);
        bench_expect_closed(&bench, "the login to the account table failed");
        assert_true(wire_is_unwelcome(bench.wire) == rows[i].is_unwelcome);
    }
}

static test_case(login_too_much_and_nonsense_break_it_off)
{
    char piece[420] = "AUTHENTICATE ";
    bench.config.login_is_required = false;
    memset(piece + 13, 'A', 400);
    connect_and_offer("sasl=SCRAM-SHA-256");
    say(":srv CAP * ACK :sasl");
    hears("AUTHENTICATE SCRAM-SHA-256\r\n");
    say("AUTHENTICATE +");
    for (int i = 0; i < 20; i++)
        say(piece);
    bench_expect_heard(&bench, "AUTHENTICATE *\r\nCAP END\r\n");
    welcome();
}

static test_case(login_conformance_10_a_ping_amid_it_is_answered)
{
    connect_and_offer("sasl=PLAIN");
    say("PING :one");
    bench_expect_heard(&bench, "PONG :one\r\n");
    say(":srv CAP * ACK :sasl");
    say("AUTHENTICATE +");
    say("PING :two");
    bench_expect_heard(&bench, "PONG :two\r\n");
    say(":srv 903 bot :done");
    hears("CAP END\r\n");
}

static char logged[65536];

static test_case(login_conformance_53_no_secret_reaches_the_log)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    log_setup(LOG_DEBUG, fileno(file));
    bench.config.password = "door-word";
    connect_and_offer("sasl=PLAIN");
    say(":srv CAP * ACK :sasl");
    say("AUTHENTICATE +");
    say(":srv 904 bot :no");
    bench_expect_closed(&bench, "required");
    log_setup(LOG_ERROR, 2);
    rewind(file);
    logged[fread(logged, 1, sizeof logged - 1, file)] = '\0';
    fclose(file);
    assert_null(strstr(logged, "sesame"));
    assert_null(strstr(logged, "door-word"));
    assert_null(strstr(logged, "dGFibGU"));
    assert_null(strstr(wire_reason(bench.wire), "sesame"));
}

/* ---- NickServ ---- */

static int open_nickserv(void **state)
{
    open_login(state);
    bench.config.nickserv = "NickServ";
    bench.config.identifies = true;
    bench.config.regain = "REGAIN";
    return 0;
}

static test_case(nickserv_is_told_the_password_where_there_is_no_sasl)
{
    connect_and_offer("");
    hears("CAP END\r\n");
    say(":srv 001 bot :Welcome");
    say(":srv 422 bot :No MOTD");
    hears("PRIVMSG NickServ :IDENTIFY table sesame\r\n");
    settle();
    assert_false(bench_was_told(&bench, "READY"));
    say(":srv 900 bot bot!u@h table :You are now logged in as table");
    bench_expect(&bench, "READY");
    assert_string_equal(bench.wire->account, "table");
}

static test_case(nickserv_that_sets_a_mode_will_do)
{
    connect_and_offer("");
    say(":srv 001 bot :Welcome");
    say(":srv 422 bot :No MOTD");
    bench_expect_heard(&bench, "IDENTIFY");
    say(":NickServ MODE bot :+R");
    bench_expect(&bench, "READY");
    assert_string_equal(bench.wire->account, "table");
}

static test_case(nickserv_that_does_not_know_us_ends_it)
{
    connect_and_offer("");
    say(":srv 001 bot :Welcome");
    say(":srv 422 bot :No MOTD");
    bench_expect_heard(&bench, "IDENTIFY");
    say(":NickServ!s@services NOTICE bot :Invalid password for table.");
    settle();
    loop_step(bench.loop, 10000);
    bench_expect_closed(&bench, "NickServ does not answer, or does not know us");
    assert_true(wire_is_unwelcome(bench.wire));
}

/* Logged in, but as bot1. */
static void become_bot1(void)
{
    connect_and_offer("sasl=PLAIN");
    say(":srv 433 * bot :Nickname is already in use");
    bench_expect_heard(&bench, "NICK bot1\r\n");
    say(":srv CAP * ACK :sasl");
    say("AUTHENTICATE +");
    say(":srv 900 bot1 bot1!u@h table :logged in");
    say(":srv 903 bot1 :done");
    say(":srv 001 bot1 :Welcome");
    say(":srv 422 bot1 :No MOTD");
    hears("PRIVMSG NickServ :REGAIN bot\r\n");
}

static test_case(nick_conformance_54_services_give_it_back)
{
    become_bot1();
    say(":bot1!u@h NICK bot");
    settle();
    assert_string_equal(wire_nick(bench.wire), "bot");
    loop_step(bench.loop, 80000);
    never_heard("NICK");
}

static void release_after(const char *refusal)
{
    become_bot1();
    loop_step(bench.loop, 2000);
    hears("NICK bot\r\n");
    say(refusal);
    hears("PRIVMSG NickServ :RELEASE bot\r\n");
    loop_step(bench.loop, 2000);
    hears("NICK bot\r\n");
    say(":bot1!u@h NICK bot");
    settle();
    assert_string_equal(wire_nick(bench.wire), "bot");
}

static test_case(nick_conformance_54_a_held_one_is_released)
{
    release_after(":srv 432 bot1 bot :Erroneous Nickname");
}

static test_case(nick_conformance_54_an_unavailable_one_is_released)
{
    release_after(":srv 437 bot1 bot :Nick/channel is temporarily unavailable");
}

static test_case(nick_conformance_56_a_forced_rename_is_followed)
{
    become_bot1();
    say(":bot1!u@h NICK Guest123");
    settle();
    assert_string_equal(wire_nick(bench.wire), "Guest123");
    assert_true(wire_is_me(bench.wire, "guest123"));
}

static test_case(nick_is_taken_when_its_holder_goes)
{
    bench.config.account = NULL;
    connect_and_offer("");
    say(":srv 433 * bot :Nickname is already in use");
    bench_expect_heard(&bench, "NICK bot1\r\n");
    say(":srv 001 bot1 :Welcome");
    say(":srv 422 bot1 :No MOTD");
    bench_expect(&bench, "READY");
    hostile_forget(bench.server);
    say(":other!u@h QUIT :bye");
    never_heard("NICK");
    say(":BOT!u@h QUIT :bye");
    hears("NICK bot\r\n");
    say(":srv 433 bot1 bot :Nickname is already in use");
    settle();
    loop_step(bench.loop, 60000);
    hears("NICK bot\r\n");
    loop_step(bench.loop, 60000); /* ever more seldom */
    never_heard("NICK");
}

#define WITH(test, open) cmocka_unit_test_setup_teardown(test, open, close_bench)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH(caps_conformance_1_the_first_line_is_cap_ls_and_nobody_waits, open_bench),
        WITH(caps_conformance_2_a_list_of_lines_is_read_whole, open_bench),
        WITH(caps_conformance_2_an_empty_list_ends_the_negotiation, open_bench),
        WITH(caps_conformance_3_a_refused_group_is_asked_for_one_by_one, open_bench),
        WITH(caps_conformance_3_only_what_was_granted_is_on, open_bench),
        WITH(caps_that_nobody_asked_for_are_not_on, open_bench),
        WITH(caps_conformance_4_new_and_del_are_followed, open_bench),
        WITH(caps_conformance_5_a_server_without_cap_is_fine, open_bench),
        WITH(caps_a_server_that_never_answers_is_not_waited_for, open_bench),
        WITH(caps_more_than_fits_into_a_line_is_asked_for_in_two, open_bench),
        WITH(login_conformance_6_plain, open_login),
        WITH(login_conformance_6_long_answers_go_in_pieces_of_400, open_login),
        WITH(login_conformance_6_the_longest_password_arrives_whole, open_login),
        WITH(login_conformance_6_a_key_goes_before_a_password, open_login),
        WITH(login_conformance_6_scram_against_another_implementation, open_login),
        WITH(login_conformance_7_a_forged_signature_ends_it, open_login),
        WITH(login_conformance_7_success_without_a_signature_is_not_believed, open_login),
        WITH(login_conformance_8_a_refused_password_ends_the_connection_and_is_not_tried_again,
             open_login),
        WITH(login_conformance_8_where_it_is_not_required_we_go_on_without, open_login),
        WITH(login_conformance_8_a_server_without_sasl_is_left, open_login),
        WITH(login_conformance_8_a_server_without_cap_is_left, open_login),
        WITH(login_conformance_9_a_bare_sasl_and_908_lead_to_the_right_mechanism, open_login),
        WITH(login_conformance_9_908_alone_will_do, open_login),
        WITH(login_uses_only_what_is_offered_and_configured, open_login),
        WITH(login_conformance_4_comes_when_sasl_comes_back, open_login),
        WITH(login_is_tried_when_services_are_back_and_nobody_says_so, open_login),
        WITH(login_a_silent_server_is_not_waited_for, open_login),
        WITH(login_only_a_refusal_after_an_answer_is_one, open_login),
        WITH(login_too_much_and_nonsense_break_it_off, open_login),
        WITH(login_conformance_10_a_ping_amid_it_is_answered, open_login),
        WITH(login_conformance_53_no_secret_reaches_the_log, open_login),
        WITH(nickserv_is_told_the_password_where_there_is_no_sasl, open_nickserv),
        WITH(nickserv_that_sets_a_mode_will_do, open_nickserv),
        WITH(nickserv_that_does_not_know_us_ends_it, open_nickserv),
        WITH(nick_conformance_54_services_give_it_back, open_nickserv),
        WITH(nick_conformance_54_a_held_one_is_released, open_nickserv),
        WITH(nick_conformance_54_an_unavailable_one_is_released, open_nickserv),
        WITH(nick_conformance_56_a_forced_rename_is_followed, open_nickserv),
        WITH(nick_is_taken_when_its_holder_goes, open_nickserv),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The product on a real server with all of IRCv3 and services: logging in by each way there is,
   getting its nick back, services that go away, STS. Who is who there has tests of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot.h"
#include "child.h"
#include "inspircd.h"
#include "irc_person.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, LOOK_MS = 100 };

#define SECRET "the secret of 100%s & \xc3\xa4"

static struct inspircd *server;

static test_fixture(start_server)
{
    server = inspircd_start(&(struct inspircd_options){.services = true, .sts = true});
    if (!server || !inspircd_register(server, "cardbot", "sesame-street") ||
        !inspircd_trust_client(server, "cardbot", "sesame-street"))
        return -1;
    return 0;
}

static test_fixture(stop_server)
{
    inspircd_stop(server);
    return 0;
}

/* The product with TLS, and these lines more in its irc section. */
static struct bot *bot_with(const char *lines)
{
    char config[2048];
    snprintf(
        config, sizeof config,
        "irc \"test\" {\nserver = \"localhost\"\nport = %d\ntls_ca = \"%s\"\nnick = \"cardbot\"\n"
        "channels = {\"#games\"}\n%s}\n",
        inspircd_tls_port(server), inspircd_ca_file(server), lines);
    struct bot *bot = bot_new(config);
    bot_start(bot);
    return bot;
}

static void expect_logged(struct bot *bot, const char *text)
{
    if (bot_logged(bot, text, SOON))
        return;
    bot_print_log(bot);
    fail_msg("never logged: %s", text);
}

static struct irc_person *connect_person(const char *nick)
{
    char error[256];
    struct irc_address address = {.host = "127.0.0.1", .port = inspircd_port(server)};
    struct irc_person *person = irc_person_connect(&address, nick, error, sizeof error);
    if (!person)
        fail_msg("%s", error);
    return person;
}

/* The server itself says that `nick` is logged in as `account`, over TLS, and is marked as a
   bot. */
static void expect_account(const char *nick, const char *account)
{
    char pattern[128];
    struct irc_person *ann = connect_person("ann");
    snprintf(pattern, sizeof pattern, " 330 ann %s %s ", nick, account);
    for (long end = test_now() + SOON; irc_person_count(ann, " 335 ") == 0 && test_now() < end;) {
        irc_person_send(ann, "WHOIS %s", nick);
        if (!irc_person_expect(ann, " 318 ", SOON))
            break;
        test_sleep(LOOK_MS); /* a bot whose nick came back marks itself once more */
    }
    if (irc_person_count(ann, pattern) == 0 || irc_person_count(ann, " 671 ") == 0 ||
        irc_person_count(ann, " 335 ") == 0) {
        fputs(irc_person_transcript(ann), stderr);
        fail_msg("%s is not %s over TLS and marked as a bot", nick, account);
    }
    irc_person_quit(ann);
}

static test_fixture(set_password)
{
    return setenv("TEST_ACCOUNT_PASSWORD", "sesame-street", 1) ||
           setenv("TEST_WRONG_PASSWORD", SECRET, 1);
}

#define BY_PASSWORD "account = \"cardbot\"\naccount_password_env = \"TEST_ACCOUNT_PASSWORD\"\n"

/* Conformance 6. */
static test_case(a_password_logs_in_before_anybody_sees_the_bot)
{
    struct irc_person *ann = connect_person("watcher");
    irc_person_send(ann, "CAP REQ :extended-join account-notify");
    assert_true(irc_person_join(ann, "#games"));
    struct bot *bot = bot_with(BY_PASSWORD);
    expect_logged(bot, "irc-logged-in network=test account=cardbot");
    if (!irc_person_expect(ann, "^:cardbot![^ ]+ JOIN #games cardbot :Tabletalk, a bot .*a test",
                           SOON))
        fail_msg("%s", irc_person_transcript(ann));
    assert_int_equal(irc_person_count(ann, " ACCOUNT "), 0);
    expect_account("cardbot", "cardbot");
    assert_false(bot_logged(bot, "sesame", 0));
    assert_true(bot_stop(bot, SOON));
    assert_non_null(irc_person_expect(ann, "^:cardbot!.* QUIT ", SOON));
    irc_person_quit(ann);
    bot_free(bot);
}

static test_case(a_certificate_logs_in)
{
    char lines[512];
    snprintf(
        lines, sizeof lines,
        "account = \"cardbot\"\ncertificate = \"%s/client.pem\"\ncertificate_key = \"%s/client.key\"\n",
        inspircd_folder(server), inspircd_folder(server));
    struct bot *bot = bot_with(lines);
    expect_logged(bot, "irc-joined network=test");
    expect_account("cardbot", "cardbot");
    assert_true(bot_stop(bot, SOON));
    bot_free(bot);
}

/* The words with which services are told the key in client.key, as docs/hosting-reference.md
   makes it. */
static void read_public_key(char *line, size_t size)
{
    char command[512];
    snprintf(
        command, sizeof command,
        "openssl ec -in %s/client.key -pubout -conv_form compressed -outform DER 2>/dev/null | tail -c 33 | "
        "openssl base64",
        inspircd_folder(server));
    /* NOLINTNEXTLINE(cert-env33-c): only the folder's name varies, and mkdtemp made it */
    FILE *out = popen(command, "r");
    assert_non_null(out);
    assert_non_null(fgets(line, (int)size, out));
    pclose(out);
    line[strcspn(line, "\n")] = '\0';
}

static test_case(a_key_logs_in)
{
    char lines[512], key[80];
    read_public_key(key, sizeof key);
    struct irc_person *keeper = connect_person("keeper");
    irc_person_send(keeper, "PRIVMSG NickServ :IDENTIFY cardbot sesame-street");
    irc_person_send(keeper, "PRIVMSG NickServ :SET PUBKEY %s", key);
    if (!irc_person_expect(keeper, "NOTICE [^ ]+ :.*[Pp]ub.*set to", SOON))
        fail_msg("%s", irc_person_transcript(keeper));
    irc_person_quit(keeper);
    snprintf(
        lines, sizeof lines,
        "account = \"cardbot\"\naccount_key = \"%s/client.key\"\nsasl = {\"ECDSA-NIST256P-CHALLENGE\"}\n",
        inspircd_folder(server));
    struct bot *bot = bot_with(lines);
    expect_logged(bot, "irc-joined network=test");
    expect_account("cardbot", "cardbot");
    assert_true(bot_stop(bot, SOON));
    bot_free(bot);
}

/* Conformance 8: one try, no second connection, a reason. */
static test_case(a_wrong_password_is_tried_once)
{
    struct bot *bot =
        bot_with("account = \"cardbot\"\naccount_password_env = \"TEST_WRONG_PASSWORD\"\n");
    expect_logged(
        bot,
        "the login to the account cardbot failed, and it is required: PLAIN: the server says: ");
    expect_logged(bot, "retry_s=900");
    assert_false(bot_logged(bot, "irc-ready", 100));
    assert_false(bot_logged(bot, "100%s", 0));
    assert_true(bot_stop(bot, SOON));
    bot_free(bot);
}

static test_case(a_wrong_password_does_not_matter_where_no_login_is_required)
{
    struct bot *bot = bot_with(
        "account = \"cardbot\"\naccount_password_env = \"TEST_WRONG_PASSWORD\"\nlogin_required = no\n");
    expect_logged(bot, "irc-login-failed");
    expect_logged(bot, "irc-joined");
    assert_true(bot_stop(bot, SOON));
    bot_free(bot);
}

/* Conformance 54. */
static test_case(services_give_the_nick_back)
{
    struct irc_person *thief = connect_person("cardbot");
    struct bot *bot = bot_with(BY_PASSWORD);
    expect_logged(bot, "irc-nick-taken network=test wanted=cardbot nick=cardbot1");
    expect_logged(bot, "irc-nick-back network=test nick=cardbot");
    expect_account("cardbot", "cardbot");
    assert_true(bot_stop(bot, SOON));
    bot_free(bot);
    irc_person_free(thief);
}

/* Conformance 8, on a server whose services are away. */
static test_case(services_may_be_away)
{
    inspircd_stop_services(server);
    struct bot *strict = bot_with(BY_PASSWORD);
    expect_logged(
        strict,
        "the login to the account cardbot failed, and it is required: the server does not offer SASL");
    assert_false(bot_logged(strict, "retry_s=900", 0)); /* nobody refused anything */
    assert_true(bot_stop(strict, SOON));
    bot_free(strict);
    struct bot *bot = bot_with(BY_PASSWORD "login_required = no\n");
    expect_logged(bot, "irc-joined");
    assert_false(bot_logged(bot, "irc-logged-in", 0));
    assert_true(bot_stop(bot, SOON));
    bot_free(bot);
    assert_true(inspircd_start_services(server));
}

/* Conformance 52: the plain port of this server says that it wants TLS, and is remembered to
   have said so. */
static test_case(a_server_that_wants_tls_gets_it)
{
    char config[512];
    snprintf(
        config, sizeof config,
        "irc \"test\" {\nserver = \"localhost\"\nport = %d\ntls = no\ntls_ca = \"%s\"\nnick = \"cardbot\"\n" BY_PASSWORD
        "}\n",
        inspircd_port(server), inspircd_ca_file(server));
    struct bot *bot = bot_new(config);
    for (int run = 0; run < 2; run++) {
        bot_start(bot);
        expect_logged(bot, "irc-sts network=test");
        assert_true(bot_logged(bot, run == 0 ? "why=asked" : "why=remembered", 0));
        expect_logged(bot, "irc-ready network=test");
        expect_account("cardbot", "cardbot");
        assert_true(bot_stop(bot, SOON));
    }
    bot_free(bot);
}

/* Conformance 47, the list of servers. */
static test_case(the_next_server_of_the_list_is_tried)
{
    char config[512];
    snprintf(
        config, sizeof config,
        "irc \"test\" {\nserver = \"nobody.invalid\"\nmore_servers = {\"localhost\"}\nport = %d\ntls_ca = \"%s\"\n}\n",
        inspircd_tls_port(server), inspircd_ca_file(server));
    struct bot *bot = bot_new(config);
    bot_start(bot);
    expect_logged(bot, "nobody.invalid port ");
    if (!bot_logged(bot, "irc-ready", SOON))
        fail_msg("the second server was not tried");
    assert_true(bot_stop(bot, SOON));
    bot_free(bot);
}

/* Clock ticks of CPU, and times it woke up, so far. */
static void read_effort(pid_t pid, long *ticks, long *wakes)
{
    char path[64], line[1024];
    long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(
        fscanf(file, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system),
        2);
    fclose(file);
    *ticks = user + system;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    file = fopen(path, "r");
    assert_non_null(file);
    *wakes = 0;
    while (fgets(line, sizeof line, file))
        if (strncmp(line, "voluntary_ctxt_switches:", 24) == 0)
            *wakes = strtol(line + 24, NULL, 10);
    fclose(file);
}

/* Conformance 60. */
static test_case(an_idle_bot_sleeps)
{
    long ticks, wakes, later_ticks, later_wakes;
    struct bot *bot = bot_with("");
    expect_logged(bot, "irc-joined");
    test_sleep(1000); /* the server's last lines */
    read_effort(bot_pid(bot), &ticks, &wakes);
    test_sleep(4000);
    read_effort(bot_pid(bot), &later_ticks, &later_wakes);
    assert_in_range(later_ticks - ticks, 0, 2);
    assert_in_range(later_wakes - wakes, 0, 4); /* no polling faster than once a second */
    assert_true(bot_stop(bot, SOON));
    bot_free(bot);
}

/* A server without draft/channel-rename moves us by PART and JOIN: the table goes along, for
   good. */
static test_case(a_channel_that_the_server_moves_takes_its_table_along)
{
    struct irc_person *ann = connect_person("ann"), *oper = connect_person("oper");
    assert_true(irc_person_join(ann, "#games") && irc_person_join(ann, "#new"));
    struct bot *bot = bot_with("flood = \"off\"\n");
    expect_logged(bot, "irc-joined network=test channel=#games");
    irc_person_say(ann, "#games", "!play heartcatchers robots=1");
    if (!irc_person_hear(ann, "cardbot", "#games", "ann(: !| to play)", SOON))
        fail_msg("%s", irc_person_transcript(ann));
    irc_person_send(oper, "OPER " INSPIRCD_OPER " " INSPIRCD_OPER);
    irc_person_send(oper, "SAPART cardbot #games :moved");
    irc_person_send(oper, "SAJOIN cardbot #new");
    if (!irc_person_hear(ann, "cardbot", "#new", "<ROOM_RENAMED_2 room=#new|game=Heartcatchers>",
                         SOON))
        fail_msg("%s\n%s", irc_person_transcript(ann), irc_person_transcript(oper));
    irc_person_say(ann, "#new", "!board");
    assert_non_null(irc_person_hear(ann, "cardbot", "#new", "draw", SOON));
    assert_int_equal(irc_person_count(ann, "^:cardbot![^ ]+ PART #new"), 0);
    assert_true(bot_stop(bot, SOON));
    assert_non_null(irc_person_expect(ann, "^:cardbot!.* QUIT ", SOON));
    bot_start(bot);
    if (!irc_person_hear(ann, "cardbot", "#new", "<RECOVERED_1>", SOON))
        fail_msg("%s", irc_person_transcript(ann));
    assert_int_equal(irc_person_count(ann, "^:cardbot![^ ]+ JOIN :?#games"), 1);
    assert_true(bot_stop(bot, SOON));
    irc_person_quit(ann);
    irc_person_quit(oper);
    bot_free(bot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_channel_that_the_server_moves_takes_its_table_along),
        cmocka_unit_test_setup(a_password_logs_in_before_anybody_sees_the_bot, set_password),
        cmocka_unit_test(a_certificate_logs_in),
        cmocka_unit_test(a_key_logs_in),
        cmocka_unit_test_setup(a_wrong_password_is_tried_once, set_password),
        cmocka_unit_test_setup(a_wrong_password_does_not_matter_where_no_login_is_required,
                               set_password),
        cmocka_unit_test_setup(services_give_the_nick_back, set_password),
        cmocka_unit_test_setup(services_may_be_away, set_password),
        cmocka_unit_test_setup(a_server_that_wants_tls_gets_it, set_password),
        cmocka_unit_test(the_next_server_of_the_list_is_tried),
        cmocka_unit_test(an_idle_bot_sleeps),
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}

/* SIGTERM, whatever the connection hangs in: the program ends without being cut off by its own
   limit where there is nobody to say goodbye to, and says QUIT where there is. How soon is
   measured on the virtual clock (adapters/irc/connection.c). A server here is a socket that says
   what the test says, or nothing.

   Only the program's log says why it ended: a machine may be slow. It may even be so slow that
   the limit is over for once, so each is tried three times; what waits for somebody waits every
   time. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bot.h"
#include "child.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, TRIES = 3, FILLERS = 16, BYTES = 8192 };

static struct bot *bot;
static int listener = -1, client = -1;
static int fillers[FILLERS], filler_count;
static char heard[BYTES]; /* from the client */

/* ---- a server ---- */

static struct sockaddr_in address;

static int port_of_listener(int backlog)
{
    socklen_t size = sizeof address;
    address =
        (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(bind(listener, (struct sockaddr *)&address, size) == 0 &&
                listen(listener, backlog) == 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &size), 0);
    return ntohs(address.sin_port);
}

/* Nobody accepts: when as many wait as may, the kernel does not even answer. */
static void fill_listener(void)
{
    struct pollfd filler = {.events = POLLOUT, .revents = POLLOUT};
    while (filler.revents && filler_count < FILLERS) {
        filler.fd = fillers[filler_count++] =
            socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        int result = connect(filler.fd, (struct sockaddr *)&address, sizeof address);
        assert_true(result == 0 || errno == EINPROGRESS);
        poll(&filler, 1, 100);
    }
    assert_in_range(filler_count, 1, FILLERS - 1);
}

static void say(const char *line)
{
    assert_true(send(client, line, strlen(line), MSG_NOSIGNAL) == (ssize_t)strlen(line));
}

/* The client reads the text in this time. */
static bool hears(const char *text, int milliseconds)
{
    long end = test_now() + milliseconds;
    size_t length = strlen(heard);
    while (!strstr(heard, text) && test_now() < end) {
        struct pollfd ready = {.fd = client, .events = POLLIN};
        ssize_t got = poll(&ready, 1, (int)(end - test_now())) == 1
                          ? recv(client, heard + length, BYTES - 1 - length, 0)
                          : 0;
        if (got <= 0)
            break;
        length += (size_t)got;
        heard[length] = '\0';
    }
    return strstr(heard, text);
}

static void expect_heard(const char *text)
{
    if (!hears(text, SOON))
        fail_msg("the server never heard \"%s\", but:\n%s", text, heard);
}

/* ---- the bot ---- */

static void start_at(const char *server, int port, const char *more)
{
    char config[256];
    snprintf(config, sizeof config,
             "irc \"test\" {\nserver = \"%s\"\nport = %d\nchannels = {\"#games\"}\n%s}\n", server,
             port, more);
    bot = bot_new(config);
    bot_start(bot);
}

static void expect_logged(const char *text)
{
    if (bot_logged(bot, text, SOON))
        return;
    bot_print_log(bot);
    fail_msg("never logged: %s", text);
}

static void accept_bot(void)
{
    struct pollfd ready = {.fd = listener, .events = POLLIN};
    assert_int_equal(poll(&ready, 1, SOON), 1);
    client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    assert_true(client >= 0);
}

static test_fixture(put_away)
{
    bot_free(bot);
    bot = NULL;
    while (filler_count > 0)
        close(fillers[--filler_count]);
    if (client >= 0)
        close(client);
    if (listener >= 0)
        close(listener);
    client = listener = -1;
    heard[0] = '\0';
    return 0;
}

/* ---- how far it comes ---- */

static void hang_in_lookup(void)
{
    setenv("LD_PRELOAD", getenv("TABLETALK_STUCK_LOOKUP"), 1);
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1);
    start_at("irc.test.example", 6697, "");
    unsetenv("LD_PRELOAD");
    unsetenv("ASAN_OPTIONS");
    expect_logged("a name is looked up");
}

static void hang_in_connect(void)
{
    int port = port_of_listener(0);
    fill_listener();
    start_at("127.0.0.1", port, "tls = no\n");
    bot_wait_for_ears(bot);
    test_sleep(300); /* nothing shows that it has begun */
}

static void hang_in_handshake(void)
{
    start_at("127.0.0.1", port_of_listener(4), "");
    accept_bot();
    expect_heard("\x16\x03\x01"); /* it has begun */
}

static void hang_in_registration(void)
{
    start_at("127.0.0.1", port_of_listener(4), "tls = no\n");
    accept_bot();
    expect_heard("USER ");
}

static void hang_in_negotiation(void)
{
    hang_in_registration();
    say(":srv CAP * LS :server-time\r\n");
    expect_heard("CAP REQ :server-time\r\n");
}

static void come_in(void)
{
    hang_in_registration();
    say(":srv 001 tabletalk :Welcome\r\n:srv 422 tabletalk :No MOTD\r\n");
    expect_heard("JOIN #games\r\n");
    say(":tabletalk!t@h JOIN #games\r\n:srv 353 tabletalk = #games :tabletalk\r\n:srv 366 tabletalk #games :End\r\n");
    expect_logged("irc-joined");
}

/* More than may be said for a long time. */
static void have_much_to_say(void)
{
    come_in();
    say(":ann!a@h JOIN #games\r\n");
    for (int i = 0; i < 5; i++)
        say(":ann!a@h PRIVMSG tabletalk :help\r\n");
    say("PING :done\r\n");
    expect_heard("PONG :done\r\n");
}

static void wait_for_next_try(void)
{
    int port = port_of_listener(4);
    close(listener);
    listener = -1;
    start_at("127.0.0.1", port, "tls = no\n");
    expect_logged("retry_s=");
}

/* ---- and goes ---- */

static void expect_end(void)
{
    if (bot_wait(bot, SOON) == 0)
        return;
    bot_print_log(bot);
    fail_msg("it did not end");
}

static void expect_quit_and_end(void)
{
    expect_heard("QUIT :");
    expect_end();
}

/* Who is in waits for the goodbye of the server. */
static void expect_quit_and_close(void)
{
    expect_heard("QUIT :");
    close(client);
    client = -1;
    expect_end();
}

/* By itself: not because the time for leaving was over. */
static void must_leave(void (*come_there)(void), void (*expect_leaving)(void))
{
    bool was_cut_off = true;
    for (int i = 0; i < TRIES && was_cut_off; i++) {
        come_there();
        kill(bot_pid(bot), SIGTERM);
        expect_leaving();
        was_cut_off = bot_logged(bot, "left-without-goodbye", 0);
        put_away(NULL);
    }
    if (was_cut_off)
        fail_msg("it waited for what hangs");
}

/* Conformance 59. */
static test_case(a_lookup_that_hangs_holds_up_nothing)
{
    must_leave(hang_in_lookup, expect_end);
}

static test_case(a_connection_that_hangs_holds_up_nothing)
{
    must_leave(hang_in_connect, expect_end);
}

static test_case(a_handshake_that_hangs_holds_up_nothing)
{
    must_leave(hang_in_handshake, expect_end);
}

static test_case(waiting_for_the_next_try_holds_up_nothing)
{
    must_leave(wait_for_next_try, expect_end);
}

static test_case(quit_is_said_amid_registration)
{
    must_leave(hang_in_registration, expect_quit_and_end);
    must_leave(hang_in_negotiation, expect_quit_and_end);
}

static test_case(quit_is_said_by_who_is_in)
{
    must_leave(come_in, expect_quit_and_close);
}

static test_case(quit_is_said_although_much_waits)
{
    must_leave(have_much_to_say, expect_quit_and_close);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_lookup_that_hangs_holds_up_nothing, put_away),
        cmocka_unit_test_teardown(a_connection_that_hangs_holds_up_nothing, put_away),
        cmocka_unit_test_teardown(a_handshake_that_hangs_holds_up_nothing, put_away),
        cmocka_unit_test_teardown(waiting_for_the_next_try_holds_up_nothing, put_away),
        cmocka_unit_test_teardown(quit_is_said_amid_registration, put_away),
        cmocka_unit_test_teardown(quit_is_said_by_who_is_in, put_away),
        cmocka_unit_test_teardown(quit_is_said_although_much_waits, put_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

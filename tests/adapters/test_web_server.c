/* Pages over HTTP: who may ask, for how long, and what a socket is left with. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "loop.h"
#include "testing.h"
#include "text.h"
#include "web_server.h"

enum { LONG_PAGE = 3 * 1024 * 1024, TURNS = 2000 };

static struct loop *loop;
static struct web_server *server;
static char why_bytes[256];

static struct web_page make(void *arg, const char *path)
{
    (void)arg;
    struct web_page page = {.status = 200, .type = "text/plain"};
    if (strcmp(path, "/long") == 0) {
        page.body = malloc(LONG_PAGE + 1);
        memset(page.body, 'x', LONG_PAGE);
        page.body[LONG_PAGE] = '\0';
    } else if (strcmp(path, "/short") == 0) {
        page.body = strdup("short\n");
    } else {
        page.status = 0;
    }
    return page;
}

static struct web_server *open_at(const char *address)
{
    struct text why = text_over(why_bytes, sizeof why_bytes);
    return web_server_new(loop, address, make, NULL, &why);
}

static int set_up(void **state)
{
    (void)state;
    loop = loop_new(LOOP_VIRTUAL);
    server = open_at("0");
    return server ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    web_server_free(server);
    loop_free(loop);
    return 0;
}

static int connect_to_port(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (const struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

/* Reads until the server hangs up, and returns how much came; at most so many turns of the loop. */
static size_t read_all(int fd, char *bytes, size_t size, bool *has_ended)
{
    size_t used = 0;
    *has_ended = false;
    for (int turn = 0; turn < TURNS && !*has_ended; turn++) {
        loop_serve(loop, 5);
        ssize_t got = recv(fd, bytes + used, size - used, MSG_DONTWAIT);
        *has_ended = got == 0 || (got < 0 && errno == ECONNRESET);
        used += got > 0 ? (size_t)got : 0;
    }
    return used;
}

static void ask(int fd, const char *path)
{
    char request[128];
    int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: here\r\n\r\n", path);
    assert_int_equal(send(fd, request, (size_t)length, MSG_NOSIGNAL), length);
}

static void expect_page(int fd, const char *path, const char *first, const char *last)
{
    char bytes[1024];
    bool has_ended;
    ask(fd, path);
    size_t used = read_all(fd, bytes, sizeof bytes - 1, &has_ended);
    bytes[used] = '\0';
    assert_true(has_ended);
    assert_memory_equal(bytes, first, strlen(first));
    assert_true(used > strlen(last));
    assert_string_equal(bytes + used - strlen(last), last);
    close(fd);
}

static test_case(a_page_comes_and_the_connection_ends)
{
    expect_page(connect_to_port(web_server_port(server)), "/short", "HTTP/1.1 200 OK\r\n",
                "\r\n\r\nshort\n");
    expect_page(connect_to_port(web_server_port(server)), "/none", "HTTP/1.1 404 ",
                "There is no such page.\n");
}

static test_case(a_long_page_comes_whole)
{
    bool has_ended;
    int fd = connect_to_port(web_server_port(server));
    char *bytes = malloc(LONG_PAGE + 4096);
    ask(fd, "/long");
    size_t used = read_all(fd, bytes, LONG_PAGE + 4096, &has_ended);
    assert_true(has_ended);
    assert_in_range(used, LONG_PAGE + 1, LONG_PAGE + 1024);
    assert_memory_equal(bytes + used - 4, "xxxx", 4);
    free(bytes);
    close(fd);
}

static bool is_hung_up(int fd)
{
    char bytes[1024];
    bool has_ended = false;
    for (int turn = 0; turn < 20 && !has_ended; turn++) {
        loop_serve(loop, 2);
        ssize_t got = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
        has_ended = got == 0 || (got < 0 && errno == ECONNRESET);
    }
    return has_ended;
}

/* Nine clients say nothing: the first is hung up on, and the others are when their time is over. */
static test_case(silent_clients_hold_places_for_a_while_only)
{
    int fds[WEB_CLIENTS + 1];
    for (int i = 0; i <= WEB_CLIENTS; i++) {
        fds[i] = connect_to_port(web_server_port(server));
        loop_serve(loop, 5);
    }
    assert_true(is_hung_up(fds[0]));
    for (int i = 1; i <= WEB_CLIENTS; i++)
        assert_false(is_hung_up(fds[i]));
    loop_step(loop, WEB_MS - 1);
    for (int i = 1; i <= WEB_CLIENTS; i++)
        assert_false(is_hung_up(fds[i]));
    loop_step(loop, 1);
    for (int i = 1; i <= WEB_CLIENTS; i++)
        assert_true(is_hung_up(fds[i]));
    for (int i = 0; i <= WEB_CLIENTS; i++)
        close(fds[i]);
    expect_page(connect_to_port(web_server_port(server)), "/short", "HTTP/1.1 200 OK\r\n",
                "short\n");
}

/* Twice as many as there are places, and they come again and again: silent ones, some with half
   a request, some that do not read their answer. A page asked for between them comes each time. */
static test_case(slow_clients_keep_nobody_out)
{
    enum { SLOW = 2 * WEB_CLIENTS };
    int fds[SLOW];
    for (int i = 0; i < SLOW; i++)
        fds[i] = -1;
    for (int turn = 0; turn < 3 * SLOW; turn++) {
        int *fd = &fds[turn % SLOW];
        if (*fd >= 0)
            close(*fd);
        *fd = connect_to_port(web_server_port(server));
        if (turn % 3 == 1)
            assert_int_equal(send(*fd, "GET /sho", 8, MSG_NOSIGNAL), 8);
        else if (turn % 3 == 2)
            ask(*fd, "/long");
        expect_page(connect_to_port(web_server_port(server)), "/short", "HTTP/1.1 200 OK\r\n",
                    "short\n");
    }
    for (int i = 0; i < SLOW; i++)
        close(fds[i]);
}

/* Who does not read the answer gives the place back, too. */
static test_case(an_answer_that_nobody_takes_is_dropped)
{
    int fd = connect_to_port(web_server_port(server));
    ask(fd, "/long");
    for (int turn = 0; turn < 50; turn++)
        loop_serve(loop, 1);
    loop_step(loop, WEB_MS);
    char *bytes = malloc(LONG_PAGE + 4096);
    bool has_ended;
    size_t used = read_all(fd, bytes, LONG_PAGE + 4096, &has_ended);
    assert_true(has_ended);
    assert_true(used < LONG_PAGE);
    free(bytes);
    close(fd);
}

static test_case(clients_may_be_there_when_the_server_goes)
{
    int silent = connect_to_port(web_server_port(server)),
        slow = connect_to_port(web_server_port(server));
    ask(slow, "/long");
    for (int turn = 0; turn < 10; turn++)
        loop_serve(loop, 1);
    web_server_free(server);
    server = NULL;
    loop_step(loop, WEB_MS);
    close(silent);
    close(slow);
}

static test_case(a_place_that_is_taken_is_said)
{
    char address[64];
    struct sockaddr_in taken = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof taken;
    int other_program = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(other_program, (const struct sockaddr *)&taken, size), 0);
    assert_int_equal(listen(other_program, 1), 0);
    assert_int_equal(getsockname(other_program, (struct sockaddr *)&taken, &size), 0);
    snprintf(address, sizeof address, "127.0.0.1:%d", ntohs(taken.sin_port));
    assert_null(open_at(address));
    close(other_program);
    assert_non_null(strstr(why_bytes, address));
    assert_null(open_at("unix:/nowhere/at/all"));
    struct web_server *other = open_at("[::1]:0");
    if (other) /* a machine may have no IPv6 */
        assert_int_not_equal(web_server_port(other), 0);
    web_server_free(other);
}

static test_case(a_unix_socket_is_for_the_user_and_the_group)
{
    char folder[] = "/tmp/pagesXXXXXX", address[64];
    struct sockaddr_un where = {.sun_family = AF_UNIX};
    struct stat about;
    assert_non_null(mkdtemp(folder));
    snprintf(where.sun_path, sizeof where.sun_path, "%s/metrics", folder);
    snprintf(address, sizeof address, "unix:%s", where.sun_path);
    /* a process that was killed left it there */
    int stale = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(stale, (const struct sockaddr *)&where, sizeof where), 0);
    close(stale);
    struct web_server *other = open_at(address);
    assert_non_null(other);
    assert_int_equal(stat(where.sun_path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0660);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (const struct sockaddr *)&where, sizeof where), 0);
    expect_page(fd, "/short", "HTTP/1.1 200 OK\r\n", "short\n");
    web_server_free(other);
    assert_int_equal(stat(where.sun_path, &about), -1);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_page_comes_and_the_connection_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_long_page_comes_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(silent_clients_hold_places_for_a_while_only, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(slow_clients_keep_nobody_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_answer_that_nobody_takes_is_dropped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(clients_may_be_there_when_the_server_goes, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_place_that_is_taken_is_said, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_unix_socket_is_for_the_user_and_the_group, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The admin's socket: an order in, lines out. A client that says nothing, too much, or takes
   nothing costs the others nothing. Another user is refused: only root can become one, so for
   others the test changes the kernel's answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "control.h"
#include "in_words.h"
#include "log.h"
#include "loop.h"
#include "scratch.h"
#include "testing.h"
#include "text.h"

struct bench {
    char *folder, *path;
    struct loop *loop;
    struct control *control;
    struct control_call *calls[2 * CONTROL_CLIENTS]; /* with an order that begins with "wait" */
    int waiting, heard;
    bool is_empty;
};

/* "say WORDS" is answered at once, "flood" with more than a client's kernel takes, "wait" not at
   all. */
static void hear(void *arg, struct control_call *call, const char *order)
{
    struct bench *bench = arg;
    bench->heard++;
    if (strncmp(order, "wait", 4) == 0) {
        bench->calls[bench->waiting++] = call;
        return;
    }
    control_put(call, false, order);
    control_put(call, true, "an error");
    for (int i = 0; i < 100000 && strcmp(order, "flood") == 0; i++)
        control_put(call, false, "more than anybody reads");
    control_end(call, 3);
}

static void begin(struct bench *bench)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    bench->control = control_new(bench->loop, bench->folder, hear, bench, &why);
    assert_non_null(bench->control);
}

static int set_up(void **state)
{
    struct bench *bench = calloc(1, sizeof *bench);
    bench->folder = scratch_make();
    bench->path = scratch_path(bench->folder, "tabletalk.sock");
    bench->loop = loop_new(LOOP_VIRTUAL);
    begin(bench);
    *state = bench;
    return 0;
}

static int tear_down(void **state)
{
    struct bench *bench = *state;
    control_free(bench->control);
    loop_free(bench->loop);
    scratch_remove(bench->folder);
    free(bench->path);
    free(bench);
    return 0;
}

static int come(struct bench *bench, const char *words)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%.100s", bench->path);
    assert_int_equal(connect(fd, (const struct sockaddr *)&address, sizeof address), 0);
    if (*words)
        assert_int_equal(send(fd, words, strlen(words), MSG_NOSIGNAL), strlen(words));
    loop_step(bench->loop, 0);
    return fd;
}

/* What has come so far, then "gone" if the other end hung up. */
static const char *take(struct bench *bench, int fd)
{
    static char bytes[4096];
    loop_step(bench->loop, 0);
    ssize_t length = recv(fd, bytes, sizeof bytes - 1, 0);
    if (length == 0 || (length < 0 && errno != EAGAIN))
        return "gone";
    bytes[length > 0 ? length : 0] = '\0';
    return bytes;
}

static void test_an_order_is_answered_with_a_status(void **state)
{
    struct bench *bench = *state;
    struct stat about;
    int fd = come(bench, "say a word\n");
    assert_string_equal(take(bench, fd), " say a word\n!an error\n=3\n");
    assert_string_equal(take(bench, fd), "gone");
    assert_int_equal(stat(bench->path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    close(fd);
}

static void test_who_says_nothing_is_hung_up_on(void **state)
{
    struct bench *bench = *state;
    int fd = come(bench, "half an ord");
    loop_step(bench->loop, CONTROL_ASK_MS - 1000);
    assert_string_equal(take(bench, fd), "");
    loop_step(bench->loop, 2000);
    assert_string_equal(take(bench, fd), "gone");
    assert_int_equal(bench->heard, 0);
    close(fd);
}

static void test_who_takes_nothing_is_hung_up_on(void **state)
{
    struct bench *bench = *state;
    int fd = come(bench, "flood\n");
    loop_step(bench->loop, CONTROL_READ_MS + 1000);
    int last = 0;
    for (const char *got = take(bench, fd); strcmp(got, "gone") != 0; got = take(bench, fd))
        last = *got ? got[strlen(got) - 1] : last;
    assert_true(last != 0); /* the kernel's own bytes, without the end */
    close(fd);
}

/* However many say nothing: who comes with an order has the place of the oldest of them, and is
   answered. */
static void test_silent_clients_keep_nobody_out(void **state)
{
    struct bench *bench = *state;
    int fds[3 * CONTROL_CLIENTS];
    for (int i = 0; i < 3 * CONTROL_CLIENTS; i++) {
        fds[i] = come(bench, i % 2 ? "half an ord" : "");
        int fd = come(bench, "say a word\n");
        assert_string_equal(take(bench, fd), " say a word\n!an error\n=3\n");
        close(fd);
    }
    for (int i = 0; i < 3 * CONTROL_CLIENTS; i++) {
        bool is_among_newest = i > 2 * CONTROL_CLIENTS;
        const char *got = take(bench, fds[i]);
        if (i != 2 * CONTROL_CLIENTS) /* its place may be the one that the last order had */
            assert_string_equal(got, is_among_newest ? "" : "gone");
        close(fds[i]);
    }
}

/* Nor do those who do not take what they asked for: the oldest goes, and never one whose answer
   is still being made. */
static void test_slow_clients_keep_nobody_out(void **state)
{
    struct bench *bench = *state;
    int waits = come(bench, "wait\n"), fds[2 * CONTROL_CLIENTS];
    for (int i = 0; i < 2 * CONTROL_CLIENTS; i++) {
        fds[i] = come(bench, "flood\n");
        int fd = come(bench, "say a word\n");
        assert_string_equal(take(bench, fd), " say a word\n!an error\n=3\n");
        close(fd);
    }
    control_put(bench->calls[0], false, "at last");
    control_end(bench->calls[0], 0);
    assert_string_equal(take(bench, waits), " at last\n=0\n");
    for (int i = 0; i < 2 * CONTROL_CLIENTS; i++)
        close(fds[i]);
    close(waits);
}

/* Only while all places are taken by orders that are being carried out, others wait. */
static void test_orders_that_are_carried_out_keep_their_places(void **state)
{
    struct bench *bench = *state;
    int fds[CONTROL_CLIENTS];
    for (int i = 0; i < CONTROL_CLIENTS; i++)
        fds[i] = come(bench, "wait\n");
    assert_int_equal(bench->waiting, CONTROL_CLIENTS);
    int next = come(bench, "say nine\n");
    assert_string_equal(take(bench, next), "");
    control_end(bench->calls[3], 0);
    assert_string_equal(take(bench, fds[3]), "=0\n");
    loop_step(bench->loop, 0);
    assert_string_equal(take(bench, next), " say nine\n!an error\n=3\n");
    for (int i = 0; i < CONTROL_CLIENTS; i++)
        close(fds[i]);
    close(next);
}

static void test_an_order_has_a_longest_length(void **state)
{
    struct bench *bench = *state;
    char *words = calloc(1, CONTROL_ORDER + 1);
    memset(words, 'x', CONTROL_ORDER);
    int fd = come(bench, words);
    assert_string_equal(take(bench, fd), "!This order is too long.\n=2\n");
    assert_int_equal(bench->heard, 0);
    free(words);
    close(fd);
}

static void on_empty(void *arg)
{
    ((struct bench *)arg)->is_empty = true;
}

static void test_a_client_that_goes_leaves_its_order_in_peace(void **state)
{
    struct bench *bench = *state;
    int fd = come(bench, "wait\n");
    control_put(bench->calls[0], false, "one");
    control_when_empty(bench->calls[0], on_empty, bench);
    close(fd);
    loop_step(bench->loop, 0);
    loop_step(bench->loop, 0);
    assert_true(bench->is_empty);
    assert_true(control_is_gone(bench->calls[0]));
    control_put(bench->calls[0], false, "to nobody");
    control_end(bench->calls[0], 0);
    fd = come(bench, "wait\n"); /* and one that has not ended when the program does */
    close(fd);
}

static void test_empty_comes_when_all_was_taken(void **state)
{
    struct bench *bench = *state;
    int fd = come(bench, "wait\n");
    control_put(bench->calls[0], false, "one");
    control_when_empty(bench->calls[0], on_empty, bench);
    assert_false(bench->is_empty);
    assert_string_equal(take(bench, fd), " one\n");
    assert_true(bench->is_empty);
    control_end(bench->calls[0], 0);
    assert_string_equal(take(bench, fd), "=0\n");
    close(fd);
}

static void test_only_a_socket_that_was_left_is_replaced(void **state)
{
    struct bench *bench = *state;
    char bytes[512] = "";
    struct text why = text_over(bytes, sizeof bytes);
    int left = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    control_free(bench->control);
    bench->control = NULL;
    assert_int_not_equal(access(bench->path, F_OK), 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%.100s", bench->path);
    assert_int_equal(bind(left, (const struct sockaddr *)&address, sizeof address), 0);
    close(left); /* by a process that was killed */
    begin(bench);
    control_free(bench->control);
    bench->control = NULL;
    close(open(bench->path, O_WRONLY | O_CREAT, 0600));
    assert_null(control_new(bench->loop, bench->folder, hear, bench, &why));
    assert_non_null(strstr(bytes, "tabletalk.sock cannot be made"));
    assert_int_equal(access(bench->path, F_OK), 0);
}

/* ---- other users ---- */

enum { A_STRANGER = 4242 };

static uid_t pretended; /* who asks, as the kernel is made to say; 0 for the truth */

int __real_getsockopt(int fd, int level, int name, void *value, socklen_t *size);
int __wrap_getsockopt(int fd, int level, int name, void *value, socklen_t *size);

int __wrap_getsockopt(int fd, int level, int name, void *value, socklen_t *size)
{
    int outcome = __real_getsockopt(fd, level, name, value, size);
    if (outcome == 0 && name == SO_PEERCRED && pretended)
        ((struct ucred *)value)->uid = pretended;
    return outcome;
}

/* Runs `tabletalk status` as this user: its exit status and its output. */
static int ask_as(struct bench *bench, uid_t user, char *said, size_t size)
{
    char *path = scratch_path(bench->folder, "said");
    int status, fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    pid_t child = fork();
    if (child == 0) {
        bool can = dup2(fd, STDOUT_FILENO) >= 0 && dup2(fd, STDERR_FILENO) >= 0 &&
                   (user == geteuid() || setuid(user) == 0);
        int answer = can ? control_ask(bench->folder, "status", stdout, stderr) : 99;
        fflush(NULL);
        _exit(answer);
    }
    while (waitpid(child, &status, WNOHANG) == 0)
        loop_step(bench->loop, 0);
    ssize_t length = pread(fd, said, size - 1, 0);
    said[length > 0 ? length : 0] = '\0';
    close(fd);
    free(path);
    return WEXITSTATUS(status);
}

static void test_another_user_is_kept_out_by_the_modes(void **state)
{
    struct bench *bench = *state;
    char said[1024];
    struct stat folder, door;
    if (geteuid() == 0) {
        assert_int_equal(ask_as(bench, A_STRANGER, said, sizeof said), 1);
        assert_non_null(strstr(said, "belongs to the user root. Only that user and root may ask"));
        assert_int_equal(chmod(bench->folder, 0755), 0); /* the socket has a mode of its own */
        assert_int_equal(ask_as(bench, A_STRANGER, said, sizeof said), 1);
        assert_non_null(strstr(said, "belongs to the user root. Only that user and root may ask"));
        assert_int_equal(bench->heard, 0);
    }
    assert_int_equal(stat(bench->folder, &folder), 0);
    assert_int_equal(stat(bench->path, &door), 0);
    assert_int_equal(door.st_mode & 07777, 0600);
    assert_int_equal(door.st_uid, geteuid());
    assert_int_equal(folder.st_uid, geteuid());
    assert_int_equal(ask_as(bench, geteuid(), said, sizeof said), 3);
    assert_non_null(strstr(said, "status\n"));
    assert_non_null(strstr(said, in_words("tabletalk: <SAVE_FAILED_1>\n")));
    assert_int_equal(bench->heard, 1);
}

/* Somebody has opened folder and socket to all: the kernel says who it is that asks. */
static void test_another_user_is_refused_whatever_the_modes(void **state)
{
    struct bench *bench = *state;
    char said[1024];
    uid_t stranger = geteuid() == 0 ? A_STRANGER : geteuid();
    pretended = geteuid() == 0 ? 0 : A_STRANGER;
    assert_int_equal(chmod(bench->folder, 0777), 0);
    assert_int_equal(chmod(bench->path, 0666), 0);
    int status = ask_as(bench, stranger, said, sizeof said);
    pretended = 0;
    assert_int_equal(status, 1);
    assert_int_equal(bench->heard, 0);
    assert_string_equal(said,
                        "tabletalk: Only the user that tabletalk runs as, and root, may ask it.\n");
    /* and the door is open for us as before */
    assert_int_equal(ask_as(bench, geteuid(), said, sizeof said), 3);
}

static int lines_in(int fd)
{
    char bytes[4096];
    int count = 0;
    ssize_t length = pread(fd, bytes, sizeof bytes, 0);
    for (ssize_t i = 0; i < length; i++)
        count += bytes[i] == '\n';
    return count;
}

static void test_a_stranger_who_keeps_asking_fills_no_log(void **state)
{
    struct bench *bench = *state;
    char *path = scratch_path(bench->folder, "log");
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    log_setup(LOG_INFO, fd);
    pretended = A_STRANGER;
    for (int i = 0; i < 100; i++)
        close(come(bench, "status\n"));
    assert_int_equal(lines_in(fd), 1);
    loop_step(bench->loop, CONTROL_QUIET_MS);
    close(come(bench, "status\n"));
    assert_int_equal(lines_in(fd), 2);
    assert_int_equal(bench->heard, 0);
    pretended = 0;
    log_setup(LOG_INFO, STDERR_FILENO);
    close(fd);
    free(path);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(test_an_order_is_answered_with_a_status),
        EACH(test_who_says_nothing_is_hung_up_on),
        EACH(test_who_takes_nothing_is_hung_up_on),
        EACH(test_silent_clients_keep_nobody_out),
        EACH(test_slow_clients_keep_nobody_out),
        EACH(test_orders_that_are_carried_out_keep_their_places),
        EACH(test_an_order_has_a_longest_length),
        EACH(test_a_client_that_goes_leaves_its_order_in_peace),
        EACH(test_empty_comes_when_all_was_taken),
        EACH(test_only_a_socket_that_was_left_is_replaced),
        EACH(test_another_user_is_kept_out_by_the_modes),
        EACH(test_another_user_is_refused_whatever_the_modes),
        EACH(test_a_stranger_who_keeps_asking_fills_no_log),
    };
    return cmocka_run_group_tests_name("control", tests, NULL, NULL);
}

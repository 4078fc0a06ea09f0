/* How many system calls a command on IRC costs: the adapter runs in a child that is traced, on a
   real clock, and this end of its socket is the server. Counted is everything from one sleep to
   the next; sleeping itself is the wait, and counts. A program of its own, because the child
   inherits the heap: behind other tests the sanitizer's allocator has much to give back to the
   system, and does so whenever five seconds have passed, by a hundred calls of madvise. */
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "adapter.h"
#include "check.h"
#include "irc/irc_bench.h"
#include "loop.h"
#include "testing.h"

enum { COMMANDS = 50, MOST = 4, SYSCALL_STOP = SIGTRAP | 0x80, BYTES = 65536 };

static char heard[BYTES]; /* by the server since forget() */
static size_t heard_length;
static int peer;

static const struct irc_channel channels[] = {{"#games", "!", false, NULL, NULL}};

/* ---- the child ---- */

static void run_adapter(int server_port)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    bench_answer = "There is no table here.";
    loop = loop_new(LOOP_REAL);
    bench_setup = (struct irc_setup){.wire = {.network = "test",
                                              .host = "127.0.0.1",
                                              .port = server_port,
                                              .nick = "bot",
                                              .user = "table",
                                              .realname = "a bot"},
                                     .channels = channels,
                                     .channel_count = 1,
                                     .prefix = "!",
                                     .flood = "off"};
    irc = irc_new(&bench_setup, loop, NULL, NULL);
    irc->ops->start(irc);
    loop_run(loop);
}

/* ---- the server ---- */

static int listen_here(int *server_port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    check(fd >= 0 && bind(fd, (struct sockaddr *)&address, size) == 0 && listen(fd, 1) == 0);
    check(getsockname(fd, (struct sockaddr *)&address, &size) == 0);
    *server_port = ntohs(address.sin_port);
    return fd;
}

static void say(const char *lines)
{
    check(send(peer, lines, strlen(lines), MSG_NOSIGNAL) == (ssize_t)strlen(lines));
}

static void forget(void)
{
    heard_length = 0;
    heard[0] = '\0';
}

/* Whether the server has heard this; reads what is there, and waits for more if it may. */
static bool has_heard(const char *text, int flags)
{
    while (!strstr(heard, text)) {
        ssize_t got = recv(peer, heard + heard_length, sizeof heard - 1 - heard_length, flags);
        if (got <= 0)
            return false;
        heard_length += (size_t)got;
        heard[heard_length] = '\0';
    }
    return true;
}

static void expect(const char *text)
{
    if (!has_heard(text, 0))
        fail_msg("the server did not hear \"%s\", but:\n%s", text, heard);
}

static void welcome(void)
{
    expect("USER ");
    say(":srv 001 bot :Welcome\r\n:srv 004 bot srv ngircd-26.1 iosw biklmnopstv\r\n:srv 422 bot :No MOTD\r\n");
    expect("JOIN #games\r\n");
    say(":bot!table@bot.example JOIN #games\r\n:srv 353 bot = #games :bot @ann bob\r\n:srv 366 bot #games :End\r\n"
        "PING :settled\r\n");
    expect("PONG :settled\r\n");
}

/* ---- counting ---- */

static bool is_wait(unsigned long long number)
{
    static const unsigned long long waits[] = {SYS_epoll_pwait, SYS_ppoll,
#ifdef SYS_epoll_wait
                                               SYS_epoll_wait,
#endif
#ifdef SYS_poll
                                               SYS_poll
#endif
    };
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++)
        if (waits[i] == number)
            return true;
    return false;
}

/* What was counted, by number, for the reader of a failure. */
enum { NUMBERS = 512 };
static int counted[NUMBERS];

static void print_counted(void)
{
    for (int i = 0; i < NUMBERS; i++)
        if (counted[i] > 0)
            print_message("system call %d: %d times\n", i, counted[i]);
}

/* Lets the child go on to its next system call; false when it has ended. */
static bool next_call(pid_t child, unsigned long long *number)
{
    int status;
    for (;;) {
        struct __ptrace_syscall_info info;
        if (ptrace(PTRACE_SYSCALL, child, 0, 0) != 0 || waitpid(child, &status, 0) != child ||
            !WIFSTOPPED(status))
            return false;
        if (WSTOPSIG(status) != SYSCALL_STOP)
            continue;
        check(ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof info, &info) > 0);
        if (info.op != PTRACE_SYSCALL_INFO_ENTRY)
            continue;
        *number = info.entry.nr;
        return true;
    }
}

/* So many commands, each said as the one before is answered and the child is about to sleep. The
   first is not counted. */
static int count_calls(pid_t child, const char *(*command)(int i))
{
    int calls = 0, answered = -1;
    unsigned long long number;
    say(command(0));
    while (answered < COMMANDS && next_call(child, &number)) {
        if (answered >= 0) {
            calls++;
            counted[number % NUMBERS]++;
        }
        if (!is_wait(number) || !has_heard("no table here", MSG_DONTWAIT))
            continue;
        answered++;
        forget();
        say(command(answered + 1));
        if (answered == 0) {
            calls = 1; /* this wait */
            memset(counted, 0, sizeof counted);
        }
    }
    assert_int_equal(answered, COMMANDS);
    return calls;
}

static const char *by_one(int i)
{
    (void)i;
    return ":ann!a@host.example PRIVMSG #games :!tables\r\n";
}

static int calls_of(const char *(*command)(int i))
{
    int server_port, status, listener = listen_here(&server_port);
    pid_t child = fork();
    check(child >= 0);
    if (child == 0) {
        run_adapter(server_port);
        _exit(0);
    }
    peer = accept(listener, NULL, NULL);
    check(peer >= 0);
    forget();
    welcome();
    if (ptrace(PTRACE_SEIZE, child, 0, PTRACE_O_TRACESYSGOOD) != 0 ||
        ptrace(PTRACE_INTERRUPT, child, 0, 0) != 0 || waitpid(child, &status, 0) != child) {
        print_message("nothing may be traced here: %s\n", strerror(errno));
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        return -1;
    }
    forget();
    int calls = count_calls(child, command);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    close(peer);
    close(listener);
    return calls;
}

/* A wait, a read, an answer; and where libircclient has to be asked about a short form that it
   has not seen, two more. */
static test_case(a_command_costs_at_most_four_system_calls)
{
    int calls = calls_of(by_one);
    if (calls < 0)
        fail_msg(
            "%s",
            "the child could not be traced: ptrace(2) must be allowed, as for the leak checker");
    print_message("%d commands took %d system calls\n", COMMANDS, calls);
    if (calls > MOST * COMMANDS)
        print_counted();
    assert_true(calls <= MOST * COMMANDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_command_costs_at_most_four_system_calls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What it costs to be answered on IRC: the program on a real ngIRCd on loopback, both without limits. From start to joined,
   from a command to its answer, commands a second, CPU and memory. The asker is an admin, whom nobody takes for a flooder.
   Prints figures; fails on nothing but silence. Beside it a client that says the same sentence whatever is asked: what sleeping,
   waking and the bytes cost by themselves. */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bot.h"
#include "check.h"
#include "ircd.h"

enum { ROUND_TRIPS = 5000, COMMANDS = 50000, WINDOW = 64, PATIENCE_MS = 10000, BYTES = 256 * 1024 };

static const char command[] = "PRIVMSG #games :!board\r\n"; /* there is no table: one private sentence */
static const char to_myself[] = "PRIVMSG asker :echo\r\n";  /* what the server itself takes */
static const char answer[] = " PRIVMSG asker :", joined[] = " JOIN ";

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- a client that only counts ---- */

struct asker {
    int fd;
    bool acknowledges; /* at once what it hears: the server waits for it */
    char bytes[BYTES];
    size_t length;
};

static void say(const struct asker *asker, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(asker->fd, bytes, length, MSG_NOSIGNAL);
        check(sent > 0);
        bytes += sent;
        length -= (size_t)sent;
    }
}

/* Waits for more, takes whole lines from it and returns how many of them hold the text. */
static int hear(struct asker *asker, const char *text)
{
    struct pollfd ready = {.fd = asker->fd, .events = POLLIN};
    int found = 0;
    check(poll(&ready, 1, PATIENCE_MS) == 1);
    ssize_t got = recv(asker->fd, asker->bytes + asker->length, sizeof asker->bytes - 1 - asker->length, 0);
    check(got > 0);
    if (asker->acknowledges) /* lasts for one read; an answer does it, too */
        setsockopt(asker->fd, IPPROTO_TCP, TCP_QUICKACK, &(int){1}, sizeof(int));
    asker->length += (size_t)got;
    asker->bytes[asker->length] = '\0';
    char *line = asker->bytes;
    for (char *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        found += strstr(line, text) != NULL;
        if (strncmp(line, "PING ", 5) == 0)
            say(asker, "PONG :here\r\n", 12);
    }
    asker->length -= (size_t)(line - asker->bytes);
    memmove(asker->bytes, line, asker->length);
    return found;
}

static void hear_one(struct asker *asker, const char *text)
{
    while (hear(asker, text) == 0)
        ;
}

static void come(struct asker *asker, const char *nick, int port)
{
    char registration[128];
    int length = snprintf(registration, sizeof registration, "NICK %s\r\nUSER a 0 * :a bench\r\nJOIN #games\r\n", nick);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    asker->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    check(asker->fd >= 0 && connect(asker->fd, (struct sockaddr *)&address, sizeof address) == 0);
    setsockopt(asker->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    say(asker, registration, (size_t)length);
    hear_one(asker, " 366 ");
}

/* ---- the process ---- */

static double cpu_of(pid_t pid)
{
    char path[64];
    long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    check(file);
    check(fscanf(file, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system) == 2);
    fclose(file);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static double resident_mib(const struct bot *bot)
{
    char path[64];
    long pages = 0, resident = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)bot_pid(bot));
    FILE *file = fopen(path, "r");
    check(file && fscanf(file, "%ld %ld", &pages, &resident) == 2);
    fclose(file);
    return (double)resident * (double)sysconf(_SC_PAGESIZE) / (1024 * 1024);
}

/* ---- the measures ---- */

static int by_size(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void measure_latency(struct asker *asker, const char *what, const char *bytes)
{
    static double took[ROUND_TRIPS];
    for (int i = 0; i < ROUND_TRIPS; i++) {
        double from = seconds();
        say(asker, bytes, strlen(bytes));
        hear_one(asker, answer);
        took[i] = (seconds() - from) * 1000;
    }
    qsort(took, ROUND_TRIPS, sizeof *took, by_size);
    printf("%s: p50 %.3f ms, p99 %.3f ms, longest %.3f ms\n", what, took[ROUND_TRIPS / 2], took[ROUND_TRIPS * 99 / 100],
           took[ROUND_TRIPS - 1]);
}

/* Never more than WINDOW unanswered, each burst in one write, as a busy channel would be. */
static double measure_pace(struct asker *asker, const char *bytes)
{
    static char many[WINDOW * sizeof command];
    int asked = 0, answered = 0;
    size_t size = strlen(bytes);
    for (int i = 0; i < WINDOW; i++)
        memcpy(many + (size_t)i * size, bytes, size);
    double from = seconds();
    while (answered < COMMANDS) {
        int may = WINDOW - (asked - answered);
        if (may > COMMANDS - asked)
            may = COMMANDS - asked;
        if (may >= WINDOW / 2 || may == COMMANDS - asked) {
            say(asker, many, (size_t)may * size);
            asked += may;
        }
        if (answered < asked)
            answered += hear(asker, answer);
    }
    return COMMANDS / (seconds() - from);
}

static void measure_one_at_a_time(struct asker *asker, const char *what, pid_t pid)
{
    double cpu = cpu_of(pid);
    measure_latency(asker, what, command);
    printf("%s: %.3f CPU s for 10,000\n", what, (cpu_of(pid) - cpu) * 10000 / ROUND_TRIPS);
}

/* The least that anybody can do who answers. */
static void echo(int port)
{
    static struct asker me;
    static const char sentence[] =
        "PRIVMSG asker :There is no table here. Open one with a word, and see which words there are.\r\n";
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    come(&me, "echo", port);
    for (;;)
        if (hear(&me, "!board") > 0)
            say(&me, sentence, sizeof sentence - 1);
}

static void measure_echo(struct asker *asker, int port)
{
    pid_t pid = fork();
    check(pid >= 0);
    if (pid == 0)
        echo(port);
    hear_one(asker, joined);
    measure_one_at_a_time(asker, "command to answer by rote", pid);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

int main(void)
{
    static struct asker asker = {.acknowledges = true};
    char config[512];
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct ircd *ircd = ircd_start(&(struct ircd_options){0});
    check(ircd);
    come(&asker, "asker", ircd_port(ircd));
    measure_echo(&asker, ircd_port(ircd));
    snprintf(
        config, sizeof config,
        "irc \"bench\" {\n server = \"127.0.0.1\"\n port = %d\n tls = no\n flood = \"off\"\n channels = {\"#games\"}\n"
        " admins = {\"*!*@127.0.0.1\"}\n}\n",
        ircd_port(ircd));
    struct bot *bot = bot_new(config);
    double from = seconds();
    bot_start(bot);
    hear_one(&asker, joined);
    printf("from start to joined: %.3f s\n", seconds() - from);
    check(bot_logged(bot, "irc-joined", PATIENCE_MS));
    measure_latency(&asker, "the server alone", to_myself);
    measure_one_at_a_time(&asker, "command to answer", bot_pid(bot));
    double pace = measure_pace(&asker, to_myself);
    printf("the server alone, %d at a time: %.0f lines/s\n", WINDOW, pace);
    double cpu = cpu_of(bot_pid(bot));
    pace = measure_pace(&asker, command);
    cpu = cpu_of(bot_pid(bot)) - cpu;
    printf("commands, %d at a time: %.0f a second, %.3f CPU s for 10,000\n", WINDOW, pace, cpu * 10000 / COMMANDS);
    printf("resident: %.1f MiB\n", resident_mib(bot));
    check(bot_stop(bot, PATIENCE_MS));
    bot_free(bot);
    close(asker.fd);
    ircd_stop(ircd);
    return 0;
}

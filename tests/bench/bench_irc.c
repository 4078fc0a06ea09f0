/* What an answer on IRC costs: CPU time and memory of the program on a real ngIRCd on loopback,
   both without limits. The asker is an admin, whom nobody takes for a flooder. Prints figures,
   and fails only if an answer is missing. For comparison there is a client that says the same
   sentence whatever is asked: so much cost sleeping, waking and the bytes alone. */
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

#include "bench.h"
#include "bot.h"
#include "check.h"
#include "ircd.h"

enum {
    COMMANDS = 20000,
    WINDOW = 20, /* commands at once: the outbox drops answers to one person beyond OUTBOX_SHARE */
    PATIENCE_MS = 10000,
    BYTES = 256 * 1024
};

/* there is no table: one private sentence */
static const char command[] = "PRIVMSG #games :!board\r\n";
static const char answer[] = " PRIVMSG asker :", joined[] = " JOIN ";

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
    ssize_t got =
        recv(asker->fd, asker->bytes + asker->length, sizeof asker->bytes - 1 - asker->length, 0);
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
    int length = snprintf(registration, sizeof registration,
                          "NICK %s\r\nUSER a 0 * :a bench\r\nJOIN #games\r\n", nick);
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    asker->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    check(asker->fd >= 0 && connect(asker->fd, (struct sockaddr *)&address, sizeof address) == 0);
    setsockopt(asker->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    say(asker, registration, (size_t)length);
    hear_one(asker, " 366 ");
}

/* ---- the measures ---- */

/* Seconds that the process has had a processor. */
static double cpu_of(pid_t pid)
{
    clockid_t clock;
    struct timespec used;
    check(clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &used) == 0);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
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

/* `at_once` commands in one write, as in a busy channel; the next when all are answered. */
static void measure(struct asker *asker, const char *what, pid_t pid, int at_once)
{
    char many[WINDOW * sizeof command] = "";
    for (int i = 0; i < at_once; i++)
        strcat(many, command);
    const int commands = bench_times(COMMANDS);
    double cpu = cpu_of(pid);
    for (int asked = 0; asked < commands; asked += at_once) {
        say(asker, many, strlen(many));
        for (int answered = 0; answered < at_once;)
            answered += hear(asker, answer);
    }
    printf("%s, %d at a time: %.1f us CPU each\n", what, at_once,
           (cpu_of(pid) - cpu) * 1e6 / commands);
}

/* The least that anybody can do who answers. */
static void echo(int port)
{
    static struct asker me;
    static const char sentence[] =
        "PRIVMSG asker :There is no table here. Open one with a word, and see which words there are.\r\n";
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    come(&me, "echo", port);
    say(&me, sentence, sizeof sentence - 1); /* it hears from now on */
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
    hear_one(asker, answer);
    measure(asker, "answers by rote", pid, 1);
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
    bot_start(bot);
    hear_one(&asker, joined);
    check(bot_logged(bot, "irc-joined", PATIENCE_MS));
    printf("from start to joined: %.1f ms CPU\n", cpu_of(bot_pid(bot)) * 1000);
    measure(&asker, "commands", bot_pid(bot), 1);
    measure(&asker, "commands", bot_pid(bot), WINDOW);
    printf("resident: %.1f MiB\n", resident_mib(bot));
    check(bot_stop(bot, PATIENCE_MS));
    bot_free(bot);
    close(asker.fd);
    ircd_stop(ircd);
    return 0;
}

/* Runs the program and reads its log. Knows nothing of what it says on IRC. */
#include "bot.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "child.h"
#include "program.h"
#include "record_keep.h"
#include "scratch.h"

enum { LOG_LINE = 2048, LOOK_MS = 20, DUMP_MS = TEST_SOON_MS };

struct bot {
    struct child child;
    char *folder, *config, *log;
    long log_from; /* where this run's log begins */
};

struct bot *bot_new(const char *config)
{
    struct bot *bot = calloc(1, sizeof *bot);
    check(bot);
    bot->folder = scratch_make();
    bot->config = scratch_path(bot->folder, "tabletalk.conf");
    bot->log = scratch_path(bot->folder, "log");
    bot_write_config(bot, config, "");
    return bot;
}

void bot_write_config(const struct bot *bot, const char *config, const char *more)
{
    char *fresh = scratch_path(bot->folder, "fresh.conf");
    FILE *file = fopen(fresh, "w");
    check(file);
    fprintf(file, "owner = \"a test\"\ndata_folder = \"%s/data\"\n%s%s", bot->folder, config, more);
    check(fclose(file) == 0 && rename(fresh, bot->config) == 0);
    free(fresh);
}

void bot_start(struct bot *bot)
{
    const char *binary = program_path();
    const char *const argv[] = {binary, "--config", bot->config, NULL};
    struct stat log;
    bot->log_from = stat(bot->log, &log) == 0 ? log.st_size : 0;
    check(child_start(&bot->child, argv, -1, -1, bot->log));
}

bool bot_is_running(struct bot *bot)
{
    return child_is_running(&bot->child);
}

pid_t bot_pid(const struct bot *bot)
{
    return bot->child.pid;
}

static bool blocks_sigterm(pid_t pid)
{
    char path[64], line[LOG_LINE];
    unsigned long long blocked = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *status = fopen(path, "r");
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, "SigBlk:", 7) == 0)
            blocked = strtoull(line + 7, NULL, 16);
    if (status)
        fclose(status);
    return blocked >> (SIGTERM - 1) & 1;
}

/* The program reads signals from a descriptor, and blocks them for that. */
void bot_wait_for_ears(const struct bot *bot)
{
    for (long end = test_now() + TEST_SOON_MS; !blocks_sigterm(bot->child.pid); test_sleep(LOOK_MS))
        check(test_now() < end);
}

void bot_kill(struct bot *bot)
{
    child_stop(&bot->child, SIGKILL);
}

pid_t bot_arm(const struct bot *bot, long microseconds)
{
    pid_t victim = bot->child.pid, killer = fork();
    check(killer >= 0);
    if (killer == 0) {
        const struct timespec while_alive = {microseconds / 1000000, microseconds % 1000000 * 1000};
        nanosleep(&while_alive, NULL);
        kill(victim, SIGKILL);
        _exit(0);
    }
    return killer;
}

int bot_wait(struct bot *bot, int milliseconds)
{
    bool has_ended = child_wait(&bot->child, milliseconds);
    return has_ended && WIFEXITED(bot->child.status) ? WEXITSTATUS(bot->child.status) : -1;
}

bool bot_dumps_core(struct bot *bot)
{
    kill(bot->child.pid, SIGQUIT);
    check(child_wait(&bot->child, DUMP_MS) && WIFSIGNALED(bot->child.status));
    return WCOREDUMP(bot->child.status);
}

bool bot_stop(struct bot *bot, int milliseconds)
{
    kill(bot->child.pid, SIGTERM);
    int status = bot_wait(bot, milliseconds);
    bot_kill(bot);
    return status == 0;
}

static bool has_logged(const struct bot *bot, const char *text)
{
    char line[LOG_LINE];
    bool found = false;
    FILE *log = fopen(bot->log, "r");
    if (log)
        fseek(log, bot->log_from, SEEK_SET);
    while (log && !found && fgets(line, sizeof line, log))
        found = strstr(line, text) != NULL;
    if (log)
        fclose(log);
    return found;
}

bool bot_logged(struct bot *bot, const char *text, int milliseconds)
{
    long end = test_now() + milliseconds;
    while (!has_logged(bot, text)) {
        if (test_now() >= end)
            return false;
        test_sleep(LOOK_MS);
    }
    return true;
}

int bot_log_count(const struct bot *bot, const char *text)
{
    char line[LOG_LINE];
    int count = 0;
    FILE *log = fopen(bot->log, "r");
    while (log && fgets(line, sizeof line, log))
        count += strstr(line, text) != NULL;
    if (log)
        fclose(log);
    return count;
}

void bot_print_log(const struct bot *bot)
{
    char line[LOG_LINE];
    FILE *log = fopen(bot->log, "r");
    while (log && fgets(line, sizeof line, log))
        fputs(line, stderr);
    if (log)
        fclose(log);
}

const char *bot_folder(const struct bot *bot)
{
    return bot->folder;
}

void bot_free(struct bot *bot)
{
    if (!bot)
        return;
    bot_kill(bot);
    record_keep_database(bot->folder);
    scratch_remove(bot->folder);
    free(bot->config);
    free(bot->log);
    free(bot);
}

pid_t bot_unit_pid(const struct bot *bot, const char *unit)
{
    char line[1024], wanted[128], *path = scratch_path(bot_folder(bot), "log");
    FILE *log = fopen(path, "r");
    long pid = 0;
    snprintf(wanted, sizeof wanted, " unit-process unit=%s pid=", unit);
    while (log && fgets(line, sizeof line, log))
        if (strstr(line, wanted))
            pid = strtol(strstr(line, wanted) + strlen(wanted), NULL, 10);
    if (log)
        fclose(log);
    free(path);
    return (pid_t)pid;
}

/* What the process of one network knows of its lease: its name, its owner, until when it may
   speak. It cannot renew anything: holder.c does, as long as this process counts. */
#include "unit.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "log.h"
#include "loop.h"
#include "service.h"
#include "text.h"
#include "tools.h"

static const char environment_name[] = "TABLETALK_UNIT";

struct unit {
    char name[LEASE_NAME], owner[LEASE_NAME];
    bool was_silent;
    struct unit_page *page;
    struct unit_slot *slot;
};

/* MAP_FAILED if there is no memory for it. */
static void *map(int fd)
{
    return mmap(NULL, sizeof(struct unit_page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
}

struct unit_page *unit_page_make(int *fd)
{
    *fd = memfd_create("lease", 0);
    bool is_made = *fd >= 0 && ftruncate(*fd, sizeof(struct unit_page)) == 0;
    struct unit_page *page = is_made ? map(*fd) : MAP_FAILED;
    return page != MAP_FAILED ? page : NULL;
}

void unit_owner_make(const struct loop *loop, char owner[LEASE_NAME])
{
    char host[40] = "";
    gethostname(host, sizeof host - 1);
    snprintf(owner, LEASE_NAME, "%s.%d.%lld", host[0] ? host : "here", (int)getpid(),
             (long long)loop_wall(loop) % 1000000);
    for (char *byte = owner; *byte; byte++)
        *byte = *byte == ' ' ? '-' : *byte;
}

/* The text for the environment, "TABLETALK_UNIT=...", on the heap. */
static char *unit_environment(const char *name, const char *owner, int page_fd, int slot,
                              bool was_silent)
{
    char *text = NULL;
    check(asprintf(&text, "%s=%d %d %d %s %s", environment_name, page_fd, slot, was_silent, owner,
                   name) > 0);
    return text;
}

char *unit_folder(const char *data_folder, const char *name)
{
    char *path = NULL;
    check(asprintf(&path, "%s/%s", data_folder, name) > 0);
    return path;
}

struct unit *unit_of_environment(void)
{
    const char *text = getenv(environment_name);
    int fd = -1, slot = -1, was_silent = 0, at = 0;
    if (!text)
        return NULL;
    struct unit *unit = calloc(1, sizeof *unit);
    check(unit);
    check(sscanf(text, "%d %d %d %63s %n", &fd, &slot, &was_silent, unit->owner, &at) == 4 &&
          at > 0);
    check(slot >= 0 && slot < LEASE_UNITS);
    unit->was_silent = was_silent;
    snprintf(unit->name, sizeof unit->name, "%s", text + at);
    unit->page = map(fd);
    check(unit->page != MAP_FAILED);
    unit->slot = &unit->page->slots[slot];
    close(fd);
    unsetenv(environment_name);
    return unit;
}

void unit_free(struct unit *unit)
{
    if (unit)
        munmap(unit->page, sizeof *unit->page);
    free(unit);
}

const char *unit_name(const struct unit *unit)
{
    return unit ? unit->name : NULL;
}

const char *unit_owner(const struct unit *unit)
{
    return unit ? unit->owner : NULL;
}

bool unit_was_silent(const struct unit *unit)
{
    return unit && unit->was_silent;
}

/* Its connections break without a word, and what waits is not written: another process may speak
   and write already. */
static void past(void)
{
    log_event(LOG_ERROR, "lease-over", "note",
              "another process may serve this network now; I say and write nothing more",
              (char *)0);
    _exit(UNIT_PAST);
}

static void add_name(char **path, const char *name)
{
    char *longer = NULL;
    check(asprintf(&longer, "%s.%s", *path, name) > 0);
    free(*path);
    *path = longer;
}

void unit_begin(struct unit *unit, struct loop *loop, struct service *service,
                struct config *config)
{
    if (!unit)
        return;
    char *folder = unit_folder(config->data_folder, unit->name);
    free(config->data_folder);
    config->data_folder = folder;
    if (*config->metrics) /* a path: each network has a socket of its own */
        add_name(&config->metrics, unit->name);
    loop_use_lease(loop, &unit->slot->until, past);
    service_count(service, &unit->slot->beats, UNIT_BEAT_MS);
}

struct store *unit_open_store(const struct unit *unit, const struct config *config,
                              struct text *why)
{
    return unit ? tool_open_unit(config, unit->name, unit->owner, why)
                : tool_open_store(config, why);
}

/* ---- the process of one unit, as the holder starts and ends it ---- */

/* Starts and ends the process of one network, and starts it again when it dies, ever later.
   Knows no leases. */

/* Who comes late to look cannot say whether somebody else was late. */
enum { LOOK_MOST_MS = 2 * UNIT_BEAT_MS };

static void end(struct unit_process *process)
{
    process->is_killed = process->pid > 0;
    if (process->is_killed)
        kill(process->pid, SIGKILL);
}

void unit_process_gain(struct unit_process *process, bool was_silent)
{
    log_event(LOG_INFO, "unit-taken", "unit", process->name, (char *)0);
    process->is_ours = true;
    process->leaves = false;
    process->was_silent = was_silent;
    process->failures = 0;
}

void unit_process_lose(struct unit_process *process)
{
    log_event(process->leaves ? LOG_INFO : LOG_WARN,
              process->leaves ? "unit-given-back" : "unit-lost", "unit", process->name, (char *)0);
    process->is_ours = false;
    end(process);
}

/* Nobody but us tells a service manager anything. */
static bool is_for_manager(const char *entry)
{
    return strncmp(entry, "NOTIFY_SOCKET=", 14) == 0 || strncmp(entry, "WATCHDOG_", 9) == 0;
}

static char **environment_with(char *added)
{
    int count = 0, kept = 0;
    while (environ[count])
        count++;
    char **all = calloc((size_t)count + 2, sizeof *all);
    check(all);
    for (int i = 0; i < count; i++)
        if (!is_for_manager(environ[i]))
            all[kept++] = environ[i];
    all[kept] = added;
    return all;
}

/* In the new process, where memory may not be asked for. It must not outlive us: nobody would
   renew its lease. */
static void become(char *const *argv, char **environment, pid_t parent)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent)
        execve("/proc/self/exe", argv, environment);
    _exit(EXIT_FAILURE);
}

void unit_process_start(struct unit_process *process, const struct unit_start *start, int64_t now)
{
    struct unit_slot *slot = &start->page->slots[process->slot];
    bool is_wanted =
        process->is_ours && !process->leaves && process->pid == 0 && now >= process->again_at;
    if (!is_wanted || now >= atomic_load(&slot->until))
        return;
    atomic_store(&slot->beats, 0);
    char *added = unit_environment(process->name, start->owner, start->page_fd, process->slot,
                                   process->was_silent);
    char **environment = environment_with(added);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        become(start->argv, environment, parent);
    free((void *)environment);
    free(added);
    process->began = process->looked_at = now;
    process->beats = process->silent_ms = 0;
    process->pid = pid > 0 ? pid : 0;
    process->was_silent = false;
    if (pid < 0)
        process->again_at = now + UNIT_QUICK_MS;
    log_event(pid < 0 ? LOG_ERROR : LOG_INFO, "unit-process", "unit", process->name, "pid",
              text_number(pid), (char *)0);
}

void unit_process_leave(struct unit_process *process)
{
    process->leaves = true;
    if (process->pid > 0)
        kill(process->pid, process->is_out ? SIGINT : SIGTERM);
}

bool unit_process_hangs(struct unit_process *process, const struct unit_page *page, int64_t most_ms,
                        int64_t now)
{
    int64_t beats = atomic_load(&page->slots[process->slot].beats),
            passed = now - process->looked_at;
    if (process->pid == 0 || process->is_killed)
        return false;
    process->silent_ms = beats != process->beats
                             ? 0
                             : process->silent_ms + (passed < LOOK_MOST_MS ? passed : LOOK_MOST_MS);
    process->beats = beats;
    process->looked_at = now;
    if (process->silent_ms < (beats ? most_ms : UNIT_BLIND_MS))
        return false;
    log_event(LOG_ERROR, "unit-hung", "unit", process->name, "pid", text_number(process->pid),
              "silent_ms", text_number(process->silent_ms), (char *)0);
    process->was_silent = true;
    end(process);
    return true;
}

void unit_process_ended(struct unit_process *process, int status, int64_t now)
{
    bool is_past = WIFEXITED(status) && WEXITSTATUS(status) == UNIT_PAST;
    process->pid = 0;
    process->is_killed = false;
    if (process->leaves || !process->is_ours)
        return;
    process->failures = is_past || now - process->began > UNIT_QUICK_MS ? 0 : process->failures + 1;
    process->again_at =
        now + (process->failures >= UNIT_FAILURES ? UNIT_REST_MS : process->failures * 1000);
    log_event(LOG_ERROR, "unit-process-ended", "unit", process->name,
              WIFSIGNALED(status) ? "signal" : "status",
              text_number(WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status)), (char *)0);
}

bool unit_process_is_given_up(const struct unit_process *process, int64_t now)
{
    return process->failures >= UNIT_FAILURES && now < process->again_at;
}

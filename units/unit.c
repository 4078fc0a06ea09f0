/* What the process of one network knows of its lease: its name, its owner, until when it may speak, from when it may connect.
   It cannot renew anything: units.c does. */
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "log.h"
#include "loop.h"
#include "store_lease.h"
#include "tools.h"

static const char variable[] = "TABLETALK_UNIT";

struct unit {
    char name[LEASE_NAME], owner[LEASE_NAME];
    const struct unit_page *page;
    int64_t connect_at; /* loop_boot() */
    struct loop *loop;
    struct loop_timer clear;
};

char *unit_environment(const char *name, const char *owner, int page_fd, int64_t connect_at)
{
    char *text = NULL;
    check(asprintf(&text, "%s=%d %" PRId64 " %s %s", variable, page_fd, connect_at, owner, name) > 0);
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
    const char *text = getenv(variable);
    int fd = -1, at = 0;
    if (!text)
        return NULL;
    struct unit *unit = calloc(1, sizeof *unit);
    check(unit);
    check(sscanf(text, "%d %" SCNd64 " %63s %n", &fd, &unit->connect_at, unit->owner, &at) == 3 && at > 0);
    snprintf(unit->name, sizeof unit->name, "%s", text + at);
    unit->page = mmap(NULL, sizeof *unit->page, PROT_READ, MAP_SHARED, fd, 0);
    check(unit->page != MAP_FAILED);
    close(fd);
    unsetenv(variable);
    return unit;
}

void unit_free(struct unit *unit)
{
    if (unit)
        munmap((void *)unit->page, sizeof *unit->page);
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

/* Its connections break without a word, and what waits is not written: another process may speak and write already. */
static void past(void)
{
    log_event(LOG_ERROR, "lease-over", "note",
              "another process may serve this network now; I say and write nothing more", (char *)0);
    _exit(UNIT_PAST);
}

static void add_name(char **path, const char *name)
{
    char *longer = NULL;
    check(asprintf(&longer, "%s.%s", *path, name) > 0);
    free(*path);
    *path = longer;
}

void unit_begin(struct unit *unit, struct loop *loop, struct config *config)
{
    if (!unit)
        return;
    char *folder = unit_folder(config->data_folder, unit->name);
    free(config->data_folder);
    config->data_folder = folder;
    if (*config->metrics) /* a path: each network has a socket of its own */
        add_name(&config->metrics, unit->name);
    unit->loop = loop;
    loop_use_lease(loop, &unit->page->until, past);
}

struct store *unit_open_store(const struct unit *unit, const struct config *config, struct text *why)
{
    return unit ? tool_open_unit(config, unit->name, unit->owner, why) : tool_open_store(config, why);
}

void unit_when_clear(struct unit *unit, void (*connect)(void *arg), void *arg)
{
    int64_t wait = unit ? unit->connect_at - loop_boot(unit->loop) : 0;
    if (wait <= 0) {
        connect(arg);
        return;
    }
    loop_timer_init(&unit->clear, unit->loop, connect, arg);
    loop_timer_set(&unit->clear, wait);
}

void unit_stop(struct unit *unit)
{
    if (unit && unit->clear.loop)
        loop_timer_stop(&unit->clear);
}

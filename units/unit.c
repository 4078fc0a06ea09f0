/* What the process of one network knows of its lease: its name, its owner, until when it may
   speak. It cannot renew anything: units.c does, as long as this process counts. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "log.h"
#include "loop.h"
#include "service.h"
#include "tools.h"

static const char variable[] = "TABLETALK_UNIT";

struct unit {
    char name[LEASE_NAME], owner[LEASE_NAME];
    bool was_silent;
    struct unit_page *page;
    struct unit_slot *slot; /* ours */
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

char *unit_environment(const char *name, const char *owner, int page_fd, int slot, bool was_silent)
{
    char *text = NULL;
    check(asprintf(&text, "%s=%d %d %d %s %s", variable, page_fd, slot, was_silent, owner, name) >
          0);
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
    unsetenv(variable);
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

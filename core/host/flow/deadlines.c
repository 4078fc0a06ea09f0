#include "deadlines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_state.h"
#include "log.h"
#include "store.h"
#include "text.h"

enum { VALUE = TABLE_SEATS * 40, KEY = 32, SECONDS_MOST = 100 * 3600 };
static const char prefix[] = "clock.";

/* What a setting says of one table, until the table takes it. */
struct deadlines {
    struct deadlines *next;
    int64_t table;
    char value[]; /* "SEAT DECISION SECONDS;" for each clock that ran */
};

bool deadlines_load(struct host *host, const char *key, const char *value)
{
    if (strncmp(key, prefix, strlen(prefix)) != 0)
        return false;
    struct deadlines *kept = malloc(sizeof *kept + strlen(value) + 1);
    check(kept);
    *kept = (struct deadlines){.next = host->deadlines,
                               .table = strtoll(key + strlen(prefix), NULL, 10)};
    memcpy(kept->value, value, strlen(value) + 1);
    host->deadlines = kept;
    return true;
}

void deadlines_fini(struct host *host)
{
    for (struct deadlines *kept = host->deadlines, *next; kept; kept = next) {
        next = kept->next;
        free(kept);
    }
    host->deadlines = NULL;
}

/* If it cannot be saved, the next hour tries again; a restart before that gives the person an
   hour more. */
static void saved(void *arg, enum store_result result)
{
    (void)arg;
    if (result != STORE_OK)
        log_event(LOG_WARN, "clock-not-saved", "why", store_result_text(result), (char *)0);
}

static void put(struct session *session, const char *value)
{
    char key[KEY];
    snprintf(key, sizeof key, "%s%lld", prefix, (long long)session->id);
    store_put(session->host->store, key, value, saved, NULL);
    session->clocks.is_kept = value != NULL;
}

void deadlines_keep(struct session *session)
{
    char bytes[VALUE];
    struct text value = text_over(bytes, sizeof bytes);
    for (int seat = 0; seat < session->seat_count; seat++) {
        int64_t since = session->clocks.since[seat], ms = session->host->now - since;
        if (since != 0 && ms > 0)
            text_putf(&value, "%d %d %lld;", seat + 1, session->playing->decisions[seat],
                      (long long)(ms / 1000));
    }
    if (value.length > 0)
        put(session, bytes);
}

static bool read_number(const char **at, char end, long long *out)
{
    char *stop;
    *out = strtoll(*at, &stop, 10);
    bool is_read = stop != *at && *stop == end;
    *at = is_read ? stop + 1 : *at;
    return is_read;
}

static void put_back(struct session *session, const char *value)
{
    long long seat, decision, seconds;
    while (read_number(&value, ' ', &seat) && read_number(&value, ' ', &decision) &&
           read_number(&value, ';', &seconds))
        if (seat >= 1 && seat <= session->seat_count && session->clocks.since[seat - 1] != 0 &&
            session->playing->decisions[seat - 1] == decision && seconds > 0 &&
            seconds < SECONDS_MOST)
            session->clocks.since[seat - 1] -= seconds * 1000;
}

void deadlines_take(struct session *session)
{
    struct deadlines **place = &session->host->deadlines;
    while (*place && (*place)->table != session->id)
        place = &(*place)->next;
    struct deadlines *kept = *place;
    if (!kept)
        return;
    *place = kept->next;
    session->clocks.is_kept = true;
    put_back(session, kept->value);
    free(kept);
}

void deadlines_forget(struct session *session)
{
    if (session->clocks.is_kept)
        put(session, NULL);
}

/* The row of a room: "last table=17 day=20784 undealt=2". */
#include "last.h"

#include <stdio.h>

#include "host_state.h"
#include "record.h"
#include "seats.h"
#include "session.h"

enum { DAY_MS = 24 * 3600 * 1000 };

static long long today(const struct host *host)
{
    return host_wall(host) / DAY_MS;
}

/* Without the row, !fair says that it knows of no table; nobody waits for it. */
static void was_saved(void *arg, bool is_durable)
{
    (void)arg;
    (void)is_durable;
}

static void choose(const struct host *host, const struct showing *home, const char *value,
                   char kept[HOST_CHOICES])
{
    const struct host_place_choice choice = {.drawer = "last",
                                             .network = home->port->network,
                                             .place = home->name,
                                             .payer = value ? home->name : NULL,
                                             .value = value,
                                             .done = was_saved};
    *kept = '\0';
    if (host->choose)
        host->choose(host->choose_arg, &choice, kept);
}

struct last_table last_find(const struct host *host, const struct showing *home)
{
    char row[HOST_CHOICES];
    struct last_table last = {0, 0};
    struct record_line words;
    long long day;
    choose(host, home, NULL, row);
    if (*row && record_read(row, &words)) {
        bool is_right = record_get_number(&words, "table", &last.table) &&
                        record_get_number(&words, "day", &day) &&
                        record_get_number(&words, "undealt", &last.undealt);
        if (!is_right)
            last = (struct last_table){0, 0};
        else if (day != today(host))
            last.undealt = 0;
        record_free(&words);
    }
    return last;
}

void last_note(const struct session *session)
{
    char row[HOST_CHOICES], kept[HOST_CHOICES];
    bool is_undealt = session_is_undealt(session);
    if (!is_undealt && !session_has_begun(session))
        return;
    snprintf(row, sizeof row, "last table=%lld day=%lld undealt=%lld", (long long)session->id,
             today(session->host), last_find(session->host, &session->home).undealt + is_undealt);
    choose(session->host, &session->home, row, kept);
}

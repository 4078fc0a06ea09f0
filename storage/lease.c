/* Which process takes a unit that is free: the one that has fewest. Pure: every process works it
   out for itself from the same view, and comes to the same end. */
#include "store_postgres.h"

#include <string.h>

const struct lease_unit *lease_find(const struct lease_view *view, const char *name)
{
    for (int i = 0; i < view->unit_count; i++)
        if (strcmp(view->units[i].name, name) == 0)
            return &view->units[i];
    return NULL;
}

bool lease_has(const char *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names + (size_t)i * LEASE_NAME, name) == 0)
            return true;
    return false;
}

static int with_fewest(const int units[], int count)
{
    int fewest = 0;
    for (int i = 1; i < count; i++)
        if (units[i] < units[fewest])
            fewest = i;
    return fewest;
}

void lease_share(const struct lease_view *view, const char *process, int most,
                 struct lease_wish *wish)
{
    int units[LEASE_PROCESSES] = {0};
    wish->take_count = 0;
    for (int i = 0; i < view->process_count; i++)
        units[i] = view->processes[i].units;
    for (int i = 0; i < view->unit_count && view->process_count > 0; i++) {
        if (!view->units[i].is_free)
            continue;
        int to = with_fewest(units, view->process_count);
        units[to]++;
        if (strcmp(view->processes[to].name, process) == 0 && wish->take_count < most)
            memcpy(wish->take[wish->take_count++], view->units[i].name, LEASE_NAME);
    }
}

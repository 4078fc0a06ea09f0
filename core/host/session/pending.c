#include "pending.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "heard.h"
#include "host_state.h"
#include "input.h"

void *pending_new(struct pending **list, struct host *host, const struct heard *heard, size_t size,
                  enum pending_hold hold)
{
    struct pending *pending = calloc(1, size);
    check(pending);
    *pending = (struct pending){.next = *list,
                                .list = list,
                                .host = host,
                                .input = input_of_heard(heard),
                                .until = INT64_MAX,
                                .hold = hold};
    *list = pending;
    host->running.saving += hold == PENDING_SETTLED;
    host->running.has_committed |= hold >= PENDING_ANSWER;
    return pending;
}

void pending_save(struct pending *pending, const struct heard *heard)
{
    check(pending->hold == PENDING_OPEN);
    free(pending->input);
    pending->input = input_of_heard(heard);
    pending->until = INT64_MAX;
    pending->hold = PENDING_SETTLED;
    pending->host->running.saving++;
    pending->host->running.has_committed = true;
}

int pending_count(const struct pending *list, const struct heard *heard)
{
    int count = 0;
    for (const struct pending *one = list; one; one = one->next)
        count += !heard || identity_is(identity_of(one->input), identity_of(heard));
    return count;
}

int pending_count_network(const struct pending *list, const char *network)
{
    int count = 0;
    for (const struct pending *one = list; one; one = one->next)
        count += strcmp(one->input->network, network) == 0;
    return count;
}

int64_t pending_until(const struct pending *list)
{
    int64_t first = INT64_MAX;
    for (const struct pending *one = list; one; one = one->next)
        first = one->until < first ? one->until : first;
    return first;
}

void pending_expire(struct pending **list, int64_t now, pending_over *over)
{
    for (struct pending *one = *list, *next; one; one = next) {
        next = one->next;
        if (one->until <= now)
            over(one);
    }
}

bool pending_make_room(struct pending **list, const char *network, int most, pending_over *over)
{
    struct pending *oldest = NULL;
    if (pending_count_network(*list, network) < most)
        return true;
    for (struct pending *one = *list; one; one = one->next)
        if (one->hold == PENDING_OPEN && strcmp(one->input->network, network) == 0)
            oldest = one;
    if (oldest)
        over(oldest);
    return oldest != NULL;
}

void pending_unlink(struct pending *pending)
{
    struct pending **link = pending->host ? pending->list : NULL;
    while (link && *link != pending)
        link = &(*link)->next;
    if (link) {
        *link = pending->next;
        pending->host->running.saving -= pending->hold == PENDING_SETTLED;
        pending->host = NULL;
    }
}

void pending_drop(void *pending_take)
{
    struct pending *pending = pending_take;
    pending_unlink(pending);
    free(pending->input);
    free(pending);
}

void pending_end(void *pending_take)
{
    const struct pending *pending = pending_take;
    struct heard heard = input_heard(pending->input);
    if (pending->host)
        host_dismiss(pending->host, &heard);
    pending_drop(pending_take);
}

void pending_orphan(struct pending **list)
{
    for (struct pending *one; (one = *list);) {
        *list = one->next;
        one->host = NULL;
    }
}

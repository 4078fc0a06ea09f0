/* Times of refusals in rings, so that "the n-th last one" is one look: one ring for all, one for each payer who had a refusal
   within the last hour. The pool bounds how many those can be (REFUSALS_PAYERS, about 1.6 MB). */
#include "refusals.h"

#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "list.h"
#include "ring.h"

enum { SWEEP_EVERY = 60000 };

struct payer {
    uint64_t id;
    RING(REFUSALS_SHARE) times;
};

struct refusals {
    RING(REFUSALS_POOL_TOKENS) times;
    struct payer *payers; /* in the order of their ids */
    int count, room;
    int64_t swept_at;
};

struct refusals *refusals_new(void)
{
    struct refusals *refusals = calloc(1, sizeof *refusals);
    check(refusals);
    return refusals;
}

void refusals_free(struct refusals *refusals)
{
    if (!refusals)
        return;
    free(refusals->payers);
    free(refusals);
}

bool refusals_counts(const struct answer *answer)
{
    bool is_limit = answer->status == 429 && answer->scope != ANSWER_SHARED;
    return answer->status == 401 || answer->status == 403 || is_limit;
}

/* ---- payers ---- */

static int by_id(const void *item, const void *key)
{
    const struct payer *payer = item;
    const uint64_t *id = key;
    return (payer->id > *id) - (payer->id < *id);
}

static int place_of(const struct refusals *refusals, uint64_t id)
{
    return list_place(refusals->payers, refusals->count, sizeof *refusals->payers, by_id, &id);
}

static const struct payer *find(const struct refusals *refusals, uint64_t id)
{
    int place = place_of(refusals, id);
    return place < refusals->count && refusals->payers[place].id == id ? &refusals->payers[place] : NULL;
}

static int64_t last_of(const struct payer *payer)
{
    return ring_last(&payer->times, 1);
}

static void sweep(struct refusals *refusals, int64_t now)
{
    int kept = 0;
    if (now - refusals->swept_at < SWEEP_EVERY)
        return;
    refusals->swept_at = now;
    for (int i = 0; i < refusals->count; i++)
        if (now - last_of(&refusals->payers[i]) < REFUSALS_CLEAN_MS)
            refusals->payers[kept++] = refusals->payers[i];
    refusals->count = kept;
}

static struct payer *add(struct refusals *refusals, uint64_t id)
{
    int place = place_of(refusals, id);
    refusals->payers =
        list_insert(refusals->payers, &refusals->count, &refusals->room, sizeof *refusals->payers, place);
    refusals->payers[place].id = id;
    return &refusals->payers[place];
}

/* ---- counting ---- */

void refusals_note(struct refusals *refusals, uint64_t id, int64_t now)
{
    ring_add(&refusals->times, now);
    sweep(refusals, now);
    if (id == REFUSALS_NOBODY)
        return;
    struct payer *payer = (struct payer *)find(refusals, id);
    if (!payer && refusals->count < REFUSALS_PAYERS)
        payer = add(refusals, id);
    if (payer)
        ring_add(&payer->times, now);
}

/* How long the n-th last refusal still counts. */
static int64_t left_of(const struct refusals *refusals, int n, int64_t now)
{
    return ring_wait(&refusals->times, n, REFUSALS_MS, now);
}

static int64_t wait_of_share(const struct payer *payer, int64_t now)
{
    return ring_wait(&payer->times, REFUSALS_SHARE, REFUSALS_MS, now);
}

/* With half of the pool gone, until it is there again or the payer had no refusal for an hour. */
static int64_t wait_of_half(const struct refusals *refusals, const struct payer *payer, int64_t now)
{
    int64_t half = left_of(refusals, REFUSALS_HALF, now), clean = last_of(payer) + REFUSALS_CLEAN_MS - now;
    return clean <= 0 ? 0 : half < clean ? half : clean;
}

int64_t refusals_wait(const struct refusals *refusals, uint64_t id, bool has_own_token, int64_t now)
{
    int64_t wait = left_of(refusals, has_own_token ? REFUSALS_POOL_TOKENS : REFUSALS_POOL, now);
    const struct payer *payer = id == REFUSALS_NOBODY ? NULL : find(refusals, id);
    if (has_own_token || !payer)
        return wait;
    int64_t share = wait_of_share(payer, now), half = wait_of_half(refusals, payer, now);
    wait = share > wait ? share : wait;
    return half > wait ? half : wait;
}

int refusals_count(const struct refusals *refusals, int64_t now)
{
    int count = 0;
    while (count < REFUSALS_POOL_TOKENS && left_of(refusals, count + 1, now) > 0)
        count++;
    return count;
}

int refusals_paused(const struct refusals *refusals, int64_t now, uint64_t *one)
{
    int paused = 0;
    for (int i = 0; i < refusals->count; i++)
        if (wait_of_share(&refusals->payers[i], now) > 0) {
            *one = refusals->payers[i].id;
            paused++;
        }
    return paused;
}

int refusals_payers(const struct refusals *refusals)
{
    return refusals->count;
}

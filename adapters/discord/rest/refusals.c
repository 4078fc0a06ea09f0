/* Times of refusals in rings, so that "the n-th last one" is one look: one ring for all, one for each payer who had a refusal
   within the last hour. The pool bounds how many those can be (REFUSALS_PAYERS, about 1.6 MB). */
#include "refusals.h"

#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"

enum { SWEEP_EVERY = 60000 };

struct payer {
    uint64_t id;
    int next;
    int64_t times[REFUSALS_SHARE];
};

struct refusals {
    int64_t times[REFUSALS_POOL_TOKENS];
    int next;
    struct payer *payers; /* in the order of their ids */
    int count, room;
    int64_t swept_at;
};

static const int64_t NEVER = INT64_MIN / 2;

struct refusals *refusals_new(void)
{
    struct refusals *refusals = calloc(1, sizeof *refusals);
    check(refusals);
    for (int i = 0; i < REFUSALS_POOL_TOKENS; i++)
        refusals->times[i] = NEVER;
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

/* The first place whose id is not below `id`. */
static int place_of(const struct refusals *refusals, uint64_t id)
{
    int low = 0, high = refusals->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (refusals->payers[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const struct payer *find(const struct refusals *refusals, uint64_t id)
{
    int place = place_of(refusals, id);
    return place < refusals->count && refusals->payers[place].id == id ? &refusals->payers[place] : NULL;
}

static int64_t last_of(const struct payer *payer)
{
    return payer->times[(payer->next + REFUSALS_SHARE - 1) % REFUSALS_SHARE];
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
    if (refusals->count == refusals->room) {
        refusals->room = refusals->room ? refusals->room * 2 : 16;
        refusals->payers = realloc(refusals->payers, (size_t)refusals->room * sizeof *refusals->payers);
        check(refusals->payers);
    }
    struct payer *payer = &refusals->payers[place];
    memmove(payer + 1, payer, (size_t)(refusals->count - place) * sizeof *payer);
    refusals->count++;
    *payer = (struct payer){.id = id};
    for (int i = 0; i < REFUSALS_SHARE; i++)
        payer->times[i] = NEVER;
    return payer;
}

/* ---- counting ---- */

void refusals_note(struct refusals *refusals, uint64_t id, int64_t now)
{
    refusals->times[refusals->next] = now;
    refusals->next = (refusals->next + 1) % REFUSALS_POOL_TOKENS;
    sweep(refusals, now);
    if (id == REFUSALS_NOBODY)
        return;
    struct payer *payer = (struct payer *)find(refusals, id);
    if (!payer && refusals->count < REFUSALS_PAYERS)
        payer = add(refusals, id);
    if (!payer)
        return;
    payer->times[payer->next] = now;
    payer->next = (payer->next + 1) % REFUSALS_SHARE;
}

/* How long the n-th last refusal still counts. */
static int64_t left_of(const struct refusals *refusals, int n, int64_t now)
{
    int64_t at = refusals->times[(refusals->next + REFUSALS_POOL_TOKENS - n) % REFUSALS_POOL_TOKENS];
    return at + REFUSALS_MS > now ? at + REFUSALS_MS - now : 0;
}

static int64_t wait_of_share(const struct payer *payer, int64_t now)
{
    int64_t until = payer->times[payer->next] + REFUSALS_MS;
    return until > now ? until - now : 0;
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

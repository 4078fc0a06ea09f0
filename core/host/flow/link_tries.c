/* See link_tries.h. */
#include "link_tries.h"

#include "heard.h"
#include "text.h"

static struct link_trier *trier_of(struct link_tries *tries, const struct heard *heard)
{
    uint64_t who = text_hash(text_hash(HASH_START, heard->network), host_source(heard));
    struct link_trier *trier = &tries->list[who % LINK_TRIERS];
    if (trier->who != who || heard->now - trier->since > LINK_LOCK_MS)
        *trier = (struct link_trier){.who = who, .since = heard->now};
    return trier;
}

bool tries_are_over(struct link_tries *tries, const struct heard *heard)
{
    return trier_of(tries, heard)->wrong >= LINK_TRIES;
}

int tries_note_wrong(struct link_tries *tries, const struct heard *heard)
{
    struct link_trier *trier = trier_of(tries, heard);
    trier->wrong++;
    trier->since = heard->now;
    return LINK_TRIES - trier->wrong;
}

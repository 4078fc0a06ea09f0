/* Outcomes counted again from the records, for "standings --rebuild". */
#ifndef REBUILD_H
#define REBUILD_H

#include "store_people.h"

/* What was found and put right. */
struct rebuilt {
    enum store_result result; /* if not STORE_OK, some outcomes are as they were */
    int64_t records, outcomes, absent, wrong;
    /* records that cannot be played again, or were repaired: their outcomes are as they were */
    int64_t unread;
};

/* Makes all outcomes whose records are kept those that the records give. Only on a store that no
   other process uses. Blocks. */
void rebuild_outcomes(struct store *store, struct rebuilt *out);

/* Only plays all records again, and counts those that can be and those that cannot. */
void rebuild_check(struct store *store, struct rebuilt *out);

#endif

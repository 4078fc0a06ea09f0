/* The last N numbers: times, for "at most N within T", or ids, for "was it there before?". A
   ring lies in its owner's struct, as RING(20) kills; all zero is empty. The newest number takes
   the place of the oldest. Knows no clock. */
#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stdint.h>

#define RING(size)                                                                                 \
    struct {                                                                                       \
        int64_t added, at[size]; /* how many were ever added; the last of them */                  \
    }

#define RING_NEVER (INT64_MIN / 2) /* earlier than any span can reach */

#define ring_size(ring)       ((int)(sizeof((ring)->at) / sizeof *(ring)->at))
#define ring_count(ring)      ((int)((ring)->added < ring_size(ring) ? (ring)->added : ring_size(ring)))
#define ring_add(ring, value) ring_add_to((ring)->at, ring_size(ring), &(ring)->added, value)
/* The n-th last number, from 1 to the size; RING_NEVER if there were fewer. */
#define ring_last(ring, n)    ring_last_of((ring)->at, ring_size(ring), (ring)->added, n)
#define ring_has(ring, value) ring_has_in((ring)->at, ring_count(ring), value)
/* The milliseconds until one more time is allowed, if at most `most` (no more than the size) may
   lie within `span`; 0 if it is allowed now. */
#define ring_wait(ring, most, span, now) ring_wait_since(ring_last(ring, most), span, now)

void ring_add_to(int64_t *at, int size, int64_t *added, int64_t value);
int64_t ring_last_of(const int64_t *at, int size, int64_t added, int n);
bool ring_has_in(const int64_t *at, int count, int64_t value);
int64_t ring_wait_since(int64_t since, int64_t span, int64_t now);

#endif

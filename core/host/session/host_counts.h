/* What the host counts for an operator: flow/host_figures.c tells it. */
#ifndef HOST_COUNTS_H
#define HOST_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "figures.h"

enum { HOST_RESULTS = 16 /* room for enum store_result */ };

struct host_counts {
    uint64_t heard, moves, lines, queue_refusals, save_refusals[HOST_RESULTS];
    bool has_failed; /* the latest save did */
    int64_t failed_at;
    struct histogram waited, saved, told;
};

#endif

/* Guesses of secret words: how many wrong ones a person may still say. */
#ifndef CLAIM_H
#define CLAIM_H

#include <stdbool.h>

struct heard;
struct host;

bool claim_is_locked(struct host *host, const struct heard *heard);
/* returns how many tries are left */
int claim_count_wrong(struct host *host, const struct heard *heard);

#endif

/* The appends that there are most of: lines that follow lines, with nothing beside them but a
   message. All of a batch go to the server before its first answer is waited for (libpq's
   pipeline mode), one statement for each append; if there is nothing else in the batch, its
   whole transaction is one message. */
#ifndef POSTGRES_APPEND_H
#define POSTGRES_APPEND_H

#include <stdbool.h>
#include <stdint.h>

struct postgres_hold;
struct postgres_link;
struct store_work;

/* Where a transaction failed. At COMMIT, if the connection is lost: perhaps it did not. */
enum postgres_stage { STAGE_BEGIN, STAGE_WRITES, STAGE_COMMIT };

bool postgres_append_is_plain(const struct store_work *work);

/* Carries out the works from `first` up to `end`, which are all plain, and sets their results.
   SQL_OK, or the failure; then the transaction must be rolled back. */
int postgres_append_all(struct postgres_link *link, struct store_work *first,
                        const struct store_work *end);

/* The same as a transaction of its own, the one that follows number `before`. */
int postgres_append_commit(struct postgres_link *link, const struct postgres_hold *hold,
                           int64_t before, struct store_work *first, const struct store_work *end,
                           enum postgres_stage *failed);

#endif

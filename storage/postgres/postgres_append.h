/* The appends that there are most of: lines that follow lines, with nothing beside them but a message. All of a batch go
   to the server before its first answer is waited for (libpq's pipeline mode), one statement for each append. */
#ifndef POSTGRES_APPEND_H
#define POSTGRES_APPEND_H

#include <stdbool.h>

struct postgres_link;
struct store_work;

bool postgres_append_is_plain(const struct store_work *work);

/* Carries out the works from `first` up to `end`, which are all plain, and sets their results. SQL_OK, or the failure;
   then the transaction must be rolled back. */
int postgres_append_all(struct postgres_link *link, struct store_work *first, const struct store_work *end);

#endif

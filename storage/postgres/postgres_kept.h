/* Texts of SQL that are written piece by piece; and rows of the settings about people, which every
   process of a shared house knows (kept_is_shared() in core/base/kept.h): who writes one says so to
   the others in the same transaction, and the thread of the mail reads it again. So what was
   committed is told, whatever kills its writer. Who was not connected meanwhile reads all of them.
   The rows are the truth, and the order in which they are read does not matter: each is read after
   the commit that was told. Bounded: KEPT_PENDING keys wait to be read; beyond, all rows are read
   again, KEPT_PORTION at a time. */
#ifndef POSTGRES_KEPT_H
#define POSTGRES_KEPT_H

#include <stdbool.h>
#include <stdio.h>

#include "lease.h"
#include "postgres_link.h"

struct postgres_query {
    char *bytes; /* the caller frees it, behind postgres_query_finish() */
    size_t size;
    FILE *out;
};

void postgres_query_begin(struct postgres_query *query);
const char *postgres_query_finish(struct postgres_query *query); /* its text */
void postgres_query_quote(struct postgres_query *query, PGconn *conn, const char *text);

/* ---- rows about people ---- */

struct store_work;

enum { KEPT_PENDING = 64, KEPT_PORTION = 200, KEPT_KEY = LEASE_NAME };

struct kept_key {
    char key[KEPT_KEY];
};

/* Of the thread that reads. All zero at the beginning. */
struct postgres_kept {
    /* that were there when they were read, sorted: so it is seen that one is gone */
    struct kept_key *known;
    int count, space;
    struct kept_key pending[KEPT_PENDING];
    int pending_count;
    bool reads_all;
    char after[KEPT_KEY]; /* of that: the last one that was read */
};

/* that row has changed; nothing for other keys */
void postgres_kept_note(struct postgres_kept *kept, const char *key);
void postgres_kept_note_all(struct postgres_kept *kept);
bool postgres_kept_waits(const struct postgres_kept *kept);
void postgres_kept_fini(struct postgres_kept *kept);

/* ---- for the writer, in its transaction ---- */

/* Before an erasure: it waits for others that are under way, and the mail of these people goes. */
int postgres_kept_begin_erasing(struct postgres_link *link, const struct store_work *work);
/* Says which of those rows the work has changed. Nothing for other work. */
int postgres_kept_tell(struct postgres_link *link, const struct store_work *work);

#endif

/* The house in the database: its format, and who may write. Who opens it, or a unit of it, raises
   the term of that unit, and writes only while the row has that term. */
#ifndef POSTGRES_HOUSE_H
#define POSTGRES_HOUSE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "postgres_link.h"
#include "store_postgres.h"

struct postgres_link;
struct store_postgres;
struct text;

enum {
    POSTGRES_OLDEST = 13 /* the oldest version of the server that we are tested with */,
    HOLD_NAME = 160
};

struct postgres_hold {
    char name[HOLD_NAME]; /* of the unit, quoted for a statement; '' is the whole house */
    int64_t term, number; /* number: of the unit, for the numbers of its tables */
};

/* What every connection needs, once it is open. SQL_OK, or the failure. */
int postgres_house_greet(struct postgres_link *link);

/* In a house that others share, a writer that stands still in a transaction is given up soon:
   until then nobody can take its unit. */
int postgres_house_hurry(struct postgres_link *link);

/* What `where` names: the whole house, which it makes or brings to the newest format, or a unit
   that its owner has taken. False, with a sentence for the admin in `why`, if that cannot be, or
   others have it open. */
bool postgres_house_open(struct postgres_link *link, const struct store_postgres *where,
                         struct postgres_hold *hold, struct text *why);

/* Each transaction of a term has a number, and is let through only while the number of the one
   before it stands in the database. HOUSE_STEP lies between two of them: a number between bars
   the first. */
enum { HOUSE_STEP = 2 };

/* Waits until no transaction of this term is under way behind number `batch`, and bars the next
   one, wherever it is on its way: `batch` becomes its number if it was committed, else the
   number that bars it; that is on the disk then (and on the copy that the server waits for).
   LINK_FAILED + STORE_BUSY if the term is not ours any more. */
int postgres_house_settle(struct postgres_link *link, const struct postgres_hold *hold,
                          int64_t *batch);

/* Begins transaction number `batch` after number `before`; the same failure. */
int postgres_house_begin(struct postgres_link *link, const struct postgres_hold *hold,
                         int64_t before, int64_t batch);

/* The same in three steps: for each connection once; in pipeline mode; and the answer. Its end
   can go in the same message. */
int postgres_house_prepare(struct postgres_link *link, const struct postgres_hold *hold);
int postgres_house_send_begin(struct postgres_link *link, int64_t before, int64_t batch);
int postgres_house_take_begin(struct postgres_link *link);
int postgres_house_send_commit(struct postgres_link *link);

/* Inside a transaction that writes more than lines: one such transaction at a time in all
   processes, for what they count together (standings, numbers of people). */
int postgres_house_alone(struct postgres_link *link);

/* ---- rows about people: postgres_kept.c ---- */

/* Rows of the settings about people, which every process of a shared house knows (kept_is_shared()
   in core/base/kept.h): who writes one says so to the others in the same transaction, and the
   thread of the mail reads it again. So what was committed is told, whatever kills its writer. Who
   was not connected meanwhile reads all of them, KEPT_PORTION at a time; so does a thread with
   KEPT_PENDING keys to read. Each is read after the commit that was told, so the order does not
   matter. */

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

/* ---- mail: postgres_mail.c ---- */

/* Every function blocks; none keeps its arguments. A write whose commit was lost is looked up
   before it is made again. */

/* That goes or has come, or is dealt with. */
struct mail_row {
    struct mail_row *next;
    char unit[LEASE_NAME];
    int64_t number; /* 0 until it is written for the first time */
    int64_t place;
    bool is_done, is_refused;
    bool is_kept,
        /* a row about people that has changed (postgres_house.h): `unit` is its key, `body` its
           value */
        is_gone;
    char body[];
};

struct mail_rows {
    struct mail_row *first, **end;
    int count;
};

void postgres_mail_rows_add(struct mail_rows *rows, struct mail_row *row_take);
struct mail_row *postgres_mail_row_new(const char *unit, int64_t number, const char *body);
int64_t postgres_mail_place(const char *place); /* as a number; 0 for NULL */

struct postgres_mail {
    struct postgres_address address;
    struct postgres_link link;
    struct postgres_hold hold;
    char unit[LEASE_NAME], owner[LEASE_NAME];
    char units[LEASE_UNITS][LEASE_NAME];
    int64_t seen[LEASE_UNITS]; /* the last mail of each sender that was read */
    bool is_away[LEASE_UNITS];
    int unit_count;
    int64_t number;    /* the last that was given to a mail */
    int64_t committed; /* the last that is in the database, as far as is known */
    bool is_heard;     /* the server has said that there is mail */
    struct postgres_kept kept;
};

/* SQL_OK, or the failure with mail->link.reason. */
int postgres_mail_connect(struct postgres_mail *mail);
void postgres_mail_close(struct postgres_mail *mail);

/* Adds rows about people that have changed, a portion of them. */
int postgres_mail_read_kept(struct postgres_mail *mail, struct mail_rows *rows);

/* `take` may change its texts. */
typedef void postgres_mail_take(void *arg, char *const fields[]);
int postgres_mail_rows(struct postgres_mail *mail, const char *sql, int columns,
                       postgres_mail_take *take, void *arg);

#endif

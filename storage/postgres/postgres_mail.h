/* The rows of mail (postgres_mail.h), as one thread writes and reads them. Every function blocks;
   none keeps its arguments. A write whose commit was lost is looked up before it is made again. */
#ifndef POSTGRES_MAIL_H
#define POSTGRES_MAIL_H

#include "lease.h"
#include "postgres_house.h"
#include "postgres_kept.h"
#include "postgres_link.h"

/* One mail that goes or has come, or one that is dealt with. */
struct mail_row {
    struct mail_row *next;
    char unit[LEASE_NAME];
    int64_t number; /* 0 until it is written for the first time */
    int64_t place;
    bool is_done, is_refused;
    bool is_kept,
        /* a row about people that has changed (postgres_kept.h): `unit` is its key, `body` its
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

/* Reads rows of text, and gives each to `take`, whose texts may be changed. */
typedef void postgres_mail_take(void *arg, char *const fields[]);
int postgres_mail_rows(struct postgres_mail *mail, const char *sql, int columns,
                       postgres_mail_take *take, void *arg);

#endif

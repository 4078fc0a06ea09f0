/* Open seats: a table that looks for players stands under a number in the list of the house, and
   "join NUMBER" comes to it from anywhere. A seek is a row of the store, which all processes read;
   it names no person. It ends when its game begins, with its table, after a day, or when it is
   taken back. Bounded: one of a person's tables, SEEKS_OF_NETWORK of a network. */
#ifndef SEEK_H
#define SEEK_H

#include <stdint.h>

#include "heard.h"
#include "row.h"

enum { SEEKS_OF_NETWORK = 50, SEEKS_SHOWN = 10 };

struct session;

struct seek {
    struct seek *next; /* by number */
    int64_t number, table, until;
    char network[HOST_NETWORK], game[HOST_NAME],
        pace[HOST_NAME]; /* "live"; "" as its room has it */
};

extern const struct row_kind seek_row;
void seek_learn(struct host *host, int64_t number, const char *value);
void seek_fini(struct host *host);

/* Of "7": NULL if none has the number any more. */
const struct seek *seek_find(const struct host *host, const char *words);
/* The table, which was opened by `heard`, looks for players from now on; they are told. */
void seek_begin(struct session *session, const struct heard *heard);
/* Its seats are not free any more; does nothing without a seek. */
void seek_end(const struct session *session);

#endif

/* What an admin can ask from a shell: status, tables, bans, leaving a server. The running
   process carries the orders out. If no process runs, this process carries out the order on the
   store, and refuses orders that need the host. Knows the store and the host; the networks and
   the reader of the answer are behind callbacks. */
#ifndef ORDERS_H
#define ORDERS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct figures;
struct host;
struct order;
struct orders;
struct store;
struct text;

/* The reader of an answer is the one who gave the order. `call` belongs to the reader. */
struct orders_reader {
    void (*put)(void *call, bool is_error, const char *line);
    void (*end)(void *call, int status); /* called last */
    /* Calls `fn` once, when the reader has taken the whole answer so far, or is gone. */
    void (*when_empty)(void *call, void (*fn)(void *order), void *order);
    bool (*is_gone)(void *call);
};

/* One kind of order: its words, its arguments, and the function that carries it out. */
struct orders_verb {
    const char *words, *arguments;
    void (*run)(struct order *order); /* NULL: `ask` of struct orders_place carries out the order */
    bool needs_host;
    const char *hint; /* where to find the arguments; may be NULL */
};

struct orders_place {
    struct store *store;
    const struct orders_reader *reader;
    /* The orders of the networks, which all need the host. A row without words ends the array.
       May be NULL. */
    const struct orders_verb *verbs;
    /* All NULL if no process runs: */
    struct host *host;
    int64_t (*now)(void *self);
    /* calls orders_look() once, after so many milliseconds */
    void (*look_in)(void *self, int milliseconds);
    void (*status)(void *self, struct text *out);         /* of the networks */
    void (*figures)(void *self, struct figures *figures); /* puts all there are */
    bool (*has_network)(void *self, const char *name,
                        /* false if another process serves it; puts the names of all into `known` */
                        struct text *known);
    bool (*ask)(void *self, const char *line,
                /* carries out an order of the networks; false if nothing was done */
                struct text *answer);
    void *self;
};

struct orders *orders_new(const struct orders_place *place);
/* The host and the networks end. Orders that still read the store are answered without the host,
   or refused. */
void orders_leave(struct orders *orders);
void orders_free(struct orders *orders); /* drops unfinished orders; NULL is fine */

void orders_hear(struct orders *orders, void *call, const char *line);
void orders_look(struct orders *orders);

/* Carries out the order on a store that no other process uses. Blocks. Returns the exit status. */
int orders_run(struct store *store, const struct orders_verb *verbs, const char *line, FILE *out,
               FILE *err);

#endif

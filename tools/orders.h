/* What an admin can ask from a shell: status, tables, bans, leaving a server. The running process carries the orders
   out. When none runs, another process does it on the store alone, and refuses what needs the host. Knows the store and
   the host; the networks and the reader of the answer are behind callbacks. */
#ifndef ORDERS_H
#define ORDERS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct host;
struct order;
struct orders;
struct store;
struct text;

/* The reader is the one who gave the order. `call` is the reader's. */
struct orders_reader {
    void (*put)(void *call, bool is_error, const char *line);
    void (*end)(void *call, int status); /* called last */
    /* Calls `fn` once, when the reader has taken everything put, or is gone. */
    void (*when_empty)(void *call, void (*fn)(void *order), void *order);
    bool (*is_gone)(void *call);
};

/* One kind of order: its words, its arguments, and the function that carries it out. */
struct orders_verb {
    const char *words, *arguments;
    void (*run)(struct order *order); /* NULL to call `ask` of struct orders_place */
    bool needs_host;
    const char *hint; /* where to find the arguments; may be NULL */
};

struct orders_place {
    struct store *store;
    const struct orders_reader *reader;
    /* The networks' orders, which all need the host. A row without words ends them; may be NULL. */
    const struct orders_verb *verbs;
    /* All NULL if no process runs: */
    struct host *host;
    int64_t (*now)(void *self);
    void (*look_in)(void *self, int milliseconds);                         /* calls orders_look() once, after that
                                                                              time */
    void (*status)(void *self, struct text *out);                          /* of the networks */
    bool (*has_network)(void *self, const char *name, struct text *known); /* puts the names of all */
    bool (*ask)(void *self, const char *line,
                struct text *answer); /* carries out an order of the networks; false if nothing was done */
    void *self;
};

struct orders *orders_new(const struct orders_place *place);
/* The host and the networks go: orders that still read the store are answered without them, or refused. */
void orders_leave(struct orders *orders);
void orders_free(struct orders *orders); /* drops unfinished orders; NULL is fine */

void orders_hear(struct orders *orders, void *call, const char *line);
void orders_look(struct orders *orders);

/* Carries out the order on a store that no other process has. Blocks. Returns the exit status. */
int orders_run(struct store *store, const struct orders_verb *verbs, const char *line, FILE *out, FILE *err);

#endif

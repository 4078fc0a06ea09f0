/* What an admin can ask from a shell: status, tables, bans, leaving a server. The same orders are carried out in the
   process that runs the tables, and by another one on the store alone when nothing runs: then what needs the host is
   refused. Knows the store and the host; the networks and the reader of the answer are behind callbacks. */
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

/* The reader of an answer is the one who gave the order. `call` is the reader's. */
struct orders_reader {
    void (*put)(void *call, bool is_error, const char *line);
    void (*end)(void *call, int status); /* the last that happens to the call */
    /* Calls `fn` once, when what was put has been taken, or nobody takes it any more. */
    void (*when_empty)(void *call, void (*fn)(void *order), void *order);
    bool (*is_gone)(void *call);
};

/* An order: its words, what follows them, and how it is done. */
struct orders_verb {
    const char *words, *arguments;
    void (*run)(struct order *order); /* NULL: struct orders_place, `ask` */
    bool needs_host;
    const char *hint; /* where the arguments are found; or NULL */
};

struct orders_place {
    struct store *store;
    const struct orders_reader *reader;
    /* What the networks add; they all need the host. Ended by a row without words; NULL: nothing. */
    const struct orders_verb *verbs;
    /* All NULL where nothing runs: */
    struct host *host;
    int64_t (*now)(void *self);
    void (*look_in)(void *self, int milliseconds);                         /* calls orders_look() then, once */
    void (*status)(void *self, struct text *out);                          /* of the networks */
    bool (*has_network)(void *self, const char *name, struct text *known); /* puts the names of all */
    bool (*ask)(void *self, const char *line,
                struct text *answer); /* an order of the networks; false: it was not done */
    void *self;
};

struct orders *orders_new(const struct orders_place *place);
/* The host and the networks go: what the store still reads for an order is told without them, or refused. */
void orders_leave(struct orders *orders);
void orders_free(struct orders *orders); /* NULL is fine. Orders that have not ended are dropped, unanswered */

void orders_hear(struct orders *orders, void *call, const char *line);
void orders_look(struct orders *orders);

/* The order on a store that no other process has; blocks. The exit status. */
int orders_run(struct store *store, const struct orders_verb *verbs, const char *line, FILE *out, FILE *err);

#endif

/* What an admin can ask from a shell: status, tables, bans, leaving a server. The running process
   carries the orders out. If no process runs, this process carries out the order on the store, and
   refuses orders that need the host. Knows the store and the host; the networks and the reader of
   the answer are behind callbacks. */
#ifndef ORDER_H
#define ORDER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "store.h"
#include "store_read.h"

struct figures;
struct host;
struct order;
struct order_book;
struct store;
struct text;

/* The reader of an answer is the one who gave the order. `call` belongs to the reader. */
struct order_reader {
    void (*put)(void *call, bool is_error, const char *line);
    void (*end)(void *call, int status); /* called last */
    /* Calls `fn` once, when the reader has taken the whole answer so far, or is gone. */
    void (*when_empty)(void *call, void (*fn)(void *order), void *order);
    bool (*is_gone)(void *call);
};

/* One kind of order: its words, its arguments, and the function that carries it out. */
struct order_verb {
    const char *words, *arguments;
    void (*run)(
        struct order *order); /* NULL: `ask` of struct order_surroundings carries out the order */
    bool needs_host;
    const char *hint; /* where to find the arguments; may be NULL */
};

struct order_surroundings {
    struct store *store;
    const struct order_reader *reader;
    /* The orders of the networks, which all need the host. A row without words ends the array.
       May be NULL. */
    const struct order_verb *verbs;
    /* All NULL if no process runs: */
    struct host *host;
    int64_t (*now)(void *self);
    /* calls order_book_look() once, after so many milliseconds */
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

struct order_book *order_book_new(const struct order_surroundings *place);
/* The host and the networks end. Orders that still read the store are answered without the host,
   or refused. */
void order_book_leave(struct order_book *orders);
void order_book_free(struct order_book *orders); /* drops unfinished orders; NULL is fine */

void order_book_hear(struct order_book *orders, void *call, const char *line);
void order_book_look(struct order_book *orders);

/* Carries out the order on a store that no other process uses. Blocks. Returns the exit status. */
int order_book_run(struct store *store, const struct order_verb *verbs, const char *line, FILE *out,
                   FILE *err);

/* ---- one order ---- */

/* One order of an admin while it is carried out: its words, what it has found, and its answer,
   line by line. Does not know which orders exist or how they arrive. */

struct order {
    struct order_book *orders;
    struct order *next;
    void *call; /* passed to the reader's callbacks */
    char *line;
    const struct order_verb *verb;
    const char *rest; /* the words after the order's name; may be "" */
    /* For orders about tables. */
    struct store_read_end end;
    struct store_table table; /* its `network` and `room` point to the fields below */
    char network[STORE_KEY_MAX + 1], room[STORE_KEY_MAX + 1];
    char *secret; /* beside the record that is exported; or NULL */
    char **lines; /* kept until all lines are known */
    int line_count;
    int64_t repair_to;
    void (*look)(struct order *order); /* order_book_look() calls it once; may be NULL */
    int looks;
    unsigned states;
    int64_t limit, before; /* of a list: so many tables, below this number */
    long seen;
    int month, game; /* of a season: 202611, and the number of the game that is asked about */
};

struct order_book {
    struct order_surroundings place;
    bool is_leaving;
    /* the unfinished orders: at most as many as the control socket has clients */
    struct order *first;
};

struct order *order_new(struct order_book *orders, void *call, const char *line);
void order_free(struct order *order); /* drops the answer */

const struct order_surroundings *order_place(const struct order *order);
void order_put(struct order *order, const char *format, ...) __attribute__((format(printf, 2, 3)));
void order_put_lines(struct order *order, const char *lines);
/* The order must not be used after these. */
void order_end(struct order *order, int status);
void order_refuse(struct order *order, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void order_misuse(struct order *order, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void order_refuse_words(struct order *order); /* says how to use the order */
/* Takes the number at the beginning of `rest`. -1 if absent. */
int64_t order_take_number(struct order *order);

/* ---- the orders about tables ---- */

/* ---- the orders ---- */

void order_tables_list(struct order *order);
void order_tables_show(struct order *order);
void order_tables_end(struct order *order);
void order_tables_repair(struct order *order);
void order_tables_export(struct order *order);
void order_season(struct order *order); /* page.c */

#endif

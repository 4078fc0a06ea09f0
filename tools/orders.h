/* What an admin can ask of the host from a shell: status, tables, bans, leaving a server. The same orders are carried out by
   the running process, which got them through adapters/control.h, and by another process on the store alone, when nothing
   runs: then what needs the host is refused. Knows the store, the host and the networks; no socket. */
#ifndef ORDERS_H
#define ORDERS_H

#include <stdbool.h>
#include <stdio.h>

struct control_call;
struct host;
struct loop;
struct networks;
struct order;
struct orders;
struct store;

struct orders_place {
    struct store *store;
    /* All NULL where nothing runs: */
    struct loop *loop;
    struct host *host;
    struct networks *networks;
};

struct orders *orders_new(const struct orders_place *place);
/* The host and the networks go: what the store still reads for an order is told without them, or refused. */
void orders_leave(struct orders *orders);
void orders_free(struct orders *orders); /* NULL is fine. Orders that have not ended are dropped, unanswered */

/* A control_hear() for control_new(), with the orders as `arg`. */
void orders_hear(void *orders, struct control_call *call, const char *line);

/* The order, on this process's own store; blocks. The exit status. */
int orders_run(struct orders *orders, const char *line, FILE *out, FILE *err);

#endif

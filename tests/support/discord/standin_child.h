/* The stand-in as a process of its own, for end-to-end tests: it goes on serving while the test
   waits for something else. The program is TABLETALK_STANDIN; its orders are those of
   standin_main.c. Blocking, with time limits. */
#ifndef STANDIN_CHILD_H
#define STANDIN_CHILD_H

struct standin_child;

/* `options` are its arguments, NULL at the end, or NULL. Its log goes on in the file `log`.
   Aborts if it does not start. */
struct standin_child *standin_child_new(const char *const options[], const char *log);
void standin_child_free(struct standin_child *child); /* NULL is fine */

const char *standin_child_rest_url(const struct standin_child *child);
const char *standin_child_gateway_url(const struct standin_child *child);

/* Gives an order that is answered, and returns the answer without "= ", until the next order.
   Aborts if none comes. */
const char *standin_child_ask(struct standin_child *child, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Everything it printed before the answer, since the order: violations, what somebody received. */
const char *standin_child_said(const struct standin_child *child);
/* An order without an answer. */
void standin_child_tell(struct standin_child *child, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

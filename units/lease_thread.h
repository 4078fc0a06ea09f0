/* Leases (lease.h) on a thread of their own: a server that does not answer keeps nobody
   else waiting. One question is under way at a time. */
#ifndef LEASE_THREAD_H
#define LEASE_THREAD_H

#include "lease.h"

struct lease_thread;

/* NULL, with a sentence in `why`, if the thread cannot be started; then the leases are closed. */
struct lease_thread *lease_thread_new(struct store_leases *leases_take, struct text *why);
/* Ends the thread if it is idle. Else nothing is freed, and the process has to end. NULL is
   fine. */
void lease_thread_free(struct lease_thread *thread);

/* Readable when an answer has come. */
int lease_thread_fd(const struct lease_thread *thread);

/* Asks for store_leases_renew(). Nothing may be under way. */
void lease_thread_ask(struct lease_thread *thread, const struct lease_wish *wish);

/* Its answer, once. False if none has come. */
struct lease_answer {
    bool is_renewed;
    char why[256]; /* if not */
    struct lease_view view;
};
bool lease_thread_take(struct lease_thread *thread, struct lease_answer *answer);

#endif

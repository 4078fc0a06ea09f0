/* See lookup.h. The loop and the thread share one struct; the last one to let go of it frees it.
   The thread reads the host and writes the result, then writes to the eventfd; only after that
   the loop reads the result. */
#include "lookup.h"

#include <netdb.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "loop.h"

enum { HOST = 256 };

struct shared {
    atomic_int owners;
    int wake; /* eventfd; -1 if no more files may be open: then nothing is looked up */
    char host[HOST];
    struct lookup_result result;
};

struct lookup {
    struct loop *loop;
    struct shared *shared;
    struct loop_timer soon; /* for a result that needs no thread */
    void (*found)(void *arg, const struct lookup_result *result);
    void *arg;
};

static void let_go(struct shared *shared)
{
    if (atomic_fetch_sub(&shared->owners, 1) > 1)
        return;
    if (shared->wake >= 0)
        close(shared->wake);
    free(shared);
}

static void resolve(const char *host, int flags, struct lookup_result *result)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = flags}, *list = NULL;
    int failure = getaddrinfo(host, NULL, &hints, &list);
    result->problem = failure ? gai_strerror(failure) : "it has no address";
    for (struct addrinfo *at = list; at && result->count < LOOKUP_ADDRESSES; at = at->ai_next)
        if (getnameinfo(at->ai_addr, at->ai_addrlen, result->addresses[result->count],
                        LOOKUP_ADDRESS, NULL, 0, NI_NUMERICHOST) == 0)
            result->count++;
    if (list)
        freeaddrinfo(list);
}

/* Resolves numeric addresses, and "localhost", which some systems' lists of names lack. */
static void resolve_here(const char *host, struct lookup_result *result)
{
    bool is_local = strcasecmp(host, "localhost") == 0;
    resolve(is_local ? "127.0.0.1" : host, AI_NUMERICHOST, result);
    if (is_local)
        resolve("::1", AI_NUMERICHOST, result);
}

static void *run(void *arg)
{
    struct shared *shared = arg;
    resolve(shared->host, AI_ADDRCONFIG, &shared->result);
    eventfd_write(shared->wake, 1);
    let_go(shared);
    return NULL;
}

static void tell(void *arg)
{
    struct lookup *lookup = arg;
    lookup->found(lookup->arg, &lookup->shared->result);
}

static void on_wake(void *arg, int fd, unsigned events)
{
    struct lookup *lookup = arg;
    (void)events;
    loop_unwatch(lookup->loop, fd);
    tell(lookup);
}

static void start_thread(struct lookup *lookup)
{
    struct shared *shared = lookup->shared;
    pthread_t thread;
    atomic_store(&shared->owners, 2);
    if (pthread_create(&thread, NULL, run, shared) == 0) {
        pthread_detach(thread);
        loop_watch(lookup->loop, shared->wake, LOOP_READ, on_wake, lookup);
        return;
    }
    atomic_store(&shared->owners, 1);
    shared->result.problem = "no thread can be started";
    loop_timer_set(&lookup->soon, 0);
}

struct lookup *lookup_new(struct loop *loop, const char *host,
                          void (*found)(void *arg, const struct lookup_result *result), void *arg)
{
    struct lookup *lookup = calloc(1, sizeof *lookup);
    struct shared *shared = calloc(1, sizeof *shared);
    check(lookup && shared && strlen(host) < HOST);
    *lookup = (struct lookup){.loop = loop, .shared = shared, .found = found, .arg = arg};
    loop_timer_init(&lookup->soon, loop, tell, lookup);
    snprintf(shared->host, HOST, "%s", host);
    shared->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    atomic_init(&shared->owners, 1);
    resolve_here(host, &shared->result);
    if (shared->result.count == 0 && shared->wake < 0)
        shared->result.problem = "too many files are open";
    if (shared->result.count || shared->wake < 0)
        loop_timer_set(&lookup->soon, 0);
    else
        start_thread(lookup);
    return lookup;
}

void lookup_free(struct lookup *lookup)
{
    if (!lookup)
        return;
    loop_timer_stop(&lookup->soon);
    if (lookup->shared->wake >= 0)
        loop_unwatch(lookup->loop, lookup->shared->wake);
    let_go(lookup->shared);
    free(lookup);
}

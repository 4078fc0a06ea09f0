/* The addresses of a host name, looked up in a thread of its own: a resolver may take seconds,
   and the loop must not. */
#ifndef LOOKUP_H
#define LOOKUP_H

struct lookup;
struct loop;

enum { LOOKUP_ADDRESSES = 8, LOOKUP_ADDRESS = 64 };

struct lookup_result {
    int count;                                        /* if 0, `problem` says why */
    char addresses[LOOKUP_ADDRESSES][LOOKUP_ADDRESS]; /* numeric, in the resolver's order */
    const char *problem;
};

/* Calls `found` once, from the loop. A numeric address needs no thread. */
struct lookup *lookup_new(struct loop *loop, const char *host,
                          void (*found)(void *arg, const struct lookup_result *result), void *arg);

/* May be called before `found` and inside it; a thread that still runs ends by itself. NULL is
   fine. */
void lookup_free(struct lookup *lookup);

#endif

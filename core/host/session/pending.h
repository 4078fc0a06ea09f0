/* What somebody wants and another person, the disk, a robot's thought or another process has still
   to answer: who said it and where, until when, and what becomes of it when the host is gone first.
   Each kind has a list of its own. Does not know what is wanted, nor what is told. */
#ifndef PENDING_H
#define PENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct heard;
struct host;
struct input;

/* What was heard is dealt with */
enum pending_hold {
    PENDING_OPEN,    /* at once: what answers is heard, too */
    PENDING_UNHEARD, /* never: nobody said it here */
    PENDING_ANSWER,  /* when this is answered */
    PENDING_SETTLED, /* likewise, and the host is not settled before */
};

struct pending {
    struct pending *next; /* the newest first */
    struct pending **list;
    struct host *host; /* NULL once it is gone: nobody is told anything */
    struct input *input;
    int64_t until; /* INT64_MAX: as long as it takes */
    enum pending_hold hold;
};

/* A new one of `size` bytes, zero but for this. */
void *pending_new(struct pending **list, struct host *host, const struct heard *heard, size_t size,
                  enum pending_hold hold);
/* This was heard instead, and the disk answers it, however long that takes: PENDING_SETTLED. */
void pending_save(struct pending *pending, const struct heard *heard);
int pending_count(const struct pending *list, const struct heard *heard);
int pending_count_network(const struct pending *list, const char *network);
/* INT64_MAX if none ever is. */
int64_t pending_until(const struct pending *list);

/* Ends one; or goes on with it. */
typedef void pending_over(struct pending *pending);
void pending_expire(struct pending **list, int64_t now, pending_over *over);
/* Where so many of the network are there, the oldest of them that is PENDING_OPEN ends. False if
   none is. */
bool pending_make_room(struct pending **list, const char *network, int most, pending_over *over);

/* It is answered, or never will be: what was heard is dealt with, unless the host is gone. */
void pending_end(void *pending_take);
/* The same, where the input goes on, or was dealt with. */
void pending_drop(void *pending_take);
/* Out of its list, but not freed: what follows may ask anew. */
void pending_unlink(struct pending *pending);
/* The host ends. Who was to answer still ends each of them. */
void pending_orphan(struct pending **list);

#endif

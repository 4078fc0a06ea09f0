/* Somebody who is being forgotten, or may be. */
#ifndef FORGET_H
#define FORGET_H

#include <stdbool.h>
#include <stdint.h>

#include "host_admin.h"
#include "links.h"

struct input;

enum { FORGET_CODE = 6, FORGET_MS = 10 * 60 * 1000 };

enum forget_step {
    FORGET_ASKED,   /* the code waits */
    FORGET_MARKING, /* the wish is being saved */
    FORGET_LEAVING, /* seats go to robots, and other processes do the same */
    FORGET_ERASING,
    FORGET_DONE /* here; the process that began it is told */
};

struct forgetting {
    struct forgetting *next;
    struct host *host; /* NULL once it is gone */
    enum forget_step step;
    int number; /* of the setting */
    struct linked who;
    struct going going; /* once it is confirmed */
    char code[FORGET_CODE + 1];
    int wrong;
    int64_t at;          /* when the code ends, or when to go on */
    struct input *input; /* who confirmed it; NULL for an admin, and after a restart */
    host_erased *done;   /* may be NULL */
    void *arg;
    /* Of a house that many processes share: */
    char by[HOST_NETWORK]; /* the network whose process began it; "" if it is this one */
    bool was_marked;       /* before this process was started, or by another one */
    bool is_marked;        /* since this process was started: the others have read the wish */
    int64_t marked_at;
    unsigned others; /* that are done (forget.h) */
    bool is_erased;  /* from the database; but perhaps not from the memory of all others */
    bool keeps_wish; /* in the database, while it is erased */
    bool is_over;    /* the wish is gone from the database */
};

struct host;
struct linked;
struct text;

/* ---- forget ---- */

/* For people who ask for it, and those an admin names (host_admin.h). */

enum {
    FORGET_TRIES = 5, /* wrong codes of one person, then the code is void */
    FORGET_WAITING_MOST =
        256 /* codes of one network that wait; one more ends the oldest of that network */
};

void forget_fini(struct host *host);
/* False if it is no such setting. */
bool forget_load(struct host *host, const char *key, const char *value);
/* The process of another network has begun to forget somebody; `value` is NULL if it is done,
   and all others are. */
void forget_learn(struct host *host, const char *key, const char *value);
/* `is_early`: records may not be read yet. */
void forget_tick(struct host *host, bool is_early);
int64_t forget_due_at(const struct host *host);

#endif

/* Somebody who is being forgotten, or may be: what forget.c (the steps) and forget_asked.c (who
   asks for it) share. */
#ifndef FORGET_INSIDE_H
#define FORGET_INSIDE_H

#include "host_privacy.h"
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
    unsigned others; /* that are done (forget_others.h) */
    bool is_erased;  /* from the database; but perhaps not from the memory of all others */
    bool keeps_wish; /* in the database, while it is erased */
    bool is_over;    /* the wish is gone from the database */
};

/* NULL if none */
struct forgetting *forgetting_of(const struct host *host, const char *network, const char *key);
struct forgetting *forgetting_begin(struct host *host, const char *network, const char *key,
                                    const char *name);
void forgetting_end(struct host *host, struct forgetting *forgetting);
void forgetting_go_on_at(struct forgetting *forgetting, int64_t at);
void forgetting_start(struct host *host, struct forgetting *forgetting); /* it is confirmed */
/* Where a network has too many, its oldest one ends. False if they are all under way. */
bool forgetting_make_room(struct host *host, const char *network);

#endif

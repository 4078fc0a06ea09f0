/* One input of a room's queue: what was heard, or came by the clock. Its strings are its own; what it means, queue.c knows. */
#ifndef INPUT_H
#define INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "host.h"

struct session;

enum { ROOM_ID = 72 }; /* bytes of a message's id */

enum input_kind {
    INPUT_HEARD,
    INPUT_RENAMED,
    INPUT_BOUND, /* the lasting key is its text */
    INPUT_GONE,
    INPUT_LOST, /* gone, and nobody has to be told */
    INPUT_RETURNED,
    INPUT_NETWORK_GONE,
    INPUT_BANNED, /* the person gets up for good */
    INPUT_END,    /* an admin ends the table; its name is whose word it was */
    INPUT_ALARM,
    INPUT_PLAY_ON,
    INPUT_WATCH,   /* somebody may have been away too long */
    INPUT_STARTERS /* the person who asked for a start that waits hears of it */
};

/* One input, kept until its turn has come. */
struct input {
    struct input *next;
    enum input_kind kind;
    unsigned rank;
    int64_t now;
    bool in_private, has_id, is_press;
    bool was_taken_back; /* what was said first took a seat back, or could not */
    struct press press;
    int source_people;
    char network[HOST_NETWORK], room[HOST_ROOM], group[HOST_GROUP], key[HOST_KEY], source[HOST_SOURCE], name[HOST_NAME],
        text[HOST_TEXT], id[ROOM_ID];
};

/* From the heap; its holder frees it. A heard one is the copy of what was heard, and cleans its name. */
struct input *input_new(enum input_kind kind, const struct session *session, int64_t now);
struct input *input_of_heard(const struct heard *heard);
void input_set_name(struct input *input, const char *name);
struct heard input_heard(const struct input *input);

#endif

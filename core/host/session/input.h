/* One input of a session's queue: what was heard, or what the clock asks for; it owns its strings.
   And how people are called at tables: robots have names of ours, and nobody else gets one that
   looks like theirs. */
#ifndef INPUT_H
#define INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "robot.h"

const char *input_name_robot(enum robot_level level);
/* Without characters that cannot be seen; "somebody" where nothing is left; "robot-person" where it
   looks like a robot's. "" stays so. */
void input_name_person(const char *name, char *out, int size);

/* ---- inputs ---- */

struct session;

enum { INPUT_ID = 72 };

enum input_kind {
    INPUT_HEARD,
    INPUT_RENAMED,
    INPUT_BOUND, /* its text is the lasting key */
    INPUT_GONE,
    INPUT_LOST, /* gone; nobody has to be told */
    INPUT_RETURNED,
    INPUT_NETWORK_GONE,
    INPUT_BANNED,    /* the person gives up the seat for good */
    INPUT_FORGOTTEN, /* likewise: the person is being forgotten */
    INPUT_END,       /* an admin, its name, ends the table */
    INPUT_STOP,      /* an adapter stops the table of a room that is gone */
    INPUT_MOVED,     /* its room is called as its text says from now on */
    INPUT_ALARM,
    INPUT_PLAY_ON,
    INPUT_WATCH,   /* somebody may have been away too long */
    INPUT_SITS,    /* tells who has sat down */
    INPUT_STARTERS /* tells the person who asked for a start that it waits */
};

struct input {
    struct input *next;
    enum input_kind kind;
    unsigned rank;
    int64_t now;
    bool in_private, has_id, is_press, is_awaited, is_addressed;
    bool was_followed;   /* the seat of its sender was moved to this identity, or cannot be */
    bool was_taken_back; /* taking back the seat of its sender was tried already */
    struct press press;
    int source_people;
    char network[HOST_NETWORK], room[HOST_ROOM], group[HOST_GROUP], key[HOST_KEY],
        source[HOST_SOURCE], name[HOST_NAME], own_name[HOST_NAME], text[HOST_TEXT], id[INPUT_ID];
};

/* On the heap; its holder frees it. */
struct input *input_new(enum input_kind kind, const struct session *session, int64_t now);
struct input *input_of_heard(const struct heard *heard);
void input_set_name(struct input *input, const char *name);
void input_go_by(struct input *input, const char *name); /* keeps its sender's own name beside */
struct heard input_heard(const struct input *input);

#endif

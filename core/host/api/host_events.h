/* What processes of a shared house tell and ask one another about people and rooms
   (host.h). */
#ifndef HOST_EVENTS_H
#define HOST_EVENTS_H

#include <stdint.h>

/* What the network here tells the host of people and rooms (reports.h). Stands in mail as a
   number: new ones come last, for processes of two versions write to one another. */
enum host_event_kind {
    HOST_EVENT_ROOM_READY,
    HOST_EVENT_PERSON_READY,
    HOST_EVENT_RENAMED, /* `text` is the name */
    HOST_EVENT_GONE,
    HOST_EVENT_LOST,
    HOST_EVENT_RETURNED,
    HOST_EVENT_BOUND, /* `text` is the lasting key */
    HOST_EVENT_HOLD,  /* for `ms` */
    HOST_EVENT_REACH_KNOWN,
    HOST_EVENT_NETWORK_GONE,
    HOST_EVENT_USED, /* somebody who is linked was heard */
    /* the person whose forgetting has the number `ms` is forgotten in that process */
    HOST_EVENT_FORGOT,
    /* for `ms`: a person there, whether they are one with somebody (!link); 0: no longer */
    HOST_EVENT_ASKED,
    HOST_EVENT_ROOM_GONE,
    HOST_EVENT_ROOM_LOST,
    HOST_EVENT_ROOM_RENAMED, /* `text` is what it is called from now on */
    HOST_EVENTS
};
struct host_event {
    enum host_event_kind kind;
    const char *network;
    const char *who;  /* a key, or a room; "" for the network */
    const char *text; /* may be NULL */
    int64_t ms;
};

/* What one process asks each other about people. Bounded, as are its answers: session/far.h. */
enum host_question_kind {
    HOST_QUESTION_TOGETHER, /* "yes" if the person and the other one sit at one table there */
    HOST_QUESTION_TABLES,   /* where the person sits, in sentences */
    HOST_QUESTION_ASIDES    /* likewise, tables that were set aside */
};
struct host_question {
    int64_t number; /* of the process that asks */
    enum host_question_kind kind;
    const char *network, *key;             /* the person */
    const char *other_network, *other_key; /* of TOGETHER; else "" */
};

#endif

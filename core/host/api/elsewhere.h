/* Networks that other processes of a shared house serve. Tables there can be shown in rooms of the
   network here, and the other way round. adapters/relay fills this in, in the port of each such
   network. */
#ifndef ELSEWHERE_H
#define ELSEWHERE_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"

struct host;
struct host_board;
struct host_event;
struct host_moves;
struct host_panel;
struct host_port;
struct host_question;
struct session;
struct text;

/* What a line heard here can be about. */
enum host_matter {
    HOST_MATTER_TABLE,  /* a table that is shown in that room, or where that person sits */
    HOST_MATTER_CODE,   /* an invitation to a table there */
    HOST_MATTER_WORD,   /* perhaps a seat word of a table there */
    HOST_MATTER_PERSON, /* who is one person; the process of one network keeps that */
    HOST_MATTER_ASIDE,  /* not said to us, but in a room of a table there; perhaps a move */
    HOST_MATTERS
};

/* What a lone "yes" of a person here can answer there; bits. */
enum { HOST_ASKS_LINK = 1, HOST_ASKS_TABLE = 2 };

/* These must not block or call what changes the host. `self` is the port's. */
struct host_elsewhere {
    /* What was heard here, to the host there. False if it is not about a table there, as far as is
       known. */
    bool (*takes)(void *self, const struct heard *heard, enum host_matter matter);
    void (*note)(void *self, const struct host_event *event);
    /* To this process whichever person it is about. False if nobody there can be told now. */
    bool (*tell)(void *self, const struct host_event *event);
    /* host_question_answered() follows, unless that process ends. False if nobody there can be
       asked now. */
    bool (*ask)(void *self, const struct host_question *question);
    /* A table there is. */
    bool (*shows)(void *self, const char *room);
    void (*each_room)(void *self, void (*each)(void *arg, const char *room), void *arg);
    /* People of the network here who sit at tables there. */
    void (*each_person)(void *self, void (*each)(void *arg, const char *key, const char *name),
                        void *arg);

    /* What the process there told last of its tables (posts.h): the answers of a process that
       may be away. */
    bool (*board_in)(void *self, const char *room, struct host_board *out);
    bool (*board_of)(void *self, const char *key, int64_t table, struct host_board *out);
    int (*tables_of)(void *self, const char *key, int64_t tables[], int most);
    void (*open_moves)(void *self, const char *room, struct host_moves *out);
    struct host_panel *(*panel_of)(void *self, const char *key, int64_t table);
    bool (*offers_again)(void *self, const char *room, int64_t table);
    unsigned (*asks)(void *self, const char *key);
    void (*each_seated_at)(void *self, int64_t table,
                           void (*each)(void *arg, const char *key, const char *name), void *arg);
    void (*each_to_kick)(void *self, const char *key, int64_t table,
                         bool (*each)(void *arg, const char *name), void *arg);

    /* It may have changed for people there, and all that is to be told was told; it is gone. */
    void (*changed)(void *self, const struct session *session);
    void (*gone)(void *self, int64_t table);
};

/* True if another process hears the line: nothing else is done about it here. */
bool host_goes_elsewhere(struct host *host, const struct heard *heard, enum host_matter matter);
/* Of this process or of another one. */
bool host_has_table(struct host *host, const char *network, const char *room);

/* A row about people (kept_is_shared() in core/base/kept.h) was written, by another process or this
   one; `value` is NULL if it is gone. Of one key the latest comes last. */
void host_note_kept(struct host *host, const char *key, const char *value, int64_t now);

/* ---- for adapters/relay ---- */

/* Answers another process at once. */
void host_answer_question(struct host *host, const struct host_question *question,
                          struct text *answer);
void host_question_answered(struct host *host, const char *network, int64_t number,
                            const char *answer, int64_t now);
/* HOST_EVENT_USED or HOST_EVENT_FORGOT. */
void host_person_used(struct host *host, struct identity who);
/* HOST_EVENT_DAILY */
void host_daily_asked(struct host *host);
void host_forgot(struct host *host, const char *network, int64_t number, int64_t now);

/* NULL if unknown. */
const struct host_port *host_network(const struct host *host, const char *network);
/* A seat of the person's network at a table here has it. */
bool host_knows_word(struct host *host, const struct heard *heard);
/* In this room or to this person. */
bool host_has_offer(struct host *host, const struct heard *heard);

/* ---- what processes tell and ask one another about people and rooms ---- */

/* Of people and rooms (port.h). Stands in mail as a number: new ones come last, for processes of
   two versions write to one another. */
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
    HOST_EVENT_DAILY,        /* somebody asks for the deal of the day */
    HOST_EVENTS
};
struct host_event {
    enum host_event_kind kind;
    const char *network;
    const char *who;  /* a key, or a room; "" for the network */
    const char *text; /* may be NULL */
    int64_t ms;
};

/* Bounded, as are answers: session/far.c. */
enum host_question_kind {
    HOST_QUESTION_TOGETHER, /* "yes" if the person and the other one sit at one table there */
    HOST_QUESTION_TABLES,   /* where the person sits, in sentences */
    HOST_QUESTION_ASIDES    /* likewise, tables that were set aside */
};
struct host_question {
    int64_t number; /* of the process that asks */
    enum host_question_kind kind;
    struct identity who, other; /* other: of TOGETHER; else "" */
};

#endif

/* What waits to be said on one network, where chat is the scarce resource. A newer state of a table replaces an older
   one that was not sent; every room and every person who asks has a fair share; and when there is too much, the one
   with most chatter loses some. Addresses are rooms and person keys, never nicks: the port asks who a person is now
   when it writes a message. Knows no protocol: the port decides how a message looks, whether it may be sent now, and
   where it goes.

   Two classes share the pace. Play is tales, hands and whom a table waits for; each room takes its turn. Talk is
   answers and other words to people; each source takes its turn. In a room, hands that the table waits for go first,
   then tales, then other hands, then the rest. Words for one room, or for one person, keep their order, but public
   answers may be overtaken. */
#ifndef OUTBOX_H
#define OUTBOX_H

#include <stdbool.h>
#include <stdint.h>

#include "host.h"

/* Bounds. Chatter is answers and lobby talk; its owner is the source that caused it, or else the room it is for. Besides there
   wait one board for each room, one hand and one seat word for each seat, and so many tales and results of each room. */
enum {
    OUTBOX_LINES = 100,     /* messages of chatter; then the one with most loses the newest and is told so, once */
    OUTBOX_SHARE = 25,      /* messages of chatter of one owner */
    OUTBOX_TALES = 8,       /* messages of tales of one room; then the oldest go: the board tells their outcome */
    OUTBOX_RESULTS = 60,    /* the same of results */
    OUTBOX_MERGE = 350,     /* bytes of tales that are worth one message */
    OUTBOX_TALK_EVERY = 16, /* one line of so many is talk, while play waits too */
    OUTBOX_AHEAD = 3        /* lines that a room may say at once when it was silent before */
};

enum outbox_kind { OUTBOX_PLAY, OUTBOX_NEWS, OUTBOX_RESULT, OUTBOX_ANSWER, OUTBOX_HAND };

struct outbox_item {
    enum outbox_kind kind;
    bool is_private;
    char to[HOST_ROOM];    /* the room; if private the person's key, which is no longer */
    char about[HOST_ROOM]; /* private: the table's room, "" for none */
    int64_t table;
    struct prose *tale, *board, *next; /* as in struct post; NULL where empty. A whisper has a tale only */
    bool is_patient;                   /* talk before its turn: leaves some of the pace to what happens at tables */
    struct outbox_own *own;            /* the outbox's */
};

enum outbox_reach {
    OUTBOX_NOW,
    OUTBOX_LATER, /* keep it: the room cannot be reached for the moment */
    OUTBOX_NEVER  /* drop it: nobody is there any more */
};

struct outbox_port {
    enum outbox_reach (*reach)(void *self, const struct outbox_item *item);
    /* Calls outbox_add_message for each message that the item becomes. */
    void (*render)(void *self, struct outbox_item *item);
    /* Milliseconds until anything as long as this message may be sent; 0 for now. */
    int64_t (*wait)(void *self, const struct outbox_item *item, const char *message);
    /* Milliseconds until something may go to this place, while other places may be written to. NULL if there is no such
       limit. */
    int64_t (*hold)(void *self, const struct outbox_item *item);
    /* About how many milliseconds a line costs. NULL if lines are never so late that some are held back for others. */
    int64_t (*line_ms)(void *self);
    void (*send)(void *self, const struct outbox_item *item, const char *message);
    /* Everything for this room ("@key": the private table of a person) has been sent. May be NULL. */
    void (*told)(void *self, const char *room);
    void *self;
};

struct outbox;

struct outbox *outbox_new(const struct outbox_port *port); /* the port is copied */
void outbox_free(struct outbox *outbox);                   /* NULL is fine */

/* Copies what is told; sends nothing yet. A post to "@key" goes to that person. */
void outbox_post(struct outbox *outbox, const struct post *post);
void outbox_whisper(struct outbox *outbox, const struct whisper *whisper);

/* Only while the port renders that item. The text is copied; an empty one is no message. */
void outbox_add_message(struct outbox_item *item, const char *message);

/* Sends what may be sent now. Returns in how many milliseconds to call again; -1 if only something new, or a place that
   can be reached again, needs a call. */
int64_t outbox_pump(struct outbox *outbox);

/* The person is gone: everything private for them is dropped. */
void outbox_forget(struct outbox *outbox, const char *key);

/* The person goes by another key from now on, and gets what waits for the old one. */
void outbox_readdress(struct outbox *outbox, const char *key, const char *to);

/* The connection is gone, and with it everybody: what was private or answers somebody is dropped. What happened at
   tables stays for when the rooms can be reached again; what was under way begins anew. */
void outbox_disconnect(struct outbox *outbox);

int outbox_lines(const struct outbox *outbox); /* messages that wait, about */
int outbox_lanes(const struct outbox *outbox); /* rooms and sources that something waits for, or lately did */
bool outbox_is_empty(const struct outbox *outbox);

#endif

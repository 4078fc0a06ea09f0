/* The messages that wait on one network, where chat is the scarce resource. A newer state of a
   table replaces an older one that was not sent. Every room and every person who asks has a fair
   share. When too much waits, the owner of most chatter loses some of it. Addresses are rooms
   and person keys, never nicks: the port asks who a person is now when it writes a message.
   Knows no protocol: the port decides how a message looks, whether it may be sent now, and where
   it goes.

   Two classes share the pace. Play is tales, hands and calls to the people that a table waits
   for; rooms take turns. Talk is answers and other words to people; sources take turns: who has
   asked least is first, questions that were left out included, and among equals the newest. So
   however many ask again and again, somebody new is answered soon. In a room, hands that the
   table waits for go first, then tales, then other hands, then the rest. Words for one room or
   one person keep their order, except that others may overtake public answers. */
#ifndef OUTBOX_H
#define OUTBOX_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "posts.h"

/* Bounds. Chatter is answers and lobby talk. Its owner is the source that caused it, or the
   place it is for if there is no source. Besides chatter each room has at most one waiting board
   and the tales and results below, and each seat one hand and one seat word. */
enum {
    /* messages of chatter; above it the owner of most loses the newest and is told so, once */
    OUTBOX_LINES = 100,
    OUTBOX_SHARE = 25, /* messages of chatter of one owner */
    OUTBOX_NOTES = 20, /* owners that wait to be told so; above it the next are not told */
    /* messages of tales of one room; above it the oldest go: the board tells their outcome */
    OUTBOX_TALES = 8,
    OUTBOX_RESULTS = 60,    /* messages of results of one room; above it the oldest go */
    OUTBOX_MERGE = 350,     /* bytes of tales that are worth one message */
    OUTBOX_TALK_EVERY = 16, /* one line in so many is talk, while play waits, too */
    OUTBOX_AHEAD = 3        /* lines that a room may say at once after a silence */
};

enum outbox_kind { OUTBOX_PLAY, OUTBOX_NEWS, OUTBOX_RESULT, OUTBOX_ANSWER, OUTBOX_HAND };

struct outbox_item {
    enum outbox_kind kind;
    bool is_private;
    char to[HOST_ROOM];    /* the room; if private the person's key, which is no longer */
    char about[HOST_ROOM]; /* if private, the room of the table; "" if none */
    int64_t table;
    /* as in struct post; NULL where empty. A whisper has a tale only */
    struct prose *tale, *board, *next;
    bool is_midway, is_real_time; /* as in struct post */
    /* talk that goes before its turn and has to leave some of the pace to play */
    bool is_patient;
    struct outbox_own *own; /* for the outbox alone */
};

enum outbox_reach {
    OUTBOX_NOW,
    OUTBOX_LATER, /* keep it: the room cannot be reached at the moment */
    OUTBOX_NEVER  /* drop it: nobody is there any more */
};

struct outbox_port {
    enum outbox_reach (*reach)(void *self, const struct outbox_item *item);
    /* Calls outbox_add_message for each message that the item becomes. */
    void (*render)(void *self, struct outbox_item *item);
    /* Milliseconds until anything as long as this message may be sent; 0 for now. */
    int64_t (*wait)(void *self, const struct outbox_item *item, const char *message);
    /* Milliseconds until something may go to this place, while other places may be written to.
       NULL if there is no such limit. */
    int64_t (*hold)(void *self, const struct outbox_item *item);
    /* The milliseconds that a line costs, about. NULL if no hand ever has to wait until fewer
       lines do. */
    int64_t (*line_ms)(void *self);
    void (*send)(void *self, const struct outbox_item *item, const char *message);
    /* Everything for this room ("@key": the private table of a person) has been sent. May be
       NULL. */
    void (*told)(void *self, const char *room);
    void *self;
};

struct outbox;

struct outbox *outbox_new(const struct outbox_port *port); /* the port is copied */
void outbox_free(struct outbox *outbox);                   /* NULL is fine */

/* Both copy the words and send nothing yet. A post to "@key" goes to that person. */
void outbox_post(struct outbox *outbox, const struct post *post);
void outbox_whisper(struct outbox *outbox, const struct whisper *whisper);

/* Adds a message of the item that the port renders now. Copies the text; ignores an empty one. */
void outbox_add_message(struct outbox_item *item, const char *message);

/* Sends what may be sent now. Returns after how many milliseconds to call it again; -1 if not
   before something new comes or a place can be reached again. */
int64_t outbox_pump(struct outbox *outbox);

/* The person is gone: drops everything private for them. */
void outbox_forget(struct outbox *outbox, const char *key);

/* The person has the key `to` from now on, and gets what waits for the old key. */
void outbox_readdress(struct outbox *outbox, const char *key, const char *to);

/* The connection is gone, and everybody with it: drops private words and answers. What happened
   at tables waits until the rooms can be reached again; an item that was sent in part begins
   anew. */
void outbox_disconnect(struct outbox *outbox);

int outbox_lines(const struct outbox *outbox); /* messages that wait, about */
/* rooms and sources that something waits for, or lately did */
int outbox_lanes(const struct outbox *outbox);
bool outbox_is_empty(const struct outbox *outbox);

#endif

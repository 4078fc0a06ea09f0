/* What waits to be said on one network: chat is the scarce resource. Keeps posts and whispers in the order in which they
   should go out, lets a newer state of a table take the place of an older one that was not sent, and drops what nobody
   needs any more. Addresses are rooms and person keys, never nicks: who somebody is now is asked when a message is
   written. Knows no protocol: how a message looks, whether one may be sent now and where it goes is the port's.

   Order: first hands, and answers to people a table waits for; then what happens at tables; then the rest. What is said in
   one room, or to one person, is never overtaken by what was said there later. */
#ifndef OUTBOX_H
#define OUTBOX_H

#include <stdbool.h>
#include <stdint.h>

#include "host.h"

enum {
    OUTBOX_LINES = 100, /* messages that may wait; then chatter is dropped, and whom it was for is told once */
    OUTBOX_MERGE = 350  /* bytes of tales that are worth one message */
};

enum outbox_kind { OUTBOX_PLAY, OUTBOX_NEWS, OUTBOX_RESULT, OUTBOX_ANSWER, OUTBOX_HAND };

struct outbox_item {
    enum outbox_kind kind;
    bool is_private;
    char to[HOST_KEY];     /* the room; if private the person's key */
    char about[HOST_ROOM]; /* private: the table's room, "" for none */
    int64_t table;
    struct prose *tale, *board, *next; /* as in struct post; NULL where empty. A whisper has a tale only */
    struct outbox_own *own;            /* the outbox's */
};

enum outbox_reach {
    OUTBOX_NOW,
    OUTBOX_LATER, /* keep it: the room cannot be reached for the moment */
    OUTBOX_NEVER  /* drop it: nobody is there any more */
};

struct outbox_port {
    bool shows_blocks; /* boards are a post's block, not its line */
    enum outbox_reach (*reach)(void *self, const struct outbox_item *item);
    /* Calls outbox_add_message for each message that the item becomes. */
    void (*render)(void *self, struct outbox_item *item);
    /* Milliseconds until this message may be sent; 0: now. */
    int64_t (*wait)(void *self, const struct outbox_item *item, const char *message);
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

/* Sends what may be sent now. Returns when to call again, in milliseconds from now; -1: not before something new comes,
   or something can be reached again. */
int64_t outbox_pump(struct outbox *outbox);

/* The person is gone: everything private for them is dropped. */
void outbox_forget(struct outbox *outbox, const char *key);

/* The person goes by another key from now on, and gets what waits for the old one. */
void outbox_readdress(struct outbox *outbox, const char *key, const char *to);

/* The connection is gone, and with it everybody: what was private or answers somebody is dropped. What happened at
   tables stays for when the rooms can be reached again; what was under way begins anew. */
void outbox_disconnect(struct outbox *outbox);

int outbox_lines(const struct outbox *outbox); /* messages that wait, about */
bool outbox_is_empty(const struct outbox *outbox);

#endif

/* What the host and we have to say goes through the outbox to the server; whether private lines
   arrive: what is known of each person, what was sent lately, to whom we wrote unasked. What the
   server refuses is refusal.h's. */
#ifndef DELIVERY_H
#define DELIVERY_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "irc.h"
#include "members.h"
#include "port.h"

struct irc;
struct irc_room;
struct outbox;

enum {
    IRC_SENT = 16,          /* private lines that a refusal can be matched with */
    IRC_NEWCOMERS = 32,     /* sources */
    IRC_NEWCOMERS_MOST = 2, /* of each, in IRC_NEWCOMERS_MS */
    IRC_NEWCOMERS_MS = 5 * 60 * 1000,
    IRC_ASKED_MS = 2000,      /* without a refusal for so long, the line has arrived */
    IRC_QUEUED_MS = 60 * 1000 /* a line that was not sent by then was dropped */
};

/* A private line that was sent. */
struct irc_sent {
    char key[HOST_KEY], nick[MEMBER_NICK], about[HOST_ROOM];
    char *text;
    unsigned number; /* its label is made of it; 0 if the place is free */
    bool is_hand;
};

/* How many people of one source, who do not play, we wrote to for the first time lately. The
   source that was quiet for the longest time makes room. */
struct irc_newcomers {
    char source[HOST_SOURCE];
    int64_t since, latest;
    int count;
};

void irc_delivery_init(struct irc *irc);
void irc_delivery_leave(struct irc *irc); /* the connection is gone */
/* The server answers a line by its label. False if it refuses one of our private lines. */
bool irc_delivery_label(struct irc *irc, const struct wire_event *event);

irc_event_fn irc_on_pong;

void irc_delivery_know(struct irc *irc, struct member *member, enum member_reach reach);
/* Nothing is sent to them for so long. */
void irc_delivery_hold(struct irc *irc, struct member *member, int64_t ms);
/* The line that the server answers. NULL if unknown, or dealt with already. */
struct irc_sent *irc_sent_with(struct irc *irc, const char *label);

struct outbox *irc_outbox_new(struct irc *irc);

/* Somebody else has said something there, or is told something: the first part of a turn waits
   no longer. */
void irc_room_release(struct irc_room *room);
void irc_post(void *self, const struct post *post);
void irc_whisper(void *self, const struct whisper *whisper);
/* Says a sentence of the adapter's own in private. `key` is a member's, or "=nick" for a
   stranger. */
void irc_tell_prose(struct irc *irc, const char *key, const struct prose *prose);
/* The same with a sentence of strings.def, as view_sentence() takes it. */
#define irc_tell(irc, key, id, ...)                                                                \
    do {                                                                                           \
        struct prose sentence_;                                                                    \
        prose_open(&sentence_, host_person_language((irc)->host, (irc)->network, key));            \
        view_sentence(&sentence_, irc_strings[id], __VA_ARGS__);                                   \
        irc_tell_prose(irc, key, &sentence_);                                                      \
    } while (0)

/* Would a hand arrive? If we never wrote to that person, we do now, to find out. */
enum host_reach irc_reach(void *self, const char *key);

#endif

/* Whether private lines arrive: what is known of each person, what was sent lately, to whom we
   wrote unasked. */
#ifndef IRC_DELIVERY_H
#define IRC_DELIVERY_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "irc.h"
#include "members.h"

struct irc;

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
/* We have voice in a channel of theirs, so the network does not count that we write to them. */
bool irc_may_talk(const struct irc *irc, const struct member *member);
/* Milliseconds until we may write to them. `is_play`: it is a hand, or they sit at a table. */
int64_t irc_delivery_wait(struct irc *irc, const struct member *member, bool is_play);
/* a line goes out to them */
void irc_delivery_opened(struct irc *irc, const struct member *member, bool is_play);
/* a private line for them is in the outbox */
void irc_delivery_queued(struct irc *irc, const char *key);
/* A private line goes out. Returns its label, valid until the next call. */
const char *irc_delivery_sent(struct irc *irc, const char *key, const char *nick, const char *about,
                              bool is_hand, const char *text);
/* The server answers a line by its label. False if it refuses one of our private lines. */
bool irc_delivery_label(struct irc *irc, const struct wire_event *event);
void irc_delivery_ask(struct irc *irc,
                      /* asks whether the line that just went out has arrived, if that helps */
                      const char *key);

irc_event_fn irc_on_pong;

/* For irc_refusals.c. */
void irc_delivery_know(struct irc *irc, struct member *member, enum member_reach reach);
/* for so long nothing is sent to them */
void irc_delivery_hold(struct irc *irc, struct member *member, int64_t ms);
/* The line that the server answers. NULL if unknown, or dealt with already. */
struct irc_sent *irc_sent_with(struct irc *irc, const char *label);
/* The same of an answer without a label: the oldest line to that nick; if the server names none
   (NULL), the latest. */
struct irc_sent *irc_sent_to(struct irc *irc, const char *nick);

#endif

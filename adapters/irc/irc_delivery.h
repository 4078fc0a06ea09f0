/* Whether private lines arrive: what is known of each person, what was sent of late, whom we wrote to first. */
#ifndef IRC_DELIVERY_H
#define IRC_DELIVERY_H

#include <stdbool.h>
#include <stdint.h>

#include "host.h"
#include "members.h"
#include "irc.h"

struct irc;

enum {
    IRC_SENT = 16,          /* private lines whose refusal is still understood */
    IRC_NEWCOMERS = 32,     /* sources */
    IRC_NEWCOMERS_MOST = 2, /* of each, in IRC_NEWCOMERS_MS */
    IRC_NEWCOMERS_MS = 5 * 60 * 1000,
    IRC_ASKED_MS = 2000,      /* without a refusal: it has arrived */
    IRC_QUEUED_MS = 60 * 1000 /* a question that was not sent by then was dropped */
};

/* A private line that was sent. */
struct irc_sent {
    char key[HOST_KEY], nick[MEMBER_NICK], about[HOST_ROOM];
    char *text;
    unsigned number; /* its label is made of it; 0 if absent, or settled */
    bool is_hand;
};

/* How many of a source were written to first, lately, who do not play. The source that was quiet the longest makes room. */
struct irc_newcomers {
    char source[HOST_SOURCE];
    int64_t since, latest;
    int count;
};

void irc_delivery_init(struct irc *irc);
void irc_delivery_leave(struct irc *irc); /* the connection is gone */
/* Networks count whom we write to, but not those of a channel where we have voice. */
bool irc_may_talk(const struct irc *irc, const struct member *member);
/* Milliseconds until we may write to them; `is_play`: a hand, or to somebody at a table. */
int64_t irc_delivery_wait(struct irc *irc, const struct member *member, bool is_play);
void irc_delivery_opened(struct irc *irc, const struct member *member, bool is_play); /* a line goes to them */
void irc_delivery_queued(struct irc *irc, const char *key); /* something private is on its way to them */
/* A private line goes out; returns its label. The pointer lasts until the next. */
const char *irc_delivery_sent(struct irc *irc, const char *key, const char *nick, const char *about, bool is_hand,
                              const char *text);
void irc_delivery_label(struct irc *irc, const struct wire_event *event); /* any line with a label of ours */
void irc_delivery_ask(struct irc *irc, const char *key);                  /* the line is out */

irc_event_fn irc_on_pong;

/* For irc_refusals.c, which deals with what did not arrive. */
void irc_delivery_know(struct irc *irc, struct member *member, enum member_reach reach);
void irc_delivery_hold(struct irc *irc, struct member *member, int64_t ms); /* nothing goes to them for so long */
/* NULL if absent or settled. */
struct irc_sent *irc_sent_with(struct irc *irc, const char *label);
struct irc_sent *irc_sent_to(struct irc *irc, const char *nick);

#endif

/* From the outbox to the wire: to whom it goes, how it looks there, when it may go. */
#ifndef IRC_SPEAK_H
#define IRC_SPEAK_H

struct irc;
struct outbox;

struct outbox *irc_outbox_new(struct irc *irc);

#endif

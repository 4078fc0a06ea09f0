/* Who bears the cost of what is said (struct heard_source in host.h): the account, or else where somebody connects from. */
#ifndef IRC_SOURCE_H
#define IRC_SOURCE_H

#include "host.h"
#include "members.h"
#include "wire_event.h"

struct irc;

/* Of a member; `id` is kept in `bytes`. */
struct heard_source irc_source(const struct member *member, char bytes[HOST_SOURCE]);

/* The source of the person who sent this line, member or not. */
void irc_source_put(const struct irc *irc, const struct wire_event *event, char source[HOST_SOURCE]);

/* False when this person was told enough by us within the last minute, whatever others ask. */
bool irc_may_tell(struct irc *irc, const char *source);

/* What any line of theirs says of who they are. */
void irc_note_source(struct irc *irc, const struct wire_event *event);
void irc_note_host(struct irc *irc, const char *nick, const char *host);

#endif

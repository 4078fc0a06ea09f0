/* Who bears the cost of what is said (struct heard_source in host.h): the account, or else where somebody connects from. */
#ifndef IRC_SOURCE_H
#define IRC_SOURCE_H

#include "host.h"
#include "members.h"
#include "wire_event.h"

struct irc;

/* Of an account's key, "$ann". */
void source_of_account(const char *key, char source[HOST_SOURCE]);
/* Of the host in nick!user@host: an address, a name or a cloak. Nick and ident are the client's to choose and do not count; nor does
   the half of an IPv6 address that is. Never "", never the same for two hosts that are not one /64. */
void source_of_host(const char *host, char source[HOST_SOURCE]);

/* Of a member; `id` is kept in `bytes`. */
struct heard_source irc_source(const struct member *member, char bytes[HOST_SOURCE]);

/* The source of the person who sent this line, member or not. */
void irc_source_put(const struct irc *irc, const struct wire_event *event, char source[HOST_SOURCE]);

/* False when this person was told enough by us within the last minute, whatever others ask. */
bool irc_may_tell(struct irc *irc, const char *source);

/* Takes what any line says of who speaks. The member, or NULL. */
struct member *irc_note_source(struct irc *irc, const struct wire_event *event);
void irc_note_host(struct member *member, const char *host);

#endif

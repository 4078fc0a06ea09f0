/* Sources: who bears the cost of what is said (struct heard_source in host.h). It is the
   account, or else the host. */
#ifndef IRC_SOURCE_H
#define IRC_SOURCE_H

#include "heard.h"
#include "members.h"
#include "wire_event.h"

struct irc;

/* The source of an account's key, "$ann". */
void source_of_account(const char *key, char source[HOST_SOURCE]);
/* The source of the host in nick!user@host: an address, a name or a cloak. What the client can
   choose does not count: nick, ident, the second half of an IPv6 address. Never "", and never
   the same for two hosts unless they are one /64. */
void source_of_host(const char *host, char source[HOST_SOURCE]);

/* The net around that of a host's source: of an address of IPv6 its /56 (step 1) and its /48
   (step 2), and what a cloak tells of the /48. False if no net is known. */
bool source_widen(const char *source, int step, char wider[HOST_SOURCE]);

/* The source of a member; its `id` points to `bytes`. */
struct heard_source irc_source(const struct member *member, char bytes[HOST_SOURCE]);

/* The source of the person who sent this line, member or not. */
void irc_source_put(const struct irc *irc, const struct wire_event *event,
                    char source[HOST_SOURCE]);

/* False if we told this source enough within the last minute. Counts this time. */
bool irc_may_tell(struct irc *irc, const char *source);

/* Notes what a line says of who speaks. The member, or NULL. */
struct member *irc_note_source(struct irc *irc, const struct wire_event *event);
void irc_note_host(struct member *member, const char *host);

#endif

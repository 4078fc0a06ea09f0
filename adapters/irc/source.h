/* Who bears the cost of what is said on IRC (struct heard_source): the account, or else where somebody connects from. Nick and ident are
   the client's to choose and do not count; nor does the half of an IPv6 address that is. Pure text: knows no member and no wire. */
#ifndef SOURCE_H
#define SOURCE_H

#include "host.h"

/* Of "$ann", the key of an account (members.h). */
void source_of_account(const char *key, char source[HOST_SOURCE]);

/* Of the host in nick!user@host: an address, a name or a cloak. Never "", never the same for two hosts that are not one /64. */
void source_of_host(const char *host, char source[HOST_SOURCE]);

#endif

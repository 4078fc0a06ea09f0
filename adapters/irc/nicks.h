/* Who is there: comings and goings, nicks, logins, netsplits. */
#ifndef NICKS_H
#define NICKS_H

#include "irc.h"

struct irc;
struct members;

void irc_people_init(struct irc *irc);
void irc_people_leave(struct irc *irc); /* the connection is gone */
struct members *irc_members_new(struct irc *irc);
const char *irc_called(void *self, const char *key); /* see port.h */

irc_event_fn irc_on_join, irc_on_part, irc_on_kick, irc_on_quit, irc_on_nick, irc_on_kill,
    irc_on_account, irc_on_chghost, irc_on_names, irc_on_who, irc_on_logged_in;

#endif

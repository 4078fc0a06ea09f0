/* How many channels one person may bring us into: by account, else by where they connect from, so that nobody fills all our
   places. It is not known any more after a restart. Whose invitation counts at all is the admin's choice (irc_rooms.c). */
#include <stdio.h>
#include <string.h>

#include "irc_inside.h"
#include "source.h"

void irc_inviter_put(const struct irc *irc, const struct wire_event *event, char source[HOST_SOURCE])
{
    char key[MEMBER_KEY];
    const struct member *member = members_find(irc->members, event->nick);
    if (members_account_key(irc->members, event->account, key))
        source_of_account(key, source);
    else if (member && (member->source || members_key_lasts(member->key)))
        irc_source(member, source);
    else
        source_of_host(event->host, source); /* nobody has heard a word of theirs */
}

static void refuse(struct irc *irc, const struct wire_event *event, const char *source)
{
    char sentence[IRC_LINE];
    const struct member *member = members_find(irc->members, event->nick);
    snprintf(sentence, sizeof sentence,
             "You have invited me into %d channels already. Kick me out of one of them, and ask again in an hour.",
             IRC_GUESTS_EACH);
    if (member && irc_may_tell(irc, source))
        irc_tell(irc, member->key, sentence);
}

bool irc_inviter_has_share(struct irc *irc, const struct wire_event *event)
{
    char source[HOST_SOURCE];
    int count = 0;
    irc_inviter_put(irc, event, source);
    for (int i = 0; i < irc->room_count; i++)
        count += irc->rooms[i]->is_guest && strcmp(irc->rooms[i]->inviter, source) == 0;
    if (count >= IRC_GUESTS_EACH)
        refuse(irc, event, source);
    return count < IRC_GUESTS_EACH;
}

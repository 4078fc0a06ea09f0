/* Who somebody is, as far as their lines say, and who bears the cost of what they say. Next: source.h (how sources are named). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "irc_network.h"
#include "irc_source.h"
#include "source.h"

struct heard_source irc_source(const struct member *member, char bytes[HOST_SOURCE])
{
    bool is_account = members_key_lasts(member->key);
    if (is_account)
        source_of_account(member->key, bytes);
    else
        snprintf(bytes, HOST_SOURCE, "%s", member->source ? member->source : member->key);
    return (struct heard_source){bytes, is_account || !member->source ? 1 : HOST_SOURCE_PEOPLE};
}

void irc_source_put(const struct irc *irc, const struct wire_event *event, char source[HOST_SOURCE])
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

bool irc_may_tell(struct irc *irc, const char *source)
{
    struct irc_told *told = &irc->told[0];
    for (int i = 0; i < IRC_TOLD && strcmp(told->source, source) != 0; i++)
        if (strcmp(irc->told[i].source, source) == 0 || irc->told[i].latest < told->latest)
            told = &irc->told[i];
    if (strcmp(told->source, source) != 0) {
        *told = (struct irc_told){.latest = 0};
        snprintf(told->source, sizeof told->source, "%s", source);
    }
    told->latest = irc_now(irc);
    return irc_limit_allows(&told->limit, told->latest, IRC_PERIOD_MS);
}

/* The first host counts as long as they are in sight: some networks let people change what is shown of it. */
void irc_note_host(struct irc *irc, const char *nick, const char *host)
{
    char source[HOST_SOURCE];
    struct member *member = members_find(irc->members, nick);
    if (!member || member->source || !*host)
        return;
    source_of_host(host, source);
    member->source = strdup(source);
    check(member->source);
}

void irc_note_source(struct irc *irc, const struct wire_event *event)
{
    irc_note_host(irc, event->nick, event->host);
    members_address(irc->members, event->nick, event->user, event->host);
    if (*event->account)
        irc_monitor_account(irc, event->nick, event->account);
    bool says_nobody = wire_has(irc->wire, WIRE_ACCOUNT_TAG) && strcmp(event->command, "PRIVMSG") == 0;
    if (*event->account || says_nobody) /* some servers put the tag only on messages */
        members_account(irc->members, event->nick, event->account);
    struct member *member = event->is_bot ? members_find(irc->members, event->nick) : NULL;
    if (member)
        member->is_bot = true;
}

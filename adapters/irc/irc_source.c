/* Who bears the cost of what somebody says, and how much they are told. Next: source.h (how sources are named). */
#include <stdio.h>
#include <string.h>

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

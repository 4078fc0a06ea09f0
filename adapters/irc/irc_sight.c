/* Since when people with a seat are out of sight. What is remembered outlives the connection. Without a connection the
   network does not say, so that nobody suffers for our own absence. Next: irc_people.c (who comes and goes). */
#include <string.h>

#include "hash.h"
#include "irc_network.h"

/* A point in time that is not taken for "in sight". */
static int64_t point(int64_t time)
{
    return time > 0 ? time : 1;
}

static struct irc_absence *find(struct irc_sight *sight, uint64_t hash)
{
    for (int i = 0; i < IRC_ABSENCES; i++)
        if (sight->absences[i].hash == hash && sight->absences[i].since)
            return &sight->absences[i];
    return NULL;
}

void irc_sight_lost(struct irc *irc, const char *key)
{
    struct irc_sight *sight = &irc->sight;
    uint64_t hash = hash_text(HASH_START, key);
    struct irc_absence *absence = find(sight, hash);
    if (!host_table_of(irc->host, irc->network, key, 0))
        return;
    if (!absence) {
        absence = &sight->absences[sight->next];
        sight->next = (sight->next + 1) % IRC_ABSENCES;
        if (absence->since >
            sight->forgotten_at) /* they count as absent for less long than they are, never for longer */
            sight->forgotten_at = absence->since;
    }
    *absence = (struct irc_absence){hash, point(irc_now(irc))};
}

int64_t irc_absent_since(void *self, const char *key)
{
    struct irc *irc = self;
    struct irc_sight *sight = &irc->sight;
    if (!irc_is_ready(irc))
        return -1;
    if (members_by_key(irc->members, key))
        return 0;
    const struct irc_absence *absence = find(sight, hash_text(HASH_START, key));
    if (absence)
        return absence->since;
    return point(sight->forgotten_at > irc->ready_at ? sight->forgotten_at : irc->ready_at);
}

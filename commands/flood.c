/* Finds people who say too much, or nothing that the bot understands. Counts by source (struct
   heard_source), so a new connection or nick changes nothing. The table has a fixed size: a new
   source replaces the source in its row that was quiet for the longest time, an ignored source
   last. Knows no command (dispatch.c decides what counts) and no clock but the time of the
   input. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "command.h"
#include "flood.h"

/* 4,096 sources of a few dozen bytes. */
enum { ROWS = 1024, PLACES = 4 };

struct talker {
    uint64_t id;
    int64_t busy_until
        /* each line adds its cost to this time; a source too far ahead of the clock is ignored */
        [FLOOD_KINDS];
    int64_t silent_until;
    int64_t latest;
    int misses; /* lines in a row that meant nothing */
};

struct flood {
    /* so that nobody can choose to fill the row of somebody else */
    unsigned char key[crypto_shorthash_KEYBYTES];
    struct talker talkers[ROWS][PLACES];
};

struct flood *flood_new(void)
{
    struct flood *flood = calloc(1, sizeof *flood);
    check(flood && sodium_init() >= 0);
    crypto_shorthash_keygen(flood->key);
    return flood;
}

void flood_free(struct flood *flood)
{
    free(flood);
}

static uint64_t id_of(const struct flood *flood, const struct heard *heard)
{
    uint64_t network, id;
    unsigned char bytes[sizeof network + HOST_SOURCE];
    const char *source = host_source(heard);
    size_t length = strnlen(source, HOST_SOURCE);
    crypto_shorthash((unsigned char *)&network, (const unsigned char *)heard->network,
                     strlen(heard->network), flood->key);
    memcpy(bytes, &network, sizeof network);
    memcpy(bytes + sizeof network, source, length);
    crypto_shorthash((unsigned char *)&id, bytes, sizeof network + length, flood->key);
    return id ? id : 1;
}

static struct talker *find(struct flood *flood, uint64_t id)
{
    struct talker *row = flood->talkers[id % ROWS];
    for (int i = 0; i < PLACES; i++)
        if (row[i].id == id)
            return &row[i];
    return NULL;
}

static struct talker *find_or_add(struct flood *flood, uint64_t id, int64_t now)
{
    struct talker *row = flood->talkers[id % ROWS], *out = find(flood, id), *quietest = row;
    if (out)
        return out;
    for (int i = 1; i < PLACES; i++) {
        bool is_silent = row[i].silent_until > now, was_silent = quietest->silent_until > now;
        if (is_silent == was_silent ? row[i].latest < quietest->latest : was_silent)
            quietest = &row[i];
    }
    *quietest = (struct talker){.id = id, .latest = now};
    return quietest;
}

bool flood_is_ignored(struct flood *flood, const struct heard *heard)
{
    const struct talker *talker = find(flood, id_of(flood, heard));
    return talker && heard->now < talker->silent_until;
}

static enum flood_verdict silence(struct talker *talker, enum flood_verdict verdict)
{
    talker->silent_until = talker->latest + FLOOD_SILENCE_MS;
    memset(talker->busy_until, 0, sizeof talker->busy_until);
    talker->misses = 0;
    return verdict;
}

/* True if so many people may say one line more. */
static bool has_time(struct talker *talker, enum flood_kind kind, int people, int64_t now)
{
    static const int most[FLOOD_KINDS] = {
        [FLOOD_OTHERS] = FLOOD_COMMANDS, [FLOOD_OWN] = FLOOD_OWN_COMMANDS};
    int64_t *busy = &talker->busy_until[kind];
    *busy = (*busy > now ? *busy : now) + FLOOD_WITHIN_MS / (most[kind] * people);
    return *busy - now <= FLOOD_WITHIN_MS;
}

enum flood_verdict flood_count(struct flood *flood, const struct heard *heard, enum flood_kind kind,
                               bool is_understood)
{
    struct talker *talker = find_or_add(flood, id_of(flood, heard), heard->now);
    int people = heard->source.people > 1 ? heard->source.people : 1;
    bool is_in_a_row = !is_understood && heard->now - talker->latest < FLOOD_MISS_MS;
    talker->latest = heard->now;
    if (heard->now < talker->silent_until)
        return FLOOD_IGNORED;
    if (!has_time(talker, kind, people, heard->now))
        return silence(talker, FLOOD_BEGINS);
    talker->misses = is_in_a_row ? talker->misses + 1 : !is_understood;
    return talker->misses > FLOOD_MISSES * people ? silence(talker, FLOOD_LOST) : FLOOD_FINE;
}

void flood_forgive(struct flood *flood, const struct heard *heard)
{
    struct talker *talker = find(flood, id_of(flood, heard));
    if (!talker)
        return;
    talker->busy_until[FLOOD_OWN] = 0;
    talker->misses = 0;
}

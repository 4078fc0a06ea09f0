/* Where the secret of a table comes from: the system, when the table is opened; in tests a given number. luck.c knows
   what follows from it. */
#include <sodium.h>
#include <string.h>

#include "draw.h"
#include "host_state.h"

void host_fix_luck(struct host *host, uint64_t seed)
{
    host->has_fixed_seed = true;
    host->fixed_seed.state = seed;
    host->fixed_salts.state = ~seed;
    host->robots.state = seed;
    memset(host->salt, 0, sizeof host->salt);
    host->has_salt = true;
}

static void draw_bytes(struct host *host, struct chance_seed *fixed, unsigned char *bytes, size_t count)
{
    if (!host->has_fixed_seed)
        randombytes_buf(bytes, count);
    for (size_t i = 0; i < count && host->has_fixed_seed; i++)
        bytes[i] = (unsigned char)chance_seeded(fixed);
}

void secret_draw(struct host *host, struct lot *lot)
{
    draw_bytes(host, &host->fixed_seed, lot->id, LUCK_ID);
    draw_bytes(host, &host->fixed_seed, lot->secret, LUCK_SECRET);
    lot->is_fixed = host->has_fixed_seed;
    lot->has_secret = true;
}

void secret_salt(struct host *host, unsigned char *bytes, size_t count)
{
    draw_bytes(host, &host->fixed_salts, bytes, count);
}

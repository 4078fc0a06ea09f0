/* Where chance comes from: a fresh seed from the system for each game, and from it one stream of bits for each line of the
   record, HMAC-SHA256(seed, line, block). Anybody who is given the seed can check every pick with a standard library. */
#include <sodium.h>
#include <string.h>

#include "room.h"

void host_fix_luck(struct host *host, uint64_t seed)
{
    host->has_fixed_seed = true;
    host->fixed_seed.state = seed;
    host->fixed_salts.state = ~seed;
    host->robots.state = seed;
    memset(host->salt, 0, sizeof host->salt);
    host->has_salt = true;
}

void luck_seed(struct host *host, unsigned char seed[ROOM_SEED])
{
    if (!host->has_fixed_seed) {
        randombytes_buf(seed, ROOM_SEED);
        return;
    }
    for (int i = 0; i < ROOM_SEED; i++)
        seed[i] = (unsigned char)chance_seeded(&host->fixed_seed);
}

void luck_salt(struct host *host, unsigned char *bytes, size_t count)
{
    if (!host->has_fixed_seed)
        randombytes_buf(bytes, count);
    for (size_t i = 0; i < count && host->has_fixed_seed; i++)
        bytes[i] = (unsigned char)chance_seeded(&host->fixed_salts);
}

void luck_init(struct luck *luck, const unsigned char seed[ROOM_SEED], uint64_t line)
{
    memcpy(luck->seed, seed, ROOM_SEED);
    luck->line = line;
    luck->block = 0;
    luck->left = 0;
}

static void put_big_endian(unsigned char *bytes, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(value >> (56 - 8 * i));
}

uint32_t luck_next(void *state)
{
    struct luck *luck = state;
    if (luck->left == 0) {
        unsigned char message[16];
        put_big_endian(message, luck->line);
        put_big_endian(message + 8, luck->block++);
        crypto_auth_hmacsha256(luck->bits, message, sizeof message, luck->seed);
        luck->left = (int)sizeof luck->bits;
    }
    const unsigned char *bits = luck->bits + sizeof luck->bits - luck->left;
    luck->left -= 4;
    return (uint32_t)bits[0] << 24 | (uint32_t)bits[1] << 16 | (uint32_t)bits[2] << 8 | bits[3];
}

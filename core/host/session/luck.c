#include "luck.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

static void put_big_endian(unsigned char *bytes, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(value >> (56 - 8 * i));
}

/* RFC 4648: five bytes are eight characters; 20 bytes need no padding. */
static void put_base32(const unsigned char *bytes, int count, char *out)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    check(count % 5 == 0);
    for (int i = 0; i < count; i += 5) {
        uint64_t group = 0;
        for (int j = 0; j < 5; j++)
            group = group << 8 | bytes[i + j];
        for (int shift = 35; shift >= 0; shift -= 5)
            *out++ = alphabet[group >> shift & 31];
    }
    *out = '\0';
}

void luck_seal(const unsigned char secret[LUCK_SECRET], const unsigned char id[LUCK_ID],
               char seal[LUCK_SEAL])
{
    unsigned char both[LUCK_SECRET + LUCK_ID], hash[crypto_hash_sha256_BYTES];
    memcpy(both, secret, LUCK_SECRET);
    memcpy(both + LUCK_SECRET, id, LUCK_ID);
    crypto_hash_sha256(hash, both, sizeof both);
    put_base32(hash, LUCK_SEALED, seal);
}

void luck_cut(const char *words, unsigned char cut[LUCK_CUT])
{
    words += strspn(words, " ");
    size_t length = strlen(words);
    while (length > 0 && words[length - 1] == ' ')
        length--;
    crypto_hash_sha256(cut, (const unsigned char *)words, length);
}

bool luck_has_cut(const unsigned char cut[LUCK_CUT])
{
    return !sodium_is_zero(cut, LUCK_CUT);
}

void luck_fix_lesson(struct lot *lot, const char *game, int number)
{
    char words[128];
    int length = snprintf(words, sizeof words, "lesson %s %d", game, number);
    check(length > 0 && (size_t)length < sizeof words);
    crypto_hash_sha256(lot->secret, (const unsigned char *)words, (unsigned long long)length);
    lot->has_secret = lot->is_fixed = true;
    lot->lesson = number;
}

void luck_key(const struct lot *lot, uint64_t game, unsigned char key[LUCK_KEY])
{
    static const unsigned char no_id[LUCK_ID];
    unsigned char number[8];
    crypto_auth_hmacsha256_state state;
    check(lot->seats <= LUCK_SEATS);
    put_big_endian(number, game);
    crypto_auth_hmacsha256_init(&state, lot->secret, LUCK_SECRET);
    crypto_auth_hmacsha256_update(&state, lot->lesson ? no_id : lot->id, LUCK_ID);
    crypto_auth_hmacsha256_update(&state, number, sizeof number);
    crypto_auth_hmacsha256_update(&state, lot->cuts[0], (unsigned long long)lot->seats * LUCK_CUT);
    crypto_auth_hmacsha256_final(&state, key);
}

void luck_init(struct luck *luck, const unsigned char key[LUCK_KEY], uint64_t first_draw)
{
    memcpy(luck->key, key, LUCK_KEY);
    luck->is_keyed = false;
    luck->draw = first_draw;
    luck->block = 0;
    luck->left = 0;
}

void luck_begin(void *state)
{
    struct luck *luck = state;
    luck->draw++;
    luck->block = 0;
    luck->left = 0;
}

uint32_t luck_next(void *state)
{
    struct luck *luck = state;
    if (luck->left == 0) {
        unsigned char message[16];
        put_big_endian(message, luck->draw - 1);
        put_big_endian(message + 8, luck->block++);
        if (!luck->is_keyed)
            crypto_auth_hmacsha256_init(&luck->keyed, luck->key, LUCK_KEY);
        luck->is_keyed = true;
        crypto_auth_hmacsha256_state block = luck->keyed;
        crypto_auth_hmacsha256_update(&block, message, sizeof message);
        crypto_auth_hmacsha256_final(&block, luck->bits);
        luck->left = (int)sizeof luck->bits;
    }
    const unsigned char *bits = luck->bits + sizeof luck->bits - luck->left;
    luck->left -= 4;
    return (uint32_t)bits[0] << 24 | (uint32_t)bits[1] << 16 | (uint32_t)bits[2] << 8 | bits[3];
}

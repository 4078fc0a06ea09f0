/* See body.h. */
#include "body.h"

#include <inttypes.h>
#include <stdio.h>

#include "check.h"
#include "guilds.h"
#include "hash.h"

enum { SUPPRESS_EMBEDS = 4 };

json_t *body_new(const char *content, const char *const *users, int count)
{
    json_t *pinged = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(pinged, json_string(users[i]));
    json_t *mentions = json_pack("{s:[], s:b}", "parse", "replied_user", 0);
    if (count > 0)
        json_object_set(mentions, "users", pinged);
    json_decref(pinged);
    json_t *body =
        json_pack("{s:s, s:i, s:o}", "content", content, "flags", SUPPRESS_EMBEDS, "allowed_mentions", mentions);
    check(body);
    return body;
}

void body_new_nonce(struct discord *discord, char nonce[DISCORD_NONCE])
{
    snprintf(nonce, DISCORD_NONCE, "%" PRIx64 ".%x", (uint64_t)discord->born & UINT64_C(0xffffffffffff),
             ++discord->nonces);
}

void body_nonce_after(const char *channel, const char *after, const char *content, char nonce[DISCORD_NONCE])
{
    uint64_t hash = hash_text(HASH_START, channel);
    hash = hash_text(hash_text(hash, after), content);
    snprintf(nonce, DISCORD_NONCE, "%016" PRIx64, hash);
}

void body_put_nonce(json_t *body, const char *nonce)
{
    json_object_set_new(body, "nonce", json_string(nonce));
    json_object_set_new(body, "enforce_nonce", json_true());
}

void body_add_nonce(struct discord *discord, json_t *body)
{
    char nonce[DISCORD_NONCE];
    body_new_nonce(discord, nonce);
    body_put_nonce(body, nonce);
}

json_t *body_with_nonce(struct discord *discord, const char *content, const char *const *users, int count)
{
    json_t *body = body_new(content, users, count);
    body_add_nonce(discord, body);
    return body;
}

void body_digest(const char *content, char digest[DISCORD_DIGEST])
{
    snprintf(digest, DISCORD_DIGEST, "%016" PRIx64, hash_text(HASH_START, content));
}

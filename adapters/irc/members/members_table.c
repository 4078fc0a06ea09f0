/* People by nick and by key, in two hash tables of one size. */
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "check.h"
#include "members_inside.h"

enum { BUCKETS_LEAST = 64 };

static unsigned bucket_of(const struct members_table *table, const char *name)
{
    uint64_t hash;
    _Static_assert((int)crypto_shorthash_BYTES == (int)sizeof hash && (int)crypto_shorthash_KEYBYTES == TABLE_SEED,
                   "the hash is what libsodium makes it");
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)name, strlen(name), table->seed);
    return (unsigned)(hash % table->buckets);
}

void members_table_free(struct members_table *table)
{
    free(table->nicks);
    free(table->keys);
}

struct member *members_table_find(const struct members_table *table, const char *folded_nick)
{
    struct member *member = table->buckets ? table->nicks[bucket_of(table, folded_nick)] : NULL;
    while (member && strcmp(member->folded, folded_nick) != 0)
        member = member->next_of_nick;
    return member;
}

struct member *members_table_key(const struct members_table *table, const char *key)
{
    return table->buckets ? table->keys[bucket_of(table, key)] : NULL;
}

static void link_member(struct members_table *table, struct member *member)
{
    struct member **nick = &table->nicks[bucket_of(table, member->folded)];
    struct member **key = &table->keys[bucket_of(table, member->key)];
    member->next_of_nick = *nick;
    *nick = member;
    member->next_of_key = *key;
    *key = member;
}

void members_table_put(struct members_table *table, struct member *member, struct member **people, int count)
{
    if ((unsigned)count <= table->buckets) {
        link_member(table, member);
        return;
    }
    if (table->buckets == 0)
        randombytes_buf(table->seed, sizeof table->seed);
    members_table_free(table);
    table->buckets = table->buckets ? 2 * table->buckets : BUCKETS_LEAST;
    table->nicks = calloc(table->buckets, sizeof(*table->nicks));
    table->keys = calloc(table->buckets, sizeof(*table->keys));
    check(table->nicks && table->keys);
    for (int i = 0; i < count; i++)
        link_member(table, people[i]);
}

void members_table_take(struct members_table *table, struct member *member)
{
    struct member **nick = &table->nicks[bucket_of(table, member->folded)];
    struct member **key = &table->keys[bucket_of(table, member->key)];
    while (*nick != member)
        nick = &(*nick)->next_of_nick;
    *nick = member->next_of_nick;
    while (*key != member)
        key = &(*key)->next_of_key;
    *key = member->next_of_key;
}

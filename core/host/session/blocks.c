#include "blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_state.h"
#include "links.h"
#include "port.h"
#include "record.h"
#include "shares.h"
#include "text.h"

enum { BUCKETS = 1024, LINE_BYTES = 1024 };

static const char nameless[] = "(forgotten)";

struct blocks {
    struct block *buckets[BUCKETS]; /* by who blocks; the lowest number first */
    int count;
};

void blocks_init(struct host *host)
{
    host->blocks = calloc(1, sizeof *host->blocks);
    check(host->blocks);
}

static struct block **bucket_of(const struct host *host, struct identity who)
{
    return &host->blocks->buckets[host_bucket(who.network, who.key) % BUCKETS];
}

/* A shared house tells a process of its own rows, too, perhaps before they are said to be saved. */
void blocks_put(struct host *host, const struct block *block)
{
    struct block **link = bucket_of(host, identity_of(block));
    while (*link && (*link)->number < block->number)
        link = &(*link)->next;
    if (*link && (*link)->number == block->number)
        return;
    struct block *copy = malloc(sizeof *copy);
    check(copy);
    *copy = *block;
    copy->next = *link;
    *link = copy;
    host->blocks->count++;
}

static void drop(struct host *host, const struct block *block)
{
    struct block **link = bucket_of(host, identity_of(block));
    while (*link != block)
        link = &(*link)->next;
    *link = block->next;
    free((void *)block);
    host->blocks->count--;
}

void blocks_fini(struct host *host)
{
    for (int i = 0; i < BUCKETS; i++)
        while (host->blocks->buckets[i])
            drop(host, host->blocks->buckets[i]);
    free(host->blocks);
}

/* Calls with each; it may go meanwhile. */
static void each(struct host *host, void (*call)(struct host *, struct block *, const void *),
                 const void *arg)
{
    for (int i = 0; i < BUCKETS; i++)
        for (struct block *block = host->blocks->buckets[i], *next; block; block = next) {
            next = block->next;
            call(host, block, arg);
        }
}

/* ---- in the store ---- */

void blocks_save(struct host *host, const struct block *block, row_done *done, void *arg)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "block");
    record_put(&line, "network", block->network);
    record_put(&line, "key", block->key);
    record_put_bytes(&line, "whom", block->whom, SESSION_PAYER);
    record_put(&line, "on", block->on);
    record_put(&line, "name", block->name);
    check(!line.cut);
    row_put(host, &blocks_row, block->number, bytes, done, arg);
}

static bool read_block(void *arg, const struct record_line *line)
{
    struct block *block = arg;
    return strcmp(line->kind, "block") == 0 &&
           row_get(line, "network", block->network, sizeof block->network) &&
           row_get(line, "key", block->key, sizeof block->key) &&
           record_get_bytes(line, "whom", block->whom, SESSION_PAYER) &&
           row_get(line, "on", block->on, sizeof block->on) &&
           row_get(line, "name", block->name, sizeof block->name);
}

static bool load(struct host *host, int64_t number, const char *value)
{
    struct block block = {.number = (int)number};
    bool is_right = row_read_lines(value, read_block, &block) && block.key[0];
    if (is_right)
        blocks_put(host, &block);
    return is_right;
}

static void drop_numbered(struct host *host, struct block *block, const void *number)
{
    if (block->number == *(const int64_t *)number)
        drop(host, block);
}

void blocks_drop(struct host *host, int64_t number)
{
    each(host, drop_numbered, &number);
}

void blocks_delete(struct host *host, const struct block *block, row_done *done, void *arg)
{
    row_put(host, &blocks_row, block->number, NULL, done, arg);
}

void blocks_learn(struct host *host, int64_t number, const char *value)
{
    blocks_drop(host, number);
    if (value)
        (void)load(host, number, value);
}

static void forget_one(struct host *host, struct block *block, const void *arg)
{
    const struct identity *who = arg;
    unsigned char hash[SESSION_PAYER];
    shares_hash(host, *who, hash);
    if (identity_is(identity_of(block), *who)) {
        blocks_delete(host, block, NULL, NULL);
        drop(host, block);
    } else if (memcmp(block->whom, hash, SESSION_PAYER) == 0 &&
               strcmp(block->name, nameless) != 0) {
        snprintf(block->name, sizeof block->name, "%s", nameless);
        blocks_save(host, block, NULL, NULL);
    }
}

/* What others have blocked goes on for who comes back, and names nobody. */
static void forget(struct host *host, struct identity who)
{
    each(host, forget_one, &who);
}

const struct row_kind blocks_row = {
    .prefix = "block.", .unread = "block-not-read", .load = load, .forget = forget};

struct binding {
    struct identity from;
    const char *lasting;
    unsigned char hash[SESSION_PAYER];
};

static void rebind(struct host *host, struct block *block, const void *arg)
{
    const struct binding *binding = arg;
    const struct host_port *port = host_port_of(host, block->network);
    if (!port || !port_is_here(port) || memcmp(block->whom, binding->hash, SESSION_PAYER) != 0)
        return;
    shares_hash(host, identity(binding->from.network, binding->lasting), block->whom);
    blocks_save(host, block, NULL, NULL);
}

/* Who blocks has a lasting key already. */
void blocks_rebind(struct host *host, struct identity who, const char *lasting)
{
    struct binding binding = {.from = who, .lasting = lasting};
    if (host->blocks->count == 0)
        return;
    shares_hash(host, who, binding.hash);
    each(host, rebind, &binding);
}

/* ---- whom somebody has blocked ---- */

static bool is_about(struct host *host, const struct block *block, struct identity whom)
{
    struct identity all[LINK_EACH];
    unsigned char hash[SESSION_PAYER];
    for (int i = links_identities(host, whom, all) - 1; i >= 0; i--) {
        shares_hash(host, all[i], hash);
        if (memcmp(block->whom, hash, SESSION_PAYER) == 0)
            return true;
    }
    return false;
}

int blocks_of(const struct host *host, struct identity who, const struct block *out[BLOCKS_OF_ONE])
{
    struct identity all[LINK_EACH];
    int count = 0, identities = host->blocks->count > 0 ? links_identities(host, who, all) : 0;
    for (int i = 0; i < identities; i++)
        for (const struct block *block = *bucket_of(host, all[i]); block && count < BLOCKS_OF_ONE;
             block = block->next)
            if (identity_is(identity_of(block), all[i]))
                out[count++] = block;
    return count;
}

static bool has_blocked(struct host *host, struct identity who, struct identity whom)
{
    const struct block *list[BLOCKS_OF_ONE];
    int count = blocks_of(host, who, list);
    for (int i = 0; i < count; i++)
        if (is_about(host, list[i], whom))
            return true;
    return false;
}

bool blocks_between(struct host *host, struct identity one, struct identity other)
{
    return host->blocks->count > 0 && one.key && other.key && *one.key && *other.key &&
           !identity_same(host, one, other) &&
           (has_blocked(host, one, other) || has_blocked(host, other, one));
}

static int count_network(const struct host *host, const char *network)
{
    int count = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (const struct block *block = host->blocks->buckets[i]; block; block = block->next)
            count += strcmp(block->network, network) == 0;
    return count;
}

enum blocks_new blocks_new(struct host *host, struct identity who, struct identity whom,
                           const char *name, struct block *out)
{
    const struct block *list[BLOCKS_OF_ONE];
    struct block block = {0};
    if (has_blocked(host, who, whom))
        return BLOCKS_THERE;
    if (blocks_of(host, who, list) == BLOCKS_OF_ONE)
        return BLOCKS_FULL;
    if (count_network(host, who.network) >= BLOCKS_OF_NETWORK)
        return BLOCKS_NETWORK_FULL;
    block.number = row_new_number(host, &blocks_row);
    snprintf(block.network, sizeof block.network, "%s", who.network);
    snprintf(block.key, sizeof block.key, "%s", who.key);
    shares_hash(host, whom, block.whom);
    snprintf(block.on, sizeof block.on, "%s", whom.network);
    snprintf(block.name, sizeof block.name, "%s", name);
    *out = block;
    return BLOCKS_NEW;
}

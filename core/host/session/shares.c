/* How many tables are open, by who pays for them: each person, guild and network. Counts lie in a
   hash table, so asking costs the same with any number of tables. The payer stands beside the lines
   of the record, so counts are right after a restart; as a salted hash, for records are
   readable. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_state.h"
#include "prose.h"
#include "room.h"
#include "shares.h"
#include "store.h"
#include "strings/policy.def"
#include "text.h"
#include "view.h"

struct share {
    struct share *next;
    unsigned char id[SESSION_PAYER];
    int tables;
};

void shares_init(struct host *host)
{
    host->limits = (struct host_limits){.person = 3, .group = 100};
    randombytes_buf(host->shares.salt, sizeof host->shares.salt);
}

void shares_fini(struct host *host)
{
    for (int b = 0; b < HOST_BUCKETS; b++)
        for (struct share *share = host->shares.counts[b], *next; share; share = next) {
            next = share->next;
            free(share);
        }
}

void host_limit(struct host *host, const struct host_limits *limits)
{
    host->limits = *limits;
}

void host_use_homepage(struct host *host, const char *address)
{
    snprintf(host->homepage, sizeof host->homepage, "%s", address);
}

/* ---- hashes ---- */

static const char salt_key[] = "host.salt"; /* KEPT_SALT of core/base/kept.h */

bool shares_load_salt(struct host *host, const char *key, const char *value)
{
    size_t length = 0;
    if (strcmp(key, salt_key) != 0 || host->shares.has_salt)
        return false;
    unsigned char salt[SESSION_HASH];
    bool is_whole =
        sodium_hex2bin(salt, sizeof salt, value, strlen(value), NULL, &length, NULL) == 0;
    if (is_whole && length == sizeof salt) {
        memcpy(host->shares.salt, salt, sizeof salt);
        host->shares.has_salt = true;
    }
    return true;
}

static void hash_of(const struct host *host, const char *kind, const char *network, const char *id,
                    unsigned char out[SESSION_PAYER])
{
    unsigned char whole[crypto_hash_sha256_BYTES];
    const char *parts[] = {kind, network, id};
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, host->shares.salt, sizeof host->shares.salt);
    for (int i = 0; i < 3; i++)
        crypto_hash_sha256_update(&state, (const unsigned char *)parts[i], strlen(parts[i]) + 1);
    crypto_hash_sha256_final(&state, whole);
    memcpy(out, whole, SESSION_PAYER);
}

void shares_hash(const struct host *host, struct identity source, unsigned char out[SESSION_PAYER])
{
    hash_of(host, "person", source.network, source.key, out);
}

/* How many bytes of a payer name each net: all of them the source itself, fewer the nets around
   it. */
enum { NETS = 3 };
static const int net_bytes[NETS] = {SESSION_PAYER, 11, 6};

void shares_payer(const struct host *host, const char *network, const char *source,
                  unsigned char out[SESSION_PAYER])
{
    const struct host_port *port = host_port_of(host, network);
    shares_hash(host, identity(network, source), out);
    for (int step = 1; step < NETS; step++) {
        char wider[HOST_SOURCE];
        unsigned char hash[SESSION_PAYER];
        if (!port || !port->widen || !port->widen(source, step, wider))
            continue;
        int from = step + 1 < NETS ? net_bytes[step + 1] : 0;
        hash_of(host, "net", network, wider, hash);
        memcpy(out + from, hash, (size_t)(net_bytes[step] - from));
    }
}

static void put_net(const unsigned char payer[SESSION_PAYER], int step,
                    unsigned char out[SESSION_PAYER])
{
    memset(out, 0, SESSION_PAYER);
    memcpy(out, payer, (size_t)net_bytes[step]);
}

/* ---- counts ---- */

static struct share **find(struct host *host, const unsigned char id[SESSION_PAYER])
{
    /* a salted hash spreads evenly */
    unsigned bucket = (id[0] | (unsigned)id[1] << 8) % HOST_BUCKETS;
    struct share **link = &host->shares.counts[bucket];
    while (*link && memcmp((*link)->id, id, SESSION_PAYER) != 0)
        link = &(*link)->next;
    return link;
}

static int tables_of(struct host *host, const unsigned char id[SESSION_PAYER])
{
    const struct share *share = *find(host, id);
    return share ? share->tables : 0;
}

static void adjust(struct host *host, const unsigned char id[SESSION_PAYER], int by)
{
    struct share **link = find(host, id), *share = *link;
    if (!share) {
        share = *link = calloc(1, sizeof *share);
        check(share);
        memcpy(share->id, id, SESSION_PAYER);
    }
    share->tables += by;
    check(share->tables >= 0);
    if (share->tables == 0) {
        *link = share->next;
        free(share);
    }
}

static void adjust_payer(struct host *host, const unsigned char payer[SESSION_PAYER], int by)
{
    for (int step = 0; step < NETS; step++) {
        unsigned char net[SESSION_PAYER];
        put_net(payer, step, net);
        adjust(host, net, by);
    }
}

static void adjust_named(struct host *host, const char *kind, const char *network, const char *name,
                         int by)
{
    unsigned char id[SESSION_PAYER];
    hash_of(host, kind, network, name, id);
    adjust(host, id, by);
}

static void adjust_session(struct session *session, int by)
{
    if (session->opener.has_payer)
        adjust_payer(session->host, session->opener.payer, by);
    if (session->opener.group[0])
        adjust_named(session->host, "group", session->opener.opened_on->network,
                     session->opener.group, by);
    adjust_named(session->host, "network", session->opener.opened_on->network, "", by);
    session->opener.is_counted = by > 0;
}

/* The first line of the record may come after the table was counted, and names the same payer. */
void shares_count(struct session *session)
{
    if (!session->opener.is_counted)
        adjust_session(session, 1);
}

void shares_forget(struct session *session)
{
    if (session->opener.is_counted)
        adjust_session(session, -1);
}

void shares_keep_aside(struct host *host, const char *network,
                       const unsigned char payer[SESSION_PAYER], int by)
{
    (void)network; /* the hash covers it */
    adjust_payer(host, payer, by);
}

/* ---- refusals ---- */

static int part_of_network(const struct host *host)
{
    if (host->limits.network > 0)
        return host->limits.network;
    int present = 0;
    for (int i = 0; i < host->networks.count; i++)
        present += host->networks.states[i] != PORT_IS_ABSENT && !host->networks.ports[i].elsewhere;
    return HOST_TABLES_MOST / (present > 0 ? present : 1);
}

static bool is_used_up(struct host *host, const struct heard *heard, const char *kind,
                       const char *id, int most)
{
    unsigned char hash[SESSION_PAYER];
    hash_of(host, kind, heard->network, id, hash);
    return tables_of(host, hash) >= most;
}

/* A net may have twice as many as one in it: a household has many hosts, and one person may have
   them all. */
static bool is_payer_full(struct host *host, const struct heard *heard, int most)
{
    unsigned char payer[SESSION_PAYER], net[SESSION_PAYER];
    bool is_full = false;
    shares_payer(host, heard->network, host_source(heard), payer);
    for (int step = 0; step < NETS; step++) {
        put_net(payer, step, net);
        is_full |= tables_of(host, net) >= most << step;
    }
    return is_full;
}

/* 0 if its operators do not say. */
static int most_here(const struct host *host, const struct heard *heard)
{
    char value[RULE_VALUE];
    room_rule_get(host, host_port_of(host, heard->network), heard->room ? heard->room : "@",
                  RULE_TABLES, value);
    return (int)strtol(value, NULL, 10);
}

/* Admins and people at the terminal own the house: only its own bounds hold for them. */
bool shares_refuse(struct host *host, const struct heard *heard, struct prose *why)
{
    int people = heard->source.people > 1 ? heard->source.people : 1, here = most_here(host, heard);
    const struct {
        const char *kind, *id; /* kind NULL: the payer */
        int most;
        int why;
    } shares[] = {
        {NULL, host_source(heard), people * host->limits.person,
         people > 1 ? STRING_TABLES_OF_HOST : STRING_TABLES_YOURS},
        {NULL, here ? host_source(heard) : NULL, people * here, STRING_TABLES_HERE},
        {"group", heard->group, host->limits.group, STRING_TABLES_OF_GROUP},
        {"network", "", part_of_network(host), STRING_TABLES_OF_NETWORK},
    };
    const struct host_port *port = host_port_of(host, heard->network);
    const char *group = port && port->group ? port->group : "group";
    prose_open(why, host_language(host, heard));
    bool is_bound = !(heard->rank & (RANK_ADMIN | RANK_LOCAL));
    for (size_t i = 0; i < sizeof shares / sizeof *shares && is_bound; i++) {
        bool is_full =
            shares[i].id &&
            (shares[i].kind ? is_used_up(host, heard, shares[i].kind, shares[i].id, shares[i].most)
                            : is_payer_full(host, heard, shares[i].most));
        if (!is_full)
            continue;
        view_string(why, shares[i].why, "most", text_number(shares[i].most), "group", group,
                    (char *)0);
        return true;
    }
    if (host->tables.count + host->asides.count < HOST_TABLES_MOST)
        return false;
    view_string(why, STRING_TABLES_TOO_MANY, "most", text_number(HOST_TABLES_MOST), (char *)0);
    return true;
}

/* Stores the salt before the first record that needs it: the store keeps the order. */
void shares_keep_salt(struct host *host)
{
    char hex[2 * SESSION_HASH + 1];
    if (!host->shares.has_salt)
        store_put(host->store, salt_key,
                  sodium_bin2hex(hex, sizeof hex, host->shares.salt, sizeof host->shares.salt),
                  NULL, NULL);
    host->shares.has_salt = true;
}

/* ---- codes, and wrong words ---- */

const char shares_code_letters[] = "BCDFGHJKLMNPQRSTVWXZ"; /* no vowels: no words by chance */

void shares_draw_code(char *code, int length)
{
    for (int i = 0; i < length; i++)
        code[i] = shares_code_letters[randombytes_uniform(sizeof shares_code_letters - 1)];
    code[length] = '\0';
}

uint64_t shares_speaker(const struct heard *heard)
{
    return text_hash(text_hash(HASH_START, heard->network), heard->key);
}

uint64_t shares_source(const struct heard *heard)
{
    return text_hash(text_hash(HASH_START, heard->network), host_source(heard));
}

static struct tries_of *tries_of(struct tries *tries, uint64_t who, int64_t now)
{
    struct tries_of *of = &tries->list[who % TRIES_PLACES];
    if (of->who != who || now - of->since > TRIES_MS)
        *of = (struct tries_of){.who = who, .since = now};
    return of;
}

int shares_tried(struct tries *tries, uint64_t who, int64_t now)
{
    return tries_of(tries, who, now)->wrong;
}

bool shares_is_locked(struct tries *tries, uint64_t who, int64_t now)
{
    return shares_tried(tries, who, now) >= TRIES_MOST;
}

int shares_note_wrong(struct tries *tries, uint64_t who, int64_t now)
{
    struct tries_of *of = tries_of(tries, who, now);
    of->since = now;
    return TRIES_MOST - ++of->wrong;
}

/* See irc_signon.h. */
#include "irc_signon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "choices.h"
#include "irc_network.h"
#include "keep.h"
#include "log.h"
#include "outbox.h"
#include "tables.h"
#include "text.h"

enum {
    HEX = 2 * crypto_hash_sha256_BYTES + 1,
    ROW_KEY = HOST_NETWORK + HOST_KEY + 16,
    ANSWERED_MS = 60 * 1000, /* a server that has not answered by then never does */
    KEPT_S = 8 * 24 * 3600   /* longer than a table that was set aside */
};

/* ---- what is kept: "AT HASH-OF-ADDRESS HASH-OF-ALL" ---- */

struct proof {
    long long at;
    char address[HEX], all[HEX];
};

static const char *row_key(const struct irc *irc, const char *key, char out[ROW_KEY])
{
    snprintf(out, ROW_KEY, "signon %s %s", irc->network, key);
    return out;
}

/* The key makes the hashes of one person at two tables differ. */
static void hash(const char *key, const char *words, char out[HEX])
{
    crypto_hash_sha256_state state;
    unsigned char bytes[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, (const unsigned char *)key, strlen(key) + 1);
    crypto_hash_sha256_update(&state, (const unsigned char *)words, strlen(words));
    crypto_hash_sha256_final(&state, bytes);
    sodium_bin2hex(out, HEX, bytes, sizeof bytes);
}

static void hash_all(const char *key, const struct irc_asked *asked, char out[HEX])
{
    char words[2 * MEMBER_ADDRESS + 32];
    snprintf(words, sizeof words, "%s %lld %s", asked->address, asked->signon, asked->server);
    hash(key, words, out);
}

static bool read_proof(const char *value, struct proof *out)
{
    return sscanf(value, "%lld %64[0-9a-f] %64[0-9a-f]", &out->at, out->address, out->all) == 3;
}

static void keep(struct irc *irc, const struct irc_asked *asked)
{
    char row[ROW_KEY], value[2 * HEX + 32], address[HEX], all[HEX];
    if (!irc->keep || keep_count(irc->keep, "signon ") >= SIGNONS_KEPT)
        return;
    hash(asked->key, asked->address, address);
    hash_all(asked->key, asked, all);
    snprintf(value, sizeof value, "%lld %s %s", (long long)(loop_wall(irc->loop) / 1000), address,
             all);
    keep_put(irc->keep, row_key(irc, asked->key, row), value, NULL, NULL);
}

/* Visits the rows of seats that wait: for anybody, */
struct search {
    struct irc *irc;
    const char *address;           /* for somebody who is seen, */
    const struct irc_asked *asked; /* or for who was answered for */
    char key[MEMBER_KEY];          /* out: whose seat it is; "" if nobody's */
};

static bool is_meant(const struct search *search, const char *key, const struct proof *proof)
{
    char found[HEX];
    if (search->asked)
        hash_all(key, search->asked, found);
    else if (search->address)
        hash(key, search->address, found);
    else
        return true;
    return strcmp(found, search->asked ? proof->all : proof->address) == 0;
}

static void compare(void *arg, const char *row, const char *value)
{
    struct search *search = arg;
    struct proof proof;
    const char *key = strrchr(row, ' ') + 1;
    if (!search->key[0] && read_proof(value, &proof) && is_meant(search, key, &proof) &&
        host_awaits_key(search->irc->host, search->irc->network, key))
        snprintf(search->key, sizeof search->key, "%s", key);
}

static bool find(struct search *search)
{
    char prefix[ROW_KEY];
    if (search->irc->keep)
        keep_each(search->irc->keep, row_key(search->irc, "", prefix), compare, search);
    return search->key[0];
}

bool irc_signon_awaits(struct irc *irc)
{
    return irc->signons.is_awaited = find(&(struct search){.irc = irc});
}

/* ---- asking ---- */

static bool is_asked(const struct irc *irc, const struct irc_asked *asked)
{
    return asked->key[0] && asked->at + ANSWERED_MS > irc_now(irc);
}

static struct irc_asked *asked_for(struct irc *irc, const char *nick)
{
    for (int i = 0; i < SIGNONS_ASKED; i++) {
        struct irc_asked *asked = &irc->signons.asked[i];
        if (is_asked(irc, asked) && text_is_same_folded(wire_casemap(irc->wire), asked->nick, nick))
            return asked;
    }
    return NULL;
}

/* Twice the nick: the person's own server answers, which alone knows the time. */
static bool ask(struct irc *irc, const struct member *member)
{
    struct irc_asked *free = irc->signons.asked;
    if (asked_for(irc, member->nick))
        return true;
    while (free < irc->signons.asked + SIGNONS_ASKED && is_asked(irc, free))
        free++;
    if (free == irc->signons.asked + SIGNONS_ASKED)
        return false; /* with their next word */
    *free = (struct irc_asked){.at = irc_now(irc)};
    snprintf(free->nick, sizeof free->nick, "%s", member->nick);
    snprintf(free->key, sizeof free->key, "%s", member->key);
    irc_send(irc, "WHOIS %s %s", member->nick, member->nick);
    return true;
}

void irc_signon_keep(struct irc *irc, struct member *member)
{
    if (member->is_signon_kept || members_key_lasts(member->key) || !irc->keep ||
        !irc_is_ready(irc) || !host_table_of(irc->host, irc->network, member->key, 0))
        return;
    member->is_signon_kept = ask(irc, member);
}

bool irc_signon_look(struct irc *irc, struct member *member)
{
    struct search search = {.irc = irc, .address = member->address};
    bool is_asked = !member->was_signon_asked && member->address[0] &&
                    !members_key_lasts(member->key) && !member->is_bot &&
                    !host_table_of(irc->host, irc->network, member->key, 0) && find(&search) &&
                    ask(irc, member);
    member->was_signon_asked |= is_asked; /* once is enough */
    irc->signons.is_awaited |= search.key[0] != '\0';
    return is_asked;
}

bool irc_signon_look_in(struct irc *irc, const struct irc_room *room)
{
    bool has_asked = false;
    for (int i = 0; i < members_count(irc->members); i++)
        if (members_is_in(irc->members, members_at(irc->members, i), room->name))
            has_asked |= irc_signon_look(irc, members_at(irc->members, i));
    return has_asked;
}

bool irc_signon_is_pending(const struct irc *irc)
{
    for (int i = 0; i < SIGNONS_ASKED; i++)
        if (is_asked(irc, &irc->signons.asked[i]))
            return true;
    return false;
}

void irc_signon_leave(struct irc *irc)
{
    irc->signons = (struct irc_signons){0};
}

/* ---- what the server says ---- */

/* "me ann user host * :Real Name" */
void irc_on_whois_user(struct irc *irc, const struct wire_event *event)
{
    struct irc_asked *asked = event->param_count >= 4 ? asked_for(irc, event->params[1]) : NULL;
    if (asked)
        snprintf(asked->address, sizeof asked->address, "%s@%s", event->params[2],
                 event->params[3]);
}

/* "me ann irc.example.net :Info" */
void irc_on_whois_server(struct irc *irc, const struct wire_event *event)
{
    struct irc_asked *asked = event->param_count >= 3 ? asked_for(irc, event->params[1]) : NULL;
    if (asked)
        snprintf(asked->server, sizeof asked->server, "%s", event->params[2]);
}

/* "me ann 17 1700000000 :seconds idle, signon time" */
void irc_on_whois_idle(struct irc *irc, const struct wire_event *event)
{
    struct irc_asked *asked = event->param_count >= 4 ? asked_for(irc, event->params[1]) : NULL;
    if (asked)
        asked->signon = atoll(event->params[3]);
}

static void prove(struct irc *irc, struct member *member, const struct irc_asked *asked)
{
    struct search search = {.irc = irc, .asked = asked};
    char before[MEMBER_KEY];
    memcpy(before, member->key, sizeof before);
    if (host_is_saving_for(irc->host, irc->network, before)) {
        /* a seat may be theirs by its word in a moment; with their next word */
        member->was_signon_asked = false;
        return;
    }
    if (!find(&search) || !members_resume(irc->members, member, search.key))
        return;
    log_event(LOG_INFO, "irc-proven", "network", irc->setup.wire.network, "nick", member->nick,
              (char *)0);
    member->is_signon_kept = true;
    outbox_readdress(irc->outbox, before, search.key);
}

/* Only if all is told, and the nick is still the same person's. */
void irc_on_whois_end(struct irc *irc, const struct wire_event *event)
{
    struct irc_asked *place = event->param_count >= 2 ? asked_for(irc, event->params[1]) : NULL;
    if (!place)
        return;
    struct irc_asked asked = *place;
    struct member *member = members_find(irc->members, asked.nick);
    *place = (struct irc_asked){.signon = 0};
    bool is_same = member && strcmp(member->key, asked.key) == 0;
    bool is_whole = asked.signon > 0 && asked.address[0] && asked.server[0];
    if (is_same && is_whole && host_table_of(irc->host, irc->network, member->key, 0))
        keep(irc, &asked);
    else if (is_same && is_whole)
        prove(irc, member, &asked);
}

/* ---- pruning ---- */

static void find_old(void *arg, const char *row, const char *value)
{
    struct search *search = arg;
    const char *key = strrchr(row, ' ') + 1;
    struct proof proof;
    int64_t now_s = loop_wall(search->irc->loop) / 1000;
    bool is_old = !read_proof(value, &proof) || proof.at + KEPT_S < now_s;
    if (!search->key[0] && is_old &&
        !host_table_of(search->irc->host, search->irc->network, key, 0) &&
        !host_awaits_key(search->irc->host, search->irc->network, key))
        snprintf(search->key, sizeof search->key, "%s", key);
}

void irc_signon_prune(struct irc *irc)
{
    char row[ROW_KEY];
    bool is_any = irc->keep;
    while (is_any) {
        struct search search = {.irc = irc};
        keep_each(irc->keep, row_key(irc, "", row), find_old, &search);
        is_any = search.key[0];
        if (is_any)
            keep_put(irc->keep, row_key(irc, search.key, row), NULL, NULL, NULL);
    }
}

/* See monitor.h. We watch our own nick, if somebody else has it, and the last nicks of
   accounts that sit at a table and are out of sight; the list is made from the seats again and
   again. An online nick does not prove who has it: we ask the server as whom they are logged in,
   and only that account is met (members.h), gets its hand and is heard in private, until the
   nick goes offline. People without an account are not watched: when they went out of sight, we
   lost track of who they are. One line at a time, at the bucket's pace. */
#include "monitor.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "keep.h"
#include "log.h"
#include "network.h"
#include "outbox.h"
#include "tables.h"
#include "text.h"

enum {
    SOON_MS = 5 * 1000,    /* by then most people who come back have joined the channel */
    REVIEW_MS = 60 * 1000, /* how often the list is compared with the seats */
    PACE_MS = 1000,
    LINE_BYTES = 300,
    CHECKS = 3
};

/* When we ask again as whom they are logged in: some people log in long after they came. */
static const int64_t check_again_ms[CHECKS] = {30 * 1000, 5 * 60 * 1000, 0};

static struct nick *watched(const struct irc *irc, const char *name)
{
    struct nick *nick = members_nick(irc->members, name);
    return nick && nick->watch.is_set ? nick : NULL;
}

static bool is_wish(const struct irc *irc, const char *nick)
{
    return text_is_same_folded(wire_casemap(irc->wire), nick, irc->setup.wire.nick);
}

/* Who has the nick is not followed any more, unless we share a channel. */
static void lose_sight(struct irc *irc, const struct nick *nick)
{
    if (nick->member && nick->member->in_count == 0)
        members_quit(irc->members, nick->name);
}

/* ---- which nicks ---- */

static bool has_place(const struct irc *irc)
{
    int limit = wire_isupport_number(irc->wire, "MONITOR", IRC_WATCHES);
    return irc->monitor.count < irc->monitor.most && irc->monitor.count < limit;
}

static void want(struct irc *irc, const char *name)
{
    struct nick *nick = watched(irc, name);
    if (!nick && has_place(irc) && (nick = members_nick_make(irc->members, name))) {
        nick->watch = (struct nick_watch){.is_set = true};
        irc->monitor.watched[irc->monitor.count++] = nick;
    }
    if (nick)
        nick->watch.is_wanted = true;
}

/* People in a channel of ours are followed there. */
static void want_person(void *arg, const char *key, const char *name)
{
    struct irc *irc = arg;
    if (members_key_lasts(key) && !members_is_in_sight(irc->members, key))
        want(irc, name);
}

static void review(struct irc *irc)
{
    for (int i = 0; i < irc->monitor.count; i++)
        irc->monitor.watched[i]->watch.is_wanted = false;
    if (!wire_is_me(irc->wire, irc->setup.wire.nick))
        want(irc, irc->setup.wire.nick);
    if (wire_isupport(irc->wire, "WHOX")) /* else nobody could say who they are */
        host_each_person(irc->host, irc->network, want_person, irc);
}

static void take_out(struct irc *irc, struct nick *nick)
{
    struct irc_monitor *monitor = &irc->monitor;
    int i = 0;
    while (monitor->watched[i] != nick)
        i++;
    lose_sight(irc, nick);
    monitor->count--;
    memmove(monitor->watched + i, monitor->watched + i + 1,
            (size_t)(monitor->count - i) * sizeof *monitor->watched);
    nick->watch = (struct nick_watch){.is_set = false};
    members_nick_release(irc->members, nick);
}

/* ---- what is said to the server ---- */

static bool put_nick(struct text *line, const char *nick, const char *verb)
{
    if (line->length + (int)strlen(nick) + 1 > LINE_BYTES)
        return false;
    text_putf(line, "%s%s", line->length > 0 ? "," : verb, nick);
    return true;
}

static void put_unwatched(struct irc *irc, struct text *line)
{
    for (int i = irc->monitor.count - 1; i >= 0; i--) {
        struct nick *nick = irc->monitor.watched[i];
        if (!nick->watch.is_wanted &&
            (!nick->watch.is_told || put_nick(line, nick->name, "MONITOR - ")))
            take_out(irc, nick);
    }
}

static void put_watched(struct irc *irc, struct text *line)
{
    for (int i = 0; i < irc->monitor.count; i++) {
        struct nick *nick = irc->monitor.watched[i];
        if (!nick->watch.is_told)
            nick->watch.is_told = put_nick(line, nick->name, "MONITOR + ");
    }
}

static bool is_to_be_checked(const struct irc *irc, const struct nick *nick)
{
    return nick->watch.is_online && nick->watch.checks < CHECKS && !is_wish(irc, nick->name) &&
           !nick->member;
}

static void put_check(struct irc *irc, struct text *line)
{
    int64_t now = irc_now(irc);
    for (int i = 0; i < irc->monitor.count && line->length == 0; i++) {
        struct nick *nick = irc->monitor.watched[i];
        if (!is_to_be_checked(irc, nick) || nick->watch.check_at > now)
            continue;
        text_putf(line, "WHO %s %%tuhnfa," IRC_WHO_TOKEN, nick->name);
        nick->watch.check_at = now + check_again_ms[nick->watch.checks++];
    }
}

static int64_t next_time(const struct irc *irc)
{
    int64_t now = irc_now(irc), next = now + REVIEW_MS;
    for (int i = 0; i < irc->monitor.count; i++) {
        const struct nick *nick = irc->monitor.watched[i];
        if (is_to_be_checked(irc, nick) && nick->watch.check_at < next)
            next = nick->watch.check_at;
    }
    return next > now ? next - now : 0;
}

static void on_time(void *arg)
{
    struct irc *irc = arg;
    char bytes[IRC_LINE];
    struct text line = text_over(bytes, sizeof bytes);
    if (!irc_is_ready(irc) || irc->is_stopping || !wire_isupport(irc->wire, "MONITOR"))
        return;
    int64_t wait = bucket_wait(&irc->bucket, NULL, LINE_BYTES, irc_now(irc));
    if (wait > 0) {
        loop_timer_set(&irc->monitor.timer, wait);
        return;
    }
    review(irc);
    put_unwatched(irc, &line);
    if (line.length == 0)
        put_watched(irc, &line);
    if (line.length == 0)
        put_check(irc, &line);
    if (line.length > 0)
        irc_send(irc, "%s", bytes);
    if (irc->monitor.count > 0)
        loop_timer_set(&irc->monitor.timer, line.length > 0 ? PACE_MS : next_time(irc));
}

/* ---- what the server says ---- */

/* "ann!u@host,bob": those that are watched. */
static void each_nick(struct irc *irc, const char *list,
                      void (*fn)(struct irc *irc, struct nick *nick))
{
    char names[IRC_LINE];
    snprintf(names, sizeof names, "%s", list);
    for (char *rest = names, *name; (name = strsep(&rest, ","));) {
        name[strcspn(name, "!")] = '\0';
        struct nick *nick = watched(irc, name);
        if (nick)
            fn(irc, nick);
    }
}

static void come_online(struct irc *irc, struct nick *nick)
{
    if (is_wish(irc, nick->name))
        wire_nick_watched(irc->wire, false);
    lose_sight(irc, nick); /* if it is not the same who was there */
    nick->watch.is_online = true;
    nick->watch.checks = 0;
    nick->watch.check_at = irc_now(irc) + SOON_MS;
    irc_monitor_soon(irc);
}

static void go_offline(struct irc *irc, struct nick *nick)
{
    nick->watch.is_online = false;
    lose_sight(irc, nick);
    if (is_wish(irc, nick->name))
        wire_nick_watched(irc->wire, true);
}

void irc_on_online(struct irc *irc, const struct wire_event *event)
{
    each_nick(irc, event->params[1], come_online);
}

void irc_on_offline(struct irc *irc, const struct wire_event *event)
{
    each_nick(irc, event->params[1], go_offline);
}

/* 734: "me 10 ann,bob :Monitor list is full". The server takes no more on this connection. */
void irc_on_monitor_full(struct irc *irc, const struct wire_event *event)
{
    each_nick(irc, event->params[2], take_out);
    irc->monitor.most = irc->monitor.count;
}

void irc_monitor_account(struct irc *irc, const char *name, const char *account)
{
    char key[MEMBER_KEY];
    const struct nick *nick = watched(irc, name);
    if (nick && nick->watch.is_online && !nick->member &&
        members_account_key(irc->members, account, key) &&
        host_table_of(irc->host, identity(irc->network, key), 0))
        members_meet(irc->members, name, account);
}

/* ---- life ---- */

void irc_monitor_init(struct irc *irc)
{
    loop_timer_init(&irc->monitor.timer, irc->loop, on_time, irc);
}

void irc_monitor_begin(struct irc *irc)
{
    irc->monitor.most = IRC_WATCHES;
    irc_monitor_soon(irc);
}

void irc_monitor_leave(struct irc *irc)
{
    irc->monitor.count = 0;
    loop_timer_stop(&irc->monitor.timer);
}

void irc_monitor_soon(struct irc *irc)
{
    struct loop_timer *timer = &irc->monitor.timer;
    if (!loop_timer_is_set(timer) || timer->due.at - irc_now(irc) > SOON_MS)
        loop_timer_set(timer, SOON_MS);
}

/* ---- since when they are out of sight; without a connection nobody counts as absent ---- */

/* Not 0, which means "in sight". */
static int64_t point(int64_t time)
{
    return time > 0 ? time : 1;
}

static struct irc_absence *find_absence(struct irc_absences *absences, uint64_t hash)
{
    for (int i = 0; i < IRC_ABSENCES; i++)
        if (absences->list[i].hash == hash && absences->list[i].since)
            return &absences->list[i];
    return NULL;
}

void irc_note_absence(struct irc *irc, const char *key)
{
    struct irc_absences *absences = &irc->absences;
    uint64_t hash = text_hash(HASH_START, key);
    struct irc_absence *absence = find_absence(absences, hash);
    if (!host_table_of(irc->host, identity(irc->network, key), 0))
        return;
    if (!absence) {
        absence = &absences->list[absences->next];
        absences->next = (absences->next + 1) % IRC_ABSENCES;
        if (absence->since > absences->forgotten_at) /* people may count as absent for too short a
                                                        time, never for too long */
            absences->forgotten_at = absence->since;
    }
    *absence = (struct irc_absence){hash, point(irc_now(irc))};
}

int64_t irc_absent_since(void *self, const char *key)
{
    struct irc *irc = self;
    struct irc_absences *absences = &irc->absences;
    if (!irc_is_ready(irc))
        return -1;
    if (members_by_key(irc->members, key))
        return 0;
    const struct irc_absence *absence = find_absence(absences, text_hash(HASH_START, key));
    if (absence)
        return absence->since;
    return point(absences->forgotten_at > irc->ready_at ? absences->forgotten_at : irc->ready_at);
}

bool irc_sees(void *self, const char *name)
{
    const struct irc *irc = self;
    return members_find(irc->members, name);
}

bool irc_is_away(void *self, const char *room)
{
    struct irc *irc = self;
    const struct irc_room *channel = *room && *room != '@' ? irc_room_find(irc, room) : NULL;
    return !irc_is_ready(irc) ||
           (channel && channel->state != ROOM_IN && channel->state != ROOM_READING);
}

/* ---- proof without a seat word ---- */

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

static void hash_all(const char *key, const struct nick_whois *asked, char out[HEX])
{
    char words[2 * MEMBER_ADDRESS + 32];
    snprintf(words, sizeof words, "%s %lld %s", asked->address, asked->signon, asked->server);
    hash(key, words, out);
}

static bool read_proof(const char *value, struct proof *out)
{
    return sscanf(value, "%lld %64[0-9a-f] %64[0-9a-f]", &out->at, out->address, out->all) == 3;
}

static void keep(struct irc *irc, const struct nick_whois *asked)
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
    const char *address;            /* for somebody who is seen, */
    const struct nick_whois *asked; /* or for who was answered for */
    char key[MEMBER_KEY];           /* out: whose seat it is; "" if nobody's */
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
        host_awaits_key(search->irc->host, identity(search->irc->network, key)))
        snprintf(search->key, sizeof search->key, "%s", key);
}

static bool find_seat(struct search *search)
{
    char prefix[ROW_KEY];
    if (search->irc->keep)
        keep_each(search->irc->keep, row_key(search->irc, "", prefix), compare, search);
    return search->key[0];
}

bool irc_signon_awaits(struct irc *irc)
{
    return irc->signons.is_awaited = find_seat(&(struct search){.irc = irc});
}

/* ---- asking ---- */

/* Asked, and an answer may still come. */
static bool is_asked(const struct irc *irc, const struct nick *nick)
{
    return nick && nick->whois && nick->whois->at + ANSWERED_MS > irc_now(irc);
}

static struct nick_whois *asked_for(const struct irc *irc, const char *name)
{
    struct nick *nick = members_nick(irc->members, name);
    return is_asked(irc, nick) ? nick->whois : NULL;
}

static void end_asking(struct irc *irc, struct nick **place)
{
    struct nick *nick = *place;
    *place = NULL;
    free(nick->whois);
    nick->whois = NULL;
    members_nick_release(irc->members, nick);
}

static struct nick **place_of(struct irc *irc, const struct nick *nick)
{
    for (int i = 0; i < SIGNONS_ASKED; i++)
        if (irc->signons.asked[i] == nick)
            return &irc->signons.asked[i];
    return NULL;
}

/* Twice the nick: the person's own server answers, which alone knows the time. */
static bool ask(struct irc *irc, const struct member *member)
{
    struct nick *nick = member->nick;
    if (is_asked(irc, nick))
        return true;
    for (int i = 0; i < SIGNONS_ASKED; i++)
        if (irc->signons.asked[i] && !is_asked(irc, irc->signons.asked[i]))
            end_asking(irc, &irc->signons.asked[i]);
    struct nick **place = place_of(irc, NULL);
    if (!place)
        return false; /* with their next word */
    *place = nick;
    nick->whois = calloc(1, sizeof *nick->whois);
    check(nick->whois);
    nick->whois->at = irc_now(irc);
    snprintf(nick->whois->key, sizeof nick->whois->key, "%s", member->key);
    irc_send(irc, "WHOIS %s %s", nick->name, nick->name);
    return true;
}

void irc_signon_keep(struct irc *irc, struct member *member)
{
    if (member->is_signon_kept || members_key_lasts(member->key) || !irc->keep ||
        !irc_is_ready(irc) || !host_table_of(irc->host, identity(irc->network, member->key), 0))
        return;
    member->is_signon_kept = ask(irc, member);
}

bool irc_signon_look(struct irc *irc, struct member *member)
{
    struct search search = {.irc = irc, .address = member->address};
    bool is_asked = !member->was_signon_asked && member->address[0] &&
                    !members_key_lasts(member->key) && !member->is_bot &&
                    !host_table_of(irc->host, identity(irc->network, member->key), 0) &&
                    find_seat(&search) && ask(irc, member);
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
        if (is_asked(irc, irc->signons.asked[i]))
            return true;
    return false;
}

void irc_signon_leave(struct irc *irc)
{
    irc->signons = (struct irc_signons){0};
}

/* ---- what the server says ---- */

/* 311 "me ann user host * :Real Name", 312 "me ann irc.example.net :Info", 317 "me ann 17
   1700000000 :seconds idle, signon time". */
void irc_on_whois(struct irc *irc, const struct wire_event *event)
{
    struct nick_whois *asked = event->param_count >= 3 ? asked_for(irc, event->params[1]) : NULL;
    if (asked && event->numeric == 312)
        snprintf(asked->server, sizeof asked->server, "%s", event->params[2]);
    else if (asked && event->numeric == 317 && event->param_count >= 4)
        asked->signon = atoll(event->params[3]);
    else if (asked && event->numeric == 311 && event->param_count >= 4)
        snprintf(asked->address, sizeof asked->address, "%s@%s", event->params[2],
                 event->params[3]);
}

static void prove(struct irc *irc, struct member *member, const struct nick_whois *asked)
{
    struct search search = {.irc = irc, .asked = asked};
    char before[MEMBER_KEY];
    memcpy(before, member->key, sizeof before);
    if (host_is_saving_for(irc->host, identity(irc->network, before))) {
        /* a seat may be theirs by its word in a moment; with their next word */
        member->was_signon_asked = false;
        return;
    }
    if (!find_seat(&search) || !members_resume(irc->members, member, search.key))
        return;
    log_event(LOG_INFO, "irc-proven", "network", irc->setup.wire.network, "nick",
              member->nick->name, (char *)0);
    member->is_signon_kept = true;
    outbox_readdress(irc->outbox, before, search.key);
}

/* Only if all is told, and the nick is still the same person's. */
void irc_on_whois_end(struct irc *irc, const struct wire_event *event)
{
    const struct nick_whois *answer =
        event->param_count >= 2 ? asked_for(irc, event->params[1]) : NULL;
    if (!answer)
        return;
    struct nick *nick = members_nick(irc->members, event->params[1]);
    const struct nick_whois asked = *answer;
    struct member *member = nick->member;
    end_asking(irc, place_of(irc, nick));
    bool is_same = member && strcmp(member->key, asked.key) == 0;
    bool is_whole = asked.signon > 0 && asked.address[0] && asked.server[0];
    if (is_same && is_whole && host_table_of(irc->host, identity(irc->network, member->key), 0))
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
        !host_table_of(search->irc->host, identity(search->irc->network, key), 0) &&
        !host_awaits_key(search->irc->host, identity(search->irc->network, key)))
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

/* What every file of this folder needs: lines of our own, limits, the list of channels, and
   sources, who bear the cost of what is said: "account:ann", "host:192.0.2.7",
   "host:2001:db8:1:2::/64". Calls no other file of the folder. */
#include "network.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "channel.h"
#include "check.h"
#include "text.h"

enum {
    MINUTE = 60 * 1000,
    READING_MS = 15 * 1000,
    QUERY_BYTES = 25 /* "WHO  %tuhnfa,417" or "MODE " and the end of the line */
};

bool irc_is_ready(const struct irc *irc)
{
    return irc->wire && wire_state(irc->wire) == WIRE_READY;
}

bool irc_limit_allows(struct irc_limit *limit, int64_t now, int64_t period_ms)
{
    if (ring_wait(&limit->times, LIMIT_MOST, period_ms, now) > 0)
        return false;
    ring_add(&limit->times, now);
    return true;
}

void irc_send(struct irc *irc, const char *format, ...)
{
    char line[IRC_LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    wire_send(irc->wire, "%s", line);
    bucket_charge(&irc->bucket, NULL, (int)strlen(line) + 2, irc_now(irc));
    if (strncmp(line, "MODE ", 5) == 0 || strncmp(line, "WHO ", 4) == 0)
        bucket_charge_query(&irc->bucket, irc_now(irc));
}

void irc_ask_who(struct irc *irc, const char *name)
{
    irc_send(irc, wire_isupport(irc->wire, "WHOX") ? "WHO %s %%tuhnfa," IRC_WHO_TOKEN : "WHO %s",
             name);
}

/* ---- errands ---- */

/* What we ask the server for ourselves: one WHO and one MODE for each channel, and our bot mode.
   So many of them at once would keep the first answers waiting, and some servers would close.
   They go when nothing else waits and leave most of the pace free. The WHO of a channel where
   somebody has asked us goes first, and one that has waited for long has the same right as an
   answer. */

static int urgency(const struct irc_room *room)
{
    return room->asks_who ? 2 + room->is_urgent : room->asks_mode;
}

static struct irc_room *next_errand(const struct irc *irc)
{
    struct irc_room *next = NULL;
    for (int i = 0; i < irc->room_count; i++)
        if (urgency(irc->rooms[i]) > (next ? urgency(next) : 0))
            next = irc->rooms[i];
    return next;
}

/* Milliseconds, 0 for now; -1 if it waits for others. */
static int64_t errand_wait(const struct irc *irc, const struct irc_room *room, bool others_wait)
{
    int64_t now = irc_now(irc);
    int bytes = QUERY_BYTES + (room ? (int)strlen(room->name) : 0);
    bool is_late = room && room->asks_who && now - room->joined_at >= READING_MS;
    if (others_wait && !is_late)
        return -1;
    return is_late || (room && room->asks_who && room->is_urgent)
               ? bucket_wait(&irc->bucket, NULL, bytes, now)
               : bucket_patient_wait(&irc->bucket, bytes, now);
}

int64_t irc_errands_send(struct irc *irc, bool others_wait)
{
    struct irc_room *room;
    while ((room = next_errand(irc)) || irc->bot_mode) {
        int64_t wait = errand_wait(irc, room, others_wait);
        if (wait != 0)
            return wait;
        if (!room) {
            irc_send(irc, "MODE %s +%c", wire_nick(irc->wire), irc->bot_mode);
            irc->bot_mode = '\0';
        } else if (room->asks_who) {
            room->asks_who = false;
            loop_timer_set(&room->retry, READING_MS);
            irc_ask_who(irc, room->channel->name);
        } else {
            room->asks_mode = false;
            irc_send(irc, "MODE %s", room->channel->name); /* 324 answers: are colours allowed? */
        }
    }
    return -1;
}

void irc_pump_soon(struct irc *irc)
{
    loop_timer_set(&irc->pump, 0);
}

/* ngIRCd has a bot mode that it does not announce. */
void irc_mark_bot(struct irc *irc)
{
    const char *letter = wire_isupport(irc->wire, "BOT");
    irc->bot_mode = letter ? *letter : irc->software == bucket_preset_named("ngircd") ? 'B' : '\0';
    irc_pump_soon(irc);
}

int64_t irc_patience(int times)
{
    static const int64_t delays[] = {MINUTE, 5 * MINUTE, 30 * MINUTE, 60 * MINUTE};
    enum { DELAYS = sizeof delays / sizeof *delays };
    return delays[times < DELAYS ? times : DELAYS - 1];
}

/* ---- the list of channels, and what was said there of late ---- */

enum casemap irc_casemap(const struct irc *irc)
{
    return irc->wire ? wire_casemap(irc->wire) : CASEMAP_RFC1459;
}

void irc_room_fold(struct irc_room *room)
{
    text_fold(irc_casemap(room->irc), room->channel->name, room->name, sizeof room->name);
}

struct irc_room *irc_room_find(struct irc *irc, const char *channel)
{
    char folded[HOST_ROOM];
    if (!text_fold(irc_casemap(irc), channel, folded, sizeof folded))
        return NULL;
    for (int i = 0; i < irc->room_count; i++)
        if (strcmp(irc->rooms[i]->name, folded) == 0)
            return irc->rooms[i];
    return NULL;
}

void irc_room_said(struct irc_room *room, const char *line)
{
    char **place = &room->said[room->said_count++ % IRC_SAID];
    free(*place);
    *place = strdup(line);
    check(*place);
}

void irc_room_forget_said(struct irc_room *room)
{
    for (int i = 0; i < IRC_SAID; i++) {
        free(room->said[i]);
        room->said[i] = NULL;
    }
    room->said_count = room->unheard = 0;
    room->board_table = 0;
}

/* ---- names of sources ---- */

enum { HASH_BYTES = 16, HOST_BYTES = 512, HALF_GROUPS = 4 };

static const char account_mark[] = "account:", host_mark[] = "host:";

/* A name that is too long is hashed, not cut: two long names must not look the same. */
static void put(char source[HOST_SOURCE], const char *mark, const char *name)
{
    unsigned char hash[HASH_BYTES];
    char digits[2 * HASH_BYTES + 1];
    if (snprintf(source, HOST_SOURCE, "%s%s", mark, name) < HOST_SOURCE)
        return;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)name, strlen(name), NULL, 0);
    sodium_bin2hex(digits, sizeof digits, hash, sizeof hash);
    snprintf(source, HOST_SOURCE, "%s#%s", mark, digits); /* no host has a # */
}

void irc_source_of_account(const char *key, char source[HOST_SOURCE])
{
    check(key[0] == '$');
    put(source, account_mark, key + 1);
}

/* Cuts an IPv6 address to its /64, for its owner can choose the rest. False if it is no IPv6
   address. */
static bool cut_address(char *host, size_t size)
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    unsigned char address[16];
    char text[INET6_ADDRSTRLEN];
    if (inet_pton(AF_INET6, host, address) != 1)
        return false;
    if (memcmp(address, mapped, sizeof mapped) == 0) { /* an IPv4 address, written as IPv6 */
        inet_ntop(AF_INET, address + sizeof mapped, host, (socklen_t)size);
        return true;
    }
    memset(address + 8, 0, 8);
    inet_ntop(AF_INET6, address, text, sizeof text);
    snprintf(host, size, "%s/64", text);
    return true;
}

/* Cuts the parts of a cloak that differ within one /64 of IPv6. UnrealIRCd writes
   "ALL:MOST:64:IP", InspIRCd "net-all:64:48:32.IP", Solanum the address itself with other
   letters in its second half. */
static void cut_cloak(char *host)
{
    size_t length = strlen(host);
    char *at = strchr(host, ':');
    if (!at)
        return;
    if (length > 3 && strcmp(host + length - 3, ":ip") == 0) {
        host[length - 3] = '\0';
        at = strrchr(host, ':');
        memmove(host, at ? at : host, strlen(at ? at : host) + 1);
    } else if (length > 3 && strcmp(host + length - 3, ".ip") == 0) {
        memmove(host, at, strlen(at) + 1);
    } else {
        for (int group = 1; at && group < HALF_GROUPS; group++)
            at = strchr(at + 1, ':');
        if (at)
            *at = '\0';
    }
}

void irc_source_of_host(const char *host, char source[HOST_SOURCE])
{
    char name[HOST_BYTES + 1];
    size_t length = strlen(host);
    if (length > HOST_BYTES) {
        put(source, host_mark, host);
        return;
    }
    for (size_t i = 0; i <= length; i++)
        name[i] = (char)tolower((unsigned char)host[i]);
    if (!cut_address(name, sizeof name))
        cut_cloak(name);
    put(source, host_mark, name);
}

/* Of Solanum's "a:b:c:d" the first three groups, of InspIRCd's ":64:48:32.ip" what stands behind
   the first. */
static bool widen_cloak(const char *host, char wider[HOST_SOURCE])
{
    size_t length = strlen(host);
    const char *second = *host == ':' ? strchr(host + 1, ':') : NULL, *last = strrchr(host, ':');
    int colons = 0;
    for (const char *at = host; *at; at++)
        colons += *at == ':';
    if (second && length > 3 && strcmp(host + length - 3, ".ip") == 0)
        snprintf(wider, HOST_SOURCE, "net:%s", second);
    else if (*host != ':' && colons == HALF_GROUPS - 1)
        snprintf(wider, HOST_SOURCE, "net:%.*s", (int)(last - host), host);
    else
        return false;
    return true;
}

bool irc_source_widen(const char *source, int step, char wider[HOST_SOURCE])
{
    enum { SMALLER = 8 /* bits of a net for each step */ };
    char host[HOST_SOURCE], text[INET6_ADDRSTRLEN];
    unsigned char address[16];
    if (strncmp(source, host_mark, sizeof host_mark - 1) != 0 || step < 1 || step > 2)
        return false;
    snprintf(host, sizeof host, "%s", source + sizeof host_mark - 1);
    char *slash = strchr(host, '/');
    if (slash)
        *slash = '\0';
    if (!slash || strcmp(source + sizeof host_mark - 1 + (slash - host), "/64") != 0 ||
        inet_pton(AF_INET6, host, address) != 1)
        return !slash && step == 2 && widen_cloak(host, wider);
    memset(address + HALF_GROUPS * 2 - step, 0, (size_t)step);
    inet_ntop(AF_INET6, address, text, sizeof text);
    snprintf(wider, HOST_SOURCE, "net:%s/%d", text, 64 - step * SMALLER);
    return true;
}

/* ---- whose a line is ---- */

struct heard_source irc_source(const struct member *member, char bytes[HOST_SOURCE])
{
    bool is_account = members_key_lasts(member->key);
    if (is_account)
        irc_source_of_account(member->key, bytes);
    else
        snprintf(bytes, HOST_SOURCE, "%s", member->source ? member->source : member->key);
    return (struct heard_source){bytes, is_account || !member->source ? 1 : HOST_SOURCE_PEOPLE};
}

void irc_source_put(const struct irc *irc, const struct wire_event *event, char source[HOST_SOURCE])
{
    char key[MEMBER_KEY];
    const struct member *member = members_find(irc->members, event->nick);
    if (members_account_key(irc->members, event->account, key))
        irc_source_of_account(key, source);
    else if (member && (member->source || members_key_lasts(member->key)))
        irc_source(member, source);
    else
        irc_source_of_host(event->host, source); /* a person whom we know nothing of */
}

bool irc_may_tell(struct irc *irc, const char *source)
{
    struct irc_told *told = &irc->told[0];
    for (int i = 0; i < IRC_TOLD && strcmp(told->source, source) != 0; i++)
        if (strcmp(irc->told[i].source, source) == 0 || irc->told[i].latest < told->latest)
            told = &irc->told[i];
    if (strcmp(told->source, source) != 0) {
        *told = (struct irc_told){.latest = 0};
        snprintf(told->source, sizeof told->source, "%s", source);
    }
    told->latest = irc_now(irc);
    return irc_limit_allows(&told->limit, told->latest, IRC_PERIOD_MS);
}

/* Their first host counts as long as they are in sight, because some networks let people change
   it. */
void irc_note_host(struct member *member, const char *host)
{
    char source[HOST_SOURCE];
    if (member->source || !*host)
        return;
    irc_source_of_host(host, source);
    member->source = strdup(source);
    check(member->source);
}

struct member *irc_note_source(struct irc *irc, const struct wire_event *event)
{
    bool says_nobody =
        wire_has(irc->wire, CAP_ACCOUNT_TAG) && strcmp(event->command, "PRIVMSG") == 0;
    bool is_told = *event->account || says_nobody; /* some servers put the tag only on messages */
    struct member *member = members_find(irc->members, event->nick);
    if (!member)
        return NULL;
    irc_note_host(member, event->host);
    member->is_bot |= event->is_bot;
    return members_note(irc->members, member, event->user, event->host,
                        is_told ? event->account : NULL);
}

/* ---- words ---- */

const char *const irc_strings[] = {
#define STRING(id, text) [IRC_STRING_##id] = (text),
#include "strings.def"
#undef STRING
};

const struct host_help irc_help[] = {
    {"set",
     "WORDS: look and plain, colours, symbols, emoji or reader (for a screen reader) for cards, narrow, wide or width "
     "200 for lines; messages or notices for answers; nudge, to be told in private when it is your turn, or nudge off. !set channel and the same words are for everybody in a channel; !set channel bare yes reads moves there without a "
     "prefix, and !set channel bridge NICK names a bot that repeats what people elsewhere say. !settings has the "
     "house rules of a channel."},
    {"ban", "NAME can be an account ($bob) or a host (host:192.0.2.7), too."},
    {NULL, NULL},
};

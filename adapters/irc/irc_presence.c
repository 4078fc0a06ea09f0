/* See irc_presence.h. We watch our own nick, if somebody else has it, and the last nicks of
   accounts that sit at a table and are out of sight; the list is made from the seats again and
   again. An online nick does not prove who has it: we ask the server as whom they are logged in,
   and only that account is met (members.h), gets its hand and is heard in private, until the
   nick goes offline. People without an account are not watched: when they went out of sight, we
   lost track of who they are. One line at a time, at the bucket's pace. */
#include <stdio.h>
#include <string.h>

#include "irc_network.h"
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

static struct irc_watch *watch_of(struct irc *irc, const char *nick)
{
    struct irc_monitor *monitor = &irc->monitor;
    for (int i = 0; i < monitor->count; i++)
        if (text_is_same_folded(wire_casemap(irc->wire), monitor->watches[i].nick, nick))
            return &monitor->watches[i];
    return NULL;
}

/* The nick that we want. */
static bool is_wish(const struct irc *irc, const char *nick)
{
    return text_is_same_folded(wire_casemap(irc->wire), nick, irc->setup.wire.nick);
}

/* People in a channel of ours are followed there. */
static bool is_in_sight(struct irc *irc, const char *key)
{
    return members_is_in_sight(irc->members, key);
}

static void lose_sight(struct irc *irc, const char *nick)
{
    const struct member *member = members_find(irc->members, nick);
    if (member && member->in_count == 0)
        members_quit(irc->members, nick);
}

/* ---- which nicks ---- */

static bool has_place(const struct irc *irc)
{
    int limit = wire_isupport_number(irc->wire, "MONITOR", IRC_WATCHES);
    return irc->monitor.count < irc->monitor.most && irc->monitor.count < limit;
}

static void want(struct irc *irc, const char *nick)
{
    struct irc_monitor *monitor = &irc->monitor;
    struct irc_watch *watch = watch_of(irc, nick);
    if (watch) {
        watch->is_wanted = true;
    } else if (has_place(irc) && *nick && *nick != ':' && !strpbrk(nick, " ,!*?") &&
               strlen(nick) < sizeof watch->nick) {
        watch = &monitor->watches[monitor->count++];
        *watch = (struct irc_watch){.is_wanted = true};
        snprintf(watch->nick, sizeof watch->nick, "%s", nick);
    }
}

static void want_person(void *arg, const char *key, const char *name)
{
    struct irc *irc = arg;
    if (members_key_lasts(key) && !is_in_sight(irc, key))
        want(irc, name);
}

static void review(struct irc *irc)
{
    for (int i = 0; i < irc->monitor.count; i++)
        irc->monitor.watches[i].is_wanted = false;
    if (!wire_is_me(irc->wire, irc->setup.wire.nick))
        want(irc, irc->setup.wire.nick);
    if (wire_isupport(irc->wire, "WHOX")) /* else nobody could say who they are */
        host_each_person(irc->host, irc->network, want_person, irc);
}

static void take_out(struct irc *irc, struct irc_watch *watch)
{
    struct irc_monitor *monitor = &irc->monitor;
    lose_sight(irc, watch->nick);
    monitor->count--;
    memmove(watch, watch + 1, (size_t)(monitor->watches + monitor->count - watch) * sizeof *watch);
}

/* ---- what is said to the server ---- */

static bool put_nick(struct text *line, const char *nick, const char *verb)
{
    if (line->length + (int)strlen(nick) + 1 > LINE_BYTES)
        return false;
    text_putf(line, "%s%s", line->length > 0 ? "," : verb, nick);
    return true;
}

/* Puts a line with the nicks that are not wanted any more, if there are any. */
static void put_unwatched(struct irc *irc, struct text *line)
{
    for (int i = irc->monitor.count - 1; i >= 0; i--) {
        struct irc_watch *watch = &irc->monitor.watches[i];
        if (!watch->is_wanted && (!watch->is_told || put_nick(line, watch->nick, "MONITOR - ")))
            take_out(irc, watch);
    }
}

static void put_watched(struct irc *irc, struct text *line)
{
    for (int i = 0; i < irc->monitor.count; i++) {
        struct irc_watch *watch = &irc->monitor.watches[i];
        if (!watch->is_told)
            watch->is_told = put_nick(line, watch->nick, "MONITOR + ");
    }
}

static bool is_to_be_checked(const struct irc *irc, const struct irc_watch *watch)
{
    return watch->is_online && watch->checks < CHECKS && !is_wish(irc, watch->nick) &&
           !members_find(irc->members, watch->nick);
}

/* Asks who has the first nick whose time has come. */
static void put_check(struct irc *irc, struct text *line)
{
    int64_t now = irc_now(irc);
    for (int i = 0; i < irc->monitor.count && line->length == 0; i++) {
        struct irc_watch *watch = &irc->monitor.watches[i];
        if (!is_to_be_checked(irc, watch) || watch->check_at > now)
            continue;
        text_putf(line, "WHO %s %%tuhnfa," IRC_WHO_TOKEN, watch->nick);
        watch->check_at = now + check_again_ms[watch->checks++];
    }
}

static int64_t next_time(const struct irc *irc)
{
    int64_t now = irc_now(irc), next = now + REVIEW_MS;
    for (int i = 0; i < irc->monitor.count; i++) {
        const struct irc_watch *watch = &irc->monitor.watches[i];
        if (is_to_be_checked(irc, watch) && watch->check_at < next)
            next = watch->check_at;
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

/* "me :ann!u@host,bob" */
static void each_nick(struct irc *irc, const char *list,
                      void (*fn)(struct irc *irc, const char *nick))
{
    char names[IRC_LINE];
    snprintf(names, sizeof names, "%s", list);
    for (char *rest = names, *name; (name = strsep(&rest, ","));) {
        name[strcspn(name, "!")] = '\0';
        fn(irc, name);
    }
}

static void come_online(struct irc *irc, const char *nick)
{
    struct irc_watch *watch = watch_of(irc, nick);
    if (!watch)
        return;
    if (is_wish(irc, nick))
        wire_nick_watched(irc->wire, false);
    lose_sight(irc, nick); /* if it is not the same who was there */
    watch->is_online = true;
    watch->checks = 0;
    watch->check_at = irc_now(irc) + SOON_MS;
    irc_monitor_soon(irc);
}

static void go_offline(struct irc *irc, const char *nick)
{
    struct irc_watch *watch = watch_of(irc, nick);
    if (!watch)
        return;
    watch->is_online = false;
    lose_sight(irc, nick);
    if (is_wish(irc, nick))
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

static void refuse(struct irc *irc, const char *nick)
{
    struct irc_watch *watch = watch_of(irc, nick);
    if (watch)
        take_out(irc, watch);
}

/* 734: "me 10 ann,bob :Monitor list is full". The server takes no more on this connection. */
void irc_on_monitor_full(struct irc *irc, const struct wire_event *event)
{
    each_nick(irc, event->params[2], refuse);
    irc->monitor.most = irc->monitor.count;
}

void irc_monitor_account(struct irc *irc, const char *nick, const char *account)
{
    char key[MEMBER_KEY];
    const struct irc_watch *watch = watch_of(irc, nick);
    if (watch && watch->is_online && !members_find(irc->members, nick) &&
        members_account_key(irc->members, account, key) &&
        host_table_of(irc->host, irc->network, key, 0))
        members_meet(irc->members, nick, account);
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

static struct irc_absence *find(struct irc_absences *absences, uint64_t hash)
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
    struct irc_absence *absence = find(absences, hash);
    if (!host_table_of(irc->host, irc->network, key, 0))
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
    const struct irc_absence *absence = find(absences, text_hash(HASH_START, key));
    if (absence)
        return absence->since;
    return point(absences->forgotten_at > irc->ready_at ? absences->forgotten_at : irc->ready_at);
}

bool irc_sees(void *self, const char *name)
{
    const struct irc *irc = self;
    return irc->members && members_find(irc->members, name);
}

bool irc_is_away(void *self, const char *room)
{
    struct irc *irc = self;
    const struct irc_room *channel = *room && *room != '@' ? irc_room_find(irc, room) : NULL;
    return !irc_is_ready(irc) ||
           (channel && channel->state != ROOM_IN && channel->state != ROOM_READING);
}

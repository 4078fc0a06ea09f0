/* The life of one network: connect, be there, lose it, wait, connect again; and leave when asked
   to. */
#include "irc.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "bucket.h"
#include "channel.h"
#include "check.h"
#include "delivery.h"
#include "figures.h"
#include "host.h"
#include "log.h"
#include "members.h"
#include "monitor.h"
#include "network.h"
#include "outbox.h"
#include "port.h"
#include "prose.h"
#include "refusal.h"
#include "text.h"
#include "view.h"

enum {
    /* how long waiting lines may still be sent; then comes QUIT, whatever hangs */
    FAREWELL_MS = 600,
    REGISTERED_BYTES = 40 /* of a line of registration */
};

/* ---- when to connect again ---- */

enum {
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
    FIRST = 5 * SECOND,
    MOST = 10 * MINUTE
};

enum backoff_why irc_backoff_read(const char *reason)
{
    static const struct {
        const char *words;
        enum backoff_why why;
    } meanings[] = {
        {"throttl", BACKOFF_THROTTLED},  {"too fast", BACKOFF_THROTTLED},
        {"too many", BACKOFF_THROTTLED}, {"k-line", BACKOFF_BANNED},
        {"g-line", BACKOFF_BANNED},      {"z-line", BACKOFF_BANNED},
        {"d-line", BACKOFF_BANNED},      {"banned", BACKOFF_BANNED},
        {"killed", BACKOFF_KILLED},
    };
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (strcasestr(reason, meanings[i].words))
            return meanings[i].why;
    return BACKOFF_LOST;
}

/* min(600, 5 * 2^failures) s, times 0.5 to 1.5, so that a whole network's bots do not come back
   as one. */
static int64_t usual_delay(const struct backoff *backoff, uint32_t dice)
{
    int64_t delay = backoff->failures < 8 ? (int64_t)FIRST << backoff->failures : MOST;
    if (delay > MOST)
        delay = MOST;
    return delay / 2 + (int64_t)(dice % 1001) * delay / 1000;
}

static bool is_third_kill(struct backoff *backoff, int64_t now)
{
    ring_add(&backoff->kills, now);
    return now - ring_last(&backoff->kills, BACKOFF_KILLS) <= HOUR;
}

int64_t irc_backoff_next(struct backoff *backoff, enum backoff_why why, int64_t lasted_ms,
                         int64_t now, uint32_t dice)
{
    static const int64_t ban_delays[] = {15 * MINUTE, HOUR, 6 * (int64_t)HOUR};
    enum { BAN_DELAYS = sizeof ban_delays / sizeof *ban_delays };
    if (lasted_ms >= BACKOFF_STABLE_MS)
        backoff->failures = backoff->bans = 0;
    int64_t delay = usual_delay(backoff, dice);
    backoff->failures++;
    if (why == BACKOFF_BANNED || why == BACKOFF_UNWELCOME) {
        int step = backoff->bans < BAN_DELAYS ? backoff->bans++ : BAN_DELAYS - 1;
        return ban_delays[step];
    }
    if (why == BACKOFF_KILLED && is_third_kill(backoff, now))
        return BACKOFF_NEVER;
    return why != BACKOFF_LOST && delay < MINUTE ? MINUTE : delay;
}

/* ---- one connection ---- */

static const struct bucket_preset *preset_for(const struct irc *irc)
{
    const struct bucket_preset *preset = bucket_preset_named(irc->setup.flood);
    return preset ? preset : irc->software;
}

static void choose_pace(struct irc *irc)
{
    const struct bucket_preset *preset = preset_for(irc);
    bucket_init(&irc->bucket, preset);
    for (int i = 0; i < preset->registered_lines; i++)
        bucket_charge(&irc->bucket, NULL, REGISTERED_BYTES, irc_now(irc));
    log_event(LOG_INFO, "irc-ready", "network", irc->setup.wire.network, "nick",
              wire_nick(irc->wire), "server", wire_server_version(irc->wire), "flood", preset->name,
              (char *)0);
}

static void on_ready(struct irc *irc)
{
    irc->connects++;
    irc->was_ready = true;
    irc->ready_at = irc_now(irc);
    irc->software = bucket_preset_for(wire_server_version(irc->wire));
    choose_pace(irc);
    members_set_rules(irc->members, wire_casemap(irc->wire), wire_isupport(irc->wire, "PREFIX"));
    irc_join_all(irc);
    irc_mark_bot(irc);
    irc_monitor_begin(irc);
}

static void say_left(struct irc *irc)
{
    adapter_left_fn *left = irc->left;
    irc->left = NULL;
    loop_timer_stop(&irc->farewell);
    if (left)
        left(irc->left_arg);
}

static void plan_next(struct irc *irc, enum backoff_why why, const char *reason)
{
    char ms[24];
    int64_t now = irc_now(irc), lasted = irc->was_ready ? now - irc->ready_at : 0;
    int64_t delay = irc_backoff_next(&irc->backoff, why, lasted, now, randombytes_random());
    if (delay == BACKOFF_NEVER) {
        log_event(
            LOG_ERROR, "irc-given-up", "network", irc->setup.wire.network, "why",
            "killed three times within an hour; ask the network's operators, then reload the configuration",
            "reason", reason, (char *)0);
        return;
    }
    snprintf(ms, sizeof ms, "%lld", (long long)(delay + 999) / 1000);
    log_event(irc->was_ready ? LOG_WARN : LOG_ERROR, "irc-closed", "network",
              irc->setup.wire.network, "reason", reason, "retry_s", ms, (char *)0);
    loop_timer_set(&irc->connect, delay);
}

static void on_closed(struct irc *irc)
{
    char reason[IRC_LINE];
    snprintf(reason, sizeof reason, "%s", wire_reason(irc->wire));
    irc->losses += !irc->is_stopping;
    enum backoff_why why = irc->was_killed                ? BACKOFF_KILLED
                           : wire_is_unwelcome(irc->wire) ? BACKOFF_UNWELCOME
                                                          : irc_backoff_read(reason);
    irc_renames_leave(irc);
    irc_rooms_leave(irc);
    irc_people_leave(irc);
    irc_monitor_leave(irc);
    irc_signon_leave(irc);
    irc_delivery_leave(irc);
    wire_free(irc->wire);
    members_free(irc->members);
    irc->wire = NULL;
    irc->members = NULL;
    loop_timer_stop(&irc->pump);
    outbox_disconnect(irc->outbox);
    if (irc->is_stopping) {
        log_event(LOG_INFO, "irc-left", "network", irc->setup.wire.network, "reason", reason,
                  (char *)0);
        say_left(irc);
        return;
    }
    if (irc->is_changing)
        loop_timer_set(&irc->connect, 0);
    else
        plan_next(irc, why, reason);
    irc->is_changing = false;
    if (irc->was_ready)
        host_network_gone(irc->host, irc->network, irc_now(irc));
}

/* ---- what the server says ---- */

static void on_ping(struct irc *irc, const struct wire_event *event)
{
    /* The wire has answered by itself; the server counts that line, too. */
    bucket_charge(&irc->bucket, NULL, (int)strlen("PONG :\r\n") + (int)strlen(event->params[0]),
                  irc_now(irc));
}

/* The wire sends its own PING without the bucket; the server counts that, too. */
static void on_pong(struct irc *irc, const struct wire_event *event)
{
    const char *word = event->params[event->param_count ? event->param_count - 1 : 0];
    if (strcmp(word, WIRE_PING) == 0)
        bucket_charge(&irc->bucket, NULL, (int)strlen("PING :" WIRE_PING "\r\n"), irc_now(irc));
    irc_on_pong(irc, event);
}

static void on_welcome(struct irc *irc, const struct wire_event *event)
{
    irc->welcome_time = event->time;
}

static void on_isupport(struct irc *irc, const struct wire_event *event)
{
    (void)event;
    members_set_rules(irc->members, wire_casemap(irc->wire), wire_isupport(irc->wire, "PREFIX"));
    irc_join_more(irc);
}

/* Some codes refuse a JOIN as well as a message. */
static void on_not_sent(struct irc *irc, const struct wire_event *event)
{
    irc_on_refused(irc, event);
    irc_on_not_sent(irc, event);
}

static void on_whois_end(struct irc *irc, const struct wire_event *event)
{
    irc_on_whois_end(irc, event);
    if (!irc_signon_is_pending(irc))
        irc_rooms_proven(irc);
}

/* No other command concerns us. NOTICEs above all are never answered. */
struct dealing {
    const char *commands;
    irc_event_fn *fn;
};

static const struct dealing events[] = {
    {"001", on_welcome},
    {"005", on_isupport},
    {"311 312 317", irc_on_whois},
    {"315", irc_on_who_end},
    {"318", on_whois_end},
    {"324", irc_on_mode_is},
    {"330", irc_on_logged_in},
    {"353", irc_on_names},
    {"352 354", irc_on_who},
    {"366", irc_on_names_end},
    {"401 404 407 408 439 477 485 486 487 492 493 494 531 707 716 717", on_not_sent},
    {"403 405 437 471 473 474 475 476 479 480 489 500 520", irc_on_refused},
    {"470", irc_on_forwarded},
    {"730", irc_on_online},
    {"731", irc_on_offline},
    {"734", irc_on_monitor_full},
    {"KILL", irc_on_kill},
    {"MODE", irc_on_mode},
    {"PING", on_ping},
    {"PONG", on_pong},
    {"PRIVMSG", irc_on_privmsg}};

/* If these are replayed, they are history and not dealt with. */
static const struct dealing news[] = {
    {"ACCOUNT", irc_on_account}, {"CHGHOST", irc_on_chghost}, {"INVITE", irc_on_invite},
    {"JOIN", irc_on_join},       {"KICK", irc_on_kick},       {"NICK", irc_on_nick},
    {"PART", irc_on_part},       {"QUIT", irc_on_quit},       {"RENAME", irc_on_channel_renamed}};

static bool is_one_of(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static void deal_with(struct irc *irc, const struct wire_event *event, const struct dealing *rows,
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_one_of(rows[i].commands, event->command))
            rows[i].fn(irc, event);
}

static void on_line(struct irc *irc, const struct wire_event *event)
{
    if (irc->is_held)
        irc_pump_soon(irc); /* the wire is not silent */
    if (*event->label && !irc_delivery_label(irc, event)) {
        irc_on_not_sent(irc, event);
        return;
    }
    deal_with(irc, event, events, sizeof events / sizeof *events);
    if (!event->is_replay)
        deal_with(irc, event, news, sizeof news / sizeof *news);
}

static void on_event(void *arg, struct wire *wire, const struct wire_event *event)
{
    struct irc *irc = arg;
    (void)wire;
    if (event->what == WIRE_IS_CLOSED)
        on_closed(irc);
    else if (event->what == WIRE_IS_READY)
        on_ready(irc);
    else
        on_line(irc, event);
}

/* Each time the next one of the list: the last one may be gone for good. */
static const char *next_server(struct irc *irc)
{
    const char *const *servers = irc->setup.servers;
    unsigned count = 0;
    while (servers && servers[count])
        count++;
    return count ? servers[irc->connections++ % count] : irc->setup.wire.host;
}

static void connect_now(void *arg)
{
    struct irc *irc = arg;
    irc->setup.wire.host = next_server(irc);
    irc->was_ready = irc->was_killed = irc->has_split_batches = false;
    irc->members = irc_members_new(irc);
    irc->wire = wire_new(irc->loop, &irc->setup.wire, on_event, irc);
}

/* ---- as an adapter ---- */

static void start(struct adapter *adapter)
{
    struct irc *irc = (struct irc *)adapter;
    irc->has_started = true;
    irc->is_stopping = false;
    irc->backoff = (struct backoff){0};
    connect_now(irc);
}

static void connect_anew(struct irc *irc)
{
    irc->backoff = (struct backoff){0};
    irc->connections = 0;
    if (irc->wire) {
        irc->is_changing = true;
        wire_quit(irc->wire, irc_strings[IRC_STRING_QUIT]);
    } else {
        loop_timer_set(&irc->connect, 0);
    }
}

/* `host` does not count if there is a list of servers: it is one of them in turn. */
static bool is_same_connection(const struct irc_setup *a, const struct irc_setup *b)
{
    struct wire_config left = a->wire, right = b->wire;
    left.host = right.host = "";
    int i = 0;
    if (!a->servers || !b->servers)
        return wire_is_same_config(&a->wire, &b->wire);
    while (a->servers[i] && b->servers[i] && strcmp(a->servers[i], b->servers[i]) == 0)
        i++;
    return !a->servers[i] && !b->servers[i] && wire_is_same_config(&left, &right);
}

void irc_change(struct adapter *adapter, const struct irc_setup *setup)
{
    struct irc *irc = (struct irc *)adapter;
    bool is_same = is_same_connection(&irc->setup, setup),
         is_given_up = !irc->wire && !loop_timer_is_set(&irc->connect);
    irc->setup = *setup;
    irc_rooms_change(irc);
    if (irc_is_ready(irc))
        bucket_change(&irc->bucket, preset_for(irc));
    if (irc->has_started && !irc->is_stopping && (!is_same || is_given_up))
        connect_anew(irc);
}

static void quit_now(void *arg)
{
    struct irc *irc = arg;
    if (irc->wire)
        wire_quit(irc->wire, irc_strings[IRC_STRING_QUIT]);
    else
        say_left(irc);
}

static void stop(struct adapter *adapter, adapter_left_fn *left, void *arg)
{
    struct irc *irc = (struct irc *)adapter;
    irc->is_stopping = true;
    irc->left = left;
    irc->left_arg = arg;
    loop_timer_stop(&irc->connect);
    if (irc_is_ready(irc) && !outbox_is_empty(irc->outbox))
        loop_timer_set(&irc->farewell, FAREWELL_MS);
    else
        quit_now(irc);
}

static void irc_free(struct adapter *adapter)
{
    struct irc *irc = (struct irc *)adapter;
    loop_timer_stop(&irc->connect);
    loop_timer_stop(&irc->pump);
    loop_timer_stop(&irc->farewell);
    irc_people_leave(irc);
    irc_monitor_leave(irc);
    irc_delivery_leave(irc);
    irc_renames_leave(irc);
    irc_rooms_fini(irc);
    outbox_free(irc->outbox);
    wire_free(irc->wire);
    members_free(irc->members);
    free(irc->ids);
    free(irc);
}

static bool is_lasting(void *self, const char *key)
{
    (void)self;
    return members_key_lasts(key);
}

/* ---- for the admin ---- */

static const char *state_of(const struct irc *irc)
{
    if (irc_is_ready(irc))
        return "up";
    return irc->wire ? "connecting" : loop_timer_is_set(&irc->connect) ? "resting" : "given-up";
}

static void put_rooms(const struct irc *irc, struct text *out)
{
    static const char *const states[] = {
        [ROOM_OUT] = "out",          [ROOM_JOINING] = "joining",
        [ROOM_READING] = "joining",  [ROOM_IN] = "in",
        [ROOM_REFUSED] = "refused",  [ROOM_EXPELLED] = "thrown-out",
        [ROOM_LEFT_OUT] = "left-out"};
    for (int i = 0; i < irc->room_count; i++) {
        const struct irc_room *room = irc->rooms[i];
        bool is_fine = room->state == ROOM_IN && !room->is_muted;
        if (!is_fine)
            text_putf(out, "channel=%s %s\n", room->channel->name,
                      room->state == ROOM_IN ? "muted" : states[room->state]);
    }
}

static void status(struct adapter *adapter, struct text *out)
{
    const struct irc *irc = (const struct irc *)adapter;
    int64_t now = irc_now(irc);
    text_putf(out, "state=%s\nnetwork=%s\nchannels=%d\n", state_of(irc), irc->network,
              irc->room_count);
    if (irc->wire)
        text_putf(out, "nick=%s\npeople=%d\nlag_ms=%d\n", wire_nick(irc->wire),
                  members_count(irc->members), wire_lag(irc->wire));
    else if (loop_timer_is_set(&irc->connect))
        text_putf(out, "retry_s=%lld\n", (long long)(irc->connect.due.at - now + 999) / 1000);
    text_putf(out, "pace=%s\nwaiting_lines=%d\nwaiting_for=%d\n", irc->bucket.preset->name,
              outbox_lines(irc->outbox), outbox_lanes(irc->outbox));
    put_rooms(irc, out);
}

static void put_figures(struct adapter *adapter, struct figures *figures)
{
    const struct irc *irc = (const struct irc *)adapter;
    const char *network = irc->network;
    figures_put(figures, FIGURE_tabletalk_network_up, network, irc_is_ready(irc));
    figures_put(figures, FIGURE_tabletalk_network_waiting, network, outbox_lines(irc->outbox));
    figures_put(figures, FIGURE_tabletalk_network_connects_total, network, irc->connects);
    figures_put(figures, FIGURE_tabletalk_network_losses_total, network, irc->losses);
    figures_put(figures, FIGURE_tabletalk_network_refusals_total, network, irc->refusals);
}

struct adapter *irc_new(const struct irc_setup *setup, struct loop *loop, struct host *host,
                        struct commands *commands)
{
    static const struct adapter_ops ops = {.name = "irc",
                                           .start = start,
                                           .stop = stop,
                                           .free = irc_free,
                                           .status = status,
                                           .figures = put_figures};
    struct irc *irc = calloc(1, sizeof *irc);
    check(irc);
    irc->adapter.ops = &ops;
    irc->setup = *setup;
    irc->loop = loop;
    irc->host = host;
    irc->commands = commands;
    irc->keep = setup->wire.keep;
    int length = snprintf(irc->network, sizeof irc->network, "irc:%s", setup->wire.network);
    check(length < (int)sizeof irc->network);
    bucket_init(&irc->bucket, bucket_preset_named("safe"));
    loop_timer_init(&irc->connect, loop, connect_now, irc);
    loop_timer_init(&irc->farewell, loop, quit_now, irc);
    irc->outbox = irc_outbox_new(irc);
    irc_people_init(irc);
    irc_monitor_init(irc);
    irc_delivery_init(irc);
    irc_rooms_init(irc);
    irc_renames_init(irc);
    host_add_port(host, &(struct host_port){.network = irc->network,
                                            .help = irc_help,
                                            .is_lasting = is_lasting,
                                            .reports_sent = true,
                                            .has_dear_lines = bucket_name_costs(setup->flood),
                                            .columns = irc_columns,
                                            .language = irc_language,
                                            .post = irc_post,
                                            .whisper = irc_whisper,
                                            .reach = irc_reach,
                                            .absent_since = irc_absent_since,
                                            .widen = irc_source_widen,
                                            .sees = irc_sees,
                                            .is_away = irc_is_away,
                                            .called = irc_called,
                                            .prefer = irc_prefer,
                                            .room_look = irc_room_look,
                                            .look = irc_look,
                                            .nudge = irc_nudge,
                                            .wear = irc_wear,
                                            .forget = irc_forget,
                                            .bridged_with = irc_bridged_with,
                                            .self = irc});
    return &irc->adapter;
}

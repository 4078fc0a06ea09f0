/* See wire.h. First what each line teaches: tags and batches, who we are, what the server is. A
   table says which function deals with which command. Only tags of the capabilities that are on
   count: another tag of the same name is somebody's forgery. Then the life of a connection: its
   states and time limits, and the bytes in both directions. */
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cap.h"
#include "check.h"
#include "log.h"
#include "text.h"
#include "wire_state.h"

enum { LAG_WORTH_WORDS = 10000 /* ms */ };

/* --- single tags --- */

/* Values are words: no control bytes, no spaces. */
static const char *word_tag(const struct wire *wire, enum cap cap, const char *key)
{
    const char *value = caps_has(&wire->caps, cap) ? line_tag(&wire->tags, key) : NULL;
    for (const char *p = value; p && *p; p++)
        if ((unsigned char)*p <= ' ' || *p == 0x7f)
            return "";
    return value ? value : "";
}

static int64_t days_since_1970(int year, int month, int day)
{
    int shifted = month > 2 ? year : year - 1; /* years that begin in March end with the leap day */
    int64_t leaps = shifted / 4 - shifted / 100 + shifted / 400;
    return 365 * (int64_t)shifted + leaps + (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 +
           day - 1 - 719468;
}

/* 2026-01-02T03:04:05.678Z, with three digits behind the point or none; 0 for anything else. */
static int64_t read_time(const char *value)
{
    int year, month, day, hour, minute, second, ms = 0, end = 0;
    if (sscanf(value, "%4d-%2d-%2dT%2d:%2d:%2d%n", &year, &month, &day, &hour, &minute, &second,
               &end) != 6 ||
        !end)
        return 0;
    if (value[end] == '.' && sscanf(value + end, ".%3d", &ms) != 1)
        return 0;
    bool is_date = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
    bool is_time = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 &&
                   second <= 60 && ms >= 0;
    if (!is_date || !is_time)
        return 0;
    return (((days_since_1970(year, month, day) * 24 + hour) * 60 + minute) * 60 + second) * 1000 +
           ms;
}

/* --- batches --- */

static struct wire_batch *find_batch(struct wire *wire, const char *reference)
{
    for (int i = 0; i < WIRE_BATCHES; i++)
        if (strcmp(wire->batches[i].reference, reference) == 0)
            return &wire->batches[i];
    return NULL;
}

static void keep_name(char *kept, const char *name)
{
    struct text text = text_over(kept, WIRE_BATCH_NAME);
    text_put(&text, name);
}

static bool is_history(const char *type)
{
    return text_same_word(type, "chathistory") || text_same_word(type, "draft/chathistory") ||
           text_same_word(type, "znc.in/playback");
}

/* A batch inside a replayed one is replayed, too. */
static struct wire_batch *open_batch(struct wire *wire, const struct wire_event *event)
{
    const char *reference = event->params[0] + 1;
    struct wire_batch *batch = find_batch(wire, reference);
    if (!batch)
        batch = find_batch(wire, "");
    if (!batch || !*reference || strlen(reference) >= WIRE_BATCH_NAME)
        return NULL;
    keep_name(batch->reference, reference);
    keep_name(batch->type, event->params[1]);
    keep_name(batch->label, event->label);
    batch->is_replay = event->is_replay || is_history(event->params[1]);
    return batch;
}

/* Its type stays readable until another batch takes the place. */
static struct wire_batch *close_batch(struct wire *wire, const struct wire_event *event)
{
    const char *reference = event->params[0] + 1;
    struct wire_batch *batch = *reference ? find_batch(wire, reference) : NULL;
    if (batch)
        batch->reference[0] = '\0';
    return batch;
}

static void follow_batches(struct wire *wire, struct wire_event *event)
{
    struct wire_batch *batch = NULL;
    if (event->params[0][0] == '+')
        batch = open_batch(wire, event);
    else if (event->params[0][0] == '-')
        batch = close_batch(wire, event);
    event->batch = batch ? event->params[0] + 1 : "";
    event->batch_type = batch ? batch->type : "";
    event->is_replay = event->is_replay || (batch && batch->is_replay);
}

static void wire_read_tags(struct wire *wire, struct wire_event *event)
{
    event->account = word_tag(wire, CAP_ACCOUNT_TAG, "account");
    event->time = read_time(word_tag(wire, CAP_SERVER_TIME, "time"));
    event->msgid = word_tag(wire, CAP_MESSAGE_TAGS, "msgid");
    event->label = word_tag(wire, CAP_LABELED_RESPONSE, "label");
    event->batch = word_tag(wire, CAP_BATCH, "batch");
    event->batch_type = "";
    event->is_bot = caps_has(&wire->caps, CAP_MESSAGE_TAGS) && line_tag(&wire->tags, "bot");
    const struct wire_batch *around = *event->batch ? find_batch(wire, event->batch) : NULL;
    if (around) {
        event->batch_type = around->type;
        event->label = *event->label ? event->label : around->label;
    }
    event->is_replay = *event->batch && (!around || around->is_replay);
    if (strcmp(event->command, "BATCH") == 0 && caps_has(&wire->caps, CAP_BATCH))
        follow_batches(wire, event);
}

/* --- who we are --- */

static void rename_us(struct wire *wire, const char *nick)
{
    if (!wire_keep_name(wire->nick, nick))
        wire_fail(wire, "the server gave us something that is no nick");
}

static void on_welcome(struct wire *wire, const struct wire_event *event)
{
    wire->is_welcome = true;
    rename_us(wire, event->params[0]);
    loop_timer_stop(&wire->login.step);
    wire_login_missed(wire);
}

static void on_nick(struct wire *wire, const struct wire_event *event)
{
    if (event->param_count > 0 && wire_is_me(wire, event->nick)) {
        rename_us(wire, event->params[0]);
        wire_nick_changed(wire);
    } else {
        wire_on_nick_freed(wire, event);
    }
}

static void know_mask(struct wire *wire, const char *user, const char *host)
{
    char fresh_user[WIRE_NAME], fresh_host[WIRE_NAME];
    if (!wire_keep_name(fresh_user, user) || !wire_keep_name(fresh_host, host))
        return;
    memcpy(wire->user, fresh_user, sizeof wire->user);
    memcpy(wire->host, fresh_host, sizeof wire->host);
}

static void on_chghost(struct wire *wire, const struct wire_event *event)
{
    if (wire_is_me(wire, event->nick))
        know_mask(wire, event->params[0], event->params[1]);
}

/* 396 us host :is now your displayed host; some servers write user@host. */
static void on_new_host(struct wire *wire, const struct wire_event *event)
{
    const char *at = strchr(event->params[1], '@');
    char fresh[WIRE_NAME];
    if (wire_keep_name(fresh, at ? at + 1 : event->params[1]))
        memcpy(wire->host, fresh, sizeof wire->host);
    struct text user = text_over(fresh, sizeof fresh);
    if (at)
        text_put_bytes(&user, event->params[1], (int)(at - event->params[1]));
    if (user.length > 0 && !user.cut)
        memcpy(wire->user, fresh, sizeof wire->user);
}

/* --- what the server is --- */

static void on_my_info(struct wire *wire, const struct wire_event *event)
{
    struct text version = text_over(wire->version, sizeof wire->version);
    text_put(&version, event->params[2]);
}

/* Copies from 005 what every line needs: the case mapping, what marks a channel. Call it before
   the first line, too. */
static void wire_read_isupport(struct wire *wire)
{
    wire->casemap = cap_isupport_casemap(&wire->isupport);
    wire->channel_types = cap_isupport_get(&wire->isupport, "CHANTYPES");
    wire->status_signs = cap_isupport_get(&wire->isupport, "STATUSMSG");
}

/* 005 us TOKEN... :are supported by this server. No token has a space. */
static void on_isupport(struct wire *wire, const struct wire_event *event)
{
    for (int i = 1; i < event->param_count; i++)
        if (!strchr(event->params[i], ' '))
            cap_isupport_take(&wire->isupport, event->params[i]);
    wire_read_isupport(wire);
}

static void on_motd_end(struct wire *wire, const struct wire_event *event)
{
    (void)event;
    if (wire->state == WIRE_REGISTERING && wire->is_welcome && !wire_login_identifies(wire))
        wire_become_ready(wire);
}

__attribute__((format(printf, 2, 3))) static void put_urgent(struct wire *wire, const char *format,
                                                             ...)
{
    va_list args;
    va_start(args, format);
    wire_put(wire, true, NULL, format, args);
    va_end(args);
}

static void on_ping(struct wire *wire, const struct wire_event *event)
{
    put_urgent(wire, "PONG :%s", event->params[0]);
}

static void wire_log_lag(const struct wire *wire)
{
    char ms[16];
    snprintf(ms, sizeof ms, "%d", (int)(loop_now(wire->loop) - wire->pinged_at));
    log_event(LOG_WARN, "irc-lag", "network", wire->config.network, "ms", ms, (char *)0);
}

static void on_pong(struct wire *wire, const struct wire_event *event)
{
    (void)event;
    if (!wire->is_pinged || wire->state != WIRE_READY)
        return;
    wire->is_pinged = false;
    wire->lag = (int)(loop_now(wire->loop) - wire->pinged_at);
    if (wire->lag >= LAG_WORTH_WORDS)
        wire_log_lag(wire);
    if (!wire->error[0])
        loop_timer_set(&wire->watchdog, wire->config.idle_ms);
}

/* 464 us :Password incorrect, 465 us :You are banned. These say more than the ERROR that
   follows. */
static void on_refused(struct wire *wire, const struct wire_event *event)
{
    if (wire->is_welcome)
        return;
    struct text refusal = text_over(wire->refusal, sizeof wire->refusal);
    text_put(&refusal, event->param_count ? event->params[event->param_count - 1] : "");
    wire->is_unwelcome = event->numeric == 464;
}

/* The server is about to close the connection; if it does not, we do. */
static void on_error(struct wire *wire, const struct wire_event *event)
{
    struct text error = text_over(wire->error, sizeof wire->error);
    text_put(&error, event->param_count ? event->params[0] : "ERROR");
    loop_timer_set(&wire->watchdog, wire->config.quit_ms);
}

static const struct {
    const char *command;
    wire_lesson_fn *fn;
} lessons[] = {
    {"001", on_welcome},
    {"004", on_my_info},
    {"005", on_isupport},
    {"376", on_motd_end},
    {"396", on_new_host},
    {"422", on_motd_end},
    {"432", wire_on_nick_refused},
    {"433", wire_on_nick_refused},
    {"436", wire_on_nick_refused},
    {"437", wire_on_nick_refused},
    {"464", on_refused},
    {"465", on_refused},
    {"466", on_refused},
    {"900", wire_on_logged_in},
    {"901", wire_on_logged_out},
    {"902", wire_on_sasl_failed},
    {"903", wire_on_sasl_done},
    {"904", wire_on_sasl_failed},
    {"905", wire_on_sasl_failed},
    {"906", wire_on_sasl_failed},
    {"907", wire_on_sasl_done},
    {"908", wire_on_mechanisms},
    {"AUTHENTICATE", wire_on_authenticate},
    {"CAP", wire_on_cap},
    {"CHGHOST", on_chghost},
    {"ERROR", on_error},
    {"MODE", wire_on_mode},
    {"NICK", on_nick},
    {"PING", on_ping},
    {"PONG", on_pong},
    {"QUIT", wire_on_nick_freed},
};

static void wire_learn(struct wire *wire, const struct wire_event *event)
{
    if (event->user[0] && event->host[0] && wire_is_me(wire, event->nick))
        know_mask(wire, event->user, event->host); /* as in our own JOIN */
    for (size_t i = 0; i < sizeof lessons / sizeof lessons[0]; i++)
        if (strcmp(lessons[i].command, event->command) == 0)
            lessons[i].fn(wire, event);
}

/* --- what is known --- */

const char *wire_nick(const struct wire *wire)
{
    return wire->nick;
}

bool wire_is_me(const struct wire *wire, const char *nick)
{
    return text_is_same_folded(wire->casemap, wire->nick, nick);
}

bool wire_has(const struct wire *wire, enum cap cap)
{
    return caps_has(&wire->caps, cap) &&
           (cap != CAP_LABELED_RESPONSE || caps_has(&wire->caps, CAP_BATCH));
}

int wire_lag(const struct wire *wire)
{
    return wire->lag;
}

bool wire_is_unwelcome(const struct wire *wire)
{
    return wire->is_unwelcome;
}

const char *wire_server_version(const struct wire *wire)
{
    return wire->version;
}

const char *wire_isupport(const struct wire *wire, const char *token)
{
    return cap_isupport_get(&wire->isupport, token);
}

int wire_isupport_number(const struct wire *wire, const char *token, int otherwise)
{
    return cap_isupport_number(&wire->isupport, token, otherwise);
}

enum casemap wire_casemap(const struct wire *wire)
{
    return wire->casemap;
}

static bool is_one_of(const char *set, char c)
{
    return set && c && strchr(set, c);
}

const char *wire_channel_of(const struct wire *wire, const char *target)
{
    const char *name = target;
    while (is_one_of(wire->status_signs, *name))
        name++;
    if (is_one_of(wire->channel_types, *name))
        return name;
    /* where + marks channels as well as voice */
    return is_one_of(wire->channel_types, *target) ? target : NULL;
}

int wire_room(const struct wire *wire, const char *target)
{
    enum { USUAL_USER = 11, USUAL_HOST = 64 };
    int user = wire->user[0] ? (int)strlen(wire->user) : USUAL_USER;
    int host = wire->host[0] ? (int)strlen(wire->host) : USUAL_HOST;
    int source = (int)strlen(":!@ ") + (int)strlen(wire->nick) + user + host;
    int room =
        WIRE_BODY - source - (int)strlen("PRIVMSG ") - (int)strlen(target) - (int)strlen(" :");
    return room > 0 ? room : 0;
}

/* ---- the life of the connection ---- */

enum { MINUTE_MS = 60 * 1000 };

/* --- entering from the loop, telling, leaving --- */

static void destroy(struct wire *wire);
static void connect_with_tls(struct wire *wire, int port, const char *why);

static void enter(struct wire *wire)
{
    wire->calls++;
}

static void leave(struct wire *wire)
{
    if (--wire->calls == 0 && wire->is_doomed)
        destroy(wire);
}

static void tell_what(struct wire *wire, enum wire_what what)
{
    struct wire_event event = {.what = what,
                               .nick = "",
                               .user = "",
                               .host = "",
                               .command = "",
                               .account = "",
                               .msgid = "",
                               .label = "",
                               .batch = "",
                               .batch_type = ""};
    for (int i = 0; i < WIRE_PARAMS; i++)
        event.params[i] = "";
    wire->fn(wire->arg, wire, &event);
}

static void tell_ready(struct wire *wire)
{
    if (wire->state != WIRE_READY || wire->has_told_ready)
        return;
    wire->has_told_ready = true;
    tell_what(wire, WIRE_IS_READY);
}

static void close_transport(struct wire *wire)
{
    loop_timer_stop(&wire->watchdog);
    loop_timer_stop(&wire->flush);
    wire_login_fini(wire);
    transport_free(wire->transport);
    wire->transport = NULL;
}

/* The connection is closed, or goes on at the port for TLS because of the server's policy. */
static void on_ending(void *arg)
{
    struct wire *wire = arg;
    enter(wire);
    if (wire->is_tls && wire->sts_duration > 0) /* counts from the last that was heard */
        cap_sts_keep(wire->config.keep, wire->config.host, wire->port, wire->sts_duration,
                     loop_wall(wire->loop));
    close_transport(wire);
    if (wire->state == WIRE_CLOSED)
        tell_what(wire, WIRE_IS_CLOSED);
    else
        connect_with_tls(wire, wire->upgrade, "asked");
    leave(wire);
}

static void on_flush(void *arg)
{
    wire_flush(arg);
}

/* --- in --- */

/* nick!user@host, nick@host or nick, cut in place. */
static void split_source(char *source, struct wire_event *event)
{
    char *bang = strchr(source, '!'), *at = strchr(bang ? bang : source, '@');
    event->nick = source;
    event->user = bang ? bang + 1 : "";
    event->host = at ? at + 1 : "";
    if (bang)
        *bang = '\0';
    if (at)
        *at = '\0';
}

/* The parser's parts and the tail it did not see, as one event. */
static void compose(struct wire *wire, struct line_short *line, struct wire_event *event)
{
    struct parsed parsed;
    line_parser_split(wire->parser, line, &parsed);
    *event = (struct wire_event){.what = WIRE_LINE, .command = parsed.command};
    split_source(parsed.source, event);
    event->numeric = (int)strtol(parsed.command, NULL, 10); /* three digits, or a word: 0 */
    for (int i = 0; i < parsed.param_count; i++)
        event->params[event->param_count++] = parsed.params[i];
    while (event->param_count < WIRE_PARAMS) {
        const char *param = line_next_param(&line->tail, event->param_count == WIRE_PARAMS - 1);
        if (!param)
            break;
        event->params[event->param_count++] = param;
    }
    for (int i = event->param_count; i < WIRE_PARAMS; i++)
        event->params[i] = "";
    if (strcmp(event->command, "PRIVMSG") == 0 || strcmp(event->command, "NOTICE") == 0)
        event->params[1] = line_decode(event->params[1], wire->decoded, sizeof wire->decoded);
}

static void take_line(struct wire *wire, char *line)
{
    char *body;
    struct line_short short_line;
    if (!line_cut_tags(line, &wire->tags, &body) || !line_shorten(body, &short_line)) {
        log_event(LOG_DEBUG, "irc-line-dropped", "network", wire->config.network, (char *)0);
        return;
    }
    struct wire_event event;
    compose(wire, &short_line, &event);
    wire_read_tags(wire, &event);
    wire_learn(wire, &event);
    wire->fn(wire->arg, wire, &event);
    wire->tags = (struct line_tags){NULL, NULL};
    tell_ready(wire);
}

/* More than any network says, even when we join all channels at once. */
static bool is_too_much(struct wire *wire, int length)
{
    int64_t now = loop_now(wire->loop);
    if (now - wire->minute_from >= MINUTE_MS) {
        wire->minute_from = now;
        wire->minute_bytes = wire->minute_lines = 0;
    }
    wire->minute_bytes += length;
    return wire->minute_bytes > WIRE_MINUTE_BYTES || wire->minute_lines > WIRE_MINUTE_LINES;
}

static void take_bytes(struct wire *wire, const char *bytes, int length)
{
    const char *end = bytes + length;
    char *line;
    wire->has_heard = true;
    wire->heard_at = loop_now(wire->loop);
    wire->unheard = 0;
    for (; wire->state != WIRE_CLOSED && !wire->upgrade &&
           (line = line_take(&wire->input, &bytes, end));
         wire->minute_lines++)
        take_line(wire, line);
    if (is_too_much(wire, length))
        wire_fail(wire, "the server does not stop: %d lines, %d bytes within a minute",
                  wire->minute_lines, wire->minute_bytes);
    if (wire->upgrade && wire->state != WIRE_CLOSED)
        loop_timer_set(&wire->ending, 0);
}

/* --- the transport's events --- */

static void on_up(void *arg)
{
    struct wire *wire = arg;
    if (wire->state != WIRE_CONNECTING)
        return;
    wire->state = WIRE_REGISTERING;
    loop_timer_set(&wire->watchdog, wire->config.register_ms);
    wire_register(wire);
}

static void on_bytes(void *arg, const char *bytes, int length)
{
    struct wire *wire = arg;
    enter(wire);
    take_bytes(wire, bytes, length);
    leave(wire);
}

static void on_down(void *arg, const char *reason)
{
    struct wire *wire = arg;
    if (wire->error[0] || wire->refusal[0])
        wire_fail(wire, "the server said: %s%s%s", wire->refusal,
                  wire->error[0] && wire->refusal[0] ? "; " : "", wire->error);
    else
        wire_fail(wire, "%s", wire->state == WIRE_QUITTING ? "we quit" : reason);
}

static const struct transport_events transport_events = {
    .on_up = on_up, .on_bytes = on_bytes, .on_room = on_flush, .on_down = on_down};

/* --- time limits --- */

static void on_step(void *arg)
{
    struct wire *wire = arg;
    enter(wire);
    wire_login_step(wire);
    tell_ready(wire);
    leave(wire);
}

/* Also if the server says much, so that the lag is known. */
static void ping_or_fail(struct wire *wire)
{
    if (wire->is_pinged && !wire->has_heard) {
        wire_fail(wire, "the connection is dead: nothing heard for %d s",
                  (int)((loop_now(wire->loop) - wire->heard_at) / 1000));
        return;
    }
    if (wire->is_pinged)
        wire_log_lag(wire);
    wire->is_pinged = true;
    wire->has_heard = false;
    wire->pinged_at = loop_now(wire->loop);
    wire_send(wire, "PING :" WIRE_PING);
    loop_timer_set(&wire->watchdog, wire->config.pong_ms);
}

void wire_ask(struct wire *wire)
{
    bool is_asked = wire->is_pinged && !wire->has_heard;
    if (wire->state == WIRE_READY && !wire->error[0] && !is_asked)
        ping_or_fail(wire);
}

int wire_unheard(const struct wire *wire)
{
    return wire->unheard;
}

static void on_watchdog(void *arg)
{
    struct wire *wire = arg;
    if (wire->error[0] || wire->state == WIRE_QUITTING)
        on_down(wire, "");
    else if (wire->state == WIRE_CONNECTING)
        wire_fail(wire, "no connection within %d s", wire->config.connect_ms / 1000);
    else if (wire->state == WIRE_REGISTERING)
        wire_fail(wire, "the server did not accept us within %d s",
                  wire->config.register_ms / 1000);
    else if (wire->state == WIRE_READY)
        ping_or_fail(wire);
}

/* --- making and ending --- */

/* Everything but the transport. */
static struct wire *make(struct loop *loop, const struct wire_config *config, wire_fn *fn,
                         void *arg)
{
    struct wire *wire = calloc(1, sizeof *wire);
    check(wire);
    wire->loop = loop;
    wire->fn = fn;
    wire->arg = arg;
    wire_keep_config(&wire->config, config);
    wire_read_isupport(wire);
    loop_timer_init(&wire->watchdog, loop, on_watchdog, wire);
    loop_timer_init(&wire->flush, loop, on_flush, wire);
    loop_timer_init(&wire->ending, loop, on_ending, wire);
    loop_timer_init(&wire->login.step, loop, on_step, wire);
    wire_login_init(wire);
    wire_nick_init(wire);
    wire->port = config->port;
    wire->is_tls = config->is_tls;
    wire->lag = -1;
    wire->sts_duration = -1;
    wire->parser = line_parser_new();
    struct text nick = text_over(wire->nick, sizeof wire->nick);
    text_put(&nick, config->nick);
    if (!wire->parser)
        wire_fail(
            wire,
            "too many open files for one more connection: raise the limit, or run fewer networks");
    else if (nick.cut)
        wire_fail(wire, "the nick is too long");
    return wire;
}

static void connect_now(struct wire *wire)
{
    const struct wire_config *kept = &wire->config;
    const struct transport_config where = {.host = kept->host,
                                           .port = wire->port,
                                           .is_tls = wire->is_tls,
                                           .ca_file = kept->ca_file,
                                           .client_cert = kept->client_cert,
                                           .client_key = kept->client_key,
                                           .pins = kept->pins,
                                           .connect_ms = kept->connect_ms};
    wire->caps.wants_sasl = wire_wants_login(wire);
    wire->transport = transport_new(wire->loop, &where, &transport_events, wire);
    loop_timer_set(&wire->watchdog, kept->connect_ms);
}

/* Forgets all that the old connection knew: nothing counts that came without TLS. */
static void connect_with_tls(struct wire *wire, int port, const char *why)
{
    char digits[12];
    snprintf(digits, sizeof digits, "%d", port);
    log_event(LOG_INFO, "irc-sts", "network", wire->config.network, "port", digits, "why", why,
              (char *)0);
    wire->state = WIRE_CONNECTING;
    wire->port = port;
    wire->is_tls = true;
    wire->upgrade = wire->queue_start = wire->queue_end = wire->nicks_tried = 0;
    wire->is_mid_line = wire->is_welcome = wire->has_ended_caps = false;
    wire->error[0] = wire->refusal[0] = wire->account[0] = '\0';
    wire->input = (struct line_buffer){0};
    wire->caps = (struct caps){0};
    wire->isupport = (struct isupport){0};
    wire_read_isupport(wire);
    memset(wire->batches, 0, sizeof wire->batches);
    wire_login_init(wire);
    wire_keep_name(wire->nick, wire->config.nick);
    connect_now(wire);
}

struct wire *wire_new(struct loop *loop, const struct wire_config *config, wire_fn *fn, void *arg)
{
    struct wire *wire = make(loop, config, fn, arg);
    int port = wire->is_tls ? 0 : cap_sts_port(config->keep, config->host, loop_wall(loop));
    if (wire->state == WIRE_CLOSED)
        return wire;
    if (port > 0)
        connect_with_tls(wire, port, "remembered");
    else
        connect_now(wire);
    return wire;
}

static void destroy(struct wire *wire)
{
    loop_timer_stop(&wire->ending);
    close_transport(wire);
    line_parser_free(wire->parser);
    wire_free_config(&wire->config);
    free(wire);
}

void wire_free(struct wire *wire)
{
    if (!wire)
        return;
    wire->is_doomed = true;
    wire->state = WIRE_CLOSED;
    if (wire->calls == 0)
        destroy(wire);
}

void wire_quit(struct wire *wire, const char *text)
{
    if (wire->state == WIRE_CONNECTING)
        wire_fail(wire, "we quit");
    if (wire->state != WIRE_REGISTERING && wire->state != WIRE_READY)
        return;
    wire_send(wire, "QUIT :%s", text);
    wire->state = WIRE_QUITTING;
    loop_timer_set(&wire->watchdog,
                   /* nobody is there yet to say goodbye */
                   wire->is_welcome ? wire->config.quit_ms : 0);
}

enum wire_state wire_state(const struct wire *wire)
{
    return wire->state;
}

const char *wire_reason(const struct wire *wire)
{
    return wire->reason;
}

/* --- the test door --- */

struct wire *wire_new_offline(struct loop *loop, const struct wire_config *config, wire_fn *fn,
                              void *arg)
{
    struct wire *wire = make(loop, config, fn, arg);
    wire->state = WIRE_CONNECTING;
    wire->caps.wants_sasl = wire_wants_login(wire);
    on_up(wire);
    return wire;
}

void wire_feed(struct wire *wire, const char *bytes, int length)
{
    on_bytes(wire, bytes, length);
}

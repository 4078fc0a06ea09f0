/* See wire_learn.h: tags and batches, who we are, what the server is. A table says which
   function deals with which command. Only tags of the capabilities that are on count: another
   tag of the same name is somebody's forgery. The getters of wire.h are here, too. Next:
   wire_login.c, wire_nick.c. */
#include <stdio.h>
#include <string.h>

#include "log.h"
#include "text.h"
#include "wire_learn.h"
#include "wire_login.h"
#include "wire_nick.h"
#include "wire_out.h"

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

void wire_read_tags(struct wire *wire, struct wire_event *event)
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

void wire_read_isupport(struct wire *wire)
{
    wire->casemap = isupport_casemap(&wire->isupport);
    wire->channel_types = isupport_get(&wire->isupport, "CHANTYPES");
    wire->status_signs = isupport_get(&wire->isupport, "STATUSMSG");
}

/* 005 us TOKEN... :are supported by this server. No token has a space. */
static void on_isupport(struct wire *wire, const struct wire_event *event)
{
    for (int i = 1; i < event->param_count; i++)
        if (!strchr(event->params[i], ' '))
            isupport_take(&wire->isupport, event->params[i]);
    wire_read_isupport(wire);
}

static void on_motd_end(struct wire *wire, const struct wire_event *event)
{
    (void)event;
    if (wire->state == WIRE_REGISTERING && wire->is_welcome && !wire_login_identifies(wire))
        wire_become_ready(wire);
}

static void put_urgent(struct wire *wire, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put_urgent(struct wire *wire, const char *format, ...)
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

void wire_log_lag(const struct wire *wire)
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

void wire_learn(struct wire *wire, const struct wire_event *event)
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
    return wire_is_ours(wire, nick);
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
    return isupport_get(&wire->isupport, token);
}

int wire_isupport_number(const struct wire *wire, const char *token, int otherwise)
{
    return isupport_number(&wire->isupport, token, otherwise);
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

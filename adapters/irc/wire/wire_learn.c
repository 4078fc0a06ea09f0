/* What a wire knows: who we are, what the server is, and the answers it gives by itself. One table of commands; the
   adapter above sees every line after this file has. Go next to: cap.h, wire_login.c, wire_nick.c. */
#include <stdio.h>
#include <string.h>

#include "log.h"
#include "sts.h"
#include "text.h"
#include "wire_learn.h"
#include "wire_login.h"
#include "wire_nick.h"
#include "wire_out.h"

enum { LAG_WORTH_WORDS = 10000 /* ms */ };

/* --- registration --- */

void wire_register(struct wire *wire)
{
    wire_send(wire, "CAP LS 302");
    if (wire->config.password && wire_send(wire, "PASS :%s", wire->config.password) != WIRE_SENT) {
        wire_fail(wire, "the server password is too long for a line of IRC");
        return;
    }
    wire_send(wire, "NICK %s", wire->nick);
    wire_send(wire, "USER %s 0 * :%s", wire->config.user, wire->config.realname);
}

static void say_cap(void *arg, const char *line)
{
    wire_send(arg, "%s", line);
}

/* On a plain connection only the port counts, on TLS only the duration: no wiretapper can write that one. */
static void take_policy(struct wire *wire)
{
    struct sts sts;
    if (!sts_read(wire->caps.sts, &sts))
        return;
    if (!wire->is_tls && sts.port > 0) {
        wire->upgrade = sts.port;
        wire->queue_start = wire->queue_end = 0; /* not a line more without TLS */
    } else if (wire->is_tls && sts.duration >= 0) {
        wire->sts_duration = sts.duration;
        sts_keep(wire->config.keep, wire->config.host, wire->port, sts.duration, loop_wall(wire->loop));
    }
}

/* CAP us LS * :more to come, or without the "*". */
static void on_cap(struct wire *wire, const struct wire_event *event)
{
    bool has_more = event->param_count > 3 && strcmp(event->params[2], "*") == 0;
    bool was_settled = caps_are_settled(&wire->caps), had_sasl = caps_has(&wire->caps, CAP_SASL);
    caps_hear(&wire->caps, event->params[1], has_more, event->params[has_more ? 3 : 2], say_cap, wire);
    if (wire->caps.has_sts)
        take_policy(wire);
    if (wire->upgrade || wire->state == WIRE_CLOSED)
        return;
    bool is_settled = caps_are_settled(&wire->caps), has_sasl = caps_has(&wire->caps, CAP_SASL);
    bool are_services_back = wire->is_welcome && has_sasl && !had_sasl;
    if (!wire->is_welcome && !is_settled)
        wire_login_wait(wire);
    else if (are_services_back || (!wire->is_welcome && !was_settled))
        wire_login_begin(wire);
}

/* --- who we are --- */

static void rename_us(struct wire *wire, const char *nick)
{
    if (!wire_keep_name(wire->nick, nick))
        wire_fail(wire, "the server gave us a nick that is none");
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

/* 005 us TOKEN... :are supported by this server. No token has a space. */
static void on_isupport(struct wire *wire, const struct wire_event *event)
{
    for (int i = 1; i < event->param_count; i++)
        if (!strchr(event->params[i], ' '))
            isupport_take(&wire->isupport, event->params[i]);
    wire->casemap = casemap_named(isupport_get(&wire->isupport, "CASEMAPPING"));
}

static void on_motd_end(struct wire *wire, const struct wire_event *event)
{
    (void)event;
    if (wire->state == WIRE_REGISTERING && wire->is_welcome && !wire_login_identifies(wire))
        wire_become_ready(wire);
}

static void put_urgent(struct wire *wire, const char *format, ...) __attribute__((format(printf, 2, 3)));

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

/* 464 us :Password incorrect, 465 us :You are banned: better words than the ERROR that follows. */
static void on_refused(struct wire *wire, const struct wire_event *event)
{
    if (wire->is_welcome)
        return;
    struct text refusal = text_over(wire->refusal, sizeof wire->refusal);
    text_put(&refusal, event->param_count ? event->params[event->param_count - 1] : "");
    wire->is_unwelcome = event->numeric == 464;
}

/* The server is about to close; if it does not, we do. */
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
    {"CAP", on_cap},
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

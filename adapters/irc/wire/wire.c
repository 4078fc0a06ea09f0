/* The life of one connection: its states and time limits, and the bytes in both directions.
   wire_line.c takes lines apart, wire_learn.c says what they mean. */
#include "wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cap.h"
#include "check.h"
#include "log.h"
#include "text.h"
#include "wire_learn.h"
#include "wire_login.h"
#include "wire_nick.h"
#include "wire_offline.h"
#include "wire_out.h"

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
        sts_keep(wire->config.keep, wire->config.host, wire->port, wire->sts_duration,
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
    parser_split(wire->parser, line, &parsed);
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
    wire->parser = parser_new();
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
    int port = wire->is_tls ? 0 : sts_port(config->keep, config->host, loop_wall(loop));
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
    parser_free(wire->parser);
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

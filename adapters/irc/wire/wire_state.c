#include "wire_state.h"

#include <string.h>

#include "check.h"
#include "text.h"

void wire_fail(struct wire *wire, const char *format, ...)
{
    if (wire->state == WIRE_CLOSED)
        return;
    wire->state = WIRE_CLOSED;
    struct text reason = text_over(wire->reason, sizeof wire->reason);
    text_putf(&reason, "%s port %d: ", wire->config.host, wire->port);
    va_list args;
    va_start(args, format);
    text_vputf(&reason, format, args);
    va_end(args);
    loop_timer_set(&wire->ending, 0);
}

static void write_queue(struct wire *wire)
{
    int length = wire->queue_end - wire->queue_start;
    if (!wire->transport || wire->state == WIRE_CLOSED || length == 0)
        return;
    int sent = transport_send(wire->transport, wire->queue + wire->queue_start, length);
    wire->queue_start += sent;
    if (sent > 0)
        wire->is_mid_line = wire->queue[wire->queue_start - 1] != '\n';
    if (wire->queue_start == wire->queue_end)
        wire->queue_start = wire->queue_end = 0;
}

void wire_flush(struct wire *wire)
{
    loop_timer_stop(&wire->flush);
    write_queue(wire);
}

/* An urgent line goes here: before all others, but behind the rest of a line that was begun. */
static int first_gap(const struct wire *wire)
{
    if (!wire->is_mid_line || wire->queue_start == wire->queue_end)
        return wire->queue_start;
    const char *start = wire->queue + wire->queue_start;
    const char *end = memchr(start, '\n', (size_t)(wire->queue_end - wire->queue_start));
    return (int)(end - wire->queue) + 1;
}

static bool enqueue(struct wire *wire, bool is_urgent, const char *bytes, int length)
{
    if (wire->queue_end + length > WIRE_QUEUE && wire->queue_start > 0) {
        memmove(wire->queue, wire->queue + wire->queue_start,
                (size_t)(wire->queue_end - wire->queue_start));
        wire->queue_end -= wire->queue_start;
        wire->queue_start = 0;
    }
    if (wire->queue_end + length > WIRE_QUEUE) {
        wire_fail(wire, "the server does not read: %d bytes wait for it", wire->queue_end);
        return false;
    }
    int at = is_urgent ? first_gap(wire) : wire->queue_end;
    memmove(wire->queue + at + length, wire->queue + at, (size_t)(wire->queue_end - at));
    memcpy(wire->queue + at, bytes, (size_t)length);
    wire->queue_end += length;
    if (!loop_timer_is_set(&wire->flush))
        loop_timer_set(&wire->flush, 0);
    return true;
}

enum wire_sent wire_put(struct wire *wire, bool is_urgent, const char *label, const char *format,
                        va_list args)
{
    char bytes[WIRE_LABEL_TAG + WIRE_BODY + 3];
    struct text tag = text_over(bytes, WIRE_LABEL_TAG + 1);
    if (label)
        text_putf(&tag, "@label=%s ", label);
    check(!tag.cut);
    char *body = bytes + tag.length;
    struct text line = text_over(body, WIRE_BODY + 1);
    text_vputf(&line, format, args);
    for (int i = 0; i < line.length; i++)
        if (body[i] == '\r' || body[i] == '\n' || body[i] == '\0')
            body[i] = ' ';
    if (wire->state == WIRE_CLOSED || strspn(body, " ") == (size_t)line.length)
        return WIRE_NOT_SENT;
    memcpy(body + line.length, "\r\n", 2);
    if (!enqueue(wire, is_urgent, bytes, tag.length + line.length + 2))
        return WIRE_NOT_SENT;
    return line.cut ? WIRE_SENT_CUT : WIRE_SENT;
}

__attribute__((format(printf, 3, 0))) static enum wire_sent
send_line(struct wire *wire, const char *label, const char *format, va_list args)
{
    if (wire->state != WIRE_REGISTERING && wire->state != WIRE_READY)
        return WIRE_NOT_SENT;
    wire->unheard++;
    return wire_put(wire, false, wire_has(wire, CAP_LABELED_RESPONSE) ? label : NULL, format, args);
}

enum wire_sent wire_send(struct wire *wire, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    enum wire_sent sent = send_line(wire, NULL, format, args);
    va_end(args);
    return sent;
}

enum wire_sent wire_send_labelled(struct wire *wire, const char *label, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    enum wire_sent sent = send_line(wire, label, format, args);
    va_end(args);
    return sent;
}

const char *wire_take_output(struct wire *wire, int *length)
{
    const char *bytes = wire->queue + wire->queue_start;
    *length = wire->queue_end - wire->queue_start;
    wire->queue_start = wire->queue_end = 0;
    return bytes;
}

/* ---- what a wire was told: its own copy, secrets included, and the defaults ---- */

static char *copy(const char *string)
{
    char *copied = string ? strdup(string) : NULL;
    check(copied || !string);
    return copied;
}

static const char *const *copy_list(const char *const *list)
{
    size_t count = 0;
    while (list && list[count])
        count++;
    const char **copied = calloc(count + 1, sizeof *copied);
    check(copied);
    for (size_t i = 0; i < count; i++)
        copied[i] = copy(list[i]);
    return copied;
}

static const size_t string_fields[] = {
    offsetof(struct wire_config, network),     offsetof(struct wire_config, host),
    offsetof(struct wire_config, ca_file),     offsetof(struct wire_config, client_cert),
    offsetof(struct wire_config, client_key),  offsetof(struct wire_config, pins),
    offsetof(struct wire_config, password),    offsetof(struct wire_config, nick),
    offsetof(struct wire_config, user),        offsetof(struct wire_config, realname),
    offsetof(struct wire_config, account),     offsetof(struct wire_config, account_password),
    offsetof(struct wire_config, account_key), offsetof(struct wire_config, mechanisms),
    offsetof(struct wire_config, nickserv),    offsetof(struct wire_config, regain),
};

enum { STRING_FIELDS = sizeof string_fields / sizeof string_fields[0] };

static const char **string_field(struct wire_config *config, int i)
{
    return (const char **)((char *)config + string_fields[i]);
}

static int or_default(int ms, int otherwise)
{
    return ms > 0 ? ms : otherwise;
}

void wire_keep_config(struct wire_config *kept, const struct wire_config *config)
{
    check(config->network && config->host && config->nick && config->user && config->realname);
    *kept = *config;
    for (int i = 0; i < STRING_FIELDS; i++)
        *string_field(kept, i) = copy(*string_field(kept, i));
    kept->alternative_nicks = copy_list(config->alternative_nicks);
    kept->connect_ms = or_default(config->connect_ms, 30000);
    kept->register_ms = or_default(config->register_ms, 60000);
    kept->idle_ms = or_default(config->idle_ms, 90000);
    kept->pong_ms = or_default(config->pong_ms, 60000);
    kept->step_ms = or_default(config->step_ms, 15000);
    kept->quit_ms = or_default(config->quit_ms, 2000);
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_same_list(const char *const *a, const char *const *b)
{
    size_t i = 0;
    while (a && b && a[i] && b[i] && strcmp(a[i], b[i]) == 0)
        i++;
    const char *end_a = a ? a[i] : NULL, *end_b = b ? b[i] : NULL;
    return !end_a && !end_b;
}

bool wire_is_same_config(const struct wire_config *a, const struct wire_config *b)
{
    struct wire_config left = *a, right = *b;
    for (int i = 0; i < STRING_FIELDS; i++)
        if (!is_same_text(*string_field(&left, i), *string_field(&right, i)))
            return false;
    return a->port == b->port && a->is_tls == b->is_tls &&
           a->login_is_required == b->login_is_required && a->identifies == b->identifies &&
           is_same_list(a->alternative_nicks, b->alternative_nicks);
}

static void wipe_and_free(const char *string)
{
    if (string)
        explicit_bzero((char *)string, strlen(string));
    free((char *)string);
}

void wire_free_config(struct wire_config *kept)
{
    for (int i = 0; i < STRING_FIELDS; i++)
        wipe_and_free(*string_field(kept, i));
    for (int i = 0; kept->alternative_nicks[i]; i++)
        free((char *)kept->alternative_nicks[i]);
    free((void *)kept->alternative_nicks);
}

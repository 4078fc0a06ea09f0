/* See wire_out.h. Lines wait in one buffer, and go out together at the end of the loop's turn. */
#include <string.h>

#include "check.h"
#include "text.h"
#include "wire_offline.h"
#include "wire_out.h"

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
    char bytes[WIRE_LABEL_TAG + WIRE_BODY + 3]; /* CR LF and a NUL */
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

enum wire_sent wire_send(struct wire *wire, const char *format, ...)
{
    if (wire->state != WIRE_REGISTERING && wire->state != WIRE_READY)
        return WIRE_NOT_SENT;
    va_list args;
    va_start(args, format);
    enum wire_sent sent = wire_put(wire, false, NULL, format, args);
    va_end(args);
    wire->unheard++;
    return sent;
}

enum wire_sent wire_send_labelled(struct wire *wire, const char *label, const char *format, ...)
{
    if (wire->state != WIRE_REGISTERING && wire->state != WIRE_READY)
        return WIRE_NOT_SENT;
    bool has_labels =
        caps_has(&wire->caps, CAP_LABELED_RESPONSE) && caps_has(&wire->caps, CAP_BATCH);
    va_list args;
    va_start(args, format);
    enum wire_sent sent = wire_put(wire, false, has_labels ? label : NULL, format, args);
    va_end(args);
    wire->unheard++;
    return sent;
}

const char *wire_take_output(struct wire *wire, int *length)
{
    const char *bytes = wire->queue + wire->queue_start;
    *length = wire->queue_end - wire->queue_start;
    wire->queue_start = wire->queue_end = 0;
    return bytes;
}

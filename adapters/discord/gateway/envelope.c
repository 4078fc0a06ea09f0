/* See envelope.h. One pass over the bytes; strings are jumped over with their escapes, objects and lists by counting. */
#include "envelope.h"

#include <string.h>

enum {
    KEY_ROOM = 8,      /* longer keys are none of ours */
    NUMBER_DIGITS = 18 /* fit into 64 bits whatever they are */
};

struct scan {
    const char *at, *end;
};

static void skip_space(struct scan *scan)
{
    while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\n' || *scan->at == '\r' || *scan->at == '\t'))
        scan->at++;
}

static bool take(struct scan *scan, char byte)
{
    skip_space(scan);
    if (scan->at >= scan->end || *scan->at != byte)
        return false;
    scan->at++;
    return true;
}

/* From behind the opening quote to behind the closing one. */
static bool skip_string(struct scan *scan)
{
    while (scan->at < scan->end) {
        char byte = *scan->at++;
        if (byte == '"')
            return true;
        if (byte == '\\' && scan->at < scan->end)
            scan->at++;
    }
    return false;
}

/* From the opening bracket to behind the one that closes it. Which bracket closes which is jansson's to judge. */
static bool skip_nested(struct scan *scan)
{
    size_t depth = 0;
    while (scan->at < scan->end) {
        switch (*scan->at++) {
        case '"':
            if (!skip_string(scan))
                return false;
            break;
        case '{':
        case '[':
            depth++;
            break;
        case '}':
        case ']':
            if (--depth == 0)
                return true;
            break;
        default:
            break;
        }
    }
    return false;
}

static bool skip_word(struct scan *scan)
{
    const char *begin = scan->at;
    while (scan->at < scan->end && *scan->at != ',' && *scan->at != '}' && *scan->at != ']' && *scan->at > ' ')
        scan->at++;
    return scan->at > begin && scan->at < scan->end;
}

static bool skip_value(struct scan *scan)
{
    skip_space(scan);
    if (scan->at >= scan->end)
        return false;
    if (*scan->at == '{' || *scan->at == '[')
        return skip_nested(scan);
    if (*scan->at != '"')
        return skip_word(scan);
    scan->at++;
    return skip_string(scan);
}

/* The value of "\u0073" at the u, for ASCII; -1 for anything else. */
static int read_escape(const char *at, const char *end)
{
    static const char digits[] = "0123456789abcdef";
    int value = 0;
    if (end - at < 5)
        return -1;
    for (int i = 1; i <= 4; i++) {
        const char *digit = at[i] ? strchr(digits, at[i] | 0x20) : NULL;
        if (!digit)
            return -1;
        value = value * 16 + (int)(digit - digits);
    }
    return value > 0 && value < 0x80 ? value : -1;
}

/* Copies a string of plain ASCII, quotes included in the span; "" if it is something else or does not fit. */
static void read_string(const char *from, const char *to, char *out, size_t room)
{
    size_t length = 0;
    for (from++, to--; from < to; from++) {
        int byte = (unsigned char)*from;
        if (byte == '\\') {
            from++;
            byte = *from == 'u' ? read_escape(from, to) : *from == '/' ? '/' : -1;
            if (*from == 'u' && byte > 0)
                from += 4;
        }
        if (byte <= 0 || length + 1 >= room) {
            length = 0;
            break;
        }
        out[length++] = (char)byte;
    }
    out[length] = '\0';
}

/* An integer, in quotes or not. */
static bool read_number(const char *from, const char *to, int64_t *out)
{
    if (to - from >= 2 && *from == '"') {
        from++;
        to--;
    }
    if (from == to || to - from > NUMBER_DIGITS)
        return false;
    int64_t value = 0;
    for (; from < to; from++) {
        if (*from < '0' || *from > '9')
            return false;
        value = value * 10 + (*from - '0');
    }
    *out = value;
    return true;
}

static void note(struct envelope *envelope, const char *key, const char *from, const char *to)
{
    if (strcmp(key, "d") == 0) {
        envelope->data = from;
        envelope->length = (size_t)(to - from);
    } else if (strcmp(key, "op") == 0) {
        if (!read_number(from, to, &envelope->op))
            envelope->op = ENVELOPE_NO_OP;
    } else if (strcmp(key, "s") == 0) {
        envelope->has_sequence = read_number(from, to, &envelope->sequence);
    } else if (strcmp(key, "t") == 0) {
        envelope->type[0] = '\0';
        if (*from == '"')
            read_string(from, to, envelope->type, sizeof envelope->type);
    }
}

static bool read_member(struct scan *scan, struct envelope *envelope)
{
    char key[KEY_ROOM];
    if (!take(scan, '"'))
        return false;
    const char *begin = scan->at - 1;
    if (!skip_string(scan))
        return false;
    read_string(begin, scan->at, key, sizeof key);
    if (!take(scan, ':'))
        return false;
    skip_space(scan);
    begin = scan->at;
    if (!skip_value(scan))
        return false;
    note(envelope, key, begin, scan->at);
    return true;
}

bool envelope_read(const char *text, size_t length, struct envelope *envelope)
{
    struct scan scan = {.at = text, .end = text + length};
    *envelope = (struct envelope){.op = ENVELOPE_NO_OP, .data = "null", .length = 4};
    if (!take(&scan, '{'))
        return false;
    if (!take(&scan, '}')) {
        do
            if (!read_member(&scan, envelope))
                return false;
        while (take(&scan, ','));
        if (!take(&scan, '}'))
            return false;
    }
    skip_space(&scan);
    return scan.at == scan.end;
}

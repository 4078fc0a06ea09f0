#include "log.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "text.h"

enum {
    LOG_LINE = 1024,
    KEY_ROOM = 8
}; /* a key needs so many bytes besides its own: a comma, a colon and four quotes */

static const char *const level_names[] = {"debug", "info", "warn", "error"};
static _Atomic(enum log_level) lowest = LOG_INFO; /* threads log while it changes */
static _Atomic(enum log_format) used_format = LOG_PAIRS;
static int log_fd = STDERR_FILENO;

enum log_level log_level_named(const char *word)
{
    enum log_level level = LOG_ERROR;
    while (level > LOG_DEBUG && strcmp(level_names[level], word) != 0)
        level--;
    return strcmp(level_names[level], word) == 0 ? level : LOG_INFO;
}

void log_setup(enum log_level level, int fd)
{
    lowest = level;
    log_fd = fd;
}

void log_use_level(enum log_level level)
{
    lowest = level;
}

void log_use_format(enum log_format format)
{
    used_format = format;
}

/* Whether a character that a terminal does not show, or that turns the line, begins there; not
   for control bytes. */
static bool is_hidden(const char *at)
{
    unsigned scalar;
    return (unsigned char)*at >= 0x80 && text_utf8(at, (int)strlen(at), &scalar) > 0 &&
           text_is_hidden(scalar);
}

/* Moves on to the last byte of the character. */
static void put_hidden(struct text *line, const char **at)
{
    unsigned scalar;
    *at += text_utf8(*at, (int)strlen(*at), &scalar) - 1;
    text_putf(line, "\\u%04x", scalar);
}

/* Quotes a value where a bare word would be ambiguous; control bytes become \xNN, and hidden
   characters \uNNNN. */
static void put_value(struct text *line, const char *value)
{
    bool bare = value[0] != '\0' && value[strcspn(value, " \"=\\")] == '\0';
    for (const char *p = value; bare && *p; p++)
        bare = (unsigned char)*p >= 0x20 && *p != 0x7f && !is_hidden(p);
    if (bare) {
        text_put(line, value);
        return;
    }
    text_put(line, "\"");
    for (const char *p = value; *p; p++) {
        unsigned char byte = (unsigned char)*p;
        if (is_hidden(p))
            put_hidden(line, &p);
        else if (byte == '"' || byte == '\\')
            text_putf(line, "\\%c", byte);
        else if (byte < 0x20 || byte == 0x7f)
            text_putf(line, "\\x%02x", byte);
        else
            text_putf(line, "%c", byte);
    }
    text_put(line, "\"");
}

static void put_pairs(struct text *line, va_list pairs)
{
    for (const char *key; (key = va_arg(pairs, const char *)) != NULL;) {
        const char *value = va_arg(pairs, const char *);
        text_putf(line, " %s=", key);
        put_value(line, value ? value : "-");
    }
}

/* A value that is too long loses its end, and what follows it is left out: the line stays one
   object. */
static void put_members(struct text *line, va_list pairs)
{
    for (const char *key; (key = va_arg(pairs, const char *)) != NULL;) {
        const char *value = va_arg(pairs, const char *);
        if (line->length + (int)strlen(key) + KEY_ROOM >= line->size)
            break;
        text_putf(line, ",\"%s\":", key);
        text_put_json(line, value ? value : "-", 1);
    }
    text_put(line, "}");
}

void log_event(enum log_level level, const char *event, ...)
{
    if (level < lowest)
        return;
    char bytes[LOG_LINE], time[32];
    struct text line = text_over(bytes, sizeof bytes - 1); /* one byte left for the line end */
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(time, sizeof time, "%Y-%m-%dT%H:%M:%S", &utc);
    bool is_json = used_format == LOG_JSON;
    text_putf(&line,
              is_json ? "{\"time\":\"%s.%03ldZ\",\"level\":\"%s\",\"event\":\"%s\""
                      : "%s.%03ldZ %s %s",
              time, now.tv_nsec / 1000000, level_names[level], event);
    va_list pairs;
    va_start(pairs, event);
    (is_json ? put_members : put_pairs)(&line, pairs);
    va_end(pairs);
    bytes[line.length] = '\n';
    ssize_t written;
    do
        written = write(log_fd, bytes, (size_t)line.length + 1);
    while (written < 0 && errno == EINTR);
}

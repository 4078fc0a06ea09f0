#include "log.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "text.h"

enum { LOG_LINE = 1024 };

static const char *const level_names[] = {"debug", "info", "warn", "error"};
static _Atomic(enum log_level) lowest = LOG_INFO; /* threads log while it changes */
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

/* Quotes a value where a bare word would be ambiguous; control bytes become \xNN. */
static void put_value(struct text *line, const char *value)
{
    bool bare = value[0] != '\0' && value[strcspn(value, " \"=\\")] == '\0';
    for (const char *p = value; bare && *p; p++)
        bare = (unsigned char)*p >= 0x20 && *p != 0x7f;
    if (bare) {
        text_put(line, value);
        return;
    }
    text_put(line, "\"");
    for (const char *p = value; *p; p++) {
        unsigned char byte = (unsigned char)*p;
        if (byte == '"' || byte == '\\')
            text_putf(line, "\\%c", byte);
        else if (byte < 0x20 || byte == 0x7f)
            text_putf(line, "\\x%02x", byte);
        else
            text_putf(line, "%c", byte);
    }
    text_put(line, "\"");
}

void log_event(enum log_level level, const char *event, ...)
{
    if (level < lowest)
        return;
    char bytes[LOG_LINE];
    struct text line = text_over(bytes, sizeof bytes - 1); /* one byte left for the line end */
    struct timespec now;
    struct tm utc;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    text_putf(&line, "%04d-%02d-%02dT%02d:%02d:%02d.%03ldZ %s %s", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
              utc.tm_hour, utc.tm_min, utc.tm_sec, now.tv_nsec / 1000000, level_names[level], event);
    va_list pairs;
    va_start(pairs, event);
    for (const char *key; (key = va_arg(pairs, const char *)) != NULL;) {
        const char *value = va_arg(pairs, const char *);
        text_putf(&line, " %s=", key);
        put_value(&line, value ? value : "-");
    }
    va_end(pairs);
    bytes[line.length] = '\n';
    ssize_t written;
    do
        written = write(log_fd, bytes, (size_t)line.length + 1);
    while (written < 0 && errno == EINTR);
}

/* The log of libwebsockets (lws_log.h). */
#include "lws_log.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <libwebsockets.h>

#include "log.h"
#include "ring.h"

enum { LINES = 20, HOUR_MS = 3600 * 1000 };

/* libwebsockets has one log for a process, and gives its function no argument. */
static struct {
    int64_t (*now)(void *arg);
    void *arg;
    RING(LINES) lines;
    int64_t left_out;
} said;

static void put_line(int level, const char *line)
{
    char bytes[256], left_out[24];
    size_t length = strcspn(line, "\n");
    int64_t now = said.now(said.arg);
    if (ring_wait(&said.lines, LINES, HOUR_MS, now) > 0) {
        said.left_out++;
        return;
    }
    ring_add(&said.lines, now);
    length = length < sizeof bytes ? length : sizeof bytes - 1;
    memcpy(bytes, line, length);
    bytes[length] = '\0';
    snprintf(left_out, sizeof left_out, "%" PRId64, said.left_out);
    log_event(level == LLL_ERR ? LOG_ERROR : LOG_WARN, "websockets", "says", bytes,
              said.left_out ? "left_out" : (char *)0, left_out, (char *)0);
    said.left_out = 0;
}

void lws_log_begin(int64_t (*now)(void *arg), void *arg)
{
    said.now = now;
    said.arg = arg;
    lws_set_log_level(LLL_ERR | LLL_WARN, put_line);
}

/* See standin_child.h: two pipes and a process. */
#include "standin_child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "child.h"

enum { OPTIONS = 8, LONGEST_WAIT = TEST_SOON_MS };

struct standin_child {
    struct child process;
    int orders, answers;
    char rest[64], gateway[64];
    char *said;
    size_t length, room;
    char *answer;
};

static void forget(struct standin_child *child)
{
    child->length = 0;
    if (child->said)
        child->said[0] = '\0';
    free(child->answer);
    child->answer = NULL;
}

/* More of what it answers, into `said`. False: time is over or it has ended. */
static bool read_more(struct standin_child *child, int milliseconds)
{
    struct pollfd ready = {.fd = child->answers, .events = POLLIN};
    char bytes[65536];
    if (poll(&ready, 1, milliseconds) <= 0)
        return false;
    ssize_t got = read(child->answers, bytes, sizeof bytes);
    if (got <= 0)
        return false;
    if (child->length + (size_t)got + 1 > child->room) {
        child->room = 2 * (child->length + (size_t)got + 1);
        child->said = realloc(child->said, child->room);
        check(child->said);
    }
    memcpy(child->said + child->length, bytes, (size_t)got);
    child->length += (size_t)got;
    child->said[child->length] = '\0';
    return true;
}

/* The first complete line that begins so, or NULL. */
static char *line_with(const struct standin_child *child, const char *begin)
{
    for (char *at = child->said; at && *at; at = strchr(at, '\n') + 1) {
        if (!strchr(at, '\n'))
            return NULL;
        if (strncmp(at, begin, strlen(begin)) == 0)
            return at;
    }
    return NULL;
}

static char *wait_for_line(struct standin_child *child, const char *begin)
{
    long end = test_now() + LONGEST_WAIT;
    char *line;
    while (!(line = line_with(child, begin)) && test_now() < end)
        if (!read_more(child, (int)(end - test_now())))
            break;
    check(line);
    return line;
}

struct standin_child *standin_child_new(const char *const options[], const char *log)
{
    struct standin_child *child = calloc(1, sizeof *child);
    const char *argv[OPTIONS + 2] = {getenv("TABLETALK_STANDIN")};
    int in[2], out[2];
    check(child && argv[0] && pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0);
    for (int i = 0; options && options[i]; i++) {
        check(i < OPTIONS);
        argv[i + 1] = options[i];
    }
    check(child_start(&child->process, argv, in[0], out[1], log));
    close(in[0]);
    close(out[1]);
    child->orders = in[1];
    child->answers = out[0];
    const char *line = wait_for_line(child, "http");
    check(sscanf(line, "%63s %63s", child->rest, child->gateway) == 2);
    return child;
}

void standin_child_free(struct standin_child *child)
{
    if (!child)
        return;
    close(child->orders);
    if (!child_wait(&child->process, 5000))
        child_stop(&child->process, SIGTERM);
    close(child->answers);
    free(child->said);
    free(child->answer);
    free(child);
}

const char *standin_child_rest_url(const struct standin_child *child)
{
    return child->rest;
}

const char *standin_child_gateway_url(const struct standin_child *child)
{
    return child->gateway;
}

static void give_order(struct standin_child *child, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
static void give_order(struct standin_child *child, const char *format, va_list args)
{
    char line[16384];
    while (read_more(child, 0)) /* what nobody asked for would be taken for the answer */
        ;
    forget(child);
    int length = vsnprintf(line, sizeof line - 1, format, args);
    check(length > 0 && length < (int)sizeof line - 1);
    line[length++] = '\n';
    check(write(child->orders, line, (size_t)length) == length);
}

void standin_child_tell(struct standin_child *child, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    give_order(child, format, args);
    va_end(args);
}

const char *standin_child_ask(struct standin_child *child, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    give_order(child, format, args);
    va_end(args);
    char *line = wait_for_line(child, "= ");
    child->answer = strndup(line + 2, strcspn(line + 2, "\n"));
    check(child->answer);
    *line = '\0';
    return child->answer;
}

const char *standin_child_said(const struct standin_child *child)
{
    return child->said;
}

/* See http_script.h. Requests are taken apart as far as needed to know where one ends: by
   Content-Length. */
#include "http_script.h"

#include <arpa/inet.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "loop.h"

struct line {
    char *what; /* NULL: any */
    char *bytes;
    bool is_cut, is_used;
};

struct client {
    struct http_script *script;
    int fd, number;
    char *bytes; /* heard */
    size_t length;
    char *unsaid;
    size_t unsaid_length;
    bool is_cut; /* when all is said */
    struct client *next;
};

struct http_script {
    struct loop *loop;
    int listener, connections;
    char base[64];
    struct client *clients;
    struct line *lines;
    int line_count;
    struct http_heard *heard;
    int heard_count;
};

static char *name_of(const char *bytes, size_t length)
{
    char *copy = strndup(bytes, length);
    check(copy);
    return copy;
}

static void hang_up(struct client *client)
{
    struct client **link = &client->script->clients;
    while (*link != client)
        link = &(*link)->next;
    *link = client->next;
    loop_unwatch(client->script->loop, client->fd);
    close(client->fd);
    free(client->bytes);
    free(client->unsaid);
    free(client);
}

static struct line *line_for(struct http_script *script, const char *head)
{
    char first[1024];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(head, "\r"), head);
    for (int i = 0; i < script->line_count; i++) {
        struct line *line = &script->lines[i];
        if (!line->is_used && (!line->what || strstr(first, line->what))) {
            line->is_used = true;
            return line;
        }
    }
    return NULL;
}

static void say(struct client *client)
{
    ssize_t sent =
        send(client->fd, client->unsaid, client->unsaid_length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
        client->unsaid_length -= (size_t)sent;
        memmove(client->unsaid, client->unsaid + sent, client->unsaid_length);
    }
    if (client->is_cut && client->unsaid_length == 0)
        hang_up(client);
    else
        loop_rewatch(client->script->loop, client->fd,
                     LOOP_READ | (client->unsaid_length ? LOOP_WRITE : 0u));
}

static void answer(struct client *client, const struct http_heard *heard)
{
    static const char fine[] =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    const struct line *line = line_for(client->script, heard->head);
    const char *bytes = line ? line->bytes : fine;
    client->unsaid = realloc(client->unsaid, client->unsaid_length + strlen(bytes) + 1);
    check(client->unsaid);
    memcpy(client->unsaid + client->unsaid_length, bytes, strlen(bytes));
    client->unsaid_length += strlen(bytes);
    client->is_cut = line && line->is_cut;
}

/* Takes one whole request out of what came. */
static bool take_request(struct client *client, struct http_heard *heard)
{
    const char *head_end = client->length ? strstr(client->bytes, "\r\n\r\n") : NULL;
    if (!head_end)
        return false;
    const char *field = strcasestr(client->bytes, "\r\nContent-Length:");
    size_t head = (size_t)(head_end - client->bytes) + 2;
    size_t body = field && field < head_end ? strtoul(field + 17, NULL, 10) : 0;
    if (client->length < head + 2 + body)
        return false;
    *heard = (struct http_heard){.at = loop_now(client->script->loop),
                                 .connection = client->number,
                                 .head = name_of(client->bytes, head),
                                 .body = name_of(head_end + 4, body)};
    client->length -= head + 2 + body;
    memmove(client->bytes, client->bytes + head + 2 + body, client->length + 1);
    return true;
}

/* False: the other end is gone. */
static bool hear(struct client *client)
{
    char bytes[65536];
    ssize_t length = recv(client->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (length <= 0)
        return false;
    client->bytes = realloc(client->bytes, client->length + (size_t)length + 1);
    check(client->bytes);
    memcpy(client->bytes + client->length, bytes, (size_t)length);
    client->length += (size_t)length;
    client->bytes[client->length] = '\0';
    return true;
}

static void on_client(void *arg, int fd, unsigned events)
{
    struct client *client = arg;
    struct http_script *script = client->script;
    (void)fd;
    if ((events & LOOP_READ) && !hear(client)) {
        hang_up(client);
        return;
    }
    for (struct http_heard heard; !client->is_cut && take_request(client, &heard);) {
        script->heard =
            realloc(script->heard, (size_t)(script->heard_count + 1) * sizeof *script->heard);
        check(script->heard);
        script->heard[script->heard_count++] = heard;
        answer(client, &heard);
    }
    say(client);
}

static void on_listener(void *arg, int fd, unsigned events)
{
    struct http_script *script = arg;
    struct client *client = calloc(1, sizeof *client);
    (void)events;
    check(client);
    *client =
        (struct client){.script = script, .number = script->connections++, .next = script->clients};
    client->fd = accept(fd, NULL, NULL);
    check(client->fd >= 0);
    script->clients = client;
    loop_watch(script->loop, client->fd, LOOP_READ, on_client, client);
}

struct http_script *http_script_new(struct loop *loop)
{
    struct http_script *script = calloc(1, sizeof *script);
    check(script);
    script->loop = loop;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    script->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    check(bind(script->listener, (struct sockaddr *)&address, size) == 0 &&
          listen(script->listener, 64) == 0);
    check(getsockname(script->listener, (struct sockaddr *)&address, &size) == 0);
    snprintf(script->base, sizeof script->base, "http://127.0.0.1:%d/api", ntohs(address.sin_port));
    loop_watch(loop, script->listener, LOOP_READ, on_listener, script);
    return script;
}

void http_script_free(struct http_script *script)
{
    while (script->clients)
        hang_up(script->clients);
    loop_unwatch(script->loop, script->listener);
    close(script->listener);
    for (int i = 0; i < script->line_count; i++) {
        free(script->lines[i].what);
        free(script->lines[i].bytes);
    }
    for (int i = 0; i < script->heard_count; i++) {
        free((char *)script->heard[i].head);
        free((char *)script->heard[i].body);
    }
    free(script->lines);
    free(script->heard);
    free(script);
}

const char *http_script_base(const struct http_script *script)
{
    return script->base;
}

/* Takes `bytes`. */
static void add_line(struct http_script *script, const char *what, char *bytes, bool is_cut)
{
    struct line line = {.what = what ? name_of(what, strlen(what)) : NULL, .is_cut = is_cut};
    line.bytes = bytes;
    script->lines =
        realloc(script->lines, (size_t)(script->line_count + 1) * sizeof *script->lines);
    check(script->lines && bytes);
    script->lines[script->line_count++] = line;
}

void http_script_bytes(struct http_script *script, const char *what, const char *bytes)
{
    add_line(script, what, name_of(bytes, strlen(bytes)), false);
}

void http_script_cut(struct http_script *script, const char *what, const char *bytes)
{
    add_line(script, what, name_of(bytes, strlen(bytes)), true);
}

void http_script_answer(struct http_script *script, const char *what, int status,
                        const char *headers, const char *body)
{
    char *bytes;
    bool has_length = status != 204;
    char length[64] = "";
    if (has_length)
        snprintf(length, sizeof length, "Content-Length: %zu\r\n", strlen(body));
    check(asprintf(&bytes, "HTTP/1.1 %d Whatever\r\n%s%s\r\n%s", status, headers, length, body) >
          0);
    add_line(script, what, bytes, false);
}

int http_script_count(const struct http_script *script)
{
    return script->heard_count;
}

const struct http_heard *http_script_heard(const struct http_script *script, int index)
{
    check(index >= 0 && index < script->heard_count);
    return &script->heard[index];
}

void http_script_forgive(struct http_script *script)
{
    for (int i = 0; i < script->line_count; i++)
        script->lines[i].is_used = true;
}

#include "hostile_server.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "loop.h"

struct hostile {
    struct loop *loop;
    int listener, client, port;
    bool is_deaf;
    char *heard, *unsaid;
    size_t heard_length, unsaid_length;
};

static void append(char **bytes, size_t *length, const char *more, size_t count)
{
    *bytes = realloc(*bytes, *length + count + 1);
    check(*bytes);
    memcpy(*bytes + *length, more, count);
    *length += count;
    (*bytes)[*length] = '\0';
}

static void listen_to_client(struct hostile *server)
{
    unsigned events =
        (server->is_deaf ? 0u : LOOP_READ) | (server->unsaid_length ? LOOP_WRITE : 0u);
    loop_rewatch(server->loop, server->client, events);
}

static void say_what_is_left(struct hostile *server)
{
    ssize_t sent =
        send(server->client, server->unsaid, server->unsaid_length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent <= 0)
        return;
    server->unsaid_length -= (size_t)sent;
    memmove(server->unsaid, server->unsaid + sent, server->unsaid_length);
    listen_to_client(server);
}

static void hear(struct hostile *server)
{
    char bytes[65536];
    ssize_t length = recv(server->client, bytes, sizeof bytes, MSG_DONTWAIT);
    if (length <= 0) {
        hostile_hang_up(server);
        return;
    }
    for (ssize_t i = 0; i < length; i++)
        if (!bytes[i])
            bytes[i] = '?';
    append(&server->heard, &server->heard_length, bytes, (size_t)length);
}

static void on_client(void *arg, int fd, unsigned events)
{
    struct hostile *server = arg;
    if (events & LOOP_READ)
        hear(server);
    if ((events & LOOP_WRITE) && server->client == fd)
        say_what_is_left(server);
}

static void on_listener(void *arg, int fd, unsigned events)
{
    struct hostile *server = arg;
    (void)events;
    int client = accept(fd, NULL, NULL);
    check(client >= 0);
    hostile_hang_up(server);
    server->client = client;
    loop_watch(server->loop, client, 0, on_client, server);
    listen_to_client(server);
}

struct hostile *hostile_new(struct loop *loop)
{
    struct hostile *server = calloc(1, sizeof *server);
    check(server);
    *server = (struct hostile){.loop = loop, .client = -1};
    append(&server->heard, &server->heard_length, "", 0);
    append(&server->unsaid, &server->unsaid_length, "", 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    server->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    check(bind(server->listener, (struct sockaddr *)&address, size) == 0 &&
          listen(server->listener, 8) == 0);
    check(getsockname(server->listener, (struct sockaddr *)&address, &size) == 0);
    server->port = ntohs(address.sin_port);
    loop_watch(loop, server->listener, LOOP_READ, on_listener, server);
    return server;
}

void hostile_free(struct hostile *server)
{
    hostile_hang_up(server);
    loop_unwatch(server->loop, server->listener);
    close(server->listener);
    free(server->heard);
    free(server->unsaid);
    free(server);
}

int hostile_port(const struct hostile *server)
{
    return server->port;
}

bool hostile_has_client(const struct hostile *server)
{
    return server->client >= 0;
}

void hostile_say_bytes(struct hostile *server, const char *bytes, int length)
{
    append(&server->unsaid, &server->unsaid_length, bytes, (size_t)length);
    if (server->client >= 0)
        listen_to_client(server);
}

void hostile_say(struct hostile *server, const char *line)
{
    hostile_say_bytes(server, line, (int)strlen(line));
    hostile_say_bytes(server, "\r\n", 2);
}

const char *hostile_heard(const struct hostile *server)
{
    return server->heard;
}

void hostile_forget(struct hostile *server)
{
    server->heard_length = 0;
    server->heard[0] = '\0';
}

void hostile_stop_reading(struct hostile *server)
{
    server->is_deaf = true;
    setsockopt(server->client, SOL_SOCKET, SO_RCVBUF, &(int){1}, sizeof(int));
    listen_to_client(server);
}

void hostile_hang_up(struct hostile *server)
{
    if (server->client < 0)
        return;
    if (server->unsaid_length)
        say_what_is_left(server);
    loop_unwatch(server->loop, server->client);
    close(server->client);
    server->client = -1;
}

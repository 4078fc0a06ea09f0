/* See forwarder.h. */
#include "forwarder.h"

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

enum { WIRES = 64, LATE = 65536, LOOK_MS = 2 };

struct wire {
    int client, server; /* -1: closed */
    char *late;         /* of a client that was hung up on */
    ssize_t late_bytes;
};

struct forwarder {
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows */
    int listener, port, to_port;
    bool is_cut, is_ending;
    struct wire wires[WIRES];
    int count;
};

static struct sockaddr_in loopback(int port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                .sin_port = htons((uint16_t)port)};
}

static void hang_up(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* ---- on the thread ---- */

static void take_client(struct forwarder *forwarder)
{
    struct sockaddr_in to = loopback(forwarder->to_port);
    int client = accept4(forwarder->listener, NULL, NULL, SOCK_CLOEXEC);
    check(client >= 0 && forwarder->count < WIRES);
    struct wire *wire = &forwarder->wires[forwarder->count++];
    *wire =
        (struct wire){.client = client, .server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    check(wire->server >= 0);
    if (connect(wire->server, (struct sockaddr *)&to, sizeof to) < 0) {
        hang_up(&wire->server);
        hang_up(&wire->client);
    }
}

static bool is_readable(int fd)
{
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    return fd >= 0 && poll(&wait, 1, 0) == 1;
}

/* False at the end. */
static bool pass(int from, int to)
{
    char bytes[16384];
    ssize_t count = recv(from, bytes, sizeof bytes, 0);
    return count > 0 && (to < 0 || send(to, bytes, (size_t)count, MSG_NOSIGNAL) == count);
}

static void pass_all(struct wire *wire)
{
    bool is_open = true;
    if (is_readable(wire->client))
        is_open = pass(wire->client, wire->server);
    if (is_open && is_readable(wire->server))
        is_open = pass(wire->server, wire->client);
    if (is_open)
        return;
    hang_up(&wire->client);
    hang_up(&wire->server);
}

static void *forward(void *arg)
{
    struct forwarder *forwarder = arg;
    for (bool is_ending = false; !is_ending; poll(NULL, 0, LOOK_MS)) {
        pthread_mutex_lock(&forwarder->lock);
        if (!forwarder->is_cut && is_readable(forwarder->listener))
            take_client(forwarder);
        for (int i = 0; !forwarder->is_cut && i < forwarder->count; i++)
            if (!forwarder->wires[i].late)
                pass_all(&forwarder->wires[i]);
        is_ending = forwarder->is_ending;
        pthread_mutex_unlock(&forwarder->lock);
    }
    return NULL;
}

/* ---- */

struct forwarder *forwarder_start(int to_port)
{
    struct forwarder *forwarder = calloc(1, sizeof *forwarder);
    struct sockaddr_in own = loopback(0);
    socklen_t size = sizeof own;
    check(forwarder);
    forwarder->to_port = to_port;
    forwarder->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    check(forwarder->listener >= 0 &&
          bind(forwarder->listener, (struct sockaddr *)&own, sizeof own) == 0);
    check(listen(forwarder->listener, WIRES) == 0);
    check(getsockname(forwarder->listener, (struct sockaddr *)&own, &size) == 0);
    forwarder->port = ntohs(own.sin_port);
    check(pthread_mutex_init(&forwarder->lock, NULL) == 0);
    check(pthread_create(&forwarder->thread, NULL, forward, forwarder) == 0);
    return forwarder;
}

void forwarder_stop(struct forwarder *forwarder)
{
    if (!forwarder)
        return;
    pthread_mutex_lock(&forwarder->lock);
    forwarder->is_ending = true;
    pthread_mutex_unlock(&forwarder->lock);
    check(pthread_join(forwarder->thread, NULL) == 0);
    for (int i = 0; i < forwarder->count; i++) {
        hang_up(&forwarder->wires[i].client);
        hang_up(&forwarder->wires[i].server);
        free(forwarder->wires[i].late);
    }
    close(forwarder->listener);
    pthread_mutex_destroy(&forwarder->lock);
    free(forwarder);
}

int forwarder_port(const struct forwarder *forwarder)
{
    return forwarder->port;
}

void forwarder_cut(struct forwarder *forwarder)
{
    pthread_mutex_lock(&forwarder->lock);
    forwarder->is_cut = true;
    pthread_mutex_unlock(&forwarder->lock);
}

bool forwarder_holds(struct forwarder *forwarder)
{
    bool holds = false;
    pthread_mutex_lock(&forwarder->lock);
    for (int i = 0; i < forwarder->count; i++)
        holds |= forwarder->wires[i].late_bytes > 0 || is_readable(forwarder->wires[i].client);
    pthread_mutex_unlock(&forwarder->lock);
    return holds;
}

void forwarder_hang_up(struct forwarder *forwarder)
{
    pthread_mutex_lock(&forwarder->lock);
    for (int i = 0; i < forwarder->count; i++) {
        struct wire *wire = &forwarder->wires[i];
        if (wire->client < 0)
            continue;
        wire->late = malloc(LATE);
        check(wire->late);
        wire->late_bytes = is_readable(wire->client) ? recv(wire->client, wire->late, LATE, 0) : 0;
        hang_up(&wire->client);
    }
    forwarder->is_cut = false;
    pthread_mutex_unlock(&forwarder->lock);
}

void forwarder_mend(struct forwarder *forwarder)
{
    pthread_mutex_lock(&forwarder->lock);
    for (int i = 0; i < forwarder->count; i++) {
        struct wire *wire = &forwarder->wires[i];
        if (wire->late && wire->late_bytes > 0)
            check(send(wire->server, wire->late, (size_t)wire->late_bytes, MSG_NOSIGNAL) ==
                  wire->late_bytes);
        free(wire->late);
        wire->late = NULL;
        wire->late_bytes = 0;
    }
    forwarder->is_cut = false;
    pthread_mutex_unlock(&forwarder->lock);
}

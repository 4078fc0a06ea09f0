/* Bytes and lines of the test's IRC client. The socket never blocks; every wait is a poll with
   what is left of the caller's time. It must not know IRC beyond the end of a line. */
#include "irc_stream.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "child.h"
#include "irc_person.h"

enum { STREAM_BYTES = 16384, SEND_MILLISECONDS = TEST_SOON_MS, LINE_LIMIT = 1022 };

struct irc_stream {
    int fd;
    SSL_CTX *context; /* NULL: plain */
    SSL *tls;
    bool is_open;
    int used;
    char bytes[STREAM_BYTES];
};

static bool wait_for(const struct irc_stream *stream, short events, long deadline)
{
    struct pollfd pollfd = {.fd = stream->fd, .events = events};
    long left = deadline - test_now();
    return left > 0 && poll(&pollfd, 1, (int)left) > 0;
}

/* After a TLS call that returned `result`: waits for what it wants. False if it has failed or
   the time is over. */
static bool wait_for_tls(struct irc_stream *stream, int result, long deadline)
{
    switch (SSL_get_error(stream->tls, result)) {
    case SSL_ERROR_WANT_READ:
        return wait_for(stream, POLLIN, deadline);
    case SSL_ERROR_WANT_WRITE:
        return wait_for(stream, POLLOUT, deadline);
    default:
        stream->is_open = false;
        return false;
    }
}

static bool connect_tcp(struct irc_stream *stream, const struct irc_address *address, long deadline)
{
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6,
                              .sin6_port = htons((in_port_t)address->port)};
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons((in_port_t)address->port)};
    bool is_v6 = strchr(address->host, ':') != NULL;
    int on = 1, error = 0;
    socklen_t size = sizeof error;
    if (inet_pton(is_v6 ? AF_INET6 : AF_INET, address->host,
                  is_v6 ? (void *)&v6.sin6_addr : &v4.sin_addr) != 1)
        return false;
    stream->fd = socket(is_v6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    check(stream->fd >= 0);
    setsockopt(stream->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(stream->fd, is_v6 ? (struct sockaddr *)&v6 : (struct sockaddr *)&v4,
                is_v6 ? sizeof v6 : sizeof v4) < 0 &&
        errno != EINPROGRESS)
        return false;
    return wait_for(stream, POLLOUT, deadline) &&
           getsockopt(stream->fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
}

static bool start_tls(struct irc_stream *stream, const struct irc_address *address, long deadline)
{
    const char *name = address->tls_name ? address->tls_name : "localhost";
    stream->context = SSL_CTX_new(TLS_client_method());
    check(stream->context);
    SSL_CTX_set_verify(stream->context, SSL_VERIFY_PEER, NULL);
    if (SSL_CTX_load_verify_locations(stream->context, address->ca_file, NULL) != 1)
        return false;
    stream->tls = SSL_new(stream->context);
    check(stream->tls && SSL_set1_host(stream->tls, name) == 1 &&
          SSL_set_tlsext_host_name(stream->tls, name) == 1);
    check(SSL_set_fd(stream->tls, stream->fd) == 1);
    int result;
    while ((result = SSL_connect(stream->tls)) != 1)
        if (!wait_for_tls(stream, result, deadline))
            return false;
    return true;
}

static void explain_tls(const struct irc_stream *stream, char *error, int size)
{
    long reason = stream->tls ? SSL_get_verify_result(stream->tls) : X509_V_OK;
    snprintf(error, (size_t)size, "TLS: %s",
             reason != X509_V_OK ? X509_verify_cert_error_string(reason) : "the handshake failed");
    ERR_clear_error();
}

struct irc_stream *irc_stream_open(const struct irc_address *address, long deadline, char *error,
                                   int size)
{
    struct irc_stream *stream = calloc(1, sizeof *stream);
    check(stream);
    stream->fd = -1;
    stream->is_open = true;
    if (!connect_tcp(stream, address, deadline))
        snprintf(error, (size_t)size, "cannot connect to %s port %d", address->host, address->port);
    else if (address->ca_file && !start_tls(stream, address, deadline))
        explain_tls(stream, error, size);
    else
        return stream;
    irc_stream_close(stream);
    return NULL;
}

void irc_stream_close(struct irc_stream *stream)
{
    SSL_free(stream->tls);
    SSL_CTX_free(stream->context);
    if (stream->fd >= 0)
        close(stream->fd);
    free(stream);
}

bool irc_stream_is_open(const struct irc_stream *stream)
{
    return stream->is_open;
}

/* Sends some of the bytes: how many, 0 after waiting for room, -1 if there is no use in going
   on. */
static int send_some(struct irc_stream *stream, const char *bytes, int length, long deadline)
{
    int sent = stream->tls ? SSL_write(stream->tls, bytes, length)
                           : (int)send(stream->fd, bytes, (size_t)length, MSG_NOSIGNAL);
    if (sent > 0)
        return sent;
    if (stream->tls)
        return wait_for_tls(stream, sent, deadline) ? 0 : -1;
    stream->is_open = errno == EAGAIN;
    return stream->is_open && wait_for(stream, POLLOUT, deadline) ? 0 : -1;
}

bool irc_stream_send(struct irc_stream *stream, const char *line)
{
    char bytes[LINE_LIMIT + 3];
    int length = snprintf(bytes, sizeof bytes, "%s\r\n", line), done = 0;
    long deadline = test_now() + SEND_MILLISECONDS;
    check(length < (int)sizeof bytes);
    while (stream->is_open && done < length) {
        int sent = send_some(stream, bytes + done, length - done, deadline);
        if (sent < 0)
            return false;
        done += sent;
    }
    return stream->is_open;
}

/* Takes the first line out of the buffer, if it holds a whole one. */
static bool take_line(struct irc_stream *stream, char *line, int size)
{
    char *end = memchr(stream->bytes, '\n', (size_t)stream->used);
    if (!end)
        return false;
    int length = (int)(end - stream->bytes), whole = length + 1;
    if (length > 0 && stream->bytes[length - 1] == '\r')
        length--;
    check(length < size);
    memcpy(line, stream->bytes, (size_t)length);
    line[length] = '\0';
    stream->used -= whole;
    memmove(stream->bytes, stream->bytes + whole, (size_t)stream->used);
    return true;
}

/* Reads more into the buffer; false at the deadline or the end of the connection. */
static bool read_some(struct irc_stream *stream, long deadline)
{
    int room = STREAM_BYTES - stream->used;
    char *to = stream->bytes + stream->used;
    check(room > 0);
    int got =
        stream->tls ? SSL_read(stream->tls, to, room) : (int)recv(stream->fd, to, (size_t)room, 0);
    if (got > 0) {
        stream->used += got;
        return true;
    }
    if (stream->tls)
        return wait_for_tls(stream, got, deadline);
    stream->is_open = got < 0 && errno == EAGAIN;
    return stream->is_open && wait_for(stream, POLLIN, deadline);
}

bool irc_stream_receive(struct irc_stream *stream, char *line, int size, long deadline)
{
    while (!take_line(stream, line, size))
        if (!stream->is_open || !read_some(stream, deadline))
            return false;
    return true;
}

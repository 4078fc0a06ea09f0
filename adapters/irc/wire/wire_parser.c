/* The one file that includes libircclient. The library insists on a connection of its own, so it gets one to a
   loopback socket of ours, under which a socketpair is then put by dup2. After that a write to our end and one call
   of the library's select function parse exactly one line, synchronously. */
#include "wire_parser.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <libircclient.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

/* Other threads open descriptors between our look and the library's socket(2): so many at most. */
enum { FD_MARGIN = 32 };

struct parser {
    irc_session_t *session;
    int session_fd;
    int our_end;
    struct parsed *parsed; /* where the callback puts the parts; NULL when none are expected */
    char bytes[LINE_SHORT + 1];
    char *free_bytes; /* the first that holds no part yet */
};

static char *keep(struct parser *parser, const char *part)
{
    size_t size = strlen(part) + 1;
    check(size <= (size_t)(parser->bytes + sizeof parser->bytes - parser->free_bytes));
    char *kept = memcpy(parser->free_bytes, part, size);
    parser->free_bytes += size;
    return kept;
}

static void on_line(irc_session_t *session, const char *event, const char *origin, const char **params, unsigned count)
{
    struct parser *parser = irc_get_ctx(session);
    struct parsed *parsed = parser->parsed;
    check(parsed && event[0] == '=' && count >= 1 && count <= PARSED_PARAMS + 1);
    parser->parsed = NULL;
    parsed->source = keep(parser, origin ? origin : "");
    parsed->command = keep(parser, event + 1);
    parsed->param_count = (int)count - 1; /* the last is the "=" that every short form ends with */
    for (int i = 0; i < parsed->param_count; i++)
        parsed->params[i] = keep(parser, params[i]);
}

/* The library's socket(2) is about to get the lowest free descriptor. */
static bool has_low_descriptors(void)
{
    int lowest = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (lowest >= 0)
        close(lowest);
    return lowest >= 0 && lowest < FD_SETSIZE - FD_MARGIN;
}

/* A loopback socket that nobody else connects to; it is closed before the library can notice. */
static int listen_somewhere(unsigned short *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) < 0 || listen(listener, 1) < 0 ||
        getsockname(listener, (struct sockaddr *)&address, &size) < 0) {
        if (listener >= 0)
            close(listener);
        return -1;
    }
    *port = ntohs(address.sin_port);
    return listener;
}

static bool connect_session(struct parser *parser)
{
    unsigned short port = 0;
    int listener = listen_somewhere(&port);
    if (listener < 0)
        return false;
    bool is_connected = irc_connect(parser->session, "127.0.0.1", port, NULL, "*", "x", "x") == 0;
    close(listener);
    if (!is_connected)
        return false;
    fd_set readable, writable;
    FD_ZERO(&readable);
    FD_ZERO(&writable);
    irc_add_select_descriptors(parser->session, &readable, &writable, &parser->session_fd);
    return true;
}

/* Puts our socketpair under the session and lets the library find itself connected. */
static bool swap_connection(struct parser *parser)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) < 0)
        return false;
    parser->our_end = ends[0];
    int swapped = dup3(ends[1], parser->session_fd, O_CLOEXEC);
    close(ends[1]);
    if (swapped < 0)
        return false;
    fd_set readable, writable;
    FD_ZERO(&readable);
    FD_ZERO(&writable);
    FD_SET(parser->session_fd, &writable);
    return irc_process_select_descriptors(parser->session, &readable, &writable) == 0;
}

struct parser *parser_new(void)
{
    if (!has_low_descriptors())
        return NULL;
    struct parser *parser = calloc(1, sizeof *parser);
    check(parser);
    parser->our_end = -1;
    irc_callbacks_t callbacks = {.event_unknown = on_line};
    parser->session = irc_create_session(&callbacks);
    check(parser->session);
    irc_set_ctx(parser->session, parser);
    if (connect_session(parser) && swap_connection(parser))
        return parser;
    parser_free(parser);
    return NULL;
}

void parser_free(struct parser *parser)
{
    if (!parser)
        return;
    irc_destroy_session(parser->session); /* closes its descriptor */
    if (parser->our_end >= 0)
        close(parser->our_end);
    free(parser);
}

void parser_split(struct parser *parser, const struct line_short *line, struct parsed *parsed)
{
    parser->free_bytes = parser->bytes;
    parser->parsed = parsed;
    check(write(parser->our_end, line->text, (size_t)line->length) == line->length);
    fd_set readable, writable;
    FD_ZERO(&readable);
    FD_ZERO(&writable);
    FD_SET(parser->session_fd, &readable);
    check(irc_process_select_descriptors(parser->session, &readable, &writable) == 0);
    check(!parser->parsed);
}

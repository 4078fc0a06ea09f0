/* Moves the bytes of HTTP requests, by libcurl: any number at once, over one connection where the
   server speaks HTTP/2. Knows nothing of what answers say or of retries; a request that must not be
   sent twice is sent once at most. Never blocks; one thread. */
#ifndef HTTP_H
#define HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct http;
struct http_exchange;
struct loop;

struct http_setup {
    struct loop *loop;
    const char *ca_file;    /* NULL: the system's */
    const char *user_agent; /* copied */
    const char *token;      /* the bot's; copied, and wiped */
};

/* NULL if `base` may be used: https, or plain http on loopback. Otherwise words that say why not.
 */
const char *http_refuse_base(const char *base);

struct http *http_new(const struct http_setup *setup);
/* From the next request on. Copied. */
void http_set_token(struct http *http, const char *token);
/* NULL: the system's. Copied; from the next request on. */
void http_trust(struct http *http, const char *ca_file);
void http_free(struct http *http); /* NULL is fine */

#define HTTP_BOUNDARY "part-of-tabletalk-5c1b8e07d94f4a26"

struct http_request {
    const char *method;
    const char *url;  /* must last as long as the exchange, like `body` */
    const char *body; /* JSON, or NULL */
    size_t length;    /* of the body, in bytes; a part may hold any */
    /* the body is multipart/form-data, with HTTP_BOUNDARY between its parts */
    bool has_parts;
    bool is_token_route; /* sent without Authorization */
    /* on a new connection, if an old one turns out to be dead */
    bool may_go_twice;
    /* does not wait for a connection that is being made */
    bool is_urgent;
    bool is_fresh; /* uses a new connection */
    int64_t limit; /* ms */
};

enum http_end {
    HTTP_ANSWERED,
    HTTP_UNSENT, /* the server has seen nothing of the request */
    HTTP_LOST    /* the server may have seen the request */
};

/* Reads an answer while it comes. */
struct http_reader {
    /* with its line end; the status line, too */
    void (*header)(void *answer, const char *line, size_t length);
    /* false if the answer is too long */
    bool (*body)(void *answer, const char *bytes, size_t length);
    /* the answer is whole; returns how many bytes were parsed */
    size_t (*end)(void *answer);
    void (*fail)(void *answer, const char *why); /* drop the part that came so far */
};

/* From the loop, never inside http_send. The exchange is freed already. */
typedef void http_done(void *arg, enum http_end end);

/* `answer` must last until `done` or http_cancel. */
struct http_exchange *http_send(struct http *http, const struct http_request *request,
                                const struct http_reader *reader, void *answer, http_done *done,
                                void *arg);
void http_cancel(struct http_exchange *exchange); /* `done` is not called */

#endif

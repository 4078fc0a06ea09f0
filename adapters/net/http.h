/* Moves the bytes of HTTP requests, by libcurl: any number at once, over one connection where
   the server speaks HTTP/2. Knows URLs and headers, but nothing of rate limits, of what answers
   say or of retries; a request that must not be sent twice is sent once at most. Never blocks;
   one thread. */
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
    const char *ca_file;    /* the only CA that is trusted; the system's CAs if NULL */
    const char *user_agent; /* copied */
    const char *token;      /* the bot's; copied, and wiped in http_free */
};

/* NULL if `base` ("https://discord.com/api/v10") may be used: https, or plain http on loopback.
   Otherwise words that say why not. */
const char *http_refuse_base(const char *base);

struct http *http_new(const struct http_setup *setup);
/* Uses another token of the bot from the next request on. Copies it. */
void http_set_token(struct http *http, const char *token);
/* Trusts this CA (copied), or the system's if NULL, from the next request on. */
void http_trust(struct http *http, const char *ca_file);
void http_free(struct http *http); /* cancels every exchange; NULL is fine */

#define HTTP_BOUNDARY "part-of-tabletalk-5c1b8e07d94f4a26"

struct http_request {
    const char *method;
    const char *url;  /* must last as long as the exchange, like `body` */
    const char *body; /* JSON, or NULL */
    /* the body is no JSON but multipart/form-data, with HTTP_BOUNDARY between its parts */
    bool has_parts;
    bool is_token_route; /* sent without Authorization */
    /* curl may repeat it on a new connection if an old one turns out to be dead */
    bool may_go_twice;
    /* does not wait for a connection that is being made and may then be shared */
    bool is_urgent;
    bool is_fresh; /* uses a new connection, for the last try got no answer on an old one */
    int64_t limit; /* ms of the loop's clock for the whole exchange */
};

enum http_end {
    HTTP_ANSWERED,
    HTTP_UNSENT, /* not sent: the server has seen nothing of the request */
    HTTP_LOST    /* the server may have seen the request, but no whole answer came */
};

/* Reads an answer while it comes. Each function gets the `answer` of http_send(). */
struct http_reader {
    /* with its line end; the status line, too */
    void (*header)(void *answer, const char *line, size_t length);
    /* false if the answer is too long */
    bool (*body)(void *answer, const char *bytes, size_t length);
    /* the answer is whole; returns how many bytes were parsed */
    size_t (*end)(void *answer);
    void (*fail)(void *answer, const char *why); /* drop the part that came so far */
};

/* Called once, after the reader's `end` or `fail`, from the loop and never inside http_send. The
   exchange is freed already. */
typedef void http_done(void *arg, enum http_end end);

/* `answer` must last until `done` or http_cancel. */
struct http_exchange *http_send(struct http *http, const struct http_request *request,
                                const struct http_reader *reader, void *answer, http_done *done,
                                void *arg);
void http_cancel(struct http_exchange *exchange); /* `done` is not called */

#endif

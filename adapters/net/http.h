/* Moves the bytes of HTTP requests, by libcurl: any number at once, over one connection where the server speaks HTTP/2.
   Knows URLs and headers, but nothing of limits, of what answers say or of trying again; a request that must not be
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
    const char *ca_file;    /* this CA and no other; NULL for the system's */
    const char *user_agent; /* copied, like the next */
    const char *token;      /* the bot's; wiped in http_free */
};

/* NULL if we talk to `base` ("https://discord.com/api/v10"): https, or plain http on loopback. Otherwise a sentence that
   says why not. */
const char *http_refuse_base(const char *base);

struct http *http_new(const struct http_setup *setup);
/* Another token of the bot, from the next request on; copied. */
void http_set_token(struct http *http, const char *token);
void http_free(struct http *http); /* cancels what is under way. NULL is fine */

struct http_request {
    const char *method;
    const char *url;     /* lasts as long as the exchange, like the body */
    const char *body;    /* JSON, or NULL */
    bool is_token_route; /* no Authorization */
    bool may_go_twice;   /* curl may repeat it on a new connection if an old one turns out to be dead */
    bool is_urgent;      /* does not wait to see whether a connection that is being made can be shared */
    bool is_fresh;       /* on a new connection: the last try got no answer on an old one */
    int64_t limit;       /* ms of the loop's clock for all of it */
};

enum http_end {
    HTTP_ANSWERED,
    HTTP_UNSENT, /* no connection: the server has seen nothing of it */
    HTTP_LOST    /* it may have been seen, but there is no whole answer */
};

/* Who reads an answer while it comes; each gets the `answer` of http_send(). */
struct http_reader {
    void (*header)(void *answer, const char *line, size_t length); /* with its line end; the status line, too */
    bool (*body)(void *answer, const char *bytes, size_t length);  /* false if the answer is too long: reads no more of
                                                                      it */
    size_t (*end)(void *answer);                 /* all is there; returns how many bytes were parsed */
    void (*fail)(void *answer, const char *why); /* the part that came so far counts for nothing */
};

/* After `end` or `fail` of the reader. Called once, from the loop, never inside http_send; the exchange is gone. */
typedef void http_done(void *arg, enum http_end end);

/* `answer` must last until `done` or http_cancel. */
struct http_exchange *http_send(struct http *http, const struct http_request *request, const struct http_reader *reader,
                                void *answer, http_done *done, void *arg);
void http_cancel(struct http_exchange *exchange); /* `done` is not called */

#endif

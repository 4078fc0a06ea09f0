/* A server on loopback that hears HTTP/1.1 requests and answers them as a test has told it to,
   byte for byte, or not at all, out of the test's own loop. Any number of connections. Knows
   nothing of Discord. */
#ifndef HTTP_SCRIPT_H
#define HTTP_SCRIPT_H

#include <stdint.h>

struct http_script;
struct loop;

struct http_heard {
    int64_t at;       /* of the loop's clock, when it had come whole */
    int connection;   /* from 0, in the order in which they came */
    const char *head; /* "GET /path HTTP/1.1\r\nName: value\r\n...": request line and headers */
    const char *body;
};

struct http_script *http_script_new(struct loop *loop);
void http_script_free(struct http_script *script);
const char *http_script_base(const struct http_script *script); /* "http://127.0.0.1:PORT/api" */

/* What the next request gets whose "METHOD /path" holds `what` (NULL: any): a status, header
   lines each ended by "\r\n", a body. Several wait one after another; a request that none is for
   gets 200 and {}. */
void http_script_answer(struct http_script *script, const char *what, int status,
                        const char *headers, const char *body);
/* These bytes and no more; then the connection stays open, or is closed. */
void http_script_bytes(struct http_script *script, const char *what, const char *bytes);
void http_script_cut(struct http_script *script, const char *what, const char *bytes);

/* What was to be answered and is not yet is forgotten: from here on everything gets 200 and {}. */
void http_script_forgive(struct http_script *script);

int http_script_count(const struct http_script *script); /* requests heard */
const struct http_heard *http_script_heard(const struct http_script *script, int index);

#endif

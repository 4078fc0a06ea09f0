/* The plainest client there can be, for tests of the stand-in: HTTP by a raw socket, one request
   at a time, and the gateway by libwebsockets' client. Everything happens inside the loop's
   present moment. Knows no protocol: the test does. */
#ifndef CLIENT_H
#define CLIENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct loop;
struct standin;

/* --- REST --- */

struct reply {
    int status; /* 0: the connection was closed, or no answer came yet */
    char head[2048];
    char text[8192];
    json_t *body; /* NULL: no JSON */
};

/* `body` is taken, NULL for none. With the stand-in's token and a good User-Agent. Free the
   reply. */
struct reply *ask(struct loop *loop, const struct standin *standin, const char *method,
                  const char *path, json_t *body);
/* The same with other headers: complete lines. */
struct reply *ask_as(struct loop *loop, const struct standin *standin, const char *method,
                     const char *path, const char *headers, const char *body);
/* Several on one connection, which stays open. */
int dial(const struct standin *standin);
struct reply *ask_over(struct loop *loop, int fd, const char *method, const char *path,
                       json_t *body);
/* Sends it; the answer is taken later. Returns the socket. */
int ask_later(const struct standin *standin, const char *method, const char *path, json_t *body);
struct reply *answer_to(struct loop *loop, int fd); /* status 0: not yet. The socket stays open */
void reply_free(struct reply *reply);
double header_number(const struct reply *reply, const char *name); /* -1: not there */

/* --- the gateway --- */

struct gate;

/* "v=10&encoding=json" */
struct gate *gate_open(struct loop *loop, const char *url, const char *query);
void gate_free(struct gate *gate);
void gate_say(struct gate *gate, json_t *payload_taken);
void gate_close(struct gate *gate, int code);
bool gate_is_open(const struct gate *gate);
int gate_code(const struct gate *gate); /* of the close frame; 0: none came */
/* The payloads that came, oldest first: takes the next one off, NULL: none. Decref it. */
json_t *gate_next(struct gate *gate);
/* Skips to the next of that type (or "op 10"); NULL: none. Decref it. */
json_t *gate_expect(struct gate *gate, const char *type);
int gate_fragments(const struct gate *gate);  /* frames received */
bool gate_is_spoilt(const struct gate *gate); /* something could not be inflated or read as JSON */

#endif

/* REST between a test that asks and a scripted server, in virtual time: what the tests of
   test_rest.c, retries.c and extras.c share. */
#ifndef REST_BENCH_H
#define REST_BENCH_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "http_script.h"
#include "rest.h"

struct loop;

enum { STORY_BYTES = 65536 };

extern struct loop *loop;
extern struct http_script *server;
extern struct rest *rest;
/* what was told: "name outcome status code\n" each, with an arg for a name */
extern char story[STORY_BYTES];

extern const char token[];
extern const char interaction[];
extern const char messages[];
extern const char message[];
extern const char callback[];
extern const char follow_up[];
struct rest *new_rest(const char *base, const char *ca_file);
struct rest *new_rest_with(const char *base,
                           const char *(*guild_of)(void *arg, const char *channel));
int open_all(void **state);
int close_all(void **state);
const char *log_text(void);
uint64_t ask(const char *name, const struct rest_request *request);
json_t *content(const char *text);
uint64_t post(const char *name, const char *channel);
uint64_t post_once(const char *name, const char *channel);
uint64_t edit(const char *name, const char *channel, const char *id);
uint64_t answer_press(const char *name, const char *id, int64_t deadline);
void expect(const char *what);
void expect_sent(int count);
int64_t sent_at(int index);
const char *text_of(int index);
bool has_line(const char *head, const char *line);
void told(void *arg, const struct rest_answer *answer);

/* The tests of retries.c and extras.c: how many failed. */
int run_retry_tests(void);
int run_extra_tests(void);

#endif

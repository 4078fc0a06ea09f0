/* What the tests of the stand-in share: a guild with one channel and two people, a client, and
   short ways to ask. */
#ifndef STANDIN_SCENE_H
#define STANDIN_SCENE_H

#include <stdint.h>

#include "client.h"
#include "loop.h"
#include "standin.h"

#define PLAIN "v=10&encoding=json"

struct scene {
    struct loop *loop;
    struct standin *discord;
    uint64_t guild, games, ann, bob;
    struct gate *gate;
};

void open_scene(struct scene *scene, const struct standin_options *options);
void close_scene(struct scene *scene);

/* The message body that a careful bot would send. */
json_t *text(const char *content);
struct reply *post(struct scene *scene, uint64_t channel, json_t *body_taken);
/* Fails unless the reply is that; frees it. */
void expect(struct reply *reply, int status, int code);
/* The id of what was made; fails unless the status is 200. Frees the reply. */
uint64_t posted(struct reply *reply);

json_t *identify_with(int intents);
/* Opens the gateway and identifies. */
struct gate *enter(struct scene *scene, const char *query, int intents);
/* d of the next payload of that type; fails if absent. Decref it. */
json_t *data_of(struct gate *gate, const char *type);
void expect_event(struct gate *gate, const char *type);

/* Groups of tests: how many failed. */
int gateway_tests(void);
int people_tests(void);
int process_tests(void);

#endif

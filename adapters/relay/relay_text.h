/* What processes write to one another, as JSON of ASCII: what somebody said, a post, a whisper,
   what can be pressed. Any bytes of names and lines come through unchanged. Knows nobody who
   sends or reads it. */
#ifndef RELAY_TEXT_H
#define RELAY_TEXT_H

#include <jansson.h>

#include "heard.h"
#include "panels.h"
#include "posts.h"
#include "prose.h"

/* NULL is left out; json_t * to be put into an object. */
void relay_put(json_t *object, const char *key, const char *text);
/* "" if absent; cut to `size`. False if absent. */
bool relay_get(const json_t *object, const char *key, char *out, size_t size);

enum { RELAY_CALLED = 16, RELAY_ID = 160 };

/* What was read, with the texts that it points to. */
struct relay_heard {
    struct heard heard;
    struct press press;
    char network[HOST_NETWORK], room[HOST_ROOM], group[HOST_GROUP], key[HOST_KEY],
        source[HOST_SOURCE], name[HOST_NAME];
    char text[HOST_TEXT], id[RELAY_ID];
};
struct relay_post {
    struct post post;
    struct prose tale, board, block, next;
    char room[HOST_ROOM], goes_on[HOST_KEY], source[HOST_SOURCE], keys[RELAY_CALLED][HOST_KEY];
    const char *called[RELAY_CALLED];
};
struct relay_whisper {
    struct whisper whisper;
    struct prose prose;
    char person[HOST_KEY], name[HOST_NAME], room[HOST_ROOM], answers[RELAY_ID], source[HOST_SOURCE];
};

json_t *relay_put_heard(const struct heard *heard);
json_t *relay_put_post(const struct post *post);
json_t *relay_put_whisper(const struct whisper *whisper);

void relay_get_heard(const json_t *object, struct relay_heard *out);
void relay_get_post(const json_t *object, struct relay_post *out);
void relay_get_whisper(const json_t *object, struct relay_whisper *out);

json_t *relay_put_board(const struct host_board *board);
json_t *relay_put_moves(const struct host_moves *moves);
json_t *relay_put_panel(const struct host_panel *panel);

/* False if it names no table. */
bool relay_get_board(const json_t *object, struct host_board *out);
/* host_moves_free() and host_panel_free() free what is read. Without an object there are no
   moves, and no panel: NULL. */
void relay_get_moves(const json_t *object, struct host_moves *out);
struct host_panel *relay_get_panel(const json_t *object);

/* A list of names; `each` is called until it returns false. */
void relay_add_name(json_t *names, const char *name);
void relay_each_name(const json_t *names, bool (*each)(void *arg, const char *name), void *arg);

#endif

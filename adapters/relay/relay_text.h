/* What processes write to one another, as JSON of ASCII: what somebody said, a post, a whisper,
   what can be pressed. Any bytes of names and lines come through unchanged. Knows nobody who
   sends or reads it. */
#ifndef RELAY_TEXT_H
#define RELAY_TEXT_H

#include <jansson.h>

#include "fields.h"
#include "heard.h"
#include "posts.h"
#include "prose.h"

/* NULL is left out; json_t * to be put into an object. */
void relay_put(json_t *object, const char *key, const char *text);
/* "" if absent; cut to `size`. False if absent. */
bool relay_get(const json_t *object, const char *key, char *out, size_t size);

int64_t relay_get_number(const json_t *object, const char *key); /* 0 if absent */

enum { RELAY_ID = 160 };

/* How each of them is written, a row a field. What is 0, false or NULL is left out. */
extern const struct fields relay_heard, relay_post, relay_whisper, relay_board, relay_panel;

/* New reference. */
json_t *relay_write(const struct fields *fields, const void *value);
/* What is absent is 0, false, "" or NULL; if `object` is no JSON object, everything is.
   fields_drop() frees what was read; host_panel_free() that of a panel. */
void relay_read(const struct fields *fields, const json_t *object, void *out);

/* A struct host_moves. host_moves_free() frees what was read. False, and no moves, if `from` is no
   JSON object. */
json_t *relay_put_moves(const void *moves);
bool relay_get_moves(const json_t *from, void *moves);

/* A list of names; `each` is called until it returns false. */
void relay_add_name(json_t *names, const char *name);
void relay_each_name(const json_t *names, bool (*each)(void *arg, const char *name), void *arg);

#endif

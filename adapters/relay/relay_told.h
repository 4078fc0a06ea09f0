/* What the process of another network was told of tables here: who of its people sits there, and
   what they can press and complete (panels.h). Told when it is different from what was told
   last. */
#ifndef RELAY_TOLD_H
#define RELAY_TOLD_H

#include <jansson.h>

#include "relay_inside.h"

struct post;
struct session;
struct whisper;

void told_init(struct far *far);
void told_fini(struct far *far);

/* Put along with a whisper or post what is news to the process there. */
void told_put_seat(struct far *far, const struct whisper *whisper, json_t *object);
void told_put_board(struct far *far, const struct post *post, json_t *object);

/* Of struct host_elsewhere: tells whom it concerns. */
void told_changed(void *far, const struct session *session);
void told_gone(void *far, int64_t table);
/* Of all tables. */
void told_send_all(struct far *far);

/* Mail that somebody or a room is gone was refused: it is kept, unless they are back. */
void told_keep_gone(struct far *far, const json_t *object, const char *body);
/* Mail for that person was refused: it is told again with the next change. The process there is
   new, and knows nothing. */
void told_forget(struct far *far, const char *key);
void told_forget_all(struct far *far);

#endif

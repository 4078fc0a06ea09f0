/* The queue of a session: every input waits for its turn there. */
#ifndef INPUT_QUEUE_H
#define INPUT_QUEUE_H

#include "input.h"
#include "session.h"

enum { SESSION_QUEUE = 64 /* inputs that wait while the disk works */ };

void session_push(struct session *session, struct input *input_take);
/* Lets the running input wait for this table, too, which waits for the disk: it is heard again
   in its turn there. */
void queue_again(struct session *session, const struct heard *heard);
/* Hands what was committed outside the queue to the store. */
void queue_write(struct host *host);
/* Runs queued inputs until one has to wait for the disk. */
void session_run(struct session *session);

#endif

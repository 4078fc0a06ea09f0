/* The queue of a session: every input waits for its turn there. */
#ifndef INPUT_QUEUE_H
#define INPUT_QUEUE_H

#include "input.h"
#include "session.h"

enum { SESSION_QUEUE = 64 /* inputs that wait while the disk works */ };

void session_push(struct session *session, struct input *input_take);
/* Notes the id of an applied message, so that neither this table nor the next one applies it again; records keep ids,
   too. */
void session_note_id(struct session *session, const char *network, const char *id);
void host_note_ended_id(struct host *host, const char *network, const char *id);
/* Lets the running input wait for this table, too, which waits for the disk: it is heard again in its turn there. */
void queue_again(struct session *session, const struct heard *heard);
/* Runs queued inputs until one has to wait for the disk. */
void session_run(struct session *session);

#endif

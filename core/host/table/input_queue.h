/* The queue of a session: every input waits for its turn there. And what networks say of people
   who sit somewhere: renamed, gone, back. */
#ifndef INPUT_QUEUE_H
#define INPUT_QUEUE_H

#include <stdbool.h>

#include "input.h"
#include "session.h"

struct input;

/* The table is back, later than the networks of some of its people perhaps: those may be called
   otherwise by now. Names that are new are saved with the next play_on. */
void input_queue_ask_names(struct session *session);

/* ---- nobody has two seats at one table ---- */

struct heard;
struct host;
struct linked_identity;
struct session;

/* Both have seats at one table of this process. */
bool input_queue_sit_together(struct host *host, const struct heard *first,
                              const struct heard *second);
/* The person has just been linked: second seats are given up in their tables' turns. */
void input_queue_linked(struct host *host, const struct linked_identity *identity);

/* ---- the queue ---- */

enum { SESSION_QUEUE = 64 /* inputs that wait while the disk works */ };

void input_queue_push(struct session *session, struct input *input_take);
/* Lets the running input wait for this table, too, which waits for the disk: it is heard again
   in its turn there. */
void input_queue_again(struct session *session, const struct heard *heard);
/* Hands what was committed outside the queue to the store. */
void input_queue_write(struct host *host);

#endif

/* Starts and moves: typed words become a trial, which is saved and then told. And the queue that
   they come by. */
#ifndef TURN_H
#define TURN_H

#include <stdbool.h>

#include "input.h"
#include "session.h"

struct host;

/* heard is NULL if the game starts by itself */
void turn_start(struct session *session, const struct heard *heard);
/* robots and forced steps, after somebody left or a save failed */
void turn_play_on(struct session *session);
void turn_alarm(struct session *session);
void turn_commit(struct change *change_take); /* of a trial, which is told when it is saved */
/* A person who sits there said something: a paused table goes on. */
void turn_note_word(struct session *session);
/* The seat's hand, with what was kept for it, once the coach knows what to say with it; behind
   these words, if it is that seat's turn. */
void turn_tell_held(struct session *session, int seat);
void turn_tell_with(struct session *session, int seat, const struct prose *words);
void turn_end_record(struct session *session); /* after its result was told */

/* ---- next.c ---- */

void next_fini(struct host *host);
/* Comes into the line from elsewhere, leaves it, stands there. */
void next_come_apart(struct session *session, const struct heard *heard, bool is_apart);
void next_go(struct session *session, const struct heard *heard);
bool next_waits(const struct session *session, const struct heard *heard);

/* ---- undo.c ---- */

/* Somebody wants to take a move back, and this seat has not said whether it may be. */
bool undo_waits_for(const struct session *session, int seat);

/* ---- input_queue.c ---- */

/* The queue of a session: every input waits for its turn there. And what networks say of people
   who sit somewhere: renamed, gone, back. */

struct input;

/* The table is back, later than the networks of some of its people perhaps: those may be called
   otherwise by now. Names that are new are saved with the next play_on. */
void input_queue_ask_names(struct session *session);

/* ---- nobody has two seats at one table ---- */

struct heard;
struct linked_identity;

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

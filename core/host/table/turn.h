/* Starts and moves: typed words become a trial, which is saved and then told. */
#ifndef TURN_H
#define TURN_H

#include <stdbool.h>

#include "session.h"

struct session;

/* heard is NULL if the game starts by itself */
void turn_start(struct session *session, const struct heard *heard);
/* robots and forced steps, after somebody left or a save failed */
void turn_play_on(struct session *session);
void turn_alarm(struct session *session);
void turn_commit(struct change *change_take); /* of a trial, which is told when it is saved */
/* A person who sits there said something: a paused table goes on. */
void turn_note_word(struct session *session);
void turn_end_record(struct session *session); /* after its result was told */

#endif

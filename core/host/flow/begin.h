/* The start of a game that may have to wait until everybody can be given the hand. Only core/host sees this file. */
#ifndef BEGIN_H
#define BEGIN_H

#include <stdbool.h>

struct heard;
struct input;
struct session;

/* Begins now, or when everybody can be reached. The person who asked soon hears for whom the start waits. */
void begin_by_word(struct session *session, const struct heard *heard);
/* The table is full, or what it waited for may have come. `heard`: who filled it, or NULL. */
void begin_by_itself(struct session *session, const struct heard *heard);
/* INPUT_STARTERS: it has waited for a while. */
void begin_tell_waiting(struct session *session);
/* This input is not dealt with: what it asked for waits, and begin_release() follows. */
bool begin_holds(const struct session *session, const struct input *input);
/* It begins, or the table goes. `is_answered`: the network may be told so. */
void begin_release(struct session *session, bool is_answered);

#endif

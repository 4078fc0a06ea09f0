/* The start of a game that may have to wait until everybody can be given the hand. Only core/host sees this file. */
#ifndef BEGIN_H
#define BEGIN_H

#include <stdbool.h>

struct heard;
struct input;
struct session;

/* Begins now, or when everybody can be reached. The person who asked soon hears for whom the start waits. */
void begin_by_word(struct session *session, const struct heard *heard);
/* Begins if the table is full, or what it waited for has come. `heard` filled the table; may be NULL. */
void begin_by_itself(struct session *session, const struct heard *heard);
/* Runs INPUT_STARTERS: the start has waited for a while. */
void begin_tell_waiting(struct session *session);

#endif

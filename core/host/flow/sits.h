/* Telling a room who has sat down. */
#ifndef SITS_H
#define SITS_H

#include <stdbool.h>

struct seat;
struct session;

/* All seats that there can be are taken. */
bool sits_are_all(const struct session *session);
/* Says that these seats are taken now, by people or, like `robot`, by robots (NULL: by people). */
void sits_tell_seats(struct session *session, unsigned seats, const struct seat *robot);
/* This person has sat down: told at once, or where lines are dear with others who come within
   three seconds. */
void sits_note(struct session *session, struct seat *seat);
/* Tells who has sat down and was not told yet, several people in one line. Runs INPUT_SITS, too. */
void sits_tell(struct session *session);

#endif

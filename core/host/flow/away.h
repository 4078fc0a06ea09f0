/* What comes of it when people are not there any more (absent.h says who): in a lobby they get up and the table closes; at a table
   in play anybody seated may give an absent person's seat to a robot. Tables that nobody is at are set aside in aside.c. */
#ifndef AWAY_H
#define AWAY_H

#include <stdbool.h>

struct heard;
struct input;
struct session;

/* Runs INPUT_WATCH: people may have been away too long. */
void away_watch(struct session *session);
/* Gives the person back the seat where a robot plays. `heard` is NULL if nobody asked for it. */
void away_return(struct session *session, const struct heard *heard, int seat);
/* The first word of a person whose seat others gave away: takes the seat back, and lets the word wait. */
bool away_takes_back(struct session *session, const struct input *input);

#endif

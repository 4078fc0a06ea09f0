/* What happens when people are absent (presence.h says who is): in a lobby they lose their
   seats, and an empty table closes; in play anybody seated may give such a seat to a robot.
   aside.c sets tables aside where nobody is left. */
#ifndef AWAY_H
#define AWAY_H

#include <stdbool.h>

struct heard;
struct input;
struct session;

/* Runs INPUT_WATCH: people may have been away too long. */
void away_watch(struct session *session);
/* Nobody of the table is there: sets it aside; a lobby closes. */
void away_clear(struct session *session, const struct heard *heard, bool gives_way);
/* Who asks does so in a guest room, which alone is taken out. */
bool away_frees_guest(struct session *session, const struct heard *heard);
/* One of these, for a command that needs the room: it is heard again when the room is free. */
void away_make_room(struct session *session, const struct heard *heard);
/* Gives the person back the seat where a robot plays. `heard` is NULL if nobody asked for it. */
void away_return(struct session *session, const struct heard *heard, int seat);
/* The first word of a person whose seat others gave away: takes the seat back, and lets the word
   wait. */
bool away_takes_back(struct session *session, const struct input *input);

#endif

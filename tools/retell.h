/* A record retold to one viewer: what a seat, or the public, was told during the game. Uses only
   the sight and the events of that viewer, as tell.c does; never shows the lines of the record. */
#ifndef RETELL_H
#define RETELL_H

#include <stdio.h>

#include "session.h"

struct retelling {
    FILE *out;
    int viewer; /* a seat or SEAT_PUBLIC */
    int moves;  /* of this game */
    char *hand; /* the hand that was told last, on the heap */
};

void retell_record(struct retelling *retelling, const struct session *session);
/* Call it after the line was applied to the session; a start or a move left its step in the
   session. */
void retell_line(struct retelling *retelling, const struct session *session, const char *kind,
                 int seat);
void retell_fini(struct retelling *retelling);

#endif

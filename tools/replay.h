/* A record retold to one viewer: what a seat, or the public, was told during the game. Uses only
   the sight and the events of that viewer; never shows the lines of the record. */
#ifndef REPLAY_H
#define REPLAY_H

#include <stdio.h>

struct session;

struct retelling {
    FILE *out;
    int viewer; /* a seat or SEAT_PUBLIC */
    int moves;  /* of this game */
    char *hand; /* the hand that was told last, on the heap */
};

/* Call it after the line was applied to the session; a start or a move left its step in the
   session. */
void replay_retell_line(struct retelling *retelling, const struct session *session,
                        const char *kind, int seat);
void replay_retell_fini(struct retelling *retelling);

#endif

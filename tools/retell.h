/* A record retold to one viewer: what a seat, or the public, was told while it was played. Everything is made from the sight
   and the events of that viewer, as tell.c makes it; the lines of the record themselves are never shown. */
#ifndef RETELL_H
#define RETELL_H

#include <stdio.h>

#include "session.h"

struct retelling {
    FILE *out;
    int viewer; /* a seat or SEAT_PUBLIC */
    int moves;  /* of this game */
    char *hand; /* the latest one that was told, heap */
};

void retell_record(struct retelling *retelling, const struct session *session);
/* A line of this kind was just applied to the room; a start or move left its step there. */
void retell_line(struct retelling *retelling, const struct session *session, const char *kind, int seat);
void retell_fini(struct retelling *retelling);

#endif

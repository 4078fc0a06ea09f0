/* How many lines somebody may say (flood.c). */
#ifndef FLOOD_H
#define FLOOD_H

#include <stdbool.h>

struct heard;

/* A source is ignored for a minute after more than FLOOD_COMMANDS commands in FLOOD_WITHIN_MS
   that others have to read, after more than FLOOD_OWN_COMMANDS commands that only the player
   reads, or after more than FLOOD_MISSES lines in a row that mean nothing: two bots would answer
   each other for ever. A host counts as several people. */
struct flood;
enum {
    FLOOD_COMMANDS = 5,
    FLOOD_OWN_COMMANDS = 20,
    FLOOD_WITHIN_MS = 10 * 1000,
    FLOOD_SILENCE_MS = 60 * 1000,
    FLOOD_MISSES = 5,
    FLOOD_MISS_MS = 10 * 60 * 1000 /* two misses that are longer apart are not in a row */
};
enum flood_kind {
    FLOOD_OTHERS, /* a room reads the answer, or may */
    FLOOD_OWN,    /* only the player reads the answer, or the opener sets up the table */
    FLOOD_KINDS
};
enum flood_verdict { FLOOD_FINE, FLOOD_BEGINS, FLOOD_LOST, FLOOD_IGNORED };

struct flood *flood_new(void);
void flood_free(struct flood *flood);
bool flood_is_ignored(struct flood *flood, const struct heard *heard);
/* Counts one line. Returns FLOOD_BEGINS or FLOOD_LOST (one miss too many) once, then
   FLOOD_IGNORED until the silence ends. */
enum flood_verdict flood_count(struct flood *flood, const struct heard *heard, enum flood_kind kind,
                               bool is_understood);
/* Forgets what the player asked, after a legal move: at a fast table !moves is asked at each
   turn. Ends no silence. */
void flood_forgive(struct flood *flood, const struct heard *heard);

#endif

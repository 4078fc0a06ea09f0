/* A ruleset with a zone of every kind, for tests of the kit. Three seats; faces A to D have the
   back "card", X and Y "tool". */
#ifndef PLAIN_H
#define PLAIN_H

#include "chance.h"
#include "event.h"
#include "move.h"
#include "ruleset.h"
#include "sight.h"
#include "table.h"

enum { FACE_A, FACE_B, FACE_C, FACE_D, FACE_X, FACE_Y, PLAIN_FACES, PLAIN_SEATS = 3 };

/* Shared zones, then those of a seat. */
enum { HIDDEN, OPEN, TOP, MIXED, KEPT, PLAIN_SHARED };
enum { HAND, PRIVATE, CACHE, SHELF, PLAIN_OWN };

struct plain {
    struct ruleset rules;
    struct table table;
    struct chance chance;
    struct events events;
    struct play play;
};

void plain_init(struct plain *plain);

/* The number of a seat's zone. */
int plain_zone(int seat, int zone);

/* Puts cards "ABX" on a zone by table_move() from a zone that nobody sees; the events are
   forgotten. */
void plain_lay(struct plain *plain, int zone, const char *faces);

/* The cards of a zone as text: letter of the face, '-' and '=' for the backs of card and tool. */
const char *plain_text(const struct table *table, int zone);

/* The same as `viewer` sees it. */
const char *plain_seen(const struct plain *plain, int viewer, int zone);

/* Whether two sights are the same to the last card. */
bool sight_same(const struct sight *a, const struct sight *b);

#endif

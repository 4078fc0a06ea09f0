/* One house for a whole test program, with a store in memory and keys that last: what tests of tables over long times begin
   with. */
#ifndef HOUSEHOLD_H
#define HOUSEHOLD_H

#include "house.h"

enum { MINUTE = 60 * 1000 };

extern struct house house;
extern struct store *store;

/* For cmocka. */
int open_house(void **state);
int close_house(void **state);

/* Two people open a table of Coloretto in a room and begin. */
void deal(const char *room, const char *first, const char *second);
/* Minute by minute, so that whatever is due happens in between. */
void wait_minutes(int minutes);

#endif

/* One house for a whole test program: its store, the disk under it that can be made to fail, and
   what most tests of the host say and ask. Rooms are called "#g" where nothing else is said. */
#ifndef HOUSEHOLD_H
#define HOUSEHOLD_H

#include "faulty_store.h"
#include "house.h"
#include "namesake.h"
#include "testing.h"

enum { MINUTE = 60 * 1000 };

extern struct house house;
extern struct store *store;         /* the front of `faulty` */
extern struct faulty_store *faulty; /* over a store in memory */
/* Who else has the keys of the people, on another network and in a room of the same name: set
   before a fixture. NULL: ann, bob, $ann and $bob, in "#g". */
extern const struct namesake_of *namesakes;

/* For cmocka. All keys last in a house but in the passing one, where only those last that begin
   with '$'. */
int open_house(void **state);
int open_lasting(void **state); /* other luck */
int open_passing(void **state);
/* The passing one with a second network, "far", that reads what is typed as people's commands. */
int open_near_and_far(void **state);
int open_lasting_and_far(void **state); /* the same, and all keys last */
/* A lasting one with "far", whose rooms and people house_say() reaches by far_says(); it reads
   the few words of house.c. */
int open_two(void **state);
int close_house(void **state); /* frees house.commands, too */

#define assert_told(part)     house_expect(&house, part)
#define assert_not_told(part) house_expect_not(&house, part)

/* The table in "#g", and the name of the person whose turn it is there. */
struct session *table(void);
const char *due_name(void);

/* Somebody says something on a network, on "net", on "far": slowly, so that nothing is too much
   for the commands. Keeps only what is told then. */
void say_on(const char *network, const char *room, const char *who, const char *text);
void say_slowly(const char *room, const char *who, const char *text);
void say_as(const char *network, const char *room, const char *who, unsigned rank,
            const char *text); /* with that rank */
void far_say_slowly(const char *room, const char *who, const char *text);
/* On "far", at once. */
void far_says(const char *room, const char *who, const char *text);
/* The guest brings the opener's table into a room of "far", with the opener's yes, and sits
   down. */
void bring_far(const char *room, const char *opener, const char *far_room, const char *guest);
/* From now on robots take their time, and think in line: house.thinker, which close_house()
   frees. No table is open yet. */
void let_think(void);
/* "WORD CODE", as it was told with "!WORD CODE". Holds until the next call. */
const char *told_code(const char *word, int length);
/* After a kill: the only table is back, and its room, too. */
void restart_house(void);

/* Two people open a table of Coloretto in a room and begin. */
void deal(const char *room, const char *first, const char *second);
/* Somebody who sits there and may plays the first legal move. False if there is no table, or
   nobody may. */
bool play_any_move(const char *room);
/* So until the match is over. Keeps what was told last. */
void play_out(const char *room);
/* Minute by minute, so that whatever is due happens in between. */
void wait_minutes(int minutes);

#endif

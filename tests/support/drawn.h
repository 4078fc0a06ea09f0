/* The house of household.h with drawn luck, for a game with a fixed deal counts nowhere, and
   with its store on a disk or in a server, so that a test can look at the rows and change them. */
#ifndef DRAWN_H
#define DRAWN_H

/* For cmocka. In SQLite, or in a schema of its own in a PostgreSQL that is started for the whole
   program. */
int drawn_open(void **state);
int drawn_open_in_postgres(void **state);
int drawn_close(void **state);
int drawn_end(void **state); /* of the program */

/* Rows of the database: their columns with blanks between, a line each; a real number with all
   its digits. Valid until the next call. */
const char *rows(const char *sql);
/* Statements with semicolons between. */
void change(const char *sql);

/* Copies all that is kept into a new SQLite, and returns the path of its folder, which lasts as
   long as the house. To free. Only while nothing is under way. */
char *drawn_copy(void);

/* In that room, from "play GAME" of the first person to its end. */
void play_game(const char *room, const char *game, const char *first, const char *second);

#endif

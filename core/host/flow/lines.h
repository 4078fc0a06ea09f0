/* Lines of a record that open a table, seat people and robots, and set options. */
#ifndef LINES_H
#define LINES_H

#include "change.h"

/* The first line. False, here and below: the record has seen too many people. */
bool lines_put_record(struct change *change, const char *key, const char *name, struct text *line);
/* Puts a line with a room where the table is shown from then on. */
void lines_put_room(struct change *change, int number, const char *name, struct text *line);
/* Puts a line that seats a person. Where keys do not last, the line has a seat word, and `word` gets it. */
bool lines_put_person(struct change *change, const char *key, const char *name, int seat, struct text *line,
                      char word[16]);
void lines_put_robot(int seat, enum robot_level level, const char *name, struct text *line);
/* Puts a line that gives the seat to the person who caused the change. */
bool lines_put_claim(struct change *change, int seat, const unsigned char word[ROOM_HASH], struct text *line);
void lines_put_option(const struct session *session, int option, struct text *line); /* before the start */

#endif

/* People who get robots' seats between two games of a match. */
#ifndef HEIRS_H
#define HEIRS_H

struct prose;
struct trial;

/* Gives robots' seats on the trial's table to people who wait (session/waiting.h), with a line
   for each, and puts what everybody is told. The next game has not begun yet. */
void heirs_seat(struct trial *trial, struct prose *tale);

#endif

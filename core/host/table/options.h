/* The options of a table among the words of a command, "layout=hearts match=3", and the command
   that changes them before the game. A change is first a line of the record (apply.c applies
   it), then a sentence. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

#include "clock.h"
#include "heard.h"

struct game;
struct host;
struct opening;
struct prose;
struct text;

/* Copies the words but for "key=value", of which the last value is taken. False if absent. */
bool options_take(const char *words, const char *key, struct text *rest, char value[HOST_NAME]);
/* Applies "name=value ..." to a copy of the options. False with a sentence if one does not fit. */
bool options_read(const struct game *game, const char *words, int *options, struct text *why);
/* Takes "clock=slow" out of the words; PACE_OF_ROOM if it is not there. False, with the reason,
   if there is no such pace. */
bool options_take_pace(const char *words, struct text *rest, enum pace *pace, struct prose *why);
void options_put_pace(enum pace pace, struct text *line);
extern const char *const first_by_lot;
/* The same for a table that opens, where its opener and its robots alone have seats. Else tells
   who they are. */
bool options_take_beginner(struct host *host, const struct heard *heard, const char *words,
                           struct text *rest, struct opening *opening);
/* Puts the line of who begins; SEAT_NONE: by lot. */
void options_put_first(int seat, struct text *line);
/* Adds all options to a line of the record. */
void options_put(const struct game *game, const int *options, struct text *line);

#endif

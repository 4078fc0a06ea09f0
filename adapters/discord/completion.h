/* What Discord offers while somebody types an option of a slash command. Nothing that the
   interaction claims is believed: the host says what this person can play, and what there is. */
#ifndef COMPLETION_H
#define COMPLETION_H

#include <jansson.h>
#include <stdbool.h>

#include "people.h"

struct host_board;

struct completion {
    struct discord *discord;
    const json_t *data; /* of the interaction */
    const struct person *person;
    const char *room;
};

/* An array of choices as Discord wants it, at most 25. New reference. */
json_t *completion_choices(const struct completion *asked);

/* The table that somebody means who says nothing of it: that of the room if they sit there,
   otherwise their only one. False if absent. */
bool completion_table(struct discord *discord, const struct person *person, const char *room,
                      struct host_board *out);

#endif

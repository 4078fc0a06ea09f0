/* What opening a table and sitting down have in common. */
#ifndef LOBBY_H
#define LOBBY_H

#include "room.h"

/* A line that seats a person; on networks whose keys do not last, with a seat word, which `word` gets. */
void lobby_put_person(const struct table_room *room, const char *key, const char *name, int seat, struct text *line,
                      char word[16]);
/* To whoever sat down, if there is one. */
void lobby_tell_word(struct table_room *room, const struct heard *heard, const char *word);

#endif

/* What opening a table and sitting down have in common. */
#ifndef LOBBY_H
#define LOBBY_H

#include "room.h"

/* A line that seats a person; on networks whose keys do not last, with a seat word, which `word` gets.
   False: the record has seen too many people. */
bool lobby_put_person(struct change *change, const char *key, const char *name, int seat, struct text *line,
                      char word[16]);
/* A line with a room where the table is shown from then on. */
void lobby_put_room(struct change *change, int number, const char *name, struct text *line);
/* To whoever sat down, if there is one. */
void lobby_tell_word(struct session *session, const struct heard *heard, const char *word);

#endif

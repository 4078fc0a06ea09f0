/* What opening a table and sitting down have in common. */
#ifndef LOBBY_H
#define LOBBY_H

#include "change.h"

/* A line that seats a person; on networks whose keys do not last, with a seat word, which `word` gets.
   False: the record has seen too many people. */
bool lobby_put_person(struct change *change, const char *key, const char *name, int seat, struct text *line,
                      char word[16]);
/* A line with a room where the table is shown from then on. */
void lobby_put_room(struct change *change, int number, const char *name, struct text *line);
/* Tells the seat word, if any, to the person who sat down. */
void lobby_tell_word(struct session *session, const struct heard *heard, const char *word);

/* Lines of a record: the first one, and one that seats a robot. */
bool lobby_put_record(struct change *change, const char *key, const char *name, struct text *line);
void lobby_put_robot(int seat, enum robot_level level, const char *name, struct text *line);
/* A full table begins by itself: at once when everybody is ready or only one person sits there, else 10 s after its last
   seat was taken. If its options do not fit so many seats, the room hears why it does not. */
void lobby_start_if_full(struct session *session, const struct heard *heard); /* who filled it, or NULL */
/* Likewise, and one that waits for somebody to be reached begins when that is so. */
void lobby_play_on(struct session *session);
/* After a restart: what one can do at a table that has not begun. */
void lobby_put_back(const struct session *session, struct prose *tale);

#endif

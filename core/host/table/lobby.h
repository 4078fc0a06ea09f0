/* Before a game: what opening a table and sitting down have in common, and the start. First
   everybody has to be within reach, for hands go to people in private. Then the seats are closed:
   nothing that the deal follows from can be chosen any more but people's cuts, for which there is
   a bounded time (docs/fairness.md). Then the cards are dealt. */
#ifndef LOBBY_H
#define LOBBY_H

#include <stdbool.h>

#include "change.h"

struct seat;
struct session;

/* Tells who has sat down and was not told yet, several people in one line. Runs INPUT_SITS, too. */
void lobby_tell_sitting(struct session *session);

/* ---- the start ---- */

struct heard;
struct input;
struct prose;

/* Begins now, or when everybody can be reached: `heard` said start, and soon hears for whom the
   start waits; or, if by_itself, `heard` filled the table, or is NULL where something else that
   it waited for has come. */
void lobby_begin(struct session *session, const struct heard *heard, bool by_itself);
/* Runs INPUT_STARTERS: the start has waited for a while. */
void lobby_tell_waiting(struct session *session);

/* The input asked for a start that waits: it is dealt with when lobby_release() says so. */
bool lobby_holds(const struct session *session, const struct input *input);
/* The start does not wait any more. */
void lobby_release(struct session *session);

/* ---- sitting down ---- */

enum { CUTS_MOST = 10 }; /* of one person at a table: each is a line of the record */

/* What follows "cut=" in the words, to their end, and how many bytes stand before it. NULL if
   absent. */
const char *lobby_find_cut(const char *words, int *before);
bool lobby_is_blank(const char *words);
/* Adds the line of a person's cut, behind the one that seats them. */
void lobby_add_cut(struct change *change, int seat, const char *words);
/* If that seat has cut: tells the room, or, before the seats are closed, the person that it
   proves nothing yet. */
void lobby_tell_cut(struct session *session, const struct heard *heard, int seat);

/* "join" with these words, which are no code. */
void lobby_join(struct host *host, struct session *session, const struct heard *heard,
                const char *words);
/* Sits down who can; `cut` may be NULL. is_apart: by an invitation, in private. */
void lobby_sit_down(struct session *session, const struct heard *heard, const char *cut,
                    bool is_apart);
bool lobby_has_no_seat(const struct session *session); /* it has begun, or is full */

/* Tells the seat word, if any, to the person who sat down. */
void lobby_tell_word(struct session *session, const struct heard *heard, const char *word);

/* Adds lines that seat so many robots, from that seat on. */
void lobby_add_robots(struct change *change, int seat, int count, enum robot_level level);

/* Begins a full table (lobby.h). Tells the room if its options do not fit so many seats. */
/* heard: who filled it; may be NULL */
void lobby_start_if_full(struct session *session, const struct heard *heard);
/* Likewise; also begins a table that waited for somebody who can now be reached. */
void lobby_play_on(struct session *session);
/* After a restart: says what one can do at a table that has not begun. */
void lobby_put_back(const struct session *session, struct prose *tale);

#endif

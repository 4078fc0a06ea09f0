/* What people ask to see; and a record told again, line by line: what one viewer was told then.
   Uses only the sight and the events of that viewer, as tell.c does. Knows neither who asks
   (recover/replay.c, tools/replay.c) nor how far it is shown. */
#ifndef SHOW_H
#define SHOW_H

#include "session.h"
#include "tell.h"

struct page_file;

/* Answers a word that should have been a game: which games it may mean, or, without a word, all. */
void show_unknown_game(struct host *host, const struct heard *heard, const char *word);

/* Puts what `viewer`, a seat or SEAT_PUBLIC, was told of a line of this kind that was just
   applied; `seat` is the one that it names, or SEAT_NONE. A start or a move has left its step in
   the session. Nothing for lines that tell nothing. */
void show_replayed(const struct session *session, const char *kind, int seat, int viewer,
                   struct pages *out);

/* Puts how the table stands: the board as `viewer` sees it, and what is in a seat's own hand.
   Offers nothing to play. */
void show_replayed_standing(const struct session *session, int viewer, struct pages *out);

/* The result, behind the last move of a game. */
void show_replayed_result(const struct session *session, struct pages *out);

/* The same on a page: what was told of the line, and behind a start, a move or a move taken back
   how the table stood, and how it ended. */
void show_replayed_page(const struct session *session, const char *kind, int seat, int viewer,
                        struct page_file *out);

#endif

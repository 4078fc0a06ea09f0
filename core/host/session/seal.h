/* The secret of a table, and the lines of its record that make its luck checkable: seal, close,
   cut, reveal. */
#ifndef SEAL_H
#define SEAL_H

#include <stdbool.h>
#include <stddef.h>

#include "luck.h"

struct host;
struct record_line;
struct session;
struct text;

enum {
    SEAL_SECRET_HEX = 2 * LUCK_SECRET + 1,
    SEAL_CUTS_MS = 10000 /* for people to cut once the seats are closed; nothing prolongs it */
};

/* Bytes that nobody can guess: the secret of a table; and salts, for anything but draws. */
void seal_draw_secret(struct host *host, struct lot *lot);
void seal_draw_salt(struct host *host, unsigned char *bytes, size_t count);

/* Write the third line of a record, and the line before its last one; false if the record needs
   no such line. */
void seal_put(const struct lot *lot, struct text *line);
bool seal_put_reveal(const struct lot *lot, struct text *line);
void seal_put_cut(int seat, const char *words, struct text *line);
/* Nothing about seats, robots, options and who begins (a seat from 1; 0: by lot) changes until
   the deal. */
void seal_put_close(int first, struct text *line);
void seal_put_cut_sum(int seat, const unsigned char sum[LUCK_CUT], struct text *line);
/* Write and read the id and the secret of a table that does not stand in a record yet. */
void seal_put_lot(const struct lot *lot, struct text *line);
void seal_read_lot(const struct host *host, const struct record_line *line, struct lot *lot);
/* Write and read the secret beside the record. False if `hex` is no secret. */
void seal_write_secret(const struct lot *lot, char hex[SEAL_SECRET_HEX]);
/* Writes the last link of the record. */
void seal_write_link(const struct session *session, char hex[SEAL_SECRET_HEX]);
bool seal_read_secret(const char *hex, struct lot *lot);

/* Applies such a line, for apply.c. */
bool seal_apply(struct session *session, const struct record_line *line, struct text *why);
bool seal_apply_close(struct session *session, const struct record_line *line, struct text *why);
bool seal_apply_cut(struct session *session, const struct record_line *line, struct text *why);
bool seal_apply_reveal(struct session *session, const struct record_line *line, struct text *why);
/* The line that ends the record: this one, unless cards that were never dealt are thrown away
   with it. */
const char *seal_end_line(const struct session *session, const char *line);
/* The record may end: a sealed one has to show its secret first. */
bool seal_may_end(const struct session *session, struct text *why);
/* A game may start now, with this seat (from 1; 0: by lot). By older rules of luck no seats are
   closed. */
bool seal_lets_start(const struct session *session, int first, struct text *why);
/* What `close` does, for a change that is not applied line by line. */
void seal_close_seats(struct session *session, int first);
/* The seat has cut since the seats were closed last. Words from before are mixed in, too, but
   prove nothing. */
bool seal_cut_counts(const struct session *session, int seat);
/* The seats whose latest cut counts and came after that of this seat; of SEAT_NONE: all whose
   cut counts. */
unsigned seal_cuts_after(const struct session *session, int seat);
/* Finds the latest of the cuts that count. Call it when a seat is gone. */
void seal_count_cuts(struct session *session);

#endif

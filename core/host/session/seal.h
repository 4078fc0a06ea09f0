/* The lines of a record that luck can be checked by: seal, cut, reveal. */
#ifndef SEAL_H
#define SEAL_H

#include <stdbool.h>

#include "luck.h"

struct record_line;
struct session;
struct text;

enum { SEAL_SECRET_HEX = 2 * LUCK_SECRET + 1 };

/* Written: the third line of a record; and what stands in front of its last one, false if nothing does. */
void seal_put(const struct lot *lot, struct text *line);
bool seal_put_reveal(const struct lot *lot, struct text *line);
void seal_put_cut(int seat, const char *words, struct text *line);
/* The secret as it stands beside the record, and back. False if that is no secret. */
void seal_write_secret(const struct lot *lot, char hex[SEAL_SECRET_HEX]);
bool seal_read_secret(const char *hex, struct lot *lot);

/* Applied (apply.c). */
bool seal_apply(struct session *session, const struct record_line *line, struct text *why);
bool seal_apply_cut(struct session *session, const struct record_line *line, struct text *why);
bool seal_apply_reveal(struct session *session, const struct record_line *line, struct text *why);
/* Whether the record may end: one that is sealed shows its secret before. */
bool seal_may_end(const struct session *session, struct text *why);
/* Of the cuts that count, which one is the latest; to be called when a seat is gone. */
void seal_count_cuts(struct session *session);

#endif

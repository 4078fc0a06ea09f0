/* One line of a record: a kind, the canonical text of a move where there is one, and key=value pairs, separated by single
   blanks. docs/record-format.md is the full description. Values are percent-encoded, so that names stay on their line. */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>

#include "records.h"

struct chance;
struct ruleset;
struct table;
struct text;

enum { RECORD_PAIRS = 24, RECORD_HASH = 32, RECORD_VERSION = 2 };

void record_put(struct text *line, const char *key, const char *value);
void record_put_number(struct text *line, const char *key, long long value);
void record_put_bytes(struct text *line, const char *key, const unsigned char *bytes, int count); /* hex */
void record_put_picks(struct text *line, const struct chance *chance);

struct record_line {
    char *bytes;       /* a copy, cut into pieces; record_free() */
    const char *kind;  /* "move" */
    const char *words; /* what stands between the kind and the first pair: "p1 steal 1 them2 me1"; may be empty */
    int count;
    const char *keys[RECORD_PAIRS], *values[RECORD_PAIRS];
};

/* Cuts a line. False if it is no line of a record. */
bool record_read(const char *line, struct record_line *out);
void record_free(struct record_line *line);
const char *record_get(const struct record_line *line, const char *key); /* NULL: not there */
/* No number of a record is negative: each is 1 to 18 digits without a sign, a blank or a needless 0 in front of them. `end` is
   behind them. */
bool record_read_number(const char *from, const char **end, long long *out);
bool record_get_number(const struct record_line *line, const char *key, long long *out);
bool record_get_bytes(const struct record_line *line, const char *key, unsigned char *bytes, int count);
/* Numbers with commas between them. */
bool record_get_picks(const struct record_line *line, struct chance *chance);

/* Which lines of a whole record count: a line "repair to=N" takes back all between line N and itself. False if a repair names
   no line before it, or others than those that stand there; `bad` is then its number. `counts` has a place for each line. */
bool record_mark(const char *const *lines, int count, bool *counts, int *bad);

/* Whether a line has the fields it needs, none that it cannot have, and nothing in them that they cannot hold (fields.c). */
bool fields_are_right(const struct record_line *line, struct text *why);

/* ---- the chain ---- */

/* What the table is: SHA-256 of its canonical text; `table` NULL: of nothing. */
void record_table_hash(const struct ruleset *rules, const struct table *table, unsigned char out[RECORD_HASH]);
/* Closes a line: the next link is SHA-256(the last one, SHA-256(the line), the table's hash). `link` becomes it, and the line
   says it. */
void record_close(struct text *line, const unsigned char table[RECORD_HASH], unsigned char link[RECORD_HASH]);
/* The same for a line that is closed: false if it does not say the link that follows. */
bool record_follows(const char *line, const unsigned char table[RECORD_HASH], unsigned char link[RECORD_HASH]);
/* The link that a closed line says; false if it says none. */
bool record_link_of(const char *line, unsigned char link[RECORD_HASH]);

#endif

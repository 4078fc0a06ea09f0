/* One line of a record: a kind, for some kinds words, and pairs key=value, with single blanks
   between. Values are percent-encoded, so that a name stays on its line. docs/record-format.md
   has the full description. */
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
/* hex */
void record_put_bytes(struct text *line, const char *key, const unsigned char *bytes, int count);
void record_put_picks(struct text *line, const struct chance *chance);

struct record_line {
    char *bytes;      /* a copy, cut into pieces; record_free() frees it */
    const char *kind; /* "move" */
    /* between the kind and the first pair: "p1 steal 1 them2 me1"; may be empty */
    const char *words;
    int count;
    const char *keys[RECORD_PAIRS], *values[RECORD_PAIRS];
};

/* Cuts a line. False if it is no line of a record. */
bool record_read(const char *line, struct record_line *out);
void record_free(struct record_line *line);
const char *record_get(const struct record_line *line, const char *key); /* NULL if absent */
/* Reads a number: 1 to 18 digits without a sign, a blank or a needless 0 in front. No number of
   a record is negative. `end` points behind it. */
bool record_read_number(const char *from, const char **end, long long *out);
bool record_get_number(const struct record_line *line, const char *key, long long *out);
bool record_get_bytes(const struct record_line *line, const char *key, unsigned char *bytes,
                      int count);
/* Reads so many bytes: two digits each, only small letters, so that each value has one spelling. */
bool record_read_hex(const char *hex, unsigned char *bytes, int count);
/* Reads numbers with commas between. */
bool record_get_picks(const struct record_line *line, struct chance *chance);

/* Finds the lines of a whole record that count: a line "repair to=N" takes back all lines
   between N and itself. False, with its number in `bad`, if a repair names no line before it, or
   others than those that stand there. `counts` has a place for each line. */
bool record_mark(const char *const *lines, int count, bool *counts, int *bad);

/* The line has the fields it needs and no others, with values that they can hold (fields.c). */
bool fields_are_right(const struct record_line *line, struct text *why);

/* ---- the chain ---- */

/* What the table is: SHA-256 of its canonical text. NULL stands for no table. */
void record_table_hash(const struct ruleset *rules, const struct table *table,
                       unsigned char out[RECORD_HASH]);
/* Closes a line: `link` becomes SHA-256(the last link, SHA-256(the line), the table's hash), and
   the line tells it. */
void record_close(struct text *line, const unsigned char table[RECORD_HASH],
                  unsigned char link[RECORD_HASH]);
/* A closed line tells the link that follows; `link` becomes it. */
bool record_follows(const char *line, const unsigned char table[RECORD_HASH],
                    unsigned char link[RECORD_HASH]);
/* The link that a closed line tells. False if it tells none. */
bool record_link_of(const char *line, unsigned char link[RECORD_HASH]);

#endif

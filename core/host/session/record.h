/* One line of a record: a kind, for some kinds words, and pairs key=value, with single blanks
   between (docs/record-format.md). Values are percent-encoded. */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>

#include "heard.h"

struct chance;
struct ruleset;
struct store_person;
struct table;
struct text;

enum { RECORD_PAIRS = 24, RECORD_HASH = 32, RECORD_VERSION = 2 };

void record_put(struct text *line, const char *key, const char *value);
void record_put_number(struct text *line, const char *key, long long value);
void record_put_bytes(struct text *line, const char *key, const unsigned char *bytes, int count);
void record_put_picks(struct text *line, const struct chance *chance);

struct record_line {
    char *bytes;      /* cut into pieces; record_free() frees it */
    const char *kind; /* "move" */
    /* "p1 steal 1 them2 me1"; may be empty */
    const char *words;
    int count;
    const char *keys[RECORD_PAIRS], *values[RECORD_PAIRS];
    int seat; /* while it is applied: that it names, from 0; -1 if none */
};

/* False if it is no line of a record. */
bool record_read(const char *line, struct record_line *out);
void record_free(struct record_line *line);
bool record_is_kind(const char *line, const char *kind);
const char *record_get(const struct record_line *line, const char *key); /* NULL if absent */
/* 1 to 18 digits without a sign, a blank or a needless 0 in front. `end` points behind it. */
bool record_read_number(const char *from, const char **end, long long *out);
bool record_get_number(const struct record_line *line, const char *key, long long *out);
/* "at": in seconds since 1970, until the end of the year 9999. */
bool record_get_time(const struct record_line *line, long long *out);
bool record_get_bytes(const struct record_line *line, const char *key, unsigned char *bytes,
                      int count);
/* Two small digits each, so that a value has one spelling. */
bool record_read_hex(const char *hex, unsigned char *bytes, int count);
bool record_get_picks(const struct record_line *line, struct chance *chance);

/* A line "repair to=N" takes back all lines between N and itself. False, with its number in `bad`,
   if a repair names no line before it, or others than those that stand there. `counts` has a place
   for each line. */
bool record_mark(const char *const *lines, int count, bool *counts, int *bad);

/* All fields it needs and no others, with values that they can hold. */
bool record_fields_are_right(const struct record_line *line, struct text *why);

/* ---- the chain ---- */

/* SHA-256 of the canonical text. NULL stands for no table. */
void record_table_hash(const struct ruleset *rules, const struct table *table,
                       unsigned char out[RECORD_HASH]);
/* Closes a line: `link` becomes SHA-256(the last link, SHA-256(the line), the table's hash), and
   the line tells it. */
void record_close(struct text *line, const unsigned char table[RECORD_HASH],
                  unsigned char link[RECORD_HASH]);
bool record_follows(const char *line, const unsigned char table[RECORD_HASH],
                    unsigned char link[RECORD_HASH]);
/* False if it tells none. */
bool record_link_of(const char *line, unsigned char link[RECORD_HASH]);

/* ---- the persons of one record ---- */

/* Lines know them by number; who they are stands beside the lines, so that a person can be
   forgotten while the record stays true: a line has hashes of what stands beside it. */

enum {
    PERSON_SALT = 16,
    PERSON_HASH = 32,
    PERSON_SOURCE = 16,
    PERSON_AHEAD = 192,
    PERSONS_MOST = 1000 /* of one record; after so many nobody new can come */
};

struct person {
    int number; /* from 1 */
    char network[HOST_NETWORK], key[HOST_KEY], name[HOST_NAME];
    bool has_source;
    unsigned char source[PERSON_SOURCE]; /* who pays for the table */
    unsigned char salt[PERSON_SALT];
    unsigned char called[PERSON_HASH]; /* the hash of the name in the latest line */
    bool is_brought;                   /* a line has brought the person */
    bool is_passed;                    /* only a line that was taken back has */
    bool is_forgotten;                 /* forgotten: only the number is left */
    /* "17 steal a": a move in advance, and the line that keeps it; "" for none */
    char ahead[PERSON_AHEAD];
};

struct persons {
    struct person *list; /* sorted by number */
    int count, space;
    int highest;   /* number that a line has used */
    bool may_lack; /* a reader of records that are over: persons may be forgotten */
};

void record_persons_free(struct persons *persons);
struct person *record_persons_find(const struct persons *persons, int number);
/* NULL if no line that counts has brought the person. */
struct person *record_persons_by_key(const struct persons *persons, struct identity who);
void record_persons_put(struct persons *persons, const struct person *person);
void record_persons_bring(struct persons *persons, const struct person *brought, int count);

/* `words` may be NULL. NULL if nobody's. */
struct person *record_persons_by_ahead(const struct persons *persons, int64_t line,
                                       const char **words);

/* The number stays. */
void record_persons_forget(struct persons *persons, struct identity who);

/* SHA-256(salt, network, NUL, key [, NUL, source]) and SHA-256(salt, name). */
void record_person_who(const struct person *person, unsigned char hash[PERSON_HASH]);
void record_person_called(const struct person *person, unsigned char hash[PERSON_HASH]);

/* False if the values cannot be a person's. The hexadecimal texts lie in `hex`. */
enum { PERSON_HEX = 2 * (PERSON_SALT + PERSON_SOURCE) + 2 };
bool record_person_read(const struct store_person *row, struct person *out);
/* A number, under names that nobody has. */
void record_person_forgotten(const char *network, int number, struct person *out);
bool record_person_is_right(const struct person *person);
void record_person_row(const struct person *person, char hex[PERSON_HEX], struct store_person *out);

bool record_person_read_line(const char *line, struct person *out);

/* A repair took this line back. The person it brought stays beside the record. */
void record_persons_pass_over(struct persons *persons, const char *line);
/* With the name of the latest line. Else false with a sentence. */
bool record_persons_are_right(const struct persons *persons, struct text *why);

/* ---- records as lines, without a table: what an admin's tools do to them ---- */

/* Without these first lines there is no table. */
enum { RECORD_OPENING = 3 };

/* It takes back all lines behind `to`, counted from 1. False if no line can follow that one. */
bool record_repair(const char *const *lines, int count, int to, struct text *line);

/* "@person number=1 ...": stands beside the record. */
enum { PERSON_LINE = 1024 };
void record_person_put_line(const struct store_person *row, struct text *line);

#endif

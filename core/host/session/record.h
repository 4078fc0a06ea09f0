/* One line of a record: a kind, for some kinds words, and pairs key=value, with single blanks
   between. Values are percent-encoded, so that a name stays on its line. docs/record-format.md
   has the full description. */
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
/* Looks only at the first word of a line. */
bool record_is_kind(const char *line, const char *kind);
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

/* The line has the fields it needs and no others, with values that they can hold (record.c). */
bool record_fields_are_right(const struct record_line *line, struct text *why);

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

/* ---- the persons of one record ---- */

/* Lines know them by number; who they are stands beside the lines, so that a person can be
   forgotten while the record stays true. A line that brings a person, or another name, has hashes
   of what stands beside it. Owns the list and those hashes; knows nothing of seats. */

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
/* NULL if unknown. */
struct person *record_persons_find(const struct persons *persons, int number);
/* The person of this network and key, if a line that counts has brought the person. Else NULL. */
struct person *record_persons_by_key(const struct persons *persons, struct identity who);
/* Adds the person, or replaces the one with that number. */
void record_persons_put(struct persons *persons, const struct person *person);
/* A line has brought these, under these names. */
void record_persons_bring(struct persons *persons, const struct person *brought, int count);

/* Whose move in advance that line keeps, and the move behind the number (`words` may be NULL).
   NULL if nobody's. */
struct person *record_persons_by_ahead(const struct persons *persons, int64_t line,
                                       const char **words);

/* The person of this network and key is forgotten: the number stays. */
void record_persons_forget(struct persons *persons, struct identity who);

/* SHA-256(salt, network, NUL, key [, NUL, source]) and SHA-256(salt, name). */
void record_person_who(const struct person *person, unsigned char hash[PERSON_HASH]);
void record_person_called(const struct person *person, unsigned char hash[PERSON_HASH]);

/* Reads a person from the store or a file. False if the values cannot be a person's. The
   hexadecimal texts lie in `hex`. */
enum { PERSON_HEX = 2 * (PERSON_SALT + PERSON_SOURCE) + 2 };
bool record_person_read(const struct store_person *row, struct person *out);
/* Who is left when a person was forgotten: a number, under names that nobody has. */
void record_person_forgotten(const char *network, int number, struct person *out);
bool record_person_is_right(const struct person *person); /* checks one of ours */
void record_person_row(const struct person *person, char hex[PERSON_HEX], struct store_person *out);

/* Reads what record_person_put_line() writes. */
bool record_person_read_line(const char *line, struct person *out);

/* A repair took this line back. The person it brought stays beside the record. */
void record_persons_pass_over(struct persons *persons, const char *line);
/* Every person beside the record stands in its lines, with the name of the latest line. Else
   false with a sentence. */
bool record_persons_are_right(const struct persons *persons, struct text *why);

/* ---- records as lines, without a table: what an admin's tools do to them ---- */

/* First lines of a record, without which there is no table. */
enum { RECORD_OPENING = 3 };

/* Puts the line "repair to=N ..." for a record of these lines, which takes back all lines behind
   line `to`, counted from 1. False if no line can follow that one. */
bool record_repair(const char *const *lines, int count, int to, struct text *line);

/* A person beside a record, as a line of a file of records: "@person number=1 ...". The record
   itself has no such line. */
enum { PERSON_LINE = 1024 };
void record_person_put_line(const struct store_person *row, struct text *line);

#endif

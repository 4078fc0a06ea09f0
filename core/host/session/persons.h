/* The persons of one record. Its lines know them by number; who they are stands beside the
   lines, so that a person can be forgotten while the record stays true. A line that brings a
   person, or another name, has hashes of what stands beside it. Owns the list and those hashes;
   knows nothing of seats. */
#ifndef PERSONS_H
#define PERSONS_H

#include <stdbool.h>

#include "heard.h"
#include "records.h"

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

void persons_free(struct persons *persons);
/* NULL if unknown. */
struct person *persons_find(const struct persons *persons, int number);
/* The person of this network and key, if a line that counts has brought the person. Else NULL. */
struct person *persons_by_key(const struct persons *persons, const char *network, const char *key);
/* Adds the person, or replaces the one with that number. */
void persons_put(struct persons *persons, const struct person *person);
/* A line has brought these, under these names. */
void persons_bring(struct persons *persons, const struct person *brought, int count);

/* Whose move in advance that line keeps, and the move behind the number (`words` may be NULL).
   NULL if nobody's. */
struct person *persons_by_ahead(const struct persons *persons, int64_t line, const char **words);

/* The person of this network and key is forgotten: the number stays. */
void persons_forget(struct persons *persons, const char *network, const char *key);

/* SHA-256(salt, network, NUL, key [, NUL, source]) and SHA-256(salt, name). */
void person_who(const struct person *person, unsigned char hash[PERSON_HASH]);
void person_called(const struct person *person, unsigned char hash[PERSON_HASH]);

/* Reads a person from the store or a file. False if the values cannot be a person's. The
   hexadecimal texts lie in `hex`. */
enum { PERSON_HEX = 2 * (PERSON_SALT + PERSON_SOURCE) + 2 };
bool person_read(const struct store_person *row, struct person *out);
/* Who is left when a person was forgotten: a number, under names that nobody has. */
void person_forgotten(const char *network, int number, struct person *out);
bool person_is_right(const struct person *person); /* checks one of ours */
void person_row(const struct person *person, char hex[PERSON_HEX], struct store_person *out);

/* Reads what person_put_line() writes. */
bool person_read_line(const char *line, struct person *out);

/* A repair took this line back. The person it brought stays beside the record. */
void persons_pass_over(struct persons *persons, const char *line);
/* Every person beside the record stands in its lines, with the name of the latest line. Else
   false with a sentence. */
bool persons_are_right(const struct persons *persons, struct text *why);

#endif

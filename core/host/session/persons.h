/* The persons of one record. Its lines know them by number; who they are stands beside the lines, so that a person can be
   forgotten while the record stays true. A line that brings a person, or another name of one, holds hashes of what stands
   beside it. Owns the list, and those hashes; knows nothing of seats. */
#ifndef PERSONS_H
#define PERSONS_H

#include <stdbool.h>

#include "host.h"
#include "records.h"

enum {
    PERSON_SALT = 16,
    PERSON_HASH = 32,
    PERSON_SOURCE = 16,
    PERSONS_MOST = 1000 /* of one record: nobody new comes after so many came and went */
};

struct person {
    int number; /* from 1 */
    char network[HOST_NETWORK], key[HOST_KEY], name[HOST_NAME];
    bool has_source;
    unsigned char source[PERSON_SOURCE]; /* in whose share the table is counted */
    unsigned char salt[PERSON_SALT];
    unsigned char called[PERSON_HASH]; /* as the latest line says */
    bool is_brought;                   /* a line has said who it is */
    bool is_passed;                    /* only a line that was taken back has said so */
    bool is_forgotten;                 /* nobody stands beside the record: this is only a number */
};

struct persons {
    struct person *list; /* by number */
    int count, space;
    int highest;   /* number that a line has used */
    bool may_lack; /* persons may be forgotten: readers of records that are over */
};

void persons_free(struct persons *persons);
/* NULL: nobody has that number. */
struct person *persons_find(const struct persons *persons, int number);
/* The person of this network and key whom a line has brought that counts; NULL: none. */
struct person *persons_by_key(const struct persons *persons, const char *network, const char *key);
/* New, or in the place of the one with its number. */
void persons_put(struct persons *persons, const struct person *person);

/* SHA-256(salt, network, NUL, key [, NUL, source]) and SHA-256(salt, name). */
void person_who(const struct person *person, unsigned char hash[PERSON_HASH]);
void person_called(const struct person *person, unsigned char hash[PERSON_HASH]);

/* What the store and files say of a person: false if it cannot be one. The hexadecimal texts live in `hex`. */
enum { PERSON_HEX = 2 * (PERSON_SALT + PERSON_SOURCE) + 2 };
bool person_read(const struct store_person *row, struct person *out);
bool person_is_right(const struct person *person); /* the same of one of ours */
void person_row(const struct person *person, char hex[PERSON_HEX], struct store_person *out);

/* The reverse of person_put_line(). */
bool person_read_line(const char *line, struct person *out);

/* A line that a repair took back: what it brought stands beside the record all the same. */
void persons_pass_over(struct persons *persons, const char *line);
/* Every person beside the record stands in its lines, by the name that the latest line says; else false and a sentence. */
bool persons_are_right(const struct persons *persons, struct text *why);

#endif

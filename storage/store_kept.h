/* What is kept of a person, for the person: rows of the answer to STORE_ASK_KEPT
   (store_outcome.h). What the host itself keeps among the settings under numbers (links,
   notices, offers) is not among them. */
#ifndef STORE_KEPT_H
#define STORE_KEPT_H

#include <stdint.h>

#include "store.h"

enum { STORE_KEPT = 500 /* rows of one answer; of more it says how many */, STORE_KEPT_TEXT = 256 };

enum store_kept_kind {
    /* the number under which outcomes know the person: `name`, `is_shown`, `count` of outcomes */
    STORE_KEPT_NUMBER,
    /* a person of a table's record: `number` there, `name`, `at` the table began, its first line */
    STORE_KEPT_PERSON,
    /* what the person has said in advance at a table: `ahead`, with the number of its line */
    STORE_KEPT_AHEAD,
    STORE_KEPT_ROOM,    /* a table that had its place in the private conversation, or has it */
    STORE_KEPT_SETTING, /* `key` and `value` */
};

/* Longer texts are cut. */
struct store_kept {
    enum store_kept_kind kind;
    char network[STORE_KEY_MAX + 1]; /* of the identity that it is about */
    int64_t table, number, count, at;
    int is_shown;
    union {
        char name[STORE_KEPT_TEXT], key[STORE_KEPT_TEXT];
    };
    union {
        char line[STORE_KEPT_TEXT], value[STORE_KEPT_TEXT], ahead[STORE_KEPT_TEXT];
    };
};

#endif

/* What a board says besides where the cards lie: who leads, what things cost, what fits. A game
   remarks on it as data; the view finds the words around it. */
#ifndef REMARK_H
#define REMARK_H

#include <stdbool.h>

#include "colour.h"
#include "table.h"

struct ruleset;
struct sight;

enum { REMARKS_MOST = 24, REMARK_PARTS = 8 };
struct remark_part {
    int count;        /* 0: a thing without a number; then several are a choice */
    const char *word; /* "cyan" */
    const char *code; /* where a line has no room for the word: "C"; NULL: the word */
    enum colour colour;
};
struct remark {
    const char *text; /* before the parts: "fits"; "" if they need no word */
    int seat;         /* whom it is about; SEAT_NONE: the table */
    int zone, card;   /* what it is about; -1: nothing of its own */
    bool is_price;
    int part_count;
    struct remark_part parts[REMARK_PARTS];
};
struct remarks {
    /* of each seat a number that says who leads: "{n} face up", "{n} up" where a line has little
       room (NULL: the same), and a heading for a column of the numbers. The phrase is NULL if that
       is secret, or there is no such thing */
    const char *lead_phrase, *lead_brief, *lead_label;
    int lead[TABLE_SEATS];
    int count;
    struct remark list[REMARKS_MOST];
};

/* Adds a remark about the table without parts. Change it, and add parts. */
struct remark *remarks_add(struct remarks *remarks, const char *text);
void remark_part(struct remark *remark, int count, const char *word, const char *code,
                 enum colour colour);

/* From what the viewer of the sight may see, the public too. */
typedef void game_remark(const struct ruleset *rules, const struct sight *sight,
                         struct remarks *out);

#endif

/* How well typed words fit one verb, or one value of one argument. For move_read.c only. */
#ifndef MOVE_FIT_H
#define MOVE_FIT_H

#include "move.h"
#include "ruleset.h"
#include "words.h"

enum fit { FIT_NOT, FIT_PREFIX, FIT_EXACT };

struct reader {
    const struct ruleset *rules;
    const struct naming *naming;
    const struct sight *sight; /* NULL when reading a record */
    struct words typed;
    bool by_name;  /* set when a card was found by its name or code */
    bool must_ask; /* set when several values were said where one move could mean them all */
};

static inline enum fit fit_worse(enum fit a, enum fit b)
{
    return a < b ? a : b;
}

/* A verb: its word, an alias, or the card it plays. *used: how many words it takes, which may be
   more than were typed. */
enum fit fit_verb(const struct ruleset *rules, const struct words *typed,
                  const struct verb_spec *verb, int *used);

/* One value of an argument, from word `at` on. *used: how many words it took. */
enum fit fit_value(struct reader *reader, const struct arg_spec *spec, int at, int value,
                   int *used);

/* One of an argument's words, also typed as two, "me 1" for me1, or as its number alone. */
enum fit fit_listed_word(const struct words *typed, int at, const char *word, int *used);

#endif

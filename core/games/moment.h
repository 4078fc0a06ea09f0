/* Big moments: a few words that the host puts behind what happened, at most once in so many moves
   of a game, and not where people want none. They follow from what everybody hears and sees. */
#ifndef MOMENT_H
#define MOMENT_H

#include <stdbool.h>

struct events;
struct game;
struct table;

enum { MOMENT_MOVES = 5 };

/* One of the game's sentences, and what everybody saw before the move and sees after it. */
struct passed {
    const struct game *game;
    const struct ruleset *rules;
    const struct sight *before, *after;
    struct event *said; /* the words have its seat and numbers, which may be changed for them */
};
typedef bool moment_test(const struct passed *passed, int value);

struct moment {
    unsigned behind; /* the sentences that it may follow, as bits */
    moment_test *is_big;
    int value;
    const char *words; /* a template like the sentences, without {cards} */
};

/* The shared zone gets empty. So many points come to whom the sentence is about, or below 0 are
   lost, and {0} is how many. That seat has so many points for the first time. */
moment_test moment_empties, moment_gains, moment_reaches;

/* Adds the words of the first moment that fits behind the events of a move. False if none does. */
bool moment_add(const struct game *game, const struct ruleset *rules, const struct table *before,
                const struct table *after, struct events *events);

#endif

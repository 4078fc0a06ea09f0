/* What is kept of a game that is over (storage/store_outcome.h). */
#ifndef OUTCOME_H
#define OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

#include "deal.h"

struct seat;
struct session;
struct store_outcome;

enum { OUTCOME_OPTIONS = 512, OUTCOME_DECISIONS = 3 };

struct finished {
    int game_number;
    /* in seconds since 1970; 0 if its record does not say when */
    int64_t ended;
    bool is_practice;
    /* places from 1: those who won share the first one */
    int places[TABLE_SEATS], points[TABLE_SEATS];
};

void outcome_take_finished(const struct playing *playing, const struct game *game, int64_t ended,
                           struct finished *out);

/* As things stand. */
bool outcome_will_be_rated(const struct session *session);

/* Its texts belong to the session, or lie in `options`. */
void outcome_put(const struct session *session, const struct seat *seats,
                 const struct finished *finished, char options[OUTCOME_OPTIONS],
                 struct store_outcome *out);

/* ---- hints ---- */

/* Who got a hint: a game with one is not rated, and a turn has one. Knows nothing of what a hint
   says. */

struct sight;

/* Hints follow from it, so the same sight gets the same hint, after a restart, too. */
uint64_t outcome_hinted_sight(const struct sight *sight);
/* The line "hint". */
bool outcome_apply_hint(struct session *session, const struct record_line *line, struct text *why);
/* It lasts until somebody else has moved, or taken a move back. A game for one has a turn for each
   move. */
bool outcome_hint_is_used(const struct session *session, int seat);
bool outcome_hinted_in_game(const struct seat *seat, int game_number);

/* ---- the last table of a room ---- */

/* For !fair: a row that host_on_choice() keeps. Knows no sentence. */

struct host;
struct showing;

struct last_table {
    long long table;   /* the number of its record; 0 if none is known */
    long long undealt; /* how many tables were closed there today (UTC) and never dealt */
};

struct last_table outcome_last_find(const struct host *host, const struct showing *home);

/* If the cards of the table that ends were dealt, or could have been. */
void outcome_last_note(const struct session *session);

#endif

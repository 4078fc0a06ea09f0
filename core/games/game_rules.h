/* The functions of a game's rules. The laws every function keeps:
   - Only apply() and setup() change a table, only by the functions of kit/table.h and by
   assigning registers.
   - Chance comes from chance_pick() and table_shuffle() alone: nothing else makes runs differ.
   - legal(), explain() and weigh() get a sight: what the seat may see, or a world that a robot
   imagined from it. For one seat they give the same answer with both.
   - No statics, no heap, no I/O: a test looks at the compiled objects. */
#ifndef GAME_RULES_H
#define GAME_RULES_H

#include <limits.h>
#include <stdbool.h>

#include "chance.h"
#include "event.h"
#include "move.h"
#include "remark.h"
#include "ruleset.h"
#include "sight.h"
#include "table.h"

struct game;
struct text;

/* Options: what a table can be played with, and the ruleset that follows from them (options.c). */

enum option_kind {
    OPTION_CHOICE, /* one of `words`; the value is its index */
    /* least .. most; words[0], if present, is a word for the value `least - 1` ("auto") */
    OPTION_NUMBER,
    OPTION_SET /* any of `words`; the value is a set of bits */
};

struct option_spec {
    const char *name; /* "layout" */
    enum option_kind kind;
    const char *const *words;
    int word_count;
    int least, most;
    int standard;     /* the default */
    const char *help; /* one sentence */
};

/* True if the game's data keeps the limits of the kit, which the function lists. Else false,
   with a sentence that names the limit. */
bool game_fits(const struct game *game, struct text *why);

/* The ruleset of a game with its standard options and the current version of its rules. */
void game_ruleset(const struct game *game, struct ruleset *out);

/* Sets one option from "name=value". False, with one sentence in `why` that names what is
   allowed, if that fails. */
bool option_set(const struct game *game, int *options, const char *name, const char *value,
                struct text *why);
void option_format(const struct option_spec *option, int value, struct text *out);

/* "dealt or hearts", "1 to 24, or auto", "any of double, triad, boost": what an option allows. */
void option_allowed(const struct option_spec *option, struct text *out);

/* True if this program can play that version of the rules. */
bool game_plays(const struct game *game, long long version);

/* How many games make a match with these options. */
int game_match_length(const struct game *game, const struct ruleset *rules, int seats);

/* The result of a game, line by line as in the rulebook. */

enum { SCORE_LINES = 160, SCORE_ARGS = 3 };

struct score_line {
    int seat;
    const char *label; /* template over args: "stack {0}: {1} face-up cards" */
    int args[SCORE_ARGS];
    int points;
    bool is_note; /* says what decided; gives no points */
};

struct score {
    int count;
    struct score_line lines[SCORE_LINES];
    int total[TABLE_SEATS];
    unsigned winners; /* bits of seats; several winners share the win */
    /* a sentence that says how a tie was broken, or why the game ended early; may be NULL */
    const char *reason;
};

/* No lines, no points, no winner. Leaves old lines where they are, which costs less than to
   clear them: a robot scores thousands of imagined games. */
void score_clear(struct score *score);

void score_add(struct score *score, int seat, const char *label, int arg0, int arg1, int points);

/* A line without points, which says what broke a tie. */
void score_note(struct score *score, int seat, const char *label, int arg0);

/* The seats with the highest total win. */
void score_best_wins(struct score *score, int seats);

/* A number from 0 (also written "-") to `most` in a file of faces, for read() of a face_form. */
bool game_column_number(const char *column, int most, int *out);

/* ---- the functions of a game ---- */

/* One sentence that says why these options cannot be combined, or not with so many seats. NULL
   if they can. */
typedef const char *game_excludes(const int *options, int seats);

/* Lays out the cards of a table that table_init() made; rules->first_seat begins. */
typedef void game_setup(struct play *play);

/* The moves that `seat` (or SEAT_HOST) may play now, each once, in a fixed order. Empty if the
   seat may not act. */
typedef void game_legal(const struct ruleset *rules, const struct sight *sight, int seat,
                        struct moves *out);

/* Plays a legal move. */
typedef void game_apply(struct play *play, int seat, const struct move *move);

/* The seats that the table waits for and calls, as bits. 0 if the game is over. */
typedef unsigned game_due(const struct ruleset *rules, const struct sight *sight);

/* The seats that may also act until the next move, although the table does not wait for them, as
   bits: to call who forgot something. Robots do, and leave people time for it first. 0: nobody. */
typedef unsigned game_claims(const struct ruleset *rules, const struct sight *sight);

/* The result: the lines and points of each seat, and who wins. It gets the public's sight, and a
   robot's imagined world; before table.over is set, it counts what can be seen by then. */
typedef void game_score(const struct ruleset *rules, const struct sight *sight, struct score *out);

/* One sentence for the player that names the rule against a move, from what the player can see.
   NULL if the move is just not possible now. */
typedef const char *game_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                                 const struct move *move);

/* How good each legal move looks to the seat at once, without looking ahead: a number for each,
   the higher the better. Robots choose by it where they do not think, and every player of the
   games they imagine chooses by it; so it is quick, and looks at nothing that the seat does not
   see, although it may be given a world. */
enum { WEIGH_NEVER = INT_MIN }; /* no robot plays it that has another move */
typedef void game_weigh(const struct ruleset *rules, const struct sight *sight, int seat,
                        const struct moves *moves, int *worths);

/* How likely the other players would have left this imagined world to the seat, by what they
   chose before: a number above 0, which counts beside those of other worlds that the same sight
   allows. It does no more than add, multiply and divide, so that it is the same on every
   machine. */
typedef double game_likely(const struct ruleset *rules, const struct sight *world, int seat);

/* The points that each seat may expect to end with, from an unfinished game that a robot
   imagined: `points` has what score() says, and gets what it should say. */
typedef void game_value(const struct ruleset *rules, const struct sight *world, int *points);

/* True if a match ends with this game, by the points of all its games: "until somebody has 100". */
typedef bool game_ends(const struct ruleset *rules, const int *points, int seats);

/* How many games make a match, where that follows from other options and the number of seats: a
   deal with one card less each time. */
typedef int game_length(const struct ruleset *rules, int seats);

/* True if everybody may act at any time, so that robots have to take their time. */
typedef bool game_is_real_time(const struct ruleset *rules);

/* What everybody learns of hidden cards, by the rules themselves, when `seat` plays this legal
   move: a number for each fact ("has nothing of the suit that was led"), 0 for nothing. Only
   through such a fact may a move or its consequences depend on a hidden hand; the tests call any
   other dependence a leak. */
typedef int game_discloses(const struct ruleset *rules, const struct table *before, int seat,
                           const struct move *move);

/* The clock that the host runs now. */
struct alarm {
    bool set;
    int option;       /* the option that holds the seconds */
    struct move move; /* what SEAT_HOST plays when the time is over */
};
typedef struct alarm game_alarm(const struct ruleset *rules, const struct sight *sight);

/* The seats that win and lose together with this one, itself among them, as bits. It follows
   from the seating alone, so that people choose their partners: seats of such a game are not
   drawn by lot, but are in the order of joining. The points that score() gives a seat are those
   of all its partners. */
typedef unsigned game_partners(const struct ruleset *rules, int seats, int seat);

/* GAME_FUNCTIONS(coloretto); declares the functions that every game has, coloretto_setup() to
   coloretto_explain(), and coloretto_weigh(). GAME_RULES(coloretto) puts them into the struct
   game. */
#define GAME_FUNCTIONS(game)                                                                       \
    game_setup game##_setup;                                                                       \
    game_legal game##_legal;                                                                       \
    game_apply game##_apply;                                                                       \
    game_due game##_due;                                                                           \
    game_score game##_score;                                                                       \
    game_explain game##_explain;                                                                   \
    game_weigh game##_weigh

#define GAME_RULES(game)                                                                           \
    .setup = game##_setup, .legal = game##_legal, .apply = game##_apply, .due = game##_due,        \
    .score = game##_score, .explain = game##_explain, .weigh = game##_weigh

#endif

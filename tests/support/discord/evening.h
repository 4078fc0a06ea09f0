/* A whole game on Discord, played at random by people who type, or who press what there is in
   private panels or in direct messages; what it cost in requests; and what its record says
   happened. The host is asked what may be played, so players need not read. Next: club.h. */
#ifndef EVENING_H
#define EVENING_H

#include <stdbool.h>
#include <stddef.h>

#include "club.h"
#include "store_read.h"

struct party {
    const char *what, *words; /* "kritters mode=junior": behind !play */
    int people;
};

struct game;
/* Whether it plays that game, with whatever options. */
bool party_plays(const struct party *party, const struct game *game);
/* So many people who play the game, but at least as few and at most as many as can. */
struct party party_of(const struct game *game, int people);

enum { EVENING_TABLE = 1 }; /* its number in the store */

enum evening_way { EVENING_TYPED, EVENING_PANELS, EVENING_LETTERS };

/* Requests, by what they did. */
struct cost {
    int posts, edits;          /* in the room */
    int letters, letter_edits; /* direct messages */
    int most_letters;          /* to one person */
    /* of interactions: first answers, and what came behind or was edited by a token */
    int callbacks, follow_ups;
    int others;
};

/* What was read of the record so far. */
struct evening_reading {
    int games, moves, inputs;
    char message[80]; /* what the next line came from; "": none */
    char *messages;   /* of moves so far, each with a line feed */
    struct store_read_end end;
};

struct evening {
    struct club club;
    const struct party *party;
    enum evening_way way;
    uint32_t dice;
    int pause;        /* ms behind whatever somebody does */
    int counted;      /* entries of the log that were counted */
    char said[512];   /* what was typed last, or the custom id and value that was pressed */
    struct cost cost; /* since evening_forget_cost() */
    struct evening_reading reading;
};

/* Opens the club, sits everybody down and waits until the first hands were dealt. `club.draws` is
   set before, or false; all else begins anew. */
void evening_open(struct evening *evening, const struct party *party, enum evening_way way,
                  uint32_t seed, const struct standin_options *options);
void evening_close(struct evening *evening);

struct session *evening_table(const struct evening *evening); /* NULL: the game is over */
/* Somebody who can, does something: a move, or a press on the way to one. False: nobody found
   anything to do. */
bool evening_act(struct evening *evening);
/* A random legal move of that person's, in canonical words; false if the person has no move. */
bool evening_choose(struct evening *evening, int who, char *move, size_t size);
/* A random number below `count`. */
int evening_dice(struct evening *evening, int count);

void evening_forget_cost(struct evening *evening);
/* Counts what was requested meanwhile into `cost`. */
void evening_count(struct evening *evening);

/* Moves of people in the record, and games that began: more than one in a match. */
int evening_moves(struct evening *evening);
int evening_games(struct evening *evening);
/* Messages and presses of people that became moves; fails if one did so twice. */
int evening_inputs(struct evening *evening);

/* The record as everybody was told it, or as a seat was (from 1), after every line of it was
   checked. Free it. */
char *evening_retold(const struct evening *evening, int seat);
/* Everything that stands in the room from the bot, as evening_plain() leaves it. Free it. */
char *evening_posted(const struct evening *evening);
/* Fails unless everything that the record says happened was told in the room, once and in that
   order. */
void evening_expect_told(const struct evening *evening);
enum { EVENING_COLUMNS = 28 }; /* of a board on a phone */
/* Columns of the longest line of a board in a message; colours and pictures take none. */
int evening_width(const char *content);
/* A message or a prose without everything that only makes it look good: marks, colours, symbols,
   line ends. In place. */
void evening_plain(char *text);

#endif

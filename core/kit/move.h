/* Moves as data, and as people type them. A game declares its verbs. From the verbs and the
   legal list this file writes and reads moves, and finds candidates and suggestions, for all
   games: no game has a parser. */
#ifndef MOVE_H
#define MOVE_H

#include <stdbool.h>

#include "check.h"
#include "ruleset.h"

struct ruleset;
struct sight;
struct text;

enum { MOVES_MAX = 256, MOVE_TEXT = 128, ARG_ABSENT = -1 };

struct move {
    int verb; /* index into the ruleset's verbs */
    /* ARG_ABSENT if the move has no such argument; the verb says what each means */
    int args[MOVE_ARGS];
};

/* The legal moves. */
struct moves {
    int count;
    /* one more: moves_add_if() writes a move before it looks at `legal` */
    struct move list[MOVES_MAX + 1];
};

/* Adds a move if `legal`. Inline and without a branch, because games spend most of their time on
   legal lists, and no processor can predict them. */
static inline void moves_add_if(struct moves *moves, bool legal, int verb, int arg0, int arg1,
                                int arg2)
{
    check(moves->count + legal <= MOVES_MAX);
    moves->list[moves->count] = (struct move){.verb = verb, .args = {arg0, arg1, arg2, ARG_ABSENT}};
    moves->count += legal;
}

static inline void moves_add(struct moves *moves, int verb, int arg0, int arg1, int arg2)
{
    moves_add_if(moves, true, verb, arg0, arg1, arg2);
}

bool moves_has(const struct moves *moves, const struct move *move);

/* Keeps only one of several moves that play equal cards of the hand, so that a random choice
   does not prefer a card that somebody holds twice. */
void moves_by_face(const struct ruleset *rules, const struct sight *sight, int seat,
                   struct moves *moves);

/* Removes the votes, so that random players do not vote. */
void moves_but_votes(const struct ruleset *rules, struct moves *moves);

bool move_same(const struct move *a, const struct move *b);

/* The names that stand for seats in moves. A seat whose entry is NULL is called p1, p2, ... */
struct naming {
    const char *names[12];
};

/* The name that moves use for a seat. NULL if only its number is clear: two seats share the
   name, or the name reads like a number ("p3"), is empty, or is too long to type. */
const char *move_seat_name(const struct naming *naming, int seat);

/* The label of a slot of this game's hand; and the slot of a typed label, 0 if the word is no
   label. */
char move_label(const struct ruleset *rules, int slot);
int move_labelled(const struct ruleset *rules, const char *word);

/* The face that a value of an argument means, as this sight shows it. -1 if the value means no
   card. */
int move_face(const struct ruleset *rules, const struct sight *sight, const struct arg_spec *spec,
              int value);

/* The canonical text of a move, as records hold it, "steal 1 them2 me1": seats and slots by
   number. */
void move_write(const struct ruleset *rules, const struct move *move, struct text *out);

/* A move as people say it, "steal d them2 me1": the holder of the cards can type this text.
   `naming` NULL: p1, p2. */
void move_format(const struct ruleset *rules, const struct naming *naming, const struct move *move,
                 struct text *out);

/* One argument of a move as move_format() writes it. */
void move_format_arg(const struct ruleset *rules, const struct naming *naming,
                     const struct move *move, int arg, struct text *out);

enum reading {
    READING_MOVE,      /* `move` is legal */
    READING_ILLEGAL,   /* `move` was understood but is not legal now: ask the game to explain it */
    READING_AMBIGUOUS, /* several legal moves fit: `moves` holds them */
    /* a secret move, said in public with a card's name or a number: the rest is not read */
    READING_NAMED,
    READING_UNKNOWN /* no move; `move` is the nearest legal one if `has_nearest` */
};

struct read_move {
    enum reading reading;
    struct move move;
    bool has_nearest;
    bool verb_known; /* the text begins with a verb of this game, or with the beginning of a verb */
    bool is_value;   /* private text that names a card or colour and no more, and no legal move */
    int verb;        /* the verb that fits best; set for READING_NAMED, too */
    struct moves moves;
};

/* Reads one typed move, by a seat's own sight and legal list. `in_public`: others can read the
   text, too. Never looks at hidden cards, cannot fail, takes time linear in the legal list. */
void move_read(const struct ruleset *rules, const struct naming *naming, const struct sight *sight,
               const struct moves *legal, bool in_public, const char *typed, struct read_move *out);

/* Reads the canonical text of a move. False if the text is no such move. */
bool move_read_canonical(const struct ruleset *rules, const char *text, struct move *out);

#endif

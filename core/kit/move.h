/* Moves as data, and as what people type. A game declares its verbs; formatting, parsing, candidates and suggestions
   are made from them and from the legal list, here, for all games: no game writes a parser. */
#ifndef MOVE_H
#define MOVE_H

#include <stdbool.h>

#include "check.h"

struct ruleset;
struct sight;
struct text;

enum { MOVE_ARGS = 4, MOVES_MAX = 256, MOVE_TEXT = 128, ARG_ABSENT = -1 };

struct move {
    int verb;            /* index into the ruleset's verbs */
    int args[MOVE_ARGS]; /* ARG_ABSENT where the move has none; what they mean says the verb */
};

enum arg_kind {
    ARG_NONE,
    ARG_CARD,  /* slot of a card of the own hand, 1..26; said by its label or by the card's name or code */
    ARG_SEAT,  /* a seat; said by the name of who sits there, or p1 .. p12 */
    ARG_WORD,  /* one of the argument's words */
    ARG_NUMBER /* itself */
};

struct arg_spec {
    enum arg_kind kind;
    const char *const *words; /* ARG_WORD: what value 0, 1, ... is called */
    int word_count;
    /* Words that may stand before it and mean nothing, separated by blanks: "for with"; may be NULL. The first one is
       shown in lists of moves. */
    const char *filler;
    const char *any; /* what a list of moves calls all of its words together: "any stack"; may be NULL */
    /* What lists of moves call its words, "R" for "red": each the beginning of that word and of no other; may be NULL. */
    const char *const *brief;
    bool is_optional; /* the verb has moves without it: saying none is no unfinished move */
};

enum {
    VERB_SECRET = 1,    /* names a card that others may not know: in public by its label only, and no number of it */
    VERB_HOST = 2,      /* only the host plays it */
    VERB_ANY_ORDER = 8, /* its arguments may be said in any order; a legal list holds one of them */
    VERB_STEP = 4,      /* where it is the only legal move everybody can see that it is: the host plays it at once */
    VERB_VOTE = 16, /* agrees to something beside the course of the game, out of turn, too: nobody is asked for it */
    VERB_SAID = 32  /* never meant where only its arguments are said */
};

struct verb_spec {
    const char *word;    /* "steal"; may be two words, "effect change" */
    const char *aliases; /* other words for it, separated by blanks; may be NULL */
    unsigned flags;
    struct arg_spec args[MOVE_ARGS];
    const char *help; /* "steal CARD THEIRS for MINE" */
};

/* A legal list. */
struct moves {
    int count;
    struct move list[MOVES_MAX + 1]; /* one more for a move that turns out not to be legal */
};

/* Adds a move if `legal`. Inline and without a branch, because legal lists are what games spend most of their time on and
   nobody can predict them. */
static inline void moves_add_if(struct moves *moves, bool legal, int verb, int arg0, int arg1, int arg2)
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

/* Keeps one of moves that differ only in which of several equal cards of the hand they play: who chooses among the rest at
   random plays no card the likelier for holding it twice. */
void moves_by_face(const struct ruleset *rules, const struct sight *sight, int seat, struct moves *moves);

/* Keeps those that are no votes: what somebody who plays at random does. */
void moves_but_votes(const struct ruleset *rules, struct moves *moves);

bool move_same(const struct move *a, const struct move *b);

/* Whose names stand for seats in moves. NULL entries are called p1, p2, ... */
struct naming {
    const char *names[12];
};

/* What moves call a seat: its name, or NULL where only the number is clear: two of that name, one that reads like a
   number ("p3"), none, or one too long to type. */
const char *move_seat_name(const struct naming *naming, int seat);

/* The label of a slot that the hand of this game can have, and the slot of a typed label. 0 if the word is no label. */
char move_label(const struct ruleset *rules, int slot);
int move_labelled(const struct ruleset *rules, const char *word);

/* The canonical text of a move, as records hold it, "steal 1 them2 me1": seats and slots by number. */
void move_write(const struct ruleset *rules, const struct move *move, struct text *out);

/* A move as people say it, "steal d them2 me1": the holder of the cards can type it back. `naming` NULL: p1, p2. */
void move_format(const struct ruleset *rules, const struct naming *naming, const struct move *move, struct text *out);

/* One argument of a move as move_format() writes it. */
void move_format_arg(const struct ruleset *rules, const struct naming *naming, const struct move *move, int arg,
                     struct text *out);

enum reading {
    READING_MOVE,      /* `move` is legal */
    READING_ILLEGAL,   /* understood as `move`, which is not legal now: ask the game to explain it */
    READING_AMBIGUOUS, /* several legal moves fit: `moves` holds them */
    READING_NAMED,     /* a secret move said in public by a card's name, or a number: not looked at any further */
    READING_UNKNOWN    /* no move at all; `move` is the nearest legal one if `has_nearest` */
};

struct read_move {
    enum reading reading;
    struct move move;
    bool has_nearest;
    bool verb_known; /* it begins with a verb of this game, or with the beginning of one */
    int verb;        /* which, the one that fits best; of READING_NAMED, too */
    struct moves moves;
};

/* Reads one typed move over a seat's own sight and legal list. `in_public`: others can read it too. Never looks at
   hidden cards, cannot fail, costs time linear in the legal list. */
void move_read(const struct ruleset *rules, const struct naming *naming, const struct sight *sight,
               const struct moves *legal, bool in_public, const char *typed, struct read_move *out);

/* Reads the canonical text of a move. False if it is not. */
bool move_read_canonical(const struct ruleset *rules, const char *text, struct move *out);

#endif

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
    int args[MOVE_ARGS]; /* ARG_ABSENT where the move has no such argument; the verb says what each means */
};

enum arg_kind {
    ARG_NONE,
    ARG_CARD,  /* slot of a card in the player's own hand, 1..26; people say its label, or the card's name or code */
    ARG_SEAT,  /* a seat; people say the name of the person there, or p1 .. p12 */
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
    const char *any;          /* what a list of moves calls all of its words together: "any stack"; may be NULL */
    const char *const *brief; /* what lists of moves call its words, "R" for "red"; may be NULL */
    /* Cards in sight that its values mean, so that people may also call them by name or code. Words: the shared zone of
       each; those of one zone mean its cards from the left, or its top. Numbers: 1 + a zone of the seat, from the left. */
    const int *zones;
    int own_zone;
    bool is_optional; /* the verb has moves without this argument, so a move without it is complete */
};

enum {
    VERB_SECRET = 1,    /* names a card or a number that others may not know: in public people say only the label of
                           the card, and never the number */
    VERB_HOST = 2,      /* only the host plays it */
    VERB_ANY_ORDER = 8, /* its arguments may be said in any order; a legal list holds one of them */
    VERB_STEP = 4,      /* when it is the only legal move, everybody can see that: the host plays it at once */
    VERB_VOTE = 16,     /* agrees to something outside the course of the game, also out of turn: nobody is asked to play
                       it */
    VERB_SAID = 32      /* people must say the verb: its arguments alone do not mean it */
};

struct verb_spec {
    const char *word;    /* "steal"; may be two words, "effect change" */
    const char *aliases; /* other words for it, separated by blanks; may be NULL */
    const char *card;    /* the card it plays, as it is called behind another verb: "play Bow", a code; may be NULL */
    unsigned flags;
    struct arg_spec args[MOVE_ARGS];
    const char *help; /* "steal CARD THEIRS for MINE" */
};

/* A legal list. */
struct moves {
    int count;
    struct move list[MOVES_MAX + 1]; /* one place more, because a move is written before it is known to be legal */
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

/* Of moves that play equal cards of the hand keeps only one. So a random choice does not prefer a card that somebody
   holds twice. */
void moves_by_face(const struct ruleset *rules, const struct sight *sight, int seat, struct moves *moves);

/* Removes the votes, so that random players do not vote. */
void moves_but_votes(const struct ruleset *rules, struct moves *moves);

bool move_same(const struct move *a, const struct move *b);

/* Whose names stand for seats in moves. NULL entries are called p1, p2, ... */
struct naming {
    const char *names[12];
};

/* What moves call a seat: its name, or NULL where only the number is clear, because two share that name, it reads
   like a number ("p3"), it is empty, or it is too long to type. */
const char *move_seat_name(const struct naming *naming, int seat);

/* The label of a slot that the hand of this game can have, and the slot of a typed label. 0 if the word is no label. */
char move_label(const struct ruleset *rules, int slot);
int move_labelled(const struct ruleset *rules, const char *word);

/* The face that a value of an argument means, as this sight shows it; -1: it means no card. */
int move_face(const struct ruleset *rules, const struct sight *sight, const struct arg_spec *spec, int value);

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
    READING_NAMED,     /* a secret move said in public with a card's name or a number: the rest of it is not read */
    READING_UNKNOWN    /* no move; `move` is the nearest legal one if `has_nearest` */
};

struct read_move {
    enum reading reading;
    struct move move;
    bool has_nearest;
    bool verb_known; /* it begins with a verb of this game, or with the beginning of one */
    int verb;        /* that verb, the best fit; set for READING_NAMED, too */
    struct moves moves;
};

/* Reads one typed move over a seat's own sight and legal list. `in_public`: others can read it too. Never looks at
   hidden cards, cannot fail, costs time linear in the legal list. */
void move_read(const struct ruleset *rules, const struct naming *naming, const struct sight *sight,
               const struct moves *legal, bool in_public, const char *typed, struct read_move *out);

/* Reads the canonical text of a move. False if it is not. */
bool move_read_canonical(const struct ruleset *rules, const char *text, struct move *out);

#endif

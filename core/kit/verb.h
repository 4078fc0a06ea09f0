/* The verbs of a game: what people type to move, and which arguments belong to it. */
#ifndef VERB_H
#define VERB_H

#include <stdbool.h>

enum { MOVE_ARGS = 4 };

enum arg_kind {
    ARG_NONE,
    /* slot of a card in the player's own hand, 1..26; people say its label, or the card's name
       or code */
    ARG_CARD,
    ARG_SEAT,  /* a seat; people say the name of the person there, or p1 .. p12 */
    ARG_WORD,  /* one of the argument's words */
    ARG_NUMBER /* itself */
};

struct arg_spec {
    enum arg_kind kind;
    const char *const *words; /* ARG_WORD: the words for value 0, 1, ... */
    int word_count;
    /* Filler words that may stand before the argument, separated by blanks: "for with"; may be
       NULL. Lists of moves show the first one. */
    const char *filler;
    /* what lists of moves call all its words together: "any stack"; may be NULL */
    const char *any;
    const char *const *brief; /* what lists of moves call its words, "R" for "red"; may be NULL */
    /* Cards in sight that the values mean, so that people may also say the card's name or code.
       For words: the shared zone of each word; several words of one zone mean its cards from the
       left, a single word means its top. For numbers: 1 + a zone of the seat, counted from the
       left. */
    const int *zones;
    int own_zone;
    /* the verb has moves without this argument, so a move without it is complete */
    bool is_optional;
};

enum {
    /* names a card or a number that others may not know: in public people say only the label of
       the card, and never the number */
    VERB_SECRET = 1,
    VERB_HOST = 2,      /* only the host plays it */
    VERB_ANY_ORDER = 8, /* its arguments may be said in any order; a legal list holds one of them */
    /* everybody can see when it is the only legal move: the host then plays it at once */
    VERB_STEP = 4,
    /* agrees to something outside the course of the game, also out of turn: nobody is asked for
       it */
    VERB_VOTE = 16,
    VERB_SAID = 32 /* people must say the verb: its arguments alone do not mean it */
};

struct verb_spec {
    const char *word;    /* "steal"; may be two words, "effect change" */
    const char *aliases; /* other words for the verb, separated by blanks; may be NULL */
    /* the code of the one card that this verb plays, so that "play Bow" means it; NULL if the
       verb takes any card */
    const char *card;
    unsigned flags;
    struct arg_spec args[MOVE_ARGS];
    /* what to type, a colon, what it does: "lay CARD: bid a card of your hand, face down" */
    const char *help;
    /* What speaks for the verb and against it, for hints: "It {promise}, but {danger}". Both or
       neither. */
    const char *promise, *danger;
};

#endif

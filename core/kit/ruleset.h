/* The rules of one table: the zones, faces, backs and verbs of its game as data, and the options
   of the table. Rules functions need nothing else besides the table and chance. */
#ifndef RULESET_H
#define RULESET_H

#include <stdbool.h>

#include "colour.h"
#include "table.h"

struct verb_spec;

enum { RULESET_OPTIONS = 12, FACE_TRAITS = 8 };

/* Who sees the faces of the cards in a zone. The default, 0, is nobody. */
enum audience {
    AUDIENCE_NONE,
    AUDIENCE_OWNER,   /* the seat that owns the zone */
    AUDIENCE_ALL,     /* everybody */
    AUDIENCE_TOP,     /* everybody, but only the last card */
    AUDIENCE_CONTENTS /* everybody knows which faces are in the zone, nobody knows their order */
};

enum {
    /* a seat that saw a card go in still knows it while it lies in zones with this flag */
    ZONE_KEEP = 1,
    ZONE_SLOTS = 2,    /* its cards get slots; their holder types the slot's label */
    ZONE_UNLISTED = 4, /* its owner sees it, but lists of the hand leave it out */
    ZONE_SORTED = 8    /* shown in the order of the faces, each card with its own label */
};

struct zone_spec {
    const char *name;
    enum audience audience;
    unsigned flags;
};

/* What a register that is a set of bits tells everybody of the seat's hand. Worlds that robots
   imagine keep to it (sight_imagine()). */
enum tells {
    TELLS_NOTHING,
    TELLS_LACKS, /* it holds no card of these kinds: a suit that was not followed */
    TELLS_HOLDS  /* it holds a card of each of these kinds: a rank that was asked for */
};

/* One of a seat's registers. A number that the viewer must not see is shown as REGISTER_BACK;
   everybody sees whether it is 0. */
struct register_spec {
    /* the word before the number in the owner's hand; NULL: not shown there */
    const char *name;
    enum audience audience;   /* AUDIENCE_ALL or AUDIENCE_OWNER */
    int most;                 /* the largest number of an AUDIENCE_OWNER register */
    const char *const *words; /* words for its numbers, 0 .. most; NULL: shown as numbers */
    enum tells tells;         /* only of a register that everybody sees */
    int trait;                /* of faces: the number of the bit that stands for a card */
};

struct face {
    const char *code;  /* short: "R", "RL"; what a board shows */
    const char *name;  /* "red Ultimate Love" */
    const char *brief; /* on a board: "red"; NULL: the name */
    const char *many;  /* of several in a sentence: "red hearts"; NULL: the name */
    int plain;         /* 1 + the face that it is where only that matters; 0: this one */
    enum colour colour;
    const char *symbol;    /* an extra mark, never the only one; may be NULL */
    const char *pictogram; /* a drawing for pictures (core/picture/pen.c); NULL: its code */
    /* a drawing of its suit, which stands on pictures for the first letter of its code; or NULL */
    const char *emblem;
    /* index of the back (in the ruleset's `backs`) that it shows if unseen */
    int back;
    int traits[FACE_TRAITS]; /* numbers for the game's own use */
};

struct ruleset {
    /* the shared zones, then the zones of a seat, which every seat has */
    const struct zone_spec *zones;
    int shared_zones, seat_zones;
    /* which of `zones` a zone of the table is; ruleset_set_zones() */
    unsigned char spec_of[TABLE_ZONES];
    /* TABLE_OWN registers of a seat; NULL: everybody sees all of them */
    const struct register_spec *registers;
    const struct face *faces;
    int face_count;
    const char *const *backs; /* what an unseen card of each class is called: "card", "effect" */
    int back_count;
    const struct verb_spec *verbs;
    int verb_count;
    /* which of a seat's zones ARG_CARD refers to; -1: the game has no ARG_CARD */
    int hand;
    /* what people call the cards in slot 1, 2, ... of the hand: a small letter each */
    const char *labels;
    int options[RULESET_OPTIONS]; /* in the order of the game's option table */
    int first_seat;               /* the seat that begins; SEAT_NONE: drawn by lot */
    int deal;                     /* how many games of the match came before this one */
    int points[TABLE_SEATS];      /* what each seat has from those */
    int version;                  /* of the game's rules, as this table began with them */
};

/* The number of a seat's zone, and back. */
static inline int seat_zone(const struct ruleset *rules, int seat, int zone)
{
    return rules->shared_zones + seat * rules->seat_zones + zone;
}
static inline int zone_owner(const struct ruleset *rules, int zone)
{
    return zone < rules->shared_zones ? -1 : (zone - rules->shared_zones) / rules->seat_zones;
}
static inline const struct zone_spec *zone_spec(const struct ruleset *rules, int zone)
{
    return &rules->zones[rules->spec_of[zone]];
}
/* Sets the zones of the ruleset. They are looked up, because a division for every card that
   moves takes longer than the rest of the move. */
static inline void ruleset_set_zones(struct ruleset *rules, const struct zone_spec *zones,
                                     int shared, int own)
{
    rules->zones = zones;
    rules->shared_zones = shared;
    rules->seat_zones = own;
    for (int zone = 0; zone < TABLE_ZONES; zone++)
        rules->spec_of[zone] =
            (unsigned char)(zone < shared || own == 0 ? zone : shared + (zone - shared) % own);
}

/* The verbs of a game: what people type to move, and which arguments belong to it. */

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
    int any_count; /* so many of the words, the first ones, are meant by filler and any; 0: all */
    const char *const *brief; /* what lists of moves call its words, "R" for "red"; may be NULL */
    /* Cards in sight that the values mean, so that people may also say the card's name or code.
       For words: the shared zone of each word; several words of one zone mean its cards from the
       left, a single word means its top. For numbers: 1 + a zone of the seat, counted from the
       left. */
    const int *zones;
    int own_zone;
    /* the words are the first faces, and mean a card of that face in the player's own hand */
    bool is_held;
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
    /* agrees to something outside the course of the game, takes back or objects, also out of turn:
       nobody is asked for it */
    VERB_VOTE = 16,
    VERB_SAID = 32, /* people must say the verb: its arguments alone do not mean it */
    /* a step that changes no card and draws nothing: what comes behind it may be said at once */
    VERB_IMPLIED = 64
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
    /* What a beginner has to know when it is possible for the first time, a sentence or two; NULL:
       it needs no word. */
    const char *rule;
};

#endif

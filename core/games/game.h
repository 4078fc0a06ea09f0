/* The contract of a game. Rules are pure functions over one flat value; what the game shows and
   says is data. A game sends no message, reads no clock, keeps no state and filters no secret;
   the kit, the view and the host do that in the same way for every game.

   To add a game: a folder with its rules.c (functions) and its <id>.c (data: faces, zones,
   verbs, options, sentences, board, rules topics), one line in games.def, one test file.
   CONTRIBUTING.md walks through it in an hour. */
#ifndef GAME_H
#define GAME_H

#include <stdbool.h>

#include "game_rules.h"
#include "moment.h"

/* The board as data: which zones and registers are shown, in which order, and how. Items of the
   table that stand before those of seats are what can be taken; those behind them are facts. */

enum board_style {
    BOARD_LIST,  /* every card; with `words`, a marked card says its mark: "RAINBOW as red" */
    BOARD_COUNT, /* how many cards, and of a hand with ZONE_KEEP those that the viewer knows */
    /* top card, how many face up, how many under them, which the viewer knows */
    BOARD_STACK,
    BOARD_TOP,    /* top card and how many */
    BOARD_TALLY,  /* how many of each face: "3 red, orange" */
    BOARD_WORD,   /* a register, by its word */
    BOARD_NUMBER, /* a register as a number: tricks, points */
    BOARD_SEAT,   /* a register that holds a seat, as the name of its person: who leads */
    BOARD_MARK,   /* the label alone, at the seat whose number is in a shared register */
    BOARD_SET     /* a register as a set of bits, by their words: "clubs, hearts" */
};
enum { BOARD_ITEMS = 32 };

struct board_item {
    const char *label;  /* "row 1"; the heading of its column, too */
    const char *phrase; /* of a number, instead of the label: "{n} {n|card|cards} left" */
    enum board_style style;
    bool per_seat; /* once for each seat, in the line of its name; else once for the table */
    /* index into the zones (of a seat: from 0); for BOARD_WORD and the styles after it, the
       register */
    int zone;
    int under; /* BOARD_STACK: the zone below it; SEAT_NONE: no zone */
    /* 1 + a register: the item is shown only while the register is not 0; 0: always */
    int shown_by;
    int if_any;     /* 1 + a zone: the item is shown only while the zone is not empty; 0: always */
    int room;       /* BOARD_LIST: 1 + a shared register with how many cards fit there */
    bool is_detail; /* left out of a line on IRC, where room is scarce */
    /* it seldom matters while the number is above `few`: of a seat left out of such a line, of the
       table no news; for other styles than numbers always; a word of a seat is shown, but no news
     */
    bool is_dim;
    int few;
    bool is_plain;    /* cards are shown as what they are while they lie there: face.plain */
    bool is_numbered; /* BOARD_LIST: each card behind its number, as moves call it */
    bool is_spread;   /* BOARD_TALLY: a column for each coloured face, where there are columns */
    /* BOARD_WORD: of the register; BOARD_SET: of its bits; BOARD_LIST: of marks, from 0 (none) on
     */
    const char *const *words;
    /* 1 + the verb that takes it; its first argument is `value`, or the number of the card */
    int verb;
    int value;
};

/* What a game teaches: its rules in chat, and a first game with explanations. */

struct rules_topic {
    const char *name; /* "goal", "turn", "cards", ... ; the first topic is the overview */
    const char *text; /* in our own words; paragraphs separated by newlines */
};

struct lesson_step {
    const char *move; /* whose, and which, as a record says it: "p2 hide 3 them1" */
    /* a move of the learner: why, and what else could be done; one line of IRC together with the
       move, which the host puts behind it. NULL: a robot's move, or one that needs no word */
    const char *say;
};

/* The cards are the same each time, and robots play the steps as long as the learner does
   (session/coach.h). The last step is the learner's. */
struct lesson {
    int deal;            /* any number: the deal follows from it */
    int seats;           /* the learner and robots */
    const char *options; /* as they are typed behind !play; "" for the standard game */
    const struct lesson_step *steps;
    int step_count;
};

enum match_mode { MATCH_NONE, MATCH_WINS, MATCH_SUM };

struct game {
    const char *id;      /* "heartcatchers": in commands, records, file names */
    const char *name;    /* "Heartcatchers" */
    const char *aliases; /* other names, separated by blanks */
    const char *kin;     /* games that are not here and are most like this one; may be NULL */
    const char *summary; /* one line for !games */
    bool is_classic;     /* people know it: lists of games have its name alone, behind the others */
    int version;         /* of the rules: raise it if an old record would replay differently */
    /* the oldest version that these functions still play (ruleset.version is the version to
       play); 0: only `version` */
    int version_min;
    int seats_min, seats_max;

    const struct zone_spec *zones; /* shared ones first */
    int shared_zones, seat_zones;
    /* TABLE_OWN registers of a seat: who sees each; NULL: everybody sees all of them */
    const struct register_spec *registers;
    /* the seat's zone that is the hand, told in private; -1: the game has no hand */
    int hand;
    /* What people call the cards in slot 1, 2, ... of the hand: as many small letters as a hand
       has cards. No letter begins a code, a verb or anything else that people type in this game
       (a test). NULL: a, b, c, ... */
    const char *labels;
    const struct face *faces;
    int face_count;
    /* how an admin may write other faces; NULL: the faces cannot be changed */
    const struct face_form *face_form;
    const char *const *backs;
    int back_count;
    const struct verb_spec *verbs;
    int verb_count;
    const struct option_spec *options;
    int option_count;
    enum match_mode match; /* MATCH_WINS: most games won; MATCH_SUM: most points of all games */
    /* MATCH_WINS: from this version of the rules on, a shared game of a match is played again
       and does not count; 0: never */
    int replays_shared;
    /* the option that says how many games make a match, or up to how many points it goes; -1: the
       game has no such option */
    int match_option;
    game_ends *ends;     /* NULL: a match is over after so many games */
    game_length *length; /* how many games make a match; NULL: match_option says it */

    /* One template for each sentence of event_say(): {who} the person that it is about, {0} an
       argument as a number, {0:seat} as a person, {0:word} as a word of `words`, {0|card|cards}
       the first word for 1 and else the second, {cards} the cards moved since the sentence
       before; {0:owner} is "ann's " before what belongs to that seat, and nothing where {who} is
       ann. Labels of score lines have the same keys except those about {who} and cards. */
    const char *const *sentences;
    int sentence_count;
    /* The same sentences in short, for robots' turns, without {who} and a full stop: "takes row
       {0} ({cards})", where {cards} have no articles. A sentence that begins with "->" continues
       the sentence before. An entry, or the whole list, may be NULL: then the full sentence is
       used. */
    const char *const *briefs;
    const struct moment *moments;
    int moment_count;
    const char *const *words; /* the words for {N:word}: colours, places, rows */
    int word_count;
    /* items of the table are shown above the seats if they come first, else below */
    const struct board_item *board;
    int board_count;
    const struct rules_topic *topics;
    int topic_count;
    const struct lesson *lesson; /* NULL if the game has no lesson yet */
    /* The deal of the day (host/session/daily.h): options as they are typed behind !play, and how
       many robots; NULL: the game has none. Raise `version` before you change them. */
    const char *daily;
    int daily_robots;
    /* how many moves of each seat a robot plays on in its thoughts (core/robot); 0: to the end */
    int horizon;
    bool has_steps; /* a turn is often several moves; people are told once how to say them together
                     */
    bool counts_apart; /* what value() says is no number of points, so hints speak of chances */
    /* How many games a robot that plays hard imagines at each move, by seats. 0: as with fewer
       seats, or else 300. */
    int rollouts[TABLE_SEATS + 1];
    int medium; /* and one of medium strength; 0: 100, or a quarter of those if that is less */
    int worlds; /* in how many worlds it tries a move at most; 0: 256 */

    /* The functions of its rules: game_rules.h. */
    game_setup *setup;
    game_legal *legal;
    game_apply *apply;
    game_due *due;
    game_score *score;
    game_explain *explain;
    game_weigh *weigh; /* NULL: all moves look alike to robots that do not think */
    /* how a robot goes on itself in games it imagines; NULL: by weigh() */
    game_weigh *weigh_own;
    game_likely *likely;             /* NULL: all worlds that a sight allows are equally likely */
    game_value *value;               /* NULL: the points that score() tells */
    game_excludes *excludes;         /* NULL: all options can be combined */
    game_is_real_time *is_real_time; /* NULL: never */
    game_discloses *discloses;       /* NULL: never anything */
    game_claims *claims;             /* NULL: nobody ever acts but those who are due, and voters */
    game_partners *partners;         /* NULL: everybody plays alone */
    game_alarm *alarm;               /* NULL: the game has no clock */
    game_remark *remark;             /* NULL: the board says only where the cards lie */
};

/* GAME_LIST(face, faces): an array of the game and its length. OPTION_OF(OPTION_CHOICE, words):
   how an option is chosen, and from which words. */
#define GAME_LIST(item, list) .item##s = (list), .item##_count = sizeof(list) / sizeof *(list)
#define OPTION_OF(how, choices)                                                                    \
    .kind = (how), .words = (choices), .word_count = sizeof(choices) / sizeof *(choices)

#endif

/* The contract of a game. Rules are pure functions over one flat value; what the game shows and says is data. A game
   sends no message, reads no clock, keeps no state and filters no secret; the kit, the view and the host do that in the
   same way for every game.

   To add a game: a folder with its rules.c (functions) and its <id>.c (data: faces, zones, verbs, options, sentences, board,
   rules topics), one line in games.def, one test file. CONTRIBUTING.md walks through it in an hour.

   The laws every function keeps:
   - Only apply() and setup() change a table, only by the functions of kit/table.h and by assigning registers.
   - Chance comes from chance_pick() and table_shuffle() alone. Nothing else may make two runs differ.
   - legal(), explain() and advise() get a sight: what the seat may see, or a world that a robot imagined from it. For
     one seat they give the same answer with both.
   - No statics, no heap, no I/O: a test looks at the compiled objects. */
#ifndef GAME_H
#define GAME_H

#include <stdbool.h>

#include "chance.h"
#include "event.h"
#include "move.h"
#include "ruleset.h"
#include "sight.h"
#include "table.h"

struct game;
struct text;

/* ---- options: what the table can be played with ---- */

enum option_kind {
    OPTION_CHOICE, /* one of `words`; the value is its index */
    OPTION_NUMBER, /* least .. most; words[0], if present, is a word for the value `least - 1` ("auto") */
    OPTION_SET     /* any of `words`; the value is a set of bits */
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

/* ---- scoring: the result, line by line as in the rulebook ---- */

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
    unsigned winners;   /* bits of seats; several winners share the win */
    const char *reason; /* a sentence that says how a tie was broken, or why the game ended early; may be NULL */
};

void score_add(struct score *score, int seat, const char *label, int arg0, int arg1, int points);

/* A line without points, which says what broke a tie. */
void score_note(struct score *score, int seat, const char *label, int arg0);

/* The seats with the highest total win. */
void score_best_wins(struct score *score, int seats);

/* ---- the board: which zones are shown, in which order, how ---- */

enum board_style {
    BOARD_LIST,   /* every card; with `words`, a marked card shows its mark: "*=red" */
    BOARD_COUNT,  /* how many cards */
    BOARD_STACK,  /* top card, how many face up, how many under them, which the viewer knows: "R x3 ?2(GL)" */
    BOARD_TOP,    /* top card and how many */
    BOARD_TALLY,  /* how many of each face: "R3 O1" */
    BOARD_WORD,   /* a register, by its word */
    BOARD_NUMBER, /* a register as a number: tricks, points */
    BOARD_SEAT,   /* a register that holds a seat, as the name of its person: who leads, a partner; SEAT_NONE: "-" */
    BOARD_MARK    /* the label alone, at the seat whose number is in a shared register */
};
enum { BOARD_ITEMS = 32 };

struct board_item {
    const char *label;
    enum board_style style;
    bool per_seat; /* once for each seat, in the line of its name; else once for the table */
    int zone;      /* index into the zones (of a seat: from 0); for BOARD_WORD and the styles after it, the register */
    int under;     /* BOARD_STACK: the zone below it; SEAT_NONE: no zone */
    int shown_by;  /* 1 + a register: the item is shown only while the register is not 0; 0: always */
    int if_any;    /* 1 + a zone: the item is shown only while the zone is not empty; 0: always */
    int room;      /* BOARD_LIST: 1 + a shared register with how many cards fit there; each free place is a "_" */
    const char *const *words;        /* BOARD_WORD: of the register; BOARD_LIST: of marks, from 0 (none) on */
    bool is_numbered;                /* BOARD_LIST: each card behind its number, as moves call it: "1.R 2.G" */
    const char *spoken;              /* the label for a screen reader, "stack 1"; NULL for `label` */
    const char *const *spoken_words; /* the same of `words`; NULL for `words`, and for no marks */
};

/* ---- rules in chat ---- */

struct rules_topic {
    const char *name; /* "goal", "turn", "cards", ... ; the first topic is the overview */
    const char *text; /* in our own words; paragraphs separated by newlines */
};

/* ---- a first game with explanations ---- */

struct lesson_step {
    const char *move; /* whose, and which, as a record says it: "p2 hide 3 them1" */
    const char *say; /* a move of the learner: why, and what else could be done; one line of IRC together with the move,
                         which the host puts behind it. NULL: a robot's move, or one that needs no word */
};

/* The cards are the same each time, and robots play the steps as long as the learner does (session/lesson.h). The last
   step is the learner's. */
struct lesson {
    int deal;            /* any number: the deal follows from it */
    int seats;           /* the learner and robots */
    const char *options; /* as they are typed behind !play; "" for the standard game */
    const struct lesson_step *steps;
    int step_count;
};

/* ---- clocks that the host runs ---- */

struct alarm {
    bool set;
    int option;       /* the option that holds the seconds */
    struct move move; /* what SEAT_HOST plays when the time is over */
};

/* ---- faces that an admin may correct ---- */

enum { FACE_COLUMNS = 8 };

/* How a file shows the faces of a game (faces.h): a line for each face, in columns; the last column is the name. */
struct face_form {
    int version;             /* of the columns and their meaning */
    const char *const *help; /* comments on top of the file */
    int help_count;
    const char *const *columns; /* their names */
    int column_count;

    /* Writes a column of a face, except for the name. */
    void (*write)(const struct face *face, int column, struct text *out);

    /* The inverse: fills in the face, except for its name, and writes its code to `code`. False, with one sentence that
       says what is wrong and what would be right. */
    bool (*read)(const char *const *columns, struct face *out, struct text *code, struct text *why);

    /* True if the game can be played with these faces. False, with a sentence, and in `at` the face that the sentence
       is about, if any. */
    bool (*fit)(const struct face *faces, int count, int *at, struct text *why);
};

/* For read(): a number from 0 (also written "-") to `most`. */
bool face_number(const char *column, int most, int *out);

enum match_mode { MATCH_NONE, MATCH_WINS, MATCH_SUM };

struct game {
    const char *id;      /* "heartcatchers": in commands, records, file names */
    const char *name;    /* "Heartcatchers" */
    const char *aliases; /* other names, separated by blanks */
    const char *summary; /* one line for !games */
    int version;         /* of the rules: raise it if an old record would replay differently */
    int version_min;     /* the oldest version that these functions still play (ruleset.version is the version to play);
                            0: only `version` */
    int seats_min, seats_max;

    const struct zone_spec *zones; /* shared ones first */
    int shared_zones, seat_zones;
    const struct register_spec
        *registers; /* TABLE_OWN registers of a seat: who sees each; NULL: everybody sees all of them */
    int hand;       /* the seat's zone that is the hand, told in private; -1: the game has no hand */
    /* What people call the cards in slot 1, 2, ... of the hand: as many small letters as a hand has cards. No letter
       begins a code, a verb or anything else that people type in this game (a test). NULL: a, b, c, ... */
    const char *labels;
    const struct face *faces;
    int face_count;
    const struct face_form *face_form; /* how an admin may write other faces; NULL: the faces cannot be changed */
    const char *const *backs;
    int back_count;
    const struct verb_spec *verbs;
    int verb_count;
    const struct option_spec *options;
    int option_count;
    enum match_mode match; /* MATCH_WINS: most games won; MATCH_SUM: most points of all games */
    int replays_shared; /* MATCH_WINS: from this version of the rules on, a shared game of a match is played again and
                           does not count; 0: never */
    int match_option;   /* the option that says how many games make a match; -1: the game has no such option */

    /* One template for each sentence of event_say(): {who} the person that it is about, {0} an argument as a number,
       {0:seat} as a person, {0:word} as a word of `words`, {0|card|cards} the first word for 1 and else the second,
       {cards} the cards moved since the sentence before. Labels of score lines have the same keys except {who} and
       {cards}. */
    const char *const *sentences;
    int sentence_count;
    /* The same sentences in short, for robots' turns, without {who} and a full stop: "takes row {0} ({cards})", where
       {cards} are codes. A sentence that begins with "->" continues the sentence before. An entry, or the whole list,
       may be NULL: then the full sentence is used. */
    const char *const *briefs;
    const char *const *words; /* the words for {N:word}: colours, places, rows */
    int word_count;
    const struct board_item *board; /* items of the table are shown above the seats if they come first, else below */
    int board_count;
    const struct rules_topic *topics;
    int topic_count;
    const struct lesson *lesson; /* NULL if the game has no lesson yet */

    /* One sentence that says why these options cannot be combined, or not with so many seats. Returns NULL if they can.
       The function may be NULL. */
    const char *(*excludes)(const int *options, int seats);

    /* Lays out the cards of a table that table_init() made; rules->first_seat begins. */
    void (*setup)(struct play *play);

    /* The moves that `seat` (or SEAT_HOST) may play now, each once, in a fixed order. Empty if the seat may not act. */
    void (*legal)(const struct ruleset *rules, const struct sight *sight, int seat, struct moves *out);

    /* Plays a legal move. */
    void (*apply)(struct play *play, int seat, const struct move *move);

    /* The seats that the table waits for and calls, as bits. 0 if the game is over. */
    unsigned (*due)(const struct ruleset *rules, const struct sight *sight);

    /* The result, from the public's sight; before table.over is set, as far as it can be seen. */
    void (*score)(const struct ruleset *rules, const struct sight *sight, struct score *out);

    /* One sentence for the player that names the rule against a move, from what the player can see. NULL if the move is
       just not possible now. */
    const char *(*explain)(const struct ruleset *rules, const struct sight *sight, int seat, const struct move *move);

    /* The simple robot: returns the index of its choice in a legal list that is not empty. The function may be NULL:
       then robots play at random. */
    int (*advise)(const struct ruleset *rules, const struct sight *sight, int seat, const struct moves *moves,
                  struct chance *chance);

    /* True if everybody may act at any time, so that robots have to take their time. The function may be NULL:
       never. */
    bool (*is_real_time)(const struct ruleset *rules);

    /* What everybody learns of hidden cards, by the rules themselves, when `seat` plays this legal move: a number for
       each fact ("has nothing of the suit that was led"), 0 for nothing. Only through such a fact may a move or its
       consequences depend on a hidden hand; the tests call any other dependence a leak. The function may be NULL:
       never. */
    int (*discloses)(const struct ruleset *rules, const struct table *before, int seat, const struct move *move);

    /* The clock that should run now. The function may be NULL: the game has no clock. */
    struct alarm (*alarm)(const struct ruleset *rules, const struct sight *sight);
};

/* Declarations that every game needs. GAME_FUNCTIONS(coloretto); declares coloretto_setup() and the six functions
   beside it that every game has, and GAME_RULES(coloretto) puts these functions into the struct. GAME_LIST(face,
   faces): an array of the game and its length. OPTION_OF(OPTION_CHOICE, words): how an option is chosen, and from which
   words. */
#define GAME_FUNCTIONS(game)                                                                                           \
    void game##_setup(struct play *play);                                                                              \
    void game##_legal(const struct ruleset *rules, const struct sight *sight, int seat, struct moves *out);            \
    void game##_apply(struct play *play, int seat, const struct move *move);                                           \
    unsigned game##_due(const struct ruleset *rules, const struct sight *sight);                                       \
    void game##_score(const struct ruleset *rules, const struct sight *sight, struct score *out);                      \
    const char *game##_explain(const struct ruleset *rules, const struct sight *sight, int seat,                       \
                               const struct move *move);                                                               \
    int game##_advise(const struct ruleset *rules, const struct sight *sight, int seat, const struct moves *moves,     \
                      struct chance *chance)

#define GAME_RULES(game)                                                                                               \
    .setup = game##_setup, .legal = game##_legal, .apply = game##_apply, .due = game##_due, .score = game##_score,     \
    .explain = game##_explain, .advise = game##_advise
#define GAME_LIST(item, list)   .item##s = (list), .item##_count = sizeof(list) / sizeof *(list)
#define OPTION_OF(how, choices) .kind = (how), .words = (choices), .word_count = sizeof(choices) / sizeof *(choices)

/* ---- the register of games (games.c, from games.def) ---- */

extern const struct game *const games[];
extern const int game_count;

/* The game with this id or alias, ASCII letters in either case, without blanks and dashes. NULL if unknown. */
const struct game *game_find(const char *word);

/* True if the game's data keeps the limits of the kit, which the function lists. Else false, with a sentence that names
   the limit. */
bool game_fits(const struct game *game, struct text *why);

/* The id nearest to a mistyped id. NULL if no id is near. */
const struct game *game_nearest(const char *word);

/* ---- rulesets and options (options.c) ---- */

/* The ruleset of a game with its standard options and the current version of its rules. */
void game_ruleset(const struct game *game, struct ruleset *out);

/* Sets one option from "name=value". False, with one sentence in `why` that names what is allowed, if that fails. */
bool option_set(const struct game *game, int *options, const char *name, const char *value, struct text *why);
void option_format(const struct option_spec *option, int value, struct text *out);

/* "dealt or hearts", "1 to 24, or auto", "any of double, triad, boost": what an option allows. */
void option_allowed(const struct option_spec *option, struct text *out);

/* True if this program can play that version of the rules. */
bool game_plays(const struct game *game, long long version);

/* How many games make a match with these options. */
int game_match_length(const struct game *game, const int *options);

#endif

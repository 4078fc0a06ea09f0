/* Turns filtered values into words. Every function takes a sight, an event from event_sight(),
   or data of the game; never a table. The same code speaks for all games: what a game shows and
   says is data in its struct game. */
#ifndef VIEW_H
#define VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "language.h"

struct event;
struct game;
struct move;
struct moves;
struct naming;
struct prose;
struct ruleset;
struct score;
struct sight;

/* What is needed to speak about a table. */
struct view {
    const struct game *game;
    const struct ruleset *rules;
    const struct naming *naming; /* who sits where */
    /* 1 + the seat whose row stands last on the board; 0 to keep the order of seats */
    int last;
    /* for a screen reader: cards and tables in words, without codes, brackets and signs */
    bool is_aloud;
    enum language language; /* of what is put into a prose of its own before it is told */
};

/* How somebody reads, as a number below VIEW_LOOKS: whether aloud, and in which language. */
enum { VIEW_LOOKS = 2 * LANGUAGE_COUNT };
static inline int view_look(bool is_aloud, enum language language)
{
    return 2 * (int)language + is_aloud;
}
static inline enum language view_look_language(int look)
{
    return (enum language)(look / 2);
}
static inline void view_set_look(struct view *view, int look)
{
    view->is_aloud = look % 2;
    view->language = view_look_language(look);
}

/* The board. VIEW_LINE: one line for IRC, "row 1: blue; 2-4: 3 free | ann: 4 blue | 19
   cards left"; VIEW_MESSAGE: short lines for Discord; more: a BOARD span of lines of at most so
   many columns for a fixed-width font. Aloud it is sentences, whatever the columns. */
enum { VIEW_COLUMNS = 28 }; /* the least of columns */
enum { VIEW_ALOUD = -1 /* asks for view.is_aloud */, VIEW_LINE = 1, VIEW_MESSAGE }; /* not 0 */
void view_board(const struct view *view, const struct sight *sight, int columns, struct prose *out);

/* Everything that the viewer may see in the zones of a seat, or of the table (SEAT_NONE):
   "deck: 2 cyan, magenta; used: cyan". In a game without hands also all cards that a seat owns:
   "owns: 3 cyan, magenta". */
void view_contents(const struct view *view, const struct sight *sight, int seat, struct prose *out);

/* The meaning of the codes of the cards in play: "R = red heart, RL = red Ultimate Love."
   Nothing aloud. */
void view_legend(const struct view *view, const struct sight *sight, struct prose *out);

/* The sentences of filtered events, in order, separated by blanks. The {cards} of a sentence are
   the cards moved since the sentence before, as this viewer saw them. Adds nothing if the events
   have no sentence. */
void view_events(const struct view *view, const struct event *events, int count, struct prose *out);

/* The last of these events in short: "takes row 1 (E2 N1)", without the seat's name and a full
   stop. False if the event is no sentence, is about another seat, or has no short form. */
bool view_brief(const struct view *view, const struct event *events, int count, int seat,
                struct prose *out);

/* "d R red heart, e GL green Ultimate Love": the viewer's own hand by its labels, or face by
   face if the zone is sorted (no labels where the zone has none). "empty" for an empty hand; adds
   nothing if the game has no hands. */
void view_hand(const struct view *view, const struct sight *sight, struct prose *out);

/* A hand whose cards have labels with a line for each card, "d red heart: !catch d on me1 | !hide d
   under any stack", in the same order, and a line for moves without a card. False for other hands,
   and aloud. */
bool view_hand_lines(const struct view *view, const struct sight *sight, const struct moves *moves,
                     struct prose *out);

/* The legal moves in short: "!catch d e on me1 · !steal d on them2 for any of yours · !hide d e
   f under any stack". Each part gives a verb some values for each argument: all their
   combinations are legal, and no other move is. People can type a part as it stands: move_read()
   finds several moves, and asks which. Puts nothing without moves. */
void view_offer(const struct view *view, const struct moves *moves, struct prose *out);

/* Every move in full, "!catch d me1 · !catch d me2 · and 5 more", for people to type one of
   them; at most `most` moves, then how many more. */
void view_moves(const struct view *view, const struct moves *moves, int most, bool is_numbered,
                struct prose *out);

/* One move for a button, "hide d GL them2", and the names of its cards, "green Ultimate Love"
   ("" if the move names no card). Takes the sight of the seat whose move it is. */
void view_choice(const struct view *view, const struct sight *sight, const struct move *move,
                 struct prose *label, struct prose *detail);

/* The same move for a button behind that of its card: without the card, "hide under them2". */
void view_target(const struct view *view, const struct move *move, struct prose *out);

/* A card of the viewer's own that can be played, equal ones together. */
struct view_card {
    int face, count;
    int slot;                /* of the first one; 0: they have none */
    const char *code, *name; /* "GL", "green Ultimate Love": the ruleset's */
    char letters[52];        /* "d", "d g"; "" without */
    char picture[3];         /* its name, as prose.h has them; or "" */
};
/* Those of the hand, by their letters or in the order of the game, then others that a verb of their
   own plays; whatever is legal. Nothing for a viewer without a hand. */
enum { VIEW_CARDS = 64 };
struct view_cards {
    int count;
    struct view_card list[VIEW_CARDS];
};
void view_cards(const struct view *view, const struct sight *sight, struct view_cards *out);
/* Which of these the move plays; NULL: none. */
const struct view_card *view_played(const struct view *view, const struct sight *sight,
                                    const struct move *move, const struct view_cards *cards);

/* "ann: !draw or !take 1 2 3": the seats in `due`, as calls, and what they can type, from the
   public's sight. In a game with hands the verbs that are legal in some hand which that sight
   allows, "bob: !catch, !steal or !hide"; where they are many, or one of them is usually
   impossible, "bob to play (!hand)." In a real-time game, if several may move, "Anybody: !play",
   which calls nobody. `goes_on`: the seat has just moved: "Next: !place 1 2 3". */
void view_due(const struct view *view, const struct sight *public, unsigned due, bool goes_on,
              struct prose *out);
/* What stands behind the call; or the command that shows what can be played. */
void view_due_moves(const struct view *view, const struct sight *public, unsigned due,
                    struct prose *out);

/* The result: who wins, then a line for each seat in the order of points: "ann 12: stack 1: 3
   face up +3, an Ultimate Love under stack 2 +3". Leaves nothing out. Shows every
   seat that is named, scored or won. It comes in pieces, because it can be longer than one
   prose: each line, or less of a line too long for one prose. `glue` stands between two pieces. */
typedef void view_piece(void *arg, const char *glue, const struct prose *piece);
void view_result_pieces(const struct view *view, const struct score *score, view_piece *each,
                        void *arg);

/* "ann 2, bob 1": the games won, or the points, of seats 0 .. seats - 1 in a match. */
void view_standing(const struct view *view, const int *values, int seats, struct prose *out);

/* The number of a topic, by its name or the beginning of the name. 0 for NULL, -1 if unknown. */
int view_topic(const struct game *game, const char *name);
/* A topic, and the name of the next one; is_aloud: without codes. False if unknown: then `out`
   names the topics. */
bool view_rules(const struct game *game, const char *topic, bool is_aloud, struct prose *out);

/* One line for each game: name, players, summary. */
void view_games(bool is_numbered, struct prose *out);

/* "layout=dealt un_point=yes match=1" of a table; with `help`, a line for each option with the
   values allowed. */
void view_options(const struct game *game, const int *options, bool help, struct prose *out);

/* ---- the host's own sentences: strings/NOUN.def ---- */

/* Expands a sentence. Pairs of key and value, ended by a null pointer, fill its {key}s;
   strings.def says what each holds. The keys "who" and "by" are people (NAME spans; several in
   one value, separated by '\n', read "ann, bob and cid"), "command" becomes "!command", "text"
   is a sentence of ours with commands in it. Everything else is cleaned as foreign.
   {key|one|many} chooses by the number in a value, or by how many people it names. A key without
   a value is a bug. */
void view_string(struct prose *out, int id, ...) __attribute__((sentinel));
/* The same for a sentence from an adapter's own table. */
void view_sentence(struct prose *out, const char *text, ...) __attribute__((sentinel));
/* Somebody chose a language that nobody writes here. */
void view_language_unknown(struct prose *out, const char *typed);
/* Behind a sentence: that a language is a draft, if it is. */
void view_language_draft(struct prose *out, enum language language);

/* ---- what somebody has read of a board on one line, and what is new on it since ---- */

/* The rows of a board on one line that somebody has read, by their hashes. */
enum { VIEW_ROWS = 24 };
struct view_rows {
    int count;
    uint64_t rows[VIEW_ROWS];
};
void view_board_read(const struct prose *board, struct view_rows *out);
/* What somebody who has read `before` has to read again: what stands before the people, and the
   rows that are new; without people none of theirs. Nothing if nothing is new. */
void view_board_news(const struct view_rows *before, const struct prose *board, bool has_people,
                     struct prose *out);

#endif

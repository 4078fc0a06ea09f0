/* A table as it is shown: a value made from a sight by the game's layout data. Only scene_make()
   sees a sight; what draws a scene, on a line, in columns or in a message, sees the scene alone.
   It points into the game's data, and holds no text. */
#ifndef SCENE_H
#define SCENE_H

#include <stdbool.h>

#include "prose.h"

struct board_item;
struct remark;
struct remarks;
struct sight;
struct view;

enum { SCENE_ITEMS = 160, SCENE_CARDS = 672 /* twice what a table holds */ };

/* Equal cards that lie together. */
struct scene_cards {
    int face, count;
    int mark; /* index into the item's words; 0: none */
    bool can_take;
};

struct scene_item {
    const struct board_item *layout;
    int seat;         /* SEAT_NONE: of the table */
    int first, count; /* its cards */
    int size;         /* how many cards there are, seen or not */
    int unseen;       /* of them; of a stack: how many lie under it */
    int known;        /* of a stack: the last so many of `count` lie under it; of a hand: all */
    int room;         /* how many more cards fit; -1: no matter */
    int value;        /* of a register */
    bool can_take;
};

struct scene {
    int seats;
    int last;     /* 1 + the seat that is shown last; 0: the order of seats */
    unsigned due; /* whose turn it is */
    bool is_over;
    const struct board_item *people; /* the first item of seats in the layout */
    int item_count, card_count;
    struct scene_item items[SCENE_ITEMS]; /* in the order of the layout, seat after seat */
    struct scene_cards cards[SCENE_CARDS];
    const struct remarks *remarks;
};

/* The scene points at the remarks, which it fills in. */
void scene_make(const struct view *view, const struct sight *sight, struct remarks *remarks,
                struct scene *out);

/* The items of a seat, or of the table (SEAT_NONE): before the people, or behind them. Begin with
   -1; -1 behind the last. */
enum scene_part { SCENE_OFFER, SCENE_PEOPLE, SCENE_FACTS };
int scene_next(const struct scene *scene, enum scene_part part, int seat, int item);
/* The remarks about a seat, or about the table as a whole, likewise. */
int scene_next_remark(const struct scene *scene, int seat, int remark);
/* Whether there is anything to be shown of a seat besides its name. */
bool scene_has_items(const struct scene *scene, int seat);
/* The seats in the order in which they are shown: the n-th. */
int scene_seat(const struct scene *scene, int n);

/* ---- one item in words, for every drawing (scene_words.c) ---- */

enum scene_form {
    SCENE_LINE,  /* where a line has little room: details are left out, prices are letters */
    SCENE_WORDS, /* all of it */
    SCENE_CHIPS  /* cards are chips: a coloured sign and the code */
};

/* The label and what lies there: "row 1: blue, 2 free", "19 cards left". */
void scene_put_item(const struct view *view, const struct scene *scene, int item,
                    enum scene_form form, struct prose *out);
/* The same on a line, "row 2-4: 3 free": empty places that are alike are one. Returns the last
   item that it told. */
int scene_put_run(const struct view *view, const struct scene *scene, int item, struct prose *out);
/* What lies there without the label. */
void scene_put_contents(const struct view *view, const struct scene *scene, int item,
                        enum scene_form form, struct prose *out);
/* A card of a numbered list: "2 green, 4 points (2 yellow, 2 cyan)". */
void scene_put_numbered(const struct view *view, const struct scene *scene, int item, int card,
                        enum scene_form form, struct prose *out);
void scene_put_card(const struct view *view, int face, enum scene_form form, struct prose *out);
/* "fits: violet or orange" */
void scene_put_remark(const struct view *view, const struct remark *remark, enum scene_form form,
                      struct prose *out);
/* Of a card of the table, or NULL. */
const struct remark *scene_price(const struct scene *scene, int zone, int card);
const struct remark *scene_shortage(const struct scene *scene, int zone, int card);
/* "25 points now". False if nobody is told who leads. */
bool scene_put_lead(const struct scene *scene, int seat, enum scene_form form, struct prose *out);
/* The words that stand behind a name: "first". */
void scene_put_marks(const struct scene *scene, int seat, struct prose *out);

/* ---- drawings ---- */

/* One line for IRC; aloud sentences for a screen reader (scene_line.c). */
void scene_put_line(const struct view *view, const struct scene *scene, struct prose *out);
/* Lines of at most so many columns for a fixed-width font (scene_columns.c). */
void scene_put_columns(const struct view *view, const struct scene *scene, int columns,
                       struct prose *out);
/* Short lines for Discord (scene_line.c). */
void scene_put_message(const struct view *view, const struct scene *scene, struct prose *out);

#endif

/* A table as a picture: how it stands, 800 x 600 points, or how it ended, 1200 x 630, as a PNG with
   a palette. What is drawn is an order, a value made on the loop's thread from a sight, so that a
   thread draws while the table goes on (api/easel.h). Same order, same bytes: every machine has the
   same letters (letters.h). Knows no game, no session and no network. */
#ifndef PICTURE_H
#define PICTURE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "game.h"
#include "language.h"
#include "list.h"
#include "picture_order.h"
#include "scene.h"

struct prose;
struct sight;
struct text;
struct view;

enum picture_kind { PICTURE_BOARD, PICTURE_SHARE, PICTURE_PAGE /* page.h */ };

enum {
    PICTURE_WIDE = 800,
    PICTURE_TALL = 600,
    PICTURE_SHARE_WIDE = 1200,
    PICTURE_SHARE_TALL = 630,
    PICTURE_NAME = 64, /* with the NUL, as those below */
    PICTURE_WORDS = 640
};

/* A value: it may be copied by assignment. It points at nothing but the data of its game and the
   faces of its rules, which must outlive it (those of an admin last as long as the host). */
struct picture_order {
    enum picture_kind kind;
    int viewer;             /* who may see it: SEAT_PUBLIC, or a seat alone */
    enum language language; /* of who reads it */
    const struct game *game;
    struct ruleset rules;
    struct scene scene; /* its remarks: those below */
    struct remarks remarks;
    struct score score; /* of a game that is over */
    char names[TABLE_SEATS][PICTURE_NAME];
    char news[PICTURE_WORDS]; /* what happened last */
    char call[PICTURE_WORDS]; /* whose turn it is and what can be played; or who has won */
    char seal[PICTURE_NAME], date[PICTURE_NAME];
};

/* How the table stands, as the viewer of the sight may see it: the public, or a seat, whose picture
   is for nobody else. view->last is the row that stands last. `news` is what happened last; NULL:
   nothing. `call` is whom the table waits for, as view_due() says it; NULL: as it says it here.
   Names with signs that the letters lack are "player 2". About as dear as the board in words. */
void picture_order_board(const struct view *view, const struct sight *sight,
                         const struct prose *news, const struct prose *call,
                         struct picture_order *out);

/* The same for a page, where every name can be written. */
void picture_order_page(const struct view *view, const struct sight *sight,
                        const struct prose *call, struct picture_order *out);

/* How a game ended. `seal` and `date` ("27 November 2026") are shown as they are; NULL: not. The
   game must be over. */
void picture_order_share(const struct view *view, const struct sight *public, const char *seal,
                         const char *date, struct picture_order *out);

enum picture_end {
    PICTURE_DRAWN,
    PICTURE_CANCELLED,
    PICTURE_FAILED,
    PICTURE_BLIND /* there is no cairo */
};

/* Appends the PNG, at most PICTURE_BYTES; or says to the admin in `why` why not. Looks at
   `is_cancelled` (NULL: never) between what it draws. Any thread may call it; takes some 20 ms. */
enum picture_end picture_draw(const struct picture_order *order, const atomic_bool *is_cancelled,
                              struct bytes *out, struct text *why);

/* ---- for tests ---- */

/* Appends a PNG with a palette: an exact one for a drawing of at most 256 colours, else the colours
   that are seen most. `points` has the rows one after the other, 0xRRGGBB; the upper byte is not
   looked at. False, and nothing useful is appended, if it would exceed `most` bytes. */
bool picture_pack(const unsigned *points, int wide, int tall, size_t most, struct bytes *out);

/* Told of everything that is written, as tall as its size, and of every card that is drawn, a face
   or a back and how many of them it stands for; in the order of drawing. */
struct picture_place {
    double x, y, wide, tall;
};
struct picture_witness {
    void (*words)(void *arg, const char *words, struct picture_place place);
    void (*cards)(void *arg, int face, int count, struct picture_place place);
    void *arg;
};
/* `out` NULL: all is said to the witness, and nothing is drawn, which takes a tenth of the time. */
enum picture_end picture_draw_before(const struct picture_order *order,
                                     const struct picture_witness *witness, struct bytes *out,
                                     struct text *why);

#endif

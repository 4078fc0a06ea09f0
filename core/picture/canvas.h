/* What pictures are made of: words, panels, cards, and pieces of them that flow in lines. Tells a
   witness of everything that says something. */
#ifndef CANVAS_H
#define CANVAS_H

#include "pen.h"
#include "picture.h"

/* The colours of everything that is no card. */
enum {
    CANVAS_GROUND = 0x1d2029,
    CANVAS_PANEL = 0x2a2e3b,
    CANVAS_LINE = 0x4a5165,
    CANVAS_BADGE = 0x414860,
    CANVAS_DIM = 0xb9c0d2,
    CANVAS_WHITE = 0xffffff,
    CANVAS_TURN = 0xffd60a,
    CANVAS_CAN = 0x1f8a43,
    CANVAS_HIDDEN = 0x93a0ff,
    CANVAS_BACK = 0x2b3350
};

enum { CANVAS_SMALL = 18, CANVAS_TEXT = 20, CANVAS_MORE = 22, CANVAS_NAME = 26, CANVAS_LEAST = 18 };

enum {
    CANVAS_EDGES = 3,
    CANVAS_STEP = 5,         /* of cards that lie under one another */
    CANVAS_LARGE = 64,       /* a smaller card shows no edges of others */
    CANVAS_HIDDEN_SHOWS = 18 /* of a back that lies under a card */
};

#define CANVAS_CARD_RATIO 0.74 /* of width and height */

struct canvas {
    cairo_t *cairo;
    const struct picture_order *order;
    const struct picture_witness *witness; /* may be NULL */
    const atomic_bool *is_cancelled;       /* may be NULL */
};

struct canvas_style {
    double size;
    enum pen_weight weight;
    unsigned rgb;
};

bool canvas_is_cancelled(const struct canvas *canvas);

double canvas_wide(const char *words, struct canvas_style style);
/* Words on one line, from x, or with their end or middle there; y is the base line. */
void canvas_put(const struct canvas *canvas, double x, double y, struct canvas_style style,
                const char *words);
void canvas_put_right(const struct canvas *canvas, double x, double y, struct canvas_style style,
                      const char *words);
void canvas_put_middle(const struct canvas *canvas, double x, double y, struct canvas_style style,
                       const char *words);

struct canvas_box {
    double x, y, wide, tall;
};
void canvas_fill(const struct canvas *canvas, struct canvas_box box, double radius, unsigned rgb);
void canvas_panel(const struct canvas *canvas, struct canvas_box box);
/* Around the panel of whose turn it is, or who has won. */
void canvas_edge(const struct canvas *canvas, struct canvas_box box);
void canvas_frame(const struct canvas *canvas, struct canvas_box box);
/* The mark before the name of whose turn it is: as tall as its letters. */
void canvas_turn(const struct canvas *canvas, double x, double y, double size);
/* A card, or a back. Of `count` that lie one on the other, so many show their edges at the right.
 */
int canvas_edges(int count, double tall);
void canvas_card(const struct canvas *canvas, int face, int count, bool is_stack,
                 struct canvas_box box);
/* The drawing of a face, or the shape of its colour, alone; of a card with a price what it gives,
   or
   (`is_brief`) its shape or drawing. */
void canvas_art(const struct canvas *canvas, const struct face *face, double x, double y,
                double size, bool is_brief);
/* The shape of a colour, edged with white. */
void canvas_token(const struct canvas *canvas, enum colour colour, double x, double y, double size);
unsigned canvas_ground_of(enum colour colour);

/* ---- pieces: words and cards that flow in lines, like the words of a paragraph ---- */

enum { PIECES_MOST = 320, PIECES_ROOM = 8 * 1024 };

enum piece_kind {
    PIECE_WORDS,
    PIECE_BADGE, /* words on a plate: a number */
    PIECE_PILL,  /* words on a plate: what can be typed, what is hidden */
    PIECE_TOKEN, /* the shape of a colour */
    PIECE_CARD,
    PIECE_SLOT,
    PIECE_STACK, /* a card with words below it */
    PIECE_BREAK  /* the line ends */
};

struct piece {
    enum piece_kind kind;
    const char *words;
    struct canvas_style style; /* of the words */
    unsigned plate;
    enum colour colour;
    int face, count;
    int hidden;                      /* PIECE_STACK: how many lie under it */
    const struct scene_cards *known; /* and those of them that the viewer knows */
    int known_count;
    bool is_raised; /* a back has room under it, or under another of the line */
    bool is_joined; /* stands close behind the one before, on its line */
};

struct pieces {
    int count, used;
    bool is_spread; /* groups of joined pieces stand in columns */
    struct piece list[PIECES_MOST];
    char room[PIECES_ROOM];
};

void canvas_pieces_clear(struct pieces *pieces);
/* Adds a piece, to be changed. A copy of `words` is made. What there is no room for is our bug. */
struct piece *canvas_pieces_add(struct pieces *pieces, enum piece_kind kind, const char *words);
struct piece *canvas_pieces_words(struct pieces *pieces, struct canvas_style style,
                                  const char *words);
struct piece *canvas_pieces_card(struct pieces *pieces, int face, int count);

/* How tall they are in that width, if a card is `card` tall. */
double canvas_pieces_tall(const struct pieces *pieces, double wide, double card);
/* How wide they are on one line. */
double canvas_pieces_wide(const struct pieces *pieces, double card);
void canvas_pieces_draw(const struct canvas *canvas, const struct pieces *pieces, double x,
                        double y, double wide, double card);

#endif

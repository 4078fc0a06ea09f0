/* What a picture says, as pieces: the items and remarks of a scene. Every piece follows from the
   layout data of the game; nothing here knows where a piece is drawn. */
#ifndef CONTENT_H
#define CONTENT_H

#include "canvas.h"
#include "move.h"
#include "picture.h"
#include "view.h"

/* An order that is being drawn. It points into itself. */
struct content {
    struct picture_order order;
    struct naming naming;
    struct view view;
};

void content_init(struct content *content, const struct picture_order *order);

/* Cards that lie there, in pieces of cards; other items in words. */
bool content_is_cards(const struct scene_item *item);
/* The label, and what lies there. */
void content_put_item(const struct content *content, int item, struct pieces *out);
/* "can spend" and what, with the shapes of its colours. Without room, only the shapes. */
void content_put_remark(const struct content *content, const struct remark *remark,
                        struct canvas_style style, bool has_words, struct pieces *out);
/* Things of a numbered list, or on top of a pile, that have a price or can be taken. */
struct content_ware {
    const struct scene_item *item;
    const struct scene_cards *cards;
    const struct remark *price, *shortage; /* or NULL */
    bool can_take;
};
int content_count_wares(const struct content *content, int item);
void content_read_ware(const struct content *content, int item, int card, struct content_ware *out);
/* The name, and how many are left of a pile. */
void content_put_ware(const struct content *content, const struct content_ware *ware,
                      struct canvas_style style, struct pieces *out);
/* "buy 2"; "2" if it cannot be taken. */
void content_ware_move(const struct content *content, const struct content_ware *ware,
                       struct text *out);
/* "25 points now"; of a game that is over, the points. False if nobody is told. */
bool content_put_lead(const struct content *content, int seat, struct pieces *out);
/* The name in so much room: a longer one is cut, and ends in the number of the seat. */
void content_name(const struct content *content, int seat, struct canvas_style style, double room,
                  char out[PICTURE_NAME + 8]);
/* The same, and the marks of the seat behind it. */
void content_put_name(const struct content *content, int seat, double size, double room,
                      struct pieces *out);
/* The seat's turn, or its win. */
bool content_is_marked(const struct content *content, int seat);
bool content_is_turn(const struct content *content, int seat);
/* Everything that is no card, in phrases; or everything that is one. */
void content_put_seat(const struct content *content, int seat, bool is_cards, struct pieces *out);
/* The remarks about a seat, or the table (SEAT_NONE): a line each. */
void content_put_remarks(const struct content *content, int seat, struct pieces *out);

/* A text of ours without placeholders, in the reader's language. */
const char *content_string(const struct content *content, int id);
/* How long the first sentence is. */
int content_first_sentence(const char *words);
/* The words of an item, as a board in words says them. */
void content_item_words(const struct content *content, int item, char *out, size_t size);
/* The face that a word names: "green"; -1 if none. */
int content_face_of(const struct content *content, const char *word);
/* An item that is the word for one: "green counts". */
bool content_names_face(const struct content *content, const struct scene_item *item);

#endif

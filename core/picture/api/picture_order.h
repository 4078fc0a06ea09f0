/* What is to be drawn of a table: a value that holds what everybody may see of it, or one seat, and
   nothing of the table itself. picture.h makes it; those who show pictures keep, compare and pass
   on what they need not look into. */
#ifndef PICTURE_ORDER_H
#define PICTURE_ORDER_H

#include <stdint.h>

struct picture_order;
struct text;

enum {
    PICTURE_BYTES = 120 * 1024, /* of a PNG, at most */
    PICTURE_ALT = 1024,         /* characters */
    PICTURE_ALT_BYTES = 4 * PICTURE_ALT + 1
};

/* On the heap; some 50 KB. picture_order_free() takes NULL, too. */
struct picture_order *picture_order_copy(const struct picture_order *order);
void picture_order_free(struct picture_order *order);

/* Of all that is drawn, and of who may see it. Orders with the same hash have the same picture, as
   long as this process runs. */
uint64_t picture_order_hash(const struct picture_order *order);

/* The picture in words, for who cannot see it: at most PICTURE_ALT characters; `out` needs
   PICTURE_ALT_BYTES. The board as it is read aloud; where it is too long, it says whose rows are
   not told. That of a share card begins without the result. */
void picture_order_alt(const struct picture_order *order, struct text *out);

#endif

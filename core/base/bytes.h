/* A buffer of bytes. It grows up to a limit and gives memory back after a large message: most
   messages are small, a few have megabytes. All zero is empty. */
#ifndef BYTES_H
#define BYTES_H

#include <stdbool.h>
#include <stddef.h>

struct bytes {
    char *at;
    size_t length, room;
};

/* Makes room for `more` bytes behind the content, or for as many as `limit` leaves; may move the
   content. False if the content has `limit` bytes already. */
bool bytes_reserve(struct bytes *bytes, size_t more, size_t limit);

/* Appends `more`. False, and nothing is appended, if the content would exceed `limit`. */
bool bytes_put(struct bytes *bytes, const void *more, size_t length, size_t limit);

/* Empties the buffer, and frees memory that only a rare message needs. */
void bytes_clear(struct bytes *bytes);
void bytes_fini(struct bytes *bytes);

#endif

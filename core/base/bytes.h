/* A buffer of bytes that grows up to a limit and gives large room back: messages are mostly small and now and then
   megabytes long. All zero is empty. */
#ifndef BYTES_H
#define BYTES_H

#include <stdbool.h>
#include <stddef.h>

struct bytes {
    char *at;
    size_t length, room;
};

/* Room for `more` bytes behind what is there, or for as many as are left below `limit`; may move what is there. False:
   `limit` bytes are there already. */
bool bytes_reserve(struct bytes *bytes, size_t more, size_t limit);

/* False, and nothing is put, if that would be more than `limit`. */
bool bytes_put(struct bytes *bytes, const void *more, size_t length, size_t limit);

/* Empty again; room that only a rare message needs is freed. */
void bytes_clear(struct bytes *bytes);
void bytes_fini(struct bytes *bytes);

#endif

/* Discord's transport compression zlib-stream: one zlib stream for a whole connection, cut into payloads by flushes. Owns
   the stream; knows nothing of what the payloads say, and keeps none of it. One for each connection, never used again. */
#ifndef INFLATE_H
#define INFLATE_H

#include <stddef.h>

struct inflater;

enum inflate_result {
    INFLATE_PART,  /* there is more in this message */
    INFLATE_MORE,  /* the message is used up; the payload goes on in the next */
    INFLATE_WHOLE, /* the message is used up, and the payload ends here */
    INFLATE_BROKEN /* no zlib: end the connection */
};

struct inflater *inflater_new(void);
void inflater_free(struct inflater *inflater); /* NULL is fine */

/* The next message of the web socket; borrowed until inflater_next() says that it is used up. */
void inflater_feed(struct inflater *inflater, const char *bytes, size_t length);

/* Writes at most `room` bytes (> 0) of what it says; `made`: how many. */
enum inflate_result inflater_next(struct inflater *inflater, char *out, size_t room, size_t *made);

#endif

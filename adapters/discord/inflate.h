/* Discord's transport compression zlib-stream: one zlib stream for a whole connection, cut into payloads by flushes. Owns
   the stream and its buffers; knows nothing of what the payloads say. One for each connection, never used again. */
#ifndef INFLATE_H
#define INFLATE_H

#include <stddef.h>

struct inflater;

enum {
    INFLATE_INPUT = 16 * 1024 * 1024, /* compressed bytes of one payload at most */
    INFLATE_OUTPUT = 64 * 1024 * 1024 /* and what they may become */
};

enum inflate_result {
    INFLATE_WHOLE, /* a payload is complete */
    INFLATE_MORE,  /* more messages belong to it */
    INFLATE_BROKEN /* no zlib, or over a limit: end the connection */
};

struct inflater *inflater_new(void);
void inflater_free(struct inflater *inflater); /* NULL is fine */

/* Takes one message of the web socket. INFLATE_WHOLE: the payload, valid until the next call. */
enum inflate_result inflater_feed(struct inflater *inflater, const char *bytes, size_t length, const char **text,
                                  size_t *text_length);

#endif

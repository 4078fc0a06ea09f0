/* See inflate.h. A payload ends with the message whose last bytes are the mark of a flush, wherever the mark was cut. */
#include "inflate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST /* input is const */
#include <zlib.h>

#include "check.h"

enum { MARK = 4 /* bytes of Z_SYNC_FLUSH's empty block */ };

struct inflater {
    z_stream stream;
    char tail[MARK]; /* the last bytes of the payload's messages */
    size_t tail_length;
    bool is_broken;
};

struct inflater *inflater_new(void)
{
    struct inflater *inflater = calloc(1, sizeof *inflater);
    check(inflater);
    check(inflateInit(&inflater->stream) == Z_OK);
    return inflater;
}

void inflater_free(struct inflater *inflater)
{
    if (!inflater)
        return;
    inflateEnd(&inflater->stream);
    free(inflater);
}

static void note_tail(struct inflater *inflater, const char *bytes, size_t length)
{
    size_t taken = length < MARK ? length : MARK;
    size_t kept = inflater->tail_length + taken > MARK ? MARK - taken : inflater->tail_length;
    memmove(inflater->tail, inflater->tail + inflater->tail_length - kept, kept);
    memcpy(inflater->tail + kept, bytes + length - taken, taken);
    inflater->tail_length = kept + taken;
}

void inflater_feed(struct inflater *inflater, const char *bytes, size_t length)
{
    inflater->stream.next_in = (const Bytef *)bytes;
    inflater->stream.avail_in = (uInt)length;
    note_tail(inflater, bytes, length);
}

static enum inflate_result end_message(struct inflater *inflater)
{
    bool is_whole = inflater->tail_length == MARK && memcmp(inflater->tail, "\0\0\xff\xff", MARK) == 0;
    if (is_whole)
        inflater->tail_length = 0;
    return is_whole ? INFLATE_WHOLE : INFLATE_MORE;
}

/* Only with all input used and the output not filled zlib holds nothing back. */
enum inflate_result inflater_next(struct inflater *inflater, char *out, size_t room, size_t *made)
{
    z_stream *stream = &inflater->stream;
    stream->next_out = (Bytef *)out;
    stream->avail_out = (uInt)room;
    int result = inflater->is_broken ? Z_DATA_ERROR : inflate(stream, Z_SYNC_FLUSH);
    *made = room - stream->avail_out;
    bool is_stuck = result == Z_BUF_ERROR && stream->avail_out > 0 && stream->avail_in > 0;
    inflater->is_broken |= (result != Z_OK && result != Z_BUF_ERROR) || is_stuck; /* Z_STREAM_END too: it has no end */
    if (inflater->is_broken)
        return INFLATE_BROKEN;
    return stream->avail_in == 0 && stream->avail_out > 0 ? end_message(inflater) : INFLATE_PART;
}

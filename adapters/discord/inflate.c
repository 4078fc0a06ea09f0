/* See inflate.h. Messages are collected until one ends in the mark of a flush; then all of them are one payload. */
#include "inflate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST /* input is const */
#include <zlib.h>

#include "bytes.h"
#include "check.h"

enum {
    ROOM_FIRST = 16 * 1024,
    MARK = 4 /* bytes of Z_SYNC_FLUSH's empty block */
};

struct inflater {
    z_stream stream;
    struct bytes input, output;
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
    bytes_fini(&inflater->input);
    bytes_fini(&inflater->output);
    free(inflater);
}

/* Inflates until all input is used and the output was not filled: only then zlib holds nothing back. */
static bool inflate_all(z_stream *stream, struct bytes *output, const char *bytes, size_t length)
{
    stream->next_in = (const Bytef *)bytes;
    stream->avail_in = (uInt)length;
    do {
        if (!bytes_reserve(output, ROOM_FIRST, INFLATE_OUTPUT))
            return false;
        size_t room = output->room - output->length;
        stream->next_out = (Bytef *)output->at + output->length;
        stream->avail_out = (uInt)room;
        int result = inflate(stream, Z_SYNC_FLUSH);
        output->length += room - stream->avail_out;
        if (result == Z_BUF_ERROR && stream->avail_out > 0)
            return stream->avail_in == 0;
        if (result != Z_OK && result != Z_BUF_ERROR)
            return false; /* Z_STREAM_END too: this stream has no end */
    } while (stream->avail_in > 0 || stream->avail_out == 0);
    return true;
}

static bool ends_in_mark(const char *bytes, size_t length)
{
    return length >= MARK && memcmp(bytes + length - MARK, "\0\0\xff\xff", MARK) == 0;
}

static enum inflate_result give(struct inflater *inflater, const char *bytes, size_t length, const char **text,
                                size_t *text_length)
{
    bytes_clear(&inflater->output);
    inflater->is_broken = !inflate_all(&inflater->stream, &inflater->output, bytes, length);
    if (inflater->is_broken)
        return INFLATE_BROKEN;
    *text = inflater->output.at;
    *text_length = inflater->output.length;
    return INFLATE_WHOLE;
}

enum inflate_result inflater_feed(struct inflater *inflater, const char *bytes, size_t length, const char **text,
                                  size_t *text_length)
{
    struct bytes *input = &inflater->input;
    if (inflater->is_broken)
        return INFLATE_BROKEN;
    /* Nearly always a message is a payload, and need not be copied. */
    if (input->length == 0 && length <= INFLATE_INPUT && ends_in_mark(bytes, length))
        return give(inflater, bytes, length, text, text_length);
    inflater->is_broken = !bytes_put(input, bytes, length, INFLATE_INPUT);
    if (inflater->is_broken)
        return INFLATE_BROKEN;
    if (!ends_in_mark(input->at, input->length))
        return INFLATE_MORE;
    enum inflate_result result = give(inflater, input->at, input->length, text, text_length);
    bytes_clear(input);
    return result;
}

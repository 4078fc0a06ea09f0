/* Any bytes as a compressed stream, in messages of any size: cut at each byte that equals the first one, or (even first
   byte) in one. What comes out goes through the envelope. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "envelope.h"
#include "inflate.h"

/* NOLINTBEGIN(readability-identifier-naming): the name is libFuzzer's */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* NOLINTEND(readability-identifier-naming) */

static void feed(struct inflater *inflater, const uint8_t *bytes, size_t length)
{
    const char *text;
    size_t text_length;
    struct envelope envelope;
    char *exact = malloc(length ? length : 1); /* no byte behind it */
    check(exact);
    memcpy(exact, bytes, length);
    if (inflater_feed(inflater, exact, length, &text, &text_length) == INFLATE_WHOLE) {
        check(text_length <= INFLATE_OUTPUT);
        if (envelope_read(text, text_length, &envelope))
            check(envelope.length <= text_length + 4 && strlen(envelope.type) < ENVELOPE_TYPE);
    }
    free(exact);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    struct inflater *inflater = inflater_new();
    size_t at = 1;
    for (size_t end = 1; data[0] % 2 && end < size; end++)
        if (data[end] == data[0]) {
            feed(inflater, data + at, end - at);
            at = end;
        }
    feed(inflater, data + at, size - at);
    inflater_free(inflater);
    return 0;
}

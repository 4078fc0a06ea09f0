/* Any bytes as a compressed stream, in messages of any size: cut at each byte that equals the
   first one, or (even first byte) in one. What comes out goes through the sieve and the
   envelope. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "application.h"
#include "check.h"
#include "json.h"
#include "shard.h"

/* NOLINTBEGIN(readability-identifier-naming): the name is libFuzzer's */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* NOLINTEND(readability-identifier-naming) */

static void feed(struct inflater *inflater, struct sieve *sieve, const uint8_t *bytes,
                 size_t length)
{
    char text[512];
    size_t made;
    enum inflate_result result;
    char *exact = malloc(length ? length : 1); /* no byte behind it */
    check(exact);
    memcpy(exact, bytes, length);
    inflater_feed(inflater, exact, length);
    do {
        result = inflater_next(inflater, text, sizeof text, &made);
        check(made <= sizeof text);
        sieve_put(sieve, text, made);
        check(sieve->kept.length <= SIEVE_BYTES && sieve->depth >= 0);
    } while (result == INFLATE_PART);
    if (result == INFLATE_WHOLE) {
        struct envelope envelope;
        const char *kept = sieve->kept.at ? sieve->kept.at : "";
        if (shard_envelope_read(kept, sieve->kept.length, &envelope))
            check(envelope.length <= sieve->kept.length + 4 &&
                  strlen(envelope.type) < ENVELOPE_TYPE);
        sieve_clear(sieve);
    }
    free(exact);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    struct inflater *inflater = inflater_new();
    struct sieve sieve = {.unread = discord_unread};
    size_t at = 1;
    for (size_t end = 1; data[0] % 2 && end < size; end++)
        if (data[end] == data[0]) {
            feed(inflater, &sieve, data + at, end - at);
            at = end;
        }
    feed(inflater, &sieve, data + at, size - at);
    inflater_free(inflater);
    sieve_fini(&sieve);
    return 0;
}

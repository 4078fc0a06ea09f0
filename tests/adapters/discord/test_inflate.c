/* zlib-stream: one stream, many payloads, cut in any place; and what is none. */
#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST /* input is const */
#include <zlib.h>

#include "json.h"
#include "list.h"
#include "testing.h"

struct sender {
    z_stream stream;
    unsigned char *bytes;
    size_t length;
};

static void sender_init(struct sender *sender)
{
    *sender = (struct sender){.bytes = NULL};
    assert_int_equal(deflateInit(&sender->stream, 6), Z_OK);
}

/* One payload of the stream, ended by a flush. */
static void sender_pack(struct sender *sender, const char *text, size_t length)
{
    size_t room = deflateBound(&sender->stream, length) + 64;
    sender->bytes = realloc(sender->bytes, room);
    sender->stream.next_in = (const Bytef *)text;
    sender->stream.avail_in = (uInt)length;
    sender->stream.next_out = sender->bytes;
    sender->stream.avail_out = (uInt)room;
    assert_int_equal(deflate(&sender->stream, Z_SYNC_FLUSH), Z_OK);
    sender->length = room - sender->stream.avail_out;
}

static void sender_fini(struct sender *sender)
{
    deflateEnd(&sender->stream);
    free(sender->bytes);
}

/* A whole message in portions of `room` bytes; what comes out is added to `out`. */
static enum inflate_result feed(struct inflater *inflater, const void *bytes, size_t length,
                                size_t room, struct bytes *out)
{
    char portion[512];
    enum inflate_result result;
    inflater_feed(inflater, bytes, length);
    do {
        size_t made;
        result = inflater_next(inflater, portion, room, &made);
        assert_true(made <= room);
        assert_true(bytes_put(out, portion, made, SIZE_MAX));
    } while (result == INFLATE_PART);
    return result;
}

static void expect(struct inflater *inflater, const void *bytes, size_t length, const char *text,
                   size_t text_length)
{
    struct bytes out = {.at = NULL};
    assert_int_equal(feed(inflater, bytes, length, 512, &out), INFLATE_WHOLE);
    assert_int_equal(out.length, text_length);
    assert_memory_equal(out.at, text, text_length);
    bytes_fini(&out);
}

/* conformance 22 */
static test_case(payloads_of_one_stream_come_out_whatever_they_are_cut_into)
{
    static const char *const texts[] = {
        "{\"op\":10}", "{\"op\":0,\"d\":\"again and again and again\"}", "{\"op\":10}"};
    for (size_t piece = 1; piece < 40; piece++) {
        struct sender sender;
        sender_init(&sender);
        struct inflater *inflater = inflater_new();
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            sender_pack(&sender, texts[i], strlen(texts[i]));
            struct bytes out = {.at = NULL};
            size_t at = 0;
            /* A message may be empty, and may end in the four bytes of the mark only by being
               the last. */
            assert_int_equal(feed(inflater, "", 0, 1, &out), INFLATE_MORE);
            for (; at + piece < sender.length; at += piece)
                assert_int_equal(feed(inflater, sender.bytes + at, piece, piece, &out),
                                 INFLATE_MORE);
            assert_int_equal(feed(inflater, sender.bytes + at, sender.length - at, piece, &out),
                             INFLATE_WHOLE);
            assert_int_equal(out.length, strlen(texts[i]));
            assert_memory_equal(out.at, texts[i], out.length);
            bytes_fini(&out);
        }
        inflater_free(inflater);
        sender_fini(&sender);
    }
}

static test_case(a_payload_of_megabytes_comes_out)
{
    enum { LARGE = 20 * 1024 * 1024 };
    char *text = malloc(LARGE);
    for (size_t i = 0; i < LARGE; i++)
        text[i] = (char)('a' + (i * i / 7) % 23);
    struct sender sender;
    sender_init(&sender);
    struct inflater *inflater = inflater_new();
    sender_pack(&sender, text, LARGE);
    expect(inflater, sender.bytes, sender.length, text, LARGE);
    sender_pack(&sender, text, 100);
    expect(inflater, sender.bytes, sender.length, text, 100);
    inflater_free(inflater);
    sender_fini(&sender);
    free(text);
}

static test_case(what_is_no_zlib_is_broken_and_stays_so)
{
    static const char noise[] = "no zlib at all\0\0\xff\xff";
    struct sender sender;
    sender_init(&sender);
    struct inflater *inflater = inflater_new();
    struct bytes out = {.at = NULL};
    sender_pack(&sender, "fine", 4);
    expect(inflater, sender.bytes, sender.length, "fine", 4);
    assert_int_equal(feed(inflater, noise, sizeof noise - 1, 512, &out), INFLATE_BROKEN);
    sender_pack(&sender, "fine", 4);
    assert_int_equal(feed(inflater, sender.bytes, sender.length, 512, &out), INFLATE_BROKEN);
    bytes_fini(&out);
    inflater_free(inflater);
    sender_fini(&sender);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(payloads_of_one_stream_come_out_whatever_they_are_cut_into),
        cmocka_unit_test(a_payload_of_megabytes_comes_out),
        cmocka_unit_test(what_is_no_zlib_is_broken_and_stays_so),
    };
    return cmocka_run_group_tests_name("inflate", tests, NULL, NULL);
}

/* zlib-stream: one stream, many payloads, cut in any place; and what is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST /* input is const */
#include <zlib.h>

#include "inflate.h"

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

static void expect(struct inflater *inflater, const void *bytes, size_t length, const char *text, size_t text_length)
{
    const char *out;
    size_t out_length;
    assert_int_equal(inflater_feed(inflater, bytes, length, &out, &out_length), INFLATE_WHOLE);
    assert_int_equal(out_length, text_length);
    assert_memory_equal(out, text, text_length);
}

/* conformance 22 */
static void payloads_of_one_stream_come_out_whatever_they_are_cut_into(void **state)
{
    static const char *const texts[] = {"{\"op\":10}", "{\"op\":0,\"d\":\"again and again and again\"}", "{\"op\":10}"};
    (void)state;
    for (size_t piece = 1; piece < 40; piece++) {
        struct sender sender;
        sender_init(&sender);
        struct inflater *inflater = inflater_new();
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            sender_pack(&sender, texts[i], strlen(texts[i]));
            const char *out;
            size_t out_length, at = 0;
            /* A message may be empty, and may end in the four bytes of the mark only by being the last. */
            assert_int_equal(inflater_feed(inflater, "", 0, &out, &out_length), INFLATE_MORE);
            for (; at + piece < sender.length; at += piece)
                assert_int_equal(inflater_feed(inflater, (char *)sender.bytes + at, piece, &out, &out_length),
                                 INFLATE_MORE);
            expect(inflater, sender.bytes + at, sender.length - at, texts[i], strlen(texts[i]));
        }
        inflater_free(inflater);
        sender_fini(&sender);
    }
}

static void a_payload_of_megabytes_comes_out_and_its_room_is_reused(void **state)
{
    (void)state;
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

static void what_is_no_zlib_is_broken_and_stays_so(void **state)
{
    static const char noise[] = "no zlib at all\0\0\xff\xff";
    (void)state;
    struct sender sender;
    sender_init(&sender);
    struct inflater *inflater = inflater_new();
    const char *out;
    size_t out_length;
    sender_pack(&sender, "fine", 4);
    expect(inflater, sender.bytes, sender.length, "fine", 4);
    assert_int_equal(inflater_feed(inflater, noise, sizeof noise - 1, &out, &out_length), INFLATE_BROKEN);
    sender_pack(&sender, "fine", 4);
    assert_int_equal(inflater_feed(inflater, (char *)sender.bytes, sender.length, &out, &out_length), INFLATE_BROKEN);
    inflater_free(inflater);
    sender_fini(&sender);
}

/* 64 MB is as much as anything may become: a bomb is cut off there. */
static void a_bomb_is_broken(void **state)
{
    (void)state;
    enum { PIECE = 1024 * 1024 };
    char *zeros = calloc(1, PIECE), *bomb = malloc(PIECE);
    struct sender sender;
    size_t length = 0;
    sender_init(&sender);
    sender.stream.next_out = (Bytef *)bomb;
    sender.stream.avail_out = PIECE;
    for (int i = 0; i < 66; i++) {
        sender.stream.next_in = (Bytef *)zeros;
        sender.stream.avail_in = PIECE;
        assert_int_equal(deflate(&sender.stream, i == 65 ? Z_SYNC_FLUSH : Z_NO_FLUSH), Z_OK);
        assert_int_equal(sender.stream.avail_in, 0);
    }
    length = PIECE - sender.stream.avail_out;
    struct inflater *inflater = inflater_new();
    const char *out;
    size_t out_length;
    assert_int_equal(inflater_feed(inflater, bomb, length, &out, &out_length), INFLATE_BROKEN);
    inflater_free(inflater);
    sender_fini(&sender);
    free(zeros);
    free(bomb);
}

static void a_payload_without_end_is_broken(void **state)
{
    (void)state;
    enum { PIECE = 1024 * 1024 };
    char *piece = malloc(PIECE);
    memset(piece, 'x', PIECE);
    struct inflater *inflater = inflater_new();
    const char *out;
    size_t out_length;
    for (int i = 0; i < 16; i++)
        assert_int_equal(inflater_feed(inflater, piece, PIECE, &out, &out_length), INFLATE_MORE);
    assert_int_equal(inflater_feed(inflater, piece, PIECE, &out, &out_length), INFLATE_BROKEN);
    inflater_free(inflater);
    free(piece);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(payloads_of_one_stream_come_out_whatever_they_are_cut_into),
        cmocka_unit_test(a_payload_of_megabytes_comes_out_and_its_room_is_reused),
        cmocka_unit_test(what_is_no_zlib_is_broken_and_stays_so),
        cmocka_unit_test(a_bomb_is_broken),
        cmocka_unit_test(a_payload_without_end_is_broken),
    };
    return cmocka_run_group_tests_name("inflate", tests, NULL, NULL);
}

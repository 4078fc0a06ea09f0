/* op, s, t and the span of d, in whatever order and dress they come; and nothing if the text is
   not an object. */
#include <stdio.h>
#include <string.h>

#include <stdlib.h>

#include "shard.h"
#include "testing.h"

static test_case(parts_are_found_in_any_order_and_dress)
{
    static const struct {
        const char *text;
        int64_t op, sequence; /* -1: none */
        const char *type, *data;
    } rows[] = {
        {"{\"op\":0,\"s\":3,\"t\":\"MESSAGE_CREATE\",\"d\":{\"id\":\"60\"}}", 0, 3,
         "MESSAGE_CREATE", "{\"id\":\"60\"}"},
        {"{\"d\":[1,{\"op\":7}],\"t\":\"X\",\"s\":4,\"op\":0}", 0, 4, "X", "[1,{\"op\":7}]"},
        {" {\n\"t\" : null ,\t\"s\" : null, \"op\" : 11 , \"d\" : null }\r\n", 11, -1, "", "null"},
        {"{\"op\":10}", 10, -1, "", "null"},
        {"{}", -1, -1, "", "null"},
        {"{\"op\":\"0\",\"s\":\"12\",\"t\":\"Y\",\"d\":true}", 0, 12, "Y", "true"},
        {"{\"op\":0,\"s\":0,\"t\":\"READY\",\"d\":{}}", 0, 0, "READY", "{}"},
        {"{\"\\u006fp\":9,\"\\u0064\":false}", 9, -1, "", "false"},
        {"{\"x\\\"op\":1,\"op\":2,\"y\":\"\\\\\",\"d\":\"a\\\"}{\"}", 2, -1, "", "\"a\\\"}{\""},
        {"{\"op\":1,\"op\":7}", 7, -1, "", "null"},
        {"{\"op\":1.5,\"s\":-3,\"t\":5,\"d\":{\"d\":{\"d\":\"}\"}}}", -1, -1, "",
         "{\"d\":{\"d\":\"}\"}}"},
        {"{\"op\":99999999999999999999,\"s\":1e3}", -1, -1, "", "null"},
        {"{\"t\":\"MESSAGE\\u005fCREATE\",\"op\":0}", 0, -1, "MESSAGE_CREATE", "null"},
        {"{\"t\":\"a\\u0000b\",\"op\":0}", 0, -1, "", "null"},
        {"{\"t\":\"a\\nb\",\"opp\":5,\"d_\":1,\"verylongkey\":2,\"op\":3}", 3, -1, "", "null"},
        {"{\"t\":\"A_NAME_THAT_IS_FAR_TOO_LONG_TO_BE_ANY_EVENT_OF_ANYBODY_AT_ALL_NOW_OR_EVER\",\"op\":0}",
         0, -1, "", "null"},
        {"{\"s\":7,\"s\":null,\"op\":0}", 0, -1, "", "null"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct envelope envelope;
        if (!shard_envelope_read(rows[i].text, strlen(rows[i].text), &envelope))
            fail_msg("not read: %s", rows[i].text);
        int64_t sequence = envelope.has_sequence ? envelope.sequence : -1;
        if (envelope.op != rows[i].op || sequence != rows[i].sequence)
            fail_msg("%s: op %lld, s %lld", rows[i].text, (long long)envelope.op,
                     (long long)sequence);
        assert_string_equal(envelope.type, rows[i].type);
        assert_int_equal(envelope.length, strlen(rows[i].data));
        assert_memory_equal(envelope.data, rows[i].data, envelope.length);
    }
}

/* conformance 24 */
static test_case(what_is_no_object_is_refused)
{
    static const char *const texts[] = {
        "",
        " ",
        "null",
        "[]",
        "5",
        "\"op\"",
        "{",
        "{\"op\"",
        "{\"op\"",
        "{\"op\":",
        "{\"op\":1",
        "{\"op\":1,",
        "{\"op\":1,}",
        "{\"op\":1 2}",
        "{\"op\" 1}",
        "{op:1}",
        "{\"d\":{",
        "{\"d\":[}",
        "{\"d\":\"",
        "{\"d\":\"\\",
        "{\"d\":\"\\\"}",
        "{\"op\":1}x",
        "{\"op\":,\"s\":1}",
        "{\"op\":}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct envelope envelope;
        /* so that a sanitizer sees the first byte too many */
        char *exact = malloc(strlen(texts[i]) + 1);
        memcpy(exact, texts[i], strlen(texts[i]));
        if (shard_envelope_read(exact, strlen(texts[i]), &envelope))
            fail_msg("read: %s", texts[i]);
        free(exact);
    }
}

/* Every beginning of a payload is refused, and none is read beyond. */
static test_case(a_cut_payload_is_refused)
{
    static const char text[] =
        "{\"op\":0,\"s\":3,\"t\":\"A\\u0042\",\"d\":{\"a\":[\"\\\\\\\"\",{}],\"b\":1.5e3}}";
    for (size_t length = 0; length < sizeof text - 1; length++) {
        struct envelope envelope;
        char *exact = malloc(length + 1);
        memcpy(exact, text, length);
        char *moved = realloc(exact, length ? length : 1);
        if (shard_envelope_read(moved, length, &envelope))
            fail_msg("%zu bytes were read", length);
        free(moved);
    }
}

/* It says what the whole look says, or nothing. */
static test_case(a_glance_is_enough_where_d_stands_last)
{
    static const struct {
        const char *text;
        bool is_enough;
    } rows[] = {
        {"{\"t\":\"X\",\"s\":3,\"op\":0,\"d\":{\"id\":\"60\",\"t\":\"Y\"}}", true},
        {"{\"op\":0,\"t\":\"X\",\"s\":\"3\",\"_trace\":[\"}\"],\"d\":[1,{\"a\":\"}\"}]}", true},
        {"{\"t\":\"X\",\"s\":3,\"op\":0,\"d\":null}", true},
        {"{\"t\":null,\"s\":null,\"op\":11,\"d\":null}", false},
        {"{\"t\":\"X\",\"op\":0,\"d\":{},\"s\":3}", false},
        {"{\"d\":{},\"t\":\"X\",\"s\":3,\"op\":0}", false},
        {"{\"t\":\"X\",\"s\":3,\"op\":0,\"d\":}", false},
        {"{\"t\":\"X\",\"s\":3,\"op\":0}", false},
        {"{\"t\":\"X\",\"s\":3,\"op\":0,\"d\":[] ", false},
        {"{\"t\":\"X\",\"s\":3,\"op\":0,\"d\"", false},
        {"{\"t\":\"X\",\"s\":{,\"op\":0,\"d\":1}", false},
        {"}", false},
        {"", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct envelope glance, whole;
        size_t length = strlen(rows[i].text);
        char *exact = malloc(length ? length : 1);
        memcpy(exact, rows[i].text, length);
        if (shard_envelope_glance(exact, length, &glance) != rows[i].is_enough)
            fail_msg("%s", rows[i].text);
        if (rows[i].is_enough) {
            assert_true(shard_envelope_read(exact, length, &whole));
            assert_int_equal(glance.op, whole.op);
            assert_int_equal(glance.sequence, whole.sequence);
            assert_string_equal(glance.type, whole.type);
            assert_ptr_equal(glance.data, whole.data);
            assert_int_equal(glance.length, whole.length);
        }
        free(exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_found_in_any_order_and_dress),
        cmocka_unit_test(what_is_no_object_is_refused),
        cmocka_unit_test(a_cut_payload_is_refused),
        cmocka_unit_test(a_glance_is_enough_where_d_stands_last),
    };
    return cmocka_run_group_tests_name("envelope", tests, NULL, NULL);
}

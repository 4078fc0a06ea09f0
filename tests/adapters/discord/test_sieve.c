/* The sieve: JSON stays what it was but for what nobody reads, wherever it is cut; what would
   cost too much does not pass. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "application.h"
#include "json.h"
#include "shard.h"
#include "testing.h"

static void put_in_pieces(struct sieve *sieve, const char *text, size_t piece)
{
    size_t length = strlen(text);
    for (size_t at = 0; at < length; at += piece)
        sieve_put(sieve, text + at, length - at < piece ? length - at : piece);
}

static test_case(what_nobody_reads_is_dropped)
{
    static const struct {
        const char *text, *kept;
    } rows[] = {
        {"{\"id\":\"1\",\"embeds\":[{\"a\":1}],\"content\":\"x\"}",
         "{\"id\":\"1\",\"content\":\"x\"}"},
        {"{\"embeds\":[],\"content\":\"x\"}", "{\"content\":\"x\"}"},
        {"{\"content\":\"x\",\"embeds\":{}}", "{\"content\":\"x\"}"},
        {"{\"embeds\":{}}", "{}"},
        {"{\"embeds\":1,\"members\":2,\"a\":3,\"poll\":null,\"avatar\":\"}\"}", "{\"a\":3}"},
        {"{\"a\":[{\"embeds\":[]},{\"b\":1,\"embeds\":[]}]}", "{\"a\":[{},{\"b\":1}]}"},
        {"{\"a\":[\"embeds\",\"x\"],\"b\":\"embeds\"}",
         "{\"a\":[\"embeds\",\"x\"],\"b\":\"embeds\"}"},
        {"{ \"a\" : [ 1 , 2.5e3 , true ,null ] }\n", "{\"a\":[1 ,2.5e3 ,true ,null ]}"},
        {"{\"a b\\\"c\\\\\":\" \\\"{[,:] \"}", "{\"a b\\\"c\\\\\":\" \\\"{[,:] \"}"},
        {"{\"embeds\":\"\\\",}\",\"a\":[{\"x\":{\"poll\":[{}]}}]}", "{\"a\":[{\"x\":{}}]}"},
        {"{\"permission_overwrites\":[],\"a\":[{\"b\":[{\"permission_overwrites\":[]}]}]}",
         "{\"permission_overwrites\":[],\"a\":[{\"b\":[{}]}]}"},
        {"{\"a\":1,\"referenced_message\":{\"id\":\"1\",\"x\":[{\"id\":\"9\"}],\"author\":{\"a\":{\"id\":9},\"id\":\"2\",\"b\":1},"
         "\"c\":\"}\"},\"content\":\"x\",\"b\":{\"author\":1}}",
         "{\"a\":1,\"referenced_message\":{\"id\":\"1\",\"author\":{\"id\":\"2\"}},\"content\":\"x\",\"b\":{\"author\":1}}"},
        {"{\"referenced_message\":{\"a\":1,\"referenced_message\":{\"id\":2}}}",
         "{\"referenced_message\":{}}"},
        {"[{\"referenced_message\":null,\"a\":1},{\"referenced_message\":[{\"a\":1,\"id\":2}]},{\"a\":1}]",
         "[{\"referenced_message\":null,\"a\":1},{\"referenced_message\":[{\"id\":2}]},{\"a\":1}]"},
        {"[1,2]", "[1,2]"},
        {"\"word\"", "\"word\""},
        {"true", "true"},
        {"<html>a b</html>", "<html>a b</html>"}, /* not JSON, and it does not become any */
        {"[1 2]", "[1 2]"},
        {"{\"a\":1,}", "{\"a\":1,}"},
        {"[1,]", "[1,]"},
        {"]]}}", "]]}}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t piece = 1; piece < 12; piece++) {
            struct sieve sieve = {.unread = discord_unread};
            put_in_pieces(&sieve, rows[i].text, piece);
            assert_int_equal(bytes_put(&sieve.kept, "", 1, SIEVE_BYTES), true);
            assert_string_equal(sieve.kept.at, rows[i].kept);
            assert_false(sieve_is_lost(&sieve));
            sieve_fini(&sieve);
        }
}

/* A text `before`, `count` times `again`, `after`. The caller frees it. */
static char *repeated(const char *before, const char *again, int count, const char *after)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs(before, out);
    while (count-- > 0)
        fputs(again, out);
    fputs(after, out);
    fclose(out);
    return text;
}

/* Of a payload with too much in "d" it is still known what it was. */
static test_case(too_much_becomes_null_and_the_rest_stays)
{
    static const struct {
        const char *again;
        int count;
        bool is_cut;
    } rows[] = {
        {"{},", SIEVE_VALUES - 6, false},
        {"{},", SIEVE_VALUES, true},
        {"{},", 5000000, true},
        {"\"\",", SIEVE_VALUES, true},
        {"1,", SIEVE_VALUES, true},
        {"[", SIEVE_DEPTH - 5, false},
        {"[", SIEVE_DEPTH, true},
        {"[1,", 3000000, true},
        {"\"0123456789012345678901234567890123456789\",", 15000, false},
        {"\"0123456789012345678901234567890123456789012345678901234567\",", 14000, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is_deep = rows[i].again[0] == '[';
        char *closing =
            repeated("1", is_deep ? "]" : "", rows[i].count, "],\"t\":\"X\",\"op\":0,\"s\":7}");
        char *text = repeated("{\"a\":1,\"d\":[", rows[i].again, rows[i].count, closing);
        struct sieve sieve = {.unread = discord_unread};
        struct envelope envelope;
        put_in_pieces(&sieve, text, 65536);
        assert_false(sieve_is_lost(&sieve));
        if (rows[i].count <= SIEVE_VALUES && sieve.has_cut_data != rows[i].is_cut &&
            rows[i].count != 15000)
            fail_msg("row %zu: cut %d", i, sieve.has_cut_data);
        assert_true(sieve.kept.length <= SIEVE_BYTES && sieve.values <= SIEVE_VALUES);
        assert_true(shard_envelope_read(sieve.kept.at, sieve.kept.length, &envelope));
        assert_string_equal(envelope.type, "X");
        assert_int_equal(envelope.sequence, 7);
        if (sieve.has_cut_data)
            assert_memory_equal(envelope.data, "null", 4);
        sieve_fini(&sieve);
        free(text);
        free(closing);
    }
}

/* Anything but a payload of the gateway is dropped as a whole: an answer of REST, or too many
   other members. */
static test_case(too_much_without_data_is_lost)
{
    for (int i = 0; i < 2; i++) {
        char *text = repeated(i ? "{\"op\":0,\"x\":[" : "[", "{},", SIEVE_VALUES,
                              i ? "{}],\"d\":{}}" : "{}]");
        struct sieve sieve = {.unread = discord_unread};
        put_in_pieces(&sieve, text, 65536);
        assert_true(sieve_is_lost(&sieve));
        sieve_clear(&sieve);
        sieve_put(&sieve, "[1]", 3);
        assert_false(sieve_is_lost(&sieve));
        assert_int_equal(sieve.kept.length, 3);
        sieve_fini(&sieve);
        free(text);
    }
}

/* ---- what jansson takes for it ---- */

static size_t taken, most_taken;

static void *take(size_t size)
{
    size_t *made = malloc(sizeof(size_t) * 2 + size);
    taken += size;
    most_taken = taken > most_taken ? taken : most_taken;
    if (made)
        *made = size;
    /* cppcheck-suppress memleak ; give_back() finds its beginning again */
    return made ? made + 2 : NULL;
}

static void give_back(void *bytes)
{
    size_t *made = bytes;
    if (!made)
        return;
    taken -= made[-2];
    free(made - 2);
}

/* Law 10: 16 MB of "{}," took 1.28 GB. */
static test_case(what_passes_costs_little_memory)
{
    static const char *const crafts[] = {
        "{},",  "[],",    "{\"\":{}},", "[[]],",
        "1.5,", "\"x\",", "{\"a\":1},", "\"0123456789012345678901234567890123456789012345678\","};
    json_set_alloc_funcs(take, give_back);
    for (size_t i = 0; i < sizeof crafts / sizeof *crafts; i++)
        for (int count = 1000; count < 24000; count += 1000) {
            char *text = repeated("[", crafts[i], count, "0]");
            struct sieve sieve = {.unread = discord_unread};
            put_in_pieces(&sieve, text, 65536);
            if (!sieve_is_lost(&sieve))
                json_decref(json_loadb(sieve.kept.at, sieve.kept.length, 0, NULL));
            sieve_fini(&sieve);
            free(text);
        }
    json_set_alloc_funcs(malloc, free);
    assert_int_equal(taken, 0);
    assert_in_range(most_taken, 1, 7 * 1024 * 1024);
}

/* Random JSON with keys that are dropped: the sieve makes of it what jansson makes when it
   deletes them. */
static json_t *grow(unsigned *seed, int depth, bool wants_all)
{
    static const char *const keys[] = {"id", "a", "embeds", "b", "members", "c", "poll"};
    unsigned kind = (*seed = *seed * 1103515245 + 12345) >> 16;
    if (depth == 0 || kind % 4 == 0)
        return kind % 3 ? json_integer(kind) : json_string(kind % 2 ? "}],{\"embeds\":[" : "");
    json_t *made = kind % 2 ? json_object() : json_array();
    for (unsigned i = 0; i < kind / 4 % 6; i++) {
        const char *key = keys[(kind / 16 + i * 3) % 7];
        json_t *value = grow(seed, depth - 1, wants_all);
        bool is_unread =
            strcmp(key, "embeds") == 0 || strcmp(key, "members") == 0 || strcmp(key, "poll") == 0;
        if (!json_is_object(made))
            json_array_append_new(made, value);
        else if (wants_all || !is_unread)
            json_object_set_new(made, key, value);
        else
            json_decref(value);
    }
    return made;
}

static test_case(random_texts_keep_their_meaning)
{
    for (unsigned i = 1; i < 3000; i++) {
        unsigned seed = i, same = i;
        json_t *all = grow(&seed, 6, true), *fewer = grow(&same, 6, false);
        char *text = json_dumps(all, JSON_ENCODE_ANY | (i % 2 ? JSON_INDENT(3) : JSON_COMPACT));
        struct sieve sieve = {.unread = discord_unread};
        put_in_pieces(&sieve, text, 1 + i % 50);
        json_t *kept = json_loadb(sieve.kept.at, sieve.kept.length, JSON_DECODE_ANY, NULL);
        if (!kept || !json_equal(kept, fewer))
            fail_msg("seed %u: %s became %.*s", i, text, (int)sieve.kept.length, sieve.kept.at);
        json_decref(kept);
        json_decref(all);
        json_decref(fewer);
        sieve_fini(&sieve);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_nobody_reads_is_dropped),
        cmocka_unit_test(too_much_becomes_null_and_the_rest_stays),
        cmocka_unit_test(too_much_without_data_is_lost),
        cmocka_unit_test(what_passes_costs_little_memory),
        cmocka_unit_test(random_texts_keep_their_meaning),
    };
    return cmocka_run_group_tests_name("sieve", tests, NULL, NULL);
}

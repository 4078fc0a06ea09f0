/* Bounded text and its UTF-8. */
#include <stdio.h>
#include <string.h>

#include "testing.h"
#include "text.h"

static test_case(test_put_until_it_is_full)
{
    char bytes[8];
    struct text text = text_over(bytes, sizeof bytes);
    text_put(&text, "abc");
    text_putf(&text, "%d", 42);
    assert_string_equal(bytes, "abc42");
    assert_int_equal(text.length, 5);
    assert_false(text.cut);
    text_put(&text, "xy"); /* just fits */
    assert_string_equal(bytes, "abc42xy");
    assert_false(text.cut);
    text_put(&text, "");
    assert_false(text.cut);
    text_put(&text, "z");
    assert_true(text.cut);
    assert_string_equal(bytes, "abc42xy");
}

static test_case(test_nothing_follows_a_gap)
{
    char bytes[6];
    struct text text = text_over(bytes, sizeof bytes);
    text_put(&text, "abcdefgh");
    assert_true(text.cut);
    assert_string_equal(bytes, "abcde");
    text_clear(&text);
    text_put(&text, "abc\xe2\x82\xac"); /* the euro sign does not fit; "x" would */
    text_put(&text, "x");
    text_putf(&text, "y");
    assert_string_equal(bytes, "abc");
    assert_true(text.cut);
    text_clear(&text);
    assert_string_equal(bytes, "");
    assert_false(text.cut);
}

static test_case(test_never_cut_inside_a_character)
{
    static const char *const characters[] = {"x", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x83\x8f"};
    for (int c = 0; c < 4; c++)
        for (size_t size = 1; size < 20; size++) {
            char put[20], formatted[20], all[64] = "";
            for (int i = 0; i < 8; i++)
                strcat(all, characters[c]);
            struct text a = text_over(put, size), b = text_over(formatted, size);
            text_put(&a, all);
            text_putf(&b, "%s", all);
            size_t whole = (size - 1) / strlen(characters[c]) * strlen(characters[c]);
            if (whole > strlen(all))
                whole = strlen(all);
            assert_int_equal(a.length, whole);
            assert_int_equal(strlen(put), whole);
            assert_string_equal(put, formatted);
            assert_int_equal(a.cut, whole < strlen(all));
            assert_int_equal(b.cut, a.cut);
        }
}

struct sequence {
    const char *bytes;
    int size;
    unsigned scalar;
};

static test_case(test_well_formed_sequences)
{
    static const struct sequence good[] = {{"A", 1, 'A'},
                                           {"\xc2\x80", 2, 0x80},
                                           {"\xdf\xbf", 2, 0x7ff},
                                           {"\xe0\xa0\x80", 3, 0x800},
                                           {"\xed\x9f\xbf", 3, 0xd7ff},
                                           {"\xee\x80\x80", 3, 0xe000},
                                           {"\xef\xbf\xbf", 3, 0xffff},
                                           {"\xf0\x90\x80\x80", 4, 0x10000},
                                           {"\xf4\x8f\xbf\xbf", 4, 0x10ffff}};
    static const char *const bad[] = {"\x80",
                                      "\xbf",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xe0\x80\x80",
                                      "\xe0\x9f\xbf",
                                      "\xed\xa0\x80",
                                      "\xed\xbf\xbf",
                                      "\xf0\x80\x80\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xff",
                                      "\xc3\x41",
                                      "\xe2\x82\x41"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        unsigned scalar = 0;
        assert_int_equal(text_utf8(good[i].bytes, good[i].size, &scalar), good[i].size);
        assert_int_equal(scalar, good[i].scalar);
        assert_int_equal(text_utf8(good[i].bytes, good[i].size, NULL), good[i].size);
        assert_int_equal(text_utf8(good[i].bytes, good[i].size - 1, NULL), 0);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(text_utf8(bad[i], (int)strlen(bad[i]), NULL), 0);
}

static test_case(test_floor)
{
    const char *text = "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x83\x8f"; /* 1, 2, 3, 4 bytes */
    static const int floors[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10};
    for (int limit = 0; limit <= 10; limit++)
        assert_int_equal(text_utf8_floor(text, limit), floors[limit]);
    /* ill-formed: anything within bounds */
    assert_in_range(text_utf8_floor("\x80\x80\x80\x80\x80\x80", 6), 0, 6);
}

static test_case(test_words_without_case)
{
    assert_true(text_same_word("Catch", "cATCH"));
    assert_false(text_same_word("catch", "catches"));
    assert_false(text_same_word("catches", "catch"));
    assert_true(text_same_word("", ""));
    assert_false(text_same_word("\xc3\x84", "\xc3\xa4")); /* ASCII only */
    assert_false(text_same_word("[", "{"));               /* letters only: no mapping of IRC's */
    assert_true(text_is_prefix("CA", "catch"));
    assert_true(text_is_prefix("", "catch"));
    assert_true(text_is_prefix("catch", "catch"));
    assert_false(text_is_prefix("catches", "catch"));
}

/* "A-Z[\\]^" stand 32 before "a-z{|}~"; how far that counts is the network's to say. */
static test_case(test_names_by_the_rule_of_a_network)
{
    static const struct {
        unsigned last;
        const char *folded;
    } rules[] = {{'Z', "az[]^\xc3\x84"}, {']', "az{}^\xc3\x84"}, {'^', "az{}~\xc3\x84"}};
    char folded[16], small[4];
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        assert_true(text_fold(rules[i].last, "AZ[]^\xc3\x84", folded, sizeof folded));
        assert_string_equal(folded, rules[i].folded);
        assert_true(text_is_same_folded(rules[i].last, "AZ[]^", "az[]^"));
        assert_int_equal(text_is_same_folded(rules[i].last, "^", "~"), rules[i].last == '^');
        assert_false(text_is_same_folded(rules[i].last, "ann", "anna"));
    }
    assert_true(text_fold('Z', "ABC", small, sizeof small));
    assert_false(text_fold('Z', "ABCD", small, sizeof small));
    assert_true(text_has_control("a\tb") && text_has_control("\x7f") &&
                !text_has_control("a b\xc3\x84"));
}

static test_case(test_distance)
{
    static const struct {
        const char *a, *b;
        int distance;
    } pairs[] = {{"", "", 0},           {"catch", "catch", 0}, {"Catch", "cATCH", 0},
                 {"cathc", "catch", 1}, {"ctch", "catch", 1},  {"cattch", "catch", 1},
                 {"batch", "catch", 1}, {"acthc", "catch", 2}, {"", "abc", 3},
                 {"steal", "hide", 5}};
    char longest[80], longer[80];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int limit = 0; limit < 6; limit++) {
            int expected = pairs[i].distance > limit ? limit + 1 : pairs[i].distance;
            assert_int_equal(text_distance(pairs[i].a, pairs[i].b, limit), expected);
            assert_int_equal(text_distance(pairs[i].b, pairs[i].a, limit), expected);
        }
    memset(longest, 'a', sizeof longest);
    memset(longer, 'a', sizeof longer);
    longest[63] = longer[64] = '\0';
    assert_int_equal(text_distance(longest, longest, 3), 0);
    assert_int_equal(text_distance(longer, longer, 3), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_put_until_it_is_full),
        cmocka_unit_test(test_nothing_follows_a_gap),
        cmocka_unit_test(test_never_cut_inside_a_character),
        cmocka_unit_test(test_well_formed_sequences),
        cmocka_unit_test(test_floor),
        cmocka_unit_test(test_words_without_case),
        cmocka_unit_test(test_names_by_the_rule_of_a_network),
        cmocka_unit_test(test_distance),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}

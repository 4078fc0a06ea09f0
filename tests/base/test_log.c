/* Lines of the log: one line for each event whatever the values are, and well-formed JSON where
   that is asked for. */
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "chance.h"
#include "log.h"
#include "testing.h"
#include "text.h"

enum { LINE_MOST = 1024, RANDOM_LINES = 20000 };

static int log_fd;

static int open_log(void **state)
{
    (void)state;
    log_fd = memfd_create("log", MFD_CLOEXEC);
    log_setup(LOG_INFO, log_fd);
    return log_fd >= 0 ? 0 : -1;
}

static int close_log(void **state)
{
    (void)state;
    log_setup(LOG_INFO, STDERR_FILENO);
    log_use_format(LOG_PAIRS);
    return close(log_fd);
}

/* What was logged since the last call, which is one line. */
static const char *logged(void)
{
    static char bytes[2 * LINE_MOST];
    ssize_t length = pread(log_fd, bytes, sizeof bytes - 1, 0);
    assert_in_range(length, 2, LINE_MOST);
    bytes[length] = '\0';
    assert_ptr_equal(strchr(bytes, '\n'), bytes + length - 1);
    assert_int_equal(ftruncate(log_fd, 0), 0);
    assert_int_equal(lseek(log_fd, 0, SEEK_SET), 0);
    return bytes;
}

static json_t *logged_object(void)
{
    json_error_t error;
    const char *line = logged();
    json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (!object)
        fail_msg("%s: %s", error.text, line);
    return object;
}

static void expect_member(const json_t *object, const char *key, const char *value)
{
    const char *found = json_string_value(json_object_get(object, key));
    assert_non_null(found);
    assert_string_equal(found, value);
}

static test_case(a_line_is_pairs_unless_json_is_asked_for)
{
    log_event(LOG_WARN, "irc-closed", "network", "libera", "reason", "a \"b\"\n", (char *)0);
    const char *line = logged();
    assert_string_equal(line + strcspn(line, " "),
                        " warn irc-closed network=libera reason=\"a \\\"b\\\"\\x0a\"\n");
}

static test_case(a_line_of_json_says_the_same)
{
    log_use_format(LOG_JSON);
    log_event(LOG_WARN, "irc-closed", "network", "libera", "reason", "a \"b\"\n\\ \xc3\xa9 \xff",
              "by", (char *)NULL, (char *)0);
    json_t *object = logged_object();
    assert_int_equal(json_object_size(object), 6);
    assert_int_equal(json_string_length(json_object_get(object, "time")),
                     strlen("2026-01-01T00:00:00.000Z"));
    expect_member(object, "level", "warn");
    expect_member(object, "event", "irc-closed");
    expect_member(object, "network", "libera");
    expect_member(object, "reason", "a \"b\"\n\\ \xc3\xa9 \\xff");
    expect_member(object, "by", "-");
    json_decref(object);
}

static test_case(a_line_of_json_is_whole_whatever_the_bytes_are)
{
    char values[3][LINE_MOST + 200];
    struct chance_seed seed = {.state = 42};
    log_use_format(LOG_JSON);
    for (int i = 0; i < RANDOM_LINES; i++) {
        for (int v = 0; v < 3; v++) {
            int length = (int)(chance_seeded(&seed) % (i % 2 ? 30 : sizeof values[v]));
            for (int at = 0; at < length; at++)
                values[v][at] = (char)(1 + chance_seeded(&seed) % (i % 3 ? 255 : 127));
            values[v][length] = '\0';
        }
        log_event(LOG_INFO, "any", "one", values[0], "two", values[1], "three", values[2],
                  (char *)0);
        json_decref(logged_object());
    }
}

/* At each length the end of the line falls on another byte of what is written. */
static test_case(a_value_that_is_too_long_loses_its_end)
{
    static const char *const units[] = {"x", "\"", "\x01", "\xff", "\xf0\x9f\x83\x8f"};
    char value[2 * LINE_MOST];
    log_use_format(LOG_JSON);
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        for (int length = 900; length < 1100; length++) {
            memset(value, 'x', (size_t)length);
            snprintf(value + length, sizeof value - (size_t)length, "%s%s", units[u], units[u]);
            log_event(LOG_INFO, "long", "value", value, "after", "the end", (char *)0);
            json_t *object = logged_object();
            const char *kept = json_string_value(json_object_get(object, "value"));
            assert_non_null(kept);
            assert_memory_equal(kept, value, 900);
            json_decref(object);
        }
}

/* A name must not turn the line of the terminal that shows the log. */
static test_case(what_cannot_be_seen_is_written_out)
{
    char bytes[200];
    struct text text = text_over(bytes, sizeof bytes);
    text_put_json(&text, "a\u202eb\u2066\u3164\U000e0020\u00e9", 0);
    assert_string_equal(bytes, "\"a\\u202eb\\u2066\\u3164\\udb40\\udc20\u00e9\"");
    log_event(LOG_WARN, "left", "who", "a\u202eb\u00e9", "room", "#x\u200b", (char *)0);
    assert_non_null(strstr(logged(), "who=\"a\\u202eb\u00e9\" room=\"#x\\u200b\""));
}

static test_case(a_quoted_string_leaves_what_it_is_told_to)
{
    char bytes[16];
    for (int spare = 0; spare <= 14; spare++) {
        struct text text = text_over(bytes, sizeof bytes);
        text_put_json(&text, "abcdefghijklmnopqrst", spare);
        assert_false(text.cut);
        assert_in_range(text.length, 0, 15 - spare);
        assert_true(text.length == 0 ||
                    (bytes[0] == '"' && bytes[text.length - 1] == '"' && text.length >= 2));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_line_is_pairs_unless_json_is_asked_for, open_log,
                                        close_log),
        cmocka_unit_test_setup_teardown(a_line_of_json_says_the_same, open_log, close_log),
        cmocka_unit_test_setup_teardown(a_line_of_json_is_whole_whatever_the_bytes_are, open_log,
                                        close_log),
        cmocka_unit_test_setup_teardown(a_value_that_is_too_long_loses_its_end, open_log,
                                        close_log),
        cmocka_unit_test_setup_teardown(what_cannot_be_seen_is_written_out, open_log, close_log),
        cmocka_unit_test(a_quoted_string_leaves_what_it_is_told_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

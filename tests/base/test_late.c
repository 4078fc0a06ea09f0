/* A library that is opened late gives all its functions, or none and a reason. */
#include <stdio.h>
#include <string.h>

#include "machine.h"
#include "testing.h"
#include "text.h"

static struct {
    double (*cos)(double x);
    double (*hypot)(double x, double y);
    void (*absent)(void);
} math;

static bool open_math(const char *library, size_t count, char why[256])
{
    const struct machine_function functions[] = {{"cos", (void *)&math.cos},
                                                 {"hypot", (void *)&math.hypot},
                                                 {"no_such_function", (void *)&math.absent}};
    struct text text = text_over(why, 256);
    memset(&math, 0, sizeof math);
    return machine_open_library(library, functions, count, &text);
}

static test_case(its_functions_can_be_called)
{
    char why[256];
    assert_true(open_math("libm.so.6", 2, why));
    assert_string_equal(why, "");
    assert_true(math.hypot(3, 4) == 5 && math.cos(0) == 1);
    assert_true(open_math("libm.so.6", 2, why)); /* again */
}

static test_case(what_is_not_there_is_named_and_nothing_can_be_called)
{
    char why[256];
    assert_false(open_math("libm.so.6", 3, why));
    assert_non_null(strstr(why, "no_such_function"));
    assert_true(!math.cos && !math.hypot && !math.absent);
    assert_false(open_math("libno-such-library.so.1", 2, why));
    assert_non_null(strstr(why, "libno-such-library.so.1"));
    assert_true(!math.cos && !math.hypot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_functions_can_be_called),
        cmocka_unit_test(what_is_not_there_is_named_and_nothing_can_be_called),
    };
    return cmocka_run_group_tests_name("late", tests, NULL, NULL);
}

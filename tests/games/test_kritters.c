/* Colour MY Kritters by its rulings: the worked examples, a test for each ruling (named after
   its id), who sees what. The tests stand in the folder kritters/; the generic suite and the
   golden playthroughs cover what all games share. */
#include "kritters/kritters_tests.h"
#include "rulings.h"

#define NAME(test) #test

static void test_every_ruling_has_a_test(void **state)
{
    static const char *const names[] = {KRITTERS_TESTS(NAME)};
    (void)state;
    rulings_are_tested("../docs/rulings/kritters.md", "KR", names, sizeof names / sizeof *names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {KRITTERS_TESTS(cmocka_unit_test),
                                       cmocka_unit_test(test_every_ruling_has_a_test)};
    return cmocka_run_group_tests_name("kritters", tests, NULL, NULL);
}

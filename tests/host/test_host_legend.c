/* What the codes of the cards mean: told to those who play a game for the first time, where
   lines are dear in private and to nobody else. */
#include <stdio.h>
#include <string.h>

#include "household.h"
#include "in_words.h"
#include "session.h"
#include "testing.h"

static const char codes[] = "The codes of the cards:";

static int open_dear(void **state)
{
    open_lasting(state);
    house.has_far = house.has_dear_lines = true;
    house.first = "bob";
    return house_restart(&house);
}

/* bob of both networks sits at the same game; only the one of "net" has never seen it. */
static test_case(the_legend_is_for_who_never_saw_it)
{
    static const char *const games[] = {"heartcatchers", "coloretto", "colorcatcher", "roygbiv"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char deal[32];
        snprintf(deal, sizeof deal, "deal %s", games[i]);
        void *none = NULL;
        if (i > 0) {
            close_house(&none);
            open_dear(&none);
        }
        house_say(&house, "#a", "ann", deal);
        house_say(&house, "#a", "bob", "join");
        far_says("#a", "ann", deal);
        far_says("#a", "bob", "join");
        house_say(&house, "#a", "ann", "start");
        far_says("#a", "ann", "start");
        house_wait(&house, 10000);
        if (house_count(&house, codes) != 1)
            fail_msg("%s: %s", games[i], house.told);
        if (!strstr(house.told, in_words("\nto bob: <LEGEND>")))
            fail_msg("%s", house.told);
    }
}

/* Where a line costs nothing it stands behind the opening, and a hand reads the same when it is
   told again. */
static test_case(where_lines_are_not_dear_the_opening_tells_it)
{
    static const char *const games[] = {"heartcatchers", "coloretto", "colorcatcher", "roygbiv"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char deal[32];
        void *none = NULL;
        close_house(&none);
        open_lasting(&none);
        house.first = "bob";
        house_restart(&house);
        snprintf(deal, sizeof deal, "deal %s", games[i]);
        house_say(&house, "#a", "ann", deal);
        house_say(&house, "#a", "bob", "join");
        house_say(&house, "#a", "ann", "start");
        house_wait(&house, 10000);
        assert_int_equal(house_count(&house, codes), 1);
        house_expect(&house, "\n<LEGEND>");
        if (strstr(house.told, in_words("\nto bob: <LEGEND>")))
            fail_msg("%s", house.told);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_dear, close_house)
    const struct CMUnitTest tests[] = {
        TEST(the_legend_is_for_who_never_saw_it),
        TEST(where_lines_are_not_dear_the_opening_tells_it),
    };
    return cmocka_run_group_tests_name("legend", tests, NULL, NULL);
}

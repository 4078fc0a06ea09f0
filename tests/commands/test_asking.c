/* What somebody asks at a table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "session.h"
#include "talk.h"
#include "testing.h"
#include "text.h"

static void ask(const char *room, const char *who, const char *w)
{
    say(room, who, w);
    print_message("%s> %s: !%s\n%s", room ? room : "private", who, w, house.told);
}
static void all(const char *room, const char *who) { ask(room, who, "turn"); ask(room, who, "score"); ask(room, who, "who"); }

static test_case(probe)
{
    for (int g = 0; g < game_count; g++) {
        char t[64];
        print_message("\n\n=== %s\n", games[g]->id);
        all("#g", "ann");
        snprintf(t, sizeof t, "play %s", games[g]->id);
        say("#g", "ann", t);
        all("#g", "ann");
        all("#g", "eve");
        all(NULL, "ann");
        all(NULL, "eve");
        say("#g", "bob", "join");
        if (!session_has_begun(table())) { say("#g", "ann", "robot"); all("#g", "bob"); say("#g", "ann", "start"); }
        all("#g", "ann");
        all("#g", "eve");
        all(NULL, "bob");
        say("#g", "bob", "leave");
        say("#g", "bob", "leave");
        print_message("%s", house.told);
        all("#g", "ann");
        say("#g", "ann", "stop");
        say("#g", "ann", "stop");
        print_message("%s", house.told);
        all("#g", "ann");
        all(NULL, "ann");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(probe, open_talking, close_house)};
    return cmocka_run_group_tests_name("asking", tests, NULL, NULL);
}

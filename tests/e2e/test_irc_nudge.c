/* "Your turn" in private on a real ngircd: who asked for it gets it after a minute of silence,
   and plays as it says. */
#include <stdio.h>
#include <string.h>

#include "child.h"
#include "games_room.h"
#include "irc_person.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS, SILENT = 61 * 1000 };

static struct games_room room;
static struct irc_person *ann, *bob;

static test_fixture(opened)
{
    games_room_open(&room);
    ann = games_room_come(&room, "ann");
    bob = games_room_come(&room, "bob");
    return 0;
}

static test_fixture(closed)
{
    irc_person_free(ann);
    irc_person_free(bob);
    games_room_close(&room);
    return 0;
}

static void plays(struct irc_person *person)
{
    irc_person_say(person, "#games", "!draw");
    games_room_must_hear(&room, person, "#games", "Next: !place");
    irc_person_say(person, "#games", "!place 3");
    games_room_must_hear(&room, person, "#games", "puts ");
}

static test_case(whoever_asked_for_it_is_told_in_private)
{
    irc_person_whisper(ann, "tabletalk", "set nudge");
    games_room_must_hear(&room, ann, NULL, "<NUDGE_ON_2>");
    irc_person_whisper(bob, "tabletalk", "set");
    games_room_must_hear(&room, bob, NULL, "<NUDGE_OFF_2>");
    irc_person_say(ann, "#games", "!play coloretto");
    games_room_must_hear(&room, bob, "#games", "opened Coloretto");
    irc_person_say(bob, "#games", "!join");
    games_room_must_hear(&room, bob, "#games", "ob sits down");
    irc_person_say(ann, "#games", "!start");
    const char *call = irc_person_hear(bob, "tabletalk", "#games", "(ann|bob): !draw", SOON);
    assert_non_null(call);
    if (strstr(call, "ann: "))
        plays(ann);
    irc_person_listen(ann, SILENT);
    plays(bob);
    games_room_must_hear(&room, ann, NULL,
                         "<NUDGE_APART game=#games \\(Coloretto\\)> !draw or !take ");
    irc_person_whisper(ann, "tabletalk", "!draw"); /* as it is offered */
    games_room_must_hear(&room, ann, "#games", "nn draws ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(whoever_asked_for_it_is_told_in_private, opened, closed),
    };
    return cmocka_run_group_tests_name("your turn on irc", tests, NULL, NULL);
}

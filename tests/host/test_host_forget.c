/* A person is forgotten: how it is asked and confirmed, what becomes of seats, that nothing in
   the store or in memory still says who it was, and that a kill at any write only delays it. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ban.h"
#include "commands.h"
#include "forget.h"
#include "host.h"
#include "host_admin.h"
#include "host_state.h"
#include "household.h"
#include "in_words.h"
#include "leave.h"
#include "links.h"
#include "prose.h"
#include "seat.h"
#include "session.h"
#include "session_view.h"
#include "store_read.h"
#include "store_witness.h"
#include "tables.h"
#include "testing.h"

#define ANN   "$Annabella_Quizzacious_24"
#define ANNIE "$Annie_on_the_other_side_"

/* "WORD CODE", as it was just told. */
static const char *asked_code(const char *who)
{
    say_slowly(NULL, who, "forgetme");
    return told_code("!forgetme ", 6);
}

static void forget(const char *who)
{
    char line[64];
    snprintf(line, sizeof line, "%s", asked_code(who));
    say_slowly(NULL, who, line);
    house_wait(&house, 1000);
}

static void link_ann(void)
{
    say_slowly(NULL, ANN, "link");
    far_say_slowly(NULL, ANNIE, told_code("!link ", 8));
    say_slowly(NULL, ANN, "link yes");
    assert_told("<LINKED_2>");
}

/* Everything that the store has, as text. To free. */
static char *all_kept(void)
{
    char *settings = witness_load(house.store), *records = witness_read(house.store, NULL, 0, 100),
         *all = NULL;
    assert_true(asprintf(&all, "%s%s", settings, records) >= 0);
    free(settings);
    free(records);
    for (int64_t table = 1; table < store_next_table(house.store); table++) {
        char *record = witness_read(house.store, NULL, table, 100), *longer = NULL;
        assert_true(asprintf(&longer, "%s%s", all, record) >= 0);
        free(all);
        free(record);
        all = longer;
    }
    namesake_leave_out(all);
    return all;
}

static bool is_kept(const char *part)
{
    char *all = all_kept();
    bool is = strstr(all, part) != NULL;
    free(all);
    return is;
}

static void assert_forgotten(const char *who)
{
    char *all = all_kept();
    if (strstr(all, who) || strstr(all, "forget."))
        fail_msg("%s is still there:\n%s", who, all);
    free(all);
}

/* What somebody wants to play goes, too. */
static test_case(a_move_in_advance_is_forgotten)
{
    say_slowly("#g", ANN, "play coloretto");
    say_slowly("#g", "$bob", "join");
    say_slowly("#g", ANN, "start");
    if (strcmp(due_name(), ANN) == 0) {
        say_slowly("#g", ANN, "draw");
        say_slowly("#g", ANN, "place 1");
    }
    say_slowly(NULL, ANN, "then draw; place 2");
    assert_true(is_kept("draw; place 2"));
    forget(ANN);
    assert_false(is_kept("draw; place 2"));
    assert_forgotten(ANN);
}

/* ---- how it is asked ---- */

static test_case(a_code_in_private_confirms_it)
{
    say_slowly("#g", ANN, "play coloretto");
    assert_true(is_kept(ANN));
    forget(ANN);
    assert_told("to " ANN "<DONE_I_HAVE_FORGOTTEN>");
    assert_told("#g: " ANN "<LEFT_LOBBY_2>");
    assert_forgotten(ANN);
    assert_true(host_is_settled(house.host));
}

static test_case(in_a_room_it_is_refused_and_the_code_is_void)
{
    char line[64];
    snprintf(line, sizeof line, "%s", asked_code(ANN));
    say_slowly("#g", ANN, line);
    assert_told("to " ANN "<SAY_FORGETME_IN_A>");
    say_slowly(NULL, ANN, line);
    assert_told("to " ANN "<NO_CODE_OF_YOURS>");
}

static test_case(a_code_is_one_persons_and_holds_for_ten_minutes)
{
    char line[64];
    say_slowly("#g", ANN, "play coloretto");
    snprintf(line, sizeof line, "%s", asked_code(ANN));
    say_slowly(NULL, "$bob", line);
    assert_told("to $bob: <FORGET_NO_CODE_1>");
    house.now += 10 * MINUTE;
    say_slowly(NULL, ANN, line);
    assert_told("to " ANN "<NO_CODE_OF_YOURS>");
    assert_true(is_kept(ANN));
}

static test_case(five_wrong_codes_and_it_is_void)
{
    char line[64];
    snprintf(line, sizeof line, "%s", asked_code(ANN));
    for (int i = 1; i < FORGET_TRIES; i++) {
        say_slowly(NULL, ANN, "forgetme AAAAAA");
        assert_told("<FORGET_WRONG_1>");
    }
    say_slowly(NULL, ANN, "forgetme AAAAAA");
    assert_told("<FORGET_VOID_1>");
    say_slowly(NULL, ANN, line);
    assert_told("<FORGET_NO_CODE_1>");
}

static test_case(a_network_has_so_many_codes_and_no_more)
{
    char line[64], who[32];
    snprintf(line, sizeof line, "%s", asked_code(ANN));
    for (int i = 0; i < FORGET_WAITING_MOST; i++) {
        snprintf(who, sizeof who, "$p%d", i);
        say_slowly(NULL, who, "forgetme");
    }
    say_slowly(NULL, ANN, line);
    assert_told("<FORGET_NO_CODE_1>");
}

/* ---- seats ---- */

static void play(void)
{
    say_slowly("#g", ANN, "play coloretto");
    say_slowly("#g", "$bob", "join");
    say_slowly("#g", "$cat", "join");
    say_slowly("#g", ANN, "start");
    house_settle(&house);
}

static test_case(a_robot_gets_the_seat_for_good)
{
    play();
    forget(ANN);
    assert_told("#g: " ANN "<FORGOTTEN_PLAY_1>");
    assert_forgotten(ANN);
    say_slowly("#g", ANN, "join");
    assert_int_equal(house_seat(&house, "#g", ANN), -1);
    assert_int_equal(house_restart(&house), 1);
    assert_int_equal(table()->seat_count, 3);
    say_slowly("#g", "$bob", "who");
    assert_not_told("Annabella");
}

static test_case(whoever_comes_back_is_somebody_new)
{
    say_slowly("#g", ANN, "play coloretto");
    say_slowly("#g", "$bob", "join");
    forget(ANN);
    say_slowly("#g", ANN, "join");
    assert_told("<SEAT_WORD_NO_SEAT_4>");
    assert_int_equal(table()->persons.count, 3);
    assert_int_equal(house_restart(&house), 1);
    assert_true(house_seat(&house, "#g", ANN) >= 0);
}

static test_case(a_table_in_the_own_private_conversation_ends)
{
    say_slowly(NULL, ANN, "play coloretto robots=2");
    house_settle(&house);
    forget(ANN);
    assert_told("Done: <FORGOTTEN_2>");
    assert_int_equal(house_table_count(&house), 0);
    assert_forgotten(ANN);
}

static test_case(all_linked_identities_are_forgotten)
{
    link_ann();
    far_say_slowly("#lounge", ANNIE, "play coloretto");
    assert_true(is_kept(ANNIE));
    forget(ANN);
    assert_told("Done: <FORGOTTEN_2>");
    assert_forgotten(ANN);
    assert_forgotten(ANNIE);
    assert_false(identity_same(house.host, identity("net", ANN), identity("far", ANNIE)));
    assert_false(is_kept("link."));
    house_restart(&house);
    assert_false(identity_same(house.host, identity("net", ANN), identity("far", ANNIE)));
}

static test_case(wishes_for_a_word_are_forgotten)
{
    say_slowly("#g", ANN, "notify coloretto");
    assert_true(is_kept("notice."));
    assert_true(is_kept(ANN));
    forget(ANN);
    assert_forgotten(ANN);
    assert_false(is_kept("notice."));
}

static test_case(nobody_else_loses_anything)
{
    say_slowly(NULL, "$bob", "link");
    far_say_slowly(NULL, "$bobby", told_code("!link ", 8));
    say_slowly(NULL, "$bob", "link yes");
    play();
    forget(ANN);
    assert_true(is_kept("$bob"));
    assert_true(is_kept("$bobby"));
    assert_true(is_kept("$cat"));
    assert_true(house_seat(&house, "#g", "$bob") >= 0);
}

/* Ids of messages lie beside the lines of the record. */
static test_case(ids_of_messages_go)
{
    house.now += 5000;
    house_say_as(&house, "#g", ANN, 0, "M-777-ANN", "play coloretto");
    assert_true(is_kept("M-777-ANN"));
    forget(ANN);
    assert_false(is_kept("M-777-ANN"));
}

/* The seat is nobody's when somebody else goes on, and the robot gets it. */
static test_case(a_table_that_was_set_aside_goes_on_without_the_person)
{
    play();
    wait_minutes(30);
    say_slowly("#g", "$dan", "free");
    house_settle(&house);
    assert_int_equal(house.host->asides.count, 1);
    forget(ANN);
    assert_told("Done: <FORGOTTEN_2>");
    assert_forgotten(ANN);
    say_slowly("#g", ANN, "resume");
    assert_told("<RESUME_NONE_PROVEN_2>");
    say_slowly("#g", "$bob", "resume");
    house_settle(&house);
    assert_told("<FORGOTTEN_PLAY>");
    assert_not_told("Annabella");
    assert_int_equal(house_restart(&house), 1);
    say_slowly("#g", "$bob", "who");
    assert_not_told("Annabella");
}

static test_case(a_table_that_only_the_person_could_resume_ends)
{
    say_slowly("#g", ANN, "play coloretto robots=2");
    house_settle(&house);
    wait_minutes(40);
    say_slowly("#g", "$dan", "free");
    house_settle(&house);
    assert_int_equal(house.host->asides.count, 1);
    forget(ANN);
    house_settle(&house);
    assert_int_equal(house.host->asides.count, 0);
    assert_forgotten(ANN);
}

/* ---- bans ---- */

static test_case(a_ban_stays_without_the_name)
{
    struct prose answer;
    struct host_ban_order order = {.network = "net", .who = ANN, .days = 7, .by = "$root"};
    prose_clear(&answer);
    say_slowly("#g", ANN, "games");
    assert_true(host_ban(house.host, &order, &answer));
    house_settle(&house);
    assert_true(is_kept(ANN));
    assert_true(host_erase(house.host, identity("net", ANN), NULL, NULL));
    house_wait(&house, 1000);
    assert_forgotten(ANN);
    say_slowly("#g", ANN, "games");
    assert_told("banned");
    house_restart(&house);
    say_slowly("#g", ANN, "games");
    assert_told("banned");
    prose_clear(&answer);
    assert_true(host_unban(house.host, "1", &answer));
    assert_string_equal(answer.text, in_words("<UNBAN_DONE who=(forgotten)>"));
}

/* ---- kills ---- */

static void hear(const char *who, const char *text)
{
    struct heard heard = {
        .network = "net", .key = who, .name = who, .text = text, .now = ++house.now};
    commands_hear(house.commands, house.host, &heard);
}

static test_case(while_it_is_done_the_person_is_not_heard)
{
    char line[64];
    play();
    snprintf(line, sizeof line, "%s", asked_code(ANN));
    faulty_store_hold(faulty, true);
    hear(ANN, line);
    house_forget(&house);
    hear(ANN, "forgetme");
    assert_told("to " ANN "<YOU_ASKED_ME_TO>");
    assert_false(host_is_settled(house.host));
    faulty_store_hold(faulty, false);
    house_wait(&house, 1000);
    house_wait(&house, 1000);
    assert_told("Done: <FORGOTTEN_2>");
    assert_forgotten(ANN);
}

/* Killed when so many writes were carried out. False if that was all, and it is done. */
static bool kill_after(int writes)
{
    char line[64];
    link_ann();
    play();
    snprintf(line, sizeof line, "%s", asked_code(ANN));
    int before = faulty_store_writes(faulty);
    faulty_store_fail(faulty, writes, INT_MAX, STORE_IO);
    hear(ANN, line);
    for (int i = 0; i < 20 && faulty_store_writes(faulty) < before + writes; i++)
        house_wait(&house, 300);
    house_wait(&house, 300);
    faulty_store_fail(faulty, 0, 0, STORE_OK);
    bool is_done = house_was_told(&house, "Done");
    house_restart(&house);
    house_wait(&house, MINUTE);
    return !is_done;
}

static test_case(a_kill_anywhere_only_delays_it)
{
    int writes = 0;
    for (bool is_killed = true; is_killed; writes++) {
        is_killed = kill_after(writes);
        bool is_wanted = writes > 0; /* the wish was saved */
        if (is_wanted) {
            assert_forgotten(ANN);
            assert_forgotten(ANNIE);
            assert_int_equal(house_seat(&house, "#g", ANN), -1);
        } else {
            assert_true(is_kept(ANN));
            assert_true(house_seat(&house, "#g", ANN) >= 0);
            assert_false(is_kept("forget."));
        }
        assert_true(house_seat(&house, "#g", "$bob") >= 0);
        close_house(state);
        house = (struct house){0};
        open_near_and_far(state);
    }
    assert_in_range(writes, 4, 20);
}

static test_case(a_disk_that_fails_delays_it)
{
    char line[64];
    play();
    snprintf(line, sizeof line, "%s", asked_code(ANN));
    faulty_store_fail(faulty, 2, 3, STORE_FULL); /* the erasing itself */
    say_slowly(NULL, ANN, line);
    house_wait(&house, 1000);
    assert_not_told("Done");
    assert_true(is_kept("forget.1"));
    wait_minutes(5);
    assert_told("Done: <FORGOTTEN_2>");
    assert_forgotten(ANN);
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    forget("$bob");
    assert_told("<FORGET_NOT_SAVED_2>");
    assert_true(is_kept("$bob"));
    assert_true(house_seat(&house, "#g", "$bob") >= 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_near_and_far, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_code_in_private_confirms_it),
        TEST(a_move_in_advance_is_forgotten),
        TEST(in_a_room_it_is_refused_and_the_code_is_void),
        TEST(a_code_is_one_persons_and_holds_for_ten_minutes),
        TEST(five_wrong_codes_and_it_is_void),
        TEST(a_network_has_so_many_codes_and_no_more),
        TEST(a_robot_gets_the_seat_for_good),
        TEST(whoever_comes_back_is_somebody_new),
        TEST(a_table_in_the_own_private_conversation_ends),
        TEST(all_linked_identities_are_forgotten),
        TEST(wishes_for_a_word_are_forgotten),
        TEST(nobody_else_loses_anything),
        TEST(ids_of_messages_go),
        TEST(a_table_that_was_set_aside_goes_on_without_the_person),
        TEST(a_table_that_only_the_person_could_resume_ends),
        TEST(a_ban_stays_without_the_name),
        TEST(while_it_is_done_the_person_is_not_heard),
        TEST(a_kill_anywhere_only_delays_it),
        TEST(a_disk_that_fails_delays_it),
    };
    namesakes = &(const struct namesake_of){"#g", {ANN, "$bob", "$cat"}};
    return cmocka_run_group_tests_name("forget", tests, NULL, NULL);
}

/* Who blocks whom: what is kept of it, for whom, and each way by which somebody elsewhere could
   come to a table or hear of one. Who is blocked reads what everybody reads where nothing is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "commands.h"
#include "host_state.h"
#include "household.h"
#include "links.h"
#include "seat.h"
#include "session.h"
#include "store.h"
#include "store_witness.h"
#include "tables.h"
#include "testing.h"

/* What "far" was told, to compare. */
static char *told_to(const char *who)
{
    char begin[64];
    snprintf(begin, sizeof begin, "to %s: ", who);
    const char *at = strstr(house.told, begin);
    if (!at)
        fail_msg("%s was told nothing:\n%s", who, house.told);
    char *line = strndup(at, strcspn(at, "\n"));
    assert_non_null(line);
    return line;
}

/* The first two were at a table, which is over. ann is on "net", bob on "far". */
static void meet(void)
{
    say_slowly("#a", "ann", "play coloretto");
    say_slowly("#a", "ann", "invite");
    far_say_slowly(NULL, "bob", told_code("!join ", 8));
    assert_int_equal(house_table(&house, "#a")->seat_count, 2);
    far_say_slowly(NULL, "bob", "leave");
    say_slowly("#a", "ann", "stop");
    say_slowly("#a", "ann", "stop");
    assert_null(house_table(&house, "#a"));
}

static void block_bob(void)
{
    meet();
    say_slowly(NULL, "ann", "block bob");
    assert_told("to ann: <BLOCK_DONE who=bob|network=far>");
    assert_not_told("to bob");
}

static bool are_apart(const char *who, const char *other)
{
    return blocks_between(house.host, identity("net", who), identity("far", other));
}

/* ---- how it is done ---- */

static test_case(people_of_tables_are_listed_and_picked)
{
    say_slowly(NULL, "ann", "block");
    assert_told("to ann: <BLOCK_FELLOWS_NONE>");
    meet();
    say_slowly(NULL, "ann", "block");
    assert_told("to ann: <BLOCK_FELLOWS> 1 bob (far). ");
    assert_not_told("<BLOCKED>");
    say_slowly(NULL, "ann", "block eve");
    assert_told("<BLOCK_UNKNOWN typed=eve>");
    say_slowly(NULL, "ann", "block 2");
    assert_told("<BLOCK_UNKNOWN typed=2>");
    say_slowly(NULL, "ann", "block ann");
    assert_told("<BLOCK_UNKNOWN typed=ann>");
    say_slowly(NULL, "ann", "block 1");
    assert_told("to ann: <BLOCK_DONE who=bob|network=far>");
    assert_int_equal(house.whispers, 1);
    assert_true(are_apart("ann", "bob"));
    say_slowly(NULL, "ann", "block BOB");
    assert_told("<BLOCK_THERE who=bob>");
    say_slowly(NULL, "ann", "block");
    assert_told("<BLOCKED> 1 bob (far). ");
    far_say_slowly(NULL, "bob", "block");
    assert_told("far to bob: <BLOCK_FELLOWS> 1 ann (net). ");
    assert_not_told("<BLOCKED>");
}

static test_case(it_is_taken_back_by_number_and_by_name)
{
    static const char *const words[] = {"unblock 1", "unblock bob", "block off 1", "block off bob"};
    block_bob();
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        say_slowly(NULL, "ann", "unblock eve");
        assert_told("<UNBLOCK_UNKNOWN typed=eve>");
        say_slowly(NULL, "ann", words[i]);
        assert_told("<UNBLOCKED who=bob>");
        assert_false(are_apart("ann", "bob"));
        say_slowly(NULL, "ann", "block bob");
        assert_told("<BLOCK_DONE who=bob|network=far>");
    }
}

/* In a room others have read whom. */
static test_case(the_answer_is_private)
{
    meet();
    say_slowly("#a", "ann", "block bob");
    assert_told("to ann: <BLOCK_DONE who=bob|network=far>");
    assert_told("<BLOCK_READ>");
    assert_int_equal(house.posts, 0);
    assert_int_equal(house.opens, 0);
}

static test_case(it_stands_after_a_kill_and_only_once_it_is_kept)
{
    meet();
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    say_slowly(NULL, "ann", "block bob");
    assert_told("<BLOCK_NOT_SAVED>");
    assert_false(are_apart("ann", "bob"));
    say_slowly(NULL, "ann", "block bob");
    house_restart(&house);
    assert_true(are_apart("ann", "bob"));
    faulty_store_fail(faulty, 0, 1, STORE_FULL);
    say_slowly(NULL, "ann", "unblock bob");
    assert_told("<BLOCK_NOT_SAVED>");
    assert_true(are_apart("ann", "bob"));
    say_slowly(NULL, "ann", "unblock bob");
    house_restart(&house);
    assert_false(are_apart("ann", "bob"));
}

static test_case(one_person_blocks_a_hundred_at_most)
{
    struct block block;
    char key[16];
    meet();
    for (int i = 0; i < BLOCKS_OF_ONE; i++) {
        snprintf(key, sizeof key, "p%d", i);
        assert_int_equal(
            blocks_new(house.host, identity("net", "ann"), identity("far", key), key, &block),
            BLOCKS_NEW);
        blocks_put(house.host, &block);
    }
    say_slowly(NULL, "ann", "block bob");
    assert_told("<BLOCK_FULL most=100>");
    assert_true(are_apart("ann", "p99"));
    say_slowly(NULL, "ann", "block off 100");
    assert_false(are_apart("ann", "p99"));
    say_slowly(NULL, "ann", "block bob");
    assert_told("<BLOCK_DONE who=bob|network=far>");
}

static test_case(who_is_known_for_a_while_only_can_do_neither)
{
    house.is_lasting = false;
    house_restart(&house);
    say_slowly("#a", "$ann", "play coloretto");
    say_slowly("#a", "eve", "join");
    say_slowly(NULL, "eve", "block $ann");
    assert_told("to eve: <BLOCK_PASSING>");
    say_slowly(NULL, "$ann", "block eve");
    assert_told("to $ann: <BLOCK_UNKNOWN typed=eve>");
}

/* A process reads its own rows, too, before or after it is told that they are kept. */
static test_case(a_row_that_is_learnt_as_well_counts_once)
{
    struct block block;
    const struct block *list[BLOCKS_OF_ONE];
    assert_int_equal(
        blocks_new(house.host, identity("net", "ann"), identity("far", "bob"), "bob", &block),
        BLOCKS_NEW);
    blocks_put(house.host, &block);
    blocks_put(house.host, &block);
    assert_int_equal(blocks_of(house.host, identity("net", "ann"), list), 1);
    blocks_drop(house.host, block.number);
    assert_int_equal(blocks_of(house.host, identity("net", "ann"), list), 0);
    assert_false(are_apart("ann", "bob"));
}

/* Who offers a seat and logs in then is who was blocked. */
static test_case(who_logs_in_is_known_in_the_list_too)
{
    struct block block;
    house.is_lasting = false;
    house_restart(&house);
    say_slowly("#a", "eve", "seek coloretto");
    assert_int_equal(
        blocks_new(house.host, identity("far", "$bob"), identity("net", "$eve"), "eve", &block),
        BLOCKS_NEW);
    blocks_put(house.host, &block);
    far_say_slowly(NULL, "$bob", "open");
    assert_not_told("<OPEN_NONE>");
    host_bound(house.host, identity("net", "eve"), "$eve", ++house.now);
    house_settle(&house);
    far_say_slowly(NULL, "$bob", "open");
    assert_told("<OPEN_NONE>");
    far_say_slowly(NULL, "$cid", "open");
    assert_not_told("<OPEN_NONE>");
}

/* ---- one person under several names ---- */

static void link_them(const char *who, const char *other)
{
    say_slowly(NULL, who, "link");
    far_say_slowly(NULL, other, told_code("!link ", 8));
    say_slowly(NULL, who, "link yes");
    assert_told("<LINKED_2>");
}

static test_case(it_holds_under_every_linked_name)
{
    block_bob();
    assert_false(are_apart("ann", "robert"));
    assert_false(blocks_between(house.host, identity("net", "bobby"), identity("net", "ann")));
    link_them("bobby", "bob");
    assert_true(blocks_between(house.host, identity("net", "bobby"), identity("net", "ann")));
    link_them("ann", "annie");
    assert_true(blocks_between(house.host, identity("far", "annie"), identity("far", "bob")));
    assert_true(blocks_between(house.host, identity("far", "annie"), identity("net", "bobby")));
    assert_false(blocks_between(house.host, identity("far", "annie"), identity("net", "ann")));
    assert_false(blocks_between(house.host, identity("far", "annie"), identity("far", "cid")));
    far_say_slowly(NULL, "annie", "block");
    assert_told("<BLOCKED> 1 bob (far). ");
    far_say_slowly(NULL, "annie", "unblock bob");
    assert_false(are_apart("ann", "bob"));
}

/* ---- what is kept ---- */

static bool is_kept(const char *part)
{
    char *all = witness_load(house.store);
    bool is = strstr(all, part) != NULL;
    free(all);
    return is;
}

static void forget_them(const char *network, const char *who)
{
    char line[32];
    say_on(network, NULL, who, "forgetme");
    snprintf(line, sizeof line, "%s", told_code("!forgetme ", 6));
    say_on(network, NULL, who, line);
    house_wait(&house, 1000);
    assert_told("<FORGOTTEN>");
}

static test_case(mydata_shows_it_to_whose_it_is_and_to_nobody_else)
{
    block_bob();
    say_slowly(NULL, "ann", "mydata");
    assert_told("<MYDATA_BLOCK name=bob|network=far>");
    far_say_slowly(NULL, "bob", "mydata");
    assert_not_told("ann");
    assert_not_told("block");
    say_slowly("#a", "ann", "seek coloretto");
    say_slowly(NULL, "ann", "mydata");
    assert_told("<MYDATA_SEEK number=1>");
    far_say_slowly(NULL, "cid", "mydata");
    assert_not_told("<MYDATA_SEEK number=1>");
}

static test_case(it_is_forgotten_with_who_did_it)
{
    block_bob();
    assert_true(is_kept("block."));
    forget_them("net", "ann");
    assert_false(is_kept("block."));
    assert_false(are_apart("ann", "bob"));
    house_restart(&house);
    assert_false(are_apart("ann", "bob"));
}

/* Nobody gets rid of it by being forgotten, and nothing of the name stays. */
static test_case(it_goes_on_without_the_name_of_who_is_forgotten)
{
    block_bob();
    assert_true(is_kept("name=bob"));
    forget_them("far", "bob");
    assert_false(is_kept("name=bob"));
    assert_false(is_kept("key=bob"));
    assert_true(are_apart("ann", "bob"));
    house_restart(&house);
    assert_true(are_apart("ann", "bob"));
    say_slowly(NULL, "ann", "block");
    assert_told("<BLOCKED> 1 (forgotten) (far). ");
}

static test_case(an_open_seat_forgets_who_offered_it)
{
    say_slowly("#a", "ann", "seek coloretto");
    assert_true(is_kept("key=ann"));
    forget_them("net", "ann");
    assert_false(is_kept("key=ann"));
    assert_false(is_kept("network=net game=")); /* the number alone stays */
}

/* ---- each way in ---- */

/* To the letter what a number is answered that nobody ever had, in private and in a channel. */
static void expect_gone(const char *network, const char *who, const char *number)
{
    static const char *const rooms[] = {NULL, "#lounge"};
    char line[32];
    snprintf(line, sizeof line, "join %s", number);
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        say_on(network, rooms[i], who, line);
        char *blocked = told_to(who);
        int posts = house.posts, whispers = house.whispers;
        say_on(network, rooms[i], who, "join 999");
        char *gone = told_to(who);
        assert_string_equal(blocked, gone);
        assert_int_equal(posts, house.posts);
        assert_int_equal(whispers, house.whispers);
        free(blocked);
        free(gone);
        assert_null(host_find(house.host, network, "#lounge"));
    }
}

static test_case(a_number_is_gone_for_who_is_blocked)
{
    block_bob();
    say_slowly("#a", "ann", "seek coloretto");
    say_on("far", NULL, "bob", "open");
    assert_told("to bob: <OPEN_NONE>");
    expect_gone("far", "bob", "1");
    assert_int_equal(house_table(&house, "#a")->seat_count, 1);
    say_on("far", NULL, "cid", "open");
    assert_told(
        "to cid: <OPEN_SEATS n=1|number=1|text=1 Coloretto on net, clock live, 1 of 5 sit>");
    say_on("far", NULL, "cid", "join 1");
    house_wait(&house, 5000);
    assert_int_equal(house_table(&house, "#a")->seat_count, 2);
}

/* Who blocks meets nobody whom they blocked, either. */
static test_case(a_number_is_gone_for_who_blocks)
{
    block_bob();
    say_on("far", "#z", "bob", "seek coloretto");
    say_on("net", NULL, "ann", "open");
    assert_told("to ann: <OPEN_NONE>");
    expect_gone("net", "ann", "1");
    say_on("net", NULL, "cid", "open");
    assert_told(
        "to cid: <OPEN_SEATS n=1|number=1|text=1 Coloretto on far, clock live, 1 of 5 sit>");
}

/* A list with others has just one line less. */
static test_case(other_seats_are_listed)
{
    block_bob();
    say_slowly("#a", "ann", "seek coloretto");
    say_slowly("#b", "cid", "seek kritters");
    say_on("far", NULL, "bob", "open");
    assert_told(
        "to bob: <OPEN_SEATS n=1|number=2|text=2 Colour MY Kritters on net, clock live, 1 of 12 sit>");
    say_on("far", NULL, "bob", "join 2");
    house_wait(&house, 5000);
    assert_int_equal(house_table(&house, "#b")->seat_count, 2);
}

static test_case(a_code_is_unknown_to_who_is_blocked)
{
    char line[32];
    block_bob();
    say_slowly("#a", "ann", "play coloretto");
    say_slowly("#a", "ann", "invite");
    snprintf(line, sizeof line, "join %s", house_table(&house, "#a")->shown.invite);
    say_on("far", "#lounge", "bob", line);
    char *blocked = told_to("bob");
    assert_not_told("to ann"); /* who would have been asked */
    char *last = &line[strlen(line) - 1], letter = *last;
    *last = letter == 'K' ? 'M' : 'K';
    say_on("far", "#lounge", "eve", line);
    *last = letter;
    char *unknown = told_to("eve");
    assert_string_equal(blocked + strlen("to bob: "), unknown + strlen("to eve: "));
    free(blocked);
    free(unknown);
    say_on("far", NULL, "bob", line);
    assert_int_equal(house_table(&house, "#a")->seat_count, 1);
    say_on("far", NULL, "cid", line);
    assert_int_equal(house_table(&house, "#a")->seat_count, 2);
}

/* In a room where both are, the table is the room's. */
static test_case(in_ones_own_room_anybody_sits_down)
{
    say_slowly("#a", "ann", "play coloretto");
    say_slowly("#a", "dan", "join");
    say_slowly("#a", "dan", "leave");
    say_slowly(NULL, "ann", "block dan");
    assert_told("<BLOCK_DONE who=dan|network=net>");
    say_slowly("#a", "dan", "join");
    assert_int_equal(house_table(&house, "#a")->seat_count, 2);
}

static test_case(nobody_is_told_in_private_that_the_other_opened_a_table)
{
    say_slowly("#a", "ann", "play coloretto");
    say_slowly("#a", "dan", "join");
    say_slowly("#a", "dan", "leave");
    say_slowly("#a", "ann", "stop");
    say_slowly("#a", "ann", "stop");
    say_slowly("#a", "dan", "notify coloretto");
    say_slowly("#a", "cid", "notify coloretto");
    say_slowly(NULL, "dan", "block ann");
    house_forget(&house);
    house_say(&house, "#a", "ann", "play coloretto");
    for (int i = 0; i < 60; i++)
        house_wait(&house, 1000);
    assert_told("to cid: <NOTICE_1 who=ann|game=Coloretto|room=#a>");
    assert_not_told("to dan");
}

/* cid, who plays from afar, reads no word of bob's; and bob reads what he would read anyway. */
static test_case(words_of_who_is_blocked_reach_nobody_who_did_it)
{
    say_slowly("#a", "bob", "play coloretto");
    say_slowly("#a", "bob", "invite");
    far_say_slowly(NULL, "cid", told_code("!join ", 8));
    say_slowly("#a", "bob", "say one");
    assert_told("far to cid: <SAID who=bob|room=#a|network=net|said=one>");
    assert_told("to bob: <SAY_DONE>");
    far_say_slowly(NULL, "cid", "block bob");
    say_slowly("#a", "bob", "say two");
    assert_told("to bob: <SAY_DONE>");
    assert_not_told("to cid");
}

/* ---- names ---- */

/* Until somebody sits, people elsewhere read no name, whatever they try. */
static test_case(no_name_crosses_before_somebody_sits)
{
    static const char *const words[] = {"open", "join 1", "who", "board", "join 2", "invite"};
    say_slowly("#a", "Quizzacious", "seek heartcatchers");
    say_slowly("#a", "Quizzacious", "add robot");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        say_on("far", NULL, "bob", words[i]);
        assert_not_told("Quizz");
        say_on("far", "#lounge", "bob", words[i]);
        assert_not_told("Quizz");
    }
    say_slowly("#a", "Quizzacious", "stop");
    say_slowly("#a", "Quizzacious", "stop");
    say_slowly("#a", "Quizzacious", "seek coloretto");
    house.tells_all = true;
    house_forget(&house);
    far_says("#lounge", "bob", "join 2");
    house_settle(&house);
    const char *shown = strstr(house.told, "far #lounge: "), *name = strstr(house.told, "Quizz");
    assert_non_null(shown);
    assert_true(!name || name > shown + strcspn(shown, "\n"));
}

/* No talk crosses unless both rooms let it. */
static test_case(no_talk_crosses_unless_both_rooms_allow_it)
{
    say_slowly("#a", "ann", "seek coloretto");
    far_say_slowly("#lounge", "bob", "join 1");
    house_wait(&house, 5000);
    assert_int_equal(house_table(&house, "#a")->seat_count, 2);
    say_as("far", "#lounge", "op", RANK_OPERATOR, "settings say no");
    say_slowly("#a", "ann", "say hello");
    assert_told("to ann: <SAY_NOBODY>");
    assert_not_told("hello");
    far_say_slowly("#lounge", "bob", "say hello");
    assert_told("far to bob: <SAY_OFF>");
    say_as("far", "#lounge", "op", RANK_OPERATOR, "settings say yes");
    say_as("net", "#a", "op", RANK_OPERATOR, "settings say no");
    far_say_slowly("#lounge", "bob", "say hello");
    assert_told("far to bob: <SAY_NOBODY>");
    say_as("net", "#a", "op", RANK_OPERATOR, "settings say yes");
    far_say_slowly("#lounge", "bob", "say hello");
    assert_told("#a: <SAID who=bob|room=#lounge|network=far|said=hello>");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_lasting_and_far, close_house)
    const struct CMUnitTest tests[] = {
        TEST(people_of_tables_are_listed_and_picked),
        TEST(it_is_taken_back_by_number_and_by_name),
        TEST(the_answer_is_private),
        TEST(it_stands_after_a_kill_and_only_once_it_is_kept),
        TEST(one_person_blocks_a_hundred_at_most),
        TEST(who_is_known_for_a_while_only_can_do_neither),
        TEST(a_row_that_is_learnt_as_well_counts_once),
        TEST(who_logs_in_is_known_in_the_list_too),
        TEST(it_holds_under_every_linked_name),
        TEST(mydata_shows_it_to_whose_it_is_and_to_nobody_else),
        TEST(it_is_forgotten_with_who_did_it),
        TEST(it_goes_on_without_the_name_of_who_is_forgotten),
        TEST(an_open_seat_forgets_who_offered_it),
        TEST(a_number_is_gone_for_who_is_blocked),
        TEST(a_number_is_gone_for_who_blocks),
        TEST(other_seats_are_listed),
        TEST(a_code_is_unknown_to_who_is_blocked),
        TEST(in_ones_own_room_anybody_sits_down),
        TEST(nobody_is_told_in_private_that_the_other_opened_a_table),
        TEST(words_of_who_is_blocked_reach_nobody_who_did_it),
        TEST(no_name_crosses_before_somebody_sits),
        TEST(no_talk_crosses_unless_both_rooms_allow_it),
    };
    return cmocka_run_group_tests_name("block", tests, NULL, NULL);
}

/* Who is banned from the house is not heard, by whatever key, name or restart; their seats pass
   to robots; and only admins ban. Bans of rooms: test_host_bans_room.c. */
#include <stdio.h>
#include <string.h>

#include <limits.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ban.h"
#include "commands.h"
#include "faulty_store.h"
#include "host_admin.h"
#include "host_state.h"
#include "household.h"
#include "in_words.h"
#include "log.h"
#include "port.h"
#include "prose.h"
#include "store.h"
#include "testing.h"
#include "turn.h"

enum { DAY = 24 * 60 * 60 * 1000 };

static test_fixture(opened)
{
    open_passing(NULL);
    house.commands = commands_new();
    return 0;
}

static void say(const char *room, const char *who, const char *text)
{
    house_wait(&house, 10 * 1000);
    house_forget(&house);
    house_say(&house, room, who, text);
}

static void order(const char *room, const char *text)
{
    house_forget(&house);
    house_say_as(&house, room, "boss", RANK_ADMIN, NULL, text);
    house_settle(&house);
}

static void say_from(const char *source, const char *key, const char *name, const char *text)
{
    house.source = (struct heard_source){source, 4};
    house.name = name;
    say("#g", key, text);
    house.source = (struct heard_source){0};
    house.name = NULL;
}

static void seat_three(void)
{
    say("#g", "ann", "play colorcatcher");
    say("#g", "bob", "join");
    say("#g", "cid", "join");
    say("#g", "ann", "start");
}

static test_case(only_admins_ban_from_the_house)
{
    static const char *const words[] = {"ban bob", "unban bob", "bans"};
    say("#g", "bob", "games");
    for (int i = 0; i < 3; i++) {
        say("#g", "ann", words[i]);
        house_expect(&house, "to ann: <OPERATORS_ONLY_1>");
        house_forget(&house);
        house_say_as(&house, "#g", "op", RANK_OPERATOR, NULL, words[i]);
    }
    assert_int_equal(house.host->bans->count, 0);
    say("#g", "bob", "games");
    house_expect(&house, "to bob: <GAMES_1>");
    say("#g", "ann", "help");
    house_expect_not(&house, "!ban");
    order(NULL, "help");
    house_expect(&house, "!bans");
}

static test_case(a_banned_person_gets_one_sentence_a_day)
{
    say("#g", "bob", "games");
    order(NULL, "ban bob");
    house_expect(&house, "to boss: <BAN_DONE who=bob|until=for good|number=1>");
    say("#g", "bob", "games");
    assert_string_equal(house.told, in_words("to bob: <BANNED until=for good>\n"));
    for (int i = 0; i < 5; i++) {
        say(i % 2 ? NULL : "#g", "bob", i % 2 ? "help" : "play heartcatchers");
        assert_string_equal(house.told, "");
    }
    house_wait(&house, DAY);
    say(NULL, "bob", "help");
    house_expect(&house, "to bob: <BANNED_1>");
    say("#g", "ann", "games");
    house_expect(&house, "to ann: <GAMES_1>");
    order(NULL, "unban bob");
    house_expect(&house, "<UNBAN_DONE who=bob>");
    say("#g", "bob", "games");
    house_expect(&house, "to bob: <GAMES_1>");
}

static test_case(seats_of_the_banned_pass_to_robots)
{
    seat_three();
    order("#g", "ban bob 7");
    house_expect(&house, "to boss: <BAN_DONE who=bob|until=until 1970-01-08|number=1>");
    house_expect(&house, "#g: <BANNED_PLAY who=bob>");
    say("#g", "bob", "join");
    say("#g", "bob", "hand");
    assert_string_equal(house.told, "");
    assert_int_equal(house_table(&house, "#g")->seat_count, 3);
    order("#g", "ban ann");
    order("#g", "ban cid");
    house_expect(&house, "<BANNED_LOBBY_1 who=cid>");
    assert_null(house_table(&house, "#g")); /* nobody is left */
}

static test_case(before_the_game_they_get_up)
{
    say("#g", "ann", "play colorcatcher");
    say("#g", "bob", "join");
    order("#g", "ban ann");
    house_expect(&house, "#g: <BANNED_LOBBY who=ann>");
    house_expect(&house, "#g: <HANDED_OVER who=bob>");
}

/* The host stays the same, whatever connection, nick and ident. */
static test_case(a_new_key_from_the_same_host_is_banned_too)
{
    say_from("evil.example", "~1.1", "eve", "games");
    order(NULL, "ban eve");
    say_from("evil.example", "~2.7", "ivy", "games");
    house_expect(&house, "<BANNED_1>");
    say_from("good.example", "~3.1", "eve", "games");
    house_expect(&house, "<GAMES_1>");
}

static test_case(what_nobody_is_called_is_a_host_or_an_account)
{
    order(NULL, "ban evil.example 1");
    house_expect(&house, "<I_HAVE_HEARD_NOBODY>");
    order(NULL, "ban $eve");
    say_from("evil.example", "~2.7", "ivy", "games");
    house_expect(&house, "<BANNED_2 until=until 1970-01-02>");
    say(NULL, "$eve", "games");
    house_expect(&house, "<BANNED_1>");
    house_wait(&house, DAY);
    say_from("evil.example", "~2.7", "ivy", "games");
    house_expect(&house, "<GAMES_1>"); /* its day is over */
    say(NULL, "$eve", "games");
    house_expect(&house, "<BANNED_1>");
}

static test_case(bans_hold_after_a_restart)
{
    say_from("evil.example", "~1.1", "eve", "games");
    say(NULL, "$bob", "games");
    order(NULL, "ban eve");
    order(NULL, "ban $bob 30");
    order(NULL, "ban nobody 1");
    order(NULL, "unban nobody");
    house_restart(&house);
    say_from("evil.example", "~9.1", "zed", "games");
    house_expect(&house, "<BANNED_1>");
    say(NULL, "$bob", "games");
    house_expect(&house, "<BANNED_2 until=until 1970-01-31>");
    say(NULL, "nobody", "games");
    house_expect(&house, "<GAMES_MENU>");
    order(NULL, "bans");
    house_expect(&house, "<BANS_LIST page=1|most=1>\n1 eve on net for good, by boss\n2 $bob on net "
                         "until 1970-01-31, by boss\n");
    order(NULL, "ban zoe");
    house_expect(&house, "!unban 3");
}

/* A person banned while the program was not running: the seat is found when the room is back. */
static test_case(a_seat_is_found_when_the_room_is_back)
{
    seat_three();
    house_restart(&house);
    struct prose answer;
    prose_clear(&answer);
    host_ban(house.host,
             &(struct host_ban_order){.network = "net", .who = "cid", .by = "the command line"},
             &answer);
    house_forget(&house);
    host_room_ready(house.host, "net", "#g", ++house.now);
    house_settle(&house);
    house_expect(&house, "#g: <BANNED_PLAY who=cid>");
}

static test_case(a_name_of_two_is_asked_about)
{
    say_from("a.example", "~1.1", "bob", "games");
    say_from("b.example", "~1.2", "Bob", "games");
    order(NULL, "ban bob");
    house_expect(&house, "<BAN_WHICH_1 typed=bob>");
    order(NULL, "ban ~1.2");
    house_expect(&house, "<BAN_DONE_1 who=Bob>");
    say_from("a.example", "~1.1", "bob", "games");
    house_expect(&house, "<GAMES_1>");
}

/* At whatever table, also of somebody who was silent for long. */
static test_case(who_sits_anywhere_can_be_named)
{
    seat_three();
    house_restart(&house);
    order("#elsewhere", "ban cid");
    house_expect(&house, "<BAN_DONE_1 who=cid>");
}

static test_case(a_banned_flooder_does_not_fill_the_queue)
{
    seat_three();
    assert_non_null(bans_add(house.host, (struct ban_scope){0}, identity("net", "cid"), NULL));
    const struct session *session = house_table(&house, "#g");
    for (int i = 0; i < 4 * SESSION_QUEUE; i++)
        house_say_as(&house, "#g", "cid", 0, NULL, "hand"); /* the store works meanwhile */
    assert_in_range(session->queue.length, 0, SESSION_QUEUE);
    house_settle(&house);
    house_expect(&house, "#g: <BANNED_PLAY who=cid>");
}

static test_case(admins_cannot_be_banned)
{
    order(NULL, "ban boss");
    house_expect(&house, "<ROOM_BAN_ADMIN who=boss>");
    order(NULL, "ban");
    house_expect(&house, "<BAN_WHOM_1>");
    order(NULL, "ban bob 99999999999");
    house_expect(&house, "<BAN_WHOM_1>");
    order(NULL, "unban bob");
    house_expect(&house, "<UNBAN_UNKNOWN_1 typed=bob>");
    order(NULL, "bans");
    house_expect(&house, "<BANS_NONE>");
}

/* The list is bounded, and so are its answers. */
static test_case(no_more_bans_than_can_be_kept)
{
    char text[64];
    for (int i = 0; i <= BANS_MOST; i++) {
        snprintf(text, sizeof text, "ban host%d.example", i);
        order(NULL, text);
    }
    house_expect(&house, "<BANS_FULL_1 most=500>");
    assert_int_equal(house.host->bans->count, BANS_MOST);
    order(NULL, "bans 63");
    house_expect(&house, "page 63 of 63");
    house_expect(&house, "500 host499.example");
    house_restart(&house);
    assert_int_equal(house.host->bans->count, BANS_MOST);
}

/* It holds until the next start: the log tells the admin that there is something to do. */
static test_case(a_ban_that_cannot_be_saved_is_logged)
{
    char bytes[1024] = "";
    int fd = memfd_create("log", MFD_CLOEXEC);
    log_setup(LOG_WARN, fd);
    faulty_store_fail(faulty, 0, INT_MAX, STORE_FULL);
    order(NULL, "ban bob");
    faulty_store_fail(faulty, 0, 0, STORE_OK);
    order(NULL, "ban cid");
    log_setup(LOG_INFO, STDERR_FILENO);
    assert_true(pread(fd, bytes, sizeof bytes - 1, 0) > 0);
    assert_non_null(strstr(bytes, "error ban-not-saved number=1 "));
    assert_null(strstr(bytes, "number=2"));
    close(fd);
    say("#g", "bob", "games");
    house_expect(&house, "to bob: ");
    house_expect_not(&house, "Heartcatchers");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, opened, close_house)
    const struct CMUnitTest tests[] = {
        TEST(only_admins_ban_from_the_house),
        TEST(a_banned_person_gets_one_sentence_a_day),
        TEST(seats_of_the_banned_pass_to_robots),
        TEST(before_the_game_they_get_up),
        TEST(a_new_key_from_the_same_host_is_banned_too),
        TEST(what_nobody_is_called_is_a_host_or_an_account),
        TEST(bans_hold_after_a_restart),
        TEST(a_seat_is_found_when_the_room_is_back),
        TEST(a_name_of_two_is_asked_about),
        TEST(who_sits_anywhere_can_be_named),
        TEST(a_banned_flooder_does_not_fill_the_queue),
        TEST(admins_cannot_be_banned),
        TEST(no_more_bans_than_can_be_kept),
        cmocka_unit_test_setup_teardown(a_ban_that_cannot_be_saved_is_logged, opened, close_house),
    };
    return cmocka_run_group_tests_name("bans", tests, NULL, NULL);
}

/* Seal, cuts and secret at a table of people: what is told of them and when, and what they do to
   a deal. The sums are test_luck.c's; what does nothing to a deal, test_typing.c's; what a host
   can do who has the secret, test_host_cheats.c's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_admin.h"
#include "host_state.h"
#include "house.h"
#include "port.h"
#include "prose.h"
#include "record_keep.h"
#include "record_lines.h"
#include "scratch.h"
#include "seal.h"
#include "session_view.h"
#include "store.h"
#include "tables.h"
#include "testing.h"
#include "text.h"
#include "tools.h"

static struct house house;

static void open_house(uint64_t seed)
{
    house_open(&house, store_memory_new(), true, seed);
    house_open_namesake(&house, NULL);
}

static void close_house(void)
{
    house_close(&house);
    store_close(house.store);
}

static void say(const char *who, const char *text)
{
    house_say(&house, "#g", who, text);
}

static struct session *table(void)
{
    struct session *session = house_table(&house, "#g");
    assert_non_null(session);
    return session;
}

/* The record of the first table, to be freed. */
static char *record(void)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&bytes, &size);
    assert_non_null(file);
    record_export(house.store, 1, file);
    fclose(file);
    return bytes;
}

static void expect_in_record(const char *part, bool is_there)
{
    char *bytes = record();
    if ((strstr(bytes, part) != NULL) != is_there)
        fail_msg("'%s' is %s in:\n%s", part, is_there ? "not" : "there", bytes);
    free(bytes);
}

/* ---- what is told ---- */

static test_case(the_seal_stands_in_the_opening_and_nowhere_else)
{
    char seal[LUCK_SEAL], told[64];
    open_house(0);
    say("ann", "open ");
    seal_luck_seal(table()->playing->lot.secret, table()->playing->lot.id, seal);
    snprintf(told, sizeof told, "Seal %s", seal);
    house_expect(&house, told);
    snprintf(told, sizeof told, "seal value=%s ", seal);
    expect_in_record(told, true);
    say("bob", "join");
    say("ann", "board");
    assert_int_equal(house_count(&house, seal), 1);
    say("eve", "fair");
    assert_int_equal(house_count(&house, seal), 2);
    close_house();
}

static test_case(a_fixed_deal_is_said_to_be_one)
{
    open_house(7);
    say("ann", "open ");
    house_expect(&house, "<SEAL_FIXED_1>");
    say("ann", "fair");
    house_expect(&house, "<FAIR_FIXED_1>");
    expect_in_record("seal value=fixed ", true);
    close_house();
}

/* What was said before the seats are closed proves nothing; after that each person hears what
   the cuts prove to them. */
static test_case(fair_answers_who_asks)
{
    open_house(0);
    house.is_cutting = true;
    say("ann", "deal colorcatcher");
    say("ann", "fair");
    house_expect(&house, "to ann: <FAIR_OPEN_1>");
    say("bob", "join cut=over the hills");
    house_expect(&house, "to bob: <CUT_EARLY_1>");
    say("cid", "join");
    say("ann", "start");
    house_expect(&house, "<CLOSED who=ann, bob and cid><GAME_NOT_BEGUN_SOON_2 seconds=10>");
    say("bob", "fair");
    house_expect(&house, "to bob: <FAIR_NOBODY_YET_1>");
    say("bob", "cut seven red herrings");
    house_expect(&house, "<CUT who=bob>");
    say("bob", "fair");
    house_expect(&house, "to bob: <FAIR_LAST_YET_1>");
    say("cid", "cut far away");
    house_expect_not(&house, "far away"); /* the words themselves are told to nobody */
    assert_true(session_has_begun(table()));
    say("bob", "fair");
    house_expect(&house, "to bob: <FAIR_AFTER_1 who=cid>");
    say("cid", "fair");
    house_expect(&house, "to cid: <FAIR_LAST_1>");
    say("ann", "fair");
    house_expect(&house, "<FAIR_OTHERS_1>");
    house_restart(&house);
    house_forget(&house);
    say("bob", "fair");
    house_expect(&house, "to bob: <FAIR_AFTER_2 who=cid>");
    close_house();
}

static test_case(nobody_cut)
{
    static const char none[] =
        "to ann: Nobody cut after the seats were closed, so whoever can read the secret";
    static const char *const openings[] = {"deal colorcatcher", "deal colorcatcher cut=my words"};
    for (int i = 0; i < 2; i++) {
        open_house(0);
        say("ann", openings[i]);
        say("ann", "robot");
        say("ann", "start");
        house_forget(&house);
        say("ann", "fair");
        house_expect(&house, none);
        house_restart(&house);
        house_forget(&house);
        say("ann", "fair");
        house_expect(&house, none);
        close_house();
    }
}

static void say_on(const char *network, const char *room, const char *who, const char *text)
{
    house.network = network;
    house_say(&house, room, who, text);
    house.network = NULL;
}

/* Who hears that a deal is not proven hears what would have worked for such a table, on each of
   two networks. */
static test_case(fair_names_what_would_have_worked)
{
    static const char alone[] =
        "With one person I deal as soon as the seats are closed; '!play colorcatcher cut' waits for your !cut.";
    static const char together[] =
        "Next time, say !cut and some words of your own in the 10 seconds after the seats are closed.";
    static const char *const networks[] = {"net", "far"};
    open_house(0);
    house_open_far(&house);
    house.is_cutting = true;
    for (int i = 0; i < 2; i++) {
        say_on(networks[i], "#g", "ann", "deal colorcatcher");
        house_forget(&house);
        say_on(networks[i], "#g", "ann", "fair");
        house_expect(&house, alone); /* so far nobody else sits there */
        say_on(networks[i], "#g", "ann", "robot");
        say_on(networks[i], "#g", "ann", "start");
        house_forget(&house);
        say_on(networks[i], "#g", "eve", "fair");
        house_expect(&house, "to eve: <FAIR_NOBODY_1>");
        house_expect(&house, alone);
        house_expect_not(&house, together);

        say_on(networks[i], "#h", "cid", "deal colorcatcher");
        say_on(networks[i], "#h", "dan", "join");
        house_forget(&house);
        say_on(networks[i], "#h", "cid", "fair");
        house_expect_not(&house, alone);
        say_on(networks[i], "#h", "cid", "start");
        house_wait(&house, SEAL_CUTS_MS);
        house_forget(&house);
        say_on(networks[i], "#h", "dan", "fair");
        house_expect(&house, together);
        house_expect_not(&house, alone);
    }
    close_house();
}

/* Who asked to cut first is told to say start, and that there is time. */
static test_case(fair_does_not_name_what_was_done)
{
    open_house(0);
    house.is_cutting = true;
    say("ann", "deal colorcatcher cut");
    house_forget(&house);
    say("ann", "fair");
    house_expect(&house, "<FAIR_OPEN_2>");
    house_expect_not(&house, "<FAIR_ALONE_1>");
    say("ann", "robot");
    say("ann", "start");
    say("ann", "cut seven red herrings");
    house_forget(&house);
    say("ann", "fair");
    house_expect(&house, "to ann: <FAIR_LAST_1>");
    house_expect_not(&house, "<FAIR_ALONE_1>");
    close_house();
}

/* ---- between closing and the deal ---- */

/* What would choose another deal, or another seat in it, is refused; none of it moves what the
   deal follows from. */
static test_case(nothing_is_chosen_once_the_seats_are_closed)
{
    static const struct {
        const char *who, *text, *told;
    } tries[] = {
        {"cid", "join", "to cid: <JOIN_CLOSED_1 who=ann and bob>"},
        {"ann", "robot", "to ann: <ADD_CLOSED_1>"},
        {"ann", "options rounds=1", "to ann: <OPTIONS_CLOSED_1>"},
    };
    open_house(0);
    house.is_cutting = true;
    say("ann", "deal colorcatcher");
    say("bob", "join");
    say("ann", "start");
    int64_t lines = table()->record.next_line;
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        say(tries[i].who, tries[i].text);
        house_expect(&house, tries[i].told);
        assert_int_equal(table()->record.next_line, lines);
    }
    assert_false(session_has_begun(table()));
    close_house();
}

/* The key of the first game. */
static void find_key(unsigned char key[LUCK_KEY])
{
    assert_true(session_has_begun(table()));
    memcpy(key, table()->playing->key, LUCK_KEY);
}

/* However somebody goes once the seats are closed: a robot plays in the same seat with the same
   cut. */
static test_case(who_goes_moves_no_draw)
{
    static const struct {
        const char *who, *text; /* NULL: nobody goes */
    } ways[] = {{"ann", NULL}, {"bob", "leave"}, {"ann", "kick bob"}};
    unsigned char first[LUCK_KEY], key[LUCK_KEY];
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        open_house(7); /* the same secret in each turn */
        house.is_cutting = true;
        say("ann", "deal colorcatcher");
        say("bob", "join");
        say("cid", "join");
        say("ann", "start");
        say("bob", "cut one");
        if (ways[i].text)
            say(ways[i].who, ways[i].text);
        house_wait(&house, SEAL_CUTS_MS);
        find_key(i == 0 ? first : key);
        assert_int_equal(table()->seat_count, 3);
        if (i > 0)
            assert_memory_equal(key, first, LUCK_KEY);
        close_house();
    }
}

/* Or else the person who cut before would hear that the own cut was the last. */
static test_case(who_was_kicked_has_cut_all_the_same)
{
    open_house(0);
    house.is_cutting = true;
    say("ann", "deal colorcatcher");
    say("bob", "join");
    say("cid", "join");
    say("ann", "start");
    say("ann", "cut one");
    say("bob", "cut two");
    say("ann", "kick bob");
    for (int i = 0; i < 3; i++) {
        house_forget(&house);
        say("ann", "fair");
        house_expect(&house, "to ann: <FAIR_AFTER_3> ");
        if (i == 0)
            house_wait(&house, SEAL_CUTS_MS);
        else
            house_restart(&house);
    }
    close_house();
}

/* The cards of a deal that its host could know are thrown away: the secret is shown, and it is
   counted. */
static test_case(a_deal_that_is_thrown_away_is_counted)
{
    char hex[SEAL_SECRET_HEX];
    open_house(0);
    house.is_cutting = true;
    for (int i = 0; i < 2; i++) {
        say("ann", "deal colorcatcher");
        say("bob", "join");
        say("ann", "start");
        seal_write_secret(&table()->playing->lot, hex);
        house_forget(&house);
        say("ann", "stop");
        assert_null(house_table(&house, "#g"));
        house_expect(&house, hex);
    }
    expect_in_record("\nend reason=undealt", true);
    house_restart(&house);
    house_forget(&house);
    say("eve", "fair");
    house_expect(&house, "to eve: <FAIR_TABLE number=2|game=Color Catcher>");
    house_expect(&house, hex);
    house_expect(&house, "<FAIR_UNDEALT n=2>");
    house_wait(&house, INT64_C(24) * 3600 * 1000);
    house_forget(&house);
    say("eve", "fair");
    house_expect_not(&house, "<FAIR_UNDEALT_1>");
    close_house();
}

/* What is told can be typed: the seal and the last link are whole. */
static test_case(how_to_check_is_told_in_lines_or_by_an_address)
{
    char seal[LUCK_SEAL], line[200];
    open_house(0);
    house.is_cutting = true;
    say("ann", "deal colorcatcher");
    say("bob", "join");
    say("ann", "start");
    snprintf(seal, sizeof seal, "%s", table()->record.seal);
    say("ann", "stop");
    say("eve", "fair");
    const char *secret = strstr(house.told, "last link ");
    assert_non_null(secret);
    snprintf(line, sizeof line, "\ntabletalk verify 1.record --seal %s --end %.64s says", seal,
             secret + strlen("last link "));
    house_expect(&house, line);
    house_expect(&house, "\n<FAIR_BY_HAND>");
    house_expect_not(&house, "<FAIR_PAGE");
    host_use_homepage(house.host, "https://cards.example/fair");
    house_forget(&house);
    say("eve", "fair");
    house_expect(&house, "\n<FAIR_PAGE address=https://cards.example/fair>");
    house_expect_not(&house, "tabletalk verify");
    close_house();
}

static test_case(who_is_alone_can_cut_first)
{
    open_house(0);
    say("ann", "deal colorcatcher robots=2 cut");
    house_expect(&house, "<CLOSED who=ann, robot and robot2> I deal once you have said !cut");
    house_wait(&house, 60000);
    assert_false(session_has_begun(table()));
    say("ann", "cut my words");
    assert_true(session_has_begun(table()));
    say("ann", "fair");
    house_expect(&house, "to ann: <FAIR_LAST_1>");
    say("ann", "stop");
    say("ann", "deal colorcatcher robots=2 cut");
    say("ann", "start");
    assert_true(session_has_begun(table()));
    close_house();
}

static test_case(cuts_are_refused_with_a_reason)
{
    open_house(0);
    say("ann", "cut early");
    house_expect(&house, "to ann: <TABLE_NONE_2>");
    say("ann", "deal colorcatcher");
    say("ann", "cut");
    house_expect(&house, "to ann: <CUT_WHAT_1>");
    say("bob", "join cut=");
    house_expect(&house, "to bob: <CUT_EMPTY_1>");
    say("eve", "cut mine");
    house_expect(&house, "to eve: <NOT_SEATED_1>");
    say("bob", "join");
    house.is_cutting = true;
    say("ann", "start");
    for (int i = 0; i < 10; i++)
        say("ann", "cut again");
    assert_int_equal(house_count(&house, "<CUT who=ann>"), 10);
    say("ann", "cut again");
    assert_int_equal(house_count(&house, "<CUT who=ann>"), 10); /* the bound of one person */
    house_expect(&house, "to ann: <CUT_OFTEN_1 most=10>");
    say("bob", "cut mine");
    house_expect(&house, "<CUT who=bob>");
    say("bob", "cut late");
    house_expect(&house, "to bob: <CUT_LATE_2>");
    close_house();
}

/* ---- the time for cuts ---- */

static bool has_begun(void)
{
    return session_has_begun(table());
}

static test_case(a_full_table_gives_people_ten_seconds)
{
    open_house(0);
    house.is_cutting = true;
    say("ann", "open ");
    say("bob", "join");
    house_expect(&house, "<JOINED_FULL who=bob>\n#g: <GAME_NOT_BEGUN_SOON_3 seconds=10>");
    house_wait(&house, 9900);
    assert_false(has_begun());
    house_wait(&house, 100);
    assert_true(has_begun());
    close_house();
}

static test_case(it_deals_at_once_when_all_are_ready)
{
    open_house(0);
    house.is_cutting = true;
    say("ann", "open ");
    say("bob", "join cut=one");
    say("bob", "start");
    house_expect(&house, "to bob: <START_READY who=ann|seconds=10>");
    assert_false(has_begun());
    say("bob", "move hide d me1");
    house_expect(&house, "to bob: <GAME_NOT_BEGUN_SOON seconds=10>");
    say("ann", "cut two");
    assert_true(has_begun());
    close_house();
}

static test_case(who_is_alone_waits_for_nobody)
{
    open_house(0);
    house.is_cutting = true;
    say("ann", "open ");
    say("ann", "robot");
    assert_true(has_begun());
    close_house();
}

static test_case(nothing_prolongs_the_time)
{
    open_house(0);
    house.is_cutting = true;
    say("ann", "open ");
    say("bob", "join");
    for (int second = 1; second < 10; second++) {
        house_wait(&house, 1000);
        say("bob", second % 2 ? "cut again" : "start");
        say("ann", "options match=2");
        assert_false(has_begun());
    }
    house_wait(&house, 1000);
    assert_true(has_begun());
    close_house();
}

/* A program that is killed, once or twice, at any moment of the time: it begins anew, and the
   table deals. */
static test_case(a_killed_table_waits_anew_and_deals)
{
    static const int moments[] = {0, 1, 5000, 9999, 10000};
    for (int i = 0; i < (int)(sizeof moments / sizeof *moments); i++) {
        open_house(0);
        house.is_cutting = true;
        say("ann", "open ");
        say("bob", "join");
        for (int kills = 0; kills < 2 && !has_begun(); kills++) {
            house_wait(&house, moments[i]);
            house_restart(&house);
            host_room_ready(house.host, "net", "#g", house.now);
            house_settle(&house);
        }
        assert_true(moments[i] == 10000 || !has_begun());
        house_wait(&house, 10000);
        assert_true(has_begun());
        close_house();
    }
}

static test_case(a_cut_outlives_the_program_and_a_start_does_not)
{
    open_house(0);
    house.is_cutting = true;
    say("ann", "open ");
    say("bob", "join");
    say("ann", "cut one");
    house_restart(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    house_settle(&house);
    house_expect(&house, "<RECOVERED_CLOSED game=Heartcatchers><GAME_NOT_BEGUN_SOON_2 seconds=10>");
    assert_false(has_begun());
    say("bob", "start");
    assert_true(has_begun());
    close_house();
    open_house(0);
    house.is_cutting = true;
    say("ann", "open ");
    say("bob", "join");
    say("bob", "start");
    house_restart(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    house_settle(&house);
    house_forget(&house);
    say("ann", "start");
    house_expect(&house, "to ann: <START_READY_1 who=bob>");
    close_house();
}

/* The network is lost for longer than the time lasts. */
static test_case(a_lost_network_deals_when_it_is_back)
{
    open_house(0);
    house.is_cutting = true;
    say("ann", "open ");
    say("bob", "join");
    house_wait(&house, 3000);
    host_network_gone(house.host, "net", house.now);
    house_wait(&house, 60000);
    assert_false(has_begun());
    host_room_ready(house.host, "net", "#g", house.now);
    house_settle(&house);
    house_wait(&house, 10000);
    assert_true(has_begun());
    close_house();
}

/* ---- the record ---- */

static test_case(the_secret_is_shown_when_it_is_over)
{
    char hex[2 * LUCK_SECRET + 1], line[100];
    open_house(0);
    say("ann", "deal colorcatcher cut=one");
    say("ann", "robot");
    say("ann", "start");
    for (int i = 0; i < LUCK_SECRET; i++)
        snprintf(hex + 2 * i, 3, "%02x", table()->playing->lot.secret[i]);
    house_expect_not(&house, hex);
    expect_in_record("reveal secret=", false);
    house_restart(&house);
    house_expect_not(&house, hex);
    say("ann", "stop");
    snprintf(line, sizeof line, "\nreveal secret=%s hash=", hex);
    expect_in_record(line, true);
    house_expect_not(&house, hex);
    say("ann", "fair");
    house_expect(&house, hex);
    close_house();
}

/* ---- however it ends for good ---- */

static void stop(void)
{
    say("ann", "stop");
}

static void leave(void)
{
    say("ann", "leave");
}

static void kick(void)
{
    house_say_as(&house, "#g", "op", RANK_OPERATOR, NULL, "kick ann");
    house_settle(&house);
}

static void ban(void)
{
    struct prose answer;
    prose_clear(&answer);
    host_ban(house.host, &(struct host_ban_order){.network = "net", .who = "ann", .by = "boss"},
             &answer);
    house_settle(&house);
}

static void end_by_order(void)
{
    host_end_table(house.host, 1, "zoe", house.now);
    house_settle(&house);
}

static void free_room(void)
{
    house.knows_sight = true;
    house_goes(&house, "ann");
    house_wait(&house, INT64_C(30) * 60 * 1000);
    say("dan", "free");
    assert_int_equal(house.host->asides.count, 1);
}

static void free_and_wait(void)
{
    free_room();
    house_restart(&house);
    house_wait(&house, INT64_C(7) * 24 * 3600 * 1000);
}

static void free_and_end_by_order(void)
{
    free_room();
    end_by_order();
}

static const struct ending {
    void (*end)(void);
    const char *told; /* with the secret behind it, in one post; NULL if no room hears of it */
} endings[] = {
    {stop, "#g: <STOPPED by=ann|game=Color Catcher> Secret "},
    {leave, "#g: <LEFT_PLAY_LAST who=ann> Secret "},
    {kick, "#g: <TABLE_CLOSED_EMPTY id=colorcatcher> Secret "},
    {ban, "#g: <TABLE_CLOSED_EMPTY id=colorcatcher> Secret "},
    {end_by_order, "#g: <ENDED by=zoe|game=Color Catcher> Secret "},
    {free_and_wait, NULL},
    {free_and_end_by_order, NULL},
};

/* The secret of the first table, as it is told. */
static void write_secret(char hex[SEAL_SECRET_HEX])
{
    seal_write_secret(&table()->playing->lot, hex);
}

/* Where the room wants it, behind the last words; elsewhere for who asks. */
static test_case(every_end_for_good_shows_the_secret)
{
    for (size_t i = 0; i < 2 * (sizeof endings / sizeof *endings); i++) {
        const struct ending *ending = &endings[i / 2];
        char hex[SEAL_SECRET_HEX], told[300];
        bool is_public = i % 2, is_told = ending->told && is_public;
        open_house(0);
        if (is_public)
            house_choose(&house, "#g", "proof=yes");
        say("ann", "deal colorcatcher");
        say("ann", "robot");
        say("ann", "start");
        write_secret(hex);
        ending->end();
        assert_null(house_table(&house, "#g"));
        assert_int_equal(house.host->asides.count, 0);
        snprintf(told, sizeof told, "%s%s", ending->told ? ending->told : "", hex);
        assert_int_equal(house_count(&house, told), is_told);
        assert_int_equal(house_count(&house, hex), is_told);
        snprintf(told, sizeof told, "\nreveal secret=%s hash=", hex);
        expect_in_record(told, true);
        expect_in_record("\nend reason=", true);
        house_forget(&house);
        say("eve", ending->told ? "fair" : "fair 1");
        assert_int_equal(house_count(&house, hex), 1);
        close_house();
    }
}

/* While a table is set aside, it is not over. */
static test_case(setting_aside_does_not_show_the_secret)
{
    char hex[SEAL_SECRET_HEX];
    open_house(0);
    say("ann", "deal colorcatcher");
    say("ann", "robot");
    say("ann", "start");
    write_secret(hex);
    free_room();
    house_expect_not(&house, hex);
    expect_in_record("\nreveal ", false);
    close_house();
}

/* No card was dealt from the secret, so nothing has to be checked, and the room is spared; the
   record has it all the same. */
static test_case(a_lobby_that_closes_tells_no_secret)
{
    static void (*const ends[])(void) = {stop, leave, kick, ban, end_by_order};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char hex[SEAL_SECRET_HEX], line[200];
        open_house(0);
        say("ann", "deal colorcatcher");
        write_secret(hex);
        ends[i]();
        assert_null(house_table(&house, "#g"));
        house_expect_not(&house, hex);
        snprintf(line, sizeof line, "\nreveal secret=%s hash=", hex);
        expect_in_record(line, true);
        close_house();
    }
}

static test_case(a_cut_behind_the_deal_is_no_record)
{
    open_house(0);
    say("ann", "deal colorcatcher");
    say("bob", "join");
    say("ann", "start");
    record_append(
        house.store, 1, table(),
        "cut seat=1 sum=1111111111111111111111111111111111111111111111111111111111111111");
    assert_int_equal(house_restart(&house), 0);
    close_house();
}

static test_case(a_change_behind_the_closing_of_the_seats_is_no_record)
{
    static const char *const lines[] = {"sit seat=3 robot=medium name=robot",
                                        "unsit seat=2",
                                        "option rounds=1",
                                        "close first=0",
                                        "start game=1 first=2",
                                        "first seat=2"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        open_house(0);
        house.is_cutting = true;
        say("ann", "deal colorcatcher");
        say("bob", "join");
        say("ann", "start");
        record_append(house.store, 1, table(), lines[i]);
        assert_int_equal(house_restart(&house), 0);
        close_house();
    }
}

static test_case(the_secret_beside_the_record_must_be_the_sealed_one)
{
    char other[] = "2222222222222222222222222222222222222222222222222222222222222222";
    open_house(0);
    say("ann", "deal colorcatcher");
    struct store_append append = {.table = 1,
                                  .first_seq = table()->record.next_line,
                                  .secret = other,
                                  .place = {"net", "#g"}};
    store_write(house.store, &append, NULL, NULL);
    record_keep_spoilt(house.store, 1);
    assert_int_equal(house_restart(&house), 0);
    close_house();
}

/* ---- what anybody can check ---- */

static void play_to_the_end(void)
{
    for (int i = 0; i < 60 && house_table(&house, "#g"); i++) {
        struct sight sight;
        struct moves moves;
        char bytes[MOVE_TEXT];
        struct text move = text_over(bytes, sizeof bytes);
        const struct session *session = table();
        int seat = 0;
        while (seat < session->seat_count &&
               !(session_due(session) >> seat & 1 && session_legal(session, seat, &sight, &moves)))
            seat++;
        assert_true(seat < session->seat_count);
        move_format(&session->playing->rules, NULL, &moves.list[0], &move);
        house_say(&house, NULL, session->seats[seat].name, bytes);
    }
    if (house_table(&house, "#g"))
        house_say_as(&house, "#g", "op", RANK_OPERATOR, NULL, "stop");
    house_settle(&house);
    assert_null(house_table(&house, "#g"));
}

static int run_tool(cli_run *tool, const char *name, const char *path, char *option, char *value,
                    const char *out)
{
    char words[2][200];
    snprintf(words[0], sizeof words[0], "%s", name);
    snprintf(words[1], sizeof words[1], "%s", path);
    char *argv[] = {words[0], words[1], option, value, NULL};
    FILE *file = fopen(out, "w");
    assert_non_null(file);
    int status = tool(2 + (option != NULL) + (value != NULL), argv, NULL, file, file);
    fclose(file);
    return status;
}

/* The script is the one of the document, as a reader would copy it. */
static test_case(a_record_is_checked_by_the_script_of_the_document)
{
    char *folder = scratch_make(), *path = scratch_path(folder, "record"),
         *tables = scratch_path(folder, "tables"), *sums = scratch_path(folder, "sums"),
         command[1000], seal[LUCK_SEAL], none[] = "A";
    open_house(0);
    house.is_lasting = true;
    say("ann", "deal kritters cut=one"); /* its decks are shuffled again and again */
    memcpy(seal, table()->record.seal, sizeof seal);
    say("bob", "join cut=two");
    say("ann", "start");
    play_to_the_end();
    char *bytes = record();
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(bytes, file);
    fclose(file);
    assert_int_equal(run_tool(tool_verify, "verify", path, (char[]){"--seal"}, seal, sums), 0);
    seal[0] = seal[0] == 'A' ? 'B' : 'A';
    assert_int_equal(run_tool(tool_verify, "verify", path, (char[]){"--seal"}, seal, sums), 1);
    assert_int_equal(run_tool(tool_verify, "verify", path, (char[]){"--seal"}, none, sums), 2);
    assert_int_equal(run_tool(tool_replay, "replay", path, (char[]){"--reveal"}, NULL, tables), 0);
    snprintf(
        command, sizeof command,
        "awk '/^```python/ {on = 1; next} /^```/ {on = 0} on' ../docs/fairness.md >%s/fair.py && python3 %s/fair.py %s && "
        "python3 host/verify_record.py %s",
        folder, folder, tables, tables);
    int status = system(command); // NOLINT(cert-env33-c): scripts of ours on files of ours
    assert_int_equal(status, 0);
    free(bytes);
    close_house();
    scratch_remove(folder);
    free(path);
    free(tables);
    free(sums);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seal_stands_in_the_opening_and_nowhere_else),
        cmocka_unit_test(a_fixed_deal_is_said_to_be_one),
        cmocka_unit_test(fair_answers_who_asks),
        cmocka_unit_test(nobody_cut),
        cmocka_unit_test(fair_names_what_would_have_worked),
        cmocka_unit_test(fair_does_not_name_what_was_done),
        cmocka_unit_test(nothing_is_chosen_once_the_seats_are_closed),
        cmocka_unit_test(who_goes_moves_no_draw),
        cmocka_unit_test(who_was_kicked_has_cut_all_the_same),
        cmocka_unit_test(how_to_check_is_told_in_lines_or_by_an_address),
        cmocka_unit_test(a_deal_that_is_thrown_away_is_counted),
        cmocka_unit_test(who_is_alone_can_cut_first),
        cmocka_unit_test(cuts_are_refused_with_a_reason),
        cmocka_unit_test(a_full_table_gives_people_ten_seconds),
        cmocka_unit_test(it_deals_at_once_when_all_are_ready),
        cmocka_unit_test(who_is_alone_waits_for_nobody),
        cmocka_unit_test(nothing_prolongs_the_time),
        cmocka_unit_test(a_killed_table_waits_anew_and_deals),
        cmocka_unit_test(a_cut_outlives_the_program_and_a_start_does_not),
        cmocka_unit_test(a_lost_network_deals_when_it_is_back),
        cmocka_unit_test(the_secret_is_shown_when_it_is_over),
        cmocka_unit_test(every_end_for_good_shows_the_secret),
        cmocka_unit_test(setting_aside_does_not_show_the_secret),
        cmocka_unit_test(a_lobby_that_closes_tells_no_secret),
        cmocka_unit_test(a_cut_behind_the_deal_is_no_record),
        cmocka_unit_test(a_change_behind_the_closing_of_the_seats_is_no_record),
        cmocka_unit_test(the_secret_beside_the_record_must_be_the_sealed_one),
        cmocka_unit_test(a_record_is_checked_by_the_script_of_the_document),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

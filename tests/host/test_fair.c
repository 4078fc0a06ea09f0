/* Seal, cuts and secret at a table of people: what is told of them and when, and what they do to a deal. The sums are
   test_luck.c's; what does nothing to a deal, test_typing.c's; what a host can do who has the secret, test_host_cheats.c's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session_view.h"
#include "store_append.h"
#include "house.h"
#include "luck.h"
#include "record_keep.h"
#include "record_lines.h"
#include "host_state.h"
#include "scratch.h"
#include "seal.h"
#include "store.h"
#include "testing.h"
#include "text.h"
#include "prose.h"
#include "tools.h"
#include "presence.h"
#include "tables.h"
#include "host_bans.h"

static struct house house;

static void open_house(uint64_t seed)
{
    house_open(&house, store_memory_new(), true, seed);
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
    luck_seal(table()->playing->lot.secret, table()->playing->lot.id, seal);
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
    house_expect(&house, "Fixed deal");
    say("ann", "fair");
    house_expect(&house, "it proves nothing");
    expect_in_record("seal value=fixed ", true);
    close_house();
}

static test_case(fair_says_who_cut_last)
{
    open_house(0);
    say("ann", "deal colorcatcher");
    say("ann", "fair");
    house_expect(&house, "Nobody has cut yet, so the host can still choose this deal.");
    say("bob", "join cut=over the hills");
    house_expect(&house, "bob cuts the deck.");
    say("ann", "cut far away");
    house_expect(&house, "ann cuts the deck.");
    house_expect_not(&house, "far away"); /* the words themselves are told to nobody */
    say("bob", "fair");
    house_expect(&house, "So far ann cut last.");
    say("ann", "start");
    house_forget(&house);
    say("bob", "fair");
    house_expect(
        &house,
        "ann cut last. The deal is proven to you if you cut after everybody who can read the secret of the host.");
    close_house();
}

static test_case(a_cut_of_somebody_who_got_up_does_not_count)
{
    open_house(0);
    say("ann", "deal colorcatcher cut=one");
    say("bob", "join cut=two");
    say("bob", "leave");
    say("cid", "join");
    say("ann", "start");
    house_forget(&house);
    say("cid", "fair");
    house_expect(&house, "ann cut last.");
    close_house();
}

static test_case(nobody_cut)
{
    open_house(0);
    say("ann", "deal colorcatcher");
    say("ann", "robot");
    say("ann", "start");
    house_forget(&house);
    say("ann", "fair");
    house_expect(&house, "Nobody cut, so the host could have chosen this deal.");
    house_restart(&house);
    house_forget(&house);
    say("ann", "fair");
    house_expect(&house, "Nobody cut, so the host could have chosen this deal.");
    close_house();
}

static test_case(cuts_are_refused_with_a_reason)
{
    open_house(0);
    say("ann", "cut early");
    house_expect(&house, "to ann: No table is open here.");
    say("ann", "deal colorcatcher");
    say("ann", "cut");
    house_expect(&house, "to ann: Say some words of your own, for example !cut seven red herrings.");
    say("bob", "join cut=");
    house_expect(&house, "to bob: There are no words behind 'cut='.");
    say("eve", "cut mine");
    house_expect(&house, "to eve: You don't sit at this table.");
    for (int i = 0; i < 10; i++)
        say("ann", "cut again");
    assert_int_equal(house_count(&house, "ann cuts the deck."), 10);
    say("ann", "cut again");
    assert_int_equal(house_count(&house, "ann cuts the deck."), 10); /* the bound of one person */
    house_expect(&house, "to ann: You have cut 10 times at this table");
    say("bob", "join");
    say("bob", "cut mine");
    house_expect(&house, "bob cuts the deck.");
    say("ann", "start");
    say("bob", "cut late");
    house_expect(&house, "to bob: The cards are dealt, so it is too late to cut.");
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
    house_expect(&house, "bob sits down, and the table is full. I deal in 10 seconds");
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
    house_expect(&house, "to bob: I deal as soon as ann says !start, too, and in 10 seconds at the latest.");
    assert_false(has_begun());
    say("bob", "move hide d me1");
    house_expect(&house,
                 "to bob: The game hasn't begun yet. I deal in 10 seconds, or once all of you have said !start.");
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

/* The time begins anew with the seat that is taken last; what was said before counts no more for who left. */
static test_case(a_free_seat_stops_the_time)
{
    open_house(0);
    house.is_cutting = true;
    say("ann", "open ");
    say("bob", "join");
    house_wait(&house, 9000);
    say("bob", "leave");
    house_wait(&house, 60000);
    assert_false(has_begun());
    say("cid", "join");
    house_wait(&house, 9900);
    assert_false(has_begun());
    house_wait(&house, 100);
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
        say("ann", "options match=1");
        assert_false(has_begun());
    }
    house_wait(&house, 1000);
    assert_true(has_begun());
    close_house();
}

/* A program that is killed, once or twice, at any moment of the time: it begins anew, and the table deals. */
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
    say("ann", "open cut=one");
    say("bob", "join");
    house_restart(&house);
    host_room_ready(house.host, "net", "#g", house.now);
    house_settle(&house);
    house_expect(&house, "I am back, and the Heartcatchers table is full. I deal in 10 seconds");
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
    house_expect(&house, "to ann: I deal as soon as bob says !start, too");
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
    say("ann", "fair");
    house_expect(&house, "'tabletalk verify RECORD --seal SEAL' checks that");
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
    host_ban(house.host, &(struct host_ban_order){.network = "net", .who = "ann", .by = "boss"}, &answer);
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
    assert_int_equal(house.host->aside_count, 1);
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
    {stop, "#g: ann stops the game of Color Catcher. It ends without a result. Secret "},
    {leave, "#g: ann leaves, and nobody is left to play, so the game ends here without a result. Secret "},
    {kick, "#g: Nobody is left at the table, so it is closed. !play colorcatcher opens a new one. Secret "},
    {ban, "#g: Nobody is left at the table, so it is closed. !play colorcatcher opens a new one. Secret "},
    {end_by_order, "#g: zoe, an admin of this bot, ends the game of Color Catcher. It ends without a result. Secret "},
    {free_and_wait, NULL},
    {free_and_end_by_order, NULL},
};

/* The secret of the first table, as it is told. */
static void write_secret(char hex[SEAL_SECRET_HEX])
{
    seal_write_secret(&table()->playing->lot, hex);
}

static test_case(every_end_for_good_shows_the_secret)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char hex[SEAL_SECRET_HEX], told[300];
        open_house(0);
        say("ann", "deal colorcatcher");
        say("ann", "robot");
        say("ann", "start");
        write_secret(hex);
        endings[i].end();
        assert_null(house_table(&house, "#g"));
        assert_int_equal(house.host->aside_count, 0);
        snprintf(told, sizeof told, "%s%s", endings[i].told ? endings[i].told : "", hex);
        assert_int_equal(house_count(&house, told), endings[i].told != NULL);
        assert_int_equal(house_count(&house, hex), endings[i].told != NULL);
        snprintf(told, sizeof told, "\nreveal secret=%s hash=", hex);
        expect_in_record(told, true);
        expect_in_record("\nend reason=", true);
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

/* No card was dealt from the secret, so nothing has to be checked, and the room is spared; the record has it all the
   same. */
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
    record_append(house.store, 1, table(),
                  "cut seat=1 sum=1111111111111111111111111111111111111111111111111111111111111111");
    assert_int_equal(house_restart(&house), 0);
    close_house();
}

static test_case(the_secret_beside_the_record_must_be_the_sealed_one)
{
    char other[] = "2222222222222222222222222222222222222222222222222222222222222222";
    open_house(0);
    say("ann", "deal colorcatcher");
    struct store_append append = {.table = 1, .first_seq = table()->next_line, .secret = other, .place = {"net", "#g"}};
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
        say("ann", "stop");
    assert_null(house_table(&house, "#g"));
}

static int run_tool(cli_run *tool, const char *name, const char *path, char *option, char *value, const char *out)
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
    char *folder = scratch_make(), *path = scratch_path(folder, "record"), *tables = scratch_path(folder, "tables"),
         *sums = scratch_path(folder, "sums"), command[1000], seal[LUCK_SEAL], none[] = "A";
    open_house(0);
    house.is_lasting = true;
    say("ann", "deal kritters cut=one"); /* its decks are shuffled again and again */
    memcpy(seal, table()->seal, sizeof seal);
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
        cmocka_unit_test(fair_says_who_cut_last),
        cmocka_unit_test(a_cut_of_somebody_who_got_up_does_not_count),
        cmocka_unit_test(nobody_cut),
        cmocka_unit_test(cuts_are_refused_with_a_reason),
        cmocka_unit_test(a_full_table_gives_people_ten_seconds),
        cmocka_unit_test(it_deals_at_once_when_all_are_ready),
        cmocka_unit_test(who_is_alone_waits_for_nobody),
        cmocka_unit_test(a_free_seat_stops_the_time),
        cmocka_unit_test(nothing_prolongs_the_time),
        cmocka_unit_test(a_killed_table_waits_anew_and_deals),
        cmocka_unit_test(a_cut_outlives_the_program_and_a_start_does_not),
        cmocka_unit_test(a_lost_network_deals_when_it_is_back),
        cmocka_unit_test(the_secret_is_shown_when_it_is_over),
        cmocka_unit_test(every_end_for_good_shows_the_secret),
        cmocka_unit_test(setting_aside_does_not_show_the_secret),
        cmocka_unit_test(a_lobby_that_closes_tells_no_secret),
        cmocka_unit_test(a_cut_behind_the_deal_is_no_record),
        cmocka_unit_test(the_secret_beside_the_record_must_be_the_sealed_one),
        cmocka_unit_test(a_record_is_checked_by_the_script_of_the_document),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Records that an admin repaired: they come back, also in the rooms of other networks, and what
   was taken back counts for nothing. */
#include <stdio.h>
#include <string.h>

#include "household.h"
#include "port.h"
#include "record.h"
#include "record_lines.h"
#include "session.h"
#include "store.h"
#include "tables.h"
#include "text.h"

static void ready_on(const char *network, const char *room)
{
    host_room_ready(house.host, network, room, house.now);
    house_settle(&house);
}

static int64_t lines_of(int64_t table)
{
    return record_lines(store, table);
}

static void note_state(void *arg, const struct host_table *table)
{
    struct host_table *wanted = arg;
    if (table->number == wanted->number)
        *wanted = *table;
}

static struct host_table table_of(int64_t number)
{
    struct host_table table = {.number = number, .line = -1};
    host_each_table(house.host, note_state, &table);
    return table;
}

static test_case(a_repair_brings_it_back)
{
    deal("#g", "ann", "bob");
    int64_t good = lines_of(1);
    record_append_raw(store, 1, "move p1 dance hash=00");
    record_append_raw(store, 1, "move p2 dance hash=00");
    house_restart(&house);
    ready_on("net", "#g");
    assert_false(host_read_again(house.host, 2, house.now));
    record_append_repair(store, 1, (int)good);
    house_forget(&house);
    assert_false(host_is_reading(house.host));
    assert_true(host_read_again(house.host, 1, house.now));
    assert_true(host_is_reading(house.host)); /* until it is there nobody else writes into it */
    house_settle(&house);
    house_settle(&house);
    assert_false(host_is_reading(house.host));
    assert_non_null(house_table(&house, "#g"));
    house_expect(&house, "#g: <RECOVERED_2 game=Coloretto>");
    assert_int_equal(house_restart(&house), 1);
    ready_on("net", "#g");
    assert_int_equal(house_count(&house, "<RECOVERED_1>"), 2);
}

/* The repair was made while nothing ran. */
static test_case(a_repaired_record_comes_back_at_the_start)
{
    deal("#g", "ann", "bob");
    int good = (int)lines_of(1);
    record_append_raw(store, 1, "move p1 dance hash=00");
    record_append_repair(store, 1, good);
    assert_int_equal(house_restart(&house), 1);
    assert_non_null(house_table(&house, "#g"));
    assert_int_equal(house_restart(&house), 1);
    assert_non_null(house_table(&house, "#g"));
}

static test_case(a_wrong_repair_is_one_more_fault)
{
    deal("#g", "ann", "bob");
    record_append_raw(store, 1, "repair to=900");
    assert_int_equal(house_restart(&house), 0);
    assert_non_null(strstr(table_of(1).why, "repair"));
    record_append_repair(store, 1, 3); /* takes the wrong one back, and all behind line 3 */
    assert_int_equal(house_restart(&house), 1);
    assert_false(host_is_playing(house_table(&house, "#g")));
}

/* A line that was taken back has brought nobody: the number is free, and its person may come
   again. */
static test_case(who_was_brought_by_a_line_that_was_taken_back_comes_again)
{
    house_say(&house, "#g", "ann", "deal coloretto");
    int good = (int)lines_of(1);
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "cid", "join");
    record_append_repair(store, 1, good);
    assert_int_equal(house_restart(&house), 1);
    house_say(&house, "#g", "cid", "join");
    assert_int_equal(house_seat(&house, "#g", "cid"), 1);
    assert_int_equal(house_restart(&house), 1);
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "dan", "join");
    assert_int_equal(house_seat(&house, "#g", "bob"), 2);
    assert_int_equal(house_seat(&house, "#g", "dan"), 3);
    assert_int_equal(house_restart(&house), 1);
    assert_int_equal(house_seat(&house, "#g", "dan"), 3);
}

/* Also where it was taken back to the middle of what the start tells first: the options, then
   the faces. */
static test_case(a_start_that_was_taken_back_can_be_said_again)
{
    static const int back[] = {1, 10, 60}; /* lines before the start */
    house_say(&house, "#g", "ann", "deal kritters");
    house_say(&house, "#g", "bob", "join");
    for (size_t i = 0; i < sizeof back / sizeof *back; i++) {
        house_say(&house, "#g", "ann", "start");
        assert_true(host_is_playing(house_table(&house, "#g")));
        record_append_repair(store, 1, record_latest(store, 1, "start ") - back[i]);
        assert_int_equal(house_restart(&house), 1);
        assert_false(host_is_playing(house_table(&house, "#g")));
        host_room_ready(house.host, "net", "#g", house.now);
        house_settle(&house); /* if the seats were closed already, that begins it again */
    }
    house_say(&house, "#g", "ann", "start");
    assert_int_equal(house_restart(&house), 1);
    assert_true(host_is_playing(house_table(&house, "#g")));
}

/* Without its first three lines there is no table: it has no room, or no seal. */
static test_case(a_repair_keeps_the_opening)
{
#define NOTHING                                                                                    \
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" /* SHA-256 of no lines */
    static const char *const lines[] = {"record hash=" NOTHING, "room hash=" NOTHING,
                                        "seal hash=" NOTHING};
    static const char *const repairs[] = {"repair to=1 sum=" NOTHING, "repair to=2 sum=" NOTHING,
                                          "repair to=3 sum=" NOTHING};
    for (int to = 1; to <= 3; to++) {
        char bytes[300];
        struct text line = text_over(bytes, sizeof bytes);
        const char *read[4] = {lines[0], lines[1], lines[2]};
        bool counts[4];
        int bad;
        read[to] = repairs[to - 1];
        assert_int_equal(record_repair(lines, 3, to, &line), to == 3);
        assert_int_equal(record_mark(read, to + 1, counts, &bad), to == 3);
    }
    house_say(&house, "#g", "ann", "deal coloretto");
    house_say(&house, "#g", "bob", "join");
    record_append_repair(store, 1, 3);
    assert_int_equal(house_restart(&house), 1);
    host_room_ready(house.host, "net", "#g", house.now);
    house_say(&house, "#g", "ann", "join");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "ann", "start");
    assert_int_equal(house_restart(&house), 1);
    assert_true(host_is_playing(house_table(&house, "#g")));
}

/* ---- several rooms ---- */

static const struct session *far_table(void)
{
    return host_find(house.host, "far", "#lounge");
}

/* A table in #g, and in #lounge on the other network, whose record is damaged. */
static void share_and_damage(void)
{
    house_say(&house, "#g", "ann", "deal coloretto");
    bring_far("#g", "ann", "#lounge", "cid");
    house_say(&house, "#g", "ann", "start");
    record_append_raw(store, 1, "move p1 dance hash=00");
    assert_int_equal(house_restart(&house), 0);
    ready_on("net", "#g");
    ready_on("far", "#lounge");
}

static void repair(void)
{
    record_append_repair(store, 1, (int)lines_of(1) - 1);
    house_forget(&house);
    assert_true(host_read_again(house.host, 1, house.now));
    house_settle(&house);
    house_settle(&house);
}

static void note_result(void *arg, enum store_result result)
{
    *(enum store_result *)arg = result;
}

/* And the room is the table's in the store again. */
static test_case(a_repair_is_told_in_every_room)
{
    static const char *const lines[] = {"record version=2"};
    struct store_append other = {
        .table = 2, .first_seq = 1, .lines = lines, .count = 1, .place = {"far", "#lounge"}};
    enum store_result result = STORE_OK;
    share_and_damage();
    repair();
    assert_told("#g: <RECOVERED_2 game=Coloretto>");
    assert_told("<RECOVERED_3 game=far #lounge: I am back, and the Coloretto>");
    assert_ptr_equal(far_table(), table());
    store_write(store, &other, note_result, &result);
    house_settle(&house);
    assert_int_equal(result, STORE_TAKEN);
}

static test_case(a_repair_takes_no_room_from_another_table)
{
    share_and_damage();
    far_says("#lounge", "dan", "deal heartcatchers");
    const struct session *other = far_table();
    assert_non_null(other);
    repair();
    assert_ptr_equal(far_table(), other);
    assert_null(house_table(&house, "#g"));
    assert_not_told("<FAR_LOUNGE_I_AM>");
    house_say(&house, "#g", "ann", "resume");
    assert_int_equal(table()->id, 1);
    assert_ptr_equal(far_table(), other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_repair_brings_it_back, open_house, close_house),
        cmocka_unit_test_setup_teardown(a_repaired_record_comes_back_at_the_start, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_wrong_repair_is_one_more_fault, open_house, close_house),
        cmocka_unit_test_setup_teardown(who_was_brought_by_a_line_that_was_taken_back_comes_again,
                                        open_house, close_house),
        cmocka_unit_test_setup_teardown(a_start_that_was_taken_back_can_be_said_again, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_repair_keeps_the_opening, open_house, close_house),
        cmocka_unit_test_setup_teardown(a_repair_is_told_in_every_room, open_two, close_house),
        cmocka_unit_test_setup_teardown(a_repair_takes_no_room_from_another_table, open_two,
                                        close_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

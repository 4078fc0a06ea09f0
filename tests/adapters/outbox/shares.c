/* Rooms and people take turns, nobody has more than a share of what waits, and what has to arrive
   is never left out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "outbox_bench.h"
#include "testing.h"

static void say_for(struct network *network, const char *source, const char *person,
                    const char *text)
{
    outbox_whisper(network->outbox, &(struct whisper){.person = person,
                                                      .name = "x",
                                                      .kind = WHISPER_ANSWER,
                                                      .source = source,
                                                      .prose = prose_of(text)});
}

static int count(const struct network *network, const char *part)
{
    int found = 0;
    for (const char *at = network->said; (at = strstr(at, part)); at++)
        found++;
    return found;
}

static test_case(rooms_take_turns)
{
    struct network *network = start();
    for (int i = 0; i < 4; i++)
        post(network, POST_RESULT, "#a", "a");
    post(network, POST_NEWS, "#b", "b");
    post(network, POST_RESULT, "#c", "c");
    post(network, POST_NEWS, "#b", "b");
    expect(network, 9, "#a: a\n#c: c\n#b: b\n#a: a\n#b: b\n#a: a\n#a: a\n");
    end(network);
}

/* A move is a hand or two and a line: a room that says no more does not wait for rooms that
   never stop. */
static test_case(a_room_that_was_silent_is_not_kept_waiting)
{
    struct network *network = start();
    for (int i = 0; i < 20; i++) {
        post(network, POST_RESULT, "#a", "a");
        post(network, POST_RESULT, "#b", "b");
    }
    network->allowed = 20;
    outbox_pump(network->outbox);
    for (int i = 0; i < 5; i++)
        post(network, POST_RESULT, "#c", "c");
    expect(network, 6, "#c: c\n#c: c\n#c: c\n#a: a\n#b: b\n#c: c\n");
    end(network);
}

static void show_board(struct network *network, const char *room, const char *board)
{
    const struct post answer = {
        .room = room, .table = 1, .kind = POST_ANSWER, .board = prose_of(board)};
    outbox_post(network->outbox, &answer);
}

static test_case(of_the_boards_of_a_room_one_waits)
{
    struct network *network = start();
    for (int i = 0; i < 5; i++)
        show_board(network, "#a", "B1");
    show_board(network, "#a", "B2");
    assert_int_equal(outbox_lines(network->outbox), 1);
    post(network, POST_RESULT, "#b", "b");
    expect(network, 1, "#b: b\n"); /* the tale goes first */
    play(network, "#a", "move.", "B3", "n");
    expect(network, 9, "#a: move.|B3|n\n");
    play(network, "#a", "move.", "B4", "n");
    show_board(network, "#a", "B5");
    expect(network, 9, "#a: move.|B5\n");
    end(network);
}

/* A turn that goes on shows no board: that comes with its end. */
static test_case(a_turn_that_goes_on_shows_no_board)
{
    struct network *network = start();
    char tale[OUTBOX_MERGE];
    memset(tale, 'x', sizeof tale - 1);
    tale[sizeof tale - 1] = '\0';
    play(network, "#a", "1.", "B1", "n");
    expect(network, 9, "#a: 1.|B1|n\n");
    go_on(network, "2.", "B2");
    expect(network, 9, "#a: 2.|n\n");
    go_on(network, "3.", "B3");
    play(network, "#a", "4.", "B4", "n"); /* the end of the turn */
    expect(network, 9, "#a: 3. 4.|B4|n\n");
    play(network, "#a", "5.", "B5", "n");
    go_on(network, "6.", "B6"); /* the next one goes on already */
    expect(network, 9, "#a: 5. 6.|n\n");
    go_on(network, tale, "B7");
    play(network, "#a", "8.", "B8", "n"); /* too long to be merged */
    network->allowed = 9;
    network->said[0] = '\0';
    outbox_pump(network->outbox);
    assert_non_null(strstr(network->said, "\n#a: 8.|B8|n\n"));
    assert_null(strstr(network->said, "B7"));
    go_on(network, "9.", "B9");
    show_board(network, "#a", "B9"); /* somebody asks for all of it */
    expect(network, 9, "#a: 9.|B9\n");
    end(network);
}

/* It is talk: what happens, in that room too, comes first, and says how it stands itself. */
static test_case(a_board_that_was_asked_for_holds_up_no_table)
{
    struct network *network = start();
    show_board(network, "#a", "B1");
    post(network, POST_NEWS, "#a", "bob sits down.");
    post(network, POST_NEWS, "#b", "b");
    expect(network, 2, "#a: bob sits down.\n#b: b\n");
    expect(network, 1, "#a: B1\n");
    show_board(network, "#a", "B2");
    post(network, POST_RESULT, "#a", "ann wins.");
    expect(network, 9, "#a: ann wins.\n");
    show_board(network, "#a", "B3");
    const struct post back = {.room = "#a",
                              .table = 1,
                              .kind = POST_NEWS,
                              .tale = prose_of("I am back."),
                              .board = prose_of("B4")};
    outbox_post(network->outbox, &back);
    expect(network, 9, "#a: I am back.|B4\n");
    end(network);
}

static int64_t one_second(void *self)
{
    (void)self;
    return 1000;
}

/* A hand that nobody waits for costs others nothing, but comes at once when it is asked for. */
static test_case(a_hand_that_is_not_waited_for_waits_for_a_short_queue)
{
    struct network *network = start_timed(one_second);
    whisper(network, WHISPER_HAND, "~1", false, "hand");
    for (int i = 0; i < 6; i++)
        post(network, POST_RESULT, "#b", "b");
    expect(network, 2, "#b: b\n#b: b\n");
    expect(network, 9, "#b: b\n@~1: hand\n#b: b\n#b: b\n#b: b\n");
    for (int i = 0; i < 5; i++)
        post(network, POST_RESULT, "#a", "a");
    whisper(network, WHISPER_HAND, "~1", false, "hand");
    outbox_whisper(network->outbox, &(struct whisper){.person = "~1",
                                                      .room = "#a",
                                                      .table = 1,
                                                      .is_asked = true,
                                                      .kind = WHISPER_HAND,
                                                      .prose = prose_of("asked")});
    expect(network, 2, "@~1: asked\n#a: a\n");
    end(network);
}

static test_case(who_has_most_waiting_loses_the_newest)
{
    struct network *network = start();
    char text[32], person[16], source[16];
    say_for(network, "host:honest", "~h", "the answer");
    for (int i = 0; i < 400; i++) {
        snprintf(source, sizeof source, "host:%d", i % 8);
        snprintf(person, sizeof person, "~%d", i); /* a new key each time */
        snprintf(text, sizeof text, "n%d.", i);
        say_for(network, source, person, text);
        assert_in_range(outbox_lines(network->outbox), 1, OUTBOX_LINES + 8);
    }
    say_for(network, "host:other", "~o", "another answer");
    network->allowed = 1000;
    outbox_pump(network->outbox);
    assert_int_equal(count(network, "~h: the answer\n"), 1);
    assert_int_equal(count(network, "~o: another answer\n"), 1);
    assert_int_equal(count(network, ": n0.\n"), 1); /* the oldest stay */
    assert_int_equal(count(network, ": n399.\n"), 0);
    assert_in_range(count(network, "I had more to say"), 1, 8);
    assert_int_equal(outbox_lanes(network->outbox), 0);
    end(network);
}

static test_case(nobody_has_more_than_a_share)
{
    struct network *network = start();
    for (int i = 0; i < 1000; i++)
        say_for(network, "host:one", "~1", "help");
    assert_int_equal(outbox_lines(network->outbox), OUTBOX_SHARE + 1);
    network->allowed = 1000;
    outbox_pump(network->outbox);
    assert_int_equal(count(network, "I had more to say"), 1);
    end(network);
}

static void give_word(struct network *network, const char *person, int64_t table, const char *word)
{
    outbox_whisper(network->outbox, &(struct whisper){.person = person,
                                                      .table = table,
                                                      .is_kept = true,
                                                      .kind = WHISPER_ANSWER,
                                                      .source = "host:crowd",
                                                      .prose = prose_of(word)});
}

static test_case(seat_words_and_hands_are_never_left_out)
{
    struct network *network = start();
    give_word(network, "~1", 1, "void");
    give_word(network, "~1", 1, "word");
    give_word(network, "~1", 2, "other");
    whisper(network, WHISPER_HAND, "~1", false, "hand");
    for (int i = 0; i < 1000; i++)
        say_for(network, "host:crowd", "~2", "help");
    network->allowed = 1000;
    outbox_pump(network->outbox);
    assert_int_equal(count(network, "~1: word\n"), 1);
    assert_int_equal(count(network, "~1: other\n"), 1);
    assert_int_equal(count(network, "~1: hand\n"), 1);
    assert_int_equal(count(network, "void"), 0);
    end(network);
}

/* An answer that came behind a newer hand would be out of date. */
static test_case(what_a_person_is_told_stays_in_order)
{
    struct network *network = start();
    for (int i = 0; i < 3; i++)
        say_for(network, "host:other", "~2", "x");
    say_for(network, "host:one", "~1", "moves");
    whisper(network, WHISPER_HAND, "~1", true, "hand");
    expect(network, 2, "@~1: moves\n@~1: hand\n");
    end(network);
}

static void put_page(struct network *network, const char *text)
{
    outbox_whisper(network->outbox, &(struct whisper){.person = "~1",
                                                      .room = "#a",
                                                      .table = 1,
                                                      .kind = WHISPER_ANSWER,
                                                      .prose = prose_of(text)});
}

static test_case(pages_of_a_hand_come_and_go_with_it)
{
    struct network *network = start();
    put_page(network, "old page");
    whisper(network, WHISPER_HAND, "~1", false, "old hand");
    put_page(network, "page");
    put_page(network, "page two");
    whisper(network, WHISPER_HAND, "~1", false, "hand");
    expect(network, 9, "@~1: page\n@~1: page two\n@~1: hand\n");
    end(network);
}

static void ask_for_hand(struct network *network, const char *text)
{
    outbox_whisper(network->outbox, &(struct whisper){.person = "~1",
                                                      .room = "#a",
                                                      .table = 1,
                                                      .is_asked = true,
                                                      .kind = WHISPER_ANSWER,
                                                      .prose = prose_of(text)});
}

/* Asked for once it comes at once; asked for again, it is answered like any other question. */
static test_case(what_a_player_asks_for_comes_at_once)
{
    struct network *network = start();
    for (int i = 0; i < 3; i++) {
        post(network, POST_RESULT, "#b", "b");
        say_for(network, "host:other", "~2", "x");
    }
    ask_for_hand(network, "asked");
    ask_for_hand(network, "asked again");
    give_word(network, "~1", 1, "word");
    expect(network, 4, "@~1: asked\n#b: b\n#b: b\n#b: b\n");
    for (int i = 0; i < 1000; i++)
        ask_for_hand(network, "flood");
    assert_in_range(outbox_lines(network->outbox), 1, OUTBOX_SHARE + 6);
    end(network);
}

static test_case(talk_gets_its_share)
{
    struct network *network = start();
    for (int i = 0; i < OUTBOX_RESULTS; i++) {
        post(network, POST_RESULT, "#a", "a");
        say_for(network, i % 2 ? "host:one" : "host:two", i % 2 ? "~1" : "~2", "x");
    }
    network->allowed = 4 * OUTBOX_TALK_EVERY;
    outbox_pump(network->outbox);
    assert_int_equal(count(network, "@~1: x\n"), 2);
    assert_int_equal(count(network, "@~2: x\n"), 2);
    assert_int_equal(count(network, "#a: a\n"), 4 * (OUTBOX_TALK_EVERY - 1));
    end(network);
}

static test_case(a_room_has_a_bound_of_its_own)
{
    struct network *network = start();
    char tale[OUTBOX_MERGE + 1];
    memset(tale, 'x', sizeof tale - 1);
    tale[OUTBOX_MERGE] = '\0';
    post(network, POST_RESULT, "#b", "b wins.");
    for (int i = 0; i < 200; i++) {
        play(network, "#a", tale, "B", "n");
        post(network, POST_RESULT, "#a", "ann wins.");
        assert_in_range(outbox_lines(network->outbox), 1, OUTBOX_TALES + OUTBOX_RESULTS + 6);
    }
    network->allowed = 1000;
    outbox_pump(network->outbox);
    assert_int_equal(count(network, "b wins.\n"), 1);
    assert_int_equal(count(network, "#a: I had more to say"), 1);
    end(network);
}

/* A board makes up for a long story that was cut: last, the room reads how the table stands, and
   whose turn it is. */
static test_case(a_room_that_is_far_behind_ends_with_the_newest_board)
{
    struct network *network = start();
    char tale[OUTBOX_MERGE], text[OUTBOX_MERGE + 16], board[16], turn[16], hand[16];
    memset(tale, 'x', sizeof tale - 1);
    tale[sizeof tale - 1] = '\0';
    give_word(network, "~1", 1, "word");
    post(network, POST_RESULT, "#a", "the game before");
    for (int i = 0; i < 50; i++) {
        snprintf(text, sizeof text, "t%d %s", i, tale);
        snprintf(board, sizeof board, "B%d.", i);
        snprintf(turn, sizeof turn, "n%d.", i);
        snprintf(hand, sizeof hand, "h%d.", i);
        whisper(network, WHISPER_HAND, "~1", i % 2, hand);
        play(network, "#a", text, board, turn);
    }
    network->allowed = 1000;
    outbox_pump(network->outbox);
    const char *last = strstr(network->said, "|B49.|n49.\n");
    assert_non_null(last);
    assert_null(strstr(last, "#a: t"));
    assert_int_equal(count(network, "|B"), 1);
    assert_int_equal(count(network, ": t0 "), 0); /* the oldest are left out, and the room knows */
    assert_int_equal(count(network, ": t48 "), 1);
    assert_int_equal(count(network, "#a: I had more to say"), 1);
    assert_int_equal(count(network, "#a: the game before\n"), 1);
    assert_int_equal(count(network, "@~1: word\n"), 1);
    assert_int_equal(count(network, "@~1: h49.\n"), 1);
    assert_int_equal(count(network, "@~1: h"), 1);
    end(network);
}

/* The person who invites us into a channel chooses its name. */
static test_case(names_may_be_as_long_as_the_host_takes_them)
{
    struct network *network = start();
    char room[HOST_ROOM] = "#", person[HOST_KEY] = "~", source[HOST_SOURCE];
    memset(room + 1, 'r', sizeof room - 2);
    memset(person + 1, 'p', sizeof person - 2);
    memset(source, 's', sizeof source - 1);
    source[sizeof source - 1] = '\0';
    outbox_post(
        network->outbox,
        &(struct post){.room = room, .kind = POST_NEWS, .tale = prose_of("x"), .source = source});
    outbox_whisper(network->outbox, &(struct whisper){.person = person,
                                                      .room = room,
                                                      .table = 1,
                                                      .kind = WHISPER_HAND,
                                                      .prose = prose_of("y"),
                                                      .source = source});
    network->allowed = 2;
    outbox_pump(network->outbox);
    assert_int_equal(count(network, ": x\n") + count(network, ": y\n"), 2);
    end(network);
}

/* One of many hosts asks; what it is told names it. */
static void ask_from(struct network *network, const char *host)
{
    outbox_whisper(network->outbox, &(struct whisper){.person = host,
                                                      .name = "x",
                                                      .source = host,
                                                      .kind = WHISPER_ANSWER,
                                                      .prose = prose_of(host)});
}

/* How many lines go out until this host has its answer; `most` + 1 if it is not among so many. */
static int lines_until(struct network *network, const char *host, int most,
                       void (*between)(struct network *network))
{
    for (int line = 1; line <= most; line++) {
        network->said[0] = '\0';
        network->allowed = 1;
        outbox_pump(network->outbox);
        if (strstr(network->said, host))
            return line;
        between(network);
    }
    return most + 1;
}

/* 3,000 hosts ask without an end, hundreds of times for each line that goes out. */
static void besiege(struct network *network)
{
    enum { HOSTS = 3000, ASKS_A_LINE = 300 };
    static unsigned seed = 1;
    for (int i = 0; i < ASKS_A_LINE; i++) {
        char host[24];
        seed = seed * 1103515245u + 12345u;
        snprintf(host, sizeof host, "host:%u", (seed >> 8) % HOSTS);
        ask_from(network, host);
    }
}

/* Who has asked least is answered first, also of those whose questions were left out; among
   equals the newest. The wait is counted in lines that go out, however long one takes. */
static test_case(a_newcomer_waits_for_few_lines_in_a_siege)
{
    enum { BEFORE = 100, NEWCOMERS = 8, LINES_MOST = 3 };
    struct network *network = start();
    for (int line = 0; line < BEFORE; line++) {
        besiege(network);
        network->allowed = 1;
        outbox_pump(network->outbox);
    }
    for (int i = 0; i < NEWCOMERS; i++) {
        char host[24];
        snprintf(host, sizeof host, "new:%d.", i);
        ask_from(network, host);
        besiege(network);
        int lines = lines_until(network, host, 10, besiege);
        if (lines > LINES_MOST)
            fail_msg("newcomer %d waits for %d lines", i, lines);
    }
    assert_true(outbox_lines(network->outbox) <= 2 * OUTBOX_LINES);
    outbox_free(network->outbox);
}

/* The first question of many, at once: the newest of them is not the last. */
static test_case(among_equals_the_newest_is_first)
{
    struct network *network = start();
    char host[24];
    for (int i = 0; i < 60; i++) {
        snprintf(host, sizeof host, "host:%d.", i);
        ask_from(network, host);
    }
    network->allowed = 2;
    outbox_pump(network->outbox);
    assert_non_null(strstr(network->said, "host:59."));
    ask_from(network, "host:59.");
    ask_from(network, "late");
    network->said[0] = '\0';
    network->allowed = 1;
    outbox_pump(network->outbox);
    assert_non_null(strstr(network->said, "late"));
    outbox_free(network->outbox);
}

/* A person who comes by once leaves nothing behind. */
static test_case(lanes_are_given_back)
{
    struct network *network = start();
    char source[32];
    for (int i = 0; i < 2000; i++) {
        post(network, POST_RESULT, "#a", "a");
        snprintf(source, sizeof source, "host:%d", i);
        say_for(network, source, "~1", "x");
        network->allowed = 2;
        network->said[0] = '\0';
        outbox_pump(network->outbox);
        assert_in_range(outbox_lanes(network->outbox), 0, OUTBOX_LINES + 64 + 2);
    }
    network->allowed = 10000;
    network->said[0] = '\0';
    outbox_pump(network->outbox);
    assert_int_equal(outbox_lanes(network->outbox), 0);
    end(network);
}

int run_share_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_take_turns),
        cmocka_unit_test(a_room_that_was_silent_is_not_kept_waiting),
        cmocka_unit_test(of_the_boards_of_a_room_one_waits),
        cmocka_unit_test(a_turn_that_goes_on_shows_no_board),
        cmocka_unit_test(a_board_that_was_asked_for_holds_up_no_table),
        cmocka_unit_test(a_hand_that_is_not_waited_for_waits_for_a_short_queue),
        cmocka_unit_test(who_has_most_waiting_loses_the_newest),
        cmocka_unit_test(nobody_has_more_than_a_share),
        cmocka_unit_test(seat_words_and_hands_are_never_left_out),
        cmocka_unit_test(what_a_person_is_told_stays_in_order),
        cmocka_unit_test(pages_of_a_hand_come_and_go_with_it),
        cmocka_unit_test(what_a_player_asks_for_comes_at_once),
        cmocka_unit_test(talk_gets_its_share),
        cmocka_unit_test(a_room_has_a_bound_of_its_own),
        cmocka_unit_test(a_room_that_is_far_behind_ends_with_the_newest_board),
        cmocka_unit_test(names_may_be_as_long_as_the_host_takes_them),
        cmocka_unit_test(a_newcomer_waits_for_few_lines_in_a_siege),
        cmocka_unit_test(among_equals_the_newest_is_first),
        cmocka_unit_test(lanes_are_given_back),
    };
    return cmocka_run_group_tests_name("shares", tests, NULL, NULL);
}

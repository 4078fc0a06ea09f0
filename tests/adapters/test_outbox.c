/* What becomes of lines on their way out: merged, replaced, kept in order, or left out where nobody
   can be reached. Whose turn it is where many wait: outbox/shares.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "outbox/outbox_bench.h"
#include "testing.h"

static test_case(a_newer_state_takes_over_and_tales_stay)
{
    struct network *network = start();
    play(network, "#a", "ann hides.", "B1", "bob to move");
    play(network, "#b", "else.", "X", "y");
    play(network, "#a", "bob steals.", "B2", "ann to move");
    expect(network, 9, "#a: ann hides. bob steals.|B2|ann to move\n#b: else.|X|y\n");
    assert_true(outbox_is_empty(network->outbox));
    end(network);
}

static void play_big(struct network *network, const char *tale, const char *words)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, tale);
    prose_put(&prose, " ");
    int begun = prose_begin(&prose, PROSE_VOICE);
    prose_put(&prose, words);
    prose_end(&prose, begun);
    outbox_post(
        network->outbox,
        &(struct post){
            .room = "#a", .table = 1, .kind = POST_PLAY, .tale = &prose, .board = prose_of("B")});
}

/* They do not make tales too long for one message, and one such word is enough for it. */
static test_case(words_about_big_moments_part_no_tales)
{
    char first[201], second[151], words[101], wanted[512];
    struct network *network = start();
    snprintf(first, sizeof first, "%0*d", 200, 1);
    snprintf(second, sizeof second, "%0*d", 150, 2);
    snprintf(words, sizeof words, "%0*d", 100, 3);
    play_big(network, first, words);
    play_big(network, second, "Big!");
    snprintf(wanted, sizeof wanted, "#a: %s %s %s|B\n", first, words, second);
    expect(network, 9, wanted);
    play_big(network, first, words);
    play_big(network, second, words);
    play_big(network, "x", "Big!"); /* these are too long without such words, too */
    snprintf(wanted, sizeof wanted, "#a: %s %s %s\n#a: x Big!|B\n", first, words, second);
    expect(network, 9, wanted);
    end(network);
}

/* A person's key may read like a room, and a table may stand in the person's own conversation. */
static test_case(a_person_who_is_called_like_a_room_is_another_place)
{
    struct network *network = start();
    play(network, "x", "one.", "B1", "n1");
    play(network, "@x", "two.", "B2", "n2");
    play(network, "x", "three.", "B3", "n3");
    expect(network, 9, "x: one. three.|B3|n3\n@x: two.|B2|n2\n");
    end(network);
}

static test_case(a_state_that_is_under_way_is_not_changed)
{
    struct network *network = start();
    play(network, "#a", "long/tale", "B1", "");
    expect(network, 1, "#a: long\n");
    play(network, "#a", "more.", "B2", "");
    expect(network, 9, "#a: tale|B1\n#a: more.|B2\n");
    end(network);
}

static test_case(tales_keep_their_place_among_news_and_long_ones_their_line)
{
    struct network *network = start();
    play(network, "#a", "one.", "B1", "n1");
    post(network, POST_NEWS, "#a", "bob is gone.");
    play(network, "#a", "two.", "B2", "n2");
    expect(network, 9, "#a: one.\n#a: bob is gone.\n#a: two.|B2|n2\n");
    char tale[OUTBOX_MERGE + 1], said[2 * sizeof tale + 64];
    memset(tale, 'x', sizeof tale);
    tale[OUTBOX_MERGE] = '\0';
    play(network, "#a", tale, "B3", "n3");
    play(network, "#a", "four.", "B4", "n4");
    snprintf(said, sizeof said, "#a: %s\n#a: four.|B4|n4\n", tale);
    expect(network, 9, said);
    /* A board without a tale leaves nothing behind. */
    play(network, "#a", "", "B5", "n5");
    post(network, POST_NEWS, "#a", "news");
    play(network, "#a", "", "B6", "n6");
    expect(network, 9, "#a: news\n#a: B6|n6\n");
    end(network);
}

static test_case(results_are_never_merged)
{
    struct network *network = start();
    play(network, "#a", "last.", "B1", "");
    post(network, POST_RESULT, "#a", "ann wins.");
    play(network, "#a", "next game.", "B2", "n2");
    expect(network, 9, "#a: last.\n#a: ann wins.\n#a: next game.|B2|n2\n");
    end(network);
}

static test_case(hands_go_first_and_the_newest_counts)
{
    struct network *network = start();
    post(network, POST_NEWS, "#b", "chatter");
    whisper(network, WHISPER_ANSWER, "~1", false, "help");
    play(network, "#a", "move.", "B", "n");
    whisper(network, WHISPER_HAND, "~2", true, "old hand/part two");
    expect(network, 1, "@~2: old hand\n");
    whisper(network, WHISPER_HAND, "~3", false, "hand of 3");
    whisper(network, WHISPER_HAND, "~2", true, "new hand");
    whisper(network, WHISPER_ANSWER, "~3", true, "answer");
    expect(network, 9,
           "#b: chatter\n#a: move.|B|n\n@~3: hand of 3\n@~2: new hand\n@~3: answer\n@~1: help\n");
    end(network);
}

static test_case(nothing_overtakes_in_its_own_place)
{
    struct network *network = start();
    post(network, POST_NEWS, "#b", "chatter");
    post(network, POST_NEWS, "#a", "ann sits down.");
    play(network, "#a", "ann begins.", "B", "n");
    expect(network, 9, "#a: ann sits down.\n#b: chatter\n#a: ann begins.|B|n\n");
    end(network);
}

static test_case(a_person_who_is_gone_is_told_nothing)
{
    struct network *network = start();
    whisper(network, WHISPER_HAND, "~1", true, "hand");
    whisper(network, WHISPER_ANSWER, "~1", true, "answer");
    post(network, POST_ANSWER, "@~1", "a private table");
    whisper(network, WHISPER_HAND, "~2", true, "other");
    outbox_forget(network->outbox, "~1");
    expect(network, 9, "@~2: other\n");
    whisper(network, WHISPER_HAND, "~2", true, "hand/second line");
    expect(network, 1, "@~2: hand\n");
    network->gone = "~2"; /* the port knows it first */
    expect(network, 9, "");
    assert_true(outbox_is_empty(network->outbox));
    end(network);
}

static test_case(a_room_out_of_reach_waits_and_holds_up_nobody)
{
    struct network *network = start();
    network->unreachable = "#a";
    play(network, "#a", "one.", "B1", "n1");
    post(network, POST_NEWS, "#b", "hello");
    expect(network, 9, "#b: hello\n");
    outbox_disconnect(network->outbox);
    play(network, "#a", "two.", "B2", "n2");
    network->unreachable = NULL;
    expect(network, 9, "#a: one. two.|B2|n2\n");
    end(network);
}

static test_case(a_lost_connection_leaves_what_happened)
{
    struct network *network = start();
    post(network, POST_RESULT, "#a", "first half/second half");
    whisper(network, WHISPER_HAND, "~1", true, "hand");
    post(network, POST_ANSWER, "#a", "an answer nobody waits for");
    whisper(network, WHISPER_ANSWER, "~1", false, "x");
    expect(network, 2, "@~1: hand\n#a: first half\n");
    outbox_disconnect(network->outbox);
    expect(network, 9, "#a: first half\n#a: second half\n");
    end(network);
}

static test_case(too_much_drops_chatter_and_says_so_once)
{
    struct network *network = start();
    char text[32];
    post(network, POST_RESULT, "#a", "ann wins.");
    for (int i = 0; i < 300; i++) {
        snprintf(text, sizeof text, "news %d", i);
        post(network, POST_NEWS, "#a", text);
        snprintf(text, sizeof text, "answer %d", i);
        whisper(network, WHISPER_ANSWER, "~1", false, text);
        /* a result and two notes */
        assert_in_range(outbox_lines(network->outbox), 1, 2 * OUTBOX_SHARE + 3);
    }
    whisper(network, WHISPER_HAND, "~2", true, "hand");
    network->allowed = 1000;
    outbox_pump(network->outbox);
    assert_int_equal(strncmp(network->said, "@~2: hand\n#a: ann wins.\n", 24), 0);
    int notes_room = 0, notes_person = 0;
    for (char *rest = network->said, *line; (line = strsep(&rest, "\n"));) {
        notes_room += strncmp(line, "#a: I had more to say", 21) == 0;
        notes_person += strncmp(line, "@~1: I had more to say", 22) == 0;
    }
    assert_int_equal(notes_room, 1);
    assert_int_equal(notes_person, 1);
    end(network);
}

static test_case(the_pump_says_when_to_come_back)
{
    struct network *network = start();
    assert_int_equal(outbox_pump(network->outbox), -1);
    post(network, POST_NEWS, "#a", "one");
    assert_int_equal(outbox_pump(network->outbox), 500);
    network->allowed = 1;
    assert_int_equal(outbox_pump(network->outbox), -1);
    end(network);
}

/* Random posts and pumps: every tale arrives exactly once and in order for its room, no board is
   older than one before it, the last board always arrives. */
static test_case(random_play_loses_no_tale)
{
    for (unsigned seed = 1; seed <= 200; seed++) {
        struct network *network = start();
        static char said[65536];
        unsigned dice = seed;
        int moves = 0, last_tale = 0, last_board = 0;
        said[0] = '\0';
        for (int step = 0; step < 120; step++) {
            dice = dice * 1103515245u + 12345u;
            if ((dice >> 16) % 3) {
                char tale[16], board[16];
                snprintf(tale, sizeof tale, "t%d.", ++moves);
                snprintf(board, sizeof board, "b%d", moves);
                play(network, "#a", tale, board, "");
            }
            if ((dice >> 20) % 5 == 0)
                post(network, POST_NEWS, "#a", "news");
            network->said[0] = '\0';
            network->allowed = (int)((dice >> 24) % 3);
            outbox_pump(network->outbox);
            strcat(said, network->said);
        }
        network->said[0] = '\0';
        network->allowed = 1000;
        outbox_pump(network->outbox);
        strcat(said, network->said);
        for (const char *p = said; *p; p++) {
            if (*p == 't' && p[1] >= '0' && p[1] <= '9' && atoi(p + 1) != ++last_tale)
                fail_msg("seed %u: tale %d is missing or out of place", seed, last_tale);
            if (*p == 'b' && p[1] >= '0' && p[1] <= '9') {
                assert_true(atoi(p + 1) >= last_board && atoi(p + 1) == last_tale);
                last_board = atoi(p + 1);
            }
        }
        assert_int_equal(last_tale, moves);
        assert_int_equal(last_board, moves);
        end(network);
    }
}

/* Clocks of games start when their room has read all, not with the first of several lines. */
static test_case(test_a_room_is_told_when_nothing_more_waits_for_it)
{
    struct network *network = start();
    play(network, "#a", "one/two", "", "");
    play(network, "#b", "three", "", "");
    network->allowed = 1;
    outbox_pump(network->outbox);
    assert_string_equal(network->told, "");
    network->allowed = 1;
    outbox_pump(network->outbox);
    assert_string_equal(network->told, "#b ");
    network->allowed = 5;
    outbox_pump(network->outbox);
    assert_string_equal(network->told, "#b #a ");
    outbox_free(network->outbox);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_room_is_told_when_nothing_more_waits_for_it),
        cmocka_unit_test(a_newer_state_takes_over_and_tales_stay),
        cmocka_unit_test(words_about_big_moments_part_no_tales),
        cmocka_unit_test(a_person_who_is_called_like_a_room_is_another_place),
        cmocka_unit_test(a_state_that_is_under_way_is_not_changed),
        cmocka_unit_test(tales_keep_their_place_among_news_and_long_ones_their_line),
        cmocka_unit_test(results_are_never_merged),
        cmocka_unit_test(hands_go_first_and_the_newest_counts),
        cmocka_unit_test(nothing_overtakes_in_its_own_place),
        cmocka_unit_test(a_person_who_is_gone_is_told_nothing),
        cmocka_unit_test(a_room_out_of_reach_waits_and_holds_up_nobody),
        cmocka_unit_test(a_lost_connection_leaves_what_happened),
        cmocka_unit_test(too_much_drops_chatter_and_says_so_once),
        cmocka_unit_test(the_pump_says_when_to_come_back),
        cmocka_unit_test(random_play_loses_no_tale),
    };
    return cmocka_run_group_tests_name("outbox", tests, NULL, NULL) + run_share_tests();
}

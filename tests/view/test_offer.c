/* The offer: expanded back, it is the legal list, no more and no less. */
#include <stdio.h>
#include <string.h>

#include "games.h"
#include "laid.h"
#include "testing.h"
#include "text.h"

/* ---- reading an offer back: each piece is typed as it is shown ---- */

/* The moves that a piece means: the one it is, or those that the answer asks about. */
static void type_piece(const struct laid *laid, const struct sight *sight,
                       const struct moves *legal, const char *piece, struct moves *out)
{
    struct read_move read;
    assert_int_equal(piece[0], '!');
    move_read(&laid->rules, &laid->naming, sight, legal, false, piece + 1, &read);
    if (read.reading == READING_MOVE) {
        read.moves.count = 1;
        read.moves.list[0] = read.move;
    } else if (read.reading != READING_AMBIGUOUS) {
        fail_msg("cannot be typed: %s", piece);
    }
    for (int i = 0; i < read.moves.count; i++) {
        if (moves_has(out, &read.moves.list[i]))
            fail_msg("means a move that another piece means, too: %s", piece);
        out->list[out->count++] = read.moves.list[i];
    }
}

static void assert_exact(struct laid *laid, const char *offer, int seat, const struct moves *legal)
{
    struct moves offered = {0};
    struct sight sight;
    char bytes[PROSE_BYTES], *rest = bytes;
    table_sight(&laid->rules, &laid->table, seat, &sight);
    snprintf(bytes, sizeof bytes, "%s", offer);
    while (rest && *rest) {
        char *piece = rest, *end = strstr(rest, " \xc2\xb7 ");
        rest = end ? end + 4 : NULL;
        if (end)
            *end = '\0';
        type_piece(laid, &sight, legal, piece, &offered);
    }
    for (int i = 0; i < legal->count; i++)
        if (!moves_has(&offered, &legal->list[i]))
            fail_msg("legal move %d is missing in: %s", i, offer);
    if (offered.count != legal->count)
        fail_msg("%d moves are legal, %d offered: %s", legal->count, offered.count, offer);
}

/* ---- tests ---- */

static struct laid laid;

static void lay_offer(const char *hand)
{
    laid_open(&laid, game_find("heartcatchers"), 2, NULL);
    laid_put(&laid, 0, "hand", hand);
    laid_put(&laid, 0, "up1", "G");
    laid_put(&laid, 0, "up2", "W");
    laid_put(&laid, 0, "up3", "GX");
    laid_put(&laid, 1, "up1", "R");
    laid_put(&laid, 1, "up2", "W");
    laid_put(&laid, 1, "up3", "B");
    laid_put(&laid, 1, "hand", "R");
}

static test_case(offers_of_heartcatchers)
{
    lay_offer("R RL G");
    assert_string_equal(
        laid_offer(&laid, 0),
        "!catch d e on me1 me3 · !steal f on them3 for any of yours · !hide d e f under any stack");
    assert_string_equal(laid_offer(&laid, 1), "");
    lay_offer("B W R");
    assert_string_equal(
        laid_offer(&laid, 0),
        "!catch e f on me1 me3 · !steal d on them1 for any of yours or e on them1 them3 for any of "
        "yours · !hide d e f under any stack");
    lay_offer("B");
    assert_string_equal(laid_offer(&laid, 0),
                        "!steal d on them1 for any of yours · !hide d under any stack");
}

/* Verbs with everything that Heartcatchers lacks: no fillers, people, numbers over 64, arguments
   that may be absent. */
static const char *const colours[] = {"red", "green", "blue", "any"};
static const struct verb_spec odd_verbs[] = {
    {.word = "give",
     .args = {{.kind = ARG_CARD},
              {.kind = ARG_SEAT},
              {.kind = ARG_WORD, .words = colours, .word_count = 4, .any = "all four"}}},
    {.word = "bid", .args = {{.kind = ARG_NUMBER}, {.kind = ARG_SEAT, .filler = "against"}}},
    {.word = "effect change",
     .args = {{.kind = ARG_WORD,
               .words = colours,
               .word_count = 4,
               .any = "all four",
               .filler = "to"}}},
    {.word = "pass"},
};

static struct move odd_move(struct chance_seed *seed)
{
    unsigned pick = chance_seeded(seed);
    int verb = (int)(pick % 4), a = (int)(pick >> 8 & 3), b = (int)(pick >> 10 & 3),
        c = (int)(pick >> 12 & 3);
    struct move move = {.verb = verb, .args = {ARG_ABSENT, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT}};
    if (verb == 0)
        memcpy(move.args, (int[]){a + 1, b, c}, 3 * sizeof(int));
    if (verb == 1)
        memcpy(move.args, (int[]){a + 62, pick >> 20 & 1 ? ARG_ABSENT : b}, 2 * sizeof(int));
    if (verb == 2)
        move.args[0] = a;
    return move;
}

static test_case(offers_of_odd_verbs_are_exact)
{
    static const char *const names[] = {"ann", "anna", "bob", "p1"};
    struct chance_seed seed = {5};
    laid_open(&laid, game_find("heartcatchers"), 2, NULL);
    laid.rules.verbs = odd_verbs;
    laid.rules.verb_count = 4;
    laid.rules.labels = "abcd";
    laid.table.seats = 4;
    memcpy(laid.naming.names, names, sizeof names);
    for (int round = 0; round < 3000; round++) {
        struct moves legal = {0};
        for (int tries = (int)(chance_seeded(&seed) % 120); tries > 0; tries--) {
            struct move move = odd_move(&seed);
            if (!moves_has(&legal, &move))
                legal.list[legal.count++] = move;
        }
        prose_clear(&laid.prose);
        view_offer(&laid.view, &legal, &laid.prose);
        prose_sound(&laid.prose, NULL);
        assert_exact(&laid, laid.prose.text, 0, &legal);
    }
}

/* What is shown of a long name is enough to type, unless another begins so. */
static test_case(long_names_are_begun)
{
    static const char *const names[] = {"Guest-4711-from-a-web-gateway1",
                                        "another_one_with_thirty_bytes_", "another_one_as_long",
                                        "bob the builder"};
    struct moves legal = {0};
    struct read_move read;
    struct sight sight;
    lay_offer("B");
    laid.rules.verbs = odd_verbs;
    laid.rules.verb_count = 4;
    memcpy(laid.naming.names, names, sizeof names);
    for (int seat = 0; seat < 4; seat++)
        moves_add(&legal, 0, 1, seat, 2);
    prose_clear(&laid.prose);
    view_offer(&laid.view, &legal, &laid.prose);
    assert_string_equal(
        laid.prose.text,
        "!give d Guest-4711-f another_one_with_thirty_bytes_ another_one_as_long bob the buil blue");
    table_sight(&laid.rules, &laid.table, 0, &sight);
    move_read(&laid.rules, &laid.naming, &sight, &legal, false, "give d Guest-4711-f blue", &read);
    assert_true(read.reading == READING_MOVE && read.move.args[1] == 0);
    move_read(&laid.rules, &laid.naming, &sight, &legal, false, "give d bob the buil blue", &read);
    assert_true(read.reading == READING_MOVE && read.move.args[1] == 3);
}

static test_case(moves_are_listed_in_full)
{
    static const char *const names[] = {
        "\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600"
        "\U0001f600\U0001f600\U0001f600\U0001f600",
        "bob"};
    struct moves legal;
    lay_offer("B");
    laid_legal(&laid, 0, &legal);
    prose_clear(&laid.prose);
    view_moves(&laid.view, &legal, 4, false, &laid.prose);
    assert_string_equal(
        laid.prose.text,
        "!steal d them1 me1 · !steal d them1 me2 · !steal d them1 me3 · !hide d me1 · and 5 more");
    prose_clear(&laid.prose);
    view_moves(&laid.view, &legal, 9, false, &laid.prose);
    assert_null(strstr(laid.prose.text, "more"));

    /* A name too long to be typed is said by its seat number, never cut. */
    static const struct verb_spec trade[] = {
        {.word = "trade", .args = {{.kind = ARG_SEAT}, {.kind = ARG_SEAT}, {.kind = ARG_SEAT}}}};
    laid.rules.verbs = trade;
    memcpy(laid.naming.names, names, sizeof names);
    legal = (struct moves){.count = 2,
                           .list = {{0, {0, 0, 1, ARG_ABSENT}}, {0, {1, 1, 1, ARG_ABSENT}}}};
    prose_clear(&laid.prose);
    view_moves(&laid.view, &legal, 9, false, &laid.prose);
    assert_string_equal(laid.prose.text, "!trade p1 p1 bob · !trade bob bob bob");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offers_of_heartcatchers),

        cmocka_unit_test(offers_of_odd_verbs_are_exact),
        cmocka_unit_test(long_names_are_begun),
        cmocka_unit_test(moves_are_listed_in_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

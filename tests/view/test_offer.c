/* The offer: expanded back, it is the legal list, no more and no less. */
#include <stdio.h>
#include <string.h>

#include "laid.h"
#include "testing.h"
#include "text.h"

/* ---- reading an offer back, by nothing but the ruleset ---- */

struct reader {
    const struct laid *laid;
    const char *at;
    struct moves *out;
};

static bool take(struct reader *reader, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(reader->at, word, length) != 0)
        return false;
    reader->at += length;
    return true;
}

/* The verb that stands there, the one with most letters: "draw discard", not "draw". */
static int take_verb(struct reader *reader)
{
    const char *start = reader->at, *best = start;
    int found = -1;
    for (int verb = 0; verb < reader->laid->rules.verb_count; verb++) {
        reader->at = start;
        if (take(reader, reader->laid->rules.verbs[verb].word) && reader->at > best) {
            best = reader->at;
            found = verb;
        }
    }
    reader->at = best;
    return found;
}

static int values_of(const struct laid *laid, const struct arg_spec *spec)
{
    return spec->kind == ARG_CARD   ? (int)strlen(laid->rules.labels) + 1
           : spec->kind == ARG_WORD ? spec->word_count
           : spec->kind == ARG_SEAT ? 12
                                    : 300;
}

/* Takes " value" for one of an argument's values: the longest that stands there. */
static bool take_value(struct reader *reader, int verb, int arg, int *value)
{
    const struct arg_spec *spec = &reader->laid->rules.verbs[verb].args[arg];
    const char *start = reader->at, *best = start;
    for (int v = spec->kind == ARG_CARD; v < values_of(reader->laid, spec); v++) {
        char bytes[64];
        struct text text = text_over(bytes, sizeof bytes);
        struct move move = {.verb = verb};
        move.args[arg] = v;
        text_put(&text, " ");
        if (spec->brief)
            text_put(&text, spec->brief[v]);
        else
            move_format_arg(&reader->laid->rules, &reader->laid->naming, &move, arg, &text);
        reader->at = start;
        if (take(reader, bytes) && reader->at > best && (*reader->at == '\0' || strchr(" ,:", *reader->at))) {
            best = reader->at;
            *value = v;
        }
    }
    reader->at = best;
    return best > start;
}

static void add_products(struct reader *reader, int verb, int arity, int sets[MOVE_ARGS][300], const int *counts,
                         int arg, struct move *move)
{
    if (arg == arity) {
        assert_false(moves_has(reader->out, move));
        moves_add(reader->out, verb, 0, 0, 0);
        reader->out->list[reader->out->count - 1] = *move;
        return;
    }
    for (int i = 0; i < counts[arg]; i++) {
        move->args[arg] = sets[arg][i];
        add_products(reader, verb, arity, sets, counts, arg + 1, move);
    }
}

/* One part: the arguments, " a b on me1 me3". */
static void read_part(struct reader *reader, int verb)
{
    static int sets[MOVE_ARGS][300];
    int counts[MOVE_ARGS] = {0}, arity = 0;
    for (; arity < MOVE_ARGS && reader->laid->rules.verbs[verb].args[arity].kind != ARG_NONE; arity++) {
        const struct arg_spec *spec = &reader->laid->rules.verbs[verb].args[arity];
        char lead[32] = "";
        if (arity > 0 && spec->filler)
            snprintf(lead, sizeof lead, " %.*s", (int)strcspn(spec->filler, " "), spec->filler);
        else if (arity > 0)
            snprintf(lead, sizeof lead, ":");
        if (!take(reader, lead))
            break;
        char any[40];
        snprintf(any, sizeof any, " %s", spec->any ? spec->any : "?");
        if (take(reader, any))
            while (counts[arity] < spec->word_count) {
                sets[arity][counts[arity]] = counts[arity];
                counts[arity]++;
            }
        else
            while (take_value(reader, verb, arity, &sets[arity][counts[arity]]))
                counts[arity]++;
        if (counts[arity] == 0)
            break;
    }
    struct move move = {.verb = verb, .args = {ARG_ABSENT, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT}};
    add_products(reader, verb, arity, sets, counts, 0, &move);
}

static void read_offer(const struct laid *laid, const char *offer, struct moves *out)
{
    struct reader reader = {laid, offer, out};
    while (*reader.at) {
        int verb = take_verb(&reader);
        assert_in_range(verb, 0, laid->rules.verb_count - 1);
        do
            read_part(&reader, verb);
        while (take(&reader, ","));
        if (*reader.at && !take(&reader, " · "))
            fail_msg("cannot read '%s' of: %s", reader.at, offer);
    }
}

static void assert_exact(struct laid *laid, const char *offer, const struct moves *legal)
{
    struct moves offered = {0};
    read_offer(laid, offer, &offered);
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
    assert_string_equal(laid_offer(&laid, 0),
                        "catch d e on me1 me3 · steal f on them3 for any of yours · hide d e f under any stack");
    assert_string_equal(laid_offer(&laid, 1), "");
    lay_offer("B W R");
    assert_string_equal(laid_offer(&laid, 0),
                        "catch e f on me1 me3 · steal d on them1 for any of yours, e on them1 them3 for any of "
                        "yours · hide d e f under any stack");
    lay_offer("B");
    assert_string_equal(laid_offer(&laid, 0), "steal d on them1 for any of yours · hide d under any stack");
}

static test_case(offers_are_exact_over_random_games)
{
    for (int g = 0; g < game_count; g++)
        for (int game = 0; game < 200; game++) {
            laid_deal(&laid, games[g], games[g]->seats_max, NULL, game);
            do {
                struct moves legal;
                for (int seat = 0; seat < laid.table.seats; seat++) {
                    laid_legal(&laid, seat, &legal);
                    assert_exact(&laid, laid_offer(&laid, seat), &legal);
                }
            } while (laid_play_any(&laid));
        }
}

/* Verbs with everything that Heartcatchers lacks: no fillers, people, numbers over 64, arguments that may be absent. */
static const char *const colours[] = {"red", "green", "blue", "any"};
static const struct verb_spec odd_verbs[] = {
    {.word = "give",
     .args = {{.kind = ARG_CARD},
              {.kind = ARG_SEAT},
              {.kind = ARG_WORD, .words = colours, .word_count = 4, .any = "all four"}}},
    {.word = "bid", .args = {{.kind = ARG_NUMBER}, {.kind = ARG_SEAT, .filler = "against"}}},
    {.word = "effect change",
     .args = {{.kind = ARG_WORD, .words = colours, .word_count = 4, .any = "all four", .filler = "to"}}},
    {.word = "pass"},
};

static struct move odd_move(struct chance_seed *seed)
{
    unsigned pick = chance_seeded(seed);
    int verb = (int)(pick % 4), a = (int)(pick >> 8 & 3), b = (int)(pick >> 10 & 3), c = (int)(pick >> 12 & 3);
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
        assert_exact(&laid, laid.prose.text, &legal);
    }
}

/* What is shown of a long name is enough to type, unless another begins so. */
static test_case(long_names_are_begun)
{
    static const char *const names[] = {"Guest-4711-from-a-web-gateway1", "another_one_with_thirty_bytes_",
                                        "another_one_as_long", "bob the builder"};
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
    assert_string_equal(laid.prose.text,
                        "give d: Guest-4711-f another_one_with_thirty_bytes_ another_one_as_long bob the buil: blue");
    table_sight(&laid.rules, &laid.table, 0, &sight);
    move_read(&laid.rules, &laid.naming, &sight, &legal, false, "give d Guest-4711-f blue", &read);
    assert_true(read.reading == READING_MOVE && read.move.args[1] == 0);
    move_read(&laid.rules, &laid.naming, &sight, &legal, false, "give d bob the buil blue", &read);
    assert_true(read.reading == READING_MOVE && read.move.args[1] == 3);
}

static test_case(moves_are_listed_in_full)
{
    static const char *const names[] = {"\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600\U0001f600"
                                        "\U0001f600\U0001f600\U0001f600\U0001f600",
                                        "bob"};
    struct moves legal;
    lay_offer("B");
    laid_legal(&laid, 0, &legal);
    prose_clear(&laid.prose);
    view_moves(&laid.view, &legal, 4, &laid.prose);
    assert_string_equal(laid.prose.text,
                        "steal d them1 me1 · steal d them1 me2 · steal d them1 me3 · hide d me1 and 5 more");
    prose_clear(&laid.prose);
    view_moves(&laid.view, &legal, 9, &laid.prose);
    assert_null(strstr(laid.prose.text, "more"));

    /* A name too long to be typed is said by its seat number, never cut. */
    static const struct verb_spec trade[] = {
        {.word = "trade", .args = {{.kind = ARG_SEAT}, {.kind = ARG_SEAT}, {.kind = ARG_SEAT}}}};
    laid.rules.verbs = trade;
    memcpy(laid.naming.names, names, sizeof names);
    legal = (struct moves){.count = 2, .list = {{0, {0, 0, 1, ARG_ABSENT}}, {0, {1, 1, 1, ARG_ABSENT}}}};
    prose_clear(&laid.prose);
    view_moves(&laid.view, &legal, 9, &laid.prose);
    assert_string_equal(laid.prose.text, "trade p1 p1 bob · trade bob bob bob");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offers_of_heartcatchers),       cmocka_unit_test(offers_are_exact_over_random_games),
        cmocka_unit_test(offers_of_odd_verbs_are_exact), cmocka_unit_test(long_names_are_begun),
        cmocka_unit_test(moves_are_listed_in_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

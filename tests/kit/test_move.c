/* Moves as text: everything a person may type, over a legal list made by hand. */
#include <stdio.h>
#include <string.h>

#include "move.h"
#include "ruleset.h"
#include "sight.h"
#include "table.h"
#include "testing.h"
#include "text.h"

/* ---- a ruleset that has it all ---- */

static const struct zone_spec zones[] = {{"pile", AUDIENCE_NONE, 0},
                                         {"hand", AUDIENCE_OWNER, ZONE_SLOTS}};
enum { RED, RED_LOVE, BLUE, WHITE, FACES };
static const struct face faces[FACES] = {
    {.code = "R", .name = "red heart"},
    {.code = "RL", .name = "red Ultimate Love"},
    {.code = "B", .name = "blue heart"},
    {.code = "W", .name = "white Uncatchable"},
};
static const char *const backs[] = {"card"};
static const char *const mine[] = {"me1", "me2", "me3"};
static const char *const theirs[] = {"them1", "them2", "them3"};
static const char *const all_stacks[] = {"me1", "me2", "me3", "them1", "them2", "them3"};
static const char *const colours[] = {"red", "green", "blue"};

enum {
    CATCH,
    STEAL,
    HIDE,
    ROB,
    LAY,
    PLAY_AS,
    PLAY_ASIDE,
    DRAW,
    DRAW_DISCARD,
    OPEN,
    SHOW,
    GLOW,
    VERBS
};
static const struct verb_spec verbs[VERBS] = {
    [CATCH] =
        {.word = "catch",
         .args = {{.kind = ARG_CARD, .filler = "with"},
                  {.kind = ARG_WORD, .words = mine, .word_count = 3, .filler = "on onto at"}}},
    [STEAL] =
        {.word = "steal",
         .aliases = "swap take",
         .args = {{.kind = ARG_CARD, .filler = "with"},
                  {.kind = ARG_WORD, .words = theirs, .word_count = 3, .filler = "on takes"},
                  {.kind = ARG_WORD, .words = mine, .word_count = 3, .filler = "for against"}}},
    [HIDE] = {.word = "hide",
              .aliases = "secret",
              .flags = VERB_SECRET,
              .args =
                  {{.kind = ARG_CARD},
                   {.kind = ARG_WORD, .words = all_stacks, .word_count = 6, .filler = "under"}}},
    [ROB] = {.word = "rob", .args = {{.kind = ARG_SEAT, .filler = "from"}}},
    [LAY] = {.word = "lay", .args = {{.kind = ARG_CARD}, {.kind = ARG_NUMBER, .filler = "on"}}},
    [PLAY_AS] = {.word = "play as",
                 .args = {{.kind = ARG_CARD},
                          {.kind = ARG_WORD, .words = colours, .word_count = 3}}},
    [PLAY_ASIDE] = {.word = "play aside"},
    [DRAW] = {.word = "draw"},
    [DRAW_DISCARD] =
        {.word = "draw discard",
         .args = {{.kind = ARG_WORD, .words = colours, .word_count = 3, .is_optional = true}}},
    [OPEN] = {.word = "open", .flags = VERB_HOST},
    [SHOW] = {.word = "show", .args = {{.kind = ARG_WORD, .words = colours, .word_count = 3}}},
    [GLOW] = {.word = "glow",
              .flags = VERB_SAID,
              .args = {{.kind = ARG_WORD, .words = colours, .word_count = 3}}},
};

static struct ruleset rules = {.zones = zones,
                               .shared_zones = 1,
                               .seat_zones = 1,
                               .spec_of = {0, 1, 1, 1},
                               .faces = faces,
                               .face_count = FACES,
                               .backs = backs,
                               .back_count = 1,
                               .verbs = verbs,
                               .verb_count = VERBS,
                               .hand = 0,
                               .labels = "aefiknquvxyz"};
static struct naming people = {{"ann", "bob", "Bobby"}};
/* seat 1 holds a: red heart, e: red Ultimate Love, f: blue heart, i: blue heart */
static struct sight sight;
static struct moves legal;
static struct read_move got;

static test_fixture(deal)
{
    static const int cards[] = {RED, RED_LOVE, BLUE, BLUE};
    struct table table;
    struct play play = {.rules = &rules, .table = &table};
    table_init(&table, &rules, 3);
    for (int i = 0; i < 4; i++) {
        table_add(&table, 0, cards[i], 1);
        table_move(&play, 0, 0, 1);
    }
    table_sight(&rules, &table, 0, &sight);
    people = (struct naming){{"ann", "bob", "Bobby"}};
    legal.count = 0;
    for (int slot = 1; slot <= 4; slot++)
        for (int stack = 0; stack < 6; stack++)
            moves_add(&legal, HIDE, slot, stack, ARG_ABSENT);
    moves_add(&legal, CATCH, 1, 0, ARG_ABSENT);
    moves_add(&legal, CATCH, 3, 1, ARG_ABSENT);
    moves_add(&legal, CATCH, 4, 1, ARG_ABSENT);
    for (int own = 0; own < 3; own++)
        moves_add(&legal, STEAL, 2, 1, own);
    moves_add(&legal, ROB, 1, ARG_ABSENT, ARG_ABSENT);
    moves_add(&legal, ROB, 2, ARG_ABSENT, ARG_ABSENT);
    moves_add(&legal, LAY, 1, 12, ARG_ABSENT);
    moves_add(&legal, LAY, 1, 1, ARG_ABSENT);
    moves_add(&legal, PLAY_AS, 2, 0, ARG_ABSENT);
    moves_add(&legal, PLAY_AS, 2, 1, ARG_ABSENT);
    moves_add(&legal, PLAY_ASIDE, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    moves_add(&legal, DRAW, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    moves_add(&legal, DRAW_DISCARD, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    return 0;
}

static void read_typed(const char *typed, bool in_public)
{
    memset(&got, 0xee, sizeof got);
    move_read(&rules, &people, &sight, &legal, in_public, typed, &got);
}

static void expect_move(const char *typed, const char *canonical)
{
    char bytes[MOVE_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    read_typed(typed, false);
    if (got.reading != READING_MOVE)
        fail_msg("\"%s\" is read as %d, expected \"%s\"", typed, (int)got.reading, canonical);
    move_write(&rules, &got.move, &text);
    if (strcmp(bytes, canonical) != 0)
        fail_msg("\"%s\" is read as \"%s\", expected \"%s\"", typed, bytes, canonical);
}

static void expect_reading(const char *typed, enum reading reading)
{
    read_typed(typed, false);
    if (got.reading != reading)
        fail_msg("\"%s\" is read as %d, expected %d", typed, (int)got.reading, (int)reading);
}

/* ---- what is understood ---- */

static test_case(test_labels_words_and_fillers)
{
    expect_move("catch a me1", "catch 1 me1");
    expect_move("CATCH A ME1", "catch 1 me1");
    expect_move("  catch   a ,  me1  ", "catch 1 me1");
    expect_move("catch with a on me1", "catch 1 me1");
    expect_move("Catch With A On Me1", "catch 1 me1");
    expect_move("catch a onto at me1", "catch 1 me1");
    expect_move("steal e on them2 for me3", "steal 2 them2 me3");
    expect_move("steal e them2 against me3", "steal 2 them2 me3");
    expect_move("hide i under them3", "hide 4 them3");
    expect_move("catch a me1.", "catch 1 me1");
    expect_move("catch. a, me1!!", "catch 1 me1");
    expect_move("hide i under them3 ...", "hide 4 them3");
}

static test_case(test_prefixes_and_aliases)
{
    expect_move("c a me1", "catch 1 me1");
    expect_move("st e them2 me1", "steal 2 them2 me1");
    expect_move("swap e them2 me1", "steal 2 them2 me1");
    expect_move("TAKE e them2 me1", "steal 2 them2 me1");
    expect_move("secret a me2", "hide 1 me2");
}

static test_case(test_stacks_in_two_words_or_by_number)
{
    expect_move("catch a me 1", "catch 1 me1");
    expect_move("hide a under them 2", "hide 1 them2");
    expect_move("catch a 1", "catch 1 me1");
    expect_move("steal e 2 3", "steal 2 them2 me3");
    expect_move("steal e them 2 for me 3", "steal 2 them2 me3");
    expect_reading("hide a 2", READING_AMBIGUOUS);
    assert_int_equal(got.moves.count, 2); /* me2 or them2 */
}

static test_case(test_cards_by_name_and_code)
{
    expect_move("steal ultimate love them2 me1", "steal 2 them2 me1");
    expect_move("steal red ultimate love them2 for me1", "steal 2 them2 me1");
    expect_move("steal love them2 me1", "steal 2 them2 me1");
    expect_move("steal RL them2 me1", "steal 2 them2 me1");
    expect_move("steal ult them2 me1", "steal 2 them2 me1");
    expect_reading("hide heartb me1", READING_UNKNOWN);
}

static test_case(test_equal_cards_are_one_by_name)
{
    expect_move("catch blue me2", "catch 3 me2"); /* c or d: it makes no difference */
    expect_move("catch i me2", "catch 4 me2");
    expect_move("catch blue heart on me2", "catch 3 me2");
    expect_reading("hide red me1", READING_AMBIGUOUS); /* red heart or red Ultimate Love */
    assert_int_equal(got.moves.count, 2);
    expect_move("hide red heart me1", "hide 1 me1");
}

static test_case(test_without_a_verb_where_it_is_clear)
{
    expect_move("e them2 for me3", "steal 2 them2 me3");
    expect_move("bob", "rob p2");
    expect_reading("f me2", READING_AMBIGUOUS); /* catch or hide */
}

/* "R" is a red heart, and never short for "rob", also if the player holds none. */
static test_case(test_a_code_is_no_beginning_of_a_verb)
{
    for (int held = 0; held < 2; held++) {
        legal.count = 0;
        moves_add(&legal, ROB, 1, ARG_ABSENT, ARG_ABSENT);
        moves_add(&legal, CATCH, held ? 1 : 3, 2, ARG_ABSENT);
        expect_move("ro", "rob p2");
        read_typed("R", true);
        assert_true(got.reading != READING_MOVE || got.move.verb != ROB);
        read_typed("GC", false);
        assert_int_equal(got.reading, READING_UNKNOWN);
    }
    legal.count = 1;
    expect_reading("R", READING_UNKNOWN);
    assert_true(got.is_value);
    read_typed("R", true);
    assert_int_equal(got.reading, READING_UNKNOWN);
    assert_false(got.is_value);
    expect_reading("good morning", READING_UNKNOWN);
    assert_false(got.is_value);
}

/* Arguments alone are never a move of a verb that has to be said, and go before what was only
   begun. */
static test_case(test_verbs_that_have_to_be_said)
{
    moves_add(&legal, GLOW, 1, ARG_ABSENT, ARG_ABSENT);
    moves_add(&legal, GLOW, 2, ARG_ABSENT, ARG_ABSENT);
    expect_reading("green", READING_UNKNOWN);
    expect_reading("g", READING_AMBIGUOUS); /* glow green, glow blue */
    moves_add(&legal, SHOW, 1, ARG_ABSENT, ARG_ABSENT);
    expect_move("green", "show green");
    expect_move("g", "show green");
    expect_move("gl g", "glow green");
    expect_reading("glow", READING_AMBIGUOUS);
}

static test_case(test_seats_by_name_and_number)
{
    expect_move("rob p2", "rob p2");
    expect_move("rob P3", "rob p3");
    expect_move("rob bob", "rob p2"); /* exact before prefix */
    expect_move("rob from bobb", "rob p3");
    expect_move("rob BOBBY", "rob p3");
    expect_reading("rob bo", READING_AMBIGUOUS);
    expect_reading("rob ann", READING_ILLEGAL);
    assert_int_equal(got.move.args[0], 0);
}

/* The host shows somebody called "p2" as "p2-1" (names.c); three people of one name as "bob-1"
   and so on. */
static test_case(test_a_name_that_fits_two_is_asked_about)
{
    people.names[2] = "p2-1";
    expect_reading("rob p2", READING_AMBIGUOUS);
    expect_move("rob p2-1", "rob p3");
    expect_move("rob p3", "rob p3");
    expect_move("rob bob", "rob p2");
    people.names[1] = "bob-1";
    people.names[2] = "Bob-2";
    expect_reading("rob bob", READING_AMBIGUOUS);
    expect_move("rob bob-2", "rob p3");
}

static void check_names(const char *second, const char *third)
{
    people.names[1] = second;
    people.names[2] = third;
    for (int seat = 1; seat <= 2; seat++) {
        char bytes[MOVE_TEXT];
        struct text text = text_over(bytes, sizeof bytes);
        struct move move = {ROB, {seat, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT}};
        move_format(&rules, &people, &move, &text);
        assert_false(text.cut);
        read_typed(bytes, false);
        if (got.reading != READING_MOVE || !move_same(&got.move, &move))
            fail_msg("seat %d of \"%s\" and \"%s\": \"%s\" is not read back", seat + 1, second,
                     third, bytes);
    }
}

static test_case(test_every_name_is_read_back)
{
    check_names("Bob Smith", "Bob");
    check_names("Bob", "Bob Smith");
    check_names("bob", "BOB");
    check_names("p3", "x");
    check_names("P1", "p2");
    check_names("from", "from bob");
    check_names("a, b", "  ");
    check_names("Zoë Ünal", "日本");
    check_names("", "\t");
    check_names("a-name-of-more-than-forty-bytes-is-too-long-to-type",
                "a name of very many words is too long to "
                "type again and again, they say, so what");
}

static test_case(test_numbers)
{
    expect_move("lay a 12", "lay 1 12");
    expect_move("lay a on 1", "lay 1 1"); /* no prefix of 12 */
    expect_reading("lay a 2", READING_ILLEGAL);
    assert_int_equal(got.move.args[1], 2);
    expect_reading("lay a 99999999999999999999", READING_UNKNOWN);
    expect_reading("lay a -1", READING_UNKNOWN);
    expect_reading("lay a 1x", READING_UNKNOWN);
}

static test_case(test_verbs_of_two_words)
{
    expect_move("play as e green", "play as 2 green");
    expect_move("PLAY AS e gr", "play as 2 green");
    expect_move("pl a e red", "play as 2 red");
    expect_move("draw", "draw");
    expect_move("draw discard", "draw discard");
    expect_move("draw dis", "draw discard");
    expect_move("play asid", "play aside");
}

/* "play as" cannot be played, and "play aside" is something else. */
static test_case(test_a_verb_in_full_is_not_short_for_another)
{
    int kept = 0;
    for (int i = 0; i < legal.count; i++)
        if (legal.list[i].verb != PLAY_AS)
            legal.list[kept++] = legal.list[i];
    legal.count = kept;
    expect_reading("play as", READING_UNKNOWN);
    assert_true(got.verb_known);
    assert_int_equal(got.verb, PLAY_AS);
    expect_reading("play as e red", READING_ILLEGAL);
    assert_int_equal(got.move.verb, PLAY_AS);
    expect_move("play a", "play aside");
}

static test_case(test_the_first_word_of_two_gives_candidates)
{
    expect_reading("play", READING_AMBIGUOUS);
    assert_int_equal(got.moves.count, 3);
    legal.count = 0;
    expect_reading("play", READING_UNKNOWN);
    assert_true(got.verb_known);
    assert_int_equal(got.verb, PLAY_AS);
}

static test_case(test_parts_of_a_move_give_candidates)
{
    expect_reading("steal e", READING_AMBIGUOUS);
    assert_int_equal(got.moves.count, 3);
    expect_reading("steal e them2", READING_AMBIGUOUS);
    expect_reading("catch", READING_AMBIGUOUS);
    assert_int_equal(got.moves.count, 3);
    expect_move("catch a", "catch 1 me1"); /* the only one it can be */
    expect_reading("hide", READING_AMBIGUOUS);
    assert_int_equal(got.moves.count, 24);
    expect_reading("play as", READING_AMBIGUOUS);
    assert_int_equal(got.moves.count, 2);
}

/* ---- what is not ---- */

static test_case(test_illegal_moves_are_understood)
{
    expect_reading("catch e me1", READING_ILLEGAL);
    assert_int_equal(got.move.verb, CATCH);
    assert_int_equal(got.move.args[0], 2);
    assert_int_equal(got.move.args[1], 0);
    assert_int_equal(got.move.args[2], ARG_ABSENT);
    expect_reading("catch z me1", READING_ILLEGAL);
    assert_int_equal(got.move.args[0], 12);
    expect_reading("steal a them1", READING_ILLEGAL);
    assert_int_equal(got.move.args[2], ARG_ABSENT);
    legal.count = 0; /* not one's turn */
    expect_reading("catch a me1", READING_ILLEGAL);
    expect_reading("draw", READING_ILLEGAL);
    expect_reading("draw discard", READING_ILLEGAL); /* its colour may be left out */
    assert_int_equal(got.move.verb, DRAW_DISCARD);
    assert_int_equal(got.move.args[0], ARG_ABSENT);
    expect_reading("draw discard green", READING_ILLEGAL);
    assert_int_equal(got.move.args[0], 1);
    expect_reading("draw hastily", READING_UNKNOWN);
    assert_int_equal(got.verb, DRAW);
}

static test_case(test_unknown_words_get_the_nearest_move)
{
    char bytes[MOVE_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    expect_reading("cahtc a me1", READING_UNKNOWN);
    assert_true(got.has_nearest);
    assert_false(got.verb_known);
    move_format(&rules, NULL, &got.move, &text);
    assert_string_equal(bytes, "catch a me1");
    expect_reading("good morning everybody", READING_UNKNOWN);
    assert_false(got.has_nearest);
    expect_reading("catch the bus", READING_UNKNOWN);
    assert_true(got.verb_known);
}

static test_case(test_absurd_input_is_no_move)
{
    static char long_word[5000], many_words[5000];
    memset(long_word, 'a', sizeof long_word - 1);
    for (size_t i = 0; i + 2 < sizeof many_words; i += 2)
        memcpy(&many_words[i], "a ", 2);
    expect_reading("", READING_UNKNOWN);
    expect_reading(" , \t ,,", READING_UNKNOWN);
    expect_reading(long_word, READING_UNKNOWN);
    expect_reading(many_words, READING_UNKNOWN);
    expect_reading("catch a me1 me2", READING_MOVE); /* the only one of the two that is legal */
    expect_reading("catch a me1 please", READING_UNKNOWN);
    expect_reading("\xff\xfe\x01", READING_UNKNOWN);
    expect_reading("catch \xc3\xa4 me1", READING_UNKNOWN);
    /* a verb of the host's: known, never legal for a seat */
    expect_reading("open", READING_ILLEGAL);
    assert_int_equal(got.move.verb, OPEN);
}

/* ---- in public ---- */

static void expect_public(const char *typed, enum reading reading)
{
    read_typed(typed, true);
    if (got.reading != reading)
        fail_msg("\"%s\" in public is read as %d, expected %d", typed, (int)got.reading,
                 (int)reading);
}

static test_case(test_secret_moves_in_public_go_by_label_only)
{
    expect_public("hide a under me1", READING_MOVE);
    expect_public("h a me1", READING_MOVE);
    expect_public("hide red heart under me1", READING_NAMED);
    expect_public("hide under me1 red heart", READING_NAMED);
    expect_public("hide white me1", READING_NAMED); /* whether the card is held or not */
    expect_public("hide nonsense", READING_NAMED);
    expect_public("HIDE RL me1", READING_NAMED);
    expect_public("secret red me1", READING_NAMED);
    expect_public("Secret red me1", READING_NAMED);
    expect_public("hid blue them1", READING_NAMED);
    expect_public("love under me1", READING_NAMED); /* only hide has an "under" */
    assert_int_equal(got.moves.count, 0);
    expect_public("catch blue me2", READING_MOVE); /* the card is shown anyway */
    expect_public("steal love them2 me1", READING_MOVE);
    expect_reading("hide red heart under me1", READING_MOVE); /* in private it is fine */
}

/* In slot 1 a blue heart, in slot 2 a red one. */
static void deal_hearts(void)
{
    static const int cards[] = {BLUE, RED};
    struct table table;
    struct play play = {.rules = &rules, .table = &table};
    table_init(&table, &rules, 3);
    for (int i = 0; i < 2; i++) {
        table_add(&table, 0, cards[i], 1);
        table_move(&play, 0, 0, 1);
    }
    table_sight(&rules, &table, 0, &sight);
    legal.count = 0;
    for (int slot = 1; slot <= 2; slot++) {
        moves_add(&legal, CATCH, slot, 2, ARG_ABSENT);
        moves_add(&legal, HIDE, slot, 2, ARG_ABSENT);
    }
}

/* No label is a code: the second card of this hand has none that could be taken for the code of
   the first. */
static test_case(test_a_code_is_that_card)
{
    deal_hearts();
    expect_move("catch B me3", "catch 1 me3");
    expect_move("catch b me3", "catch 1 me3");
    expect_move("catch R me3", "catch 2 me3");
    expect_move("catch r me3", "catch 2 me3");
    expect_move("catch a me3", "catch 1 me3");
    expect_move("catch E me3", "catch 2 me3");
    expect_move("hide B me3", "hide 1 me3");
    expect_move("hide blue me3", "hide 1 me3");
}

/* Nothing that is typed plays another card than the one it is the code of. */
static test_case(test_a_code_plays_no_other_card)
{
    deal_hearts();
    legal.count = 0;
    moves_add(&legal, CATCH, 2, 2, ARG_ABSENT);
    expect_reading("catch B me3", READING_ILLEGAL);
    assert_int_equal(got.move.args[0], 1);          /* the blue heart cannot go there */
    expect_reading("catch W me3", READING_UNKNOWN); /* not held */
    expect_reading("catch RL me3", READING_UNKNOWN);
    legal.list[0].args[0] = 1;
    expect_move("catch B me3", "catch 1 me3");
    deal(NULL);
    /* no short way to say "red Ultimate Love" */
    expect_reading("steal R them2 me1", READING_ILLEGAL);
    assert_int_equal(got.move.args[0], 1);
}

static test_case(test_a_code_in_public)
{
    deal_hearts();
    expect_public("catch B me3", READING_MOVE);
    expect_public("catch b me3", READING_MOVE);
    expect_public("catch R me3", READING_MOVE);
    expect_public("hide B me3", READING_NAMED);
    expect_public("hide b me3", READING_NAMED);
    expect_public("B under me3", READING_NAMED);
    expect_public("hide W me3", READING_NAMED);   /* whether the card is held or not */
    expect_public("hide z me3", READING_ILLEGAL); /* a label, of no card that is held */
    expect_public("hide l me3", READING_NAMED);   /* no label */
    expect_public("hide A me3", READING_MOVE);
    expect_public("hide e me3", READING_MOVE);
    assert_int_equal(got.move.args[0], 2);
    expect_public("hide r me3", READING_NAMED);
}

/* Nothing that comes back tells which of the named cards is held. */
static test_case(test_a_named_secret_is_not_looked_at)
{
    struct read_move held;
    read_typed("hide red heart under me1", true);
    held = got;
    read_typed("hide white heart under me1", true);
    assert_memory_equal(&held, &got, offsetof(struct read_move, moves.list));
    assert_int_equal(got.moves.count, 0);
    assert_false(got.has_nearest);
}

/* ---- canonical text ---- */

static test_case(test_canonical_text_is_read_without_a_sight)
{
    static const char *const good[] = {"catch 1 me1", "steal 26 them3 me2", "hide 3 them1",
                                       "rob p12",     "lay 2 9999",         "play as 1 blue",
                                       "draw",        "draw discard",       "open"};
    static const char *const bad[] = {
        "",           "cat 1 me1",       "catch 1 m",   "catch red me1", "catch a me1", "rob bob",
        "rob p13",    "lay 1 10000",     "lay 1 -1",    "catch 01 me1",  "draw 2",      "fly",
        "hide 0 me1", "catch 1 me1 me2", "hide 27 me1", "hide +1 me1"};
    struct move move;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char bytes[MOVE_TEXT];
        struct text text = text_over(bytes, sizeof bytes);
        if (!move_read_canonical(&rules, good[i], &move))
            fail_msg("\"%s\" is not read", good[i]);
        move_write(&rules, &move, &text);
        assert_string_equal(bytes, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (move_read_canonical(&rules, bad[i], &move))
            fail_msg("\"%s\" is read", bad[i]);
}

static test_case(test_lists)
{
    struct move move = {STEAL, {2, 1, 2, ARG_ABSENT}};
    assert_true(moves_has(&legal, &move));
    move.args[2] = 3;
    assert_false(moves_has(&legal, &move));
    struct move same = move;
    assert_true(move_same(&move, &same));
    same.args[3] = 0;
    assert_false(move_same(&move, &same));
}

static test_case(test_arguments_alone)
{
    char bytes[MOVE_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    struct move move = {STEAL, {2, 1, 2, ARG_ABSENT}};
    for (int i = 0; i < 3; i++)
        move_format_arg(&rules, NULL, &move, i, &text);
    assert_string_equal(bytes, "ethem2me3");
    move = (struct move){ROB, {1, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT}};
    move_format(&rules, &people, &move, &text);
    assert_string_equal(bytes, "ethem2me3rob bob");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_labels_words_and_fillers, deal),
        cmocka_unit_test_setup(test_prefixes_and_aliases, deal),
        cmocka_unit_test_setup(test_stacks_in_two_words_or_by_number, deal),
        cmocka_unit_test_setup(test_cards_by_name_and_code, deal),
        cmocka_unit_test_setup(test_equal_cards_are_one_by_name, deal),
        cmocka_unit_test_setup(test_without_a_verb_where_it_is_clear, deal),
        cmocka_unit_test_setup(test_a_code_is_no_beginning_of_a_verb, deal),
        cmocka_unit_test_setup(test_verbs_that_have_to_be_said, deal),
        cmocka_unit_test_setup(test_seats_by_name_and_number, deal),
        cmocka_unit_test_setup(test_a_name_that_fits_two_is_asked_about, deal),
        cmocka_unit_test_setup(test_every_name_is_read_back, deal),
        cmocka_unit_test_setup(test_numbers, deal),
        cmocka_unit_test_setup(test_verbs_of_two_words, deal),
        cmocka_unit_test_setup(test_a_verb_in_full_is_not_short_for_another, deal),
        cmocka_unit_test_setup(test_the_first_word_of_two_gives_candidates, deal),
        cmocka_unit_test_setup(test_parts_of_a_move_give_candidates, deal),
        cmocka_unit_test_setup(test_illegal_moves_are_understood, deal),
        cmocka_unit_test_setup(test_unknown_words_get_the_nearest_move, deal),
        cmocka_unit_test_setup(test_absurd_input_is_no_move, deal),
        cmocka_unit_test_setup(test_secret_moves_in_public_go_by_label_only, deal),
        cmocka_unit_test_setup(test_a_code_is_that_card, deal),
        cmocka_unit_test_setup(test_a_code_plays_no_other_card, deal),
        cmocka_unit_test_setup(test_a_code_in_public, deal),
        cmocka_unit_test_setup(test_a_named_secret_is_not_looked_at, deal),
        cmocka_unit_test_setup(test_canonical_text_is_read_without_a_sight, deal),
        cmocka_unit_test_setup(test_lists, deal),
        cmocka_unit_test_setup(test_arguments_alone, deal),
    };
    return cmocka_run_group_tests_name("move", tests, NULL, NULL);
}

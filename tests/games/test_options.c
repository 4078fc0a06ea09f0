/* Options of a table and the register of games: text to values and back, and what is said to
   mistakes. And whether every game's data is sound: what the kit and the view rely on. */
#include <stdio.h>
#include <string.h>

#include "faces.h"
#include "game.h"
#include "games.h"
#include "testing.h"
#include "text.h"

enum { SIDE, ROUNDS, WITH, OPTIONS };
static const char *const sides[] = {"brown", "grey"};
static const char *const automatic[] = {"auto"};
static const char *const parts[] = {"double", "triad", "boost"};
static const struct option_spec specs[OPTIONS] = {
    [SIDE] =
        {.name = "side", .kind = OPTION_CHOICE, .words = sides, .word_count = 2, .standard = 1},
    [ROUNDS] = {.name = "rounds",
                .kind = OPTION_NUMBER,
                .words = automatic,
                .word_count = 1,
                .least = 1,
                .most = 24},
    [WITH] = {.name = "with", .kind = OPTION_SET, .words = parts, .word_count = 3},
};
static const struct game toy = {
    .id = "toy", .name = "Toy", .options = specs, .option_count = OPTIONS, .match_option = -1};
static int values[RULESET_OPTIONS];
static char why_bytes[200];

static bool set(const char *name, const char *value)
{
    struct text why = text_over(why_bytes, sizeof why_bytes);
    return option_set(&toy, values, name, value, &why);
}

static void expect_read(int option, const char *value, int number)
{
    assert_true(set(specs[option].name, value));
    assert_int_equal(values[option], number);
    assert_string_equal(why_bytes, "");
}

static test_case(test_values_are_read)
{
    expect_read(SIDE, "grey", 1);
    expect_read(SIDE, "BROWN", 0);
    expect_read(ROUNDS, "1", 1);
    expect_read(ROUNDS, "24", 24);
    expect_read(ROUNDS, "Auto", 0);
    expect_read(WITH, "none", 0);
    expect_read(WITH, "boost", 4);
    expect_read(WITH, "double,boost", 5);
    expect_read(WITH, "Triad+double", 3);
}

static void expect_refusal(const char *name, const char *value, const char *sentence)
{
    int before[RULESET_OPTIONS];
    memcpy(before, values, sizeof values);
    assert_false(set(name, value));
    assert_string_equal(why_bytes, sentence);
    assert_memory_equal(before, values, sizeof values);
}

static test_case(test_mistakes_are_told_what_is_right)
{
    expect_refusal("side", "green", "'green' is not a value of side. It can be brown or grey.");
    expect_refusal("side", "", "There is no value behind 'side='. It can be brown or grey.");
    expect_refusal("rounds", "0", "'0' is not a value of rounds. It can be 1 to 24, or auto.");
    expect_refusal("rounds", "25", "'25' is not a value of rounds. It can be 1 to 24, or auto.");
    expect_refusal("rounds", "4x", "'4x' is not a value of rounds. It can be 1 to 24, or auto.");
    expect_refusal("rounds", "99999999999999999999",
                   "'99999999999999999999' is not a value of rounds. It can be 1 to 24, or auto.");
    expect_refusal("rounds", "4294967297",
                   "'4294967297' is not a value of rounds. It can be 1 to 24, or auto.");
    expect_refusal(
        "with", "double,,boost",
        "'double,,boost' is not a value of with. It can be none, or any of double, triad, boost joined by commas.");
    expect_refusal("sde", "brown", "Toy has no option 'sde'; did you mean 'side'?");
    expect_refusal("colour", "brown", "Toy has no option 'colour'. It has: side, rounds, with.");
}

static test_case(test_every_value_is_written_and_read_back)
{
    static const int counts[OPTIONS] = {2, 25, 8};
    for (int option = 0; option < OPTIONS; option++)
        for (int value = 0; value < counts[option]; value++) {
            char bytes[80];
            struct text text = text_over(bytes, sizeof bytes);
            option_format(&specs[option], value, &text);
            expect_read(option, bytes, value);
        }
}

static test_case(test_a_ruleset_begins_with_the_defaults)
{
    struct ruleset rules;
    game_ruleset(&toy, &rules);
    assert_int_equal(rules.options[SIDE], 1);
    assert_int_equal(rules.options[ROUNDS], 0);
    assert_int_equal(rules.first_seat, SEAT_NONE);
    assert_int_equal(game_match_length(&toy, &rules, 2), 1);
}

static test_case(test_games_are_found_by_any_name)
{
    static const char *const names[] = {
        "heartcatchers",  "Heartcatchers",      "HEART-catchers",    "heart catchers", "hc",
        "heart_catchers", "Colour MY-Kritters", "color my kritters", "Colour Catcher"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_non_null(game_find(names[i]));
    assert_null(game_find("bridge")); /* a game that many people know, and is not here */
    assert_null(game_find("heartcatcher"));
    assert_null(game_find(""));
    assert_null(game_find("-"));
    assert_non_null(game_nearest("heartcatcher"));
    assert_non_null(game_nearest("haertcatchers"));
    assert_non_null(game_nearest("heart"));
    assert_null(game_nearest("chess"));
}

/* ---- every game's data ---- */

static void check_zones(const struct game *game)
{
    assert_in_range(game->seats_min, 1, game->seats_max);
    assert_in_range(game->seats_max, 1, TABLE_SEATS);
    assert_in_range(game->shared_zones + game->seats_max * game->seat_zones, 1, TABLE_ZONES);
    assert_true(game->hand >= -1 && game->hand < game->seat_zones);
    for (int a = 0; a < game->shared_zones + game->seat_zones; a++) {
        assert_false(a < game->shared_zones && game->zones[a].audience == AUDIENCE_OWNER);
        assert_null(strpbrk(game->zones[a].name, " :\n")); /* part of the canonical text */
        for (int b = 0; b < a; b++)
            assert_string_not_equal(game->zones[a].name, game->zones[b].name);
    }
}

static void check_faces(const struct game *game)
{
    assert_in_range(game->face_count, 1, 128);
    for (int a = 0; a < game->face_count; a++) {
        assert_in_range(game->faces[a].back, 0, game->back_count - 1);
        assert_null(strpbrk(game->faces[a].code, " =/?\n")); /* part of the canonical text */
        assert_non_null(game->faces[a].name);
        for (int b = 0; b < a; b++) {
            assert_string_not_equal(game->faces[a].code, game->faces[b].code);
            assert_string_not_equal(game->faces[a].name, game->faces[b].name);
        }
    }
}

/* What lists of moves call a word is understood as that word: it is no other's, and so typed it
   counts before all words that it begins. */
static void check_brief(const struct arg_spec *spec)
{
    for (int a = 0; spec->brief && a < spec->word_count; a++)
        for (int b = 0; b < spec->word_count; b++)
            assert_true(a == b || (!text_same_word(spec->brief[a], spec->brief[b]) &&
                                   !text_same_word(spec->brief[a], spec->words[b])));
}

static void check_verbs(const struct game *game)
{
    for (int a = 0; a < game->verb_count; a++) {
        const struct verb_spec *verb = &game->verbs[a];
        assert_true(verb->flags & VERB_HOST || verb->help);
        for (int b = 0; b < a; b++)
            assert_false(text_same_word(verb->word, game->verbs[b].word));
        for (int i = 0; i < MOVE_ARGS; i++) {
            const struct arg_spec *spec = &verb->args[i];
            assert_true(spec->kind != ARG_WORD || (spec->words && spec->word_count > 0));
            check_brief(spec);
            assert_true(spec->kind != ARG_CARD ||
                        (game->hand >= 0 &&
                         game->zones[game->shared_zones + game->hand].flags & ZONE_SLOTS));
            assert_true(i == 0 || spec->kind == ARG_NONE || verb->args[i - 1].kind != ARG_NONE);
        }
    }
}

static void check_options(const struct game *game)
{
    assert_in_range(game->option_count, 0, RULESET_OPTIONS);
    assert_true(game->match_option < game->option_count);
    for (int i = 0; i < game->option_count; i++) {
        char bytes[80];
        struct text text = text_over(bytes, sizeof bytes),
                    why = text_over(why_bytes, sizeof why_bytes);
        option_format(&game->options[i], game->options[i].standard, &text);
        assert_true(option_set(game, values, game->options[i].name, bytes, &why));
        assert_int_equal(values[i], game->options[i].standard);
        assert_non_null(game->options[i].help);
    }
}

static void check_words(const struct game *game)
{
    assert_true(game->topic_count > 0 && game->board_count > 0 && game->sentence_count > 0);
    for (int i = 0; i < game->topic_count; i++)
        assert_true(game->topics[i].name && strlen(game->topics[i].text) > 20);
    for (int i = 0; i < game->board_count; i++) {
        const struct board_item *item = &game->board[i];
        int zones = item->per_seat ? game->seat_zones : game->shared_zones;
        int registers = item->per_seat ? TABLE_OWN : TABLE_SHARED;
        assert_in_range(item->zone, 0, (item->style >= BOARD_WORD ? registers : zones) - 1);
    }
    for (int i = 0; i < game->sentence_count; i++)
        assert_non_null(game->sentences[i]);
    assert_non_null(game_find(game->id));
    assert_null(strpbrk(game->id, " \n=:"));
}

static test_case(test_every_games_data_is_sound)
{
    for (int i = 0; i < game_count; i++) {
        check_zones(games[i]);
        check_faces(games[i]);
        check_verbs(games[i]);
        check_options(games[i]);
        check_words(games[i]);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(games[i]->id, games[k]->id);
    }
}

static void expect_not_to_fit(const struct game *game, const char *sentence)
{
    char bytes[200];
    struct text why = text_over(bytes, sizeof bytes);
    assert_false(game_fits(game, &why));
    assert_string_equal(bytes, sentence);
}

/* What is more than the kit can hold is told by its name, before any card is dealt. */
static test_case(test_limits_are_named)
{
    static const struct face_form form;
    struct game game;
    char bytes[2];
    struct text why = text_over(bytes, sizeof bytes);
    for (int i = 0; i < game_count; i++)
        assert_true(game_fits(games[i], &why));
    game = (struct game){
        .id = "big", .face_count = TABLE_FACES, .seats_max = TABLE_SEATS, .seat_zones = 4};
    assert_true(game_fits(&game, &why));
    game.face_count++;
    expect_not_to_fit(&game, "big has 129 faces; 128 are possible (TABLE_FACES).");
    game.face_count = 97;
    game.face_form = &form;
    expect_not_to_fit(&game,
                      "big has 97 faces that an admin may correct; 96 are possible (FACES_MOST).");
    game.shared_zones = 1;
    expect_not_to_fit(&game,
                      "big has 49 zones when every seat is taken; 48 are possible (TABLE_ZONES).");
    game.seats_max = 13;
    expect_not_to_fit(&game, "big has 13 seats; 12 are possible (TABLE_SEATS).");
    game =
        (struct game){.id = "big", .option_count = 13, .labels = "abcdefghijklmnopqrstuvwxyzabc"};
    expect_not_to_fit(&game, "big has 29 labels; 26 are possible (TABLE_SLOTS).");
    game.labels = NULL;
    expect_not_to_fit(&game, "big has 13 options; 12 are possible (RULESET_OPTIONS).");
    game = (struct game){.id = "big", .board_count = 33};
    expect_not_to_fit(&game, "big has 33 items on the board; 32 are possible (BOARD_ITEMS).");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_are_read),
        cmocka_unit_test(test_mistakes_are_told_what_is_right),
        cmocka_unit_test(test_every_value_is_written_and_read_back),
        cmocka_unit_test(test_a_ruleset_begins_with_the_defaults),
        cmocka_unit_test(test_games_are_found_by_any_name),
        cmocka_unit_test(test_every_games_data_is_sound),
        cmocka_unit_test(test_limits_are_named),
    };
    return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}

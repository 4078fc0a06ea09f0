/* Who reads decides: each room of a table in its own language, each person in theirs, and what is
   typed is the same for all. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "household.h"
#include "language.h"
#include "port.h"
#include "prose.h"
#include "session.h"
#include "strings/clock.def"
#include "strings/playing.def"
#include "strings/shared.def"
#include "testing.h"
#include "view.h"

static void ann_says(const char *text)
{
    say_as("net", "#a", "ann", 0, text);
}

/* ann's table is in #a, and in #b, where bob is. */
static void share(const char *game)
{
    char line[64];
    snprintf(line, sizeof line, "play %s", game);
    ann_says(line);
    ann_says("invite");
    snprintf(line, sizeof line, "join %s", house_table(&house, "#a")->shown.invite);
    say_as("net", "#b", "bob", 0, line);
    ann_says("invite yes");
}

static const char *changed(enum language language, const char *room, const char *pace)
{
    static struct prose said;
    prose_open(&said, language);
    prose_put_typed(&said, room);
    view_string(&said, STRING_CLOCK_CHANGED, "by", "ann", "pace", pace, (char *)0);
    return said.text;
}

static test_case(each_room_reads_its_own_language)
{
    share("coloretto");
    say_as("net", "#b", "op", RANK_OPERATOR, "settings language de");
    ann_says("options clock=slow");
    assert_told(changed(LANGUAGE_EN, "#a: ", "slow"));
    assert_told(changed(LANGUAGE_DE, "#b: ", "slow"));
    assert_not_told(changed(LANGUAGE_DE, "#a: ", "slow"));
    say_as("net", "#b", "op", RANK_OPERATOR, "settings language default");
    ann_says("options clock=live");
    assert_told(changed(LANGUAGE_EN, "#b: ", "live"));
}

static test_case(a_person_reads_a_language_of_their_own)
{
    static const char none[] = "No table is open here. !games lists the games, and !play with the "
                               "name of a game opens a table.";
    house.german = "@bob";
    say_as("net", "#a", "bob", 0, "say hello");
    assert_told(language_text(LANGUAGE_DE, none));
    say_as("net", "#a", "ann", 0, "say hello");
    assert_told(none);
}

/* The room is told one board, and bob alone reads German; what he types stays. */
static test_case(hands_and_moves_come_in_the_language_of_the_seat)
{
    house.german = "@bob";
    ann_says("play heartcatchers");
    say_as("net", "#a", "bob", 0, "join");
    assert_told("your hand:");
    assert_told(language_text(LANGUAGE_DE, "You can play:"));
    assert_told("!hide ");
    assert_not_told("#a: bob setzt");
}

/* Its other forms, for sentences, do not come along. */
static test_case(a_word_on_a_board_stands_alone)
{
    ann_says("play colorcatcher");
    say_as("net", "#a", "bob", 0, "join");
    say_as("net", "#a", "op", RANK_OPERATOR, "settings language fr");
    ann_says("start");
    ann_says("board");
    assert_told("rouge compte");
    assert_not_told("|a:");
}

/* What is typed for a card stands beside its name. */
static test_case(codes_of_cards_are_the_same_in_all_languages)
{
    house.german = "@ann";
    ann_says("play colorcatcher");
    say_as("net", "#a", "bob", 0, "join");
    ann_says("start");
    say_as("net", "#a", "bob", 0, "start");
    ann_says("board legend");
    assert_told("R = ");
    assert_told("steal = ");
    assert_told(language_text(LANGUAGE_DE, "Steal Public Color"));
    assert_not_told("stiehl");
}

static test_case(help_is_read_in_the_language_of_who_asks)
{
    static const char what[] = "tells you who you are to me, on which networks, and where you sit";
    house.german = "@ann";
    ann_says("help whoami");
    assert_told(language_text(LANGUAGE_DE, what));
    assert_not_told(what);
}

static test_case(an_unknown_language_is_refused_with_those_that_are_known)
{
    ann_says("play coloretto");
    say_as("net", "#a", "op", RANK_OPERATOR, "settings language klingon");
    assert_told("'language' can be auto, en, de, fr, pl, or default");
    assert_int_equal(host_room_language(house.host, "net", "#a"), LANGUAGE_EN);
}

static test_case(languages_are_found_by_what_people_call_them)
{
    static const struct {
        const char *word;
        enum language is;
    } words[] = {{"de", LANGUAGE_DE},      {"de-AT", LANGUAGE_DE},  {"DE_CH.UTF-8", LANGUAGE_DE},
                 {"Deutsch", LANGUAGE_DE}, {"german", LANGUAGE_DE}, {"pl", LANGUAGE_PL},
                 {"English", LANGUAGE_EN}, {"en-US", LANGUAGE_EN},  {"fr-CA", LANGUAGE_FR},
                 {"français", LANGUAGE_FR}};
    enum language found;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        assert_true(language_find(words[i].word, &found));
        assert_int_equal(found, words[i].is);
    }
    assert_false(language_find("d", &found) || language_find("dex", &found) ||
                 language_find("", &found));
}

static test_case(a_draft_is_called_one)
{
    assert_true(language_is_draft(LANGUAGE_FR));
    assert_false(language_is_draft(LANGUAGE_EN) || language_is_draft(LANGUAGE_DE));
}

static test_case(words_follow_the_number_as_the_language_has_it)
{
    static const struct {
        int number, german, french, polish;
    } numbers[] = {{0, 1, 0, 2},  {1, 0, 0, 0},   {2, 1, 1, 1},  {4, 1, 1, 1},
                   {5, 1, 1, 2},  {12, 1, 1, 2},  {14, 1, 1, 2}, {22, 1, 1, 1},
                   {21, 1, 1, 2}, {112, 1, 1, 2}, {101, 1, 1, 2}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        assert_int_equal(language_plural(LANGUAGE_DE, numbers[i].number, 2), numbers[i].german);
        assert_int_equal(language_plural(LANGUAGE_FR, numbers[i].number, 2), numbers[i].french);
        assert_int_equal(language_plural(LANGUAGE_PL, numbers[i].number, 3), numbers[i].polish);
    }
}

static test_case(the_nearest_form_of_a_name_is_taken)
{
    static const char name[] = "rotes Herz|a:ein rotes Herz|acc:rotes Herz!|many:rote Herzen";
    static const struct {
        const char *form, *is;
    } forms[] = {{"", "rotes Herz"},        {"a", "ein rotes Herz"}, {"a-acc", "ein rotes Herz"},
                 {"acc", "rotes Herz!"},    {"dat", "rotes Herz"},   {"many-acc", "rote Herzen"},
                 {"few-acc", "rotes Herz!"}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        int length;
        const char *found = language_form(name, forms[i].form, &length);
        assert_int_equal(length, strlen(forms[i].is));
        assert_memory_equal(found, forms[i].is, (size_t)length);
    }
}

#define LANGUAGE_TEST(name) cmocka_unit_test_setup_teardown(name, open_near_and_far, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LANGUAGE_TEST(each_room_reads_its_own_language),
        LANGUAGE_TEST(a_person_reads_a_language_of_their_own),
        LANGUAGE_TEST(hands_and_moves_come_in_the_language_of_the_seat),
        LANGUAGE_TEST(a_word_on_a_board_stands_alone),
        LANGUAGE_TEST(codes_of_cards_are_the_same_in_all_languages),
        LANGUAGE_TEST(help_is_read_in_the_language_of_who_asks),
        LANGUAGE_TEST(an_unknown_language_is_refused_with_those_that_are_known),
        cmocka_unit_test(languages_are_found_by_what_people_call_them),
        cmocka_unit_test(a_draft_is_called_one),
        cmocka_unit_test(words_follow_the_number_as_the_language_has_it),
        cmocka_unit_test(the_nearest_form_of_a_name_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

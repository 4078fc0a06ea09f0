/* Faces that an admin corrects: the file, what is said about a wrong one, and that games with
   corrected cards still are games. How they are kept with a record is tested in
   tests/host/test_editions.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faces.h"
#include "kritters/kritters.h"
#include "playthrough.h"
#include "testing.h"
#include "text.h"

extern const struct game game_kritters;

static char told[8192];

static void tell(void *arg, int line, const char *sentence)
{
    struct text *out = arg;
    text_putf(out, "%d: %s\n", line, sentence);
}

static bool read_file(const char *file, struct faces *out)
{
    struct text text = text_over(told, sizeof told);
    return faces_read(file, out, tell, &text);
}

static char *built_in(void)
{
    static char bytes[FACES_FILE];
    struct text text = text_over(bytes, sizeof bytes);
    faces_write(&game_kritters, game_kritters.faces, game_kritters.face_count, &text);
    assert_false(text.cut);
    return bytes;
}

/* The built-in file with one part of it replaced; NULL: as it is. */
static char *corrected(const char *part, const char *by)
{
    static char bytes[FACES_FILE];
    const char *file = built_in(), *at = part ? strstr(file, part) : file;
    if (!at)
        fail_msg("the built-in file does not say '%s'", part);
    snprintf(bytes, sizeof bytes, "%.*s%s%s", (int)(at - file), file, part ? by : "",
             at + (part ? strlen(part) : 0));
    return bytes;
}

static int line_of(const char *part)
{
    int line = 1;
    const char *file = built_in();
    for (const char *p = file; p < strstr(file, part); p++)
        line += *p == '\n';
    return line;
}

/* ---- the file ---- */

/* It says all that the table says: codes, colours, prices, draws and backs come out as they went
   in. */
static test_case(the_printed_file_is_the_built_in_table)
{
    static struct faces faces;
    if (!read_file(built_in(), &faces))
        fail_msg("%s", told);
    assert_ptr_equal(faces.game, &game_kritters);
    for (int i = 0; i < faces.count; i++)
        if (!face_same(&faces.list[i], &game_kritters.faces[i]))
            fail_msg("%s reads as %s", game_kritters.faces[i].code, faces.list[i].code);
    assert_true(faces_same(faces.list, faces.count, game_kritters.faces, game_kritters.face_count));
}

static const struct face *face_named(const struct faces *faces, const char *name)
{
    for (int i = 0; i < faces->count; i++)
        if (strcmp(faces->list[i].name, name) == 0)
            return &faces->list[i];
    fail_msg("no face is called %s", name);
    return NULL;
}

static test_case(a_corrected_card_has_what_its_line_says)
{
    static struct faces faces;
    assert_true(
        read_file(
            corrected("point         1      R      -      3       MMY     red 3-point Kritter",
                      "point 2 R\t- 7 YYM # as printed\r\n"
                      "double 1 YW# "),
            &faces) == false); /* the second line is broken, the first one fine */
    assert_non_null(strstr(
        told,
        ": a line has 7 columns (class, cards, gives, draws, points, price, name), this one only 3"));
    if (!read_file(corrected("C      1      -       M       cyan Single for magenta",
                             "C\t2 - YYM  Lion's cyan-Single   # as printed\r"),
                   &faces))
        fail_msg("%s", told);
    const struct face *face = face_named(&faces, "Lion's cyan-Single");
    assert_string_equal(face->code, "C++:YYM");
    assert_int_equal(face->traits[KR_DRAWS], 2);
    assert_int_equal(face->traits[KR_COUNT], 3);
    assert_int_equal(splotches_of(face->traits[KR_PRICE], KR_YELLOW), 2);
    assert_int_equal(splotches_of(face->traits[KR_PRICE], KR_MAGENTA), 1);
    assert_int_equal(splotches_of(face->traits[KR_PRICE], KR_CYAN), 0);
}

/* Each is what an admin may write in place of a part of the file, and the beginning of what is
   said about it, in that line. */
static const struct mistake {
    const char *part, *by, *said;
} mistakes[] = {
    {"wild          9", "wlid          9", "there is no class 'wlid'; did you mean wild?"},
    {"wild          9", "lion          9",
     "there is no class 'lion'; there are start, single, double, wild, point"},
    {"wild          9", "wild          0", "cards '0': write how many there are, 1 to 60"},
    {"wild          9", "wild          61", "cards '61': write"},
    {"wild          9", "wild          -1", "cards '-1': write"},
    {"wild          9", "wild          99999999999999999999",
     "cards '99999999999999999999': write"},
    {"9      W ", "9      C ", "gives 'C': write one of the letters W for a wild"},
    {"2      CM", "2      CX", "gives 'CX': write two of the letters CMY for a double"},
    {"2      CM", "2      C ", "gives 'C': write two of the letters CMY"},
    {"1      R      -      3 ", "1      C      -      3 ",
     "gives 'C': write one of the letters RGB for a point"},
    {"9      -      -      -       CMY", "9      C      -      -       CMY",
     "gives 'C': a wand gives nothing, write -"},
    {"C      1      -       C", "C      4      -       C",
     "draws '4': write how many cards, 0 to 3"},
    {"C      1      -       C", "C      one    -       C", "draws 'one': write how many"},
    {"1      R      -      3 ", "1      R      1      3 ",
     "draws '1': this class draws none, write -"},
    {"1      R      -      3 ", "1      R      -      - ", "points '-': write 1 to 20"},
    {"1      R      -      3 ", "1      R      -      21 ", "points '21': write 1 to 20"},
    {"9      W      -      - ", "9      W      -      1 ",
     "points '1': this class scores none by itself, write -"},
    {"CMY     Wild", "CMW     Wild", "price 'CMW': write 1 to 8 of the letters C, M and Y"},
    {"CMY     Wild", "-       Wild", "price '-': write 1 to 8"},
    {"CMY     Wild", "CMYCMYCMY Wild", "price 'CMYCMYCMY': write 1 to 8"},
    {"CMY     Wild", "cmy     Wild", "price 'cmy': write 1 to 8"},
    {"-       cyan Start", "C       cyan Start", "price 'C': a start card costs nothing, write -"},
    /* and the next line is the same card: see below */
    {"C       cyan Single", "M       cyan Single", NULL},
    {"Wild Kritter", "@everyone", "the name '@everyone': give at most 40 letters"},
    {"Wild Kritter", "Wild=Kritter", "the name 'Wild=Kritter': give"},
    {"Wild Kritter", "Wild Kritter of more than forty letters in all",
     "the name 'Wild Kritter of more"},
    {"Wild Kritter", "", "a line has 7 columns"},
    {"Wild Kritter", "Wild \x1b[2J", "outside of comments there are only plain letters"},
    {"Wild Kritter", "Wild Kr\xc3\xaftter", "outside of comments there are only plain letters"},
};

static test_case(each_mistake_is_told_with_its_line)
{
    static struct faces faces;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const struct mistake *mistake = &mistakes[i];
        char expected[300];
        if (read_file(corrected(mistake->part, mistake->by), &faces))
            fail_msg("'%s' was taken", mistake->by);
        snprintf(expected, sizeof expected, "%d: %s", line_of(mistake->part),
                 mistake->said ? mistake->said : "");
        if (mistake->said && strncmp(told, expected, strlen(expected)) != 0)
            fail_msg("expected: %s\nbut this was told: %s", expected, told);
        if (mistake->said && strchr(told, '\n')[1] != '\0')
            fail_msg("more than one thing was told: %s", told);
    }
}

static test_case(two_lines_for_the_same_card_are_refused)
{
    static struct faces faces;
    assert_false(
        read_file(corrected("C       cyan Single for cyan", "M       cyan Single"), &faces));
    assert_non_null(strstr(
        told,
        "there is a line for the card C+:M already, 'cyan Single': give all cards of it in one line"));
}

static test_case(all_mistakes_are_told_in_one_run)
{
    static struct faces faces;
    char *file = corrected("wild          9", "wlid          9"),
         *price = strstr(file, "MMY     red");
    price[0] = 'Z';
    assert_false(read_file(file, &faces));
    char expected[300];
    snprintf(
        expected, sizeof expected,
        "%d: there is no class 'wlid'; did you mean wild?\n%d: price 'ZMY': write 1 to 8 of the letters C, M and Y\n",
        line_of("wild          9"), line_of("MMY     red"));
    assert_string_equal(told, expected);
}

/* What is wrong with all lines together, or with the file. */
static const struct mistake wholes[] = {
    {"wand          9      -      -      -       CMY     Magic Wand\n", "",
     "0: there is no line of class wand\n"},
    {"wand          9", "wand 4 - - - C Little Wand\nwand 5",
     "50: Magic Wands are all alike: give one line of class wand\n"},
    {"wild          9", "wild          22",
     "0: two decks for 12 players are 338 cards, of which a table holds 336: take away cards\n"},
    {"faces kritters", "faces coloretto", "15: the cards of coloretto cannot be corrected\n"},
    {"faces kritters", "faces crabs", "15: there is no game 'crabs'\n"},
    {"faces kritters version 1", "faces kritters version 2",
     "15: this is version 2, and this program reads version 1: print that by 'tabletalk faces kritters' and correct it anew\n"},
    {"faces kritters version 1", "",
     "18: a file of faces begins with a line like 'faces kritters version 1'\n"},
};

static test_case(what_is_wrong_with_the_whole_is_told)
{
    static struct faces faces;
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
        if (read_file(corrected(wholes[i].part, wholes[i].by), &faces))
            fail_msg("'%s' was taken", wholes[i].by);
        assert_string_equal(told, wholes[i].said);
    }
    assert_false(read_file("", &faces));
    assert_string_equal(
        told, "0: this file is empty; 'tabletalk faces kritters' prints one to begin with\n");
    assert_true(read_file(corrected("wild          9", "wild          21"), &faces));
}

/* ---- games with other cards ---- */

static void play_with(const struct faces *faces, const char *options, int seats)
{
    static struct playthrough play;
    static struct variant variant;
    char bytes[200], *rest = bytes;
    struct text why = text_over(told, sizeof told);
    variant = (struct variant){.game = &game_kritters, .seats = seats};
    game_ruleset(&game_kritters, &variant.rules);
    variant.rules.faces = faces->list;
    variant.rules.face_count = faces->count;
    snprintf(bytes, sizeof bytes, "%s", options);
    for (char *word; (word = strsep(&rest, " ")) != NULL && *word;) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        assert_true(option_set(&game_kritters, variant.rules.options, word, value, &why));
    }
    for (uint64_t seed = 1; seed <= 5; seed++)
        playthrough_play(&play, &variant, seed, CHOICE_FACES, STEPS_MAX);
}

/* The fewest cards that are a game, and as many as there may be: every mode can be set up and
   comes to an end. */
static test_case(games_with_the_fewest_and_the_most_cards_end)
{
    static const char fewest[] =
        "faces kritters version 1\nstart 1 C - - - S\nsingle 1 C 1 - C A\ndouble 1 MY - - C B\n"
        "wild 1 W - - C D\npoint 1 R - 1 C E\nwand 1 - - - C F\nbrush 1 - - - C G\n"
        "palette 1 - - - C H\nsuper-single 1 Y 3 - C I\nsuper-wild 1 W 3 - M J\n"
        "more-points 1 G - 20 M K\nbucket 1 - - - M L\n";
    static const struct {
        const char *options;
        int seats;
    } modes[] = {{"", 2},
                 {"adv=double,triad,boost exp=SS,SW,MP", 4},
                 {"mode=junior", 3},
                 {"mode=solo exp=SS,SW,MP", 1},
                 {"exp=SS,SW,MP", 12}};
    static struct faces few, many;
    if (!read_file(fewest, &few))
        fail_msg("%s", told);
    assert_true(read_file(corrected("wild          9", "wild          21"), &many));
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        play_with(&few, modes[i].options, modes[i].seats);
        play_with(&many, modes[i].options, modes[i].seats);
    }
}

/* KR16 with other cards: three Singles of each colour are left out, from as many faces as there
   are, never more than there are. */
static void a_junior_game_leaves_out_what_there_is(void **state)
{
    static struct faces faces;
    struct table table;
    (void)state;
    /* one cyan Single of C+:C, eight of C+:M, none of C+:Y */
    assert_true(read_file(
        corrected("single        3      C      1      -       C       cyan Single for cyan\n"
                  "single        3      C      1      -       M       cyan Single for magenta\n"
                  "single        3      C      1      -       Y       cyan Single for yellow\n",
                  "single 1 C 1 - C a\nsingle 8 C 1 - M b\n"),
        &faces));
    struct ruleset rules;
    struct chance chance;
    struct chance_seed seed = {.state = 5};
    struct play play = {.rules = &rules, .table = &table, .chance = &chance};
    game_ruleset(&game_kritters, &rules);
    rules.faces = faces.list;
    rules.face_count = faces.count;
    rules.options[KR_MODE] = KR_MODE_JUNIOR;
    chance_init(&chance, chance_seeded, &seed);
    table_init(&table, &rules, 2);
    kritters_setup(&play);
    int counts[FACES_MOST] = {0};
    for (int i = 0; i < table.first[table.zones]; i++)
        counts[table.cards[i].face]++;
    for (int i = 0; i < faces.count; i++)
        if (strcmp(faces.list[i].name, "a") == 0)
            assert_int_equal(counts[i], 0);
        else if (strcmp(faces.list[i].name, "b") == 0)
            assert_int_equal(counts[i], 6);
        else if (faces.list[i].traits[KR_KIND] == KR_SINGLE &&
                 faces.list[i].traits[KR_BOX] == KR_BASE)
            assert_int_equal(counts[i], 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_printed_file_is_the_built_in_table),
        cmocka_unit_test(a_corrected_card_has_what_its_line_says),
        cmocka_unit_test(each_mistake_is_told_with_its_line),
        cmocka_unit_test(two_lines_for_the_same_card_are_refused),
        cmocka_unit_test(all_mistakes_are_told_in_one_run),
        cmocka_unit_test(what_is_wrong_with_the_whole_is_told),
        cmocka_unit_test(games_with_the_fewest_and_the_most_cards_end),
        cmocka_unit_test(a_junior_game_leaves_out_what_there_is),
    };
    return cmocka_run_group_tests_name("faces", tests, NULL, NULL);
}

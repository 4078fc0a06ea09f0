/* The rules topics against what they tell of: how many cards there are of each face, and which rulings are ours. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "playthrough.h"
#include "text.h"
#include "testing.h"

static const char *topic_of(const struct game *game, const char *name)
{
    for (int i = 0; i < game->topic_count; i++)
        if (strcmp(game->topics[i].name, name) == 0)
            return game->topics[i].text;
    fail_msg("%s has no topic %s", game->id, name);
    return NULL;
}

static test_case(every_game_begins_with_a_turn_and_has_the_same_topics)
{
    for (int g = 0; g < game_count; g++) {
        assert_int_equal(strncmp(games[g]->topics[0].text, "Your turn in one line: ", 23), 0);
        static const char *const names[] = {"setup", "cards", "turn", "end", "board", "variants", "house"};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            topic_of(games[g], names[i]);
    }
}

/* ---- how many cards ---- */

/* A phrase of a topic, which begins with a number: so many cards are there of each of the faces whose codes match one of
   `codes`, or with `sum` of all of them together. "*" stands for the rest of a code. */
static const struct row {
    const char *game, *topic, *phrase, *codes;
    bool sum;
} rows[] = {
    {"colorcatcher", "cards", "42 colour cards", "R O Y G B I V", true},
    {"colorcatcher", "cards",
     "6 each of red (R), orange (O), yellow (Y), green (G), blue (B), indigo (I) and violet (V)", "R O Y G B I V",
     false},
    {"colorcatcher", "cards", "12 effect cards", "change steal sweep pick pickfx two", true},
    {"colorcatcher", "cards", "2 each of Change Dominant Color", "change steal sweep pick pickfx two", false},
    {"coloretto", "cards", "9 each of yellow (Y), green (G), blue (B), orange (O), pink (P), brown (N) and grey (E)",
     "Y G B O P N E", false},
    {"coloretto", "cards", "10 plus twos", "+2", false},
    {"coloretto", "cards", "3 jokers (*)", "*", false},
    {"heartcatchers", "cards", "20 cards", "R G B RL GL BL RX GX BX RC GC BC W", true},
    {"heartcatchers", "cards", "3 hearts without an effect (R)", "R G B", false},
    {"heartcatchers", "cards", "1 Ultimate Love (RL)", "RL GL BL", false},
    {"heartcatchers", "cards", "1 Heartbreaker (RX)", "RX GX BX", false},
    {"heartcatchers", "cards", "1 Change-of-Heart (RC)", "RC GC BC", false},
    {"heartcatchers", "cards", "2 white Uncatchables (W)", "W", false},
    {"roygbiv", "cards", "63 cards", "R O Y G B I V Bow Pot Uni", true},
    {"roygbiv", "cards", "7 each of red (R), orange (O), yellow (Y), green (G), blue (B), indigo (I) and violet (V)",
     "R O Y G B I V", false},
    {"roygbiv", "cards", "7 RAINBOWs (Bow)", "Bow", false},
    {"roygbiv", "cards", "3 Gold Pots (Pot)", "Pot", false},
    {"roygbiv", "cards", "4 Unicorns (Uni)", "Uni", false},
    {"kritters", "cards", "27 Singles (C+:M)", "C+:~ M+:~ Y+:~", true},
    {"kritters", "cards", "3 of each colour and price", "C+:~ M+:~ Y+:~", false},
    {"kritters", "cards", "18 Doubles (CM:YY)", "CC:~ CM:~ CY:~ MC:~ MM:~ MY:~ YC:~ YM:~ YY:~", true},
    {"kritters", "cards", "2 of each pair", "CC:~ CM:~ CY:~ MC:~ MM:~ MY:~ YC:~ YM:~ YY:~", false},
    {"kritters", "cards", "9 Wilds (W:CMY)", "W:~", false},
    {"kritters", "cards", "9 Point Kritters (R3:MMY)", "R3:~ R4:~ R5:~ G3:~ G4:~ G5:~ B3:~ B4:~ B5:~", true},
    {"kritters", "cards", "1 each of red, green and blue with 3, 4 and 5 points",
     "R3:~ R4:~ R5:~ G3:~ G4:~ G5:~ B3:~ B4:~ B5:~", false},
    {"kritters", "items", "9 Magic Wands (Wa)", "Wa:~", false},
    {"kritters", "items", "12 Paintbrushes (Br)", "Br:~", true},
    {"kritters", "items", "4 of each price", "Br:~", false},
    {"kritters", "items", "6 Palettes (Pa)", "Pa:~", true},
    {"kritters", "items", "2 of each price", "Pa:~", false},
    {"kritters", "expansions", "9 Super Singles (C++:MY)", "C++:~ M++:~ Y++:~", true},
    {"kritters", "expansions", "3 of each colour", "C++:~ M++:~ Y++:~", false},
    {"kritters", "expansions", "9 Super Wilds (W+:CCMY)", "W+:~", true},
    {"kritters", "expansions", "3 of each price", "W+:~", false},
    {"kritters", "expansions", "6 Point Kritters", "R2:~ R6:~ G2:~ G6:~ B2:~ B6:~", true},
    {"kritters", "expansions", "6 Paint Buckets (Bu)", "Bu:~", true},
    {"kritters", "expansions", "2 of each price", "Bu:~", false},
};

static bool is_listed(const char *codes, const char *code)
{
    for (const char *p = codes; *p; p += strspn(p, " ")) {
        size_t length = strcspn(p, " ");
        bool is_begun = p[length - 1] == '~';
        if (strncmp(p, code, length - is_begun) == 0 && (is_begun || strlen(code) == length))
            return true;
        p += length;
    }
    return false;
}

/* How many cards of each face a game for many has: all expansions, one deck. */
static void count_faces(const struct game *game, int *counts)
{
    static struct table table;
    struct chance chance;
    struct chance_seed seed = {1};
    struct ruleset rules;
    char why[200];
    struct text text = text_over(why, sizeof why);
    game_ruleset(game, &rules);
    option_set(game, rules.options, "exp", "SS,SW,MP", &text);
    table_init(&table, &rules, game->seats_max < 6 ? game->seats_max : 6);
    chance_init(&chance, chance_seeded, &seed);
    game->setup(&(struct play){.rules = &rules, .table = &table, .chance = &chance});
    for (int i = 0; i < table.first[rules.shared_zones + table.seats * rules.seat_zones]; i++)
        counts[table.cards[i].face]++;
}

static void expect_row(const struct game *game, const struct row *row, const int *counts, bool *is_told)
{
    int wanted = (int)strtol(row->phrase, NULL, 10), all = 0;
    if (!strstr(topic_of(game, row->topic), row->phrase))
        fail_msg("%s, %s does not say \"%s\"", game->id, row->topic, row->phrase);
    for (int face = 0; face < game->face_count; face++) {
        if (!is_listed(row->codes, game->faces[face].code))
            continue;
        all += counts[face];
        is_told[face] = true;
        if (!row->sum && counts[face] != wanted)
            fail_msg("%s says \"%s\", but %s is there %d times", game->id, row->phrase, game->faces[face].code,
                     counts[face]);
    }
    if (row->sum && all != wanted)
        fail_msg("%s says \"%s\", but there are %d", game->id, row->phrase, all);
}

static test_case(topics_tell_how_many_cards_there_are)
{
    for (int g = 0; g < game_count; g++) {
        int counts[128] = {0};
        bool is_told[128] = {false};
        count_faces(games[g], counts);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            if (strcmp(rows[i].game, games[g]->id) == 0)
                expect_row(games[g], &rows[i], counts, is_told);
        for (int face = 0; face < games[g]->face_count; face++)
            if (!is_told[face] && !strstr(games[g]->faces[face].name, "Start"))
                fail_msg("no topic of %s tells how many %s there are", games[g]->id, games[g]->faces[face].code);
    }
}

/* ---- which rulings are ours ---- */

/* The topic "house" names each ruling that docs/rulings calls ours, and no other. */
static test_case(house_lists_the_house_rulings_and_no_other)
{
    for (int g = 0; g < game_count; g++) {
        char path[200], line[4096], wanted[16];
        const char *house = topic_of(games[g], "house");
        int rulings = 0;
        snprintf(path, sizeof path, "../docs/rulings/%s.md", games[g]->id);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        while (fgets(line, sizeof line, file)) {
            char id[12], *cells[6] = {NULL}, *rest = line;
            if (sscanf(line, "| %10[A-Z0-9] |", id) != 1)
                continue;
            for (int i = 0; i < 6 && rest; i++)
                cells[i] = strsep(&rest, "|");
            if (!cells[4])
                continue;
            rulings++;
            snprintf(wanted, sizeof wanted, "(%s", id);
            const char *said = strstr(house, wanted);
            bool is_said = said && (said[strlen(wanted)] == ')' || said[strlen(wanted)] == ',');
            if (is_said != (strstr(cells[4], "house") != NULL))
                fail_msg("%s is labelled '%s', and the topic house of %s %s it", id, cells[4], games[g]->id,
                         is_said ? "names" : "does not name");
        }
        fclose(file);
        assert_true(rulings > 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_begins_with_a_turn_and_has_the_same_topics),
        cmocka_unit_test(topics_tell_how_many_cards_there_are),
        cmocka_unit_test(house_lists_the_house_rulings_and_no_other),
    };
    return cmocka_run_group_tests_name("topics", tests, NULL, NULL);
}

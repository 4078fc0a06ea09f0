/* The rules topics against what they tell of: how many cards there are of each face, and which
   rulings are ours. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "playthrough.h"
#include "testing.h"
#include "text.h"

static const char *topic_of(const struct game *game, const char *name)
{
    for (int i = 0; i < game->topic_count; i++)
        if (strcmp(game->topics[i].name, name) == 0)
            return game->topics[i].text;
    fail_msg("%s has no topic \"%s\": add it to the topics in core/games/%s", game->id, name,
             game->id);
    return NULL;
}

static test_case(every_game_begins_with_a_turn_and_has_the_same_topics)
{
    static const char *const names[] = {"setup", "cards", "turn", "end", "board", "house"};
    static const char begin[] = "Your turn in one line: ";
    for (int g = 0; g < game_count; g++) {
        if (strncmp(games[g]->topics[0].text, begin, strlen(begin)) != 0)
            fail_msg("the first topic of %s should begin with \"%s\"", games[g]->id, begin);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            topic_of(games[g], names[i]);
        if (games[g]->option_count > 0)
            topic_of(games[g], "variants");
    }
}

/* ---- how many cards ---- */

/* What topics.def says. */
static const struct row {
    const char *game, *topic, *phrase, *codes;
    bool sum;
} rows[] = {
#define COUNT(game, topic, phrase, codes, sum) {#game, topic, phrase, codes, sum},
#include "topics.def"
#undef COUNT
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

static void expect_row(const struct game *game, const struct row *row, const int *counts,
                       bool *is_told)
{
    int wanted = (int)strtol(row->phrase, NULL, 10), all = 0;
    if (!strstr(topic_of(game, row->topic), row->phrase))
        fail_msg("topic %s of %s does not say \"%s\", as tests/games/topics.def has it", row->topic,
                 game->id, row->phrase);
    for (int face = 0; face < game->face_count; face++) {
        if (!is_listed(row->codes, game->faces[face].code))
            continue;
        all += counts[face];
        is_told[face] = true;
        if (!row->sum && counts[face] != wanted)
            fail_msg("%s says \"%s\", but %s is there %d times", game->id, row->phrase,
                     game->faces[face].code, counts[face]);
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
                fail_msg(
                    "no topic of %s tells how many %s there are: say it, and add a row to tests/games/topics.def",
                    games[g]->id, games[g]->faces[face].code);
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
        if (!file) {
            fail_msg("%s is missing: a table of rulings, as docs/rulings/coloretto.md",
                     path + strlen("../"));
            return;
        }
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
                fail_msg(
                    "%s: its column Certainty says '%s', and the topic \"house\" of %s %s (%s). It names the rulings "
                    "that are labelled house, and no others",
                    id, cells[4], games[g]->id, is_said ? "names" : "does not name", id);
        }
        fclose(file);
        if (rulings == 0)
            fail_msg("%s has no row such as | %.2s1 | what is open | what we do | house | |",
                     path + strlen("../"), "GS");
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

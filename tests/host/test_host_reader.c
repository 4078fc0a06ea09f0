/* A seat whose look is for a screen reader: every game is played to its end by a script that
   hears only what that seat is told, and knows nothing else: no game, no card, no command but
   those that it was told. It types what is offered, word by word as it was said, at random;
   asked which move is meant, it types one of those that were named. Nothing that it hears has a
   sign, a box or a code in it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "check.h"
#include "game.h"
#include "games.h"
#include "in_words.h"
#include "talk.h"
#include "view.h"

enum { LINES_MOST = 3000, PIECES = 64, PIECE = 256 };

static const char offered[] = "You can play: ", meant[] = "Say one of them in full: ",
                  turn[] = "Your turn. ", over[] = "for another game";

static struct chance_seed dice;

/* ---- what it hears ---- */

/* What no reader says well: brackets, arrows, bars, and every letter that is no ASCII. */
static void expect_words(const char *told)
{
    for (const char *p = told; *p; p++)
        if ((unsigned char)*p > 0x7e || strchr("[]<>|*~^{}\\`", *p))
            fail_msg("a sign is not in words: '%.60s' in\n%s", p, told);
}

/* Lines of "#g" and "to ann", without the marks that house.c puts between the parts of a post. */
static void expect_all_in_words(void)
{
    char told[HOUSE_TOLD];
    size_t length = 0;
    for (const char *p = house.told; *p; p++)
        if (strncmp(p, " | ", 3) == 0)
            p += 2;
        else
            told[length++] = *p;
    told[length] = '\0';
    expect_words(told);
}

/* The last place of `part` in what was told to ann alone. NULL if absent. */
static const char *last_heard(const char *part)
{
    const char *found = NULL;
    for (const char *p = house.told; (p = strstr(p, part)); p++) {
        const char *line = p;
        while (line > house.told && strncmp(line, "to ann: ", 8) != 0 &&
               strncmp(line, "#g: ", 4) != 0)
            line--;
        if (*line == 't')
            found = p;
    }
    return found;
}

/* ---- what it types ---- */

/* The pieces of a list "a; b; c" that ends at a full stop or with the line. */
static int cut_pieces(const char *list, char pieces[PIECES][PIECE])
{
    int count = 0;
    size_t left = strcspn(list, "\n");
    const char *stop = memmem(list, left, ". ", 2);
    left = stop ? (size_t)(stop - list) : left;
    while (left > 0 && strchr(". ", list[left - 1]))
        left--;
    while (left > 0 && count < PIECES) {
        const char *end = memmem(list, left, "; ", 2);
        size_t length = end ? (size_t)(end - list) : left;
        size_t digits = strspn(list, "0123456789"); /* of a question: the number is enough */
        snprintf(pieces[count++], PIECE, "%.*s", (int)(digits ? digits : length - (*list == '!')),
                 list + (*list == '!'));
        list += length + (end ? 2 : 0);
        left -= length + (end ? 2 : 0);
    }
    return count;
}

static void type_one_of(const char *list)
{
    static char pieces[PIECES][PIECE];
    int count = cut_pieces(list, pieces);
    assert_true(count > 0);
    const char *typed = pieces[chance_seeded(&dice) % (unsigned)count];
    say(NULL, "ann", typed);
}

static void play_on(void)
{
    const char *list = last_heard(meant), *offer = last_heard(offered);
    if (list) {
        type_one_of(list + strlen(meant));
    } else if (offer) {
        if (!last_heard(turn) && !house_was_told(&house, "<ANYBODY_CAN_PLAY>"))
            fail_msg("an offer comes without 'Your turn':\n%s", house.told);
        type_one_of(offer + strlen(offered));
    } else {
        house_forget(&house);
        house_wait(&house, MINUTE); /* others play, or a clock runs out */
        if (!last_heard(offered) && !house_was_told(&house, over))
            fail_msg("the table waits, and ann is told nothing to type");
    }
}

static void play(const char *options)
{
    char line[PIECE];
    int lines = 0;
    snprintf(line, sizeof line, "play %s", options);
    say("#g", "ann", line);
    while (!house_was_told(&house, over) && lines < LINES_MOST) {
        expect_all_in_words();
        house_expect_not(&house, "<HELP_UNKNOWN_1>");
        house_expect_not(&house, "<MOVE_VERB_NOW>");
        play_on();
        lines++;
    }
    expect_all_in_words();
    if (!house_was_told(&house, over))
        fail_msg("%s is not over after %d lines:\n%s", options, lines, house.told);
}

/* Games that are not named here, with as few robots as they need. */
static void play_others(const char *const *opened, size_t count)
{
    for (int game = 0; game < game_count; game++) {
        char words[64];
        bool is_named = false;
        for (size_t i = 0; i < count; i++)
            is_named |= strncmp(opened[i], games[game]->id, strlen(games[game]->id)) == 0;
        snprintf(words, sizeof words, "%s robots=%d", games[game]->id, games[game]->seats_min - 1);
        if (!is_named)
            play(words);
    }
}

static test_case(every_game_is_played_by_somebody_who_only_listens)
{
    static const char *const opened[] = {"heartcatchers robots=1",
                                         "coloretto robots=3",
                                         "coloretto robots=1 jokers=manual",
                                         "colorcatcher robots=2",
                                         "roygbiv robots=2",
                                         "kritters robots=2",
                                         "kritters robots=1 mode=junior",
                                         "roygbiv robots=1 lep=choose"};
    enum { ROUNDS = 3, COUNT = sizeof opened / sizeof *opened };
    house.columns = VIEW_ALOUD;
    house_restart(&house);
    for (size_t i = 0; i < ROUNDS * COUNT; i++)
        play(opened[i % COUNT]);
    play_others(opened, COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_game_is_played_by_somebody_who_only_listens,
                                        open_talking, close_house),
    };
    return cmocka_run_group_tests_name("a seat with a screen reader", tests, NULL, NULL);
}

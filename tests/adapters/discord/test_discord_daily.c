/* Deals of the day on Discord: for one person's eyes until the day is over, and then, where that
   person shares the result, a line and the picture of the table, each once. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "club.h"
#include "elsewhere.h"
#include "host.h"
#include "host_admin.h"
#include "host_state.h"
#include "loop.h"
#include "session.h"
#include "tables.h"
#include "testing.h"

enum { DAY_MS = 24 * 3600 * 1000, FIRST_DAY = 20786 /* 2026-11-29 */ };

static struct club club;
static int64_t ahead; /* of the loop's clock, ms */

static int64_t wall(void *arg)
{
    (void)arg;
    return ahead + loop_now(club.loop);
}

static test_fixture(open_club)
{
    club.draws = true;
    club_open(&club, NULL);
    ahead = (int64_t)FIRST_DAY * DAY_MS;
    host_on_wall(club.host, wall, NULL);
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

static void later(int days)
{
    ahead += (int64_t)days * DAY_MS;
    club_wait(&club, 61 * 1000);
}

static bool take_first(void *arg, const char *move)
{
    snprintf(arg, HOST_TEXT, "%s", move);
    return false;
}

static void play(int person, const char *game)
{
    char line[64], key[24], move[HOST_TEXT];
    snprintf(line, sizeof line, "daily %s", game);
    club_tell(&club, person, line);
    snprintf(key, sizeof key, "%" PRIu64, club.people[person]);
    assert_non_null(club_table(&club));
    for (int moves = 0; club_table(&club); moves++) {
        struct heard heard = {.network = club_table(&club)->home.port->network,
                              .key = key,
                              .name = key,
                              .now = loop_now(club.loop)};
        assert_true(moves < 400);
        *move = '\0';
        host_each_move(club.host, (struct session *)club_table(&club), &heard, take_first, move);
        if (*move)
            club_tell(&club, person, move);
        else
            club_wait(&club, 2000);
    }
}

/* ---- what is shown in the channel ---- */

/* The public messages with a picture, and the last such picture in words. */
static int pictures(const char **alt)
{
    const struct standin_message *list[100];
    int count = standin_messages(club.discord, club.games, STANDIN_EVERYONE, list, 100), found = 0;
    for (int i = 0; i < count && i < 100; i++) {
        const json_t *shown = json_array_get(json_object_get(list[i]->body, "attachments"), 0);
        if (!shown)
            continue;
        *alt = json_string_value(json_object_get(shown, "description"));
        found++;
    }
    return found;
}

/* Such public messages with that text. */
static int lines(const char *part)
{
    const struct standin_message *list[100];
    int count = standin_messages(club.discord, club.games, STANDIN_EVERYONE, list, 100), found = 0;
    for (int i = 0; i < count && i < 100; i++)
        found += strstr(standin_content(list[i]), part) != NULL;
    return found;
}

static test_case(a_result_is_shared_as_text_and_as_a_picture_once)
{
    const char *alt = NULL;
    play(CLUB_ANN, "kritters");
    for (int day = 0; day < 2; day++) {
        club_say(&club, CLUB_ANN, "!daily share");
        club_say(&club, CLUB_ANN, "!last picture 1");
        club_tell(&club, CLUB_ANN, "replay 1 page");
        club_wait(&club, 5000);
        club_expect(club_letter(&club, CLUB_ANN), "<DAILY_NOT_YET number=1|until=1 Dec>");
        assert_int_equal(lines("Tabletalk daily"), 0);
        assert_int_equal(pictures(&alt), 0);
        later(1);
    }
    club_tell(&club, CLUB_ANN, "replay 1 page");
    club_expect(club_letter(&club, CLUB_ANN), ": replay-1.html has all ");
    club_say(&club, CLUB_BOB, "!daily share"); /* has none */
    club_say(&club, CLUB_BOB, "!last picture 1");
    club_wait(&club, 5000);
    assert_int_equal(pictures(&alt), 0);
    club_say(&club, CLUB_ANN, "!daily share kritters");
    club_wait(&club, 10 * 1000);
    assert_int_equal(lines("Tabletalk daily, Colour MY Kritters, 29 Nov: "), 1);
    assert_int_equal(pictures(&alt), 1);
    club_expect(alt, "ann");
    club_say(&club, CLUB_ANN, "!daily share kritters");
    club_wait(&club, 61 * 1000);
    assert_int_equal(lines("Tabletalk daily"), 1);
    assert_int_equal(pictures(&alt), 1);
    standin_expect_clean(club.discord);
}

static test_case(a_slash_shares_it_too_and_a_private_word_shows_no_picture)
{
    const char *alt = NULL;
    play(CLUB_ANN, "kritters");
    later(2);
    club_tell(&club, CLUB_ANN, "daily share");
    club_expect(club_letter(&club, CLUB_ANN), "Tabletalk daily, Colour MY Kritters, 29 Nov: ");
    assert_int_equal(pictures(&alt), 0);
    standin_slash(club.discord, club.people[CLUB_ANN], club.games,
                  "daily what:share game:kritters");
    club_wait(&club, 10 * 1000);
    assert_int_equal(lines("Tabletalk daily, Colour MY Kritters, 29 Nov: "), 1);
    assert_int_equal(pictures(&alt), 1);
    standin_expect_clean(club.discord);
}

static test_case(a_picture_that_cannot_be_had_leaves_the_text)
{
    const char *alt = NULL;
    play(CLUB_ANN, "kritters");
    later(2);
    club_stop(&club);
    club.draws = false;
    club_start(&club);
    host_on_wall(club.host, wall, NULL);
    club_wait(&club, 5000);
    club_say(&club, CLUB_ANN, "!daily share kritters");
    club_wait(&club, 10 * 1000);
    assert_int_equal(lines("Tabletalk daily, Colour MY Kritters, 29 Nov: "), 1);
    assert_int_equal(pictures(&alt), 0);
    standin_expect_clean(club.discord);
}

int main(void)
{
#define WITH_CLUB(name) cmocka_unit_test_setup_teardown(name, open_club, close_club)
    const struct CMUnitTest tests[] = {
        WITH_CLUB(a_result_is_shared_as_text_and_as_a_picture_once),
        WITH_CLUB(a_slash_shares_it_too_and_a_private_word_shows_no_picture),
        WITH_CLUB(a_picture_that_cannot_be_had_leaves_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

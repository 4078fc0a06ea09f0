/* What is kept of somebody on Discord: it comes as a file, to that person alone, and goes when
   they ask for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "body.h"
#include "club.h"
#include "heard.h"
#include "host_commands.h"
#include "http.h"
#include "keep.h"
#include "prose.h"
#include "rest.h"
#include "testing.h"

static struct club club;

static test_fixture(open_club)
{
    club_open(&club, NULL);
    assert_true(standin_is_ready(club.discord, 0));
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

static void play(void)
{
    club_say(&club, CLUB_ANN, "!play heartcatchers");
    club_say(&club, CLUB_BOB, "!join");
    club_wait(&club, 5000);
}

/* ---- the file ---- */

static test_case(what_is_kept_comes_as_a_file_by_direct_message)
{
    play();
    club_tell(&club, CLUB_ANN, "mydata");
    club_expect(club_letter(&club, CLUB_ANN), "<MYDATA_FILE> ");
    club_expect(standin_last_file(club.discord), "Table 1, Heartcatchers, ");
    club_expect(standin_last_file(club.discord), "ann on discord:club.\n");
    assert_null(strstr(standin_last_file(club.discord), "bob"));
    club_tell(&club, CLUB_ANN, "mydata 1");
    club_expect(club_letter(&club, CLUB_ANN),
                "<MYDATA_PAGE page=1|pages=1>\nTable 1, Heartcatchers, ");
    standin_expect_clean(club.discord);
}

static test_case(the_file_of_a_slash_command_is_seen_by_one_person)
{
    play();
    assert_true(standin_slash(club.discord, club.people[CLUB_BOB], club.games, "me mydata"));
    club_wait(&club, 5000);
    const struct standin_message *message =
        standin_last(club.discord, club.games, club.people[CLUB_BOB]);
    assert_int_equal(message->viewer, club.people[CLUB_BOB]);
    club_expect(standin_content(message), "<MYDATA_FILE> ");
    club_expect(standin_last_file(club.discord), "bob on discord:club.\n");
    char *all = standin_received(club.discord, STANDIN_EVERYONE, 0),
         *own = standin_received(club.discord, message->viewer, 0);
    assert_null(strstr(all, "mydata.txt"));
    club_expect(own, "mydata.txt");
    free(all);
    free(own);
    standin_expect_clean(club.discord);
}

/* ---- a game that is over, as a page ---- */

static test_case(a_page_is_seen_by_one_person)
{
    play();
    club_wait(&club, 15 * 1000);
    for (int i = 0; i < 2; i++) {
        club_say(&club, CLUB_ANN, "!stop");
        club_wait(&club, 5000);
    }
    club_say(&club, CLUB_BOB, "!stop yes");
    club_wait(&club, 5000);
    assert_null(club_table(&club));
    club_tell(&club, CLUB_ANN, "replay 1 page");
    club_expect(club_letter(&club, CLUB_ANN), ": replay-1.html has all 1 step");
    club_expect(standin_last_file(club.discord), ", as ann saw it\"");
    assert_true(standin_slash(club.discord, club.people[CLUB_BOB], club.games,
                              "results replay number:1 page:true"));
    club_wait(&club, 5000);
    const struct standin_message *message =
        standin_last(club.discord, club.games, club.people[CLUB_BOB]);
    assert_int_equal(message->viewer, club.people[CLUB_BOB]);
    club_expect(standin_content(message), ": replay-1.html has all 1 step");
    club_expect(standin_last_file(club.discord), ", as bob saw it\"");
    char *all = standin_received(club.discord, STANDIN_EVERYONE, 0);
    assert_null(strstr(all, "replay-1.html"));
    free(all);
    standin_expect_clean(club.discord);
}

static test_case(of_somebody_at_no_table_only_the_private_channel_is_kept)
{
    club_tell(&club, CLUB_EVE, "mydata");
    club_expect(club_letter(&club, CLUB_EVE), "<MYDATA_FILE_1 count=1>");
    club_expect(standin_last_file(club.discord), "Setting discord:club:dm:");
}

/* Nothing in a file ends it: not the boundary, not line ends like those between the parts. */
static test_case(a_file_holds_nothing_but_its_text)
{
    static const char text[] = "a\r\n--" HTTP_BOUNDARY "--\r\nContent-Type: x\r\n\r\nb";
    json_t *body = json_pack("{s:i, s:{s:s, s:[{s:s, s:s}]}}", "type", 4, "data", "content", "c",
                             REST_FILES, "name", "a.txt", "text", text);
    size_t length;
    char *bytes = body_dump_parts(body, NULL, &length);
    int boundaries = 0;
    for (const char *p = bytes; (p = strstr(p, HTTP_BOUNDARY)); p++)
        boundaries++;
    assert_int_equal(boundaries, 3); /* before each part, and behind the last */
    club_expect(
        bytes,
        "{\"type\":4,\"data\":{\"content\":\"c\",\"attachments\":[{\"id\":0,\"filename\":\"a.txt\"}]}}\r\n");
    club_expect(bytes, "\r\n\r\na\n--_art-of-");
    club_expect(bytes, "\nContent-Type: x\n\nb\r\n--");
    club_expect(bytes, "name=\"files[0]\"; filename=\"a.txt\"\r\n");
    /* it may have to go again */
    assert_non_null(json_object_get(json_object_get(body, "data"), REST_FILES));
    json_decref(body);
    free(bytes);
}

/* ---- forgetting ---- */

struct search {
    const char *word;
    int found;
};

static void look(void *arg, const char *key, const char *row)
{
    struct search *search = arg;
    search->found += strstr(key, search->word) || strstr(row, search->word);
}

static int kept_of(const char *word)
{
    struct search search = {.word = word};
    keep_each(club.keep, "discord:", look, &search);
    return search.found;
}

static test_case(who_asks_to_be_forgotten_is_in_no_row_any_more)
{
    char id[24], line[64], heard[64], legends[64], looks[1024];
    club_tell(&club, CLUB_ANN, "set");
    snprintf(looks, sizeof looks, "%s", club_letter(&club, CLUB_ANN));
    play();
    snprintf(id, sizeof id, "%llu", (unsigned long long)club.people[CLUB_ANN]);
    snprintf(heard, sizeof heard, "heard:%llu",
             (unsigned long long)standin_dm_if_open(club.discord, club.people[CLUB_ANN]));
    snprintf(legends, sizeof legends, "discord:club:legends:%s", id);
    /* as earlier versions did */
    keep_put(club.keep, legends, "heartcatchers, @20779.1f", NULL, NULL);
    club_tell(&club, CLUB_ANN, "set look plain");
    club_wait(&club, 5000);
    assert_in_range(kept_of(id), 3, 10); /* how she reads, where her private messages go */
    assert_int_equal(kept_of(heard), 1);
    club_tell(&club, CLUB_ANN, "forgetme");
    const char *code = strstr(club_letter(&club, CLUB_ANN), "forgetme** ");
    assert_non_null(code);
    snprintf(line, sizeof line, "forgetme %.6s", code + strlen("forgetme** "));
    club_tell(&club, CLUB_ANN, line);
    club_wait(&club, 10000);
    club_expect(club_letter(&club, CLUB_ANN), "<FORGOTTEN_1>");
    assert_int_equal(kept_of(id), 0);
    club_say(&club, CLUB_BOB, "!who"); /* what was read before is not written down later */
    club_wait(&club, 60 * 1000);
    assert_int_equal(kept_of(id), 0);
    assert_int_equal(kept_of(heard), 0);
    club_expect(club_seen(&club, CLUB_BOB), "bob");
    club_tell(&club, CLUB_ANN, "set"); /* somebody new, who is written to as anybody */
    assert_string_equal(club_letter(&club, CLUB_ANN), looks);
    standin_expect_clean(club.discord);
}

/* ---- names ---- */

/* Who plays on as another identity of theirs goes by that one's name at that table, and nowhere
   else. */
static test_case(the_name_of_a_seat_is_not_taken_for_the_persons_own)
{
    char key[24];
    struct prose prose;
    snprintf(key, sizeof key, "%llu", (unsigned long long)club.people[CLUB_EVE]);
    prose_clear(&prose);
    prose_put(&prose, "Your hand.");
    host_whisper(club.host,
                 &(struct heard){.network = "discord:club", .key = key, .name = "elsewhere"},
                 &prose);
    club_wait(&club, 5000);
    club_tell(&club, CLUB_EVE, "play coloretto");
    club_expect(club_letter(&club, CLUB_EVE), "eve opened Coloretto");
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_club, close_club)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(what_is_kept_comes_as_a_file_by_direct_message),
        test(the_file_of_a_slash_command_is_seen_by_one_person),
        test(of_somebody_at_no_table_only_the_private_channel_is_kept),
        test(a_page_is_seen_by_one_person),
        test(a_file_holds_nothing_but_its_text),
        test(who_asks_to_be_forgotten_is_in_no_row_any_more),
        test(the_name_of_a_seat_is_not_taken_for_the_persons_own),
    };
    return cmocka_run_group_tests_name("privacy on Discord", tests, NULL, NULL);
}

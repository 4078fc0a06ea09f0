/* SIGHUP: sections for Discord come, change and go while people play, and the others are not
   disturbed; a file with a mistake changes nothing. Two stand-ins for Discord. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bot.h"
#include "child.h"
#include "discord_bot.h"
#include "scratch.h"
#include "standin_child.h"
#include "testing.h"
#include "visitors.h"

enum { SOON = TEST_SOON_MS, WHILE = 300, BYTES = 1024 };

/* An application of its own, with people of its own. A token begins with its application. */
struct town {
    const char *title, *token;
    struct discord_bot house;
    struct visitors visitors;
};

static struct town club = {.title = "club", .token = "Y2x1Yg.stand-in.c2VjcmV0"},
                   den = {.title = "den", .token = "ZGVu.stand-in.c2VjcmV0"};
static struct bot *bot;

static void must(bool is_so, const char *what)
{
    if (is_so)
        return;
    bot_print_log(bot);
    fail_msg("%s", what);
}

static const char *section(const struct town *town, const char *lines)
{
    static char texts[4][BYTES];
    static int next;
    char *text = texts[next++ % 4];
    snprintf(text, BYTES, "discord \"%s\" {\n token_file = \"token-%s\"\n api = \"%s\"\n%s}\n",
             town->title, town->title, standin_child_rest_url(town->house.discord), lines);
    return text;
}

static void change_config(const char *first, const char *second)
{
    bot_write_config(bot, first, second);
    int before = bot_log_count(bot, "config-read") + bot_log_count(bot, "config-kept");
    assert_int_equal(kill(bot_pid(bot), SIGHUP), 0);
    for (long end = test_now() + SOON;
         bot_log_count(bot, "config-read") + bot_log_count(bot, "config-kept") == before &&
         test_now() < end;)
        test_sleep(10);
    assert_true(bot_log_count(bot, "config-read") + bot_log_count(bot, "config-kept") > before);
}

static bool asks_for(const struct town *town, const char *order, const char *text)
{
    for (long end = test_now() + SOON; test_now() < end; test_sleep(10)) {
        const char *answer = standin_child_ask(town->house.discord, "%s", order);
        if (strstr(answer, text) || strstr(standin_child_said(town->house.discord), text))
            return true;
    }
    return false;
}

static int closed_by(const struct town *town)
{
    return atoi(standin_child_ask(town->house.discord, "closed"));
}

static void move_in(struct town *town, unsigned seed)
{
    town->house.folder = scratch_make();
    char *log = scratch_path(town->house.folder, "standin.log");
    char option[BYTES];
    const char *const options[] = {option, NULL};
    snprintf(option, sizeof option, "token=%s", town->token);
    town->house.discord = standin_child_new(options, log);
    free(log);
    visitors_init(&town->visitors, town->house.discord, seed);
}

static void move_out(struct town *town)
{
    standin_child_free(town->house.discord);
    scratch_remove(town->house.folder);
}

static void write_token(const struct town *town)
{
    char name[32];
    snprintf(name, sizeof name, "token-%s", town->title);
    char *path = scratch_path(bot_folder(bot), name);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(fd >= 0 && dprintf(fd, "%s\n", town->token) > 0);
    close(fd);
    free(path);
}

static test_fixture(open_towns)
{
    move_in(&club, 3);
    move_in(&den, 4);
    bot = bot_new(section(&club, ""));
    write_token(&club);
    write_token(&den);
    bot_start(bot);
    must(bot_logged(bot, "discord-ready network=discord:club", SOON), "the bot did not come");
    must(visitors_sit_down(&club.visitors, SOON), "no table");
    must(visitors_go_on(&club.visitors, 2, SOON), "the table fell silent");
    return 0;
}

static test_fixture(close_towns)
{
    bot_free(bot);
    move_out(&club);
    move_out(&den);
    return 0;
}

static void plays_on(struct town *town)
{
    must(visitors_go_on(&town->visitors, 1, SOON), "the table fell silent");
}

static void den_comes(void)
{
    change_config(section(&club, ""), section(&den, ""));
    must(bot_logged(bot, "discord-ready network=discord:den", SOON),
         "the new network is not there");
    must(visitors_sit_down(&den.visitors, SOON), "no table in the new network");
    plays_on(&den);
    plays_on(&club);
    assert_int_equal(closed_by(&club), 0);
}

static test_case(sections_come_and_go_while_people_play)
{
    den_comes();

    change_config("discord \"club\" {\n nonsense = 1\n}\n", "");
    must(bot_logged(bot, "config-kept", 0) && bot_logged(bot, "nonsense", 0),
         "a mistake is not told");
    plays_on(&club);
    plays_on(&den);
    assert_int_equal(closed_by(&club), 0);

    change_config("", section(&den, ""));
    must(asks_for(&club, "table games", "I am being stopped. The Heartcatchers table is kept"),
         "nobody said good-bye");
    must(asks_for(&club, "ready", "0"), "it is still there");
    assert_in_range(closed_by(&club), 4000, 4999);
    standin_child_ask(club.house.discord, "say bob games !board"); /* heard later */
    plays_on(&den);
    assert_int_equal(closed_by(&den), 0);

    change_config(section(&club, ""), section(&den, ""));
    must(asks_for(&club, "received eve", "I am back, and the Heartcatchers table goes on"),
         "the table is not back");
    plays_on(&club);
    plays_on(&den);
    assert_int_equal(closed_by(&den), 0);
    assert_true(bot_stop(bot, SOON));
}

static test_case(what_a_section_says_changes)
{
    den_comes();

    /* In place. */
    change_config(section(&club, " prefix = \"?\"\n"), section(&den, ""));
    int before = atoi(standin_child_ask(club.house.discord, "count POST /channels/{}/messages"));
    standin_child_ask(club.house.discord, "say eve games ?help");
    standin_child_ask(club.house.discord, "say eve games ?games");
    for (long end = test_now() + SOON; test_now() < end; test_sleep(10))
        if (atoi(standin_child_ask(club.house.discord, "count POST /channels/{}/messages")) >
            before)
            break;
    must(atoi(standin_child_ask(club.house.discord, "count POST /channels/{}/messages")) > before,
         "the new prefix is not heard");
    assert_int_equal(closed_by(&club), 0);

    /* By a new connection, of this network alone. */
    change_config(section(&club, ""), section(&den, " shards = 2\n"));
    must(bot_logged(bot, "discord-connects-anew network=discord:den", SOON),
         "it does not connect anew");
    must(asks_for(&den, "closed", "4"), "the old connection stays");
    must(bot_logged(bot, "discord-shard-up shard=1", SOON), "the second shard does not come");
    plays_on(&den);
    plays_on(&club);
    assert_int_equal(closed_by(&club), 0);

    /* By a new session, because the old one would go on with what it was opened for. */
    int ups = bot_log_count(bot, "by=READY");
    change_config(section(&club, " read_messages = \"no\"\n"), section(&den, " shards = 2\n"));
    for (long end = test_now() + SOON; bot_log_count(bot, "by=READY") == ups && test_now() < end;)
        test_sleep(20);
    assert_true(bot_log_count(bot, "by=READY") > ups);
    club.visitors.way = VISITORS_PRESS;
    plays_on(&club);
    plays_on(&den);
    assert_true(bot_stop(bot, SOON));
}

static test_case(a_section_that_returns_before_it_has_left_is_there_again)
{
    for (int i = 0; i < 10; i++) {
        change_config(i % 2 ? section(&club, "") : "", section(&den, ""));
        test_sleep(i * 7);
    }
    plays_on(&club);
    must(visitors_sit_down(&den.visitors, SOON), "no table in the other network");
    plays_on(&den);
    assert_true(bot_stop(bot, SOON));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sections_come_and_go_while_people_play, open_towns,
                                        close_towns),
        cmocka_unit_test_setup_teardown(what_a_section_says_changes, open_towns, close_towns),
        cmocka_unit_test_setup_teardown(a_section_that_returns_before_it_has_left_is_there_again,
                                        open_towns, close_towns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

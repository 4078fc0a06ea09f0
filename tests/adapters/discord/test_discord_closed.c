/* People whose direct messages are closed, or were closed in the middle of a game: they are
   dealt their hand like everybody, read once where it is, find it there, and get it by direct
   message again when that works. What waits for a channel, and when a closed one is tried again. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "application.h"
#include "club.h"
#include "discord.h"
#include "host.h"
#include "in_words.h"
#include "people.h"
#include "posts.h"
#include "private.h"
#include "prose.h"
#include "testing.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND };

static const char told[] =
    "I can't send you direct messages, so your hand is behind the button My hand here",
                  send_it[] = "POST /channels/{}/messages", open_it[] = "POST /users/@me/channels";

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

static int times(uint64_t viewer, const char *part)
{
    char *text = standin_received(club.discord, viewer, 0);
    int count = 0;
    part = in_words(part);
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    free(text);
    return count;
}

static void set_dms(int person, bool is_closed)
{
    standin_refuse_dms(club.discord, club.people[person], is_closed);
}

static void say(int person, const char *text)
{
    club_say(&club, person, text);
    club_wait(&club, 3 * SECOND);
}

/* The hand is on the person's screen, and on no other. */
static void expect_hand_behind_button(int person)
{
    assert_true(club_press(&club, person, "My hand") != 0);
    club_expect(club_seen(&club, person), "<HAND_1>");
    assert_null(strstr(club_seen(&club, CLUB_HAL), in_words("<HAND_1>")));
}

/* Nobody waits for a press: the game begins, and who cannot be written to reads where the hand
   is. */
static test_case(who_takes_no_messages_is_dealt_a_hand_behind_the_button)
{
    set_dms(CLUB_BOB, true);
    say(CLUB_ANN, "!play heartcatchers");
    say(CLUB_BOB, "!join");
    club_wait(&club, 20 * SECOND);
    assert_int_equal(times(STANDIN_EVERYONE, "<START_UNREACHED_1>"), 0);
    assert_int_equal(times(STANDIN_EVERYONE, told), 1);
    assert_int_equal(times(STANDIN_EVERYONE, "**bob**: <DISCORD_DM_REFUSED_HAND_1>"), 1);
    expect_hand_behind_button(CLUB_BOB);
    say(CLUB_ANN, "!hide d them1");
    say(CLUB_BOB, "!hide d them1");
    club_expect(club_seen(&club, CLUB_HAL), "<HIDES_A_CARD who=bob>");
    assert_int_equal(times(STANDIN_EVERYONE, told), 1);
    assert_int_equal(times(STANDIN_EVERYONE, "**ann**"), 0);
    standin_expect_clean(club.discord);
}

/* Whether they have pressed anything before or not, the person who closes them learns it once;
   and the same again if they were open in between. */
static test_case(who_closes_them_in_mid_game_reads_where_the_hand_is)
{
    club_begin(&club, "heartcatchers");
    expect_hand_behind_button(CLUB_BOB);
    int before = times(club.people[CLUB_BOB], "<DISCORD_HAND_TAP_1>");
    set_dms(CLUB_BOB, true);
    say(CLUB_ANN, "!hide d them1");
    /* where it was pressed for */
    assert_true(times(club.people[CLUB_BOB], "<DISCORD_HAND_TAP_1>") > before);
    assert_int_equal(times(STANDIN_EVERYONE, told), 1);
    say(CLUB_BOB, "!hide d them1");
    say(CLUB_ANN, "!hide d them1");
    say(CLUB_ANN, "!board");
    assert_int_equal(times(STANDIN_EVERYONE, told), 1);
    assert_int_equal(times(STANDIN_EVERYONE, "**bob**: <DISCORD_DM_REFUSED_HAND_1>"), 1);
    assert_int_equal(standin_pings(club.discord, STANDIN_EVERYONE), 0);
    expect_hand_behind_button(CLUB_BOB);
    set_dms(CLUB_BOB, false);
    club_tell(&club, CLUB_BOB, "hand"); /* so the channel is open */
    say(CLUB_BOB, "!hide d them1");
    set_dms(CLUB_BOB, true);
    say(CLUB_ANN, "!hide d them1");
    say(CLUB_BOB, "!board");
    assert_int_equal(times(STANDIN_EVERYONE, told), 2);
    standin_expect_clean(club.discord);
}

/* Ten minutes later, with the hand of the next turn after something the person did. */
static test_case(a_hand_comes_by_direct_message_again_when_they_are_open)
{
    club_begin(&club, "heartcatchers clock=off");
    set_dms(CLUB_BOB, true);
    say(CLUB_ANN, "!hide d them1");
    assert_int_equal(times(STANDIN_EVERYONE, told), 1);
    set_dms(CLUB_BOB, false);
    club_wait(&club, 11 * MINUTE);
    int before = times(club.people[CLUB_BOB], "<HAND_1>");
    say(CLUB_BOB, "!hide d them1");
    say(CLUB_ANN, "!hide d them1");
    club_wait(&club, 5 * SECOND);
    assert_true(times(club.people[CLUB_BOB], "<HAND_1>") > before);
    assert_int_equal(times(STANDIN_EVERYONE, told), 1);
    standin_expect_clean(club.discord);
}

/* Who asks is never met with silence, however often they ask, and hears nothing in public of
   what they asked. */
static test_case(who_asks_by_typing_is_answered_each_time)
{
    club_begin(&club, "heartcatchers");
    set_dms(CLUB_BOB, true);
    say(CLUB_ANN, "!hide d them1");
    for (int i = 0; i < 4; i++) {
        standin_mark(club.discord);
        say(CLUB_BOB, i % 2 ? "!moves" : "!hand");
        assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, send_it), 1);
    }
    assert_int_equal(times(STANDIN_EVERYONE, "<HAND_2>"), 0);
    assert_int_equal(times(STANDIN_EVERYONE, "<OFFER_1>"), 0);
}

/* Several at once are one message, or few. */
static test_case(many_who_take_no_messages_share_the_sentence)
{
    say(CLUB_ANN, "!play coloretto");
    say(CLUB_ANN, "!stop");
    for (int i = 0; i < 4; i++)
        set_dms(i, true);
    say(CLUB_ANN, "!play colorcatcher");
    for (int i = 1; i < 4; i++)
        say(i, "!join");
    standin_mark(club.discord);
    say(CLUB_ANN, "!start");
    club_wait(&club, 30 * SECOND);
    assert_in_range(times(STANDIN_EVERYONE, told), 1, 2);
    for (int i = 0; i < 4; i++)
        expect_hand_behind_button(i);
    standin_expect_clean(club.discord);
}

/* A press opens a way to write to them alone: there the hand appears by itself, and the channel
   hears nothing. */
static test_case(who_has_just_pressed_is_shown_the_hand_at_once)
{
    set_dms(CLUB_BOB, true);
    say(CLUB_ANN, "!play heartcatchers");
    assert_true(club_press(&club, CLUB_BOB, "Join") != 0);
    club_wait(&club, 20 * SECOND);
    assert_true(times(club.people[CLUB_BOB], "<HAND_2> ") > 0);
    assert_int_equal(times(STANDIN_EVERYONE, "<HAND_2> "), 0);
    assert_int_equal(times(club.people[CLUB_ANN], "<HAND_2> "), 1);
    assert_int_equal(times(STANDIN_EVERYONE, told), 0);
    standin_expect_clean(club.discord);
}

/* 40003, as for a bot that Discord takes for a spammer: no channel can be opened any more, and
   the game begins all the same. */
static test_case(where_discord_stops_openings_hands_are_behind_the_button_at_once)
{
    club_close(&club);
    club_open(&club, &(struct standin_options){.dm_openings = 1});
    say(CLUB_ANN, "!play colorcatcher");
    for (int i = 1; i < 4; i++)
        say(i, "!join");
    say(CLUB_ANN, "!start");
    club_wait(&club, 2 * SECOND);
    assert_int_equal(times(STANDIN_EVERYONE, "<STOP_WAITS>"), 0);
    assert_in_range(times(STANDIN_EVERYONE, "<DISCORD_DM_WAITS_1>"), 1, 2);
    assert_int_equal(times(club.people[CLUB_ANN], "<HAND_2> "), 1);
    for (int i = 1; i < 4; i++) {
        assert_int_equal(times(club.people[i], "<HAND_2> "), 0);
        expect_hand_behind_button(i);
    }
}

/* The same person has another conversation with another application of the same house, which
   nothing is known of. */
static test_case(what_one_application_may_not_write_another_may)
{
    struct discord_setup setup = club_setup(&club);
    char id[24];
    setup.title = "other";
    struct adapter *second = discord_new(&setup);
    club_begin(&club, "heartcatchers");
    set_dms(CLUB_BOB, true);
    say(CLUB_ANN, "!hide d them1");
    snprintf(id, sizeof id, "%" PRIu64, club.people[CLUB_BOB]);
    assert_int_equal(people_get(((struct discord *)club.bot), id)->dm, DM_REFUSED);
    assert_int_equal(people_get(((struct discord *)second), id)->dm, DM_UNKNOWN);
    second->ops->free(second);
}

/* Their own wish is no news. */
static test_case(who_wants_the_panel_is_told_nothing)
{
    set_dms(CLUB_BOB, true);
    say(CLUB_BOB, "!set panel");
    club_begin(&club, "heartcatchers");
    say(CLUB_ANN, "!hide d them1");
    assert_int_equal(times(STANDIN_EVERYONE, told), 0);
    expect_hand_behind_button(CLUB_BOB);
}

/* ---- what becomes of a channel ---- */

static struct discord *inside(void)
{
    return (struct discord *)club.bot;
}

static void whisper(const struct person *person, const char *text)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, text);
    whisper_to(inside(), &(struct whisper){.person = person->id,
                                           .name = person->name,
                                           .kind = WHISPER_ANSWER,
                                           .prose = &prose});
}

static struct person *bob_whose_channel_is_known(void)
{
    char id[24];
    snprintf(id, sizeof id, "%" PRIu64, club.people[CLUB_BOB]);
    club_tell(&club, CLUB_BOB, "help");
    struct person *bob = people_get(inside(), id);
    assert_int_equal(bob->dm, DM_OPEN);
    return bob;
}

static test_case(what_waits_for_a_channel_goes_before_what_is_newer)
{
    struct person *bob = bob_whose_channel_is_known();
    bob->dm = DM_OPENING;
    whisper(bob, "the older line");
    private_opened(inside(), bob);
    whisper(bob, "the newer line");
    club_wait(&club, SECOND);
    char *text = standin_received(club.discord, club.people[CLUB_BOB], 0);
    const char *older = strstr(text, "the older line"), *newer = strstr(text, "the newer line");
    assert_non_null(older);
    assert_non_null(newer);
    assert_true(older < newer);
    free(text);
}

/* Each person once, with the newest: what is read is what is true. */
static test_case(news_of_a_channel_are_kept_once)
{
    struct person *bob = bob_whose_channel_is_known();
    enum dm_news news;
    int pins = bob->pins;
    for (int i = 0; i < 1000; i++) {
        private_opened(inside(), bob);
        private_refused(inside(), bob);
    }
    assert_int_equal(bob->pins, pins + 1);
    assert_ptr_equal(private_take_news(inside()->dms, &news), bob);
    assert_int_equal(news, DM_NEWS_REFUSED);
    assert_null(private_take_news(inside()->dms, &news));
    assert_int_equal(bob->pins, pins);
}

/* Ten minutes, forty, and so on: at most a day. */
static test_case(who_refuses_is_left_alone_longer_each_time)
{
    standin_refuse_dms(club.discord, club.people[CLUB_BOB], true);
    club_say(&club, CLUB_ANN, "!play heartcatchers clock=off");
    club_say(&club, CLUB_BOB, "!join");
    for (int i = 0; i < 180; i++) {
        standin_say(club.discord, club.people[CLUB_BOB], club.games, "!hand");
        standin_say(club.discord, club.people[CLUB_ANN], club.games, "!board");
        club_wait(&club, 8 * MINUTE);
    }
    assert_in_range(standin_invalid_requests(club.discord), 0, 1);
    int all = 0;
    for (int at = 0; (at = standin_find(club.discord, at, STANDIN_REQUEST, open_it)) >= 0; at++)
        all++;
    assert_in_range(all, 5, 6); /* ann's is one */
    club_stop(&club);
    club_start(&club);
    club_wait(&club, 5 * SECOND);
    standin_say(club.discord, club.people[CLUB_BOB], club.games, "!hand");
    club_wait(&club, 5 * SECOND);
    assert_int_equal(people_get(inside(), "0")->dm, DM_UNKNOWN);
    char id[24];
    snprintf(id, sizeof id, "%" PRIu64, club.people[CLUB_BOB]);
    /* a restart does not forget it */
    assert_int_equal(people_get(inside(), id)->dm, DM_REFUSED);
}

#define test(function) cmocka_unit_test_setup_teardown(function, open_club, close_club)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(who_takes_no_messages_is_dealt_a_hand_behind_the_button),
        test(who_closes_them_in_mid_game_reads_where_the_hand_is),
        test(a_hand_comes_by_direct_message_again_when_they_are_open),
        test(who_asks_by_typing_is_answered_each_time),
        test(many_who_take_no_messages_share_the_sentence),
        test(who_has_just_pressed_is_shown_the_hand_at_once),
        test(where_discord_stops_openings_hands_are_behind_the_button_at_once),
        test(what_one_application_may_not_write_another_may),
        test(who_wants_the_panel_is_told_nothing),
        test(what_waits_for_a_channel_goes_before_what_is_newer),
        test(news_of_a_channel_are_kept_once),
        test(who_refuses_is_left_alone_longer_each_time),
    };
    return cmocka_run_group_tests_name("closed direct messages on Discord", tests, NULL, NULL);
}

/* The IRC adapter between people and the host: who is heard, and who is told what. Next:
   irc/connection.c for what keeps it there, irc/irc_bench.h for the bench. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hostile_server.h"
#include "in_words.h"
#include "irc/connection.h"
#include "irc/irc_bench.h"
#include "irc/joins.h"
#include "irc/persons.h"
#include "irc/signon.h"
#include "loop.h"
#include "prose.h"
#include "testing.h"

/* ---- hearing ---- */

static test_case(commands_are_found_and_talk_is_not)
{
    static const struct {
        const char *target, *text, *noted; /* may be NULL */
    } cases[] = {
        {"#games", "!join", "irc:test#games ann@: join\n"},
        {"#GAMES", "  !play hearts", "irc:test#games ann@: play hearts\n"},
        {"@#games", "!join", "irc:test#games ann@: join\n"},
        {"+#games", "!join", "irc:test#games ann@: join\n"},
        {"#games", "BOT: join", "irc:test#games ann@: join\n"},
        {"#games", "bot, !join", "irc:test#games ann@: join\n"},
        {"#games", "bot:", "irc:test#games ann@: help\n"},
        {"#games",
         "\x02!join\x02 \x03"
         "4now",
         "irc:test#games ann@: join now\n"},
        {"bot", "join", "irc:test ann: join\n"},
        {"bot", "!join", "irc:test ann: join\n"},
        {"bot", "bot: join", "irc:test ann: join\n"},
        {"#plain", ".join", "irc:test#plain ann: join\n"},
        {"#plain", "!join", NULL},
        {"#games", "hello", NULL},
        {"#games", "bots: join", NULL},
        {"#games", "!!!", NULL},
        {"#games", "! no", NULL},
        {"#games", "!", NULL},
        {"#games", "! who", "irc:test#games ann@: who\n"},
        {"#games", "!\u00a0who", "irc:test#games ann@: who\n"},
        {"#games", "\u00a0!who", "irc:test#games ann@: who\n"},
        {"#games", "!  Play hearts", "irc:test#games ann@: Play hearts\n"},
        {"#games", "! who.", "irc:test#games ann@: who.\n"},
        {"#plain", ". join", "irc:test#plain ann: join\n"},
        {"#plain", ". . .", NULL},
        {"#games", "!! who", NULL},
        {"#games", "bot who", "irc:test#games ann@: who\n"},
        {"#games", "Bot who?", "irc:test#games ann@: who?\n"},
        {"#games", "bot\u00a0who", "irc:test#games ann@: who\n"},
        {"#games", "bot\u00a0is nice", NULL},
        {"#games", "bot !who", "irc:test#games ann@: who\n"},
        {"#games", "@bot who", "irc:test#games ann@: who\n"},
        {"#games", "@bot: who", "irc:test#games ann@: who\n"},
        {"#games", "bot is a nice bot", NULL},
        {"#games", "bot", NULL},
        {"#games", "bots who", NULL},
        {"#games", "bot: what is this", "irc:test#games ann@: what is this\n"},
        {"bot", "bot who", "irc:test ann: who\n"},
        {"bot", "bot hello", "irc:test ann: bot hello\n"},
        {"#games", ".join", NULL},
        {"#elsewhere", "!join", NULL},
        {"bot", "", NULL},
        {"bot", "\xe2\x80\x8bI am a bot too", NULL},
        {"#games",
         "\x01"
         "ACTION !join\x01",
         NULL},
        {"#games",
         "\x01"
         "DCC SEND x 1 2 3\x01",
         NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench_forget();
        bench_say("ann", cases[i].target, cases[i].text);
        bench_settle();
        if (strcmp(diary, cases[i].noted ? cases[i].noted : "") != 0)
            fail_msg("\"%s\" to %s was heard as: %s", cases[i].text, cases[i].target, diary);
    }
}

/* "! hide d them1" and "bot hide d them1" may be talk, so they are read as a line without a
   prefix is. */
static test_case(a_move_behind_a_blank_is_overheard)
{
    bench_say("bob", "#games", "! hide d them1");
    bench_say("bob", "#games", "bot hide d them1");
    bench_settle();
    assert_string_equal(
        diary,
        "irc:test#games bob overheard: hide d them1\nirc:test#games bob overheard: hide d them1\n");
}

static test_case(only_people_are_heard)
{
    static const char *const lines[] = {
        ":srv.example PRIVMSG bot :join",
        ":ann!a@host NOTICE bot :join",
        ":ann!a@host NOTICE #games :!join",
        ":bot!table@bot.example PRIVMSG #games :!join",
        ":NickServ!s@host PRIVMSG bot :join",
        ":x!s@services.example PRIVMSG bot :join",
        "PRIVMSG bot :join",
        ":srv 401 bot ann :!join",
        ":ann!a@host TAGMSG #games",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        hostile_say(server, lines[i]);
        bench_settle();
        if (diary[0])
            fail_msg("\"%s\" was heard: %s", lines[i], diary);
    }
    assert_null(strstr(hostile_heard(server), "PRIVMSG"));
}

/* A move without the prefix goes where it is read, or answered once; in private every line is
   for us. */
static test_case(a_line_without_a_prefix_is_overheard)
{
    struct prose answer;
    const struct heard op = {.room = "#games", .key = "x", .name = "ann", .rank = RANK_OPERATOR};
    prose_clear(&answer);
    bench_say("bob", "#games", "hide d them1");
    bench_settle();
    port.prefer(port.self, &op,
                &(struct host_wish){.words = "channel bare maybe", .answer = &answer});
    assert_non_null(strstr(answer.text, in_words("<LOOK_UNKNOWN_2 typed=maybe>")));
    /* nobody's own choice */
    port.prefer(port.self, &op, &(struct host_wish){.words = "bare yes", .answer = &answer});
    prose_clear(&answer);
    port.prefer(port.self, &op,
                &(struct host_wish){.words = "channel bare yes", .answer = &answer});
    assert_non_null(strstr(answer.text, in_words("<IRC_LOOK_BARE_1>")));
    bench_say("bob", "#games", "hide d them1");
    bench_say("bob", "#games", "!hide d them1");
    bench_settle();
    port.prefer(port.self, &op, &(struct host_wish){.words = "channel bare no", .answer = &answer});
    bench_say("bob", "#games", "hide d them1");
    bench_settle();
    assert_string_equal(
        diary, "irc:test#games bob overheard: hide d them1\nirc:test#games bob bare: hide d them1\n"
               "irc:test#games bob: hide d them1\nirc:test#games bob overheard: hide d them1\n");
}

static int times_answered(void)
{
    int count = 0;
    bench_settle_kept();
    for (const char *at = hostile_heard(server); (at = strstr(at, in_words("<DISCORD_RELAYED_1>")));
         at++)
        count++;
    return count;
}

/* Anybody can be called so on the other side: nobody is heard, and each is told once how to sit
   down. */
static test_case(who_comes_through_a_bridge_is_told_once_and_never_heard)
{
    static const char *const silent[] = {
        ":relay!r@host PRIVMSG #games :<bob> !join",     /* told already */
        ":relay!r@host PRIVMSG #games :<eve> !weather",  /* for another bot */
        ":relay!r@host PRIVMSG #games :<eve> just talk", /* and no move either */
        ":relay!r@host PRIVMSG #games :!join",           /* nobody's name */
        ":relay!r@host PRIVMSG bot :join",
    };
    struct prose answer;
    const struct heard op = {.room = "#games", .key = "x", .name = "ann", .rank = RANK_OPERATOR};
    prose_clear(&answer);
    port.prefer(port.self, &op,
                &(struct host_wish){.words = "channel bridge relay", .answer = &answer});
    assert_non_null(strstr(answer.text, "What relay says"));
    hostile_say(server, ":relay!r@host PRIVMSG #games :<bob> !join");
    assert_int_equal(times_answered(), 1);
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        hostile_say(server, silent[i]);
    assert_int_equal(times_answered(), 1);
    hostile_say(server, ":carl/club!c@host PRIVMSG #games :!join"); /* RELAYMSG */
    hostile_say(server, ":relay!r@host PRIVMSG #games :[club] <dora> !hand");
    assert_int_equal(times_answered(), 3);
    hostile_say(server, ":relay!r@host PRIVMSG #games :fay: !join"); /* at most three in a minute */
    assert_int_equal(times_answered(), 3);
    bench_let_pass(60 * 1000);
    hostile_say(server, ":relay!r@host PRIVMSG #games :fay: !join");
    assert_int_equal(times_answered(), 1);
    assert_null(strstr(diary, "join"));
    prose_clear(&answer);
    port.prefer(port.self, &op,
                &(struct host_wish){.words = "channel bridge none", .answer = &answer});
    assert_non_null(strstr(answer.text, in_words("<IRC_BRIDGE_NONE_1>")));
    static const char *const bridges[] = {"Relay"}; /* from the configuration */
    bench_setup.bridges = bridges;
    bench_setup.bridge_count = 1;
    irc_change(irc, &bench_setup);
    bench_settle();
    hostile_say(server, ":relay!r@host PRIVMSG #games :<gil> !join");
    assert_int_equal(times_answered(), 1);
    assert_null(strstr(diary, "join"));
    /* Where the bot is on the other side, too, it has heard them there. */
    bench_settle();
    bench_is_bridged = true; /* as operators say */
    hostile_say(server, ":relay!r@host PRIVMSG #games :<ida> !join");
    assert_int_equal(times_answered(), 0);
    bench_is_bridged = false; /* or the configuration */
    static const struct irc_channel joined[] = {{"#Games", "!", true, "discord:club <#50>", NULL}};
    bench_setup.channels = joined;
    bench_setup.channel_count = 1;
    irc_change(irc, &bench_setup);
    bench_settle();
    hostile_say(server, ":relay!r@host PRIVMSG #games :<hal> !join");
    assert_int_equal(times_answered(), 0);
}

static test_case(ranks_come_from_the_channel_and_from_masks)
{
    bench_say("bob", "#games", "!stop");
    hostile_say(server, ":ann!a@host MODE #games +kov key bob ann");
    bench_say("bob", "#games", "!stop");
    hostile_say(server, ":ann!a@host MODE #games -o bob");
    hostile_say(server, ":bob!root@admin.example PRIVMSG #games :!stop");
    hostile_say(server, ":bob!x@deep.sub.example PRIVMSG bot :stop");
    hostile_say(server, ":bob!root@admin.example.net PRIVMSG bot :stop");
    bench_settle();
    assert_string_equal(
        diary, "irc:test#games bob: stop\nirc:test#games bob@: stop\nirc:test#games bob!: stop\n"
               "irc:test bob: stop\nirc:test bob: stop\n");
}

static test_case(ctcp_is_answered_by_notice_and_not_often)
{
    hostile_say(server, ":ann!a@host PRIVMSG bot :\x01PING 123 456\x01");
    hostile_say(server, ":ann!a@host PRIVMSG bot :\x01VERSION\x01");
    hostile_say(server, ":ann!a@host PRIVMSG #games :\x01TIME\x01");
    bench_expect_heard("NOTICE ann :\x01PING 123 456\x01\r\n");
    bench_expect_heard("NOTICE ann :\x01VERSION Tabletalk ");
    bench_expect_heard("NOTICE ann :\x01TIME 2026-01-01 00:00:0");
    for (int i = 0; i < 50; i++)
        hostile_say(server, ":ann!a@host PRIVMSG bot :\x01SOURCE\x01");
    hostile_forget(server);
    hostile_say(server, "PING :end");
    bench_expect_heard("PONG :end");
    assert_null(strstr(hostile_heard(server), "SOURCE"));
    loop_step(loop, 10000);
    hostile_say(server, ":ann!a@host PRIVMSG bot :\x01SOURCE\x01");
    bench_expect_heard("NOTICE ann :\x01SOURCE");
    assert_string_equal(diary, "");
}

static test_case(strangers_are_asked_into_a_channel_but_not_for_ever)
{
    int answers = 0;
    for (int i = 0; i < 20; i++)
        bench_say("zoe", "bot", "join");
    bench_expect_heard(
        "PRIVMSG zoe :\xe2\x80\x8bI can only be sure of who you are while I see you in a channel. Please join #Games");
    hostile_say(server, "PING :end");
    bench_expect_heard("PONG :end");
    loop_step(loop, 0);
    for (const char *at = hostile_heard(server); (at = strstr(at, "PRIVMSG zoe")); at++)
        answers++;
    assert_in_range(answers, 1, 3);
    assert_string_equal(diary, "");
}

/* A channel that hides its people, or takes words from outside: it is named, and no other one. */
static test_case(who_is_not_seen_where_they_speak_is_told_so)
{
    bench_say("zoe", "#plain", ".join");
    bench_say("zoe", "#plain", "bot: join");
    bench_expect_heard("<IRC_NOT_SEEN_1 room=PRIVMSG zoe :\xe2\x80\x8bI hear you in #plain>");
    assert_null(strstr(hostile_heard(server), "#Games"));
    assert_string_equal(diary, "");
}

/* Where we are thrown out ourselves nobody is asked to come. */
static test_case(strangers_are_asked_into_a_channel_where_we_are)
{
    hostile_say(server, ":ann!a@host KICK #games bot :out");
    bench_expect_noted("lost the room");
    bench_forget();
    bench_say("zoe", "bot", "join");
    bench_expect_heard("<IRC_JOIN_FIRST_2 room=#plain>");
}

/* The questions of one stranger cost another no answer; the one told the longest ago is
   forgotten first. */
static test_case(every_stranger_is_answered)
{
    char nick[16], told[64], line[160];
    for (int i = 0; i < 20; i++)
        bench_say("zoe", "bot", "join");
    for (int i = 0; i < 200; i++) { /* more than are remembered */
        snprintf(nick, sizeof nick, "who%d", i);
        snprintf(told, sizeof told, "PRIVMSG %s :", nick);
        snprintf(line, sizeof line, ":%s!u@%s.example PRIVMSG bot :join", nick, nick);
        hostile_say(server, line);
        bench_expect_heard(told);
        loop_step(loop, 1000);
    }
}

static test_case(what_people_type_injects_nothing)
{
    char text[3000];
    bench_say("ann", "#games", "!play \x01VERSION\x01 \xe2\x80\xae @everyone");
    bench_settle();
    assert_string_equal(diary, "irc:test#games ann@: play VERSION \xe2\x80\xae @everyone\n");
    bench_forget();
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    hostile_say_bytes(server, ":ann!a@h PRIVMSG bot :", 22);
    hostile_say_bytes(server, text, 2000);
    hostile_say_bytes(server, "\r\n:ann!a@h PRIVMSG bot :a\0b\r\n", 30);
    bench_expect_noted("irc:test ann: a b\n");
    bench_forget();
    bench_post(POST_ANSWER, "#games", "a\rQUIT :x\n!join \x01 \xe2\x80\xae");
    bench_expect_heard("PRIVMSG #Games :a QUIT :x \xc2\xb7 !join");
    assert_null(strstr(hostile_heard(server), "\nQUIT"));
}

/* ---- telling ---- */

static test_case(hands_go_to_the_nick_of_their_person_or_to_nobody)
{
    char key[HOST_KEY];
    bench_say("ann", "bot", "hand");
    bench_expect_noted("ann: hand");
    snprintf(key, sizeof key, "%s", last_key);
    bench_whisper(WHISPER_HAND, key, "#games, your hand: d R");
    bench_expect_heard("PRIVMSG ann :");
    hostile_say(server, ":ann!a@host NICK anna");
    hostile_say(server, ":mallory!m@host JOIN #games");
    hostile_say(server, ":mallory!m@host NICK ann");
    bench_expect_noted("renamed anna\n");
    hostile_forget(server);
    bench_whisper(WHISPER_HAND, key, "#games, your hand: secret");
    bench_expect_heard("<HAND room=PRIVMSG anna :\xe2\x80\x8b#games> secret\r\n");
    bench_settle();
    hostile_say(server, ":anna!a@host QUIT :bye");
    bench_expect_noted("gone ");
    bench_forget();
    bench_whisper(WHISPER_HAND, key, "#games, your hand: secret");
    bench_say("ann", "bot", "hand");
    bench_expect_noted("irc:test ann: hand");
    assert_string_not_equal(last_key, key);
    hostile_say(server, "PING :end");
    bench_expect_heard("PONG :end");
    assert_null(strstr(hostile_heard(server), "secret"));
}

static test_case(a_seat_is_lost_with_the_last_common_channel)
{
    bench_say("bob", "bot", "hand");
    bench_expect_noted("irc:test bob: hand\n");
    bench_forget();
    hostile_say(server, ":bob!b@host PART #plain");
    bench_settle();
    assert_string_equal(diary, "");
    hostile_say(server, ":ann!a@host KICK #games bob :out");
    bench_settle();
    assert_string_equal(diary, "gone .3\n");
    bench_say("bob", "bot", "hand");
    bench_expect_heard("PRIVMSG bob :\xe2\x80\x8bI can only");
}

static test_case(what_belongs_together_goes_out_in_order_and_colour)
{
    struct prose tale, board, next;
    bench_say("ann", "bot", "hand");
    bench_expect_noted("ann: hand");
    prose_clear(&tale), prose_clear(&board), prose_clear(&next);
    prose_put(&tale, "ann plays.");
    prose_styled(&board, PROSE_NAME, COLOUR_NONE, "ann");
    prose_put(&board, ": ");
    prose_styled(&board, PROSE_CARD, COLOUR_GREEN, "G");
    prose_styled(&next, PROSE_CALL, COLOUR_NONE, "bob");
    prose_put(&next, ": !take");
    struct post play = {.room = "#games",
                        .table = 1,
                        .kind = POST_PLAY,
                        .tale = &tale,
                        .board = &board,
                        .next = &next};
    port.post(port.self, &play);
    bench_whisper(WHISPER_HAND, last_key, "your hand");
    play.room = "#plain";
    port.post(port.self, &play);
    bench_expect_heard("PRIVMSG ann :your hand\r\n"
                       "PRIVMSG #plain :bob: .take | ann plays. | a\xe2\x80\x8bnn: G\r\n"
                       "PRIVMSG #Games :bob: !take | ann plays. | a\xe2\x80\x8bnn: \x03"
                       "01,09G\x0f\r\n");
}

/* The first part of bob's turn in that room. */
static void post_draw(const char *room, const char *tale)
{
    const struct prose next = *bench_prose("Next: place");
    port.post(port.self, &(struct post){.room = room,
                                        .table = 7,
                                        .kind = POST_PLAY,
                                        .tale = bench_prose(tale),
                                        .next = &next,
                                        .goes_on = "bob",
                                        .may_wait = true});
}

/* Lines cost something. */
static void begin_pace(void)
{
    bench_setup.flood = "inspircd";
    irc_change(irc, &bench_setup);
    bench_let_pass(20 * 1000);
    bench_settle();
}

static bool is_said(const char *text)
{
    hostile_say(server, "PONG srv"); /* the wire is not silent */
    bench_settle_kept();
    return strstr(hostile_heard(server), text);
}

/* Now, or as soon as the pace allows: each question whether all is settled costs a line. */
static void expect_said(const char *text)
{
    hostile_say(server, "PONG srv");
    for (int i = 0; i < 60 && !strstr(hostile_heard(server), text); i++) {
        loop_serve(loop, 1);
        loop_step(loop, 500);
    }
    bench_expect_heard(text);
}

/* A draw and its place are one line, if the place comes soon. */
static test_case(a_draw_waits_a_moment_for_its_place)
{
    begin_pace();
    post_draw("#games", "bob draws a card.");
    assert_false(is_said("draws"));
    bench_say("bob", "#games", "!place 3"); /* his own words do not send it away */
    assert_false(is_said("draws"));
    const struct prose next = *bench_prose("ann: draw");
    port.post(port.self, &(struct post){.room = "#games",
                                        .table = 7,
                                        .kind = POST_PLAY,
                                        .tale = bench_prose("bob places it."),
                                        .next = &next});
    expect_said("bob draws a card. bob places it.");
    assert_false(is_said("Next: place"));
    hostile_forget(server);
    post_draw("#games", "bob draws another.");
    post_draw("#plain", "bob draws elsewhere.");
    loop_step(loop, 1000);
    post_draw("#games", "bob draws a third."); /* what follows gives it no more time */
    assert_false(is_said("draws"));
    loop_step(loop, 499);
    assert_false(is_said("draws"));
    loop_step(loop, 1);
    expect_said("PRIVMSG #Games :bob draws another. bob draws a third.");
    expect_said("PRIVMSG #plain :bob draws elsewhere.");
}

static test_case(a_draw_does_not_hold_up_others)
{
    begin_pace();
    for (int i = 0; i < 6; i++) {
        post_draw("#games", "bob draws a card.");
        bench_whisper(WHISPER_HAND, last_key, "a red 7");
        assert_false(is_said("draws"));
        if (i == 0)
            bench_say("ann", "#games", "!board"); /* another's input */
        else if (i == 1)
            bench_post(POST_RESULT, "#games", "The game is over.");
        else if (i == 2)
            bench_whisper(WHISPER_ANSWER, last_key, "That is not possible."); /* a refusal */
        else if (i == 3)
            bench_post(POST_ANSWER, "#games", "The board.");
        else if (i == 4)
            bench_post(POST_NEWS, "#games", "cid sits down.");
        else
            irc_change(irc, &bench_setup), bench_post(POST_PLAY, "#games", "It is over to ann.");
        int64_t from = loop_now(loop);
        expect_said("PRIVMSG #Games :bob draws a card.");
        assert_in_range(loop_now(loop) - from, 0, 1000); /* sooner than by itself */
        bench_let_pass(20 * 1000);
        bench_settle();
    }
}

static test_case(colours_stop_where_they_are_refused)
{
    struct prose tale;
    prose_clear(&tale);
    prose_styled(&tale, PROSE_CARD, COLOUR_RED, "R");
    port.post(port.self, &(struct post){.room = "#games", .kind = POST_RESULT, .tale = &tale});
    bench_expect_heard("PRIVMSG #Games :\x03"
                       "00,04R\x0f\r\n");
    hostile_say(server, ":srv 404 bot #Games :Cannot send to channel (no colours)");
    bench_settle_kept();
    loop_step(loop, 1000);
    bench_expect_heard("PRIVMSG #Games :R\r\n");
    hostile_say(server, ":ann!a@host MODE #games -c");
    bench_settle();
    port.post(port.self, &(struct post){.room = "#games", .kind = POST_RESULT, .tale = &tale});
    bench_expect_heard("PRIVMSG #Games :\x03"
                       "00,04R\x0f\r\n");
    hostile_say(server, ":srv 324 bot #Games +cnt");
    bench_settle();
    port.post(port.self, &(struct post){.room = "#games", .kind = POST_RESULT, .tale = &tale});
    bench_expect_heard("PRIVMSG #Games :R\r\n");
}

static test_case(long_answers_end_with_an_offer_and_results_do_not)
{
    char words[2600] = "";
    for (int i = 0; i < 500; i++)
        strcat(words, "word ");
    bench_post(POST_ANSWER, "#games", words);
    bench_expect_heard(
        "PRIVMSG #Games :There is more: say the same to me in private, /msg bot\r\n");
    hostile_forget(server);
    strcpy(words + 2490, "the end");
    bench_post(POST_RESULT, "#games", words);
    bench_expect_heard("the end\r\n");
    for (const char *line = hostile_heard(server), *next; (next = strchr(line, '\n'));
         line = next + 1)
        assert_true(next - line < 512);
}

int main(void)
{
#define ready(test) cmocka_unit_test_setup_teardown(test, bench_open_ready, bench_closed)
    const struct CMUnitTest tests[] = {
        ready(commands_are_found_and_talk_is_not),
        ready(a_move_behind_a_blank_is_overheard),
        ready(only_people_are_heard),
        ready(a_line_without_a_prefix_is_overheard),
        ready(who_comes_through_a_bridge_is_told_once_and_never_heard),
        ready(ranks_come_from_the_channel_and_from_masks),
        ready(ctcp_is_answered_by_notice_and_not_often),
        ready(who_is_not_seen_where_they_speak_is_told_so),
        ready(strangers_are_asked_into_a_channel_where_we_are),
        ready(strangers_are_asked_into_a_channel_but_not_for_ever),
        ready(every_stranger_is_answered),
        ready(what_people_type_injects_nothing),
        ready(hands_go_to_the_nick_of_their_person_or_to_nobody),
        ready(a_seat_is_lost_with_the_last_common_channel),
        ready(what_belongs_together_goes_out_in_order_and_colour),
        ready(a_draw_waits_a_moment_for_its_place),
        ready(a_draw_does_not_hold_up_others),
        ready(colours_stop_where_they_are_refused),
        ready(long_answers_end_with_an_offer_and_results_do_not),
    };
    int failed = cmocka_run_group_tests_name("people", tests, NULL, NULL);
    return failed + run_connection_tests() + run_persons_tests() + run_refusal_tests() +
           run_injection_tests() + run_monitor_tests() + run_joins_tests() + run_signon_tests() +
           run_shares_tests() + run_hostile_tests();
}

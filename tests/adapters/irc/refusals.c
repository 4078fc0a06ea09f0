/* What does not arrive, what was said before, who is not answered, where we are not wanted;
   through the whole adapter. Numbers are those of the conformance list in
   docs/irc-conformance.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "hostile_server.h"
#include "irc.h"
#include "irc_bench.h"
#include "loop.h"
#include "persons.h"
#include "testing.h"

static const char secret[] = "a red 7";

static void expect_not_heard(const char *part)
{
    bench_settle_kept();
    if (strstr(hostile_heard(server), part))
        fail_msg("\"%s\" was said:\n%s", part, hostile_heard(server));
}

static void learn_key(const char *nick)
{
    bench_say(nick, "bot", "hand");
    bench_expect_noted(": hand\n");
    bench_forget();
}

/* ---- refused hands: conformance 24, 25 ---- */

/* What real servers say: InspIRCd 2, 3 and 4, Solanum, UnrealIRCd, ircd-hybrid, ngIRCd, ircu,
   Nefarious, Bahamut, Ergo. The advice stands as it is to be typed. */
static test_case(who_cannot_be_reached_is_named_once_without_the_hand)
{
#define REGISTERED                                                                                 \
    "Ann takes private messages from registered users only, and I am not one. Ann: type /mode Ann -"
#define MODE " keeps my private messages from Ann. Ann: type /mode Ann -"
#define THEN ", then say !hand."
#define ANY                                                                                        \
    "I can't reach Ann by private message. Ann: send me a private message (any will do), then say !hand."
#define ACCEPT                                                                                     \
    "Ann takes no private messages from strangers. Ann: type /accept bot, then say !hand."
    static const struct {
        const char *line, *told;
    } refusals[] = {
        {":srv 404 bot Ann :Cannot send to nick/channel", ANY},
        {":srv 404 bot Ann :You are not permitted to send private messages to this user (+c set)",
         "<IRC_HAND_MODE_1 mode=c>" MODE "c" THEN},
        {":srv 477 bot Ann :You need to be identified to a registered account to message this user",
         REGISTERED "R" THEN},
        {":srv 477 bot Ann :You must be registered to send a direct message to this user",
         REGISTERED "R" THEN},
        {":srv 485 bot Ann :You must share at least one channel with this user in order to PRIVMSG them",
         "<IRC_HAND_MODE_1 mode=q>" MODE "q" THEN},
        {":srv 486 bot Ann :You must log in with services to message this user",
         REGISTERED "R" THEN},
        {":srv 486 bot Ann :You must be authed in order to message this user", REGISTERED "R" THEN},
        {":srv 486 bot :You must identify to a registered nick to private message Ann",
         REGISTERED "R" THEN},
        {":srv 486 bot :Cannot send to user (+b) -- You must identify to a registered nick to private message Ann",
         "<IRC_HAND_MODE_1 mode=b>" MODE "b" THEN},
        {":srv 487 bot Ann :PRIVMSG to 'Ann' not delivered: User does not accept private messages",
         "<IRC_HAND_MODE_1 mode=D>" MODE "D" THEN},
        {":srv 492 bot Ann :No CTCP", ANY},
        {":srv 493 bot :You must share a common channel with Ann",
         "<IRC_HAND_MODE_1 mode=C>" MODE "C" THEN},
        {":srv 494 bot Ann :cannot answer you while you are +R, your message was not sent", ANY},
        {":srv 531 bot Ann :You are not permitted to send private messages to this user", ANY},
        {":srv 531 bot Ann :You cannot send messages to this user whilst they have the +R (regdeaf) mode set.",
         REGISTERED "R" THEN},
        {":srv 531 bot Ann :You cannot send messages to this user whilst they have the +c (deaf_commonchan) mode set.",
         "<IRC_HAND_MODE_1 mode=c>" MODE "c" THEN},
        {":srv 531 bot Ann :You must identify to a registered nick to private message Ann",
         REGISTERED "R" THEN},
        {":srv 531 bot Ann :User does not accept private messages",
         "<IRC_HAND_MODE_1 mode=D>" MODE "D" THEN},
        {":srv 531 bot Ann :You must be connected via TLS to message this user",
         "<IRC_HAND_MODE_1 mode=Z>" MODE "Z" THEN},
        {":srv 716 bot Ann :is in +g mode (server-side ignore)", ACCEPT},
        {":srv 716 bot Ann :is in +G mode (server side ignore)", ACCEPT},
        {":srv 717 bot Ann :has been informed", ACCEPT},
        {":srv 999 bot Ann :I do not like this", NULL},
    };
    has_table = true;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        void *none = NULL;
        bench_open_ready(&none);
        has_table = true;
        hostile_say(server, ":ann!a@host NICK Ann");
        learn_key("Ann");
        bench_whisper(WHISPER_HAND, last_key, secret);
        bench_expect_heard("PRIVMSG Ann :a red 7");
        hostile_forget(server);
        hostile_say(server, refusals[i].line);
        if (refusals[i].told)
            bench_expect_heard(refusals[i].told);
        bench_settle();
        assert_int_equal(port.reach(port.self, last_key),
                         refusals[i].told ? HOST_UNREACHED : HOST_REACH_ASKED);
        bench_whisper(WHISPER_HAND, last_key, secret); /* again: said at the table only once */
        bench_expect_heard("PRIVMSG Ann :a red 7");
        hostile_say(server, refusals[i].line);
        expect_not_heard("#Games");
        bench_closed(&none);
    }
}

/* ngIRCd puts the nick into the text: the latest line went to somebody else. */
static test_case(a_refusal_that_names_nobody_is_about_whom_its_text_names)
{
    has_table = true;
    learn_key("ann");
    bench_whisper(WHISPER_HAND, last_key, secret);
    bench_expect_heard("PRIVMSG ann :a red 7");
    learn_key("bob");
    bench_whisper(WHISPER_HAND, last_key, "a blue 8");
    bench_expect_heard("PRIVMSG bob :a blue 8");
    hostile_say(
        server,
        ":srv 486 bot :Cannot send to user (+b) -- You must identify to a registered nick to private message ann");
    bench_expect_heard("<IRC_HAND_MODE_2 who=ann|call=ann|nick=ann|mode=b>");
    assert_int_equal(port.reach(port.self, last_key), HOST_REACH_ASKED); /* bob */
}

/* Servers invent codes. With a label, whatever refuses the line is known to. */
static test_case(with_a_label_any_code_is_a_refusal)
{
    static const char *const refusals[] = {
        ":srv 532 bot ann :You are too new to talk to people with mode +R",
        ":srv 998 bot ann :Only from people who log in",
        ":srv FAIL PRIVMSG CANNOT_SEND ann :Only registered users may write to this user",
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        void *none = NULL;
        char line[256];
        bench_open_only(&none);
        bench_welcome_with_caps("message-tags batch labeled-response standard-replies");
        loop_step(loop, 3000);
        has_table = true;
        learn_key("ann");
        bench_whisper(WHISPER_HAND, last_key, secret);
        bench_expect_heard("@label=w1 PRIVMSG ann :a red 7");
        snprintf(line, sizeof line, "@label=w1 %s", refusals[i]);
        hostile_say(server, line);
        bench_expect_heard("ann: <IRC_HAND_MODE_3 nick=ann|mode=R>");
        assert_int_equal(port.reach(port.self, last_key), HOST_UNREACHED);
        bench_closed(&none);
    }
}

/* Found out before the deal: conformance 24. */
static test_case(whether_hands_arrive_is_found_out_in_two_seconds)
{
    learn_key("ann");
    assert_int_equal(port.reach(port.self, last_key), HOST_REACH_ASKED);
    bench_expect_heard("PRIVMSG ann :\xe2\x80\x8bYour cards will come to you here.\r\n");
    assert_int_equal(port.reach(port.self, last_key), HOST_REACH_ASKED);
    assert_string_equal(diary, "");
    loop_step(loop, 2000);
    assert_string_equal(diary, "reach of .2 known\n");
    assert_int_equal(port.reach(port.self, last_key), HOST_REACHED);
    expect_not_heard("Your cards will come to you here.\r\nPRIVMSG ann"); /* asked once */
    assert_int_equal(port.reach(port.self, "~nobody.1"), HOST_UNREACHED);
}

/* The server of the bench is an InspIRCd, which decides by itself. */
static test_case(a_pong_that_follows_tells_at_once)
{
    learn_key("ann");
    port.reach(port.self, last_key);
    bench_expect_heard("<IRC_CARDS_COME>\r\nPING :w1\r\n");
    hostile_say(server, ":srv PONG srv :w1");
    bench_expect_noted("reach of .2 known\n");
    assert_int_equal(port.reach(port.self, last_key), HOST_REACHED);
    bench_settle();
    bench_whisper(WHISPER_HAND, last_key, secret);
    expect_not_heard("PING :w2"); /* once known, nothing is asked */
}

static test_case(a_label_tells_at_once)
{
    bench_welcome_with_caps("message-tags batch labeled-response");
    loop_step(loop, 3000);
    learn_key("ann");
    port.reach(port.self, last_key);
    bench_expect_heard("@label=w1 PRIVMSG ann :");
    hostile_say(server, "@label=w1 :srv ACK");
    bench_expect_noted("reach of .2 known\n");
    assert_int_equal(port.reach(port.self, last_key), HOST_REACHED);
    bench_forget();
    bench_whisper(WHISPER_HAND, last_key, secret);
    bench_expect_heard("@label=w2 PRIVMSG ann :a red 7");
    /* the nick is not named: the label tells */
    hostile_say(server, "@label=w2 :srv 486 bot :Only registered users");
    bench_expect_noted("reach of .2 known\n");
    assert_int_equal(port.reach(port.self, last_key), HOST_UNREACHED);
}

static test_case(who_opens_up_is_reached_again)
{
    has_table = true;
    learn_key("ann");
    port.reach(port.self, last_key);
    bench_expect_heard("PRIVMSG ann :");
    hostile_say(server, ":srv 716 bot ann :is in +g mode");
    bench_expect_noted("reach of .2 known\n");
    assert_int_equal(port.reach(port.self, last_key), HOST_UNREACHED);
    bench_settle();
    bench_whisper(WHISPER_ANSWER, last_key, "Here I am."); /* they said !hand */
    bench_expect_heard("PRIVMSG ann :\xe2\x80\x8bHere I am.");
    loop_step(loop, 2000);
    assert_int_equal(port.reach(port.self, last_key), HOST_REACHED);
}

/* 707 and 439: later, not lost. Conformance 25. */
static test_case(too_many_targets_delay_and_lose_nothing)
{
    learn_key("ann");
    bench_whisper(WHISPER_ANSWER, last_key, "seat word");
    bench_expect_heard("PRIVMSG ann :\xe2\x80\x8bseat word");
    hostile_say(server, ":srv 439 bot ann :Target change too fast. Please wait 13 seconds.");
    bench_settle();
    bench_whisper(WHISPER_HAND, last_key, secret);
    expect_not_heard("PRIVMSG ann");
    loop_step(loop, 12000);
    expect_not_heard("PRIVMSG ann");
    hostile_forget(server);
    loop_step(loop, 1100);
    bench_expect_heard("PRIVMSG ann :\xe2\x80\x8bseat word");
    bench_expect_heard("PRIVMSG ann :a red 7");
    hostile_forget(server);
    hostile_say(server, ":srv 707 bot ann :Targets changing too fast, message dropped");
    bench_settle();
    loop_step(loop, 20000);
    bench_expect_heard("PRIVMSG ann :\xe2\x80\x8bseat word");
    /* this time the hand */
    hostile_say(server, ":srv 707 bot ann :Targets changing too fast, message dropped");
    bench_settle();
    bench_forget();
    loop_step(loop, 20000);
    bench_expect_noted("returned .2\n"); /* the host gives the hand out anew */
}

static test_case(a_nick_that_is_gone_is_somebody_who_is_gone)
{
    learn_key("ann");
    bench_whisper(WHISPER_HAND, last_key, secret);
    bench_expect_heard("PRIVMSG ann :");
    hostile_say(server, ":srv 401 bot ann :No such nick/channel");
    bench_expect_noted("gone .2\n");
    bench_whisper(WHISPER_HAND, last_key, secret);
    bench_settle();
    expect_not_heard(secret);
}

/* Somebody whom we don't see wrote to us, and left before our answer. The person we wrote to
   last is still there. */
static test_case(a_nick_that_nobody_has_is_nobody_here)
{
    learn_key("ann");
    bench_whisper(WHISPER_ANSWER, last_key, "seat word");
    bench_expect_heard("PRIVMSG ann :");
    bench_say("passer-by", "bot", "join");
    bench_expect_heard("PRIVMSG passer-by :");
    hostile_say(server, ":srv 401 bot passer-by :No such nick/channel");
    bench_settle();
    assert_null(strstr(diary, "gone"));
    bench_whisper(WHISPER_ANSWER, last_key, "welcome");
    bench_expect_heard("PRIVMSG ann :\xe2\x80\x8bwelcome");
}

/* They took another nick while our line was on its way. */
static test_case(a_line_to_an_old_nick_follows)
{
    learn_key("ann");
    bench_whisper(WHISPER_ANSWER, last_key, "seat word");
    bench_expect_heard("PRIVMSG ann :");
    hostile_say(server, ":ann!a@host NICK anna");
    hostile_say(server, ":srv 401 bot ann :No such nick/channel");
    bench_expect_heard("PRIVMSG anna :\xe2\x80\x8bseat word");
    assert_null(strstr(diary, "gone"));
}

/* ---- channels that do not take what we say: conformance 21, 46 ---- */

static test_case(a_channel_that_refuses_us_is_not_talked_at)
{
    bench_post(POST_RESULT, "#games", "one");
    bench_expect_heard("PRIVMSG #Games :one");
    hostile_say(server, ":srv 404 bot #Games :Cannot send to channel (+m)");
    bench_expect_heard(
        "<IRC_VOICE_WANTED_1 room=PRIVMSG ann :\xe2\x80\x8bI can't speak in #Games>");
    hostile_forget(server);
    bench_post(POST_RESULT, "#games", "two");
    bench_post(POST_RESULT, "#plain", "elsewhere");
    bench_expect_heard("PRIVMSG #plain :elsewhere");
    expect_not_heard("PRIVMSG #Games");
    hostile_say(server, ":ann!a@host MODE #Games +v bot");
    bench_expect_heard("PRIVMSG #Games :one\r\n");
    bench_expect_heard("PRIVMSG #Games :two\r\n");
    static const int minutes[] = {5, 30, 60};
    for (int i = 0; i < 3; i++) { /* and again, ever more slowly, without a word to anybody */
        hostile_forget(server);
        hostile_say(server, ":srv 477 bot #Games :Only registered users may speak");
        expect_not_heard("PRIVMSG");
        int64_t from = loop_now(loop);
        while (!strstr(hostile_heard(server), "PRIVMSG #Games :two\r\n")) {
            loop_step(loop, 10000);
            hostile_say(server, "PONG srv");
            bench_settle_kept();
        }
        assert_in_range(loop_now(loop) - from, minutes[i] * 60000 - 10000,
                        minutes[i] * 60000 + 10000);
    }
}

/* As many refusals, as many of the latest lines are said again; those before them had arrived. */
/* People who ask where we may not speak are told so in private, once. */
static test_case(who_asks_in_a_muted_channel_is_told_why_nothing_comes)
{
    bench_say("bob", "#games", "!board");
    bench_expect_noted("bob: board");
    bench_post(POST_ANSWER, "#games", "the board");
    bench_expect_heard("PRIVMSG #Games :the board");
    hostile_say(server, ":srv 404 bot #Games :Cannot send to channel (+m)");
    bench_expect_heard("PRIVMSG bob :\xe2\x80\x8bI can't speak in #Games");
    bench_settle();
    bench_say("bob", "#games", "!board");
    bench_settle_kept();
    expect_not_heard("PRIVMSG bob");
    hostile_say(server, ":cid!u@cid.example JOIN #games");
    bench_say("cid", "#games", "!board");
    bench_expect_heard("PRIVMSG cid :\xe2\x80\x8bI can't speak in #Games");
}

static test_case(all_that_was_refused_is_said_again)
{
    bench_post(POST_RESULT, "#games", "arrived");
    bench_expect_heard("PRIVMSG #Games :arrived");
    static const char *const lines[] = {"one", "two", "three"};
    for (int i = 0; i < 3; i++)
        bench_post(POST_RESULT, "#games", lines[i]);
    bench_expect_heard("PRIVMSG #Games :three");
    for (int i = 0; i < 3; i++)
        hostile_say(server, ":srv 404 bot #Games :Cannot send to channel (+m)");
    bench_settle();
    hostile_say(server, ":ann!a@host MODE #Games +v bot");
    bench_expect_heard("PRIVMSG #Games :one\r\nPRIVMSG #Games :two\r\nPRIVMSG #Games :three\r\n");
    assert_null(strstr(hostile_heard(server), "arrived"));
}

/* ---- history: conformance 31 ---- */

static test_case(history_executes_nothing)
{
    bench_expect_heard("USER ");
    hostile_say(server, ":srv CAP * LS :server-time batch message-tags");
    bench_expect_heard("CAP REQ");
    hostile_say(server, ":srv CAP * ACK :batch message-tags server-time");
    bench_expect_heard("CAP END");
    hostile_say(server, "@time=2026-03-01T12:00:00.000Z :srv 001 bot :Welcome");
    hostile_say(server, ":srv 422 bot :No MOTD");
    bench_expect_heard("JOIN ");
    hostile_say(server, "@time=2026-03-01T12:00:05.000Z :bot!table@bot.example JOIN #Games");
    hostile_say(server, ":srv 353 bot = #Games :bot @ann bob");
    hostile_say(server, ":srv 366 bot #Games :End");
    bench_expect_noted("ready irc:test #games\n");
    static const struct {
        const char *line;
        bool is_heard;
    } cases[] = {
        {"@time=2026-03-01T12:00:04.999Z :ann!a@host PRIVMSG #Games :!join", false},
        {"@time=2025-03-01T12:00:00.000Z :ann!a@host PRIVMSG bot :join", false},
        {"@time=2026-03-01T12:00:05.001Z;msgid=a1 :ann!a@host PRIVMSG #Games :!join", true},
        {"@time=2026-03-01T12:00:06.000Z;msgid=a1 :ann!a@host PRIVMSG #Games :!join", false},
        {"@msgid=a2 :ann!a@host PRIVMSG #Games :!join", true},
        {"@msgid=a2 :ann!a@host PRIVMSG #Games :!join", false},
        {"BATCH +h chathistory #Games", false},
        {"@batch=h;time=2027-03-01T12:00:06.000Z;msgid=a3 :ann!a@host PRIVMSG #Games :!join",
         false},
        {"@batch=h :ann!a@host PRIVMSG bot :\x01VERSION\x01", false},
        {"@batch=h :ann!a@host QUIT :long ago", false},
        {"@batch=h :ann!a@host NICK mallory", false},
        {"@batch=h :bob!b@host KICK #Games bot :long ago", false},
        {"BATCH -h", false},
        {"@batch=gone :ann!a@host PRIVMSG #Games :!join", false},
        {":ann!a@host PRIVMSG #Games :!join", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench_forget();
        hostile_say(server, cases[i].line);
        bench_settle();
        if ((diary[0] != '\0') != cases[i].is_heard)
            fail_msg("%s: %s", cases[i].line, diary[0] ? diary : "not heard");
    }
    /* A server whose clock is set back by an hour does not make us deaf for an hour. */
    bench_let_pass(6 * 60 * 1000);
    bench_forget();
    hostile_say(server,
                "@time=2026-03-01T11:10:00.000Z;msgid=b1 :ann!a@host PRIVMSG #Games :!join");
    bench_expect_noted("join");
}

static test_case(without_tags_the_first_seconds_are_history)
{
    bench_welcome();
    bench_settle();
    bench_forget();
    bench_say("ann", "#games", "!join");
    bench_settle();
    assert_string_equal(diary, "");
    bench_say("ann", "bot", "help"); /* in private nothing is replayed */
    bench_expect_noted("ann: help");
    loop_step(loop, 3000);
    bench_say("ann", "#games", "!join");
    bench_expect_noted("ann@: join");
}

#define PLAYED "irc:test#games ann@: join\n"
#define OTHER  "irc:test#plain ann: join\n"

/* ZNC, without server-time and batch: lines of yesterday come between two lines of its own. They
   may come long after our JOIN, and in another language. A person who says the same words makes
   nobody deaf. */
static test_case(what_a_bouncer_plays_back_is_not_obeyed)
{
    static const struct {
        const char *lines[6], *noted;
    } cases[] = {
        {{":***!znc@znc.in PRIVMSG #games :Buffer Playback...", ":ann!a@host PRIVMSG #games :!join",
          ":ann!a@host PRIVMSG #games :bot: join",
          ":***!znc@znc.in PRIVMSG #games :Playback Complete."},
         ""},
        {{":***!znc@znc.in PRIVMSG #games :Buffer Playback...", ":ann!a@host PRIVMSG #games :!join",
          ":***!znc@znc.in PRIVMSG #games :Playback Complete.",
          ":ann!a@host PRIVMSG #games :!join"},
         PLAYED},
        {{":***!znc@znc.in PRIVMSG #games :Pufferwiedergabe...",
          ":ann!a@host PRIVMSG #games :!join",
          ":***!znc@znc.in PRIVMSG #games :Wiedergabe beendet.",
          ":ann!a@host PRIVMSG #games :!join"},
         PLAYED},
        {{":***!znc@znc.in PRIVMSG #games :Buffer Playback...",
          ":ann!a@host PRIVMSG #plain :.join"},
         OTHER},
        {{":***!znc@znc.in PRIVMSG #games :Playback Complete.",
          ":ann!a@host PRIVMSG #games :!join"},
         PLAYED},
        {{":***!znc@znc.in PRIVMSG #games :Buffer Playback...",
          ":***!znc@znc.in PRIVMSG #games :Buffer Playback...",
          ":ann!a@host PRIVMSG #games :!join"},
         ""},
        {{":bob!b@host PRIVMSG #games :Buffer Playback...", ":ann!a@host PRIVMSG #games :!join"},
         PLAYED},
        {{":***!znc@znc.in PRIVMSG #elsewhere :Buffer Playback...",
          ":ann!a@host PRIVMSG #games :!join"},
         PLAYED},
        {{":*status!znc@znc.in PRIVMSG bot :You are currently disconnected from IRC. Use 'connect' to reconnect."},
         ""},
        {{":*buffextras!buffextras@znc.in PRIVMSG #games :!join"}, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        void *none = NULL;
        bench_open_ready(&none);
        for (int line = 0; line < 6 && cases[i].lines[line]; line++)
            hostile_say(server, cases[i].lines[line]);
        bench_settle();
        if (strcmp(diary, cases[i].noted) != 0)
            fail_msg("%zu: heard as '%s'", i, diary);
        expect_not_heard("PRIVMSG *");
        bench_closed(&none);
    }
}

/* It was cut off amid it, or says no end: nobody stays unheard for good. */
static test_case(a_playback_without_an_end_ends_after_a_minute)
{
    hostile_say(server, ":***!znc@znc.in PRIVMSG #games :Buffer Playback...");
    bench_say("ann", "#games", "!join");
    bench_settle();
    assert_string_equal(diary, "");
    bench_let_pass(61 * 1000);
    bench_say("ann", "#games", "!join");
    bench_expect_noted(PLAYED);
}

/* ---- who is never answered: conformance 28, 30 ---- */

static test_case(bots_and_echoes_are_not_answered)
{
    bench_welcome_with_caps("message-tags batch");
    loop_step(loop, 3000);
    static const char *const lines[] = {
        "@bot :stranger!s@host PRIVMSG bot :join",
        "@bot :stranger!s@host PRIVMSG bot :\x01VERSION\x01",
        "@bot :ann!a@host PRIVMSG #games :!join",
        "@bot :ann!a@host PRIVMSG bot :\x01VERSION\x01",
        ":ann!a@host NOTICE bot :\x01VERSION\x01", /* and known as a bot from now on */
        ":ann!a@host PRIVMSG bot :join",
        ":bob!b@host TAGMSG #games",
        "@+typing=active :bob!b@host TAGMSG bot",
        ":bot!table@bot.example PRIVMSG bot :join",
        ":bot!table@bot.example PRIVMSG #games :!join",
        ":ChanServ!s@services.example PRIVMSG #games :!join",
        ":bob!b@host NOTICE bot :join",
        ":bob!b@host 401 bot ann :join",
        "FAIL JOIN SOMETHING :join",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        hostile_say(server, lines[i]);
        bench_settle();
        if (diary[0])
            fail_msg("%s: %s", lines[i], diary);
    }
    hostile_say(server, "PING :end");
    bench_expect_heard("PONG :end");
    assert_null(strstr(hostile_heard(server), "PRIVMSG"));
    assert_null(strstr(hostile_heard(server), "NOTICE"));
}

/* Bots that do not say that they are, and answer what they do not understand. A name in what was
   pasted is no such answer. */
static test_case(what_repeats_our_words_is_not_answered)
{
    bench_welcome_with_caps("message-tags batch");
    loop_step(loop, 3000);
    bench_say("ann", "bot", "\u200bI host card games.");
    bench_say("ann", "bot", "I do not understand: \u200bI host card games.");
    bench_say("ann", "#games", "!echo \u200bI host card games.");
    bench_settle();
    assert_string_equal(diary, "");
    bench_say("ann", "bot", "kick b\u200bob");
    bench_expect_noted("ann: kick b\u200bob");
}

/* ---- invitations: conformance 45 ---- */

static test_case(nobody_is_followed_into_strange_channels_by_default)
{
    hostile_say(server, ":ann!a@host INVITE bot #party");
    expect_not_heard("JOIN #party");
}

static test_case(invitations_are_followed_as_the_admin_says)
{
    bench_invites = IRC_INVITES_ACCOUNTS;
    bench_open_with("off");
    bench_invites = IRC_INVITES_NOBODY;
    bench_welcome_with_caps("message-tags account-tag batch");
    hostile_say(server, ":bob!b@host INVITE bot #party"); /* no account */
    hostile_say(server, "@account=alice :ann!a@host INVITE bot games");
    hostile_say(server, "@account=alice :ann!a@host INVITE bot #a,#b");
    hostile_say(server, "@account=alice :ann!a@host INVITE bot #a\x02");
    hostile_say(server, "@account=alice :ann!a@host INVITE mallory #party");
    expect_not_heard("JOIN");
    for (int i = 0; i < 5; i++) {
        char line[80];
        snprintf(line, sizeof line, "@account=alice :ann!a@host INVITE bot #party%d", i);
        hostile_say(server, line);
    }
    bench_settle_kept();
    assert_non_null(strstr(hostile_heard(server), "JOIN #party2\r\n"));
    assert_null(strstr(hostile_heard(server), "JOIN #party3\r\n")); /* three a minute */
    hostile_say(server, ":bot!table@bot.example JOIN #party0");
    hostile_say(server, ":srv 353 bot = #party0 :bot @ann");
    hostile_say(server, ":srv 366 bot #party0 :End");
    loop_step(loop, 3000);
    bench_forget();
    hostile_say(server, "@account=alice :ann!a@host PRIVMSG #party0 :!join");
    bench_expect_noted("irc:test#party0 ann@: join\n");
}

static test_case(a_guest_goes_when_nobody_was_there_for_a_week)
{
    enum { DAY_MS = 24 * 60 * 60 * 1000 };
    bench_invites = IRC_INVITES_ANYBODY;
    bench_open_with("off");
    bench_invites = IRC_INVITES_NOBODY;
    bench_welcome();
    hostile_say(server, ":ann!a@host INVITE bot #party");
    bench_expect_heard("JOIN #party\r\n");
    hostile_say(server, ":bot!table@bot.example JOIN #party");
    hostile_say(server, ":srv 353 bot = #party :bot @ann");
    hostile_say(server, ":srv 366 bot #party :End");
    bench_let_pass(8 * (int64_t)DAY_MS);
    hostile_say(server, ":ann!a@host PART #party");
    bench_let_pass(6 * (int64_t)DAY_MS);
    hostile_say(server, ":bob!b@host JOIN #party"); /* so the week begins anew */
    bench_let_pass(DAY_MS);
    hostile_say(server, ":bob!b@host PART #party");
    bench_let_pass(6 * (int64_t)DAY_MS);
    hostile_forget(server);
    bench_settle_kept();
    assert_null(strstr(hostile_heard(server), "PART"));
    int64_t from = loop_now(loop);
    while (!strstr(hostile_heard(server), "PART #party :Nobody was here for a week\r\n")) {
        hostile_say(server, "PONG srv");
        bench_settle_kept();
        loop_step(loop, 60000);
        assert_true(loop_now(loop) - from < 2 * (int64_t)DAY_MS);
    }
}

#define test(function)  cmocka_unit_test_setup_teardown(function, bench_open_ready, bench_closed)
#define early(function) cmocka_unit_test_setup_teardown(function, bench_open_only, bench_closed)

int run_refusal_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_cannot_be_reached_is_named_once_without_the_hand),
        test(a_refusal_that_names_nobody_is_about_whom_its_text_names),
        cmocka_unit_test(with_a_label_any_code_is_a_refusal),
        test(whether_hands_arrive_is_found_out_in_two_seconds),
        test(a_pong_that_follows_tells_at_once),
        early(a_label_tells_at_once),
        test(who_opens_up_is_reached_again),
        test(too_many_targets_delay_and_lose_nothing),
        test(a_nick_that_is_gone_is_somebody_who_is_gone),
        test(a_nick_that_nobody_has_is_nobody_here),
        test(a_line_to_an_old_nick_follows),
        test(a_channel_that_refuses_us_is_not_talked_at),
        test(who_asks_in_a_muted_channel_is_told_why_nothing_comes),
        test(all_that_was_refused_is_said_again),
        early(history_executes_nothing),
        early(without_tags_the_first_seconds_are_history),
        cmocka_unit_test(what_a_bouncer_plays_back_is_not_obeyed),
        test(a_playback_without_an_end_ends_after_a_minute),
        early(bots_and_echoes_are_not_answered),
        early(what_repeats_our_words_is_not_answered),
        test(nobody_is_followed_into_strange_channels_by_default),
        cmocka_unit_test_teardown(a_guest_goes_when_nobody_was_there_for_a_week, bench_closed),
        cmocka_unit_test_teardown(invitations_are_followed_as_the_admin_says, bench_closed),
    };
    return cmocka_run_group_tests_name("refusals", tests, NULL, NULL);
}

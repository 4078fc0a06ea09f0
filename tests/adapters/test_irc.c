/* The IRC adapter between a server that says what a test tells it to and a host that only writes down what it is told:
   who is heard, who is told what, and what keeps the connection up, in virtual time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "commands.h"
#include "hostile_server.h"
#include "host.h"
#include "irc.h"
#include "loop.h"
#include "prose.h"

enum { PATIENCE = 400, PATIENCE_MS = 25, MINUTE = 60 * 1000, HOUR = 60 * MINUTE };

/* ---- a host that writes a diary ---- */

static char diary[16384];
static struct host_port port;

static void __attribute__((format(printf, 1, 2))) note(const char *format, ...)
{
    size_t length = strlen(diary);
    va_list args;
    va_start(args, format);
    vsnprintf(diary + length, sizeof diary - length, format, args);
    va_end(args);
}

void host_add_port(struct host *host, const struct host_port *added)
{
    (void)host;
    port = *added;
}

void host_room_ready(struct host *host, const char *network, const char *room, int64_t now)
{
    (void)host, (void)now;
    note("ready %s %s\n", network, room);
}

void host_renamed(struct host *host, const char *network, const char *key, const char *name, int64_t now)
{
    (void)host, (void)network, (void)key, (void)now;
    note("renamed %s\n", name);
}

void host_sent(struct host *host, const char *network, const char *room, int64_t now)
{
    (void)host, (void)network, (void)room, (void)now;
}

void host_gone(struct host *host, const char *network, const char *key, int64_t now)
{
    (void)host, (void)network, (void)now;
    note("gone %s\n", strrchr(key, '.'));
}

void host_network_gone(struct host *host, const char *network, int64_t now)
{
    (void)host, (void)now;
    note("network gone %s\n", network);
}

static char last_key[HOST_KEY];

void commands_hear(struct commands *commands, struct host *host, const struct heard *heard)
{
    (void)commands, (void)host;
    note("%s%s %s%s%s: %s\n", heard->network, heard->room ? heard->room : "", heard->name,
         heard->rank & RANK_OPERATOR ? "@" : "", heard->rank & RANK_ADMIN ? "!" : "", heard->text);
    snprintf(last_key, sizeof last_key, "%s", heard->key);
}

/* ---- the bench ---- */

static struct loop *loop;
static struct hostile *server;
static struct adapter *irc;
static bool has_left;

static const struct irc_channel channels[] = {{"#Games", "!", true}, {"#plain", ".", false}};
static const char *const admins[] = {"*!root@admin.example", "boss!*@*.example"};

static void expect_heard(const char *text)
{
    for (int i = 0; i < PATIENCE && !strstr(hostile_heard(server), text); i++)
        loop_serve(loop, PATIENCE_MS);
    if (!strstr(hostile_heard(server), text))
        fail_msg("expected \"%s\", the server heard:\n%.3000s", text, hostile_heard(server));
}

static void expect_noted(const char *text)
{
    for (int i = 0; i < PATIENCE && !strstr(diary, text); i++)
        loop_serve(loop, PATIENCE_MS);
    if (!strstr(diary, text))
        fail_msg("expected \"%s\", the host was told:\n%s", text, diary);
}

/* Everything said so far is dealt with in both directions, and all that may be said now is. */
static void settle(void)
{
    hostile_say(server, "PING :settled");
    expect_heard("PONG :settled");
    loop_step(loop, 0);
    hostile_say(server, "PING :twice");
    expect_heard("PONG :twice");
    hostile_forget(server);
}

static void forget(void)
{
    diary[0] = '\0';
    hostile_forget(server);
}

static void welcome(void)
{
    expect_heard("USER ");
    hostile_say(server, ":srv 001 bot :Welcome");
    hostile_say(server, ":srv 004 bot srv InspIRCd-3 iosw biklmnopstv");
    hostile_say(server,
                ":srv 005 bot CASEMAPPING=ascii PREFIX=(ohv)@%+ CHANMODES=b,k,l,cimnpst STATUSMSG=@+ BOT=B :ok");
    hostile_say(server, ":srv 422 bot :No MOTD");
    expect_heard("JOIN #Games,#plain\r\n");
    hostile_say(server, ":bot!table@bot.example JOIN #Games");
    hostile_say(server, ":srv 353 bot = #Games :bot @ann +bob");
    hostile_say(server, ":srv 366 bot #Games :End");
    hostile_say(server, ":bot!table@bot.example JOIN :#plain");
    hostile_say(server, ":srv 353 bot = #plain :bot bob");
    hostile_say(server, ":srv 366 bot #plain :End");
    expect_noted("ready irc:test #plain\n");
}

static void open_with(const char *flood)
{
    diary[0] = last_key[0] = '\0';
    has_left = false;
    loop = loop_new(LOOP_VIRTUAL);
    server = hostile_new(loop);
    const struct irc_setup setup = {.wire = {.network = "test",
                                             .host = "127.0.0.1",
                                             .port = hostile_port(server),
                                             .nick = "bot",
                                             .user = "table",
                                             .realname = "a bot"},
                                    .channels = channels,
                                    .channel_count = 2,
                                    .admins = admins,
                                    .admin_count = 2,
                                    .prefix = "!",
                                    .is_coloured = true,
                                    .operators_count = true,
                                    .flood = flood};
    irc = irc_new(&setup, loop, NULL, NULL);
    irc->ops->start(irc);
}

static int open_ready(void **state)
{
    (void)state;
    open_with("off");
    welcome();
    settle();
    forget();
    return 0;
}

static int open_only(void **state)
{
    (void)state;
    open_with("off");
    return 0;
}

static int closed(void **state)
{
    (void)state;
    irc->ops->free(irc);
    hostile_free(server);
    loop_free(loop);
    return 0;
}

static void say(const char *nick, const char *target, const char *text)
{
    char line[700];
    snprintf(line, sizeof line, ":%s!%s@host.example PRIVMSG %s :%s", nick, nick, target, text);
    hostile_say(server, line);
}

/* What the host says. */
static const struct prose *prose_of(const char *text)
{
    static struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, text);
    return &prose;
}

static void post(enum post_kind kind, const char *room, const char *text)
{
    port.post(port.self, &(struct post){.room = room, .kind = kind, .tale = prose_of(text)});
}

static void whisper(enum whisper_kind kind, const char *key, const char *text)
{
    port.whisper(port.self,
                 &(struct whisper){.person = key, .name = "", .room = "#games", .kind = kind, .prose = prose_of(text)});
}

/* ---- hearing ---- */

static void commands_are_found_and_talk_is_not(void **state)
{
    (void)state;
    static const struct {
        const char *target, *text, *noted; /* NULL: nothing */
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
        forget();
        say("ann", cases[i].target, cases[i].text);
        settle();
        if (strcmp(diary, cases[i].noted ? cases[i].noted : "") != 0)
            fail_msg("\"%s\" to %s was heard as: %s", cases[i].text, cases[i].target, diary);
    }
}

static void only_people_are_heard(void **state)
{
    (void)state;
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
        settle();
        if (diary[0])
            fail_msg("\"%s\" was heard: %s", lines[i], diary);
    }
    assert_null(strstr(hostile_heard(server), "PRIVMSG"));
}

static void ranks_come_from_the_channel_and_from_masks(void **state)
{
    (void)state;
    say("bob", "#games", "!stop");
    hostile_say(server, ":ann!a@host MODE #games +kov key bob ann");
    say("bob", "#games", "!stop");
    hostile_say(server, ":ann!a@host MODE #games -o bob");
    hostile_say(server, ":bob!root@admin.example PRIVMSG #games :!stop");
    hostile_say(server, ":bob!x@deep.sub.example PRIVMSG bot :stop");
    hostile_say(server, ":bob!root@admin.example.net PRIVMSG bot :stop");
    settle();
    assert_string_equal(diary, "irc:test#games bob: stop\nirc:test#games bob@: stop\nirc:test#games bob!: stop\n"
                               "irc:test bob: stop\nirc:test bob: stop\n");
}

static void ctcp_is_answered_by_notice_and_not_often(void **state)
{
    (void)state;
    hostile_say(server, ":ann!a@host PRIVMSG bot :\x01PING 123 456\x01");
    hostile_say(server, ":ann!a@host PRIVMSG bot :\x01VERSION\x01");
    hostile_say(server, ":ann!a@host PRIVMSG #games :\x01TIME\x01");
    expect_heard("NOTICE ann :\x01PING 123 456\x01\r\n");
    expect_heard("NOTICE ann :\x01VERSION Tabletalk ");
    expect_heard("NOTICE ann :\x01TIME 2026-01-01 00:00:0");
    for (int i = 0; i < 50; i++)
        hostile_say(server, ":ann!a@host PRIVMSG bot :\x01SOURCE\x01");
    hostile_forget(server);
    hostile_say(server, "PING :end");
    expect_heard("PONG :end");
    assert_null(strstr(hostile_heard(server), "SOURCE"));
    loop_step(loop, 10000);
    hostile_say(server, ":ann!a@host PRIVMSG bot :\x01SOURCE\x01");
    expect_heard("NOTICE ann :\x01SOURCE");
    assert_string_equal(diary, "");
}

static void strangers_are_asked_into_a_channel_but_not_for_ever(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++)
        say("zoe", "bot", "join");
    expect_heard(
        "PRIVMSG zoe :\xe2\x80\x8bI can only be sure of who you are while I see you in a channel. Please join #Games");
    hostile_forget(server);
    hostile_say(server, "PING :end");
    expect_heard("PONG :end");
    assert_string_equal(diary, "");
}

static void what_people_type_injects_nothing(void **state)
{
    (void)state;
    char text[3000];
    say("ann", "#games", "!play \x01VERSION\x01 \xe2\x80\xae @everyone");
    settle();
    assert_string_equal(diary, "irc:test#games ann@: play VERSION \xe2\x80\xae @everyone\n");
    forget();
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    hostile_say_bytes(server, ":ann!a@h PRIVMSG bot :", 22);
    hostile_say_bytes(server, text, 2000);
    hostile_say_bytes(server, "\r\n:ann!a@h PRIVMSG bot :a\0b\r\n", 30);
    expect_noted("irc:test ann: a b\n");
    forget();
    post(POST_ANSWER, "#games", "a\rQUIT :x\n!join \x01 \xe2\x80\xae");
    expect_heard("PRIVMSG #Games :a QUIT :x \xc2\xb7 !join");
    assert_null(strstr(hostile_heard(server), "\nQUIT"));
}

/* ---- telling ---- */

static void hands_go_to_the_nick_of_their_person_or_to_nobody(void **state)
{
    (void)state;
    char key[HOST_KEY];
    say("ann", "bot", "hand");
    expect_noted("ann: hand");
    snprintf(key, sizeof key, "%s", last_key);
    whisper(WHISPER_HAND, key, "#games, your hand: a R");
    expect_heard("PRIVMSG ann :");
    hostile_say(server, ":ann!a@host NICK anna");
    hostile_say(server, ":mallory!m@host JOIN #games");
    hostile_say(server, ":mallory!m@host NICK ann");
    expect_noted("renamed anna\nrenamed ann\n");
    hostile_forget(server);
    whisper(WHISPER_HAND, key, "#games, your hand: secret");
    expect_heard("PRIVMSG anna :\xe2\x80\x8b#games, your hand: secret\r\n");
    settle();
    hostile_say(server, ":anna!a@host QUIT :bye");
    expect_noted("gone ");
    forget();
    whisper(WHISPER_HAND, key, "#games, your hand: secret");
    say("ann", "bot", "hand");
    expect_noted("irc:test ann: hand");
    assert_string_not_equal(last_key, key);
    hostile_say(server, "PING :end");
    expect_heard("PONG :end");
    assert_null(strstr(hostile_heard(server), "secret"));
}

static void a_seat_is_lost_with_the_last_common_channel(void **state)
{
    (void)state;
    hostile_say(server, ":bob!b@host PART #plain");
    settle();
    assert_string_equal(diary, "");
    hostile_say(server, ":ann!a@host KICK #games bob :out");
    settle();
    assert_string_equal(diary, "gone .3\n");
    say("bob", "bot", "hand");
    expect_heard("PRIVMSG bob :\xe2\x80\x8bI can only");
}

static void what_belongs_together_goes_out_in_order_and_colour(void **state)
{
    (void)state;
    struct prose tale, board, next;
    say("ann", "bot", "hand");
    expect_noted("ann: hand");
    prose_clear(&tale), prose_clear(&board), prose_clear(&next);
    prose_put(&tale, "ann plays.");
    prose_styled(&board, PROSE_NAME, COLOUR_NONE, "ann");
    prose_put(&board, ": ");
    prose_styled(&board, PROSE_CARD, COLOUR_GREEN, "G");
    prose_styled(&next, PROSE_CALL, COLOUR_NONE, "bob");
    prose_put(&next, " to move");
    struct post play = {.room = "#games", .table = 1, .kind = POST_PLAY, .tale = &tale, .board = &board, .next = &next};
    port.post(port.self, &play);
    whisper(WHISPER_HAND, last_key, "your hand");
    play.room = "#plain";
    port.post(port.self, &play);
    expect_heard("PRIVMSG ann :your hand\r\n"
                 "PRIVMSG #Games :ann plays.  a\xe2\x80\x8bnn: \x03"
                 "01,09G\x0f. bob to move.\r\n"
                 "PRIVMSG #plain :ann plays.  a\xe2\x80\x8bnn: G. bob to move.\r\n");
}

static void colours_stop_where_they_are_refused(void **state)
{
    (void)state;
    struct prose tale;
    prose_clear(&tale);
    prose_styled(&tale, PROSE_CARD, COLOUR_RED, "R");
    port.post(port.self, &(struct post){.room = "#games", .kind = POST_RESULT, .tale = &tale});
    expect_heard("PRIVMSG #Games :\x03"
                 "00,04R\x0f\r\n");
    hostile_say(server, ":srv 404 bot #Games :Cannot send to channel (no colours)");
    expect_heard("PRIVMSG #Games :R\r\n");
    hostile_say(server, ":ann!a@host MODE #games -c");
    settle();
    port.post(port.self, &(struct post){.room = "#games", .kind = POST_RESULT, .tale = &tale});
    expect_heard("PRIVMSG #Games :\x03"
                 "00,04R\x0f\r\n");
    hostile_say(server, ":srv 324 bot #Games +cnt");
    settle();
    port.post(port.self, &(struct post){.room = "#games", .kind = POST_RESULT, .tale = &tale});
    expect_heard("PRIVMSG #Games :R\r\n");
}

static void long_answers_end_with_an_offer_and_results_do_not(void **state)
{
    (void)state;
    char words[2600] = "";
    for (int i = 0; i < 500; i++)
        strcat(words, "word ");
    post(POST_ANSWER, "#games", words);
    expect_heard("PRIVMSG #Games :There is more: say the same to me in private, /msg bot\r\n");
    hostile_forget(server);
    strcpy(words + 2490, "the end");
    post(POST_RESULT, "#games", words);
    expect_heard("the end\r\n");
    for (const char *line = hostile_heard(server), *next; (next = strchr(line, '\n')); line = next + 1)
        assert_true(next - line < 512);
}

static void who_cannot_be_reached_is_named_once_without_the_hand(void **state)
{
    (void)state;
    static const char *const refusals[] = {":srv 716 bot ann :is in +g mode", ":srv 401 bot ann :No such nick",
                                           ":srv 531 bot ann :no", ":srv 486 bot :You must identify"};
    say("ann", "bot", "hand");
    expect_noted("ann: hand");
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        whisper(WHISPER_HAND, last_key, "secret");
        expect_heard("secret");
        hostile_say(server, refusals[i]);
        if (i == 0)
            expect_heard("PRIVMSG #Games :I cannot reach a\xe2\x80\x8bnn by private message");
        settle();
    }
    whisper(WHISPER_HAND, last_key, "secret");
    expect_heard("secret");
    assert_null(strstr(hostile_heard(server), "#Games"));
}

/* ---- the connection ---- */

static void registration_ends_in_channels_and_bot_mode(void **state)
{
    (void)state;
    welcome();
    assert_non_null(strstr(hostile_heard(server), "MODE bot +B\r\n"));
    assert_string_equal(diary, "ready irc:test #games\nready irc:test #plain\n");
}

static void a_lost_connection_comes_back_and_tells_the_host(void **state)
{
    (void)state;
    welcome();
    say("ann", "bot", "hand");
    expect_noted("ann: hand");
    forget();
    post(POST_RESULT, "#games", "before.");
    expect_heard("before.");
    hostile_hang_up(server);
    expect_noted("network gone irc:test\n");
    forget();
    post(POST_RESULT, "#games", "ann wins.");
    whisper(WHISPER_HAND, last_key, "secret");
    loop_step(loop, 30000); /* the first retry comes within 30 s */
    welcome();
    expect_heard("PRIVMSG #Games :ann wins.\r\n");
    settle();
    assert_null(strstr(hostile_heard(server), "secret"));
}

/* How long until the next connection, after the server closed this one with `goodbye`. */
static int64_t pause_after(const char *goodbye, int64_t most)
{
    expect_heard("USER ");
    int64_t from = loop_now(loop);
    hostile_say(server, goodbye);
    hostile_hang_up(server);
    for (int i = 0; i < PATIENCE && hostile_has_client(server); i++)
        loop_serve(loop, PATIENCE_MS);
    loop_serve(loop, PATIENCE_MS);
    hostile_forget(server);
    for (; loop_now(loop) - from < most && !hostile_has_client(server); loop_serve(loop, 0))
        loop_step(loop, 500);
    return loop_now(loop) - from;
}

static void patience_grows_with_what_the_server_says(void **state)
{
    (void)state;
    assert_in_range(pause_after("ERROR :Closing Link", HOUR), 2000, 8000);
    assert_in_range(pause_after("ERROR :Closing Link", HOUR), 4500, 16000);
    assert_in_range(pause_after("ERROR :Trying to reconnect too fast, throttled", HOUR), 60000, 61000);
    assert_in_range(pause_after("ERROR :Closing Link (K-Lined)", HOUR), 15 * MINUTE, 15 * MINUTE + 1000);
    assert_in_range(pause_after("ERROR :Closing Link (K-Lined)", 2 * HOUR), HOUR, HOUR + 1000);
    for (int i = 0; i < 5; i++)
        assert_in_range(pause_after("ERROR :Closing Link", HOUR), 20 * 1000, 15 * MINUTE);
}

static void three_kills_in_an_hour_end_it(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        expect_heard("USER ");
        hostile_say(server, ":srv 001 bot :Welcome");
        hostile_say(server, ":srv 422 bot :No MOTD");
        expect_heard("JOIN ");
        hostile_say(server, ":oper!o@h KILL bot :no bots");
        int64_t pause = pause_after("ERROR :Killed", 10 * (int64_t)HOUR);
        assert_in_range(pause, 60000, i < 2 ? 120000 : INT64_MAX);
        assert_int_equal(hostile_has_client(server), i < 2);
    }
}

static void a_channel_that_refuses_is_asked_ever_more_slowly(void **state)
{
    (void)state;
    static const int64_t minutes[] = {1, 5, 30, 60, 60};
    expect_heard("USER ");
    hostile_say(server, ":srv 001 bot :Welcome");
    hostile_say(server, ":srv 422 bot :No MOTD");
    expect_heard("JOIN #Games,#plain\r\n");
    for (size_t i = 0; i < sizeof minutes / sizeof *minutes; i++) {
        hostile_say(server,
                    i % 2 ? ":srv 473 bot #Games :Cannot join (+i)" : ":srv 477 bot #Games :Need to be registered");
        hostile_say(server, "PING :refused");
        expect_heard("PONG :refused");
        hostile_forget(server);
        int64_t from = loop_now(loop);
        while (!strstr(hostile_heard(server), "JOIN #Games\r\n")) {
            loop_step(loop, 1000);
            if (strstr(hostile_heard(server), "PING :")) /* the wire's own, when it has heard nothing for long */
                hostile_say(server, "PONG srv");
            assert_true(loop_now(loop) - from <= 61 * MINUTE);
        }
        int64_t waited = loop_now(loop) - from;
        assert_in_range(waited, minutes[i] * MINUTE - 1000, minutes[i] * MINUTE + 2000);
        hostile_forget(server);
    }
}

static void kicked_it_stays_out_until_it_is_asked_back(void **state)
{
    (void)state;
    hostile_say(server, ":ann!a@host KICK #games bot :shoo");
    expect_noted("gone .2\n");
    post(POST_RESULT, "#games", "ann wins.");
    say("bob", "#games", "!join");
    settle();
    assert_null(strstr(diary, "join"));
    loop_step(loop, 80 * 1000);
    assert_null(strstr(hostile_heard(server), "JOIN"));
    hostile_say(server, ":ann!a@host INVITE bot #Games");
    expect_heard("JOIN #Games\r\n");
    hostile_say(server, ":bot!table@bot.example JOIN #Games");
    hostile_say(server, ":srv 366 bot #Games :End");
    expect_heard("PRIVMSG #Games :ann wins.\r\n");
}

static void uninvited_guests_it_is_not(void **state)
{
    (void)state;
    hostile_say(server, ":bot!table@bot.example JOIN #trap");
    expect_heard("PART #trap");
    hostile_say(server, ":ann!a@host INVITE bot #trap");
    settle();
    assert_null(strstr(hostile_heard(server), "JOIN"));
}

static void on_left(void *arg)
{
    (void)arg;
    has_left = true;
}

static void expect_left(int64_t within)
{
    int64_t from = loop_now(loop);
    for (int i = 0; i < PATIENCE && !has_left && loop_now(loop) - from <= within; i++) {
        loop_serve(loop, 1);
        loop_step(loop, 10);
    }
    assert_true(has_left);
    assert_true(loop_now(loop) - from <= within);
}

static void leaving_says_what_waits_and_quits(void **state)
{
    (void)state;
    post(POST_RESULT, "#games", "ann wins.");
    irc->ops->stop(irc, on_left, NULL);
    post(POST_RESULT, "#games", "too late");
    say("ann", "bot", "hand");
    expect_heard("ann wins.\r\nQUIT :");
    hostile_hang_up(server);
    expect_left(3000);
    assert_null(strstr(hostile_heard(server), "too late"));
    assert_string_equal(diary, "");
}

static void leaving_does_not_wait_for_a_server_that_hangs(void **state)
{
    (void)state;
    irc->ops->stop(irc, on_left, NULL); /* still connecting */
    expect_left(1000);
}

static void the_pace_is_kept_and_pongs_are_not_held_up(void **state)
{
    (void)state;
    for (int i = 0; i < 60; i++) {
        char text[32];
        snprintf(text, sizeof text, "line %d", i);
        post(POST_RESULT, "#games", text);
    }
    hostile_say(server, "PING :now");
    expect_heard("PONG :now\r\n");
    settle();
    int64_t from = loop_now(loop);
    while (!strstr(hostile_heard(server), "line 59\r\n"))
        loop_step(loop, 100);
    assert_in_range(loop_now(loop) - from, 55 * 1000, 75 * 1000); /* inspircd: one a second */
}

static int open_paced(void **state)
{
    (void)state;
    open_with("auto");
    welcome();
    settle();
    forget();
    return 0;
}

int main(void)
{
#define ready(test) cmocka_unit_test_setup_teardown(test, open_ready, closed)
#define fresh(test) cmocka_unit_test_setup_teardown(test, open_only, closed)
    const struct CMUnitTest tests[] = {
        ready(commands_are_found_and_talk_is_not),
        ready(only_people_are_heard),
        ready(ranks_come_from_the_channel_and_from_masks),
        ready(ctcp_is_answered_by_notice_and_not_often),
        ready(strangers_are_asked_into_a_channel_but_not_for_ever),
        ready(what_people_type_injects_nothing),
        ready(hands_go_to_the_nick_of_their_person_or_to_nobody),
        ready(a_seat_is_lost_with_the_last_common_channel),
        ready(what_belongs_together_goes_out_in_order_and_colour),
        ready(colours_stop_where_they_are_refused),
        ready(long_answers_end_with_an_offer_and_results_do_not),
        ready(who_cannot_be_reached_is_named_once_without_the_hand),
        fresh(registration_ends_in_channels_and_bot_mode),
        fresh(a_lost_connection_comes_back_and_tells_the_host),
        fresh(patience_grows_with_what_the_server_says),
        fresh(three_kills_in_an_hour_end_it),
        fresh(a_channel_that_refuses_is_asked_ever_more_slowly),
        ready(kicked_it_stays_out_until_it_is_asked_back),
        ready(uninvited_guests_it_is_not),
        ready(leaving_says_what_waits_and_quits),
        fresh(leaving_does_not_wait_for_a_server_that_hangs),
        cmocka_unit_test_setup_teardown(the_pace_is_kept_and_pongs_are_not_held_up, open_paced, closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Who is who on IRC, through the whole adapter: for every way of losing a nick and of taking
   one, who the host is told has come or gone, and to whom a hand goes; asserted over everything
   the server heard. Numbers are those of the conformance list in docs/irc-conformance.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "hostile_server.h"
#include "in_words.h"
#include "irc_bench.h"
#include "keep.h"
#include "loop.h"
#include "persons.h"
#include "prose.h"
#include "testing.h"
#include "text.h"

#define CAPS                                                                                       \
    "message-tags account-tag account-notify extended-join server-time batch chghost labeled-response"

static const char secret[] = "the hand of ann";

/* Learns the key of the person with this nick by letting them speak; account NULL: they send no
   tag. */
static const char *key_of(const char *nick, const char *account)
{
    static char keys[4][HOST_KEY];
    static int next;
    char line[300], *key = keys[next++ % 4];
    snprintf(line, sizeof line, "%s%s%s:%s!u@host.example PRIVMSG bot :hand",
             account ? "@account=" : "", account ? account : "", account ? " " : "", nick);
    last_key[0] = '\0';
    hostile_say(server, line);
    bench_settle();
    snprintf(key, HOST_KEY, "%s", last_key);
    return key;
}

/* Nobody at all is told the secret, whatever waits. */
static void expect_silence(const char *key, const char *why)
{
    hostile_forget(server);
    bench_whisper(WHISPER_HAND, key, secret);
    hostile_say(server, "PING :silence");
    bench_expect_heard("PONG :silence");
    loop_step(loop, 60000);
    hostile_say(server, "PING :later");
    bench_expect_heard("PONG :later");
    if (strstr(hostile_heard(server), secret))
        fail_msg("%s: the hand was sent:\n%s", why, hostile_heard(server));
}

static void expect_delivery(const char *key, const char *nick, const char *why)
{
    char line[200];
    hostile_forget(server);
    bench_whisper(WHISPER_HAND, key, secret);
    hostile_say(server, "PING :delivery");
    bench_expect_heard("PONG :delivery");
    loop_step(loop, 0);
    hostile_say(server, "PING :again");
    bench_expect_heard("PONG :again");
    snprintf(line, sizeof line, "PRIVMSG %s :%s", nick, secret);
    const char *sent = strstr(hostile_heard(server), secret);
    if (!strstr(hostile_heard(server), line) || strstr(sent + 1, secret))
        fail_msg("%s: expected \"%s\" and nothing else, but the server heard:\n%s", why, line,
                 hostile_heard(server));
}

/* ---- the matrix: conformance 36, 37, 38 ---- */

static const struct way {
    const char *name, *lines[4];
} losses[] = {
    {"QUIT", {":ann!u@host.example QUIT :bye"}},
    {"PART of the last channel", {":ann!u@host.example PART #games"}},
    {"KICK", {":bob!u@host.example KICK #games ann :out"}},
    {"KILL", {":oper!o@h KILL ann :no"}},
    {"netsplit", {":ann!u@host.example QUIT :a.example.net b.example.net"}},
    {"a nick change and a gap",
     {":ann!u@host.example NICK ann2", ":ann2!u@host.example QUIT :bye"}},
    {"our own PART of the channel", {":bot!table@bot.example PART #games"}},
};
static const struct way takes[] = {
    {"nobody", {NULL}},
    {"JOIN", {":ann!u@host.example JOIN #plain"}},
    {"JOIN from elsewhere", {":ann!m@evil.example JOIN #plain"}},
    {"NICK", {":bob!u@host.example NICK ann"}},
    {"JOIN under another nick, then NICK",
     {":mal!m@evil.example JOIN #plain", ":mal!m@evil.example NICK ann"}},
    {"another case", {":ANN!m@evil.example JOIN #plain"}},
    {"NAMES of a channel", {":srv 353 bot = #plain :bot ann bob"}},
};
enum { LOSSES = sizeof losses / sizeof *losses, TAKES = sizeof takes / sizeof *takes };

static void say_all(const struct way *way)
{
    for (int i = 0; i < 4 && way->lines[i]; i++)
        hostile_say(server, way->lines[i]);
    bench_settle();
}

static test_case(nobody_gets_a_hand_by_taking_a_nick)
{
    int cells = 0;
    for (int l = 0; l < LOSSES; l++)
        for (int t = 0; t < TAKES; t++) {
            char why[160];
            void *none = NULL;
            snprintf(why, sizeof why, "lost by %s, taken by %s", losses[l].name, takes[t].name);
            bench_open_ready(&none);
            char key[HOST_KEY];
            snprintf(key, sizeof key, "%s", key_of("ann", NULL));
            bench_forget();
            say_all(&losses[l]);
            if (!strstr(diary, "gone .2\n") && !strstr(diary, "lost .2\n"))
                fail_msg("%s: the host was not told:\n%s", why, diary);
            say_all(&takes[t]);
            if (strstr(diary, "returned"))
                fail_msg("%s: the seat was given back:\n%s", why, diary);
            expect_silence(key, why);
            if (t > 0 && strcmp(key_of("ann", NULL), key) == 0)
                fail_msg("%s: the nick has the old key", why);
            bench_closed(&none);
            cells++;
        }
    print_message("%d ways of losing a nick x %d of taking it: %d cells, nobody got the hand\n",
                  LOSSES, TAKES, cells);
}

/* What waits in the queue is for a seat, not for a nick (conformance 38). */
static test_case(a_queued_hand_dies_with_its_lineage)
{
    bench_open_with("safe");
    bench_welcome();
    loop_step(loop, 20000);
    char key[HOST_KEY];
    snprintf(key, sizeof key, "%s", key_of("ann", NULL));
    for (int i = 0; i < 12; i++) {
        char text[40];
        snprintf(text, sizeof text, "%d wins.", i);
        bench_post(POST_RESULT, "#games", text);
    }
    loop_serve(loop, 0);
    bench_whisper(WHISPER_HAND, key, secret);
    bench_whisper(WHISPER_ANSWER, key, secret);
    hostile_say(server, ":ann!u@host.example QUIT :bye");
    hostile_say(server, ":ann!m@evil.example JOIN #games");
    bench_expect_noted("gone .2\n");
    char *all = strdup(hostile_heard(server));
    loop_step(loop, 120000);
    hostile_say(server, "PING :end");
    bench_expect_heard("PONG :end");
    assert_null(strstr(hostile_heard(server), "PRIVMSG ann"));
    free(all);
}

/* ---- accounts: conformance 36, 39, 40, 41 ---- */

static test_case(an_account_is_the_same_person_wherever_it_comes_from)
{
    bench_welcome_with_caps(CAPS);
    char key[HOST_KEY];
    snprintf(key, sizeof key, "%s", key_of("ann", "Alice"));
    assert_string_equal(key, "$alice");
    hostile_say(server, ":ann!u@host.example QUIT :bye");
    bench_settle();
    expect_silence(key, "the account is gone");
    bench_forget();
    hostile_say(server, ":ann!m@evil.example JOIN #games * :an impostor");
    bench_settle();
    expect_silence(key, "an impostor has the nick");
    assert_string_not_equal(key_of("ann", NULL), key);
    assert_null(strstr(diary, "returned $alice"));
    hostile_say(server, ":other!u@elsewhere.example JOIN #games ALICE :Alice");
    bench_expect_noted("returned $alice\n");
    expect_delivery(key, "other", "the account is back under another nick");
}

static void count_kept(void *arg, bool is_durable)
{
    *(int *)arg += is_durable;
}

/* The caller that waits until it is kept is told, once. */
static const char *prefer(const char *key, const char *room, const char *words)
{
    static struct prose answer;
    int kept = 0;
    const struct heard heard = {
        .network = "irc:test", .room = room, .key = key, .name = "x", .rank = RANK_OPERATOR};
    prose_clear(&answer);
    const struct host_wish wish = {
        .words = words, .answer = &answer, .done = count_kept, .arg = &kept};
    bool is_kept = port.prefer(port.self, &heard, &wish);
    assert_int_equal(is_kept, kept);
    return answer.text;
}

/* What accounts and channels chose lasts beyond the process; the drawers it lies in bound it. */
static void what_accounts_and_channels_choose_lasts_and_is_bounded(void **state)
{
    char account[32], words[80];
    struct text shared = text_over(words, sizeof words);
    bench_keep = keep_new(&(struct keep_port){.put = NULL});
    bench_open_only(state);
    bench_welcome_with_caps(CAPS);
    for (int i = 0; i < 3; i++) {
        snprintf(account, sizeof account, "Alice%d", i);
        assert_non_null(strstr(prefer(key_of("ann", account), NULL, "symbols"),
                               in_words("<LOOK_NOW_1 look=symbols>")));
    }
    assert_int_equal(keep_count(bench_keep, "look irc:test $alice"), 3);
    assert_non_null(strstr(prefer(key_of("ann", "Alice0"), NULL, "width 120"), "120 bytes"));
    assert_int_equal(keep_count(bench_keep, "look irc:test "), 3);
    assert_non_null(
        strstr(prefer(key_of("ann", "Alice0"), "#games", "channel plain"), "is 'plain'"));
    assert_int_equal(keep_count(bench_keep, "look-channel irc:test #games"), 1);
    prefer(key_of("ann", "Alice0"), "#games", "channel bridge relay");
    assert_int_equal(keep_count(bench_keep, "bridge irc:test #games"), 1);
    prefer(key_of("ann", "Alice0"), "#games", "channel bridge none");
    prefer(key_of("ann", "Alice0"), "#games", "channel bare perhaps");
    assert_int_equal(port.nudge(port.self, "$alice0"), HOST_NO_NUDGE);
    prefer("$alice0", NULL, "nudge");
    const char *row = keep_get(bench_keep, "look irc:test $alice0");
    assert_true(row && strstr(row, " @")); /* as drawers keep it: test_drawer.c has the bound */
    bench_closed(state);
    bench_open_only(state);
    bench_welcome_with_caps(CAPS);
    assert_non_null(
        strstr(prefer(key_of("ann", "Alice0"), NULL, ""), in_words("<IRC_LOOK_NARROW n=120>")));
    assert_non_null(strstr(prefer(key_of("bob", "Bob"), "#games", "channel"), "is 'plain'"));
    assert_int_equal(port.nudge(port.self, "$alice0"), HOST_NUDGE);
    assert_int_equal(port.nudge(port.self, "$bob"), HOST_NO_NUDGE);
    port.look(port.self, "$alice0", &shared);
    assert_string_equal(shared.bytes, "symbols nudge on"); /* what other networks take over */
    port.wear(port.self, "$bob", "plain nudge on");
    assert_int_equal(port.nudge(port.self, "$bob"), HOST_NUDGE);
    bench_closed(state);
    keep_free(bench_keep);
    bench_keep = NULL;
}

static test_case(logging_out_detaches_and_logging_in_binds)
{
    bench_welcome_with_caps(CAPS);
    char guest[HOST_KEY];
    snprintf(guest, sizeof guest, "%s", key_of("bob", NULL));
    assert_int_equal(guest[0], '~');
    hostile_say(server, ":bob!u@host.example ACCOUNT Bobby");
    bench_expect_noted("bound .3 $bobby\nreturned $bobby\n");
    expect_delivery("$bobby", "bob", "logged in");
    expect_silence(guest, "the guest is the account now");
    hostile_say(server, ":bob!u@host.example ACCOUNT *");
    bench_settle();
    expect_silence("$bobby", "logged out");
    assert_string_not_equal(key_of("bob", NULL), guest);
    hostile_say(server, ":bob!u@host.example ACCOUNT Mallory");
    bench_settle();
    expect_silence("$bobby", "another account");
}

static test_case(what_waits_for_a_guest_reaches_the_account)
{
    bench_welcome_with_caps(CAPS);
    const char *guest = key_of("bob", NULL);
    bench_whisper(WHISPER_HAND, guest, secret);
    port.post(port.self, &(struct post){.room = "#games", .kind = POST_RESULT, .tale = NULL});
    hostile_say(server, ":bob!u@host.example ACCOUNT Bobby");
    bench_expect_heard("PRIVMSG bob :the hand of ann");
}

/* Two clients of one account are one person: written to where they spoke last. */
static test_case(of_two_clients_the_one_that_spoke_last_is_written_to)
{
    bench_welcome_with_caps(CAPS);
    hostile_say(server, ":ann!u@host.example ACCOUNT alice");
    hostile_say(server, ":phone!u@mobile.example JOIN #games alice :Alice");
    bench_settle();
    key_of("phone", "alice");
    expect_delivery("$alice", "phone", "the phone spoke");
    bench_forget();
    assert_string_equal(key_of("ann", "alice"), "$alice");
    expect_delivery("$alice", "ann", "ann spoke");
    hostile_say(server, ":ann!u@host.example QUIT :bye");
    bench_settle();
    assert_null(strstr(diary, "gone"));
    expect_delivery("$alice", "phone", "the other client is still there");
    hostile_say(server, ":phone!u@mobile.example QUIT :bye");
    bench_expect_noted("gone $alice\n");
    expect_silence("$alice", "both are gone");
}

static test_case(forged_tags_prove_nothing)
{
    bench_welcome_with_caps(CAPS);
    static const char *const forged[] = {"@+account=alice", "@+draft/account=alice",
                                         "@draft/account=alice", "@account;+account=alice"};
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        char line[200];
        snprintf(line, sizeof line, "%s :bob!u@host.example PRIVMSG bot :hand", forged[i]);
        hostile_say(server, line);
        bench_expect_noted("irc:test bob: hand\n");
        assert_int_equal(last_key[0], '~');
        bench_forget();
    }
}

/* Without the capability, a tag called account is somebody's forgery. */
static test_case(tags_that_were_not_negotiated_prove_nothing)
{
    bench_welcome_with_caps("message-tags batch");
    assert_int_equal(key_of("bob", "alice")[0], '~');
}

static test_case(names_are_asked_for_accounts_before_anybody_gets_a_hand)
{
    bench_expect_heard("USER ");
    hostile_say(server, ":srv 001 bot :Welcome");
    hostile_say(server, ":srv 005 bot WHOX BOT=B CASEMAPPING=rfc1459 :ok");
    hostile_say(server, ":srv 422 bot :No MOTD");
    bench_expect_heard("JOIN #Games,#plain\r\n");
    hostile_say(server, ":bot!table@bot.example JOIN #Games");
    hostile_say(server, ":srv 353 bot = #Games :bot @ann +bob robo");
    hostile_say(server, ":srv 366 bot #Games :End");
    bench_expect_heard("WHO #Games %tuhnfa,417\r\n");
    assert_null(strstr(diary, "ready"));
    hostile_say(server, ":srv 354 bot 417 u host.example ann H@ Alice[x]");
    hostile_say(server, ":srv 354 bot 417 u host.example bob H 0");
    hostile_say(server, ":srv 354 bot 417 u host.example robo HB 0");
    hostile_say(server, ":srv 354 bot 999 u host.example bob H mallory");
    hostile_say(server, ":srv 315 bot #Games :End");
    bench_expect_noted("returned $alice{x}\n");
    bench_expect_noted("ready irc:test #games\n");
    loop_step(loop, 3000);
    assert_string_equal(key_of("ann", NULL), "$alice{x}");
    assert_int_equal(key_of("bob", NULL)[0], '~');
    bench_forget();
    bench_say("robo", "#games", "!join"); /* a bot by its WHO flag */
    bench_settle();
    assert_string_equal(diary, "");
}

/* ---- netsplits: conformance 39, 42 ---- */

static void split(const char *nick, const char *address)
{
    char line[200];
    snprintf(line, sizeof line, "@batch=s :%s!%s QUIT :irc.hub.example irc.leaf.example", nick,
             address);
    hostile_say(server, line);
}

static int count_heard(const char *part)
{
    int count = 0;
    for (const char *at = hostile_heard(server); (at = strstr(at, part)); at++)
        count++;
    return count;
}

static test_case(a_netsplit_is_one_line_and_a_netjoin_gives_seats_back)
{
    bench_welcome_with_caps(CAPS);
    has_table = true;
    hostile_say(server, ":cid!u@c.example JOIN #games * :Cid");
    char ann[HOST_KEY], bob[HOST_KEY], cid[HOST_KEY];
    snprintf(ann, sizeof ann, "%s", key_of("ann", NULL));
    snprintf(bob, sizeof bob, "%s", key_of("bob", NULL));
    snprintf(cid, sizeof cid, "%s", key_of("cid", NULL));
    bench_forget();
    hostile_say(server, "BATCH +s netsplit irc.hub.example irc.leaf.example");
    split("ann", "u@host.example");
    split("bob", "u@host.example");
    split("cid", "u@host.example");
    hostile_say(server, "BATCH -s");
    bench_expect_noted("hold #games\nlost .2\nhold #games\nlost .3\nhold #games\nlost .4\n");
    loop_step(loop, 5000);
    bench_expect_heard(
        "PRIVMSG #Games :The network has split and taken a\xe2\x80\x8bnn, b\xe2\x80\x8bob and "
        "c\xe2\x80\x8bid away. 3 seats wait");
    assert_int_equal(count_heard("PRIVMSG #"), 1);
    expect_silence(ann, "lost in the split");
    /* Somebody takes ann's nick on our side; another comes from bob's host under bob's nick,
       outside of the netjoin. */
    bench_forget();
    hostile_say(server, ":ann!m@evil.example JOIN #games * :me");
    hostile_say(server, ":bob!u@host.example JOIN #games * :me too");
    bench_settle();
    assert_null(strstr(diary, "returned"));
    expect_silence(ann, "taken during the split");
    expect_silence(bob, "a JOIN is no netjoin");
    hostile_say(server, ":ann!m@evil.example QUIT :Nick collision");
    hostile_say(server, ":bob!u@host.example QUIT :Nick collision");
    bench_forget();
    hostile_say(server, "BATCH +j netjoin irc.hub.example irc.leaf.example");
    hostile_say(server, "@batch=j :ann!u@host.example JOIN #games * :Ann");
    hostile_say(server, "@batch=j :bob!u@other.example JOIN #games * :Bob");
    hostile_say(server, "@batch=j :cid!u@host.example JOIN #games * :Cid");
    hostile_say(server, "BATCH -j");
    bench_expect_noted("returned .4\n");
    bench_settle();
    assert_non_null(strstr(diary, "returned .2\n"));
    assert_null(strstr(diary, "returned .3\n")); /* from another host: not surely bob */
    loop_step(loop, 5000);
    bench_expect_heard(
        "PRIVMSG #Games :The network is whole again: a\xe2\x80\x8bnn and c\xe2\x80\x8bid are back.");
    expect_delivery(ann, "ann", "back by netjoin");
    expect_silence(bob, "another host");
    assert_string_equal(key_of("cid", NULL), cid);
}

/* Not even a netjoin says that somebody is still logged in. */
static test_case(after_a_split_an_account_has_to_be_shown_again)
{
    bench_welcome_with_caps(CAPS);
    key_of("ann", "alice");
    bench_forget();
    hostile_say(server, "BATCH +s netsplit a.example b.example");
    split("ann", "u@host.example");
    hostile_say(server, "BATCH -s");
    hostile_say(server, "BATCH +j netjoin a.example b.example");
    hostile_say(server, "@batch=j :ann!u@host.example JOIN #games * :Ann");
    hostile_say(server, "BATCH -j");
    bench_settle();
    assert_null(strstr(diary, "returned"));
    expect_silence("$alice", "back without the account");
    hostile_say(server, ":ann!u@host.example ACCOUNT alice");
    bench_expect_noted("returned $alice\n");
}

static test_case(a_split_that_is_over_at_once_is_not_worth_a_word)
{
    bench_welcome_with_caps(CAPS);
    has_table = true;
    key_of("ann", NULL);
    bench_forget();
    hostile_say(server, "BATCH +s netsplit a.example b.example");
    split("ann", "u@host.example");
    hostile_say(server, "BATCH -s");
    hostile_say(server, "BATCH +j netjoin a.example b.example");
    hostile_say(server, "@batch=j :ann!u@host.example JOIN #games * :Ann");
    hostile_say(server, "BATCH -j");
    bench_expect_noted("returned .2\n");
    assert_non_null(strstr(diary, "go on #games\n"));
    loop_step(loop, 10000);
    hostile_say(server, "PING :end");
    bench_expect_heard("PONG :end");
    assert_int_equal(count_heard("PRIVMSG #"), 0);
}

/* Where there are no batches the text of the QUIT tells a split, and no JOIN proves anything. */
static test_case(a_netsplit_by_its_text_is_one_line_too)
{
    has_table = true;
    char key[HOST_KEY];
    snprintf(key, sizeof key, "%s", key_of("ann", NULL));
    key_of("bob", NULL);
    bench_forget();
    hostile_say(server, ":ann!u@host.example QUIT :*.net *.split");
    hostile_say(server, ":bob!u@host.example QUIT :*.net *.split");
    bench_expect_noted("lost .3\n");
    loop_step(loop, 5000);
    bench_expect_heard("PRIVMSG #Games :The network has split");
    assert_int_equal(count_heard("PRIVMSG #"), 1);
    hostile_say(server, ":ann!u@host.example JOIN #games");
    bench_settle();
    assert_null(strstr(diary, "returned"));
    expect_silence(key, "anybody could have joined");
}

static test_case(texts_of_people_are_no_netsplits)
{
    static const char *const texts[] = {
        "Quit: a.net b.net", "bye bye", "a.net", "a.net b.net c.net", "\"a.net b.net\"",
        "a.net  b.net",      "",        "..",    "see you.soon ",     "x. .y"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char line[120];
        hostile_say(server, ":zoe!u@host.example JOIN #games");
        bench_say("zoe", "bot", "hand");
        snprintf(line, sizeof line, ":zoe!u@host.example QUIT :%s", texts[i]);
        hostile_say(server, line);
        bench_settle();
        if (strstr(diary, "lost") || !strstr(diary, "gone"))
            fail_msg("\"%s\": %s", texts[i], diary);
        bench_forget();
    }
}

/* ---- conformance 17, 56 ---- */

static test_case(nicks_fold_as_the_server_says)
{
    hostile_say(server, ":x[y]!u@host.example JOIN #games"); /* CASEMAPPING=ascii */
    const char *key = key_of("x[y]", NULL);
    assert_string_equal(key_of("X[Y]", NULL), key);
    hostile_say(server, ":x{y}!m@evil.example JOIN #games");
    assert_string_not_equal(key_of("x{y}", NULL), key);
    expect_delivery(key, "x[y]", "folded");
}

static test_case(a_forced_rename_is_followed)
{
    hostile_say(server, ":bot!table@bot.example NICK Guest123");
    bench_settle();
    bench_say("ann", "#games", "Guest123: join");
    bench_expect_noted("irc:test#games ann@: join\n");
    bench_forget();
    bench_say("ann", "#games", "bot: join");
    bench_settle();
    assert_string_equal(diary, "");
    bench_say("ann", "Guest123", "hand");
    bench_expect_noted("irc:test ann: hand\n");
}

/* Conformance 50: after a reconnect nobody known by nick only is told anything; accounts are. */
static test_case(after_a_reconnect_only_accounts_are_known)
{
    bench_welcome_with_caps(CAPS);
    char guest[HOST_KEY];
    snprintf(guest, sizeof guest, "%s", key_of("bob", NULL));
    hostile_say(server, ":ann!u@host.example ACCOUNT alice");
    bench_expect_noted("returned $alice\n");
    hostile_hang_up(server);
    bench_expect_noted("network gone irc:test\n");
    bench_forget();
    bench_whisper(WHISPER_HAND, guest, secret);
    bench_whisper(WHISPER_HAND, "$alice", secret);
    loop_step(loop, 30000);
    bench_welcome_with_caps(CAPS);
    expect_silence(guest, "a new connection");
    expect_silence("$alice", "nobody has said who is logged in");
    hostile_say(server, ":ann!u@host.example ACCOUNT alice");
    bench_settle();
    expect_delivery("$alice", "ann", "the account is there");
}

#define ANN "a\u200bnn" /* highlights nobody */

/* A board is posted; the channel reads this of it. */
static void expect_read(int64_t table, const char *board, const char *due, bool is_midway,
                        const char *heard)
{
    bench_forget();
    bench_post_board(table, board, due, is_midway);
    bench_expect_heard(heard);
}

/* What is new, what stands before the people, and the rows of those whose turn it is. */
static test_case(a_channel_reads_again_only_what_is_new_on_a_board)
{
    expect_read(1, "row 1 | ann: 1 | bob: 1 | cid: 1 | left 9", "bob", false,
                "bob: !go | Moved. | row 1 | " ANN ": 1 | bob: 1 | c\u200bid: 1 | left 9");
    expect_read(1, "row 1 | ann: 1 | bob: 2 | cid: 1 | left 9", "ann", false,
                "ann: !go | Moved. | row 1 | b\u200bob: 2");
    /* somebody passed */
    expect_read(1, "row 1 | ann: 1 | bob: 2 | cid: 1 | left 9", "cid", false,
                "cid: !go | Moved.\r");
    expect_read(1, "row 2 | ann: 1 | bob: 2 | cid: 3 | left 8", "cid", true, "cid: !go | Moved.\r");
    /* the rest of a turn */
    expect_read(1, "row 3 | ann: 1 | bob: 2 | cid: 3 | left 8", "ann", false,
                "ann: !go | Moved. | row 3 | c\u200bid: 3 | left 8");
    /* another table */
    expect_read(2, "row 3 | ann: 1 | bob: 2 | cid: 3 | left 8", "ann", true,
                "ann: !go | Moved. | row 3 | ann: 1 | b\u200bob: 2 | c\u200bid: 3 | left 8");
    hostile_hang_up(server);
    bench_expect_noted("network gone irc:test\n");
    loop_step(loop, 30000);
    bench_welcome_with_caps(CAPS);
    /* who knows what was missed */
    expect_read(2, "row 3 | ann: 1 | bob: 2 | cid: 3 | left 7", "ann", false,
                "ann: !go | Moved. | row 3 | ann: 1 | b\u200bob: 2 | c\u200bid: 3 | left 7");
}

/* Nothing else says after our restart that a person whose table is private can be reached. */
static test_case(a_private_word_says_that_its_person_is_there)
{
    last_ready[0] = '\0';
    hostile_say(server, "@account=ann :ann!u@host.example PRIVMSG #games :!board");
    bench_settle();
    assert_string_equal(last_ready, "");
    const char *key = key_of("ann", "ann");
    assert_string_equal(last_ready, key);
}

int run_persons_tests(void)
{
#define only(test)  cmocka_unit_test_setup_teardown(test, bench_open_only, bench_closed)
#define ready(test) cmocka_unit_test_setup_teardown(test, bench_open_ready, bench_closed)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_gets_a_hand_by_taking_a_nick),
        ready(a_private_word_says_that_its_person_is_there),
        cmocka_unit_test(what_accounts_and_channels_choose_lasts_and_is_bounded),
        cmocka_unit_test_teardown(a_queued_hand_dies_with_its_lineage, bench_closed),
        only(an_account_is_the_same_person_wherever_it_comes_from),
        only(logging_out_detaches_and_logging_in_binds),
        only(what_waits_for_a_guest_reaches_the_account),
        only(of_two_clients_the_one_that_spoke_last_is_written_to),
        only(forged_tags_prove_nothing),
        only(tags_that_were_not_negotiated_prove_nothing),
        only(names_are_asked_for_accounts_before_anybody_gets_a_hand),
        only(a_netsplit_is_one_line_and_a_netjoin_gives_seats_back),
        only(after_a_split_an_account_has_to_be_shown_again),
        only(a_split_that_is_over_at_once_is_not_worth_a_word),
        ready(a_netsplit_by_its_text_is_one_line_too),
        ready(texts_of_people_are_no_netsplits),
        ready(nicks_fold_as_the_server_says),
        ready(a_forced_rename_is_followed),
        only(after_a_reconnect_only_accounts_are_known),
        ready(a_channel_reads_again_only_what_is_new_on_a_board),
    };
    return cmocka_run_group_tests_name("identity", tests, NULL, NULL);
}

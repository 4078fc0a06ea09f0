/* Who has a seat without an account, and is known again by WHOIS: the same connection, and no
   other. Of test_irc. */
#include <stdio.h>
#include <string.h>

#include "hostile_server.h"
#include "irc_bench.h"
#include "keep.h"
#include "loop.h"
#include "signon.h"
#include "testing.h"

static int open_keeping(void **state)
{
    bench_keep = keep_new(&(struct keep_port){.put = NULL});
    return bench_open_ready(state);
}

static int close_keeping(void **state)
{
    bench_closed(state);
    keep_free(bench_keep);
    bench_keep = NULL;
    bench_awaited = "";
    return 0;
}
static void answer_whois(const char *nick, const char *address, long long signon, const char *from)
{
    char line[256], user[64];
    snprintf(user, sizeof user, "%.*s", (int)strcspn(address, "@"), address);
    snprintf(line, sizeof line, ":srv 311 bot %s %s %s * :Real Name", nick, user,
             strchr(address, '@') + 1);
    hostile_say(server, line);
    snprintf(line, sizeof line, ":srv 312 bot %s %s :Info", nick, from);
    hostile_say(server, line);
    snprintf(line, sizeof line, ":srv 317 bot %s 17 %lld :seconds idle, signon time", nick, signon);
    if (signon)
        hostile_say(server, line);
    snprintf(line, sizeof line, ":srv 318 bot %s :End of WHOIS", nick);
    hostile_say(server, line);
}

static char bobs_key[HOST_KEY];

/* Bob has a seat, and his proof is kept; then the connection is lost, and his seat waits. */
static void bob_sits_through_a_gap(void)
{
    has_table = true;
    bench_say("bob", "#games", "!join");
    bench_expect_noted("bob: join");
    snprintf(bobs_key, sizeof bobs_key, "%s", last_key);
    bench_whisper(WHISPER_ANSWER, bobs_key, "your seat word");
    bench_expect_heard("WHOIS bob bob\r\n");
    answer_whois("bob", "bob@host.example", 1700000000, "srv.example");
    bench_whisper(WHISPER_ANSWER, bobs_key, "your hand");
    bench_settle();
    assert_null(strstr(hostile_heard(server), "WHOIS")); /* once */
    has_table = false;
    bench_awaited = bobs_key;
    hostile_hang_up(server);
    bench_expect_noted("network gone irc:test\n");
    loop_step(loop, 30000);
    bench_welcome();
    hostile_say(server, ":srv 315 bot #games :End"); /* of WHO, which says nothing of bob here */
    loop_step(loop, 5000);                           /* what is said before may be history */
    bench_settle();
    bench_forget();
}

/* What WHOIS says of somebody who speaks there now. */
static void speaks(const char *nick, const char *address, long long signon, const char *from,
                   bool is_bob)
{
    char line[256], whois[160];
    snprintf(line, sizeof line, ":%s!%s PRIVMSG #games :!hand", nick, address);
    snprintf(whois, sizeof whois, "WHOIS %s %s\r\n", nick, nick);
    hostile_say(server, line);
    bench_expect_heard(whois);
    answer_whois(nick, address, signon, from);
    bench_settle_kept();
    if (is_bob)
        bench_expect_noted("returned .");
    else if (strstr(diary, "returned"))
        fail_msg("%s has bob's seat:\n%s", line, diary);
    bench_say(nick, "#games", "!board");
    bench_settle_kept();
    assert_int_equal(strcmp(last_key, bobs_key) == 0, is_bob);
}

static test_case(the_same_connection_is_the_same_person_without_a_word)
{
    bob_sits_through_a_gap();
    speaks("bob", "bob@host.example", 1700000000, "srv.example", true);
}

/* ... whatever it is called by now. */
static test_case(a_nick_that_changed_in_the_gap_costs_no_seat)
{
    bob_sits_through_a_gap();
    hostile_say(server, ":rob!bob@host.example JOIN #games");
    bench_expect_heard("WHOIS rob rob\r\n");
    answer_whois("rob", "bob@host.example", 1700000000, "srv.example");
    bench_expect_noted("returned .");
    bench_expect_noted("renamed rob\n");
}

/* An older connection of the same user@host, a newer one, one of another server, one of which
   the time is not told. */
static test_case(another_connection_that_takes_the_nick_has_no_seat)
{
    static const struct {
        long long signon;
        const char *from;
    } others[] = {{1699999999, "srv.example"},
                  {1700000001, "srv.example"},
                  {1700000000, "other.example"},
                  {0, "srv.example"}};
    bob_sits_through_a_gap();
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (i > 0)
            hostile_say(server, ":bob!bob@host.example JOIN #games");
        speaks("bob", "bob@host.example", others[i].signon, others[i].from, false);
        hostile_say(server, ":bob!bob@host.example QUIT :bye");
        bench_settle();
        bench_forget();
    }
    hostile_say(server, ":bob!other@host.example JOIN #games");
    bench_settle_kept();
    assert_null(strstr(hostile_heard(server), "WHOIS")); /* nobody waits for that address */
}

/* A seat word that is being saved comes first: the key that said it stays. */
static test_case(no_key_changes_under_what_is_being_saved)
{
    bob_sits_through_a_gap();
    bench_is_saving = true;
    speaks("bob", "bob@host.example", 1700000000, "srv.example", false);
    bench_is_saving = false;
    bench_expect_heard("WHOIS bob bob\r\n"); /* with the next word, which speaks() has said */
    answer_whois("bob", "bob@host.example", 1700000000, "srv.example");
    bench_expect_noted("returned .");
}

/* A room waits for the proofs before it is told who has to say a word. Where there is no WHOX a
   plain WHO tells who is connected from where. */
static void a_room_awaits(const char *supported, const char *who, const char *of_bob)
{
    bob_sits_through_a_gap();
    hostile_hang_up(server);
    bench_expect_noted("network gone irc:test\n");
    loop_step(loop, 60000);
    bench_welcome_saying(supported);
    bench_forget();
    bench_expect_heard(who);
    hostile_say(server, of_bob);
    hostile_say(server, ":srv 315 bot #games :End");
    bench_expect_heard("WHOIS bob bob\r\n");
    assert_null(strstr(diary, "ready irc:test #games"));
    answer_whois("bob", "bob@host.example", 1700000000, "srv.example");
    bench_expect_noted("ready irc:test #games\n");
    assert_true(strstr(diary, "returned") &&
                strstr(diary, "returned") < strstr(diary, "ready irc:test #games"));
}

static test_case(a_room_is_ready_when_the_proofs_are_there)
{
    a_room_awaits("WHOX", "WHO #Games %tuhnfa,417\r\n",
                  ":srv 354 bot 417 bob host.example bob H 0");
}

static test_case(also_where_the_server_has_no_whox)
{
    a_room_awaits("", "WHO #Games\r\n",
                  ":srv 352 bot #games bob host.example srv.example bob H :0 Bob Example");
}

/* Who speaks before the room is read is asked for then, and the room awaits that, too. */
static test_case(a_room_awaits_who_spoke_before_it_was_read)
{
    bob_sits_through_a_gap();
    hostile_hang_up(server);
    bench_expect_noted("network gone irc:test\n");
    loop_step(loop, 60000);
    bench_welcome_saying("");
    bench_forget();
    bench_expect_heard("WHO #Games\r\n");
    hostile_say(server, ":bob!bob@host.example PRIVMSG bot :hand");
    bench_expect_heard("WHOIS bob bob\r\n");
    hostile_say(server, ":srv 352 bot #games bob host.example srv.example bob H :0 Bob Example");
    hostile_say(server, ":srv 315 bot #games :End");
    bench_settle();
    assert_null(strstr(diary, "ready irc:test #games"));
    answer_whois("bob", "bob@host.example", 1700000000, "srv.example");
    bench_expect_noted("ready irc:test #games\n");
    assert_true(strstr(diary, "returned") &&
                strstr(diary, "returned") < strstr(diary, "ready irc:test #games"));
}

static test_case(who_sits_nowhere_costs_no_question)
{
    bench_settle();
    assert_null(strstr(hostile_heard(server), "WHO "));
}

int run_signon_tests(void)
{
#define keeping(test) cmocka_unit_test_setup_teardown(test, open_keeping, close_keeping)
    const struct CMUnitTest tests[] = {
        keeping(the_same_connection_is_the_same_person_without_a_word),
        keeping(a_nick_that_changed_in_the_gap_costs_no_seat),
        keeping(another_connection_that_takes_the_nick_has_no_seat),
        keeping(no_key_changes_under_what_is_being_saved),
        keeping(a_room_is_ready_when_the_proofs_are_there),
        keeping(also_where_the_server_has_no_whox),
        keeping(a_room_awaits_who_spoke_before_it_was_read),
        keeping(who_sits_nowhere_costs_no_question),
    };
    return cmocka_run_group_tests_name("signon", tests, NULL, NULL);
}

/* Whatever people type, call themselves or set as their real name: exactly one line a call, no
   control byte but formatting of our own, no sentence that reads otherwise than it was written.
   Conformance 15, 16, 18, 19, 20, 22, 26. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hostile_server.h"
#include "in_words.h"
#include "irc_bench.h"
#include "loop.h"
#include "persons.h"
#include "prose.h"
#include "testing.h"
#include "text.h"

static const char *const evil[] = {
    "a\rQUIT :gone",
    "a\nJOIN #evil",
    "a\r\nPRIVMSG NickServ :DROP bot",
    "\x01VERSION\x01",
    "x\x01"
    "ACTION y\x01",
    "\x02\x03"
    "04,05red\x0f\x1d\x1f\x16\x11\x04"
    "ff0000",
    "\xe2\x80\xae"
    "dlrow\xe2\x80\xac\xe2\x81\xa6\xe2\x81\xa9\xd8\x9c",
    "\xff\xfe\xc3(\xed\xa0\x80\xf8\x88\x80\x80\x80",
    "\xe2\x80\xa8second line\xe2\x80\xa9third",
    "\x1b[31mred\x07\x08\x7f\xc2\x85\xc2\x9b",
    "!join @everyone #games",
    "{who} {n|one|many} %s %n",
};

/* Every line we said: framed, in UTF-8, and without a control byte that is not formatting. */
static void expect_clean(const char *why, int lines)
{
    bench_settle_kept();
    int found = 0;
    for (const char *line = hostile_heard(server), *end; (end = strstr(line, "\r\n"));
         line = end + 2) {
        found += strncmp(line, "PRIVMSG ", 8) == 0 || strncmp(line, "NOTICE ", 7) == 0;
        if (end - line > 510)
            fail_msg("%s: a line of %d bytes", why, (int)(end - line));
        if (strncmp(line, "PRIVMSG ", 8) != 0 && strncmp(line, "NOTICE ", 7) != 0 &&
            strncmp(line, "PONG ", 5) != 0 && strncmp(line, "PING :w", 7) != 0)
            fail_msg("%s: an unexpected line: %.*s", why, (int)(end - line), line);
        for (const char *at = line; at < end;) {
            unsigned scalar;
            int size = text_utf8(at, (int)(end - at), &scalar);
            if (size == 0)
                fail_msg("%s: not UTF-8: %.*s", why, (int)(end - line), line);
            if (scalar < 0x20 && !strchr("\x02\x03\x0f", (int)scalar))
                fail_msg("%s: the control byte %02x in %.*s", why, scalar, (int)(end - line), line);
            if ((scalar >= 0x202a && scalar <= 0x202e) || (scalar >= 0x2066 && scalar <= 0x2069) ||
                scalar == 0x2028)
                fail_msg("%s: U+%04X in %.*s", why, scalar, (int)(end - line), line);
            at += size;
        }
    }
    if (lines > 0 && found != lines)
        fail_msg("%s: %d lines instead of %d:\n%s", why, found, lines, hostile_heard(server));
    hostile_forget(server);
}

static void post_foreign(const char *text, enum prose_style style)
{
    struct prose tale;
    prose_clear(&tale);
    prose_put(&tale, "somebody said ");
    prose_put_foreign(&tale, style, text);
    port.post(port.self, &(struct post){.room = "#games", .kind = POST_RESULT, .tale = &tale});
}

static void whisper_foreign(const char *text)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put_foreign(&prose, PROSE_PLAIN, text);
    port.whisper(
        port.self,
        &(struct whisper){.person = last_key, .name = "", .kind = WHISPER_ANSWER, .prose = &prose});
}

static test_case(one_call_is_one_line_whatever_it_quotes)
{
    static const enum prose_style styles[] = {PROSE_PLAIN, PROSE_NAME, PROSE_CALL, PROSE_STRONG,
                                              PROSE_CARD};
    bench_say("ann", "bot", "hand");
    bench_expect_noted(": hand");
    for (size_t i = 0; i < sizeof evil / sizeof *evil; i++) {
        for (size_t s = 0; s < sizeof styles / sizeof *styles; s++) {
            post_foreign(evil[i], styles[s]);
            expect_clean(evil[i], 1);
        }
        whisper_foreign(evil[i]);
        expect_clean(evil[i], -1);
        bench_post(POST_RESULT, "#games", evil[i]); /* even if our own layers let it through */
        expect_clean(evil[i], -1);
    }
}

/* Typed, in a channel and in private: heard as one input without control bytes, or not at all;
   nothing is sent but what is answered. */
static test_case(what_is_typed_is_one_input)
{
    for (size_t i = 0; i < sizeof evil / sizeof *evil; i++) {
        char text[600];
        snprintf(text, sizeof text, "!say %s", evil[i]);
        text[strcspn(text, "\r\n")] = '\0'; /* a server ends lines there */
        bench_forget();
        bench_say("ann", "#games", text);
        bench_settle_kept();
        for (const char *at = diary; *at; at++)
            if ((unsigned char)*at < 0x20 && *at != '\n')
                fail_msg("heard with a control byte: %s", diary);
        char *first = strchr(diary, '\n');
        if (first && first[1])
            fail_msg("two inputs of one line: %s", diary);
        expect_clean(text, -1);
    }
}

/* 2,000 characters, in every place a person's text can reach. */
static test_case(long_texts_are_split_and_harm_nobody)
{
    static const char *const units[] = {"x",
                                        "\xc3\xa4",
                                        "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7",
                                        "e\xcc\x81\xcc\xa3",
                                        "\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa",
                                        "word "};
    bench_say("ann", "bot", "hand");
    bench_expect_noted(": hand");
    for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
        char text[2600] = "", line[2700];
        while (strlen(text) + strlen(units[u]) < 2000)
            strcat(text, units[u]);
        post_foreign(text, PROSE_PLAIN);
        expect_clean(units[u], -1);
        post_foreign(text, PROSE_CARD); /* a chip longer than a line */
        expect_clean(units[u], -1);
        whisper_foreign(text);
        expect_clean(units[u], -1);
        bench_forget();
        int length = snprintf(line, sizeof line, ":ann!a@host PRIVMSG #games :!say %s\r\n", text);
        hostile_say_bytes(server, line, length);
        expect_clean("typed", -1);
        length = snprintf(line, sizeof line, ":ann!a@host PRIVMSG bot :\x01PING %s\x01\r\n", text);
        hostile_say_bytes(server, line, length);
        bench_settle_kept(); /* an answer has the \x01 of CTCP: only its length is looked at */
        for (const char *at = hostile_heard(server), *end; (end = strstr(at, "\r\n")); at = end + 2)
            assert_true(end - at <= 510);
        hostile_forget(server);
        length = snprintf(line, sizeof line, ":ann!a@host PART #plain :%s\r\n", text);
        hostile_say_bytes(server, line, length);
        length = snprintf(line, sizeof line, ":%s!a@host PRIVMSG #games :!join\r\n", text);
        hostile_say_bytes(server, line, length);
        expect_clean("a nick", -1);
        assert_true(hostile_has_client(server));
    }
}

/* Names the server gave us: somebody who is called so highlights nobody, breaks no line, and is
   told what is theirs. */
static test_case(names_are_only_names)
{
    static const char *const nicks[] = {"\xff\xfe", "a\002b", "x\xe2\x80\xae",
                                        "{who}",    "`^|[]",  "Z\xc3\xa4"};
    for (size_t i = 0; i < sizeof nicks / sizeof *nicks; i++) {
        char line[200];
        bench_forget();
        snprintf(line, sizeof line, ":%s!u@h JOIN #games", nicks[i]);
        hostile_say(server, line);
        bench_say(nicks[i], "#games", "!join");
        bench_settle_kept();
        post_foreign(nicks[i], PROSE_NAME);
        expect_clean(nicks[i], 1);
    }
}

/* Conformance 22: no hand goes to a channel, to "@#games", or by NOTICE, no matter who asks for
   that. */
static test_case(hands_never_leave_by_notice)
{
    struct prose answer;
    bench_say("ann", "bot", "hand");
    bench_expect_noted(": hand");
    prose_clear(&answer);
    struct heard heard = {
        .network = "irc:test", .key = last_key, .name = "ann", .text = "set notices"};
    port.prefer(port.self, &heard,
                &(struct host_wish){.words = "notices plain", .answer = &answer});
    assert_non_null(strstr(answer.text, in_words("<IRC_LOOK_1 answers=notices>")));
    bench_whisper(WHISPER_ANSWER, last_key, "first"); /* not known to be reached yet */
    bench_expect_heard("PRIVMSG ann :");
    loop_step(loop, 2000);
    bench_settle();
    bench_whisper(WHISPER_ANSWER, last_key, "an answer");
    bench_expect_heard("NOTICE ann :\xe2\x80\x8b"
                       "an answer");
    bench_whisper(WHISPER_HAND, last_key, "a hand");
    bench_expect_heard("PRIVMSG ann :a hand");
}

static test_case(looks_are_chosen_by_person_and_by_channel)
{
    struct prose answer, tale;
    static const struct {
        const char *room, *words, *told;
        unsigned rank;
    } cases[] = {
        {NULL, "", "<IRC_LOOK_2 cards=colours|answers=messages>", 0},
        {NULL, "", "<IRC_LOOK_WIDE>", 0},
        {NULL, "look narrow", "<IRC_LOOK_NARROW n=80>", 0},
        {NULL, "look wide emoji", "<LOOK_NOW_1 look=emoji>", 0},
        {NULL, "look reader", "<LOOK_NOW_1 look=reader>", 0},
        {NULL, "look symbols width 120", "<LOOK_NOW_1 look=symbols>", 0},
        {NULL, "width 7", "a number from 80 to 400", 0},
        {NULL, "width", "a number from 80 to 400", 0},
        {NULL, "purple", "<LOOK_UNKNOWN_1 typed=purple>", 0},
        {NULL, "nudge", "<NUDGE_ON_2>", 0},
        {NULL, "", "<NUDGE_ON_3>", 0},
        {NULL, "nudge off symbols", "<NUDGE_OFF_1>", 0},
        {"#games", "channel nudge", "<LOOK_UNKNOWN_1 typed=nudge>", RANK_OPERATOR},
        {NULL, "plain \x02x", "<LOOK_UNKNOWN_1 typed=x>", 0},
        {"#games", "channel symbols", "<IRC_LOOK_CHANNEL_NOT_YOURS_1>", 0},
        {"#games", "channel symbols", "<IRC_LOOK_ROOM_1 room=#Games|cards=symbols>", RANK_OPERATOR},
        {NULL, "channel plain", "<CHANNEL_WHERE_1>", RANK_OPERATOR},
        {NULL, "", "<LOOK_NOW_1 look=symbols>", 0},
        {NULL, "", "<IRC_LOOK_NARROW n=120>", 0},
    };
    bench_say("ann", "bot", "hand");
    bench_expect_noted(": hand");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct heard heard = {.network = "irc:test",
                              .room = cases[i].room,
                              .key = last_key,
                              .name = "ann",
                              .rank = cases[i].rank};
        prose_clear(&answer);
        port.prefer(port.self, &heard,
                    &(struct host_wish){.words = cases[i].words, .answer = &answer});
        if (!strstr(answer.text, in_words(cases[i].told)))
            fail_msg("set %s: %s", cases[i].words, answer.text);
    }
    prose_clear(&tale);
    prose_styled(&tale, PROSE_CARD, COLOUR_RED, "R7");
    port.post(port.self, &(struct post){.room = "#games", .kind = POST_RESULT, .tale = &tale});
    bench_expect_heard("PRIVMSG #Games :\xe2\x99\xa5R7\r\n");
    bench_forget();
    char words[400] = "";
    while (strlen(words) < 300)
        strcat(words, "word ");
    bench_whisper(WHISPER_HAND, last_key, words);
    bench_settle_kept();
    for (const char *line = hostile_heard(server), *end; (end = strstr(line, "\r\n"));
         line = end + 2)
        assert_true(end - line <= 120 + (int)strlen("PRIVMSG ann :"));
}

/* A channel that nobody chose a look for has them, in colours or not. */
static test_case(a_plain_channel_reads_no_words_about_big_moments)
{
    static const char *const looks[] = {"", "channel plain", "channel reader"};
    struct prose answer, tale;
    prose_clear(&tale);
    prose_put(&tale, "ann draws. ");
    int begun = prose_begin(&tale, PROSE_VOICE);
    prose_put(&tale, "Big words!");
    prose_end(&tale, begun);
    bench_say("ann", "bot", "hand");
    bench_expect_noted(": hand");
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        struct heard heard = {.network = "irc:test",
                              .room = "#games",
                              .key = last_key,
                              .name = "ann",
                              .rank = RANK_OPERATOR};
        prose_clear(&answer);
        port.prefer(port.self, &heard, &(struct host_wish){.words = looks[i], .answer = &answer});
        bench_forget();
        port.post(port.self, &(struct post){.room = "#games", .kind = POST_RESULT, .tale = &tale});
        bench_expect_heard(i == 1 ? "PRIVMSG #Games :ann draws.\r\n"
                                  : "PRIVMSG #Games :ann draws. Big words!\r\n");
    }
}

int run_injection_tests(void)
{
#define ready(test) cmocka_unit_test_setup_teardown(test, bench_open_ready, bench_closed)
    const struct CMUnitTest tests[] = {
        ready(one_call_is_one_line_whatever_it_quotes),
        ready(what_is_typed_is_one_input),
        ready(long_texts_are_split_and_harm_nobody),
        ready(names_are_only_names),
        ready(hands_never_leave_by_notice),
        ready(looks_are_chosen_by_person_and_by_channel),
        ready(a_plain_channel_reads_no_words_about_big_moments),
    };
    return cmocka_run_group_tests_name("injection", tests, NULL, NULL);
}

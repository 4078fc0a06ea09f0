/* Lines that make bare libircclient 1.9 crash, hang, misroute or lose lines, one test each: the
   wire survives them, stays connected, and tells the right thing. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "hostile_server.h"
#include "loop.h"
#include "testing.h"
#include "wire_bench.h"
#include "wire_state.h"

/* A ready wire, what the server says, what must be told, and that it lives on. */
static void check_line(const char *said, const char *told)
{
    struct bench bench;
    bench_open_ready(&bench);
    hostile_say(bench.server, said);
    bench_expect(&bench, told);
    bench_expect_alive(&bench);
    bench_close(&bench);
}

/* The same for a line of which nothing may be told. */
static void check_dropped(const char *said)
{
    struct bench bench;
    bench_open_ready(&bench);
    hostile_say(bench.server, said);
    hostile_say(bench.server, ":s MARK");
    bench_expect(&bench, "s MARK");
    assert_string_equal(bench.story, "s MARK\n");
    bench_expect_alive(&bench);
    bench_close(&bench);
}

/* --- tags --- */

static char found_tags[256];

static void note_tags(struct bench *bench, const struct wire_event *event)
{
    static const char *const keys[] = {"account", "time",     "msgid", "empty",
                                       "esc",     "+account", "none"};
    (void)event;
    found_tags[0] = '\0';
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const char *value = line_tag(&bench->wire->tags, keys[i]);
        size_t length = strlen(found_tags);
        snprintf(found_tags + length, sizeof found_tags - length, "%s|", value ? value : "(null)");
    }
}

static test_case(tags_are_cut_off_unescaped_and_readable_in_the_callback)
{
    struct bench bench;
    bench_open_ready(&bench);
    bench.on_event = note_tags;
    hostile_say(
        bench.server,
        "@account=x;+account=forged;account=ann;time=12:00;empty=;esc=a\\:b\\sc\\\\d\\qe\\;accountant=no;msgid "
        ":ann!u@h PRIVMSG #c :hello all");
    bench_expect(&bench, "ann!u@h PRIVMSG [#c] [hello all]");
    assert_string_equal(found_tags, "ann|12:00|||a;b c\\dqe|forged|(null)|");
    assert_null(line_tag(&bench.wire->tags, "account")); /* only during the callback */
    hostile_say(bench.server, ":ann!u@h PRIVMSG #c :no tags");
    bench_expect(&bench, "ann!u@h PRIVMSG [#c] [no tags]");
    assert_string_equal(found_tags, "(null)|(null)|(null)|(null)|(null)|(null)|(null)|");
    bench.on_event = NULL;
    bench_expect_alive(&bench);
    bench_close(&bench);
}

static test_case(tags_without_a_line_are_dropped)
{
    check_dropped("@account=ann");
    check_dropped("@account=ann   ");
    check_dropped("@");
}

/* --- length --- */

/* `before`, `count` times `c`, `after`; the caller frees it. */
static char *repeat(const char *before, char c, int count, const char *after)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs(before, out);
    while (count-- > 0)
        fputc(c, out);
    fputs(after, out);
    fclose(out);
    return text;
}

static test_case(long_tags_and_long_bodies_arrive_whole)
{
    char *said = repeat("@a=", 'x', 8185, " :ann!u@h PRIVMSG #c :hi"); /* 8191 bytes of tags */
    check_line(said, "ann!u@h PRIVMSG [#c] [hi]");
    free(said);
    said = repeat(":ann!u@h PRIVMSG #c :", 'y', 8000, "");
    char *told = repeat("ann!u@h PRIVMSG [#c] [", 'y', 8000, "]");
    check_line(said, told);
    free(said);
    free(told);
    said = repeat(":ann!u@h MODE #c ", 'm', 3000, " x :y z");
    told = repeat("ann!u@h MODE [#c] [", 'm', 3000, "] [x] [y z]");
    check_line(said, told);
    free(said);
    free(told);
}

static test_case(a_line_beyond_every_limit_is_skipped_whole)
{
    struct bench bench;
    bench_open_ready(&bench);
    char *said = repeat(":ann!u@h PRIVMSG #c :", 'z', 200000, " :s PRIVMSG bot :inside");
    hostile_say(bench.server, said);
    bench_expect_alive(&bench);
    assert_null(strstr(bench.story, "zzz"));
    assert_null(strstr(bench.story, "inside"));
    free(said);
    bench_close(&bench);
    said = repeat(":", 'n', 600, "!u@h PRIVMSG #c :hi"); /* a source that nobody can have */
    check_dropped(said);
    free(said);
    said = repeat(":ann!u@h ", 'C', 40, " x");
    check_dropped(said);
    free(said);
}

static test_case(empty_lines_are_nothing)
{
    check_dropped("");
    check_dropped("\r\n\r\n\n\n\r\r\r");
    check_dropped("      ");
}

/* --- lines with parts missing --- */

static test_case(commands_the_library_dereferences_blindly_may_lack_their_parts)
{
    check_line(":ann!u@h NOTICE bot", "ann!u@h NOTICE [bot]");
    check_line("NOTICE", "NOTICE");
    check_line("NOTICE bot", "NOTICE [bot]");
    check_line("NICK", "NICK");
    check_line("NICK mallory", "NICK [mallory]");
    check_line(":ann!u@h NICK", "ann!u@h NICK");
    check_line("PRIVMSG", "PRIVMSG");
    check_line(":ann!u@h PRIVMSG", "ann!u@h PRIVMSG");
    check_line(":ann!u@h PRIVMSG bot", "ann!u@h PRIVMSG [bot]");
    check_line("PRIVMSG bot :", "PRIVMSG [bot] []");
    check_line("MODE bot", "MODE [bot]");
    check_line("KICK", "KICK");
    check_line("CAP", "CAP");
    check_line("CHGHOST", "CHGHOST");
    check_line(":bot!u@h CHGHOST", "bot!u@h CHGHOST");
    check_line(":srv 396", "srv 396");
    check_line(":srv 005", "srv 005");
    check_line(":srv 004", "srv 004");
    check_line(":srv 433", "srv 433");
    check_line("PING", "PING");
}

static test_case(what_is_no_command_is_dropped)
{
    check_dropped(":");
    check_dropped(": PRIVMSG bot :hi");
    check_dropped(":ann!u@h");
    check_dropped(":ann!u@h ");
    check_dropped("X");
    check_dropped("12");
    check_dropped("1234 bot :x");
    check_dropped(":srv 01 bot :x");
    check_dropped("PRIV=MSG bot :x");
    check_dropped("\x01\x02\x03 \xff\xfe");
    check_dropped(": : : :");
}

static test_case(a_command_without_parameters_has_none_and_no_older_text)
{
    struct bench bench;
    bench_open_ready(&bench);
    hostile_say(bench.server, ":ann!u@h PRIVMSG bot :my hand is secret");
    hostile_say(bench.server, ":bob!u@h AWAY");
    hostile_say(bench.server, ":srv 305");
    bench_expect(&bench, "srv 305");
    assert_true(bench_was_told(&bench, "bob!u@h AWAY"));
    bench_expect_alive(&bench);
    bench_close(&bench);
}

static test_case(runs_of_spaces_separate_like_one_and_colons_mean_only_the_last)
{
    check_line("  :ann!u@h   PRIVMSG   #c   :a  b", "ann!u@h PRIVMSG [#c] [a  b]");
    check_line(":ann!u@h JOIN :#c", "ann!u@h JOIN [#c]");
    check_line(":ann!u@h JOIN #c   ", "ann!u@h JOIN [#c]");
    check_line(":ann!u@h PRIVMSG #c ::) a : b", "ann!u@h PRIVMSG [#c] [:) a : b]");
    check_line(":ann@h privmsg #c x", "ann@h PRIVMSG [#c] [x]");
    check_line("MODE a:b c", "MODE [a:b] [c]");
    check_line("A1 = :=", "A1 [=] [=]");
}

/* --- whose nick is ours --- */

static test_case(a_rename_of_somebody_whose_nick_begins_with_ours_changes_nothing)
{
    struct bench bench;
    bench_open_ready(&bench);
    hostile_say(bench.server, ":bot2!u@h NICK mallory");
    hostile_say(bench.server, ":ann!u@h PRIVMSG bot :my hand?");
    bench_expect(&bench, "ann!u@h PRIVMSG [bot] [my hand?]");
    assert_string_equal(wire_nick(bench.wire), "bot");
    assert_null(wire_channel_of(bench.wire, "bot"));
    bench_expect_alive(&bench);
    bench_close(&bench);
}

static test_case(private_messages_stay_private_whatever_nick_the_server_gave)
{
    struct bench bench;
    bench_open(&bench);
    bench_connect(&bench);
    bench_expect_heard(&bench, "USER ");
    hostile_say(bench.server, ":srv 433 * bot :in use");
    bench_expect_heard(&bench, "NICK bot1\r\n");
    hostile_say(bench.server, ":srv 001 other :Welcome");
    hostile_say(bench.server, ":srv 422 other :No MOTD");
    hostile_say(bench.server, ":other!u@h NICK again");
    hostile_say(bench.server, ":ann!u@h PRIVMSG again :psst");
    hostile_say(bench.server, ":ann!u@h NOTICE again :psst");
    hostile_say(bench.server, ":again MODE again :+i");
    bench_expect(&bench, "again MODE [again] [+i]");
    assert_true(bench_was_told(&bench, "ann!u@h PRIVMSG [again] [psst]"));
    assert_true(bench_was_told(&bench, "ann!u@h NOTICE [again] [psst]"));
    assert_true(wire_is_me(bench.wire, "again"));
    bench_close(&bench);
}

/* --- leaving inside the callback --- */

static void quit_on_first(struct bench *bench, const struct wire_event *event)
{
    (void)event;
    if (bench->count++ == 0)
        wire_quit(bench->wire, "enough");
}

static test_case(quitting_inside_the_callback_is_fine)
{
    struct bench bench;
    bench_open_ready(&bench);
    bench.on_event = quit_on_first;
    hostile_say(bench.server, ":ann!u@h PRIVMSG bot :one\r\n:ann!u@h PRIVMSG bot :two");
    bench_expect_heard(&bench, "QUIT :enough\r\n");
    hostile_hang_up(bench.server);
    bench_expect_closed(&bench, "we quit");
    bench_close(&bench);
}

static void free_on_first(struct bench *bench, const struct wire_event *event)
{
    (void)event;
    bench->count++;
    wire_free(bench->wire);
    bench->wire = NULL;
}

static test_case(freeing_inside_the_callback_is_fine_and_nothing_more_is_told)
{
    static const char *const lines[] = {":ann!u@h PRIVMSG bot :one\r\n:ann!u@h PRIVMSG bot :two",
                                        "ERROR :bye", "PING :x", ":bot!u@h NICK bott"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct bench bench;
        bench_open_ready(&bench);
        bench.on_event = free_on_first;
        hostile_say(bench.server, lines[i]);
        for (int turns = 0; turns < 400 && bench.count == 0; turns++)
            loop_serve(bench.loop, 25);
        loop_step(bench.loop, 1000000);
        assert_int_equal(bench.count, 1);
        assert_false(hostile_has_client(bench.server));
        bench_close(&bench);
    }
}

static test_case(freeing_in_the_closed_and_the_ready_callback_is_fine)
{
    struct bench bench;
    bench_open_ready(&bench);
    bench.on_event = free_on_first;
    hostile_hang_up(bench.server);
    bench_expect(&bench, "CLOSED");
    bench_close(&bench);

    bench_open(&bench);
    bench_connect(&bench);
    bench_expect_heard(&bench, "USER ");
    hostile_say(bench.server, ":srv 001 bot :Welcome");
    bench_expect(&bench, "srv 001 [bot] [Welcome]");
    bench.on_event = free_on_first;
    hostile_say(bench.server, ":srv 422 bot :No MOTD");
    bench_expect(&bench, "srv 422 [bot] [No MOTD]");
    bench_close(&bench);
}

/* --- descriptors and sessions --- */

static test_case(without_descriptors_below_1024_the_wire_closes_with_a_reason)
{
    enum { MANY = 1100 };
    static int taken[MANY];
    struct rlimit before, raised;
    struct bench bench;
    bench_open(&bench);
    getrlimit(RLIMIT_NOFILE, &before);
    raised = before;
    raised.rlim_cur = before.rlim_max < 4096 ? before.rlim_max : 4096;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &raised), 0);
    int count = 0;
    while (count < MANY && (taken[count] = open("/dev/null", O_RDONLY)) >= 0)
        count++;
    bench_connect(&bench);
    bench_expect_closed(&bench, "too many open files");
    while (count > 0)
        close(taken[--count]);
    setrlimit(RLIMIT_NOFILE, &before);
    bench_forget(&bench);
    wire_free(bench.wire);
    bench_connect(&bench); /* and works again when there are some */
    bench_expect_heard(&bench, "USER ");
    bench_close(&bench);
}

static test_case(half_a_line_of_an_old_connection_is_not_glued_to_the_new_one)
{
    struct bench bench;
    bench_open_ready(&bench);
    hostile_say_bytes(bench.server, ":old!u@h PRIVMSG bot :half", 26);
    hostile_hang_up(bench.server);
    bench_expect(&bench, "CLOSED");
    wire_free(bench.wire);
    bench_forget(&bench);
    bench_connect(&bench);
    bench_expect_heard(&bench, "USER ");
    hostile_say(bench.server, ":srv NOTICE * :new");
    bench_expect(&bench, "srv NOTICE [*] [new]");
    assert_null(strstr(bench.story, "half"));
    bench_close(&bench);
}

static int open_descriptors(void)
{
    int count = 0;
    for (int fd = 0; fd < 1024; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

static test_case(a_hundred_connections_leave_no_descriptor_behind)
{
    struct bench bench;
    bench_open_ready(&bench);
    int before = open_descriptors();
    for (int i = 0; i < 100; i++) {
        wire_free(bench.wire);
        hostile_forget(bench.server);
        bench_connect(&bench);
        if (i % 3)
            bench_expect_heard(&bench, "USER ");
    }
    bench_expect_heard(&bench, "USER ");
    assert_int_equal(open_descriptors(), before);
    bench_close(&bench);
}

/* --- output --- */

static void send_forty(struct bench *bench, const struct wire_event *event)
{
    if (strcmp(event->command, "PRIVMSG") != 0)
        return;
    for (int i = 0; i < 40; i++)
        assert_int_equal(wire_send(bench->wire, "PRIVMSG #c :%02d %0135d", i, 0), WIRE_SENT);
}

static test_case(forty_lines_sent_in_one_callback_all_arrive_in_order)
{
    struct bench bench;
    bench_open_ready(&bench);
    bench.on_event = send_forty;
    hostile_say(bench.server, ":ann!u@h PRIVMSG bot :go");
    bench_expect_heard(&bench, "PRIVMSG #c :39 ");
    const char *at = hostile_heard(bench.server);
    for (int i = 0; i < 40; i++, at += 152) {
        char expected[160];
        snprintf(expected, sizeof expected, "PRIVMSG #c :%02d %0135d\r\n", i, 0);
        assert_memory_equal(at, expected, strlen(expected));
        assert_int_equal(strlen(expected), 152);
    }
    bench.on_event = NULL;
    bench_expect_alive(&bench);
    bench_close(&bench);
}

static test_case(a_ping_of_two_words_keeps_its_colon)
{
    struct bench bench;
    bench_open_ready(&bench);
    hostile_say(bench.server, "PING :two words");
    bench_expect_heard(&bench, "PONG :two words\r\n");
    hostile_say(bench.server, "PING ::colon");
    bench_expect_heard(&bench, "PONG ::colon\r\n");
    bench_expect_alive(&bench);
    bench_close(&bench);
}

static void send_much(struct bench *bench, const struct wire_event *event)
{
    if (strcmp(event->command, "GO") == 0)
        for (int i = 0; i < 100; i++)
            wire_send(bench->wire, "PRIVMSG #c :%0400d", i);
}

static test_case(a_pong_goes_ahead_of_lines_that_wait)
{
    struct bench bench;
    bench_open_ready(&bench);
    bench.on_event = send_much;
    hostile_say(bench.server, ":s GO\r\nPING :now");
    bench_expect_heard(&bench, "099\r\n");
    assert_memory_equal(hostile_heard(bench.server), "PONG :now\r\nPRIVMSG", 18);
    bench_close(&bench);
}

/* --- CTCP --- */

static test_case(ctcp_arrives_as_it_is_of_any_length)
{
    char *said = repeat(":ann!u@h PRIVMSG bot :\x01"
                        "ACTION ",
                        'w', 400, "\x01");
    char *told = repeat("ann!u@h PRIVMSG [bot] [\x01"
                        "ACTION ",
                        'w', 400, "\x01]");
    check_line(said, told);
    free(said);
    free(told);
    check_line(":ann!u@h PRIVMSG bot :\x01VERSION\x01", "ann!u@h PRIVMSG [bot] [\x01VERSION\x01]");
    check_line(":ann!u@h PRIVMSG #c :\x01VERSION", "ann!u@h PRIVMSG [#c] [\x01VERSION]");
    check_line(":ann!u@h PRIVMSG bot :\x01", "ann!u@h PRIVMSG [bot] [\x01]");
    check_line(":ann!u@h PRIVMSG bot :\x01\x01", "ann!u@h PRIVMSG [bot] [\x01\x01]");
    check_line(":ann!u@h NOTICE bot :\x01PING 1\x01", "ann!u@h NOTICE [bot] [\x01PING 1\x01]");
    check_line(":ann!u@h NOTICE bot :\x01", "ann!u@h NOTICE [bot] [\x01]");
}

static test_case(dcc_is_only_text)
{
    check_line(":ann!u@h PRIVMSG bot :\x01"
               "DCC SEND x 2130706433 1 1\x01",
               "ann!u@h PRIVMSG [bot] [\x01"
               "DCC SEND x 2130706433 1 1\x01]");
}

/* --- bytes --- */

static test_case(nul_and_lone_cr_become_spaces_and_the_rest_of_the_text_stays)
{
    struct bench bench;
    bench_open_ready(&bench);
    static const char said[] = ":ann!u@h PRIVMSG bot :before\0after\rend\r\n";
    hostile_say_bytes(bench.server, said, sizeof said - 1);
    bench_expect(&bench, "ann!u@h PRIVMSG [bot] [before after end]");
    bench_expect_alive(&bench);
    bench_close(&bench);
}

static test_case(text_that_is_no_utf8_is_read_as_cp1252_and_names_are_left_alone)
{
    check_line(":ann!u@h PRIVMSG #c :caf\xe9 \x80 5\x97",
               "ann!u@h PRIVMSG [#c] [caf\xc3\xa9 \xe2\x82\xac 5\xe2\x80\x94]");
    check_line(":ann!u@h PRIVMSG #c :caf\xc3\xa9", "ann!u@h PRIVMSG [#c] [caf\xc3\xa9]");
    check_line(":ann!u@h NOTICE #c \xff", "ann!u@h NOTICE [#c] [\xc3\xbf]");
    check_line(":\xe9ve!u@h PRIVMSG #\xe9 :\xc0\xaf",
               "\xe9ve!u@h PRIVMSG [#\xe9] [\xc3\x80\xc2\xaf]");
    check_line(":\xe9ve!u@h JOIN :#\xe9", "\xe9ve!u@h JOIN [#\xe9]");
}

static test_case(bare_line_feeds_and_single_bytes_make_the_same_lines)
{
    struct bench bench;
    bench_open_ready(&bench);
    static const char said[] =
        ":a!u@h PRIVMSG bot :one\n:a!u@h PRIVMSG bot :two\r\n:a!u@h PRIVMSG bot :three\n";
    for (size_t i = 0; i < sizeof said - 1; i++) {
        hostile_say_bytes(bench.server, said + i, 1);
        loop_serve(bench.loop, 0);
        loop_serve(bench.loop, 0);
    }
    bench_expect(&bench, "a!u@h PRIVMSG [bot] [three]");
    assert_string_equal(bench.story, "a!u@h PRIVMSG [bot] [one]\na!u@h PRIVMSG [bot] [two]\n"
                                     "a!u@h PRIVMSG [bot] [three]\n");
    bench_expect_alive(&bench);
    bench_close(&bench);
}

/* --- parameters and commands --- */

static test_case(fifteen_parameters_all_arrive_and_the_last_takes_the_rest)
{
    check_line(":srv 005 bot A B C D E F G H I J K L M :are supported",
               "srv 005 [bot] [A] [B] [C] [D] [E] [F] [G] [H] [I] [J] [K] [L] [M] [are supported]");
    check_line("X1 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 :17",
               "X1 [1] [2] [3] [4] [5] [6] [7] [8] [9] [10] [11] [12] [13] [14] [15 16 :17]");
    check_line("X1 1 2 3 4 5 6 7 8 9 :10 x", "X1 [1] [2] [3] [4] [5] [6] [7] [8] [9] [10 x]");
}

static test_case(every_command_reaches_us_with_its_parameters)
{
    check_line("AUTHENTICATE +", "AUTHENTICATE [+]");
    check_line(":ann!u@h ACCOUNT *", "ann!u@h ACCOUNT [*]");
    check_line(":ann!u@h CHGHOST new host", "ann!u@h CHGHOST [new] [host]");
    check_line("@+typing=active :ann!u@h TAGMSG #c", "ann!u@h TAGMSG [#c]");
    check_line("FAIL BOX CODE x :text", "FAIL [BOX] [CODE] [x] [text]");
    check_line("BATCH +a netsplit a.net b.net", "BATCH [+a] [netsplit] [a.net] [b.net]");
    check_line(":srv CAP bot NEW :sasl", "srv CAP [bot] [NEW] [sasl]");
    check_line(":srv PONG srv :x", "srv PONG [srv] [x]");
    check_line(":srv 903 bot :ok", "srv 903 [bot] [ok]");
    check_line("900 * * ann :in", "900 [*] [*] [ann] [in]");
    check_line(":oper!u@h KILL bot :out", "oper!u@h KILL [bot] [out]");
    check_line(":ann!u@h QUIT", "ann!u@h QUIT");
    check_line(":ann!u@h MODE bot +i +x", "ann!u@h MODE [bot] [+i] [+x]");
    check_line(":ann!u@h INVITE bot #c", "ann!u@h INVITE [bot] [#c]");
}

/* --- floods --- */

static void count_in_order(struct bench *bench, const struct wire_event *event)
{
    if (event->what == WIRE_LINE && strtol(event->params[1], NULL, 10) == bench->count)
        bench->count++;
    bench_forget(bench);
}

static test_case(a_flood_of_lines_arrives_whole_and_in_order)
{
    enum { LINES = 50000 };
    struct bench bench;
    char line[64];
    bench_open_ready(&bench);
    bench.on_event = count_in_order;
    for (int i = 0; i < LINES; i++) {
        snprintf(line, sizeof line, ":ann!u@h PRIVMSG #c :%d", i);
        hostile_say(bench.server, line);
        if (i % 500 == 0)
            loop_serve(bench.loop, 0);
    }
    for (int turns = 0; turns < 4000 && bench.count < LINES; turns++)
        loop_serve(bench.loop, 25);
    assert_int_equal(bench.count, LINES);
    bench.on_event = NULL;
    bench_expect_alive(&bench);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_are_cut_off_unescaped_and_readable_in_the_callback),
        cmocka_unit_test(tags_without_a_line_are_dropped),
        cmocka_unit_test(long_tags_and_long_bodies_arrive_whole),
        cmocka_unit_test(a_line_beyond_every_limit_is_skipped_whole),
        cmocka_unit_test(empty_lines_are_nothing),
        cmocka_unit_test(commands_the_library_dereferences_blindly_may_lack_their_parts),
        cmocka_unit_test(what_is_no_command_is_dropped),
        cmocka_unit_test(a_command_without_parameters_has_none_and_no_older_text),
        cmocka_unit_test(runs_of_spaces_separate_like_one_and_colons_mean_only_the_last),
        cmocka_unit_test(a_rename_of_somebody_whose_nick_begins_with_ours_changes_nothing),
        cmocka_unit_test(private_messages_stay_private_whatever_nick_the_server_gave),
        cmocka_unit_test(quitting_inside_the_callback_is_fine),
        cmocka_unit_test(freeing_inside_the_callback_is_fine_and_nothing_more_is_told),
        cmocka_unit_test(freeing_in_the_closed_and_the_ready_callback_is_fine),
        cmocka_unit_test(without_descriptors_below_1024_the_wire_closes_with_a_reason),
        cmocka_unit_test(half_a_line_of_an_old_connection_is_not_glued_to_the_new_one),
        cmocka_unit_test(a_hundred_connections_leave_no_descriptor_behind),
        cmocka_unit_test(forty_lines_sent_in_one_callback_all_arrive_in_order),
        cmocka_unit_test(a_ping_of_two_words_keeps_its_colon),
        cmocka_unit_test(a_pong_goes_ahead_of_lines_that_wait),
        cmocka_unit_test(ctcp_arrives_as_it_is_of_any_length),
        cmocka_unit_test(dcc_is_only_text),
        cmocka_unit_test(nul_and_lone_cr_become_spaces_and_the_rest_of_the_text_stays),
        cmocka_unit_test(text_that_is_no_utf8_is_read_as_cp1252_and_names_are_left_alone),
        cmocka_unit_test(bare_line_feeds_and_single_bytes_make_the_same_lines),
        cmocka_unit_test(fifteen_parameters_all_arrive_and_the_last_takes_the_rest),
        cmocka_unit_test(every_command_reaches_us_with_its_parameters),
        cmocka_unit_test(a_flood_of_lines_arrives_whole_and_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

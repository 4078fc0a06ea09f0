/* Channels with keys or with another name than before, and servers that let us into few. Numbers
   are those of the conformance list in docs/irc-conformance.md. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adapter.h"
#include "hostile_server.h"
#include "irc.h"
#include "irc_bench.h"
#include "joins.h"
#include "keep.h"
#include "log.h"
#include "loop.h"
#include "prose.h"
#include "testing.h"
#include "text.h"

enum { CROWD = 60, LOGGED = 1 << 16 };

static struct irc_channel crowd[CROWD];
static char names[CROWD][16], logged[LOGGED];
static FILE *log_file;

/* What the program has logged since begin_log(). */
static const char *log_so_far(void)
{
    long at = ftell(log_file);
    rewind(log_file);
    logged[fread(logged, 1, sizeof logged - 1, log_file)] = '\0';
    fseek(log_file, at, SEEK_SET);
    return logged;
}

static int times(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        count++;
    return count;
}

static const char *status(void)
{
    static char bytes[LOGGED];
    struct text out = text_over(bytes, sizeof bytes);
    irc->ops->status(irc, &out);
    return bytes;
}

static void join_as(const char *channel)
{
    char line[200];
    snprintf(line, sizeof line, ":bot!table@bot.example JOIN %s", channel);
    hostile_say(server, line);
    snprintf(line, sizeof line, ":srv 353 bot = %s :bot @ann", channel);
    hostile_say(server, line);
    snprintf(line, sizeof line, ":srv 366 bot %s :End", channel);
    hostile_say(server, line);
}

static void refuse(const char *code, const char *channel, const char *why)
{
    char line[300];
    snprintf(line, sizeof line, ":srv %s bot %s :%s", code, channel, why);
    hostile_say(server, line);
    bench_settle_kept();
}

static test_fixture(begin)
{
    log_file = tmpfile();
    if (!log_file)
        return -1;
    log_setup(LOG_DEBUG, fileno(log_file));
    for (int i = 0; i < CROWD; i++) {
        snprintf(names[i], sizeof names[i], "#c%02d", i);
        crowd[i] = (struct irc_channel){.name = names[i], .prefix = "!"};
    }
    bench_new_with("off");
    return 0;
}

static test_fixture(end)
{
    log_setup(LOG_ERROR, 2);
    fclose(log_file);
    return bench_closed(state);
}

/* The bench's adapter with these channels, up to where it is to join them. */
static void open_with(const struct irc_channel *channels, int count, const char *supported)
{
    char line[200];
    bench_setup.channels = channels;
    bench_setup.channel_count = count;
    irc_change(irc, &bench_setup);
    irc->ops->start(irc);
    bench_expect_heard("USER ");
    hostile_say(server, ":srv 001 bot :Welcome");
    snprintf(line, sizeof line, ":srv 005 bot CHANTYPES=#&! %s :ok", supported);
    hostile_say(server, line);
    hostile_say(server, ":srv 422 bot :No MOTD");
    bench_expect_heard("JOIN ");
    bench_settle_kept();
}

/* ---- keys ---- */

static test_case(keys_go_with_their_channels)
{
    static const struct irc_channel channels[] = {
        {.name = "#open", .prefix = "!"},
        {.name = "#games", .prefix = "!", .key = "s3same"},
        {.name = "&local", .prefix = "!"},
        {.name = "#other", .prefix = "!", .key = "k%2"}};
    open_with(channels, 4, "");
    bench_expect_heard("JOIN #games,#other s3same,k%2\r\nJOIN #open,&local\r\n");
    hostile_forget(server);
    join_as("#games");
    bench_expect_noted("ready irc:test #games\n");
    refuse("475", "#other", "Cannot join channel (+k) with k%2");
    refuse("471", "#open", "Cannot join channel (+l)");
    loop_step(loop, 60 * 1000);
    bench_expect_heard("JOIN #other k%2\r\n");
    hostile_say(server, ":ann!a@host MODE #games +k newk3y");
    hostile_say(server, ":srv 324 bot #games +kn s3same");
    hostile_say(server, ":ann!a@host KICK #games bot :go");
    hostile_say(server, ":ann!a@host INVITE bot #games");
    bench_expect_heard("JOIN #games s3same\r\n");
    bench_say("ann", "bot", "help");
    bench_settle_kept();
    static const char *const secrets[] = {"s3same", "k%2"};
    for (int i = 0; i < 2; i++) { /* the server itself repeats one of them */
        if (strstr(log_so_far(), secrets[i]) || strstr(status(), secrets[i]) ||
            strstr(diary, secrets[i]))
            fail_msg("%s: %s%s%s", secrets[i], logged, status(), diary);
        assert_int_equal(times(hostile_heard(server), secrets[i]), 1); /* its JOIN */
    }
    assert_non_null(strstr(logged, "irc-join-refused network=test channel=#other code=475"));
    assert_non_null(strstr(logged, "give its key"));
}

static test_case(many_keys_go_in_lines_that_fit)
{
    static const char key[] = "a-key-of-fifty-bytes-abcdefghijklmnopqrstuvwxyz-01";
    for (int i = 0; i < CROWD; i++)
        crowd[i].key = i % 2 ? key : NULL;
    open_with(crowd, CROWD, "");
    int channels = 0, keys = times(hostile_heard(server), key);
    for (const char *at = hostile_heard(server); (at = strstr(at, "JOIN ")); at++) {
        size_t length = strcspn(at, "\r");
        assert_in_range(length, 1, 500);
        size_t commas = 0, blanks = 0;
        for (size_t i = 0; i < length; i++) {
            channels += at[i] == '#';
            commas += at[i] == ',';
            blanks += at[i] == ' ';
        }
        assert_true(blanks == 1 || commas % 2 == 0); /* as many keys as channels */
    }
    assert_int_equal(channels, CROWD);
    assert_int_equal(keys, CROWD / 2);
}

static test_case(another_key_is_tried_at_once)
{
    static const struct irc_channel before[] = {{.name = "#games", .prefix = "!", .key = "old"}},
                                    after[] = {{.name = "#games", .prefix = "!", .key = "new"}};
    open_with(before, 1, "");
    refuse("475", "#games", "Cannot join channel (+k)");
    bench_setup.channels = after;
    irc_change(irc, &bench_setup);
    bench_expect_heard("JOIN #games new\r\n");
}

/* ---- as many as the server allows ---- */

static int joined_of(const char *heard)
{
    int count = 0;
    for (int i = 0; i < CROWD; i++)
        count += times(heard, names[i]) > 0;
    return count;
}

/* Each line that the log has about channels that are left out names all of them. */
static void expect_one_warning(int first)
{
    loop_step(loop, 1000);
    bench_settle_kept();
    const char *at = strstr(log_so_far(), "irc-channels-left-out");
    if (!at || times(logged, "irc-channels-left-out") != 1)
        fail_msg("%s", logged);
    for (int i = 0; i < CROWD; i++)
        if ((strstr(at, names[i]) != NULL) != (i >= first))
            fail_msg("%s: %s", names[i], at);
}

static test_case(what_the_server_does_not_allow_is_left_out_and_named_once)
{
    static const char *const limits[] = {"CHANLIMIT=#:25", "CHANLIMIT=!:3,#&:25", "MAXCHANNELS=25"};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (i > 0) {
            void *none = NULL;
            end(&none);
            begin(&none);
        }
        open_with(crowd, CROWD, limits[i]);
        assert_int_equal(joined_of(hostile_heard(server)), 25);
        expect_one_warning(25);
        assert_int_equal(times(status(), "left-out"), CROWD - 25);
        for (int room = 0; room < 25; room++)
            join_as(names[room]);
        bench_settle();
        hostile_say(server, ":ann!a@host KICK #c03 bot :go"); /* there is room for one */
        bench_expect_heard("JOIN #c25\r\n");
        join_as("#c25");
        bench_settle_kept();
        assert_int_equal(joined_of(hostile_heard(server)), 1);
        hostile_forget(server);
        hostile_say(server, ":ann!a@host INVITE bot #c03"); /* no place is free */
        bench_settle_kept();
        assert_null(strstr(hostile_heard(server), "JOIN"));
        hostile_say(server, ":srv 005 bot CHANLIMIT=#:27 :ok");
        bench_settle_kept();
        assert_non_null(strstr(hostile_heard(server), "JOIN #c26\r\nJOIN #c27\r\n"));
        assert_int_equal(joined_of(hostile_heard(server)), 2);
        loop_step(loop, 2000);
        assert_int_equal(times(log_so_far(), "irc-channels-left-out"), 1);
    }
}

/* The server announces nothing, and refuses. Then one is tried for each that we lose. */
static test_case(a_limit_that_is_found_out_is_kept_too)
{
    open_with(crowd, CROWD, "");
    assert_int_equal(joined_of(hostile_heard(server)), CROWD);
    for (int i = 0; i < 20; i++)
        join_as(names[i]);
    for (int i = 20; i < CROWD; i++)
        refuse("405", names[i], "You have joined too many channels");
    expect_one_warning(20);
    bench_settle();
    bench_let_pass((int64_t)2 * 60 * 60 * 1000);
    assert_null(strstr(hostile_heard(server), "JOIN"));
    hostile_forget(server);
    hostile_say(server, ":ann!a@host KICK #c03 bot :go");
    bench_expect_heard("JOIN #c20\r\n");
    refuse("405", "#c20", "You have joined too many channels");
    bench_settle_kept();
    assert_int_equal(joined_of(hostile_heard(server)), 1);
    assert_null(strstr(log_so_far(), "irc-join-refused"));
}

/* Only channels of a kind share its limit, and who is left out for one kind costs no other. */
static test_case(kinds_of_channels_have_limits_of_their_own)
{
    static const struct irc_channel channels[] = {{.name = "#a", .prefix = "!"},
                                                  {.name = "#b", .prefix = "!"},
                                                  {.name = "&a", .prefix = "!"},
                                                  {.name = "&b", .prefix = "!"},
                                                  {.name = "!a", .prefix = "!"}};
    open_with(channels, 5, "CHANLIMIT=#:1,&:,!:0");
    bench_expect_heard("JOIN #a,&a,&b,!a\r\n");
    assert_non_null(strstr(status(), "channel=#b left-out"));
}

/* A channel that refuses us for its own reasons has no place meanwhile. */
static test_case(a_refusal_makes_room_for_another)
{
    static const struct irc_channel channels[] = {{.name = "#a", .prefix = "!"},
                                                  {.name = "#b", .prefix = "!"},
                                                  {.name = "#c", .prefix = "!", .key = "k"}};
    open_with(channels, 3, "CHANLIMIT=#:2");
    bench_expect_heard("JOIN #a,#b\r\n");
    refuse("473", "#a", "Cannot join channel (+i)");
    bench_expect_heard("JOIN #c k\r\n");
    join_as("#b");
    join_as("#c");
    hostile_forget(server);
    loop_step(loop, 60 * 1000); /* the time to try #a again: there is no room now */
    bench_settle_kept();
    assert_null(strstr(hostile_heard(server), "JOIN"));
    hostile_say(server, ":ann!a@host KICK #b bot :go");
    bench_expect_heard("JOIN #a\r\n");
}

/* ---- other names ---- */

static const struct irc_channel two_channels[] = {{.name = "#Games", .prefix = "!", .key = "k"},
                                                  {.name = "#plain", .prefix = "."}};

static void be_in_both(void)
{
    open_with(two_channels, 2, "");
    join_as("#Games");
    join_as("#plain");
    loop_step(loop, 3000);
    bench_settle();
    bench_say("ann", "#games", "!join");
    bench_expect_noted(": join\n");
    bench_forget();
}

static const char *const renames[][2] = {
    {":oper!o@host RENAME #games #New :we moved", NULL},
    {":bot!table@bot.example PART #games :moved", ":bot!table@bot.example JOIN #New"},
};

/* In both ways: by draft/channel-rename, and as servers do it for clients without. */
static test_case(a_renamed_channel_keeps_its_people_and_its_table)
{
    for (int way = 0; way < 2; way++) {
        if (way > 0) {
            void *none = NULL;
            end(&none);
            begin(&none);
        }
        be_in_both();
        char key[HOST_KEY];
        snprintf(key, sizeof key, "%s", last_key);
        hostile_say(server, renames[way][0]);
        if (renames[way][1]) {
            hostile_say(server, renames[way][1]);
            join_as("#New");
        }
        bench_expect_noted("moved irc:test #games to #new\n");
        bench_settle_kept();
        assert_true(way > 0 || !strstr(diary, "lost the room"));
        assert_null(strstr(diary, "gone")); /* ann is in another channel, too */
        assert_null(strstr(hostile_heard(server), "PART"));
        assert_non_null(
            strstr(log_so_far(), "irc-channel-renamed network=test channel=#Games to=#New"));
        loop_step(loop, 3000);
        bench_forget();
        bench_say("ann", "#new", "!hand");
        bench_expect_noted("irc:test#new ann@: hand\n");
        assert_string_equal(last_key, key);
        bench_post(POST_RESULT, "#new", "it goes on");
        bench_expect_heard("<REPLAY_NEXT_1 number=PRIVMSG|next=#New :it>");
        bench_say("ann", "#plain", ".hand"); /* the other one is what it was */
        bench_expect_noted("irc:test#plain ann@: hand\n");
        hostile_say(server, ":ann!a@host KICK #New bot :out");
        bench_expect_noted("lost the room irc:test #new\n");
    }
}

/* A PART alone is a loss, and so is one that is followed by the answer to what we asked for. */
static test_case(a_part_without_a_join_is_no_rename)
{
    be_in_both();
    hostile_say(server, ":bot!table@bot.example PART #games :out");
    bench_settle();
    loop_step(loop, 1000);
    bench_expect_noted("lost the room irc:test #games\n");
    hostile_say(server, ":bot!table@bot.example JOIN #New");
    bench_expect_heard("PART #New :I was not told to be here");
    assert_null(strstr(diary, "moved"));
    hostile_say(server, ":ann!a@host INVITE bot #games");
    bench_expect_heard("JOIN #Games k\r\n");
    hostile_say(server, ":bot!table@bot.example PART #plain :out");
    join_as("#Games");
    bench_settle();
    loop_step(loop, 1000);
    bench_expect_noted("lost the room irc:test #plain\n");
    assert_null(strstr(diary, "moved"));
}

static test_case(nonsense_is_no_name)
{
    static const char *const lines[] = {
        ":o!o@h RENAME #games",
        ":o!o@h RENAME #games new",
        ":o!o@h RENAME #games #a,#b",
        ":o!o@h RENAME #games :#a b",
        ":o!o@h RENAME #elsewhere #new",
        ":o!o@h RENAME #games #games :only its case",
        (":o!o@h RENAME #games #01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234"
         "5678901234567890123456789012345678901234567890123456789")};
    be_in_both();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        hostile_say(server, lines[i]);
        bench_settle();
        if (strstr(diary, "moved"))
            fail_msg("%s: %s", lines[i], diary);
    }
    bench_say("ann", "#games", "!join");
    bench_expect_noted("irc:test#games ann@: join\n");
}

/* The other name is a channel of ours: table and people go there. */
static test_case(a_rename_to_a_channel_of_ours_takes_the_table_there)
{
    static const struct irc_channel three[] = {{.name = "#games", .prefix = "!"},
                                               {.name = "#new", .prefix = ".", .key = "k"},
                                               {.name = "#plain", .prefix = "."}};
    open_with(three, 3, "");
    join_as("#games");
    join_as("#plain");
    refuse("475", "#new", "Cannot join channel (+k)");
    hostile_say(server, ":o!o@h RENAME #games #new :moved");
    bench_expect_heard("NAMES #new\r\n");
    bench_expect_noted("moved irc:test #games to #new\n");
    hostile_say(server, ":srv 353 bot = #new :bot @ann");
    hostile_say(server, ":srv 366 bot #new :End");
    bench_expect_noted("ready irc:test #new\n");
    loop_step(loop, 3000);
    bench_say("ann", "#new", ".join");
    bench_expect_noted("irc:test#new ann@: join\n");
}

static void was_kept(void *arg, bool is_durable)
{
    (void)arg;
    assert_true(is_durable);
}

static void choose_look(const char *room, const char *words)
{
    struct prose answer;
    const struct heard heard = {
        .network = "irc:test", .room = room, .key = "x", .name = "x", .rank = RANK_OPERATOR};
    prose_clear(&answer);
    assert_true(
        port.prefer(port.self, &heard,
                    &(struct host_wish){.words = words, .answer = &answer, .done = was_kept}));
}

/* How the room reads us now, and is kept for it; `bridges`: whether it has told of one. */
static void expect_look(const char *room, const char *look, int bridges)
{
    char key[80], bytes[HOST_TEXT];
    struct text now = text_over(bytes, sizeof bytes);
    text_clear(&now);
    port.room_look(port.self, room, &now);
    assert_string_equal(now.bytes, look);
    snprintf(key, sizeof key, "look-channel irc:test %s", room);
    assert_int_equal(keep_count(bench_keep, key), *look != '\0');
    snprintf(key, sizeof key, "bridge irc:test %s", room);
    assert_int_equal(keep_count(bench_keep, key), bridges);
}

/* Until the configuration knows the new name, it holds, and so does how the channel reads us:
   through SIGHUP, a lost connection and a restart. */
static test_case(the_new_name_is_kept_until_the_configuration_has_it)
{
    static const struct irc_channel renamed[] = {{.name = "#new", .prefix = "?"},
                                                 {.name = "#plain", .prefix = "."}};
    void *none = NULL;
    irc->ops->free(irc);
    hostile_free(server);
    loop_free(loop);
    bench_keep = keep_new(&(struct keep_port){.put = NULL});
    bench_new_with("off");
    be_in_both();
    choose_look("#games", "channel plain");
    choose_look("#games", "channel bridge relay");
    choose_look("#plain", "channel plain");
    hostile_say(server, renames[0][0]);
    bench_expect_noted("moved irc:test #games to #new\n");
    bench_settle();
    expect_look("#new", "plain", 1);
    expect_look("#games", "", 0);
    irc_change(irc, &bench_setup);
    bench_settle_kept();
    assert_null(strstr(hostile_heard(server), "JOIN"));
    assert_null(strstr(hostile_heard(server), "PART"));
    bench_closed(&none); /* a restart */
    bench_new_with("off");
    open_with(two_channels, 2, "");
    bench_expect_heard("JOIN #New k\r\nJOIN #plain\r\n");
    join_as("#New");
    join_as("#plain");
    bench_settle();
    expect_look("#new", "plain", 1);
    bench_setup.channels = renamed;
    irc_change(irc, &bench_setup);
    bench_settle_kept();
    expect_look("#new", "plain", 1);
    expect_look("#plain", "plain", 0);
    assert_null(strstr(hostile_heard(server), "JOIN"));
    assert_null(strstr(hostile_heard(server), "PART"));
    loop_step(loop, 3000);
    bench_say("ann", "#new", "?join");
    bench_expect_noted("irc:test#new ann@: join\n");
    bench_setup.channels = two_channels; /* and the old name is another channel again */
    irc_change(irc, &bench_setup);
    bench_expect_heard("PART #new :");
    bench_expect_heard("JOIN #Games k\r\n");
    bench_closed(&none);
    keep_free(bench_keep);
    bench_keep = NULL;
    bench_new_with("off");
}

#define test(function) cmocka_unit_test_setup_teardown(function, begin, end)

int run_joins_tests(void)
{
    const struct CMUnitTest tests[] = {
        test(keys_go_with_their_channels),
        test(many_keys_go_in_lines_that_fit),
        test(another_key_is_tried_at_once),
        test(what_the_server_does_not_allow_is_left_out_and_named_once),
        test(a_limit_that_is_found_out_is_kept_too),
        test(kinds_of_channels_have_limits_of_their_own),
        test(a_refusal_makes_room_for_another),
        test(a_renamed_channel_keeps_its_people_and_its_table),
        test(a_part_without_a_join_is_no_rename),
        test(nonsense_is_no_name),
        test(a_rename_to_a_channel_of_ours_takes_the_table_there),
        test(the_new_name_is_kept_until_the_configuration_has_it),
    };
    return cmocka_run_group_tests_name("joins", tests, NULL, NULL);
}

/* Two processes of a house in one test, each with a host, a store in memory and a network of its own, and the mail between them as a
   list that loses nothing and repeats what is not dealt with: who hears what, how often it counts, and what is told when the other
   process is away or too much waits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "check.h"
#include "commands.h"
#include "heard.h"
#include "host.h"
#include "loop.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "relay.h"
#include "store.h"
#include "tables.h"
#include "testing.h"

enum { MAIL_MOST = 2000, TOLD = 200000 };

struct process {
    const char *network;
    struct store *store;
    struct host *host;
    struct commands *commands;
    struct relay *relay;
    struct adapter *far;
    char told[TOLD];
    int dealt; /* inputs that are dealt with */
};

struct letter {
    struct process *from, *to;
    char *body;
    bool is_taken, is_done;
};

static struct loop *loop;
static struct process near, far;
static struct letter letters[MAIL_MOST];
static int letter_count;
static bool is_full, is_away;

/* ---- the mail ---- */

static struct process *other(const struct process *process)
{
    return process == &near ? &far : &near;
}

static bool send(void *self, const char *to, const char *place, const char *body)
{
    struct process *from = self;
    (void)place;
    assert_string_equal(to, other(from)->network);
    if (is_full)
        return false;
    check(letter_count < MAIL_MOST);
    letters[letter_count++] = (struct letter){.from = from, .to = other(from), .body = strdup(body)};
    return true;
}

static void done(void *self, const char *from, int64_t number)
{
    struct letter *letter = &letters[number - 1];
    assert_ptr_equal(letter->to, self);
    assert_string_equal(letter->from->network, from);
    letter->is_done = true;
}

static bool away(void *self, const char *network)
{
    (void)self, (void)network;
    return is_away;
}

static void begin(void *self)
{
    (void)self;
}

/* ---- the networks ---- */

static void put(struct process *process, const char *to, const char *where, const char *what, const struct prose *prose)
{
    size_t length = strlen(process->told);
    if (prose && prose->length > 0)
        snprintf(process->told + length, TOLD - length, "%s%s%s: %s\n", to, where, what, prose->text);
}

static void post(void *self, const struct post *post)
{
    put(self, "", post->room, "", post->tale);
    put(self, "", post->room, " board", post->board);
    put(self, "", post->room, " next", post->next);
}

static void whisper(void *self, const struct whisper *whisper)
{
    put(self, "to ", whisper->person, "", whisper->prose);
}

static void dealt_with(void *self, const char *id)
{
    (void)id;
    ((struct process *)self)->dealt++;
}

/* ---- life ---- */

static void settle(struct process *process)
{
    for (int i = 0; i < 3; i++) {
        store_flush(process->store);
        store_dispatch(process->store);
        host_tick(process->host, loop_now(loop));
    }
}

static void deliver(void)
{
    for (int i = 0; i < letter_count; i++) {
        struct letter *letter = &letters[i];
        if (letter->is_taken || letter->is_done || is_away)
            continue;
        letter->is_taken = true;
        relay_arrived(letter->to->relay, letter->from->network, i + 1, letter->body);
        settle(letter->to);
    }
    settle(&near);
    settle(&far);
}

static void open_process(struct process *process)
{
    process->commands = commands_new();
    process->host = host_new(process->store, commands_execute, process->commands);
    host_share(process->host);
    host_add_port(
        process->host,
        &(struct host_port){
            .network = process->network, .post = post, .whisper = whisper, .dealt_with = dealt_with, .self = process});
    process->relay = relay_new(
        &(struct relay_setup){.network = process->network,
                              .loop = loop,
                              .host = process->host,
                              .commands = process->commands,
                              .mail = {.send = send, .done = done, .is_away = away, .begin = begin, .self = process}});
    process->far = relay_open(process->relay, &(struct relay_network){.network = other(process)->network});
    assert_true(host_recover(process->host) >= 0);
    process->far->ops->start(process->far);
}

static void close_process(struct process *process)
{
    host_free(process->host);
    process->far->ops->free(process->far);
    relay_free(process->relay);
    commands_free(process->commands);
}

/* As after a kill: mail that is not dealt with comes again. */
static void restart(struct process *process)
{
    close_process(process);
    open_process(process);
    for (int i = 0; i < letter_count; i++)
        letters[i].is_taken &= letters[i].to != process;
    deliver();
}

static test_fixture(open_both)
{
    loop = loop_new(LOOP_VIRTUAL);
    near = (struct process){.network = "irc:near"};
    far = (struct process){.network = "discord:far"};
    near.store = store_memory_new();
    far.store = store_memory_new();
    letter_count = 0;
    is_full = is_away = false;
    open_process(&near);
    open_process(&far);
    deliver();
    return 0;
}

static test_fixture(close_both)
{
    close_process(&near);
    close_process(&far);
    store_close(near.store);
    store_close(far.store);
    for (int i = 0; i < letter_count; i++)
        free(letters[i].body);
    loop_free(loop);
    return 0;
}

/* `id` NULL: a new one; "": the network has none. */
static void say_as(struct process *process, const char *room, const char *who, const char *id, const char *text)
{
    static int64_t number;
    char own[32];
    loop_step(loop, 3000);
    snprintf(own, sizeof own, "own-%lld", (long long)++number);
    commands_hear(process->commands, process->host,
                  &(struct heard){.network = process->network,
                                  .room = room,
                                  .key = who,
                                  .name = who,
                                  .text = text,
                                  .id = !id   ? own
                                        : *id ? id
                                              : NULL,
                                  .now = loop_now(loop)});
    settle(process);
}

static void say(struct process *process, const char *room, const char *who, const char *text)
{
    say_as(process, room, who, NULL, text);
    deliver();
}

static int count(const struct process *process, const char *part)
{
    int count = 0;
    for (const char *at = process->told; (at = strstr(at, part)); at++)
        count++;
    return count;
}

static void expect(const struct process *process, const char *part)
{
    if (!count(process, part))
        fail_msg("%s was not told \"%s\", but:\n%s", process->network, part, process->told);
}

/* A table of the near process in "#a", and in "#b" of the far one. */
static void share_table(void)
{
    char join[32] = "join ";
    say(&near, "#a", "ann", "play coloretto");
    say(&near, "#a", "ann", "invite");
    const char *code = strstr(near.told, "!join ");
    for (const char *next; code && (next = strstr(code + 1, "!join ")); code = next)
        ;
    assert_non_null(code);
    snprintf(join, sizeof join, "join %.8s", code + strlen("!join "));
    say(&far, "#b", "bob", join);
    expect(&near, "wants to show your table of Coloretto");
    say(&near, NULL, "ann", "invite yes");
    expect(&far, "#b: The table of Coloretto in #a on ");
}

static void begin_game(void)
{
    share_table();
    say(&far, "#b", "bob", "join");
    expect(&near, "#a: bob sits down");
    say(&near, "#a", "ann", "start");
    say(&far, "#b", "bob", "start");
    expect(&far, "#b board: ");
}

static int undealt(void)
{
    int count = 0;
    for (int i = 0; i < letter_count; i++)
        count += !letters[i].is_done;
    return count;
}

/* ---- who hears what ---- */

static test_case(people_of_two_processes_sit_at_one_table)
{
    begin_game();
    assert_non_null(host_find(near.host, far.network, "#b"));
    assert_null(host_find(far.host, far.network, "#b"));
    assert_int_equal(host_table_count(far.host), 0);
    assert_true(count(&far, "to bob: ") > 0);
    assert_int_equal(count(&near, "to bob: "), 0); /* what is bob's goes to his network alone */
    assert_int_equal(count(&far, "to ann: "), 0);
    assert_int_equal(undealt(), 0);
}

static test_case(commands_about_no_table_stay)
{
    begin_game();
    int before = letter_count;
    say(&far, "#b", "bob", "help");
    say(&far, "#b", "bob", "games");
    assert_int_equal(letter_count, before);
    say(&far, "#b", "bob", "turn");
    assert_true(letter_count > before);
}

/* The table there is over, and that process has forgotten it: what is said is heard here. */
static test_case(what_concerns_no_table_there_comes_back)
{
    share_table();
    say(&near, "#a", "ann", "stop");
    say(&near, "#a", "ann", "stop");
    assert_null(host_find(near.host, far.network, "#b"));
    far.told[0] = '\0';
    say(&far, "#b", "cid", "leave");
    assert_int_equal(count(&far, "to cid: "), 1);
    assert_true(count(&far, "No table") + count(&far, "no table") > 0);
    int before = letter_count;
    say(&far, "#b", "cid", "leave"); /* from now on it is known */
    assert_int_equal(letter_count, before);
    assert_int_equal(undealt(), 0);
}

/* ---- once ---- */

static test_case(what_comes_again_counts_once)
{
    begin_game();
    say(&far, "#b", "bob", "cut some words");
    int before = letter_count;
    say_as(&far, "#b", "bob", "twice", "say hello");
    say_as(&far, "#b", "bob", "twice", "say hello"); /* as Discord brings it again after a kill */
    deliver();
    assert_true(letter_count >= before + 2);
    assert_int_equal(count(&near, "hello"), 1);
    assert_int_equal(undealt(), 0);
}

/* The process that leads the table dies after it has saved what was heard, and before it could say that this is dealt with. */
static test_case(a_kill_behind_the_write_applies_nothing_twice)
{
    share_table();
    say_as(&far, "#b", "bob", "", "join");
    int joined = letter_count - 1;
    deliver();
    assert_true(letters[joined].is_done);
    letters[joined].is_done = false; /* as if that had not been written */
    near.told[0] = far.told[0] = '\0';
    restart(&near);
    assert_true(letters[joined].is_done);
    assert_int_equal(count(&near, "bob sits down"), 0);
    assert_int_equal(count(&far, "You sit at this table already"), 0);
    assert_int_equal(undealt(), 0);
}

/* Nothing is acknowledged before it is safe. */
static test_case(what_is_heard_is_dealt_with_when_it_is_saved)
{
    share_table();
    say_as(&far, "#b", "bob", NULL, "join");
    struct letter *letter = &letters[letter_count - 1];
    letter->is_taken = true;
    relay_arrived(near.relay, far.network, letter_count, letter->body);
    assert_false(letter->is_done);
    settle(&near);
    assert_true(letter->is_done);
    deliver();
}

/* It dies before it has saved it: what was heard is heard by the next one. */
static test_case(a_kill_before_the_write_loses_nothing)
{
    share_table();
    say_as(&far, "#b", "bob", NULL, "join");
    restart(&near);
    struct session *table = host_find(near.host, near.network, "#a");
    assert_non_null(table);
    assert_true(host_is_seated(table, &(struct heard){.network = far.network, .key = "bob", .name = "bob"}));
    assert_int_equal(undealt(), 0);
}

/* ---- away, and too much ---- */

static test_case(a_room_is_told_once_that_its_table_waits)
{
    begin_game();
    is_away = true;
    far.told[0] = '\0';
    say(&far, "#b", "bob", "turn");
    say(&far, "#b", "bob", "score");
    assert_int_equal(count(&far, "#b: The part of me that leads this table is away"), 1);
    is_away = false;
    deliver();
    expect(&far, "bob");
    assert_int_equal(undealt(), 0);
    say(&far, "#b", "bob", "turn");
    is_away = true;
    say(&far, "#b", "bob", "turn");
    assert_int_equal(count(&far, "is away for a moment"), 2); /* it is another time */
    is_away = false;
    deliver();
}

static test_case(who_is_not_heard_is_told)
{
    begin_game();
    is_full = true;
    far.told[0] = '\0';
    int dealt = far.dealt;
    say(&far, "#b", "bob", "turn");
    assert_int_equal(count(&far, "to bob: Too much waits for this table already"), 1);
    assert_int_equal(far.dealt, dealt + 1);
    is_full = false;
}

/* The newest of each place is told when there is space again. */
static test_case(what_could_not_be_told_is_told_later)
{
    begin_game();
    is_full = true;
    far.told[0] = '\0';
    say(&near, "#a", "ann", "say one");
    say(&near, "#a", "ann", "say two");
    assert_int_equal(count(&far, "two"), 0);
    is_full = false;
    loop_step(loop, 3000);
    deliver();
    assert_int_equal(count(&far, "one"), 0);
    assert_int_equal(count(&far, "two"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define BOTH(test) cmocka_unit_test_setup_teardown(test, open_both, close_both)
        BOTH(people_of_two_processes_sit_at_one_table),
        BOTH(commands_about_no_table_stay),
        BOTH(what_concerns_no_table_there_comes_back),
        BOTH(what_comes_again_counts_once),
        BOTH(a_kill_behind_the_write_applies_nothing_twice),
        BOTH(what_is_heard_is_dealt_with_when_it_is_saved),
        BOTH(a_kill_before_the_write_loses_nothing),
        BOTH(a_room_is_told_once_that_its_table_waits),
        BOTH(who_is_not_heard_is_told),
        BOTH(what_could_not_be_told_is_told_later),
#undef BOTH
    };
    return cmocka_run_group_tests_name("relay_mail", tests, NULL, NULL);
}

/* People who only press, with the whole adapter against the stand-in for Discord: games of all
   kinds from "/play" to the result, each interaction answered once and in time, nothing done
   that Discord forbids, and no hand where others read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "commands.h"
#include "discord.h"
#include "discord/standin.h"
#include "faulty_store.h"
#include "heard.h"
#include "host.h"
#include "in_words.h"
#include "keep.h"
#include "loop.h"
#include "store.h"
#include "tables.h"
#include "testing.h"

enum { PEOPLE = 2, TURN_MS = 50, PRESSES_MOST = 4000, IDLE_MOST = 40 };

static struct {
    struct loop *loop;
    struct standin *standin;
    struct faulty_store *faulty;
    struct store *store;
    struct commands *commands;
    struct host *host;
    struct keep *keep;
    struct adapter *adapter;
    uint64_t channel, people[PEOPLE], stranger;
    uint32_t whim;
    int presses;
} house;

static void execute(void *arg, struct host *host, struct session *session,
                    const struct heard *heard)
{
    commands_execute(arg, host, session, heard);
}

static void failed(void *arg, const char *why)
{
    (void)arg;
    fail_msg("the adapter gave up: %s", why);
}

/* Lets time pass, with a disk that is quick. */
static void wait_ms(int64_t ms)
{
    for (; ms > 0; ms -= TURN_MS) {
        loop_step(house.loop, TURN_MS);
        store_flush(house.store);
        store_dispatch(house.store);
        host_tick(house.host, loop_now(house.loop));
    }
}

static void start(void)
{
    house.host = host_new(house.store, execute, house.commands);
    host_fix_luck(house.host, 3);
    house.adapter =
        discord_new(&(struct discord_setup){.loop = house.loop,
                                            .host = house.host,
                                            .commands = house.commands,
                                            .keep = house.keep,
                                            .title = "club",
                                            .token = STANDIN_TOKEN,
                                            .api = standin_rest_url(house.standin),
                                            .gateway = standin_gateway_url(house.standin),
                                            .prefix = "!",
                                            .last_shard = -1,
                                            .failed = failed});
    assert_true(host_recover(house.host) >= 0);
    house.adapter->ops->start(house.adapter);
    wait_ms(15000);
    assert_true(standin_is_ready(house.standin, 0));
}

static void left(void *arg)
{
    *(bool *)arg = true;
}

static void stop(void)
{
    bool has_left = false;
    house.adapter->ops->stop(house.adapter, left, &has_left);
    wait_ms(5000);
    assert_true(has_left);
    host_free(house.host);
    house.adapter->ops->free(house.adapter);
}

static test_fixture(opened)
{
    memset(&house, 0, sizeof house);
    house.whim = 5;
    house.loop = loop_new(LOOP_VIRTUAL);
    house.standin = standin_new(house.loop, NULL);
    house.channel = standin_channel(house.standin, standin_guild(house.standin, "Club"), "games");
    house.people[0] = standin_user(house.standin, "ann", "Ann");
    house.people[1] = standin_user(house.standin, "bob", NULL);
    house.stranger = standin_user(house.standin, "cid", NULL);
    house.faulty = faulty_store_new_take(store_memory_new());
    house.store = faulty_store_front(house.faulty);
    house.commands = commands_new();
    house.keep = keep_new(&(struct keep_port){0});
    start();
    return 0;
}

static test_fixture(closed)
{
    stop();
    commands_free(house.commands);
    keep_free(house.keep);
    store_close(house.store);
    standin_free(house.standin);
    loop_free(house.loop);
    return 0;
}

/* ---- pressing ---- */

/* Every interaction is answered once, and soon. */
static const struct standin_interaction *done(uint64_t id)
{
    assert_true(id != 0); /* else nobody could press or say that */
    wait_ms(1500);
    const struct standin_interaction *interaction = standin_interaction(house.standin, id);
    if (interaction->answered < 0)
        fail_msg("not answered; violations:\n%s", standin_violation_text(house.standin));
    assert_true(interaction->answered - interaction->at < 1000);
    house.presses++;
    return interaction;
}

/* The newest message in the channel or in direct messages with something of that kind on it that
   the person can press: a custom id that begins so. */
static const struct standin_message *newest(uint64_t user, uint64_t channel, const char *begin)
{
    return channel ? standin_last_with(house.standin, channel, user, begin) : NULL;
}

/* Any component of those that begin with one of the letters. */
static const json_t *pick(const struct standin_message *message, const char *letters)
{
    const json_t *found[32];
    int count = 0;
    const json_t *rows = json_object_get(message->body, "components");
    for (size_t r = 0; r < json_array_size(rows); r++) {
        const json_t *row = json_object_get(json_array_get(rows, r), "components");
        for (size_t c = 0; c < json_array_size(row) && count < 32; c++) {
            const json_t *component = json_array_get(row, c);
            const char *id = json_string_value(json_object_get(component, "custom_id"));
            if (strchr(letters, id[0]))
                found[count++] = component;
        }
    }
    house.whim = house.whim * 1664525 + 1013904223;
    return count ? found[(house.whim >> 8) % (uint32_t)count] : NULL;
}

static uint64_t press_component(uint64_t user, uint64_t message, const json_t *component)
{
    char id[128], value[128];
    const json_t *options = json_object_get(component, "options");
    snprintf(id, sizeof id, "%s", json_string_value(json_object_get(component, "custom_id")));
    if (!options)
        return standin_press(house.standin, user, message, id);
    house.whim = house.whim * 1664525 + 1013904223;
    const json_t *option = json_array_get(options, (house.whim >> 8) % json_array_size(options));
    snprintf(value, sizeof value, "%s", json_string_value(json_object_get(option, "value")));
    return standin_select(house.standin, user, message, id, value);
}

/* A button of the table, "join". */
static void press_table(uint64_t user, const char *word)
{
    char id[32];
    snprintf(id, sizeof id, "t1:%s", word);
    const struct standin_message *table = newest(user, house.channel, id);
    assert_non_null(table);
    done(standin_press(house.standin, user, table->id, id));
}

/* One who plays presses what there is on the own panel: a move, a card, whatever is legal, or a
   verb; then what was opened. Now and then it is asked for anew. A person without a panel opens it.
   False: there is nothing to press. */
static bool plays(uint64_t user, bool by_panel)
{
    uint64_t place = by_panel ? house.channel : standin_dm_if_open(house.standin, user);
    const struct standin_message *panel = newest(user, place, "r"),
                                 *opened = newest(user, place, "v1:0:");
    panel = opened && (!panel || opened->id > panel->id) ? opened : panel;
    if (!panel || (by_panel && panel->viewer != user))
        return false;
    const json_t *component = pick(panel, "kl");
    if (!component)
        component = pick(panel, house.presses % 3 ? "ms" : "c");
    if (!component)
        component = pick(panel, "msc");
    if (!component || house.presses % 16 == 15)
        component = pick(panel, "vr");
    if (!component)
        return false;
    done(press_component(user, panel->id, component));
    return true;
}

static bool is_over(void)
{
    char room[64];
    snprintf(room, sizeof room, "<#%llu>", (unsigned long long)house.channel);
    return !host_find(house.host, "discord:club", room);
}

static void open_table(const char *game)
{
    char command[64];
    snprintf(command, sizeof command, "play game:%s", game);
    done(standin_slash(house.standin, house.people[0], house.channel, command));
    wait_ms(6000);
    press_table(house.people[1], "join");
    if (newest(house.people[0], house.channel, "t1:start"))
        press_table(house.people[0], "start");
    wait_ms(20000);
}

/* ---- what was seen ---- */

static void expect_no_hand(uint64_t viewer)
{
    char *received = standin_received(house.standin, viewer, 0);
    assert_non_null(received);
    if (strstr(received, in_words("<HAND_2>")) || strstr(received, in_words("<OFFER>")))
        fail_msg("a hand was read by one who has none:\n%.3000s", received);
    free(received);
}

static void choose_panels(void)
{
    for (int i = 0; i < PEOPLE; i++)
        done(standin_slash(house.standin, house.people[i], house.channel, "me hands by:panel"));
}

static void play_to_the_end(bool by_panel)
{
    int idle = 0;
    for (int i = 0; house.presses < PRESSES_MOST && !is_over() && idle < IDLE_MOST; i++) {
        bool played = plays(house.people[i % PEOPLE], by_panel);
        idle = played ? 0 : idle + 1;
        if (!played && idle % 8 == 7 && !is_over()) /* no panel, or one that is out of date */
            press_table(house.people[idle / 8 % PEOPLE],
                        newest(house.stranger, house.channel, "t1:play") ? "play" : "hand");
        if (!played)
            wait_ms(1000);
    }
    if (idle >= IDLE_MOST)
        fail_msg("nobody can press anything after %d presses; the last was: %s", house.presses,
                 standin_content(standin_last(house.standin, house.channel, STANDIN_EVERYONE)));
    assert_true(is_over());
    wait_ms(10000);
    standin_expect_clean(house.standin);
    expect_no_hand(STANDIN_EVERYONE);
    expect_no_hand(house.stranger);
}

static void a_game_is_played_by_panels(void **state)
{
    opened(NULL);
    choose_panels();
    open_table(*state);
    play_to_the_end(true);
    printf("%s: %d presses, %d requests\n", (const char *)*state, house.presses,
           standin_count(house.standin, STANDIN_REQUEST, NULL));
    closed(NULL);
}

static void a_game_is_played_in_direct_messages(void **state)
{
    opened(NULL);
    open_table(*state);
    play_to_the_end(false);
    closed(NULL);
}

/* A table of one's own, with a robot. */
static test_case(a_private_table_is_played_in_direct_messages)
{
    uint64_t user = house.people[0], dm = standin_dm(house.standin, user);
    done(standin_slash(house.standin, user, dm, "play game:heartcatchers"));
    wait_ms(5000);
    const struct standin_message *table = newest(user, dm, "t1:robot");
    assert_non_null(table);
    done(standin_press(house.standin, user, table->id, "t1:robot"));
    wait_ms(10000);
    for (int i = 0; i < 80 && newest(user, dm, "t1:hand"); i++)
        if (!plays(user, false))
            wait_ms(1000);
    char *received = standin_received(house.standin, user, 0);
    assert_non_null(strstr(received, in_words("<RESULT_1 game=Heartcatchers>")));
    free(received);
    standin_expect_clean(house.standin);
}

/* ---- when Discord, or the disk, is not at its best ---- */

static test_case(what_comes_four_times_counts_once)
{
    standin_repeat_events(house.standin, 4);
    choose_panels();
    open_table("heartcatchers");
    play_to_the_end(true);
}

static test_case(lost_answers_are_given_again)
{
    choose_panels();
    open_table("heartcatchers");
    const struct standin_fault faults[] = {
        {.kind = STANDIN_FAULT_STATUS, .route = "POST /interactions/*", .skip = 1, .times = 1},
        {.kind = STANDIN_FAULT_STATUS_AFTER,
         .route = "POST /interactions/*",
         .skip = 3,
         .times = 1},
        {.kind = STANDIN_FAULT_CLOSE_AFTER, .route = "POST /interactions/*", .skip = 6, .times = 1},
        {.kind = STANDIN_FAULT_SLOW,
         .route = "PATCH /webhooks/*",
         .skip = 2,
         .times = 1,
         .ms = 700},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        standin_fault(house.standin, &faults[i]);
    play_to_the_end(true);
}

/* Somebody who can move: with a card opened, so that the next press is a move. */
static const struct standin_message *panel_with_moves(uint64_t *user)
{
    for (int i = 0; i < 8; i++) {
        *user = house.people[i % PEOPLE];
        const struct standin_message *panel = newest(*user, house.channel, "r");
        if (!panel || panel->viewer != *user || !pick(panel, "c"))
            press_table(*user, "hand");
        panel = newest(*user, house.channel, "r");
        if (panel && panel->viewer == *user && pick(panel, "c"))
            done(press_component(*user, panel->id, pick(panel, "c")));
        if (panel && pick(panel, "kl"))
            return panel;
    }
    fail_msg("nobody can move");
    return NULL;
}

static test_case(a_slow_disk_defers_the_answer_and_nothing_more)
{
    uint64_t user;
    choose_panels();
    open_table("heartcatchers");
    const struct standin_message *panel = panel_with_moves(&user);
    faulty_store_hold(house.faulty, true);
    uint64_t id = press_component(user, panel->id, pick(panel, "kl"));
    wait_ms(6000);
    const struct standin_interaction *pressed = standin_interaction(house.standin, id);
    assert_int_equal(pressed->answer, 6);
    assert_true(pressed->answered - pressed->at < 3000);
    int64_t held = loop_now(house.loop);
    faulty_store_hold(house.faulty, false);
    wait_ms(1000);
    assert_true(panel->edited >= held);
    assert_non_null(strstr(standin_content(panel), in_words("<HAND_1>")));
    assert_null(pick(panel, "klms")); /* played: it is the other's turn */
    standin_expect_clean(house.standin);
    expect_no_hand(house.stranger);
}

static test_case(old_buttons_work_after_a_restart)
{
    uint64_t user;
    choose_panels();
    open_table("heartcatchers");
    const struct standin_message *panel = panel_with_moves(&user);
    stop();
    start();
    const struct standin_interaction *pressed =
        done(press_component(user, panel->id, pick(panel, "kl")));
    assert_int_equal(pressed->answer, 7);
    assert_non_null(strstr(standin_content(panel), in_words("<HAND_1>")));
    assert_null(strstr(standin_content(panel), in_words("<PRESS_STALE_1>")));
    assert_null(pick(panel, "klms"));
    play_to_the_end(true);
    assert_int_equal(standin_commands_created(house.standin),
                     (int)json_array_size(standin_commands(house.standin)));
}

/* What it says of the hand, without what can be played. */
static void keep_hand(const char *content, char hand[2000])
{
    const char *from = strstr(content, in_words("<HAND_2>"));
    snprintf(hand, 2000, "%.*s", from ? (int)strcspn(from, ".") : 0, from ? from : "");
}

/* The panel of somebody who can press Undo, after some presses of moves. `before` gets what it
   said before the move. */
static const struct standin_message *panel_with_undo(uint64_t *user, char before[2000])
{
    static char said[PEOPLE][2000];
    for (int i = 0; i < 200; i++) {
        *user = house.people[i % PEOPLE];
        const struct standin_message *panel = newest(*user, house.channel, "r");
        bool is_own = panel && panel->viewer == *user;
        if (is_own && pick(panel, "u")) {
            snprintf(before, 2000, "%s", said[i % PEOPLE]);
            return panel;
        }
        if (is_own)
            keep_hand(standin_content(panel), said[i % PEOPLE]);
        if (!plays(*user, true))
            wait_ms(1000);
    }
    fail_msg("nobody can take anything back");
    return NULL;
}

/* The hand is what it was; a second press takes nothing more back. */
static test_case(a_pressed_undo_takes_back_one_move)
{
    uint64_t user;
    char before[2000] = "", after[2000], undo[64];
    choose_panels();
    open_table("colorcatcher");
    const struct standin_message *panel = panel_with_undo(&user, before);
    snprintf(after, sizeof after, "%s", standin_content(panel));
    assert_string_not_equal(before, after);
    snprintf(undo, sizeof undo, "%s",
             json_string_value(json_object_get(pick(panel, "u"), "custom_id")));
    uint64_t first = standin_press(house.standin, user, panel->id, undo);
    uint64_t second = standin_press(house.standin, user, panel->id, undo);
    assert_int_equal(done(first)->answer, 7);
    done(second);
    assert_non_null(strstr(standin_content(panel), in_words("<PRESS_STALE_1>")));
    assert_non_null(strstr(standin_content(panel), before));
    assert_null(pick(panel, "u"));
    wait_ms(10000);
    assert_non_null(strstr(
        standin_content(standin_last(house.standin, house.channel, STANDIN_EVERYONE)), "back"));
    standin_expect_clean(house.standin);
    play_to_the_end(true);
}

/* Sending another person's hand, moves and ids brings nothing but a sentence. */
static test_case(forged_presses_are_refused_in_private)
{
    uint64_t user;
    char id[128], value[128];
    choose_panels();
    open_table("heartcatchers");
    const struct standin_message *panel = panel_with_moves(&user);
    const json_t *move = pick(panel, "kl");
    const char *chosen = json_string_value(
        json_object_get(json_array_get(json_object_get(move, "options"), 0), "value"));
    snprintf(id, sizeof id, "%s", json_string_value(json_object_get(move, "custom_id")));
    snprintf(value, sizeof value, "%s", chosen ? chosen : "");
    uint64_t other = house.people[user == house.people[0]];
    const struct standin_message *table = newest(house.stranger, house.channel, "t1:hand");
    const uint64_t forgers[] = {other, house.stranger};
    for (int i = 0; i < 2; i++) {
        const struct standin_interaction *forged =
            done(standin_forge(house.standin, forgers[i], table->id, id, chosen ? value : NULL));
        assert_int_equal(forged->answer, 4);
        assert_int_equal(standin_message(house.standin, forged->message)->viewer, forgers[i]);
    }
    assert_non_null(pick(panel, "kl")); /* nothing was played */
    expect_no_hand(house.stranger);
    standin_expect_clean(house.standin);
}

/* "Again" under the result: one button, and a press of each. */
static test_case(another_game_is_pressed)
{
    choose_panels();
    open_table("heartcatchers");
    play_to_the_end(true);
    const struct standin_message *result = newest(house.stranger, house.channel, "t1:again");
    assert_non_null(result);
    /* the last one: no message of its own */
    const char *words = strstr(standin_content(result), in_words("<RESULT_1 game=Heartcatchers>"));
    assert_non_null(words);
    assert_non_null(strstr(words, in_words("!again**<AGAIN_2>")));
    assert_non_null(strstr(words, "-# 0 to draw"));
    int messages = standin_messages(house.standin, house.channel, STANDIN_EVERYONE, NULL, 0),
        closed_panels = 0;
    for (int i = 0; i < PEOPLE; i++) {
        char *received = standin_received(house.standin, house.people[i], 0);
        closed_panels += strstr(received, "The game is over.\"") != NULL;
        free(received);
    }
    assert_int_equal(closed_panels, 1); /* of the person who played last */
    const struct standin_interaction *strange =
        done(standin_press(house.standin, house.stranger, result->id, "t1:again"));
    assert_non_null(strstr(standin_content(standin_message(house.standin, strange->message)),
                           in_words("<AGAIN_NOT_YOURS_1>")));
    assert_int_equal(standin_message(house.standin, strange->message)->viewer, house.stranger);
    done(standin_press(house.standin, house.people[0], result->id, "t1:again"));
    assert_int_equal(standin_messages(house.standin, house.channel, STANDIN_EVERYONE, NULL, 0),
                     messages + 1);
    assert_true(is_over());
    done(standin_press(house.standin, house.people[1], result->id, "t1:again"));
    wait_ms(15000);
    assert_false(is_over());
    assert_non_null(newest(house.stranger, house.channel, "t2:hand"));
    const struct standin_interaction *late =
        done(standin_press(house.standin, house.people[0], result->id, "t1:again"));
    assert_non_null(strstr(standin_content(standin_message(house.standin, late->message)),
                           in_words("<AGAIN_OVER_1>")));
    standin_expect_clean(house.standin);
    expect_no_hand(house.stranger);
}

/* The last messages are long on their way, and meanwhile new sessions begin, after which every
   board is looked after. */
static test_case(no_older_board_comes_behind_the_result)
{
    choose_panels();
    open_table("heartcatchers");
    for (int i = 0, idle = 0; !is_over() && idle < IDLE_MOST; i++) {
        const struct standin_message *board = newest(house.stranger, house.channel, "t1:hand");
        bool is_late = board && strstr(standin_content(board), "-# 0 to draw");
        if (is_late)
            standin_fault(house.standin,
                          &(struct standin_fault){.kind = STANDIN_FAULT_SLOW_BEFORE,
                                                  .route = "POST /channels/{}/messages",
                                                  .id = house.channel,
                                                  .times = STANDIN_EVERY,
                                                  .ms = 12 * 1000});
        bool played = plays(house.people[i % PEOPLE], true);
        idle = played ? 0 : idle + 1;
        if (!played && idle % 8 == 7)
            press_table(house.people[idle / 8 % PEOPLE], "hand");
        if (played && is_late)
            standin_invalidate(house.standin, 0, false);
        wait_ms(played && is_late ? 61 * 1000 : 1000);
    }
    assert_true(is_over());
    standin_heal(house.standin);
    wait_ms(300 * 1000);
    const struct standin_message *last =
        standin_last(house.standin, house.channel, STANDIN_EVERYONE);
    assert_non_null(strstr(standin_content(last), in_words("<RESULT_1 game=Heartcatchers>")));
    standin_expect_clean(house.standin);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, opened, closed)
#define PANELS(game)                                                                               \
    {                                                                                              \
        game " by panels", a_game_is_played_by_panels, NULL, NULL, (char[])                        \
        {                                                                                          \
            game                                                                                   \
        }                                                                                          \
    }
#define LETTERS(game)                                                                              \
    {                                                                                              \
        game " in direct messages", a_game_is_played_in_direct_messages, NULL, NULL, (char[])      \
        {                                                                                          \
            game                                                                                   \
        }                                                                                          \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        PANELS("heartcatchers"),
        PANELS("colorcatcher"),
        PANELS("coloretto"),
        PANELS("roygbiv"),
        PANELS("kritters"),
        LETTERS("heartcatchers"),
        LETTERS("colorcatcher"),
        LETTERS("roygbiv"),
        TEST(a_private_table_is_played_in_direct_messages),
        TEST(what_comes_four_times_counts_once),
        TEST(lost_answers_are_given_again),
        TEST(a_slow_disk_defers_the_answer_and_nothing_more),
        TEST(old_buttons_work_after_a_restart),
        TEST(a_pressed_undo_takes_back_one_move),
        TEST(forged_presses_are_refused_in_private),
        TEST(another_game_is_pressed),
        TEST(no_older_board_comes_behind_the_result),
    };
    return cmocka_run_group_tests_name("presses", tests, NULL, NULL);
}

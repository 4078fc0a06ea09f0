/* What is pressed, chosen and commanded, and how it is answered: once, in time, in private, and
   only for people who may. */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "faulty_store.h"
#include "in_words.h"
#include "inbox.h"
#include "interact/fakes.h"
#include "json.h"
#include "markdown.h"
#include "posts.h"
#include "reply.h"
#include "tables.h"
#include "testing.h"

/* "t1:join" of the table there. */
static const char *id_of(char letter, const char *rest)
{
    static char id[64];
    snprintf(id, sizeof id, "%c%d:%s", letter, (int)world_table(), rest);
    return id;
}

/* The panel of the person to move, by "My hand". */
static const struct sent *open_panel(const char *user)
{
    int id = world_press(user, id_of('t', "hand"), NULL, false, NULL);
    world_settle();
    const struct sent *sent = world_sent(id, 0);
    assert_int_equal(world_callback(sent), 4);
    assert_true(world_is_private(sent));
    return sent;
}

/* A move of the panel of the person to move, of the first card: the first in a menu, or a button.
 */
struct move {
    char user[DISCORD_ID], id[128], value[128];
};

static struct move first_move(const char *user)
{
    struct move move = {.user = ""};
    const json_t *panel = world_message(open_panel(user));
    const char *card = world_find(panel, "c"), *button, *value;
    int id = world_press(user, card, NULL, true, NULL);
    world_settle();
    assert_int_equal(world_count(id), 1);
    panel = world_message(world_sent(id, 0));
    assert_int_equal(world_callback(world_sent(id, 0)), 7);
    button = world_find(panel, "k");
    snprintf(move.user, sizeof move.user, "%s", user);
    snprintf(move.id, sizeof move.id, "%s", button ? button : world_find(panel, "l"));
    value = button ? NULL : world_option(panel);
    snprintf(move.value, sizeof move.value, "%s", value ? value : "");
    return move;
}

static int press_move(const struct move *move)
{
    return world_press(move->user, move->id, *move->value ? move->value : NULL, true, NULL);
}

/* ---- playing ---- */

static test_case(a_game_is_opened_joined_and_played_by_pressing)
{
    world_deal("heartcatchers");
    assert_says(world.posts, "play Heartcatchers");
    for (int i = 0; i < 6; i++) {
        const char *due = world_due();
        struct move move = first_move(due);
        world_forget();
        int id = press_move(&move);
        world_settle();
        const struct sent *sent = world_sent(id, 0);
        assert_int_equal(world_count(id), 1);
        assert_int_equal(world_callback(sent), 7); /* in place */
        assert_says(world_content(sent), "You played");
        assert_says(world_content(sent), "<HAND_1>");
        assert_non_null(world_find(world_message(sent), "r"));
        assert_true(*world.posts);
        assert_no(world.whispers, due); /* the hand is in the panel, and nowhere else */
    }
}

/* ---- in private ---- */

/* What others see of somebody's presses: everything they are sent, against what the one who
   presses is. */
static test_case(the_same_button_shows_everybody_their_own)
{
    world_deal("heartcatchers");
    char hands[2][DISCORD_TEXT];
    const char *const users[] = {"7", "8"};
    for (int i = 0; i < 2; i++) {
        const struct sent *sent = open_panel(users[i]);
        char *dumped = json_dumps(sent->body, JSON_COMPACT);
        snprintf(hands[i], sizeof hands[i], "%s", dumped);
        free(dumped);
    }
    assert_string_not_equal(hands[0], hands[1]);
    for (int i = 0; i < 2; i++) { /* one who does not play */
        int id = world_press("9", id_of('t', "hand"), NULL, false, NULL);
        world_settle();
        assert_true(world_is_private(world_sent(id, 0)));
        assert_no(world_content(world_sent(id, 0)), "your hand");
        assert_null(world_find(world_message(world_sent(id, 0)), "m"));
    }
}

/* A button of a panel under a message that all see (no honest client has one) must not turn it
   into a hand. */
static test_case(a_hand_never_replaces_what_others_read)
{
    world_deal("heartcatchers");
    const char *due = world_due();
    struct move move = first_move(due);
    char refresh[64];
    snprintf(refresh, sizeof refresh, "%s", id_of('r', "0:"));
    const struct {
        const char *id, *value;
    } presses[] = {
        {refresh, NULL}, {move.id, *move.value ? move.value : NULL}, {"m1.0.0:hide d", NULL}};
    for (int i = 0; i < 3; i++) {
        int id = world_press(due, presses[i].id, presses[i].value, false, NULL);
        world_settle();
        for (int k = 0; k < world_count(id); k++)
            assert_true(world_callback(world_sent(id, k)) == 4 &&
                        world_is_private(world_sent(id, k)));
    }
    world_forget();
    faulty_store_hold(world.faulty, true); /* nor when it takes long */
    move = first_move(world_due());
    int id = world_press(move.user, move.id, *move.value ? move.value : NULL, false, NULL);
    world_wait(3000);
    faulty_store_hold(world.faulty, false);
    world_settle();
    assert_int_equal(world_callback(world_sent(id, 0)), 5);
    assert_true(world_is_private(world_sent(id, 0)));
    assert_string_equal(world_sent(id, 1)->route, ROUTE_ORIGINAL);
}

static test_case(everything_mentions_nobody_and_fits)
{
    world_deal("heartcatchers");
    struct move move = first_move(world_due());
    press_move(&move);
    world_command("7", "help", NULL, NULL);
    world_command("7", "kick",
                  json_pack("[{s:s, s:s}]", "name", "name", "value", "@everyone <@&1>"), NULL);
    world_settle();
    for (int i = 0; i < world.sent_count; i++) {
        const json_t *message = world_message(&world.sent[i]);
        const json_t *parse =
            json_object_get(json_object_get(message, "allowed_mentions"), "parse");
        if (!json_object_get(message, "content"))
            continue;
        assert_true(json_is_array(parse) && json_array_size(parse) == 0);
        assert_true(markdown_length(world_content(&world.sent[i])) <= DISCORD_CONTENT);
    }
}

/* ---- what is refused ---- */

static test_case(forged_and_foreign_presses_do_nothing)
{
    world_deal("heartcatchers");
    struct move move = first_move(world_due());
    world_forget();
    const struct {
        const char *user, *id, *value, *said;
    } forged[] = {
        /* another's seat */
        {world_other(move.user), move.id, *move.value ? move.value : NULL, "<PRESS_OTHERS_1>"},
        {"9", move.id, *move.value ? move.value : NULL, "<NOT_SEATED_RUNNING_1>"},
        {move.user, "m999.0.0:hide d them1", NULL, "<NOT_SEATED_RUNNING_1>"},
        {move.user, "m99999999999999999999.0.0:hide d", NULL, "<DISCORD_BUTTON_UNKNOWN_1>"},
        {move.user, "t999:join", NULL, "<NOT_SEATED_RUNNING_1>"},
        {move.user, "t1:stop", NULL, "out of date"},
        {move.user, "t1:leave", NULL, "your hand"}, /* of a message of before the game */
        {"9", "t1:leave", NULL, "newest message"},
        {move.user, "r1:99999999999:zzz", NULL, "your hand"},
        {move.user, "s1.0.0:0", "#0123456789abcdef", "out of date"},
        {move.user, "m1.-1.0:hide d", NULL, "<COMMAND_UNKNOWN_1>"},
        {move.user, "", NULL, "<COMMAND_UNKNOWN_1>"},
        {move.user, "m", NULL, "<COMMAND_UNKNOWN_1>"},
        {move.user, "x1:y", NULL, "<COMMAND_UNKNOWN_1>"},
    };
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        int id = world_press(forged[i].user, forged[i].id, forged[i].value, true, NULL);
        world_settle();
        assert_int_equal(world_count(id), 1);
        assert_says(world_content(world_sent(id, 0)), forged[i].said);
    }
    assert_string_equal(world.posts, "");
}

static test_case(a_stale_press_shows_how_it_stands)
{
    world_deal("heartcatchers");
    struct move move = first_move(world_due());
    press_move(&move);
    world_settle();
    world_forget();
    int id = press_move(&move);
    world_settle();
    assert_says(world_content(world_sent(id, 0)), "<PRESS_STALE_1>");
    assert_says(world_content(world_sent(id, 0)), "<HAND_1>");
    assert_no(world_content(world_sent(id, 0)), "You played");
    assert_string_equal(world.posts, "");
}

static test_case(missing_permissions_are_named)
{
    json_t *deaf = json_pack("{s:s}", "app_permissions", "1024");
    int id = world_command("7", "play",
                           json_pack("[{s:s, s:s}]", "name", "game", "value", "coloretto"), deaf);
    world_settle();
    assert_says(world_content(world_sent(id, 0)), "**Send Messages**");
    assert_true(world_is_private(world_sent(id, 0)));
    json_t *thread = json_pack("{s:s, s:{s:s, s:i}}", "app_permissions", "3072", "channel", "id",
                               "50", "type", 11);
    id = world_command("7", "play", json_pack("[{s:s, s:s}]", "name", "game", "value", "coloretto"),
                       thread);
    world_settle();
    assert_says(world_content(world_sent(id, 0)), "**Send Messages in Threads**");
    /* needs none */
    id = world_command("7", "help", NULL, json_pack("{s:s}", "app_permissions", "0"));
    world_settle();
    assert_says(world_content(world_sent(id, 0)), "/games");
    assert_string_equal(world.posts, "");
}

/* ---- once, and in time ---- */

static test_case(the_same_interaction_counts_once)
{
    int id = 0;
    for (int i = 0; i < 4; i++) {
        world.next_id = 2000;
        id = world_command("7", "play",
                           json_pack("[{s:s, s:s}]", "name", "game", "value", "heartcatchers"),
                           json_pack("{s:s}", "id", "1456074443980800001"));
        world_settle();
    }
    assert_int_equal(world_count(id), 1);
    assert_says(world_content(world_sent(id, 0)), "<I_READ_PLAY_IF>");
    assert_says(world.posts, "ann opened");
    assert_null(strstr(strstr(world.posts, "ann opened") + 1, "ann opened"));
    assert_string_equal(world.noted, "<#50> 41");
}

static test_case(a_slow_disk_is_waited_for)
{
    world_deal("heartcatchers");
    struct move move = first_move(world_due());
    world_forget();
    faulty_store_hold(world.faulty, true);
    int64_t began = loop_now(world.discord.loop);
    int id = press_move(&move);
    int start =
        world_command("9", "play", json_pack("[{s:s, s:s}]", "name", "game", "value", "coloretto"),
                      json_pack("{s:s}", "channel_id", "51"));
    world_wait(5000);
    assert_int_equal(world_callback(world_sent(id, 0)), 6);
    assert_true(world_sent(id, 0)->at - began <= REPLY_DEFER_MS);
    assert_int_equal(world_callback(world_sent(start, 0)), 5);
    assert_true(world_is_private(world_sent(start, 0)));
    assert_int_equal(world_count(id) + world_count(start), 2);
    faulty_store_hold(world.faulty, false);
    world_settle();
    assert_string_equal(world_sent(id, 1)->route, ROUTE_ORIGINAL);
    assert_string_equal(world_sent(id, 1)->method, "PATCH");
    assert_says(world_content(world_sent(id, 1)), "<HAND_1>");
    assert_says(world_content(world_sent(start, 1)), "<I_READ_PLAY>");
    assert_false(world_is_private(world_sent(start, 1))); /* what was deferred is, and stays so */
    assert_int_equal(world_count(id) + world_count(start), 4);
}

/* An interaction that was so long under way, with a disk that stands still for so long: whether
   its answer was deferred, and then so that it reached Discord before it had taken the
   interaction for failed. */
static bool is_deferred(int64_t way, int64_t disk)
{
    struct move move = first_move(world_due());
    world_settle();
    world_forget();
    world.way = way;
    faulty_store_hold(world.faulty, true);
    int64_t made = loop_now(world.discord.loop) - way;
    int id = press_move(&move);
    for (int64_t ms = 0; ms < disk; ms += 10)
        world_wait(10);
    faulty_store_hold(world.faulty, false);
    world_settle();
    const struct sent *first = world_sent(id, 0);
    bool is = world_callback(first) == 6;
    assert_true(first->at - made <= (is && way < REPLY_DEFER_MS ? 950
                                     : is                       ? way + 50
                                                                : REPLY_DEFER_MS + 50));
    world.way = 40;
    return is;
}

/* Discord counts its 3 s from when it made the interaction, by its own clock. */
static void defer_by_the_clock_of_discord(int64_t clock)
{
    enum { WAY = 40 };
    world_open();
    world.clock = clock;
    world_deal("heartcatchers");
    for (int i = 0; i < 4; i++)
        assert_false(is_deferred(WAY + 10 * i, 200)); /* quick ones */
    assert_true(is_deferred(WAY, 2500));              /* a slow fsync */
    assert_true(is_deferred(700, 2500));              /* and read late, too */
    /* read so late that nothing can be waited for */
    assert_true(is_deferred(2200, 400));
    assert_false(is_deferred(700, 100));
    assert_true(is_deferred(700, 300));
    assert_false(is_deferred(WAY, 600));
    world_close();
}

static test_case(an_answer_is_deferred_in_time_by_the_clock_of_discord)
{
    static const int64_t clocks[] = {0, 5000, -5000, 3600000, -3600000};
    world_close();
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
        defer_by_the_clock_of_discord(clocks[i]);
    world_open();
}

/* Our own clock is set, or Discord's: no quick press is deferred for it, and no slow one is late
   by it. */
static test_case(a_clock_that_is_set_defers_no_quick_press)
{
    static const int64_t steps[] = {5000, -5000, 0, -3600000, 3600000};
    world_deal("heartcatchers");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        world.clock = steps[i];
        assert_false(is_deferred(40, 200));
        assert_true(is_deferred(40, 2500));
    }
}

/* The host comes to an end with a move that long after it was pressed; then never within the
   memory of it. */
static void answer_late(int64_t after)
{
    world_open();
    world_deal("heartcatchers");
    struct person *person = people_get(&world.discord, world_due());
    person->dm = DM_OPEN;
    snprintf(person->dm_channel, sizeof person->dm_channel, "77");
    struct move move = first_move(person->id);
    world_forget();
    faulty_store_hold(world.faulty, true);
    int id = press_move(&move);
    world_wait(after);
    assert_int_equal(world_count(id), 1); /* deferred */
    faulty_store_hold(world.faulty, false);
    world_settle();
    assert_int_equal(world_count(id), 1);
    assert_true(*world.posts); /* the move counts */
    const struct sent *sent = &world.sent[world.sent_count - 1];
    if (after < REPLY_TOKEN_MS)
        assert_string_equal(sent->route, "/channels/{}/messages");
    else
        assert_says(world.whispers, "<HAND_1>"); /* forgotten: told as any other */
    world_close();
}

static test_case(no_token_is_used_after_its_time)
{
    answer_late(REPLY_TOKEN_MS - REPLY_MARGIN_MS / 2);
    answer_late(REPLY_TOKEN_MS + REPLY_MARGIN_MS);
}

/* In the direct messages between the person and the bot. */
static json_t *in_private(const char *user)
{
    return json_pack("{s:n, s:n, s:{s:s}, s:i, s:s, s:{s:s, s:i}}", "guild_id", "member", "user",
                     "id", user, "context", 1, "channel_id", "77", "channel", "id", "77", "type",
                     1);
}

/* What was refused, passed over or not heard is not done. */
static test_case(no_answer_claims_what_nobody_knows)
{
    for (int round = 0; round < 4; round++) {
        bool is_private = round & 1, is_playing = round & 2;
        int unread = 0;
        world_close();
        world_open();
        if (is_playing)
            world_deal("heartcatchers");
        world_forget();
        for (int i = 0; i < 60; i++) {
            const char *user = i % 2 ? "7" : "8"; /* one of them is not to move */
            int id = world_command(user, "move",
                                   json_pack("[{s:s, s:s}]", "name", "move", "value", "juggle z9"),
                                   is_private ? in_private(user) : NULL);
            world_settle();
            const char *content = world_content(world_sent(id, 0));
            assert_true(*content);
            assert_null(strstr(content, "Done"));
            unread += strstr(content, in_words("<MOVE_SECRET_SAID_1>")) != NULL;
            assert_true(
                strstr(content, "juggle") || strstr(content, in_words("<MOVE_SECRET_SAID_1>")) ||
                strstr(content, "turn") || strstr(content, "able") || strstr(content, "seconds"));
            world_forget();
        }
        assert_true(unread > 0);
        int settings = world_command("7", "settings", NULL, NULL);
        world_settle();
        assert_says(world_content(world_sent(settings, 0)), "<MOVE_SECRET_SAID_1>");
        assert_int_equal(
            json_array_size(json_object_get(world_message(world_sent(settings, 0)), "components")),
            0);
    }
}

/* It came too late for Discord (a replay, or a lost connection): the move counts, and its answer
   goes another way. */
static test_case(where_no_answer_is_taken_the_hand_comes_by_message)
{
    world_deal("heartcatchers");
    struct person *person = people_get(&world.discord, world_due());
    person->dm = DM_OPEN;
    snprintf(person->dm_channel, sizeof person->dm_channel, "77");
    struct move move = first_move(person->id);
    world_forget();
    world.refuse_code = 10062;
    int id = press_move(&move);
    world_settle();
    assert_int_equal(world_count(id), 1);
    assert_true(*world.posts);
    const struct sent *sent = &world.sent[world.sent_count - 1];
    assert_string_equal(sent->route, "/channels/{}/messages");
    assert_string_equal(sent->first, "77");
    assert_says(world_content(sent), "<HAND_1>");
    assert_false(world_is_private(sent));
    assert_non_null(field_text(sent->body, "nonce"));
}

/* What was said stays in a message of its own: a newer hand may take the place of the hand. */
static test_case(where_no_answer_is_taken_words_and_hand_come_by_messages)
{
    world_deal("heartcatchers");
    struct move move = first_move(world_due());
    struct person *person = people_get(&world.discord, move.user);
    press_move(&move);
    world_settle();
    person->dm = DM_OPEN;
    snprintf(person->dm_channel, sizeof person->dm_channel, "77");
    world_forget();
    world.refuse_code = 10062;
    press_move(&move);
    world_settle();
    const struct sent *words = &world.sent[world.sent_count - 2], *hand = words + 1;
    assert_string_equal(words->first, "77");
    assert_says(world_content(words), "<PRESS_STALE_1>");
    assert_null(strstr(world_content(words), in_words("<HAND_1>")));
    assert_int_equal(json_array_size(json_object_get(words->body, "components")), 0);
    assert_string_equal(hand->first, "77");
    assert_says(world_content(hand), "<HAND_1>");
    assert_null(strstr(world_content(hand), in_words("<PRESS_STALE_1>")));
}

/* Its message is gone, or the server does not edit private ones. */
static test_case(a_panel_that_cannot_be_edited_is_said_anew)
{
    world_deal("heartcatchers");
    struct move move = first_move(world_due());
    world_forget();
    world.refuse_code = 10008;
    int id = press_move(&move);
    world_settle();
    assert_true(*world.posts);
    assert_int_equal(world_callback(world_sent(id, 0)), 7);
    assert_int_equal(world_callback(world_sent(id, 1)), 4);
    assert_true(world_is_private(world_sent(id, 1)));
    assert_says(world_content(world_sent(id, 1)), "<HAND_1>");
    assert_int_equal(world_count(id), 2);
}

/* There are servers to which an answer without a message is none. */
static test_case(where_silence_is_refused_something_is_said)
{
    world_command("7", "play", json_pack("[{s:s, s:s}]", "name", "game", "value", "heartcatchers"),
                  NULL);
    world_settle();
    char custom_id[40];
    snprintf(custom_id, sizeof custom_id, "t%lld:join", (long long)world_table());
    world.refuse_code = 50035;
    int id = world_press("8", custom_id, NULL, false, NULL);
    world_settle();
    assert_int_equal(world_callback(world_sent(id, 0)), 6);
    assert_int_equal(world_callback(world_sent(id, 1)), 4);
    assert_true(world_is_private(world_sent(id, 1)));
    assert_string_equal(world_content(world_sent(id, 1)), in_words("<DISCORD_NOTHING_TOLD>"));
    assert_int_equal(world_count(id), 2);
}

static test_case(a_button_tells_what_the_signs_mean)
{
    world_deal("heartcatchers");
    int id = world_press("8", id_of('t', "cards"), NULL, false, NULL);
    world_settle();
    assert_true(world_is_private(world_sent(id, 0)));
    assert_says(world_content(world_sent(id, 0)), "red heart");
    assert_says(world_content(world_sent(id, 0)), "Uncatchable");
}

static test_case(an_open_panel_is_kept_fresh_while_its_token_lives)
{
    world_deal("heartcatchers");
    char due[DISCORD_ID];
    snprintf(due, sizeof due, "%s", world_due());
    int panel = world_press(world_other(due), id_of('t', "hand"), NULL, false, NULL);
    world_settle();
    assert_int_equal(world_count(panel), 1);
    struct move move = first_move(due);
    press_move(&move);
    world_settle();
    assert_int_equal(world_count(panel), 2);
    assert_string_equal(world_sent(panel, 1)->route, ROUTE_ORIGINAL);
    assert_non_null(world_find(world_message(world_sent(panel, 1)), "c"));
    world_wait(REPLY_TOKEN_MS);
    move = first_move(world_due());
    press_move(&move);
    world_settle();
    move = first_move(world_due());
    press_move(&move);
    world_settle();
    assert_int_equal(world_count(panel), 2);
}

static const struct host_board *table(void)
{
    static struct host_board board;
    assert_true(host_board_in(world.discord.host, "discord", "<#50>", &board));
    return &board;
}

static test_case(a_panel_that_is_gone_is_not_edited_again)
{
    world_deal("heartcatchers");
    int panel = world_press(world_other(world_due()), id_of('t', "hand"), NULL, false, NULL);
    world_settle();
    struct person *person = people_get(&world.discord, world_other(world_due()));
    world.refuse_code = 10008;
    assert_true(reply_panel_refresh(&world.discord, person, table()));
    assert_true(
        reply_panel_refresh(&world.discord, person, table())); /* twice in a turn: shown once */
    world_settle();
    assert_int_equal(world_count(panel), 2);
    assert_false(reply_panel_refresh(&world.discord, person, table()));
}

/* ---- elsewhere ---- */

static test_case(a_direct_message_is_a_private_conversation)
{
    world_deal("heartcatchers");
    struct move move = first_move(world_due());
    world_forget();
    int id = world_dm_press(move.user, move.id, *move.value ? move.value : NULL);
    world_settle();
    assert_int_equal(world_callback(world_sent(id, 0)), 7); /* its own message, edited in place */
    assert_says(world_content(world_sent(id, 0)), "<HAND_1>");
    assert_true(*world.posts);
    move = first_move(world_due());
    assert_true(
        reply_panel_refresh(&world.discord, people_get(&world.discord, move.user), table()));
}

static const struct sent *sent_hand(void)
{
    for (int i = 0; i < world.sent_count; i++)
        if (strstr(world_content(&world.sent[i]), in_words("<HAND_1>")))
            return &world.sent[i];
    fail_msg("no hand was sent");
    return NULL;
}

/* What is kept fresh later, and by the token of which press. */
static void assert_is_kept_fresh(const char *route, const char *token)
{
    world_forget();
    for (struct panel *panel = world.discord.panels; panel; panel = panel->next)
        panel->place.holds[0] = '\0'; /* else it shows that already */
    assert_true(reply_panel_refresh(&world.discord, people_get(&world.discord, "8"), table()));
    world_settle();
    assert_int_equal(world.sent_count, 1);
    assert_string_equal(world.sent[0].route, route);
    assert_string_equal(world.sent[0].token, token);
}

static int press_at_table(const char *user, const char *word)
{
    char id[64];
    snprintf(id, sizeof id, "t%d:%s", (int)world_table(), word);
    int press = world_press(user, id, NULL, false, NULL);
    world_settle();
    return press;
}

static void open_for_bob(void)
{
    people_get(&world.discord, "8")->hands = HANDS_BY_PANEL;
    world_command("7", "play", json_pack("[{s:s, s:s}]", "name", "game", "value", "heartcatchers"),
                  NULL);
    world_settle();
}

/* bob pressed Start as the last one, so that the game began: the answer to that press is his
   panel. */
static test_case(the_hand_of_a_game_begun_by_a_press_answers_it)
{
    open_for_bob();
    press_at_table("8", "join");
    press_at_table("7", "start");
    world_forget();
    int press = press_at_table("8", "start");
    assert_says(world.whispers, "7\n");
    assert_no(world.whispers, "\n8\n");
    assert_ptr_equal(sent_hand(), world_sent(press, 0));
    assert_int_equal(world_callback(sent_hand()), 4);
    assert_true(world_is_private(sent_hand()));
    char token[64];
    snprintf(token, sizeof token, "%s", sent_hand()->token);
    assert_is_kept_fresh(ROUTE_ORIGINAL, token);
}

/* bob pressed Join ten seconds before: with the token of that press his panel is opened. */
static test_case(the_hand_of_a_game_begun_by_the_clock_goes_where_hands_go)
{
    open_for_bob();
    int press = press_at_table("8", "join");
    char token[64], message[DISCORD_ID];
    snprintf(token, sizeof token, "%s", world_sent(press, 0)->token);
    world_forget();
    world_wait(10000);
    world_settle();
    assert_says(world.whispers, "7\n");
    assert_no(world.whispers, "\n8\n");
    assert_true(world_is_private(sent_hand()));
    assert_string_equal(sent_hand()->route, ROUTE_FOLLOW);
    assert_string_equal(sent_hand()->token, token);
    snprintf(message, sizeof message, "%d", 5000 + (int)(sent_hand() - world.sent));
    assert_is_kept_fresh(ROUTE_MESSAGE, token);
    assert_string_equal(world.sent[0].message, message);
}

static test_case(hands_are_chosen)
{
    int id = world_command("7", "hands", json_pack("[{s:s, s:s}]", "name", "by", "value", "panel"),
                           NULL);
    world_settle();
    assert_int_equal(people_get(&world.discord, "7")->hands, HANDS_BY_PANEL);
    assert_says(world_content(world_sent(id, 0)), "<AS_YOU_WANT_IT>");
    world_deal("heartcatchers");
    id = world_command("8", "hands", json_pack("[{s:s, s:s}]", "name", "by", "value", "panel"),
                       NULL);
    world_settle();
    assert_says(world_content(world_sent(id, 0)), "<HAND_1>"); /* here it is */
}

static test_case(a_press_with_nothing_to_say_is_just_taken)
{
    world_command("7", "play", json_pack("[{s:s, s:s}]", "name", "game", "value", "coloretto"),
                  NULL);
    world_settle();
    int id = world_press("8", id_of('t', "join"), NULL, false, NULL);
    world_settle();
    assert_int_equal(world_callback(world_sent(id, 0)), 6);
    assert_int_equal(world_count(id), 1);
    id = world_press("8", id_of('t', "join"), NULL, false, NULL);
    world_settle();
    assert_says(world_content(world_sent(id, 0)), "already");
    id = world_press("8", id_of('t', "rules"), NULL, false, NULL);
    world_settle();
    assert_says(world_content(world_sent(id, 0)), "Coloretto");
    assert_true(world_is_private(world_sent(id, 0)));
}

static test_case(a_flooder_is_not_left_waiting)
{
    int id = 0;
    for (int i = 0; i < 9; i++)
        id = world_command("7", "games", NULL, NULL);
    world_settle();
    assert_int_equal(world_count(id), 1);
    assert_says(world_content(world_sent(id, 0)), "<DISCORD_TOO_MUCH_1>");
}

static test_case(what_makes_no_sense_harms_nothing)
{
    static const char *const odd[] = {
        "{}",
        "{\"type\":null,\"id\":null,\"token\":null}",
        "{\"type\":3,\"id\":\"5\",\"token\":\"t\"}",
        "{\"type\":3,\"id\":\"6\",\"token\":\"token-6\",\"user\":{\"id\":\"7\"}}",
        "{\"type\":\"3\",\"id\":8,\"token\":\"token-8\",\"user\":{\"id\":\"7\"},\"channel_id\":\"50\",\"data\":null}",
        "{\"type\":2,\"id\":\"9\",\"token\":\"token-9\",\"user\":{\"id\":\"7\"},\"channel_id\":\"50\",\"data\":{\"name\":\"no\"}}",
        "{\"type\":4,\"id\":\"10\",\"token\":\"token-10\",\"user\":{\"id\":\"7\"},\"channel_id\":\"50\",\"data\":{}}",
        "{\"type\":5,\"id\":\"11\",\"token\":\"token-11\",\"user\":{\"id\":\"7\"},\"channel_id\":\"50\"}",
        "{\"type\":99,\"id\":\"12\",\"token\":\"token-12\",\"user\":{\"id\":\"7\"},\"channel_id\":\"50\"}",
    };
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        json_t *json = json_loads(odd[i], 0, NULL);
        assert_non_null(json);
        interaction_event(&world.discord, json);
        world_settle();
        json_decref(json);
    }
    assert_says(world_content(world_sent(8, 0)), "<DISCORD_BUTTON_UNKNOWN_1>");
    assert_says(world_content(world_sent(9, 0)), "<DISCORD_COMMAND_UNKNOWN_1>");
    assert_int_equal(world_callback(world_sent(10, 0)), 8);
    assert_says(world_content(world_sent(11, 0)), "/help");
    assert_int_equal(world.sent_count, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        with_world(a_game_is_opened_joined_and_played_by_pressing),
        with_world(the_same_button_shows_everybody_their_own),
        with_world(a_hand_never_replaces_what_others_read),
        with_world(everything_mentions_nobody_and_fits),
        with_world(forged_and_foreign_presses_do_nothing),
        with_world(a_stale_press_shows_how_it_stands),
        with_world(missing_permissions_are_named),
        with_world(the_same_interaction_counts_once),
        with_world(a_slow_disk_is_waited_for),
        with_world(an_answer_is_deferred_in_time_by_the_clock_of_discord),
        with_world(a_clock_that_is_set_defers_no_quick_press),
        with_world(no_answer_claims_what_nobody_knows),
        cmocka_unit_test(no_token_is_used_after_its_time),
        with_world(where_no_answer_is_taken_the_hand_comes_by_message),
        with_world(where_no_answer_is_taken_words_and_hand_come_by_messages),
        with_world(a_panel_that_cannot_be_edited_is_said_anew),
        with_world(where_silence_is_refused_something_is_said),
        with_world(a_button_tells_what_the_signs_mean),
        with_world(an_open_panel_is_kept_fresh_while_its_token_lives),
        with_world(a_panel_that_is_gone_is_not_edited_again),
        with_world(a_direct_message_is_a_private_conversation),
        with_world(the_hand_of_a_game_begun_by_a_press_answers_it),
        with_world(the_hand_of_a_game_begun_by_the_clock_goes_where_hands_go),
        with_world(hands_are_chosen),
        with_world(a_press_with_nothing_to_say_is_just_taken),
        with_world(a_flooder_is_not_left_waiting),
        with_world(what_makes_no_sense_harms_nothing),
    };
    return cmocka_run_group_tests_name("interact", tests, NULL, NULL) + run_offer_tests();
}

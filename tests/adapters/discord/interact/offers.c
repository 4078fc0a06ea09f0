/* What is offered while somebody types a command: their own moves, who sits there, settings. */
#include <stdio.h>
#include <string.h>

#include "fakes.h"
#include "json.h"
#include "markdown.h"
#include "testing.h"
#include "text.h"

static test_case(a_move_is_typed_with_what_is_offered)
{
    world_deal("heartcatchers");
    const char *due = world_due();
    int id = world_type(due, "move",
                        json_pack("[{s:s, s:s, s:b}]", "name", "move", "value", "", "focused", 1));
    world_settle();
    const json_t *choices = json_object_get(world_message(world_sent(id, 0)), "choices");
    assert_int_equal(world_callback(world_sent(id, 0)), 8);
    assert_int_equal(json_array_size(choices), 25);
    const char *value = field_text(json_array_get(choices, 3), "value");
    char move[128];
    snprintf(move, sizeof move, "%s", value);
    world_forget();
    id = world_command(due, "move", json_pack("[{s:s, s:s}]", "name", "move", "value", move), NULL);
    world_settle();
    assert_true(world_is_private(world_sent(id, 0)));
    assert_says(world_content(world_sent(id, 0)), "<HAND_1>");
    assert_string_not_equal(world_due(), due);
}

/* What somebody types is completed from their own moves: people who are not to move, or do not
   play, are offered none. */
static test_case(nobody_is_offered_what_another_can_play)
{
    world_deal("heartcatchers");
    const char *const users[] = {world_other(world_due()), "9"};
    for (int i = 0; i < 2; i++) {
        int id =
            world_type(users[i], "move",
                       json_pack("[{s:s, s:s, s:b}]", "name", "move", "value", "", "focused", 1));
        world_settle();
        assert_int_equal(
            json_array_size(json_object_get(world_message(world_sent(id, 0)), "choices")), 0);
    }
}

/* Whom the caller could tell to get up: not oneself, and no robot that plays. */
static test_case(who_sits_there_is_offered_while_a_name_is_typed)
{
    static const struct {
        const char *user, *typed, *offered;
    } cases[] = {{"7", "", "bob"}, {"8", "", "ann"}, {"7", "BO", "bob"}, {"7", "x", NULL}};
    world_deal("heartcatchers");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int id = world_type(
            cases[i].user, "kick",
            json_pack("[{s:s, s:s, s:b}]", "name", "name", "value", cases[i].typed, "focused", 1));
        world_settle();
        const json_t *choices = json_object_get(world_message(world_sent(id, 0)), "choices");
        assert_int_equal(json_array_size(choices), cases[i].offered != NULL);
        if (cases[i].offered)
            assert_string_equal(field_text(json_array_get(choices, 0), "value"), cases[i].offered);
    }
}

/* Where somebody does not sit, their own table is meant, if they have one. */
static test_case(moves_of_the_own_table_are_offered_elsewhere)
{
    world_deal("heartcatchers");
    world_command("9", "play", json_pack("[{s:s, s:s}]", "name", "game", "value", "coloretto"),
                  json_pack("{s:s}", "channel_id", "51"));
    world_settle();
    world_command("9", "add", NULL, json_pack("{s:s}", "channel_id", "51"));
    world_command("9", "start", NULL, json_pack("{s:s}", "channel_id", "51"));
    world_wait(10000);
    world_settle();
    int id = world_type("9", "move",
                        json_pack("[{s:s, s:s, s:b}]", "name", "move", "value", "", "focused", 1));
    world_settle();
    const char *value = field_text(
        json_array_get(json_object_get(world_message(world_sent(id, 0)), "choices"), 0), "value");
    assert_string_equal(value, "draw");
    world_forget();
    id = world_command("9", "move", json_pack("[{s:s, s:s}]", "name", "move", "value", "draw"),
                       NULL);
    world_settle();
    assert_says(world.posts, "cid draws");
}

static test_case(settings_are_offered_one_by_one)
{
    int id = world_type("7", "play",
                        json_pack("[{s:s, s:s}, {s:s, s:s, s:b}]", "name", "game", "value",
                                  "heartcatchers", "name", "options", "value", "match=3 lay",
                                  "focused", 1));
    world_settle();
    const json_t *choices = json_object_get(world_message(world_sent(id, 0)), "choices");
    assert_int_equal(json_array_size(choices), 2);
    assert_string_equal(field_text(json_array_get(choices, 0), "value"), "match=3 layout=dealt");
    id = world_type("7", "options",
                    json_pack("[{s:s, s:n, s:b}]", "name", "options", "value", "focused", 1));
    world_settle(); /* no table here: nothing to set */
    assert_int_equal(json_array_size(json_object_get(world_message(world_sent(id, 0)), "choices")),
                     0);
}

/* Who begins and how long the table waits, too, beside what the game can be played with; once it
   is dealt, only the clock. */
static test_case(who_begins_and_the_clock_are_offered_like_other_options)
{
    static const struct {
        const char *typed, *offered; /* NULL: nothing */
    } cases[] = {{"first=", "first=lot first=ann first=bob "},
                 {"side=grey first=b", "side=grey first=bob "},
                 {"first=x", ""},
                 {"clock=", "clock=live clock=slow clock=off clock=30s clock=60s clock=600s "},
                 {"clock=o", "clock=off "}};
    world_command("7", "play", json_pack("[{s:s, s:s}]", "name", "game", "value", "coloretto"),
                  NULL);
    world_settle();
    world_command("8", "join", NULL, NULL);
    world_settle();
    for (int is_dealt = 0; is_dealt < 2; is_dealt++) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            char bytes[DISCORD_TEXT];
            struct text offered = text_over(bytes, sizeof bytes);
            text_clear(&offered);
            int id = world_type("7", "options",
                                json_pack("[{s:s, s:s, s:b}]", "name", "options", "value",
                                          cases[i].typed, "focused", 1));
            world_settle();
            const json_t *choices = json_object_get(world_message(world_sent(id, 0)), "choices");
            for (size_t c = 0; c < json_array_size(choices); c++)
                text_putf(&offered, "%s ", field_text(json_array_get(choices, c), "value"));
            bool is_clock = strncmp(cases[i].typed, "clock", 5) == 0;
            assert_string_equal(offered.bytes, is_dealt && !is_clock ? "" : cases[i].offered);
        }
        world_command("7", "start", NULL, NULL);
        world_settle();
        world_command("8", "start", NULL, NULL);
        world_settle();
    }
}

int run_offer_tests(void)
{
    const struct CMUnitTest tests[] = {
        with_world(a_move_is_typed_with_what_is_offered),
        with_world(nobody_is_offered_what_another_can_play),
        with_world(who_sits_there_is_offered_while_a_name_is_typed),
        with_world(moves_of_the_own_table_are_offered_elsewhere),
        with_world(settings_are_offered_one_by_one),
        with_world(who_begins_and_the_clock_are_offered_like_other_options),
    };
    return cmocka_run_group_tests_name("offers", tests, NULL, NULL);
}

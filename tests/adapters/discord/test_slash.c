/* The commands as Discord registers them: within its limits, one for every row, sent only when
   they are others than the last time; and back to what would have been typed. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "game.h"
#include "games.h"
#include "inbox.h"
#include "json.h"
#include "keep.h"
#include "markdown.h"
#include "rest.h"
#include "testing.h"
#include "text.h"

static struct {
    int sent;
    char route[64], first[DISCORD_ID];
    json_t *body;
    rest_done *done;
    void *arg;
} rest;

uint64_t rest_send(struct rest *unused, const struct rest_request *request)
{
    (void)unused;
    rest.sent++;
    snprintf(rest.route, sizeof rest.route, "%s %s", request->method, request->route);
    snprintf(rest.first, sizeof rest.first, "%s", request->ids[0]);
    rest.body = request->body;
    rest.done = request->done;
    rest.arg = request->arg;
    return 1;
}

/* ---- limits ---- */

static void assert_name(const json_t *object)
{
    const char *name = field_text(object, "name");
    assert_non_null(name);
    assert_in_range(strlen(name), 1, 32);
    for (const char *p = name; *p; p++)
        assert_true(islower((unsigned char)*p) || isdigit((unsigned char)*p) || *p == '-' ||
                    *p == '_');
    int length = markdown_length(field_text(object, "description"));
    if (length < 1 || length > 100)
        fail_msg("the description of %s has %d code points", name, length);
}

static void assert_option(const json_t *option, bool *was_optional)
{
    const json_t *choices = json_object_get(option, "choices"), *choice;
    bool is_required = json_is_true(json_object_get(option, "required"));
    size_t i;
    assert_name(option);
    bool is_person = strcmp(field_text(option, "name"), "user") == 0;
    assert_int_equal(field_number(option, "type"), is_person ? 6 : 3);
    assert_false(is_required && *was_optional); /* needed ones come first */
    *was_optional |= !is_required;
    assert_false(choices && json_object_get(option, "autocomplete"));
    assert_true(!choices || (json_array_size(choices) > 0 && json_array_size(choices) <= 25));
    json_array_foreach(choices, i, choice)
    {
        assert_in_range(markdown_length(field_text(choice, "name")), 1, 100);
        assert_in_range(markdown_length(field_text(choice, "value")), 1, 100);
    }
}

static void assert_command(const json_t *command)
{
    const json_t *options = json_object_get(command, "options"), *option;
    char *contexts = json_dumps(json_object_get(command, "contexts"), JSON_COMPACT);
    char *types = json_dumps(json_object_get(command, "integration_types"), JSON_COMPACT);
    char *whole = json_dumps(command, JSON_COMPACT);
    bool was_optional = false;
    size_t i, k;
    assert_name(command);
    bool works_anywhere =
        /* no table, no message of ours */
        strstr("games rules help", field_text(command, "name")) != NULL;
    bool is_order = strstr("ban unban bans", field_text(command, "name")) != NULL;
    const char *shown_to = field_text(command, "default_member_permissions");
    assert_string_equal(contexts, is_order ? "[0]" : works_anywhere ? "[0,1,2]" : "[0,1]");
    assert_string_equal(types, is_order ? "[0]" : "[0,1]");
    assert_string_equal(shown_to ? shown_to : "all", is_order ? "16" : "all");
    assert_true(strlen(whole) <= 8000);
    assert_null(strchr(field_text(command, "description"), '!'));
    assert_true(json_array_size(options) <= 25);
    json_array_foreach(options, i, option)
    {
        assert_option(option, &was_optional);
        for (k = 0; k < i; k++)
            assert_string_not_equal(field_text(option, "name"),
                                    field_text(json_array_get(options, k), "name"));
    }
    free(contexts);
    free(types);
    free(whole);
}

static const json_t *command_named(const json_t *commands, const char *name)
{
    size_t i;
    const json_t *command;
    json_array_foreach(commands, i, command)
    {
        if (strcmp(field_text(command, "name"), name) == 0)
            return command;
    }
    fail_msg("/%s is not registered", name);
    return NULL;
}

static void assert_registered(void *arg, const char *name, const char *words, const char *help)
{
    (void)words;
    (void)help;
    if (strcmp(name, "seat") != 0) /* seats belong to accounts here */
        command_named(arg, name);
}

static test_case(every_command_is_registered_within_the_limits)
{
    json_t *commands = slash_commands();
    const json_t *command;
    size_t i, k;
    assert_true(json_array_size(commands) <= 100);
    commands_each(false, assert_registered, commands);
    commands_each(true, assert_registered, commands);
    json_array_foreach(commands, i, command)
    {
        assert_command(command);
        assert_string_not_equal(field_text(command, "name"), "seat");
        for (k = 0; k < i; k++)
            assert_string_not_equal(field_text(command, "name"),
                                    field_text(json_array_get(commands, k), "name"));
    }
    json_decref(commands);
}

static test_case(what_can_be_said_is_offered)
{
    json_t *commands = slash_commands();
    const json_t *options = json_object_get(command_named(commands, "play"), "options");
    const json_t *game = json_array_get(options, 0), *settings = json_array_get(options, 1);
    assert_string_equal(field_text(game, "name"), "game");
    assert_true(json_is_true(json_object_get(game, "required")));
    assert_int_equal(json_array_size(json_object_get(game, "choices")), game_count);
    assert_string_equal(field_text(settings, "name"), "options");
    assert_true(json_is_true(json_object_get(settings, "autocomplete")));
    options = json_object_get(command_named(commands, "add"), "options");
    assert_int_equal(json_array_size(options), 2);
    assert_int_equal(json_array_size(json_object_get(json_array_get(options, 0), "choices")), 3);
    options = json_object_get(command_named(commands, "move"), "options");
    assert_true(json_is_true(json_object_get(json_array_get(options, 0), "autocomplete")));
    options = json_object_get(command_named(commands, "kick"), "options");
    assert_true(json_is_true(json_object_get(json_array_get(options, 0), "autocomplete")));
    options = json_object_get(command_named(commands, "join"), "options");
    assert_int_equal(json_array_size(options), 2);
    assert_string_equal(field_text(json_array_get(options, 0), "name"), "code");
    assert_string_equal(field_text(json_array_get(options, 1), "name"), "cut");
    for (size_t i = 0; i < 2; i++) {
        assert_false(json_is_true(json_object_get(json_array_get(options, i), "required")));
        assert_null(json_object_get(json_array_get(options, i), "choices"));
    }
    options = json_object_get(command_named(commands, "play"), "options");
    assert_string_equal(field_text(json_array_get(options, 2), "name"), "cut");
    options = json_object_get(command_named(commands, "cut"), "options");
    assert_int_equal(json_array_size(options), 1);
    assert_string_equal(field_text(json_array_get(options, 0), "name"), "words");
    assert_true(json_is_true(json_object_get(json_array_get(options, 0), "required")));
    assert_int_equal(json_array_size(json_object_get(command_named(commands, "fair"), "options")),
                     1);
    json_decref(commands);
}

/* ---- back to a line ---- */

static test_case(a_command_is_the_line_it_stands_for)
{
    static const struct {
        const char *name, *options, *line;
    } lines[] = {
        {"play",
         "[{\"name\":\"options\",\"value\":\"match=3 layout=hearts\"},{\"name\":\"game\",\"value\":\"heartcatchers\"}]",
         "play heartcatchers match=3 layout=hearts"},
        {"play", "null", "play"},
        {"add", "[]", "add robot"},
        {"add", "[{\"name\":\"kind\",\"value\":\"hard\"}]", "add robot hard"},
        {"rules", "[{\"name\":\"topic\",\"value\":\"scoring\"}]", "rules scoring"},
        {"join", "[{\"name\":\"game\",\"value\":\"x\"}]", "join"},
        {"join", "[{\"name\":\"code\",\"value\":\"BCDFGHJK\"}]", "join BCDFGHJK"},
        {"join", "[{\"name\":\"cut\",\"value\":\"seven red herrings\"}]",
         "join cut=seven red herrings"},
        {"play",
         "[{\"name\":\"cut\",\"value\":\"one two\"},{\"name\":\"game\",\"value\":\"heartcatchers\"},"
         "{\"name\":\"options\",\"value\":\"match=3\"}]",
         "play heartcatchers match=3 cut=one two"},
        {"cut", "[{\"name\":\"words\",\"value\":\"one two\"}]", "cut one two"},
        {"fair", "[]", "fair"},
        {"kick", "[{\"name\":\"name\",\"value\":7}]", "kick"},
        {"help", "[{\"name\":\"command\",\"value\":\"play\"}]", "help play"},
        {"ban", "[{\"name\":\"user\",\"value\":\"8\"}]", "ban here <@8>"},
        {"unban", "[{\"name\":\"all\",\"value\":\"everybody\"}]", "unban here everybody"},
        {"unban", "[]", "unban here"},
        {"bans", "[]", "bans here"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char bytes[HOST_TEXT];
        struct text text = text_over(bytes, sizeof bytes);
        json_t *options = json_loads(lines[i].options, JSON_DECODE_ANY, NULL);
        assert_true(slash_line(lines[i].name, options, &text));
        assert_string_equal(bytes, lines[i].line);
        json_decref(options);
    }
    char bytes[HOST_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    assert_false(slash_line("move", NULL, &text));
    assert_false(slash_line("nonsense", NULL, &text));
}

/* ---- registering ---- */

static test_case(commands_are_sent_only_when_they_changed)
{
    struct discord discord = {.application = "901"};
    json_t *given = json_loads(
        "[{\"name\":\"play\",\"id\":\"123\"},{\"name\":\"join\",\"id\":\"124\"}]", 0, NULL);
    struct rest_answer refused = {.outcome = REST_REFUSED, .status = 400, .code = 30034},
                       done = {.outcome = REST_DONE, .status = 200, .body = given};
    discord.setup.keep = keep_new(&(struct keep_port){0});
    slash_register(&discord);
    assert_int_equal(rest.sent, 1);
    assert_string_equal(rest.route, "PUT /applications/{}/commands");
    assert_string_equal(rest.first, "901");
    json_decref(rest.body);
    rest.done(rest.arg, &refused);
    slash_register(&discord); /* refused is not registered */
    assert_int_equal(rest.sent, 2);
    json_decref(rest.body);
    rest.done(rest.arg, &done);
    slash_register(&discord);
    assert_int_equal(rest.sent, 2);
    const char *row = keep_get(discord.setup.keep, "discord:901:commands");
    assert_non_null(row);
    assert_string_equal(row + 64, "  play:123 join:124");
    assert_string_equal(discord.commands, "  play:123 join:124");
    free(discord.commands);
    discord.commands = NULL;
    slash_register(&discord); /* another process */
    assert_int_equal(rest.sent, 2);
    assert_string_equal(discord.commands, "  play:123 join:124");
    keep_put(discord.setup.keep, "discord:901:commands", "of another version", NULL, NULL);
    slash_register(&discord);
    assert_int_equal(rest.sent, 3);
    json_decref(rest.body);
    rest.done(rest.arg, &done);
    keep_free(discord.setup.keep);
    free(discord.commands);
    json_decref(given);
}

static bool has_autocomplete(const json_t *commands)
{
    char *text = json_dumps(commands, 0);
    bool has = strstr(text, "autocomplete") != NULL;
    free(text);
    return has;
}

/* Some servers know commands, and no autocomplete. */
static test_case(a_refused_form_is_sent_once_more_without_autocomplete)
{
    struct discord discord = {.application = "901"};
    struct rest_answer refused = {.outcome = REST_REFUSED, .status = 400, .code = 50035},
                       done = {.outcome = REST_DONE, .status = 200};
    discord.setup.keep = keep_new(&(struct keep_port){0});
    rest.sent = 0;
    slash_register(&discord);
    assert_true(has_autocomplete(rest.body));
    size_t commands = json_array_size(rest.body);
    json_decref(rest.body);
    rest.done(rest.arg, &refused);
    assert_int_equal(rest.sent, 2);
    assert_false(has_autocomplete(rest.body));
    assert_int_equal(json_array_size(rest.body), commands);
    json_decref(rest.body);
    rest.done(rest.arg, &done);
    slash_register(&discord);
    assert_int_equal(rest.sent, 2);
    keep_free(discord.setup.keep);
    free(discord.commands);
}

/* Others know none at all; they are asked once, not at every new session. */
static test_case(a_server_without_commands_is_asked_once)
{
    struct discord discord = {.application = "901"};
    struct rest_answer missing = {.outcome = REST_REFUSED, .status = 404},
                       failed = {.outcome = REST_FAILED, .status = 502};
    discord.setup.keep = keep_new(&(struct keep_port){0});
    rest.sent = 0;
    slash_register(&discord);
    json_decref(rest.body);
    rest.done(rest.arg, &failed); /* that says nothing */
    slash_register(&discord);
    assert_int_equal(rest.sent, 2);
    json_decref(rest.body);
    rest.done(rest.arg, &missing);
    slash_register(&discord);
    assert_int_equal(rest.sent, 2);
    keep_free(discord.setup.keep);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_is_registered_within_the_limits),
        cmocka_unit_test(what_can_be_said_is_offered),
        cmocka_unit_test(a_command_is_the_line_it_stands_for),
        cmocka_unit_test(commands_are_sent_only_when_they_changed),
        cmocka_unit_test(a_refused_form_is_sent_once_more_without_autocomplete),
        cmocka_unit_test(a_server_without_commands_is_asked_once),
    };
    return cmocka_run_group_tests_name("slash", tests, NULL, NULL);
}

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
#include "usage.h"

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

enum {
    SUB_COMMAND = 1,
    SUB_GROUP,
    TEXT,
    WHOLE,
    FLAG,
    PERSON,
    TOP_MOST = 12,      /* commands that stand by themselves: one list on a telephone */
    LEVEL_MOST = 25,    /* Discord's */
    NAME_MOST = 32,     /* Discord's, in characters */
    ABOUT_MOST = 100,   /* Discord's */
    COMMAND_MOST = 8000 /* Discord's: all names, descriptions and choices of a command */
};

static bool is_sub(const json_t *option)
{
    return field_number(option, "type") <= SUB_GROUP;
}

static void assert_name(const json_t *object)
{
    const char *name = field_text(object, "name"), *about = field_text(object, "description");
    assert_non_null(name);
    assert_in_range(strlen(name), 1, NAME_MOST);
    for (const char *p = name; *p; p++)
        assert_true(islower((unsigned char)*p) || isdigit((unsigned char)*p) || *p == '-' ||
                    *p == '_');
    if (!about || markdown_length(about) < 1 || markdown_length(about) > ABOUT_MOST)
        fail_msg("the description of %s is: %s", name, about);
    if (strchr(about, '!') || strstr(about, "...") || strstr(about, "\u2026"))
        fail_msg("%s is described with what nobody can type there, or cut: %s", name, about);
}

static void assert_choices(const json_t *option)
{
    const json_t *choices = json_object_get(option, "choices"), *choice;
    size_t i;
    assert_false(choices && json_object_get(option, "autocomplete"));
    assert_true(!choices ||
                (json_array_size(choices) > 0 && json_array_size(choices) <= LEVEL_MOST));
    json_array_foreach(choices, i, choice)
    {
        assert_in_range(markdown_length(field_text(choice, "name")), 1, 100);
        assert_in_range(markdown_length(field_text(choice, "value")), 1, 100);
    }
}

static void assert_option(const json_t *option, bool *was_optional)
{
    bool is_required = json_is_true(json_object_get(option, "required"));
    int64_t type = field_number(option, "type"), least = field_number(option, "min_value"),
            most = field_number(option, "max_value");
    assert_false(is_required && *was_optional); /* needed ones come first */
    *was_optional |= !is_required;
    assert_in_range(type, TEXT, PERSON);
    assert_choices(option);
    if (type == WHOLE && (least < 1 || most <= least))
        fail_msg("the number %s has no bounds", field_text(option, "name"));
    assert_true(type == WHOLE || !json_object_get(option, "min_value"));
}

/* One level and all below it. */
static void assert_level(const json_t *options)
{
    const json_t *option;
    bool was_optional = false;
    size_t i, k;
    assert_true(json_array_size(options) <= LEVEL_MOST);
    json_array_foreach(options, i, option)
    {
        assert_name(option);
        for (k = 0; k < i; k++)
            assert_string_not_equal(field_text(option, "name"),
                                    field_text(json_array_get(options, k), "name"));
        assert_true(is_sub(option) == is_sub(json_array_get(options, 0)));
        if (is_sub(option))
            assert_level(json_object_get(option, "options"));
        else
            assert_option(option, &was_optional);
    }
}

static void assert_command(const json_t *command)
{
    char *contexts = json_dumps(json_object_get(command, "contexts"), JSON_COMPACT);
    char *types = json_dumps(json_object_get(command, "integration_types"), JSON_COMPACT);
    assert_name(command);
    char name[HOST_NAME + 2];
    snprintf(name, sizeof name, " %s ", field_text(command, "name"));
    bool works_anywhere =
        strstr(" games rules help ", name) != NULL; /* no table, no message of ours */
    bool is_order = strcmp("operator", field_text(command, "name")) == 0;
    const char *shown_to = field_text(command, "default_member_permissions");
    assert_string_equal(contexts, is_order ? "[0]" : works_anywhere ? "[0,1,2]" : "[0,1]");
    assert_string_equal(types, is_order ? "[0]" : "[0,1]");
    assert_string_equal(shown_to ? shown_to : "all", is_order ? "16" : "all");
    assert_level(json_object_get(command, "options"));
    free(contexts);
    free(types);
}

/* In the menu of a person. */
static bool is_in_menu(const json_t *command)
{
    return field_number(command, "type") == 2 && !json_object_get(command, "description");
}

static void assert_in_menu(const json_t *command)
{
    char *contexts = json_dumps(json_object_get(command, "contexts"), JSON_COMPACT);
    assert_in_range(markdown_length(field_text(command, "name")), 1, NAME_MOST);
    assert_string_equal(contexts, "[0]"); /* where others read it */
    assert_null(json_object_get(command, "description"));
    assert_null(json_object_get(command, "options"));
    free(contexts);
}

static test_case(commands_are_within_the_limits)
{
    json_t *commands = slash_commands();
    const json_t *command;
    size_t i, k;
    int in_menus = 0;
    json_array_foreach(commands, i, command)
    {
        in_menus += is_in_menu(command);
        if (is_in_menu(command))
            assert_in_menu(command);
        else
            assert_command(command);
        for (k = 0; k < i; k++)
            assert_string_not_equal(field_text(command, "name"),
                                    field_text(json_array_get(commands, k), "name"));
    }
    assert_int_equal(in_menus, 1);
    assert_true((int)json_array_size(commands) - in_menus <= TOP_MOST);
    json_decref(commands);
}

/* Discord counts names, descriptions, and names and values of choices; of what is translated the
   longest language. With `worst` each description counts as long as Discord lets it be, and each
   name half as long: no language can need more, if its names keep to that. */
static int count_characters(const json_t *object, bool worst)
{
    const json_t *options = json_object_get(object, "options"),
                 *choices = json_object_get(object, "choices"), *item;
    int name = markdown_length(field_text(object, "name")),
        about = markdown_length(field_text(object, "description")), count;
    size_t i;
    count = worst ? (name > NAME_MOST / 2 ? name : NAME_MOST / 2) + ABOUT_MOST : name + about;
    json_array_foreach(choices, i, item)
    {
        count +=
            markdown_length(field_text(item, "name")) + markdown_length(field_text(item, "value"));
    }
    json_array_foreach(options, i, item)
    {
        count += count_characters(item, worst);
    }
    return count;
}

static test_case(no_command_is_too_long_in_any_language)
{
    json_t *commands = slash_commands();
    const json_t *command;
    size_t i;
    json_array_foreach(commands, i, command)
    {
        if (is_in_menu(command))
            continue;
        int now = count_characters(command, false), worst = count_characters(command, true);
        print_message("/%s: %d characters, %d in the worst of languages, of %d\n",
                      field_text(command, "name"), now, worst, COMMAND_MOST);
        assert_true(worst <= COMMAND_MOST);
    }
    json_decref(commands);
}

/* ---- where each stands ---- */

static const json_t *find_in(const json_t *options, const char *name)
{
    size_t i;
    const json_t *option;
    json_array_foreach(options, i, option)
    {
        if (strcmp(field_text(option, "name"), name) == 0)
            return option;
    }
    return NULL;
}

/* "table rooms invite" */
static const json_t *command_at(const json_t *commands, const char *path)
{
    char bytes[HOST_TEXT], *more;
    const json_t *command = NULL;
    snprintf(bytes, sizeof bytes, "%s", path);
    for (const char *word = strtok_r(bytes, " ", &more); word; word = strtok_r(NULL, " ", &more)) {
        command = find_in(commands, word);
        if (!command)
            fail_msg("/%s is not registered", path);
        commands = json_object_get(command, "options");
    }
    return command;
}

struct standing {
    const json_t *commands;
    int count;
};

/* A word of a usage in capitals, or in brackets, is an option: usage.def has a row for it. */
static void assert_stands(void *arg, const struct commands_row *row)
{
    struct standing *standing = arg;
    char bytes[HOST_TEXT];
    struct text path = text_over(bytes, sizeof bytes);
    struct usage_part part;
    bool is_none = strcmp(row->slash, "none") == 0;
    assert_true(is_none == !slash_put_path(row->name, &path));
    if (is_none)
        return;
    const json_t *options = json_object_get(command_at(standing->commands, bytes), "options");
    for (const char *words = row->words; usage_next(row->name, &words, &part);) {
        bool is_literal = part.kind == USAGE_LITERAL;
        if (is_literal ? isupper((unsigned char)part.word[0]) || !part.is_needed
                       : !find_in(options, part.option))
            if (!row->is_of_operators)
                fail_msg("'%s' of /%s is no option", part.word, bytes);
    }
    standing->count++;
}

static int count_leaves(const json_t *commands)
{
    const json_t *command;
    size_t i;
    int count = 0;
    json_array_foreach(commands, i, command)
    {
        const json_t *options = json_object_get(command, "options"),
                     *first = json_array_get(options, 0);
        if (is_in_menu(command))
            continue;
        count += first && is_sub(first) ? count_leaves(options) : 1;
    }
    return count;
}

static test_case(every_command_stands_where_its_row_says)
{
    struct standing standing = {.commands = slash_commands()};
    commands_each(assert_stands, &standing);
    command_at(standing.commands, "move");
    command_at(standing.commands, "me hands");
    assert_int_equal(count_leaves(standing.commands), standing.count + 2);
    json_decref((json_t *)standing.commands);
}

/* No two options of a command are described alike. */
static void assert_told_apart(const json_t *options)
{
    size_t i, k;
    const json_t *option;
    json_array_foreach(options, i, option)
    {
        for (k = 0; k < i && !is_in_menu(option); k++)
            assert_string_not_equal(field_text(option, "description"),
                                    field_text(json_array_get(options, k), "description"));
        assert_told_apart(json_object_get(option, "options"));
    }
}

static const json_t *option_at(const json_t *commands, const char *path, const char *name)
{
    const json_t *option = find_in(json_object_get(command_at(commands, path), "options"), name);
    if (!option)
        fail_msg("/%s has no option %s", path, name);
    return option;
}

static test_case(what_can_be_said_is_offered)
{
    static const struct {
        const char *path, *option;
        int type, choices;
        bool is_completed, is_needed;
    } offered[] = {
        {"play", "options", TEXT, 0, true, false},
        {"play", "cut", TEXT, 0, false, false},
        {"move", "move", TEXT, 0, true, true},
        {"settings", "rule", TEXT, 0, true, false},
        {"settings", "value", TEXT, 0, true, false},
        {"help", "command", TEXT, 0, true, false},
        {"table join", "code", TEXT, 0, false, false},
        {"table add", "level", TEXT, 3, false, false},
        {"table add", "number", WHOLE, 0, false, false},
        {"table stop", "answer", TEXT, 2, false, false},
        {"table next", "off", FLAG, 0, false, false},
        {"table resume", "number", WHOLE, 0, false, false},
        {"table seats kick", "name", TEXT, 0, true, true},
        {"table deal cut", "words", TEXT, 0, false, true},
        {"results replay", "number", WHOLE, 0, false, true},
        {"results top", "house", FLAG, 0, false, false},
        {"me notify", "what", TEXT, 0, true, false},
        {"me hands", "by", TEXT, 2, false, true},
        {"operator ban", "user", PERSON, 0, false, true},
        {"operator unban", "user", PERSON, 0, false, false},
        {"operator unban", "all", TEXT, 1, false, false},
    };
    json_t *commands = slash_commands();
    for (size_t i = 0; i < sizeof offered / sizeof *offered; i++) {
        const json_t *option = option_at(commands, offered[i].path, offered[i].option);
        assert_int_equal(field_number(option, "type"), offered[i].type);
        assert_int_equal(json_array_size(json_object_get(option, "choices")), offered[i].choices);
        assert_int_equal(json_is_true(json_object_get(option, "autocomplete")),
                         offered[i].is_completed);
        assert_int_equal(json_is_true(json_object_get(option, "required")), offered[i].is_needed);
    }
    assert_int_equal(
        json_array_size(json_object_get(option_at(commands, "play", "game"), "choices")),
        game_count);
    assert_int_equal(
        json_array_size(json_object_get(option_at(commands, "table seek", "game"), "choices")),
        game_count + 1); /* "off" */
    assert_told_apart(commands);
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
        {"add", "[{\"name\":\"level\",\"value\":\"hard\"},{\"name\":\"number\",\"value\":2}]",
         "add robot hard 2"},
        {"add", "[{\"name\":\"kind\",\"value\":\"hard\"}]", "add robot hard"}, /* as it was */
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
        {"fair", "[{\"name\":\"table\",\"value\":17}]", "fair 17"},
        {"resume", "[{\"name\":\"number\",\"value\":\"17\"}]", "resume 17"}, /* as it was */
        {"next", "[]", "next"},
        {"next", "[{\"name\":\"off\",\"value\":true}]", "next off"},
        {"next", "[{\"name\":\"off\",\"value\":false}]", "next"},
        {"top", "[{\"name\":\"game\",\"value\":\"kritters\"}]", "top kritters"},
        {"top",
         "[{\"name\":\"house\",\"value\":true},{\"name\":\"month\",\"value\":\"2026-11\"},"
         "{\"name\":\"game\",\"value\":\"kritters\"}]",
         "top kritters house 2026-11"},
        {"stop", "[{\"name\":\"answer\",\"value\":\"yes\"}]", "stop yes"},
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
    assert_false(slash_line("seat", NULL, &text));
    assert_false(slash_line("nonsense", NULL, &text));
}

/* As a client sends it, also one that has the commands of an earlier version. */
static test_case(a_command_is_read_wherever_it_stands)
{
    static const struct {
        const char *data, *name, *code;
    } calls[] = {
        {"{\"name\":\"join\",\"options\":[{\"type\":3,\"name\":\"code\",\"value\":\"7\"}]}", "join",
         "7"},
        {"{\"name\":\"table\",\"options\":[{\"type\":1,\"name\":\"join\",\"options\":"
         "[{\"type\":3,\"name\":\"code\",\"value\":\"7\"}]}]}",
         "join", "7"},
        {"{\"name\":\"table\",\"options\":[{\"type\":1,\"name\":\"join\"}]}", "join", NULL},
        {"{\"name\":\"table\",\"options\":[{\"type\":2,\"name\":\"rooms\",\"options\":"
         "[{\"type\":1,\"name\":\"uninvite\",\"options\":[{\"type\":3,\"name\":\"code\",\"value\":\"7\"}]}]}]}",
         "uninvite", "7"},
        {"{\"name\":\"help\"}", "help", NULL},
        {"{\"name\":\"table\",\"options\":[{\"type\":1}]}", "", NULL},
        {"{}", "", NULL},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        json_t *data = json_loads(calls[i].data, 0, NULL);
        struct slash_call call = slash_read(data);
        const char *code = slash_option(call.options, "code");
        assert_string_equal(call.name, calls[i].name);
        assert_string_equal(code ? code : "", calls[i].code ? calls[i].code : "");
        json_decref(data);
    }
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
        cmocka_unit_test(commands_are_within_the_limits),
        cmocka_unit_test(no_command_is_too_long_in_any_language),
        cmocka_unit_test(every_command_stands_where_its_row_says),
        cmocka_unit_test(what_can_be_said_is_offered),
        cmocka_unit_test(a_command_is_the_line_it_stands_for),
        cmocka_unit_test(a_command_is_read_wherever_it_stands),
        cmocka_unit_test(commands_are_sent_only_when_they_changed),
        cmocka_unit_test(a_refused_form_is_sent_once_more_without_autocomplete),
        cmocka_unit_test(a_server_without_commands_is_asked_once),
    };
    return cmocka_run_group_tests_name("slash", tests, NULL, NULL);
}

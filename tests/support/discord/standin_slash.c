/* "play game:heartcatchers players:3" as a client would send it, by the commands as they are
   registered: which command, which sub-command, each option by its type. What the client would
   not let through is refused here. */
#include "standin_inside.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { SUB_COMMAND = 1, SUB_COMMAND_GROUP, STRING, INTEGER, BOOLEAN, USER, NUMBER = 10 };

struct reader {
    const struct standin *standin;
    const char *at;
    bool is_typing;
    json_t *resolved;
};

static const json_t *named(const json_t *list, const char *name, size_t length)
{
    size_t i;
    json_t *item;
    json_array_foreach((json_t *)list, i, item)
    {
        const char *own = string_of(item, "name", "");
        if (strlen(own) == length && strncmp(own, name, length) == 0)
            return item;
    }
    return NULL;
}

static void skip_spaces(struct reader *reader)
{
    reader->at += strspn(reader->at, " ");
}

/* A word, or what is between double quotes. */
static char *take_value(struct reader *reader)
{
    bool is_quoted = *reader->at == '"';
    const char *begin = reader->at + is_quoted;
    size_t length = strcspn(begin, is_quoted ? "\"" : " ");
    reader->at = begin + length + (is_quoted && begin[length] == '"');
    char *value = strndup(begin, length);
    check(value);
    return value;
}

static json_t *chosen(const json_t *choices, const char *value)
{
    size_t i;
    json_t *choice;
    json_array_foreach((json_t *)choices, i, choice)
    {
        json_t *own = json_object_get(choice, "value");
        char *text = json_dumps(own, JSON_ENCODE_ANY);
        bool is_it = strcmp(string_of(choice, "name", ""), value) == 0 ||
                     strcmp(text, value) == 0 ||
                     (json_is_string(own) && strcmp(json_string_value(own), value) == 0);
        free(text);
        if (is_it)
            return json_incref(own);
    }
    return NULL;
}

static json_t *resolve_user(struct reader *reader, const char *value)
{
    for (int i = 0; i < reader->standin->users.count; i++) {
        const struct user *user = reader->standin->users.items[i];
        if (strcmp(user->username, value) != 0 && user->id != strtoull(value, NULL, 10))
            continue;
        json_t *id = json_id(user->id);
        json_object_set_new(json_object_get(reader->resolved, "users"), json_string_value(id),
                            user_object(reader->standin, user->id));
        json_object_set_new(json_object_get(reader->resolved, "members"), json_string_value(id),
                            member_object(reader->standin, user, false));
        return id;
    }
    return NULL;
}

static bool is_within(const json_t *option, double number, const char *least, const char *most)
{
    const json_t *low = json_object_get(option, least), *high = json_object_get(option, most);
    return (!low || number >= json_number_value(low)) &&
           (!high || number <= json_number_value(high));
}

/* NULL: the client would not send that. */
static json_t *typed_value(struct reader *reader, const json_t *option, const char *value)
{
    char *end;
    const json_t *choices = json_object_get(option, "choices");
    if (json_array_size(choices) > 0)
        return chosen(choices, value);
    switch ((int)json_integer_value(json_object_get(option, "type"))) {
    case STRING:
        return is_within(option, code_points(value), "min_length", "max_length")
                   ? json_string(value)
                   : NULL;
    case INTEGER: {
        long long number = strtoll(value, &end, 10);
        return *value && !*end && is_within(option, (double)number, "min_value", "max_value")
                   ? json_integer(number)
                   : NULL;
    }
    case BOOLEAN:
        return json_boolean(strcmp(value, "true") == 0 || strcmp(value, "True") == 0);
    case USER:
        return resolve_user(reader, value);
    case NUMBER:
        return json_real(strtod(value, &end));
    default:
        return NULL;
    }
}

static json_t *read_option(struct reader *reader, const json_t *options)
{
    size_t length = strcspn(reader->at, ": ");
    const json_t *option = reader->at[length] == ':' ? named(options, reader->at, length) : NULL;
    if (!option)
        return NULL;
    reader->at += length + 1;
    char *text = take_value(reader);
    skip_spaces(reader);
    bool is_focused = reader->is_typing && !*reader->at;
    json_t *value = is_focused ? json_string(text) : typed_value(reader, option, text);
    free(text);
    if (!value || (is_focused && !json_is_true(json_object_get(option, "autocomplete")))) {
        json_decref(value);
        return NULL;
    }
    json_t *read = json_pack("{s:O, s:O, s:o}", "name", json_object_get(option, "name"), "type",
                             json_object_get(option, "type"), "value", value);
    if (is_focused)
        json_object_set_new(read, "focused", json_true());
    return read;
}

static bool has_all_required(const json_t *options, const json_t *read)
{
    size_t i;
    json_t *option;
    json_array_foreach((json_t *)options, i, option)
    {
        const char *name = string_of(option, "name", "");
        if (json_is_true(json_object_get(option, "required")) && !named(read, name, strlen(name)))
            return false;
    }
    return true;
}

/* The options that follow, or the sub-command with its own. NULL: something is wrong. */
static json_t *read_options(struct reader *reader, const json_t *options)
{
    json_t *read = json_array();
    skip_spaces(reader);
    const json_t *sub = named(options, reader->at, strcspn(reader->at, " "));
    json_int_t type = sub ? json_integer_value(json_object_get(sub, "type")) : 0;
    if (type == SUB_COMMAND || type == SUB_COMMAND_GROUP) {
        reader->at += strcspn(reader->at, " ");
        json_t *inner = read_options(reader, json_object_get(sub, "options"));
        if (inner) {
            json_array_append_new(read,
                                  json_pack("{s:O, s:I, s:o}", "name", json_object_get(sub, "name"),
                                            "type", type, "options", inner));
            return read;
        }
        json_decref(read);
        return NULL;
    }
    while (*reader->at) {
        json_t *option = read_option(reader, options);
        if (!option) {
            json_decref(read);
            return NULL;
        }
        json_array_append_new(read, option);
    }
    const json_t *first = json_array_get(options, 0);
    bool is_bare = first && json_integer_value(json_object_get(first, "type")) <= SUB_COMMAND_GROUP;
    if (is_bare || (!reader->is_typing && !has_all_required(options, read))) {
        json_decref(read);
        return NULL;
    }
    return read;
}

json_t *read_slash(const struct standin *standin, const char *text, bool is_typing)
{
    struct reader reader = {standin, text + (*text == '/'), is_typing, NULL};
    size_t length = strcspn(reader.at, " ");
    const json_t *command = named(standin->commands, reader.at, length);
    if (!command)
        return NULL;
    reader.at += length;
    reader.resolved = json_pack("{s:{}, s:{}}", "users", "members");
    json_t *options = read_options(&reader, json_object_get(command, "options"));
    json_t *data = NULL;
    if (options)
        data = json_pack("{s:O*, s:O, s:O, s:o}", "id", json_object_get(command, "id"), "name",
                         json_object_get(command, "name"), "type", json_object_get(command, "type"),
                         "options", options);
    if (data && json_object_size(json_object_get(reader.resolved, "users")) > 0)
        json_object_set(data, "resolved", reader.resolved);
    json_decref(reader.resolved);
    return data;
}

json_t *read_menu(const struct standin *standin, const char *name, uint64_t whom)
{
    enum { USER_COMMAND = 2 };
    struct reader reader = {.standin = standin};
    const json_t *command = named(standin->commands, name, strlen(name));
    char id[24];
    if (!command || json_integer_value(json_object_get(command, "type")) != USER_COMMAND)
        return NULL;
    snprintf(id, sizeof id, "%" PRIu64, whom);
    reader.resolved = json_pack("{s:{}, s:{}}", "users", "members");
    json_t *target = resolve_user(&reader, id);
    json_t *data =
        json_pack("{s:O, s:O, s:O, s:o, s:o}", "id", json_object_get(command, "id"), "name",
                  json_object_get(command, "name"), "type", json_object_get(command, "type"),
                  "target_id", target, "resolved", reader.resolved);
    check(data);
    return data;
}

bool standin_can_type(json_t *commands, const char *command)
{
    struct standin *standin = calloc(1, sizeof *standin);
    check(standin);
    standin->commands = commands;
    json_t *data = read_slash(standin, command, false);
    bool can = data != NULL;
    json_decref(data);
    free(standin);
    return can;
}

/* What Discord refuses in a body: 50035 with the path to each fault, 50006 for nothing at all.
   And what it accepts but a careful bot never sends: a message without allowed_mentions
   {"parse": []} is logged as a violation. */
#include "standin_inside.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum {
    CONTENT = 2000,
    EMBEDS = 10,
    EMBED_TOTAL = 6000,
    ROWS = 5,
    ROW = 5,
    LABEL = 80,
    OPTIONS = 25,
    CUSTOM_ID = 100,
    V2_COMPONENTS = 40,
    V2_TEXT = 4000,
    NONCE = 25,
    COMMANDS = 100
};

enum {
    ACTION_ROW = 1,
    BUTTON,
    STRING_SELECT,
    TEXT_INPUT,
    USER_SELECT,
    ROLE_SELECT,
    MENTIONABLE_SELECT,
    CHANNEL_SELECT,
    SECTION,
    TEXT_DISPLAY,
    CONTAINER = 17,
    MODAL_LABEL
};

struct walk {
    const struct standin *standin;
    json_t *errors, *ids;
    int count, text;
    bool is_v2;
};

int code_points(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

void complain(json_t *errors, const char *path, const char *code, const char *message)
{
    char key[64];
    json_t *at = errors;
    while (*path) {
        size_t length = strcspn(path, ".");
        snprintf(key, sizeof key, "%.*s", (int)length, path);
        path += length + (path[length] == '.');
        json_t *next = json_object_get(at, key);
        if (!next) {
            next = json_object();
            json_object_set_new(at, key, next);
        }
        at = next;
    }
    if (!json_object_get(at, "_errors"))
        json_object_set_new(at, "_errors", json_array());
    json_array_append_new(json_object_get(at, "_errors"),
                          json_pack("{s:s, s:s}", "code", code, "message", message));
}

bool judge(json_t *errors, struct answer *answer)
{
    bool is_fine = json_object_size(errors) == 0;
    if (!is_fine) {
        refuse(answer, 400, 50035, "Invalid Form Body");
        json_object_set(answer->body, "errors", errors);
    }
    json_decref(errors);
    return is_fine;
}

static void check_length(json_t *errors, const char *path, const json_t *text, int least, int most)
{
    char message[64];
    if (!text || json_is_null(text))
        return;
    int length = json_is_string(text) ? code_points(json_string_value(text)) : -1;
    if (length < 0)
        complain(errors, path, "STRING_TYPE_CONVERT", "Could not interpret as string.");
    else if (length > most || length < least) {
        snprintf(message, sizeof message, "Must be between %d and %d in length.", least, most);
        complain(errors, path, "BASE_TYPE_BAD_LENGTH", message);
    }
}

static void check_field(json_t *errors, const char *path, const json_t *object, const char *key,
                        int least, int most)
{
    char full[160];
    check(snprintf(full, sizeof full, "%s.%s", path, key) < (int)sizeof full);
    check_length(errors, full, json_object_get(object, key), least, most);
}

/* --- embeds --- */

static int length_of(const json_t *object, const char *key)
{
    return code_points(string_of(object, key, ""));
}

static int check_embed(json_t *errors, const char *path, const json_t *embed)
{
    char place[128];
    size_t i;
    json_t *field;
    const json_t *fields = json_object_get(embed, "fields");
    const json_t *footer = json_object_get(embed, "footer"),
                 *author = json_object_get(embed, "author");
    int total = length_of(embed, "title") + length_of(embed, "description") +
                length_of(footer, "text") + length_of(author, "name");
    check_field(errors, path, embed, "title", 0, 256);
    check_field(errors, path, embed, "description", 0, 4096);
    check_field(errors, path, footer, "text", 0, 2048);
    check_field(errors, path, author, "name", 0, 256);
    if (json_array_size(fields) > 25)
        complain(errors, path, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer fields.");
    json_array_foreach((json_t *)fields, i, field)
    {
        snprintf(place, sizeof place, "%s.fields.%zu", path, i);
        check_field(errors, place, field, "name", 1, 256);
        check_field(errors, place, field, "value", 1, 1024);
        total += length_of(field, "name") + length_of(field, "value");
    }
    return total;
}

static void check_embeds(json_t *errors, const json_t *embeds)
{
    char path[64];
    int total = 0;
    size_t i;
    json_t *embed;
    json_array_foreach((json_t *)embeds, i, embed)
    {
        snprintf(path, sizeof path, "embeds.%zu", i);
        total += check_embed(errors, path, embed);
    }
    if (json_array_size(embeds) > EMBEDS)
        complain(errors, "embeds", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.");
    if (total > EMBED_TOTAL)
        complain(errors, "embeds", "MAX_EMBED_SIZE_EXCEEDED",
                 "Embed size exceeds maximum size of 6000");
}

/* --- components --- */

static void check_custom_id(struct walk *walk, const char *path, const json_t *component)
{
    const char *custom_id = string_of(component, "custom_id", NULL);
    if (!custom_id)
        complain(walk->errors, path, "BASE_TYPE_REQUIRED", "custom_id is required.");
    else if (json_object_get(walk->ids, custom_id))
        complain(walk->errors, path, "COMPONENT_CUSTOM_ID_DUPLICATED",
                 "Component custom id cannot be duplicated");
    else
        json_object_set_new(walk->ids, custom_id, json_true());
    check_field(walk->errors, path, component, "custom_id", 1, CUSTOM_ID);
}

/* An emoji there is one of the application's own, or a character. */
static void check_emoji(struct walk *walk, const char *path, const json_t *component)
{
    const json_t *emoji = json_object_get(component, "emoji"), *own;
    size_t i;
    if (!emoji || !json_object_get(emoji, "id"))
        return;
    json_array_foreach(walk->standin->emojis, i, own)
    {
        if (id_of(own, "id") == id_of(emoji, "id"))
            return;
    }
    complain(walk->errors, path, "COMPONENT_INVALID_EMOJI", "Invalid emoji");
}

static void check_button(struct walk *walk, const char *path, const json_t *button)
{
    json_int_t style = json_integer_value(json_object_get(button, "style"));
    check_field(walk->errors, path, button, "label", 0, LABEL);
    check_emoji(walk, path, button);
    if (!json_object_get(button, "label") && !json_object_get(button, "emoji"))
        complain(walk->errors, path, "BUTTON_COMPONENT_LABEL_OR_EMOJI",
                 "A button has a label or an emoji.");
    if (style < 1 || style > 6)
        complain(walk->errors, path, "BASE_TYPE_CHOICES", "style must be 1 to 6.");
    else if (style == 5)
        check_field(walk->errors, path, button, "url", 1, 512);
    else
        check_custom_id(walk, path, button);
}

static void check_select(struct walk *walk, const char *path, const json_t *select)
{
    char place[192];
    size_t i;
    json_t *option;
    json_t *values = json_object();
    const json_t *options = json_object_get(select, "options");
    json_int_t least = json_integer_value(json_object_get(select, "min_values")),
               most = json_integer_value(json_object_get(select, "max_values"));
    bool is_text = json_integer_value(json_object_get(select, "type")) == STRING_SELECT;
    check_custom_id(walk, path, select);
    check_field(walk->errors, path, select, "placeholder", 0, 150);
    if (least < 0 || least > OPTIONS || most < 0 || most > OPTIONS ||
        (is_text && (json_int_t)json_array_size(options) < most))
        complain(walk->errors, path, "BASE_TYPE_BAD_LENGTH",
                 "min_values and max_values must be 0 to 25, and offered.");
    if (!is_text && options)
        complain(walk->errors, path, "BASE_TYPE_BAD_LENGTH", "Only a menu of texts has options.");
    if (is_text && (json_array_size(options) < 1 || json_array_size(options) > OPTIONS))
        complain(walk->errors, path, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 options.");
    json_array_foreach((json_t *)options, i, option)
    {
        snprintf(place, sizeof place, "%s.options.%zu", path, i);
        check_field(walk->errors, place, option, "label", 1, 100);
        check_emoji(walk, place, option);
        check_field(walk->errors, place, option, "value", 1, 100);
        check_field(walk->errors, place, option, "description", 0, 100);
        if (json_object_get(values, string_of(option, "value", "")))
            complain(walk->errors, place, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                     "The value is already used");
        json_object_set_new(values, string_of(option, "value", ""), json_true());
    }
    json_decref(values);
}

static void check_component(struct walk *walk, const char *path, const json_t *component,
                            bool is_top);

static void check_row(struct walk *walk, const char *path, const json_t *row)
{
    char place[192];
    size_t i;
    json_t *component;
    const json_t *components = json_object_get(row, "components");
    int selects = 0;
    json_array_foreach((json_t *)components, i, component)
    {
        snprintf(place, sizeof place, "%s.components.%zu", path, i);
        selects += json_integer_value(json_object_get(component, "type")) != BUTTON;
        check_component(walk, place, component, false);
    }
    if (json_array_size(components) < 1 || json_array_size(components) > ROW ||
        (selects && json_array_size(components) > 1))
        complain(walk->errors, path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                 "A row holds 1 to 5 buttons or one select.");
}

static void check_inside(struct walk *walk, const char *path, const json_t *component)
{
    char place[192];
    size_t i;
    json_t *inner;
    json_array_foreach(json_object_get(component, "components"), i, inner)
    {
        snprintf(place, sizeof place, "%s.components.%zu", path, i);
        check_component(walk, place, inner, true);
    }
    snprintf(place, sizeof place, "%s.accessory", path);
    if (json_object_get(component, "accessory"))
        check_component(walk, place, json_object_get(component, "accessory"), false);
}

static void check_component(struct walk *walk, const char *path, const json_t *component,
                            bool is_top)
{
    int type = (int)json_integer_value(json_object_get(component, "type"));
    walk->count++;
    if ((type >= SECTION && !walk->is_v2) || (is_top && !walk->is_v2 && type != ACTION_ROW) ||
        type == TEXT_INPUT || type == MODAL_LABEL ||
        (is_top && (type == BUTTON || type == STRING_SELECT)))
        complain(walk->errors, path, "UNION_TYPE_CHOICES", "This component cannot stand here.");
    else if (type == ACTION_ROW)
        check_row(walk, path, component);
    else if (type == BUTTON)
        check_button(walk, path, component);
    else if (type == STRING_SELECT || (type >= USER_SELECT && type <= CHANNEL_SELECT))
        check_select(walk, path, component);
    else if (type == TEXT_DISPLAY)
        walk->text += length_of(component, "content");
    else if (type == SECTION || type == CONTAINER)
        check_inside(walk, path, component);
}

static void check_components(const struct standin *standin, json_t *errors,
                             const json_t *components, bool is_v2)
{
    char path[64];
    struct walk walk = {.standin = standin, .errors = errors, .ids = json_object(), .is_v2 = is_v2};
    size_t i;
    json_t *component;
    if (!is_v2 && json_array_size(components) > ROWS)
        complain(errors, "components", "BASE_TYPE_BAD_LENGTH", "Must be 5 or fewer in length.");
    json_array_foreach((json_t *)components, i, component)
    {
        snprintf(path, sizeof path, "components.%zu", i);
        check_component(&walk, path, component, true);
    }
    if (walk.count > V2_COMPONENTS)
        complain(errors, "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                 "Must be 40 or fewer in total.");
    if (walk.text > V2_TEXT)
        complain(errors, "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                 "Must be 4000 or fewer characters.");
    json_decref(walk.ids);
}

/* --- messages --- */

static void check_mentions(struct standin *standin, const struct request *request,
                           const json_t *body, json_t *errors)
{
    const json_t *allowed = json_object_get(body, "allowed_mentions");
    const json_t *parse = json_object_get(allowed, "parse");
    size_t i;
    json_t *word;
    if (!json_is_array(parse) || json_array_size(parse) > 0)
        log_violation(standin, "%s: allowed_mentions has no empty \"parse\"", request->route->name);
    json_array_foreach((json_t *)parse, i, word)
    {
        const json_t *ids =
            json_is_string(word) ? json_object_get(allowed, json_string_value(word)) : NULL;
        if (json_array_size(ids) > 0)
            complain(errors, "allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                     "They exclude each other.");
    }
    if (json_array_size(json_object_get(allowed, "users")) > 100)
        complain(errors, "allowed_mentions.users", "BASE_TYPE_MAX_LENGTH",
                 "Must be 100 or fewer in length.");
}

static void check_nonce(const json_t *body, json_t *errors)
{
    const json_t *nonce = json_object_get(body, "nonce");
    if (json_is_string(nonce))
        check_length(errors, "nonce", nonce, 0, NONCE);
    else if (nonce && !json_is_integer(nonce) && !json_is_null(nonce))
        complain(errors, "nonce", "NONCE_TYPE", "A nonce is a string or an integer.");
}

/* "files[N]" of an attachment that is uploaded with this request; false: one that is kept, by
   its snowflake. */
static bool part_of(const json_t *attachment, char *name, size_t size)
{
    const json_t *id = json_object_get(attachment, "id");
    const char *text = json_string_value(id);
    if (text && strlen(text) > 2)
        return false;
    snprintf(name, size, "files[%lld]",
             text ? strtoll(text, NULL, 10) : (long long)json_integer_value(id));
    return true;
}

/* A picture is one, and has words for readers who do not see it. */
static void check_file(struct standin *standin, const struct request *request,
                       const struct upload *file, const json_t *attachment, json_t *errors)
{
    enum { ALT = 1024 };
    size_t length = strlen(file->filename);
    bool is_picture = length > 4 && strcmp(file->filename + length - 4, ".png") == 0;
    check_length(errors, "attachments.description", json_object_get(attachment, "description"), 0,
                 ALT);
    if (strcmp(string_of(attachment, "filename", ""), file->filename) != 0)
        log_violation(standin, "%s: %s is called \"%s\" in the form", request->route->name,
                      file->filename, string_of(attachment, "filename", ""));
    if (is_picture && (!file->is_png || strcmp(file->type, "image/png") != 0))
        log_violation(standin, "%s: %s of type \"%s\" is no picture", request->route->name,
                      file->filename, file->type);
    if (is_picture && !*string_of(attachment, "description", ""))
        log_violation(standin, "%s: no words for the picture %s", request->route->name,
                      file->filename);
}

/* Files and attachments name each other. */
static void check_attachments(struct standin *standin, const struct request *request,
                              const json_t *body, json_t *errors)
{
    char name[48];
    size_t i;
    json_t *attachment;
    int named = 0, found = 0;
    json_array_foreach(json_object_get(body, "attachments"), i, attachment)
    {
        if (!part_of(attachment, name, sizeof name))
            continue;
        named++;
        for (int n = 0; n < request->file_count; n++)
            if (strcmp(request->files[n].name, name) == 0) {
                found++;
                check_file(standin, request, &request->files[n], attachment, errors);
            }
    }
    if (named != request->file_count || found != named)
        log_violation(standin, "%s: %d files, %d attachments, %d of them with a file",
                      request->route->name, request->file_count, named, found);
}

/* Discord keeps attachments that an edit says nothing of. */
static void check_picture_is_of_text(struct standin *standin, const struct request *request,
                                     const json_t *body, const struct message *edited)
{
    const json_t *content = json_object_get(body, "content");
    bool has_picture = json_array_size(json_object_get(edited->body, "attachments")) > 0;
    bool is_kept = !json_object_get(body, "attachments") && request->file_count == 0;
    if (content && has_picture && is_kept &&
        strcmp(string_of(body, "content", ""), string_of(edited->body, "content", "")) != 0)
        log_violation(standin, "%s: the picture of another text stays", request->route->name);
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '\0';
}

static bool is_empty(const struct request *request, const json_t *body)
{
    return is_blank(string_of(body, "content", "")) &&
           json_array_size(json_object_get(body, "embeds")) == 0 &&
           json_array_size(json_object_get(body, "components")) == 0 && request->file_count == 0 &&
           json_array_size(json_object_get(body, "attachments")) == 0;
}

bool check_message(struct standin *standin, const struct request *request, const json_t *body,
                   const struct message *edited, struct answer *answer)
{
    json_t *errors = json_object();
    json_int_t old = edited ? json_integer_value(json_object_get(edited->body, "flags")) : 0;
    json_int_t flags = json_integer_value(json_object_get(body, "flags")) | (old & FLAG_V2);
    const json_t *content = json_object_get(body, "content");
    if (!json_is_object(body)) {
        json_decref(errors);
        refuse(answer, 400, 50109, "The request body contains invalid JSON.");
        return false;
    }
    if (edited && flags & FLAG_SILENT)
        log_violation(standin, "%s: an edit cannot be made silent", request->route->name);
    check_mentions(standin, request, body, errors);
    check_length(errors, "content", content, 0, CONTENT);
    check_embeds(errors, json_object_get(body, "embeds"));
    check_components(standin, errors, json_object_get(body, "components"), flags & FLAG_V2);
    check_nonce(body, errors);
    check_attachments(standin, request, body, errors);
    if (edited)
        check_picture_is_of_text(standin, request, body, edited);
    if ((flags & FLAG_V2) && (!is_blank(string_of(body, "content", "")) ||
                              json_array_size(json_object_get(body, "embeds"))))
        complain(errors, "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                 "content and embeds cannot be used.");
    if (!judge(errors, answer))
        return false;
    if (!edited && is_empty(request, body)) {
        refuse(answer, 400, 50006, "Cannot send an empty message");
        return false;
    }
    return true;
}

/* --- modals, commands --- */

bool check_modal(struct standin *standin, const json_t *data, struct answer *answer)
{
    (void)standin;
    json_t *errors = json_object();
    size_t rows = json_array_size(json_object_get(data, "components"));
    check_field(errors, "data", data, "custom_id", 1, CUSTOM_ID);
    check_field(errors, "data", data, "title", 1, 45);
    if (!json_object_get(data, "custom_id") || !json_object_get(data, "title"))
        complain(errors, "data", "BASE_TYPE_REQUIRED", "A modal has a custom_id and a title.");
    if (rows < 1 || rows > 5)
        complain(errors, "data.components", "BASE_TYPE_BAD_LENGTH",
                 "Must be between 1 and 5 in length.");
    return judge(errors, answer);
}

static bool is_command_name(const char *name)
{
    if (!*name || code_points(name) > 32)
        return false;
    for (; *name; name++)
        if ((unsigned char)*name < 0x80 && !islower((unsigned char)*name) &&
            !isdigit((unsigned char)*name) && *name != '-' && *name != '_' && *name != '\'')
            return false;
    return true;
}

static void check_named(json_t *errors, const char *path, const json_t *named)
{
    char place[160];
    size_t i;
    json_t *inner;
    const json_t *options = json_object_get(named, "options"),
                 *choices = json_object_get(named, "choices");
    bool had_optional = false;
    if (!is_command_name(string_of(named, "name", "")))
        complain(errors, path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
    check_field(errors, path, named, "description", 1, 100);
    if (json_array_size(options) > OPTIONS || json_array_size(choices) > OPTIONS)
        complain(errors, path, "BASE_TYPE_BAD_LENGTH", "Must be 25 or fewer in length.");
    if (choices && json_is_true(json_object_get(named, "autocomplete")))
        complain(errors, path, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
                 "autocomplete excludes choices.");
    json_array_foreach((json_t *)options, i, inner)
    {
        snprintf(place, sizeof place, "%s.options.%zu", path, i);
        check_named(errors, place, inner);
        bool is_required = json_is_true(json_object_get(inner, "required"));
        if (is_required && had_optional)
            complain(errors, place, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                     "Required options come first.");
        had_optional = had_optional || !is_required;
    }
    json_array_foreach((json_t *)choices, i, inner)
    {
        snprintf(place, sizeof place, "%s.choices.%zu", path, i);
        check_field(errors, place, inner, "name", 1, 100);
        if (json_is_string(json_object_get(inner, "value")))
            check_field(errors, place, inner, "value", 1, 100);
    }
}

/* All names, descriptions and choices of a command. */
static int command_length(const json_t *named)
{
    const json_t *inner, *options = json_object_get(named, "options"),
                         *choices = json_object_get(named, "choices");
    int length = code_points(string_of(named, "name", "")) +
                 code_points(string_of(named, "description", "")) +
                 code_points(string_of(named, "value", ""));
    size_t i;
    json_array_foreach(options, i, inner)
    {
        length += command_length(inner);
    }
    json_array_foreach(choices, i, inner)
    {
        length += command_length(inner);
    }
    return length;
}

/* In a person's context menu: a name of any letters, and nothing else. */
static void check_in_menu(json_t *errors, const char *path, const json_t *command)
{
    int length = code_points(string_of(command, "name", ""));
    if (length < 1 || length > 32)
        complain(errors, path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
    if (json_object_get(command, "description") || json_object_get(command, "options"))
        complain(errors, path, "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_CANNOT_BE_SET",
                 "Context menu commands have no description and no options.");
}

bool check_commands(const json_t *commands, struct answer *answer)
{
    json_t *errors = json_object();
    char path[32];
    size_t i;
    json_t *command;
    if (!json_is_array(commands))
        complain(errors, "commands", "BASE_TYPE_LIST", "Must be a list.");
    if (json_array_size(commands) > COMMANDS)
        complain(errors, "commands", "APPLICATION_COMMAND_TOO_MANY", "Must be 100 or fewer.");
    json_array_foreach((json_t *)commands, i, command)
    {
        snprintf(path, sizeof path, "%zu", i);
        json_t *type = json_object_get(command, "type");
        if (type && json_integer_value(type) != 1)
            check_in_menu(errors, path, command);
        else
            check_named(errors, path, command);
        if (command_length(command) > 8000)
            complain(errors, path, "APPLICATION_COMMAND_TOO_LARGE",
                     "Command exceeds maximum size (8000)");
    }
    return judge(errors, answer);
}

/* --- looking for what can be pressed --- */

static bool is_enabled(const json_t *component)
{
    return json_object_get(component, "custom_id") &&
           !json_is_true(json_object_get(component, "disabled"));
}

static bool has_id(const json_t *component, const char *custom_id)
{
    return is_enabled(component) && strcmp(string_of(component, "custom_id", ""), custom_id) == 0;
}

static bool has_label(const json_t *component, const char *label)
{
    return is_enabled(component) &&
           (strcmp(string_of(component, "label", ""), label) == 0 ||
            strcmp(string_of(json_object_get(component, "emoji"), "name", ""), label) == 0);
}

static bool begins(const json_t *component, const char *begin)
{
    return strncmp(string_of(component, "custom_id", ""), begin, strlen(begin)) == 0;
}

static const json_t *find(const json_t *components, bool (*is_it)(const json_t *, const char *),
                          const char *what)
{
    size_t i;
    json_t *component;
    json_array_foreach((json_t *)components, i, component)
    {
        const json_t *accessory = json_object_get(component, "accessory");
        if (is_it(component, what))
            return component;
        if (accessory && is_it(accessory, what))
            return accessory;
        const json_t *inner = find(json_object_get(component, "components"), is_it, what);
        if (inner)
            return inner;
    }
    return NULL;
}

const json_t *find_component(const json_t *components, const char *custom_id, const char *label)
{
    return custom_id ? find(components, has_id, custom_id) : find(components, has_label, label);
}

bool has_component(const json_t *components, const char *begin)
{
    return find(components, begins, begin) != NULL;
}

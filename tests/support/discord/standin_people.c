/* What people do: they write, press, choose, type commands, fill in modals. A person can do only
   what their client would let them do, but for the forgers. */
#include "standin_inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { COMMAND = 2, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT };

enum { BUTTON = 2, STRING_SELECT, TEXT_INPUT, ROLE_SELECT = 6, LABEL = 18 };

static const struct channel *the_place(const struct standin *standin, uint64_t id)
{
    const struct channel *channel = find_channel(standin, id);
    check(channel);
    return channel;
}

static bool is_timed_out(const struct standin *standin, uint64_t user,
                         const struct channel *channel)
{
    const struct user *person = find_user(standin, user);
    return person && channel->guild && person->timeout_guild == channel->guild &&
           loop_wall(standin->loop) < person->timeout_until;
}

/* --- words --- */

uint64_t standin_say(struct standin *standin, uint64_t user, uint64_t channel, const char *text)
{
    return standin_say_oddly(standin, user, channel, text, NULL);
}

uint64_t standin_say_oddly(struct standin *standin, uint64_t user, uint64_t channel,
                           const char *text, json_t *more)
{
    check(find_user(standin, user) && !is_timed_out(standin, user, the_place(standin, channel)));
    return post_as_person(standin, the_place(standin, channel), user, text, 0, false, more)
        ->shown.id;
}

uint64_t standin_reply(struct standin *standin, uint64_t user, uint64_t message, const char *text,
                       bool pings)
{
    const struct message *replied = find_message(standin, message);
    check(replied && find_user(standin, user));
    return post_as_person(standin, the_place(standin, replied->shown.channel), user, text, message,
                          pings, NULL)
        ->shown.id;
}

void standin_edit(struct standin *standin, uint64_t id, const char *text)
{
    struct message *message = find_message(standin, id);
    check(message);
    json_t *body = json_pack("{s:s}", "content", text);
    change_message(standin, message, NULL, body);
    json_decref(body);
}

void standin_delete(struct standin *standin, uint64_t id)
{
    struct message *message = find_message(standin, id);
    check(message);
    remove_message(standin, message);
}

/* --- interactions --- */

/* Whether the bot is not there, so that only those use it who installed it themselves. */
static bool is_foreign(const struct standin *standin, const struct channel *channel)
{
    const struct guild *guild = find_guild(standin, channel->guild);
    bool is_nowhere = channel->type == STANDIN_DM && !has_common_guild(standin);
    return channel->type == STANDIN_GROUP || is_nowhere || (guild && !guild->has_bot);
}

static int context_of(const struct channel *channel)
{
    return channel->type == STANDIN_GROUP ? 2 : channel->type == STANDIN_DM;
}

static void set_person(const struct standin *standin, const struct channel *channel,
                       const struct user *user, json_t *event)
{
    json_object_set_new(event, "context", json_integer(context_of(channel)));
    if (!channel->guild) {
        json_object_set_new(event, "user", user_object(standin, user->id));
        return;
    }
    json_object_set_new(event, "guild_id", json_id(channel->guild));
    json_object_set_new(event, "guild_locale", json_string("en-US"));
    json_t *member = member_object(standin, user, true);
    json_object_set_new(member, "permissions", json_id(rights_of(standin, user, channel)));
    json_object_set_new(event, "member", member);
}

static json_t *event_of(const struct standin *standin, const struct interaction *interaction,
                        json_t *data_taken)
{
    const struct channel *channel = the_place(standin, interaction->shown.channel);
    const struct user *user = find_user(standin, interaction->shown.user);
    const struct message *source = find_message(standin, interaction->shown.source);
    json_t *owners = is_foreign(standin, channel)
                         ? json_pack("{s:o}", "1", json_id(user->id))
                         : json_pack("{s:o}", "0", json_id(channel->guild));
    json_t *event =
        json_pack("{s:o, s:o, s:i, s:s, s:i, s:o, s:o, s:s, s:o, s:o, s:i, s:[], s:o}", "id",
                  json_id(interaction->shown.id), "application_id", json_id(standin->application),
                  "type", interaction->shown.type, "token", interaction->token, "version", 1,
                  "channel_id", json_id(channel->id), "channel", channel_object(standin, channel),
                  "locale", user->locale, "app_permissions", json_id(rights_in(standin, channel)),
                  "data", data_taken, "attachment_size_limit", 10485760, "entitlements",
                  "authorizing_integration_owners", owners);
    if (channel->type ==
        STANDIN_GROUP) /* of two people: Discord gives it the type of a direct message */
        json_object_set_new(json_object_get(event, "channel"), "type", json_integer(STANDIN_DM));
    set_person(standin, channel, user, event);
    if (source) {
        json_t *message = json_copy(source->body);
        if (!source->shown.viewer && source->shown.guild)
            json_object_set_new(message, "guild_id", json_id(source->shown.guild));
        json_object_set_new(event, "message", message);
    }
    return event;
}

static void tell_interaction(struct standin *standin, const struct interaction *interaction)
{
    if (!standin->endpoint_url)
        tell(standin,
             is_foreign(standin, the_place(standin, interaction->shown.channel))
                 ? 0
                 : interaction->shown.guild,
             0, "INTERACTION_CREATE", interaction->event);
}

static uint64_t interact(struct standin *standin, uint64_t user, uint64_t channel, int type,
                         uint64_t source, json_t *data_taken)
{
    const struct user *person = find_user(standin, user);
    check(person);
    struct interaction *interaction = make(sizeof *interaction);
    uint64_t id = new_id(standin);
    snprintf(interaction->token, sizeof interaction->token, "aW50ZXJhY3Rpb246%016" PRIx64 "secret",
             id * UINT64_C(2654435761));
    interaction->shown = (struct standin_interaction){.id = id,
                                                      .user = user,
                                                      .channel = channel,
                                                      .guild = the_place(standin, channel)->guild,
                                                      .type = type,
                                                      .at = loop_now(standin->loop),
                                                      .answered = -1,
                                                      .source = source,
                                                      .token = interaction->token};
    interaction->event = event_of(standin, interaction, data_taken);
    list_add(&standin->interactions, interaction);
    log_note(standin, "%s does something of type %d: %" PRIu64, person->username, type, id);
    tell_interaction(standin, interaction);
    return id;
}

static struct interaction *find_interaction(const struct standin *standin, uint64_t id)
{
    for (int i = standin->interactions.count - 1; i >= 0; i--)
        if (((struct interaction *)standin->interactions.items[i])->shown.id == id)
            return standin->interactions.items[i];
    return NULL;
}

const struct standin_interaction *standin_interaction(const struct standin *standin, uint64_t id)
{
    const struct interaction *interaction = find_interaction(standin, id);
    return interaction ? &interaction->shown : NULL;
}

void standin_repeat_interaction(struct standin *standin, uint64_t id)
{
    const struct interaction *interaction = find_interaction(standin, id);
    check(interaction);
    tell_interaction(standin, interaction);
}

/* --- presses --- */

/* Sees it, and may press there. */
static bool can_press(const struct standin *standin, const struct message *message, uint64_t user)
{
    return !message->shown.is_deleted &&
           (!message->shown.viewer || message->shown.viewer == user) &&
           !is_timed_out(standin, user, the_place(standin, message->shown.channel)) &&
           is_seen_by(standin, the_place(standin, message->shown.channel), user);
}

static json_t *values_of(const char *lines)
{
    json_t *values = json_array();
    for (; lines && *lines; lines += strcspn(lines, "\n"), lines += *lines == '\n')
        json_array_append_new(values, json_stringn(lines, strcspn(lines, "\n")));
    return values;
}

static json_t *press_data(int type, const char *custom_id, const char *values)
{
    json_t *data =
        json_pack("{s:i, s:s, s:i}", "component_type", type, "custom_id", custom_id, "id", 1);
    if (values)
        json_object_set_new(data, "values", values_of(values));
    return data;
}

static bool offers(const json_t *select, const json_t *values)
{
    size_t i, n, found = 0;
    json_t *value, *option;
    json_array_foreach((json_t *)values, i, value)
    {
        json_array_foreach(json_object_get(select, "options"), n, option)
        {
            found += json_equal(json_object_get(option, "value"), value) ? 1 : 0;
        }
    }
    const json_t *least = json_object_get(select, "min_values"),
                 *most = json_object_get(select, "max_values");
    size_t count = json_array_size(values);
    return found == count && count >= (least ? (size_t)json_integer_value(least) : 1) &&
           count <= (most ? (size_t)json_integer_value(most) : 1);
}

/* What a menu of roles lets through: one role of the guild. */
static bool are_roles(const struct standin *standin, const struct message *message,
                      const json_t *data)
{
    const json_t *values = json_object_get(data, "values");
    const struct guild *guild = find_guild(standin, message->shown.guild);
    const char *value = json_string_value(json_array_get(values, 0));
    for (int i = 0; guild && value && i < guild->role_count; i++)
        if (guild->roles[i].id == strtoull(value, NULL, 10))
            return json_array_size(values) == 1;
    return false;
}

static uint64_t press(struct standin *standin, uint64_t user, uint64_t id, const char *custom_id,
                      const char *label)
{
    const struct message *message = find_message(standin, id);
    if (!message || !can_press(standin, message, user))
        return 0;
    const json_t *button =
        find_component(json_object_get(message->body, "components"), custom_id, label);
    if (!button || json_integer_value(json_object_get(button, "type")) != BUTTON)
        return 0;
    return interact(standin, user, message->shown.channel, COMPONENT, id,
                    press_data(BUTTON, string_of(button, "custom_id", ""), NULL));
}

uint64_t standin_press(struct standin *standin, uint64_t user, uint64_t message,
                       const char *custom_id)
{
    return press(standin, user, message, custom_id, NULL);
}

uint64_t standin_press_label(struct standin *standin, uint64_t user, uint64_t message,
                             const char *label)
{
    return press(standin, user, message, NULL, label);
}

uint64_t standin_select(struct standin *standin, uint64_t user, uint64_t id, const char *custom_id,
                        const char *values)
{
    const struct message *message = find_message(standin, id);
    if (!message || !can_press(standin, message, user))
        return 0;
    const json_t *select =
        find_component(json_object_get(message->body, "components"), custom_id, NULL);
    int type = (int)json_integer_value(json_object_get(select, "type"));
    json_t *data = press_data(type, custom_id, values);
    if (!select ||
        !(type == STRING_SELECT ? offers(select, json_object_get(data, "values"))
                                : type == ROLE_SELECT && are_roles(standin, message, data))) {
        json_decref(data);
        return 0;
    }
    return interact(standin, user, message->shown.channel, COMPONENT, id, data);
}

uint64_t standin_forge(struct standin *standin, uint64_t user, uint64_t id, const char *custom_id,
                       const char *values)
{
    const struct message *message = find_message(standin, id);
    check(message);
    return interact(standin, user, message->shown.channel, COMPONENT, id,
                    press_data(values ? STRING_SELECT : BUTTON, custom_id, values));
}

/* --- commands --- */

static bool holds_number(const json_t *numbers, json_int_t number)
{
    size_t i;
    json_t *item;
    json_array_foreach((json_t *)numbers, i, item)
    {
        if (json_integer_value(item) == number)
            return true;
    }
    return false;
}

static bool may_use(const struct standin *standin, uint64_t user, const struct channel *channel,
                    const json_t *data)
{
    const struct user *person = find_user(standin, user);
    size_t i;
    json_t *command;
    json_array_foreach(standin->commands, i, command)
    {
        if (id_of(command, "id") != id_of(data, "id"))
            continue;
        const json_t *contexts = json_object_get(command, "contexts");
        const char *rights = string_of(command, "default_member_permissions", NULL);
        uint64_t needed = rights ? strtoull(rights, NULL, 10) : 0;
        const json_t *types = json_object_get(command, "integration_types");
        bool is_own = is_foreign(standin, channel);
        if (json_is_array(contexts) && !holds_number(contexts, context_of(channel)))
            return false;
        if ((is_own && !person->has_installed) ||
            (is_own ? !holds_number(types, 1) : types && !holds_number(types, 0)))
            return false;
        uint64_t has = rights_of(standin, person, channel);
        if (rights && channel->guild && (needed == 0 || (has & needed) != needed))
            return has & 8;
        return true;
    }
    return false;
}

static uint64_t type_command(struct standin *standin, uint64_t user, uint64_t channel,
                             const char *command, int type)
{
    const struct channel *place = the_place(standin, channel);
    json_t *data = read_slash(standin, command, type == AUTOCOMPLETE);
    if (data && is_seen_by(standin, place, user) && !is_timed_out(standin, user, place) &&
        may_use(standin, user, place, data))
        return interact(standin, user, channel, type, 0, data);
    json_decref(data);
    return 0;
}

uint64_t standin_choose(struct standin *standin, uint64_t user, uint64_t channel,
                        const char *command, uint64_t whom)
{
    const struct channel *place = the_place(standin, channel);
    json_t *data = read_menu(standin, command, whom);
    if (data && is_seen_by(standin, place, user) && !is_timed_out(standin, user, place) &&
        may_use(standin, user, place, data))
        return interact(standin, user, channel, COMMAND, 0, data);
    json_decref(data);
    return 0;
}

uint64_t standin_slash(struct standin *standin, uint64_t user, uint64_t channel,
                       const char *command)
{
    return type_command(standin, user, channel, command, COMMAND);
}

uint64_t standin_autocomplete(struct standin *standin, uint64_t user, uint64_t channel,
                              const char *command)
{
    return type_command(standin, user, channel, command, AUTOCOMPLETE);
}

/* --- modals --- */

/* What stands in the "custom_id=value" lines, or what the modal came with. */
static json_t *field_value(const json_t *input, const char *fields)
{
    const char *custom_id = string_of(input, "custom_id", "");
    size_t length = strlen(custom_id);
    for (const char *at = fields; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        if (strncmp(at, custom_id, length) == 0 && at[length] == '=')
            return json_stringn(at + length + 1, strcspn(at + length + 1, "\n"));
    return json_string(string_of(input, "value", ""));
}

static json_t *filled(const json_t *input, const char *fields)
{
    json_t *object = json_pack("{s:O, s:i, s:s}", "type", json_object_get(input, "type"), "id", 2,
                               "custom_id", string_of(input, "custom_id", ""));
    bool is_text = json_integer_value(json_object_get(input, "type")) == TEXT_INPUT;
    json_t *value = field_value(input, fields);
    if (is_text)
        json_object_set_new(object, "value", value);
    else {
        json_object_set_new(object, "values", values_of(json_string_value(value)));
        json_decref(value);
    }
    return object;
}

uint64_t standin_submit(struct standin *standin, uint64_t id, const char *fields)
{
    const struct interaction *opener = find_interaction(standin, id);
    size_t i;
    json_t *part;
    if (!opener || opener->shown.answer != 9)
        return 0;
    json_t *parts = json_array();
    json_array_foreach(json_object_get(opener->data, "components"), i, part)
    {
        json_int_t type = json_integer_value(json_object_get(part, "type"));
        if (type == LABEL)
            json_array_append_new(parts,
                                  json_pack("{s:i, s:i, s:o}", "type", LABEL, "id", 1, "component",
                                            filled(json_object_get(part, "component"), fields)));
        else if (type == 1)
            json_array_append_new(
                parts,
                json_pack("{s:i, s:i, s:[o]}", "type", 1, "id", 1, "components",
                          filled(json_array_get(json_object_get(part, "components"), 0), fields)));
    }
    json_t *data = json_pack("{s:s, s:o}", "custom_id", string_of(opener->data, "custom_id", ""),
                             "components", parts);
    return interact(standin, opener->shown.user, opener->shown.channel, MODAL_SUBMIT,
                    opener->shown.source, data);
}

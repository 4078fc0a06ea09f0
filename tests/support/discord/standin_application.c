/* What the routes of the application, its commands and emoji, of users and of the gateway's
   address do. */
#include "standin_inside.h"

#include <inttypes.h>
#include <string.h>

enum { DM_WINDOW = 600000 };

void get_gateway(struct standin *standin, struct request *request, struct answer *answer)
{
    (void)request;
    give(answer, 200, json_pack("{s:s}", "url", standin->gateway_url));
}

int standin_identifies_left(const struct standin *standin)
{
    return loop_now(standin->loop) >= standin->identifies_reset ? 1000 : standin->identifies_left;
}

void get_gateway_bot(struct standin *standin, struct request *request, struct answer *answer)
{
    (void)request;
    int64_t reset = standin->identifies_reset - loop_now(standin->loop);
    give(answer, 200,
         json_pack("{s:s, s:i, s:{s:i, s:i, s:I, s:i}}", "url", standin->gateway_url, "shards",
                   standin->options.shards, "session_start_limit", "total", 1000, "remaining",
                   standin_identifies_left(standin), "reset_after",
                   (json_int_t)(reset > 0 ? reset : 0), "max_concurrency",
                   standin->options.max_concurrency));
}

void get_application(struct standin *standin, struct request *request, struct answer *answer)
{
    (void)request;
    give(answer, 200, application_object(standin));
}

void patch_application(struct standin *standin, struct request *request, struct answer *answer)
{
    json_int_t flags = json_integer_value(json_object_get(request->json, "flags"));
    if (json_object_get(request->json, "flags"))
        standin->options.has_no_message_content = !(flags & 524288);
    give(answer, 200, application_object(standin));
}

void get_me(struct standin *standin, struct request *request, struct answer *answer)
{
    (void)request;
    give(answer, 200, user_object(standin, standin->bot));
}

void get_user(struct standin *standin, struct request *request, struct answer *answer)
{
    if (find_user(standin, request->ids[0]))
        give(answer, 200, user_object(standin, request->ids[0]));
    else
        refuse(answer, 404, 10013, "Unknown User");
}

static const struct guild *joined(struct standin *standin, const struct request *request,
                                  struct answer *answer)
{
    const struct guild *guild = find_guild(standin, request->ids[0]);
    if (!guild)
        refuse(answer, 404, 10004, "Unknown Guild");
    else if (!guild->has_bot)
        refuse(answer, 403, 50001, "Missing Access");
    return guild && guild->has_bot ? guild : NULL;
}

void get_guild(struct standin *standin, struct request *request, struct answer *answer)
{
    const struct guild *guild = joined(standin, request, answer);
    if (guild)
        give(answer, 200, guild_object(standin, guild));
}

void delete_my_guild(struct standin *standin, struct request *request, struct answer *answer)
{
    const struct guild *guild = joined(standin, request, answer);
    if (!guild)
        return;
    standin_kick(standin, guild->id);
    give(answer, 204, NULL);
}

void get_guild_member(struct standin *standin, struct request *request, struct answer *answer)
{
    const struct user *user = find_user(standin, request->ids[1]);
    if (!joined(standin, request, answer))
        return;
    if (!user) {
        refuse(answer, 404, 10007, "Unknown Member");
        return;
    }
    json_t *member = member_object(standin, user, true);
    json_object_del(member, "permissions"); /* those come with interactions only */
    /* also if it is over */
    bool was_timed_out = user->timeout_until && user->timeout_guild == request->ids[0];
    json_object_set_new(member, "communication_disabled_until",
                        was_timed_out ? json_time(user->timeout_until) : json_null());
    give(answer, 200, member);
}

/* --- commands --- */

static bool is_own_application(const struct standin *standin, const struct request *request,
                               struct answer *answer)
{
    if (request->ids[0] == standin->application)
        return true;
    refuse(answer, 403, 20012, "You are not authorized to perform this action on this application");
    return false;
}

static const json_t *command_named(const json_t *commands, const char *name)
{
    size_t i;
    json_t *command;
    json_array_foreach((json_t *)commands, i, command)
    {
        if (strcmp(string_of(command, "name", ""), name) == 0)
            return command;
    }
    return NULL;
}

void get_commands(struct standin *standin, struct request *request, struct answer *answer)
{
    if (is_own_application(standin, request, answer))
        give(answer, 200, json_incref(standin->commands));
}

static bool is_refused_for_autocomplete(const struct standin *standin, const json_t *commands,
                                        struct answer *answer)
{
    char *text = json_dumps(commands, JSON_COMPACT);
    bool is_refused = standin->options.has_no_autocomplete && strstr(text, "\"autocomplete\":");
    free(text);
    if (is_refused)
        refuse(answer, 400, 50035, "Invalid Form Body");
    return is_refused;
}

void put_commands(struct standin *standin, struct request *request, struct answer *answer)
{
    size_t i;
    json_t *command;
    if (!is_own_application(standin, request, answer) || !check_commands(request->json, answer) ||
        is_refused_for_autocomplete(standin, request->json, answer))
        return;
    json_t *all = json_array();
    json_array_foreach(request->json, i, command)
    {
        json_t *registered = json_deep_copy(command);
        const json_t *known = command_named(standin->commands, string_of(command, "name", ""));
        standin->commands_created += !known;
        json_object_set_new(registered, "id",
                            json_id(known ? id_of(known, "id") : new_id(standin)));
        json_object_set_new(registered, "application_id", json_id(standin->application));
        json_object_set_new(registered, "version", json_id(new_id(standin)));
        if (!json_object_get(registered, "type"))
            json_object_set_new(registered, "type", json_integer(1));
        json_array_append_new(all, registered);
    }
    json_decref(standin->commands);
    standin->commands = all;
    if (standin->commands_created > 200)
        refuse(answer, 400, 30034,
               "Maximum number of daily application command creates has been reached (200)");
    else
        give(answer, 200, json_incref(all));
}

int standin_commands_created(const struct standin *standin)
{
    return standin->commands_created;
}

const json_t *standin_commands(const struct standin *standin)
{
    return standin->commands;
}

/* --- emoji --- */

void get_emojis(struct standin *standin, struct request *request, struct answer *answer)
{
    if (is_own_application(standin, request, answer))
        give(answer, 200, json_pack("{s:O}", "items", standin->emojis));
}

static json_t *emoji_new_of(struct standin *standin, const char *name)
{
    json_t *emoji =
        json_pack("{s:o, s:s, s:b, s:b, s:b, s:[]}", "id", json_id(new_id(standin)), "name", name,
                  "animated", false, "available", true, "managed", false, "roles");
    json_array_append_new(standin->emojis, emoji);
    return emoji;
}

uint64_t standin_emoji(struct standin *standin, const char *name)
{
    return id_of(emoji_new_of(standin, name), "id");
}

void standin_delete_emoji(struct standin *standin)
{
    json_array_clear(standin->emojis);
}

void post_emoji(struct standin *standin, struct request *request, struct answer *answer)
{
    json_t *errors = json_object();
    const char *name = string_of(request->json, "name", ""),
               *image = string_of(request->json, "image", "");
    size_t length = strlen(name);
    if (!is_own_application(standin, request, answer)) {
        json_decref(errors);
        return;
    }
    if (length < 2 || length > 32 ||
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != length)
        complain(errors, "name", "BASE_TYPE_BAD_LENGTH",
                 "Must be between 2 and 32 in length, of [A-Za-z0-9_].");
    if (command_named(standin->emojis, name))
        complain(errors, "name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "The name is taken.");
    if (strncmp(image, "data:image/", 11) != 0 || strlen(image) > 256 * 1024 * 4 / 3 + 64)
        complain(errors, "image", "IMAGE_INVALID", "Invalid image data");
    if (!judge(errors, answer))
        return;
    give(answer, 201, json_incref(emoji_new_of(standin, name)));
}

void delete_emoji(struct standin *standin, struct request *request, struct answer *answer)
{
    size_t i;
    json_t *emoji;
    json_array_foreach(standin->emojis, i, emoji)
    {
        if (id_of(emoji, "id") == request->ids[1]) {
            json_array_remove(standin->emojis, i);
            give(answer, 204, NULL);
            return;
        }
    }
    refuse(answer, 404, 10014, "Unknown Emoji");
}

/* --- private channels --- */

/* Notes one more opening; false: too many in 10 minutes. */
static bool may_open(struct standin *standin)
{
    int64_t since = loop_now(standin->loop) - DM_WINDOW;
    int recent = 0, room = (int)(sizeof standin->dm_openings / sizeof *standin->dm_openings);
    for (int i = 0; i < room && i < standin->dm_opening_count; i++)
        recent += standin->dm_openings[i] > since;
    if (recent >= standin->options.dm_openings)
        return false;
    standin->dm_openings[standin->dm_opening_count++ % room] = loop_now(standin->loop);
    return true;
}

void post_dm(struct standin *standin, struct request *request, struct answer *answer)
{
    uint64_t user = id_of(request->json, "recipient_id");
    if (!find_user(standin, user) || user == standin->bot) {
        refuse(answer, find_user(standin, user) ? 400 : 404,
               find_user(standin, user) ? 50007 : 10013, "Unknown User");
        return;
    }
    if (!dm_of(standin, user) && !may_open(standin)) {
        log_violation(standin, "DM channels were opened too fast");
        refuse(answer, 403, 40003, "You are opening direct messages too fast");
        return;
    }
    give(answer, 200, channel_object(standin, open_dm(standin, user)));
}

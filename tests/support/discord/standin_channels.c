/* What the routes of channels, messages and threads do. */
#include "standin_inside.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { MINUTE = 60000, NONCE_LIFE = 5 * MINUTE, HISTORY_MOST = 100 };

/* --- where one may --- */

static bool is_lost_place(struct standin *standin, const struct channel *channel,
                          struct answer *answer)
{
    if (!channel || channel->is_deleted) {
        refuse(answer, 404, 10003, "Unknown Channel");
        return true;
    }
    const struct guild *guild = find_guild(standin, channel->guild);
    bool is_out = guild && (!guild->has_bot || !guild->is_available);
    if (is_out)
        log_violation(standin, "a request to guild %" PRIu64 ", which is %s", guild->id,
                      guild->has_bot ? "unavailable" : "left");
    if (channel->type == STANDIN_GROUP)
        log_violation(standin, "a request to a message of people among themselves");
    if (is_out || !(rights_in(standin, channel) & STANDIN_VIEW)) {
        refuse(answer, 403, 50001, "Missing Access");
        return true;
    }
    return false;
}

/* The channel, if the bot has these rights there; else NULL and the answer is made. */
static struct channel *enter(struct standin *standin, uint64_t id, uint64_t rights,
                             struct answer *answer)
{
    struct channel *channel = find_channel(standin, id);
    if (is_lost_place(standin, channel, answer))
        return NULL;
    if ((rights & STANDIN_SEND) && is_thread(channel))
        rights = (rights & ~STANDIN_SEND) | STANDIN_SEND_IN_THREADS;
    if ((rights_in(standin, channel) & rights) != rights) {
        refuse(answer, 403, 50013, "Missing Permissions");
        return NULL;
    }
    return channel;
}

/* A message that channel routes reach: ephemeral ones they do not. */
static struct message *reach(struct standin *standin, const struct request *request,
                             struct answer *answer)
{
    struct message *message = find_message(standin, request->ids[1]);
    if (message && !message->shown.is_deleted && !message->shown.viewer &&
        message->shown.channel == request->ids[0])
        return message;
    refuse(answer, 404, 10008, "Unknown Message");
    return NULL;
}

static bool refuses_dm(struct standin *standin, const struct channel *channel,
                       struct answer *answer)
{
    const struct user *user =
        channel->type == STANDIN_DM ? find_user(standin, channel->recipient) : NULL;
    if (user && !has_common_guild(standin) && !user->has_installed)
        refuse(answer, 403, 50278,
               "Cannot send messages to this user due to having no mutual guilds");
    else if (user && user->refuses_dms)
        refuse(answer, 403, 50007, "Cannot send messages to this user");
    else
        return false;
    return true;
}

/* --- messages --- */

static uint64_t rights_for(const struct request *request)
{
    uint64_t rights = STANDIN_SEND;
    if (json_array_size(json_object_get(request->json, "embeds")))
        rights |= STANDIN_EMBED;
    if (request->file_count)
        rights |= STANDIN_ATTACH;
    if (json_object_get(request->json, "message_reference"))
        rights |= STANDIN_HISTORY;
    return rights;
}

static const struct message *same_nonce(const struct standin *standin, const json_t *body)
{
    const json_t *nonce = json_object_get(body, "nonce");
    char written[sizeof(struct message){0}.nonce];
    if (!json_is_true(json_object_get(body, "enforce_nonce")) || !nonce ||
        standin->options.forgets_nonces)
        return NULL;
    char *text = json_dumps(nonce, JSON_ENCODE_ANY);
    snprintf(written, sizeof written, "%s", text);
    free(text);
    /* they lie in the order of their times */
    for (int i = standin->messages.count - 1; i >= 0; i--) {
        const struct message *message = standin->messages.items[i];
        if (loop_now(standin->loop) - message->shown.at >= NONCE_LIFE)
            break;
        if (message->shown.author == standin->bot && strcmp(message->nonce, written) == 0)
            return message;
    }
    return NULL;
}

static bool says_the_same(const struct message *message, const json_t *body)
{
    return json_equal(json_object_get(message->body, "content"), json_object_get(body, "content"));
}

static bool is_archived(const struct channel *channel, bool is_posting, struct answer *answer)
{
    if (!channel->is_archived || (is_posting && !channel->is_locked))
        return false;
    if (channel->is_locked)
        refuse(answer, 400, 160005, "Thread is locked");
    else
        refuse(answer, 400, 50083, "Thread is archived");
    return true;
}

static void tell_channel(struct standin *standin, const char *type, const struct channel *channel)
{
    json_t *object = channel_object(standin, channel);
    tell(standin, channel->guild, INTENT_GUILDS, type, object);
    json_decref(object);
}

void post_message(struct standin *standin, struct request *request, struct answer *answer)
{
    struct channel *channel = enter(standin, request->ids[0], rights_for(request), answer);
    if (!channel || refuses_dm(standin, channel, answer) || is_archived(channel, true, answer) ||
        !check_message(standin, request, request->json, NULL, answer))
        return;
    if (json_integer_value(json_object_get(request->json, "flags")) & FLAG_EPHEMERAL)
        log_violation(standin, "%s: flag 64 is for answers to interactions only",
                      request->route->name);
    if (channel->is_archived) {
        channel->is_archived = false;
        tell_channel(standin, "THREAD_UPDATE", channel);
    }
    const struct message *message = same_nonce(standin, request->json);
    if (message && says_the_same(message, request->json))
        channel->known_at = loop_now(standin->loop);
    if (!message)
        message = post_as_bot(standin, channel, request, request->json, NULL, 0, 0);
    give(answer, 200, json_incref(message->body));
}

void patch_message(struct standin *standin, struct request *request, struct answer *answer)
{
    const struct channel *channel =
        enter(standin, request->ids[0], request->file_count ? STANDIN_ATTACH : 0, answer);
    struct message *message = channel ? reach(standin, request, answer) : NULL;
    if (!message || is_archived(channel, false, answer))
        return;
    if (message->shown.author != standin->bot) {
        refuse(answer, 403, 50005, "Cannot edit a message authored by another user");
        return;
    }
    if (!limit_old_edit(standin, message, answer) ||
        !check_message(standin, request, request->json, message, answer))
        return;
    change_message(standin, message, request, request->json);
    give(answer, 200, json_incref(message->body));
}

/* REST gives no more to read than the gateway does, and does not say where a message is from. */
static json_t *as_told(const struct standin *standin, const struct message *message)
{
    json_t *told = json_copy(message->body);
    if (standin->options.has_no_message_content && !standin->options.sends_content_anyway &&
        !is_about_bot(standin, message))
        blank_content(told);
    return told;
}

void get_message(struct standin *standin, struct request *request, struct answer *answer)
{
    const struct channel *channel = enter(standin, request->ids[0], STANDIN_HISTORY, answer);
    const struct message *message = channel ? reach(standin, request, answer) : NULL;
    if (message)
        give(answer, 200, as_told(standin, message));
}

static uint64_t query_number(const struct request *request, const char *key, uint64_t otherwise)
{
    json_t *value = query_value(request, key);
    uint64_t number = value ? strtoull(json_string_value(value), NULL, 10) : otherwise;
    json_decref(value);
    return number;
}

void get_messages(struct standin *standin, struct request *request, struct answer *answer)
{
    const struct channel *channel = enter(standin, request->ids[0], 0, answer);
    uint64_t most = query_number(request, "limit", 50);
    uint64_t after = query_number(request, "after", 0),
             before = query_number(request, "before", UINT64_MAX);
    if (!channel)
        return;
    if (most < 1 || most > HISTORY_MOST) {
        refuse(answer, 400, 50035, "Invalid Form Body");
        return;
    }
    json_t *found = json_array(); /* newest first; with `after` the oldest of those that follow */
    bool is_forward = after > 0, may_read = rights_in(standin, channel) & STANDIN_HISTORY;
    for (int n = 0; may_read && n < standin->messages.count && json_array_size(found) < most; n++) {
        const struct message *message =
            standin->messages.items[is_forward ? n : standin->messages.count - 1 - n];
        uint64_t id = message->shown.id;
        if (message->shown.channel != channel->id || message->shown.is_deleted ||
            message->shown.viewer || id <= after || id >= before)
            continue;
        if (is_forward)
            json_array_insert_new(found, 0, as_told(standin, message));
        else
            json_array_append_new(found, as_told(standin, message));
    }
    give(answer, 200, found);
}

void delete_message(struct standin *standin, struct request *request, struct answer *answer)
{
    const struct channel *channel = enter(standin, request->ids[0], 0, answer);
    struct message *message = channel ? reach(standin, request, answer) : NULL;
    if (!message)
        return;
    if (message->shown.author != standin->bot &&
        !(rights_in(standin, channel) & STANDIN_MANAGE_MESSAGES)) {
        refuse(answer, 403, 50013, "Missing Permissions");
        return;
    }
    remove_message(standin, message);
    give(answer, 204, NULL);
}

void post_typing(struct standin *standin, struct request *request, struct answer *answer)
{
    if (enter(standin, request->ids[0], STANDIN_SEND, answer))
        give(answer, 204, NULL);
}

/* --- channels --- */

void get_channel(struct standin *standin, struct request *request, struct answer *answer)
{
    const struct channel *channel = enter(standin, request->ids[0], 0, answer);
    if (channel)
        give(answer, 200, channel_object(standin, channel));
}

void patch_channel(struct standin *standin, struct request *request, struct answer *answer)
{
    struct channel *channel = enter(standin, request->ids[0], 0, answer);
    const json_t *archived = json_object_get(request->json, "archived"),
                 *locked = json_object_get(request->json, "locked");
    if (!channel)
        return;
    if (locked && !(rights_in(standin, channel) & STANDIN_MANAGE_THREADS)) {
        refuse(answer, 403, 50013, "Missing Permissions");
        return;
    }
    if (archived)
        channel->is_archived = json_is_true(archived);
    if (locked)
        channel->is_locked = json_is_true(locked);
    if (json_object_get(request->json, "name")) {
        free(channel->name);
        channel->name = copy_of(string_of(request->json, "name", ""));
    }
    tell_channel(standin, is_thread(channel) ? "THREAD_UPDATE" : "CHANNEL_UPDATE", channel);
    give(answer, 200, channel_object(standin, channel));
}

void delete_channel(struct standin *standin, struct request *request, struct answer *answer)
{
    const struct channel *channel = enter(standin, request->ids[0], 0, answer);
    if (!channel)
        return;
    if (is_thread(channel) && !(rights_in(standin, channel) & STANDIN_MANAGE_THREADS)) {
        refuse(answer, 403, 50013, "Missing Permissions");
        return;
    }
    json_t *object = channel_object(standin, channel);
    standin_delete_channel(standin, channel->id);
    give(answer, 200, object);
}

/* --- threads --- */

static void start_thread(struct standin *standin, const struct request *request,
                         const struct channel *parent, uint64_t id, int type, struct answer *answer)
{
    json_t *errors = json_object();
    const char *name = string_of(request->json, "name", "");
    if (!*name || code_points(name) > 100)
        complain(errors, "name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.");
    if (!judge(errors, answer))
        return;
    struct channel *thread = new_channel(standin, id, parent->guild, type, name);
    thread->parent = parent->id;
    tell_channel(standin, "THREAD_CREATE", thread);
    give(answer, 201, channel_object(standin, thread));
}

void post_thread_from(struct standin *standin, struct request *request, struct answer *answer)
{
    const struct channel *channel = enter(standin, request->ids[0], STANDIN_PUBLIC_THREADS, answer);
    const struct message *message = channel ? reach(standin, request, answer) : NULL;
    if (!message)
        return;
    if (find_channel(standin, message->shown.id)) {
        refuse(answer, 400, 160004, "A thread has already been created for this message");
        return;
    }
    start_thread(standin, request, channel, message->shown.id, STANDIN_PUBLIC_THREAD, answer);
}

void post_thread(struct standin *standin, struct request *request, struct answer *answer)
{
    const json_t *type = json_object_get(request->json, "type");
    bool is_public = json_integer_value(type) == STANDIN_PUBLIC_THREAD;
    const struct channel *channel =
        enter(standin, request->ids[0],
              is_public ? STANDIN_PUBLIC_THREADS : STANDIN_PRIVATE_THREADS, answer);
    if (channel)
        start_thread(standin, request, channel, new_id(standin),
                     is_public ? STANDIN_PUBLIC_THREAD : STANDIN_PRIVATE_THREAD, answer);
}

static void set_member(struct channel *thread, uint64_t user, bool is_member)
{
    int i = 0;
    while (i < thread->member_count && thread->members[i] != user)
        i++;
    if (is_member && i == thread->member_count) {
        check(i < (int)(sizeof thread->members / sizeof *thread->members));
        thread->members[thread->member_count++] = user;
    } else if (!is_member && i < thread->member_count)
        thread->members[i] = thread->members[--thread->member_count];
}

static void member_route(struct standin *standin, const struct request *request, bool is_member,
                         struct answer *answer)
{
    struct channel *thread = enter(standin, request->ids[0], 0, answer);
    uint64_t user = strcmp(request->args[1], "@me") == 0 ? standin->bot : request->ids[1];
    if (!thread)
        return;
    if (!is_thread(thread) || !find_user(standin, user)) {
        refuse(answer, is_thread(thread) ? 404 : 400, is_thread(thread) ? 10013 : 50024,
               "Not in a thread, or nobody");
        return;
    }
    if (is_archived(thread, false, answer))
        return;
    set_member(thread, user, is_member);
    give(answer, 204, NULL);
}

void put_thread_member(struct standin *standin, struct request *request, struct answer *answer)
{
    member_route(standin, request, true, answer);
}

void delete_thread_member(struct standin *standin, struct request *request, struct answer *answer)
{
    member_route(standin, request, false, answer);
}

/* Dispatches: to which sessions an event goes, what their intents let through, the copies kept
   for a Resume, and the orders to repeat and to reorder. */
#include "standin_inside.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { SECOND = 1000 };

struct kept {
    struct session *session;
    char *type;
    json_t *data;
};

/* What a heartbeat must know of: all that had a second to arrive. */
static void note_seq(struct conn *conn, int64_t seq)
{
    int64_t now = loop_now(conn->standin->loop);
    if (now - conn->told_at >= SECOND)
        conn->settled_seq = conn->told_seq;
    conn->told_at = now;
    conn->told_seq = seq;
}

void send_event(struct conn *conn, const struct event *event)
{
    json_t *payload = json_pack("{s:i, s:I, s:s, s:o}", "op", 0, "s", (json_int_t)event->seq, "t",
                                event->type, "d", as_spoken(conn->standin, event->data));
    char *text = json_dumps(payload, JSON_COMPACT);
    check(text);
    struct standin_entry *entry =
        log_entry(conn->standin, STANDIN_TOLD, conn->number, event->type, NULL);
    entry->op = 0;
    entry->shard = conn->session->shard;
    entry->seq = event->seq;
    note_seq(conn, event->seq);
    entry->body = without_secrets(conn->standin, event->data);
    log_done(conn->standin, entry);
    conn_send(conn, text, strlen(text));
    free(text);
    json_decref(payload);
}

void tell_session(struct standin *standin, struct session *session, const char *type,
                  const json_t *data)
{
    struct event *event = make(sizeof *event);
    *event = (struct event){++session->seq, loop_now(standin->loop), copy_of(type),
                            json_deep_copy(data)};
    list_add(&session->events, event);
    if (session->conn && !session->conn->is_closing)
        send_event(session->conn, event);
}

/* --- out of order --- */

static void flush(struct standin *standin)
{
    for (int i = standin->kept_back.count - 1; i >= 0; i--) {
        struct kept *kept = standin->kept_back.items[i];
        tell_session(standin, kept->session, kept->type, kept->data);
        free(kept->type);
        json_decref(kept->data);
        free(kept);
    }
    list_fini(&standin->kept_back, NULL);
}

void standin_reorder_events(struct standin *standin, int batch)
{
    standin->batch = batch;
    flush(standin);
}

static void deliver(struct standin *standin, struct session *session, const char *type,
                    const json_t *data)
{
    int copies = standin->copies > 1 ? standin->copies : 1;
    for (int i = 0; i < copies; i++) {
        if (standin->batch < 2) {
            tell_session(standin, session, type, data);
            continue;
        }
        struct kept *kept = make(sizeof *kept);
        *kept = (struct kept){session, copy_of(type), json_deep_copy(data)};
        list_add(&standin->kept_back, kept);
        if (standin->kept_back.count >= standin->batch)
            flush(standin);
    }
}

/* --- to whom --- */

static bool goes_to(const struct session *session, uint64_t guild, uint32_t intents)
{
    int shard = guild ? (int)((guild >> 22) % (uint64_t)session->shards) : 0;
    return !session->is_dead && session->shard == shard &&
           (!intents || (session->intents & intents));
}

void tell(struct standin *standin, uint64_t guild, uint32_t intents, const char *type,
          const json_t *data)
{
    const struct guild *place = find_guild(standin, guild);
    if (place && (!place->has_bot || (!place->is_available && strncmp(type, "GUILD_", 6) != 0)))
        return;
    for (int i = 0; i < standin->sessions.count; i++)
        if (goes_to(standin->sessions.items[i], guild, intents))
            deliver(standin, standin->sessions.items[i], type, data);
}

/* Without the intent for content these are empty, but for what concerns the bot itself. */
static void blank(const struct standin *standin, const struct session *session,
                  const struct message *message, json_t *data)
{
    if (!standin->options.sends_content_anyway && !(session->intents & INTENT_MESSAGE_CONTENT) &&
        !is_about_bot(standin, message))
        blank_content(data);
}

static json_t *event_of(const struct standin *standin, const char *type,
                        const struct message *message)
{
    const struct channel *channel = find_channel(standin, message->shown.channel);
    const struct user *author = find_user(standin, message->shown.author);
    bool is_delete = strcmp(type, "MESSAGE_DELETE") == 0;
    /* ephemeral ones come without */
    bool has_guild = message->shown.guild && !message->shown.viewer;
    json_t *data = is_delete ? json_pack("{s:o, s:o}", "id", json_id(message->shown.id),
                                         "channel_id", json_id(message->shown.channel))
                             : json_copy(message->body);
    if (has_guild)
        json_object_set_new(data, "guild_id", json_id(message->shown.guild));
    if (!is_delete && has_guild && !json_object_get(data, "webhook_id"))
        json_object_set_new(data, "member", member_object(standin, author, false));
    if (!is_delete && channel && !standin->options.hides_channel_types)
        json_object_set_new(data, "channel_type", json_integer(channel->type));
    return data;
}

void tell_message(struct standin *standin, const char *type, const struct message *message)
{
    bool is_private = !message->shown.guild || message->shown.viewer;
    uint32_t intents = is_private ? INTENT_DIRECT_MESSAGES : INTENT_GUILD_MESSAGES;
    uint64_t guild = message->shown.viewer ? 0 : message->shown.guild;
    const struct channel *channel = find_channel(standin, message->shown.channel);
    const struct guild *place = find_guild(standin, guild);
    if ((place && (!place->has_bot || !place->is_available)) ||
        !(rights_in(standin, channel) & STANDIN_VIEW))
        return;
    for (int i = 0; i < standin->sessions.count; i++) {
        struct session *session = standin->sessions.items[i];
        if (!goes_to(session, guild, intents))
            continue;
        json_t *data = event_of(standin, type, message);
        if (strcmp(type, "MESSAGE_DELETE") != 0)
            blank(standin, session, message, data);
        deliver(standin, session, type, data);
        json_decref(data);
    }
}

/* --- the beginning of a session --- */

static bool is_on(const struct guild *guild, const struct session *session)
{
    return guild->has_bot && goes_to(session, guild->id, 0);
}

void welcome(struct standin *standin, struct session *session)
{
    json_t *guilds = json_array();
    for (int i = 0; i < standin->guilds.count; i++) {
        const struct guild *guild = standin->guilds.items[i];
        if (is_on(guild, session))
            json_array_append_new(
                guilds, json_pack("{s:o, s:b}", "id", json_id(guild->id), "unavailable", true));
    }
    json_t *application = application_object(standin);
    json_t *ready =
        json_pack("{s:i, s:o, s:o, s:s, s:s, s:[i,i], s:{s:o, s:O}}", "v", 10, "user",
                  user_object(standin, standin->bot), "guilds", guilds, "session_id", session->id,
                  "resume_gateway_url", standin->resume_url, "shard", session->shard,
                  session->shards, "application", "id", json_id(standin->application), "flags",
                  json_object_get(application, "flags"));
    tell_session(standin, session, "READY", ready);
    json_decref(ready);
    json_decref(application);
    for (int i = 0; i < standin->guilds.count; i++) {
        const struct guild *guild = standin->guilds.items[i];
        if (!is_on(guild, session) || !guild->is_available || !(session->intents & INTENT_GUILDS))
            continue;
        json_t *object = guild_object(standin, guild);
        tell_session(standin, session, "GUILD_CREATE", object);
        json_decref(object);
    }
}

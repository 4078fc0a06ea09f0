/* Messages: how they come to be, change and go, whom they notify, who gets to see them. Who may
   do so was decided before. Every state of a message that a person's client received is kept, so
   that a test can read all of it. */
#include "standin_inside.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { REPLY = 19, COMMAND_ANSWER = 20 };

struct message *find_message(const struct standin *standin, uint64_t id)
{
    int low = 0, high = standin->messages.count; /* they lie in the order of their ids */
    while (low < high) {
        int middle = low + (high - low) / 2;
        struct message *message = standin->messages.items[middle];
        if (message->shown.id == id)
            return message;
        if (message->shown.id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

void show(struct standin *standin, uint64_t viewer, uint64_t channel, const json_t *what)
{
    if (standin->on_seen) {
        char *text = json_dumps(what, JSON_COMPACT | JSON_ENCODE_ANY);
        check(text);
        standin->on_seen(standin->on_seen_arg, viewer, channel, text);
        free(text);
        return;
    }
    struct seen *seen = make(sizeof *seen);
    *seen = (struct seen){loop_now(standin->loop), viewer, channel, id_of(what, "id"),
                          json_dumps(what, JSON_COMPACT | JSON_ENCODE_ANY)};
    check(seen->text);
    list_add(&standin->seen, seen);
}

void standin_on_seen(struct standin *standin, standin_seen_fn *fn, void *arg)
{
    standin->on_seen = fn;
    standin->on_seen_arg = arg;
}

/* --- mentions --- */

static bool holds(const json_t *strings, const char *string)
{
    size_t i;
    json_t *item;
    json_array_foreach((json_t *)strings, i, item)
    {
        if (strcmp(json_is_string(item) ? json_string_value(item) : "", string) == 0)
            return true;
    }
    return false;
}

static bool may_mention(const json_t *allowed, const char *kind, const char *id)
{
    if (!allowed || json_is_null(allowed))
        return true;
    return holds(json_object_get(allowed, "parse"), kind) ||
           (id && holds(json_object_get(allowed, kind), id));
}

static void mention(struct standin *standin, json_t *mentions, uint64_t id)
{
    size_t i;
    json_t *known;
    json_array_foreach(mentions, i, known)
    {
        if (id_of(known, "id") == id)
            return;
    }
    if (find_user(standin, id))
        json_array_append_new(mentions, user_object(standin, id));
}

/* Everyone named in the text and allowed. `is_loud`: @everyone, @here or a role is, too. */
static json_t *mentions_in(struct standin *standin, const char *text, const json_t *allowed,
                           bool *is_loud)
{
    json_t *mentions = json_array();
    *is_loud = (strstr(text, "@everyone") || strstr(text, "@here")) &&
               may_mention(allowed, "everyone", NULL);
    for (const char *at = text; (at = strstr(at, "<@")) != NULL; at += 2) {
        char id[24];
        bool is_role = at[2] == '&';
        const char *digits = at + 2 + (at[2] == '!' || is_role);
        size_t length = strspn(digits, "0123456789");
        if (length == 0 || length >= sizeof id || digits[length] != '>')
            continue;
        snprintf(id, sizeof id, "%.*s", (int)length, digits);
        if (is_role)
            *is_loud = *is_loud || may_mention(allowed, "roles", id);
        else if (may_mention(allowed, "users", id))
            mention(standin, mentions, strtoull(id, NULL, 10));
    }
    return mentions;
}

bool is_mentioned(const struct message *message, uint64_t user)
{
    size_t i;
    json_t *mentioned;
    json_array_foreach(json_object_get(message->body, "mentions"), i, mentioned)
    {
        if (id_of(mentioned, "id") == user)
            return true;
    }
    return false;
}

void blank_content(json_t *data)
{
    static const char *const lists[] = {"embeds", "attachments", "components"};
    json_object_set_new(data, "content", json_string(""));
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        json_object_set_new(data, lists[i], json_array());
}

bool is_about_bot(const struct standin *standin, const struct message *message)
{
    return message->shown.guild == 0 || message->shown.author == standin->bot ||
           is_mentioned(message, standin->bot);
}

static void put_texts(const json_t *value, const char *only, FILE *out);

/* Content and, in its place, the text displays: only there a mention is one. */
static char *mentionable(const json_t *body)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    check(out);
    fprintf(out, "%s\n", string_of(body, "content", ""));
    put_texts(json_object_get(body, "components"), "content", out);
    fclose(out);
    return text;
}

static void set_mentions(struct standin *standin, json_t *body, const json_t *allowed)
{
    bool is_loud;
    char *text = mentionable(body);
    json_object_set_new(body, "mentions", mentions_in(standin, text, allowed, &is_loud));
    json_object_set_new(body, "mention_everyone", json_boolean(is_loud));
    free(text);
}

static void notify(struct standin *standin, const struct message *message)
{
    size_t i;
    json_t *mentioned;
    if (message->shown.viewer)
        return;
    bool is_loud = !(json_integer_value(json_object_get(message->body, "flags")) & FLAG_SILENT);
    const struct channel *channel = find_channel(standin, message->shown.channel);
    struct user *recipient =
        channel && channel->recipient ? find_user(standin, channel->recipient) : NULL;
    if (recipient && recipient->id != message->shown.author)
        recipient->pushes += is_loud;
    standin->everyone_pings += json_is_true(json_object_get(message->body, "mention_everyone"));
    json_array_foreach(json_object_get(message->body, "mentions"), i, mentioned)
    {
        struct user *user = find_user(standin, id_of(mentioned, "id"));
        if (!user || user->id == message->shown.author)
            continue;
        user->pings++;
        user->pushes += is_loud && user != recipient;
        log_note(standin, "%s was notified by message %" PRIu64, user->username, message->shown.id);
    }
}

/* --- making --- */

static char *trimmed(const char *text)
{
    text += strspn(text, " \t\r\n");
    char *copy = copy_of(text);
    size_t length = strlen(copy);
    while (length > 0 && isspace((unsigned char)copy[length - 1]))
        copy[--length] = '\0';
    return copy;
}

static json_t *array_of(const json_t *body, const char *key)
{
    json_t *array = json_object_get(body, key);
    return json_is_array(array) ? json_deep_copy(array) : json_array();
}

static void set_content(json_t *object, const char *text)
{
    char *content = trimmed(text);
    json_object_set_new(object, "content", json_string(content));
    free(content);
}

static struct message *new_message(struct standin *standin, const struct channel *channel,
                                   uint64_t author, json_t *body)
{
    struct message *message = make(sizeof *message);
    uint64_t id = new_id(standin);
    message->shown = (struct standin_message){.id = id,
                                              .channel = channel->id,
                                              .guild = channel->guild,
                                              .author = author,
                                              .at = loop_now(standin->loop),
                                              .edited = -1};
    message->body = body;
    json_object_set_new(body, "id", json_id(id));
    json_object_set_new(body, "channel_id", json_id(channel->id));
    json_object_set_new(body, "author", user_object(standin, author));
    json_object_set_new(body, "timestamp", json_time(loop_wall(standin->loop)));
    json_object_set_new(body, "edited_timestamp", json_null());
    json_object_set_new(body, "tts", json_false());
    json_object_set_new(body, "pinned", json_false());
    json_object_set_new(body, "mention_roles", json_array());
    list_add(&standin->messages, message);
    return message;
}

static void publish(struct standin *standin, struct message *message, const char *event)
{
    message->shown.body = message->body;
    show(standin, message->shown.viewer, message->shown.channel, message->body);
    tell_message(standin, event, message);
}

static json_t *attachments_of(struct standin *standin, struct request *request, const json_t *body,
                              const json_t *old)
{
    json_t *attachments = json_array(), *wanted;
    size_t i;
    json_array_foreach(json_object_get(body, "attachments"), i, wanted)
    {
        size_t n;
        json_t *kept;
        json_array_foreach((json_t *)old, n, kept)
        {
            if (id_of(wanted, "id") == id_of(kept, "id"))
                json_array_append(attachments, kept);
        }
    }
    for (int n = 0; request && n < request->file_count; n++) {
        const struct upload *file = &request->files[n];
        const json_t *said = json_array_get(json_object_get(body, "attachments"), (size_t)n);
        json_array_append_new(
            attachments, json_pack("{s:o, s:s, s:I, s:s, s:s}", "id", json_id(new_id(standin)),
                                   "filename", file->filename, "size", (json_int_t)file->length,
                                   "url", "https://cdn.example/attachment", "description",
                                   string_of(said, "description", "")));
    }
    return attachments;
}

/* What an answer to an interaction says about itself. */
static void sign(const struct standin *standin, const struct interaction *made_by, json_t *object)
{
    json_t *by = json_pack("{s:o, s:i, s:o}", "id", json_id(made_by->shown.id), "type",
                           made_by->shown.type, "user", user_object(standin, made_by->shown.user));
    json_object_set_new(object, "interaction_metadata", by);
    json_object_set_new(object, "webhook_id", json_id(standin->application));
    json_object_set_new(object, "application_id", json_id(standin->application));
}

static void refer(struct standin *standin, json_t *object, uint64_t reply_to, bool pings)
{
    const struct message *replied = find_message(standin, reply_to);
    if (!replied)
        return;
    json_object_set_new(object, "type", json_integer(REPLY));
    json_object_set_new(object, "message_reference",
                        json_pack("{s:o, s:o}", "message_id", json_id(reply_to), "channel_id",
                                  json_id(replied->shown.channel)));
    json_t *copy = replied->shown.is_deleted ? json_null() : json_copy(replied->body);
    if (json_is_object(copy))
        json_object_del(copy, "referenced_message"); /* it goes no deeper */
    json_object_set_new(object, "referenced_message", copy);
    if (pings)
        mention(standin, json_object_get(object, "mentions"), replied->shown.author);
}

struct message *post_as_bot(struct standin *standin, const struct channel *channel,
                            struct request *request, const json_t *body,
                            struct interaction *made_by, uint64_t viewer, int extra_flags)
{
    json_int_t flags = json_integer_value(json_object_get(body, "flags")) | extra_flags |
                       (viewer ? FLAG_EPHEMERAL : 0);
    const json_t *nonce = json_object_get(body, "nonce");
    const json_t *allowed = json_object_get(body, "allowed_mentions");
    bool is_command = made_by && made_by->shown.type == 2;
    json_t *object =
        json_pack("{s:i, s:o, s:o, s:o, s:I}", "type", is_command ? COMMAND_ANSWER : 0, "embeds",
                  array_of(body, "embeds"), "components", array_of(body, "components"),
                  "attachments", attachments_of(standin, request, body, NULL), "flags", flags);
    set_content(object, string_of(body, "content", ""));
    set_mentions(standin, object, allowed);
    refer(standin, object, id_of(json_object_get(body, "message_reference"), "message_id"),
          !allowed || json_is_true(json_object_get(allowed, "replied_user")));
    if (made_by)
        sign(standin, made_by, object);
    struct message *message = new_message(standin, channel, standin->bot, object);
    message->shown.viewer = viewer;
    message->made_by = made_by ? made_by->shown.id : 0;
    if (json_is_string(nonce) || json_is_integer(nonce)) {
        json_object_set(object, "nonce", (json_t *)nonce);
        char *text = json_dumps(nonce, JSON_ENCODE_ANY);
        snprintf(message->nonce, sizeof message->nonce, "%s", text);
        free(text);
    }
    if (!(extra_flags & FLAG_LOADING))
        notify(standin, message);
    publish(standin, message, "MESSAGE_CREATE");
    return message;
}

struct message *post_as_person(struct standin *standin, const struct channel *channel,
                               uint64_t user, const char *text, uint64_t reply_to, bool pings,
                               json_t *more_taken)
{
    json_t *object = json_pack("{s:i, s:[], s:[], s:[], s:i}", "type", 0, "embeds", "components",
                               "attachments", "flags", 0);
    set_content(object, text);
    set_mentions(standin, object, NULL);
    refer(standin, object, reply_to, pings);
    struct message *message = new_message(standin, channel, user, object);
    json_object_update(object, more_taken);
    json_decref(more_taken);
    publish(standin, message, "MESSAGE_CREATE");
    return message;
}

/* --- changing --- */

void change_message(struct standin *standin, struct message *message, struct request *request,
                    const json_t *body)
{
    json_t *object = json_copy(message->body);
    json_int_t flags =
        json_integer_value(json_object_get(object, "flags")) & ~(json_int_t)FLAG_LOADING;
    flags |= json_integer_value(json_object_get(body, "flags")) & (4 | FLAG_V2);
    json_object_set_new(object, "flags", json_integer(flags));
    if (json_object_get(body, "content"))
        set_content(object, string_of(body, "content", ""));
    if (json_object_get(body, "embeds"))
        json_object_set_new(object, "embeds", array_of(body, "embeds"));
    if (json_object_get(body, "components"))
        json_object_set_new(object, "components", array_of(body, "components"));
    if (json_object_get(body, "attachments") || (request && request->file_count))
        json_object_set_new(
            object, "attachments",
            attachments_of(standin, request, body, json_object_get(message->body, "attachments")));
    set_mentions(standin, object, json_object_get(body, "allowed_mentions"));
    json_object_set_new(object, "edited_timestamp", json_time(loop_wall(standin->loop)));
    json_decref(message->body);
    message->body = object;
    message->shown.edited = loop_now(standin->loop);
    message->shown.edits++;
    publish(standin, message, "MESSAGE_UPDATE");
}

void remove_message(struct standin *standin, struct message *message)
{
    message->shown.is_deleted = true;
    tell_message(standin, "MESSAGE_DELETE", message);
}

void standin_delete_bulk(struct standin *standin, const uint64_t *messages, int count)
{
    json_t *ids = json_array();
    const struct message *first = find_message(standin, messages[0]);
    for (int i = 0; i < count; i++) {
        struct message *message = find_message(standin, messages[i]);
        check(message && message->shown.channel == first->shown.channel);
        message->shown.is_deleted = true;
        json_array_append_new(ids, json_id(messages[i]));
    }
    json_t *data =
        json_pack("{s:o, s:o, s:o}", "ids", ids, "channel_id", json_id(first->shown.channel),
                  "guild_id", json_id(first->shown.guild));
    tell(standin, first->shown.guild, INTENT_GUILD_MESSAGES, "MESSAGE_DELETE_BULK", data);
    json_decref(data);
}

void drop_message(void *item)
{
    struct message *message = item;
    json_decref(message->body);
    free(message);
}

void drop_interaction(void *item)
{
    struct interaction *interaction = item;
    json_decref(interaction->event);
    json_decref(interaction->data);
    free(interaction);
}

void drop_seen(void *item)
{
    struct seen *seen = item;
    free(seen->text);
    free(seen);
}

void messages_free(struct standin *standin)
{
    list_fini(&standin->messages, drop_message);
    list_fini(&standin->interactions, drop_interaction);
    list_fini(&standin->seen, drop_seen);
}

/* --- for tests --- */

const struct standin_message *standin_message(const struct standin *standin, uint64_t id)
{
    const struct message *message = find_message(standin, id);
    return message ? &message->shown : NULL;
}

static bool shows(const struct standin *standin, const struct channel *place,
                  const struct message *message, uint64_t viewer)
{
    return message->shown.channel == place->id && !message->shown.is_deleted &&
           (!message->shown.viewer || message->shown.viewer == viewer) &&
           is_seen_by(standin, place, viewer);
}

int standin_messages(const struct standin *standin, uint64_t channel, uint64_t viewer,
                     const struct standin_message **messages, int room)
{
    const struct channel *place = find_channel(standin, channel);
    int count = 0;
    for (int i = 0; place && i < standin->messages.count; i++) {
        const struct message *message = standin->messages.items[i];
        if (!shows(standin, place, message, viewer))
            continue;
        if (count < room)
            messages[count] = &message->shown;
        count++;
    }
    return count;
}

const struct standin_message *standin_last(const struct standin *standin, uint64_t channel,
                                           uint64_t viewer)
{
    const struct channel *place = find_channel(standin, channel);
    for (int i = standin->messages.count - 1; place && i >= 0; i--) {
        const struct message *message = standin->messages.items[i];
        if (shows(standin, place, message, viewer))
            return &message->shown;
    }
    return NULL;
}

const struct standin_message *standin_last_with(const struct standin *standin, uint64_t channel,
                                                uint64_t viewer, const char *begin)
{
    const struct channel *place = find_channel(standin, channel);
    for (int i = standin->messages.count - 1; place && i >= 0; i--) {
        const struct message *message = standin->messages.items[i];
        if (shows(standin, place, message, viewer) &&
            has_component(json_object_get(message->shown.body, "components"), begin))
            return &message->shown;
    }
    return NULL;
}

bool standin_has_label(const struct standin_message *message, const char *label)
{
    return find_component(json_object_get(message->body, "components"), NULL, label) != NULL;
}

const char *standin_content(const struct standin_message *message)
{
    return string_of(message->body, "content", "");
}

static bool is_readable(const char *key)
{
    static const char *const keys[] = {"content", "title", "description", "name",
                                       "value",   "text",  "label",       "placeholder"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

/* Strings under readable keys, or under one, in order; each ends a line. */
static void put_texts(const json_t *value, const char *only, FILE *out)
{
    const char *key;
    json_t *inner;
    for (size_t i = 0; i < json_array_size(value); i++)
        put_texts(json_array_get(value, i), only, out);
    json_object_foreach((json_t *)value, key, inner)
    {
        if (json_is_string(inner) && (only ? strcmp(only, key) == 0 : is_readable(key)))
            fprintf(out, "%s\n", json_string_value(inner));
        else
            put_texts(inner, only, out);
    }
}

char *standin_text(const struct standin_message *message)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    check(out);
    fprintf(out, "%s\n", standin_content(message));
    put_texts(json_object_get(message->body, "embeds"), NULL, out);
    put_texts(json_object_get(message->body, "components"), NULL, out);
    fclose(out);
    return text;
}

static bool is_received_by(const struct standin *standin, const struct seen *seen, uint64_t viewer)
{
    const struct channel *channel = find_channel(standin, seen->channel);
    return seen->viewer ? seen->viewer == viewer : channel && is_seen_by(standin, channel, viewer);
}

const char *standin_next_received(const struct standin *standin, uint64_t viewer, int *at)
{
    while (*at < standin->seen.count) {
        const struct seen *seen = standin->seen.items[(*at)++];
        if (is_received_by(standin, seen, viewer))
            return seen->text;
    }
    return NULL;
}

char *standin_received(const struct standin *standin, uint64_t viewer, int64_t since)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    check(out);
    for (int i = 0; i < standin->seen.count; i++) {
        const struct seen *seen = standin->seen.items[i];
        if (seen->at >= since && is_received_by(standin, seen, viewer))
            fprintf(out, "%s\n", seen->text);
    }
    fclose(out);
    return text;
}

int standin_pings(const struct standin *standin, uint64_t user)
{
    const struct user *person = find_user(standin, user);
    return user == STANDIN_EVERYONE ? standin->everyone_pings : person ? person->pings : 0;
}

int standin_pushes(const struct standin *standin, uint64_t user)
{
    const struct user *person = find_user(standin, user);
    return person ? person->pushes : 0;
}

/* What people write: which messages are meant for us, and what the host hears of them. Nearly
   all messages are talk between others, so their bytes are looked at before they are parsed. */
#include "inbox.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "check.h"
#include "commands.h"
#include "elsewhere.h"
#include "gateway.h"
#include "host_admin.h"
#include "json.h"
#include "keep.h"
#include "log.h"
#include "people.h"
#include "places.h"
#include "posts.h"
#include "private.h"
#include "prose.h"
#include "rest.h"
#include "tables.h"
#include "text.h"
#include "view.h"

enum {
    CHANNEL_DM = 1,
    MESSAGE_DEFAULT = 0,
    MESSAGE_REPLY = 19,
    FLAG_EPHEMERAL = 64,
    READS_KEY = 128
};

/* ---- whether the text of messages comes ---- */

void hear_put_presence(const struct discord *discord, char playing[PRESENCE])
{
    struct text text = text_over(playing, PRESENCE);
    text_put(&text, "/play");
    if (discord->hears_prefix)
        text_putf(&text, " | %splay", discord->setup.prefix);
}

static void put_reads_key(const struct discord *discord, char key[READS_KEY])
{
    snprintf(key, READS_KEY, "%s:reads", discord->network);
}

bool hear_has_read(const struct discord *discord)
{
    char key[READS_KEY];
    put_reads_key(discord, key);
    return keep_get(discord->setup.keep, key) != NULL;
}

/* Discord had not promised that: commands with a prefix work here. */
static void reads_after_all(struct discord *discord)
{
    char playing[PRESENCE], key[READS_KEY];
    if (discord->hears_prefix)
        return;
    discord->hears_prefix = true;
    log_event(LOG_INFO, "discord-content-comes", "network", discord->network, (char *)0);
    put_reads_key(discord, key);
    /* the next process shows commands as we do now */
    keep_put(discord->setup.keep, key, "yes", NULL, NULL);
    hear_put_presence(discord, playing);
    gateway_show(discord->gateway, playing);
}

/* ---- people whom a bridge relays ---- */

/* A bridge writes with a webhook, under the names of people elsewhere. Anybody can be called so
   there, so they get no seat. keep.h bounds the names that are kept, and the guild bears them. */

enum { HOUR_MS = 60 * 60 * 1000 };

/* Answers to interactions have the application's own id there. */
static bool is_of_bridge(const json_t *message)
{
    char webhook[DISCORD_ID], application[DISCORD_ID];
    return field_id(message, "webhook_id", webhook) &&
           !(field_id(message, "application_id", application) && strcmp(webhook, application) == 0);
}

/* Also by an earlier process. Notes that it is now. */
static bool was_told(const struct discord *discord, const struct board *board, const char *name)
{
    char prefix[KEEP_ROW_KEY], row[HOST_ROOM + 20], value[8];
    const struct drawer drawer = {discord->setup.keep, prefix, loop_wall(discord->loop)};
    const char *guild = places_guild(board->discord, board->room);
    snprintf(prefix, sizeof prefix, "%s:relayed:", discord->network);
    snprintf(row, sizeof row, "%s %016" PRIx64, board->room, text_hash(HASH_START, name));
    bool was_told = keep_row_get(&drawer, row, sizeof value, value);
    if (!was_told)
        keep_row_put(&drawer, row, guild ? guild : "", "told");
    return was_told;
}

/* Tells whom a bridge relays, once for each name, how to sit down. */
static void bridge_hear(struct discord *discord, const json_t *message)
{
    const char *author = field_text(json_object_get(message, "author"), "username");
    const char *channel = field_text(message, "channel_id"),
               *guild = field_text(message, "guild_id");
    char room[HOST_ROOM], name[HOST_NAME];
    struct text shown = text_over(name, sizeof name);
    if (!author || !*author || !channel || !guild || discord->is_stopping || !is_of_bridge(message))
        return;
    places_room_of(channel, room);
    if (hear_bridged_with(discord, room) ||
        host_says_bridged(discord->host, discord->network, room))
        return; /* heard where they are */
    places_note(discord, room, guild);
    struct board *board = board_of(discord, room);
    int64_t now = loop_now(discord->loop);
    text_put(&shown, author);
    if (ring_wait(&board->relayed, BRIDGE_ANSWERS, HOUR_MS, now) > 0 ||
        was_told(discord, board, name))
        return;
    ring_add(&board->relayed, now);
    struct prose tale;
    prose_open(&tale, host_room_language(discord->host, discord->network, room));
    view_sentence(&tale, discord_strings[DISCORD_STRING_RELAYED], "who", name, (char *)0);
    board_post(discord, &(struct post){.room = room, .kind = POST_NEWS, .tale = &tale});
}

const char *hear_bridged_with(void *self, const char *room)
{
    const struct discord *discord = self;
    size_t length = strlen(room);
    for (int i = 0; i < discord->setup.bridged_count; i++)
        if (strncmp(discord->setup.bridged[i], room, length) == 0 &&
            discord->setup.bridged[i][length] == ' ')
            return discord->setup.bridged[i] + length + 1;
    return NULL;
}

/* ---- bytes ---- */

static bool begins_with(const char *at, const char *end, const char *text)
{
    size_t length = strlen(text);
    return (size_t)(end - at) >= length && memcmp(at, text, length) == 0;
}

/* Of our role in that guild, "<@&55>", behind its "<@&"; 0 if it is another role. */
static size_t own_role(const struct discord *discord, const char *guild, const char *digits)
{
    size_t length = strspn(digits, "0123456789");
    const struct guild *known = length > 0 && *guild ? places_guild_find(discord, guild) : NULL;
    const struct role *role = known ? places_role(known, strtoull(digits, NULL, 10)) : NULL;
    return role && role->is_ours ? length : 0;
}

/* "" if they do not fit. */
static void copy_digits(const char *at, const char *end, char out[DISCORD_ID])
{
    int length = 0;
    while (at + length < end && length < DISCORD_ID && at[length] >= '0' && at[length] <= '9')
        length++;
    length = length < DISCORD_ID ? length : 0;
    memcpy(out, at, (size_t)length);
    out[length] = '\0';
}

/* Before READY any mention may be one. */
static bool is_our_mention(const struct discord *discord, const char *guild, const char *at,
                           const char *end)
{
    size_t length = strlen(discord->user);
    char role[DISCORD_ID];
    if (!begins_with(at, end, "<@"))
        return false;
    at += 2;
    if (at < end && *at == '&') {
        copy_digits(at + 1, end, role);
        return own_role(discord, guild, role) > 0;
    }
    at += at < end && *at == '!';
    return length == 0 ||
           (begins_with(at, end, discord->user) && begins_with(at + length, end, ">"));
}

/* It listens to the same prefix: no word of ours, and nothing in it is written as an escape. */
static bool is_of_another_bot(const char *at, const char *end)
{
    char line[HOST_TEXT];
    size_t length = (size_t)(end - at);
    if (length == 0 || length >= sizeof line || memchr(at, '\\', length))
        return false;
    memcpy(line, at, length);
    line[length - (end[-1] == '"')] = '\0';
    return !commands_are_meant(line);
}

static bool may_be_meant(const struct discord *discord, const char *guild,
                         const struct json_member *content)
{
    const char *at = content->value + (*content->value == '"'), *end = content->end;
    if (begins_with(at, end, discord->setup.prefix))
        return !is_of_another_bot(at + strlen(discord->setup.prefix), end);
    return is_our_mention(discord, guild, at, end) || begins_with(at, end, " ") ||
           begins_with(at, end, "\\"); /* the prefix may be written as an escape */
}

/* "" if it has no digits. */
static void copy_id(const struct json_member *member, char out[DISCORD_ID])
{
    copy_digits(member->value + (*member->value == '"'), member->end, out);
}

static bool may_be_ours(const struct discord *discord, const struct json_member *answered)
{
    struct json_members of_message, of_author;
    struct json_member author, id;
    char digits[DISCORD_ID] = ""; /* it answers none, or one that was deleted */
    json_members_begin(&of_message, answered->value, answered->end);
    while (json_members_next(&of_message, &author))
        if (json_member_is(&author, "author"))
            for (json_members_begin(&of_author, author.value, author.end);
                 json_members_next(&of_author, &id);)
                if (json_member_is(&id, "id"))
                    copy_id(&id, digits);
    return *digits && (!*discord->user || strcmp(digits, discord->user) == 0);
}

static bool is_known_channel(const struct discord *discord, const struct json_member *channel)
{
    char id[DISCORD_ID], room[HOST_ROOM];
    copy_id(channel, id);
    places_room_of(id, room);
    return host_has_table(discord->host, discord->network, room);
}

bool hear_wants(const struct discord *discord, const char *data, size_t length)
{
    static const struct json_member none = {.value = "null", .end = NULL};
    struct json_member member, guild = none, content = none, answered = none, channel = none;
    struct json_members members;
    char id[DISCORD_ID];
    json_members_begin(&members, data, data + length);
    while (json_members_next(&members, &member)) {
        if (json_member_is(&member, "guild_id"))
            guild = member;
        else if (json_member_is(&member, "content"))
            content = member;
        else if (json_member_is(&member, "referenced_message"))
            answered = member;
        else if (json_member_is(&member, "channel_id"))
            channel = member;
    }
    if (!json_members_are_all(&members) || !guild.end || *guild.value == 'n')
        return true; /* a direct message, or nothing that we understand */
    copy_id(&guild, id);
    return (content.end && may_be_meant(discord, id, &content)) ||
           (answered.end && may_be_ours(discord, &answered)) ||
           (channel.end && is_known_channel(discord, &channel));
}

/* ---- messages ---- */

static const char *string_of(const json_t *object, const char *key)
{
    const char *value = field_text(object, key);
    return value ? value : "";
}

/* Behind "<@900>", "<@!900>" or the mention of our role; NULL if absent. */
static const char *behind_mention(const struct discord *discord, const char *guild,
                                  const char *text)
{
    if (strncmp(text, "<@", 2) != 0)
        return NULL;
    bool is_role = text[2] == '&';
    text += 2 + (is_role || text[2] == '!');
    size_t length = is_role ? own_role(discord, guild, text) : strlen(discord->user);
    if (length == 0 || (!is_role && strncmp(text, discord->user, length) != 0) ||
        text[length] != '>')
        return NULL;
    text += length + 1;
    return text + strspn(text, " ,:\n");
}

static bool is_ours(const struct discord *discord, const json_t *message)
{
    char author[DISCORD_ID];
    return field_id(json_object_get(message, "author"), "id", author) &&
           strcmp(author, discord->user) == 0;
}

/* Programs write messages of all other types. */
bool hear_is_of_person(const struct discord *discord, const json_t *message)
{
    const json_t *author = json_object_get(message, "author");
    int64_t type = field_number(message, "type");
    return (type == MESSAGE_DEFAULT || type == MESSAGE_REPLY) &&
           !json_is_true(json_object_get(author, "bot")) &&
           !json_is_true(json_object_get(author, "system")) &&
           !json_is_string(json_object_get(message, "webhook_id")) && !is_ours(discord, message);
}

static bool is_reply_to_us(const struct discord *discord, const json_t *message)
{
    return field_number(message, "type") == MESSAGE_REPLY && hear_is_of_person(discord, message) &&
           is_ours(discord, json_object_get(message, "referenced_message"));
}

/* NULL if the message is not for us. */
static const char *said_to_us(const struct discord *discord, const json_t *message)
{
    const char *content = string_of(message, "content");
    size_t length = strlen(discord->setup.prefix);
    content += strspn(content, " \n");
    const char *behind = behind_mention(discord, string_of(message, "guild_id"), content);
    if (behind)
        return behind;
    bool is_reply = *content && is_reply_to_us(discord, message);
    bool has_prefix = strncmp(content, discord->setup.prefix, length) == 0 && content[length];
    if (has_prefix && (is_reply || discord->setup.content != DISCORD_CONTENT_NO))
        return content + length;
    return is_reply ? content : NULL;
}

static void hear_text(struct discord *discord, const struct person *person, const char *room,
                      unsigned rank, bool is_addressed, const char *text, const char *id)
{
    struct heard heard = {.network = discord->network,
                          .room = room,
                          .group = room ? places_guild(discord, room) : NULL,
                          .key = person->id,
                          .source = {.people = 1}, /* an account is one person */
                          .name = person->name,
                          .rank = rank,
                          .is_addressed = is_addressed,
                          .text = text,
                          .id = id,
                          .now = loop_now(discord->loop)};
    if (!discord->is_stopping)
        commands_hear(discord->setup.commands, discord->host, &heard);
}

static void put_line(const char *text, char line[HOST_TEXT + 1])
{
    int length = 0;
    for (const char *p = text; *p && length < HOST_TEXT; p++)
        line[length++] = (char)((unsigned char)*p < ' ' ? ' ' : *p);
    /* a text cut to HOST_TEXT bytes is still too long for commands/, which says so */
    line[length] = '\0';
}

static bool is_mentioning_us(const struct discord *discord, const json_t *message)
{
    const json_t *mentions = json_object_get(message, "mentions");
    for (size_t i = 0; i < json_array_size(mentions); i++)
        if (strcmp(string_of(json_array_get(mentions, i), "id"), discord->user) == 0)
            return true;
    return false;
}

/* Of other talk only the new name of somebody we know. */
static struct person *author_of(struct discord *discord, const json_t *message, bool is_meant)
{
    const json_t *author = json_object_get(message, "author");
    bool is_known = people_find(discord, string_of(author, "id")) != NULL;
    return is_meant || is_known ? people_meet(discord, author, json_object_get(message, "member"))
                                : NULL;
}

static void hear_in_channel(struct discord *discord, const json_t *message)
{
    const char *channel = string_of(message, "channel_id"), *guild = string_of(message, "guild_id");
    const char *content = string_of(message, "content"), *said = said_to_us(discord, message);
    struct person *person = author_of(discord, message, said != NULL);
    char room[HOST_ROOM], line[HOST_TEXT + 1];
    board_pushed_up(discord, channel);
    if (!said || !person)
        return;
    if (!is_mentioning_us(discord, message) && !behind_mention(discord, guild, content))
        reads_after_all(discord);
    places_room_of(channel, room);
    places_note(discord, room, guild);
    put_line(*said ? said : "help", line);
    people_acted(discord, person, false);
    const json_t *member = json_object_get(message, "member");
    unsigned rank = places_rank(discord, guild, person->id, member) |
                    places_voice(discord, room, member) |
                    places_overwrites_rank(discord, channel, guild, person->id, member);
    hear_text(discord, person, room, rank, behind_mention(discord, guild, content), line,
              string_of(message, "id"));
}

static void hear_in_private(struct discord *discord, const json_t *message, struct person *person)
{
    const char *content = string_of(message, "content"),
               *behind = behind_mention(discord, "", content);
    char line[HOST_TEXT + 1];
    if (!*content)
        return; /* a picture without words */
    private_said(discord, person, string_of(message, "channel_id"));
    board_pushed_up_private(discord, person);
    put_line(behind && *behind ? behind : content, line);
    hear_text(discord, person, NULL, places_rank(discord, NULL, person->id, NULL), false, line,
              string_of(message, "id"));
}

/* ---- whose channel it is ---- */

/* It waits until Discord has told the channel's type. */
struct unplaced {
    struct discord *discord;
    json_t *message;
};

static void forget_unplaced(void *arg)
{
    struct unplaced *box = arg;
    json_decref(box->message);
    free(box);
}

static void on_channel(void *arg, const struct rest_answer *answer)
{
    struct unplaced *box = arg;
    struct person *person =
        people_meet(box->discord, json_object_get(box->message, "author"), NULL);
    if (person && answer->outcome == REST_DONE && field_number(answer->body, "type") == CHANNEL_DM)
        hear_in_private(box->discord, box->message, person);
    forget_unplaced(box);
}

/* Not every server says the type, and a hand must not be sent to a group by guessing. */
static void ask_for_channel(struct discord *discord, const json_t *message)
{
    struct unplaced *box = calloc(1, sizeof *box);
    check(box);
    *box = (struct unplaced){.discord = discord, .message = json_deep_copy(message)};
    rest_send(discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                                    .method = "GET",
                                                    .route = "/channels/{}",
                                                    .ids = {string_of(message, "channel_id")},
                                                    .done = on_channel,
                                                    .arg = box,
                                                    .forget = forget_unplaced});
}

static void hear_outside_guilds(struct discord *discord, const json_t *message)
{
    struct person *person = people_meet(discord, json_object_get(message, "author"), NULL);
    const json_t *type = json_object_get(message, "channel_type");
    const char *channel = string_of(message, "channel_id");
    bool is_told = type && !json_is_null(type);
    if (!person)
        return;
    if (is_told ? field_number(message, "channel_type") == CHANNEL_DM
                : strcmp(person->dm_channel, channel) == 0)
        hear_in_private(discord, message, person);
    else if (!is_told && *channel)
        ask_for_channel(discord, message);
}

/* ---- any message ---- */

bool hear_is_meant(const struct discord *discord, const json_t *message)
{
    return !*string_of(message, "guild_id") || said_to_us(discord, message);
}

bool hear_is_command(const struct discord *discord, const json_t *message)
{
    const char *said = said_to_us(discord, message);
    char line[HOST_TEXT + 1];
    if (said)
        put_line(said, line);
    return said && commands_knows(line);
}

void hear_message(struct discord *discord, const json_t *message)
{
    bool is_own = is_ours(discord, message);
    bool is_ephemeral =
        /* our own, seen by one person: not a direct message */
        field_number(message, "flags") & FLAG_EPHEMERAL;
    if (is_own) {
        rest_seen(discord->rest, string_of(message, "nonce"), string_of(message, "id"));
        board_echo(discord, string_of(message, "channel_id"), string_of(message, "id"),
                   string_of(message, "nonce"));
    }
    if (is_own || is_ephemeral)
        return;
    bool is_in_guild = *string_of(message, "guild_id"),
         is_person = hear_is_of_person(discord, message);
    if (is_in_guild && is_person) {
        hear_in_channel(discord, message);
    } else if (is_person) {
        hear_outside_guilds(discord, message);
    } else if (is_in_guild) {
        board_pushed_up(discord, string_of(message, "channel_id"));
        if (hear_is_command(discord, message))
            bridge_hear(discord, message);
    }
}

/* See private.h. The id of a hand's message is kept with a digest of it, so that the next
   process does not send it again. */
#include "private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "controls.h"
#include "dm.h"
#include "keep.h"
#include "log.h"
#include "markdown.h"
#include "panels.h"
#include "posts.h"
#include "prose.h"
#include "rest.h"
#include "text.h"
#include "view.h"

/* ---- files ---- */

json_t *private_file_body(const struct whisper_file *file)
{
    json_t *files = json_pack("[{s:s, s:s}]", "name", file->name, "text", file->text);
    check(files);
    return files;
}

enum {
    HELD_MOST = 8,                /* messages that wait until a person's channel is open */
    SUPPRESS_NOTIFICATIONS = 4096 /* only a new message can be silent */
};

/* ---- direct messages ---- */

/* Drops the messages of tables that are over. */
static void forget_over(const struct discord *discord, struct person *person)
{
    struct host_board table;
    for (struct hand_message **link = &person->hand_messages; *link;) {
        struct hand_message *hand = *link;
        if (host_board_of(discord->host, discord->network, person->id, hand->table, &table)) {
            link = &hand->next;
            continue;
        }
        *link = hand->next;
        json_decref(hand->newer);
        free(hand);
    }
}

static void put_key(const struct discord *discord, const struct person *person, char key[128])
{
    snprintf(key, 128, "%s:letter:%s", discord->network, person->id);
}

static void keep_hand_message(struct discord *discord, const struct person *person,
                              struct hand_message *hand, const char *digest)
{
    char key[128], line[80];
    put_key(discord, person, key);
    hand->is_inherited = false;
    memcpy(hand->latest, hand->message, sizeof hand->latest);
    snprintf(hand->digest, sizeof hand->digest, "%s", digest);
    snprintf(line, sizeof line, "%" PRId64 " %s %s", hand->table, hand->message, hand->digest);
    keep_put(discord->setup.keep, key, line, NULL, NULL);
}

static void inherit_hand_message(struct discord *discord, const struct person *person,
                                 struct hand_message *hand)
{
    char key[128], message[DISCORD_ID], digest[DISCORD_DIGEST];
    int64_t table;
    put_key(discord, person, key);
    const char *line = keep_get(discord->setup.keep, key);
    if (!line || sscanf(line, "%" SCNd64 " %23s %16s", &table, message, digest) != 3 ||
        table != hand->table)
        return;
    memcpy(hand->message, message, sizeof message);
    memcpy(hand->latest, message, sizeof message);
    memcpy(hand->digest, digest, sizeof digest);
    hand->is_inherited = true;
}

static struct hand_message *hand_message_of(struct discord *discord, struct person *person,
                                            int64_t table)
{
    struct hand_message *hand = person->hand_messages;
    while (hand && hand->table != table)
        hand = hand->next;
    if (hand)
        return hand;
    forget_over(discord, person);
    hand = calloc(1, sizeof *hand);
    check(hand);
    hand->table = table;
    inherit_hand_message(discord, person, hand);
    hand->next = person->hand_messages;
    person->hand_messages = hand;
    return hand;
}

bool private_is_latest(struct discord *discord, struct person *person, int64_t table,
                       const char *message)
{
    const char *latest = hand_message_of(discord, person, table)->latest;
    return !*latest || !message || strcmp(latest, message) == 0;
}

/* A request under way: to whom, and the table whose hand it is (0: none). */
struct sent_message {
    struct discord *discord;
    char person[DISCORD_ID];
    int64_t table;
    uint64_t ticket;
    char digest[DISCORD_DIGEST];
    bool is_edit;
    json_t *body; /* of an edit: sent as a new message if the old one is gone */
};

static void send_hand(struct discord *discord, struct person *person, struct hand_message *hand,
                      json_t *body, bool is_due);

static void forget_sent(void *arg)
{
    struct sent_message *sent = arg;
    json_decref(sent->body);
    free(sent);
}

static bool is_closed_to_us(int code)
{
    static const int codes[] = {CODE_CANNOT_DM, CODE_NO_COMMON_GUILD, CODE_NO_ACCESS,
                                CODE_NO_PERMISSION, CODE_UNKNOWN_CHANNEL};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i] == code)
            return true;
    return false;
}

/* At most HELD_MOST. A hand waits without its controls, which take ten times what its words do.
   A newer hand of the same table replaces the older one. */
static void hold(struct person *person, json_t *body, int64_t table)
{
    struct held **end = &person->held;
    int count = 0;
    while (*end && (table == 0 || (*end)->table != table)) {
        end = &(*end)->next;
        count++;
    }
    if (*end) {
        json_decref((*end)->body);
        (*end)->body = body;
        return;
    }
    if (count >= HELD_MOST) {
        json_decref(body);
        return;
    }
    *end = calloc(1, sizeof **end);
    check(*end);
    (*end)->body = body;
    (*end)->table = table;
}

/* The hand as it is now. */
static void send_fresh(struct discord *discord, struct person *person, struct hand_message *hand,
                       bool is_due)
{
    json_t *body = controls_panel(discord, hand->table, person, NULL, 0);
    if (body)
        send_hand(discord, person, hand, body, is_due);
}

static void send_newer(struct discord *discord, struct person *person, struct hand_message *hand)
{
    json_t *body = hand->newer;
    hand->newer = NULL;
    if (body)
        send_hand(discord, person, hand, body, hand->is_newer_due);
}

static void hand_arrived(struct discord *discord, const struct person *person,
                         struct hand_message *hand, const struct sent_message *sent,
                         const json_t *message)
{
    const char *id = json_string_value(json_object_get(message, "id"));
    if (!sent->is_edit && id && strlen(id) < DISCORD_ID)
        snprintf(hand->message, sizeof hand->message, "%s", id);
    if (hand->message[0])
        keep_hand_message(discord, person, hand, sent->digest);
}

static void sent(void *arg, const struct rest_answer *answer)
{
    struct sent_message *sent = arg;
    struct discord *discord = sent->discord;
    struct person *person = people_get(discord->people, sent->person);
    struct hand_message *hand = sent->table ? hand_message_of(discord, person, sent->table) : NULL;
    bool is_replaced = hand && hand->requested != sent;
    bool is_refused = answer->outcome == REST_REFUSED,
         is_closed = is_refused && is_closed_to_us(answer->code);
    if (hand && !is_replaced)
        hand->requested = NULL;
    if (hand && answer->outcome == REST_DONE)
        hand_arrived(discord, person, hand, sent, answer->body);
    if (is_closed) {
        if (person->dm != DM_REFUSED)
            /* until its person has heard where to find it */
            hold(person, json_incref(sent->body), sent->table);
        dm_refused(discord, person);
    } else if (hand && discord_doubts_emoji(discord, answer)) {
        send_fresh(discord, person, hand, !sent->is_edit);
    } else if (is_refused && sent->is_edit && hand) {
        hand->message[0] = '\0';
        if (!hand->newer)
            send_hand(discord, person, hand, json_incref(sent->body), true);
    } else if (answer->outcome != REST_DONE && !is_replaced) {
        discord_log_refusal("discord-whisper-not-sent", sent->person, answer);
    }
    if (hand && !is_closed && !hand->requested)
        send_newer(discord, person, hand);
    forget_sent(sent);
}

static struct sent_message *sent_new(struct discord *discord, const struct person *person,
                                     int64_t table, json_t *body, bool is_edit)
{
    struct sent_message *sent = calloc(1, sizeof *sent);
    check(sent);
    sent->discord = discord;
    memcpy(sent->person, person->id, sizeof sent->person);
    sent->table = table;
    markdown_body_digest(json_string_value(json_object_get(body, "content")), sent->digest);
    sent->is_edit = is_edit;
    sent->body = json_incref(body);
    return sent;
}

/* The hands of a table follow one another: each gets a nonce that the next process would make,
   too. */
static void put_nonce(struct discord *discord, struct person *person, json_t *body, int64_t table)
{
    char nonce[DISCORD_NONCE], after[64];
    if (table == 0) {
        markdown_body_add_nonce(discord, body);
        return;
    }
    snprintf(after, sizeof after, "%" PRId64 " %s", table,
             hand_message_of(discord, person, table)->latest);
    markdown_body_nonce_after(person->dm_channel, after,
                              json_string_value(json_object_get(body, "content")), nonce);
    markdown_body_put_nonce(body, nonce);
}

/* Makes it a message of its own. It rings if it is no hand, or where the person chose so. */
static json_t *letter_of(struct discord *discord, struct person *person, json_t *body,
                         int64_t table)
{
    put_nonce(discord, person, body, table);
    if (table != 0 && !people_rings_by_dm(person) && person->look.nudge != LOOK_NUDGE)
        json_object_set_new(body, "flags",
                            json_integer(field_number(body, "flags") | SUPPRESS_NOTIFICATIONS));
    return body;
}

static struct sent_message *send_letter(struct discord *discord, struct person *person,
                                        json_t *body, int64_t table)
{
    struct sent_message *message = sent_new(discord, person, table, body, false);
    message->ticket = rest_send(
        discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                              .method = "POST",
                                              .route = "/channels/{}/messages",
                                              .ids = {person->dm_channel},
                                              .body = letter_of(discord, person, body, table),
                                              .is_repeatable = true,
                                              .guild = person->guild,
                                              .done = sent,
                                              .arg = message,
                                              .forget = forget_sent});
    return message;
}

static struct sent_message *send_edit(struct discord *discord, struct person *person, json_t *body,
                                      const struct hand_message *hand)
{
    struct sent_message *message = sent_new(discord, person, hand->table, body, true);
    message->ticket =
        rest_send(discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                                        .method = "PATCH",
                                                        .route = "/channels/{}/messages/{}",
                                                        .ids = {person->dm_channel, hand->message},
                                                        .body = body,
                                                        .guild = person->guild,
                                                        .done = sent,
                                                        .arg = message,
                                                        .forget = forget_sent});
    return message;
}

/* Puts a newer hand in the place of one that has not gone out. Takes `body` if true is returned. */
static bool replaces(struct discord *discord, struct person *person, struct hand_message *hand,
                     json_t *body)
{
    struct sent_message *old = hand->requested;
    json_t *copy = json_deep_copy(body);
    check(copy);
    if (!rest_replace(discord->rest, old->ticket,
                      old->is_edit ? copy : letter_of(discord, person, copy, hand->table))) {
        json_decref(copy);
        return false;
    }
    markdown_body_digest(json_string_value(json_object_get(body, "content")), old->digest);
    json_decref(old->body);
    old->body = body;
    return true;
}

/* The newest hand of a table takes the place of an older one that waits, and waits for one that
   is under way. An edit rings nobody, so a person whom the table waits for gets a new message. */
static void send_hand(struct discord *discord, struct person *person, struct hand_message *hand,
                      json_t *body, bool is_due)
{
    bool is_edit = hand->message[0] && !is_due;
    json_decref(hand->newer);
    hand->newer = NULL;
    if (hand->requested && hand->requested->is_edit && !is_edit &&
        rest_cancel(discord->rest, hand->requested->ticket))
        hand->requested = NULL;
    if (!hand->requested) {
        hand->requested = is_edit ? send_edit(discord, person, body, hand)
                                  : send_letter(discord, person, body, hand->table);
    } else if (!replaces(discord, person, hand, body)) {
        hand->newer = body;
        hand->is_newer_due = is_due;
    }
}

/* The buttons and menus of a hand, which go out with its words. */
static void put_controls(struct discord *discord, struct person *person, int64_t table,
                         json_t *body)
{
    json_t *panel = controls_panel(discord, table, person, NULL, 0);
    if (panel)
        json_object_set(body, "components", json_object_get(panel, "components"));
    json_decref(panel);
}

static void send_body(struct discord *discord, struct person *person, json_t *body, int64_t table)
{
    if (!body) {
        send_fresh(discord, person, hand_message_of(discord, person, table), true);
    } else if (table != 0) {
        put_controls(discord, person, table, body);
        send_hand(discord, person, hand_message_of(discord, person, table), body, true);
    } else {
        send_letter(discord, person, body, 0);
    }
}

void private_send_held(struct discord *discord, struct person *person)
{
    while (person->held) {
        struct held *held = person->held;
        person->held = held->next;
        send_body(discord, person, held->body, held->table);
        free(held);
    }
}

/* The messages are not edited any more. */
static void forget_messages(struct person *person)
{
    for (struct hand_message *hand = person->hand_messages; hand; hand = hand->next)
        hand->message[0] = '\0';
}

void private_closed(struct person *person)
{
    people_drop_held(person);
    forget_messages(person);
    for (struct hand_message *hand = person->hand_messages; hand; hand = hand->next) {
        json_decref(hand->newer);
        hand->newer = NULL;
    }
}

void private_said(struct discord *discord, struct person *person, const char *channel)
{
    if (!*channel || strlen(channel) >= DISCORD_ID)
        return;
    snprintf(person->dm_channel, sizeof person->dm_channel, "%s", channel);
    if (person->dm != DM_OPEN)
        dm_is_open(discord, person);
    forget_messages(person); /* newer messages stand below them */
}

/* ---- what is said ---- */

/* Whether the channel is open. What was held for it goes first, also where nobody has read the
   news yet. */
static bool is_open(struct discord *discord, struct person *person)
{
    if (person->dm == DM_OPEN)
        private_send_held(discord, person);
    return person->dm == DM_OPEN;
}

/* Sends a body now, or when the channel is open. `table`: whose hand it is; 0: no hand. Without
   a body it is the hand as it is by then. */
static void send_or_hold(struct discord *discord, struct person *person, json_t *body,
                         int64_t table)
{
    if (is_open(discord, person))
        send_body(discord, person, body, table);
    else
        hold(person, body, table);
}

static void open_and_send(struct discord *discord, struct person *person, json_t *body,
                          int64_t table)
{
    if (person->dm == DM_UNKNOWN)
        dm_open(discord, person);
    if (person->dm == DM_REFUSED)
        json_decref(body);
    else
        send_or_hold(discord, person, body, table);
}

void private_send(struct discord *discord, struct person *person, json_t *body)
{
    open_and_send(discord, person, body, 0);
}

void private_send_panel(struct discord *discord, struct person *person, int64_t table)
{
    open_and_send(discord, person, NULL, table);
}

/* Sends all pieces of a long text but the last, which is returned as a body. */
static json_t *send_all_but_last(struct discord *discord, struct person *person,
                                 const struct whisper *whisper)
{
    const struct markdown_style style = {
        .prefix = "", .cards = person->look.cards, .emoji = discord->emoji};
    char bytes[DISCORD_TEXT], part[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes), piece = text_over(part, sizeof part);
    json_t *last = NULL;
    bool is_in_fence = false;
    markdown_put_message(whisper->prose, &style, &content);
    for (const char *rest = bytes; *rest; text_clear(&piece)) {
        rest += markdown_piece(rest, DISCORD_CONTENT, &is_in_fence, &piece);
        if (last)
            send_or_hold(discord, person, last, 0);
        last = markdown_body_new(part, NULL, 0);
    }
    return last ? last : markdown_body_new("", NULL, 0);
}

/* True if an earlier process, killed since, has told them this hand already. Only asked while a
   room that came back is told how it stands: later a hand follows from what somebody did. */
static bool is_told(const struct discord *discord, struct hand_message *hand, const json_t *body)
{
    char digest[DISCORD_DIGEST];
    markdown_body_digest(json_string_value(json_object_get(body, "content")), digest);
    bool is_told =
        discord->is_telling_back && hand->is_inherited && strcmp(digest, hand->digest) == 0;
    hand->is_inherited = false;
    return is_told;
}

void private_send_hand(struct discord *discord, struct person *person,
                       const struct whisper *whisper)
{
    json_t *body = send_all_but_last(discord, person, whisper);
    struct hand_message *hand = hand_message_of(discord, person, whisper->table);
    if (is_told(discord, hand, body)) {
        json_decref(body);
    } else if (is_open(discord, person)) {
        put_controls(discord, person, whisper->table, body);
        send_hand(discord, person, hand, body, whisper->is_due);
    } else {
        hold(person, body, whisper->table);
    }
}

void private_send_answer(struct discord *discord, struct person *person,
                         const struct whisper *whisper)
{
    json_t *body = send_all_but_last(discord, person, whisper);
    if (whisper->file)
        json_object_set_new(body, REST_FILES, private_file_body(whisper->file));
    send_or_hold(discord, person, body, 0);
}

void private_told_otherwise(struct discord *discord, struct person *person, int64_t table)
{
    struct hand_message *hand = hand_message_of(discord, person, table);
    hand->is_inherited = false;
    for (struct held *held = person->held; held; held = held->next)
        if (table != 0 && held->table == table) {
            json_decref(held->body);
            held->body = NULL; /* as it is by then */
        }
    if (hand->requested) /* it is out of date, or would be */
        send_fresh(discord, person, hand, false);
}

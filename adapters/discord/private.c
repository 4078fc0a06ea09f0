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
#include "place.h"
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

static const struct place_kind hand_kind, letter_kind;

/* Drops the messages of tables that are over. */
static void forget_over(const struct discord *discord, struct person *person)
{
    struct host_board table;
    for (struct place **link = &person->shown_hands; *link;) {
        struct place *hand = *link;
        if (hand->ticket || hand->cancelled ||
            host_board_of(discord->host, discord->network, person->id, hand->table, &table)) {
            link = &hand->next;
            continue;
        }
        *link = hand->next;
        place_fini(hand);
        free(hand);
    }
}

static void put_row(const struct place *hand, struct text *row)
{
    text_putf(row, "%" PRId64 " %s %s", hand->table, hand->message, hand->digest);
}

static bool read_row(struct place *hand, const char *row)
{
    char message[DISCORD_ID], digest[DISCORD_DIGEST];
    int64_t table;
    if (sscanf(row, "%" SCNd64 " %23s %16s", &table, message, digest) != 3 || table != hand->table)
        return false;
    memcpy(hand->message, message, sizeof message);
    memcpy(hand->latest, message, sizeof message);
    memcpy(hand->digest, digest, sizeof digest);
    return true;
}

static struct place *hand_of(struct discord *discord, struct person *person, int64_t table)
{
    struct place *hand = person->shown_hands;
    while (hand && hand->table != table)
        hand = hand->next;
    if (hand)
        return hand;
    forget_over(discord, person);
    hand = place_new(&hand_kind, discord, person);
    hand->table = table;
    place_inherit(hand);
    hand->next = person->shown_hands;
    person->shown_hands = hand;
    return hand;
}

bool private_is_latest(struct discord *discord, struct person *person, int64_t table,
                       const char *message)
{
    const char *latest = hand_of(discord, person, table)->latest;
    return !*latest || !message || strcmp(latest, message) == 0;
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

/* The hand as it is now. An edit rings nobody, so a person whom the table waits for gets a new
   message. */
static void send_fresh(struct place *hand, bool is_due)
{
    json_t *body = controls_panel(hand->discord, hand->table, hand->person, NULL, 0);
    if (body)
        place_show(hand, body, is_due);
}

static void done(struct place *place, const struct rest_answer *answer)
{
    struct discord *discord = place->discord;
    struct person *person = place->person;
    const char *id = json_string_value(json_object_get(answer->body, "id"));
    bool is_hand = place->table != 0, is_closed = place_end_of(place, answer) == PLACE_CLOSED;
    if (is_hand && answer->outcome == REST_DONE) {
        bool is_new = !place->is_edit && id && strlen(id) < DISCORD_ID;
        if (is_new || place->message[0])
            place_keep(place, is_new ? id : place->message, place->sent);
    } else if (is_closed) {
        if (person->dm != DM_REFUSED)
            /* until its person has heard where to find it */
            hold(person, json_incref(place->body), place->table);
        dm_refused(discord, person);
    } else if (is_hand && discord_doubts_emoji(discord, answer)) {
        send_fresh(place, !place->is_edit);
    } else if (answer->outcome == REST_REFUSED && place->is_edit) {
        place->message[0] = '\0';
        if (!place->newer)
            place_show(place, json_incref(place->body), true);
    } else if (answer->outcome != REST_DONE) {
        discord_log_refusal("discord-whisper-not-sent", person->id, answer);
    }
    if (!is_closed && !place->ticket)
        place_show_newer(place);
}

/* The hands of a table follow one another: each gets a nonce that the next process would make,
   too. A new one rings only where the person chose so. */
static void address_hand(struct place *hand, json_t *body)
{
    const struct person *person = hand->person;
    char nonce[DISCORD_NONCE], after[64];
    snprintf(after, sizeof after, "%" PRId64 " %s", hand->table, hand->latest);
    markdown_body_nonce_after(person->dm_channel, after,
                              json_string_value(json_object_get(body, "content")), nonce);
    markdown_body_put_nonce(body, nonce);
    if (!people_rings_by_dm(person) && person->look.nudge != LOOK_NUDGE)
        json_object_set_new(body, "flags",
                            json_integer(field_number(body, "flags") | SUPPRESS_NOTIFICATIONS));
}

static const struct place_kind hand_kind = {.lane = REST_PERSON,
                                            .is_private = true,
                                            .drawer = "letter",
                                            .route = "/channels/{}/messages",
                                            .put_row = put_row,
                                            .read_row = read_row,
                                            .address = address_hand,
                                            .done = done};

static const struct place_kind letter_kind = {.lane = REST_PERSON,
                                              .is_private = true,
                                              .is_brief = true,
                                              .route = "/channels/{}/messages",
                                              .done = done};

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
        send_fresh(hand_of(discord, person, table), true);
    } else if (table != 0) {
        put_controls(discord, person, table, body);
        place_show(hand_of(discord, person, table), body, true);
    } else {
        place_send(place_new(&letter_kind, discord, person), body, false);
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
    for (struct place *hand = person->shown_hands; hand; hand = hand->next)
        hand->message[0] = '\0';
}

void private_closed(struct person *person)
{
    people_drop_held(person);
    forget_messages(person);
    for (struct place *hand = person->shown_hands; hand; hand = hand->next)
        place_drop_newer(hand);
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

void private_send_hand(struct discord *discord, struct person *person,
                       const struct whisper *whisper)
{
    json_t *body = send_all_but_last(discord, person, whisper);
    struct place *hand = hand_of(discord, person, whisper->table);
    /* only asked while a room that came back is told how it stands: later a hand follows from
       what somebody did */
    bool is_told = discord->is_telling_back &&
                   place_has_said(hand, json_string_value(json_object_get(body, "content")));
    hand->is_inherited = false;
    if (is_told) {
        json_decref(body);
    } else if (is_open(discord, person)) {
        put_controls(discord, person, whisper->table, body);
        place_show(hand, body, whisper->is_due);
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
    struct place *hand = hand_of(discord, person, table);
    hand->is_inherited = false;
    for (struct held *held = person->held; held; held = held->next)
        if (table != 0 && held->table == table) {
            json_decref(held->body);
            held->body = NULL; /* as it is by then */
        }
    if (hand->ticket) /* it is out of date, or would be */
        send_fresh(hand, false);
}

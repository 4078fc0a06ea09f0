/* See reply.h. */
#include "reply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "file.h"
#include "panel.h"
#include "panel_body.h"
#include "people.h"
#include "places.h"
#include "posts.h"
#include "private.h"
#include "reply_body.h"
#include "tables.h"

enum callback {
    CALLBACK_MESSAGE = 4,
    CALLBACK_DEFER_MESSAGE = 5,
    CALLBACK_DEFER_UPDATE = 6, /* also if there is nothing to say */
    CALLBACK_UPDATE = 7,
};

static void step(struct reply *reply);
static void on_time(void *arg);

/* ---- beginning and ending ---- */

/* When Discord made something, by its id: ms since 1970, by Discord's clock. */
static int64_t made_at(const char *id)
{
    enum { DISCORD_BEGAN_SHIFT = 22 };
    const int64_t epoch = INT64_C(1420070400000);
    return (int64_t)(strtoull(id, NULL, 10) >> DISCORD_BEGAN_SHIFT) + epoch;
}

/* The age of an interaction in ms, by its id; 0 if our clock and Discord's differ too much. */
static int64_t age_of(const struct discord *discord, const char *id)
{
    enum { AN_HOUR = 3600 * 1000 };
    int64_t age = loop_wall(discord->loop) - made_at(id);
    return age > 0 && age < AN_HOUR ? age : 0;
}

void replies_arrived(struct discord *discord, const char *id)
{
    ring_add(&discord->replies->ways, loop_now(discord->loop) - made_at(id));
}

/* How much longer an interaction was under way than the quickest of the latest. The loop's clock
   and Discord's begin at different times, but neither is set: the difference of the two is the
   same for all. */
static int64_t delay_of(const struct discord *discord, const char *id)
{
    int64_t way = loop_now(discord->loop) - made_at(id), least = way;
    for (int n = 1; n <= ring_count(&discord->replies->ways); n++) {
        int64_t other = ring_last(&discord->replies->ways, n);
        least = other < least ? other : least;
    }
    return way - least;
}

/* The ms that are left until the answer is deferred. Where the first answer is too late by this
   reckoning, the interaction is dead, or ids tell no times there. */
static int64_t patience_for(const struct discord *discord, const char *id)
{
    int64_t delay = delay_of(discord, id);
    if (delay >= REPLY_FIRST_MS)
        delay = 0;
    return delay < REPLY_DEFER_MS ? REPLY_DEFER_MS - delay : 0;
}

struct replies *replies_new(void)
{
    struct replies *replies = calloc(1, sizeof *replies);
    check(replies);
    return replies;
}

void replies_free(struct replies *replies)
{
    while (replies && replies->first)
        reply_free(replies->first);
    free(replies);
}

struct reply *reply_new(struct discord *discord, const json_t *interaction, struct person *person,
                        enum reply_place place)
{
    struct reply *reply = calloc(1, sizeof *reply), **end = &discord->replies->first;
    const char *token = field_text(interaction, "token");
    const char *rights = field_text(json_object_get(interaction, "member"), "permissions");
    int64_t now = loop_now(discord->loop);
    check(reply && token);
    field_id(interaction, "id", reply->interaction);
    field_id(interaction, "guild_id", reply->guild);
    field_id(json_object_get(interaction, "message"), "id", reply->pressed);
    snprintf(reply->heard, sizeof reply->heard, "i%s", reply->interaction);
    reply->discord = discord;
    reply->person = person;
    person->pins++;
    reply->place = place;
    reply->rights = rights ? (uint64_t)strtoull(rights, NULL, 10) : 0;
    reply->token = strdup(token);
    reply->more = json_array();
    check(reply->token && reply->more);
    reply->first_by = now + REPLY_FIRST_MS;
    reply->expires = now + REPLY_TOKEN_MS - REPLY_MARGIN_MS - age_of(discord, reply->interaction);
    reply->forget_at = now + REPLY_TOKEN_MS;
    reply->is_failing = reply->expires <= now;
    reply->said = text_over(reply->said_bytes, sizeof reply->said_bytes);
    reply->hand = text_over(reply->hand_bytes, sizeof reply->hand_bytes);
    loop_timer_init(&reply->timer, discord->loop, on_time, reply);
    loop_timer_set(&reply->timer, patience_for(discord, reply->interaction));
    while (*end)
        end = &(*end)->next;
    *end = reply;
    return reply;
}

bool reply_has_place(const struct discord *discord, const struct person *person, const char *guild)
{
    int all = 0, of_person = 0, of_guild = 0;
    for (const struct reply *reply = discord->replies->first; reply; reply = reply->next, all++) {
        of_person += reply->person == person;
        of_guild += *guild && strcmp(reply->guild, guild) == 0;
    }
    return of_person < REPLIES_OF_PERSON && of_guild < REPLIES_OF_GUILD && all < REPLIES_MOST;
}

void reply_free(struct reply *reply)
{
    struct reply **at = &reply->discord->replies->first;
    while (*at && *at != reply)
        at = &(*at)->next;
    if (*at)
        *at = reply->next;
    loop_timer_stop(&reply->timer);
    reply->person->pins--;
    explicit_bzero(reply->token, strlen(reply->token));
    free(reply->token);
    json_decref(reply->message);
    json_decref(reply->more);
    json_decref(reply->controls);
    json_decref(reply->files);
    free(reply);
}

/* ---- what it says ---- */

void reply_complete(struct reply *reply)
{
    reply->is_complete = true;
    loop_timer_set(&reply->timer, 0);
}

void reply_say(struct reply *reply, const char *text)
{
    reply_put_line(&reply->said, text);
    reply_complete(reply);
}

/* ---- what the host says meanwhile ---- */

/* The reply that a whisper belongs to: the oldest open one, rather one that is not complete. */
static struct reply *reply_of(struct discord *discord, const struct whisper *whisper)
{
    struct reply *best = NULL;
    bool is_hand = whisper->kind == WHISPER_HAND;
    for (struct reply *reply = discord->replies->first; reply; reply = reply->next) {
        if (reply->is_composed || reply->is_failing ||
            strcmp(reply->person->id, whisper->person) != 0)
            continue;
        bool is_about = reply->table == whisper->table;
        if (is_hand && (reply->is_aside || !((reply->is_about_hand || reply->takes_hand) &&
                                             (is_about || reply->table == 0))))
            continue;
        if (!best || (best->is_complete && !reply->is_complete))
            best = reply;
    }
    return best;
}

bool reply_takes(struct discord *discord, const struct whisper *whisper)
{
    struct reply *reply = reply_of(discord, whisper);
    if (!reply)
        return false;
    const struct markdown_style style = {.prefix = "/",
                                         .cards = reply->person->look.cards,
                                         .emoji = discord->emoji,
                                         .commands = discord->commands};
    bool is_hand = whisper->kind == WHISPER_HAND;
    struct text *into = is_hand ? &reply->hand : &reply->said;
    int before = is_hand ? 0 : into->length; /* a newer hand replaces an older one */
    into->length = before;
    if (before > 0)
        text_put(into, "\n");
    markdown_put_message(whisper->prose, &style, into);
    if (into->cut) { /* too long for one answer: it is sent otherwise */
        into->length = before;
        into->bytes[before] = '\0';
        into->cut = false;
        return false;
    }
    if (is_hand)
        reply->table = whisper->table;
    if (whisper->file && !reply->files)
        reply->files = file_body(whisper->file);
    return true;
}

bool reply_rights(const struct discord *discord, const char *id, uint64_t *rights)
{
    for (const struct reply *reply = discord->replies->first; reply; reply = reply->next)
        if (id && strcmp(reply->heard, id) == 0) {
            *rights = reply->rights;
            return true;
        }
    return false;
}

void reply_dealt_with(void *arg, const char *id)
{
    struct discord *discord = arg;
    for (struct reply *reply = discord->replies->first; reply; reply = reply->next)
        if (strcmp(reply->heard, id) == 0)
            reply_complete(reply);
}

/* ---- sending it ---- */

/* Lets panel.c keep the panel fresh while its token lives. In a direct message it is an ordinary
   message. */
static void note_panel(const struct reply *reply)
{
    if (reply->has_panel && (reply->place == REPLY_NEW || reply->is_ephemeral))
        panel_note(reply->discord, reply->person, reply->room, reply->table, reply->token,
                   reply->expires);
}

/* The first answer was refused though the interaction lives: the message is gone, or the server
   does not edit private ones, or it takes no empty answer. Then the reply becomes a new private
   message. Or it showed an emoji that somebody has deleted. */
static bool is_said_otherwise(struct reply *reply, const struct rest_answer *answer)
{
    if (reply->message && discord_doubts_emoji(reply->discord, answer)) {
        json_decref(reply->message);
        reply->message = NULL;
        json_array_clear(reply->more);
        markdown_drop_pictures(&reply->said);
        markdown_drop_pictures(&reply->hand);
        reply_compose(reply);
        return true;
    }
    bool is_over =
        answer->code == CODE_UNKNOWN_INTERACTION || answer->code == CODE_ALREADY_ANSWERED;
    bool is_new = reply->place == REPLY_NEW && (reply->message || !reply->is_composed);
    if (reply->is_open || answer->outcome != REST_REFUSED || is_over || is_new)
        return false;
    reply->place = REPLY_NEW;
    reply->is_deferred = false;
    if (reply->is_composed)
        reply->message = reply_make_private(
            reply->message ? reply->message
                           : reply_message(discord_strings[DISCORD_STRING_NOTHING_TOLD], NULL));
    return true;
}

/* Tells the room what became of its message, which Discord sends back within the interaction. */
static void tell_room(struct reply *reply, const struct rest_answer *answer)
{
    struct rest_answer of_room = *answer;
    rest_done *heard = reply->room_heard;
    of_room.body = json_object_get(json_object_get(answer->body, "resource"), "message");
    reply->room_heard = NULL;
    if (heard)
        heard(reply->room_arg, &of_room);
}

static void taken(void *arg, const struct rest_answer *answer)
{
    struct reply *reply = arg;
    bool is_inherited = !reply->is_open && answer->code == CODE_ALREADY_ANSWERED;
    reply->is_under_way = false;
    tell_room(reply, answer);
    if (is_said_otherwise(reply, answer)) {
        step(reply);
        return;
    }
    if (is_inherited) {
        /* an earlier process, killed since, has answered: its answer is edited */
        reply->is_deferred = true;
    } else if (answer->outcome != REST_DONE) {
        discord_log_refusal("discord-interaction-unanswered", reply->room, answer);
        reply->is_failing = true;
    }
    reply->is_open = true;
    step(reply);
}

static struct rest_request request_of(struct reply *reply, const char *method, const char *route,
                                      json_t *body)
{
    bool is_callback = !reply->is_open;
    reply->is_under_way = true;
    return (struct rest_request){
        .lane = is_callback ? REST_CALLBACK : REST_PERSON,
        .method = method,
        .route = route,
        .ids = {is_callback ? reply->interaction : reply->discord->application, reply->token},
        .query = reply->room_heard ? "with_response=true" : NULL,
        .body = body,
        .guild = places_guild(reply->discord, reply->room),
        .deadline = is_callback ? reply->first_by : reply->expires,
        .done = taken,
        .arg = reply,
    };
}

static void send_request(struct reply *reply, const char *method, const char *route, json_t *body)
{
    const struct rest_request request = request_of(reply, method, route, body);
    rest_send(reply->discord->rest, &request);
}

static void send_first(struct reply *reply)
{
    int place = reply->place == REPLY_IN_PLACE ? CALLBACK_UPDATE : CALLBACK_MESSAGE;
    json_t *body = json_pack("{s:i}", "type", reply->message ? place : CALLBACK_DEFER_UPDATE);
    check(body);
    if (reply->message)
        json_object_set(body, "data", reply->message);
    send_request(reply, "POST", ROUTE_CALLBACK, body);
}

/* Nothing was sent, and what the person was told is nothing. */
static bool is_silent(const struct reply *reply)
{
    return reply->is_complete && !reply->is_composed && !reply->is_open && !reply->is_under_way &&
           !reply->is_failing && reply->place == REPLY_NEW &&
           (!reply->is_about_hand || reply->is_of_board) && reply->said.length == 0 &&
           reply->hand.length == 0;
}

/* The oldest of the room that is silent; NULL if absent. */
static struct reply *silent_in(const struct discord *discord, const char *room)
{
    for (struct reply *reply = discord->replies->first; reply; reply = reply->next)
        if (is_silent(reply) && strcmp(reply->room, room) == 0)
            return reply;
    return NULL;
}

bool reply_wants_message(const struct discord *discord, const char *room, const char *message)
{
    const struct reply *reply = silent_in(discord, room);
    return reply && strcmp(reply->pressed, message) != 0;
}

bool reply_says(struct discord *discord, const char *room, const char *message, rest_done *heard,
                void *arg, struct rest_request *request)
{
    struct reply *reply = silent_in(discord, room);
    if (!reply || (*message && strcmp(reply->pressed, message) != 0))
        return false;
    int type = *message ? CALLBACK_UPDATE : CALLBACK_MESSAGE;
    json_t *answer = json_pack("{s:i, s:o}", "type", type, "data", request->body);
    check(answer);
    reply->is_composed = true;
    reply->room_heard = heard;
    reply->room_arg = arg;
    *request = request_of(reply, "POST", ROUTE_CALLBACK, answer);
    return true;
}

static void defer(struct reply *reply)
{
    json_t *body = reply->place == REPLY_IN_PLACE
                       ? json_pack("{s:i}", "type", CALLBACK_DEFER_UPDATE)
                       : json_pack("{s:i, s:{s:i}}", "type", CALLBACK_DEFER_MESSAGE, "data",
                                   "flags", MESSAGE_EPHEMERAL);
    check(body);
    reply->is_deferred = true;
    send_request(reply, "POST", ROUTE_CALLBACK, body);
}

/* Fills in the deferred answer, which already is ephemeral or not. */
static void send_deferred(struct reply *reply)
{
    json_t *body = json_copy(reply->message);
    check(body);
    panel_set_ephemeral(body, false);
    send_request(reply, "PATCH", ROUTE_ORIGINAL, body);
}

static void said_message(struct reply *reply)
{
    if (reply->message)
        note_panel(reply);
    json_decref(reply->message);
    reply->message = NULL;
}

static void send_more(struct reply *reply)
{
    json_t *body = json_incref(json_array_get(reply->more, 0));
    json_array_remove(reply->more, 0);
    send_request(reply, "POST", ROUTE_FOLLOW, body);
}

/* Says by direct message what was collected or asked for, because the person may hear it in no
   other way. The hand goes behind it as it is by then: much may have happened since it was
   written down. */
static void fall_back(struct reply *reply)
{
    bool is_unsaid = reply->message,
         is_wanted = reply->place == REPLY_NEW || reply->said.length + reply->hand.length > 0;
    bool shows_hand = is_unsaid && reply->has_panel && is_wanted;
    if (is_unsaid)
        reply_compose_words(reply);
    for (size_t i = 0; i < json_array_size(reply->more); i++) {
        json_t *body = json_copy(json_array_get(reply->more, i));
        check(body);
        panel_set_ephemeral(body, false);
        private_send(reply->discord, reply->person, body);
    }
    if (shows_hand)
        private_send_panel(reply->discord, reply->person, reply->table);
}

/* Sends what comes next, unless a request is under way. Frees the reply when all is sent. */
static void step(struct reply *reply)
{
    reply->is_failing |= loop_now(reply->discord->loop) >= reply->expires;
    if (reply->is_under_way)
        return;
    bool was_said = reply->is_open && !reply->is_deferred && !reply->is_failing;
    if (reply->is_composed && was_said)
        said_message(reply);
    if (!reply->is_composed && (reply->is_failing || reply->is_open))
        return; /* waits until it is complete */
    if (reply->is_failing) {
        fall_back(reply);
        reply_free(reply);
    } else if (!reply->is_composed) {
        defer(reply);
    } else if (!reply->is_open) {
        send_first(reply);
    } else if (reply->message) {
        reply->is_deferred = false; /* once Discord takes it, it is said */
        send_deferred(reply);
    } else if (json_array_size(reply->more) > 0) {
        send_more(reply);
    } else {
        panel_note(reply->discord, reply->person, reply->room, 0, reply->token, reply->expires);
        reply_free(reply);
    }
}

static void on_time(void *arg)
{
    struct reply *reply = arg;
    int64_t left = reply->forget_at - loop_now(reply->discord->loop);
    if (!reply->is_complete && left <= 0 && !reply->is_under_way) {
        reply_free(reply); /* the host never finished it, and the token is dead */
        return;
    }
    if (!reply->is_complete)
        loop_timer_set(&reply->timer, left > 0 ? left : REPLY_FIRST_MS);
    else if (!reply->is_composed)
        reply_compose(reply);
    step(reply);
}

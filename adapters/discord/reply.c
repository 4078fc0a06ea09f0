/* See reply.h. */
#include "reply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "commands.h"
#include "controls.h"
#include "json.h"
#include "people.h"
#include "places.h"
#include "posts.h"
#include "private.h"
#include "rest.h"
#include "tables.h"

static void set_ephemeral(json_t *body, bool is_ephemeral)
{
    int64_t flags = field_number(body, "flags") & ~(int64_t)MESSAGE_EPHEMERAL;
    json_object_set_new(body, "flags",
                        json_integer(flags | (is_ephemeral ? MESSAGE_EPHEMERAL : 0)));
}

/* ---- open private panels ---- */

static const char original[] = "@original"; /* the answer to the token's interaction */

static void wipe(char *token)
{
    if (token)
        explicit_bzero(token, strlen(token));
    free(token);
}

static void free_panel(struct panel *panel)
{
    wipe(panel->token);
    panel->place.person->pins--;
    place_fini(&panel->place);
    free(panel);
}

static bool is_alive(const struct panel *panel)
{
    return !panel->is_gone && panel->expires > loop_now(panel->place.discord->loop);
}

void reply_panels_tidy(struct discord *discord)
{
    for (struct panel **link = &discord->panels; *link;) {
        struct panel *panel = *link;
        if (is_alive(panel) || panel->place.ticket || panel->place.cancelled) {
            link = &panel->next;
            continue;
        }
        *link = panel->next;
        free_panel(panel);
    }
}

void reply_panels_free(struct discord *discord)
{
    while (discord->panels) {
        struct panel *panel = discord->panels;
        discord->panels = panel->next;
        free_panel(panel);
    }
}

/* A bare token (table 0) by its room. */
static struct panel *find(struct discord *discord, const struct person *person, int64_t table,
                          const char *room)
{
    reply_panels_tidy(discord);
    for (struct panel *panel = discord->panels; panel; panel = panel->next)
        if (panel->place.person == person && panel->place.table == table &&
            (table != 0 || strcmp(panel->room, room) == 0))
            return panel;
    return NULL;
}

static void refresh_soon(struct panel *panel)
{
    loop_timer_set(&panel->place.timer, 0);
}

static void refresh(struct place *place)
{
    struct panel *panel = (struct panel *)place;
    struct controls_shown shown = {.decision = -1};
    json_t *body = is_alive(panel) ? controls_panel(place->discord, place->table, place->person,
                                                    &(struct controls_view){0}, &shown)
                                   : NULL;
    panel->is_gone |= !body;
    if (body && place_holds(place, shown.holds))
        json_decref(body); /* it shows just this */
    else if (body)
        place_show_hand(place, body, false, shown.holds);
}

/* The hand goes by direct message. */
static void lose(struct panel *panel, int code)
{
    struct place *place = &panel->place;
    panel->is_gone = true;
    for (struct panel *other = place->discord->panels; other; other = other->next)
        other->is_gone |= code != CODE_UNKNOWN_MESSAGE && strcmp(other->token, panel->token) == 0;
    if (place->person->dm == DM_OPEN) /* otherwise the button under the board opens the panel */
        private_send_panel(place->discord, place->person, place->table);
}

static void refreshed(struct place *place, const struct rest_answer *answer)
{
    struct panel *panel = (struct panel *)place;
    if (answer->outcome == REST_DONE && !place->message[0] &&
        !field_id(answer->body, "id", place->message))
        panel->is_gone = true; /* the id of the message is unknown */
    if (discord_doubts_emoji(place->discord, answer))
        refresh_soon(panel);
    else if (answer->outcome == REST_REFUSED)
        lose(panel, answer->code);
    else if (!panel->is_gone)
        place_show_newer(place);
}

static void make_ephemeral(struct place *place, json_t *body)
{
    (void)place;
    set_ephemeral(body, true);
}

static bool goes_by_token(struct place *place, struct rest_request *request)
{
    const struct panel *panel = (struct panel *)place;
    bool is_original = strcmp(place->message, original) == 0;
    if (!place->is_edit)
        set_ephemeral(request->body, true);
    else
        request->route = is_original ? ROUTE_ORIGINAL : ROUTE_MESSAGE;
    request->ids[0] = place->discord->application;
    request->ids[1] = panel->token;
    request->ids[2] = place->is_edit && !is_original ? place->message : NULL;
    request->is_repeatable = false;
    request->guild = places_guild(place->discord, panel->room);
    request->deadline = panel->expires;
    return true;
}

static const struct place_kind panel_kind = {.lane = REST_PERSON,
                                             .is_private = true,
                                             .route = ROUTE_FOLLOW,
                                             .joins = goes_by_token,
                                             .address = make_ephemeral,
                                             .done = refreshed,
                                             .on_time = refresh};

/* They can be opened anew. */
static void bound(const struct panel *newest)
{
    int of_person = 0, of_guild = 0, all = 0;
    for (struct panel *panel = newest->place.discord->panels; panel; panel = panel->next) {
        if (panel->is_gone)
            continue;
        bool is_of_person = panel->place.person == newest->place.person;
        bool is_of_guild = *newest->guild && strcmp(panel->guild, newest->guild) == 0;
        of_person += is_of_person;
        of_guild += is_of_guild;
        panel->is_gone = ++all > PANELS_MOST || (is_of_person && of_person > PANELS_OF_PERSON) ||
                         (is_of_guild && of_guild > PANELS_OF_GUILD);
    }
}

static struct panel *add(struct discord *discord, struct person *person, int64_t table,
                         const char *room)
{
    struct panel *panel = calloc(1, sizeof *panel);
    const char *guild = places_guild(discord, room);
    check(panel);
    place_init(&panel->place, &panel_kind, discord);
    panel->place.person = person;
    person->pins++;
    panel->place.table = table;
    snprintf(panel->room, sizeof panel->room, "%s", room);
    snprintf(panel->guild, sizeof panel->guild, "%s", guild ? guild : "");
    panel->next = discord->panels;
    discord->panels = panel;
    bound(panel);
    return panel;
}

/* `message`: "" for a new one. */
static void set_token(struct panel *panel, const char *token, int64_t expires, const char *message)
{
    char *copy = strdup(token);
    check(copy);
    wipe(panel->token);
    panel->token = copy;
    panel->expires = expires;
    snprintf(panel->place.message, sizeof panel->place.message, "%s", message);
    panel->is_gone = false;
}

/* With a token that lives until `expires`; table 0: it showed no panel. */
static void panel_note(struct discord *discord, struct person *person, const char *room,
                       int64_t table, const char *token, int64_t expires, const char *holds)
{
    struct panel *panel = find(discord, person, table, room);
    if (!panel)
        panel = add(discord, person, table, room);
    set_token(panel, token, expires, original);
    place_drop_newer(&panel->place);
    place_set_hand(&panel->place, holds);
    if (panel->place.ticket && !place_cancel(&panel->place))
        refresh_soon(panel); /* the older state under way may arrive last */
}

bool reply_panel_refresh(struct discord *discord, const struct person *person,
                         const struct host_board *table)
{
    struct panel *panel = find(discord, person, table->table, table->room);
    if (!panel || !is_alive(panel)) {
        const struct panel *bare = find(discord, person, 0, table->room);
        if (!bare || !is_alive(bare) || !people_gets_hands(person))
            return false;
        if (!panel)
            panel = add(discord, bare->place.person, table->table, table->room);
        set_token(panel, bare->token, bare->expires, "");
    }
    refresh_soon(panel);
    return true;
}

bool reply_panel_lasts(struct discord *discord, const struct person *person, int64_t table)
{
    enum { LASTS_MS = 5 * 60 * 1000 };
    const struct panel *panel = find(discord, person, table, "");
    return panel && is_alive(panel) && panel->expires - loop_now(discord->loop) > LASTS_MS;
}

void reply_panel_correct(struct discord *discord, const struct person *person, int64_t table)
{
    struct panel *panel = find(discord, person, table, "");
    if (panel && panel->place.ticket)
        refresh_soon(panel);
}

/* ---- what a reply says ---- */

/* The components are taken, NULL for none. */
static json_t *reply_message(const char *content)
{
    json_t *body = markdown_body_new(content, NULL, 0);
    check(body && json_object_set_new(body, "components", json_array()) == 0);
    return body;
}

/* Returns the body. */
static json_t *reply_make_private(json_t *body)
{
    set_ephemeral(body, true);
    return body;
}

/* Adds a line. */
static void reply_put_line(struct text *out, const char *text)
{
    if (*text)
        text_putf(out, "%s%s", out->length > 0 ? "\n" : "", text);
}

/* False if it is where the answer is, or absent. */
static bool is_elsewhere(const struct reply *reply, struct host_board *out)
{
    const struct discord *discord = reply->discord;
    int64_t tables[HOST_TABLES_EACH], latest = 0;
    int count =
        host_tables_of(discord->host, identity(discord->network, reply->person->id), tables);
    for (int i = 0; i < count && i < HOST_TABLES_EACH; i++)
        latest = tables[i] > latest ? tables[i] : latest;
    return latest &&
           host_board_of(discord->host, identity(discord->network, reply->person->id), latest,
                         out) &&
           strcmp(out->room, reply->room) != 0 && out->room[0] == '<';
}

/* The input may have been passed over, refused aloud or done. A press needs none. */
static void put_nothing(const struct reply *reply, struct text *out)
{
    struct host_board table;
    if (reply->place == REPLY_IN_PLACE) {
        text_put(out, discord_strings[DISCORD_STRING_NOTHING_TO_PRESS]);
    } else if (reply->done[0]) {
        bool is_apart = is_elsewhere(reply, &table);
        text_put(out, discord_strings[DISCORD_STRING_READ]);
        markdown_put_foreign(reply->done, out);
        text_putf(out, "%s%s", is_apart ? discord_strings[DISCORD_STRING_TABLE_IS_IN] : ". ",
                  is_apart ? table.room : discord_strings[DISCORD_STRING_NOTHING_TOLD]);
        text_put(out, is_apart ? "." : "");
    } else if (reply->is_deferred) {
        text_put(out, discord_strings[DISCORD_STRING_NOTHING_TOLD]);
    }
}

static json_t *panel_of(const struct reply *reply, struct controls_shown *shown)
{
    /* where there is something else to say, the words of the moment go with it */
    const struct controls_view view = {.card = reply->card,
                                       .verb = reply->verb,
                                       .page = reply->page,
                                       .is_whole = reply->is_whole || reply->said.length > 0 ||
                                                   reply->place == REPLY_NEW};
    bool is_wanted =
        reply->is_about_hand || reply->hand.length > 0 || reply->place == REPLY_IN_PLACE;
    if (!reply->table || !is_wanted || (reply->is_of_board && reply->said.length == 0))
        return NULL;
    return controls_panel(reply->discord, reply->table, reply->person, &view, shown);
}

/* A panel comes with the last one. */
static void cut(struct reply *reply, const char *whole, json_t *components)
{
    char bytes[4 * DISCORD_CONTENT + 1];
    struct text piece = text_over(bytes, sizeof bytes);
    bool is_in_fence = false;
    for (int length = 0;
         (length = markdown_piece(whole, DISCORD_CONTENT, &is_in_fence, &piece)) > 0;
         whole += length) {
        json_t *body = reply_message(bytes);
        if (!reply->message) {
            reply->message = body;
        } else if (components) {
            json_array_append_new(reply->more, reply_make_private(reply->message));
            reply->message = body;
        } else {
            json_array_append_new(reply->more, reply_make_private(body));
        }
        text_clear(&piece);
    }
    if (reply->message && components)
        json_object_set(reply->message, "components", components);
    if (reply->message && reply->files)
        json_object_set(reply->message, REST_FILES, reply->files);
    if (reply->message && reply->place == REPLY_NEW)
        reply_make_private(reply->message);
}

/* Nothing of it was sent. */
static void reply_compose_words(struct reply *reply)
{
    json_decref(reply->message);
    reply->message = NULL;
    json_array_clear(reply->more);
    if (!reply->has_panel)
        reply_put_line(&reply->said, reply->hand.bytes);
    cut(reply, reply->said.bytes, NULL);
    if (!reply->message)
        return;
    json_array_insert_new(reply->more, 0, reply->message);
    reply->message = NULL;
    if (reply->controls)
        json_object_set(json_array_get(reply->more, json_array_size(reply->more) - 1), "components",
                        reply->controls);
}

static void reply_compose(struct reply *reply)
{
    struct discord *discord = reply->discord;
    size_t size = 3 * (size_t)DISCORD_TEXT;
    char *bytes = malloc(size);
    check(bytes);
    struct text whole = text_over(bytes, size);
    struct heard heard = controls_heard(discord, reply->person);
    bool is_unread = reply->is_heard && reply->said.length == 0 &&
                     commands_ignores(discord->setup.commands, &heard);
    struct host_board table = {.table = 0};
    if (reply->table)
        host_board_of(discord->host, identity(discord->network, reply->person->id), reply->table,
                      &table);
    struct controls_shown shown = {.decision = -1};
    json_t *panel = panel_of(reply, &shown);
    bool is_short = panel && *shown.holds;
    memcpy(reply->holds, shown.holds, sizeof reply->holds);
    bool is_last = !panel && table.is_over && reply->said.length == 0 && reply->hand.length == 0;
    if (is_last || shown.decision > reply->decision)
        reply_put_line(&whole, reply->played);
    reply_put_line(&whole,
                   is_unread ? discord_strings[DISCORD_STRING_TOO_MUCH] : reply->said.bytes);
    reply_put_line(&whole, is_short ? reply->news.bytes : reply->hand.bytes);
    if (panel && (is_short || !(reply->hand.length > 0 && table.has_hands)))
        reply_put_line(&whole, field_text(panel, "content"));
    if (is_last)
        reply_put_line(&whole, discord_strings[DISCORD_STRING_GAME_OVER]);
    if (whole.length == 0)
        put_nothing(reply, &whole);
    cut(reply, bytes, reply->controls ? reply->controls : json_object_get(panel, "components"));
    reply->has_panel = panel != NULL;
    reply->is_composed = true;
    json_decref(panel);
    free(bytes);
}

/* ---- the answer to one interaction ---- */

enum callback {
    CALLBACK_MESSAGE = 4,
    CALLBACK_DEFER_MESSAGE = 5,
    CALLBACK_DEFER_UPDATE = 6, /* also if there is nothing to say */
    CALLBACK_UPDATE = 7,
};

static void step(struct reply *reply);

static void on_time(void *arg);

/* ---- beginning and ending ---- */

/* ms since 1970, by Discord's clock. */
static int64_t made_at(const char *id)
{
    enum { DISCORD_BEGAN_SHIFT = 22 };
    const int64_t epoch = INT64_C(1420070400000);
    return (int64_t)(strtoull(id, NULL, 10) >> DISCORD_BEGAN_SHIFT) + epoch;
}

/* ms; 0 if our clock and Discord's differ too much. */
static int64_t age_of(const struct discord *discord, const char *id)
{
    enum { AN_HOUR = 3600 * 1000 };
    int64_t age = loop_wall(discord->loop) - made_at(id);
    return age > 0 && age < AN_HOUR ? age : 0;
}

void reply_arrived(struct discord *discord, const char *id)
{
    ring_add(&discord->replies->ways, loop_now(discord->loop) - made_at(id));
}

/* Longer than the quickest of the latest. The loop's clock and Discord's begin at different times,
   but neither is set: their difference is the same for all. */
static int64_t delay_of(const struct discord *discord, const char *id)
{
    int64_t way = loop_now(discord->loop) - made_at(id), least = way;
    for (int n = 1; n <= ring_count(&discord->replies->ways); n++) {
        int64_t other = ring_last(&discord->replies->ways, n);
        least = other < least ? other : least;
    }
    return way - least;
}

/* Where the first answer is too late by this reckoning, the interaction is dead, or ids tell no
   times there. */
static int64_t patience_for(const struct discord *discord, const char *id)
{
    int64_t delay = delay_of(discord, id);
    if (delay >= REPLY_FIRST_MS)
        delay = 0;
    return delay < REPLY_DEFER_MS ? REPLY_DEFER_MS - delay : 0;
}

struct replies *reply_list_new(void)
{
    struct replies *replies = calloc(1, sizeof *replies);
    check(replies);
    return replies;
}

static void destroy(struct reply *reply)
{
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

void reply_list_free(struct replies *replies)
{
    for (struct reply *reply = replies ? replies->first : NULL, *next; reply; reply = next) {
        next = reply->next;
        destroy(reply);
    }
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
    reply->news = text_over(reply->news_bytes, sizeof reply->news_bytes);
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
    check(*at);
    *at = reply->next;
    destroy(reply);
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

/* The oldest open one, rather one that is not complete. */
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
    int before = is_hand ? 0 : into->length;
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
    if (is_hand) {
        TEXT_UNCLEARED struct prose news;
        prose_open(&news, whisper->prose->language);
        prose_append_part(&news, whisper->prose, 0, whisper->hand_at);
        text_clear(&reply->news);
        markdown_put_message(&news, &style, &reply->news);
        reply->table = whisper->table;
    }
    if (whisper->file && !reply->files)
        reply->files = private_file_body(whisper->file);
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

/* The message is gone, or the server does not edit private ones, or it takes no empty answer: the
   reply becomes a new private message. Or it showed an emoji that somebody has deleted. */
static bool is_said_otherwise(struct reply *reply, const struct rest_answer *answer)
{
    if (reply->message && discord_doubts_emoji(reply->discord, answer)) {
        json_decref(reply->message);
        reply->message = NULL;
        json_array_clear(reply->more);
        markdown_drop_pictures(&reply->said);
        markdown_drop_pictures(&reply->hand);
        markdown_drop_pictures(&reply->news);
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
                           : reply_message(discord_strings[DISCORD_STRING_NOTHING_TOLD]));
    return true;
}

/* Discord sends it back within the interaction. */
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

/* The panel that was pressed shows the new hand with the person's next turn. */
static bool has_time(const struct reply *reply)
{
    const struct discord *discord = reply->discord;
    struct host_panel *panel =
        reply->can_wait && reply->said.length == 0
            ? host_panel_of(discord->host, identity(discord->network, reply->person->id),
                            reply->table)
            : NULL;
    bool has_turn = panel && panel->moves.count > 0;
    bool goes_on = panel != NULL;
    host_panel_free(panel);
    return goes_on && !has_turn;
}

static bool is_silent(const struct reply *reply)
{
    if (!reply->is_complete || reply->is_composed || reply->is_open || reply->is_under_way ||
        reply->is_failing)
        return false;
    return reply->place == REPLY_NEW ? (!reply->is_about_hand || reply->is_of_board) &&
                                           reply->said.length == 0 && reply->hand.length == 0
                                     : has_time(reply);
}

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
    return reply && reply->place == REPLY_NEW && strcmp(reply->pressed, message) != 0;
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
    reply->place = REPLY_NEW;
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

/* The person may hear it in no other way. The hand goes behind it as it is by then. */
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
        set_ephemeral(body, false);
        private_send(reply->discord, reply->person, body);
    }
    if (shows_hand)
        private_send_panel(reply->discord, reply->person, reply->table);
}

/* Frees the reply when all is sent. */
static void step(struct reply *reply)
{
    reply->is_failing |= loop_now(reply->discord->loop) >= reply->expires;
    if (reply->is_under_way)
        return;
    if (reply->is_composed && reply->is_open && !reply->is_deferred && !reply->is_failing) {
        if (reply->message && reply->has_panel &&
            (reply->place == REPLY_NEW || reply->is_ephemeral))
            panel_note(reply->discord, reply->person, reply->room, reply->table, reply->token,
                       reply->expires, reply->holds);
        else if (reply->message && reply->has_panel)
            private_shows(reply->discord, reply->person, reply->table, reply->pressed,
                          reply->holds);
        json_decref(reply->message);
        reply->message = NULL;
    }
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
        json_t *body = json_copy(reply->message);
        check(body);
        set_ephemeral(body, false);
        reply->is_deferred = false; /* once Discord takes it, it is said */
        send_request(reply, "PATCH", ROUTE_ORIGINAL, body);
    } else if (json_array_size(reply->more) > 0) {
        json_t *body = json_incref(json_array_get(reply->more, 0));
        json_array_remove(reply->more, 0);
        send_request(reply, "POST", ROUTE_FOLLOW, body);
    } else {
        panel_note(reply->discord, reply->person, reply->room, 0, reply->token, reply->expires, "");
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

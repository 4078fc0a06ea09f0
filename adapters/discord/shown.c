/* Private panels that are open, the newest of each person and table: as long as their token lives they are edited when
   something changes, without the person doing anything. Where somebody who gets hands by the panel has none, but a token
   that lives, one is opened with that. What changed several times in a turn of the loop is shown once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "interact.h"
#include "rest.h"

static void wipe(char *token)
{
    if (token)
        explicit_bzero(token, strlen(token));
    free(token);
}

void shown_free(struct shown *shown)
{
    wipe(shown->token);
    shown->person->pins--;
    free(shown);
}

static void remove_dead(struct interactions *interactions)
{
    int64_t now = loop_now(interactions->discord->loop);
    for (struct shown **at = &interactions->shown; *at;) {
        struct shown *shown = *at;
        bool is_dead = !shown->ticket && (shown->is_gone || shown->expires <= now);
        if (is_dead)
            *at = shown->next;
        else
            at = &shown->next;
        if (is_dead)
            shown_free(shown);
    }
}

void shown_tidy(struct discord *discord)
{
    remove_dead(discord->interactions);
}

static bool is_alive(const struct shown *shown)
{
    return !shown->is_gone && shown->expires > loop_now(shown->discord->loop);
}

/* A panel by its table, a bare token (table 0) by the room. */
static struct shown *find(struct discord *discord, const struct person *person, int64_t table, const char *room)
{
    remove_dead(discord->interactions);
    for (struct shown *shown = discord->interactions->shown; shown; shown = shown->next)
        if (shown->person == person && shown->table == table && (table != 0 || strcmp(shown->room, room) == 0))
            return shown;
    return NULL;
}

static void make_dirty(struct shown *shown)
{
    shown->is_dirty = true;
    loop_timer_set(&shown->discord->interactions->refresh, 0);
}

/* The newest OF_PERSON of a person's stay, and the newest of a guild and of all. The others can be opened anew. */
static void bound(struct interactions *interactions, const struct shown *newest)
{
    int of_person = 0, of_guild = 0, all = 0;
    for (struct shown *shown = interactions->shown; shown; shown = shown->next) {
        if (shown->is_gone)
            continue;
        bool is_of_person = shown->person == newest->person;
        bool is_of_guild = *newest->guild && strcmp(shown->guild, newest->guild) == 0;
        of_person += is_of_person;
        of_guild += is_of_guild;
        shown->is_gone = ++all > SHOWN_MOST || (is_of_person && of_person > SHOWN_OF_PERSON) ||
                         (is_of_guild && of_guild > SHOWN_OF_GUILD);
    }
}

static struct shown *add(struct discord *discord, struct person *person, int64_t table, const char *room)
{
    struct shown *shown = calloc(1, sizeof *shown);
    const char *guild = places_guild(discord, room);
    check(shown);
    shown->discord = discord;
    shown->person = person;
    person->pins++;
    shown->table = table;
    snprintf(shown->room, sizeof shown->room, "%s", room);
    snprintf(shown->guild, sizeof shown->guild, "%s", guild ? guild : "");
    shown->next = discord->interactions->shown;
    discord->interactions->shown = shown;
    bound(discord->interactions, shown);
    return shown;
}

static void set_token(struct shown *shown, const char *token, int64_t expires)
{
    char *copy = strdup(token);
    check(copy);
    wipe(shown->token);
    shown->token = copy;
    shown->expires = expires;
    shown->message[0] = '\0';
    shown->is_gone = shown->is_new = false;
}

void shown_note(const struct reply *reply, int64_t table)
{
    struct discord *discord = reply->discord;
    struct shown *shown = find(discord, reply->person, table, reply->room);
    if (!shown)
        shown = add(discord, reply->person, table, reply->room);
    set_token(shown, reply->token, reply->expires);
    if (shown->ticket && !rest_cancel(discord->rest, shown->ticket))
        make_dirty(shown); /* an older state may come after the newer one */
}

bool interact_refresh_panel(struct discord *discord, const struct person *person, const struct table_room *room)
{
    const char *name = host_room_name(room);
    struct shown *shown = find(discord, person, host_table_number(room), name);
    if (!shown || !is_alive(shown)) {
        const struct shown *bare = find(discord, person, 0, name);
        if (!bare || !is_alive(bare) || !interact_gets_hands(person))
            return false;
        if (!shown)
            shown = add(discord, bare->person, host_table_number(room), name);
        set_token(shown, bare->token, bare->expires);
        shown->is_new = true;
    }
    make_dirty(shown);
    return true;
}

static json_t *body_of(const struct shown *shown)
{
    struct discord *discord = shown->discord;
    struct table_room *room = host_table_numbered(discord->host, discord->network, shown->person->id, shown->table);
    json_t *body = room ? panel_hand(discord, room, shown->person, NULL, NULL, 0) : NULL;
    if (body && shown->is_new)
        interact_set_ephemeral(body, true);
    return body;
}

/* The message is gone, or its token is dead for all: what was to be shown goes by direct message. */
static void lose(struct shown *shown, int code)
{
    enum { UNKNOWN_MESSAGE = 10008 };
    json_t *body = body_of(shown);
    shown->is_gone = true;
    for (struct shown *other = shown->discord->interactions->shown; other; other = other->next)
        other->is_gone |= code != UNKNOWN_MESSAGE && strcmp(other->token, shown->token) == 0;
    if (body && shown->person->dm == DM_OPEN) /* else the board goes on, and the panel is behind its button */
        interact_fall_back(shown->discord, shown->person, body);
    json_decref(body);
}

static void refreshed(void *arg, const struct rest_answer *answer)
{
    struct shown *shown = arg;
    bool was_new = shown->is_new && answer->outcome == REST_DONE;
    shown->ticket = 0;
    if (was_new && !field_id(answer->body, "id", shown->message))
        shown->is_gone = true; /* we cannot say which message it is */
    shown->is_new &= !was_new;
    if (answer->outcome == REST_REFUSED)
        lose(shown, answer->code);
    else if (shown->is_dirty)
        make_dirty(shown);
}

static uint64_t send_request(struct shown *shown, json_t *body)
{
    bool is_original = !shown->is_new && !shown->message[0];
    return interact_send(shown->discord, (struct rest_request){
                                             .method = shown->is_new ? "POST" : "PATCH",
                                             .route = shown->is_new ? ROUTE_FOLLOW
                                                      : is_original ? ROUTE_ORIGINAL
                                                                    : ROUTE_MESSAGE,
                                             .ids = {shown->discord->application, shown->token,
                                                     shown->message[0] ? shown->message : NULL},
                                             .body = body,
                                             .guild = places_guild(shown->discord, shown->room),
                                             .deadline = shown->expires,
                                             .done = refreshed,
                                             .arg = shown,
                                         });
}

static void refresh(struct shown *shown)
{
    json_t *body = body_of(shown);
    if (!body) {
        shown->is_gone = true;
        shown->is_dirty = false;
    } else if (!shown->ticket) {
        shown->is_dirty = false;
        shown->ticket = send_request(shown, body);
    } else if (rest_replace(shown->discord->rest, shown->ticket, body)) {
        shown->is_dirty = false;
    } else {
        json_decref(body); /* under way: again when it is done */
    }
}

void shown_refresh_all(void *arg)
{
    struct discord *discord = arg;
    remove_dead(discord->interactions);
    for (struct shown *shown = discord->interactions->shown; shown; shown = shown->next)
        if (shown->is_dirty && !shown->is_gone)
            refresh(shown);
}

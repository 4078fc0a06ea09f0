/* See panel.h. */
#include "panel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "json.h"
#include "panel_body.h"
#include "panels.h"
#include "people.h"
#include "places.h"
#include "private.h"

void panel_set_ephemeral(json_t *body, bool is_ephemeral)
{
    int64_t flags = field_number(body, "flags") & ~(int64_t)MESSAGE_EPHEMERAL;
    json_object_set_new(body, "flags",
                        json_integer(flags | (is_ephemeral ? MESSAGE_EPHEMERAL : 0)));
}

static void wipe(char *token)
{
    if (token)
        explicit_bzero(token, strlen(token));
    free(token);
}

static void free_panel(struct panel *panel)
{
    wipe(panel->token);
    panel->person->pins--;
    free(panel);
}

static void remove_dead(struct panels *panels)
{
    int64_t now = loop_now(panels->discord->loop);
    for (struct panel **at = &panels->first; *at;) {
        struct panel *panel = *at;
        bool is_dead = !panel->ticket && (panel->is_gone || panel->expires <= now);
        if (is_dead)
            *at = panel->next;
        else
            at = &panel->next;
        if (is_dead)
            free_panel(panel);
    }
}

void panel_tidy(struct discord *discord)
{
    remove_dead(discord->panels);
}

static bool is_alive(const struct panel *panel)
{
    return !panel->is_gone && panel->expires > loop_now(panel->discord->loop);
}

/* Finds a panel by its table, a bare token (table 0) by its room. */
static struct panel *find(struct discord *discord, const struct person *person, int64_t table,
                          const char *room)
{
    remove_dead(discord->panels);
    for (struct panel *panel = discord->panels->first; panel; panel = panel->next)
        if (panel->person == person && panel->table == table &&
            (table != 0 || strcmp(panel->room, room) == 0))
            return panel;
    return NULL;
}

static void make_dirty(struct panel *panel)
{
    panel->is_dirty = true;
    loop_timer_set(&panel->discord->panels->refresh, 0);
}

/* Drops the oldest panels above the limits of a person, a guild and all. They can be opened
   anew. */
static void bound(struct panels *panels, const struct panel *newest)
{
    int of_person = 0, of_guild = 0, all = 0;
    for (struct panel *panel = panels->first; panel; panel = panel->next) {
        if (panel->is_gone)
            continue;
        bool is_of_person = panel->person == newest->person;
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
    panel->discord = discord;
    panel->person = person;
    person->pins++;
    panel->table = table;
    snprintf(panel->room, sizeof panel->room, "%s", room);
    snprintf(panel->guild, sizeof panel->guild, "%s", guild ? guild : "");
    panel->next = discord->panels->first;
    discord->panels->first = panel;
    bound(discord->panels, panel);
    return panel;
}

static void set_token(struct panel *panel, const char *token, int64_t expires)
{
    char *copy = strdup(token);
    check(copy);
    wipe(panel->token);
    panel->token = copy;
    panel->expires = expires;
    panel->message[0] = '\0';
    panel->is_gone = panel->is_new = false;
}

void panel_note(struct discord *discord, struct person *person, const char *room, int64_t table,
                const char *token, int64_t expires)
{
    struct panel *panel = find(discord, person, table, room);
    if (!panel)
        panel = add(discord, person, table, room);
    set_token(panel, token, expires);
    if (panel->ticket && !rest_cancel(discord->rest, panel->ticket))
        make_dirty(panel); /* the older state under way may arrive last */
}

bool panel_refresh(struct discord *discord, const struct person *person,
                   const struct host_board *table)
{
    struct panel *panel = find(discord, person, table->table, table->room);
    if (!panel || !is_alive(panel)) {
        const struct panel *bare = find(discord, person, 0, table->room);
        if (!bare || !is_alive(bare) || !people_gets_hands(person))
            return false;
        if (!panel)
            panel = add(discord, bare->person, table->table, table->room);
        set_token(panel, bare->token, bare->expires);
        panel->is_new = true;
    }
    make_dirty(panel);
    return true;
}

static json_t *body_of(const struct panel *panel)
{
    json_t *body = panel_body(panel->discord, panel->table, panel->person, NULL, 0);
    if (body && panel->is_new)
        panel_set_ephemeral(body, true);
    return body;
}

/* The message is gone, or the token is dead: the hand goes by direct message. */
static void lose(struct panel *panel, int code)
{
    panel->is_gone = true;
    for (struct panel *other = panel->discord->panels->first; other; other = other->next)
        other->is_gone |= code != CODE_UNKNOWN_MESSAGE && strcmp(other->token, panel->token) == 0;
    if (panel->person->dm == DM_OPEN) /* otherwise the button under the board opens the panel */
        private_send_panel(panel->discord, panel->person, panel->table);
}

static void refreshed(void *arg, const struct rest_answer *answer)
{
    struct panel *panel = arg;
    bool was_new = panel->is_new && answer->outcome == REST_DONE;
    panel->ticket = 0;
    if (was_new && !field_id(answer->body, "id", panel->message))
        panel->is_gone = true; /* the id of the message is unknown */
    panel->is_new &= !was_new;
    if (discord_doubts_emoji(panel->discord, answer) ||
        (panel->is_dirty && answer->outcome != REST_REFUSED))
        make_dirty(panel);
    else if (answer->outcome == REST_REFUSED)
        lose(panel, answer->code);
}

static uint64_t send_request(struct panel *panel, json_t *body)
{
    bool is_original = !panel->is_new && !panel->message[0];
    return rest_send(panel->discord->rest, &(struct rest_request){
                                               .lane = REST_PERSON,
                                               .method = panel->is_new ? "POST" : "PATCH",
                                               .route = panel->is_new ? ROUTE_FOLLOW
                                                        : is_original ? ROUTE_ORIGINAL
                                                                      : ROUTE_MESSAGE,
                                               .ids = {panel->discord->application, panel->token,
                                                       panel->message[0] ? panel->message : NULL},
                                               .body = body,
                                               .guild = places_guild(panel->discord, panel->room),
                                               .deadline = panel->expires,
                                               .done = refreshed,
                                               .arg = panel,
                                           });
}

static void refresh(struct panel *panel)
{
    json_t *body = body_of(panel);
    if (!body) {
        panel->is_gone = true;
        panel->is_dirty = false;
    } else if (!panel->ticket) {
        panel->is_dirty = false;
        panel->ticket = send_request(panel, body);
    } else if (rest_replace(panel->discord->rest, panel->ticket, body)) {
        panel->is_dirty = false;
    } else {
        json_decref(body); /* a request is under way: again after its answer */
    }
}

static void refresh_all(void *arg)
{
    struct discord *discord = arg;
    remove_dead(discord->panels);
    for (struct panel *panel = discord->panels->first; panel; panel = panel->next)
        if (panel->is_dirty && !panel->is_gone)
            refresh(panel);
}

/* ---- life ---- */

struct panels *panels_new(struct discord *discord)
{
    struct panels *panels = calloc(1, sizeof *panels);
    check(panels);
    panels->discord = discord;
    loop_timer_init(&panels->refresh, discord->loop, refresh_all, discord);
    return panels;
}

void panels_free(struct panels *panels)
{
    if (!panels)
        return;
    while (panels->first) {
        struct panel *panel = panels->first;
        panels->first = panel->next;
        free_panel(panel);
    }
    loop_timer_stop(&panels->refresh);
    free(panels);
}

/* The register of sessions, and what adapters may ask about one. What happens in a session comes
   through its queue (input_queue.c). */
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "deal.h"
#include "faces.h"
#include "host_state.h"
#include "input.h"
#include "pending.h"
#include "room.h"
#include "seat.h"
#include "session_view.h"
#include "shares.h"
#include "tables.h"
#include "takeback.h"
#include "text.h"

int host_table_count(const struct host *host)
{
    return host->tables.count;
}

/* ---- finding ---- */

struct session *host_find(struct host *host, const char *network, const char *name)
{
    const struct showing *showing = room_find(host, network, name);
    return showing ? showing->session : NULL;
}

struct session *session_numbered(const struct host *host, int64_t number)
{
    struct session *session = host->tables.first;
    while (session && session->id != number)
        session = session->next;
    return session;
}

/* Looks at all sessions, but only while the disk works, and it is seldom asked. */
bool session_room_is_taken(const struct host *host, const char *network, const char *name)
{
    for (const struct session *session = host->tables.first; session && host->running.saving > 0;
         session = session->next)
        if (session->change && session->shown.going_to[0] &&
            strcmp(session->shown.going_to, name) == 0 &&
            strcmp(session->shown.going_on->network, network) == 0)
            return true;
    return host_find((struct host *)host, network, name) != NULL;
}

int64_t host_table_number(const struct session *session)
{
    return session->id;
}

const char *host_room_name(const struct session *session, const char *network)
{
    const struct host_port *port = host_port_of(session->host, network);
    const struct showing *showing = port ? session_showing_on(session, port) : NULL;
    return showing ? showing->name : "";
}

bool host_is_playing(const struct session *session)
{
    return session_has_begun(session);
}

bool host_is_over(const struct session *session)
{
    return session->playing->is_over;
}

bool host_has_hands(const struct session *session)
{
    return session->game->hand >= 0;
}

const char *host_game_name(const struct session *session)
{
    return session->game->name;
}

const char *host_game_id(const struct session *session)
{
    return session->game->id;
}

static void hold_used(struct session *session, size_t bytes)
{
    session->playing = realloc(session->playing, bytes);
    check(session->playing);
}

void session_play_on(struct session *session, const struct playing *playing)
{
    if (playing_bytes(session->playing) != playing_bytes(playing))
        hold_used(session, playing_bytes(playing));
    playing_copy(session->playing, playing);
}

void session_link(struct session *session)
{
    struct host *host = session->host;
    check(!session->state.is_linked);
    session->state.is_linked = true;
    hold_used(session, playing_bytes(session->playing));
    session->next = host->tables.first;
    session->previous = NULL;
    if (session->next)
        session->next->previous = session;
    host->tables.first = session;
    host->tables.count++;
    room_link_all(session);
    seat_people_index(session);
}

static void unlink_session(struct session *session)
{
    if (session->next)
        session->next->previous = session->previous;
    *(session->previous ? &session->previous->next : &session->host->tables.first) = session->next;
    session->host->tables.count--;
    room_unlink_all(session);
}

struct session *session_of_code(const struct host *host, const char *code)
{
    struct session *session = host->tables.codes[host_bucket("", code)];
    while (session && strcmp(session->shown.invite, code) != 0)
        session = session->shown.next_invited;
    return session;
}

void session_set_code(struct session *session, const char *code)
{
    struct session **link = &session->host->tables.codes[host_bucket("", session->shown.invite)];
    while (session->shown.invite[0] && *link != session)
        link = &(*link)->shown.next_invited;
    if (session->shown.invite[0])
        *link = session->shown.next_invited;
    snprintf(session->shown.invite, sizeof session->shown.invite, "%s", code);
    if (!*code)
        return;
    link = &session->host->tables.codes[host_bucket("", code)];
    session->shown.next_invited = *link;
    *link = session;
}

/* Lines may be applied to it: it has room for every card. */
static struct playing *new_playing(void)
{
    struct playing *playing = calloc(1, sizeof *playing);
    check(playing);
    return playing;
}

static struct seat *new_seats(const struct game *game)
{
    struct seat *seats = calloc((size_t)game->seats_max, sizeof *seats);
    check(seats);
    return seats;
}

struct session *session_new_apart(struct host *host, const struct host_port *port, const char *name,
                                  const struct game *game)
{
    struct session *session = calloc(1, sizeof *session);
    check(session && strlen(name) < HOST_ROOM);
    session->host = host;
    session->opener.opened_on = port;
    session->home = (struct showing){.session = session, .port = port, .number = 1};
    snprintf(session->home.name, sizeof session->home.name, "%s", name);
    session->record.next_line = 1;
    session->when.since = host->now;
    session->when.heard_at = host->now;
    session->game = game;
    session->playing = new_playing();
    session->seats = new_seats(game);
    takeback_init(&session->takeback);
    session->queue.end = &session->queue.first;
    session->alarm.at = session->closing.deals_at = session->when.play_on_at =
        session->when.watch_at = session->when.sits_told_at = session->when.starts_told_at =
            INT64_MAX;
    game_ruleset(game, &session->playing->rules);
    return session;
}

struct session *session_new(struct host *host, const struct host_port *port, const char *name,
                            const struct game *game)
{
    struct session *session = session_new_apart(host, port, name, game);
    session_link(session);
    return session;
}

static void free_inputs(struct input *first)
{
    for (struct input *input = first, *next; input; input = next) {
        next = input->next;
        free(input);
    }
}

void session_free(struct session *session)
{
    if (session->state.is_linked)
        unlink_session(session);
    seat_people_forget(session);
    session_set_code(session, "");
    shares_forget(session);
    heap_drop(&session->host->clock.due, &session->due);
    free_inputs(session->queue.first);
    free_inputs(session->asked.starters);
    seat_missed_free(session->unread.missed);
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        free(session->unread.news[seat]);
    record_persons_free(&session->persons);
    takeback_history_free(session->record.history);
    takeback_fini(&session->takeback);
    session_disown(session);
    if (session->shown.wish)
        pending_drop(session->shown.wish);
    free(session->shown.said);
    free(session->advice);
    free(session);
}

void session_own(struct session *copy)
{
    const struct playing *playing = copy->playing;
    const struct seat *seats = copy->seats;
    copy->playing = new_playing();
    playing_copy(copy->playing, playing);
    copy->seats = new_seats(copy->game);
    memcpy(copy->seats, seats, (size_t)copy->seat_count * sizeof *seats);
    room_copy_all(copy);
    if (copy->record.faces_read) {
        const struct faces *faces = copy->record.faces_read;
        copy->record.faces_read = malloc(sizeof *faces);
        check(copy->record.faces_read);
        *copy->record.faces_read = *faces;
    }
}

void session_disown(struct session *copy)
{
    free(copy->record.faces_read);
    free(copy->playing);
    free(copy->seats);
    free(copy->guests);
}

struct session *session_copy(const struct session *session)
{
    struct session *copy = malloc(sizeof *copy);
    check(copy);
    *copy = *session;
    session_own(copy);
    copy->state.is_linked = false;
    copy->sittings.count = 0;
    copy->opener.is_counted = true;
    takeback_init(&copy->takeback);
    return copy;
}

bool session_is_paused(const struct session *session)
{
    return session->robots.moves >= ROBOT_MOVES_ALONE;
}

/* ---- messages that arrive twice are applied once ---- */

/* Ids belong to a network: another one may use the same. */
static int64_t id_hash(const char *network, const char *id)
{
    return (int64_t)text_hash(text_hash(HASH_START, network), id);
}

void session_note_id(struct session *session, const char *network, const char *id)
{
    int64_t hash = id_hash(network, id);
    if (!ring_has(&session->record.ids, hash))
        ring_add(&session->record.ids, hash);
}

void session_note_ended_id(struct host *host, const char *network, const char *id)
{
    ring_add(&host->ended_ids, id_hash(network, id));
}

bool session_knows(const struct host *host, const struct session *session,
                   const struct input *input)
{
    if (!input->has_id)
        return false;
    int64_t hash = id_hash(input->network, input->id);
    return ring_has(&host->ended_ids, hash) || (session && ring_has(&session->record.ids, hash));
}

/* ---- in words ---- */

bool session_seat_is_apart(const struct session *session, int seat)
{
    const struct seat *s = &session->seats[seat];
    return s->kind == SEAT_PERSON && !s->is_left && !s->is_detached &&
           (s->is_apart || !session_showing_on(session, s->port));
}

void session_naming(const struct session *session, struct naming *out)
{
    memset(out, 0, sizeof *out);
    for (int seat = 0; seat < session->seat_count; seat++)
        out->names[seat] = session->seats[seat].name;
}

struct view session_view(const struct session *session, struct naming *naming)
{
    session_naming(session, naming);
    struct view view = {.game = session->game, .rules = &session->playing->rules, .naming = naming};
    view_set_look(&view, session_look(session, SEAT_PUBLIC));
    return view;
}

static bool ask_language(const struct host_port *port, const char *room, enum language *out)
{
    int chosen = port && port->language ? port->language(port->self, room) : 0;
    if (chosen)
        *out = (enum language)(chosen - 1);
    return chosen;
}

/* 1 + what the rules of the room or of the house say; 0: nothing. */
static int rule_language(const struct host *host, const struct host_port *port, const char *room)
{
    enum language language;
    char value[RULE_VALUE];
    room_rule_get(host, port, room, RULE_LANGUAGE, value);
    return language_find(value, &language) ? 1 + (int)language : 0;
}

/* By the rules, or else by its network. */
static enum language ruled_language(int by_rule, const struct host_port *port, const char *room)
{
    enum language language = by_rule ? (enum language)(by_rule - 1) : LANGUAGE_EN;
    if (!by_rule)
        ask_language(port, room, &language);
    return language;
}

static enum language room_language(const struct host *host, const struct host_port *port,
                                   const char *room)
{
    return ruled_language(rule_language(host, port, room), port, room);
}

static bool ask_own_language(const struct host_port *port, const char *key, enum language *out)
{
    char own[HOST_ROOM];
    snprintf(own, sizeof own, "@%s", key);
    return ask_language(port, own, out);
}

/* `room`: where they are. */
static enum language person_language(const struct host *host, const struct host_port *port,
                                     const char *key, const char *room)
{
    enum language language;
    return ask_own_language(port, key, &language) ? language : room_language(host, port, room);
}

enum language host_room_language(const struct host *host, const char *network, const char *room)
{
    return room_language(host, host_port_of(host, network), room);
}

enum language host_person_language(const struct host *host, const char *network, const char *key)
{
    return person_language(host, host_port_of(host, network), key, "@");
}

enum language host_language(const struct host *host, const struct heard *heard)
{
    return person_language(host, host_port_of(host, heard->network), heard->key,
                           heard->room ? heard->room : "@");
}

static bool knows_rules(const struct showing *showing)
{
    return showing->ruled_at == 1 + showing->session->host->rule_changes;
}

static enum language ask_showing_language(const struct showing *showing)
{
    if (showing->session->read_as)
        return (enum language)(showing->session->read_as - 1);
    int by_rule = knows_rules(showing)
                      ? showing->rule_language
                      : rule_language(showing->session->host, showing->port, showing->name);
    return ruled_language(by_rule, showing->port, showing->name);
}

static enum language ask_seat_language(const struct session *session, const struct seat *seat)
{
    enum language language;
    const struct showing *showing = session_showing_on(session, seat->port);
    if (session->read_as)
        return (enum language)(session->read_as - 1);
    if (ask_own_language(seat->port, seat->key, &language))
        return language;
    return showing ? ask_showing_language(showing) : room_language(session->host, seat->port, "@");
}

static void note_rules(struct showing *showing)
{
    const struct host *host = showing->session->host;
    if (knows_rules(showing))
        return;
    showing->rule_language = rule_language(host, showing->port, showing->name);
    showing->ruled_at = 1 + host->rule_changes;
}

void session_read_as(struct session *session, enum language language)
{
    session->read_as = (char)(1 + language);
}

/* Never 0. */
static int ask_columns(const struct host_port *port, const char *room, int unknown)
{
    return port && port->columns ? port->columns(port->self, room) : unknown;
}

static int ask_seat(const struct seat *seat)
{
    char own[HOST_ROOM];
    snprintf(own, sizeof own, "@%s", seat->key);
    return ask_columns(seat->port, own, VIEW_LINE);
}

int session_showing_columns(const struct showing *showing)
{
    return showing->columns ? showing->columns
                            : ask_columns(showing->port, showing->name, VIEW_COLUMNS);
}

int session_columns(const struct session *session, int viewer)
{
    const struct seat *seat =
        viewer >= 0 && viewer < session->seat_count ? &session->seats[viewer] : NULL;
    if (!seat)
        return session_showing_columns(&session->home);
    return seat->columns ? seat->columns : ask_seat(seat);
}

void session_ask_looks(struct session *session)
{
    for (int i = 0; i < session_showing_count(session); i++) {
        struct showing *showing = session_showing(session, i);
        note_rules(showing);
        showing->columns = ask_columns(showing->port, showing->name, VIEW_COLUMNS);
        showing->language = 1 + (int)ask_showing_language(showing);
    }
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct seat *s = &session->seats[seat];
        s->columns = (short)ask_seat(s);
        s->language = (char)(1 + ask_seat_language(session, s));
    }
}

void session_forget_looks(struct session *session)
{
    for (int i = 0; i < session_showing_count(session); i++)
        session_showing(session, i)->columns = session_showing(session, i)->language = 0;
    for (int seat = 0; seat < session->seat_count; seat++) {
        session->seats[seat].columns = 0;
        session->seats[seat].language = 0;
    }
}

int session_showing_look(const struct showing *showing)
{
    enum language language =
        showing->language ? (enum language)(showing->language - 1) : ask_showing_language(showing);
    return view_look(session_showing_columns(showing) == VIEW_ALOUD, language);
}

int session_look(const struct session *session, int viewer)
{
    const struct seat *seat =
        viewer >= 0 && viewer < session->seat_count ? &session->seats[viewer] : NULL;
    if (!seat)
        return session_showing_look(&session->home);
    enum language language =
        seat->language ? (enum language)(seat->language - 1) : ask_seat_language(session, seat);
    return view_look(session_is_aloud(session, viewer), language);
}

enum language session_language(const struct session *session, int viewer)
{
    return view_look_language(session_look(session, viewer));
}

bool session_is_aloud(const struct session *session, int viewer)
{
    return session_columns(session, viewer) == VIEW_ALOUD;
}

unsigned session_due(const struct session *session)
{
    return session_has_begun(session) && !session->playing->is_over
               ? deal_due(session->playing, session->game)
               : 0;
}

bool session_legal(const struct session *session, int seat, struct sight *sight,
                   struct moves *moves)
{
    return deal_legal(session->playing, session->game, seat, sight, moves);
}

bool session_is_home_of(const struct session *session, const struct seat *seat)
{
    const struct showing *home = &session->home;
    return showing_is_private(home) && seat->port == home->port &&
           strcmp(home->name + 1, seat->key) == 0;
}

bool session_has_private_twin(const struct session *session, const struct seat *seat,
                              const char *key)
{
    char name[HOST_ROOM];
    snprintf(name, sizeof name, "@%s", key);
    return session_is_home_of(session, seat) &&
           session_room_is_taken(session->host, session->home.port->network, name);
}

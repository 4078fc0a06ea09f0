/* See api/panels.h. A table of another process is asked for in the ports of the other networks
   (api/elsewhere.h). */
#include "panels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "elsewhere.h"
#include "far.h"
#include "host_state.h"
#include "list.h"
#include "tables.h"

/* ---- moves ---- */

static char *copy_of(const char *text)
{
    char *copy = strdup(text);
    check(copy);
    return copy;
}

void host_moves_add(struct host_moves *moves, const struct host_choice *choice)
{
    moves->list = list_grow(moves->list, moves->count, &moves->space, sizeof *moves->list);
    moves->list[moves->count++] = (struct host_choice){.verb = copy_of(choice->verb),
                                                       .help = copy_of(choice->help),
                                                       .move = copy_of(choice->move),
                                                       .label = copy_of(choice->label),
                                                       .detail = copy_of(choice->detail),
                                                       .picture = copy_of(choice->picture)};
}

void host_moves_free(struct host_moves *moves)
{
    for (int i = 0; i < moves->count; i++) {
        const struct host_choice *choice = &moves->list[i];
        const char *texts[] = {choice->verb,  choice->help,   choice->move,
                               choice->label, choice->detail, choice->picture};
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
            free((char *)texts[t]);
    }
    free(moves->list);
    *moves = (struct host_moves){.count = 0};
}

static bool add_choice(void *moves, const struct host_choice *choice)
{
    host_moves_add(moves, choice);
    return true;
}

/* ---- of a table here ---- */

void host_put_board(const struct session *session, const char *network, struct host_board *out)
{
    *out = (struct host_board){.table = host_table_number(session),
                               .is_playing = host_is_playing(session),
                               .has_hands = host_has_hands(session),
                               .is_over = host_is_over(session),
                               .is_closed = session->closing.is_closed};
    snprintf(out->game, sizeof out->game, "%s", host_game_id(session));
    snprintf(out->title, sizeof out->title, "%s", host_game_name(session));
    snprintf(out->room, sizeof out->room, "%s", host_room_name(session, network));
}

void host_put_open_moves(const struct session *session, const char *network, struct host_moves *out)
{
    *out = (struct host_moves){.count = 0};
    host_each_open_choice(session, network, &out->press, add_choice, out);
}

struct host_panel *host_put_panel(const struct session *session, const char *network,
                                  const char *key)
{
    const struct heard heard = {.network = network, .key = key, .name = "", .text = ""};
    struct host_panel *panel = calloc(1, sizeof *panel);
    check(panel);
    prose_clear(&panel->hand);
    if (!host_panel(session, &heard, &panel->moves.press, &panel->hand)) {
        free(panel);
        return NULL;
    }
    host_each_choice(session, &heard, add_choice, &panel->moves);
    panel->can_undo = host_can_undo(session, &heard);
    return panel;
}

void host_panel_free(struct host_panel *panel)
{
    if (panel)
        host_moves_free(&panel->moves);
    free(panel);
}

void host_each_holder(const struct session *session, const char *network,
                      void (*each)(void *arg, const char *key, const char *name), void *arg)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_detached && strcmp(s->port->network, network) == 0)
            each(arg, s->key, s->next_name[0] ? s->next_name : s->called);
    }
}

/* ---- of a table anywhere ---- */

/* The i-th port of another process, if this one serves `network`; else NULL. */
static const struct host_port *other_port(const struct host *host, const char *network, int i)
{
    const struct host_port *own = host_port_of(host, network), *port = &host->ports[i];
    return own && port_is_here(own) && !port_is_here(port) ? port : NULL;
}

bool host_board_in(struct host *host, const char *network, const char *room, struct host_board *out)
{
    const struct session *session = host_find(host, network, room);
    if (session)
        host_put_board(session, network, out);
    for (int i = 0; !session && i < host->port_count; i++) {
        const struct host_port *port = other_port(host, network, i);
        if (port && port->elsewhere->board_in(port->self, room, out))
            return true;
    }
    return session != NULL;
}

bool host_board_of(struct host *host, const char *network, const char *key, int64_t table,
                   struct host_board *out)
{
    const struct session *session = host_table_numbered(host, network, key, table);
    if (session)
        host_put_board(session, network, out);
    for (int i = 0; !session && i < host->port_count; i++) {
        const struct host_port *port = other_port(host, network, i);
        if (port && port->elsewhere->board_of(port->self, key, table, out))
            return true;
    }
    return session != NULL;
}

int host_tables_of(struct host *host, const char *network, const char *key,
                   int64_t tables[HOST_TABLES_EACH])
{
    int count = 0;
    const struct session *session;
    while (count < HOST_TABLES_EACH && (session = host_table_of(host, network, key, count)))
        tables[count++] = host_table_number(session);
    for (int i = 0; i < host->port_count; i++) {
        const struct host_port *port = other_port(host, network, i);
        if (port)
            count += port->elsewhere->tables_of(port->self, key, tables + count,
                                                HOST_TABLES_EACH - count);
    }
    return count;
}

void host_open_moves(struct host *host, const char *network, const char *room,
                     struct host_moves *out)
{
    const struct session *session = host_find(host, network, room);
    *out = (struct host_moves){.count = 0};
    if (session)
        host_put_open_moves(session, network, out);
    for (int i = 0; !session && i < host->port_count && out->count == 0; i++) {
        const struct host_port *port = other_port(host, network, i);
        if (port)
            port->elsewhere->open_moves(port->self, room, out);
    }
}

struct host_panel *host_panel_of(struct host *host, const char *network, const char *key,
                                 int64_t table)
{
    const struct session *session = host_table_numbered(host, network, key, table);
    struct host_panel *panel = session ? host_put_panel(session, network, key) : NULL;
    for (int i = 0; !session && !panel && i < host->port_count; i++) {
        const struct host_port *port = other_port(host, network, i);
        panel = port ? port->elsewhere->panel_of(port->self, key, table) : NULL;
    }
    return panel;
}

bool host_room_offers_again(struct host *host, const char *network, const char *room, int64_t table)
{
    bool is_offered = host_offers_again(host, table);
    for (int i = 0; !is_offered && i < host->port_count; i++) {
        const struct host_port *port = other_port(host, network, i);
        is_offered = port && port->elsewhere->offers_again(port->self, room, table);
    }
    return is_offered;
}

void host_each_seated_in(struct host *host, const char *network, const char *room,
                         void (*each)(void *arg, const char *key, const char *name), void *arg)
{
    const struct session *session = host_find(host, network, room);
    struct host_board board;
    if (session)
        host_each_seated(session, network, each, arg);
    for (int i = 0; !session && i < host->port_count; i++) {
        const struct host_port *port = other_port(host, network, i);
        if (port && port->elsewhere->board_in(port->self, room, &board))
            port->elsewhere->each_seated_at(port->self, board.table, each, arg);
    }
}

void host_each_to_kick_at(struct host *host, const char *network, const char *key, int64_t table,
                          bool (*each)(void *arg, const char *name), void *arg)
{
    const struct session *session = host_table_numbered(host, network, key, table);
    const struct heard heard = {.network = network, .key = key, .name = "", .text = ""};
    if (session)
        host_each_to_kick(session, &heard, each, arg);
    for (int i = 0; !session && i < host->port_count; i++) {
        const struct host_port *port = other_port(host, network, i);
        if (port)
            port->elsewhere->each_to_kick(port->self, key, table, each, arg);
    }
}

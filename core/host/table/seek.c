#include "seek.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "pending.h"
#include "presence.h"
#include "record.h"
#include "room.h"
#include "seat.h"
#include "strings/rooms.def"
#include "strings/shared.def"
#include "tell.h"
#include "text.h"

enum { SEEK_MS = 24 * 3600 * 1000 };

/* ---- the list ---- */

static struct seek **link_of(struct host *host, int64_t number)
{
    struct seek **link = &host->offers.seeks;
    while (*link && (*link)->number < number)
        link = &(*link)->next;
    return link;
}

static void drop(struct host *host, int64_t number)
{
    struct seek **link = link_of(host, number), *seek = *link;
    if (!seek || seek->number != number)
        return;
    *link = seek->next;
    free(seek);
}

static void put(struct host *host, const struct seek *seek)
{
    drop(host, seek->number);
    struct seek **link = link_of(host, seek->number), *copy = malloc(sizeof *copy);
    check(copy);
    *copy = *seek;
    copy->next = *link;
    *link = copy;
}

void seek_fini(struct host *host)
{
    while (host->offers.seeks)
        drop(host, host->offers.seeks->number);
}

/* NULL if the table looks for nobody. */
static const struct seek *seek_of(const struct session *session)
{
    const struct seek *seek = session->host->offers.seeks;
    while (seek && seek->table != session->id)
        seek = seek->next;
    return seek;
}

const struct seek *seek_find(const struct host *host, const char *words)
{
    int64_t number = strtoll(words, NULL, 10);
    const struct seek *seek = *link_of((struct host *)host, number);
    return seek && seek->number == number && host->now < seek->until ? seek : NULL;
}

/* ---- in the store ---- */

static bool read_seek(void *arg, const struct record_line *line)
{
    struct seek *seek = arg;
    char table[24], until[24];
    bool is_right = strcmp(line->kind, "seek") == 0 &&
                    row_get(line, "table", table, sizeof table) &&
                    row_get(line, "until", until, sizeof until) &&
                    row_get(line, "network", seek->network, sizeof seek->network) &&
                    row_get(line, "game", seek->game, sizeof seek->game) && game_find(seek->game);
    seek->table = is_right ? strtoll(table, NULL, 10) : 0;
    seek->until = is_right ? strtoll(until, NULL, 10) : 0;
    if (is_right && !row_get(line, "pace", seek->pace, sizeof seek->pace))
        seek->pace[0] = '\0';
    return is_right;
}

static bool load(struct host *host, int64_t number, const char *value)
{
    struct seek seek = {.number = number};
    if (!row_read_lines(value, read_seek, &seek) || seek.table == 0)
        return false;
    put(host, &seek);
    return true;
}

void seek_learn(struct host *host, int64_t number, const char *value)
{
    if (!value || !load(host, number, value))
        drop(host, number);
}

const struct row_kind seek_row = {
    .prefix = "seek.", .lost = "seek-not-saved", .unread = "seek-not-read", .load = load};

static bool is_standing(const struct host *host, const struct seek *seek)
{
    const struct session *session = session_numbered(host, seek->table);
    return session && !session_has_fixed_seats(session) && host->now < seek->until;
}

static void end(struct host *host, int64_t number)
{
    row_put(host, &seek_row, number, NULL, NULL, NULL);
    drop(host, number);
}

void seek_end(const struct session *session)
{
    const struct seek *seek = seek_of(session);
    if (seek)
        end(session->host, seek->number);
}

/* ---- beginning ---- */

struct seeking {
    struct pending pending; /* first */
    struct seek seek;
};

static void was_saved(void *arg, enum row_result result)
{
    struct seeking *seeking = arg;
    struct host *host = seeking->pending.host;
    if (host) {
        struct heard heard = input_heard(seeking->pending.input);
        bool is_late = !is_standing(host, &seeking->seek); /* the seats were closed meanwhile */
        if (result != ROW_NOT_SAVED)
            put(host, &seeking->seek);
        if (is_late)
            end(host, seeking->seek.number);
        tell_openly(host, &heard,
                    is_late               ? STRING_SEEK_OFF
                    : result == ROW_SAVED ? STRING_SEEK_BEGUN
                                          : STRING_SEEK_NOT_SAVED,
                    "number", text_number((int)seeking->seek.number), "game",
                    game_find(seeking->seek.game)->name, (char *)0);
    }
    pending_end(seeking);
}

static void save(struct seeking *seeking)
{
    char bytes[ROW_LINE], value[ROW_LINE];
    struct text line = text_over(bytes, sizeof bytes), row = text_over(value, sizeof value);
    const struct seek *seek = &seeking->seek;
    text_put(&line, "seek");
    record_put_number(&line, "table", seek->table);
    record_put_number(&line, "until", seek->until);
    record_put(&line, "network", seek->network);
    record_put(&line, "game", seek->game);
    if (*seek->pace)
        record_put(&line, "pace", seek->pace);
    row_put_line(&row, &line);
    row_put(seeking->pending.host, &seek_row, seek->number, value, was_saved, seeking);
}

/* Those of tables that have begun, which a kill has left behind, and of yesterday. */
static void tidy(struct host *host)
{
    for (struct seek *seek = host->offers.seeks, *next; seek; seek = next) {
        bool is_here = session_numbered(host, seek->table) != NULL;
        next = seek->next;
        if ((is_here && !is_standing(host, seek)) || host->now >= seek->until)
            end(host, seek->number);
    }
}

/* Else tells why not. */
static bool may_seek(const struct session *session, const struct heard *heard)
{
    struct host *host = session->host;
    int of_network = pending_count_network(host->pending.seekings, heard->network), own = 0;
    if (pending_count(host->pending.seekings, heard) > 0) {
        tell_openly(host, heard, STRING_INTERNAL_WAIT, (char *)0);
        return false;
    }
    for (const struct seek *seek = host->offers.seeks; seek; seek = seek->next) {
        const struct session *other = session_numbered(host, seek->table);
        of_network += strcmp(seek->network, session->home.port->network) == 0;
        own += other && session_was_opened_by(other, identity_of(heard));
    }
    if (own == 0 && of_network < SEEKS_OF_NETWORK)
        return true;
    tell_openly(host, heard, own > 0 ? STRING_SEEK_ONE : STRING_SEEK_MANY, (char *)0);
    return false;
}

void seek_begin(struct session *session, const struct heard *heard)
{
    struct host *host = session->host;
    tidy(host);
    if (!may_seek(session, heard))
        return;
    struct seeking *seeking =
        pending_new(&host->pending.seekings, host, heard, sizeof *seeking, PENDING_ANSWER);
    seeking->seek = (struct seek){.number = row_new_number(host, &seek_row),
                                  .table = session->id,
                                  .until = heard->now + SEEK_MS};
    snprintf(seeking->seek.network, HOST_NETWORK, "%s", session->home.port->network);
    snprintf(seeking->seek.game, HOST_NAME, "%s", session->game->id);
    if (session->clocks.pace != PACE_OF_ROOM)
        snprintf(seeking->seek.pace, HOST_NAME, "%s", pace_word(session->clocks.pace));
    save(seeking);
}

/* ---- commands ---- */

static void take_back(struct host *host, const struct session *session, const struct heard *heard)
{
    const struct seek *seek = session ? seek_of(session) : NULL;
    tell_openly(host, heard, seek ? STRING_SEEK_OFF : STRING_SEEK_NONE, (char *)0);
    if (seek)
        end(host, seek->number);
}

void host_seek(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const struct seek *seek = session ? seek_of(session) : NULL;
    if (session && tell_refuses(session, heard, "seek"))
        return;
    if (text_same_word(call->words, "off"))
        take_back(host, session, heard);
    else if (!session)
        tell_openly(host, heard, STRING_SEEK_WHAT, (char *)0);
    else if (seek)
        tell_openly(host, heard, STRING_SEEK_BEGUN, "number", text_number((int)seek->number),
                    "game", session->game->name, (char *)0);
    else if (session_has_begun(session))
        tell_openly(host, heard, STRING_INVITE_LATE, "game", session->game->name, (char *)0);
    else if (session_has_no_seat(session))
        tell_openly(host, heard, STRING_SEEK_FULL, (char *)0);
    else
        seek_begin(session, heard);
}

void host_show_seeks(struct host *host, const struct call *call)
{
    struct prose answer;
    int count = 0, first = 0;
    prose_clear(&answer);
    for (const struct seek *seek = host->offers.seeks; seek; seek = seek->next) {
        const struct host_port *port = host_port_of(host, seek->network);
        if (host->now >= seek->until || (port && port_is_here(port) && !is_standing(host, seek)))
            continue;
        first = first ? first : (int)seek->number;
        if (count++ >= SEEKS_SHOWN)
            continue;
        prose_put(&answer, answer.length > 0 ? "; " : "");
        view_string(&answer, *seek->pace ? STRING_OPEN_SEAT_PACED : STRING_OPEN_SEAT, "number",
                    text_number((int)seek->number), "game", game_find(seek->game)->name, "network",
                    seek->network, "pace", seek->pace, (char *)0);
    }
    if (count == 0)
        tell_openly(host, call->heard, STRING_OPEN_NONE, (char *)0);
    else
        tell_openly(host, call->heard, STRING_OPEN_SEATS, "text", answer.text, "n",
                    text_number(count), "number", text_number(first), (char *)0);
}

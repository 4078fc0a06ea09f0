/* Records become rooms again when the program starts, and a room that can be spoken in again hears where its table stands. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bans.h"
#include "log.h"
#include "record.h"
#include "room.h"
#include "store.h"
#include "text.h"

/* ---- all tables ---- */

struct recovery {
    struct host *host;
    struct table_room *room; /* the one whose lines come now; NULL: it cannot be brought back */
    int64_t table;
    int count;
    struct step step;
};

static void give_up(struct recovery *recovery, int64_t seq, const char *why)
{
    char table[24], line[24];
    snprintf(table, sizeof table, "%" PRId64, recovery->table);
    snprintf(line, sizeof line, "%" PRId64, seq);
    log_event(LOG_ERROR, "table-not-recovered", "table", table, "line", line, "why", why, "do",
              "the record is kept; please report it", (char *)0);
    if (recovery->room) {
        room_remove(recovery->room);
        recovery->count--;
    }
    recovery->room = NULL;
}

struct table_room *room_of_record(struct host *host, const char *text, struct text *why)
{
    struct table_room *room = NULL;
    struct record_line line;
    long long version = 0, rules = 0;
    if (!record_read(text, &line) || strcmp(line.kind, "record") != 0 ||
        !record_get_number(&line, "version", &version) || version != RECORD_VERSION) {
        text_putf(why, "its first line is not that of a version %d record", RECORD_VERSION);
        record_free(&line);
        return NULL;
    }
    const char *id = record_get(&line, "game"), *network = record_get(&line, "network"),
               *name = record_get(&line, "room");
    const struct game *game = id ? game_find(id) : NULL;
    const struct host_port *port = network ? host_port_of(host, network) : NULL;
    if (!game || !record_get_number(&line, "rules", &rules) || rules != game->version)
        text_putf(why, "this program does not host %s by rules version %lld", id ? id : "(no game)", rules);
    else if (!name || strlen(name) >= HOST_ROOM)
        text_put(why, "it names no room");
    else if (!port)
        text_putf(why, "the network %s is not configured", network ? network : "(none)");
    else if (host_find(host, network, name))
        text_putf(why, "the room %s has a table already", name);
    else
        room = room_new(host, port, name, game);
    record_free(&line);
    return room;
}

static void recover_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct recovery *recovery = arg;
    char bytes[256];
    struct text why = text_over(bytes, sizeof bytes);
    if (table != recovery->table) {
        recovery->table = table;
        recovery->room = room_of_record(recovery->host, line, &why);
        if (!recovery->room) {
            give_up(recovery, seq, bytes);
            return;
        }
        recovery->count++;
        recovery->room->id = table;
        recovery->room->is_recovered = true;
    }
    if (!recovery->room)
        return;
    recovery->room->next_line = seq + 1;
    recovery->room->step = &recovery->step;
    if (!room_apply_line(recovery->room, line, &why)) {
        give_up(recovery, seq, bytes);
        return;
    }
    recovery->room->step = NULL;
    if (strncmp(line, "start ", 6) == 0 || strncmp(line, "move ", 5) == 0)
        latest_note(recovery->room, &recovery->step);
}

/* Where keys do not last, nobody is surely the same person after a restart. */
static void detach_all(struct host *host)
{
    for (int b = 0; b < HOST_BUCKETS; b++)
        for (struct table_room *room = host->buckets[b]; room; room = room->next_in_bucket)
            room_detach(room);
}

static void note_ended_line(void *arg, int64_t table, int64_t seq, const char *text)
{
    struct record_line line;
    const char *id = record_read(text, &line) ? record_get(&line, "id") : NULL;
    (void)table;
    (void)seq;
    if (id)
        host_note_ended_id(arg, id);
    record_free(&line);
}

/* What ended tables have heard may come again, too: it is not for the next table in their room. */
static enum store_result note_ended(struct host *host)
{
    enum store_result result = STORE_OK;
    int64_t first = host->next_table > HOST_ENDED ? host->next_table - HOST_ENDED : 1;
    for (int64_t table = first; table < host->next_table && result == STORE_OK; table++)
        result = store_read_table(host->store, table, note_ended_line, host);
    return result;
}

int host_recover(struct host *host)
{
    struct recovery recovery = {.host = host};
    if (!host_read_settings(host))
        log_event(LOG_ERROR, "settings-not-read", (char *)0);
    enum store_result result = store_load(host->store, NULL, recover_line, &recovery);
    int64_t next = store_next_table(host->store);
    if (result != STORE_OK || next < 0) {
        log_event(LOG_ERROR, "recovery-failed", "why", store_result_text(result), (char *)0);
        return -1;
    }
    host->next_table = next;
    if (note_ended(host) != STORE_OK)
        log_event(LOG_WARN, "ended-tables-not-read", (char *)0);
    detach_all(host);
    return recovery.count;
}

/* ---- telling the room ---- */

static void put_back(const struct table_room *room, struct prose *tale)
{
    char due[TABLE_SEATS * HOST_NAME], gone[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(due, sizeof due), waiting = text_over(gone, sizeof gone);
    unsigned detached = 0;
    for (int seat = 0; seat < room->seat_count; seat++)
        detached |= room->seats[seat].is_detached && !room->seats[seat].is_left ? 1u << seat : 0;
    room_people(room, room_due(room), &who);
    room_people(room, detached, &waiting);
    prose_clear(tale);
    if (!room_has_begun(room))
        view_string(tale, STRING_RECOVERED_LOBBY, "game", room->game->name, (char *)0);
    else if (detached)
        view_string(tale, STRING_RECOVERED_DETACHED, "game", room->game->name, "who", gone, (char *)0);
    else
        view_string(tale, who.length > 0 ? STRING_RECOVERED : STRING_RECOVERED_NOBODY_DUE, "game", room->game->name,
                    "who", due, (char *)0);
}

static void tell_back(const struct table_room *room)
{
    struct prose back;
    put_back(room, &back);
    if (!room_has_begun(room)) {
        tell_post(room, POST_NEWS, &back);
    } else if (!room->latest) {
        tell_standing(room, POST_NEWS, &back);
    } else if (room->playing.is_over) {
        prose_clear(&back); /* the result follows */
        latest_tell(room, &back);
    } else {
        view_string(&back, STRING_RECOVERED_LATEST, (char *)0);
        latest_tell(room, &back);
    }
}

void host_room_ready(struct host *host, const char *network, const char *name, int64_t now)
{
    struct table_room *room = host_find(host, network, name);
    host->now = now;
    if (!room || !room->is_recovered)
        return;
    room->is_recovered = false;
    absent_begin(room);
    tell_back(room);
    for (int seat = 0; seat < room->seat_count && room_has_begun(room); seat++) {
        const struct seat *s = &room->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_left && room_key_lasts(room->port, s->key))
            latest_tell_hand(room, seat);
    }
    clock_play_on_at(room, now); /* robots whose move was not saved */
    clock_set_alarm(room);
    bans_vacate(room);
}

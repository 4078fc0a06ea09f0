/* The laws after a restart, and in the end, when everything is well again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_state.h"
#include "input.h"
#include "record.h"
#include "room.h"
#include "store.h"
#include "store_read.h"
#include "world.h"

enum { MEMORY_MOST = 3 * 1024 * 1024, MEMORY_LEFT = 16 * 1024, ROOMS_WAIT = 120 /* seconds */ };

/* ---- the store ---- */

enum { NUMBERS = 32 }; /* of rooms of a record */

struct last_lines {
    int64_t lines;
    char last[32];
    char networks[NUMBERS][HOST_NETWORK]; /* of its rooms; "" for those where it is not shown */
};

static void read_room(struct last_lines *reading, const char *line)
{
    int number = 0;
    if (sscanf(line, "unroom number=%d", &number) == 1 && number > 0 && number < NUMBERS)
        reading->networks[number][0] = '\0';
    const char *network = strstr(line, " network=");
    if (sscanf(line, "room number=%d", &number) == 1 && number > 0 && number < NUMBERS && network)
        snprintf(reading->networks[number], HOST_NETWORK, "%.*s", (int)strcspn(network + 9, " "),
                 network + 9);
}

static const char *home_network(const struct last_lines *reading)
{
    int number = 0;
    while (number < NUMBERS - 1 && !*reading->networks[number])
        number++;
    return reading->networks[number];
}

static void read_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct last_lines *reading = arg;
    (void)table;
    reading->lines = seq;
    snprintf(reading->last, sizeof reading->last, "%.*s", (int)strcspn(line, " "), line);
    read_room(reading, line);
}

static void check_same(const struct known *known, const struct session *session)
{
    if (session->record.next_line < known->told_line) {
        world_break(LAW_LASTS, "table %lld was told of up to line %lld and has %lld",
                    (long long)known->id, (long long)known->told_line - 1,
                    (long long)session->record.next_line - 1);
        return;
    }
    if (session->record.next_line != known->hash_line)
        return;
    shared_check_same(known, session);
    if (memcmp(session->record.link, known->hash, sizeof known->hash) != 0)
        world_break(LAW_LASTS, "table %lld stands otherwise than it was told",
                    (long long)known->id);
    for (int i = 0; i < session->seat_count && i < TABLE_PEOPLE; i++)
        if (strcmp(session->seats[i].called, known->seats[i].name) != 0 ||
            (*known->seats[i].key && !session->seats[i].is_detached &&
             strcmp(session->seats[i].key, known->seats[i].key) != 0))
            world_break(LAW_SEAT, "seat %d of table %lld was %s's and is %s's", i + 1,
                        (long long)known->id, known->seats[i].name, session->seats[i].called);
}

static void check_lasts(struct known *known)
{
    struct session *session = session_of(known->id);
    counts[LAW_LASTS]++;
    if (session) {
        check_same(known, session);
        return;
    }
    struct last_lines reading = {0};
    if (store_read_table(sim_store(), known->id, read_line, &reading) != STORE_OK)
        return; /* the disk fails */
    if (reading.lines < known->told_line - 1)
        world_break(LAW_LASTS, "table %lld was told of up to line %lld and has %lld in the store",
                    (long long)known->id, (long long)known->told_line - 1,
                    (long long)reading.lines);
    known->is_ended = strcmp(reading.last, "end") == 0;
}

/* ---- every open record is a table ---- */

struct open_records {
    int64_t ids[TABLES];
    struct last_lines last[TABLES];
    int count;
};

static void note_open(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct open_records *open = arg;
    if (open->count == 0 || open->ids[open->count - 1] != table) {
        if (open->count == TABLES)
            return;
        open->last[open->count] = (struct last_lines){0};
        open->ids[open->count++] = table;
    }
    read_line(&open->last[open->count - 1], table, seq, line);
}

static void check_reachable(void)
{
    static struct open_records open;
    open.count = 0;
    if (store_load(sim_store(), NULL, note_open, &open) != STORE_OK)
        return;
    for (int i = 0; i < open.count; i++) {
        const struct last_lines *last = &open.last[i];
        bool is_absent = !w.nets[net_of(home_network(last))].is_configured,
             is_aside = strcmp(last->last, "aside") == 0;
        counts[LAW_REACHABLE]++;
        if (!session_of(open.ids[i]) && !is_absent && !is_aside)
            world_break(
                LAW_REACHABLE,
                "the record of table %lld is open (its last line is '%s'), and there is no table",
                (long long)open.ids[i], last->last);
    }
}

void after_start(void)
{
    if (!sim_store() || !sim_host() || sim_is_dying())
        return;
    for (int i = 0; i < w.known_count; i++)
        if (!w.known[i]->is_ended)
            check_lasts(w.known[i]);
    check_reachable();
    shared_check_links();
}

/* ---- no input is applied twice ---- */

struct ids {
    char (*ids)[HOST_NETWORK + INPUT_ID];
    int count, room;
};

struct asked_ids {
    struct ids *ids;
    int64_t seq; /* of the line that the message was for */
    char message[HOST_NETWORK + INPUT_ID];
    struct store_read_end end;
};

static void note_message(void *arg, int64_t table, int64_t seq, const char *message)
{
    struct asked_ids *asked = arg;
    (void)table;
    asked->seq = seq;
    snprintf(asked->message, sizeof asked->message, "%s", message);
}

static void note_id(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct asked_ids *asked = arg;
    struct ids *ids = asked->ids;
    if (strncmp(line, "move ", 5) != 0 || asked->seq != seq)
        return;
    if (ids->count == ids->room) {
        ids->room = ids->room ? 2 * ids->room : 256;
        ids->ids = realloc(ids->ids, (size_t)ids->room * sizeof *ids->ids);
        check(ids->ids);
    }
    snprintf(ids->ids[ids->count], sizeof *ids->ids, "%s", asked->message);
    for (int i = 0; i < ids->count; i++)
        if (strcmp(ids->ids[i], ids->ids[ids->count]) == 0)
            world_break(LAW_ONCE, "message %s was played twice at table %lld", ids->ids[i],
                        (long long)table);
    ids->count++;
    counts[LAW_ONCE]++;
}

static void pass_over_damaged(void *arg, int64_t table)
{
    (void)arg;
    (void)table;
}

static void note_end(void *arg, const struct store_read_end *end)
{
    ((struct asked_ids *)arg)->end = *end;
}

static void read_ids(int64_t table, struct ids *ids)
{
    struct asked_ids asked = {.ids = ids};
    while (!asked.end.is_last && asked.end.result == STORE_OK) {
        struct store_reading reading = {.only = table,
                                        .after_table = asked.end.table,
                                        .after_seq = asked.end.seq,
                                        .most = STORE_PORTION,
                                        .line = note_id,
                                        .beside.message = note_message,
                                        .damaged = pass_over_damaged,
                                        .done = note_end,
                                        .arg = &asked};
        store_read(sim_store(), &reading);
        store_flush(sim_store());
        store_dispatch(sim_store());
    }
}

static void check_once(void)
{
    struct ids ids = {0};
    int64_t next = store_next_table(sim_store());
    for (int64_t table = 1; table < next; table++)
        read_ids(table, &ids);
    free(ids.ids);
}

/* ---- every table answers ---- */

static void ask_at(const struct showing *showing)
{
    int net = net_of(showing->port->network), where = room_of(net, showing->name);
    for (int i = 0; i < HUMANS && where >= 0; i++) {
        struct human *human = &w.humans[i];
        bool is_there =
            human->net == DISCORD || sim_person_is_in(human->irc, w.nets[net].rooms[where].shown);
        if (human->net != net || !human_is_there(human) || !is_there || human->asked_at ||
            sim_now() < human->silent_until)
            continue;
        human_say(human, where, "board");
        counts[LAW_REACHABLE]++;
        return;
    }
}

/* Whatever ended it, nothing is left of it. */
void after_exit(void)
{
    int64_t left = sim_memory() - w.memory_before;
    counts[LAW_MEMORY]++;
    if (left > MEMORY_LEFT)
        world_break(LAW_MEMORY, "%lld bytes are left when main() has returned", (long long)left);
}

static void check_memory(void)
{
    int64_t held = sim_memory() - w.memory_before;
    if (*w.broken)
        return;
    if (held > MEMORY_MOST)
        world_break(LAW_MEMORY, "%lld bytes are held in the end", (long long)held);
    if (!sim_stop(60000))
        world_break(LAW_ALIVE, "it does not stop");
    else
        after_exit();
}

static bool has_all_arrived(const struct host *host)
{
    struct session *session = host->tables.first;
    while (session && course_has_arrived(session))
        session = session->next;
    return !session;
}

/* Robots and clocks play on, and a room may be slow: the end is a moment in which all of them
   show how their table stands. */
static void wait_for_rooms(void)
{
    for (int i = 0; i < ROOMS_WAIT && sim_host() && !has_all_arrived(sim_host()); i++)
        world_let_pass(1000);
}

void after_all(void)
{
    wait_for_rooms();
    struct host *host = sim_host();
    if (!host) {
        world_break(LAW_ALIVE, "there is no process in the end");
        return;
    }
    after_start();
    check_once();
    for (struct session *session = host->tables.first; session; session = session->next) {
        course_check_end(session);
        for (int i = 0; i < session_showing_count(session); i++)
            ask_at(session_showing(session, i));
    }
    world_let_pass(PATIENCE_MS + 10000);
    check_memory();
}

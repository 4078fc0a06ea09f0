/* Records become sessions again: when the program starts, and when a network comes later. Works
   in slices, so that the loop hears signals and other networks meanwhile. Reports a network
   (host_on_recovered) when its tables are back. Keeps and lists records that cannot be replayed
   (faults.c). What a room then hears: room_ready.c. */
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "far.h"
#include "faults.h"
#include "host_state.h"
#include "load.h"
#include "log.h"
#include "message_ids.h"
#include "reading.h"
#include "recover.h"
#include "regain.h"
#include "reports.h"
#include "session_rooms.h"
#include "store.h"
#include "store_append.h"
#include "store_read.h"
#include "tables.h"
#include "text.h"
#include "waiting.h"

enum {
    /* records that wait to be read; the next ones are asked for when none is left */
    LIST_PORTION = 64,
    AWAY_MS = 1000 /* until a store that could not be reached is asked again */
};

/* What the store says of a record, until it is read. */
struct recall {
    struct recall *next; /* of those that are read again */
    struct host *host;
    int64_t table;
    bool has_place;
    bool is_again; /* after a repair, while its networks are there */
    bool is_ready; /* its home can be told something */
    char network[HOST_NETWORK], room[HOST_ROOM];
};

struct told {
    char network[HOST_NETWORK], room[HOST_ROOM];
};

/* The rooms of a table that can be told something, the home first. A guest room that is away is
   told when it is back. */
static int find_told(const struct recall *recall, struct session *session,
                     struct told out[SESSION_SHOWN])
{
    int count = 0;
    for (int i = 0; i < session_showing_count(session) && recall->is_again; i++) {
        const struct showing *showing = session_showing(session, i);
        const struct host_port *port = showing->port;
        bool is_there = host_port_of(recall->host, port->network);
        if (i == 0 ? !recall->is_ready
                   : !is_there || (port->is_away && port->is_away(port->self, showing->name)))
            continue;
        snprintf(out[count].network, HOST_NETWORK, "%s", port->network);
        snprintf(out[count++].room, HOST_ROOM, "%s", showing->name);
    }
    return count;
}

/* The store cannot be reached: goes on with the same question in a while. */
static void ask_later(struct recovery *recovery, enum store_result result, int64_t ms)
{
    if (!recovery->has_failed)
        log_event(LOG_ERROR, "recovery-failed", "why", store_result_text(result), "do",
                  "I try it again", (char *)0);
    recovery->has_failed = true;
    recovery->again_at = recovery->host->now + ms;
}

static void read_later(const struct recall *recall)
{
    struct recovery *recovery = recall->host->recovery;
    struct recall *again = malloc(sizeof *again);
    check(again);
    *again = *recall;
    again->next = recovery->missed;
    recovery->missed = again;
    ask_later(recovery, STORE_AWAY, AWAY_MS);
}

static void recover_record(void *arg, const struct read_back *back)
{
    struct recall *recall = arg;
    struct host *host = recall->host;
    struct told told[SESSION_SHOWN];
    host->recovery->waiting--;
    if (back->is_away && !recall->is_again) {
        read_later(recall);
        return;
    }
    int count = back->session ? find_told(recall, back->session, told) : 0;
    if (back->session)
        regain_rooms(back->session, recall->has_place);
    for (int i = 0; i < count; i++) /* the session may be gone */
        host_room_ready(host, told[i].network, told[i].room, host->now);
    if (!back->session)
        fault_add(recall->host, back, recall->network, recall->room, recall->has_place);
}

static void read_missed(struct host *host)
{
    struct recovery *recovery = host->recovery;
    while (recovery->missed) {
        struct recall *recall = recovery->missed;
        recovery->missed = recall->next;
        recovery->waiting++;
        reading_begin(host, recall->table, false, recover_record, recall);
    }
}

bool host_read_again(struct host *host, int64_t number, int64_t now)
{
    struct recall *recall = calloc(1, sizeof *recall);
    check(recall);
    host->now = now;
    recall->host = host;
    recall->is_again = true;
    if (!fault_take(host, number, recall->network, recall->room, &recall->is_ready)) {
        free(recall);
        return false;
    }
    host->recovery->waiting++;
    reading_begin(host, number, true, recover_record, recall);
    return true;
}

/* ---- which records there are ---- */

/* Counts a table of a network that is not configured. Such tables wait; no harm is done. */
static void count_foreign(struct recovery *recovery, const char *network)
{
    int i = 0;
    while (i < recovery->foreign_count && strcmp(recovery->foreign[i].network, network) != 0)
        i++;
    if (i == RECOVERY_FOREIGN)
        return;
    if (i == recovery->foreign_count)
        snprintf(recovery->foreign[recovery->foreign_count++].network, HOST_NETWORK, "%s", network);
    recovery->foreign[i].tables++;
}

/* A network of the table, the home's if possible. NULL if none is configured. */
static const struct host_port *port_of_table(const struct host *host,
                                             const struct store_table *table)
{
    const struct host_port *port = host_port_of(host, table->network);
    char network[HOST_NETWORK];
    for (const char *next = table->others; !port && *next; next += *next == '\n') {
        size_t length = strcspn(next, "\n");
        if (length < sizeof network) {
            snprintf(network, sizeof network, "%.*s", (int)length, next);
            port = host_port_of(host, network);
        }
        next += length;
    }
    return port;
}

static void list_table(void *arg, const struct store_table *table)
{
    struct host *host = ((struct recovery *)arg)->host;
    if (!host)
        return;
    const struct session *live = host_find(host, table->network, table->room);
    if (live && live->id == table->table)
        return; /* it came with the network of another of its rooms */
    const struct host_port *port =
        host->is_shared ? host_port_of(host, table->network) : port_of_table(host, table);
    if (host->is_shared && (!port || !port_is_here(port)))
        return;
    bool fits = strlen(table->network) < HOST_NETWORK && strlen(table->room) < HOST_ROOM;
    if (*table->network && fits && !port)
        count_foreign(host->recovery, table->network);
    if ((*table->network && fits && !port) ||
        (port && host->port_states[port - host->ports] != PORT_IS_READ))
        return;
    if (!port && host->recovery->has_read_all)
        return; /* nobody knows its network: it was read at the start */
    struct recall *recall = calloc(1, sizeof *recall);
    check(recall);
    recall->host = host;
    recall->table = table->table;
    recall->has_place = table->state == STORE_IN_PLAY;
    snprintf(recall->network, sizeof recall->network, "%s", fits ? table->network : "");
    snprintf(recall->room, sizeof recall->room, "%s", fits ? table->room : "");
    host->recovery->waiting++;
    reading_begin(host, table->table, false, recover_record, recall);
}

static void list_damaged(void *arg, int64_t table)
{
    struct host *host = ((struct recovery *)arg)->host;
    struct read_back back = {.table = table, .first = "", .why = "the database is damaged there"};
    if (host)
        fault_add(host, &back, "", "", false);
}

/* The store has answered. NULL if the host is gone, and nobody needs the answer any more. */
static struct host *host_answered(struct recovery *recovery)
{
    struct host *host = recovery->host;
    recovery->is_asked = false;
    if (host)
        clock_call(host, host->now);
    else
        free(recovery);
    return host;
}

static void list_done(void *arg, const struct store_read_end *end)
{
    struct recovery *recovery = arg;
    struct host *host = host_answered(recovery);
    if (!host)
        return;
    if (end->result != STORE_OK) {
        ask_later(recovery, end->result, end->result == STORE_AWAY ? AWAY_MS : HOST_RETRY_MS);
    } else {
        recovery->after = end->table;
        recovery->is_listed = end->is_last;
    }
}

static void ask_list(struct host *host)
{
    struct store_listing listing = {.states = STORE_IN_PLAY | STORE_ASIDE,
                                    .after_table = host->recovery->after,
                                    .most = LIST_PORTION,
                                    .table = list_table,
                                    .damaged = list_damaged,
                                    .done = list_done,
                                    .arg = host->recovery};
    host->recovery->is_asked = true;
    store_list(host->store, &listing);
}

/* ---- messages that ended tables have heard may come again: they are not for the next table
   there ---- */

static void pass_over_line(void *arg, int64_t table, int64_t seq, const char *text)
{
    (void)arg;
    (void)table;
    (void)seq;
    (void)text;
}

static void note_ended_message(void *arg, int64_t table, int64_t seq, const char *message)
{
    struct recovery *recovery = arg;
    char network[HOST_NETWORK];
    const char *id = recovery->host ? message_id(message, network) : NULL;
    (void)table;
    (void)seq;
    if (id)
        host_note_ended_id(recovery->host, network, id);
}

static void pass_over_damaged(void *arg, int64_t table)
{
    (void)arg;
    (void)table;
}

static void ended_done(void *arg, const struct store_read_end *end)
{
    struct recovery *recovery = arg;
    if (!host_answered(recovery))
        return;
    if (end->result == STORE_AWAY) {
        ask_later(recovery, end->result, AWAY_MS);
        return;
    }
    if (end->result != STORE_OK)
        log_event(LOG_WARN, "ended-table-not-read", (char *)0);
    recovery->ended_seq = end->seq;
    if (end->result != STORE_OK || end->is_last) {
        recovery->ended++;
        recovery->ended_seq = 0;
    }
}

static void ask_ended(struct host *host)
{
    struct recovery *recovery = host->recovery;
    struct store_reading reading = {.only = recovery->ended,
                                    .after_table = recovery->ended_seq ? recovery->ended : 0,
                                    .after_seq = recovery->ended_seq,
                                    .most = STORE_PORTION,
                                    .line = pass_over_line,
                                    .beside.message = note_ended_message,
                                    .damaged = pass_over_damaged,
                                    .done = ended_done,
                                    .arg = recovery};
    recovery->is_asked = true;
    store_read(host->store, &reading);
}

/* ---- one pass over all records, for the networks that are new ---- */

static bool has_new_ports(const struct host *host)
{
    for (int i = 0; i < host->port_count; i++)
        if (host->port_states[i] == PORT_IS_NEW)
            return true;
    return false;
}

static void begin_pass(struct host *host)
{
    struct recovery *recovery = host->recovery;
    for (int i = 0; i < host->port_count; i++)
        if (host->port_states[i] == PORT_IS_NEW)
            host->port_states[i] = PORT_IS_READ;
    recovery->after = 0;
    recovery->foreign_count = 0;
    recovery->is_listed = false;
    recovery->is_running = true;
}

static void end_pass(struct host *host)
{
    struct recovery *recovery = host->recovery;
    recovery->is_running = false;
    for (int i = 0; i < recovery->foreign_count; i++) {
        log_event(LOG_INFO, "tables-wait", "network", recovery->foreign[i].network, "tables",
                  text_number(recovery->foreign[i].tables), "why", "the network is not configured",
                  (char *)0);
        recovery->foreign[i].tables = 0;
    }
    if (!recovery->has_read_all)
        waiting_tidy(host);
    recovery->has_read_all = true;
    for (int i = 0; i < host->port_count; i++)
        if (host->port_states[i] == PORT_IS_READ) {
            host->port_states[i] = PORT_IS_READY;
            if (recovery->ready)
                recovery->ready(recovery->ready_arg, host->ports[i].network);
        }
}

bool recover_step(struct host *host)
{
    struct recovery *recovery = host->recovery;
    bool has_more = reading_step(host);
    if (!recovery->has_begun || recovery->is_asked || recovery->waiting > 0 ||
        host->now < recovery->again_at)
        return has_more;
    if (recovery->missed)
        read_missed(host);
    else if (recovery->ended < recovery->ended_end)
        ask_ended(host);
    else if (!recovery->is_running && has_new_ports(host))
        begin_pass(host);
    else if (recovery->is_running && recovery->is_listed)
        end_pass(host);
    else if (recovery->is_running)
        ask_list(host);
    else
        return has_more;
    return true;
}

bool host_is_recovered(const struct host *host)
{
    const struct recovery *recovery = host->recovery;
    return recovery->has_begun && !recovery->is_running && recovery->ended == recovery->ended_end &&
           !has_new_ports(host);
}

bool host_is_reading(const struct host *host)
{
    return host->recovery->waiting > 0 || (host->recovery->has_begun && !host_is_recovered(host));
}

void host_on_recovered(struct host *host, host_recovered *ready, void *arg)
{
    host->recovery->ready = ready;
    host->recovery->ready_arg = arg;
}

bool host_begin_recovery(struct host *host)
{
    struct recovery *recovery = host->recovery;
    host->next_table = store_next_table(host->store);
    if (host->next_table < 0) {
        log_event(LOG_ERROR, "recovery-failed", "why",
                  "the number of the next table cannot be read", (char *)0);
        return false;
    }
    enum store_result result = load_settings(host);
    if (result != STORE_OK)
        log_event(LOG_ERROR, "settings-not-read", "why", store_result_text(result), (char *)0);
    if (result == STORE_AWAY)
        return false; /* without bans and links until the next start: it is better to start again */
    recovery->has_begun = true;
    recovery->ended_end = host->next_table;
    recovery->ended = host->next_table > HOST_ENDED ? host->next_table - HOST_ENDED : 1;
    clock_call(host, host->now);
    return true;
}

/* The store may still answer; then nobody waits for it. */
void recovery_free(struct recovery *recovery)
{
    recovery->host = NULL;
    while (recovery->missed) {
        struct recall *recall = recovery->missed;
        recovery->missed = recall->next;
        free(recall);
    }
    if (!recovery->is_asked)
        free(recovery);
}

int host_recover(struct host *host)
{
    if (!host_begin_recovery(host))
        return -1;
    while (!host_is_recovered(host) && !host->recovery->has_failed) {
        struct pollfd answer = {.fd = store_fd(host->store), .events = POLLIN};
        if (!recover_step(host))
            poll(&answer, 1, 100);
        store_flush(host->store);
        store_dispatch(host->store);
    }
    return host->recovery->has_failed ? -1 : host->session_count;
}

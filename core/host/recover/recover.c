/* Records become sessions again: when the program starts, and when a network comes later. Works in
   slices, so that the loop hears signals and other networks meanwhile. Reports a network
   (host_on_recovered) when its tables are back. Records that cannot be played again are kept as
   they are. What a room then hears is here, too. */
#include "recover.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice.h"
#include "asking.h"
#include "ban.h"
#include "bans.h"
#include "change.h"
#include "check.h"
#include "deadline.h"
#include "forget.h"
#include "host_state.h"
#include "latest.h"
#include "leave.h"
#include "links.h"
#include "lobby.h"
#include "log.h"
#include "notices.h"
#include "offers.h"
#include "port.h"
#include "posts.h"
#include "presence.h"
#include "prose.h"
#include "reader.h"
#include "record.h"
#include "room.h"
#include "seat.h"
#include "seek.h"
#include "session.h"
#include "session_view.h"
#include "shares.h"
#include "store.h"
#include "store_postgres.h"
#include "store_read.h"
#include "strings/leaving.def"
#include "strings/rooms.def"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "turn.h"
#include "view.h"

static void load_setting(void *arg, const char *key, const char *value)
{
    if (!shares_load_salt(arg, key, value))
        row_load(arg, key, value);
}

static void load_salt(void *arg, const char *key, const char *value)
{
    (void)shares_load_salt(arg, key, value);
}

/* If not STORE_OK, some of it was not read. */
static enum store_result read_settings(struct host *host)
{
    enum store_result result = store_load(host->store, load_setting, NULL, host);
    if (result == STORE_OK && host->networks.are_shared && !host->shares.has_salt) {
        /* Several processes may be the first: the salt of one of them counts. */
        shares_keep_salt(host);
        store_flush(host->store);
        host->shares.has_salt = false;
        result = store_load(host->store, load_salt, NULL, host);
    }
    if (result == STORE_OK)
        shares_keep_salt(host);
    return result;
}

bool host_read_settings(struct host *host)
{
    return read_settings(host) == STORE_OK;
}

/* ---- records that cannot be played again ---- */

/* They are listed for admins and told once to the room. Such a record gives up its place in the
   store, so that the room can have another table. */

struct fault {
    struct fault *next;
    int64_t table;
    char network[HOST_NETWORK], room[HOST_ROOM], game[HOST_NAME];
    int line, lines;
    char why[READ_WHY];
    bool is_untold;
    /* of a version that is not played any more: the record ends when its room has been told */
    bool is_old;
};

void faults_fini(struct host *host)
{
    for (struct fault *fault = host->faults.first, *next; fault; fault = next) {
        next = fault->next;
        free(fault);
    }
    host->faults.first = NULL;
}

/* Logs what is wrong, and what would be right. */
static void log_fault(const struct read_back *back, const char *network, const char *room,
                      bool is_old)
{
    const char *advice =
        is_old
            ? "the room is told, and the table ends, its record is kept: to play it to its end, go back to the "
              "older version with the backup made before the upgrade"
            : "the record is kept: tabletalk tables show says what can be done";
    log_event(LOG_ERROR, "table-not-recovered", "table", text_number(back->table), "network",
              network, "room", room, "line", text_number(back->line), "why", back->why, "do",
              advice, (char *)0);
}

/* True if the record's version is not played any more. */
static bool read_first(const char *first, char game[HOST_NAME])
{
    struct record_line line;
    long long version = RECORD_VERSION;
    bool is_line = record_read(first, &line);
    const char *id = is_line ? record_get(&line, "game") : NULL;
    snprintf(game, HOST_NAME, "%s", id ? id : "");
    if (is_line && strcmp(line.kind, "record") == 0)
        record_get_number(&line, "version", &version);
    record_free(&line);
    return version < RECORD_VERSION;
}

void fault_add(struct host *host, const struct read_back *back, const char *network,
               const char *room, bool is_untold)
{
    char game[HOST_NAME];
    bool is_old = read_first(back->first, game);
    log_fault(back, network, room, is_old);
    if (host->faults.count == FAULTS_MOST)
        return;
    struct fault *fault = calloc(1, sizeof *fault);
    check(fault);
    *fault = (struct fault){.next = host->faults.first,
                            .table = back->table,
                            .line = back->line,
                            .lines = back->lines,
                            .is_untold = is_untold,
                            .is_old = is_old};
    snprintf(fault->game, sizeof fault->game, "%s", game);
    snprintf(fault->network, sizeof fault->network, "%s", network);
    snprintf(fault->room, sizeof fault->room, "%s", room);
    snprintf(fault->why, sizeof fault->why, "%s", back->why);
    host->faults.first = fault;
    host->faults.count++;
    host->asides.untold += is_untold;
}

static void tell(struct host *host, struct fault *fault)
{
    const struct host_port *port = host_port_of(host, fault->network);
    struct prose tale;
    prose_open(&tale, host_room_language(host, fault->network, fault->room));
    view_string(&tale, fault->is_old ? STRING_RECORD_OLD : STRING_RECORD_DAMAGED, "number",
                text_number(fault->table), "id", fault->game, (char *)0);
    struct post post = {.room = fault->room, .kind = POST_NEWS, .tale = &tale};
    port->post(port->self, &post);
    fault->is_untold = false;
    host->asides.untold--;
    struct store_append append = {.table = fault->table,
                                  .first_seq = fault->lines + 1,
                                  .leaves = !fault->is_old,
                                  .ends = fault->is_old};
    /* on failure the room is told again after the next start */
    store_write(host->store, &append, NULL, NULL);
}

static void fault_tell(struct host *host, const char *network, const char *room)
{
    for (struct fault *fault = host->asides.untold ? host->faults.first : NULL; fault;
         fault = fault->next)
        if (fault->is_untold && strcmp(fault->network, network) == 0 &&
            strcmp(fault->room, room) == 0)
            tell(host, fault);
}

int faults_untold(const struct host *host, const char *network, char (*names)[HOST_ROOM])
{
    int count = 0;
    for (const struct fault *fault = host->faults.first; fault; fault = fault->next)
        if (fault->is_untold && strcmp(fault->network, network) == 0)
            memcpy(names[count++], fault->room, sizeof *names);
    return count;
}

/* ---- for admins ---- */

bool faults_each(const struct host *host, int64_t number,
                 void (*each)(void *arg, const struct host_table *table), void *arg)
{
    bool is_any = false;
    for (const struct fault *fault = host->faults.first; fault; fault = fault->next) {
        if (number && fault->table != number)
            continue;
        is_any = true;
        each(arg, &(struct host_table){.number = fault->table,
                                       .network = fault->network,
                                       .room = fault->room,
                                       .game = fault->game,
                                       .state = HOST_TABLE_DAMAGED,
                                       .line = fault->line,
                                       .why = fault->why});
    }
    return is_any;
}

static struct fault *take(struct host *host, int64_t number)
{
    struct fault **link = &host->faults.first;
    while (*link && (*link)->table != number)
        link = &(*link)->next;
    struct fault *fault = *link;
    if (!fault)
        return NULL;
    *link = fault->next;
    host->faults.count--;
    host->asides.untold -= fault->is_untold;
    return fault;
}

/* False if absent. `was_told`: its room has been told. */
static bool fault_take(struct host *host, int64_t number, char network[HOST_NETWORK],
                       char room[HOST_ROOM], bool *was_told)
{
    struct fault *fault = take(host, number);
    if (!fault)
        return false;
    memcpy(network, fault->network, HOST_NETWORK);
    memcpy(room, fault->room, HOST_ROOM);
    *was_told = !fault->is_untold;
    free(fault);
    return true;
}

bool fault_end(struct host *host, int64_t number)
{
    struct fault *fault = take(host, number);
    if (!fault)
        return false;
    struct store_append append = {.table = number,
                                  .first_seq = fault->lines + 1,
                                  /* without a line: nothing can follow a damaged one */
                                  .ends = true};
    /* on failure the record is listed again after the next start */
    store_write(host->store, &append, NULL, NULL);
    free(fault);
    return true;
}

/* ---- rooms that tables take again ---- */

/* Of two records that belong to one room, the one that has no place in the store is set aside. */

/* After a repair, for the record had no places until then. */
static void put_back(struct session *session)
{
    session_link(session);
    for (int i = 0; i < session_showing_count(session); i++) {
        const struct showing *showing = session_showing(session, i);
        struct store_append append = {.table = session->id, .first_seq = session->record.next_line};
        *(i == 0 ? &append.place : &append.guest) =
            (struct store_place){showing->port->network, showing->name};
        store_write(session->host->store, &append, NULL,
                    NULL); /* if this fails, the next start finds the record repaired */
    }
}

static bool is_taken(struct session *session, int room)
{
    const struct showing *showing = session_showing(session, room);
    return host_find(session->host, showing->port->network, showing->name) != NULL;
}

/* Nothing kept the guest rooms of a damaged record free. */
static bool has_space(struct session *session)
{
    bool has_space = !is_taken(session, 0);
    for (int i = 1; i < session_showing_count(session) && session->record.is_repaired; i++)
        has_space &= !is_taken(session, i);
    return has_space;
}

static void regain_rooms(struct session *session, bool has_place)
{
    session_set_untold(session, NULL);
    /* where keys do not last, nobody is surely the same person after a restart */
    session_detach(session, NULL);
    const struct session *other =
        host_find(session->host, session->home.port->network, session->home.name);
    bool is_free = has_space(session);
    if (other && other->id == session->id) {
        change_remove_session(session); /* a table was opened in its room meanwhile */
    } else if (session->state.is_aside) {
        aside_keep(session, false);
    } else if (session->record.is_repaired && is_free) {
        put_back(session);
    } else if (!has_place || !is_free) {
        log_event(LOG_WARN, "room-taken", "network", session->home.port->network, "room",
                  session->home.name, "do", "another table has the room; this one is set aside",
                  (char *)0);
        aside_keep(session, true);
    } else {
        session_link(session);
        offers_forget_in(session->host, session);
        deadline_absent_begin_untold(session);
    }
}

/* ---- rooms that can be spoken in again ---- */

static void put_back_again(const struct session *session, struct prose *tale)
{
    unsigned detached = 0, absent = presence_seats(session, PRESENCE_AWAY) |
                                    presence_seats(session, PRESENCE_UNPROVEN);
    for (int seat = 0; seat < session->seat_count; seat++)
        detached |= session->seats[seat].is_detached ? 1u << seat : 0;
    detached &= absent;
    const char *due = session_people(session, session_due(session));
    if (!session_has_begun(session))
        lobby_put_back(session, tale);
    else if (detached)
        view_string(tale, STRING_RECOVERED_DETACHED, "game", session->game->name, "who",
                    session_people(session, detached), (char *)0);
    else
        view_string(tale, due[0] ? STRING_RECOVERED : STRING_RECOVERED_NOBODY_DUE, "game",
                    session->game->name, "who", due, (char *)0);
}

static void put_back_with_latest(const struct session *session, struct prose *tale)
{
    put_back_again(session, tale);
    view_string(tale, STRING_RECOVERED_LATEST, (char *)0);
}

/* A room is told the latest once, however often its network is back before the next move. */
static void tell_back(const struct session *session, bool with_latest)
{
    struct prose back;
    if (session_has_begun(session) && session->latest &&
        (with_latest || session->playing->is_over)) {
        latest_tell(session, session->playing->is_over ? NULL /* the result follows */
                                                       : put_back_with_latest);
        return;
    }
    tell_each_language (session, &back) {
        put_back_again(session, &back);
        if (session_has_begun(session))
            tell_standing(session, POST_NEWS, &back);
        else
            tell_post(session, POST_NEWS, &back);
    }
}

/* A match that is over ends with the first room that is back: all rooms are told at once, and
   read it when they are back. */
static void tell_room_back(struct session *session, struct showing *showing)
{
    session->shown.alone = session->playing->is_over ? NULL : showing;
    tell_back(session, !showing->knows_latest);
    showing->knows_latest = true;
    session->shown.alone = NULL;
}

static bool is_first_on_network(const struct session *session, const struct showing *showing)
{
    for (int i = 0; i < session_showing_count(session); i++) {
        const struct showing *other = session_showing(session, i);
        if (other != showing && other->port == showing->port && !other->is_untold)
            return false;
    }
    return true;
}

static void tell_hand_back(struct session *session, int seat, bool with_latest)
{
    if (deal_may_coach(session->playing) && advice_holds(session, seat))
        session->advice->is_latest = with_latest;
    else if (with_latest)
        latest_tell_hand(session, seat);
    else
        tell_hand(session, seat, NULL);
}

/* With the first room of a network, the hands of its people; with the first of all, also of
   people whose network has no room of the table. */
static void tell_hands_back(struct session *session, const struct showing *showing, bool is_first,
                            bool with_latest)
{
    bool is_new = is_first_on_network(session, showing);
    for (int seat = 0; seat < session->seat_count && session_has_begun(session); seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->kind != SEAT_PERSON || s->is_left || s->is_detached)
            continue;
        if ((s->port == showing->port && is_new) ||
            (is_first && !session_showing_on(session, s->port)))
            tell_hand_back(session, seat, with_latest);
    }
}

void host_room_ready(struct host *host, const char *network, const char *name, int64_t now)
{
    struct showing *showing = room_find(host, network, name);
    host->now = now;
    presence_note_back(host, network);
    far_note(host, HOST_EVENT_ROOM_READY, network, name);
    aside_tell(host, network, name);
    fault_tell(host, network, name);
    if (!showing)
        rematch_room_ready(host, network, name);
    if (!showing || !showing->is_untold)
        return;
    struct session *session = showing->session;
    bool is_first = session->state.is_recovered;
    showing->is_untold = false;
    if (session->state.has_told_end || (session->playing->is_over && !is_first)) {
        session->state.is_recovered = false;
        return; /* the last move was told to all rooms, also to those that were not back */
    }
    deadline_wake(session);
    bool with_latest = !showing->knows_latest;
    tell_room_back(session, showing);
    tell_hands_back(session, showing, is_first, with_latest);
    if (!is_first)
        return;
    input_queue_ask_names(session);
    clock_play_on_at(session, now); /* these names */
    ban_vacate(session);
    rematch_room_ready(host, network, name);
}

void host_room_back(struct host *host, const char *network, const char *name, int64_t now)
{
    struct showing *showing = room_find(host, network, name);
    host->now = now;
    if (!showing || showing->is_untold)
        host_room_ready(host, network, name, now);
    else if (!showing->session->playing->is_over)
        tell_room_back(showing->session, showing);
}

void host_person_ready(struct host *host, struct identity who, int64_t now)
{
    char name[HOST_ROOM];
    snprintf(name, sizeof name, "@%s", who.key);
    const struct showing *showing = room_find(host, who.network, name);
    far_note(host, HOST_EVENT_PERSON_READY, who.network, who.key);
    /* a key that does not last may be somebody else's by now, unless its seat was proven */
    if (showing && showing->is_untold &&
        (seat_key_lasts(showing->port, who.key) || session_seat_held(showing->session, who) >= 0))
        host_room_ready(host, who.network, name, now);
}

/* ---- records ---- */

enum {
    /* records that wait to be read; the next ones are asked for when none is left */
    LIST_PORTION = 64,
    AWAY_MS = 1000 /* until a store that could not be reached is asked again */
};

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

/* The home first. A guest room that is away is told when it is back. */
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

/* With the same question. */
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

static const struct reader_visitor recovering = {.plays_on = true, .done = recover_record};

static void read_missed(struct host *host)
{
    struct recovery *recovery = host->recovery;
    while (recovery->missed) {
        struct recall *recall = recovery->missed;
        recovery->missed = recall->next;
        recovery->waiting++;
        reader_begin(host, recall->table, false, &recovering, recall);
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
    reader_begin(host, number, true, &recovering, recall);
    return true;
}

/* ---- which records there are ---- */

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

/* The home's if possible. NULL if none is configured. */
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
        host->networks.are_shared ? host_port_of(host, table->network) : port_of_table(host, table);
    if (host->networks.are_shared && (!port || !port_is_here(port)))
        return;
    bool fits = strlen(table->network) < HOST_NETWORK && strlen(table->room) < HOST_ROOM;
    if (*table->network && fits && !port)
        count_foreign(host->recovery, table->network);
    if ((*table->network && fits && !port) ||
        (port && host->networks.states[port - host->networks.ports] != PORT_IS_READ))
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
    reader_begin(host, table->table, false, &recovering, recall);
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
    const char *id = recovery->host ? reader_message_id(message, network) : NULL;
    (void)table;
    (void)seq;
    if (id)
        session_note_ended_id(recovery->host, network, id);
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
    for (int i = 0; i < host->networks.count; i++)
        if (host->networks.states[i] == PORT_IS_NEW)
            return true;
    return false;
}

static void begin_pass(struct host *host)
{
    struct recovery *recovery = host->recovery;
    for (int i = 0; i < host->networks.count; i++)
        if (host->networks.states[i] == PORT_IS_NEW)
            host->networks.states[i] = PORT_IS_READ;
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
    seek_recovered(host);
    recovery->has_read_all = true;
    for (int i = 0; i < host->networks.count; i++)
        if (host->networks.states[i] == PORT_IS_READ) {
            host->networks.states[i] = PORT_IS_READY;
            if (recovery->ready)
                recovery->ready(recovery->ready_arg, host->networks.ports[i].network);
        }
}

bool recover_step(struct host *host)
{
    struct recovery *recovery = host->recovery;
    bool has_more = reader_step(host);
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
    host->tables.next = store_next_table(host->store);
    if (host->tables.next < 0) {
        log_event(LOG_ERROR, "recovery-failed", "why",
                  "the number of the next table cannot be read", (char *)0);
        return false;
    }
    enum store_result result = read_settings(host);
    if (result != STORE_OK)
        log_event(LOG_ERROR, "settings-not-read", "why", store_result_text(result), (char *)0);
    if (result == STORE_AWAY)
        return false; /* without bans and links until the next start: it is better to start again */
    recovery->has_begun = true;
    recovery->ended_end = host->tables.next;
    recovery->ended = host->tables.next > HOST_ENDED ? host->tables.next - HOST_ENDED : 1;
    clock_call(host, host->now);
    return true;
}

/* The store may still answer; then nobody waits for it. */
void recover_free(struct recovery *recovery)
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
    return host->recovery->has_failed ? -1 : host->tables.count;
}

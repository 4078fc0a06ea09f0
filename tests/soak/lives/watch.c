/* See lives.h: the tables as the town sees them, brought up to date once a second. A table that
   has not changed is only looked at for its clocks. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "deadline.h"
#include "host_state.h"
#include "lives.h"
#include "presence.h"
#include "room.h"
#include "session_view.h"
#include "tables.h"

/* ---- finding ---- */

struct watched *watched_of(int64_t id)
{
    return id < TABLES_MOST ? town.by_id[id] : NULL;
}

struct session *session_of(int64_t id)
{
    struct session *session = sim_host() ? sim_host()->tables.first : NULL;
    while (session && session->id != id)
        session = session->next;
    return session;
}

int seat_in(const struct watched *table, const struct resident *person)
{
    for (int seat = 0; seat < table->seat_count; seat++)
        if (table->seats[seat].person == person)
            return seat;
    return -1;
}

/* ---- a table ---- */

static struct watched *watch_new(const struct session *session)
{
    struct watched *table = calloc(1, sizeof *table);
    check(table && town.table_count < TABLES_MOST && session->id < TABLES_MOST);
    table->id = session->id;
    table->room = room_of(session->home.port->network, session->home.name);
    table->heard_at = table->lobby_since = sim_now();
    counts[LOBBIES]++;
    town.tables[town.table_count++] = town.by_id[table->id] = table;
    return table;
}

static struct resident *person_in(const struct session *session, const struct seat *seat)
{
    struct resident *person = NULL;
    if (seat->kind == SEAT_PERSON && !seat->is_detached)
        person = person_of_key(seat->port->network, seat->key, NULL);
    (void)session;
    return person || seat->kind != SEAT_PERSON
               ? person
               : person_of_name(seat->port->network, seat->called, NULL);
}

/* How long somebody thinks, by kind; seldom much longer. */
static int64_t thinks(const struct resident *person, bool is_slow)
{
    static const int seconds[KINDS] = {30, 200, 50, 25, 70},
                     minutes[KINDS] = {60, 30 * 60, 300, 120, 240};
    enum { SELDOM = 40 /* in 1000 */, DAYS = 30 };
    if (is_slow)
        return (int64_t)(person->kind == SLOW && sim_chance(DAYS)
                             ? 60 * 60
                             : sim_dice(minutes[person->kind])) *
               MINUTE;
    if (person->kind == SLOW && sim_chance(SELDOM))
        return (240 + sim_dice(200)) * SECOND;
    return (3 + sim_dice(seconds[person->kind])) * SECOND;
}

static struct waits *waits_of(const struct session *session, const struct watched_seat *seat)
{
    enum pace pace = clock_pace(session);
    return seat->was_free || pace == PACE_OFF ? &town.alone
           : pace == PACE_SLOW                ? &town.slow
                                              : &town.live;
}

static void note_seat(const struct session *session, int i, bool is_due, struct watched_seat *seen)
{
    const struct seat *seat = &session->seats[i];
    struct resident *person = person_in(session, seat);
    bool was_due = seen->is_due && seen->person,
         is_next = seen->decision != session->playing->decisions[i];
    if (was_due && (is_next || !is_due))
        waits_add(waits_of(session, seen), (int)((sim_now() - seen->waited_since) / SECOND));
    if (person != seen->person || is_next || (is_due && !seen->is_due))
        *seen = (struct watched_seat){.waited_since = sim_now(), .clock_since = sim_now()};
    if (person && !seen->think_until)
        seen->think_until = sim_now() + thinks(person, clock_pace(session) == PACE_SLOW);
    if (!seen->is_played)
        seen->clock_since = sim_now();
    seen->person = person;
    seen->decision = session->playing->decisions[i];
    seen->is_due = is_due;
    seen->is_played = person && presence_is_person(seat);
}

static void note_pause(const struct session *session, struct watched *table)
{
    bool is_paused = session->clocks.paused_at != 0;
    if (is_paused && !table->paused_since) {
        counts[PAUSES]++;
        table->paused_since = sim_now();
    } else if (!is_paused && table->paused_since) {
        table->paused_since = 0;
        for (int seat = 0; seat < table->seat_count; seat++)
            table->seats[seat].clock_since = sim_now();
    }
}

static void note_rooms(const struct session *session, struct watched *table)
{
    for (int i = 0; i < session_showing_count(session); i++) {
        const struct showing *showing = session_showing(session, i);
        int room = room_of(showing->port->network, showing->name);
        table->rooms |= room < 0 ? 0 : 1U << room;
    }
}

/* Who is there has a look whether the own seat is still the own. */
static void note_resumed(struct resident *person)
{
    if (!person || person->back_at)
        return;
    person->has_vanished = true;
    person->claims = 0;
    person->check_at = 0;
}

static void note(const struct session *session, struct watched *table)
{
    bool has_begun = session_has_begun(session) && !session->playing->is_over;
    unsigned due = has_begun ? session_due(session) : 0;
    counts[TABLES_BEGUN] += has_begun && !table->has_begun;
    bool is_resumed = table->is_aside;
    counts[RESUMED] += is_resumed;
    table->is_aside = false;
    table->has_begun |= has_begun;
    table->line = session->record.next_line;
    table->seat_count = session->seat_count;
    table->room = room_of(session->home.port->network, session->home.name);
    note_rooms(session, table);
    for (int seat = 0; seat < session->seat_count; seat++)
        note_seat(session, seat, due >> seat & 1, &table->seats[seat]);
    for (int seat = 0; is_resumed && seat < session->seat_count; seat++) {
        table->seats[seat].clock_since = sim_now();
        table->seats[seat].was_free = true;
        table->seats[seat].nudges = 0; /* who wanted the table back waits anew */
        note_resumed(table->seats[seat].person);
    }
    note_pause(session, table);
}

/* ---- all of them ---- */

struct finding {
    int64_t id;
    bool is_aside;
};

static void find_aside(void *arg, const struct host_table *table)
{
    struct finding *finding = arg;
    finding->is_aside |= table->number == finding->id && table->state == HOST_TABLE_ASIDE;
}

/* It is played no more. */
static void note_gone(struct watched *table)
{
    struct finding finding = {table->id, false};
    if (town.up_since == 0 || sim_now() - town.up_since < MINUTE ||
        (table->is_aside && sim_now() < table->look_at))
        return;
    table->look_at = sim_now() + MINUTE;
    host_each_table(sim_host(), find_aside, &finding);
    if (finding.is_aside) {
        counts[TABLES_ASIDE] += !table->is_aside;
        table->is_aside = true;
        return;
    }
    table->is_over = true;
    counts[TABLES_STOPPED] += table->has_begun && !table->is_finished;
    for (int room = 0; room < ROOMS; room++)
        if (table->rooms >> room & 1)
            town.rooms[room].over_at = sim_now();
}

void watch_tables(void)
{
    if (!sim_host())
        return;
    for (int i = town.first_open; i < town.table_count; i++)
        town.tables[i]->session = NULL;
    for (struct session *session = sim_host()->tables.first; session; session = session->next) {
        struct watched *table = watched_of(session->id);
        table = table ? table : watch_new(session);
        table->session = session;
        if (table->line != session->record.next_line || table->is_aside)
            note(session, table);
        if (session_has_begun(session))
            laws_waits(session, table);
        else
            laws_lobby(session, table);
    }
    for (int i = town.first_open; i < town.table_count; i++)
        if (!town.tables[i]->session && !town.tables[i]->is_over)
            note_gone(town.tables[i]);
    while (town.first_open < town.table_count && town.tables[town.first_open]->is_over)
        town.first_open++;
}

/* Live clocks begin anew, slow ones lose an hour at most. */
void watch_restarted(void)
{
    for (int i = town.first_open; i < town.table_count; i++)
        for (int seat = 0; seat < town.tables[i]->seat_count; seat++) {
            town.tables[i]->seats[seat].restarts++;
            town.tables[i]->seats[seat].nudges = 0;
            town.tables[i]->seats[seat].was_out = false;
        }
    for (int i = 0; i < town.people_count; i++)
        for (int f = 0; f < FACES; f++)
            if (!town.people[i].faces[f].has_account)
                town.people[i].faces[f].key[0] = '\0'; /* it ends with the connection */
}

void watch_forget(void)
{
    for (int i = 0; i < town.table_count; i++)
        free(town.tables[i]);
    town.table_count = 0;
}

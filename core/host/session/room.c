/* Rooms: found by network and name, added and taken away. */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_state.h"
#include "log.h"
#include "port.h"
#include "text.h"

enum { GUESTS = SESSION_SHOWN - 1 };

static struct showing **bucket_of(struct host *host, const struct showing *showing)
{
    return &host->tables.rooms[host_bucket(showing->port->network, showing->name)];
}

struct showing *room_find(const struct host *host, const char *network, const char *name)
{
    struct showing *showing = host->tables.rooms[host_bucket(network, name)];
    while (showing &&
           (strcmp(showing->name, name) != 0 || strcmp(showing->port->network, network) != 0))
        showing = showing->next_in_bucket;
    return showing;
}

/* ---- rooms that a bridge joins ---- */

/* "far #lounge", as the network and the room are called. */
static bool names(const char *words, const struct showing *room)
{
    size_t length = strlen(room->port->network);
    return words && strncmp(words, room->port->network, length) == 0 && words[length] == ' ' &&
           text_same_word(words + length + 1, room->name);
}

static bool is_configured(const struct showing *from, const struct showing *to)
{
    const struct host_port *port = from->port;
    return port->bridged_with && names(port->bridged_with(port->self, from->name), to);
}

bool room_bridge_joins(const struct host *host, const struct showing *a, const struct showing *b)
{
    char of_a[RULE_VALUE], of_b[RULE_VALUE];
    room_rule_get(host, a->port, a->name, RULE_BRIDGED, of_a);
    room_rule_get(host, b->port, b->name, RULE_BRIDGED, of_b);
    return is_configured(a, b) || is_configured(b, a) || names(of_a, b) || names(of_b, a);
}

/* As bits, of which a bridge repeats in room i what is said there; through other rooms, too. */
static void find_bridges(const struct host *host, const struct showing *const rooms[], int count,
                         unsigned leads[SESSION_SHOWN])
{
    for (int i = 0; i < count; i++) {
        char said[RULE_VALUE];
        room_rule_get(host, rooms[i]->port, rooms[i]->name, RULE_BRIDGED, said);
        leads[i] = 0;
        for (int j = 0; j < count; j++)
            if (j != i && (names(said, rooms[j]) || is_configured(rooms[i], rooms[j]) ||
                           is_configured(rooms[j], rooms[i])))
                leads[i] |= 1u << j;
    }
    for (int through = 0; through < count; through++)
        for (int i = 0; i < count; i++)
            if (leads[i] >> through & 1)
                leads[i] |= leads[through];
}

/* Left out is a room for one that reads nothing of it, or for an earlier one: so one of those
   that it reads is told. */
unsigned room_those_to_tell(const struct host *host, const struct showing *const rooms[], int count)
{
    unsigned told = (1u << count) - 1, leads[SESSION_SHOWN];
    find_bridges(host, rooms, count, leads);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            if (j != i && leads[i] >> j & 1 && (j < i || !(leads[j] >> i & 1)))
                told &= ~(1u << i);
    return told;
}

/* ---- a room of one name ---- */

void session_set_untold(struct session *session, const struct host_port *port)
{
    session->state.is_recovered = true;
    for (int i = 0; i < session_showing_count(session); i++) {
        struct showing *showing = session_showing(session, i);
        showing->is_untold |= !port || showing->port == port;
        session->state.is_recovered &= showing->is_untold;
    }
}

void room_set_untold(struct showing *showing)
{
    struct session *session = showing->session;
    showing->is_untold = session->state.is_recovered = true;
    for (int i = 0; i < session_showing_count(session); i++)
        session->state.is_recovered &= session_showing(session, i)->is_untold;
}

/* ---- the buckets ---- */

void room_link_all(struct session *session)
{
    for (int i = 0; i < session_showing_count(session) && session->state.is_linked; i++) {
        struct showing *showing = session_showing(session, i),
                       **bucket = bucket_of(session->host, showing);
        showing->next_in_bucket = *bucket;
        *bucket = showing;
    }
}

void room_unlink_all(struct session *session)
{
    for (int i = 0; i < session_showing_count(session) && session->state.is_linked; i++) {
        struct showing *showing = session_showing(session, i),
                       **link = bucket_of(session->host, showing);
        while (*link != showing)
            link = &(*link)->next_in_bucket;
        *link = showing->next_in_bucket;
    }
}

/* ---- changes: all rooms leave their buckets meanwhile, for they may move in memory ---- */

static void set_name(struct showing *showing, const char *name)
{
    check(strlen(name) < HOST_ROOM);
    snprintf(showing->name, sizeof showing->name, "%s", name);
    showing->ruled_at = 0;
}

void session_show(struct session *session, const struct host_port *port, const char *name,
                  int number)
{
    check(session->guest_count < GUESTS);
    room_unlink_all(session);
    if (!session->guests)
        session->guests = calloc(GUESTS, sizeof *session->guests);
    check(session->guests);
    struct showing *showing = &session->guests[session->guest_count++];
    *showing = (struct showing){.session = session, .port = port, .number = number};
    set_name(showing, name);
    room_link_all(session);
}

void session_hide(struct session *session, int number)
{
    int i = 0;
    while (session_showing(session, i)->number != number)
        i++;
    check(i < session_showing_count(session) && session->guest_count > 0);
    room_unlink_all(session);
    for (; i < session->guest_count; i++)
        *session_showing(session, i) = *session_showing(session, i + 1);
    session->guest_count--;
    room_link_all(session);
}

void session_hide_guests(struct session *session)
{
    room_unlink_all(session);
    session->guest_count = 0;
    room_link_all(session);
}

void session_settle(struct session *session, const struct host_port *port, const char *name,
                    int number)
{
    room_unlink_all(session);
    session->home.port = port;
    session->home.number = number;
    set_name(&session->home, name);
    room_link_all(session);
}

void room_copy_all(struct session *copy)
{
    const struct showing *guests = copy->guests;
    copy->home.session = copy;
    if (!guests)
        return;
    copy->guests = calloc(GUESTS, sizeof *copy->guests);
    check(copy->guests);
    memcpy(copy->guests, guests, GUESTS * sizeof *copy->guests);
    for (int i = 0; i < copy->guest_count; i++)
        copy->guests[i].session = copy;
}

/* ---- rules of rooms ---- */

const char *const room_rule_names[ROOM_RULES] = {
    [RULE_GAMES] = "games", [RULE_OPEN] = "open",         [RULE_TABLES] = "tables",
    [RULE_CLOCK] = "clock", [RULE_THREADS] = "threads",   [RULE_GUESTS] = "guests",
    [RULE_SAY] = "say",     [RULE_ROBOTS] = "robots",     [RULE_UNDO] = "undo",
    [RULE_PROOF] = "proof", [RULE_VOICE] = "voice",       [RULE_SEASON] = "season",
    [RULE_SEATS] = "seats", [RULE_PICTURES] = "pictures", [RULE_BRIDGED] = "bridged",
    [RULE_DAILY] = "daily", [RULE_LANGUAGE] = "language"};

const char *const room_rule_standards[ROOM_RULES] = {
    [RULE_GAMES] = "all",    [RULE_OPEN] = "everybody", [RULE_TABLES] = "",   [RULE_CLOCK] = "",
    [RULE_THREADS] = "no",   [RULE_GUESTS] = "yes",     [RULE_SAY] = "yes",   [RULE_ROBOTS] = "yes",
    [RULE_UNDO] = "free",    [RULE_PROOF] = "no",       [RULE_VOICE] = "yes", [RULE_SEASON] = "no",
    [RULE_SEATS] = "no",     [RULE_PICTURES] = "end",   [RULE_BRIDGED] = "",  [RULE_DAILY] = "all",
    [RULE_LANGUAGE] = "auto"};

/* ---- rows: "guests=no heartcatchers=match=3;clock=slow" ---- */

static const char *word_of(const char *row, const char *name, size_t *length)
{
    size_t size = strlen(name);
    for (const char *p = row + strspn(row, " "); *p; p += *length + strspn(p + *length, " ")) {
        *length = strcspn(p, " ");
        if (*length > size && p[size] == '=' && strncmp(p, name, size) == 0)
            return p;
    }
    return NULL;
}

static bool take(const char *row, const char *name, char value[RULE_VALUE])
{
    size_t length;
    const char *word = word_of(row, name, &length);
    if (!word)
        return false;
    size_t skipped = strlen(name) + 1;
    snprintf(value, RULE_VALUE, "%.*s", (int)(length - skipped), word + skipped);
    for (char *p = value; (p = strchr(p, ';')); p++)
        *p = ' ';
    return true;
}

/* False if the row would be too long; then it stays. */
static bool change(char row[HOST_CHOICES], const char *name, const char *value)
{
    char bytes[HOST_CHOICES];
    struct text text = text_over(bytes, sizeof bytes);
    size_t length;
    const char *old = word_of(row, name, &length);
    int before = old ? (int)(old - row) : (int)strlen(row);
    const char *behind = old ? old + length + strspn(old + length, " ") : "";
    text_put_bytes(&text, row, before);
    text_put(&text, behind);
    while (text.length > 0 && bytes[text.length - 1] == ' ')
        bytes[--text.length] = '\0';
    if (value) {
        text_putf(&text, "%s%s=", text.length > 0 ? " " : "", name);
        for (; *value; value++)
            text_put_bytes(&text, *value == ' ' ? ";" : value, 1);
    }
    if (!text.cut)
        memcpy(row, bytes, sizeof bytes);
    return !text.cut;
}

/* ---- places ---- */

static void write_row(struct host *host, const struct host_place_choice *choice)
{
    char kept[HOST_CHOICES];
    host->rule_changes++;
    host->calls.choose(host->calls.choose_arg, choice, kept);
}

static void read_row(const struct host *host, const struct host_port *port, const char *place,
                     char row[HOST_CHOICES])
{
    *row = '\0';
    if (host->calls.choose)
        host->calls.choose(host->calls.choose_arg,
                           &(struct host_place_choice){.network = port->network, .place = place},
                           row);
}

enum rule_from room_rule_find(const struct host *host, const struct host_port *port,
                              const char *room, const char *name, char value[RULE_VALUE])
{
    char row[HOST_CHOICES];
    const char *place = port && room[0] != '@' ? room : NULL;
    bool is_of_room = strcmp(name, room_rule_names[RULE_BRIDGED]) == 0 ||
                      strcmp(name, room_rule_names[RULE_SEATS]) == 0;
    int places = is_of_room ? 1 : RULE_PLACES;
    for (int i = 0; place && i < places; i++) {
        read_row(host, port, place, row);
        if (take(row, name, value))
            return i == 0 ? RULE_FROM_ROOM : RULE_FROM_ABOVE;
        place = port->above ? port->above(port->self, place) : NULL;
    }
    *value = '\0';
    return take(host->house_rules, name, value) ? RULE_FROM_HOUSE : RULE_FROM_NOBODY;
}

void room_rule_get(const struct host *host, const struct host_port *port, const char *room,
                   enum room_rule rule, char value[RULE_VALUE])
{
    if (room_rule_find(host, port, room, room_rule_names[rule], value) == RULE_FROM_NOBODY)
        snprintf(value, RULE_VALUE, "%s", room_rule_standards[rule]);
}

bool room_rule_is(const struct host *host, const struct host_port *port, const char *room,
                  enum room_rule rule, const char *value)
{
    char now[RULE_VALUE];
    room_rule_get(host, port, room, rule, now);
    return strcmp(now, value) == 0;
}

bool room_rule_put(struct host *host, const struct room_rule_change *to, host_chosen *done,
                   void *arg)
{
    char row[HOST_CHOICES];
    read_row(host, to->port, to->place, row);
    if (!change(row, to->name, to->value))
        return false;
    const struct host_place_choice choice = {.network = to->port->network,
                                             .place = to->place,
                                             .payer = to->payer,
                                             .value = row,
                                             .done = done,
                                             .arg = arg};
    if (host->calls.choose)
        write_row(host, &choice);
    else
        done(arg, true);
    return true;
}

bool room_rule_put_house(struct host *host, const char *name, const char *value)
{
    host->rule_changes++;
    return change(host->house_rules, name, value);
}

/* ---- another name ---- */

/* Who changed the name of a room does not wait for it. */
static void was_moved(void *arg, bool is_durable)
{
    (void)arg;
    if (!is_durable)
        log_event(LOG_ERROR, "room-row-not-saved", "do", "set the rules of the renamed room again",
                  (char *)0);
}

void room_rules_move(struct host *host, const struct host_port *port, const char *from,
                     const char *to)
{
    char row[HOST_CHOICES], other[HOST_CHOICES];
    struct host_place_choice choice = {.network = port->network, .payer = to, .done = was_moved};
    read_row(host, port, from, row);
    read_row(host, port, to, other);
    if (!*row)
        return;
    choice.place = to;
    choice.value = row;
    if (!*other)
        write_row(host, &choice);
    choice.place = from; /* after a kill in between, both have it */
    choice.value = "";
    write_row(host, &choice);
}

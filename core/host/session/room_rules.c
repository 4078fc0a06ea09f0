#include "room_rules.h"

#include <stdio.h>
#include <string.h>

#include "host_state.h"
#include "log.h"
#include "port.h"
#include "text.h"

const char *const room_rule_names[ROOM_RULES] = {
    [RULE_GAMES] = "games", [RULE_OPEN] = "open",       [RULE_TABLES] = "tables",
    [RULE_CLOCK] = "clock", [RULE_THREADS] = "threads", [RULE_GUESTS] = "guests",
    [RULE_SAY] = "say",     [RULE_ROBOTS] = "robots",   [RULE_UNDO] = "undo",
    [RULE_PROOF] = "proof", [RULE_BRIDGED] = "bridged"};

const char *const room_rule_standards[ROOM_RULES] = {
    [RULE_GAMES] = "all",  [RULE_OPEN] = "everybody", [RULE_TABLES] = "", [RULE_CLOCK] = "",
    [RULE_THREADS] = "no", [RULE_GUESTS] = "yes",     [RULE_SAY] = "yes", [RULE_ROBOTS] = "yes",
    [RULE_UNDO] = "free",  [RULE_PROOF] = "no",       [RULE_BRIDGED] = ""};

/* ---- rows: "guests=no heartcatchers=match=3;clock=slow" ---- */

/* The word of that name in a row, with its length. NULL if absent. */
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

static void read_row(const struct host *host, const struct host_port *port, const char *place,
                     char row[HOST_CHOICES])
{
    *row = '\0';
    if (host->choose)
        host->choose(host->choose_arg,
                     &(struct host_place_choice){.network = port->network, .place = place}, row);
}

enum rule_from room_rule_find(const struct host *host, const struct host_port *port,
                              const char *room, const char *name, char value[RULE_VALUE])
{
    char row[HOST_CHOICES];
    const char *place = port && room[0] != '@' ? room : NULL;
    int places = strcmp(name, room_rule_names[RULE_BRIDGED]) == 0 ? 1 : RULE_PLACES;
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
    char row[HOST_CHOICES], kept[HOST_CHOICES];
    read_row(host, to->port, to->place, row);
    if (!change(row, to->name, to->value))
        return false;
    const struct host_place_choice choice = {.network = to->port->network,
                                             .place = to->place,
                                             .payer = to->payer,
                                             .value = row,
                                             .done = done,
                                             .arg = arg};
    if (host->choose)
        host->choose(host->choose_arg, &choice, kept);
    else
        done(arg, true);
    return true;
}

bool room_rule_put_house(struct host *host, const char *name, const char *value)
{
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
    char row[HOST_CHOICES], other[HOST_CHOICES], kept[HOST_CHOICES];
    struct host_place_choice choice = {.network = port->network, .payer = to, .done = was_moved};
    read_row(host, port, from, row);
    read_row(host, port, to, other);
    if (!*row)
        return;
    choice.place = to;
    choice.value = row;
    if (!*other)
        host->choose(host->choose_arg, &choice, kept);
    choice.place = from; /* after a kill in between, both have it */
    choice.value = "";
    host->choose(host->choose_arg, &choice, kept);
}

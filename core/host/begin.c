/* Beginning when everybody can be given the hand. The networks say who can; while one is still finding out, the start waits, and
   within a short time whoever asked for it hears for whom. Bounded: STARTERS of a table are kept, and each further one is
   answered at once. What is dealt: turn.c. */
#include "begin.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "room.h"
#include "text.h"

enum {
    STARTERS = 8,
    PATIENCE_MS = 1500 /* most networks know by then, and then nothing is said; a press has to be answered soon after */
};

/* The people of whom the network says this. */
static unsigned people_in_reach(const struct table_room *room, enum host_reach reach)
{
    unsigned seats = 0;
    if (room->game->hand < 0 || !room->port->reach)
        return 0;
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct seat *s = &room->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_detached && room->port->reach(room->port->self, s->key) == reach)
            seats |= 1u << seat;
    }
    return seats;
}

/* ---- who asked for it ---- */

static void tell_wait(const struct table_room *room, const struct heard *heard, enum string id, unsigned seats)
{
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    room_people(room, seats, &who);
    tell_openly(room->host, heard, id, "who", names, (char *)0);
}

void begin_release(struct table_room *room, bool is_answered)
{
    room->starts_told_at = INT64_MAX;
    while (room->starters) {
        struct input *input = room->starters;
        struct heard heard = input_heard(input);
        room->starters = input->next;
        if (is_answered)
            host_dismiss(room->host, &heard);
        free(input);
    }
}

bool begin_holds(const struct table_room *room, const struct input *input)
{
    for (const struct input *one = room->starters; one && input->has_id; one = one->next)
        if (one->has_id && strcmp(one->id, input->id) == 0)
            return true;
    return false;
}

/* Where nobody can tell what answers which of their words, one answer is enough. */
static bool is_kept(const struct table_room *room, const struct heard *heard)
{
    for (const struct input *one = room->starters; one; one = one->next)
        if (!heard->id && !one->has_id && strcmp(one->key, heard->key) == 0)
            return true;
    return false;
}

/* False: there is no place. */
static bool keep(struct table_room *room, const struct heard *heard)
{
    struct input **end = &room->starters;
    int count = 0;
    for (; *end; end = &(*end)->next)
        count++;
    if (count < STARTERS)
        *end = input_of_heard(heard);
    return count < STARTERS;
}

static void wait_for(struct table_room *room, const struct heard *heard, unsigned seats, bool is_first)
{
    if (is_first)
        room->starts_told_at = room->host->now + PATIENCE_MS;
    bool is_later = room->starts_told_at != INT64_MAX && (is_kept(room, heard) || keep(room, heard));
    if (!is_later)
        tell_wait(room, heard, STRING_START_WAITS, seats);
}

void begin_tell_waiting(struct table_room *room)
{
    unsigned seats = room->is_start_wanted ? people_in_reach(room, HOST_REACH_ASKED) : 0;
    for (const struct input *input = room->starters; input && seats; input = input->next) {
        struct heard heard = input_heard(input);
        tell_wait(room, &heard, STRING_START_WAITS, seats);
    }
    begin_release(room, true);
}

/* ---- beginning ---- */

static void tell_unreached(struct table_room *room, const struct heard *heard, unsigned seats)
{
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    room_people(room, seats, &who);
    if (seats & ~room->unreached)
        tell_room(room, POST_NEWS, STRING_START_UNREACHED, "who", names, (char *)0);
    else if (heard)
        tell_wait(room, heard, STRING_START_UNREACHED, seats);
    begin_release(room, true);
}

/* `by_itself`: nobody said start; `heard`, who may be NULL, made the table full. */
static void begin(struct table_room *room, const struct heard *heard, bool by_itself)
{
    bool is_first = !room->is_start_wanted;
    room->unreached = is_first ? 0 : room->unreached;
    unsigned unreached = people_in_reach(room, HOST_UNREACHED), asked = people_in_reach(room, HOST_REACH_ASKED);
    room->is_start_wanted = unreached || asked;
    if (unreached)
        tell_unreached(room, heard, unreached);
    else if (asked && heard)
        wait_for(room, heard, asked, is_first);
    else if (!asked)
        turn_start(room, by_itself ? NULL : heard);
    room->unreached = unreached;
    clock_wake(room);
}

void begin_by_word(struct table_room *room, const struct heard *heard)
{
    begin(room, heard, false);
}

void begin_by_itself(struct table_room *room, const struct heard *heard)
{
    begin(room, heard, true);
}

void host_reach_known(struct host *host, const char *network, const char *key, int64_t now)
{
    struct table_room *room;
    host->now = now;
    for (int i = 0; (room = host_table_of(host, network, key, i)); i++)
        if (room->is_start_wanted && !room_has_begun(room))
            clock_play_on_at(room, now);
}

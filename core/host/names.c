/* What people are called at a table: as on their network, unless two are called alike. Then each gets a number behind it, "bob-1"
   and "bob-2", so that every name that is shown is one person's, and a bare "bob" can be asked about. The same holds for
   somebody who is called as seats are numbered, "p2". Knows nothing of keys: a name is never proof of anything. */
#include <stdio.h>
#include <string.h>

#include "room.h"
#include "text.h"

/* "p1", "p2", ...: how a move may name any seat. */
static bool is_seat_number(const char *name)
{
    size_t digits = strspn(name + (*name != '\0'), "0123456789");
    return (name[0] == 'p' || name[0] == 'P') && digits > 0 && name[1 + digits] == '\0';
}

static bool is_free(const struct table_room *room, int but, const char *name)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (seat != but && text_same_word(room->seats[seat].name, name))
            return false;
    return true;
}

static bool has_twin(const struct table_room *room, int own)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (seat != own && text_same_word(room->seats[seat].called, room->seats[own].called))
            return true;
    return is_seat_number(room->seats[own].called);
}

/* How much of it stands in front of a number: "-99" and a NUL have to fit behind. */
static int length_of(const struct seat *seat)
{
    int length = (int)strlen(seat->called), most = HOST_NAME - (int)sizeof "-99";
    return length <= most ? length : text_utf8_floor(seat->called, most);
}

/* Whether it is what the person is called with a number behind it. */
static bool is_numbered(const struct seat *seat)
{
    int length = length_of(seat);
    const char *number = seat->name + length;
    return strncmp(seat->name, seat->called, (size_t)length) == 0 && number[0] == '-' &&
           strspn(number + 1, "0123456789") == strlen(number + 1);
}

static void number_seat(struct table_room *room, int own)
{
    struct seat *seat = &room->seats[own];
    char name[HOST_NAME];
    int number = 1;
    do
        snprintf(name, sizeof name, "%.*s-%d", length_of(seat), seat->called, number++);
    while (!is_free(room, own, name));
    memcpy(seat->name, name, sizeof name);
}

/* Who has a number keeps it as long as there is another of that name: names do not change while one plays. */
static void name_seat(struct table_room *room, int own)
{
    struct seat *seat = &room->seats[own];
    if (!has_twin(room, own) && is_free(room, own, seat->called))
        memcpy(seat->name, seat->called, sizeof seat->name);
    else if (!is_numbered(seat) || !is_free(room, own, seat->name))
        number_seat(room, own);
}

/* Twice, for a later seat may give back what an earlier one is called. */
void names_tell_apart(struct table_room *room)
{
    for (int i = 0; i < 2 * room->seat_count; i++)
        name_seat(room, i % room->seat_count);
}

unsigned names_find(const struct table_room *room, const char *typed)
{
    unsigned seats = 0;
    for (int seat = 0; seat < room->seat_count; seat++)
        if (text_same_word(room->seats[seat].name, typed))
            return 1u << seat;
    for (int seat = 0; seat < room->seat_count; seat++)
        if (text_same_word(room->seats[seat].called, typed))
            seats |= 1u << seat;
    return seats;
}

bool names_ask(struct table_room *room, const struct heard *heard, const char *typed, const char *command, int *seat)
{
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    unsigned seats = names_find(room, typed);
    *seat = SEAT_NONE;
    for (int i = 0; i < room->seat_count && *seat < 0; i++)
        if (seats >> i & 1)
            *seat = i;
    if (!(seats & (seats - 1)))
        return false;
    room_people(room, seats, &who);
    tell_person(room->host, heard, STRING_NAME_WHICH, "typed", typed, "command", command, "example",
                room->seats[*seat].name, "who", names, (char *)0);
    return true;
}

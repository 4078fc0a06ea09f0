/* What people are called at a table: as on their network, unless two have the same name. Then each gets a number,
   "bob-2" and "bob-3", so that a shown name means one person, and a bare "bob" can be asked about. A person called like
   a seat, "p2", gets a number too. Knows nothing of keys: a name never proves anything. */
#include <stdio.h>
#include <string.h>

#include "names.h"
#include "text.h"

/* "p1", "p2", ...: a move may name a seat so. */
static bool is_seat_number(const char *name)
{
    size_t digits = strspn(name + (*name != '\0'), "0123456789");
    return (name[0] == 'p' || name[0] == 'P') && digits > 0 && name[1 + digits] == '\0';
}

static bool has_twin(const struct session *session, int own)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (seat != own && text_same_word(session->seats[seat].called, session->seats[own].called))
            return true;
    return is_seat_number(session->seats[own].called);
}

static bool is_somebodys(const struct session *session, const char *name)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (text_same_word(session->seats[seat].called, name))
            return true;
    return false;
}

/* The bytes of a name that stand in front of a number: "-1000" and a NUL have to fit behind. */
static int length_of(const char *name)
{
    int length = (int)strlen(name), most = HOST_NAME - (int)sizeof "-1000";
    return length <= most ? length : text_utf8_floor(name, most);
}

/* Puts the person's number in the record, or a robot's 0, behind the name. So no name changes when others come and go,
   nor after a restart. */
static void name_seat(const struct session *session, struct seat *seat, bool is_numbered)
{
    memcpy(seat->name, seat->called, sizeof seat->name);
    while (is_numbered && is_somebodys(session, seat->name)) {
        char name[HOST_NAME];
        snprintf(name, sizeof name, "%.*s-%d", length_of(seat->name), seat->name, seat->person);
        if (strcmp(name, seat->name) == 0)
            return; /* the name has its full length */
        memcpy(seat->name, name, sizeof seat->name);
    }
}

void names_tell_apart(struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        name_seat(session, &session->seats[seat], has_twin(session, seat));
}

unsigned names_find(const struct session *session, const char *typed)
{
    unsigned seats = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (text_same_word(session->seats[seat].name, typed))
            return 1u << seat;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (text_same_word(session->seats[seat].called, typed))
            seats |= 1u << seat;
    return seats;
}

/* A name that nobody at the table has: robot, robot2, ... */
void lobby_name_robot(const struct session *session, char name[HOST_NAME])
{
    snprintf(name, HOST_NAME, "robot");
    for (int i = 2; names_find(session, name); i++)
        snprintf(name, HOST_NAME, "robot%d", i);
}

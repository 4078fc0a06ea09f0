/* What people are called at a table: as on their network, unless two are called alike. Then each gets a number behind it, "bob-2"
   and "bob-3", so that every name that is shown is one person's, and a bare "bob" can be asked about. The same holds for
   somebody who is called as seats are numbered, "p2". Knows nothing of keys: a name is never proof of anything. */
#include <stdio.h>
#include <string.h>

#include "names.h"
#include "text.h"

/* "p1", "p2", ...: how a move may name any seat. */
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

/* How much of a name stands in front of a number: "-1000" and a NUL have to fit behind. */
static int length_of(const char *name)
{
    int length = (int)strlen(name), most = HOST_NAME - (int)sizeof "-1000";
    return length <= most ? length : text_utf8_floor(name, most);
}

/* The number is that of the person in the record, of a robot 0: so nobody's name changes when others come and go, and a table
   that is read back has the names it had. */
static void name_seat(const struct session *session, struct seat *seat, bool is_numbered)
{
    memcpy(seat->name, seat->called, sizeof seat->name);
    while (is_numbered && is_somebodys(session, seat->name)) {
        char name[HOST_NAME];
        snprintf(name, sizeof name, "%.*s-%d", length_of(seat->name), seat->name, seat->person);
        if (strcmp(name, seat->name) == 0)
            return; /* it is as long as a name can be */
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

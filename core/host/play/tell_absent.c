/* People who are not there, in sentences: each kind of presence has its own. */
#include <string.h>

#include "presence.h"
#include "seats.h"
#include "tell.h"

/* The sentence of each kind, with the people of that kind and, of a network that is away, of
   that network. */
void tell_put_absent(const struct session *session, unsigned seats, const enum string ids[],
                     struct prose *out)
{
    while (seats) {
        int first = 0;
        while (!(seats >> first & 1))
            first++;
        const struct seat *s = &session->seats[first];
        enum presence_kind kind = presence_of(session, s).kind;
        unsigned alike = 0;
        for (int seat = first; seat < session->seat_count; seat++)
            if (seats >> seat & 1 && presence_of(session, &session->seats[seat]).kind == kind &&
                strcmp(presence_place(session, &session->seats[seat]),
                       presence_place(session, s)) == 0)
                alike |= 1u << seat;
        if (out->length > 0)
            prose_put(out, " ");
        view_string(out, ids[kind], "who", session_people(session, alike), "place",
                    presence_place(session, s), "name", s->name, (char *)0);
        seats &= ~alike;
    }
}

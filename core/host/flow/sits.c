/* See sits.h. Called when a change is saved, and before whatever follows from it. */
#include "sits.h"

#include "host_state.h"
#include "posts.h"
#include "seats.h"
#include "session_rooms.h"
#include "session_view.h"
#include "tell.h"
#include "text.h"

enum { SITS_MS = 3000 };

bool sits_are_all(const struct session *session)
{
    int least, most;
    session_seats(session, &least, &most);
    return session->seat_count >= most && most > 1;
}

/* Says that those seats are taken now, by people or by robots. Seats behind them are told later. */
void sits_tell_seats(struct session *session, unsigned seats, const struct seat *robot)
{
    struct prose tale;
    int least, most, seated = session->seat_count;
    while (!(seats >> (seated - 1) & 1))
        seated--;
    bool full = seated == session->seat_count && sits_are_all(session),
         is_private = showing_is_private(&session->home);
    session_seats(session, &least, &most);
    enum string few = !robot       ? STRING_JOINED
                      : is_private ? STRING_ROBOT_JOINED_PRIVATE
                                   : STRING_ROBOT_JOINED;
    enum string enough = !robot       ? STRING_JOINED_ENOUGH
                         : is_private ? STRING_ROBOT_JOINED_ENOUGH_PRIVATE
                                      : STRING_ROBOT_JOINED_ENOUGH;
    enum string id = seated < least ? few
                     : !full        ? enough
                     : robot        ? STRING_ROBOT_JOINED_FULL
                                    : STRING_JOINED_FULL;
    prose_clear(&tale);
    view_string(&tale, id, "who", session_people(session, seats), "level",
                robot_levels[robot ? robot->level : 0], "missing", text_number(least - seated),
                "seated", text_number(seated), "most", text_number(most), (char *)0);
    tell_post(session, POST_NEWS, &tale);
}

void sits_tell(struct session *session)
{
    unsigned seats = 0;
    for (int seat = 0; seat < session->seat_count; seat++) {
        seats |= session->seats[seat].is_untold ? 1u << seat : 0;
        session->seats[seat].is_untold = false;
    }
    session->sits_told_at = INT64_MAX;
    if (seats)
        sits_tell_seats(session, seats, NULL);
}

void sits_note(struct session *session, struct seat *seat)
{
    seat->is_untold = true;
    if (session->sits_told_at == INT64_MAX)
        session->sits_told_at = session->host->now + SITS_MS;
    if (sits_are_all(session) || !session->home.port->has_dear_lines)
        sits_tell(session);
    else
        clock_wake(session);
}

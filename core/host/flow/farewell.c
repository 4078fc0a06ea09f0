/* What rooms, and people who wait for a hint, are told before the bot is stopped on purpose.
   Bounded: one post a room, and each network drops what it cannot say in the seconds it has for
   leaving. recover.c tells the rooms when the bot is back; a kill says nothing. */
#include <string.h>

#include "hint.h"
#include "host_state.h"
#include "session_rooms.h"
#include "tell.h"

static bool knows_table(const struct session *session)
{
    return !session->is_recovered && !session->has_told_end && !session->playing->is_over &&
           !session->home.port->is_one_keyboard;
}

void host_tell_leaving(struct host *host, enum host_leaving leaving)
{
    static const enum string ids[] = {STRING_LEAVING_RESTARTS, STRING_LEAVING_STOPS,
                                      STRING_LEAVING_FORGETS};
    for (const struct session *session = host->sessions; session; session = session->next)
        if (knows_table(session))
            tell_room(session, POST_NEWS, ids[leaving], "game", session->game->name, (char *)0);
    hints_leave(host, leaving == HOST_FORGETS);
}

/* The other rooms of the table stay, and are not told. */
static void tell_leaving_room(struct session *session, const struct showing *showing)
{
    session->told_alone = showing;
    if (!showing->is_untold)
        tell_room(session, POST_NEWS, STRING_LEAVING_STOPS, "game", session->game->name, (char *)0);
    session->told_alone = NULL;
}

void host_tell_leaving_network(struct host *host, const char *network)
{
    for (struct session *session = host->sessions; session; session = session->next)
        for (int i = 0; i < session_showing_count(session) && knows_table(session); i++)
            if (strcmp(session_showing(session, i)->port->network, network) == 0)
                tell_leaving_room(session, session_showing(session, i));
}

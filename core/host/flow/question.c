/* What a lone "yes" or "no" of a person answers: see host_questions(). Each command asks, and is
   answered, in a file of its own. */
#include "choices.h"
#include "far.h"
#include "guests.h"
#include "heard.h"
#include "host_state.h"
#include "linking.h"
#include "seats.h"
#include "session.h"
#include "stop.h"
#include "undo.h"

static bool has_wish(const struct session *session, const struct heard *heard, int seat)
{
    return session->wish && heard->now < session->wish->until &&
           seat == session_opener_seat(session);
}

int host_questions(const struct host *host, const struct session *session,
                   const struct heard *heard, const char *commands[HOST_QUESTIONS])
{
    int count = 0, seat = session ? session_seat_of(session, heard) : -1;
    if (seat >= 0 && has_wish(session, heard, seat))
        commands[count++] = "invite";
    if (!heard->room && (linking_asks(host, heard) || far_asks(host, heard) & HOST_ASKS_LINK))
        commands[count++] = "link";
    if (seat >= 0 && undo_waits_for(session, seat))
        commands[count++] = "undo";
    if (stop_waits_for(session, seat))
        commands[count++] = "stop";
    return count;
}

bool host_is_asked_elsewhere(const struct host *host, const struct heard *heard)
{
    return far_asks(host, heard) & HOST_ASKS_TABLE;
}

bool host_is_asked_at(const struct session *session, const char *network, const char *key)
{
    const struct host *host = session->host;
    const char *commands[HOST_QUESTIONS];
    const struct heard heard = {
        .network = network, .key = key, .name = "", .room = "", .now = host->now};
    return host_questions(host, session, &heard, commands) > 0;
}

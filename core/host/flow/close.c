/* The end of a session in memory. What its record says is not changed by that. */
#include "close.h"

#include "change.h"

#include "latest.h"
#include "session.h"
#include "starters.h"

void session_remove(struct session *session)
{
    begin_release(session, false);
    latest_forget(session);
    if (session->change)
        session->change->session = NULL; /* freed when the store has done with it */
    session_free(session);
}

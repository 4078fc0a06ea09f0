/* The end of a session in memory. Its record stays as it is. */
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
        session->change->session = NULL; /* the store frees it when it has done with it */
    changes_forget(session->host, session);
    session_free(session);
}

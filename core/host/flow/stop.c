/* Stopping a table. A game between people ends without a result only if the others agree, for
   else who is about to lose would stop it: they have STOP_MS to say yes, and if they say
   nothing, who asked has left. Those who are not there are not asked, and who has power over the
   table without sitting there needs nobody's yes. The question is kept in memory: after a
   restart it is asked again. */
#include "stop.h"

#include "change.h"
#include "guests.h"
#include "host_commands.h"
#include "host_state.h"
#include "leave.h"
#include "posts.h"
#include "presence.h"
#include "refuse.h"
#include "seats.h"
#include "tell.h"
#include "text.h"

enum { STOP_MS = 60000 };

/* The people whose yes this seat needs. */
static unsigned others(const struct session *session, int asking)
{
    return (presence_seats(session, PRESENCE_HERE) | presence_seats(session, PRESENCE_UNKNOWN)) &
           ~(1u << asking);
}

bool host_stop_needs_others(const struct session *session, const struct heard *heard)
{
    int seat = session_seat_of(session, heard);
    return seat >= 0 && session_has_begun(session) && !session->playing->is_over &&
           !(heard->rank & RANK_LOCAL) && others(session, seat);
}

static bool is_asked(const struct session *session)
{
    const struct stop_question *stop = &session->clocks.stop;
    return stop->until > session->host->now && !session->playing->is_over &&
           !session->seats[stop->by].is_left;
}

bool stop_waits_for(const struct session *session, int seat)
{
    return seat >= 0 && is_asked(session) && session->clocks.stop.awaited >> seat & 1;
}

static void tell_waits(const struct session *session, const struct heard *heard)
{
    tell_openly(session->host, heard, STRING_STOP_WAITS, "who",
                session_people(session, session->clocks.stop.awaited), (char *)0);
}

static void ask(struct session *session, const struct heard *heard, int seat)
{
    struct stop_question *stop = &session->clocks.stop;
    *stop = (struct stop_question){
        .by = seat, .awaited = others(session, seat), .until = session->host->now + STOP_MS};
    tell_room(session, POST_NEWS, STRING_STOP_ASKED, "by", heard->name, "who",
              session_people(session, stop->awaited), (char *)0);
    stop_wait(session);
}

static void answer(struct session *session, const struct heard *heard, int seat, bool is_yes)
{
    struct stop_question *stop = &session->clocks.stop;
    stop->awaited &= ~(1u << seat);
    if (!is_yes) {
        stop->until = 0;
        tell_room(session, POST_NEWS, STRING_STOP_DENIED, "who", session->seats[seat].name, "by",
                  session->seats[stop->by].name, (char *)0);
    } else if (stop->awaited) {
        tell_waits(session, heard);
    } else {
        stop->until = 0;
        leave_close(session, heard, session->seats[stop->by].name, "stopped");
    }
}

void host_stop(struct host *host, struct session *session, const struct heard *heard,
               const char *words)
{
    if (host_lacks_table(host, session, heard) || guests_stop(session, heard))
        return;
    int seat = session_seat_of(session, heard);
    bool is_no = text_same_word(words, "no");
    if (stop_waits_for(session, seat))
        answer(session, heard, seat, !is_no);
    else if (is_no)
        tell_openly(host, heard, STRING_STOP_NOBODY_ASKS, (char *)0);
    else if (session_refuses(session, heard, "stop"))
        return;
    else if (!host_stop_needs_others(session, heard))
        leave_close(session, heard, heard->name, "stopped");
    else if (is_asked(session))
        tell_waits(session, heard);
    else
        ask(session, heard, seat);
}

void stop_wait(struct session *session)
{
    if (is_asked(session) && session->play_on_at > session->clocks.stop.until)
        clock_play_on_at(session, session->clocks.stop.until);
}

bool stop_runs_out(struct session *session)
{
    struct stop_question *stop = &session->clocks.stop;
    if (stop->until == 0 || stop->until > session->host->now)
        return false;
    bool has_left = session->playing->is_over || session->seats[stop->by].is_left ||
                    session->seats[stop->by].kind != SEAT_PERSON;
    stop->until = 0;
    if (!has_left)
        leave_seat(session, stop->by);
    return !has_left;
}

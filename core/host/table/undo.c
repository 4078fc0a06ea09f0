/* Taking back the latest step (session/takeback.h): who may, who has to agree, and what else is
   said. Bounded: one person of a table asks at a time, and the question ends with the next move;
   asking and answering are lines of the record. */
#include "turn.h"

#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "host_commands.h"
#include "host_state.h"
#include "posts.h"
#include "room.h"
#include "seat.h"
#include "strings/shared.def"
#include "strings/undo.def"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "trial.h"

enum undo_rule { UNDO_IS_FREE, UNDO_BY_CONSENT, UNDO_IS_OFF };

enum { UNDO_RULES = 3, UNDOS_IN_A_ROW = 3 /* of one person in one turn, where others wait */ };

static const char *const rules[UNDO_RULES] = {"free", "consent", "off"};

/* The strictest of the rooms that see the table. */
static enum undo_rule rule_at(const struct session *session)
{
    enum undo_rule strictest = UNDO_IS_FREE;
    for (int i = 0; i < session_showing_count(session); i++) {
        const struct showing *showing = session_showing(session, i);
        for (int rule = UNDO_RULES - 1; rule > (int)strictest; rule--)
            if (room_rule_is(session->host, showing->port, showing->name, RULE_UNDO, rules[rule]))
                strictest = (enum undo_rule)rule;
    }
    return strictest;
}

/* Alone with robots all of one's own moves go back that are still held; where others may come, the
   law holds. */
static int refusal_at_home(const struct takeback *takeback, bool is_sought)
{
    if (is_sought && takeback->count > 0 && takeback->open == 0)
        return STRING_UNDO_SOUGHT;
    if (takeback->count > 0)
        return takeback_is_near(takeback) ? STRING_NONE : STRING_UNDO_FAR;
    return takeback->end == TAKEBACK_FAR ? STRING_UNDO_FAR : STRING_UNDO_NONE_HOME;
}

/* STRING_NONE if the seat can take its latest step back. */
static int refusal(const struct session *session, int seat)
{
    const struct takeback *takeback = &session->takeback;
    if (session->playing->table.over || session->playing->is_over)
        return STRING_UNDO_OVER;
    if (session_is_alone(session))
        return refusal_at_home(takeback, session->is_sought);
    if (takeback->seat != seat)
        return takeback->seat == SEAT_NONE   ? STRING_UNDO_NONE
               : takeback->seat == SEAT_HOST ? STRING_UNDO_CLOCK
                                             : STRING_UNDO_OTHER;
    if (takeback_count(takeback, seat) == 0)
        return takeback->end == TAKEBACK_SEEN     ? STRING_UNDO_SEEN
               : takeback->end == TAKEBACK_CHANCE ? STRING_UNDO_CHANCE
               : takeback->end == TAKEBACK_FAR    ? STRING_UNDO_FAR
                                                  : STRING_UNDO_NONE;
    bool is_often = takeback_undone(takeback, seat) >= UNDOS_IN_A_ROW;
    return takeback_is_near(takeback) && !is_often ? STRING_NONE : STRING_UNDO_OFTEN;
}

bool host_can_undo(const struct session *session, const struct heard *heard)
{
    int seat = session_seat_of(session, heard);
    return seat >= 0 && session_has_begun(session) && !session->seats[seat].is_left &&
           !session->playing->lot.day && refusal(session, seat) == STRING_NONE &&
           rule_at(session) != UNDO_IS_OFF;
}

static void take_back(struct session *session, const struct heard *heard, int seat)
{
    struct change *change = change_new(session, heard);
    struct trial *trial = change->trial = trial_new(session, &change->draft);
    trial_undo(trial, seat);
    turn_commit(change);
}

/* ---- consent ---- */

static unsigned others(const struct session *session, int asking)
{
    unsigned seats = 0;
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_left && seat != asking)
            seats |= 1u << seat;
    }
    return seats;
}

static unsigned silent_seats(const struct session *session)
{
    return others(session, session->takeback.asked.seat) & ~session->takeback.asked.agreed;
}

/* It is still the latest. */
static int asking_seat(const struct session *session)
{
    int seat = takeback_asking(&session->takeback);
    return seat >= 0 && refusal(session, seat) == STRING_NONE ? seat : SEAT_NONE;
}

bool undo_waits_for(const struct session *session, int seat)
{
    return asking_seat(session) >= 0 && silent_seats(session) >> seat & 1;
}

static void told_asked(struct change *change)
{
    const struct session *session = change->session;
    tell_room(session, POST_NEWS, STRING_UNDO_ASKED, "by", session->seats[change->seat].name, "who",
              session_people(session, silent_seats(session)), (char *)0);
}

static void told_agreed(struct change *change)
{
    tell_openly(change->session->host, &change->heard, STRING_UNDO_WAITS, "who",
                session_people(change->session, silent_seats(change->session)), (char *)0);
}

/* The note is the name of the person who asked. */
static void told_denied(struct change *change)
{
    tell_room(change->session, POST_NEWS, STRING_UNDO_DENIED, "who",
              change->session->seats[change->seat].name, "by", change->note, (char *)0);
}

static void vote(struct session *session, const struct heard *heard, int seat, bool is_yes,
                 change_done *told)
{
    int asking = asking_seat(session);
    change_commit_line(session, heard, seat, asking >= 0 ? session->seats[asking].name : NULL, told,
                       "vote for=undo seat=%d says=%s", seat + 1, is_yes ? "yes" : "no");
}

static void ask(struct session *session, const struct heard *heard, int seat)
{
    if (asking_seat(session) == seat) {
        tell_openly(session->host, heard, STRING_UNDO_WAITS, "who",
                    session_people(session, silent_seats(session)), (char *)0);
        return;
    }
    if (others(session, seat) == 0)
        take_back(session, heard, seat);
    else
        vote(session, heard, seat, true, told_asked);
}

static void answer(struct session *session, const struct heard *heard, int seat, bool is_yes)
{
    int asking = asking_seat(session);
    if (asking < 0 || asking == seat) {
        tell_openly(session->host, heard, STRING_UNDO_NOBODY_ASKS, (char *)0);
        return;
    }
    unsigned silent = silent_seats(session), own = 1u << seat;
    if (is_yes && !(silent & ~own))
        take_back(session, heard, asking);
    else if (is_yes && !(silent & own))
        tell_openly(session->host, heard, STRING_UNDO_WAITS, "who", session_people(session, silent),
                    (char *)0);
    else
        vote(session, heard, seat, is_yes, is_yes ? told_agreed : told_denied);
}

/* ---- what is typed ---- */

static void undo(struct session *session, const struct heard *heard, int seat)
{
    int id = refusal(session, seat);
    enum undo_rule rule = rule_at(session);
    int last = session->takeback.seat;
    if (id != STRING_NONE)
        tell_openly(session->host, heard, id, "who",
                    last >= 0 && last < session->seat_count ? session->seats[last].name : "",
                    (char *)0);
    else if (rule == UNDO_IS_OFF)
        tell_openly(session->host, heard, STRING_UNDO_OFF, (char *)0);
    else if (rule == UNDO_BY_CONSENT)
        ask(session, heard, seat);
    else
        take_back(session, heard, seat);
}

void host_undo(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const char *words = call->words;
    bool is_yes = text_same_word(words, "yes");
    int seat;
    if (tell_refuses_player(host, session, heard, &seat))
        return;
    if (is_yes || text_same_word(words, "no"))
        answer(session, heard, seat, is_yes);
    else if (heard->press && session_is_old_press(session, heard->press, seat))
        /* or pressing twice would take two moves back */
        tell_openly(host, heard, STRING_PRESS_STALE, (char *)0);
    else if (*words)
        tell_openly(host, heard, STRING_UNDO_WORDS, "typed", words, (char *)0);
    else
        undo(session, heard, seat);
}

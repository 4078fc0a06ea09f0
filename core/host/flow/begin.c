/* Beginning when everybody can be given the hand. The networks say who can; while one is still finding out, the start
   waits, and the person who asked for it soon hears for whom. Bounded: STARTERS of a table are kept, and each further
   one is answered at once. What is dealt: turn.c. */
#include "begin.h"

#include <stdlib.h>
#include <string.h>

#include "session_view.h"
#include "check.h"
#include "far.h"
#include "host_state.h"
#include "input.h"
#include "seats.h"
#include "tell.h"
#include "turn.h"
#include "text.h"
#include "posts.h"
#include "presence.h"
#include "tables.h"

enum {
    STARTERS = 8,
    PATIENCE_MS = 1500 /* most networks know by then, and nobody is told; a press has to be answered soon after */
};

/* The people that the network says this of. */
static unsigned people_in_reach(const struct session *session, enum host_reach reach)
{
    unsigned seats = 0;
    if (session->game->hand < 0)
        return 0;
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_detached && s->port->reach &&
            s->port->reach(s->port->self, s->key) == reach)
            seats |= 1u << seat;
    }
    return seats;
}

/* ---- who asked for it ---- */

void begin_release(struct session *session)
{
    session->starts_told_at = INT64_MAX;
    while (session->starters) {
        struct input *input = session->starters;
        struct heard heard = input_heard(input);
        session->starters = input->next;
        host_dismiss(session->host, &heard);
        free(input);
    }
}

bool begin_holds(const struct session *session, const struct input *input)
{
    for (const struct input *one = session->starters; one && input->has_id; one = one->next)
        if (one->has_id && strcmp(one->id, input->id) == 0)
            return true;
    return false;
}

/* Without ids of messages a network cannot tell what an answer is for: one answer is enough. */
static bool is_same(const struct input *kept, const struct heard *heard)
{
    return !heard->id && !kept->has_id && strcmp(kept->key, heard->key) == 0;
}

/* Keeps the person until the start waits no more. False if there is no place. */
static bool keep(struct session *session, const struct heard *heard)
{
    struct input **end = &session->starters;
    int count = 0;
    for (; *end; end = &(*end)->next, count++)
        if (is_same(*end, heard))
            return true;
    if (count < STARTERS)
        *end = input_of_heard(heard);
    return count < STARTERS;
}

static void tell_wait(const struct session *session, const struct heard *heard, enum string id, unsigned seats)
{
    tell_openly(session->host, heard, id, "who", session_people(session, seats), (char *)0);
}

static void wait_for(struct session *session, const struct heard *heard, unsigned seats, bool is_first)
{
    if (is_first)
        session->starts_told_at = session->host->now + PATIENCE_MS;
    bool is_later = session->starts_told_at != INT64_MAX && keep(session, heard);
    if (!is_later)
        tell_wait(session, heard, STRING_START_WAITS, seats);
}

void begin_tell_waiting(struct session *session)
{
    unsigned seats = session->is_start_wanted ? people_in_reach(session, HOST_REACH_ASKED) : 0;
    for (const struct input *input = session->starters; input && seats; input = input->next) {
        struct heard heard = input_heard(input);
        tell_wait(session, &heard, STRING_START_WAITS, seats);
    }
    begin_release(session);
}

/* ---- beginning ---- */

static void tell_unreached(struct session *session, const struct heard *heard, unsigned seats)
{
    if (seats & ~session->unreached)
        tell_room(session, POST_NEWS, STRING_START_UNREACHED, "who", session_people(session, seats), (char *)0);
    else if (heard)
        tell_wait(session, heard, STRING_START_UNREACHED, seats);
    begin_release(session);
}

/* Before the deal, so that nothing stands between it and the hands: how everybody reads, and whether this kind of game
   is new to somebody there. */
static void ask_networks(struct session *session)
{
    session_ask_looks(session);
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        const struct host_port *port = s->kind == SEAT_PERSON && !s->is_left && !s->is_detached ? s->port : NULL;
        session->explains_codes |= port && port->is_first && port->is_first(port->self, s->key, session->game->id);
    }
}

void begin_game(struct session *session, const struct heard *heard, bool by_itself)
{
    bool is_first = !session->is_start_wanted;
    session->unreached = is_first ? 0 : session->unreached;
    unsigned unreached = people_in_reach(session, HOST_UNREACHED), asked = people_in_reach(session, HOST_REACH_ASKED);
    session->is_start_wanted = unreached || asked;
    if (unreached)
        tell_unreached(session, heard, unreached);
    else if (asked && heard)
        wait_for(session, heard, asked, is_first);
    else if (!asked) {
        ask_networks(session);
        turn_start(session, by_itself ? NULL : heard);
    }
    session->unreached = unreached | (session->unreached & asked); /* no news if they are only tried again */
    clock_wake(session);
}

void host_reach_known(struct host *host, const char *network, const char *key, int64_t now)
{
    struct session *session;
    host->now = now;
    far_note(host, HOST_EVENT_REACH_KNOWN, network, key);
    for (int i = 0; (session = host_table_of(host, network, key, i)); i++)
        if (session->is_start_wanted && !session_has_begun(session))
            clock_play_on_at(session, now);
}

/* Beginning when everybody can be given the hand. The networks say who can; while one is still
   finding out, the start waits, and the person who asked for it soon hears for whom. Then the
   seats are closed, and people may cut for SEAL_CUTS_MS, which begin anew only after a restart.
   Bounded: STARTERS of a table are kept, and each further one is answered at once. What is
   dealt: rules.c. */
#include "begin.h"

#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "check.h"
#include "edition.h"
#include "far.h"
#include "host_state.h"
#include "input.h"
#include "posts.h"
#include "reports.h"
#include "seal.h"
#include "seats.h"
#include "session_view.h"
#include "sits.h"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "turn.h"

enum {
    STARTERS = 8,
    LINE_BYTES = 64,
    PATIENCE_MS = 1500 /* most networks know by then, and nobody is told; a press has to be answered
                          soon after */
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

static void tell_wait(const struct session *session, const struct heard *heard, enum string id,
                      unsigned seats)
{
    tell_openly(session->host, heard, id, "who", session_people(session, seats), (char *)0);
}

static void wait_for(struct session *session, const struct heard *heard, unsigned seats,
                     bool is_first)
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
    if (seats && !session->starters) /* the last seat was taken, and nobody asked */
        tell_room(session, POST_NEWS, STRING_START_WAITS, "who", session_people(session, seats),
                  (char *)0);
    begin_release(session);
}

/* ---- beginning ---- */

static void tell_unreached(struct session *session, const struct heard *heard, unsigned seats)
{
    if (seats & ~session->unreached)
        tell_room(session, POST_NEWS, STRING_START_UNREACHED, "who", session_people(session, seats),
                  (char *)0);
    else if (heard)
        tell_wait(session, heard, STRING_START_UNREACHED, seats);
    begin_release(session);
}

/* Before the deal, so that nothing stands between it and the hands: how everybody reads, and to
   whom this kind of game is new. */
static void ask_networks(struct session *session)
{
    session_ask_looks(session);
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct seat *s = &session->seats[seat];
        const struct host_port *port =
            s->kind == SEAT_PERSON && !s->is_left && !s->is_detached ? s->port : NULL;
        /* said once */
        s->is_new |=
            port && port->is_first && port->is_first(port->self, s->key, session->game->id);
    }
}

/* ---- closing the seats ---- */

static unsigned not_ready(const struct session *session)
{
    unsigned seats = 0;
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_left && !s->is_ready &&
            !seal_cut_counts(session, seat))
            seats |= 1u << seat;
    }
    return seats;
}

/* Somebody may still want to cut. Alone with robots there is nobody to prove anything to, unless
   the person wants it. */
static bool waits_for_cuts(const struct session *session)
{
    bool has_time = session_is_alone(session) ? session->closing.waits_for_cut
                                              : session->closing.deals_at > session->host->now;
    return session->closing.is_closed && has_time && not_ready(session);
}

static int64_t seconds_left(const struct session *session)
{
    int64_t left = session->closing.deals_at == INT64_MAX
                       ? SEAL_CUTS_MS
                       : session->closing.deals_at - session->host->now;
    return (left + 999) / 1000;
}

void begin_put_wait(const struct session *session, struct prose *tale)
{
    if (!waits_for_cuts(session))
        return;
    prose_put(tale, tale->length > 0 ? " " : "");
    if (session_is_alone(session))
        view_string(tale, STRING_CLOSED_ALONE, (char *)0);
    else
        view_string(tale, STRING_CLOSED_WAITS, "seconds", text_number(seconds_left(session)),
                    (char *)0);
}

void begin_go_on(struct session *session, const struct heard *heard)
{
    if (!waits_for_cuts(session)) {
        begin_game(session, heard, true);
        return;
    }
    if (session->closing.deals_at == INT64_MAX && !session_is_alone(session))
        session->closing.deals_at = session->host->now + SEAL_CUTS_MS;
    if (session->closing.deals_at != INT64_MAX)
        clock_play_on_at(session, session->closing.deals_at);
}

/* Who says start is ready; at a terminal that holds for all who sit at it. */
static void note_ready(struct session *session, const struct heard *heard)
{
    int own = session_seat_of(session, heard);
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct seat *s = &session->seats[seat];
        bool is_beside =
            heard->rank & RANK_LOCAL && s->port && strcmp(s->port->network, heard->network) == 0;
        s->is_ready |= seat == own || is_beside;
    }
}

static void tell_ready(const struct session *session, const struct heard *heard)
{
    tell_openly(session->host, heard, STRING_START_READY, "who",
                session_people(session, not_ready(session)), "seconds",
                text_number(seconds_left(session)), (char *)0);
}

void begin_hurry(struct session *session, const struct heard *heard)
{
    note_ready(session, heard);
    if (!waits_for_cuts(session)) {
        begin_game(session, heard, false);
        return;
    }
    tell_ready(session, heard);
    begin_go_on(session, heard);
}

static void told_closed(struct change *change)
{
    struct session *session = change->session;
    bool is_asked = change->input->kind == INPUT_HEARD;
    struct prose tale;
    prose_clear(&tale);
    if (is_asked && !session->closing.waits_for_cut)
        note_ready(session, &change->heard);
    for (const struct input *starter = session->starters; starter; starter = starter->next) {
        struct heard heard = input_heard(starter);
        note_ready(session, &heard);
    }
    if (!waits_for_cuts(session)) {
        begin_game(session, is_asked ? &change->heard : NULL, !is_asked);
        return;
    }
    if (is_asked || session->starters) /* else the last one who sat down was told of */
        view_string(&tale, STRING_CLOSED, "who",
                    session_people(session, session_all_seats(session)), (char *)0);
    begin_put_wait(session, &tale);
    tell_post(session, POST_NEWS, &tale);
    if (is_asked && !change->heard.room && !showing_is_private(&session->home))
        tell_ready(session, &change->heard);
    begin_go_on(session, &change->heard);
}

static void add_line(void *arg, const char *line)
{
    change_add(arg, line);
}

/* People chose their partners by the order in which they sat down. */
static int first_among_pairs(const struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->seats[seat].begins)
            return seat + 1;
    return 1;
}

/* heard: who said start; NULL if the last seat was taken, or what the start waited for has come. */
static void close_seats(struct session *session, const struct heard *heard)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    struct change *change = change_new(session, heard);
    int first = session->closing.first;
    if (first == 0 && session->game->partners)
        first = first_among_pairs(session);
    change_put_options(change);
    edition_choose(session);
    edition_each_line(session, add_line, change);
    seal_put_close(first, &line);
    change_add_line(change, &line);
    change_commit_lines(change, SEAT_NONE, NULL, told_closed);
}

static void close_or_deal(struct session *session, const struct heard *heard, bool by_itself)
{
    if (session_has_begun(session))
        turn_play_on(session); /* the next game of a match */
    else if (session->closing.is_closed || session->playing->lot.rules < LUCK_RULES)
        turn_start(session, by_itself ? NULL : heard);
    else
        close_seats(session, by_itself ? NULL : heard);
}

void begin_game(struct session *session, const struct heard *heard, bool by_itself)
{
    sits_tell(session);
    bool is_first = !session->is_start_wanted;
    session->unreached = is_first ? 0 : session->unreached;
    unsigned unreached = people_in_reach(session, HOST_UNREACHED),
             asked = people_in_reach(session, HOST_REACH_ASKED);
    session->is_start_wanted = unreached || asked;
    if (unreached)
        tell_unreached(session, heard, unreached);
    else if (asked && heard)
        wait_for(session, heard, asked, is_first);
    else if (asked && is_first)
        session->starts_told_at = session->host->now + PATIENCE_MS;
    else if (!asked) {
        ask_networks(session);
        close_or_deal(session, heard, by_itself);
    }
    /* no news if they are only tried again */
    session->unreached = unreached | (session->unreached & asked);
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

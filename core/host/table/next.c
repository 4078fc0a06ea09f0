/* !next and !swap: who has no seat comes into the line for the next game, or leaves it. Each step
   is saved before it is told. The line is session/waiting.c's; how robots' seats go to these people
   is in tell/trial.c and rematch.c. */
#include "turn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "lobby.h"
#include "offers.h"
#include "pending.h"
#include "policy.h"
#include "seat.h"
#include "seek.h"
#include "strings/again.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"

struct nexting {
    struct pending pending;
    int64_t table;
    bool leaves;
};

/* Where the line is: at a table, or at the offer of another game. One of them is NULL. */
struct line {
    struct session *session;
    struct offer *offer;
};

static int64_t table_of(const struct line *line)
{
    return line->session ? line->session->id : line->offer->table;
}

/* The names of robots, by seat; NULL where none sits. */
static void find_robots(const struct line *line, const char *robots[TABLE_SEATS])
{
    int seats = line->session ? line->session->seat_count : line->offer->seat_count;
    for (int seat = 0; seat < TABLE_SEATS; seat++) {
        robots[seat] = NULL;
        if (seat >= seats)
            continue;
        if (line->session && line->session->seats[seat].kind == SEAT_ROBOT)
            robots[seat] = line->session->seats[seat].name;
        if (!line->session && !line->offer->seats[seat].is_person)
            robots[seat] = line->offer->seats[seat].name;
    }
}

/* As things are. NULL if none is left for it. */
static const char *robot_for(const struct waiting *waiting, int place,
                             const char *const robots[TABLE_SEATS])
{
    int who[TABLE_SEATS];
    waiting_share_out(waiting, ~0u, robots, who);
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        if (who[seat] == place)
            return robots[seat];
    return NULL;
}

/* ---- when it is saved ---- */

void next_fini(struct host *host)
{
    pending_orphan(&host->pending.nextings);
    pending_orphan(&host->pending.seekings);
    waiting_fini(host);
}

static bool find_line(struct host *host, int64_t table, struct line *line)
{
    *line = (struct line){.offer = offers_of(host, table)};
    if (!line->offer)
        line->session = session_numbered(host, table);
    return line->offer || line->session;
}

/* Tells all rooms. A game that waited only for somebody more begins. */
static void tell_line(struct host *host, const struct line *line, const char *name,
                      const char *robot)
{
    int id = robot ? STRING_NEXT_ROBOT : STRING_NEXT_WAITS;
    if (line->session) {
        tell_room(line->session, POST_NEWS, id, "who", name, "robot", robot ? robot : "",
                  (char *)0);
        return;
    }
    struct offer *offer = line->offer;
    tell_offer(host, offer, id, "who", name, "robot", robot ? robot : "", (char *)0);
    if (offer_count(offer, offer_seat_has_said) > 0 && offer->starts_at == INT64_MAX &&
        !offer->is_untold)
        rematch_start(host, offer);
}

/* Not in a room where the line is told. */
static bool is_elsewhere(const struct line *line, const struct waiter *waiter)
{
    return line->session && (waiter->is_apart || !session_showing_on(line->session, waiter->port));
}

static void came(struct host *host, const struct line *line, const struct heard *heard)
{
    const char *robots[TABLE_SEATS];
    const struct waiting *waiting = waiting_of(host, table_of(line));
    int place = waiting_place(host, waiting, heard);
    find_robots(line, robots);
    if (place < 0)
        return; /* a game has begun meanwhile, and the person plays */
    tell_line(host, line, waiting->people[place].name, robot_for(waiting, place, robots));
    if (is_elsewhere(line, &waiting->people[place]))
        tell_openly(host, heard, STRING_NEXT_APART, "game", line->session->game->name, "number",
                    text_number(seek_of(line->session) ? seek_of(line->session)->number : 0),
                    (char *)0);
}

static void was_not_saved(struct host *host, const struct nexting *nexting,
                          const struct heard *heard)
{
    struct waiting *waiting = waiting_of(host, nexting->table);
    int place = waiting_place(host, waiting, heard);
    if (place >= 0 && !nexting->leaves)
        waiting_take(host, waiting, place, NULL, NULL);
    tell_openly(host, heard, STRING_SAVE_FAILED, (char *)0);
}

static void was_saved(void *arg, enum row_result result)
{
    struct nexting *nexting = arg;
    struct host *host = nexting->pending.host;
    struct line line;
    struct heard heard = input_heard(nexting->pending.input);
    if (host && result != ROW_SAVED)
        was_not_saved(host, nexting, &heard);
    else if (host && nexting->leaves)
        tell_openly(host, &heard, STRING_NEXT_OFF, (char *)0);
    else if (host && find_line(host, nexting->table, &line))
        came(host, &line, &heard);
    else if (host)
        tell_openly(host, &heard, STRING_AGAIN_OVER, (char *)0);
    struct session *session = host ? session_numbered(host, nexting->table) : NULL;
    if (session)
        seek_note(session);
    pending_end(nexting);
}

static struct nexting *nexting_new(struct host *host, int64_t table, const struct heard *heard,
                                   bool leaves)
{
    struct nexting *nexting =
        pending_new(&host->pending.nextings, host, heard, sizeof *nexting, PENDING_ANSWER);
    nexting->table = table;
    nexting->leaves = leaves;
    return nexting;
}

/* ---- what is typed ---- */

/* A table by its number, as on a button, or what is played here, or was last. */
static struct line meant(struct host *host, struct session *session, const struct heard *heard,
                         const char *words)
{
    int64_t number = strtoll(words, NULL, 10);
    struct line line = {.offer = number > 0 ? offers_of(host, number) : NULL};
    if (!line.offer && heard->room && (!session || session->state.has_told_end))
        line.offer = offers_in(host, heard->network, heard->room);
    if (!line.offer && session && !session->state.has_told_end)
        line.session = session;
    return line;
}

static void tell_seated(const struct line *line, struct host *host, const struct heard *heard,
                        int seat)
{
    const struct session *session = line->session;
    int id = !session ? line->offer->seats[seat].has_said ? STRING_NEXT_PLAYS : STRING_NEXT_AGAIN
             : session->seats[seat].is_left ? STRING_NEXT_JOIN_BACK
             : session_has_begun(session)   ? STRING_NEXT_SEATED
                                            : STRING_JOIN_SEATED_START;
    tell_openly(host, heard, id, (char *)0);
}

static bool is_refused(const struct line *line, struct host *host, const struct heard *heard)
{
    struct session *session = line->session;
    const struct offer *offer = line->offer;
    int seat = session ? session_seat_of(session, heard) : offer_seat_of(host, offer, heard);
    if (seat >= 0) {
        tell_seated(line, host, heard, seat);
        return true;
    }
    if (session && session_seat_waiting(session, heard->network, heard->name) >= 0) {
        tell_not_seated(session, heard, STRING_JOIN_RUNNING);
        return true;
    }
    if (session && tell_refuses_practice(session, heard))
        return true;
    if (session && !session_has_no_seat(session)) {
        tell_openly(host, heard, STRING_NEXT_JOIN, (char *)0);
        return true;
    }
    return session ? guests_refuse(session, heard)
                   : guests_refuse_in(host, heard, offer->rooms[0].port, offer->rooms[0].name) ||
                         (heard->room &&
                          guests_refuse_in(host, heard, host_port_of(host, heard->network),
                                           heard->room));
}

static bool has_no_place(const struct line *line, struct host *host, const struct heard *heard)
{
    const struct waiting *waiting = waiting_of(host, table_of(line));
    bool is_full = waiting && waiting->count == WAITING_MOST;
    enum waiting_bound bound = waiting_bound(host, table_of(line), heard);
    if (is_full)
        tell_openly(host, heard, STRING_NEXT_FULL, "who", waiting_names(waiting), (char *)0);
    else if (bound == WAITING_OF_PERSON)
        tell_openly(host, heard, STRING_NEXT_MANY, "most", text_number(WAITING_EACH), (char *)0);
    else if (bound == WAITING_OF_SOURCE)
        tell_openly(host, heard, STRING_NEXT_MANY_THERE, (char *)0);
    else if (bound == WAITING_OF_HOUSE)
        tell_openly(host, heard, STRING_NEXT_MANY_ALL, (char *)0);
    return is_full || bound != WAITING_FREE;
}

static void leave(const struct line *line, struct host *host, const struct heard *heard)
{
    struct waiting *waiting = waiting_of(host, table_of(line));
    int place = waiting_place(host, waiting, heard);
    if (place < 0)
        tell_openly(host, heard, STRING_NEXT_NOT_WAITING, (char *)0);
    else
        waiting_take(host, waiting, place, was_saved,
                     nexting_new(host, table_of(line), heard, true));
}

static void come(const struct line *line, struct host *host, const struct heard *heard,
                 const struct seat_wish *wish)
{
    const struct waiting *waiting = waiting_of(host, table_of(line));
    int place = waiting_place(host, waiting, heard);
    if (place >= 0 && (!*wish->robot || text_same_word(waiting->people[place].wish, wish->robot)))
        tell_openly(host, heard, STRING_NEXT_WAITING, (char *)0);
    else if (place >= 0 || !has_no_place(line, host, heard))
        waiting_put(host, table_of(line), heard, wish, was_saved,
                    nexting_new(host, table_of(line), heard, false));
}

static bool takes_back(const char *words)
{
    return text_same_word(words, "off") || text_same_word(words, "no");
}

/* False, and the person is told why, if they cannot wait there. */
static bool find_asked(struct host *host, struct session *session, const struct heard *heard,
                       const char *words, struct line *line)
{
    *line = meant(host, session, heard, words);
    if (line->session || line->offer)
        return takes_back(words) || !is_refused(line, host, heard);
    tell_openly(host, heard, heard->room ? STRING_NEXT_NONE : STRING_NEXT_WHERE, (char *)0);
    return false;
}

void host_next(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const char *words = call->words;
    struct line line;
    if (!find_asked(host, call->session, heard, words, &line))
        return;
    if (takes_back(words))
        leave(&line, host, heard);
    else
        come(&line, host, heard, &(struct seat_wish){.robot = ""});
}

/* ---- from elsewhere ---- */

void next_come_apart(struct session *session, const struct heard *heard, bool is_apart)
{
    const struct line line = {.session = session};
    if (!is_refused(&line, session->host, heard))
        come(&line, session->host, heard, &(struct seat_wish){.robot = "", .is_apart = is_apart});
}

void next_go(struct session *session, const struct heard *heard)
{
    const struct line line = {.session = session};
    leave(&line, session->host, heard);
}

bool next_waits(const struct session *session, const struct heard *heard)
{
    return waiting_place(session->host, waiting_of(session->host, session->id), heard) >= 0;
}

/* ---- a robot's seat ---- */

/* Or the one that the person would get. NULL if absent. */
static const char *find_wish(struct host *host, const struct line *line, const struct heard *heard,
                             const char *typed, const char *robots[TABLE_SEATS])
{
    const struct waiting *waiting = waiting_of(host, table_of(line));
    struct waiting with = {.count = 0};
    if (waiting)
        with = *waiting;
    int place = waiting_place(host, waiting, heard);
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        if (*typed && robots[seat] && text_same_word(robots[seat], typed))
            return robots[seat];
    if (place < 0 && with.count < WAITING_MOST)
        place = with.count++;
    return *typed || place < 0 ? NULL : robot_for(&with, place, robots);
}

static void tell_no_robot(struct host *host, const struct heard *heard, const char *typed,
                          const char *const robots[TABLE_SEATS])
{
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        if (robots[seat])
            text_putf(&who, "%s%s", who.length > 0 ? "\n" : "", robots[seat]);
    tell_openly(host, heard, *typed && who.length > 0 ? STRING_SWAP_UNKNOWN : STRING_SWAP_NONE,
                "typed", typed, "who", names, (char *)0);
}

void host_swap(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const char *words = call->words;
    struct line line;
    const char *robots[TABLE_SEATS];
    if (!find_asked(host, call->session, heard, words, &line))
        return;
    find_robots(&line, robots);
    const char *robot = find_wish(host, &line, heard, words, robots);
    if (takes_back(words))
        leave(&line, host, heard);
    else if (robot)
        come(&line, host, heard, &(struct seat_wish){.robot = robot});
    else
        tell_no_robot(host, heard, words, robots);
}

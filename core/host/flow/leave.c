/* Leaving a table, being kicked, and closing it. In play a robot takes the seat, so that the
   others can go on; with the last person the table ends. Each is first a line of the record
   (apply.c applies it). */
#include <stdio.h>
#include <string.h>

#include "bans.h"
#include "choices.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "leave.h"
#include "posts.h"
#include "presence.h"
#include "record.h"
#include "refuse.h"
#include "seats.h"
#include "sits.h"
#include "tell.h"
#include "text.h"

enum {
    LINE_BYTES = 256,
    ASKED_MS = 60000 /* for the person who is asked whether to end a game */
};

void leave_tell(struct change *change, enum string id)
{
    struct prose tale;
    prose_clear(&tale);
    view_string(&tale, id, "by", change->heard.name, "who", change->note, (char *)0);
    prose_put(&tale, change->frees_first ? " " : "");
    if (change->frees_first)
        view_string(&tale, STRING_FIRST_LOT_AGAIN, (char *)0);
    tell_post(change->session, POST_NEWS, &tale);
}

void leave_tell_rest(struct change *change)
{
    struct session *session = change->session;
    int heir = session_opener_seat(session);
    if (change->ends)
        tell_end(session, STRING_TABLE_CLOSED_EMPTY, "id", session->game->id, (char *)0);
    else if (change->hands_over && heir >= 0)
        tell_room(session, POST_NEWS, STRING_HANDED_OVER, "who", session->seats[heir].name,
                  (char *)0);
    else if (session_has_fixed_seats(session))
        clock_play_on_at(session, session->host->now);
}

static void told_left(struct change *change)
{
    struct session *session = change->session;
    enum string id = session_has_fixed_seats(session) ? STRING_LEFT_PLAY : STRING_LEFT_LOBBY;
    if (change->ends && session_has_fixed_seats(session)) {
        tell_end(session, STRING_LEFT_PLAY_LAST, "who", change->note, (char *)0);
        return;
    }
    leave_tell(change, id);
    leave_tell_rest(change);
}

/* Kicked by somebody at the table, or banned from the house. */
static void told_thrown_out(struct change *change)
{
    struct session *session = change->session;
    bool is_kick = change->input->kind == INPUT_HEARD,
         goes_on = session_has_fixed_seats(session) && !change->ends;
    enum string id = goes_on ? (is_kick ? STRING_KICKED_PLAY : STRING_BANNED_PLAY)
                             : (is_kick ? STRING_KICKED_LOBBY : STRING_BANNED_LOBBY);
    leave_tell(change, id);
    leave_tell_rest(change);
}

/* Only robots would be left if this seat were empty. */
static bool is_last_person(const struct session *session, int leaving)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (seat != leaving && session->seats[seat].kind == SEAT_PERSON &&
            !session->seats[seat].is_left)
            return false;
    return true;
}

void leave_get_up(struct session *session, const struct heard *heard, int seat,
                  const char *line_kind, change_done *told)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    struct change *change = change_new(session, heard);
    bool is_last = is_last_person(session, seat) && session->seats[seat].kind == SEAT_PERSON;
    text_put(&line, line_kind);
    record_put_number(&line, "seat", seat + 1);
    change_add(change, bytes);
    if (is_last) /* who went, and that this was the end */
        change_add(change, "end reason=left");
    change->hands_over = session->seats[seat].is_opener && !session_has_fixed_seats(session);
    change->frees_first = session->seats[seat].begins && !session_has_fixed_seats(session);
    change_commit_lines(change, seat, session->seats[seat].name, told);
}

void host_leave(struct host *host, struct session *session, const struct heard *heard)
{
    if (host_lacks_table(host, session, heard))
        return;
    sits_tell(session);
    int seat = session_seat_of(session, heard);
    if (seat < 0 || session->seats[seat].is_left)
        tell_person(host, heard, STRING_LEAVE_NOT_SEATED, (char *)0);
    else
        leave_get_up(session, heard, seat, session_has_fixed_seats(session) ? "away" : "unsit",
                     told_left);
}

void leave_seat(struct session *session, int seat)
{
    leave_get_up(session, NULL, seat, "away", told_left);
}

/* In play, a robot's seat that no person left. */
static bool is_robot_in_play(const struct session *session, int seat)
{
    return session_has_fixed_seats(session) && session->seats[seat].kind == SEAT_ROBOT;
}

void host_each_to_kick(const struct session *session, const struct heard *heard,
                       bool (*each)(void *arg, const char *name), void *arg)
{
    int own = session_seat_of(session, heard);
    for (int seat = 0; seat < session->seat_count; seat++)
        if (seat != own && !is_robot_in_play(session, seat) &&
            !each(arg, session->seats[seat].name))
            return;
}

static bool take_name(void *arg, const char *name)
{
    *(const char **)arg = name;
    return false;
}

static void tell_whom_to_kick(struct session *session, const struct heard *heard, const char *names)
{
    const char *example = NULL;
    host_each_to_kick(session, heard, take_name, &example);
    if (example)
        tell_person(session->host, heard, STRING_KICK_WHOM, "example", example, "who", names,
                    (char *)0);
    else
        tell_person(session->host, heard, STRING_KICK_NOBODY, (char *)0);
}

void host_kick(struct host *host, struct session *session, const struct heard *heard,
               const char *name)
{
    if (host_lacks_table(host, session, heard) || session_refuses(session, heard, "kick"))
        return;
    sits_tell(session);
    int seat;
    if (names_ask(session, heard, name, "kick", &seat))
        return;
    const char *names = session_people(session, session_all_seats(session));
    if (*name == '\0')
        tell_whom_to_kick(session, heard, names);
    else if (seat < 0)
        tell_person(host, heard, STRING_KICK_UNKNOWN, "typed", name, "who", names, (char *)0);
    else if (seat == session_seat_of(session, heard))
        tell_person(host, heard, STRING_KICK_SELF, (char *)0);
    else if (is_robot_in_play(session, seat))
        tell_person(host, heard, STRING_KICK_ROBOT, "who", session->seats[seat].name, (char *)0);
    else if (presence_is_person(&session->seats[seat]) &&
             presence_of(session, &session->seats[seat]).kind == PRESENCE_NETWORK_AWAY)
        tell_person(host, heard, STRING_AWAY_NETWORK, "who", session->seats[seat].name, "place",
                    presence_place(session, &session->seats[seat]), (char *)0);
    else
        leave_get_up(session, heard, seat, session_has_fixed_seats(session) ? "kick" : "unsit",
                     told_thrown_out);
}

/* One question a table: the next person to ask takes its place. */
bool host_must_ask(struct session *session, const struct heard *heard, bool leaves)
{
    int64_t now = heard->now;
    int seat = session_seat_of(session, heard);
    bool is_last = seat >= 0 && !session->seats[seat].is_left && is_last_person(session, seat);
    uint64_t who = text_hash(text_hash(HASH_START, heard->network), heard->key);
    bool is_asked = session->asked_end == who && now - session->asked_end_at < ASKED_MS;
    const struct stop_question *stop = &session->clocks.stop;
    bool asks_others = !leaves && seat >= 0 && stop->by == seat && stop->until > session->host->now;
    if (!session_has_begun(session) || session->playing->is_over || asks_others ||
        !(leaves ? is_last : session_obeys(session, heard)))
        return false;
    session->asked_end = is_asked ? 0 : who;
    session->asked_end_at = now;
    return !is_asked;
}

/* Nobody says it where the room is gone: people who sit there by a code read it in private. */
static void told_stopped(struct change *change)
{
    struct session *session = change->session;
    bool is_said = change->note[0] != '\0', has_begun = session_has_begun(session);
    tell_end(session,
             !is_said    ? STRING_STOPPED_ROOM_GONE
             : has_begun ? STRING_STOPPED
                         : STRING_STOPPED_LOBBY,
             "by", change->note, "game", session->game->name, (char *)0);
}

static void told_closed(struct change *change)
{
    tell_end(change->session, STRING_TABLE_CLOSED_EMPTY, "id", change->session->game->id,
             (char *)0);
}

void leave_close(struct session *session, const struct heard *heard, const char *by,
                 const char *reason)
{
    change_commit_line(session, heard, SEAT_NONE, by, told_stopped, "end reason=%s", reason);
}

/* ---- by an admin elsewhere ---- */

/* Also from a seat that waits for its word. */
static void throw_out(struct session *session, const struct input *input, change_done *told)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (!seat_belongs(s, input->network, input->key))
            continue;
        leave_get_up(session, NULL, seat, session_has_fixed_seats(session) ? "kick" : "unsit",
                     told);
        return;
    }
}

void leave_banned(struct session *session, const struct input *input)
{
    throw_out(session, input, told_thrown_out);
}

/* ---- a person who is being forgotten ---- */

static void told_gone(struct change *change)
{
    struct session *session = change->session;
    bool goes_on = session_has_fixed_seats(session) && !change->ends;
    leave_tell(change, goes_on ? STRING_FORGOTTEN_PLAY : STRING_LEFT_LOBBY);
    leave_tell_rest(change);
}

/* A table that stands in the person's own private conversation ends: that is no room for others. */
void leave_forgotten(struct session *session, const struct input *input)
{
    const struct showing *home = &session->home;
    bool is_own = home->name[0] == '@' && strcmp(home->name + 1, input->key) == 0 &&
                  strcmp(home->port->network, input->network) == 0;
    if (is_own)
        change_commit_line(session, NULL, SEAT_NONE, NULL, told_closed, "end reason=left");
    else
        throw_out(session, input, told_gone);
}

static void told_ended(struct change *change)
{
    struct session *session = change->session;
    tell_end(session, STRING_ENDED, "by", change->note, "game", session->game->name, (char *)0);
}

void leave_end(struct session *session, const struct input *input)
{
    change_commit_line(session, NULL, SEAT_NONE, input->name, told_ended, "end reason=stopped");
}

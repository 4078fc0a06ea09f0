/* Leaving a table, being kicked, and stopping it. In play a robot takes the seat, so that the others can go on; with
   the last person the table ends. Each is first a line of the record (apply.c applies it). */
#include <stdio.h>
#include <string.h>

#include "bans.h"
#include "record.h"
#include "host_state.h"
#include "input.h"
#include "leave.h"
#include "refuse.h"
#include "seats.h"
#include "tell.h"
#include "text.h"

enum { LINE_BYTES = 256 };

/* The opener left before the game: tells who has the table now. */
void leave_tell_heir(struct change *change)
{
    struct session *session = change->session;
    int heir = session_opener_seat(session);
    if (change->hands_over && heir >= 0 && !change->ends)
        tell_room(session, POST_NEWS, STRING_HANDED_OVER, "who", session->seats[heir].name, (char *)0);
}

static void told_got_up(struct change *change)
{
    struct session *session = change->session;
    tell_room(session, POST_NEWS, STRING_LEFT_LOBBY, "who", change->note, (char *)0);
    leave_tell_heir(change);
    if (change->ends)
        tell_end(session, STRING_TABLE_CLOSED_EMPTY, "id", session->game->id, (char *)0);
}

static void told_left(struct change *change)
{
    struct session *session = change->session;
    if (change->ends) {
        tell_end(session, STRING_LEFT_PLAY_LAST, "who", change->note, (char *)0);
        return;
    }
    tell_room(session, POST_NEWS, STRING_LEFT_PLAY, "who", change->note, (char *)0);
    clock_play_on_at(session, session->host->now);
}

/* Only robots would be left if this seat were empty. */
static bool is_last_person(const struct session *session, int leaving)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (seat != leaving && session->seats[seat].kind == SEAT_PERSON && !session->seats[seat].is_left)
            return false;
    return true;
}

void leave_get_up(struct session *session, const struct heard *heard, int seat, const char *line_kind,
                  change_done *told)
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
    change->ends = is_last;
    change->applies_lines = true;
    change->hands_over = session->seats[seat].is_opener && !session_has_begun(session);
    change->told = told;
    change->seat = seat;
    snprintf(change->note, sizeof change->note, "%s", session->seats[seat].name);
    change_commit(change);
}

void host_leave(struct host *host, struct session *session, const struct heard *heard)
{
    if (host_lacks_table(host, session, heard))
        return;
    int seat = session_seat_of(session, heard);
    if (seat < 0 || session->seats[seat].is_left)
        tell_person(host, heard, STRING_LEAVE_NOT_SEATED, (char *)0);
    else if (session_has_begun(session))
        leave_get_up(session, heard, seat, "away", told_left);
    else
        leave_get_up(session, heard, seat, "unsit", told_got_up);
}

static void told_kicked(struct change *change)
{
    struct session *session = change->session;
    enum string id = session_has_begun(session) && !change->ends ? STRING_KICKED_PLAY : STRING_KICKED_LOBBY;
    tell_room(session, POST_NEWS, id, "by", change->heard.name, "who", change->note, (char *)0);
    leave_tell_heir(change);
    if (change->ends)
        tell_end(session, STRING_TABLE_CLOSED_EMPTY, "id", session->game->id, (char *)0);
    else if (session_has_begun(session))
        clock_play_on_at(session, session->host->now);
}

/* In play, a robot's seat that no person left. */
static bool is_robot_in_play(const struct session *session, int seat)
{
    return session_has_begun(session) && session->seats[seat].kind == SEAT_ROBOT;
}

void host_each_to_kick(const struct session *session, const struct heard *heard,
                       bool (*each)(void *arg, const char *name), void *arg)
{
    int own = session_seat_of(session, heard);
    for (int seat = 0; seat < session->seat_count; seat++)
        if (seat != own && !is_robot_in_play(session, seat) && !each(arg, session->seats[seat].name))
            return;
}

void host_kick(struct host *host, struct session *session, const struct heard *heard, const char *name)
{
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    if (host_lacks_table(host, session, heard) || session_refuses(session, heard, "kick"))
        return;
    int seat;
    if (names_ask(session, heard, name, "kick", &seat))
        return;
    session_people(session, session_all_seats(session), &who);
    if (*name == '\0')
        tell_person(host, heard, STRING_KICK_WHOM, "example", session->seats[session->seat_count - 1].name, "who",
                    names, (char *)0);
    else if (seat < 0)
        tell_person(host, heard, STRING_KICK_UNKNOWN, "typed", name, "who", names, (char *)0);
    else if (seat == session_seat_of(session, heard))
        tell_person(host, heard, STRING_KICK_SELF, (char *)0);
    else if (is_robot_in_play(session, seat))
        tell_person(host, heard, STRING_KICK_ROBOT, "who", session->seats[seat].name, (char *)0);
    else
        leave_get_up(session, heard, seat, session_has_begun(session) ? "kick" : "unsit", told_kicked);
}

static void told_stopped(struct change *change)
{
    struct session *session = change->session;
    tell_end(session, session_has_begun(session) ? STRING_STOPPED : STRING_STOPPED_LOBBY, "by", change->heard.name,
             "game", session->game->name, (char *)0);
}

void host_stop(struct host *host, struct session *session, const struct heard *heard)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    if (host_lacks_table(host, session, heard) || session_refuses(session, heard, "stop"))
        return;
    text_put(&line, "end reason=stopped");
    change_commit_line(session, heard, &line, SEAT_NONE, NULL, true, told_stopped);
}

/* ---- by an admin elsewhere ---- */

static void told_banned(struct change *change)
{
    struct session *session = change->session;
    enum string id = session_has_begun(session) && !change->ends ? STRING_BANNED_PLAY : STRING_BANNED_LOBBY;
    tell_room(session, POST_NEWS, id, "who", change->note, (char *)0);
    leave_tell_heir(change);
    if (change->ends)
        tell_end(session, STRING_TABLE_CLOSED_EMPTY, "id", session->game->id, (char *)0);
    else if (session_has_begun(session))
        clock_play_on_at(session, session->host->now);
}

/* Also from a seat that waits for its word. */
void leave_banned(struct session *session, const struct input *input)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->kind != SEAT_PERSON || strcmp(s->key, input->key) != 0)
            continue;
        leave_get_up(session, NULL, seat, session_has_begun(session) ? "kick" : "unsit", told_banned);
        return;
    }
}

static void told_ended(struct change *change)
{
    struct session *session = change->session;
    tell_end(session, STRING_ENDED, "by", change->note, "game", session->game->name, (char *)0);
}

void leave_end(struct session *session, const struct input *input)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "end reason=stopped");
    change_commit_line(session, NULL, &line, SEAT_NONE, input->name, true, told_ended);
}

/* Who is not there any more, and what comes of it. In a lobby people give up their seats and the table closes. At a
   table in play anybody seated may give an absent person's seat to a robot. A network says since when a person is out
   of sight (absent_since); where it cannot tell, the person's last word counts. aside.c sets tables aside that
   everybody has left. */
#include <stdio.h>
#include <string.h>

#include "record.h"
#include "absent.h"
#include "aside.h"
#include "host_state.h"
#include "input.h"
#include "leave.h"
#include "refuse.h"
#include "seats.h"
#include "tell.h"
#include "text.h"

enum { LINE_BYTES = 256 };

/* ---- who is there ---- */

static bool is_playing(const struct seat *seat)
{
    return seat->kind == SEAT_PERSON && !seat->is_left;
}

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Since when the person is out of sight: 0 if in sight, -1 if unknown. A word from out of sight counts, and while
   clocks are held (a netsplit) nobody's clock runs. */
static int64_t out_of_sight_since(const struct session *session, const struct seat *seat)
{
    const struct host_port *port = session->port;
    int64_t since = seat->is_detached    ? seat->gone_at
                    : port->absent_since ? port->absent_since(port->self, seat->key)
                                         : -1;
    return since > 0 ? later(later(since, seat->heard_at), session->held_until) : since;
}

/* The time from which the person counts as absent, if nothing changes. INT64_MAX if in sight. */
static int64_t absent_from(const struct session *session, const struct seat *seat)
{
    int64_t since = out_of_sight_since(session, seat);
    return since == 0 ? INT64_MAX : since > 0 ? since + ABSENT_SIGHT_MS : seat->heard_at + ABSENT_SILENT_MS;
}

unsigned absent_present(const struct session *session)
{
    unsigned seats = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (is_playing(&session->seats[seat]) && absent_from(session, &session->seats[seat]) > session->host->now)
            seats |= 1u << seat;
    return seats;
}

void absent_begin(struct session *session)
{
    int64_t now = session->host->now;
    session->heard_at = now;
    for (int seat = 0; seat < session->seat_count; seat++)
        session->seats[seat].heard_at = session->seats[seat].gone_at = now;
    absent_set_watch(session);
}

void absent_note_heard(struct session *session, const struct heard *heard)
{
    int seat = session_seat_of(session, heard);
    session->heard_at = heard->now;
    if (seat >= 0)
        session->seats[seat].heard_at = heard->now;
}

/* ---- when to look again ---- */

/* Since when the last of the people is out of sight. -1 if somebody may be in sight, or nobody sits there. */
static int64_t all_gone_since(const struct session *session)
{
    int64_t last = -1;
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        int64_t since = is_playing(s) ? out_of_sight_since(session, s) : 0;
        if (is_playing(s) && since <= 0)
            return -1;
        last = later(last, since);
    }
    return last > 0 ? last : -1;
}

/* When the person loses a seat in the lobby, if nothing changes. */
static int64_t gets_up_at(const struct session *session, const struct seat *seat)
{
    int64_t since = out_of_sight_since(session, seat);
    return since == 0 ? INT64_MAX : (since > 0 ? since : seat->heard_at) + LOBBY_PERSON_MS;
}

/* No network reports that a person goes out of sight, so we look often enough for each of these terms. */
void absent_set_watch(struct session *session)
{
    int64_t again = session->host->now + LOBBY_EMPTY_MS, gone = all_gone_since(session);
    bool has_begun = session_has_begun(session), is_private = session->name[0] == '@';
    session->watch_at = INT64_MAX;
    if (has_begun && is_private && !session->playing.is_over) {
        session->watch_at = gone < 0 ? again : sooner(again, gone + PRIVATE_MS);
    } else if (!has_begun) {
        session->watch_at = sooner(again, session->heard_at + LOBBY_SILENT_MS);
        if (gone > 0)
            session->watch_at = sooner(session->watch_at, gone + LOBBY_EMPTY_MS);
        for (int seat = 0; seat < session->seat_count; seat++)
            if (is_playing(&session->seats[seat]))
                session->watch_at = sooner(session->watch_at, gets_up_at(session, &session->seats[seat]));
    }
    clock_wake(session);
}

/* ---- before the game ---- */

static void told_closed(struct change *change)
{
    struct session *session = change->session;
    bool is_silent = strcmp(change->note, "silent") == 0;
    tell_room(session, POST_NEWS, is_silent ? STRING_LOBBY_SILENT : STRING_LOBBY_ABSENT, "game", session->game->name,
              "id", session->game->id, (char *)0);
}

static void close_lobby(struct session *session, const char *reason)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "end");
    record_put(&line, "reason", reason);
    change_commit_line(session, NULL, &line, SEAT_NONE, reason, true, told_closed);
    if (session->change)
        session->change->input->kind = INPUT_WATCH;
}

static void told_got_up(struct change *change)
{
    struct session *session = change->session;
    tell_room(session, POST_NEWS, STRING_LOBBY_GOT_UP, "who", change->note, (char *)0);
    leave_tell_heir(change);
    if (change->ends)
        tell_room(session, POST_NEWS, STRING_TABLE_CLOSED_EMPTY, "id", session->game->id, (char *)0);
}

static void watch_lobby(struct session *session)
{
    int64_t now = session->host->now, gone = all_gone_since(session);
    if (gone > 0 && gone + LOBBY_EMPTY_MS <= now) {
        close_lobby(session, "left");
        return;
    }
    if (session->heard_at + LOBBY_SILENT_MS <= now) {
        close_lobby(session, "silent");
        return;
    }
    for (int seat = 0; seat < session->seat_count; seat++)
        if (is_playing(&session->seats[seat]) && gets_up_at(session, &session->seats[seat]) <= now) {
            leave_get_up(session, NULL, seat, "unsit", told_got_up);
            if (session->change)
                session->change->input->kind = INPUT_WATCH;
            return;
        }
}

void absent_watch(struct session *session)
{
    int64_t gone = all_gone_since(session);
    if (!session_has_begun(session))
        watch_lobby(session);
    else if (session->name[0] == '@' && gone > 0 && gone + PRIVATE_MS <= session->host->now)
        aside_put(session, NULL);
    if (!session->change)
        absent_set_watch(session);
}

/* ---- a robot for somebody who is not there ---- */

static void told_given(struct change *change)
{
    struct session *session = change->session;
    tell_room(session, POST_NEWS, STRING_GIVEN, "by", change->heard.name, "who", change->note, (char *)0);
    clock_play_on_at(session, session->host->now);
}

static void refuse_present(struct session *session, const struct heard *heard, int seat)
{
    char minutes[12];
    bool is_seen = out_of_sight_since(session, &session->seats[seat]) >= 0;
    snprintf(minutes, sizeof minutes, "%d", (is_seen ? ABSENT_SIGHT_MS : ABSENT_SILENT_MS) / 60000);
    tell_person(session->host, heard, is_seen ? STRING_AWAY_IN_SIGHT : STRING_AWAY_NOT_SILENT, "who",
                session->seats[seat].name, "minutes", minutes, (char *)0);
}

static void give_seat(struct session *session, const struct heard *heard, int seat)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "away");
    record_put_number(&line, "seat", seat + 1);
    record_put(&line, "why", "rescue");
    change_commit_line(session, heard, &line, seat, session->seats[seat].name, false, told_given);
}

static bool is_only_person(const struct session *session, int seat)
{
    for (int other = 0; other < session->seat_count; other++)
        if (other != seat && is_playing(&session->seats[other]))
            return false;
    return true;
}

/* The seat of that name, if it can be given away. Else -1, with the reason told. */
static int seat_to_give(struct session *session, const struct heard *heard, const char *name)
{
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    int seat, own = session_seat_of(session, heard);
    if (names_ask(session, heard, name, "away", &seat))
        return -1;
    const struct seat *s = &session->seats[seat < 0 ? 0 : seat];
    session_people(session, session_all_seats(session), &who);
    if (*name == '\0')
        tell_person(session->host, heard, STRING_AWAY_WHOM, "example", session->seats[session->seat_count - 1].name,
                    "who", names, (char *)0);
    else if (seat < 0)
        tell_person(session->host, heard, STRING_KICK_UNKNOWN, "typed", name, "who", names, (char *)0);
    else if (seat == own)
        tell_person(session->host, heard, STRING_KICK_SELF, (char *)0);
    else if (!is_playing(s))
        tell_person(session->host, heard, STRING_AWAY_ROBOT, "who", s->name, (char *)0);
    else if (absent_from(session, s) > session->host->now)
        refuse_present(session, heard, seat);
    else if (is_only_person(session, seat))
        tell_person(session->host, heard, STRING_AWAY_LAST, "who", s->name, (char *)0);
    else
        return seat;
    return -1;
}

void host_away(struct host *host, struct session *session, const struct heard *heard, const char *name)
{
    if (host_lacks_table(host, session, heard))
        return;
    int own = session_seat_of(session, heard);
    bool may_say_so = (own >= 0 && !session->seats[own].is_left) || session_obeys(session, heard);
    if (!session_has_begun(session)) {
        tell_person(host, heard, STRING_AWAY_LOBBY, (char *)0);
    } else if (!may_say_so) {
        tell_not_seated(session, heard, STRING_NOT_SEATED_RUNNING);
    } else {
        int seat = seat_to_give(session, heard, name);
        if (seat >= 0)
            give_seat(session, heard, seat);
    }
}

static void told_taken_back(struct change *change)
{
    struct session *session = change->session;
    struct prose tale;
    prose_clear(&tale);
    view_string(&tale, STRING_RETURNED, "who", session->seats[change->seat].name, (char *)0);
    tell_standing(session, POST_NEWS, &tale);
    tell_hand(session, change->seat, NULL);
}

/* If it cannot be saved, the word is heard anyway, and the next one tries again. */
bool absent_takes_back(struct session *session, const struct input *input)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    struct heard heard = input_heard(input);
    int seat = input->kind == INPUT_HEARD && !input->was_taken_back ? session_seat_of(session, &heard) : -1;
    if (seat < 0 || !session->seats[seat].is_left || !session->seats[seat].is_given)
        return false;
    text_put(&line, "back");
    record_put_number(&line, "seat", seat + 1);
    change_commit_line(session, NULL, &line, seat, NULL, false, told_taken_back);
    return true;
}

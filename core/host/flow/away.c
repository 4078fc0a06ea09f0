#include "away.h"

#include <stdio.h>
#include <string.h>

#include "absent.h"
#include "aside.h"
#include "change.h"
#include "guests.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "leave.h"
#include "missed.h"
#include "posts.h"
#include "presence.h"
#include "refuse.h"
#include "seats.h"
#include "tell.h"
#include "text.h"
#include "turn_clock.h"

/* ---- before the game ---- */

static void told_closed(struct change *change)
{
    struct session *session = change->session;
    bool is_silent = strcmp(change->note, "silent") == 0;
    tell_room(session, POST_NEWS, is_silent ? STRING_LOBBY_SILENT : STRING_LOBBY_ABSENT, "game",
              session->game->name, "id", session->game->id, (char *)0);
}

static void close_lobby(struct session *session, const char *reason)
{
    change_commit_line(session, NULL, SEAT_NONE, reason, told_closed, "end reason=%s", reason);
    if (session->change)
        session->change->input->kind = INPUT_WATCH;
}

void away_clear(struct session *session, const struct heard *heard, bool gives_way)
{
    if (session_has_begun(session))
        aside_put(session, heard, gives_way);
    else
        change_commit_line(session, heard, SEAT_NONE, "left", told_closed, "end reason=left");
}

bool away_frees_guest(struct session *session, const struct heard *heard)
{
    const struct showing *showing = guests_find(session, heard->network, heard->room);
    return showing && showing != &session->home && guests_lose(session, heard);
}

void host_set_aside(struct host *host, struct session *session, const struct heard *heard)
{
    if (host_lacks_table(host, session, heard))
        return;
    unsigned present = presence_present(session);
    if (present)
        tell_person(host, heard, STRING_FREE_PRESENT, "who", session_people(session, present),
                    (char *)0);
    else if (!away_frees_guest(session, heard))
        away_clear(session, heard, false);
}

void away_make_room(struct session *session, const struct heard *heard)
{
    if (!away_frees_guest(session, heard))
        away_clear(session, heard, true);
    if (session->change)
        session->change->is_heard_again = true;
}

static void told_got_up(struct change *change)
{
    leave_tell(change, STRING_LOBBY_GOT_UP);
    leave_tell_rest(change);
}

static void watch_lobby(struct session *session)
{
    int64_t now = session->host->now, gone = presence_all_away_since(session);
    if (gone > 0 && gone + LOBBY_EMPTY_MS <= now && session->held_until + LOBBY_EMPTY_MS <= now &&
        !session->is_recovered) {
        close_lobby(session, "left");
        return;
    }
    if (session->heard_at + LOBBY_SILENT_MS <= now) {
        close_lobby(session, "silent");
        return;
    }
    for (int seat = 0; seat < session->seat_count && !session->is_recovered; seat++)
        if (presence_is_person(&session->seats[seat]) &&
            absent_gets_up_at(session, &session->seats[seat]) <= now) {
            leave_get_up(session, NULL, seat, session->closing.is_closed ? "away" : "unsit",
                         told_got_up);
            if (session->change)
                session->change->input->kind = INPUT_WATCH;
            return;
        }
}

void away_watch(struct session *session)
{
    if (!session_has_begun(session))
        watch_lobby(session);
    else if (absent_forsaken_at(session) <= session->host->now)
        aside_put(session, NULL, false);
    else if (!session->is_recovered)
        turn_clock_run(session);
    if (!session->change)
        absent_set_watch(session);
}

/* ---- a robot for somebody who is not there ---- */

static void told_given(struct change *change)
{
    struct session *session = change->session;
    tell_room(session, POST_NEWS, STRING_GIVEN, "by", change->heard.name, "who", change->note,
              (char *)0);
    clock_play_on_at(session, session->host->now);
}

static void refuse_present(struct session *session, const struct heard *heard, int seat)
{
    static const enum string ids[] = {[PRESENCE_HERE] = STRING_AWAY_IN_SIGHT,
                                      [PRESENCE_AWAY] = STRING_AWAY_NOT_LONG,
                                      [PRESENCE_UNPROVEN] = STRING_AWAY_UNPROVEN,
                                      [PRESENCE_NETWORK_AWAY] = STRING_AWAY_NETWORK,
                                      [PRESENCE_UNKNOWN] = STRING_AWAY_NOT_SILENT};
    const struct seat *s = &session->seats[seat];
    enum presence_kind kind = presence_of(session, s).kind;
    int64_t ms = kind == PRESENCE_UNKNOWN ? PRESENCE_SILENT_MS : PRESENCE_SIGHT_MS;
    tell_person(session->host, heard, ids[kind], "who", s->name, "place",
                presence_place(session, s), "minutes", text_number(ms / 60000), (char *)0);
}

static bool is_only_person(const struct session *session, int seat)
{
    for (int other = 0; other < session->seat_count; other++)
        if (other != seat && presence_is_person(&session->seats[other]))
            return false;
    return true;
}

static void tell_whom_to_free(struct session *session, const struct heard *heard, const char *names)
{
    int seat = 0, own = session_seat_of(session, heard);
    while (seat < session->seat_count &&
           (seat == own || !presence_is_person(&session->seats[seat])))
        seat++;
    if (seat < session->seat_count)
        tell_person(session->host, heard, STRING_AWAY_WHOM, "example", session->seats[seat].name,
                    "who", names, (char *)0);
    else
        tell_person(session->host, heard, STRING_AWAY_NOBODY, (char *)0);
}

/* The seat of that name, if it can be given away. Else -1, with the reason told. */
static int seat_to_give(struct session *session, const struct heard *heard, const char *name)
{
    int seat, own = session_seat_of(session, heard);
    if (names_ask(session, heard, name, "away", &seat))
        return -1;
    const struct seat *s = &session->seats[seat < 0 ? 0 : seat];
    const char *names = session_people(session, session_all_seats(session));
    if (*name == '\0')
        tell_whom_to_free(session, heard, names);
    else if (seat < 0)
        tell_person(session->host, heard, STRING_KICK_UNKNOWN, "typed", name, "who", names,
                    (char *)0);
    else if (seat == own)
        tell_person(session->host, heard, STRING_KICK_SELF, (char *)0);
    else if (!presence_is_person(s))
        tell_person(session->host, heard, STRING_AWAY_ROBOT, "who", s->name, (char *)0);
    else if (presence_absent_at(session, s) > session->host->now)
        refuse_present(session, heard, seat);
    else if (is_only_person(session, seat))
        tell_person(session->host, heard, STRING_AWAY_LAST, "who", s->name, (char *)0);
    else
        return seat;
    return -1;
}

void host_away(struct host *host, struct session *session, const struct heard *heard,
               const char *name)
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
            change_commit_line(session, heard, seat, session->seats[seat].name, told_given,
                               "away seat=%d why=rescue", seat + 1);
    }
}

/* What went on in the meantime. Behind a restart nobody knows. */
static void tell_missed(struct session *session, int seat)
{
    struct prose lines, prose;
    prose_clear(&lines);
    int rounds = missed_take(&session->missed, seat, &lines);
    prose_clear(&prose);
    view_string(&prose, rounds > MISSED_ROUNDS ? STRING_MISSED_LATEST : STRING_MISSED, "n",
                text_number(rounds), (char *)0);
    prose_append(&prose, &lines);
    if (rounds > 0)
        tell_seat(session, seat, WHISPER_ANSWER, &prose);
}

static void told_returned(struct change *change)
{
    struct session *session = change->session;
    struct prose tale;
    prose_clear(&tale);
    view_string(&tale, STRING_RETURNED, "who", session->seats[change->seat].name, (char *)0);
    tell_standing(session, POST_NEWS, &tale);
    tell_missed(session, change->seat);
    tell_hand(session, change->seat, NULL);
}

void away_return(struct session *session, const struct heard *heard, int seat)
{
    change_commit_line(session, heard, seat, NULL, told_returned, "back seat=%d", seat + 1);
}

/* If this cannot be saved, what the person said is heard all the same, and their next word tries
   again. */
bool away_takes_back(struct session *session, const struct input *input)
{
    struct heard heard = input_heard(input);
    int seat = input->kind == INPUT_HEARD && !input->was_taken_back
                   ? session_seat_of(session, &heard)
                   : -1;
    if (seat < 0 || !session->seats[seat].is_left || !session->seats[seat].is_given)
        return false;
    away_return(session, NULL, seat);
    return true;
}

/* Leaving a table, being kicked, being absent, and closing it. In play a robot takes the seat; with
   the last person the table ends. */
#include "leave.h"

#include <stdio.h>
#include <string.h>

#include "change.h"
#include "deadline.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "latest.h"
#include "lobby.h"
#include "policy.h"
#include "posts.h"
#include "presence.h"
#include "seat.h"
#include "seek.h"
#include "session_view.h"
#include "strings/ban.def"
#include "strings/daily.def"
#include "strings/leaving.def"
#include "strings/people.def"
#include "strings/seek.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "tries.h"

enum { ASKED_MS = 60000 /* for the person who is asked whether to end a game */ };

void leave_tell(struct change *change, int id)
{
    struct prose tale;
    tell_each_language (change->session, &tale) {
        view_string(&tale, id, "by", change->heard.name, "who", change->note, (char *)0);
        prose_put(&tale, change->frees_first ? " " : "");
        if (change->frees_first)
            view_string(&tale, STRING_FIRST_LOT_AGAIN, (char *)0);
        tell_post(change->session, POST_NEWS, &tale);
    }
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
    int id = session_has_fixed_seats(session) ? STRING_LEFT_PLAY : STRING_LEFT_LOBBY;
    if (change->ends && session_has_fixed_seats(session)) {
        tell_end(session, STRING_LEFT_PLAY_LAST, "who", change->note, (char *)0);
        return;
    }
    leave_tell(change, id);
    leave_tell_rest(change);
}

static void told_thrown_out(struct change *change)
{
    struct session *session = change->session;
    bool is_kick = change->input->kind == INPUT_HEARD,
         goes_on = session_has_fixed_seats(session) && !change->ends;
    int id = goes_on ? (is_kick ? STRING_KICKED_PLAY : STRING_BANNED_PLAY)
                     : (is_kick ? STRING_KICKED_LOBBY : STRING_BANNED_LOBBY);
    leave_tell(change, id);
    leave_tell_rest(change);
}

static bool is_last_person(const struct session *session, int leaving)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (seat != leaving && session->seats[seat].kind == SEAT_PERSON &&
            !session->seats[seat].is_left)
            return false;
    return true;
}

/* By a line of this kind; the last person ends the table. `heard` is NULL if the clock does it. */
static void leave_get_up(struct session *session, const struct heard *heard, int seat,
                         const char *line_kind, change_done *told)
{
    struct change *change = change_new(session, heard);
    bool is_last = is_last_person(session, seat) && session->seats[seat].kind == SEAT_PERSON;
    change_addf(change, "%s seat=%d", line_kind, seat + 1);
    if (is_last) /* who went, and that this was the end */
        change_add(change, "end reason=left");
    change->hands_over = session->seats[seat].is_opener && !session_has_fixed_seats(session);
    change->frees_first = session->seats[seat].begins && !session_has_fixed_seats(session);
    change_commit_lines(change, seat, session->seats[seat].name, told);
}

void host_leave(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    if (tell_lacks_table(host, session, heard))
        return;
    lobby_tell_sitting(session);
    int seat = session_seat_of(session, heard);
    if (seat < 0 || session->seats[seat].is_left)
        tell_person(host, heard, STRING_LEAVE_NOT_SEATED, (char *)0);
    else
        leave_get_up(session, heard, seat, session_has_fixed_seats(session) ? "away" : "unsit",
                     told_left);
}

static void leave_seat(struct session *session, int seat)
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

void host_kick(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const char *name = call->words;
    if (tell_lacks_table(host, session, heard) || tell_refuses(session, heard, "kick"))
        return;
    lobby_tell_sitting(session);
    int seat;
    if (tell_ask_name(session, heard, name, "kick", &seat))
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
    uint64_t who = shares_speaker(heard);
    bool is_asked = session->asked.end == who && now - session->asked.end_at < ASKED_MS;
    const struct stop_question *stop = &session->clocks.stop;
    bool asks_others = !leaves && seat >= 0 && stop->by == seat && stop->until > session->host->now;
    if (!session_has_begun(session) || session->playing->is_over || asks_others ||
        !(leaves ? is_last : session_obeys(session, heard)))
        return false;
    session->asked.end = is_asked ? 0 : who;
    session->asked.end_at = now;
    return !is_asked;
}

/* Nobody says it where the room is gone: people who sit there by a code read it in private. */
static void told_stopped(struct change *change)
{
    struct session *session = change->session;
    bool is_said = change->note[0] != '\0', has_begun = session_has_begun(session);
    tell_end(session,
             !is_said                       ? STRING_STOPPED_ROOM_GONE
             : session->playing->lot.lesson ? STRING_STOPPED_LESSON
             : session->playing->lot.day    ? STRING_DAILY_STOPPED
             : has_begun                    ? STRING_STOPPED
                                            : STRING_STOPPED_LOBBY,
             "by", change->note, "game", session->game->name, "id", session->game->id, (char *)0);
}

static void told_closed(struct change *change)
{
    tell_end(change->session, STRING_TABLE_CLOSED_EMPTY, "id", change->session->game->id,
             (char *)0);
}

static void leave_close(struct session *session, const struct heard *heard, const char *by)
{
    change_commit_line(session, heard, SEAT_NONE, by, told_stopped, "end reason=stopped");
}

/* ---- by an admin elsewhere ---- */

/* Also from a seat that waits for its word. */
static void throw_out(struct session *session, const struct input *input, change_done *told)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (!seat_belongs(s, identity_of(input)))
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
    bool is_of_day = change->note[0] == '\0' && session->playing->lot.day;
    tell_end(session,
             !is_of_day                 ? STRING_ENDED
             : tries_is_second(session) ? STRING_DAILY_SECOND
                                        : STRING_DAILY_VOID,
             "by", change->note, "game", session->game->name, (char *)0);
}

void leave_end(struct session *session, const struct input *input)
{
    change_commit_line(session, NULL, SEAT_NONE, input->name, told_ended, "end reason=stopped");
}

/* ---- who is absent ---- */

/* ---- before the game ---- */

static void told_lobby_closed(struct change *change)
{
    struct session *session = change->session;
    bool is_silent = strcmp(change->note, "silent") == 0;
    tell_room(session, POST_NEWS, is_silent ? STRING_LOBBY_SILENT : STRING_LOBBY_ABSENT, "game",
              session->game->name, "id", session->game->id, (char *)0);
}

static void close_lobby(struct session *session, const char *reason)
{
    change_commit_line(session, NULL, SEAT_NONE, reason, told_lobby_closed, "end reason=%s",
                       reason);
    if (session->change)
        session->change->input->kind = INPUT_WATCH;
}

/* Nobody of the table is there: sets it aside; a lobby closes. */
static void away_clear(struct session *session, const struct heard *heard, bool gives_way)
{
    if (session_has_begun(session))
        aside_put(session, heard, gives_way);
    else
        change_commit_line(session, heard, SEAT_NONE, "left", told_lobby_closed, "end reason=left");
}

/* Who asks does so in a guest room, which alone is taken out. */
static bool away_frees_guest(struct session *session, const struct heard *heard)
{
    const struct showing *showing = guests_find(session, heard->network, heard->room);
    return showing && showing != &session->home && guests_lose(session, heard);
}

void host_set_aside(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    if (tell_lacks_table(host, session, heard))
        return;
    unsigned present = presence_present(session);
    if (present)
        tell_person(host, heard, STRING_FREE_PRESENT, "who", session_people(session, present),
                    (char *)0);
    else if (!away_frees_guest(session, heard))
        away_clear(session, heard, false);
}

void leave_make_room(struct session *session, const struct heard *heard)
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

/* Nobody has come: who opened it need not wait there. */
static void told_slow(struct change *change)
{
    const struct session *session = change->session;
    int seat = session_opener_seat(session);
    if (seat < 0)
        return;
    const struct seat *opener = &session->seats[seat];
    struct heard heard = heard_about(identity_at(opener), opener->called, 0);
    tell_person(session->host, &heard, STRING_SEEK_SLOW, "game", session->game->name, (char *)0);
}

static void turn_slow(struct session *session)
{
    change_commit_line(session, NULL, SEAT_NONE, NULL, told_slow, "clock pace=%s",
                       pace_word(PACE_SLOW));
    if (session->change)
        session->change->input->kind = INPUT_WATCH;
}

static void watch_lobby(struct session *session)
{
    if (seek_turns_slow(session)) {
        turn_slow(session);
        return;
    }
    if (deadline_is_patient(session))
        return;
    int64_t now = session->host->now, gone = presence_all_away_since(session);
    if (gone > 0 && gone + LOBBY_EMPTY_MS <= now &&
        session->when.held_until + LOBBY_EMPTY_MS <= now && !session->state.is_recovered) {
        close_lobby(session, "left");
        return;
    }
    if (session->when.heard_at + LOBBY_SILENT_MS <= now) {
        close_lobby(session, "silent");
        return;
    }
    for (int seat = 0; seat < session->seat_count && !session->state.is_recovered; seat++)
        if (presence_is_person(&session->seats[seat]) &&
            deadline_absent_gets_up_at(session, &session->seats[seat]) <= now) {
            leave_get_up(session, NULL, seat, session->closing.is_closed ? "away" : "unsit",
                         told_got_up);
            if (session->change)
                session->change->input->kind = INPUT_WATCH;
            return;
        }
}

void leave_watch(struct session *session)
{
    if (!session_has_begun(session))
        watch_lobby(session);
    else if (deadline_absent_forsaken_at(session) <= session->host->now)
        aside_put(session, NULL, false);
    else if (!session->state.is_recovered)
        deadline_run(session);
    if (!session->change)
        deadline_absent_set_watch(session);
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
    static const int ids[] = {[PRESENCE_HERE] = STRING_AWAY_IN_SIGHT,
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

/* If it can be given away. Else -1, with the reason told. */
static int seat_to_give(struct session *session, const struct heard *heard, const char *name)
{
    int seat, own = session_seat_of(session, heard);
    if (tell_ask_name(session, heard, name, "away", &seat))
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

void host_away(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const char *name = call->words;
    if (tell_lacks_table(host, session, heard))
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
    prose_open(&lines, session_language(session, seat));
    int rounds = seat_missed_take(&session->unread.missed, seat, &lines);
    prose_open(&prose, lines.language);
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
    tell_each_language (session, &tale) {
        view_string(&tale, STRING_RETURNED, "who", session->seats[change->seat].name, (char *)0);
        tell_standing(session, POST_NEWS, &tale);
    }
    tell_missed(session, change->seat);
    tell_hand(session, change->seat, NULL);
}

void leave_return(struct session *session, const struct heard *heard, int seat)
{
    change_commit_line(session, heard, seat, NULL, told_returned, "back seat=%d", seat + 1);
}

/* If this cannot be saved, what the person said is heard all the same, and their next word tries
   again. */
bool leave_takes_back(struct session *session, const struct input *input)
{
    struct heard heard = input_heard(input);
    int seat = input->kind == INPUT_HEARD && !input->was_taken_back
                   ? session_seat_of(session, &heard)
                   : -1;
    if (seat < 0 || !session->seats[seat].is_left || !session->seats[seat].is_given)
        return false;
    leave_return(session, NULL, seat);
    return true;
}

/* ---- stopping a game between people ---- */

/* A game between people ends without a result only if the others agree, for else who is about to
   lose would stop it: they have STOP_MS to say yes; if they say nothing, who asked has left. Who is
   absent is not asked, and who has power over the table without sitting there needs nobody's yes. A
   restart forgets the question. */

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

bool leave_stop_waits_for(const struct session *session, int seat)
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
    leave_stop_wait(session);
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
        leave_close(session, heard, session->seats[stop->by].name);
    }
}

void host_stop(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    if (tell_lacks_table(host, session, heard) || guests_stop(session, heard))
        return;
    int seat = session_seat_of(session, heard);
    bool is_no = text_same_word(call->words, "no");
    if (leave_stop_waits_for(session, seat))
        answer(session, heard, seat, !is_no);
    else if (is_no)
        tell_openly(host, heard, STRING_STOP_NOBODY_ASKS, (char *)0);
    else if (tell_refuses(session, heard, "stop"))
        return;
    else if (!host_stop_needs_others(session, heard))
        leave_close(session, heard, heard->name);
    else if (is_asked(session))
        tell_waits(session, heard);
    else
        ask(session, heard, seat);
}

void leave_stop_wait(struct session *session)
{
    if (is_asked(session) && session->when.play_on_at > session->clocks.stop.until)
        clock_play_on_at(session, session->clocks.stop.until);
}

bool leave_stop_runs_out(struct session *session)
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

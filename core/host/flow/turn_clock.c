#include "turn_clock.h"

#include <stdio.h>
#include <string.h>

#include "absent.h"
#include "change.h"
#include "deadlines.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "presence.h"
#include "refuse.h"
#include "seats.h"
#include "session_rooms.h"
#include "session_view.h"
#include "tables.h"
#include "tell.h"
#include "text.h"

enum { MINUTE_MS = 60 * 1000, HOUR_MS = 60 * MINUTE_MS, PAUSE_MS = 24 * HOUR_MS };

/* The steps of a clock, and what comes next. */
enum { TOLD_NOTHING, TOLD_CALL, TOLD_WORD, TOLD_UNREACHED };
enum { NUDGES_MOST = 2 /* for one turn */ };

/* A live table calls after three fifths of its time and sends a word after four; who is out of
   reach gets OUT_MS more. */
enum { LIVE_S = 5 * 60, OUT_MS = 10 * MINUTE_MS, WORD_LEAST_MS = 20 * 1000 };
struct terms {
    int64_t next[TOLD_UNREACHED + 1]; /* when, by what was told; the third is the robot's */
};

static const struct terms slow = {{INT64_C(48) * HOUR_MS * 4 / 5, INT64_C(48) * HOUR_MS * 4 / 5,
                                   INT64_C(48) * HOUR_MS, INT64_C(72) * HOUR_MS}};

enum pace turn_clock_pace(const struct session *session)
{
    if (session->clocks.pace != PACE_OF_ROOM)
        return session->clocks.pace;
    if (session->home.port->is_one_keyboard)
        return PACE_OFF;
    return showing_is_private(&session->home) ? PACE_SLOW : PACE_LIVE;
}

static bool is_slow(const struct session *session)
{
    return turn_clock_pace(session) == PACE_SLOW;
}

/* When the next step of the seat's clock is, counted from its beginning. */
static int64_t term(const struct session *session, int told)
{
    enum pace pace = turn_clock_pace(session);
    int64_t ms = 1000 * (int64_t)(pace < PACES ? LIVE_S : pace);
    const struct terms live = {{ms * 3 / 5, ms * 4 / 5, ms, ms + OUT_MS}};
    return is_slow(session) ? slow.next[told] : live.next[told];
}

/* "90 seconds", "5 minutes", "48 hours". */
static void put_time(int64_t ms, struct prose *out)
{
    bool are_hours = ms >= 2 * HOUR_MS,
         are_minutes = !are_hours && (ms % MINUTE_MS == 0 || ms > 10 * MINUTE_MS);
    int64_t unit = are_hours ? HOUR_MS : are_minutes ? MINUTE_MS : 1000;
    prose_clear(out);
    view_string(out,
                are_hours     ? STRING_TIME_HOURS
                : are_minutes ? STRING_TIME_MINUTES
                              : STRING_TIME_SECONDS,
                "n", text_number((ms + unit / 2) / unit), (char *)0);
}

static unsigned people(const struct session *session)
{
    unsigned seats = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        seats |= presence_is_person(&session->seats[seat]) ? 1u << seat : 0;
    return seats;
}

/* Those whose clocks run. */
static unsigned timed(const struct session *session)
{
    const struct playing *playing = session->playing;
    unsigned seats = people(session);
    bool is_played = session_has_begun(session) && !playing->is_over && !playing->table.over &&
                     !session->is_recovered;
    bool is_several = seats & (seats - 1);
    if (!is_played || !is_several || session->clocks.paused_at != 0 ||
        turn_clock_pace(session) == PACE_OFF ||
        (session->game->is_real_time && session->game->is_real_time(&playing->rules)))
        return 0;
    return seats & session_due(session);
}

/* Whom the table does not wait for any more has no turn. */
static void forget_nudges(struct session *session)
{
    unsigned char *nudges = session->clocks.nudges;
    unsigned nudged = 0;
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        nudged |= nudges[seat] ? 1u << seat : 0;
    unsigned over = nudged ? nudged & ~session_due(session) : 0;
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        nudges[seat] = over >> seat & 1 ? 0 : nudges[seat];
}

static int64_t begin_of(const struct session *session)
{
    return session->host->now > session->held_until ? session->host->now : session->held_until;
}

static void wind(struct session *session, int seat)
{
    struct turn_clocks *clocks = &session->clocks;
    bool waits = session->seats[seat].port->reports_sent;
    clocks->since[seat] = begin_of(session) + (waits ? SEND_MOST_MS : 0);
    clocks->waits = waits ? clocks->waits | 1u << seat : clocks->waits & ~(1u << seat);
    clocks->told[seat] = TOLD_NOTHING;
}

/* Live clocks begin anew after a restart, slow ones go on, and need to be kept. */
static void set_keeping(struct session *session, bool runs)
{
    struct turn_clocks *clocks = &session->clocks;
    if (!runs || !is_slow(session)) {
        clocks->keep_at = 0;
        return;
    }
    if (clocks->keep_at == 0)
        clocks->keep_at = session->host->now + HOUR_MS;
    if (!clocks->was_taken)
        deadlines_take(session);
    clocks->was_taken = true;
}

void turn_clock_set(struct session *session)
{
    unsigned seats = timed(session);
    forget_nudges(session);
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        if (!(seats >> seat & 1))
            session->clocks.since[seat] = 0;
        else if (session->clocks.since[seat] == 0)
            wind(session, seat);
    set_keeping(session, seats != 0);
}

void turn_clock_sent(struct session *session, const struct host_port *port)
{
    struct turn_clocks *clocks = &session->clocks;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (clocks->waits >> seat & 1 && session->seats[seat].port == port &&
            clocks->since[seat] != 0) {
            clocks->waits &= ~(1u << seat);
            if (clocks->since[seat] > begin_of(session)) /* it runs already after SEND_MOST_MS */
                clocks->since[seat] = begin_of(session);
        }
    absent_set_watch(session);
}

void turn_clock_hold(struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->clocks.since[seat] != 0 && session->clocks.since[seat] < begin_of(session))
            session->clocks.since[seat] = begin_of(session);
    absent_set_watch(session);
}

int64_t turn_clock_next(const struct session *session)
{
    const struct turn_clocks *clocks = &session->clocks;
    int64_t next = INT64_MAX;
    if (clocks->paused_at != 0)
        return session->host->now + PAUSE_MS -
               (host_wall(session->host) - clocks->paused_at * 1000);
    for (int seat = 0; turn_clock_pace(session) != PACE_OFF && seat < session->seat_count; seat++) {
        int64_t at = clocks->since[seat] + term(session, clocks->told[seat]);
        if (clocks->since[seat] != 0 && at < next)
            next = at;
    }
    return clocks->keep_at != 0 && clocks->keep_at < next ? clocks->keep_at : next;
}

/* ---- reminders, and the robot ---- */

/* Others may give more time again and again; that calls nobody more often. */
static bool may_nudge(const struct session *session, int seat)
{
    return session->clocks.nudges[seat] < NUDGES_MOST &&
           !presence_is_out_of_reach(session, &session->seats[seat]);
}

static int64_t left_ms(const struct session *session, int seat)
{
    return session->clocks.since[seat] + term(session, TOLD_WORD) - session->host->now;
}

/* Calls them all in one message, with the board that they are to look at. */
static void call(struct session *session, unsigned seats)
{
    struct prose tale, waited, left;
    put_time(term(session, TOLD_NOTHING), &waited);
    put_time(term(session, TOLD_WORD) - term(session, TOLD_NOTHING), &left);
    prose_clear(&tale);
    view_string(&tale, STRING_CLOCK_CALL, "who", session_people(session, seats), "waited",
                waited.text, "time", left.text, (char *)0);
    for (int seat = 0; seat < session->seat_count; seat++)
        if (seats >> seat & 1)
            session->clocks.nudges[seat]++;
    tell_standing(session, POST_NEWS, &tale);
}

static void send_word(struct session *session, int seat)
{
    struct prose word, left;
    put_time(left_ms(session, seat), &left);
    prose_clear(&word);
    view_string(&word, STRING_CLOCK_WORD, "room", tell_place(session, session->seats[seat].port),
                "time", left.text, (char *)0);
    session->clocks.nudges[seat]++;
    tell_seat(session, seat, WHISPER_ANSWER, &word);
}

static void told_given(struct change *change)
{
    struct session *session = change->session;
    struct seat *seat = &session->seats[change->seat];
    tell_room(session, POST_NEWS, STRING_CLOCK_GIVEN, "who", seat->name, (char *)0);
    clock_play_on_at(session, session->host->now);
}

static void give(struct session *session, int seat, bool is_blameless)
{
    change_commit_line(session, NULL, seat, NULL, told_given, "away seat=%d why=%s", seat + 1,
                       is_blameless ? "rescue" : "clock");
    if (session->change)
        session->change->input->kind = INPUT_WATCH;
}

/* One step of a person's clock, behind the call. Somebody who looked at a slow table just now
   needs no word, nor does one who would read it and have a robot at once. */
static void strike(struct session *session, int seat)
{
    unsigned char *told = &session->clocks.told[seat];
    bool is_gone = presence_is_out_of_reach(session, &session->seats[seat]);
    bool needs_word =
        session->seats[seat].heard_at + HOUR_MS * is_slow(session) <= session->host->now &&
        term(session, TOLD_WORD) - term(session, TOLD_CALL) >= WORD_LEAST_MS;
    if (*told == TOLD_CALL) {
        if (needs_word && may_nudge(session, seat))
            send_word(session, seat);
    } else if (*told == TOLD_UNREACHED || (*told == TOLD_WORD && !is_gone)) {
        give(session, seat, is_gone);
        return;
    }
    (*told)++;
}

static void told_unpaused(struct change *change)
{
    struct prose tale;
    prose_clear(&tale);
    if (change->note[0])
        view_string(&tale, STRING_UNPAUSED, "who", change->note, (char *)0);
    else
        view_string(&tale, STRING_PAUSE_OVER, (char *)0);
    tell_standing(change->session, POST_NEWS, &tale);
    clock_play_on_at(change->session, change->session->host->now);
}

static void unpause(struct session *session, const struct heard *heard)
{
    change_commit_line(session, heard, SEAT_NONE, heard ? heard->name : "", told_unpaused,
                       "unpause");
    if (session->change && !heard)
        session->change->input->kind = INPUT_WATCH;
}

static bool is_due(const struct session *session, int seat)
{
    const struct turn_clocks *clocks = &session->clocks;
    return clocks->since[seat] != 0 &&
           clocks->since[seat] + term(session, clocks->told[seat]) <= session->host->now;
}

void turn_clock_run(struct session *session)
{
    unsigned called = 0;
    if (session->clocks.paused_at != 0 && turn_clock_next(session) <= session->host->now)
        unpause(session, NULL);
    turn_clock_set(session);
    if (session->clocks.keep_at != 0 && session->clocks.keep_at <= session->host->now) {
        deadlines_keep(session);
        session->clocks.keep_at = session->host->now + HOUR_MS;
    }
    for (int seat = 0; seat < session->seat_count; seat++)
        if (is_due(session, seat) && session->clocks.told[seat] == TOLD_NOTHING) {
            session->clocks.told[seat] = TOLD_CALL;
            called |= !is_slow(session) && may_nudge(session, seat) ? 1u << seat : 0;
        }
    if (called)
        call(session, called);
    for (int seat = 0; seat < session->seat_count && !session->change; seat++)
        if (is_due(session, seat))
            strike(session, seat);
}

/* ---- more time ---- */

/* The seat of somebody who plays here. Else -1, with the reason told. */
static int player(struct host *host, struct session *session, const struct heard *heard)
{
    int seat = -1;
    if (host_lacks_table(host, session, heard))
        return -1;
    if (!session_has_begun(session))
        tell_person(host, heard, STRING_CLOCK_LOBBY, (char *)0);
    else if ((seat = session_seat_of(session, heard)) < 0 || session->seats[seat].is_left)
        tell_not_seated(session, heard, STRING_NOT_SEATED_RUNNING);
    else
        return seat;
    return -1;
}

void host_extend(struct host *host, struct session *session, const struct heard *heard)
{
    int seat = player(host, session, heard);
    if (seat < 0)
        return;
    unsigned seats = timed(session), others = seats & ~(1u << seat);
    if (others == 0) {
        tell_person(host, heard, seats ? STRING_EXTEND_SELF : STRING_EXTEND_NOBODY, (char *)0);
        return;
    }
    pace_restart(&session->clocks, others);
    absent_set_watch(session);
    struct prose time;
    put_time(term(session, TOLD_WORD), &time);
    tell_room(session, POST_NEWS, STRING_EXTENDED, "by", session->seats[seat].name, "who",
              session_people(session, others), "time", time.text, (char *)0);
}

/* ---- a pause ---- */

static void told_paused(struct change *change)
{
    tell_room(change->session, POST_NEWS, STRING_PAUSE_BEGINS, (char *)0);
}

/* The people who play and have not said that they want to stop. */
static unsigned unpaused_people(const struct session *session, int64_t now_s)
{
    bool is_asked = session->clocks.asked_at + PACE_ASKED_S >= now_s;
    return people(session) & ~(is_asked ? session->clocks.agreed : 0);
}

static void told_pause_asked(struct change *change)
{
    const struct session *session = change->session;
    unsigned missing = unpaused_people(session, session->clocks.asked_at);
    tell_room(session, POST_NEWS, STRING_PAUSE_ASKED, "by", session->seats[change->seat].name,
              "who", session_people(session, missing), (char *)0);
}

void host_pause(struct host *host, struct session *session, const struct heard *heard)
{
    int64_t now_s = host_wall(host) / 1000;
    int seat = player(host, session, heard);
    if (seat < 0)
        return;
    unsigned missing = unpaused_people(session, now_s), own = 1u << seat;
    if (session->clocks.paused_at != 0)
        tell_person(host, heard, STRING_PAUSE_ON, (char *)0);
    else if (!(missing & ~own))
        change_commit_line(session, heard, seat, NULL, told_paused, "pause at=%lld",
                           (long long)now_s);
    else if (missing & own)
        change_commit_line(session, heard, seat, NULL, told_pause_asked,
                           "vote for=pause seat=%d says=yes at=%lld", seat + 1, (long long)now_s);
    else
        tell_person(host, heard, STRING_PAUSE_WAITS, "who", session_people(session, missing),
                    (char *)0);
}

bool host_unpause(struct host *host, struct session *session, const struct heard *heard)
{
    bool is_paused = session && session->clocks.paused_at != 0;
    if (is_paused && player(host, session, heard) >= 0)
        unpause(session, heard);
    if (is_paused || !session || !session_has_begun(session) || !heard->room ||
        session_seat_of(session, heard) < 0)
        return is_paused;
    tell_person(host, heard, STRING_PAUSE_NONE, (char *)0);
    return true;
}

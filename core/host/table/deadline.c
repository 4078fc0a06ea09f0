/* How long the clocks of a slow table have run is kept beyond a restart, so that it costs nobody
   time and nobody wins more than an hour. One setting "clock.TABLE", written once an hour. A kill
   between the end of a table and its going leaves one behind. */
#include "deadline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "check.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "log.h"
#include "port.h"
#include "presence.h"
#include "room.h"
#include "row.h"
#include "seat.h"
#include "session_view.h"
#include "store.h"
#include "strings/clock.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"

enum { VALUE = TABLE_SEATS * 40, SECONDS_MOST = 100 * 3600 };

/* What a setting says of one table, until the table takes it. */
struct deadlines {
    struct deadlines *next;
    int64_t table;
    char value[]; /* "SEAT DECISION SECONDS;" for each clock that ran */
};

static bool load(struct host *host, int64_t table, const char *value)
{
    struct deadlines *kept = malloc(sizeof *kept + strlen(value) + 1);
    check(kept);
    *kept = (struct deadlines){.next = host->deadlines, .table = table};
    memcpy(kept->value, value, strlen(value) + 1);
    host->deadlines = kept;
    return true;
}

/* If it cannot be saved, the next hour tries again; a restart before that gives the person an hour
   more. */
const struct row_kind deadline_row = {.prefix = "clock.", .lost = "clock-not-saved", .load = load};

void deadline_fini(struct host *host)
{
    for (struct deadlines *kept = host->deadlines, *next; kept; kept = next) {
        next = kept->next;
        free(kept);
    }
    host->deadlines = NULL;
}

static void put(struct session *session, const char *value)
{
    row_put(session->host, &deadline_row, session->id, value, NULL, NULL);
    session->clocks.is_kept = value != NULL;
}

static void deadlines_keep(struct session *session)
{
    char bytes[VALUE];
    struct text value = text_over(bytes, sizeof bytes);
    for (int seat = 0; seat < session->seat_count; seat++) {
        int64_t since = session->clocks.since[seat], ms = session->host->now - since;
        if (since != 0 && ms > 0)
            text_putf(&value, "%d %d %lld;", seat + 1, session->playing->decisions[seat],
                      (long long)(ms / 1000));
    }
    if (value.length > 0)
        put(session, bytes);
}

static bool read_number(const char **at, char end, long long *out)
{
    char *stop;
    *out = strtoll(*at, &stop, 10);
    bool is_read = stop != *at && *stop == end;
    *at = is_read ? stop + 1 : *at;
    return is_read;
}

static void put_back(struct session *session, const char *value)
{
    long long seat, decision, seconds;
    while (read_number(&value, ' ', &seat) && read_number(&value, ' ', &decision) &&
           read_number(&value, ';', &seconds))
        if (seat >= 1 && seat <= session->seat_count && session->clocks.since[seat - 1] != 0 &&
            session->playing->decisions[seat - 1] == decision && seconds > 0 &&
            seconds < SECONDS_MOST)
            session->clocks.since[seat - 1] -= seconds * 1000;
}

/* Where they run for the same decision. Once. */
static void deadlines_take(struct session *session)
{
    struct deadlines **place = &session->host->deadlines;
    while (*place && (*place)->table != session->id)
        place = &(*place)->next;
    struct deadlines *kept = *place;
    if (!kept)
        return;
    *place = kept->next;
    session->clocks.is_kept = true;
    put_back(session, kept->value);
    free(kept);
}

void deadline_forget(struct session *session)
{
    if (session->clocks.is_kept)
        put(session, NULL);
}

/* ---- clocks of people ---- */

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

static bool is_slow(const struct session *session)
{
    return clock_pace(session) == PACE_SLOW;
}

/* Counted from its beginning. */
static int64_t term(const struct session *session, int told)
{
    enum pace pace = clock_pace(session);
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

static unsigned timed(const struct session *session)
{
    const struct playing *playing = session->playing;
    unsigned seats = people(session);
    bool is_played = session_has_begun(session) && !playing->is_over && !playing->table.over &&
                     !session->state.is_recovered;
    bool is_several = seats & (seats - 1);
    if (!is_played || !is_several || session->clocks.paused_at != 0 ||
        clock_pace(session) == PACE_OFF ||
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
    return session->host->now > session->when.held_until ? session->host->now
                                                         : session->when.held_until;
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

/* Of those whom the table waits for; stops the others. */
static void turn_clock_set(struct session *session)
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

/* Or its people can't read anything before held_until: the clocks that wait for that start then. */
static void turn_clock_sent(struct session *session, const struct host_port *port)
{
    struct turn_clocks *clocks = &session->clocks;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (clocks->waits >> seat & 1 && session->seats[seat].port == port &&
            clocks->since[seat] != 0) {
            clocks->waits &= ~(1u << seat);
            if (clocks->since[seat] > begin_of(session)) /* it runs already after SEND_MOST_MS */
                clocks->since[seat] = begin_of(session);
        }
    deadline_absent_set_watch(session);
}

static void turn_clock_hold(struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->clocks.since[seat] != 0 && session->clocks.since[seat] < begin_of(session))
            session->clocks.since[seat] = begin_of(session);
    deadline_absent_set_watch(session);
}

/* INT64_MAX if there is nothing to do. */
static int64_t turn_clock_next(const struct session *session)
{
    const struct turn_clocks *clocks = &session->clocks;
    int64_t next = INT64_MAX;
    if (clocks->paused_at != 0)
        return session->host->now + PAUSE_MS -
               (host_wall(session->host) - clocks->paused_at * 1000);
    for (int seat = 0; clock_pace(session) != PACE_OFF && seat < session->seat_count; seat++) {
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

static void call(struct session *session, unsigned seats)
{
    struct prose tale, waited, left;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (seats >> seat & 1)
            session->clocks.nudges[seat]++;
    tell_each_language (session, &tale) {
        prose_open(&waited, tale.language);
        prose_open(&left, tale.language);
        put_time(term(session, TOLD_NOTHING), &waited);
        put_time(term(session, TOLD_WORD) - term(session, TOLD_NOTHING), &left);
        view_string(&tale, STRING_CLOCK_CALL, "who", session_people(session, seats), "waited",
                    waited.text, "time", left.text, (char *)0);
        tell_standing(session, POST_NEWS, &tale);
    }
}

static void send_word(struct session *session, int seat)
{
    struct prose word, left;
    prose_open(&left, session_language(session, seat));
    prose_open(&word, session_language(session, seat));
    put_time(left_ms(session, seat), &left);
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
    tell_each_language (change->session, &tale) {
        if (change->note[0])
            view_string(&tale, STRING_UNPAUSED, "who", change->note, (char *)0);
        else
            view_string(&tale, STRING_PAUSE_OVER, (char *)0);
        tell_standing(change->session, POST_NEWS, &tale);
    }
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

void deadline_run(struct session *session)
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

/* -1, with the reason told, if the person does not play here. */
static int player(struct host *host, struct session *session, const struct heard *heard)
{
    int seat = -1;
    if (tell_lacks_table(host, session, heard))
        return -1;
    if (!session_has_begun(session))
        tell_person(host, heard, STRING_CLOCK_LOBBY, (char *)0);
    else if ((seat = session_seat_of(session, heard)) < 0 || session->seats[seat].is_left)
        tell_not_seated(session, heard, STRING_NOT_SEATED_RUNNING);
    else
        return seat;
    return -1;
}

void host_extend(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    int seat = player(host, session, heard);
    if (seat < 0)
        return;
    unsigned seats = timed(session), others = seats & ~(1u << seat);
    if (others == 0) {
        tell_person(host, heard, seats ? STRING_EXTEND_SELF : STRING_EXTEND_NOBODY, (char *)0);
        return;
    }
    pace_restart(&session->clocks, others);
    deadline_absent_set_watch(session);
    struct prose tale, time;
    tell_each_language (session, &tale) {
        prose_open(&time, tale.language);
        put_time(term(session, TOLD_WORD), &time);
        view_string(&tale, STRING_EXTENDED, "by", session->seats[seat].name, "who",
                    session_people(session, others), "time", time.text, (char *)0);
        tell_post(session, POST_NEWS, &tale);
    }
}

/* ---- a pause ---- */

static void told_paused(struct change *change)
{
    tell_room(change->session, POST_NEWS, STRING_PAUSE_BEGINS, (char *)0);
}

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

void host_pause(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
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

/* ---- people who are not there any more ---- */

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void begin_presence(struct session *session)
{
    int64_t now = session->host->now;
    session->when.heard_at = now;
    for (int seat = 0; seat < session->seat_count; seat++)
        session->seats[seat].heard_at = session->seats[seat].gone_at = now;
    deadline_absent_set_watch(session);
}

void deadline_absent_begin(struct session *session)
{
    pace_restart(&session->clocks, ~0u);
    begin_presence(session);
}

void deadline_absent_begin_untold(struct session *session)
{
    if (session->state.is_recovered && showing_is_private(&session->home))
        begin_presence(session);
}

void deadline_absent_note_heard(struct session *session, const struct heard *heard)
{
    int seat = session_seat_of(session, heard);
    session->when.heard_at = heard->now;
    if (seat >= 0)
        session->seats[seat].heard_at = heard->now;
}

/* ---- when to look again ---- */

int64_t deadline_absent_forsaken_at(const struct session *session)
{
    int64_t gone = presence_all_away_since(session);
    bool is_private = session_has_begun(session) && showing_is_private(&session->home);
    return is_private && gone > 0 ? gone + (session->state.is_recovered ? UNTOLD_MS : PRIVATE_MS)
                                  : INT64_MAX;
}

int64_t deadline_absent_gets_up_at(const struct session *session, const struct seat *seat)
{
    struct presence presence = presence_of(session, seat);
    bool counts = presence.kind == PRESENCE_AWAY || presence.kind == PRESENCE_UNKNOWN;
    return counts ? later(presence.since, session->when.held_until) + LOBBY_PERSON_MS : INT64_MAX;
}

bool deadline_is_patient(const struct session *session)
{
    return session->is_sought && !session_has_fixed_seats(session) && is_slow(session);
}

/* None of those who sit there has said a word for so long that another lobby would close. */
static bool is_silent(const struct session *session)
{
    int64_t last = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (presence_is_person(&session->seats[seat]))
            last = later(last, session->seats[seat].heard_at);
    return last + LOBBY_SILENT_MS <= session->host->now;
}

bool deadline_absent_gives_way(const struct session *session)
{
    bool is_patient = deadline_is_patient(session), may = !is_slow(session) || is_patient;
    if (is_patient && !session->change && is_silent(session))
        return true; /* it stays only as long as nobody wants the room */
    return !session->change && may && presence_gives_way_at(session) <= session->host->now;
}

/* No network reports that a person goes out of sight, so we look often enough for each of these
   terms. */
void deadline_absent_set_watch(struct session *session)
{
    int64_t again = session->host->now + LOBBY_EMPTY_MS, gone = presence_all_away_since(session);
    bool has_begun = session_has_begun(session), is_private = showing_is_private(&session->home);
    if (!session->state.is_recovered)
        turn_clock_set(session);
    session->when.watch_at = session->state.is_recovered ? INT64_MAX : turn_clock_next(session);
    if (has_begun && is_private && !session->playing->is_over) {
        session->when.watch_at =
            sooner(session->when.watch_at, sooner(again, deadline_absent_forsaken_at(session)));
    } else if (deadline_is_patient(session)) {
        session->when.watch_at = INT64_MAX;
    } else if (!has_begun && session->state.is_recovered) {
        session->when.watch_at = session->when.heard_at + LOBBY_SILENT_MS;
    } else if (!has_begun) {
        session->when.watch_at = sooner(again, session->when.heard_at + LOBBY_SILENT_MS);
        if (gone > 0)
            session->when.watch_at = sooner(session->when.watch_at,
                                            later(gone, session->when.held_until) + LOBBY_EMPTY_MS);
        for (int seat = 0; seat < session->seat_count; seat++)
            if (presence_is_person(&session->seats[seat]))
                session->when.watch_at =
                    sooner(session->when.watch_at,
                           deadline_absent_gets_up_at(session, &session->seats[seat]));
    }
    clock_wake(session);
}

/* ---- alarms of games ---- */

enum { ARRIVE_MS = 1000 /* by then a sent message has arrived, even if we die */ };

/* Runs in full from now. While its post waits to be sent it gets SEND_MOST_MS more; host_sent()
   starts it anew. */
static void start_alarm(struct session *session)
{
    struct sight sight;
    table_sight(&session->playing->rules, &session->playing->table, SEAT_PUBLIC, &sight);
    struct alarm alarm = session->game->alarm(&session->playing->rules, &sight);
    int64_t seconds = session->playing->rules.options[alarm.option];
    session->alarm.at =
        begin_of(session) + 1000 * seconds + (session->alarm.waits ? SEND_MOST_MS : 0);
    clock_wake(session);
}

/* `showing` may be NULL. */
static void count_sent(struct host *host, struct showing *showing)
{
    if (!showing || showing->unsent_since == 0)
        return;
    histogram_add(&host->counts.told, host->now - showing->unsent_since);
    showing->unsent_since = 0;
}

void host_sent(struct host *host, const char *network, const char *name, int64_t now)
{
    struct session *session = host_find(host, network, name);
    host->now = now;
    count_sent(host, room_find(host, network, name));
    if (session)
        turn_clock_sent(session, host_port_of(host, network));
    if (session && session->state.has_told_end) {
        /* the result is out; the record ends when the result has arrived */
        clock_play_on_at(session, now + ARRIVE_MS);
    } else if (session && session->alarm.waits && session->alarm.at != INT64_MAX) {
        session->alarm.waits = false;
        start_alarm(session);
    }
}

/* A dead network holds up nobody where one room is told at once. */
static bool waits_for_networks(const struct session *session)
{
    bool waits = true;
    for (int i = 0; i < session_showing_count(session); i++) {
        const struct showing *showing = session_showing(session, i);
        waits &= showing->port->reports_sent || !tell_reaches(session, showing);
    }
    return waits;
}

void deadline_set_alarm(struct session *session)
{
    struct alarm alarm = {0};
    bool is_played = session_has_begun(session) && !session->playing->is_over &&
                     !session->state.is_recovered && !session_is_paused(session) &&
                     session->clocks.paused_at == 0;
    if (is_played && session->game->alarm) {
        struct sight sight;
        table_sight(&session->playing->rules, &session->playing->table, SEAT_PUBLIC, &sight);
        alarm = session->game->alarm(&session->playing->rules, &sight);
    }
    if (!alarm.set) {
        session->alarm.at = INT64_MAX;
    } else if (session->alarm.at == INT64_MAX || !move_same(&session->alarm.move, &alarm.move)) {
        session->alarm.move = alarm.move;
        session->alarm.waits = waits_for_networks(session);
        start_alarm(session);
    }
    bool real_time =
        session->game->is_real_time && session->game->is_real_time(&session->playing->rules);
    if (real_time && is_played && session->when.play_on_at == INT64_MAX)
        clock_play_on_at(session, begin_of(session) + ROBOT_PACE_MS);
}

void deadline_wake(struct session *session)
{
    if (!session->state.is_recovered)
        return;
    session->state.is_recovered = false; /* from here on its clocks run */
    deadline_absent_begin(session);
    clock_play_on_at(session, session->host->now); /* robots whose move was not saved */
    deadline_set_alarm(session);
}

void host_hold(struct host *host, const char *network, const char *name, int64_t until, int64_t now)
{
    struct session *session = host_find(host, network, name);
    host->now = now;
    far_note_more(host, &(struct host_event){HOST_EVENT_HOLD, network, name,
                                             .ms = until > now ? until - now : 0});
    if (!session)
        return;
    session->when.held_until = until;
    turn_clock_hold(session);
    if (session->alarm.at != INT64_MAX)
        start_alarm(session);
    if (session->game->is_real_time && session->when.play_on_at != INT64_MAX)
        clock_play_on_at(session, begin_of(session) + ROBOT_PACE_MS);
}

/* The queue of a session: what was said there and what happened to its people waits for its turn,
   and every input runs once. While the disk works on one (change.c), the next ones wait. And people
   whose names or keys change, who go out of sight and come back: a key that does not last ends
   then, and the seat is nobody's until its word is said, or the network knows for sure who is
   back. */
#include "turn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "change.h"
#include "check.h"
#include "deadline.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "latest.h"
#include "leave.h"
#include "links.h"
#include "lobby.h"
#include "notices.h"
#include "offers.h"
#include "policy.h"
#include "port.h"
#include "posts.h"
#include "presence.h"
#include "prose.h"
#include "results.h"
#include "room.h"
#include "seat.h"
#include "seek.h"
#include "session.h"
#include "session_view.h"
#include "strings/people.def"
#include "strings/rooms.def"
#include "strings/seatword.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "view.h"

/* ---- names and keys: new ones stand beside the old ones until they are saved ---- */

static void session_run(struct session *session);

/* Another name may wait, or moves that this change held up. */
static void told_saved(struct change *change)
{
    clock_play_on_at(change->session, change->session->host->now);
}

static void give_up_name(struct change *change)
{
    change->session->seats[change->seat].next_name[0] = '\0';
}

static void give_up_key(struct change *change)
{
    struct seat *seat = &change->session->seats[change->seat];
    seat->next_key[0] = '\0';
    seat_detach(change->session, seat);
}

static void save_name(struct session *session, int seat, const char *name)
{
    struct change *change = change_new(session, NULL);
    check(change_put_person(change, "name", SEAT_NONE, identity_at(&session->seats[seat]), name,
                            NULL));
    change->given_up = give_up_name;
    change_commit_lines(change, seat, NULL, told_saved);
}

/* Where the record has seen too many people, the seat waits for its word. */
static void save_key(struct session *session, int seat, const char *key)
{
    struct change *change = change_new(session, NULL);
    change->given_up = give_up_key;
    change->seat = seat;
    change_put_key(change, &session->seats[seat], key);
    if (change_put_person(change, "bind", seat, identity(session->seats[seat].port->network, key),
                          session->seats[seat].called, NULL)) {
        change_commit_lines(change, seat, NULL, told_saved);
        return;
    }
    give_up_key(change);
    change_free(change);
}

static bool identity_save_again(struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->next_key[0])
            save_key(session, seat, s->next_key);
        else if (s->next_name[0])
            save_name(session, seat, s->next_name);
        else
            continue;
        return true;
    }
    return false;
}

static void ask_name(struct seat *seat)
{
    const struct host_port *port = seat->port;
    struct input named;
    const char *name = port->called ? port->called(port->self, seat->key) : NULL;
    if (!name)
        return;
    input_set_name(&named, name);
    if (strcmp(named.name, seat->called) != 0)
        memcpy(seat->next_name, named.name, sizeof seat->next_name);
}

void input_queue_ask_names(struct session *session)
{
    for (int i = 0; i < session->seat_count; i++) {
        struct seat *seat = &session->seats[i];
        if (seat->kind == SEAT_PERSON && !seat->is_detached && !seat->keeps_name &&
            !*seat->next_name)
            ask_name(seat);
    }
}

static void identity_renamed(struct session *session, const struct input *input)
{
    int seat = session_seat_held(session, identity_of(input));
    if (seat < 0 || session->seats[seat].keeps_name ||
        strcmp(session->seats[seat].called, input->name) == 0)
        return;
    memcpy(session->seats[seat].next_name, input->name, sizeof input->name);
    identity_save_again(session);
}

/* A person who also sits there by the lasting key, at another client, cannot have both seats:
   the seat of the key that ended waits for its word. */
static void identity_bound(struct session *session, const struct input *input)
{
    struct heard lasting = input_heard(input);
    int seat = session_seat_held(session, identity_of(input));
    lasting.key = input->text;
    if (session_was_opened_by(session, identity_of(input)))
        memcpy(session->opener.key, input->text, sizeof session->opener.key);
    if (seat < 0)
        return;
    if (session_seat_of(session, &lasting) >= 0 ||
        session_has_private_twin(session, &session->seats[seat], lasting.key)) {
        seat_detach(session, &session->seats[seat]);
        return;
    }
    memcpy(session->seats[seat].next_key, input->text, sizeof session->seats[seat].next_key);
    identity_save_again(session);
}

/* ---- gaps ---- */

static void identity_gone(struct session *session, const struct input *input)
{
    int seat = session_seat_held(session, identity_of(input));
    if (session_was_opened_by(session, identity_of(input)))
        session->opener.key[0] = '\0';
    if (seat < 0)
        return;
    seat_detach(session, &session->seats[seat]);
    if (!session->seats[seat].is_left &&
        input->kind == INPUT_GONE) /* otherwise a robot plays there anyway, or the room was told */
        tell_room(session, POST_NEWS, STRING_DETACHED, "who", session->seats[seat].name, (char *)0);
}

static void identity_returned(struct session *session, const struct input *input)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct seat *s = &session->seats[seat];
        if (!seat_belongs(s, identity_of(input)))
            continue;
        s->is_detached = false;
        s->heard_at = session->host->now;
        if (s->is_opener) {
            session->opener.port = s->port;
            memcpy(session->opener.key, s->key, sizeof session->opener.key);
        }
        if (session_has_begun(session) && !s->is_left && !session->playing->is_over &&
            !session->state.is_recovered)
            latest_tell_hand(session, seat); /* a room that is not back yet is told hands later */
    }
}

/* ---- a seat follows its person ---- */

/* The seat follows a person with several identities: it is bound to the one that spoke last by a
   line of the record, so that hands and calls go there. At the table the person keeps the name:
   nobody there learns the other. Bounded: each seat moves MOVES_MOST times in MOVES_WITHIN_MS;
   beyond that the person is heard, and the seat stays. */

enum { MOVES_MOST = 5, MOVES_WITHIN_MS = 60 * 1000 };

static bool may_move(struct session *session, struct seat *seat, const char *key)
{
    int64_t now = session->host->now, from = seat->moves_until > now ? seat->moves_until : now;
    bool is_often = from + MOVES_WITHIN_MS / MOVES_MOST > now + MOVES_WITHIN_MS;
    if (is_often || session_has_private_twin(session, seat, key))
        return false;
    seat->moves_until = from + MOVES_WITHIN_MS / MOVES_MOST;
    return true;
}

/* What the person says here is said under the name of the seat. If the seat cannot move, it is
   heard all the same. */
static bool follow_moves_seat(struct session *session, struct input *input)
{
    struct heard heard = input_heard(input);
    int number =
        input->kind == INPUT_HEARD && !input->was_followed ? session_seat_of(session, &heard) : -1;
    if (number < 0)
        return false;
    struct seat *seat = &session->seats[number];
    bool is_there = seat_belongs(seat, identity_of(input));
    input->was_followed = true;
    if (seat->keeps_name || !is_there)
        input_go_by(input, seat->called);
    if (is_there || !may_move(session, seat, input->key))
        return false;
    struct change *change = change_new(session, NULL);
    if (!change_put_person(change, "bind", number, identity_of(input), seat->called, NULL)) {
        change_free(change);
        return false;
    }
    if (seat->port == host_port_of(session->host, input->network))
        change_put_key(change, seat, input->key);
    change_commit_lines(change, number, NULL, NULL);
    return true;
}

/* ---- a person with two seats at one table gives up one of them ---- */

/* Nobody sits down twice under linked identities, and who sit together are not linked (linking.c);
   but a table may not be in memory meanwhile. So it looks when it goes on. Kept is the seat where
   no robot plays, or the opener's, or else the first. The person is told why, the room only that a
   seat was given up. */

static bool are_one(const struct host *host, const struct seat *a, const struct seat *b)
{
    return a->kind == SEAT_PERSON && b->kind == SEAT_PERSON && !a->is_detached && !b->is_detached &&
           identity_same(host, identity_at(a), identity_at(b));
}

bool input_queue_sit_together(struct host *host, const struct heard *first,
                              const struct heard *second)
{
    struct session *session;
    for (int i = 0; (session = host_table_of(host, identity_of(second), i)); i++)
        if (session_seat_of(session, first) >= 0)
            return true;
    return false;
}

static int worth(const struct seat *seat)
{
    return 2 * !seat->is_left + seat->is_opener;
}

/* To be given up. SEAT_NONE if nobody has two. */
static int second_seat(const struct session *session, int *kept)
{
    const struct seat *seats = session->seats;
    for (int seat = 1; seat < session->seat_count; seat++)
        for (int other = 0; other < seat; other++) {
            if (!are_one(session->host, &seats[seat], &seats[other]))
                continue;
            bool is_better = worth(&seats[seat]) > worth(&seats[other]);
            *kept = is_better ? seat : other;
            return is_better ? other : seat;
        }
    return SEAT_NONE;
}

static void told_given_up(struct change *change)
{
    struct session *session = change->session;
    const struct seat *kept = &session->seats[change->number];
    const struct heard person = heard_about(identity_at(kept), kept->called, 0);
    bool has_begun = session_has_fixed_seats(session);
    tell_person(session->host, &person,
                has_begun ? STRING_SEATED_TWICE_PLAY : STRING_SEATED_TWICE_LOBBY, "game",
                session->game->name, "who", change->note, "kept", kept->name, (char *)0);
    leave_tell(change, has_begun ? STRING_GAVE_UP_SEAT : STRING_LEFT_LOBBY);
    leave_tell_rest(change);
}

static bool twice_give_up(struct session *session)
{
    int kept, seat = session->playing->is_over ? SEAT_NONE : second_seat(session, &kept);
    if (seat == SEAT_NONE)
        return false;
    bool has_begun = session_has_fixed_seats(session);
    struct change *change = change_new(session, NULL);
    change_addf(change, "%s seat=%d", has_begun ? "kick" : "unsit", seat + 1);
    change->frees_first = session->seats[seat].begins && !has_begun;
    change->number = kept - (!has_begun && kept > seat);
    change_commit_lines(change, seat, session->seats[seat].name, told_given_up);
    return true;
}

void input_queue_linked(struct host *host, const struct linked_identity *identity)
{
    struct session *session;
    int kept;
    for (int i = 0; (session = host_table_of(host, identity_of(identity), i)); i++)
        if (session->change || second_seat(session, &kept) != SEAT_NONE)
            clock_play_on_at(session, host->now);
}

/* ---- the queue ---- */

/* Events of one person that wait for one table, between two of the person's own words. */
enum { EVENTS_EACH = 8 };

/* ---- what was committed is saved, and then its session goes on ---- */

/* Without its id, which counts as applied by now. */
static void hear_again(struct change *change)
{
    struct session *session = change->session;
    struct input *input = input_of_heard(&change->heard);
    input->has_id = false;
    *session->queue.end = input;
    session->queue.end = &input->next;
    session->queue.length++;
}

static void change_over(void *arg, enum store_result result)
{
    struct change *change = arg;
    struct session *session = change->session;
    bool is_saved = session && result == STORE_OK;
    if (session)
        change_settle(change, result);
    if (is_saved && change->told)
        change->told(change);
    if (is_saved && change->is_heard_again)
        hear_again(change);
    if (is_saved && !session->state.is_closing) {
        deadline_set_alarm(session);
        deadline_absent_set_watch(session);
        far_note_changed(session);
        if (session->host->offers.seeks)
            seek_note(session);
    }
    if (session && session_has_fixed_seats(session) && !session->change)
        lobby_release(session);
    if (session && change->input->kind == INPUT_HEARD && !lobby_holds(session, change->input))
        host_dismiss(session->host, &change->heard);
    change_free(change);
    if (session)
        session_run(session);
}

static void drop_refused(struct change *change)
{
    struct session *session = change->session;
    change_free(change);
    if (session && session->state.is_closing)
        session_run(session);
}

void input_queue_write(struct host *host)
{
    for (struct change *change; (change = change_take(host));) {
        if (change->session && !change->is_refused)
            change_write(change, change_over);
        else
            drop_refused(change);
    }
}

/* ---- inputs ---- */

void input_queue_push(struct session *session, struct input *input)
{
    *session->queue.end = input;
    session->queue.end = &input->next;
    session->queue.length++;
    session_run(session);
}

static void dealt_with(struct host *host, const struct input *input)
{
    struct heard heard = input_heard(input);
    host_dismiss(host, &heard);
}

static void execute(struct host *host, struct session *session, const struct input *input)
{
    struct heard heard = input_heard(input);
    host->running.has_committed = false;
    host->counts.heard++;
    histogram_add(&host->counts.waited, host->now - input->now);
    if (!session_knows(host, session, input)) {
        if (session && input->has_id)
            session_note_id(session, input->network, input->id);
        if (session)
            deadline_absent_note_heard(session, &heard);
        if (session && session_seat_of(session, &heard) >= 0)
            turn_note_word(session);
        host->calls.execute(host->calls.arg, host, session, &heard);
        results_tell(host, &heard,
                     !host->running.has_committed && !(session && lobby_holds(session, input)));
    }
    if (!host->running.has_committed && !(session && lobby_holds(session, input)))
        /* otherwise when it is saved, or when a start need not wait any more */
        dealt_with(host, input);
}

/* What was put off: a name or key that is not saved yet, a second seat of a person, a start,
   robots and forced steps. */
static void play_on(struct session *session)
{
    session->when.play_on_at = INT64_MAX;
    if (identity_save_again(session) || twice_give_up(session) || leave_stop_runs_out(session))
        return;
    if (session_has_begun(session) && !session->closing.is_closed)
        turn_play_on(session);
    else
        lobby_play_on(session);
    if (session->clocks.stop.until != 0)
        leave_stop_wait(session);
}

static void stop(struct session *session, const struct input *input)
{
    struct heard heard = input_heard(input);
    if (!guests_lose(session, &heard))
        host_stop(session->host, &(struct call){.session = session, .heard = &heard, .words = ""});
}

static void run_input(struct session *session, const struct input *input)
{
    switch (input->kind) {
    case INPUT_HEARD:
        execute(session->host, session, input);
        break;
    case INPUT_RENAMED:
        identity_renamed(session, input);
        break;
    case INPUT_BOUND:
        identity_bound(session, input);
        break;
    case INPUT_GONE:
    case INPUT_LOST:
        identity_gone(session, input);
        break;
    case INPUT_RETURNED:
        identity_returned(session, input);
        break;
    case INPUT_NETWORK_GONE:
        session_detach(session, host_port_of(session->host, input->network));
        break;
    case INPUT_BANNED:
        leave_banned(session, input);
        break;
    case INPUT_FORGOTTEN:
        leave_forgotten(session, input);
        break;
    case INPUT_STOP:
        stop(session, input);
        break;
    case INPUT_MOVED:
        guests_move(session, input);
        break;
    case INPUT_END:
        leave_end(session, input);
        break;
    case INPUT_ALARM:
        turn_alarm(session);
        break;
    case INPUT_PLAY_ON:
        play_on(session);
        break;
    case INPUT_WATCH:
        leave_watch(session);
        break;
    case INPUT_SITS:
        lobby_tell_sitting(session);
        break;
    case INPUT_STARTERS:
        lobby_tell_waiting(session);
        break;
    }
}

static void run_without_table(struct host *host, struct input *input)
{
    if (input->kind == INPUT_HEARD)
        execute(host, NULL, input);
    free(input);
    input_queue_write(host);
}

/* Inputs that waited for a table that is gone are heard without it. If one opens a new table
   there, the rest goes to that. */
static void close_session(struct session *session)
{
    struct host *host = session->host;
    struct input *waiting = session->queue.first;
    char network[HOST_NETWORK], name[HOST_ROOM];
    snprintf(network, sizeof network, "%s", session->home.port->network);
    snprintf(name, sizeof name, "%s", session->home.name);
    session->queue.first = NULL;
    for (int n = ring_count(&session->record.ids); n > 0; n--)
        ring_add(&host->ended_ids, ring_last(&session->record.ids, n));
    lobby_release(session);
    deadline_forget(session);
    if (session->state.is_aside)
        aside_not_resumed(session);
    if (host->offers.waitings && !offers_of(host, session->id))
        waiting_forget(host, session->id);
    far_note_gone(session);
    change_remove_session(session);
    while (waiting) {
        struct input *input = waiting;
        struct session *next = input->in_private ? host_find(host, network, name)
                                                 : host_find(host, input->network, input->room);
        waiting = input->next;
        input->next = NULL;
        if (next)
            input_queue_push(next, input);
        else
            run_without_table(host, input);
    }
}

/* Something is saved first; the input is heard when that is done, or at once if it never can be.
   A message that comes again, as Discord brings them after a kill, is no sign that the person is
   there now. */
static bool is_put_off(struct session *session, struct input *input)
{
    if (input->kind != INPUT_HEARD || session_knows(session->host, session, input))
        return false;
    if (session->state.has_told_end && !session->state.is_stuck) {
        turn_end_record(session); /* the input is about the room, not about this table */
        return true;
    }
    if (follow_moves_seat(session, input))
        return true;
    if (!leave_takes_back(session, input))
        return false;
    input->was_taken_back = true;
    return true;
}

static void session_run(struct session *session)
{
    struct host *host = session->host;
    while (session->queue.first && !session->change && !session->state.is_closing) {
        struct input *input = session->queue.first;
        if (is_put_off(session, input))
            continue;
        session->queue.first = input->next;
        session->queue.length--;
        if (!session->queue.first)
            session->queue.end = &session->queue.first;
        session_ask_looks(session);
        run_input(session, input);
        free(input);
    }
    if (!session->change)
        session_forget_looks(session);
    if (!session->change && session->state.is_closing)
        close_session(session);
    else if (!session->change)
        clock_wake(session);
    input_queue_write(host); /* the session may be gone */
}

/* False if the input waits there. */
static bool is_refused_by(struct session *session, const struct heard *heard)
{
    bool is_full = session->queue.length >= SESSION_QUEUE;
    if (is_full) {
        session->host->counts.queue_refusals++;
        tell_openly(session->host, heard, STRING_QUEUE_FULL, (char *)0);
    } else {
        input_queue_push(session, input_of_heard(heard));
    }
    return is_full;
}

void host_hear(struct host *host, struct session *session, const struct heard *heard)
{
    host->now = heard->now;
    presence_note_back(host, heard->network);
    if (!session)
        run_without_table(host, input_of_heard(heard));
    else if (is_refused_by(session, heard))
        host_dismiss(host, heard);
}

void input_queue_again(struct session *session, const struct heard *heard)
{
    struct host *host = session->host;
    host->running.has_committed |=
        !is_refused_by(session, heard); /* dealt with in its turn there */
}

/* ---- what networks see of people, for every table that it concerns ---- */

static bool is_event(const struct input *input)
{
    return input->kind >= INPUT_RENAMED && input->kind <= INPUT_RETURNED;
}

/* NULL while fewer than EVENTS_EACH wait. */
static struct input *latest_of_many(const struct session *session, const struct heard *heard)
{
    struct input *latest = NULL;
    int count = 0;
    for (struct input *input = session->queue.first; input; input = input->next) {
        if (!identity_is(identity_of(input), identity_of(heard)))
            continue;
        count = is_event(input) ? count + 1 : 0;
        latest = input;
    }
    return count >= EVENTS_EACH ? latest : NULL;
}

/* Where too many wait, the newest replaces the one before: it says how things are now. */
static void push_about(struct session *session, enum input_kind kind, const struct heard *heard)
{
    struct input *input = input_of_heard(heard), *latest = latest_of_many(session, heard);
    input->kind = kind;
    if (!latest) {
        input_queue_push(session, input);
        return;
    }
    input->next = latest->next;
    *latest = *input;
    free(input);
}

static bool is_of(const struct input *input, struct identity who)
{
    return strcmp(input->network, who.network) == 0 &&
           (strcmp(input->key, who.key) == 0 ||
            (input->kind == INPUT_BOUND && strcmp(input->text, who.key) == 0));
}

/* Or will, when its change and its queue are done. */
static bool is_concerned(const struct session *session, struct identity who)
{
    if (is_of(session->change->input, who) || session_was_opened_by(session, who))
        return true;
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (seat_belongs(s, who) ||
            (s->next_key[0] && identity_is(identity(s->port->network, s->next_key), who)))
            return true;
    }
    for (const struct input *input = session->queue.first; input; input = input->next)
        if (is_of(input, who))
            return true;
    return false;
}

bool host_is_saving_for(const struct host *host, struct identity who)
{
    for (const struct session *session = host->tables.first; session && host->running.saving > 0;
         session = session->next)
        if (session->change && is_concerned(session, who))
            return true;
    return false;
}

/* Also where the person opened the table, or will sit when a change is saved. `text` is the
   input's. */
static void push_to_seats(struct host *host, enum input_kind kind, const struct heard *heard)
{
    host->now = heard->now;
    for (struct session *session = host->tables.first; session && host->running.saving > 0;
         session = session->next)
        if (session->change && is_concerned(session, identity_of(heard)))
            push_about(session, kind, heard);
    struct sitting *sitting = host->tables.sittings[host_bucket(heard->network, heard->key)], *next;
    for (; sitting; sitting = next) {
        struct session *session = sitting->session;
        next = sitting->next;
        if (!session->change)
            push_about(session, kind, heard);
    }
}

void host_renamed(struct host *host, struct identity who, const char *name, int64_t now)
{
    struct heard heard = heard_about(who, name, now);
    far_note_more(host,
                  &(struct host_event){HOST_EVENT_RENAMED, who.network, who.key, .text = name});
    waiting_rename(host, who, name);
    push_to_seats(host, INPUT_RENAMED, &heard);
}

static void push_event(struct host *host, enum input_kind kind, struct identity who, int64_t now)
{
    struct heard heard = heard_about(who, "", now);
    const struct host_port *port = host_port_of(host, who.network);
    if (port && kind != INPUT_RETURNED)
        waiting_gone(host, port, who.key);
    if (port && (kind == INPUT_RETURNED || !seat_key_lasts(port, who.key)))
        push_to_seats(host, kind, &heard);
}

void host_gone(struct host *host, struct identity who, int64_t now)
{
    far_note(host, HOST_EVENT_GONE, who.network, who.key);
    push_event(host, INPUT_GONE, who, now);
}

void host_lost(struct host *host, struct identity who, int64_t now)
{
    far_note(host, HOST_EVENT_LOST, who.network, who.key);
    push_event(host, INPUT_LOST, who, now);
}

void host_returned(struct host *host, struct identity who, int64_t now)
{
    presence_note_back(host, who.network);
    far_note(host, HOST_EVENT_RETURNED, who.network, who.key);
    push_event(host, INPUT_RETURNED, who, now);
}

void host_bound(struct host *host, struct identity who, const char *lasting, int64_t now)
{
    struct heard heard = heard_about(who, "", now);
    heard.text = lasting;
    check(strlen(lasting) < HOST_KEY);
    far_note_more(host,
                  &(struct host_event){HOST_EVENT_BOUND, who.network, who.key, .text = lasting});
    notices_rebind(host, who, lasting);
    blocks_rebind(host, who, lasting);
    seek_rebind(host, who, lasting);
    guests_rebind(host, who, lasting);
    waiting_rebind(host, who, lasting);
    push_to_seats(host, INPUT_BOUND, &heard);
}

/* Where no room can be told anything, nothing happens by the clock. */
static void stand_still(struct session *session)
{
    if (session->state.is_recovered)
        session->alarm.at = session->when.play_on_at = INT64_MAX;
    deadline_absent_begin_untold(session);
}

void host_room_lost(struct host *host, const char *network, const char *room, int64_t now)
{
    struct showing *showing = room_find(host, network, room);
    host->now = now;
    far_note(host, HOST_EVENT_ROOM_LOST, network, room);
    if (!showing)
        return;
    room_set_untold(showing);
    stand_still(showing->session);
}

/* Says nothing, for nobody can read it: the rooms are told when the network is back. */
void host_network_gone(struct host *host, const char *network, int64_t now)
{
    const struct host_port *port = host_port_of(host, network);
    host->now = now;
    presence_note_gone(host, network);
    far_note(host, HOST_EVENT_NETWORK_GONE, network, "");
    waiting_gone(host, port, NULL);
    for (struct session *session = host->tables.first; session; session = session->next) {
        session_detach(session, port);
        if (!session_showing_on(session, port))
            continue;
        session_set_untold(session, port);
        stand_still(session);
        if (session->change) /* the change and the queue were heard before */
            input_queue_push(session, input_new(INPUT_NETWORK_GONE, session, now));
    }
}

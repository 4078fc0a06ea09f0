/* The way back to a table that was set aside: its record is read back, and it goes on in the room
   where somebody who sat there asked for it. */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ban.h"
#include "change.h"
#include "check.h"
#include "deadline.h"
#include "elsewhere.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "latest.h"
#include "leave.h"
#include "offers.h"
#include "policy.h"
#include "posts.h"
#include "presence.h"
#include "reader.h"
#include "recover.h"
#include "room.h"
#include "seat.h"
#include "store.h"
#include "strings/daily.def"
#include "strings/leaving.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"

enum { LISTED_MOST = 8 };

/* ---- the owners of seats ---- */

static int seat_by_key(const struct aside *aside, const struct heard *heard)
{
    for (int seat = 0; seat < aside->seat_count; seat++) {
        const struct aside_seat *s = &aside->seats[seat];
        if (s->is_person && !s->is_detached && identity_is(identity_at(s), identity_of(heard)))
            return seat;
    }
    return -1;
}

/* Puts the first of them, and lists some. */
static int asides_of(const struct host *host, const struct heard *heard, struct aside **first,
                     struct text *list)
{
    int count = 0;
    for (struct aside *aside = host->asides.first; aside; aside = aside->next) {
        if (seat_by_key(aside, heard) < 0)
            continue;
        if (count++ == 0)
            *first = aside;
        if (count <= LISTED_MOST)
            text_putf(list, "%s%" PRId64 " (%s)", count > 1 ? ", " : "", aside->id,
                      aside->game->name);
    }
    return count;
}

/* ---- going on ---- */

struct resuming {
    struct host *host;
    int64_t table;
    struct input input; /* who asked, and where */
    char room[HOST_ROOM];
};

static void told_resumed(struct change *change)
{
    struct session *session = change->session;
    struct aside *aside = aside_numbered(session->host, session->id);
    struct prose tale;
    check(aside);
    for (int seat = 0; seat < aside->seat_count; seat++)
        if (aside->seats[seat].is_void && !session->seats[seat].is_detached && seat != change->seat)
            aside_tell_word(aside, &aside->seats[seat]);
    aside_forget(aside);
    if (change->note[0])
        tell_word(session, &change->heard, STRING_SEAT_WORD, change->note);
    deadline_absent_begin(session);
    tell_each_language (session, &tale) {
        view_string(&tale, STRING_RESUMED, "who", change->heard.name, "game", session->game->name,
                    (char *)0);
        if (session_has_begun(session))
            tell_standing(session, POST_NEWS, &tale);
        else
            tell_post(session, POST_NEWS, &tale);
    }
    for (int seat = 0; seat < session->seat_count && session_has_begun(session); seat++)
        if (session->seats[seat].kind == SEAT_PERSON && !session->seats[seat].is_left &&
            !session->seats[seat].is_detached)
            latest_tell_hand(session, seat);
    clock_play_on_at(session, session->host->now);
    ban_vacate(session);
}

/* Voids words that others have read before the record said so: nobody gets in by them. */
static void add_words(struct change *change, const struct aside *aside)
{
    for (int seat = 0; seat < aside->seat_count; seat++) {
        unsigned char hash[SESSION_HASH];
        seat_word_hash(aside->seats[seat].fresh, aside->id, hash);
        if (aside->seats[seat].is_void)
            change_put_word(change, seat, hash);
    }
}

/* By key, or by the word they said before; then `word` gets a new one, if the seat still needs
   one. */
static void add_return(struct change *change, const struct aside *aside, int seat, char word[16])
{
    struct session *session = change->session;
    if (strcmp(session->seats[seat].key, aside->seats[seat].key) != 0) {
        /* too many people: the person is asked for the word again */
        (void)change_put_claim(change, seat, word);
    } else if (session->seats[seat].is_left) {
        change_addf(change, "back seat=%d", seat + 1);
    }
}

/* A person whose key ends with the connection has to stay in sight; others have to say the seat
   word again. */
static void detach_others(struct session *session, int own)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct seat *s = &session->seats[seat];
        if (seat == own || s->kind != SEAT_PERSON || seat_key_lasts(s->port, s->key))
            continue;
        if (!presence_sees(s->port, s->key))
            seat_detach(session, s);
    }
}

static void go_on(struct aside *aside, struct session *session, const struct resuming *resuming)
{
    char word[16] = "";
    struct heard heard = input_heard(&resuming->input);
    int seat = seat_by_key(aside, &heard);
    /* not always that of the room before */
    const struct host_port *port = host_port_of(session->host, heard.network);
    session_settle(session, port, resuming->room, session->shown.so_far + 1);
    session_link(session);
    offers_forget_in(session->host, session);
    session->home.is_untold = session->state.is_recovered = false;
    session->record.next_line = aside->next_line;
    memcpy(session->record.link, aside->link, sizeof session->record.link);
    detach_others(session, seat);
    struct change *change = change_new(session, &heard);
    change_add(change, "resume");
    if (session->clocks.paused_at != 0)
        change_add(change, "unpause"); /* one !resume is for both */
    change_put_room(change, session->shown.so_far + 1, port, resuming->room);
    add_words(change, aside);
    if (seat >= 0)
        add_return(change, aside, seat, word);
    memcpy(change->place, resuming->room, sizeof change->place);
    change_commit_lines(change, *word ? seat : SEAT_NONE, word, told_resumed);
}

static void was_read(void *arg, const struct read_back *back)
{
    struct resuming *resuming = arg;
    struct host *host = resuming->host;
    struct aside *aside = aside_numbered(host, resuming->table);
    struct heard heard = input_heard(&resuming->input);
    check(aside);
    bool is_taken = session_room_is_taken(host, heard.network, resuming->room);
    bool has_places = back->session && back->session->persons.highest + 2 <= PERSONS_MOST;
    if (back->session && !is_taken && has_places) {
        go_on(aside, back->session, resuming);
        return;
    }
    if (back->session)
        change_remove_session(back->session);
    aside_is_free(aside);
    tell_person(host, &heard,
                is_taken        ? STRING_RESUME_TAKEN
                : back->session ? STRING_JOIN_TOO_MANY_PEOPLE
                                : STRING_RESUME_DAMAGED,
                (char *)0);
    if (!back->session && !is_taken) {
        fault_add(host, back, aside->port->network, aside->room, false);
        aside_forget(aside);
    }
    host_dismiss(host, &heard);
}

static void begin_reading(struct aside *aside, const struct heard *heard, const char *room)
{
    static const struct reader_visitor visitor = {.plays_on = true, .done = was_read};
    struct resuming *resuming = calloc(1, sizeof *resuming);
    struct input *input = input_of_heard(heard);
    check(resuming);
    resuming->host = aside->host;
    resuming->table = aside->id;
    resuming->input = *input;
    free(input);
    snprintf(resuming->room, sizeof resuming->room, "%s", room);
    aside->is_resumed = true;
    aside->host->running.has_committed = true; /* dealt with when the record is read */
    reader_begin(aside->host, aside->id, true, &visitor, resuming);
}

/* ---- tables of other processes ---- */

void resume_put_asides(struct host *host, const struct heard *person, struct prose *out)
{
    int count = 0;
    for (const struct aside *aside = host->asides.first; aside && count < LISTED_MOST / 2;
         aside = aside->next) {
        if (seat_by_key(aside, person) < 0)
            continue;
        prose_put(out, " ");
        view_string(out, STRING_RESUME_ELSEWHERE, "game", aside->game->name, "number",
                    text_number(aside->id), "network", aside->port->network, (char *)0);
        count++;
    }
}

static void told_asides(struct host *host, const struct heard *heard, int64_t tag,
                        const char *answers, bool are_all)
{
    struct prose where;
    (void)tag, (void)are_all;
    prose_open(&where, host_language(host, heard));
    prose_put(&where, answers ? answers : "");
    if (where.length > 0)
        host_whisper(host, heard, &where);
    else
        tell_person(host, heard,
                    host_has_seat_words(host, heard->network) ? STRING_RESUME_NONE_PROVEN
                                                              : STRING_RESUME_NONE,
                    (char *)0);
}

static void ask_elsewhere(struct host *host, const struct heard *heard)
{
    const struct host_question question = {
        .kind = HOST_QUESTION_ASIDES, .who = identity_of(heard), .other = {"", ""}};
    far_ask(host, heard, &question, told_asides, 0);
}

/* NULL, with the reason told, if unclear. */
static struct aside *meant(struct host *host, const struct heard *heard, const char *number)
{
    char list[HOST_TEXT], *end;
    struct text text = text_over(list, sizeof list);
    struct aside *first = NULL;
    int count = asides_of(host, heard, &first, &text);
    long long wanted = strtoll(number, &end, 10);
    struct aside *named = *number && !*end ? aside_numbered(host, wanted) : NULL;
    if (named && seat_by_key(named, heard) >= 0)
        return named;
    if (count == 0)
        ask_elsewhere(host, heard);
    else if (*number)
        tell_person(host, heard, STRING_RESUME_UNKNOWN, "typed", number, "tables", list, (char *)0);
    else if (count > 1)
        tell_person(host, heard, STRING_RESUME_WHICH, "tables", list, (char *)0);
    return *number || count != 1 ? NULL : first;
}

static void told_given_back(struct change *change)
{
    struct session *session = change->session;
    tell_room(session, POST_NEWS, STRING_LOBBY_GIVEN_BACK, "by", change->heard.name, "game",
              session->game->name, (char *)0);
}

/* A table that has not dealt stands where the person's own gave way: that goes on, and the
   newcomer's closes. */
static bool takes_room_back(struct host *host, const struct heard *heard, const char *room)
{
    struct session *there = host_find(host, heard->network, room);
    const struct aside *aside =
        there && !there->change && !session_has_begun(there) && !there->closing.is_closed
            ? host->asides.first
            : NULL;
    while (aside && !(aside->has_given_way && aside->port == there->home.port &&
                      strcmp(aside->room, there->home.name) == 0 && seat_by_key(aside, heard) >= 0))
        aside = aside->next;
    if (!aside)
        return false;
    change_commit_line(there, heard, SEAT_NONE, NULL, told_given_back, "end reason=left");
    if (there->change)
        there->change->is_heard_again = true;
    return true;
}

void host_resume(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const char *number = call->words;
    char room[HOST_ROOM];
    snprintf(room, sizeof room, "%s%s", heard->room ? "" : "@",
             heard->room ? heard->room : heard->key);
    if (takes_room_back(host, heard, room))
        return;
    if (session_room_is_taken(host, heard->network, room)) {
        tell_person(host, heard, STRING_RESUME_TAKEN, (char *)0);
        return;
    }
    struct aside *aside = meant(host, heard, number);
    if (aside && aside_is_busy(aside))
        tell_person(host, heard, STRING_RESUME_BUSY, (char *)0);
    else if (aside && !port_is_here(host_port_of(host, heard->network)))
        tell_person(host, heard, STRING_RESUME_ELSEWHERE, "game", aside->game->name, "number",
                    text_number(aside->id), "network", aside->port->network, (char *)0);
    else if (aside && aside->lot.day && heard->room && !(heard->rank & RANK_LOCAL))
        tell_person(host, heard, STRING_DAILY_PRIVATE, "id", aside->game->id, (char *)0);
    else if (aside && (guests_refuse_in(host, heard, aside->port, aside->room) ||
                       policy_forbid_opening(host, heard, aside->game)))
        return;
    else if (aside)
        begin_reading(aside, heard, room);
}

/* The rooms of a table come and go; what happens to a guest room never ends the table in the
   others. Bounded: SESSION_SHOWN rooms at a time, SESSION_ROOMS in all. Who asks for it is in
   invite.c. */
#include "policy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bans.h"
#include "blocks.h"
#include "change.h"
#include "check.h"
#include "heard.h"
#include "host_state.h"
#include "input.h"
#include "pending.h"
#include "port.h"
#include "posts.h"
#include "presence.h"
#include "room.h"
#include "seat.h"
#include "session_view.h"
#include "shares.h"
#include "strings/ban.def"
#include "strings/rooms.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"

/* An id of Discord means nothing elsewhere. */
const char *guests_word(const char *room)
{
    static const char unnamed[] = "a channel";
    return room[0] == '<' ? unnamed : room;
}

void guests_told(struct change *change)
{
    guests_tell_shown(change, true);
}

void guests_tell_shown(struct change *change, bool names)
{
    struct session *session = change->session;
    bool has_begun = session_has_begun(session);
    int open = has_begun || !names ? STRING_GUEST_FROM_IN_PLAY : STRING_GUEST_FROM;
    int apart = has_begun || !names ? STRING_GUEST_IN_PLAY : STRING_GUEST;
    tell_room(session, POST_NEWS, showing_is_private(&session->home) ? apart : open, "from",
              guests_word(session->home.name), "origin", session->home.port->network, "room",
              guests_word(change->guest), "network", change->guest_on->network, "game",
              session->game->name, "who", session_people(session, session_all_seats(session)),
              (char *)0);
    if (has_begun)
        tell_standing(session, POST_NEWS, NULL);
}

static void add(struct session *session, const struct heard *heard, const struct host_port *port,
                const char *room, change_done *told, change_done *given_up)
{
    struct change *change = change_new(session, heard);
    change_put_room(change, session->shown.so_far + 1, port, room);
    change->guest_on = port;
    change->given_up = given_up;
    snprintf(change->guest, sizeof change->guest, "%s", room);
    change_commit_lines(change, SEAT_NONE, NULL, told);
}

void guests_bring(struct session *session, const struct heard *heard, const struct host_port *port,
                  const char *room)
{
    add(session, heard, port, room, guests_told, NULL);
}

void guests_bring_for(struct session *session, const struct heard *heard,
                      const struct host_port *port, const char *room, change_done *told)
{
    add(session, heard, port, room, told, NULL);
}

void guests_add(struct session *session, const struct heard *heard, const struct host_port *port,
                const char *room, change_done *told)
{
    add(session, heard, port, room, told, told);
}

bool guests_may_go(const struct session *session, const struct showing *showing)
{
    bool is_only = session_showing_count(session) == 1;
    return !is_only &&
           (showing != &session->home || port_is_here(session_showing(session, 1)->port));
}

/* Both the rooms that stay and the one that is taken out are told. */
static void told_removed(struct change *change)
{
    struct session *session = change->session;
    struct prose tale;
    tell_room(session, POST_NEWS, STRING_GUEST_GONE, "room", guests_word(change->freed), "network",
              change->freed_on->network, (char *)0);
    prose_open(&tale, host_room_language(session->host, change->freed_on->network, change->freed));
    view_string(&tale, STRING_GUEST_OUT, "game", session->game->name, (char *)0);
    struct post post = {.room = change->freed, .kind = POST_NEWS, .tale = &tale};
    change->freed_on->post(change->freed_on->self, &post);
}

void guests_take_out(struct session *session, const struct heard *heard,
                     const struct showing *showing)
{
    struct change *change = change_new(session, heard);
    change->freed_on = showing->port;
    memcpy(change->freed, showing->name, sizeof change->freed);
    if (showing == &session->home) {
        const struct showing *next = session_showing(session, 1);
        change->place_on = next->port;
        memcpy(change->place, next->name, sizeof change->place);
    }
    change_addf(change, "unroom number=%d", showing->number);
    change_commit_lines(change, SEAT_NONE, NULL, told_removed);
}

/* The room itself knows what it is called; it reads that the table is there. */
static void told_moved(struct change *change)
{
    const struct session *session = change->session;
    struct prose tale;
    prose_open(&tale, host_room_language(session->host, change->freed_on->network, change->note));
    view_string(&tale, STRING_ROOM_RENAMED, "room", guests_word(change->note), "game",
                session->game->name, (char *)0);
    struct post post = {.room = change->note, .kind = POST_NEWS, .tale = &tale};
    change->freed_on->post(change->freed_on->self, &post);
}

void guests_move(struct session *session, const struct input *input)
{
    const struct heard heard = input_heard(input);
    const struct showing *showing = guests_find(session, input->network, input->room);
    bool is_home = showing == &session->home;
    const struct showing *next =
        is_home && session_showing_count(session) > 1 ? session_showing(session, 1) : NULL;
    if (!showing || session->shown.so_far >= SESSION_ROOMS ||
        session_showing_count(session) == SESSION_SHOWN ||
        session_room_is_taken(session->host, input->network, input->text) ||
        (next && !port_is_here(next->port)))
        return;
    struct change *change = change_new(session, &heard);
    change_put_room(change, session->shown.so_far + 1, showing->port, input->text);
    change_addf(change, "unroom number=%d", showing->number);
    change->freed_on = showing->port;
    memcpy(change->freed, showing->name, sizeof change->freed);
    if (is_home) {
        change->place_on = next ? next->port : showing->port;
        snprintf(change->place, sizeof change->place, "%.*s", HOST_ROOM - 1,
                 next ? next->name : input->text);
    }
    if (!is_home || next) {
        change->guest_on = showing->port;
        snprintf(change->guest, sizeof change->guest, "%.*s", HOST_ROOM - 1, input->text);
    }
    change_commit_lines(change, SEAT_NONE, input->text, told_moved);
}

const struct showing *guests_find(const struct session *session, const char *network,
                                  const char *room)
{
    for (int i = 0; room && i < session_showing_count(session); i++) {
        const struct showing *showing = session_showing(session, i);
        bool is_named = text_same_word(showing->name, room) ||
                        (!network && text_same_word(showing->port->network, room));
        if (is_named && (!network || strcmp(showing->port->network, network) == 0))
            return showing;
    }
    return NULL;
}

bool host_goes_on_without(const struct session *session, const char *network, const char *room)
{
    const struct showing *showing = guests_find(session, network, room);
    return showing && guests_may_go(session, showing);
}

bool guests_lose(struct session *session, const struct heard *heard)
{
    const struct showing *showing = guests_find(session, heard->network, heard->room);
    if (!showing || !guests_may_go(session, showing))
        return false;
    guests_take_out(session, heard, showing);
    return true;
}

bool guests_stop(struct session *session, const struct heard *heard)
{
    return heard->rank & RANK_OPERATOR && !session_obeys(session, heard) &&
           guests_lose(session, heard);
}

bool guests_have_no_space(struct session *session, const struct heard *heard)
{
    bool is_full =
        session_showing_count(session) == SESSION_SHOWN || session->shown.so_far >= SESSION_ROOMS;
    bool is_taken = session_room_is_taken(session->host, heard->network, heard->room);
    bool is_forbidden = room_rule_is(session->host, host_port_of(session->host, heard->network),
                                     heard->room, RULE_GUESTS, "no");
    if (is_taken || is_full || is_forbidden)
        tell_person(session->host, heard,
                    is_forbidden ? STRING_GUEST_FORBIDDEN
                    : is_taken   ? STRING_GUEST_ROOM_TAKEN
                                 : STRING_GUEST_TOO_MANY,
                    "game", session->game->name, "most", text_number(SESSION_SHOWN), (char *)0);
    return is_taken || is_full || is_forbidden;
}

void guests_rebind(struct host *host, struct identity who, const char *lasting)
{
    for (struct session *session = host->tables.first; session; session = session->next) {
        const struct pending *wish = session->shown.wish;
        if (wish && identity_is(identity_of(wish->input), who))
            snprintf(wish->input->key, HOST_KEY, "%s", lasting);
    }
}

/* ---- whom a ban of a single room keeps from what ---- */

/* They are told. */

bool guests_refuse_in(struct host *host, const struct heard *heard, const struct host_port *port,
                      const char *room)
{
    unsigned char source[SESSION_PAYER];
    shares_hash(host, identity(heard->network, host_source(heard)), source);
    if (heard->rank & (RANK_ADMIN | RANK_LOCAL) ||
        !bans_room_has(host, port, room, identity_of(heard), source))
        return false;
    tell_openly(host, heard, STRING_ROOM_BANNED, "room",
                strcmp(port->network, heard->network) == 0 ? room : guests_word(room), (char *)0);
    return true;
}

bool guests_refuse(const struct session *session, const struct heard *heard)
{
    struct host *host = session->host;
    return guests_refuse_in(host, heard, session->home.port, session->home.name) ||
           (heard->room &&
            guests_refuse_in(host, heard, host_port_of(host, heard->network), heard->room));
}

/* ---- words from one room to the others ---- */

/* !say: words from one room of a table to the others. No record keeps it. Operators can say no for
   their room. Bounded: SAYS_OF_ONE of a person in SAYS_MS at a table, as many of a host for each of
   its people, SAYS of a table. */

enum { SAY_LETTERS = 200, SAYS = 24, SAYS_OF_ONE = 4, SAYS_MS = 60 * 1000 };

struct said {
    struct {
        uint64_t who;
        int64_t at; /* 0 for nothing yet */
    } latest[SAYS];
    int next;
};

static bool is_off(const struct session *session, const struct showing *showing)
{
    return room_rule_is(session->host, showing->port, showing->name, RULE_SAY, "no");
}

/* ---- how much is said ---- */

/* 0 if it is now. */
static int seconds_left(const struct said *said, const uint64_t *who, int most, int64_t now)
{
    int64_t oldest = INT64_MAX;
    int count = 0;
    for (int i = 0; i < SAYS; i++) {
        bool is_counted = said->latest[i].at && now - said->latest[i].at < SAYS_MS;
        if (!is_counted || (who && said->latest[i].who != *who))
            continue;
        count++;
        oldest = said->latest[i].at < oldest ? said->latest[i].at : oldest;
    }
    return count < most ? 0 : (int)((oldest + SAYS_MS - now + 999) / 1000);
}

/* Says so, if it is too much; else counts it. */
static bool is_too_much(struct session *session, const struct heard *heard)
{
    uint64_t who = shares_source(heard);
    int people = heard->source.people > 1 ? heard->source.people : 1;
    struct said *said = session->shown.said ? session->shown.said : calloc(1, sizeof *said);
    check(said);
    session->shown.said = said;
    int own = seconds_left(said, &who, SAYS_OF_ONE * people, heard->now);
    int all = seconds_left(said, NULL, SAYS, heard->now);
    if (own || all) {
        tell_openly(session->host, heard, own ? STRING_SAY_OFTEN : STRING_SAY_MUCH, "seconds",
                    text_number(own ? own : all), (char *)0);
        return true;
    }
    said->latest[said->next].who = who;
    said->latest[said->next].at = heard->now;
    said->next = (said->next + 1) % SAYS;
    return false;
}

/* ---- saying it ---- */

static int count_letters(const char *words)
{
    int count = 0;
    for (; *words; words++)
        count += (*words & 0xc0) != 0x80;
    return count;
}

static bool reads(const struct session *session, const struct showing *from,
                  const struct showing *to)
{
    return to != from && !(from && room_bridge_joins(session->host, from, to)) &&
           tell_reaches(session, to) && !is_off(session, to);
}

/* To the rooms and the people without a room who are to read it; without `prose` it only counts
   them. */
static int send_words(const struct session *session, const struct showing *from, int speaker,
                      const char *source, const struct prose *prose)
{
    int count = 0;
    for (int i = 0; i < session_showing_count(session); i++) {
        const struct showing *to = session_showing(session, i);
        struct post post = {.room = to->name,
                            .table = session->id,
                            .kind = POST_ANSWER,
                            .tale = prose,
                            .source = source};
        if (!reads(session, from, to))
            continue;
        count++;
        if (prose)
            to->port->post(to->port->self, &post);
    }
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        struct whisper whisper = {.person = s->key,
                                  .name = s->called,
                                  .table = session->id,
                                  .kind = WHISPER_ANSWER,
                                  .prose = prose,
                                  .source = source};
        if (seat == speaker || !session_seat_is_apart(session, seat))
            continue;
        count++; /* nobody learns who reads no word of theirs */
        if (prose &&
            !blocks_between(session->host, identity_at(s), identity_at(&session->seats[speaker])))
            s->port->whisper(s->port->self, &whisper);
    }
    return count;
}

static void say(struct session *session, const struct heard *heard, const struct showing *from,
                int seat, const char *words)
{
    char bytes[HOST_SOURCE];
    /* on another network the same id is somebody else */
    struct text source = text_over(bytes, sizeof bytes);
    struct prose prose;
    text_putf(&source, "%s %s", heard->network, host_source(heard));
    prose_open(&prose, host_language(session->host, heard));
    view_string(&prose, from ? STRING_SAID : STRING_SAID_APART, "who", session->seats[seat].name,
                "room", guests_word(heard->room ? heard->room : ""), "network", heard->network,
                "said", words, (char *)0);
    send_words(session, from, seat, bytes, &prose);
    tell_openly(session->host, heard, STRING_SAY_DONE, (char *)0);
}

void host_say(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const char *words = call->words;
    if (tell_lacks_table(host, session, heard))
        return;
    int seat = session_seat_of(session, heard);
    const struct showing *from =
        heard->room ? guests_find(session, heard->network, heard->room) : NULL;
    if (seat < 0 || session->seats[seat].is_left)
        tell_not_seated(session, heard,
                        session_has_begun(session) ? STRING_NOT_SEATED_RUNNING : STRING_NOT_SEATED);
    else if (!*words)
        tell_openly(host, heard, STRING_SAY_WHAT, (char *)0);
    else if (count_letters(words) > SAY_LETTERS)
        tell_openly(host, heard, STRING_SAY_LONG, "most", text_number(SAY_LETTERS), (char *)0);
    else if (from && is_off(session, from))
        tell_openly(host, heard, STRING_SAY_OFF, (char *)0);
    else if (send_words(session, from, seat, NULL, NULL) == 0)
        tell_openly(host, heard, STRING_SAY_NOBODY, (char *)0);
    else if (!is_too_much(session, heard))
        say(session, heard, from, seat, words);
}

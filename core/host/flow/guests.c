/* The rooms of a table come and go: a guest room is added, one is taken out, and what happens to
   one of them never ends the table in the others. Bounded: SESSION_SHOWN rooms at a time,
   SESSION_ROOMS in all. Who asks for it is in invite.c. */
#include "guests.h"

#include <stdio.h>
#include <string.h>

#include "change.h"
#include "far.h"
#include "host_state.h"
#include "record.h"
#include "room_rules.h"
#include "seats.h"
#include "session_rooms.h"
#include "tables.h"
#include "tell.h"
#include "text.h"

/* An id of Discord means nothing elsewhere. */
const char *guests_word(const char *room)
{
    static const char unnamed[] = "a channel";
    return room[0] == '<' ? unnamed : room;
}

static void told_guest(struct change *change)
{
    struct session *session = change->session;
    bool has_begun = session_has_begun(session);
    enum string open = has_begun ? STRING_GUEST_FROM_IN_PLAY : STRING_GUEST_FROM;
    enum string apart = has_begun ? STRING_GUEST_IN_PLAY : STRING_GUEST;
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
    change_put_room(change, session->rooms + 1, port, room);
    change->guest_on = port;
    change->given_up = given_up;
    snprintf(change->guest, sizeof change->guest, "%s", room);
    change_commit_lines(change, SEAT_NONE, NULL, told);
}

void guests_bring(struct session *session, const struct heard *heard, const struct host_port *port,
                  const char *room)
{
    add(session, heard, port, room, told_guest, NULL);
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
    prose_clear(&tale);
    view_string(&tale, STRING_GUEST_OUT, "game", session->game->name, (char *)0);
    struct post post = {.room = change->freed, .kind = POST_NEWS, .tale = &tale};
    change->freed_on->post(change->freed_on->self, &post);
}

void guests_take_out(struct session *session, const struct heard *heard,
                     const struct showing *showing)
{
    struct change *change = change_new(session, heard);
    char bytes[32];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "unroom");
    record_put_number(&line, "number", showing->number);
    change->freed_on = showing->port;
    memcpy(change->freed, showing->name, sizeof change->freed);
    if (showing == &session->home) {
        const struct showing *next = session_showing(session, 1);
        change->place_on = next->port;
        memcpy(change->place, next->name, sizeof change->place);
    }
    change_add_line(change, &line);
    change_commit_lines(change, SEAT_NONE, NULL, told_removed);
}

/* The room itself knows what it is called; it reads that the table is there. */
static void told_moved(struct change *change)
{
    const struct session *session = change->session;
    struct prose tale;
    prose_clear(&tale);
    view_string(&tale, STRING_ROOM_RENAMED, "room", guests_word(change->note), "game",
                session->game->name, (char *)0);
    struct post post = {.room = change->note, .kind = POST_NEWS, .tale = &tale};
    change->freed_on->post(change->freed_on->self, &post);
}

/* The record says that it is shown in one more room, and no more in the old one. */
void guests_move(struct session *session, const struct input *input)
{
    const struct heard heard = input_heard(input);
    const struct showing *showing = guests_find(session, input->network, input->room);
    bool is_home = showing == &session->home;
    const struct showing *next =
        is_home && session_showing_count(session) > 1 ? session_showing(session, 1) : NULL;
    char bytes[32];
    struct text line = text_over(bytes, sizeof bytes);
    if (!showing || session->rooms >= SESSION_ROOMS ||
        session_showing_count(session) == SESSION_SHOWN ||
        room_is_taken(session->host, input->network, input->text) ||
        (next && !port_is_here(next->port)))
        return;
    struct change *change = change_new(session, &heard);
    change_put_room(change, session->rooms + 1, showing->port, input->text);
    text_put(&line, "unroom");
    record_put_number(&line, "number", showing->number);
    change_add_line(change, &line);
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
        session_showing_count(session) == SESSION_SHOWN || session->rooms >= SESSION_ROOMS;
    bool is_taken = room_is_taken(session->host, heard->network, heard->room);
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

void guests_rebind(struct host *host, const char *network, const char *key, const char *lasting)
{
    for (struct session *session = host->sessions; session; session = session->next) {
        struct guest_wish *wish = session->wish;
        if (wish && strcmp(wish->key, key) == 0 && strcmp(wish->port->network, network) == 0)
            snprintf(wish->key, sizeof wish->key, "%s", lasting);
    }
}

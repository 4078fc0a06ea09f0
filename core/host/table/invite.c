/* Invitations. A code lets people without the table's room sit down in private, and brings the
   table into other channels once its opener agrees. Bounded: one code and one waiting wish a
   table, TRIES_MOST wrong codes of a person in an hour. A restart voids codes and wishes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "check.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "lobby.h"
#include "pending.h"
#include "policy.h"
#include "presence.h"
#include "room.h"
#include "seat.h"
#include "seek.h"
#include "shares.h"
#include "strings/rooms.def"
#include "strings/shared.def"
#include "tell.h"
#include "text.h"
#include "turn.h"

enum { INVITE_MS = 60 * 60 * 1000, WISH_MS = 10 * 60 * 1000 };

/* ---- a channel asks, and the opener answers in private with a word ---- */

static struct pending *waiting_wish(const struct session *session, int64_t now)
{
    return session->shown.wish && now < session->shown.wish->until ? session->shown.wish : NULL;
}

static void note_wish(struct session *session, const struct heard *heard)
{
    if (session->shown.wish)
        pending_drop(session->shown.wish);
    struct pending *wish =
        pending_new(&session->shown.wish, session->host, heard, sizeof *wish, PENDING_OPEN);
    wish->until = heard->now + WISH_MS;
}

static void ask_opener(struct session *session, const struct heard *heard)
{
    int seat = session_opener_seat(session);
    if (waiting_wish(session, heard->now)) {
        tell_person(session->host, heard, STRING_GUEST_ASKED_ALREADY, (char *)0);
        return;
    }
    if (seat < 0 || session->seats[seat].is_detached) {
        tell_person(session->host, heard, STRING_GUEST_NOBODY, (char *)0);
        return;
    }
    const struct seat *opener = &session->seats[seat];
    struct heard owner = heard_about(identity_at(opener), opener->called, 0);
    note_wish(session, heard);
    tell_person(session->host, &owner, STRING_GUEST_WISH, "who", heard->name, "room",
                guests_word(heard->room), "network", heard->network, "game", session->game->name,
                (char *)0);
    tell_person(session->host, heard, STRING_GUEST_ASKED, "who", opener->name, (char *)0);
}

/* A guest room is asked what it would be asked if the table were opened there: tells why not. */
static bool is_unwelcome(struct session *session, const struct heard *heard)
{
    return tell_refuses_practice(session, heard) || guests_have_no_space(session, heard) ||
           policy_forbid_opening(session->host, heard, session->game);
}

static void answer_wish(struct session *session, const struct heard *heard, bool is_granted)
{
    struct pending *wish = waiting_wish(session, heard->now);
    if (!wish) {
        tell_person(session->host, heard, STRING_GUEST_NO_WISH, (char *)0);
        return;
    }
    const struct input *input = wish->input;
    struct heard asked = heard_about(identity_of(input), input->name, 0);
    asked.room = input->room;
    asked.rank = input->rank;
    pending_unlink(wish);
    if (!is_granted) {
        tell_person(session->host, &asked, STRING_GUEST_REFUSED, "who", heard->name, (char *)0);
        tell_person(session->host, heard, STRING_GUEST_REFUSED_DONE, "room",
                    guests_word(input->room), (char *)0);
    } else if (is_unwelcome(session, &asked)) {
        tell_person(session->host, heard, STRING_GUEST_NO_SPACE, "room", guests_word(input->room),
                    (char *)0);
    } else {
        guests_bring(session, heard, host_port_of(session->host, input->network), input->room);
    }
    pending_drop(wish);
}

/* ---- codes ---- */

static bool has_invitation(const struct session *session, int64_t now)
{
    return session->shown.invite[0] && now < session->shown.invited_until &&
           !session_has_begun(session);
}

static void draw_code(struct session *session)
{
    char code[INVITE_CODE + 1];
    do
        shares_draw_code(code, INVITE_CODE);
    while (session_of_code(session->host, code) || !port_is_here(far_of_code(session->host, code)));
    session_set_code(session, code);
}

void host_invite(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const char *words = call->words;
    bool is_yes = text_same_word(words, "yes"), is_no = text_same_word(words, "no");
    if (tell_lacks_table(host, session, heard) || tell_refuses(session, heard, "invite"))
        return;
    if (is_yes || is_no) {
        answer_wish(session, heard, is_yes);
    } else if (*words) {
        tell_person(host, heard, STRING_INVITE_WORDS, "typed", words, (char *)0);
    } else if (tell_refuses_practice(session, heard)) {
        return;
    } else if (session_has_begun(session)) {
        tell_person(host, heard, STRING_INVITE_LATE, "game", session->game->name, (char *)0);
    } else {
        if (!has_invitation(session, heard->now))
            draw_code(session);
        session->shown.invited_until = heard->now + INVITE_MS;
        tell_person(host, heard, STRING_INVITE, "code", session->shown.invite, "game",
                    session->game->name, (char *)0);
    }
}

/* With a room that can be taken out: the latest, of those that it is not said in if there is
   one. */
static void refuse_to_take_out(const struct session *session, const struct heard *heard,
                               const char *words)
{
    const struct showing *found = NULL,
                         *here = heard->room ? room_find(session->host, heard->network, heard->room)
                                             : NULL;
    for (int i = session_showing_count(session) - 1; i >= 0; i--) {
        const struct showing *showing = session_showing(session, i);
        if ((!found || found == here) && !showing_is_private(showing) &&
            guests_may_go(session, showing))
            found = showing;
    }
    if (!found) {
        tell_person(session->host, heard, STRING_UNINVITE_ALONE, (char *)0);
        return;
    }
    const char *room = guests_word(found->name);
    tell_person(session->host, heard, STRING_UNINVITE_UNKNOWN, "typed", words, "place",
                room == found->name ? room : found->port->network, "room", room, "network",
                found->port->network, (char *)0);
}

void host_uninvite(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const char *words = call->words;
    if (tell_lacks_table(host, session, heard) || (!*words && guests_stop(session, heard)) ||
        tell_refuses(session, heard, "uninvite"))
        return;
    const struct showing *showing = *words ? guests_find(session, NULL, words) : NULL;
    if (showing && guests_may_go(session, showing)) {
        guests_take_out(session, heard, showing);
    } else if (*words) {
        refuse_to_take_out(session, heard, words);
    } else {
        tell_person(host, heard,
                    session->shown.invite[0] ? STRING_UNINVITED : STRING_UNINVITED_NONE, (char *)0);
        session_set_code(session, "");
    }
}

/* Eight letters, in small ones too. */
static bool read_code(const char *words, char code[INVITE_CODE + 1])
{
    if (strlen(words) != INVITE_CODE)
        return false;
    for (int i = 0; i < INVITE_CODE; i++)
        code[i] = (char)(words[i] >= 'a' && words[i] <= 'z' ? words[i] - 'a' + 'A' : words[i]);
    code[INVITE_CODE] = '\0';
    return strspn(code, shares_code_letters) == INVITE_CODE;
}

bool host_is_code(const char *words)
{
    char code[INVITE_CODE + 1];
    return read_code(words, code) || seeking_is_number(words);
}

static void join_apart(struct session *session, const struct heard *heard)
{
    if (session_seat_of(session, heard) >= 0)
        tell_person(session->host, heard, STRING_JOIN_SEATED, (char *)0);
    else if (session_has_no_seat(session))
        tell_not_seated(session, heard,
                        session_has_begun(session) ? STRING_JOIN_RUNNING : STRING_JOIN_FULL);
    else
        lobby_sit_down(session, heard, NULL, true);
}

static void join_with_code(struct session *session, const struct heard *heard)
{
    if (session->change)
        input_queue_again(session, heard);
    else if (!heard->room)
        join_apart(session, heard);
    else if (guests_find(session, heard->network, heard->room))
        host_join(session->host, session, heard);
    else if (is_unwelcome(session, heard))
        return;
    else if (session_was_opened_by(session, identity_of(heard)))
        guests_bring(session, heard, host_port_of(session->host, heard->network), heard->room);
    else
        ask_opener(session, heard);
}

/* Who opened the table and this person want to hear nothing of each other. */
static bool is_blocked(const struct session *session, const struct heard *heard)
{
    return blocks_between(session->host, identity_at(&session->opener), identity_of(heard));
}

/* False if the words are no code. */
static bool take_code(struct host *host, const struct heard *heard, const char *words)
{
    char code[INVITE_CODE + 1];
    if (seeking_is_number(words))
        seeking_join(host, heard, words);
    if (!read_code(words, code))
        return seeking_is_number(words);
    struct session *session = session_of_code(host, code);
    if (shares_is_locked(&host->words.tries, shares_speaker(heard), heard->now))
        tell_person(host, heard, STRING_INVITE_LOCKED, (char *)0);
    else if (session && has_invitation(session, heard->now) && !is_blocked(session, heard))
        join_with_code(session, heard);
    else
        tell_person(
            host, heard, STRING_INVITE_UNKNOWN, "left",
            text_number(shares_note_wrong(&host->words.tries, shares_speaker(heard), heard->now)),
            (char *)0);
    return true;
}

void host_join_with(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const char *words = call->words;
    if (!take_code(host, heard, words))
        lobby_join(host, call->session, heard, words);
}

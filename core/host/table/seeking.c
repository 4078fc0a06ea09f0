/* What people say about open seats: "seek" offers those of a table, "open" lists them all, "join 7"
   comes to one from anywhere. Robots may hold seats of a table that has begun: then who comes waits
   for the next game, as with !swap. Knows no row, and not who hears of a seat (seek.h). */
#include "seek.h"

#include <stdio.h>
#include <string.h>

#include "bans.h"
#include "change.h"
#include "games.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "lobby.h"
#include "policy.h"
#include "posts.h"
#include "presence.h"
#include "room.h"
#include "seat.h"
#include "strings/rooms.def"
#include "strings/seek.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "turn.h"

enum { SEEKS_SHOWN = 10 };

/* ---- offering ---- */

static void take_back(struct host *host, const struct session *session, const struct heard *heard)
{
    const struct seek *seek = session ? seek_of(session) : NULL;
    tell_openly(host, heard, seek ? STRING_SEEK_OFF : STRING_SEEK_NONE, (char *)0);
    if (seek)
        seek_end(session);
}

/* What is said of a table that is there: "slow robots". */
struct wanted {
    bool is_slow, has_robots;
};

/* False if there are other words. The name of the game is one that is fine. */
static bool read_wanted(const struct session *session, const char *words, struct wanted *out)
{
    char word[HOST_NAME];
    *out = (struct wanted){0};
    for (const char *p = words + strspn(words, " "); *p; p += strspn(p, " ")) {
        size_t length = strcspn(p, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, p);
        p += length;
        bool is_slow = text_same_word(word, "slow"), has_robots = text_same_word(word, "robots");
        if (!is_slow && !has_robots && game_find(word) != session->game)
            return false;
        out->is_slow |= is_slow;
        out->has_robots |= has_robots;
    }
    return true;
}

static bool has_robot(const struct session *session)
{
    bool has = false;
    for (int seat = 0; seat < session->seat_count; seat++)
        has |= session->seats[seat].kind == SEAT_ROBOT;
    return has;
}

/* The note says "robots". */
static void told_wanted(struct change *change)
{
    struct session *session = change->session;
    bool has_robots = *change->note;
    seek_begin(session, &change->heard, has_robots);
    if (has_robots && !session_has_fixed_seats(session))
        lobby_begin(session, &change->heard, false);
}

static void offer(struct session *session, const struct heard *heard, const struct wanted *wanted)
{
    bool has_free = !session_has_no_seat(session);
    int robots = wanted->has_robots && has_free
                     ? lobby_usual_robots(session->game, session->playing->rules.options,
                                          session->seat_count)
                     : 0;
    if (robots == 0 && !wanted->is_slow) {
        seek_begin(session, heard, wanted->has_robots || session_has_fixed_seats(session));
        return;
    }
    struct change *change = change_new(session, heard);
    if (wanted->is_slow)
        change_addf(change, "clock pace=%s", pace_word(PACE_SLOW));
    lobby_add_robots(change, session->seat_count, robots, ROBOT_MEDIUM);
    change_commit_lines(change, SEAT_NONE, robots > 0 ? "robots" : "", told_wanted);
}

static bool is_refused(struct session *session, const struct heard *heard, const char *words,
                       struct wanted *wanted)
{
    struct host *host = session->host;
    const struct seek *seek = seek_of(session);
    bool is_running = session_has_fixed_seats(session),
         may_hold = !is_running || (has_robot(session) && !session->playing->is_over);
    if (!read_wanted(session, words, wanted))
        tell_openly(host, heard, STRING_SEEK_WORDS, "game", session->game->name, (char *)0);
    else if (seek)
        tell_openly(host, heard, STRING_SEEK_BEGUN, "number", text_number((int)seek->number),
                    "game", session->game->name, (char *)0);
    else if (!may_hold)
        tell_openly(host, heard, STRING_INVITE_LATE, "game", session->game->name, (char *)0);
    else if (is_running && (wanted->is_slow || deal_is_practice(session->playing)))
        tell_openly(host, heard, wanted->is_slow ? STRING_SEEK_CLOCK : STRING_SEEK_PRACTICE,
                    (char *)0);
    else if (!is_running && session_has_no_seat(session))
        tell_openly(host, heard, STRING_SEEK_FULL, (char *)0);
    else
        return wanted->has_robots && !is_running && policy_forbid_robots(host, heard);
    return true;
}

void host_seek(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    struct wanted wanted;
    if (session && tell_refuses(session, heard, "seek"))
        return;
    if (text_same_word(call->words, "off"))
        take_back(host, session, heard);
    else if (!session)
        tell_openly(host, heard, STRING_SEEK_WHAT, (char *)0);
    else if (!is_refused(session, heard, call->words, &wanted))
        offer(session, heard, &wanted);
}

/* ---- the list ---- */

/* Banned where it is said, one hears of nothing. */
static bool is_banned_here(struct host *host, const struct heard *heard)
{
    return heard->room &&
           guests_refuse_in(host, heard, host_port_of(host, heard->network), heard->room);
}

void host_show_seeks(struct host *host, const struct call *call)
{
    const struct seek *shown[SEEKS_SHOWN];
    struct prose answer;
    prose_open(&answer, host_language(host, call->heard));
    if (is_banned_here(host, call->heard))
        return;
    int count = seek_list(host, call->heard, shown, SEEKS_SHOWN);
    for (int i = 0; i < count && i < SEEKS_SHOWN; i++)
        seek_put(shown[i], &answer);
    if (count == 0)
        tell_openly(host, call->heard, STRING_OPEN_NONE, (char *)0);
    else
        tell_openly(host, call->heard, STRING_OPEN_SEATS, "text", answer.text, "n",
                    text_number(count), "number", text_number(shown[0]->number), (char *)0);
}

int host_open_seats(struct host *host, const struct heard *heard, struct host_seat *out, int most)
{
    const struct seek *seeks[SEEKS_SHOWN];
    bool is_banned = heard->room && bans_room_has(host, host_port_of(host, heard->network),
                                                  heard->room, identity_of(heard), NULL);
    int limit = most < SEEKS_SHOWN ? most : SEEKS_SHOWN,
        count = is_banned ? 0 : seek_list(host, heard, seeks, limit);
    for (int i = 0; i < count && i < limit; i++)
        out[i] = (struct host_seat){seeks[i]->number, game_find(seeks[i]->game)->name};
    return count < limit ? count : limit;
}

/* ---- coming ---- */

bool seeking_is_number(const char *words)
{
    words += *words == '-';
    size_t digits = strspn(words, "0123456789");
    return digits > 0 && (!words[digits] || words[digits] == ' ');
}

/* "cut=..." of "7 cut=...". */
static const char *cut_in(const char *words)
{
    int before;
    return lobby_find_cut(words, &before);
}

static void sit_down(struct session *session, const struct heard *heard, bool is_apart)
{
    if (session_seat_of(session, heard) >= 0)
        tell_person(session->host, heard, STRING_JOIN_SEATED, (char *)0);
    else if (session_has_fixed_seats(session))
        next_come_apart(session, heard, is_apart);
    else if (session_has_no_seat(session))
        tell_openly(session->host, heard, STRING_SEEK_GONE, (char *)0);
    else
        lobby_sit_down(session, heard, cut_in(heard->text), is_apart);
}

/* Nobody is named to people elsewhere before somebody sits. */
static void told_brought(struct change *change)
{
    guests_tell_shown(change, false);
    sit_down(change->session, &change->heard, false);
}

/* The person who opened it has agreed: the table comes here, where one may. */
static void come(struct session *session, const struct heard *heard)
{
    struct host *host = session->host;
    const struct host_port *port = host_port_of(host, heard->network);
    bool is_shown = heard->room && guests_find(session, heard->network, heard->room);
    bool comes_here = heard->room && !is_shown && session_seat_of(session, heard) < 0 &&
                      !room_rule_is(host, port, heard->room, RULE_GUESTS, "no");
    if (session->change)
        input_queue_again(session, heard);
    else if (!comes_here)
        sit_down(session, heard, !is_shown);
    else if (!tell_refuses_practice(session, heard) && !guests_have_no_space(session, heard) &&
             !policy_forbid_opening(host, heard, session->game) && !guests_refuse(session, heard))
        guests_bring_for(session, heard, port, heard->room, told_brought);
}

/* "7 cut=words", "-7". STRING_NONE if the words are right. */
static int refusal_of_words(const char *words)
{
    words += strspn(words, "-0123456789");
    words += strspn(words, " ");
    int before;
    const char *cut = lobby_find_cut(words, &before);
    return cut && lobby_is_blank(cut)        ? STRING_CUT_EMPTY
           : (cut && before == 0) || !*words ? STRING_NONE
                                             : STRING_SEEK_JOIN_WORDS;
}

void seeking_join(struct host *host, const struct heard *heard, const char *words)
{
    const struct seek *seek = seek_find(host, words);
    struct session *session = seek ? session_numbered(host, seek->table) : NULL;
    int wrong = refusal_of_words(words);
    bool is_seated = session && session_seat_of(session, heard) >= 0;
    if (is_banned_here(host, heard))
        return;
    if (!session || !seek_is_for(host, seek, heard))
        tell_openly(host, heard, STRING_SEEK_GONE, (char *)0);
    else if (wrong != STRING_NONE)
        tell_openly(host, heard, wrong, "number", text_number(seek->number), (char *)0);
    else if (*words == '-')
        next_go(session, heard);
    else if (!is_seated && !seek_is_open(host, seek) && !next_waits(session, heard))
        tell_openly(host, heard, STRING_SEEK_GONE, (char *)0);
    else
        come(session, heard);
}

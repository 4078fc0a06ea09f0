/* Before a game: sitting down, robots, starting. Each is first a line of the record (apply.c
   applies it), then a sentence. Opening a table and its options are in opening.c, leaving in
   leave.c, closing the seats and a start that waits in begin.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "away.h"
#include "bans_room.h"
#include "begin.h"
#include "check.h"
#include "host_commands.h"
#include "host_state.h"
#include "lobby.h"
#include "offers.h"
#include "posts.h"
#include "record.h"
#include "refuse.h"
#include "seal.h"
#include "seats.h"
#include "settings_keep.h"
#include "sits.h"
#include "tell.h"
#include "text.h"

enum { LINE_BYTES = 256 };

void lobby_tell_word(struct session *session, const struct heard *heard, const char *word)
{
    if (*word)
        tell_word(session, heard, STRING_SEAT_WORD, word);
}

static const char *excluded_by(const struct session *session)
{
    return session->game->excludes
               ? session->game->excludes(session->playing->rules.options, session->seat_count)
               : NULL;
}

/* A table for one is not: it waits for !start, so that its options can still be changed. */
void lobby_put_back(const struct session *session, struct prose *tale)
{
    enum string id = session->closing.is_closed ? STRING_RECOVERED_CLOSED : STRING_RECOVERED_LOBBY;
    view_string(tale, id, "game", session->game->name, (char *)0);
    begin_put_wait(session, tale);
}

void lobby_start_if_full(struct session *session, const struct heard *heard)
{
    const char *excluded = excluded_by(session);
    if (session->closing.is_closed)
        begin_go_on(session, heard);
    else if (sits_are_all(session) && excluded)
        tell_room(session, POST_NEWS, STRING_START_EXCLUDED, "why", excluded, (char *)0);
    else if (sits_are_all(session)) /* with others: who sat down last did not ask for the start */
        begin_game(session, session_is_alone(session) ? heard : NULL, true);
}

void lobby_play_on(struct session *session)
{
    bool can_start = session->seat_count >= session->game->seats_min && !excluded_by(session);
    if (session->is_start_wanted && !session->closing.is_closed && can_start)
        begin_game(session, NULL, true);
    else
        lobby_start_if_full(session, NULL);
}

/* ---- cuts ---- */

const char *lobby_find_cut(const char *words, int *before)
{
    static const char key[] = "cut=";
    for (const char *p = words; (p = strstr(p, key)); p++)
        if (p == words || p[-1] == ' ') {
            *before = (int)(p - words);
            return p + strlen(key);
        }
    *before = (int)strlen(words);
    return NULL;
}

bool lobby_is_blank(const char *words)
{
    return words[strspn(words, " ")] == '\0';
}

void lobby_add_cut(struct change *change, int seat, const char *words)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    seal_put_cut(seat, words, &line);
    change_add(change, bytes);
}

/* Does not tell the words: a person who knows the secret would know the deal. */
void lobby_tell_cut(struct session *session, const struct heard *heard, int seat)
{
    if (session->closing.is_closed && luck_has_cut(session->seats[seat].cut))
        tell_room(session, POST_NEWS, STRING_CUT, "who", session->seats[seat].name, (char *)0);
    else if (luck_has_cut(session->seats[seat].cut))
        tell_openly(session->host, heard,
                    session_is_alone(session) ? STRING_CUT_EARLY_ALONE : STRING_CUT_EARLY, "id",
                    session->game->id, (char *)0);
}

/* ---- sitting down ---- */

/* Who sat down by this change: one person, or robots. */
static unsigned seated_by(const struct change *change)
{
    unsigned all = session_all_seats(change->session), first = 1u << change->seat;
    return change->session->seats[change->seat].kind == SEAT_ROBOT ? all & ~(first - 1) : first;
}

/* Why nobody can sit down. */
static enum string why_no_seat(const struct session *session)
{
    return session_has_begun(session)    ? STRING_JOIN_RUNNING
           : session_is_undealt(session) ? STRING_JOIN_CLOSED
                                         : STRING_JOIN_FULL;
}

static void told_seated(struct change *change)
{
    struct session *session = change->session;
    struct seat *seat = &session->seats[change->seat];
    bool is_robot = seat->kind == SEAT_ROBOT, is_told = !sits_are_all(session) ||
                                                        excluded_by(session) ||
                                                        /* else the start says who */
                                                        !session_is_alone(session);
    if (!is_robot)
        lobby_tell_word(session, &change->heard, change->note);
    if (is_robot && is_told) {
        sits_tell(session);
        sits_tell_seats(session, seated_by(change), seat);
    } else if (is_told) {
        sits_note(session, seat);
    }
    lobby_tell_cut(session, &change->heard, change->seat);
    lobby_start_if_full(session, &change->heard);
}

void lobby_sit_down(struct session *session, const struct heard *heard, const char *cut,
                    bool is_apart)
{
    char word[16];
    if (bans_room_refuse_table(session, heard))
        return;
    struct change *change = change_new(session, heard);
    if (change_put_seat(change, session->seat_count, is_apart, word)) {
        if (cut)
            lobby_add_cut(change, session->seat_count, cut);
        change_commit_lines(change, session->seat_count, word, told_seated);
        return;
    }
    tell_person(session->host, heard, STRING_JOIN_TOO_MANY_PEOPLE, (char *)0);
    change_free(change);
}

bool lobby_has_no_seat(const struct session *session)
{
    int least, most;
    session_seats(session, &least, &most);
    return session_has_fixed_seats(session) || session->seat_count >= most;
}

void host_join(struct host *host, struct session *session, const struct heard *heard)
{
    lobby_join(host, session, heard, "");
}

void lobby_join(struct host *host, struct session *session, const struct heard *heard,
                const char *words)
{
    int before;
    const char *cut = lobby_find_cut(words, &before);
    if (host_lacks_table(host, session, heard))
        return;
    int seat = session_seat_of(session, heard);
    if (cut && lobby_is_blank(cut)) {
        tell_openly(host, heard, STRING_CUT_EMPTY, (char *)0);
    } else if (seat >= 0 && cut && !session->seats[seat].is_left) {
        host_cut(host, session, heard, cut);
    } else if (seat >= 0 && session->seats[seat].is_left) {
        away_return(session, heard, seat);
    } else if (seat >= 0) {
        tell_person(host, heard,
                    session_has_begun(session) ? STRING_JOIN_SEATED : STRING_JOIN_SEATED_START,
                    (char *)0);
    } else if (lobby_has_no_seat(session) ||
               session_seat_waiting(session, heard->network, heard->name) >= 0) {
        tell_not_seated(session, heard, why_no_seat(session));
    } else {
        lobby_sit_down(session, heard, cut, false);
    }
}

void lobby_add_robots(struct change *change, int seat, int count, enum robot_level level)
{
    char name[HOST_NAME];
    for (int number = 0; count > 0; count--) {
        names_for_robot(change->session, level, &number, name);
        change_put_robot(change, seat++, level, name);
    }
}

/* "hard 3": a level, a number, both or nothing. False, with the word that is neither. */
static bool read_robots(const char *words, int *level, int *count, char word[HOST_NAME])
{
    *level = ROBOT_MEDIUM;
    *count = 1;
    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        struct text text = text_over(word, HOST_NAME);
        text_put_bytes(&text, words, (int)strcspn(words, " "));
        words += strcspn(words, " ");
        if (strspn(word, "0123456789") == strlen(word))
            *count = strlen(word) < 3 ? atoi(word) : 0;
        else if ((*level = robot_level_of(word)) < 0)
            return false;
    }
    return true;
}

static void add_robots(struct session *session, const struct heard *heard, enum robot_level level,
                       int count)
{
    int least, most;
    session_seats(session, &least, &most);
    if (count < 1 || session->seat_count + count > most) {
        tell_person(session->host, heard, STRING_ADD_NUMBER, "left",
                    text_number(most - session->seat_count), (char *)0);
        return;
    }
    struct change *change = change_new(session, heard);
    lobby_add_robots(change, session->seat_count, count, level);
    change_commit_lines(change, session->seat_count, NULL, told_seated);
}

void host_add_robot(struct host *host, struct session *session, const struct heard *heard,
                    const char *words)
{
    char word[HOST_NAME];
    int level, count;
    if (host_lacks_table(host, session, heard))
        return;
    if (!read_robots(words, &level, &count, word)) {
        tell_person(host, heard, STRING_ROBOT_LEVEL_UNKNOWN, "typed", word, "level", "hard",
                    (char *)0);
    } else if (lobby_has_no_seat(session) && session_seat_of(session, heard) >= 0) {
        tell_person(host, heard,
                    session_has_begun(session)    ? STRING_ADD_RUNNING
                    : session_is_undealt(session) ? STRING_ADD_CLOSED
                                                  : STRING_ADD_FULL,
                    "who", session_people(session, session_all_seats(session)), (char *)0);
    } else if (lobby_has_no_seat(session)) {
        tell_not_seated(session, heard, why_no_seat(session));
    } else if (session_seat_of(session, heard) < 0 && !session_obeys(session, heard)) {
        tell_person(host, heard, STRING_NOT_SEATED, (char *)0);
    } else if ((session_is_alone(session) ||
                !session_refuses_with(session, heard, STRING_ROBOT_NOT_YOURS, "add")) &&
               !settings_forbid_robots(host, heard)) {
        add_robots(session, heard, (enum robot_level)level, count);
    }
}

void host_start(struct host *host, struct session *session, const struct heard *heard)
{
    if (host_lacks_table(host, session, heard))
        return;
    if (session_has_begun(session)) {
        tell_person(host, heard, STRING_START_RUNNING, (char *)0);
        return;
    }
    if (session_seat_of(session, heard) < 0 && !session_obeys(session, heard)) {
        tell_person(host, heard, STRING_NOT_SEATED, (char *)0);
        return;
    }
    if (session->closing.is_closed) {
        begin_hurry(session, heard);
        return;
    }
    if (session->seat_count < session->game->seats_min) {
        tell_person(host, heard, STRING_START_TOO_FEW, "game", session->game->name, "least",
                    text_number(session->game->seats_min), "missing",
                    text_number(session->game->seats_min - session->seat_count), (char *)0);
        return;
    }
    if (!session_is_alone(session) && !sits_are_all(session) &&
        session_refuses_with(session, heard, STRING_START_NOT_YOURS, "start"))
        return;
    const char *excluded = excluded_by(session);
    if (excluded)
        tell_person(host, heard, STRING_START_EXCLUDED, "why", excluded, (char *)0);
    else
        begin_game(session, heard, false);
}

static void told_cut(struct change *change)
{
    lobby_tell_cut(change->session, &change->heard, change->seat);
    if (change->session->closing.is_closed)
        /* the table may have waited only for this cut */
        begin_go_on(change->session, &change->heard);
}

/* STRING_COUNT if the words can be mixed in. */
static enum string refusal_to_cut(const struct session *session, int seat, const char *words)
{
    return session_has_begun(session) && !session->closing.is_closed ? STRING_CUT_LATE
           : seat < 0                                                ? STRING_NOT_SEATED
           : session->playing->lot.lesson                            ? STRING_CUT_LESSON
           : lobby_is_blank(words)                                   ? STRING_CUT_WHAT
           : session->seats[seat].cuts >= CUTS_MOST                  ? STRING_CUT_OFTEN
                                                                     : STRING_COUNT;
}

void host_cut(struct host *host, struct session *session, const struct heard *heard,
              const char *words)
{
    if (!session && heard->room && offers_in(host, heard->network, heard->room)) {
        tell_openly(host, heard, STRING_CUT_OFFER, (char *)0);
        return;
    }
    if (host_lacks_table(host, session, heard))
        return;
    int seat = session_seat_of(session, heard);
    enum string refusal = refusal_to_cut(session, seat, words);
    if (refusal != STRING_COUNT) {
        tell_openly(host, heard, refusal, "most", text_number(CUTS_MOST), (char *)0);
        return;
    }
    struct change *change = change_new(session, heard);
    lobby_add_cut(change, seat, words);
    change_commit_lines(change, seat, NULL, told_cut);
}

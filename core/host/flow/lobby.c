/* Before a game: sitting down, robots, starting. Each is first a line of the record (apply.c applies it), then a
   sentence. Opening a table and its options are in opening.c, leaving in leave.c, a start that waits in begin.c. The
   time for cuts is bounded, each session has one, of DEAL_MS, which nothing prolongs; it begins anew only when the last
   seat is taken again, or after a restart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "away.h"
#include "bans_room.h"
#include "begin.h"
#include "check.h"
#include "lobby.h"
#include "record.h"
#include "host_state.h"
#include "refuse.h"
#include "seats.h"
#include "tell.h"
#include "text.h"
#include "seal.h"
#include "settings_keep.h"
#include "posts.h"
#include "host_commands.h"

enum {
    LINE_BYTES = 256,
    DEAL_MS = 10000 /* for people of a full table to cut */
};

void lobby_tell_word(struct session *session, const struct heard *heard, const char *word)
{
    if (*word)
        tell_word(session, heard, STRING_SEAT_WORD, word);
}

static const char *excluded_by(const struct session *session)
{
    return session->game->excludes ? session->game->excludes(session->playing->rules.options, session->seat_count)
                                   : NULL;
}

/* A table for one is not: it waits for !start, so that its options can still be changed. */
static bool is_full(const struct session *session)
{
    int least, most;
    session_seats(session, &least, &most);
    return session->seat_count >= most && most > 1;
}

/* The people who have neither cut nor said start. */
static unsigned not_ready(const struct session *session)
{
    unsigned seats = 0;
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_ready && s->cuts == 0)
            seats |= 1u << seat;
    }
    return seats;
}

/* Somebody may still want to cut. */
static bool waits_for_cuts(const struct session *session)
{
    return is_full(session) && !session_is_alone(session) && not_ready(session) &&
           session->deals_at > session->host->now;
}

/* For cuts. */
static int64_t seconds_left(const struct session *session)
{
    int64_t left = session->deals_at == INT64_MAX ? DEAL_MS : session->deals_at - session->host->now;
    return (left + 999) / 1000;
}

/* Puts nothing if the table does not wait for cuts. */
static void put_wait(const struct session *session, struct prose *tale)
{
    if (excluded_by(session) || !waits_for_cuts(session))
        return;
    prose_put(tale, " ");
    view_string(tale, STRING_FULL_WAITS, "seconds", text_number(seconds_left(session)), (char *)0);
}

void lobby_put_back(const struct session *session, struct prose *tale)
{
    enum string id = is_full(session) ? STRING_RECOVERED_FULL : STRING_RECOVERED_LOBBY;
    view_string(tale, id, "game", session->game->name, (char *)0);
    put_wait(session, tale);
}

void lobby_start_if_full(struct session *session, const struct heard *heard)
{
    const char *excluded = excluded_by(session);
    if (!is_full(session))
        return;
    if (excluded) {
        tell_room(session, POST_NEWS, STRING_START_EXCLUDED, "why", excluded, (char *)0);
    } else if (waits_for_cuts(session)) {
        if (session->deals_at == INT64_MAX)
            session->deals_at = session->host->now + DEAL_MS;
        clock_play_on_at(session, session->deals_at);
    } else {
        begin_game(session, heard, true);
    }
}

void lobby_play_on(struct session *session)
{
    bool can_start =
        session->seat_count >= session->game->seats_min && !excluded_by(session) && !waits_for_cuts(session);
    if (session->is_start_wanted && can_start)
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
void lobby_tell_cut(struct session *session, int seat)
{
    if (luck_has_cut(session->seats[seat].cut))
        tell_room(session, POST_NEWS, STRING_CUT, "who", session->seats[seat].name, (char *)0);
}

/* ---- sitting down ---- */

/* Who sat down by this change: one person, or robots. */
static unsigned seated_by(const struct change *change)
{
    unsigned all = session_all_seats(change->session), first = 1u << change->seat;
    return change->session->seats[change->seat].kind == SEAT_ROBOT ? all & ~(first - 1) : first;
}

static void told_seated(struct change *change)
{
    struct session *session = change->session;
    const struct seat *seat = &session->seats[change->seat];
    struct prose tale;
    int least, most;
    bool is_robot = seat->kind == SEAT_ROBOT, full = is_full(session), is_private = showing_is_private(&session->home);
    session_seats(session, &least, &most);
    enum string few = !is_robot ? STRING_JOINED : is_private ? STRING_ROBOT_JOINED_PRIVATE : STRING_ROBOT_JOINED;
    enum string enough = !is_robot    ? STRING_JOINED_ENOUGH
                         : is_private ? STRING_ROBOT_JOINED_ENOUGH_PRIVATE
                                      : STRING_ROBOT_JOINED_ENOUGH;
    enum string id = session->seat_count < least ? few
                     : !full                     ? enough
                     : is_robot                  ? STRING_ROBOT_JOINED_FULL
                                                 : STRING_JOINED_FULL;
    if (!is_robot)
        lobby_tell_word(session, &change->heard, change->note);
    prose_clear(&tale);
    view_string(&tale, id, "who", session_people(session, seated_by(change)), "level", robot_levels[seat->level],
                "missing", text_number(least - session->seat_count), "seated", text_number(session->seat_count), "most",
                text_number(most), (char *)0);
    put_wait(session, &tale);
    if (!full || waits_for_cuts(session) || excluded_by(session)) /* otherwise the start says who plays */
        tell_post(session, POST_NEWS, &tale);
    lobby_tell_cut(session, change->seat);
    lobby_start_if_full(session, &change->heard);
}

void lobby_sit_down(struct session *session, const struct heard *heard, const char *cut, bool is_apart)
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
    return session_has_begun(session) || session->seat_count >= most;
}

void host_join(struct host *host, struct session *session, const struct heard *heard)
{
    lobby_join(host, session, heard, "");
}

void lobby_join(struct host *host, struct session *session, const struct heard *heard, const char *words)
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
        tell_person(host, heard, session_has_begun(session) ? STRING_JOIN_SEATED : STRING_JOIN_SEATED_START, (char *)0);
    } else if (lobby_has_no_seat(session) || session_seat_waiting(session, heard->network, heard->name) >= 0) {
        tell_not_seated(session, heard, session_has_begun(session) ? STRING_JOIN_RUNNING : STRING_JOIN_FULL);
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

static void add_robots(struct session *session, const struct heard *heard, enum robot_level level, int count)
{
    int least, most;
    session_seats(session, &least, &most);
    if (count < 1 || session->seat_count + count > most) {
        tell_person(session->host, heard, STRING_ADD_NUMBER, "left", text_number(most - session->seat_count),
                    (char *)0);
        return;
    }
    struct change *change = change_new(session, heard);
    lobby_add_robots(change, session->seat_count, count, level);
    change_commit_lines(change, session->seat_count, NULL, told_seated);
}

void host_add_robot(struct host *host, struct session *session, const struct heard *heard, const char *words)
{
    char word[HOST_NAME];
    int level, count;
    if (host_lacks_table(host, session, heard))
        return;
    if (!read_robots(words, &level, &count, word)) {
        tell_person(host, heard, STRING_ROBOT_LEVEL_UNKNOWN, "typed", word, "level", "hard", (char *)0);
    } else if (lobby_has_no_seat(session) && session_seat_of(session, heard) >= 0) {
        tell_person(host, heard, session_has_begun(session) ? STRING_ADD_RUNNING : STRING_ADD_FULL, "who",
                    session_people(session, session_all_seats(session)), (char *)0);
    } else if (lobby_has_no_seat(session)) {
        tell_not_seated(session, heard, session_has_begun(session) ? STRING_JOIN_RUNNING : STRING_JOIN_FULL);
    } else if (session_seat_of(session, heard) < 0 && !session_obeys(session, heard)) {
        tell_person(host, heard, STRING_NOT_SEATED, (char *)0);
    } else if ((session_is_alone(session) || !session_refuses_with(session, heard, STRING_ROBOT_NOT_YOURS, "add")) &&
               !settings_forbid_robots(host, heard)) {
        add_robots(session, heard, (enum robot_level)level, count);
    }
}

/* Says that the person who typed start at a full table is ready. True if others may still cut. */
static bool is_awaited(struct session *session, const struct heard *heard)
{
    int seat = session_seat_of(session, heard);
    if (seat >= 0)
        session->seats[seat].is_ready = true;
    if (!waits_for_cuts(session))
        return false;
    lobby_start_if_full(session, NULL); /* starts the time for cuts, unless it runs already */
    tell_openly(session->host, heard, STRING_START_READY, "who", session_people(session, not_ready(session)), "seconds",
                text_number(seconds_left(session)), (char *)0);
    return true;
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
    if (session->seat_count < session->game->seats_min) {
        tell_person(host, heard, STRING_START_TOO_FEW, "game", session->game->name, "least",
                    text_number(session->game->seats_min), "missing",
                    text_number(session->game->seats_min - session->seat_count), (char *)0);
        return;
    }
    if (!session_is_alone(session) && !is_full(session) &&
        session_refuses_with(session, heard, STRING_START_NOT_YOURS, "start"))
        return;
    const char *excluded = excluded_by(session);
    if (excluded)
        tell_person(host, heard, STRING_START_EXCLUDED, "why", excluded, (char *)0);
    else if (is_awaited(session, heard))
        return;
    else
        begin_game(session, heard, false);
}

static void told_cut(struct change *change)
{
    lobby_tell_cut(change->session, change->seat);
    if (change->session->deals_at != INT64_MAX)
        lobby_start_if_full(change->session, &change->heard); /* the table may have waited only for this cut */
}

/* STRING_COUNT if the words can be mixed in. */
static enum string refusal_to_cut(const struct session *session, int seat, const char *words)
{
    return session_has_begun(session)               ? STRING_CUT_LATE
           : seat < 0                               ? STRING_NOT_SEATED
           : session->playing->lot.lesson           ? STRING_CUT_LESSON
           : lobby_is_blank(words)                  ? STRING_CUT_WHAT
           : session->seats[seat].cuts >= CUTS_MOST ? STRING_CUT_OFTEN
                                                    : STRING_COUNT;
}

void host_cut(struct host *host, struct session *session, const struct heard *heard, const char *words)
{
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

/* Before a game: sitting down, robots, starting. Each is first a line of the record, then a
   sentence. */
#include "lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "check.h"
#include "deadline.h"
#include "deal.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "leave.h"
#include "offers.h"
#include "policy.h"
#include "port.h"
#include "posts.h"
#include "presence.h"
#include "record.h"
#include "room.h"
#include "seal.h"
#include "seat.h"
#include "session_view.h"
#include "strings/lobby.def"
#include "strings/seek.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "turn.h"

enum { SITS_MS = 3000, USUAL_SEATS = 4 };

/* All seats that there can be are taken. */
static bool sits_are_all(const struct session *session)
{
    int least, most;
    session_seats(session, &least, &most);
    return session->seat_count >= most && most > 1;
}

/* Seats behind them are told later. */
static void sits_tell_seats(struct session *session, unsigned seats, const struct seat *robot)
{
    int least, most, seated = session->seat_count;
    while (!(seats >> (seated - 1) & 1))
        seated--;
    bool full = seated == session->seat_count && sits_are_all(session),
         is_private = showing_is_private(&session->home);
    session_seats(session, &least, &most);
    int few = !robot       ? STRING_JOINED
              : is_private ? STRING_ROBOT_JOINED_PRIVATE
                           : STRING_ROBOT_JOINED;
    int enough = !robot       ? STRING_JOINED_ENOUGH
                 : is_private ? STRING_ROBOT_JOINED_ENOUGH_PRIVATE
                              : STRING_ROBOT_JOINED_ENOUGH;
    int id = seated < least ? few
             : !full        ? enough
             : robot        ? STRING_ROBOT_JOINED_FULL
                            : STRING_JOINED_FULL;
    tell_room(session, POST_NEWS, id, "who", session_people(session, seats), "level",
              robot_levels[robot ? robot->level : 0], "missing", text_number(least - seated),
              "seated", text_number(seated), "most", text_number(most), "game", session->game->name,
              "by", session_people(session, (1u << seated) - 1), (char *)0);
}

void lobby_tell_sitting(struct session *session)
{
    unsigned seats = 0;
    for (int seat = 0; seat < session->seat_count; seat++) {
        seats |= session->seats[seat].is_untold ? 1u << seat : 0;
        session->seats[seat].is_untold = false;
    }
    session->when.sits_told_at = INT64_MAX;
    if (seats)
        sits_tell_seats(session, seats, NULL);
}

/* At once, or where lines are dear with others who come within three seconds. */
static void sits_note(struct session *session, struct seat *seat)
{
    seat->is_untold = true;
    if (session->when.sits_told_at == INT64_MAX)
        session->when.sits_told_at = session->host->now + SITS_MS;
    if (sits_are_all(session) || !session->home.port->has_dear_lines)
        lobby_tell_sitting(session);
    else
        clock_wake(session);
}

/* ---- beginning when everybody can be given the hand ---- */

/* The networks say who is in reach; while one is finding out, the start waits, and who asked for it
   soon hears for whom. Then the seats are closed, and people may cut for SEAL_CUTS_MS. Bounded:
   STARTERS of a table are kept, and each further one is answered at once. */

enum {
    STARTERS = 8,
    LINE_BYTES = 64,
    PATIENCE_MS = 1500 /* most networks know by then, and nobody is told; a press has to be answered
                          soon after */
};

static unsigned people_in_reach(const struct session *session, enum host_reach reach)
{
    unsigned seats = 0;
    if (session->game->hand < 0)
        return 0;
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_detached && s->port->reach &&
            s->port->reach(s->port->self, s->key) == reach)
            seats |= 1u << seat;
    }
    return seats;
}

/* ---- who asked for it ---- */

void lobby_release(struct session *session)
{
    session->when.starts_told_at = INT64_MAX;
    while (session->asked.starters) {
        struct input *input = session->asked.starters;
        struct heard heard = input_heard(input);
        session->asked.starters = input->next;
        host_dismiss(session->host, &heard);
        free(input);
    }
}

bool lobby_holds(const struct session *session, const struct input *input)
{
    for (const struct input *one = session->asked.starters; one && input->has_id; one = one->next)
        if (one->has_id && strcmp(one->id, input->id) == 0)
            return true;
    return false;
}

/* Without ids of messages a network cannot tell what an answer is for: one answer is enough. */
static bool is_same(const struct input *kept, const struct heard *heard)
{
    return !heard->id && !kept->has_id && strcmp(kept->key, heard->key) == 0;
}

/* Until the start waits no more. False if there is no place. */
static bool keep(struct session *session, const struct heard *heard)
{
    struct input **end = &session->asked.starters;
    int count = 0;
    for (; *end; end = &(*end)->next, count++)
        if (is_same(*end, heard))
            return true;
    if (count < STARTERS)
        *end = input_of_heard(heard);
    return count < STARTERS;
}

static void tell_wait(const struct session *session, const struct heard *heard, int id,
                      unsigned seats)
{
    tell_openly(session->host, heard, id, "who", session_people(session, seats), (char *)0);
}

static void wait_for(struct session *session, const struct heard *heard, unsigned seats,
                     bool is_first)
{
    if (is_first)
        session->when.starts_told_at = session->host->now + PATIENCE_MS;
    bool is_later = session->when.starts_told_at != INT64_MAX && keep(session, heard);
    if (!is_later)
        tell_wait(session, heard, STRING_START_WAITS, seats);
}

void lobby_tell_waiting(struct session *session)
{
    unsigned seats = session->asked.start ? people_in_reach(session, HOST_REACH_ASKED) : 0;
    for (const struct input *input = session->asked.starters; input && seats; input = input->next) {
        struct heard heard = input_heard(input);
        tell_wait(session, &heard, STRING_START_WAITS, seats);
    }
    if (seats && !session->asked.starters) /* the last seat was taken, and nobody asked */
        tell_room(session, POST_NEWS, STRING_START_WAITS, "who", session_people(session, seats),
                  (char *)0);
    lobby_release(session);
}

/* ---- beginning ---- */

static void tell_unreached(struct session *session, const struct heard *heard, unsigned seats)
{
    if (seats & ~session->asked.unreached)
        tell_room(session, POST_NEWS, STRING_START_UNREACHED, "who", session_people(session, seats),
                  (char *)0);
    else if (heard)
        tell_wait(session, heard, STRING_START_UNREACHED, seats);
    lobby_release(session);
}

/* ---- closing the seats ---- */

static unsigned not_ready(const struct session *session)
{
    unsigned seats = 0;
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_left && !s->is_ready &&
            !seal_cut_counts(session, seat))
            seats |= 1u << seat;
    }
    return seats;
}

/* Alone with robots there is nobody to prove anything to, unless the person wants it. */
static bool waits_for_cuts(const struct session *session)
{
    bool has_time = session_is_alone(session) ? session->closing.waits_for_cut
                                              : session->closing.deals_at > session->host->now;
    return session->closing.is_closed && has_time && not_ready(session);
}

static int64_t seconds_left(const struct session *session)
{
    int64_t left = session->closing.deals_at == INT64_MAX
                       ? SEAL_CUTS_MS
                       : session->closing.deals_at - session->host->now;
    return (left + 999) / 1000;
}

/* Nothing if the table does not wait. */
static void begin_put_wait(const struct session *session, struct prose *tale)
{
    if (!waits_for_cuts(session))
        return;
    prose_put(tale, tale->length > 0 ? " " : "");
    if (session_is_alone(session))
        view_string(tale, STRING_CLOSED_ALONE, (char *)0);
    else
        view_string(tale, STRING_CLOSED_WAITS, "seconds", text_number(seconds_left(session)),
                    (char *)0);
}

/* Deals, unless people may still cut. `heard`, whose word was waited for, may be NULL. */
static void begin_go_on(struct session *session, const struct heard *heard)
{
    if (!waits_for_cuts(session)) {
        lobby_begin(session, heard, true);
        return;
    }
    if (session->closing.deals_at == INT64_MAX && !session_is_alone(session))
        session->closing.deals_at = session->host->now + SEAL_CUTS_MS;
    if (session->closing.deals_at != INT64_MAX)
        clock_play_on_at(session, session->closing.deals_at);
}

/* Who says start is ready; at a terminal that holds for all who sit at it. */
static void note_ready(struct session *session, const struct heard *heard)
{
    int own = session_seat_of(session, heard);
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct seat *s = &session->seats[seat];
        bool is_beside =
            heard->rank & RANK_LOCAL && s->port && strcmp(s->port->network, heard->network) == 0;
        s->is_ready |= seat == own || is_beside;
    }
}

static void tell_ready(const struct session *session, const struct heard *heard)
{
    tell_openly(session->host, heard, STRING_START_READY, "who",
                session_people(session, not_ready(session)), "seconds",
                text_number(seconds_left(session)), (char *)0);
}

static void begin_hurry(struct session *session, const struct heard *heard)
{
    note_ready(session, heard);
    if (!waits_for_cuts(session)) {
        lobby_begin(session, heard, false);
        return;
    }
    tell_ready(session, heard);
    begin_go_on(session, heard);
}

static void told_closed(struct change *change)
{
    struct session *session = change->session;
    bool is_asked = change->input->kind == INPUT_HEARD;
    struct prose tale;
    if (is_asked && !session->closing.waits_for_cut)
        note_ready(session, &change->heard);
    for (const struct input *starter = session->asked.starters; starter; starter = starter->next) {
        struct heard heard = input_heard(starter);
        note_ready(session, &heard);
    }
    if (!waits_for_cuts(session)) {
        lobby_begin(session, is_asked ? &change->heard : NULL, !is_asked);
        return;
    }
    tell_each_language (session, &tale) {
        if (is_asked || session->asked.starters) /* else the last one who sat down was told of */
            view_string(&tale, STRING_CLOSED, "who",
                        session_people(session, session_all_seats(session)), (char *)0);
        begin_put_wait(session, &tale);
        tell_post(session, POST_NEWS, &tale);
    }
    if (is_asked && !change->heard.room && !showing_is_private(&session->home))
        tell_ready(session, &change->heard);
    begin_go_on(session, &change->heard);
}

static void add_line(void *arg, const char *line)
{
    change_add(arg, line);
}

/* People chose their partners by the order in which they sat down. */
static int first_among_pairs(const struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->seats[seat].begins)
            return seat + 1;
    return 1;
}

/* heard: who said start; NULL if the last seat was taken, or what the start waited for has come. */
static void close_seats(struct session *session, const struct heard *heard)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    struct change *change = change_new(session, heard);
    int first = session->closing.first;
    if (first == 0 && session->game->partners)
        first = first_among_pairs(session);
    change_put_options(change);
    deal_edition_choose(session);
    deal_edition_each_line(session, add_line, change);
    seal_put_close(first, &line);
    change_add_line(change, &line);
    change_commit_lines(change, SEAT_NONE, NULL, told_closed);
}

static void close_or_deal(struct session *session, const struct heard *heard, bool by_itself)
{
    if (session_has_begun(session))
        turn_play_on(session); /* the next game of a match */
    else if (session->closing.is_closed || session->playing->lot.rules < LUCK_RULES)
        turn_start(session, by_itself ? NULL : heard);
    else
        close_seats(session, by_itself ? NULL : heard);
}

void lobby_begin(struct session *session, const struct heard *heard, bool by_itself)
{
    lobby_tell_sitting(session);
    bool is_first = !session->asked.start;
    session->asked.unreached = is_first ? 0 : session->asked.unreached;
    unsigned unreached = people_in_reach(session, HOST_UNREACHED),
             asked = people_in_reach(session, HOST_REACH_ASKED);
    session->asked.start = unreached || asked;
    if (unreached)
        tell_unreached(session, heard, unreached);
    else if (asked && heard)
        wait_for(session, heard, asked, is_first);
    else if (asked && is_first)
        session->when.starts_told_at = session->host->now + PATIENCE_MS;
    else if (!asked) {
        session_ask_looks(session);
        close_or_deal(session, heard, by_itself);
    }
    /* no news if they are only tried again */
    session->asked.unreached = unreached | (session->asked.unreached & asked);
    clock_wake(session);
}

void host_reach_known(struct host *host, struct identity who, int64_t now)
{
    struct session *session;
    host->now = now;
    far_note(host, HOST_EVENT_REACH_KNOWN, who.network, who.key);
    for (int i = 0; (session = host_table_of(host, who, i)); i++)
        if (session->asked.start && !session_has_begun(session))
            clock_play_on_at(session, now);
}

/* ---- sitting down and starting ---- */

enum { SIT_LINE = 256 };

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
    int id = session->closing.is_closed ? STRING_RECOVERED_CLOSED : STRING_RECOVERED_LOBBY;
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
        lobby_begin(session, session_is_alone(session) ? heard : NULL, true);
}

void lobby_play_on(struct session *session)
{
    bool can_start = session->seat_count >= session->game->seats_min && !excluded_by(session);
    if (session->asked.start && !session->closing.is_closed && can_start)
        lobby_begin(session, NULL, true);
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
    char bytes[SIT_LINE];
    struct text line = text_over(bytes, sizeof bytes);
    seal_put_cut(seat, words, &line);
    change_add(change, bytes);
}

/* Does not tell the words: a person who knows the secret would know the deal. */
void lobby_tell_cut(struct session *session, const struct heard *heard, int seat)
{
    if (session->closing.is_closed && seal_luck_has_cut(session->seats[seat].cut))
        tell_room(session, POST_NEWS, STRING_CUT, "who", session->seats[seat].name, (char *)0);
    else if (seal_luck_has_cut(session->seats[seat].cut))
        tell_openly(session->host, heard,
                    session_is_alone(session) ? STRING_CUT_EARLY_ALONE : STRING_CUT_EARLY, "id",
                    session->game->id, (char *)0);
}

/* ---- sitting down ---- */

static unsigned seated_by(const struct change *change)
{
    unsigned all = session_all_seats(change->session), first = 1u << change->seat;
    return change->session->seats[change->seat].kind == SEAT_ROBOT ? all & ~(first - 1) : first;
}

static int why_no_seat(const struct session *session)
{
    return session_has_begun(session)    ? STRING_JOIN_RUNNING
           : session_is_undealt(session) ? STRING_JOIN_CLOSED
                                         : STRING_JOIN_FULL;
}

/* Who opened a table that looks for players need not be where somebody comes from. A full one
   begins, and calls everybody. */
static void tell_seeker(const struct session *session, const struct heard *heard)
{
    int seat = session_opener_seat(session), least, most;
    const struct seat *opener = seat < 0 ? NULL : &session->seats[seat];
    bool is_beside =
        heard->room && guests_find(session, heard->network, heard->room) == &session->home;
    if (!session->is_sought || is_beside || !opener || opener->is_detached || sits_are_all(session))
        return;
    struct heard owner = heard_about(identity_at(opener), opener->called, 0);
    session_seats(session, &least, &most);
    tell_person(session->host, &owner, STRING_SEEK_TAKEN, "who", heard->name, "network",
                heard->network, "game", session->game->name, "seated",
                text_number(session->seat_count), "most", text_number(most), (char *)0);
}

static void told_seated(struct change *change)
{
    struct session *session = change->session;
    struct seat *seat = &session->seats[change->seat];
    bool is_robot = seat->kind == SEAT_ROBOT, is_told = !sits_are_all(session) ||
                                                        excluded_by(session) ||
                                                        /* else the start says who */
                                                        !session_is_alone(session);
    if (!is_robot) {
        lobby_tell_word(session, &change->heard, change->note);
        tell_seeker(session, &change->heard);
        deadline_wake(session); /* also where the opener has said nothing since it is back */
    }
    if (is_robot && is_told) {
        lobby_tell_sitting(session);
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
    if (guests_refuse(session, heard))
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

void host_join(struct host *host, struct session *session, const struct heard *heard)
{
    lobby_join(host, session, heard, "");
}

void lobby_join(struct host *host, struct session *session, const struct heard *heard,
                const char *words)
{
    int before;
    const char *cut = lobby_find_cut(words, &before);
    if (tell_lacks_table(host, session, heard))
        return;
    int seat = session_seat_of(session, heard);
    if (cut && lobby_is_blank(cut)) {
        tell_openly(host, heard, STRING_CUT_EMPTY, (char *)0);
    } else if (seat >= 0 && cut && !session->seats[seat].is_left) {
        host_cut(host, &(struct call){.session = session, .heard = heard, .words = cut});
    } else if (seat >= 0 && session->seats[seat].is_left) {
        leave_return(session, heard, seat);
    } else if (seat >= 0) {
        tell_person(host, heard,
                    session_has_begun(session) ? STRING_JOIN_SEATED : STRING_JOIN_SEATED_START,
                    (char *)0);
    } else if (session_has_no_seat(session) ||
               session_seat_waiting(session, heard->network, heard->name) >= 0) {
        if (!tell_refuses_practice(session, heard))
            tell_not_seated(session, heard, why_no_seat(session));
    } else {
        lobby_sit_down(session, heard, cut, false);
    }
}

int lobby_usual_robots(const struct game *game, const int *options, int seated)
{
    int seats = seated + 1 > USUAL_SEATS ? seated + 1 : USUAL_SEATS;
    seats = seats > game->seats_min ? seats : game->seats_min;
    seats = seats < game->seats_max ? seats : game->seats_max;
    while (seats > seated && game->excludes && game->excludes(options, seats))
        seats--;
    return seats - seated;
}

void lobby_add_robots(struct change *change, int seat, int count, enum robot_level level)
{
    char name[HOST_NAME];
    for (int number = 0; count > 0; count--) {
        seat_names_for_robot(change->session, level, &number, name);
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
        else if ((*level = seat_robot_level(word)) < 0)
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

void host_add_robot(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    char word[HOST_NAME];
    int level, count;
    if (tell_lacks_table(host, session, heard))
        return;
    if (!read_robots(call->words, &level, &count, word)) {
        tell_person(host, heard, STRING_ROBOT_LEVEL_UNKNOWN, "typed", word, "level", "hard",
                    (char *)0);
    } else if (session_has_no_seat(session) && session_seat_of(session, heard) >= 0) {
        tell_person(host, heard,
                    session_has_begun(session)    ? STRING_ADD_RUNNING
                    : session_is_undealt(session) ? STRING_ADD_CLOSED
                                                  : STRING_ADD_FULL,
                    "who", session_people(session, session_all_seats(session)), (char *)0);
    } else if (session_has_no_seat(session)) {
        tell_not_seated(session, heard, why_no_seat(session));
    } else if (session_seat_of(session, heard) < 0 && !session_obeys(session, heard)) {
        tell_person(host, heard, STRING_NOT_SEATED, (char *)0);
    } else if ((session_is_alone(session) ||
                !tell_refuses_with(session, heard, STRING_ROBOT_NOT_YOURS, "add")) &&
               !policy_forbid_robots(host, heard)) {
        add_robots(session, heard, (enum robot_level)level, count);
    }
}

void host_start(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    if (tell_lacks_table(host, session, heard))
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
        tell_refuses_with(session, heard, STRING_START_NOT_YOURS, "start"))
        return;
    const char *excluded = excluded_by(session);
    if (excluded)
        tell_person(host, heard, STRING_START_EXCLUDED, "why", excluded, (char *)0);
    else
        lobby_begin(session, heard, false);
}

static void told_cut(struct change *change)
{
    lobby_tell_cut(change->session, &change->heard, change->seat);
    if (change->session->closing.is_closed)
        /* the table may have waited only for this cut */
        begin_go_on(change->session, &change->heard);
}

/* STRING_NONE if the words can be mixed in. */
static int refusal_to_cut(const struct session *session, int seat, const char *words)
{
    return session_has_begun(session) && !session->closing.is_closed ? STRING_CUT_LATE
           : seat < 0                                                ? STRING_NOT_SEATED
           : session->playing->lot.lesson                            ? STRING_CUT_LESSON
           : lobby_is_blank(words)                                   ? STRING_CUT_WHAT
           : session->seats[seat].cuts >= CUTS_MOST                  ? STRING_CUT_OFTEN
                                                                     : STRING_NONE;
}

void host_cut(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const char *words = call->words;
    if (!session && heard->room && offers_in(host, heard->network, heard->room)) {
        tell_openly(host, heard, STRING_CUT_OFFER, (char *)0);
        return;
    }
    if (tell_lacks_table(host, session, heard))
        return;
    int seat = session_seat_of(session, heard);
    int refusal = refusal_to_cut(session, seat, words);
    if (refusal != STRING_NONE) {
        tell_openly(host, heard, refusal, "most", text_number(CUTS_MOST), (char *)0);
        return;
    }
    struct change *change = change_new(session, heard);
    lobby_add_cut(change, seat, words);
    change_commit_lines(change, seat, NULL, told_cut);
}

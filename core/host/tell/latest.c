/* The words of a beginning and of a result: a game starts, how it was scored, how its match
   stands or who won it. Takes what is played; does not know who is told. */
#include "latest.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "daily.h"
#include "deal.h"
#include "posts.h"
#include "room.h"
#include "seal.h"
#include "seat.h"
#include "session_view.h"
#include "strings/lobby.def"
#include "strings/replay.def"
#include "strings/shared.def"
#include "tell.h"
#include "text.h"

static void put_page(void *arg, const char *glue, const struct prose *piece)
{
    tell_pages_put(arg, glue, piece);
}

static void put_winners(const struct view *view, unsigned winners, struct prose *out)
{
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        if (winners >> seat & 1)
            text_putf(&who, "%s%s", who.length ? "\n" : "", view->naming->names[seat]);
    view_string(out, winners & (winners - 1) ? STRING_MATCH_SHARED : STRING_MATCH_WON, "who", names,
                (char *)0);
}

static void put_standing(const struct view *view, const struct playing *playing, struct prose *out)
{
    prose_put(out, " ");
    view_standing(view, view->game->match == MATCH_SUM ? playing->points : playing->wins,
                  playing->seats, out);
}

void latest_put_standing(const struct view *view, const struct playing *playing, int played,
                         struct prose *out)
{
    int length = game_match_length(view->game, &playing->rules, playing->seats);
    view_string(out, view->game->ends ? STRING_MATCH_STANDING_TO : STRING_MATCH_STANDING, "played",
                text_number(played), "most", text_number(length), (char *)0);
    put_standing(view, playing, out);
}

/* Puts the standing of a match, or who won it. */
static void put_match(const struct view *view, const struct playing *playing, struct pages *out)
{
    struct prose standing;
    prose_open(&standing, view->language);
    if (playing->shared_in_row > 0) {
        view_string(&standing, STRING_MATCH_DRAWN, (char *)0);
        prose_put(&standing, " ");
    }
    if (playing->is_over) {
        put_winners(view, deal_match_winners(playing, view->game), &standing);
        put_standing(view, playing, &standing);
    } else {
        latest_put_standing(view, playing, deal_counted(playing), &standing);
    }
    tell_pages_put(out, "\n", &standing);
}

void tell_outcome(const struct view *view, const struct playing *playing, struct pages *out)
{
    struct score score;
    int length = game_match_length(view->game, &playing->rules, playing->seats);
    deal_score(playing, view->game, &score);
    view_result_pieces(view, &score, put_page, out);
    if (length > 1)
        put_match(view, playing, out);
}

void tell_started(const struct view *view, const struct playing *playing, bool by_mail,
                  struct pages *out)
{
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    struct prose sentence;
    for (int seat = 0; seat < playing->seats; seat++)
        text_putf(&who, "%s%s", who.length ? "\n" : "", view->naming->names[seat]);
    prose_open(&sentence, view->language);
    view_string(&sentence, STRING_STARTED, "who", names, "game", view->game->name, (char *)0);
    if (view->game->hand >= 0 && by_mail) {
        prose_put(&sentence, " ");
        view_string(&sentence, STRING_HANDS_SENT, (char *)0);
    }
    if (view->game->has_steps) {
        prose_put(&sentence, " ");
        view_string(&sentence, STRING_STEPS_IN_A_LINE, (char *)0);
    }
    tell_pages_put(out, " ", &sentence);
}

void latest_put_next(const struct view *view, const struct playing *playing, const char *begins,
                     struct prose *out)
{
    view_string(out, view->game->ends ? STRING_MATCH_NEXT_TO : STRING_MATCH_NEXT, "next",
                text_number(deal_counted(playing)), "most",
                text_number(game_match_length(view->game, &playing->rules, playing->seats)), "who",
                begins, (char *)0);
}

void tell_next_game(const struct view *view, const struct playing *playing, struct pages *out)
{
    struct prose sentence;
    prose_open(&sentence, view->language);
    latest_put_next(view, playing, view->naming->names[playing->begins], &sentence);
    tell_pages_put(out, tell_pages_are_empty(out) ? "" : " ", &sentence);
}

/* ---- the small print about luck ---- */

void latest_put_seal(const struct lot *lot, struct prose *out)
{
    char seal[LUCK_SEAL];
    prose_styled(out, PROSE_BREAK, COLOUR_NONE, " ");
    int begun = prose_begin(out, PROSE_SMALL);
    seal_luck_seal(lot->secret, lot->id, seal);
    if (lot->is_fixed)
        view_string(out, STRING_SEAL_FIXED, (char *)0);
    else
        view_string(out, STRING_SEAL, "seal", seal, (char *)0);
    prose_end(out, begun);
}

void latest_put_proof(const struct session *session, struct prose *out)
{
    const struct lot *lot = &session->playing->lot;
    char secret[SEAL_SECRET_HEX], link[SEAL_SECRET_HEX];
    if (lot->is_fixed || !lot->has_secret || (lot->day && !daily_is_over(session->host, lot->day)))
        return;
    seal_write_secret(lot, secret);
    seal_write_link(session, link);
    prose_styled(out, PROSE_BREAK, COLOUR_NONE, " ");
    int begun = prose_begin(out, PROSE_SMALL);
    view_string(out, STRING_PROOF, "secret", secret, "link", link, (char *)0);
    prose_end(out, begun);
}

void latest_put_end(const struct session *session, struct prose *out)
{
    const struct showing *home = &session->home;
    if (session_is_undealt(session) ||
        (session_has_begun(session) &&
         room_rule_is(session->host, home->port, home->name, RULE_PROOF, "yes")))
        latest_put_proof(session, out);
}

/* ---- what the latest input brought about ---- */

/* What the latest input brought about, kept while a record is read back. Nobody knows whether
   the room was told before the process ended, so it is told (again) when the room is back. A
   record does not mark where an input ends, so this code works it out: the moves behind a
   person's move came by themselves, and one message holds at most MOVES_IN_MESSAGE moves. A room
   that comes back later than others, when the table was played on already, is told what
   followed, too, as far as that fits on a page. */

enum { MOVES_MOST = 2 * MOVES_IN_MESSAGE }; /* a step without a choice may follow each */

/* The events of one move, or of a deal, allocated only up to the used part of `events`. */
struct latest_move {
    struct latest_move *next;
    int robot; /* who made it; SEAT_NONE: a person, or nobody */
    struct events events;
};

struct latest {
    struct latest_move *ended;        /* up to the end of a game of a match */
    struct latest_move *moves, *last; /* since then, or all */
    int seat, count;                  /* the seat that moved last; the moves */
    /* the first game of the table began with it */
    bool has_begun_first;
    /* of the game that ended, of the next one */
    struct pages result[TELL_LOOKS], opening[TELL_LOOKS];
    /* what was played after that, and told where it could be */
    struct pages since[TELL_LOOKS];
};

static void free_moves(struct latest_move *moves)
{
    for (struct latest_move *move = moves, *next; move; move = next) {
        next = move->next;
        free(move);
    }
}

static void forget_ended(struct latest *latest)
{
    free_moves(latest->ended);
    latest->ended = NULL;
    for (int look = 0; look < TELL_LOOKS; look++) {
        tell_pages_fini(&latest->result[look]);
        tell_pages_fini(&latest->opening[look]);
    }
}

static void forget_all(struct latest *latest)
{
    forget_ended(latest);
    free_moves(latest->moves);
    for (int look = 0; look < TELL_LOOKS; look++)
        tell_pages_fini(&latest->since[look]);
    *latest = (struct latest){.seat = SEAT_NONE};
}

void latest_forget(struct session *session)
{
    if (session->latest)
        forget_all(session->latest);
    free(session->latest);
    session->latest = NULL;
}

/* ---- while the record is read ---- */

/* This move is the first of a new input. */
static bool is_beginning(const struct session *session, int seat, bool is_ahead)
{
    const struct latest *latest = session->latest;
    if (is_ahead && latest->count < MOVES_MOST)
        return false;
    if (seat == SEAT_HOST || latest->count >= MOVES_MOST ||
        deal_is_real_time(session->playing, session->game))
        return true;
    const struct seat *mover = &session->seats[seat];
    return mover->kind == SEAT_PERSON && !mover->is_left && seat != latest->seat;
}

static void add_move(struct latest *latest, int robot, const struct events *events)
{
    size_t bytes = offsetof(struct events, list) + (size_t)events->count * sizeof events->list[0];
    struct latest_move *move = malloc(offsetof(struct latest_move, events) + bytes);
    check(move);
    move->next = NULL;
    move->robot = robot;
    memcpy(&move->events, events, bytes);
    *(latest->last ? &latest->last->next : &latest->moves) = move;
    latest->last = move;
}

/* While a record is read nobody knows who will read: English, and the language of the home. */
static bool may_be_read(enum language home, int look)
{
    enum language language = view_look_language(look);
    return language == LANGUAGE_EN || language == home;
}

static void note_start(struct session *session, const struct events *events)
{
    struct latest *latest = session->latest;
    latest->has_begun_first = session->playing->game_number == 1;
    if (!latest->has_begun_first) {
        latest->ended = latest->moves;
        latest->moves = latest->last = NULL;
        latest->seat = SEAT_NONE;
        struct naming naming;
        struct view view = session_view(session, &naming);
        const enum language home = view.language;
        for (int look = 0; look < TELL_LOOKS; look++) {
            if (!may_be_read(home, look))
                continue;
            view_set_look(&view, look);
            tell_next_game(&view, session->playing, &latest->opening[look]);
        }
    }
    add_move(latest, SEAT_NONE, events);
}

static void note_move(struct session *session, const struct step *step)
{
    int seat = step->seat;
    const struct events *events = &step->events;
    struct latest *latest = session->latest;
    if (is_beginning(session, seat, step->is_ahead))
        forget_all(latest);
    bool is_robots = seat != SEAT_HOST &&
                     (session->seats[seat].kind == SEAT_ROBOT || session->seats[seat].is_left);
    add_move(latest, is_robots ? seat : SEAT_NONE, events);
    latest->count++;
    latest->seat = seat;
    if (!session->playing->table.over)
        return;
    forget_ended(latest);
    struct naming naming;
    struct view view = session_view(session, &naming);
    const enum language home = view.language;
    for (int look = 0; look < TELL_LOOKS; look++) {
        if (!may_be_read(home, look))
            continue;
        view_set_look(&view, look);
        tell_outcome(&view, session->playing, &latest->result[look]);
    }
}

void latest_note(struct session *session, const struct step *step)
{
    if (!session->latest) {
        session->latest = calloc(1, sizeof *session->latest);
        check(session->latest);
        forget_all(session->latest);
    }
    if (step->seat == SEAT_NONE)
        note_start(session, &step->events);
    else
        note_move(session, step);
}

/* ---- when it is played on ---- */

static bool has_untold_room(const struct session *session)
{
    for (int i = 0; i < session_showing_count(session); i++)
        if (session_showing(session, i)->is_untold)
            return true;
    return false;
}

/* False if it does not fit behind the rest. */
static bool add_since(struct pages *since, const struct pages *tale)
{
    for (const struct page *page = tale->first; page; page = page->next) {
        if (since->first && !tell_pages_fit(since, " ", &page->prose))
            return false;
        tell_pages_put(since, " ", &page->prose);
    }
    return true;
}

void latest_play_on(struct session *session, const struct pages tale[TELL_LOOKS], bool is_same_game)
{
    struct latest *latest = session->latest;
    bool fits = is_same_game && has_untold_room(session);
    for (int look = 0; look < TELL_LOOKS && fits; look++)
        fits = add_since(&latest->since[look], &tale[look]);
    if (!fits)
        latest_forget(session);
}

/* ---- when it is told ---- */

static void put_tale(const struct session *session, const struct latest_move *moves, int look,
                     struct pages *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    view_set_look(&view, look);
    struct tale tale = {.out = out, .robot = SEAT_NONE};
    for (const struct latest_move *move = moves; move; move = move->next)
        tell_move(&tale, &view, &move->events, move->robot);
    tell_full_stop(&tale);
}

static void put_begin(const struct session *session, latest_begin *begin, int look,
                      struct pages *tale)
{
    const struct latest *latest = session->latest;
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct prose words;
    view_set_look(&view, look);
    prose_open(&words, view.language);
    if (begin)
        begin(session, &words);
    if (words.length > 0)
        tell_pages_put(tale, "", &words);
    if (latest->has_begun_first)
        tell_started(&view, session->playing, !session->home.port->is_one_keyboard, tale);
    put_tale(session, latest->ended ? latest->ended : latest->moves, look, tale);
}

/* Nobody may have been there who reads in this look. */
static void put_since(const struct latest *latest, int look, struct pages *out)
{
    const struct pages *since = tell_pages_for(latest->since, look);
    for (const struct page *page = since->first; page; page = page->next)
        tell_pages_put(out, " ", &page->prose);
}

static void put_next_game(const struct session *session, int look, struct pages *next)
{
    const struct latest *latest = session->latest;
    for (const struct page *page = latest->opening[look].first; page; page = page->next)
        tell_pages_put(next, "", &page->prose);
    put_tale(session, latest->moves, look, next);
}

void latest_tell(const struct session *session, latest_begin *begin)
{
    const struct latest *latest = session->latest;
    struct pages tale[TELL_LOOKS] = {{0}}, next[TELL_LOOKS] = {{0}};
    bool is_read[TELL_LOOKS];
    tell_find_looks(session, is_read);
    for (int look = 0; look < TELL_LOOKS; look++) {
        if (!is_read[look])
            continue;
        put_begin(session, begin, look, &tale[look]);
        if (latest->ended)
            put_next_game(session, look, &next[look]);
        put_since(latest, look, latest->ended ? &next[look] : &tale[look]);
    }
    if (latest->ended) {
        tell_pages(session, POST_NEWS, tale);
        tell_pages(session, POST_RESULT, latest->result);
        tell_play(session, POST_NEWS, next, false);
    } else if (session->playing->is_over) {
        tell_pages(session, POST_NEWS, tale);
    } else {
        tell_play(session, POST_NEWS, tale, false);
    }
    for (int look = 0; look < TELL_LOOKS; look++) {
        tell_pages_fini(&tale[look]);
        tell_pages_fini(&next[look]);
    }
}

static void put_own(const struct session *session, int seat, const struct latest_move *moves,
                    struct pages *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    view_set_look(&view, session_look(session, seat));
    for (const struct latest_move *move = moves; move; move = move->next)
        tell_own(&view, &move->events, seat, out);
}

void latest_tell_hand(const struct session *session, int seat)
{
    struct pages own = {0};
    if (session->latest && !tell_has_pages(session->latest->since)) {
        put_own(session, seat, session->latest->ended, &own);
        put_own(session, seat, session->latest->moves, &own);
    }
    tell_hand(session, seat, &own);
    tell_pages_fini(&own);
}

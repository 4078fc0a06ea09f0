/* A turn at the table: what was typed is read over the seat's own legal list, tried to the side,
   saved and told. Moves of robots and of the host go the same way. */
#include "turn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice.h"
#include "asking.h"
#include "change.h"
#include "check.h"
#include "daily.h"
#include "deal.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "latest.h"
#include "lobby.h"
#include "offers.h"
#include "posts.h"
#include "presence.h"
#include "prose.h"
#include "results.h"
#include "robots.h"
#include "room.h"
#include "seat.h"
#include "seek.h"
#include "session_view.h"
#include "strings/clock.def"
#include "strings/playing.def"
#include "strings/shared.def"
#include "strings/undo.def"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "trial.h"
#include "tries.h"

enum { SILENT_MS = 60 * 1000 };

static bool wants(const struct seat *seat, bool has_hand)
{
    const struct host_port *port = seat->port;
    enum host_nudge nudge = port->nudge ? port->nudge(port->self, seat->key) : HOST_NO_NUDGE;
    return nudge == HOST_NUDGE_ALWAYS || (nudge == HOST_NUDGE && !has_hand);
}

static void put_moves(const struct session *session, int seat, struct prose *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    view_set_look(&view, session_look(session, seat));
    table_sight(view.rules, &session->playing->table, SEAT_PUBLIC, &sight);
    view_due_moves(&view, &sight, 1u << seat, out);
}

/* Nothing is said to somebody who is at the table, who was told a hand just now, or who is out of
   sight. */
static void nudge_turn(struct session *session, int seat, bool has_hand)
{
    const struct seat *s = &session->seats[seat];
    struct prose word;
    if (s->heard_at + SILENT_MS > session->host->now || presence_is_out_of_reach(session, s) ||
        !wants(s, has_hand))
        return;
    prose_open(&word, session_language(session, seat));
    if (session_showing_on(session, s->port))
        view_string(&word, STRING_NUDGE, "room", tell_place(session, s->port), "game",
                    session->game->name, (char *)0);
    else
        view_string(&word, STRING_NUDGE_APART, "game", session->game->name, (char *)0);
    prose_put(&word, " ");
    put_moves(session, seat, &word);
    session->clocks.nudges[seat]++;
    tell_seat(session, seat, WHISPER_ANSWER, &word);
}

/* ---- moves ---- */

static void told_finished(struct change *change)
{
    struct prose proof;
    tell_each_language (change->session, &proof) {
        latest_put_end(change->session, &proof);
        if (proof.length > 0)
            tell_post(change->session, POST_NEWS, &proof);
    }
}

void turn_end_record(struct session *session)
{
    if (session->playing->lot.day)
        tries_note_over(session); /* its row goes to the store first */
    change_commit_line(session, NULL, SEAT_NONE, NULL, told_finished, "end reason=finished");
}

static void tell_pause(struct session *session)
{
    if (!session_is_paused(session) || session->state.has_told_pause || session->playing->is_over)
        return;
    session->state.has_told_pause = true;
    tell_room(session, POST_NEWS, STRING_PAUSED, "most", text_number(ROBOT_MOVES_ALONE), (char *)0);
}

void turn_note_word(struct session *session)
{
    bool was_paused = session_is_paused(session);
    session->robots.moves = 0;
    session->state.has_told_pause = false;
    if (was_paused)
        clock_play_on_at(session, session->host->now);
}

/* ---- telling ---- */

/* Until its next hand. Behind a restart the hand alone tells it. */
static void keep_unread(struct session *session, int seat, const struct pages *own)
{
    if (tell_pages_are_empty(own))
        return;
    if (!session->unread.news[seat]) {
        session->unread.news[seat] = malloc(sizeof *session->unread.news[seat]);
        check(session->unread.news[seat]);
        prose_clear(session->unread.news[seat]);
    }
    for (const struct page *page = own->first; page; page = page->next) {
        prose_put(session->unread.news[seat], session->unread.news[seat]->length > 0 ? " " : "");
        prose_append(session->unread.news[seat], &page->prose);
    }
}

static void forget_unread(struct session *session, int seat)
{
    free(session->unread.news[seat]);
    session->unread.news[seat] = NULL;
}

static bool tell_hand_with_unread(struct session *session, int seat, const struct pages *own)
{
    struct pages all = {0};
    if (!session->unread.news[seat])
        return tell_hand(session, seat, own);
    tell_pages_put(&all, "", session->unread.news[seat]);
    for (const struct page *page = own->first; page; page = page->next)
        tell_pages_put(&all, " ", &page->prose);
    bool has_hand = tell_hand(session, seat, &all);
    tell_pages_fini(&all);
    forget_unread(session, seat);
    return has_hand;
}

/* Who has moved and waits for others reads the hand with the choices of the next turn, not before
   that as well, where each line stays to be read, or is a message more; so does everybody whose
   robots answer soon. */
static bool reads_later(const struct change *change, const struct session *session, int seat)
{
    const struct trial *trial = change->trial;
    const struct host_port *port = session->seats[seat].port;
    bool is_due = session_due(session) >> seat & 1,
         has_moved = !trial->begins && trial->acted >> seat & 1,
         stays = port->has_dear_lines || port->is_one_keyboard ||
                 (port->draws_panels && !change->heard.is_awaited);
    return !is_due && ((has_moved && stays) || tell_waits_for_robots(session)) &&
           !deal_is_real_time(&trial->playing, trial->session->game);
}

/* Where everybody may play at any time, a turn is no news: only a new hand is. */
static void tell_hands(const struct change *change, struct session *session)
{
    const struct trial *trial = change->trial;
    unsigned due = session_due(session), turns = due & (~trial->due_before | trial->acted);
    if (deal_is_real_time(&trial->playing, trial->session->game) && (due & (due - 1)))
        turns = 0;
    unsigned told = trial->hands_changed | turns;
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct pages *own = &trial->own[seat];
        bool is_told = !tell_pages_are_empty(own) || (told >> seat & 1);
        if (trial->begins)
            forget_unread(session, seat);
        if (!seat_is_read(&session->seats[seat]) || !is_told)
            continue;
        bool waits = reads_later(change, session, seat);
        if (waits || (deal_may_coach(session->playing) && advice_holds(session, seat))) {
            keep_unread(session, seat, own);
            if (waits && !change->heard.is_awaited && session->seats[seat].port->draws_panels &&
                session->game->hand >= 0)
                tell_hand_ahead(session, seat);
            continue;
        }
        bool has_hand = tell_hand_with_unread(session, seat, own);
        if (turns >> seat & 1)
            nudge_turn(session, seat, has_hand);
    }
}

void turn_tell_held(struct session *session, int seat)
{
    static const struct pages nothing = {0};
    if (!(session_due(session) >> seat & 1) || !seat_is_read(&session->seats[seat]) ||
        advice_holds(session, seat))
        return;
    if (session->advice && session->advice->is_latest)
        latest_tell_hand(session, seat);
    else
        nudge_turn(session, seat, tell_hand_with_unread(session, seat, &nothing));
}

void turn_tell_with(struct session *session, int seat, const struct prose *words)
{
    struct pages pages = {0};
    tell_pages_put(&pages, "", words);
    keep_unread(session, seat, &pages);
    tell_pages_fini(&pages);
    turn_tell_held(session, seat);
}

/* People who have left read it when they are back. */
static void tell_unplayed(const struct trial *trial, struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct page *page = trial->unplayed[seat].first;
        struct seat *s = &session->seats[seat];
        for (; page; page = page->next)
            if (seat_is_read(s))
                tell_seat(session, seat, WHISPER_ANSWER, &page->prose);
            else if (s->is_left)
                seat_missed_note(&session->unread.missed, seat, page->prose.text, false);
        s->is_ahead_told = trial->seats[seat].is_ahead_told;
    }
}

static void note_missed(const struct trial *trial, struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        bool begins = trial->acted >> seat & 1;
        const struct pages *tale = tell_pages_for(trial->tale, session_look(session, seat));
        for (const struct page *page = s->is_left ? tale->first : NULL; page;
             page = page->next, begins = false)
            seat_missed_note(&session->unread.missed, seat, page->prose.text, begins);
    }
}

/* Tells everybody about a settled trial. */
static void tell_trial(const struct change *change, struct session *session)
{
    struct trial *trial = change->trial;
    unsigned due = session_due(session);
    bool goes_on = !trial->begins && due == trial->acted && !(due & (due - 1));
    for (int look = 0; look < TELL_LOOKS; look++)
        tell_full_stop(&trial->telling[look]);
    note_missed(trial, session);
    if (!tell_has_pages(trial->result)) {
        /* the seats were closed again before this game */
        tell_pages(session, POST_PLAY, trial->opening);
        tell_play(session, POST_PLAY, trial->tale, goes_on);
    } else {
        /* else the table is that of the next game already */
        bool is_last = !tell_has_pages(trial->opening);
        if (is_last)
            tell_play(session, POST_PLAY, trial->tale, false);
        else
            tell_pages(session, POST_PLAY, trial->tale);
        tell_pages(session, POST_RESULT, trial->result);
        if (trial->has_closed)
            tell_pages(session, POST_NEWS, trial->opening);
        else if (!is_last)
            tell_play(session, POST_PLAY, trial->opening, false);
    }
    tell_unplayed(trial, session);
    if (!trial->playing.table.over)
        tell_hands(change, session);
}

/* Behind what the people were told: what could not be played in advance is kept no more. */
static void forget_unplayed(struct session *session)
{
    struct change *change = NULL;
    for (int seat = 0; seat < session->seat_count; seat++) {
        char bytes[AHEAD_LINE];
        struct text line = text_over(bytes, sizeof bytes);
        if (!session->seats[seat].is_ahead_told)
            continue;
        change = change ? change : change_new(session, NULL);
        draft_forget_ahead(&change->draft, session, &session->seats[seat]);
        draft_put_ahead_line(seat, false, &line);
        change_add_line(change, &line);
    }
    if (change)
        change_commit_lines(change, SEAT_NONE, NULL, NULL);
}

/* Between two games of a match: they are told the seat words, and wait no more. */
static void tell_seated(const struct session *session, unsigned seats, char words[][16])
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        struct heard heard = {.network = s->port ? s->port->network : "",
                              .key = s->key,
                              .name = s->called,
                              .text = "",
                              .now = session->host->now};
        if (seats >> seat & 1 && words[seat][0])
            tell_word(session, &heard, STRING_SEAT_WORD, words[seat]);
    }
    if (seats)
        waiting_take_seated(session);
}

static void told_moves(struct change *change)
{
    struct session *session = change->session;
    if (change->trial->is_undo)
        pace_same_turn(&session->clocks, change->trial->acted);
    else
        /* of those for whom the table still waits */
        pace_next_turn(&session->clocks, change->trial->acted);
    if (trial_ends(change->trial)) {
        offers_make(session); /* what is told of the end is told with it */
        results_make(session);
        seek_over(session);
    }
    tell_trial(change, session);
    tell_seated(session, change->trial->swapped, change->trial->words);
    if (change->trial->begins && session->host->offers.count > 0)
        offers_begun(session);
    if (change->refusal)
        host_whisper(session->host, &change->heard, change->refusal);
    tell_pause(session);
    if (!trial_ends(change->trial)) {
        forget_unplayed(session);
        return;
    }
    /* The record ends when the result has left, not before: after a kill between the two, the
       result is told again. */
    session->state.has_told_end = true;
    if (session->home.port->reports_sent)
        clock_play_on_at(session, session->host->now + SEND_MOST_MS);
    else
        turn_end_record(session);
}

void turn_commit(struct change *change)
{
    change->told = told_moves;
    change_commit(change);
}

/* ---- beginning ---- */

void turn_start(struct session *session, const struct heard *heard)
{
    struct change *change = change_new(session, heard);
    struct trial *trial = change->trial = trial_new(session, &change->draft);
    trial_begin(trial, session->closing.first > 0 ? session->closing.first - 1 : SEAT_NONE);
    trial_play_on(trial);
    if (session->playing->lot.day)
        tries_note_dealt(session, heard && heard->rank & (RANK_LOCAL | RANK_ADMIN));
    turn_commit(change);
}

/* ---- what was typed ---- */

static void play_typed(struct session *session, const struct heard *heard, int seat,
                       const char *text)
{
    struct change *change = change_new(session, heard);
    struct trial *trial = change->trial = trial_new(session, &change->draft);
    change->refusal = malloc(sizeof *change->refusal);
    check(change->refusal);
    prose_open(change->refusal, host_language(session->host, heard));
    if (trial_play_typed(trial, seat, heard->room != NULL, text, change->refusal) == 0) {
        session->seats[seat].question = trial->seats[seat].question;
        host_whisper(session->host, heard, change->refusal);
        change_free(change);
        return;
    }
    if (change->refusal->length == 0) {
        free(change->refusal);
        change->refusal = NULL;
    }
    trial_play_on(trial);
    turn_commit(change);
}

bool host_is_move(struct session *session, const struct heard *heard, const char *typed)
{
    char bytes[HOST_TEXT], with_names[HOST_TEXT];
    struct naming naming;
    struct sight sight;
    struct moves moves;
    struct read_move read;
    struct text text = text_over(bytes, sizeof bytes),
                unique = text_over(with_names, sizeof with_names);
    int seat = session_acting_seat(session, heard);
    if (seat < 0 || !session_legal(session, seat, &sight, &moves))
        return false;
    typed += strspn(typed, " ;");
    text_put_bytes(&text, typed, (int)strcspn(typed, ";"));
    seat_names_put_unique(session, bytes, &unique);
    session_naming(session, &naming);
    move_read(&session->playing->rules, &naming, &sight, &moves, heard->room != NULL, with_names,
              &read);
    return read.reading == READING_MOVE;
}

/* `words` begin with that word, or one of them is it. */
static bool has_word(const char *words, const char *word, bool is_first)
{
    char one[HOST_NAME];
    for (const char *p = words ? words : ""; *p; p += strcspn(p, " "), p += strspn(p, " ")) {
        snprintf(one, sizeof one, "%.*s", (int)strcspn(p, " "), p);
        if (text_same_word(one, word))
            return true;
        if (is_first)
            return false;
    }
    return false;
}

static bool begins_move(const struct game *game, const char *word)
{
    for (int v = 0; v < game->verb_count; v++) {
        const struct verb_spec *verb = &game->verbs[v];
        if (!(verb->flags & VERB_HOST) &&
            (has_word(verb->word, word, true) || has_word(verb->aliases, word, false)))
            return true;
    }
    return false;
}

bool host_is_bare_move(const struct session *session, const struct heard *heard,
                       char verb[HOST_NAME])
{
    int seat = session_acting_seat(session, heard);
    size_t length = strcspn(heard->text, " ");
    if (seat < 0 || !(session_due(session) >> seat & 1) || length < 2 || length >= HOST_NAME ||
        heard->text[length + strspn(heard->text + length, " ")] == '\0')
        return false;
    snprintf(verb, HOST_NAME, "%.*s", (int)length, heard->text);
    return begins_move(session->game, verb);
}

void host_explain_prefix(struct session *session, const struct heard *heard, const char *verb)
{
    struct seat *seat = &session->seats[session_seat_of(session, heard)];
    if (!seat->knows_prefix)
        tell_openly(session->host, heard, STRING_MOVE_BARE, "command", verb, (char *)0);
    seat->knows_prefix = true;
}

/* The button is stale: the seat has decided since, or the move cannot be played now. */
static bool is_stale(struct session *session, const struct heard *heard, int seat, const char *move)
{
    return session_is_old_press(session, heard->press, seat) || !host_is_move(session, heard, move);
}

/* It is for another seat, as everybody sees those under the board; or it is stale. False if it does
   something. */
static bool refuse_press(struct session *session, const struct heard *heard, int seat,
                         const char *move)
{
    const struct press *press = heard->press;
    bool is_others =
        press->table == session->id && press->seat != seat && press->seat < session->seat_count;
    if (is_others)
        tell_openly(session->host, heard, STRING_PRESS_OTHERS, "who",
                    session_people(session, 1u << press->seat), (char *)0);
    else if (is_stale(session, heard, seat, move))
        tell_openly(session->host, heard, STRING_PRESS_STALE, (char *)0);
    else
        return false;
    return true;
}

static bool may_play(struct session *session, const struct heard *heard, int *seat)
{
    if (tell_refuses_player(session->host, session, heard, seat))
        return false;
    if (session->clocks.paused_at != 0)
        tell_openly(session->host, heard, STRING_PAUSE_MOVE, (char *)0);
    return session->clocks.paused_at == 0;
}

void host_move(struct host *host, struct session *session, const struct heard *heard,
               const char *text)
{
    int parts = 1;
    for (const char *p = text; *p; p++)
        parts += *p == ';';
    if (!session) {
        tell_openly(host, heard, heard->press ? STRING_PRESS_NOT_YOURS : STRING_TABLE_NONE,
                    (char *)0);
        return;
    }
    int seat;
    if (!may_play(session, heard, &seat) ||
        (heard->press && refuse_press(session, heard, seat, text)))
        return; /* it was said why */
    if (parts > MOVES_IN_MESSAGE)
        tell_openly(host, heard, STRING_MOVES_TOO_MANY, "most", text_number(MOVES_IN_MESSAGE),
                    (char *)0);
    else
        play_typed(session, heard, seat, text);
}

/* ---- what nobody typed ---- */

/* False if a robot has to think first, or if it is too early to tell what robots did. */
static bool play_on(struct session *session, struct trial *trial)
{
    trial_play_on(trial);
    if (trial->draft->line_count == 0 && trial->asks == SEAT_NONE)
        trial_play_robot(trial);
    if (trial->asks != SEAT_NONE)
        robots_ask(session, trial);
    return trial->asks == SEAT_NONE && !robots_wait(session, trial);
}

void turn_play_on(struct session *session)
{
    bool thinks = session->host->thinking ||
                  robots_leave_time(session->playing, session->game, session->seats);
    if (session->state.has_told_end) {
        turn_end_record(session);
        return;
    }
    struct plan *plan = thinks && session->clocks.paused_at == 0 ? robots_plan(session) : NULL;
    if (session->clocks.paused_at != 0 || (thinks && !plan))
        return;
    struct change *change = change_new(session, NULL);
    struct trial *trial = change->trial = trial_new(session, &change->draft);
    trial->plan = plan;
    if (!play_on(session, trial)) {
        change_free(change);
        return;
    }
    if (change->draft.line_count > 0) {
        turn_commit(change);
        return;
    }
    if (tell_has_pages(trial->result)) /* it was saved, but a kill came before it was told */
        told_moves(change);
    else
        tell_unplayed(trial, session);
    tell_pause(session);
    change_free(change);
    robots_drop(session);
    if (!session->change)
        forget_unplayed(session);
}

void turn_alarm(struct session *session)
{
    if (!session_has_begun(session))
        return;
    struct change *change = change_new(session, NULL);
    struct trial *trial = change->trial = trial_new(session, &change->draft);
    struct sight sight;
    struct moves legal;
    change->input->kind = INPUT_ALARM;
    trial_legal(trial, SEAT_HOST, &sight, &legal);
    if (!moves_has(&legal, &session->alarm.move)) {
        change_free(change);
        return;
    }
    trial_move(trial, SEAT_HOST, &session->alarm.move);
    trial_play_on(trial);
    turn_commit(change);
}

/* ---- moves in advance ---- */

/* "then MOVE": said in private, kept and not looked at: the answer follows from its length and from
   what everybody sees. It is a line of the record; the words stand beside it, so that they can be
   forgotten and no later reader finds a plan. tell/trial.c plays it with the move that brings the
   turn, in one append. Bounded: one for each seat, PERSON_AHEAD bytes; AHEADS_MOST lines of a seat
   between two of its moves. */

enum {
    AHEADS_MOST = 8,
    NUMBER_BYTES = 21, /* of its line, and a blank */
    AHEAD_BYTES = PERSON_AHEAD - NUMBER_BYTES - 1
};

/* NULL if nothing is. */
static const char *kept_for(const struct session *session, int seat)
{
    const char *words;
    return record_persons_by_ahead(&session->persons, session->seats[seat].ahead_line, &words)
               ? words
               : NULL;
}

static void told(struct change *change)
{
    const struct session *session = change->session;
    const char *kept = kept_for(session, change->seat);
    tell_person(session->host, &change->heard, kept ? STRING_AHEAD_KEPT : STRING_AHEAD_OFF, "move",
                kept ? kept : "", (char *)0);
}

/* `words` are kept; nothing is any more if they are NULL. */
static void save(struct session *session, const struct heard *heard, int seat, const char *words)
{
    struct change *change = change_new(session, heard);
    char bytes[AHEAD_LINE];
    struct text line = text_over(bytes, sizeof bytes);
    if (words)
        draft_keep_ahead(&change->draft, session, &session->seats[seat], session->record.next_line,
                         words);
    else
        draft_forget_ahead(&change->draft, session, &session->seats[seat]);
    draft_put_ahead_line(seat, words != NULL, &line);
    change_add_line(change, &line);
    change_commit_lines(change, seat, NULL, told);
}

/* Why no move is kept. STRING_NONE if it is. Nothing here looks at the move, or at a card. */
static int refusal(const struct session *session, int seat, const char *words)
{
    if (session->playing->is_over || session->playing->table.over)
        return STRING_AHEAD_GAME_OVER;
    if (deal_is_real_time(session->playing, session->game))
        return STRING_AHEAD_REAL_TIME;
    if (session_due(session) >> seat & 1)
        return STRING_AHEAD_NOW;
    if (strlen(words) > AHEAD_BYTES)
        return STRING_AHEAD_LONG;
    return session->seats[seat].ahead_count < AHEADS_MOST ? STRING_NONE : STRING_AHEAD_OFTEN;
}

static void take(struct session *session, const struct heard *heard, int seat, const char *words)
{
    int id = refusal(session, seat, words);
    if (id == STRING_NONE)
        save(session, heard, seat, words);
    else
        tell_person(session->host, heard, id, "most",
                    text_number(id == STRING_AHEAD_LONG ? (int)AHEAD_BYTES : (int)AHEADS_MOST),
                    (char *)0);
}

static void answer(struct session *session, const struct heard *heard, int seat, const char *words)
{
    const char *kept = kept_for(session, seat);
    bool is_off = text_same_word(words, "off");
    if (*words && !is_off)
        take(session, heard, seat, words);
    else if (!kept)
        tell_person(session->host, heard, STRING_AHEAD_NONE, (char *)0);
    else if (is_off)
        save(session, heard, seat, NULL);
    else
        tell_person(session->host, heard, STRING_AHEAD_SHOWN, "move", kept, (char *)0);
}

void host_then(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    if (heard->room && !(heard->rank & RANK_LOCAL)) { /* a terminal has nobody else */
        tell_person(host, heard, STRING_AHEAD_PRIVATE, (char *)0);
        return;
    }
    int seat;
    if (!tell_refuses_player(host, session, heard, &seat))
        answer(session, heard, seat, call->words);
}

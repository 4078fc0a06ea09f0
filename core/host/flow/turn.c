/* A turn at the table: what was typed is read over the seat's own legal list, tried to the side, saved and told. Moves
   of robots and of the host go the same way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session_view.h"
#include "check.h"
#include "edition.h"
#include "host_state.h"
#include "input.h"
#include "lobby.h"
#include "next_seats.h"
#include "offers.h"
#include "refuse.h"
#include "seats.h"
#include "tell.h"
#include "turn.h"
#include "text.h"
#include "trial.h"
#include "posts.h"
#include "choices.h"
#include "host_commands.h"

void turn_end_record(struct session *session)
{
    change_commit_line(session, NULL, SEAT_NONE, NULL, NULL, "end reason=finished");
}

static void tell_pause(struct session *session)
{
    if (!session_is_paused(session) || session->has_told_pause || session->playing.is_over)
        return;
    session->has_told_pause = true;
    tell_room(session, POST_NEWS, STRING_PAUSED, "most", text_number(ROBOT_MOVES_ALONE), (char *)0);
}

void turn_note_word(struct session *session)
{
    bool was_paused = session_is_paused(session);
    session->robot_moves = 0;
    session->has_told_pause = false;
    if (was_paused)
        clock_play_on_at(session, session->host->now);
}

static void told_moves(struct change *change)
{
    struct session *session = change->session;
    pace_next_turn(&session->clocks, change->trial->acted); /* of those for whom the table still waits */
    trial_tell(change->trial, session);
    next_tell_seated(session, change->trial->swapped, change->trial->words);
    if (change->trial->begins && session->host->offer_count > 0)
        offers_begun(session);
    if (change->refusal)
        host_whisper(session->host, &change->heard, change->refusal);
    tell_pause(session);
    if (!trial_ends(change->trial))
        return;
    /* The record ends when the result has left, not before: after a kill between the two, the result is told again. */
    session->has_told_end = true;
    offers_make(session);
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

static void add_line(void *arg, const char *line)
{
    change_add(arg, line);
}

void turn_start(struct session *session, const struct heard *heard)
{
    struct change *change = change_new(session, heard);
    change_put_options(change);
    edition_choose(session);
    edition_each_line(session, add_line, change);
    struct trial *trial = change->trial = trial_new(session, &change->draft);
    trial_begin(trial, session->begins_with > 0 ? session->begins_with - 1 : SEAT_NONE);
    trial_play_on(trial);
    turn_commit(change);
}

/* ---- what was typed ---- */

static void put_moves(const struct session *session, int seat, const struct moves *moves, struct prose *out)
{
    enum { CANDIDATES = 12 };
    struct naming naming;
    struct view view = session_view(session, &naming);
    view.is_aloud = session_is_aloud(session, seat);
    prose_put(out, " ");
    view_moves(&view, moves, CANDIDATES, out);
    prose_put(out, ".");
}

static void put_illegal(const struct session *session, int seat, const struct sight *sight, const struct move *move,
                        struct prose *out)
{
    char bytes[MOVE_TEXT];
    struct naming naming;
    struct text text = text_over(bytes, sizeof bytes);
    session_naming(session, &naming);
    move_format(&session->playing.rules, &naming, move, &text);
    const char *why = session->game->explain(&session->playing.rules, sight, seat, move);
    if (why)
        view_string(out, STRING_MOVE_REFUSED, "move", bytes, "text", why, (char *)0);
    else
        view_string(out, STRING_MOVE_REFUSED_NOW, "move", bytes, (char *)0);
}

static void put_unknown(const struct session *session, const struct read_move *read, const char *typed,
                        struct prose *out)
{
    char bytes[MOVE_TEXT];
    struct naming naming;
    struct text text = text_over(bytes, sizeof bytes);
    const char *help = read->verb_known ? session->playing.rules.verbs[read->verb].help : NULL;
    session_naming(session, &naming);
    if (*typed == '\0') {
        view_string(out, STRING_MOVE_EMPTY, (char *)0);
    } else if (help) {
        view_string(out, STRING_MOVE_UNKNOWN_VERB, "typed", typed, "text", help, (char *)0);
    } else if (read->has_nearest) {
        move_format(&session->playing.rules, &naming, &read->move, &text);
        view_string(out, STRING_MOVE_UNKNOWN_NEAREST, "typed", typed, "nearest", bytes, (char *)0);
    } else {
        view_string(out, STRING_MOVE_UNKNOWN, "typed", typed, (char *)0);
    }
}

/* The public is told which verbs a seat can likely play: who types one that the seat can't is told what it can. */
static bool put_verb_alone(const struct session *session, int seat, const struct moves *legal, const char *typed,
                           struct prose *out)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    view.is_aloud = session_is_aloud(session, seat);
    bool is_verb = false;
    for (int verb = 0; verb < view.rules->verb_count; verb++)
        is_verb |= !(view.rules->verbs[verb].flags & VERB_HOST) && text_same_word(typed, view.rules->verbs[verb].word);
    if (!is_verb || legal->count == 0)
        return false;
    if (out->length == 0)
        view_string(out, STRING_MOVE_VERB_NOW, "typed", typed, (char *)0);
    prose_put(out, " ");
    view_string(out, STRING_OFFER, (char *)0);
    prose_put(out, " ");
    view_offer(&view, legal, out);
    return true;
}

static void put_named(const struct ruleset *rules, int said, const struct sight *sight, struct prose *out)
{
    const struct verb_spec *verb = &rules->verbs[said];
    if (verb->args[0].kind == ARG_NUMBER) {
        view_string(out, STRING_MOVE_SECRET_SAID, "verb", verb->word, (char *)0);
        return;
    }
    int hand = seat_zone(rules, sight->viewer, rules->hand);
    bool has_some = zone_size(&sight->seen, hand) > 0;
    char label[] = {move_label(rules, has_some ? zone_card(&sight->seen, hand, 0)->slot : 1), '\0'};
    view_string(out, STRING_MOVE_SECRET_NAMED, "verb", verb->word, "label", label, (char *)0);
}

static unsigned due_in(const struct trial *trial)
{
    const struct playing *playing = &trial->playing;
    struct sight sight;
    table_sight(&playing->rules, &playing->table, SEAT_PUBLIC, &sight);
    return trial->session->game->due(&playing->rules, &sight);
}

static void put_names(const struct trial *trial, unsigned seats, struct text *who)
{
    for (int seat = 0; seat < trial->playing.seats; seat++)
        if (seats >> seat & 1)
            text_putf(who, "%s%s", who->length ? "\n" : "", trial->seats[seat].name);
}

static void put_not_due(const struct trial *trial, unsigned due, struct prose *out)
{
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    put_names(trial, due, &who);
    if (who.length > 0)
        view_string(out, STRING_TURN_NOT_YOURS, "who", names, (char *)0);
    else
        view_string(out, STRING_MOVES_NONE, (char *)0);
}

/* Tries one typed move. False with the reason in `refusal`. In real time the table may wait for a seat that has
   nothing to play, which only that seat knows: it hears why this is no move. */
static bool try_move(struct trial *trial, int seat, bool in_public, const char *typed, struct prose *refusal)
{
    const struct session *session = trial->session;
    struct naming naming;
    struct sight sight;
    struct moves legal;
    struct read_move read;
    unsigned due = due_in(trial);
    if (!trial_legal(trial, seat, &sight, &legal) && !(due >> seat & 1)) {
        put_not_due(trial, due, refusal);
        return false;
    }
    char bytes[HOST_TEXT];
    struct text unique = text_over(bytes, sizeof bytes);
    names_put_unique(session, typed, &unique);
    session_naming(session, &naming);
    move_read(&trial->playing.rules, &naming, &sight, &legal, in_public, bytes, &read);
    switch (read.reading) {
    case READING_MOVE:
        trial_move(trial, seat, &read.move);
        return true;
    case READING_ILLEGAL:
        put_illegal(session, seat, &sight, &read.move, refusal);
        put_verb_alone(session, seat, &legal, typed, refusal);
        break;
    case READING_AMBIGUOUS:
        view_string(refusal, STRING_MOVE_AMBIGUOUS, "typed", typed, (char *)0);
        put_moves(session, seat, &read.moves, refusal);
        break;
    case READING_NAMED:
        put_named(&trial->playing.rules, read.verb, &sight, refusal);
        break;
    case READING_UNKNOWN:
        if (!put_verb_alone(session, seat, &legal, typed, refusal))
            put_unknown(session, &read, typed, refusal);
        break;
    }
    return false;
}

/* The next of several moves in a message, between ';'. False at the end. */
static bool next_part(const char **rest, char *part, size_t size)
{
    const char *p = *rest + strspn(*rest, " ;");
    size_t length = strcspn(p, ";");
    if (length == 0)
        return false;
    struct text text = text_over(part, size);
    text_put_bytes(&text, p, (int)length);
    for (int end = text.length; end > 0 && part[end - 1] == ' ';)
        part[--end] = '\0';
    *rest = p + length;
    return true;
}

/* Says which moves of a message were not played. */
static void put_stopped(int played, const char *rest, struct prose *refusal)
{
    rest += strspn(rest, " ;");
    if (*rest == '\0')
        return;
    prose_put(refusal, " ");
    if (played > 0)
        view_string(refusal, STRING_MOVES_STOPPED, "played", text_number(played), "rest", rest, (char *)0);
    else
        view_string(refusal, STRING_MOVES_STOPPED_FIRST, "rest", rest, (char *)0);
}

/* False, with the reason, if after some moves of a message it is the turn of others. */
static bool is_still_due(const struct trial *trial, int seat, int played, const char *rest, struct prose *refusal)
{
    struct sight sight;
    struct moves legal;
    unsigned due = due_in(trial);
    if (played == 0 || trial->playing.table.over || due >> seat & 1 || trial_legal(trial, seat, &sight, &legal))
        return true;
    char number[12], names[TABLE_SEATS * HOST_NAME];
    struct text text = text_over(number, sizeof number), who = text_over(names, sizeof names);
    text_putf(&text, "%d", played);
    put_names(trial, due, &who);
    rest += strspn(rest, " ;");
    view_string(refusal, STRING_MOVES_STOPPED_TURN, "played", number, "who", names, "rest", rest, (char *)0);
    return false;
}

static void play_typed(struct session *session, const struct heard *heard, int seat, const char *text)
{
    struct change *change = change_new(session, heard);
    struct trial *trial = change->trial = trial_new(session, &change->draft);
    char part[HOST_TEXT];
    const char *rest = text, *from = text;
    int played = 0;
    change->refusal = malloc(sizeof *change->refusal);
    check(change->refusal);
    prose_clear(change->refusal);
    bool some = next_part(&rest, part, sizeof part);
    if (!some)
        part[0] = '\0';
    do {
        if (!is_still_due(trial, seat, played, from, change->refusal))
            break;
        if (!try_move(trial, seat, heard->room != NULL, part, change->refusal)) {
            put_stopped(played, rest, change->refusal);
            break;
        }
        played++;
        from = rest;
        while (trial_play_step(trial))
            ;
    } while (next_part(&rest, part, sizeof part));
    if (played == 0) {
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
    struct text text = text_over(bytes, sizeof bytes), unique = text_over(with_names, sizeof with_names);
    int seat = session_acting_seat(session, heard);
    if (seat < 0 || !session_legal(session, seat, &sight, &moves))
        return false;
    typed += strspn(typed, " ;");
    text_put_bytes(&text, typed, (int)strcspn(typed, ";"));
    names_put_unique(session, bytes, &unique);
    session_naming(session, &naming);
    move_read(&session->playing.rules, &naming, &sight, &moves, heard->room != NULL, with_names, &read);
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
        if (!(verb->flags & VERB_HOST) && (has_word(verb->word, word, true) || has_word(verb->aliases, word, false)))
            return true;
    }
    return false;
}

bool host_is_bare_move(const struct session *session, const struct heard *heard, char verb[HOST_NAME])
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

/* Says why the button does nothing: it is for another seat of this table, as everybody sees those under the board; or it
   is stale. False if it does something. */
static bool refuse_press(struct session *session, const struct heard *heard, int seat, const char *move)
{
    const struct press *press = heard->press;
    bool is_others = press->table == session->id && press->seat != seat && press->seat < session->seat_count;
    if (is_others)
        tell_openly(session->host, heard, STRING_PRESS_OTHERS, "who", session_people(session, 1u << press->seat),
                    (char *)0);
    else if (is_stale(session, heard, seat, move))
        tell_openly(session->host, heard, STRING_PRESS_STALE, (char *)0);
    else
        return false;
    return true;
}

/* The person has a seat and may play in it now. Else tells why not. */
static bool may_play(struct session *session, const struct heard *heard, int seat)
{
    if (!session_has_begun(session))
        tell_not_begun(session, heard);
    else if (seat < 0)
        tell_not_seated(session, heard, STRING_NOT_SEATED_RUNNING);
    else if (session->seats[seat].is_left)
        tell_openly(session->host, heard, STRING_TAKEN_OVER, "who", heard->name, (char *)0);
    else if (session->clocks.paused_at != 0)
        tell_openly(session->host, heard, STRING_PAUSE_MOVE, (char *)0);
    else
        return true;
    return false;
}

void host_move(struct host *host, struct session *session, const struct heard *heard, const char *text)
{
    int parts = 1;
    for (const char *p = text; *p; p++)
        parts += *p == ';';
    if (!session) {
        tell_openly(host, heard, heard->press ? STRING_PRESS_NOT_YOURS : STRING_TABLE_NONE, (char *)0);
        return;
    }
    int seat = session_seat_of(session, heard);
    if (!may_play(session, heard, seat) || (heard->press && refuse_press(session, heard, seat, text)))
        return; /* it was said why */
    if (parts > MOVES_IN_MESSAGE)
        tell_openly(host, heard, STRING_MOVES_TOO_MANY, "most", text_number(MOVES_IN_MESSAGE), (char *)0);
    else
        play_typed(session, heard, seat, text);
}

/* ---- what nobody typed ---- */

void turn_play_on(struct session *session)
{
    if (session->has_told_end) {
        turn_end_record(session);
        return;
    }
    if (session->clocks.paused_at != 0)
        return;
    struct change *change = change_new(session, NULL);
    struct trial *trial = change->trial = trial_new(session, &change->draft);
    trial_play_on(trial);
    if (trial->moves == 0 && change->draft.line_count == 0)
        trial_play_robot(trial);
    if (change->draft.line_count > 0) {
        turn_commit(change);
        return;
    }
    if (tell_has_pages(trial->result)) /* it was saved, but a kill came before it was told */
        told_moves(change);
    tell_pause(session);
    change_free(change);
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
    if (!moves_has(&legal, &session->alarm_move)) {
        change_free(change);
        return;
    }
    trial_move(trial, SEAT_HOST, &session->alarm_move);
    trial_play_on(trial);
    turn_commit(change);
}

/* Questions that a thought or a record has to answer: how many of a person wait; and hints. */
#include "asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice.h"
#include "change.h"
#include "check.h"
#include "coach.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "links.h"
#include "outcome.h"
#include "pending.h"
#include "robots.h"
#include "seat.h"
#include "session_view.h"
#include "strings/playing.def"
#include "strings/replay.def"
#include "strings/shared.def"
#include "strings/standings.def"
#include "strings/undo.def"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "thinker.h"
#include "turn.h"

struct asking *asking_new(struct host *host, const struct heard *heard)
{
    return asking_new_among(host, heard, 1);
}

struct asking *asking_new_among(struct host *host, const struct heard *heard, int most)
{
    if (pending_count(host->pending.askings, heard) >= most ||
        pending_count(host->pending.askings, NULL) >= ASKINGS_MOST) {
        tell_openly(host, heard, STRING_STATS_BUSY, (char *)0);
        return NULL;
    }
    return pending_new(&host->pending.askings, host, heard, sizeof(struct asking), PENDING_SETTLED);
}

bool asking_refuses_record(struct host *host, const struct heard *heard)
{
    int all = 0, here = 0;
    for (const struct pending *one = host->pending.askings; one; one = one->next) {
        bool is_replay = ((const struct asking *)one)->is_replay;
        all += is_replay;
        here += is_replay && strcmp(one->input->network, heard->network) == 0;
    }
    if (all < ASKINGS_RECORDS && here < ASKINGS_RECORDS_EACH)
        return false;
    tell_openly(host, heard, STRING_REPLAY_BUSY, (char *)0);
    return true;
}

void asking_drop(struct asking *asking_take)
{
    free(asking_take->answer);
    free(asking_take->block);
    pending_drop(asking_take);
}

void asking_end(struct asking *asking)
{
    free(asking->answer);
    free(asking->block);
    pending_end(asking);
}

bool asking_is_lost(const struct asking *asking, enum store_result result)
{
    struct heard heard = input_heard(asking->pending.input);
    if (asking->pending.host && result != STORE_OK)
        tell_openly(asking->pending.host, &heard, STRING_STATS_FAILED, (char *)0);
    return !asking->pending.host || result != STORE_OK;
}

bool asking_lasts(const struct host *host, const struct heard *heard)
{
    const struct host_port *port = host_port_of(host, heard->network);
    return port && !port->is_one_keyboard && seat_key_lasts(port, heard->key);
}

struct store_question *asking_question(struct asking *asking, enum store_question_kind kind,
                                       int most, store_answered *done)
{
    struct store_question *question = calloc(1, sizeof *question);
    check(question);
    question->kind = kind;
    question->most = most;
    question->done = done;
    question->arg = asking;
    return question;
}

void asking_ask(struct asking *asking, struct store_question *question_take)
{
    store_ask(asking->pending.host->store, question_take);
    free(question_take);
}

static void put_known(struct store_known *known, struct identity who)
{
    snprintf(known->network, sizeof known->network, "%s", who.network);
    snprintf(known->key, sizeof known->key, "%s", who.key);
}

void asking_put_person(const struct host *host, struct identity who,
                       struct store_question *question)
{
    const struct linked *person = links_of(host, who);
    question->identity_count = person ? person->count : 1;
    put_known(&question->identities[0], who);
    for (int i = 0; person && i < person->count; i++)
        put_known(&question->identities[i], identity_of(&person->identities[i]));
}

/* ---- hints ---- */

enum { TELL_AGAIN_MS = 50 };

struct hint {
    struct pending pending;
    struct thought *thought; /* NULL when it is known */
    int64_t table;
    int seat;
    bool is_coachs; /* nobody asked: the hand waits for it */
    struct advice advice;
};

static void cancel(struct hint *hint)
{
    struct thinking *thinking = hint->pending.host->thinking;
    if (hint->thought) {
        thinker_cancel(thinking->thinker, hint->thought);
        thinking->under_way--;
    }
    pending_drop(hint);
}

void hint_leave(struct host *host, bool forgets)
{
    while (robots_have_hints(host)) {
        struct hint *hint = (struct hint *)host->thinking->hints;
        struct heard heard = input_heard(hint->pending.input);
        if (!hint->is_coachs) {
            tell_person(host, &heard, forgets ? STRING_HINT_FORGETS : STRING_HINT_LEAVING,
                        (char *)0);
            host_dismiss(host, &heard);
        }
        cancel(hint);
    }
}

void hint_fini(struct host *host)
{
    while (robots_have_hints(host))
        cancel((struct hint *)host->thinking->hints);
}

/* ---- when it is known ---- */

/* The person still sits there, and sees what the thought was about. */
static bool is_still_so(const struct session *session, const struct hint *hint,
                        const struct heard *heard)
{
    struct sight sight;
    struct moves moves;
    return session && !session->state.is_closing &&
           session_acting_seat(session, heard) == hint->seat &&
           session_legal(session, hint->seat, &sight, &moves) &&
           outcome_hinted_sight(&sight) == hint->advice.sight;
}

/* `number`: what it costs. */
static void told(struct change *change)
{
    const struct session *session = change->session;
    host_whisper(session->host, &change->heard, change->answer);
    if (change->number)
        tell_room(session, POST_NEWS, change->number, "who", session->seats[change->seat].name,
                  (char *)0);
}

static bool costs_rating(const struct session *session, int seat)
{
    return outcome_will_be_rated(session) &&
           !outcome_hinted_in_game(&session->seats[seat], session->playing->game_number);
}

static void save(struct session *session, const struct hint *hint, const struct heard *heard)
{
    struct change *change = change_new(session, heard);
    bool begins_practice = session_is_alone(session) && !deal_is_practice(session->playing);
    change->number = costs_rating(session, hint->seat) ? STRING_HINT_UNRATED
                     : begins_practice                 ? STRING_PRACTICE
                                                       : STRING_NONE;
    change->answer = malloc(sizeof *change->answer);
    check(change->answer);
    prose_open(change->answer, host_language(session->host, heard));
    advice_put_hint(session, &hint->advice, change->answer);
    if (begins_practice)
        change_add(change, "practice why=hint");
    change_addf(change, "hint seat=%d", hint->seat + 1);
    change_commit_lines(change, hint->seat, NULL, told);
    if (!session->change) /* refused, and told why */
        host_dismiss(session->host, heard);
    input_queue_write(session->host);
}

static void tell(struct session *session, const struct hint *hint)
{
    struct heard heard = input_heard(hint->pending.input);
    struct prose prose;
    if (!is_still_so(session, hint, &heard)) {
        tell_person(hint->pending.host, &heard, STRING_HINT_LATE, (char *)0);
    } else if (!outcome_hint_is_used(session, hint->seat)) {
        save(session, hint, &heard);
        return;
    } else {
        prose_open(&prose, host_language(session->host, &heard));
        advice_put_hint(session, &hint->advice, &prose);
        host_whisper(hint->pending.host, &heard, &prose);
    }
    host_dismiss(hint->pending.host, &heard);
}

/* The hand that waited is told with it; if another one is to be told by now, that asks anew. */
static void tell_coached(struct session *session, struct hint *hint)
{
    struct sight sight;
    struct moves moves;
    if (!session || session->state.is_closing || !session->advice || !session->advice->holds)
        return;
    if (session_legal(session, hint->seat, &sight, &moves) &&
        outcome_hinted_sight(&sight) == hint->advice.sight)
        advice_take(session, &hint->advice);
    hint->table = 0; /* another may be asked for */
    turn_tell_held(session, hint->seat);
}

/* A table that is saving something is waited for. */
void hint_tick(struct host *host)
{
    for (struct pending *one = host->thinking->hints, *next; one; one = next) {
        struct hint *hint = (struct hint *)one;
        struct session *session = session_numbered(host, hint->table);
        next = one->next;
        if (hint->thought || (session && session->change))
            continue;
        if (hint->is_coachs)
            tell_coached(session, hint);
        else
            tell(session, hint);
        pending_drop(hint);
    }
}

int64_t hint_at(const struct host *host)
{
    const struct pending *one = host->thinking->hints;
    while (one && ((const struct hint *)one)->thought)
        one = one->next;
    return one ? host->now + TELL_AGAIN_MS : INT64_MAX;
}

static void thought_out(void *arg, const struct thinker_answer *answer)
{
    struct hint *hint = arg;
    hint->thought = NULL;
    hint->pending.host->thinking->under_way--;
    hint->advice.move = *answer->move;
    hint->advice.reason = *answer->reason;
    hint->advice.other = answer->moves->list[hint->advice.reason.second.move];
    clock_call(hint->pending.host, hint->pending.host->now);
}

/* ---- what is asked ---- */

static bool ask(struct session *session, const struct heard *heard, int seat,
                const struct sight *sight, const struct moves *moves, bool is_coachs)
{
    struct host *host = session->host;
    struct hint *hint = pending_new(&host->thinking->hints, host, heard, sizeof *hint,
                                    is_coachs ? PENDING_UNHEARD : PENDING_SETTLED);
    hint->advice.sight = outcome_hinted_sight(sight);
    hint->is_coachs = is_coachs;
    struct thinker_question question = {
        .asked = {.game = session->game,
                  .rules = &session->playing->rules,
                  .sight = sight,
                  .seat = seat,
                  .moves = moves},
        .limits = {.rollouts = robots_rollouts(session, ROBOT_HARD)},
        .seed = hint->advice.sight,
        .payer = shares_speaker(heard)};
    hint->thought = thinker_ask(host->thinking->thinker, &question, thought_out, hint);
    if (!hint->thought) {
        pending_drop(hint);
        if (!is_coachs)
            host->running.has_committed = false; /* it is answered at once */
        return false;
    }
    hint->table = session->id;
    hint->seat = seat;
    host->thinking->under_way++;
    return true;
}

/* True, after a question, if it costs a rated game and the person has not been asked in this
   game. */
static bool must_ask(const struct session *session, struct seat *seat, const struct heard *heard,
                     const char *words)
{
    bool is_asked =
        text_same_word(words, "yes") || seat->hint_asked == session->playing->game_number;
    if (is_asked || !costs_rating(session, (int)(seat - session->seats)))
        return false;
    seat->hint_asked = session->playing->game_number;
    /* unread, it would have been of no use */
    tell_openly(session->host, heard, STRING_HINT_ASK, (char *)0);
    return true;
}

/* STRING_NONE if there is no reason against thinking. */
static int refusal(const struct session *session, const struct heard *heard, int seat,
                   const struct sight *sight)
{
    const struct host *host = session->host;
    const struct pending *hints = host->thinking ? host->thinking->hints : NULL;
    if (pending_count(hints, heard) > 0)
        return STRING_HINT_WAITS;
    if (outcome_hint_is_used(session, seat) &&
        session->seats[seat].hint_sight != outcome_hinted_sight(sight))
        return STRING_HINT_USED;
    return !host->thinking                            ? STRING_HINT_NONE
           : pending_count(hints, NULL) >= HINTS_MOST ? STRING_HINT_BUSY
                                                      : STRING_NONE;
}

static void tell_only(const struct session *session, const struct heard *heard,
                      const struct move *move)
{
    struct prose prose;
    prose_open(&prose, host_language(session->host, heard));
    advice_put_only(session, move, &prose);
    host_whisper(session->host, heard, &prose);
}

static void hint_seat(struct session *session, const struct heard *heard, int seat,
                      const char *words)
{
    struct host *host = session->host;
    struct sight sight;
    struct moves moves;
    unsigned due = session_due(session);
    if (!session_legal(session, seat, &sight, &moves)) {
        tell_person(host, heard, due ? STRING_MOVES_NONE_WAIT : STRING_MOVES_NONE, "who",
                    session_people(session, due), (char *)0);
        return;
    }
    int id = refusal(session, heard, seat, &sight);
    if (moves.count == 1)
        tell_only(session, heard, &moves.list[0]);
    else if (id != STRING_NONE)
        tell_person(host, heard, id, (char *)0);
    else if (!must_ask(session, &session->seats[seat], heard, words) &&
             !ask(session, heard, seat, &sight, &moves, false))
        tell_person(host, heard, STRING_HINT_BUSY, (char *)0);
}

void host_hint(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const char *words = call->words;
    int seat;
    if (tell_refuses_player(host, session, heard, &seat))
        return;
    if (*words && !text_same_word(words, "yes"))
        tell_person(host, heard, STRING_HINT_WORDS, "typed", words, (char *)0);
    else
        hint_seat(session, heard, seat, words);
}

/* ---- the coach ---- */

static struct hint *coachs_thought(const struct session *session)
{
    struct pending *one = session->host->thinking->hints;
    while (one && !(((struct hint *)one)->is_coachs && ((struct hint *)one)->table == session->id))
        one = one->next;
    return (struct hint *)one;
}

bool asking_coach(struct session *session, int seat)
{
    struct host *host = session->host;
    const struct seat *s = &session->seats[seat];
    struct heard heard = heard_about(identity_at(s), s->called, host->now);
    struct sight sight;
    struct moves moves;
    if (pending_count(host->thinking->hints, NULL) >= HINTS_MOST)
        return false;
    session_legal(session, seat, &sight, &moves);
    struct hint *before = coachs_thought(session);
    if (before && before->advice.sight == outcome_hinted_sight(&sight))
        return true;
    if (before)
        cancel(before);
    return ask(session, &heard, seat, &sight, &moves, true);
}

/* `number`: the game is practice only now. */
static void told_coach(struct change *change)
{
    struct session *session = change->session;
    bool is_on = coach_seat_of(session->playing, session->game) == change->seat;
    struct prose prose;
    prose_open(&prose, session_language(session, change->seat));
    view_string(&prose, is_on ? STRING_COACH_ON : STRING_COACH_OFF, (char *)0);
    if (change->number)
        tell_room(session, POST_NEWS, STRING_PRACTICE, (char *)0);
    if (is_on && session_due(session) >> change->seat & 1)
        turn_tell_with(session, change->seat, &prose);
    else
        host_whisper(session->host, &change->heard, &prose);
}

static void set_coach(struct session *session, const struct heard *heard, int seat,
                      const char *words)
{
    bool is_on = coach_seat_of(session->playing, session->game) == seat,
         wants = text_same_word(words, "on");
    if (!*words || is_on == wants) {
        tell_person(session->host, heard, is_on ? STRING_COACH_IS_ON : STRING_COACH_IS_OFF,
                    (char *)0);
        return;
    }
    struct change *change = change_new(session, heard);
    change->number = !deal_is_practice(session->playing);
    change_addf(change, "coach seat=%d says=%s", seat + 1, wants ? "on" : "off");
    change_commit_lines(change, seat, NULL, told_coach);
}

void host_coach(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const char *words = call->words;
    int seat;
    if (tell_refuses_player(host, session, heard, &seat))
        return;
    if (*words && !text_same_word(words, "on") && !text_same_word(words, "off"))
        tell_person(host, heard, STRING_COACH_WORDS, "typed", words, (char *)0);
    else if (session->playing->table.over)
        tell_person(host, heard, STRING_COACH_OVER, (char *)0);
    else if (!session_is_alone(session))
        tell_person(host, heard, STRING_COACH_ALONE, "who",
                    session_people(session, session_all_seats(session)), (char *)0);
    else
        set_coach(session, heard, seat, words);
}

/* Questions that a thought or a record has to answer: how many of a person wait; and hints. */
#include "asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "change.h"
#include "check.h"
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
    pending_drop(asking_take);
}

void asking_end(struct asking *asking)
{
    free(asking->answer);
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
    struct thought *thought; /* NULL once it is known */
    int64_t table;
    int seat;
    uint64_t sight; /* outcome_hinted_sight() */
    struct move move;
    struct move other; /* of the reason */
    struct robot_reason reason;
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
        tell_person(host, &heard, forgets ? STRING_HINT_FORGETS : STRING_HINT_LEAVING, (char *)0);
        host_dismiss(host, &heard);
        cancel(hint);
    }
}

void hint_fini(struct host *host)
{
    while (robots_have_hints(host))
        cancel((struct hint *)host->thinking->hints);
}

/* ---- what is told ---- */

enum { NUMBER_BYTES = 16 };

static const char *points(double value, char out[NUMBER_BYTES])
{
    snprintf(out, NUMBER_BYTES, "%.1f", value);
    return out;
}

static const char *share(double value, char out[NUMBER_BYTES])
{
    snprintf(out, NUMBER_BYTES, "%.0f", 100 * value);
    return out;
}

static int reason_for(const struct session *session, const struct verb_spec *verb,
                      const struct verb_spec *other)
{
    bool is_both = verb->promise && (verb == other || !other->promise), is_plain = !verb->promise;
    if (session->game->counts_apart)
        return is_plain  ? STRING_HINT_CHANCE_PLAIN
               : is_both ? STRING_HINT_CHANCE_BOTH
                         : STRING_HINT_CHANCE;
    if (session->seat_count == 1)
        return STRING_HINT_WHY_ALONE;
    return is_plain ? STRING_HINT_WHY_PLAIN : is_both ? STRING_HINT_WHY_BOTH : STRING_HINT_WHY;
}

static const char *words(const char *words)
{
    return words ? words : "";
}

static void put_why(const struct session *session, const struct hint *hint, struct prose *out)
{
    const struct robot_outcome *best = &hint->reason.best, *second = &hint->reason.second;
    const struct ruleset *rules = &session->playing->rules;
    const struct verb_spec *verb = &rules->verbs[hint->move.verb],
                           *other = &rules->verbs[hint->other.verb];
    bool is_apart = session->game->counts_apart;
    char own[NUMBER_BYTES], rival[NUMBER_BYTES], won[NUMBER_BYTES], less[NUMBER_BYTES],
        more[NUMBER_BYTES];
    char bytes[MOVE_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    struct naming naming;
    session_naming(session, &naming);
    move_format(rules, &naming, &hint->other, &text);
    view_string(out, reason_for(session, verb, other), "n", text_number(hint->reason.worlds), "own",
                points(best->own, own), "rival", points(best->rival, rival), "won",
                share(best->won, won), "other", bytes, "less",
                is_apart ? share(second->won, less) : points(second->own, less), "more",
                points(second->rival, more), "promise", words(verb->promise), "danger",
                words(verb->danger), "other_promise", words(other->promise), "other_danger",
                words(other->danger), (char *)0);
}

static void put_move(const struct session *session, int id, const struct move *move,
                     struct prose *out)
{
    char bytes[MOVE_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    struct naming naming;
    session_naming(session, &naming);
    move_format(&session->playing->rules, &naming, move, &text);
    view_string(out, id, "how", bytes, (char *)0);
}

static void put_hint(const struct session *session, const struct hint *hint, struct prose *out)
{
    prose_clear(out);
    put_move(session, STRING_HINT_MOVE, &hint->move, out);
    prose_put(out, " ");
    if (hint->reason.worlds > 0)
        put_why(session, hint, out);
    else
        view_string(out, STRING_HINT_ALIKE, (char *)0);
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
           outcome_hinted_sight(&sight) == hint->sight;
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
           !outcome_hinted_in_game(&session->seats[seat], 1, session->playing->game_number);
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
    put_hint(session, hint, change->answer);
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
        put_hint(session, hint, &prose);
        host_whisper(hint->pending.host, &heard, &prose);
    }
    host_dismiss(hint->pending.host, &heard);
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
    hint->move = *answer->move;
    hint->reason = *answer->reason;
    hint->other = answer->moves->list[hint->reason.second.move];
    clock_call(hint->pending.host, hint->pending.host->now);
}

/* ---- what is asked ---- */

static bool ask(struct session *session, const struct heard *heard, int seat,
                const struct sight *sight, const struct moves *moves)
{
    struct host *host = session->host;
    struct hint *hint =
        pending_new(&host->thinking->hints, host, heard, sizeof *hint, PENDING_SETTLED);
    hint->sight = outcome_hinted_sight(sight);
    struct thinker_question question = {
        .asked = {.game = session->game,
                  .rules = &session->playing->rules,
                  .sight = sight,
                  .seat = seat,
                  .moves = moves},
        .limits = {.rollouts = robots_rollouts(session, ROBOT_HARD)},
        .seed = hint->sight,
        .payer = shares_speaker(heard)};
    hint->thought = thinker_ask(host->thinking->thinker, &question, thought_out, hint);
    if (!hint->thought) {
        pending_drop(hint);
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
    prose_clear(&prose);
    put_move(session, STRING_HINT_ONLY, move, &prose);
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
             !ask(session, heard, seat, &sight, &moves))
        tell_person(host, heard, STRING_HINT_BUSY, (char *)0);
}

void host_hint(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const char *words = call->words;
    if (tell_lacks_table(host, session, heard))
        return;
    int seat = session_seat_of(session, heard);
    if (*words && !text_same_word(words, "yes"))
        tell_person(host, heard, STRING_HINT_WORDS, "typed", words, (char *)0);
    else if (!session_has_begun(session))
        tell_not_begun(session, heard);
    else if (seat < 0)
        tell_not_seated(session, heard, STRING_NOT_SEATED_RUNNING);
    else if (session->seats[seat].is_left)
        tell_person(host, heard, STRING_TAKEN_OVER, "who", heard->name, (char *)0);
    else
        hint_seat(session, heard, seat, words);
}

#include "advice.h"
#include "coach.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "deal.h"
#include "games.h"
#include "host_state.h"
#include "outcome.h"
#include "prose.h"
#include "robots.h"
#include "seat.h"
#include "session_view.h"
#include "strings/playing.def"
#include "strings/shared.def"
#include "text.h"
#include "view.h"

/* ---- a hint ---- */

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

static void put_why(const struct session *session, const struct advice *advice, struct prose *out)
{
    const struct robot_outcome *best = &advice->reason.best, *second = &advice->reason.second;
    const struct ruleset *rules = &session->playing->rules;
    const struct verb_spec *verb = &rules->verbs[advice->move.verb],
                           *other = &rules->verbs[advice->other.verb];
    bool is_apart = session->game->counts_apart;
    char own[NUMBER_BYTES], rival[NUMBER_BYTES], won[NUMBER_BYTES], less[NUMBER_BYTES],
        more[NUMBER_BYTES];
    char bytes[MOVE_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    struct naming naming;
    session_naming(session, &naming);
    move_format(rules, &naming, &advice->other, &text);
    view_string(out, reason_for(session, verb, other), "n", text_number(advice->reason.worlds),
                "own", points(best->own, own), "rival", points(best->rival, rival), "won",
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

void advice_put_hint(const struct session *session, const struct advice *advice, struct prose *out)
{
    put_move(session, STRING_HINT_MOVE, &advice->move, out);
    prose_put(out, " ");
    if (advice->reason.worlds > 0)
        put_why(session, advice, out);
    else
        view_string(out, STRING_HINT_ALIKE, (char *)0);
}

void advice_put_only(const struct session *session, const struct move *move, struct prose *out)
{
    put_move(session, STRING_HINT_ONLY, move, out);
}

/* ---- the coach ---- */

enum { WAYS = 3 /* to say the same, so that nobody reads one sentence twice in a row */ };

/* What a seat that is coached can play now. */
struct turn {
    struct sight sight;
    struct moves moves;
    const struct lesson_step *step; /* that the lesson has words for; else NULL */
    struct move next;               /* of it */
    bool is_on_way; /* the game goes as the lesson does, also where it needs no word */
};

/* False if the coach has nothing to say to the seat. */
static bool find_turn(const struct session *session, int seat, struct turn *turn)
{
    const struct playing *playing = session->playing;
    int mover;
    if (coach_seat_of(playing, session->game) != seat || playing->table.over ||
        !(session_due(session) >> seat & 1) ||
        !session_legal(session, seat, &turn->sight, &turn->moves))
        return false;
    turn->step = coach_lesson_next(playing, session->game, &mover, &turn->next);
    turn->is_on_way = turn->step != NULL;
    if (turn->step && (!turn->step->say || mover != seat || !moves_has(&turn->moves, &turn->next)))
        turn->step = NULL;
    return true;
}

static bool knows(const struct session *session, const struct turn *turn)
{
    return session->advice && session->advice->sight == outcome_hinted_sight(&turn->sight);
}

/* Functions of their own, here and below: their big values are cleared with each call, and few
   seats are coached. */
static __attribute__((noinline)) bool lacks_words(const struct session *session, int seat)
{
    struct turn turn;
    return find_turn(session, seat, &turn) && !turn.step && turn.moves.count > 1 &&
           !knows(session, &turn);
}

/* It has to speak before the seat's next move, and does not know what to say. */
static bool lacks_advice(const struct session *session, int seat)
{
    return coach_seat_of(session->playing, session->game) == seat && lacks_words(session, seat);
}

struct advice *advice_take(struct session *session, const struct advice *thought)
{
    struct advice *advice = session->advice ? session->advice : calloc(1, sizeof *advice);
    check(advice);
    session->advice = advice;
    if (thought) {
        advice->sight = thought->sight;
        advice->move = thought->move;
        advice->other = thought->other;
        advice->reason = thought->reason;
        advice->has_why = !(advice->whys >> thought->move.verb & 1);
        advice->whys |= 1u << thought->move.verb;
    }
    return advice;
}

/* Ties go by the sight, as everything that is said. */
static void guess(struct session *session, int seat)
{
    struct turn turn;
    if (!find_turn(session, seat, &turn))
        return;
    struct advice advice = {.sight = outcome_hinted_sight(&turn.sight)};
    struct chance_seed seed = {advice.sight};
    struct chance chance;
    chance_init(&chance, chance_seeded, &seed);
    advice.move = turn.moves.list[game_choose(session->game, &session->playing->rules, &turn.sight,
                                              seat, &turn.moves, &chance)];
    advice_take(session, &advice);
}

bool advice_holds(struct session *session, int seat)
{
    const struct thinking *thinking = session->host->thinking;
    if (!lacks_advice(session, seat))
        return false;
    if (thinking && thinking->coach(session, seat)) {
        struct advice *advice = advice_take(session, NULL);
        advice->holds = true;
        advice->is_latest = false;
        return true;
    }
    guess(session, seat);
    return false;
}

/* "Lesson, step 2: ... Type: !catch d me1" */
static void put_step(const struct session *session, const struct turn *turn, int seat,
                     struct prose *out)
{
    const struct lesson *lesson = session->game->lesson;
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct moves moves = {.count = 1};
    int number = 1;
    view_set_look(&view, session_look(session, seat));
    moves.list[0] = turn->next;
    for (int i = 0; i < session->playing->lesson_step; i++)
        number += lesson->steps[i].say != NULL;
    view_string(out, STRING_LESSON_STEP, "n", text_number(number), "text", turn->step->say,
                (char *)0);
    prose_put(out, " ");
    view_moves(&view, &moves, 1, false, out);
}

/* In so many of the games that both moves were tried in the one did better that it is no luck. */
static bool is_sure(const struct robot_reason *reason)
{
    double more = reason->best.ahead * reason->worlds, less = reason->second.ahead * reason->worlds;
    return (more - less) * (more - less) > 4 * (more + less);
}

/* The promise and the danger of a verb once; then what the move comes to. */
static int why_for(const struct session *session, const struct advice *advice)
{
    if (advice->has_why && session->playing->rules.verbs[advice->move.verb].promise)
        return STRING_COACH_WHY;
    if (advice->reason.worlds == 0 || session->game->counts_apart)
        return advice->reason.worlds == 0 ? STRING_COACH_STOP : STRING_COACH_WON;
    return session->seat_count == 1   ? STRING_COACH_POINTS_ALONE
           : session->seat_count == 2 ? STRING_COACH_POINTS_TWO
                                      : STRING_COACH_POINTS;
}

static const char *whole(double value, char out[NUMBER_BYTES])
{
    snprintf(out, NUMBER_BYTES, "%.0f", value < 0 && value > -0.5 ? 0 : value);
    return out;
}

/* What the next best move costs; "about the same" where that is not clear. */
static void put_other(const struct session *session, const struct advice *advice, struct prose *out)
{
    const struct robot_outcome *best = &advice->reason.best, *second = &advice->reason.second;
    double cost = best->own - best->rival - (second->own - second->rival);
    bool is_apart = session->game->counts_apart;
    char bytes[MOVE_TEXT], won[NUMBER_BYTES], less[NUMBER_BYTES], lost[NUMBER_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    struct naming naming;
    bool is_clear =
        is_sure(&advice->reason) && (is_apart ? best->won - second->won >= 0.02 : cost >= 1);
    session_naming(session, &naming);
    move_format(&session->playing->rules, &naming, &advice->other, &text);
    view_string(out,
                !is_clear  ? STRING_COACH_ALIKE
                : is_apart ? why_for(session, advice) == STRING_COACH_WON
                                 ? STRING_COACH_CHANCES
                                 : STRING_COACH_CHANCES_BOTH
                           : STRING_COACH_COSTS,
                "other", bytes, "n", whole(cost, lost), "won", share(best->won, won), "less",
                share(second->won, less), (char *)0);
}

static void put_best(const struct session *session, const struct advice *advice, int way,
                     struct prose *out)
{
    static const int ways[WAYS] = {STRING_COACH_BEST, STRING_COACH_LOOKS, STRING_COACH_MINE};
    const struct verb_spec *verb = &session->playing->rules.verbs[advice->move.verb];
    const struct robot_outcome *best = &advice->reason.best;
    unsigned others =
        session_all_seats(session) & ~(1u << coach_seat_of(session->playing, session->game));
    char own[NUMBER_BYTES], rival[NUMBER_BYTES], won[NUMBER_BYTES];
    put_move(session, ways[way], &advice->move, out);
    view_string(out, why_for(session, advice), "promise", words(verb->promise), "danger",
                words(verb->danger), "own", whole(best->own, own), "rival",
                whole(best->rival, rival), "won", share(best->won, won), "who",
                session_people(session, others), (char *)0);
    if (advice->reason.worlds > 0) {
        prose_put(out, " ");
        put_other(session, advice, out);
    } else if (session->host->thinking) {
        prose_put(out, " ");
        view_string(out, STRING_HINT_ALIKE, (char *)0);
    }
}

static __attribute__((noinline)) void put_words(const struct session *session, int seat,
                                                struct prose *out)
{
    static const int only[WAYS] = {STRING_HINT_ONLY, STRING_COACH_ONLY, STRING_COACH_ONLY_NOW};
    int way = session->playing->decisions[seat] % WAYS;
    struct turn turn;
    struct prose line;
    prose_open(&line, out->language);
    if (!find_turn(session, seat, &turn))
        return;
    int rule = turn.is_on_way ? -1 : coach_new_rule(session->playing, &turn.moves);
    if (rule >= 0) {
        view_string(&line, STRING_COACH_RULE, "text", session->playing->rules.verbs[rule].rule,
                    (char *)0);
        prose_put(&line, " ");
    }
    if (turn.step)
        put_step(session, &turn, seat, &line);
    else if (turn.moves.count == 1)
        put_move(session, only[way], &turn.moves.list[0], &line);
    else if (knows(session, &turn))
        put_best(session, session->advice, way, &line);
    else
        return;
    prose_put(out, out->length > 0 ? "\n" : "");
    prose_append(out, &line);
}

void advice_put(const struct session *session, int seat, struct prose *out)
{
    if (coach_seat_of(session->playing, session->game) == seat)
        put_words(session, seat, out);
}

/* The next lesson in the order of the games. */
static const struct game *next_lesson(const struct game *game)
{
    const struct game *next = game;
    int at = 0;
    while (at < game_count - 1 && games[at] != game)
        at++;
    for (int i = 1; i <= game_count && next == game; i++)
        next = games[(at + i) % game_count]->lesson ? games[(at + i) % game_count] : next;
    return next;
}

static void put_taught(const struct playing *playing, struct prose *out)
{
    unsigned left = playing->taught;
    for (int verb = 0; verb < playing->rules.verb_count; verb++) {
        if (!(left >> verb & 1))
            continue;
        left &= ~(1u << verb);
        prose_putf(out, "!%s", playing->rules.verbs[verb].word);
        if (left)
            view_string(out, left & (left - 1) ? STRING_LIST_MORE : STRING_LIST_AND, (char *)0);
    }
}

void advice_put_end(const struct session *session, const struct playing *playing, struct prose *out)
{
    const struct game *game = session->game, *next = next_lesson(game);
    struct prose verbs;
    struct score score;
    deal_score(playing, game, &score);
    prose_open(&verbs, out->language);
    put_taught(playing, &verbs);
    bool goes_on = next != game && score.winners >> coach_learner(game->lesson) & 1;
    view_string(out, goes_on ? STRING_LESSON_OVER_WON : STRING_LESSON_OVER, "game", game->name,
                "text", verbs.text, "id", goes_on ? next->id : game->id, "n",
                text_number(game->lesson->seats - 1), (char *)0);
}

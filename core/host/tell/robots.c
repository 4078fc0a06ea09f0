
#include "robots.h"

#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "deal.h"
#include "games.h"
#include "host_admin.h"
#include "host_state.h"
#include "log.h"
#include "port.h"
#include "room.h"
#include "text.h"
#include "thinker.h"
#include "trial.h"

void robots_plan_add(struct plan *plan, int seat, const struct move *move)
{
    check(plan->count < PLAN_MOVES);
    plan->decisions[plan->count++] = (struct decision){seat, *move};
}

/* ---- thoughts ---- */

enum {
    /* as somebody who thinks a little, and as long as it takes to read the move before */
    ANSWER_LEAST_MS = 1500,
    ANSWER_MOST_MS = 4000,
    ANSWER_KEYBOARD_MS = 300,
    /* longer than a thought, so that the time does not tell whether there was a choice */
    ANSWER_FAST_MS = 300,
    /* as long as people need who read in chat that somebody can be called, and type it (MM12) */
    ANSWER_CLAIM_MS = 15000,
    ASK_AGAIN_MS = 250,
    /* the share of a hard robot's rollouts in what is asked at the start, and how often it is */
    MEASURE_PART = 4,
    MEASUREMENTS_MOST = 4
};

void host_halve_thoughts(struct host *host)
{
    check(host->thinking);
    host->thinking->is_low = true;
}

bool host_is_thinking(const struct host *host)
{
    return host->thinking && host->thinking->under_way > 0;
}

void robots_fini(struct host *host)
{
    if (host->thinking)
        thinker_settle(host->thinking->thinker); /* the faces of its rules go next */
    free(host->thinking);
}

/* ---- what a thought costs ---- */

int robots_rollouts(const struct session *session, enum robot_level level)
{
    int rollouts = robot_rollouts(session->game, session->seat_count, level);
    return session->robots.are_low && !session->playing->lot.day ? robot_halved(rollouts)
                                                                 : rollouts;
}

void host_look_at_thoughts(const struct host *host, struct host_thoughts *out)
{
    enum { HARD_TO_MEDIUM = 4 /* or more (robot.c) */, US = 1000 };
    const struct thinking *thinking = host->thinking;
    *out = (struct host_thoughts){.is_there = thinking != NULL,
                                  .is_low = thinking && thinking->is_low};
    int64_t us = thinking ? thinker_hard_us(thinking->thinker) : 0;
    out->hard_us = out->is_low ? us / 2 : us;
    out->fitting = out->hard_us <= HOST_THOUGHT_MS * US                    ? "hard"
                   : out->hard_us / HARD_TO_MEDIUM <= HOST_THOUGHT_MS * US ? "medium"
                                                                           : "easy";
}

/* Once, when it is known. */
static void log_cost(struct host *host)
{
    struct host_thoughts thoughts;
    char cost[32];
    if (host->thinking->is_told)
        return;
    host_look_at_thoughts(host, &thoughts);
    if (thoughts.hard_us == 0)
        return;
    host->thinking->is_told = true;
    snprintf(cost, sizeof cost, "%.1f", (double)thoughts.hard_us / 1000);
    log_event(LOG_INFO, "robots-measured", "hard-ms", cost, "fits-40-ms", thoughts.fitting,
              "robots_cpu", thoughts.is_low ? "low" : "normal", (char *)0);
}

/* Asks what a hard robot does at the beginning of the game, if there is anything to choose, with
   a part of its rollouts. */
static bool ask_to_measure(struct host *host, const struct game *game, uint64_t seed,
                           thinker_done *done)
{
    struct ruleset rules;
    struct table table;
    struct sight sight;
    struct moves moves = {.count = 0};
    struct chance_seed luck = {seed};
    struct chance chance;
    game_ruleset(game, &rules);
    rules.first_seat = 0;
    table_init(&table, &rules, game->seats_min);
    chance_init(&chance, chance_seeded, &luck);
    game->setup(&(struct play){.rules = &rules, .table = &table, .chance = &chance});
    table_sight(&rules, &table, 0, &sight);
    game->legal(&rules, &sight, 0, &moves);
    struct thinker_question question = {
        .asked = {.game = game, .rules = &rules, .sight = &sight, .seat = 0, .moves = &moves},
        .limits = {.rollouts = robot_rollouts(game, game->seats_min, ROBOT_HARD) / MEASURE_PART},
        .seed = seed};
    return moves.count > 1 && thinker_ask(host->thinking->thinker, &question, done, host);
}

/* A thought that stops early is worth little: so all games are asked again, but not for ever. */
static void measured(void *arg, const struct thinker_answer *answer)
{
    struct host *host = arg;
    struct thinking *thinking = host->thinking;
    (void)answer;
    if (thinker_hard_us(thinking->thinker) > 0)
        log_cost(host);
    else if (--thinking->measuring == 0)
        host_measure_thoughts(host);
}

void host_measure_thoughts(struct host *host)
{
    struct thinking *thinking = host->thinking;
    if (!thinking || thinking->measurements++ == MEASUREMENTS_MOST)
        return;
    for (int i = 0; i < game_count; i++)
        thinking->measuring +=
            ask_to_measure(host, games[i], (uint64_t)thinking->measurements, measured);
}

/* ---- plans ---- */

static void cancel(struct session *session)
{
    struct thinking *thinking = session->host->thinking;
    if (!session->robots.plan->thought)
        return;
    thinker_cancel(thinking->thinker, session->robots.plan->thought);
    session->robots.plan->thought = NULL;
    thinking->under_way--;
}

void robots_move_on(struct session *session, const struct trial *trial)
{
    bool is_own = trial && trial->plan;
    robots_drop(session);
    if (!is_own)
        clock_play_on_at(session, session->host->now);
}

void robots_drop(struct session *session)
{
    if (!session->robots.plan)
        return;
    cancel(session);
    free(session->robots.plan);
    session->robots.plan = NULL;
}

bool robots_leave_time(const struct playing *playing, const struct game *game,
                       const struct seat *seats)
{
    unsigned claims = deal_claims(playing, game);
    for (int seat = 0; seat < playing->seats; seat++)
        if (claims >> seat & 1 && !seat_is_robots(&seats[seat]))
            return true;
    return false;
}

/* Draws in any case, so that what is drawn next does not depend on rooms. */
static int64_t draw_delay(const struct session *session)
{
    struct host *host = session->host;
    int64_t delay = ANSWER_LEAST_MS +
                    chance_seeded(&host->chance.robots) % (ANSWER_MOST_MS - ANSWER_LEAST_MS + 1);
    const struct showing *home = &session->home;
    if (home->port->is_unwatched)
        return 0;
    if (robots_leave_time(session->playing, session->game, session->seats))
        return ANSWER_CLAIM_MS;
    if (room_rule_is(host, home->port, home->name, RULE_ROBOTS, "fast"))
        return ANSWER_FAST_MS;
    return home->port->is_one_keyboard ? ANSWER_KEYBOARD_MS : delay;
}

struct plan *robots_plan(struct session *session)
{
    if (session->robots.plan && session->robots.plan->line != session->record.next_line)
        robots_drop(session);
    if (!session->robots.plan) {
        session->robots.plan = calloc(1, sizeof *session->robots.plan);
        check(session->robots.plan);
        session->robots.plan->line = session->record.next_line;
        session->robots.plan->answers_at = session->host->now + draw_delay(session);
    }
    return session->robots.plan->thought ? NULL : session->robots.plan;
}

/* In real time the pace of the game is the delay. */
bool robots_wait(struct session *session, const struct trial *trial)
{
    bool waits = trial->robot_moves > 0 && session->robots.plan &&
                 session->robots.plan->answers_at > session->host->now &&
                 !deal_is_real_time(&trial->playing, session->game);
    if (waits)
        clock_play_on_at(session, session->robots.plan->answers_at);
    return waits;
}

/* ---- thoughts ---- */

/* Between two lines of the record a position stays as it is: the next line drops the plan, and
   this thought with it. */
static void decided(void *arg, const struct thinker_answer *answer)
{
    struct session *session = arg;
    struct plan *plan = session->robots.plan;
    plan->thought = NULL;
    session->host->thinking->under_way--;
    log_cost(session->host);
    robots_plan_add(plan, plan->asked, answer->move);
    clock_play_on_at(session, session->host->now);
}

/* A room, or all rooms of a group. */
static uint64_t payer_of(const struct session *session)
{
    const struct showing *home = &session->home;
    uint64_t hash = text_hash(HASH_START, home->port->network);
    return text_hash(text_hash(hash, session->opener.group),
                     session->opener.group[0] ? "" : home->name);
}

static uint64_t draw_seed(struct host *host)
{
    uint64_t high = chance_seeded(&host->chance.robots);
    return high << 32 | chance_seeded(&host->chance.robots);
}

void robots_ask(struct session *session, struct trial *trial)
{
    struct host *host = session->host;
    struct plan *plan = session->robots.plan;
    struct sight sight;
    struct moves moves;
    check(trial_legal(trial, trial->asks, &sight, &moves));
    struct thinker_question question = {
        .asked = {.game = session->game,
                  .rules = &trial->playing.rules,
                  .sight = &sight,
                  .seat = trial->asks,
                  .moves = &moves},
        .limits = {.rollouts = robots_rollouts(session, trial->seats[trial->asks].level)},
        .seed =
            trial->playing.lot.day ? deal_answer_seed(&trial->playing, &sight) : draw_seed(host),
        .payer = payer_of(session)};
    plan->asked = trial->asks;
    plan->thought = thinker_ask(host->thinking->thinker, &question, decided, session);
    if (plan->thought)
        host->thinking->under_way++;
    else
        clock_play_on_at(session, host->now + ASK_AGAIN_MS);
}

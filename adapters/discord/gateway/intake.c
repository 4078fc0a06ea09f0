/* See intake.h. Messages queue up, one is under work. The queue is as long as what came before the web socket heard that it
   should pause: one read of it (64 KB), or one message of at most WEBSOCKET_MESSAGE. */
#include "intake.h"

#include <stdlib.h>
#include <string.h>

#include "budget.h"
#include "check.h"
#include "inflate.h"
#include "loop.h"
#include "sieve.h"

enum { PORTION = 16 * 1024 };

struct piece {
    struct piece *next;
    bool is_binary, is_begun;
    size_t length, at;
    char bytes[];
};

struct intake {
    struct budget *budget;
    struct inflater *inflater; /* NULL if nothing is compressed */
    struct intake_events events;
    void *arg;
    struct loop_timer more;
    struct piece *first, **last;
    struct sieve sieve;
    size_t length, compressed; /* of the payload so far */
    bool is_whole;             /* it waits to be given */
    bool is_working, is_paused, is_over;
};

/* ---- one portion ---- */

static void drop_first(struct intake *intake)
{
    struct piece *piece = intake->first;
    intake->first = piece->next;
    if (!intake->first)
        intake->last = &intake->first;
    free(piece);
}

static void break_off(struct intake *intake, const char *why)
{
    intake_stop(intake);
    intake->events.broken(intake->arg, why);
}

static void sift(struct intake *intake, const char *bytes, size_t length)
{
    sieve_put(&intake->sieve, bytes, length);
    budget_spend(intake->budget, length);
    intake->length += length;
}

static void inflate_portion(struct intake *intake, struct piece *piece)
{
    char out[PORTION];
    size_t made;
    if (!piece->is_begun) {
        inflater_feed(intake->inflater, piece->bytes, piece->length);
        intake->compressed += piece->length;
    }
    piece->is_begun = true;
    enum inflate_result result = inflater_next(intake->inflater, out, sizeof out, &made);
    if (result == INFLATE_BROKEN) {
        break_off(intake, "its compressed stream is broken");
        return;
    }
    sift(intake, out, made);
    intake->is_whole = result == INFLATE_WHOLE;
    if (result != INFLATE_PART)
        drop_first(intake);
}

static void pass_portion(struct intake *intake, struct piece *piece)
{
    size_t left = piece->length - piece->at, portion = left < PORTION ? left : PORTION;
    sift(intake, piece->bytes + piece->at, portion);
    piece->at += portion;
    intake->is_whole = piece->at == piece->length;
    if (intake->is_whole)
        drop_first(intake);
}

static void take_portion(struct intake *intake)
{
    struct piece *piece = intake->first;
    if (piece->is_binary && intake->inflater)
        inflate_portion(intake, piece);
    else
        pass_portion(intake, piece);
    if ((intake->length > INTAKE_PAYLOAD || intake->compressed > INTAKE_PAYLOAD) && !intake->is_over)
        break_off(intake, "it sent a payload of more than 16 MB");
}

/* ---- a whole payload ---- */

static size_t cost_of(const struct intake *intake)
{
    return intake->sieve.kept.length * BUDGET_PARSE + BUDGET_EVENT;
}

static void give(struct intake *intake)
{
    const struct sieve *sieve = &intake->sieve;
    budget_spend(intake->budget, cost_of(intake));
    intake->is_whole = false;
    intake->length = intake->compressed = 0;
    if (sieve_is_lost(sieve)) {
        break_off(intake, "it sent a payload with too many values");
        return;
    }
    intake->events.payload(intake->arg, sieve->kept.at ? sieve->kept.at : "", sieve->kept.length, sieve->has_cut_data);
    sieve_clear(&intake->sieve);
}

static void set_paused(struct intake *intake, bool is_paused)
{
    if (intake->is_paused == is_paused || intake->is_over)
        return;
    intake->is_paused = is_paused;
    intake->events.pause(intake->arg, is_paused);
}

/* As much as this turn allows. */
static void work(void *arg)
{
    struct intake *intake = arg;
    intake->is_working = true;
    while (!intake->is_over && (intake->is_whole || intake->first)) {
        if (intake->is_whole ? !budget_allows(intake->budget, cost_of(intake)) : !budget_is_left(intake->budget))
            break;
        if (intake->is_whole)
            give(intake);
        else
            take_portion(intake);
    }
    intake->is_working = false;
    bool has_more = !intake->is_over && (intake->is_whole || intake->first);
    if (has_more)
        loop_timer_set(&intake->more, 0);
    set_paused(intake, has_more);
}

/* ---- life ---- */

struct intake *intake_new(struct loop *loop, struct budget *budget, bool inflates, const struct intake_events *events,
                          void *arg)
{
    struct intake *intake = calloc(1, sizeof *intake);
    check(intake);
    *intake = (struct intake){.budget = budget, .events = *events, .arg = arg};
    intake->inflater = inflates ? inflater_new() : NULL;
    intake->last = &intake->first;
    loop_timer_init(&intake->more, loop, work, intake);
    return intake;
}

void intake_stop(struct intake *intake)
{
    if (!intake)
        return;
    intake->is_over = true;
    intake->is_whole = false;
    loop_timer_stop(&intake->more);
    while (intake->first)
        drop_first(intake);
}

void intake_free(struct intake *intake)
{
    if (!intake)
        return;
    check(!intake->is_working);
    intake_stop(intake);
    sieve_fini(&intake->sieve);
    inflater_free(intake->inflater);
    free(intake);
}

void intake_take(struct intake *intake, const char *bytes, size_t length, bool is_binary)
{
    if (intake->is_over)
        return;
    struct piece *piece = malloc(sizeof *piece + length + 1);
    check(piece);
    *piece = (struct piece){.is_binary = is_binary, .length = length};
    if (length)
        memcpy(piece->bytes, bytes, length);
    *intake->last = piece;
    intake->last = &piece->next;
    if (!intake->is_working && !loop_timer_is_set(&intake->more))
        work(intake);
}


#include "takeback.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

struct history {
    int next;
    struct {
        int64_t line; /* 0 if free */
        struct playing *playing;
    } steps[UNDO_STEPS];
};

struct history *takeback_history_new(void)
{
    struct history *history = calloc(1, sizeof *history);
    check(history);
    return history;
}

void takeback_history_free(struct history *history)
{
    for (int i = 0; history && i < UNDO_STEPS; i++)
        free(history->steps[i].playing);
    free(history);
}

void takeback_history_note(struct history *history, int64_t line, const struct playing *playing)
{
    if (!history)
        return;
    int at = history->next;
    history->next = (at + 1) % UNDO_STEPS;
    history->steps[at].playing = realloc(history->steps[at].playing, sizeof *playing);
    check(history->steps[at].playing);
    playing_copy(history->steps[at].playing, playing);
    history->steps[at].line = line;
}

const struct playing *takeback_history_after(const struct history *history, int64_t line)
{
    for (int i = 0; history && i < UNDO_STEPS; i++)
        if (history->steps[i].line == line && line > 0)
            return history->steps[i].playing;
    return NULL;
}

/* ---- steps ---- */

static void drop_steps(struct takeback *takeback)
{
    for (int i = 0; i < takeback->count; i++)
        free(takeback->steps[i].before);
    takeback->count = takeback->below = takeback->open = 0;
}

static void drop_oldest(struct takeback *takeback)
{
    free(takeback->steps[0].before);
    takeback->count--;
    for (int i = 0; i < takeback->count; i++)
        takeback->steps[i] = takeback->steps[i + 1];
    takeback->end = TAKEBACK_FAR;
}

static void push(struct takeback *takeback, int64_t to, int64_t number, struct playing *before)
{
    if (takeback->count == TAKEBACK_STEPS)
        drop_oldest(takeback);
    takeback->steps[takeback->count].to = to;
    takeback->steps[takeback->count].number = number;
    takeback->steps[takeback->count++].before = before;
}

void takeback_init(struct takeback *takeback)
{
    *takeback = (struct takeback){.seat = SEAT_NONE, .asked.seat = SEAT_NONE};
}

void takeback_fini(struct takeback *takeback)
{
    drop_steps(takeback);
}

void takeback_start(struct takeback *takeback, int64_t line)
{
    drop_steps(takeback);
    takeback->seat = SEAT_NONE;
    takeback->undone = 0;
    takeback->line = line;
    takeback->number = ++takeback->count_all;
    takeback->end = TAKEBACK_NONE;
}

void takeback_note(struct takeback *takeback, const struct takeback_step *step,
                   const struct playing *before)
{
    bool stays = step->has_chance || step->learned || step->is_robots;
    bool is_own = step->is_home ? step->seat >= 0 && !step->is_robots : !stays;
    if (step->is_home && (step->seat != takeback->seat || stays)) {
        takeback->open = 0;
    } else if (step->seat != takeback->seat || stays) {
        drop_steps(takeback);
        takeback->end = step->has_chance ? TAKEBACK_CHANCE
                        : step->learned  ? TAKEBACK_SEEN
                                         : TAKEBACK_NONE;
    }
    if (is_own && !step->is_forced) {
        push(takeback, takeback->line, takeback->number, before ? playing_new_copy(before) : NULL);
        takeback->open += !stays;
    }
    if (step->seat >= 0 && step->seat != takeback->undone_by)
        takeback->undone = 0;
    takeback->seat = step->seat;
    takeback->line = step->line;
    takeback->number = ++takeback->count_all;
}

int takeback_undone(const struct takeback *takeback, int seat)
{
    return takeback->undone_by == seat ? takeback->undone : 0;
}

/* A trial is behind the session's latest step, which the seat takes back; takeback_pop() does the
   same where a record says so. */
static void count_undo(struct takeback *takeback, int seat)
{
    takeback->undone = takeback_undone(takeback, seat) + 1;
    takeback->undone_by = seat;
}

int takeback_count(const struct takeback *takeback, int seat)
{
    return takeback->seat == seat ? takeback->count : 0;
}

bool takeback_is_near(const struct takeback *takeback)
{
    return takeback->count_all - takeback->steps[takeback->count - 1].number < UNDO_STEPS;
}

int takeback_asking(const struct takeback *takeback)
{
    const struct undo_question *asked = &takeback->asked;
    return asked->line == takeback->line && asked->line > 0 ? asked->seat : SEAT_NONE;
}

void takeback_vote(struct takeback *takeback, int seat, bool is_yes)
{
    if (!is_yes)
        takeback->asked.seat = SEAT_NONE;
    else if (takeback_asking(takeback) < 0)
        takeback->asked = (struct undo_question){.seat = seat, .line = takeback->line};
    else
        takeback->asked.agreed |= 1u << seat;
}

/* Where the seat is again before a choice of its own, it counts as the one that moved last. */
static void go_back(struct takeback *takeback, int seat)
{
    count_undo(takeback, seat);
    takeback->seat = seat;
    takeback->open -= takeback->open > 0;
}

void takeback_go_back(struct takeback *trial, const struct takeback *session, int seat)
{
    go_back(trial, seat);
    trial->below--;
    trial->line = session->steps[session->count - 1].to;
    trial->number = session->steps[session->count - 1].number;
}

void takeback_pop(struct takeback *takeback, int seat, int64_t to)
{
    bool is_found = false;
    go_back(takeback, seat);
    while (takeback->count > 0 && !is_found) {
        is_found = takeback->steps[--takeback->count].to == to;
        takeback->number = takeback->steps[takeback->count].number;
        free(takeback->steps[takeback->count].before);
    }
    takeback->line = to;
    takeback->asked.seat = SEAT_NONE;
    if (!is_found)
        takeback->number = -UNDO_STEPS; /* nobody knows how far back that is */
}

void takeback_fork(struct takeback *trial, const struct takeback *session)
{
    *trial = *session;
    trial->below = session->count;
    trial->count = 0;
}

void takeback_join(struct takeback *session, struct takeback *trial)
{
    struct takeback joined = *session;
    while (joined.count > trial->below)
        free(joined.steps[--joined.count].before);
    joined.end = trial->end;
    for (int i = 0; i < trial->count; i++)
        push(&joined, trial->steps[i].to, trial->steps[i].number, trial->steps[i].before);
    joined.asked.seat = SEAT_NONE;
    joined.seat = trial->seat;
    joined.line = trial->line;
    joined.number = trial->number;
    joined.count_all = trial->count_all;
    joined.open = trial->open;
    joined.undone_by = trial->undone_by;
    joined.undone = trial->undone;
    *session = joined;
    takeback_init(trial);
}

void takeback_keep(struct takeback *takeback, const struct history *history)
{
    while (takeback->count > 0 && !takeback_history_after(history, takeback->steps[0].to))
        drop_oldest(takeback);
    for (int i = 0; i < takeback->count; i++)
        takeback->steps[i].before =
            playing_new_copy(takeback_history_after(history, takeback->steps[i].to));
}

void takeback_put_back(struct playing *playing, const struct playing *before)
{
    int decisions[TABLE_SEATS];
    uint64_t draws = playing->draws;
    int practice = playing->practice, coach = playing->coach;
    unsigned taught = playing->taught;
    memcpy(decisions, playing->decisions, sizeof decisions);
    playing_copy(playing, before);
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        playing->decisions[seat] = decisions[seat] + 1;
    playing->draws = draws; /* an undo does not bring luck back */
    playing->practice = practice;
    playing->coach = coach;
    playing->taught = taught;
}

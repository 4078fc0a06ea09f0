/* Orders that wait, in the order of asking, the one that is being drawn, and what was drawn. */
#include "easel.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "log.h"
#include "picture.h"
#include "text.h"
#include "thinker.h"

enum { KEPT = 32, MINUTE_MS = 60000, US = 1000 };

/* What a thread works at. */
struct job {
    struct picture_order order;
    uint64_t hash;
    struct bytes png;
    enum picture_end end;
    int64_t cpu_us;
    bool is_kept; /* the PNG was drawn before */
    char why[400];
};

struct waiting {
    struct waiting *next;
    char *room;
    struct job *job;
    easel_done *done;
    void *arg;
};

struct account {
    uint64_t room; /* its hash */
    int64_t minute, spent_us;
};

struct kept {
    uint64_t hash;
    int64_t used; /* 0: empty */
    struct bytes png;
};

struct easel {
    struct thinker *thinker;
    struct waiting *first; /* those that wait; NULL if none */
    struct waiting *drawn; /* the one on its way; NULL if none */
    struct thought *thought;
    bool is_blind, has_failed; /* there is no cairo; the log was told of something else */
    struct account *accounts;
    int account_count, account_space;
    struct kept kept[KEPT];
    int64_t uses;
};

/* ---- on a thread ---- */

static int64_t cpu_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / US;
}

static void work(void *arg, const atomic_bool *is_cancelled)
{
    struct job *job = arg;
    struct text why = text_over(job->why, sizeof job->why);
    if (job->is_kept)
        return;
    int64_t began = cpu_us();
    job->end = picture_draw(&job->order, is_cancelled, &job->png, &why);
    job->cpu_us = cpu_us() - began;
}

static void free_job(void *arg)
{
    struct job *job = arg;
    bytes_fini(&job->png);
    free(job);
}

/* ---- what was drawn ---- */

static struct kept *find_kept(struct easel *easel, uint64_t hash)
{
    for (int i = 0; i < KEPT; i++)
        if (easel->kept[i].used && easel->kept[i].hash == hash)
            return &easel->kept[i];
    return NULL;
}

/* In the place of the one that was not used for longest. */
static void keep(struct easel *easel, const struct job *job)
{
    struct kept *place = &easel->kept[0];
    for (int i = 1; i < KEPT; i++)
        if (easel->kept[i].used < place->used)
            place = &easel->kept[i];
    bytes_fini(&place->png);
    *place = (struct kept){.hash = job->hash, .used = ++easel->uses};
    check(bytes_put(&place->png, job->png.at, job->png.length, PICTURE_BYTES));
}

/* ---- what rooms may take ---- */

/* Of this minute; those of minutes before go. */
static struct account *account_of(struct easel *easel, const char *room, int64_t now)
{
    uint64_t hash = text_hash(HASH_START, room);
    int64_t minute = now / MINUTE_MS;
    for (int i = easel->account_count - 1; i >= 0; i--) {
        if (easel->accounts[i].minute == minute && easel->accounts[i].room == hash)
            return &easel->accounts[i];
        if (easel->accounts[i].minute != minute)
            easel->accounts[i] = easel->accounts[--easel->account_count];
    }
    easel->accounts = list_grow(easel->accounts, easel->account_count, &easel->account_space,
                                sizeof *easel->accounts);
    struct account *account = &easel->accounts[easel->account_count++];
    *account = (struct account){hash, minute, 0};
    return account;
}

static void charge(struct easel *easel, const char *room, int64_t us)
{
    uint64_t hash = text_hash(HASH_START, room);
    for (int i = 0; i < easel->account_count; i++)
        if (easel->accounts[i].room == hash)
            easel->accounts[i].spent_us += us;
}

/* ---- one after the other ---- */

static void free_waiting(struct waiting *waiting)
{
    free(waiting->room);
    free(waiting);
}

static thinker_worked worked;

/* The next that waits is handed to a thread, if none is on its way. If the thinker has no room, it
   waits for the next occasion. */
static void draw_next(struct easel *easel)
{
    struct waiting *next = easel->first;
    if (!next || easel->drawn)
        return;
    const struct thinker_task task = {work,      worked, free_job,
                                      next->job, easel,  text_hash(HASH_START, "pictures")};
    easel->thought = thinker_ask_work(easel->thinker, &task);
    if (!easel->thought)
        return;
    easel->first = next->next;
    easel->drawn = next;
    if (!next->job->is_kept)
        charge(easel, next->room, EASEL_CHARGED_MS * US);
}

static void note_failure(struct easel *easel, const struct job *job)
{
    bool is_first = !easel->has_failed;
    easel->has_failed = true;
    if (is_first)
        log_event(LOG_WARN, "picture-failed", "why", job->why, (char *)0);
}

static void worked(void *arg, void *result)
{
    struct easel *easel = arg;
    struct job *job = result;
    struct waiting *drawn = easel->drawn;
    bool is_good = job->is_kept || job->end == PICTURE_DRAWN;
    easel->drawn = NULL;
    easel->thought = NULL;
    if (is_good && !job->is_kept) {
        keep(easel, job);
        charge(easel, drawn->room, job->cpu_us - EASEL_CHARGED_MS * US);
    }
    if (job->end == PICTURE_BLIND)
        easel->is_blind = true;
    if (!is_good)
        note_failure(easel, job);
    draw_next(easel);
    drawn->done(drawn->arg, &(struct easel_picture){job->hash, is_good ? job->png.at : NULL,
                                                    is_good ? job->png.length : 0});
    free_waiting(drawn);
}

/* ---- what the loop's thread does ---- */

struct easel *easel_new(struct thinker *thinker)
{
    struct easel *easel = calloc(1, sizeof *easel);
    check(easel);
    easel->thinker = thinker;
    return easel;
}

static void stop_drawing(struct easel *easel)
{
    thinker_cancel(easel->thinker, easel->thought); /* frees the job, if nobody works at it */
    free_waiting(easel->drawn);
    easel->drawn = NULL;
    easel->thought = NULL;
}

void easel_free(struct easel *easel)
{
    if (!easel)
        return;
    if (easel->drawn)
        stop_drawing(easel);
    thinker_settle(easel->thinker);
    for (struct waiting *waiting; (waiting = easel->first);) {
        easel->first = waiting->next;
        free_job(waiting->job);
        free_waiting(waiting);
    }
    for (int i = 0; i < KEPT; i++)
        bytes_fini(&easel->kept[i].png);
    free(easel->accounts);
    free(easel);
}

void easel_cancel(struct easel *easel, const char *room)
{
    struct waiting **at = &easel->first;
    while (*at && strcmp((*at)->room, room) != 0)
        at = &(*at)->next;
    if (*at) {
        struct waiting *waiting = *at;
        *at = waiting->next;
        free_job(waiting->job);
        free_waiting(waiting);
    }
    if (easel->drawn && strcmp(easel->drawn->room, room) == 0)
        stop_drawing(easel);
    draw_next(easel);
}

bool easel_has(const struct easel *easel, const char *room)
{
    const struct waiting *waiting = easel->first;
    while (waiting && strcmp(waiting->room, room) != 0)
        waiting = waiting->next;
    return waiting || (easel->drawn && strcmp(easel->drawn->room, room) == 0);
}

static struct job *job_new(struct easel *easel, const struct picture_order *order, uint64_t hash)
{
    struct kept *kept = find_kept(easel, hash);
    struct job *job = malloc(sizeof *job);
    check(job);
    job->order = *order;
    job->hash = hash;
    job->png = (struct bytes){NULL, 0, 0};
    job->end = PICTURE_CANCELLED;
    job->cpu_us = 0;
    job->is_kept = kept != NULL;
    job->why[0] = '\0';
    if (kept) {
        kept->used = ++easel->uses;
        check(bytes_put(&job->png, kept->png.at, kept->png.length, PICTURE_BYTES));
    }
    return job;
}

enum easel_answer easel_ask(struct easel *easel, const char *room,
                            const struct picture_order *order, int64_t now, easel_done *done,
                            void *arg)
{
    uint64_t hash = picture_order_hash(order);
    easel_cancel(easel, room);
    if (easel->is_blind)
        return EASEL_NONE;
    if (!find_kept(easel, hash) &&
        account_of(easel, room, now)->spent_us >= (int64_t)EASEL_ROOM_MS * US)
        return EASEL_SPENT;
    struct waiting *waiting = malloc(sizeof *waiting), **last = &easel->first;
    check(waiting);
    *waiting = (struct waiting){NULL, strdup(room), job_new(easel, order, hash), done, arg};
    check(waiting->room);
    while (*last)
        last = &(*last)->next;
    *last = waiting;
    draw_next(easel);
    return EASEL_TAKEN;
}

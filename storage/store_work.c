/* The descriptor is an eventfd that becomes readable when the list of finished writes is no longer
   empty. */
#include "store_work.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "store.h"
#include "store_ops.h"
#include "store_people.h"
#include "text.h"

/* If `to` is NULL, only measures. Both times every text goes through pack() once, in the same
   order. */
struct packing {
    char *to;
    size_t size;
};

static const char *pack(struct packing *packing, const char *text)
{
    size_t length = text ? strlen(text) + 1 : 0;
    char *place = packing->to;
    packing->size += length;
    if (!text || !place)
        return text;
    memcpy(place, text, length);
    packing->to += length;
    return place;
}

static struct store_place pack_place(struct packing *packing, const struct store_place *place)
{
    const char *network = pack(packing, place->network);
    return (struct store_place){network, pack(packing, place->room)};
}

/* The seats behind the last one are left as they are. */
static void pack_outcome(struct packing *packing, const struct store_outcome *from,
                         struct store_outcome *to)
{
    struct store_outcome outcome = *from;
    const char **texts[] = {&outcome.game, &outcome.options, &outcome.network, &outcome.room,
                            &outcome.unrated};
    for (size_t text = 0; text < sizeof texts / sizeof *texts; text++)
        *texts[text] = pack(packing, *texts[text]);
    for (int seat = 0; seat < outcome.seat_count; seat++) {
        struct store_outcome_seat *who = &outcome.seats[seat];
        who->robot = pack(packing, who->robot);
        for (int i = 0; i < who->identity_count; i++) {
            struct store_identity *identity = &who->identities[i];
            identity->network = pack(packing, identity->network);
            identity->key = pack(packing, identity->key);
            identity->name = pack(packing, identity->name);
        }
    }
    if (to)
        *to = outcome;
}

static void pack_append(struct packing *packing, const struct store_append *append,
                        struct store_work *work, struct store_person *persons,
                        struct store_outcome *outcomes)
{
    for (int i = 0; i < append->outcome_count; i++)
        pack_outcome(packing, &append->outcomes[i], outcomes ? &outcomes[i] : NULL);
    for (int i = 0; i < append->count; i++) {
        const char *line = pack(packing, append->lines[i]);
        if (work)
            work->lines[i] = line;
    }
    for (int i = 0; i < append->person_count; i++) {
        struct store_person person = append->persons[i];
        const char **texts[] = {&person.network, &person.key,    &person.name,
                                &person.salt,    &person.source, &person.ahead};
        for (size_t text = 0; text < sizeof texts / sizeof *texts; text++)
            *texts[text] = pack(packing, *texts[text]);
        if (persons)
            persons[i] = person;
    }
    const struct store_place place = pack_place(packing, &append->place);
    const struct store_place guest = pack_place(packing, &append->guest);
    const struct store_place freed = pack_place(packing, &append->freed);
    const char *message = pack(packing, append->message), *secret = pack(packing, append->secret);
    if (!work)
        return;
    work->place = place;
    work->guest = guest;
    work->freed = freed;
    work->message = message;
    work->secret = secret;
}

struct store_work *store_work_append(const struct store_append *append, int64_t now,
                                     store_done *done, void *arg)
{
    size_t lines = (size_t)append->count * sizeof append->lines[0];
    size_t persons = (size_t)append->person_count * sizeof append->persons[0];
    size_t outcomes = (size_t)append->outcome_count * sizeof append->outcomes[0];
    struct packing packing = {0};
    pack_append(&packing, append, NULL, NULL, NULL);
    struct store_work *work = malloc(sizeof *work + lines + persons + outcomes + packing.size);
    check(work);
    *work = (struct store_work){.table = append->table,
                                .first_seq = append->first_seq,
                                .now = now,
                                .ends = append->ends,
                                .leaves = append->leaves,
                                .done = done,
                                .arg = arg,
                                .person_count = append->person_count,
                                .outcome_count = append->outcome_count,
                                .count = append->count};
    struct store_person *copies = (struct store_person *)(void *)(work->lines + append->count);
    struct store_outcome *ends = (struct store_outcome *)(void *)(copies + append->person_count);
    work->persons = copies;
    work->outcomes = ends;
    packing.to = (char *)(ends + append->outcome_count);
    pack_append(&packing, append, work, copies, ends);
    return work;
}

struct store_work *store_work_put(const char *key, const char *value, store_done *done, void *arg)
{
    struct store_append setting = {.lines = (const char *const[]){key, value},
                                   .count = value ? 2 : 1};
    return store_work_append(&setting, 0, done, arg);
}

struct store_work *store_work_deed(enum store_deed deed, const char *const texts[3],
                                   store_done *done, void *arg)
{
    struct store_append append = {.lines = texts, .count = texts ? 3 : 0};
    struct store_work *work = store_work_append(&append, 0, done, arg);
    work->deed = deed;
    return work;
}

struct store_work *store_work_recount(store_recounted *done, void *arg)
{
    struct store_work *work = store_work_deed(STORE_RECOUNT, NULL, NULL, arg);
    work->recounted = done;
    return work;
}

struct store_work *store_work_rebuild(int64_t table, const struct store_outcome *outcome, bool adds,
                                      store_recounted *done, void *arg)
{
    struct store_append append = {.table = table, .outcomes = outcome, .outcome_count = 1};
    struct store_work *work = store_work_append(&append, 0, NULL, arg);
    work->deed = adds ? STORE_REBUILD_ADDING : STORE_REBUILD;
    work->recounted = done;
    return work;
}

struct store_work *store_work_ask(struct store_asked *asked)
{
    struct store_work *work = calloc(1, sizeof *work);
    check(work);
    work->asked = asked;
    return work;
}

struct store_work *store_work_erase(const struct store_erasure *erasure, store_done *done,
                                    void *arg)
{
    int count = 2 * erasure->setting_count;
    const char **lines = calloc((size_t)count + 1, sizeof *lines);
    check(lines);
    for (int i = 0; i < erasure->setting_count; i++) {
        lines[2 * i] = erasure->settings[i].key;
        lines[2 * i + 1] = erasure->settings[i].value;
    }
    struct store_append texts = {.lines = lines,
                                 .count = count,
                                 .persons = erasure->persons,
                                 .person_count = erasure->person_count};
    struct store_work *work = store_work_append(&texts, 0, done, arg);
    work->erases = true;
    free(lines);
    return work;
}

struct store_work *store_work_of(struct store_portion *portion)
{
    struct store_work *work = calloc(1, sizeof *work);
    check(work);
    work->portion = portion;
    return work;
}

struct store_work *store_work_prune(int64_t ended_before, store_prune_done *done, void *arg)
{
    struct store_work *work = calloc(1, sizeof *work);
    check(work);
    work->pruned = done;
    work->now = ended_before;
    work->arg = arg;
    return work;
}

void store_work_free(struct store_work *work)
{
    store_portion_free(work->portion);
    if (work->asked)
        free(work->asked->answer.kept);
    free(work->asked);
    free(work);
}

static void store_work_list_add(struct store_work_list *list, struct store_work *work)
{
    work->next = NULL;
    if (list->last)
        list->last->next = work;
    else
        list->first = work;
    list->last = work;
}

static struct store_work *store_work_list_pop(struct store_work_list *list)
{
    struct store_work *work = list->first;
    if (work)
        list->first = work->next;
    if (!list->first)
        list->last = NULL;
    return work;
}

/* Moves all of `from` to the end of `list`. */
static void store_work_list_join(struct store_work_list *list, struct store_work_list *from)
{
    if (!from->first)
        return;
    if (list->last)
        list->last->next = from->first;
    else
        list->first = from->first;
    list->last = from->last;
    *from = (struct store_work_list){0};
}

static void store_work_list_free(struct store_work_list *list)
{
    while (list->first)
        store_work_free(store_work_list_pop(list));
}

void store_finished_init(struct store_finished *finished)
{
    *finished = (struct store_finished){.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    need(finished->fd >= 0, "a file for what was saved");
    check(pthread_mutex_init(&finished->lock, NULL) == 0);
}

void store_finished_fini(struct store_finished *finished)
{
    store_work_list_free(&finished->list);
    pthread_mutex_destroy(&finished->lock);
    close(finished->fd);
}

void store_finished_add(struct store_finished *finished, struct store_work_list *from)
{
    pthread_mutex_lock(&finished->lock);
    bool was_empty = !finished->list.first;
    store_work_list_join(&finished->list, from);
    bool wakes = was_empty && finished->list.first;
    pthread_mutex_unlock(&finished->lock);
    if (wakes) /* after the lock, which the loop needs first */
        check(eventfd_write(finished->fd, 1) == 0);
}

void store_finished_dispatch(struct store_finished *finished)
{
    eventfd_t wakeups;
    check(eventfd_read(finished->fd, &wakeups) == 0 || errno == EAGAIN);
    pthread_mutex_lock(&finished->lock);
    struct store_work_list batch = finished->list;
    finished->list = (struct store_work_list){0};
    pthread_mutex_unlock(&finished->lock);
    for (const struct store_work *work = batch.first; work; work = work->next) {
        if (work->portion)
            store_portion_tell(work->portion);
        else if (work->asked)
            work->asked->question.done(work->asked->question.arg, &work->asked->answer);
        else if (work->pruned)
            work->pruned(work->arg, work->result, work->is_more);
        else if (work->recounted)
            work->recounted(work->arg, work->result, &work->recount);
        else if (work->done)
            work->done(work->arg, work->result);
    }
    store_work_list_free(&batch);
}

/* ---- the queue ---- */

static int start_thread(struct store_queue *queue, void *(*run)(void *arg), void *arg)
{
    sigset_t all, before;
    sigfillset(&all);
    check(pthread_sigmask(SIG_SETMASK, &all, &before) == 0);
    int reason = pthread_create(&queue->thread, NULL, run, arg);
    check(pthread_sigmask(SIG_SETMASK, &before, NULL) == 0);
    return reason;
}

/* It gets no signals; `run` takes batches until a batch is empty. If `run` is NULL there is no
   thread: the caller also takes the work. Returns 0, or an errno if the thread cannot start; call
   store_queue_fini in either case. */
static int store_queue_init(struct store_queue *queue, void *(*run)(void *arg), void *arg)
{
    pthread_condattr_t attributes;
    *queue = (struct store_queue){.is_closing = false};
    check(pthread_mutex_init(&queue->lock, NULL) == 0);
    check(pthread_condattr_init(&attributes) == 0);
    check(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
    check(pthread_cond_init(&queue->has_work, &attributes) == 0);
    check(pthread_cond_init(&queue->is_idle, &attributes) == 0);
    pthread_condattr_destroy(&attributes);
    queue->has_thread = run != NULL; /* the thread looks at it */
    int reason = run ? start_thread(queue, run, arg) : 0;
    if (reason)
        queue->has_thread = false;
    return reason;
}

static struct timespec time_after(int ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    return until;
}

static bool has_joined(struct store_queue *queue, int ms)
{
    struct timespec until = time_after(ms);
    if (!queue->has_thread)
        return true;
    int failed = ms < 0 ? pthread_join(queue->thread, NULL)
                        : pthread_clockjoin_np(queue->thread, NULL, CLOCK_MONOTONIC, &until);
    check(failed == 0 || failed == ETIMEDOUT);
    return failed == 0;
}

/* Until the thread has ended, at most `ms` (negative: for ever). False if it still runs; then the
   queue must never be freed. */
static bool store_queue_fini(struct store_queue *queue, int ms)
{
    pthread_mutex_lock(&queue->lock);
    queue->is_closing = true;
    pthread_cond_signal(&queue->has_work);
    pthread_mutex_unlock(&queue->lock);
    if (!has_joined(queue, ms))
        return false;
    pthread_cond_destroy(&queue->has_work);
    pthread_cond_destroy(&queue->is_idle);
    pthread_mutex_destroy(&queue->lock);
    return true;
}

static void store_queue_add(struct store_queue *queue, struct store_work *work)
{
    pthread_mutex_lock(&queue->lock);
    bool was_empty = !queue->list.first;
    store_work_list_add(&queue->list, work);
    pthread_mutex_unlock(&queue->lock);
    if (was_empty) /* after the lock, which the thread needs first; a thread at work looks again by
                      itself */
        pthread_cond_signal(&queue->has_work);
}

/* By the thread: at most `most` pieces. Empty if the queue closes. Does not wait if there is no
   thread. */
static struct store_work_list store_queue_take(struct store_queue *queue, int most)
{
    struct store_work_list batch = {0};
    pthread_mutex_lock(&queue->lock);
    queue->is_busy = false;
    if (!queue->list.first)
        pthread_cond_signal(&queue->is_idle);
    while (!queue->list.first && !queue->is_closing && queue->has_thread)
        pthread_cond_wait(&queue->has_work, &queue->lock);
    for (int i = 0; i < most && queue->list.first; i++)
        store_work_list_add(&batch, store_work_list_pop(&queue->list));
    queue->is_busy = batch.first != NULL;
    pthread_mutex_unlock(&queue->lock);
    return batch;
}

/* At most `ms` (negative: for ever). False if some is left. */
static bool store_queue_wait(struct store_queue *queue, int ms)
{
    struct timespec until = time_after(ms < 0 ? 0 : ms);
    int failed = 0;
    pthread_mutex_lock(&queue->lock);
    while ((queue->list.first || queue->is_busy) && failed != ETIMEDOUT)
        failed = ms < 0 ? pthread_cond_wait(&queue->is_idle, &queue->lock)
                        : pthread_cond_timedwait(&queue->is_idle, &queue->lock, &until);
    bool is_done = !queue->list.first && !queue->is_busy;
    pthread_mutex_unlock(&queue->lock);
    return is_done;
}

/* ---- the threads: one writes, one reads ---- */

enum { BATCH_MAX = 256 }; /* writes in one transaction: the first of them waits for the last */

/* False if nothing has to be written. */
static bool write_batch(struct store_threads *threads)
{
    struct store_work_list batch = store_queue_take(&threads->writes, BATCH_MAX);
    if (!batch.first)
        return false;
    threads->ops->commit(threads->arg, &batch);
    store_finished_add(&threads->finished, &batch);
    if (threads->ops->committed)
        threads->ops->committed(threads->arg);
    return true;
}

static bool read_portion(struct store_threads *threads)
{
    struct store_work_list batch = store_queue_take(&threads->readings, 1);
    if (!batch.first)
        return false;
    if (batch.first->portion)
        threads->ops->read(threads->arg, batch.first->portion);
    else
        threads->ops->answer(threads->arg, batch.first->asked);
    store_finished_add(&threads->finished, &batch);
    return true;
}

/* To end blocks, too: SQLite copies its log into the database. */
static void *write_all(void *arg)
{
    struct store_threads *threads = arg;
    while (write_batch(threads))
        ;
    threads->ops->end(threads->arg);
    return NULL;
}

static void *read_all(void *arg)
{
    while (read_portion(arg))
        ;
    return NULL;
}

static void work_inline(struct store_threads *threads)
{
    if (!threads->is_inline)
        return;
    while (write_batch(threads))
        ;
    read_all(threads);
}

void store_threads_take(struct store_threads *threads, struct store_work *work)
{
    store_queue_add(work->portion || work->asked ? &threads->readings : &threads->writes, work);
    if (threads->is_prompt)
        work_inline(threads);
    else if (threads->is_inline)
        check(eventfd_write(threads->finished.fd, 1) == 0); /* store_dispatch has work */
}

void store_threads_dispatch(struct store_threads *threads)
{
    work_inline(threads);
    store_finished_dispatch(&threads->finished);
}

bool store_threads_flush(struct store_threads *threads, int ms)
{
    work_inline(threads);
    return store_queue_wait(&threads->writes, ms) && store_queue_wait(&threads->readings, ms);
}

bool store_threads_close(struct store_threads *threads, int ms)
{
    work_inline(threads);
    if (threads->is_inline)
        threads->ops->end(threads->arg);
    if (!store_queue_fini(&threads->writes, ms) || !store_queue_fini(&threads->readings, ms))
        return false;
    store_finished_fini(&threads->finished);
    return true;
}

bool store_threads_start(struct store_threads *threads, const struct store_threads_ops *ops,
                         void *arg, bool is_inline, struct text *why)
{
    *threads = (struct store_threads){.ops = ops, .arg = arg, .is_inline = is_inline};
    store_finished_init(&threads->finished);
    int no_writer = store_queue_init(&threads->writes, is_inline ? NULL : write_all, threads);
    int no_reader = store_queue_init(&threads->readings, is_inline ? NULL : read_all, threads);
    if (!no_writer && !no_reader)
        return true;
    text_putf(
        why,
        "The threads that read and write the database cannot be started: %s. Give tabletalk more memory, or let its "
        "user have more processes (ulimit -u; for a service TasksMax).",
        strerror(no_writer ? no_writer : no_reader));
    threads->is_inline = no_writer != 0; /* closing then does the writer's work */
    check(store_threads_close(threads, -1));
    return false;
}

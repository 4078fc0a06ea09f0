/* The faulty store: see faulty_store.h. Every write gets an entry in a list, in the order of the
   calls; an entry is finished by the inner store's completion or by a planted fault, and told
   from the head of the list on. */
#include "faulty_store.h"

#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "check.h"
#include "store_ops.h"
#include "store_work.h"

struct entry {
    struct entry *next;
    bool is_finished, is_lost; /* is_lost: the answer */
    enum store_result result;
    store_done *done;
    void *arg;
};

struct faulty_store {
    struct store store;
    struct store *inner;
    struct entry *first, **last;
    int skip, count, writes;
    bool loses_answers; /* what is ordered next is carried out, and nobody hears how */
    enum store_result result;
    int reads_skip, reads_count;
    enum store_result reads_result;
    bool is_held;
    /* readable when dispatch has something to tell that the inner store does not know of */
    int planted_fd;
    int epoll_fd; /* that one and the inner store's, as one descriptor */
};

static struct faulty_store *faulty_of(struct store *store)
{
    return (struct faulty_store *)store;
}

static void finish_entry(void *arg, enum store_result result)
{
    struct entry *entry = arg;
    entry->is_finished = true;
    entry->result = entry->is_lost ? STORE_UNKNOWN : result;
}

static struct entry *entry_add(struct faulty_store *faulty, store_done *done, void *arg)
{
    struct entry *entry = calloc(1, sizeof *entry);
    check(entry);
    entry->done = done;
    entry->arg = arg;
    *faulty->last = entry;
    faulty->last = &entry->next;
    return entry;
}

/* Finishes the entry with the planted fault when it is its turn. */
static bool is_refused(struct faulty_store *faulty, struct entry *entry)
{
    faulty->writes++;
    if (faulty->count == 0 || faulty->skip-- > 0)
        return false;
    faulty->skip = 0;
    faulty->count--;
    entry->is_lost = faulty->loses_answers;
    if (entry->is_lost)
        return false;
    finish_entry(entry, faulty->result);
    check(eventfd_write(faulty->planted_fd, 1) == 0);
    return true;
}

/* A reading of which nothing is told but how it ended. */
struct failed_read {
    enum store_result result;
    store_read_done *done;
    void *arg;
};

static void pass_over_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    (void)arg, (void)table, (void)seq, (void)line;
}

static void tell_failed(void *arg, const struct store_read_end *end)
{
    struct failed_read *failed = arg;
    (void)end;
    failed->done(failed->arg, &(struct store_read_end){.result = failed->result});
    free(failed);
}

static bool is_reading_refused(struct faulty_store *faulty)
{
    if (faulty->reads_count == 0 || faulty->reads_skip-- > 0)
        return false;
    faulty->reads_skip = 0;
    faulty->reads_count--;
    return true;
}

static void fail_read(struct faulty_store *faulty, struct store_reading *reading)
{
    if (!is_reading_refused(faulty))
        return;
    struct failed_read *failed = malloc(sizeof *failed);
    check(failed);
    *failed = (struct failed_read){faulty->reads_result, reading->done, reading->arg};
    reading->line = pass_over_line;
    reading->beside = (struct store_beside){0};
    reading->done = tell_failed;
    reading->arg = failed;
}

/* Readings, prunings and new counts are told at once, also while completions are held. */
static void faulty_take(struct store *store, struct store_work *work)
{
    struct faulty_store *faulty = faulty_of(store);
    if (!work->portion && !work->asked && !work->pruned && !work->recounted) {
        struct entry *entry = entry_add(faulty, work->done, work->arg);
        work->done = finish_entry;
        work->arg = entry;
        if (is_refused(faulty, entry)) {
            store_work_free(work);
            return;
        }
    }
    if (work->portion && !store_portion_is_list(work->portion))
        fail_read(faulty, &work->portion->reading);
    faulty->inner->ops->take(faulty->inner, work);
}

static int faulty_fd(struct store *store)
{
    return faulty_of(store)->epoll_fd;
}

static struct entry *pop_finished(struct faulty_store *faulty)
{
    struct entry *entry = faulty->first;
    if (faulty->is_held || !entry || !entry->is_finished)
        return NULL;
    faulty->first = entry->next;
    if (!faulty->first)
        faulty->last = &faulty->first;
    return entry;
}

static void faulty_dispatch(struct store *store)
{
    struct faulty_store *faulty = faulty_of(store);
    eventfd_t planted;
    (void)eventfd_read(faulty->planted_fd, &planted);
    store_dispatch(faulty->inner);
    for (struct entry *entry; (entry = pop_finished(faulty)) != NULL; free(entry))
        if (entry->done)
            entry->done(entry->arg, entry->result);
}

static bool faulty_flush(struct store *store, int ms)
{
    return store_flush_for(faulty_of(store)->inner, ms);
}

static bool faulty_close(struct store *store, int ms)
{
    struct faulty_store *faulty = faulty_of(store);
    if (!store_close_for(faulty->inner, ms))
        return false;
    close(faulty->planted_fd);
    close(faulty->epoll_fd);
    while (faulty->first) {
        struct entry *entry = faulty->first;
        faulty->first = entry->next;
        free(entry);
    }
    free(faulty);
    return true;
}

static enum store_result faulty_load(struct store *store, store_setting_visitor *setting,
                                     store_line_visitor *line, void *arg)
{
    struct faulty_store *faulty = faulty_of(store);
    return is_reading_refused(faulty) ? faulty->reads_result
                                      : store_load(faulty->inner, setting, line, arg);
}

static enum store_result faulty_read_table(struct store *store, int64_t table,
                                           store_line_visitor *line, void *arg)
{
    return store_read_table(faulty_of(store)->inner, table, line, arg);
}

static int64_t faulty_next_table(struct store *store)
{
    return store_next_table(faulty_of(store)->inner);
}

static void watch(int epoll_fd, int fd)
{
    struct epoll_event event = {.events = EPOLLIN};
    check(epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event) == 0);
}

struct faulty_store *faulty_store_new_take(struct store *inner)
{
    static const struct store_ops ops = {
        .take = faulty_take,
        .fd = faulty_fd,
        .dispatch = faulty_dispatch,
        .flush = faulty_flush,
        .close = faulty_close,
        .load = faulty_load,
        .read_table = faulty_read_table,
        .next_table = faulty_next_table,
    };
    struct faulty_store *faulty = calloc(1, sizeof *faulty);
    check(faulty);
    faulty->store.ops = &ops;
    faulty->inner = inner;
    faulty->last = &faulty->first;
    faulty->planted_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    faulty->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    check(faulty->planted_fd >= 0 && faulty->epoll_fd >= 0);
    watch(faulty->epoll_fd, faulty->planted_fd);
    watch(faulty->epoll_fd, store_fd(inner));
    return faulty;
}

struct store *faulty_store_front(struct faulty_store *faulty)
{
    return &faulty->store;
}

void faulty_store_fail(struct faulty_store *faulty, int skip, int count, enum store_result result)
{
    faulty->skip = skip;
    faulty->count = count;
    faulty->result = result;
    faulty->loses_answers = false;
}

void faulty_store_fail_reads(struct faulty_store *faulty, int skip, int count,
                             enum store_result result)
{
    faulty->reads_skip = skip;
    faulty->reads_count = count;
    faulty->reads_result = result;
}

void faulty_store_lose_answers(struct faulty_store *faulty, int skip, int count)
{
    faulty_store_fail(faulty, skip, count, STORE_UNKNOWN);
    faulty->loses_answers = true;
}

void faulty_store_hold(struct faulty_store *faulty, bool held)
{
    faulty->is_held = held;
    if (!held)
        check(eventfd_write(faulty->planted_fd, 1) == 0);
}

int faulty_store_writes(const struct faulty_store *faulty)
{
    return faulty->writes;
}

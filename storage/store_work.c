/* Writes and their completions: see store_work.h. The descriptor is an eventfd that is readable exactly while the list
   of finished writes is not empty. */
#include "store_work.h"

#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "check.h"

struct store_work *store_work_append(int64_t table, int64_t first_seq, const char *const *lines, int count, bool ends,
                                     store_done *done, void *arg)
{
    size_t pointers = (size_t)count * sizeof lines[0], size = sizeof(struct store_work) + pointers;
    for (int i = 0; i < count; i++)
        size += strlen(lines[i]) + 1;
    struct store_work *work = malloc(size);
    check(work);
    *work = (struct store_work){
        .table = table, .first_seq = first_seq, .ends = ends, .done = done, .arg = arg, .count = count};
    char *bytes = (char *)work->lines + pointers;
    for (int i = 0; i < count; i++) {
        work->lines[i] = bytes;
        bytes = stpcpy(bytes, lines[i]) + 1;
    }
    return work;
}

struct store_work *store_work_put(const char *key, const char *value, store_done *done, void *arg)
{
    return store_work_append(0, 0, (const char *const[]){key, value}, value ? 2 : 1, false, done, arg);
}

void store_work_list_add(struct store_work_list *list, struct store_work *work)
{
    work->next = NULL;
    if (list->last)
        list->last->next = work;
    else
        list->first = work;
    list->last = work;
}

struct store_work *store_work_list_pop(struct store_work_list *list)
{
    struct store_work *work = list->first;
    if (work)
        list->first = work->next;
    if (!list->first)
        list->last = NULL;
    return work;
}

void store_work_list_join(struct store_work_list *list, struct store_work_list *from)
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

void store_work_list_free(struct store_work_list *list)
{
    while (list->first)
        free(store_work_list_pop(list));
}

void store_finished_init(struct store_finished *finished)
{
    *finished = (struct store_finished){.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    check(finished->fd >= 0);
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
    if (was_empty && finished->list.first)
        check(eventfd_write(finished->fd, 1) == 0);
    pthread_mutex_unlock(&finished->lock);
}

void store_finished_dispatch(struct store_finished *finished)
{
    pthread_mutex_lock(&finished->lock);
    struct store_work_list batch = finished->list;
    finished->list = (struct store_work_list){0};
    if (batch.first) {
        eventfd_t wakeups;
        check(eventfd_read(finished->fd, &wakeups) == 0);
    }
    pthread_mutex_unlock(&finished->lock);
    for (const struct store_work *work = batch.first; work; work = work->next)
        if (work->done)
            work->done(work->arg, work->result);
    store_work_list_free(&batch);
}

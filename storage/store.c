/* The front of every store: checks what it is given, words the results, passes the call on to the one behind. It must
   not know which one that is. Next: store_work.h, what both our stores queue. */
#include "store_ops.h"

#include <string.h>

#include "check.h"

const char *store_result_text(enum store_result result)
{
    static const char *const texts[STORE_RESULT_COUNT] = {
        [STORE_OK] = "Saved.",
        [STORE_FULL] =
            "That was not done: the disk I keep the game on is full. Nothing is lost; try again when my admin "
            "has made room.",
        [STORE_READ_ONLY] = "That was not done: I may not write to the disk I keep the game on. Nothing is lost; try "
                            "again when my admin has put that right.",
        [STORE_BUSY] = "That was not done: another program is holding my database. Nothing is lost; try again in a "
                       "moment.",
        [STORE_IO] =
            "That was not done: the disk I keep the game on failed. Nothing is lost; try again in a moment, and "
            "tell my admin if it goes on.",
        [STORE_DAMAGED] =
            "That was not done: my database is damaged. Please tell my admin; trying again will not help.",
        [STORE_CONFLICT] = "That was not done: something else happened at the table first. Look at the board and try "
                           "again.",
    };
    check((unsigned)result < STORE_RESULT_COUNT);
    return texts[result];
}

void store_append(struct store *store, int64_t table, int64_t first_seq, const char *const *lines, int count, bool ends,
                  store_done *done, void *arg)
{
    check(table >= 1 && first_seq >= 1);
    check(count >= 1 || (count == 0 && ends));
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(lines[i], "\n");
        check(lines[i][length] == '\0' && length <= STORE_LINE_MAX);
    }
    store->ops->append(store, table, first_seq, lines, count, ends, done, arg);
}

void store_put(struct store *store, const char *key, const char *value, store_done *done, void *arg)
{
    size_t length = strlen(key);
    check(length >= 1 && length <= STORE_KEY_MAX);
    check(!value || strlen(value) <= STORE_LINE_MAX);
    store->ops->put(store, key, value, done, arg);
}

int store_fd(struct store *store)
{
    return store->ops->fd(store);
}

void store_dispatch(struct store *store)
{
    store->ops->dispatch(store);
}

void store_flush(struct store *store)
{
    store->ops->flush(store);
}

void store_close(struct store *store)
{
    if (store)
        store->ops->close(store);
}

enum store_result store_load(struct store *store, store_setting_visitor *setting, store_line_visitor *line, void *arg)
{
    return store->ops->load(store, setting, line, arg);
}

enum store_result store_read_table(struct store *store, int64_t table, store_line_visitor *line, void *arg)
{
    return store->ops->read_table(store, table, line, arg);
}

int64_t store_next_table(struct store *store)
{
    return store->ops->next_table(store);
}

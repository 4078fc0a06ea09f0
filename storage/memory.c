/* The store that forgets: for tests, benches and tables that need not survive. It carries a write out at once, but
   completes it like every store: later, through the descriptor and store_dispatch. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "store_ops.h"
#include "store_work.h"

struct memory_table {
    int64_t id;
    bool ended;
    int count, room;
    char **lines;
};

struct memory_setting {
    char *key, *value;
};

struct memory_store {
    struct store store;
    struct store_finished finished;
    struct memory_table *tables; /* sorted by id */
    int table_count;
    struct memory_setting *settings; /* sorted by key */
    int setting_count;
};

static void *resized(void *array, int count, size_t size)
{
    void *moved = realloc(array, (size_t)count * size);
    check(moved);
    return moved;
}

static char *copy_of(const char *string)
{
    char *copy = strdup(string);
    check(copy);
    return copy;
}

/* Where the table is or would be inserted. */
static int table_place(const struct memory_store *memory, int64_t id)
{
    int low = 0, high = memory->table_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (memory->tables[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct memory_table *table_find(const struct memory_store *memory, int64_t id)
{
    int place = table_place(memory, id);
    bool found = place < memory->table_count && memory->tables[place].id == id;
    return found ? &memory->tables[place] : NULL;
}

static struct memory_table *table_insert(struct memory_store *memory, int64_t id)
{
    int place = table_place(memory, id);
    memory->tables = resized(memory->tables, memory->table_count + 1, sizeof memory->tables[0]);
    struct memory_table *table = &memory->tables[place];
    memmove(table + 1, table, (size_t)(memory->table_count - place) * sizeof *table);
    memory->table_count++;
    *table = (struct memory_table){.id = id};
    return table;
}

static enum store_result append_lines(struct memory_store *memory, const struct store_work *work)
{
    struct memory_table *table = table_find(memory, work->table);
    int64_t lines = table ? table->count : 0;
    if (work->first_seq != lines + 1 || (table && table->ended))
        return STORE_CONFLICT;
    if (!table)
        table = table_insert(memory, work->table);
    while (table->count + work->count > table->room) {
        table->room = table->room ? 2 * table->room : 16;
        table->lines = resized(table->lines, table->room, sizeof table->lines[0]);
    }
    for (int i = 0; i < work->count; i++)
        table->lines[table->count++] = copy_of(work->lines[i]);
    table->ended = work->ends;
    return STORE_OK;
}

static void setting_remove(struct memory_store *memory, int place)
{
    struct memory_setting *setting = &memory->settings[place];
    free(setting->key);
    free(setting->value);
    memory->setting_count--;
    memmove(setting, setting + 1, (size_t)(memory->setting_count - place) * sizeof *setting);
}

static void setting_insert(struct memory_store *memory, int place, const char *key, const char *value)
{
    memory->settings = resized(memory->settings, memory->setting_count + 1, sizeof memory->settings[0]);
    struct memory_setting *setting = &memory->settings[place];
    memmove(setting + 1, setting, (size_t)(memory->setting_count - place) * sizeof *setting);
    memory->setting_count++;
    *setting = (struct memory_setting){copy_of(key), copy_of(value)};
}

static enum store_result put_setting(struct memory_store *memory, const struct store_work *work)
{
    const char *key = work->lines[0];
    int place = 0;
    while (place < memory->setting_count && strcmp(memory->settings[place].key, key) < 0)
        place++;
    if (place < memory->setting_count && strcmp(memory->settings[place].key, key) == 0)
        setting_remove(memory, place);
    if (work->count == 2)
        setting_insert(memory, place, key, work->lines[1]);
    return STORE_OK;
}

static void finish(struct memory_store *memory, struct store_work *work)
{
    work->result = work->table ? append_lines(memory, work) : put_setting(memory, work);
    struct store_work_list list = {0};
    store_work_list_add(&list, work);
    store_finished_add(&memory->finished, &list);
}

static void memory_append(struct store *store, int64_t table, int64_t first_seq, const char *const *lines, int count,
                          bool ends, store_done *done, void *arg)
{
    finish((struct memory_store *)store, store_work_append(table, first_seq, lines, count, ends, done, arg));
}

static void memory_put(struct store *store, const char *key, const char *value, store_done *done, void *arg)
{
    finish((struct memory_store *)store, store_work_put(key, value, done, arg));
}

static int memory_fd(struct store *store)
{
    return ((struct memory_store *)store)->finished.fd;
}

static void memory_dispatch(struct store *store)
{
    store_finished_dispatch(&((struct memory_store *)store)->finished);
}

static void memory_flush(struct store *store)
{
    (void)store; /* nothing is ever under way */
}

static void memory_close(struct store *store)
{
    struct memory_store *memory = (struct memory_store *)store;
    store_finished_fini(&memory->finished);
    for (int i = 0; i < memory->table_count; i++) {
        for (int j = 0; j < memory->tables[i].count; j++)
            free(memory->tables[i].lines[j]);
        free(memory->tables[i].lines);
    }
    while (memory->setting_count > 0)
        setting_remove(memory, memory->setting_count - 1);
    free(memory->tables);
    free(memory->settings);
    free(memory);
}

static void visit_table(const struct memory_table *table, store_line_visitor *line, void *arg)
{
    for (int i = 0; i < table->count; i++)
        line(arg, table->id, i + 1, table->lines[i]);
}

static enum store_result memory_load(struct store *store, store_setting_visitor *setting, store_line_visitor *line,
                                     void *arg)
{
    const struct memory_store *memory = (const struct memory_store *)store;
    for (int i = 0; i < memory->setting_count && setting; i++)
        setting(arg, memory->settings[i].key, memory->settings[i].value);
    for (int i = 0; i < memory->table_count && line; i++)
        if (!memory->tables[i].ended)
            visit_table(&memory->tables[i], line, arg);
    return STORE_OK;
}

static enum store_result memory_read_table(struct store *store, int64_t table, store_line_visitor *line, void *arg)
{
    const struct memory_table *found = table_find((const struct memory_store *)store, table);
    if (found)
        visit_table(found, line, arg);
    return STORE_OK;
}

static int64_t memory_next_table(struct store *store)
{
    const struct memory_store *memory = (const struct memory_store *)store;
    return memory->table_count ? memory->tables[memory->table_count - 1].id + 1 : 1;
}

struct store *store_memory_new(void)
{
    static const struct store_ops ops = {
        .append = memory_append,
        .put = memory_put,
        .fd = memory_fd,
        .dispatch = memory_dispatch,
        .flush = memory_flush,
        .close = memory_close,
        .load = memory_load,
        .read_table = memory_read_table,
        .next_table = memory_next_table,
    };
    struct memory_store *memory = calloc(1, sizeof *memory);
    check(memory);
    memory->store.ops = &ops;
    store_finished_init(&memory->finished);
    return &memory->store;
}

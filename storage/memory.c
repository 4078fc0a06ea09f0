/* The store that forgets: for tests, benches and tables that need not survive. It carries a write out at once, but
   completes it like every store: later, through the descriptor and store_dispatch. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "list.h"
#include "store_portion.h"
#include "store_work.h"

struct memory_person {
    int number;
    char *texts[5]; /* network, key, name, salt, source */
};

struct memory_table {
    int64_t id;
    bool ended, has_place;
    int count, size;
    char **lines, **messages;      /* messages: NULL where a line has none */
    struct memory_person *persons; /* sorted by number */
    int person_count;
    char *secret;         /* NULL if absent */
    char *network, *room; /* its place, or the last one it had; NULL if it never had one */
    int64_t bytes, began, last;
};

struct memory_setting {
    char *key, *value;
};

struct memory_store {
    struct store store;
    struct store_finished finished;
    struct memory_table *tables; /* sorted by id */
    int table_count, table_space;
    struct memory_setting *settings; /* sorted by key */
    int setting_count;
    int64_t prune_before;
    bool is_pruning; /* prune_before holds until there is no more */
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

static int by_id(const void *item, const void *key)
{
    const struct memory_table *table = item;
    const int64_t *id = key;
    return (table->id > *id) - (table->id < *id);
}

/* Where the table is or would be inserted. */
static int table_place(const struct memory_store *memory, int64_t id)
{
    return list_place(memory->tables, memory->table_count, sizeof *memory->tables, by_id, &id);
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
    memory->tables =
        list_insert(memory->tables, &memory->table_count, &memory->table_space, sizeof *memory->tables, place);
    memory->tables[place].id = id;
    return &memory->tables[place];
}

static bool is_at(const struct memory_table *table, const struct store_place *place)
{
    return table->has_place && strcmp(table->network, place->network) == 0 && strcmp(table->room, place->room) == 0;
}

static bool is_taken(const struct memory_store *memory, const struct store_place *place, int64_t by_other_than)
{
    for (int i = 0; i < memory->table_count && place->network; i++)
        if (memory->tables[i].id != by_other_than && is_at(&memory->tables[i], place))
            return true;
    return false;
}

static void move_table(struct memory_table *table, const struct store_place *place)
{
    free(table->network);
    free(table->room);
    table->network = copy_of(place->network);
    table->room = copy_of(place->room);
    table->has_place = true;
}

static void free_person(struct memory_person *person)
{
    for (size_t i = 0; i < sizeof person->texts / sizeof *person->texts; i++)
        free(person->texts[i]);
}

static void put_person(struct memory_table *table, const struct store_person *person)
{
    int place = 0;
    while (place < table->person_count && table->persons[place].number < person->number)
        place++;
    if (place < table->person_count && table->persons[place].number == person->number) {
        free_person(&table->persons[place]);
    } else {
        table->persons = resized(table->persons, table->person_count + 1, sizeof table->persons[0]);
        memmove(&table->persons[place + 1], &table->persons[place],
                (size_t)(table->person_count - place) * sizeof table->persons[0]);
        table->person_count++;
    }
    table->persons[place] =
        (struct memory_person){person->number,
                               {copy_of(person->network), copy_of(person->key), copy_of(person->name),
                                copy_of(person->salt), copy_of(person->source)}};
}

static void put_beside(struct memory_table *table, const struct store_work *work)
{
    for (int i = 0; i < work->person_count; i++)
        put_person(table, &work->persons[i]);
    if (!work->secret)
        return;
    free(table->secret);
    table->secret = copy_of(work->secret);
}

static enum store_result append_lines(struct memory_store *memory, const struct store_work *work)
{
    struct memory_table *table = table_find(memory, work->table);
    int64_t lines = table ? table->count : 0;
    if (is_taken(memory, &work->place, work->table))
        return STORE_TAKEN;
    if (work->first_seq != lines + 1 || (table && table->ended))
        return STORE_CONFLICT;
    if (!table)
        table = table_insert(memory, work->table);
    while (table->count + work->count > table->size) {
        table->size = table->size ? 2 * table->size : 16;
        table->lines = resized(table->lines, table->size, sizeof table->lines[0]);
        table->messages = resized(table->messages, table->size, sizeof table->messages[0]);
    }
    for (int i = 0; i < work->count; i++) {
        table->bytes += (int64_t)strlen(work->lines[i]);
        table->messages[table->count] = work->message && i == 0 ? copy_of(work->message) : NULL;
        table->lines[table->count++] = copy_of(work->lines[i]);
    }
    table->began = lines ? table->began : work->now;
    table->last = work->now;
    table->ended = work->ends;
    table->has_place &= !work->ends && !work->leaves;
    if (work->place.network)
        move_table(table, &work->place);
    put_beside(table, work);
    return STORE_OK;
}

static void free_table(struct memory_table *table)
{
    for (int i = 0; i < table->count; i++)
        free(table->lines[i]);
    for (int i = 0; i < table->count; i++)
        free(table->messages[i]);
    for (int i = 0; i < table->person_count; i++)
        free_person(&table->persons[i]);
    free(table->lines);
    free(table->messages);
    free(table->persons);
    free(table->secret);
    free(table->network);
    free(table->room);
}

static int64_t first_end(const struct memory_store *memory)
{
    int64_t first = INT64_MAX - STORE_PRUNE_SPAN;
    for (int i = 0; i < memory->table_count; i++)
        if (memory->tables[i].ended && memory->tables[i].last < first)
            first = memory->tables[i].last;
    return first;
}

/* One table at a time; the last one stays. */
static enum store_result prune(struct memory_store *memory, struct store_work *work)
{
    int64_t most = first_end(memory) + STORE_PRUNE_SPAN;
    if (!memory->is_pruning)
        memory->prune_before = work->now < most ? work->now : most;
    for (int i = 0; i < memory->table_count - 1; i++) {
        struct memory_table *table = &memory->tables[i];
        if (!table->ended || table->last >= memory->prune_before)
            continue;
        free_table(table);
        memory->table_count--;
        memmove(table, table + 1, (size_t)(memory->table_count - i) * sizeof *table);
        work->is_more = true;
        break;
    }
    memory->is_pruning = work->is_more;
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

static bool is_asked_for(const struct memory_table *table, const struct store_reading *reading)
{
    if (reading->only)
        return table->id == reading->only;
    return !table->ended && (!reading->network || (table->has_place && strcmp(table->network, reading->network) == 0));
}

static void read_beside(const struct memory_table *table, struct store_portion *portion)
{
    const struct store_beside *beside = &portion->reading.beside;
    if (beside->secret && table->secret)
        store_portion_add_secret(portion, table->id, table->secret);
    for (int i = 0; beside->person && i < table->person_count; i++) {
        char *const *texts = table->persons[i].texts;
        struct store_person person = {table->persons[i].number, texts[0], texts[1], texts[2], texts[3], texts[4]};
        store_portion_add_person(portion, table->id, &person);
    }
}

static void read_line(const struct memory_table *table, int64_t at, struct store_portion *portion)
{
    if (at == 0)
        read_beside(table, portion);
    if (portion->reading.beside.message && table->messages[at])
        store_portion_add_message(portion, table->id, at + 1, table->messages[at]);
    store_portion_add_line(portion, table->id, at + 1, table->lines[at]);
}

static void read_lines(const struct memory_store *memory, struct store_portion *portion)
{
    const struct store_reading *reading = &portion->reading;
    for (int i = table_place(memory, reading->after_table); i < memory->table_count; i++) {
        const struct memory_table *table = &memory->tables[i];
        int64_t seq = table->id == reading->after_table ? reading->after_seq : 0;
        for (; is_asked_for(table, reading) && seq < table->count; seq++) {
            if (store_portion_left(portion) == 0)
                return;
            read_line(table, seq, portion);
        }
    }
    portion->end.is_last = true;
}

static void list_tables(const struct memory_store *memory, struct store_portion *portion)
{
    for (int i = table_place(memory, portion->listing.after_table + 1); i < memory->table_count; i++) {
        const struct memory_table *table = &memory->tables[i];
        struct store_table row = {
            .table = table->id,
            .network = table->network ? table->network : "",
            .room = table->room ? table->room : "",
            .state = table->ended       ? STORE_ENDED
                     : table->has_place ? STORE_IN_PLAY
                                        : STORE_ASIDE,
            .lines = table->count,
            .bytes = table->bytes,
            .began = table->began,
            .last = table->last,
        };
        if (!(portion->listing.states & row.state))
            continue;
        if (store_portion_left(portion) == 0)
            return;
        store_portion_add_table(portion, &row);
    }
    portion->end.is_last = true;
}

static void fill(const struct memory_store *memory, struct store_portion *portion)
{
    if (store_portion_is_list(portion))
        list_tables(memory, portion);
    else
        read_lines(memory, portion);
}

static void memory_take(struct store *store, struct store_work *work)
{
    struct memory_store *memory = (struct memory_store *)store;
    if (work->portion)
        fill(memory, work->portion);
    else if (work->pruned)
        work->result = prune(memory, work);
    else
        work->result = work->table ? append_lines(memory, work) : put_setting(memory, work);
    struct store_work_list list = {work, work};
    store_finished_add(&memory->finished, &list);
}

static int memory_fd(struct store *store)
{
    return ((struct memory_store *)store)->finished.fd;
}

static void memory_dispatch(struct store *store)
{
    store_finished_dispatch(&((struct memory_store *)store)->finished);
}

static bool memory_flush(struct store *store, int ms)
{
    (void)store;
    (void)ms;
    return true; /* nothing is ever under way */
}

static bool memory_close(struct store *store, int ms)
{
    (void)ms;
    struct memory_store *memory = (struct memory_store *)store;
    store_finished_fini(&memory->finished);
    for (int i = 0; i < memory->table_count; i++)
        free_table(&memory->tables[i]);
    while (memory->setting_count > 0)
        setting_remove(memory, memory->setting_count - 1);
    free(memory->tables);
    free(memory->settings);
    free(memory);
    return true;
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
        .take = memory_take,
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

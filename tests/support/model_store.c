/* A second store, in plain lists, that shares no code with the real one but the queue:
   test_store.c wants both to do the same. It carries a write out at once and completes it later,
   through the descriptor and store_dispatch. */
#include "model_store.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "list.h"
#include "model_outcomes.h"
#include "store_ops.h"
#include "store_read.h"
#include "store_work.h"
#include "text.h"

struct model_person {
    int number;
    char *texts[6]; /* network, key, name, salt, source, ahead */
};

struct model_table {
    int64_t id;
    bool ended, has_place;
    struct store_place guests[8]; /* owned; network NULL if unused */
    int count, size;
    char **lines, **messages;     /* messages: NULL where a line has none */
    struct model_person *persons; /* sorted by number */
    int person_count;
    char *secret;         /* NULL if absent */
    char *network, *room; /* its place, or the last one it had; NULL if it never had one */
    int64_t bytes, began, last;
};

struct model_setting {
    char *key, *value;
};

struct model_store {
    struct store store;
    struct store_finished finished;
    struct model_table *tables; /* sorted by id */
    int table_count, table_space;
    struct model_setting *settings; /* sorted by key */
    int setting_count;
    struct model_outcomes outcomes;
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
    const struct model_table *table = item;
    const int64_t *id = key;
    return (table->id > *id) - (table->id < *id);
}

/* Where the table is or would be inserted. */
static int table_place(const struct model_store *model, int64_t id)
{
    return list_place(model->tables, model->table_count, sizeof *model->tables, by_id, &id);
}

static struct model_table *table_find(const struct model_store *model, int64_t id)
{
    int place = table_place(model, id);
    bool found = place < model->table_count && model->tables[place].id == id;
    return found ? &model->tables[place] : NULL;
}

static struct model_table *table_insert(struct model_store *model, int64_t id)
{
    int place = table_place(model, id);
    model->tables = list_insert(model->tables, &model->table_count, &model->table_space,
                                sizeof *model->tables, place);
    model->tables[place].id = id;
    return &model->tables[place];
}

static bool is_place(const char *network, const char *room, const struct store_place *place)
{
    return strcmp(network, place->network) == 0 && strcmp(room, place->room) == 0;
}

static struct store_place *guest_at(const struct model_table *table,
                                    const struct store_place *place)
{
    for (int i = 0; i < 8; i++)
        if (table->guests[i].network &&
            is_place(table->guests[i].network, table->guests[i].room, place))
            return (struct store_place *)&table->guests[i];
    return NULL;
}

static bool is_at(const struct model_table *table, const struct store_place *place)
{
    return (table->has_place && is_place(table->network, table->room, place)) ||
           guest_at(table, place);
}

static void drop_guest(struct store_place *guest)
{
    if (!guest)
        return;
    free((char *)guest->network);
    free((char *)guest->room);
    *guest = (struct store_place){0};
}

static void add_guest(struct model_table *table, const struct store_place *place)
{
    int i = 0;
    while (table->guests[i].network)
        check(++i < 8);
    table->guests[i] = (struct store_place){copy_of(place->network), copy_of(place->room)};
}

static void change_guests(struct model_table *table, const struct store_work *work)
{
    for (int i = 0; i < 8 && (work->ends || work->leaves); i++)
        drop_guest(&table->guests[i]);
    if (work->freed.network)
        drop_guest(guest_at(table, &work->freed));
    if (work->place.network)
        drop_guest(guest_at(table, &work->place));
    if (work->guest.network && !is_at(table, &work->guest))
        add_guest(table, &work->guest);
}

static bool is_taken(const struct model_store *model, const struct store_place *place,
                     int64_t by_other_than)
{
    for (int i = 0; i < model->table_count && place->network; i++)
        if (model->tables[i].id != by_other_than && is_at(&model->tables[i], place))
            return true;
    return false;
}

static void move_table(struct model_table *table, const struct store_place *place)
{
    free(table->network);
    free(table->room);
    table->network = copy_of(place->network);
    table->room = copy_of(place->room);
    table->has_place = true;
}

static void free_person(struct model_person *person)
{
    for (size_t i = 0; i < sizeof person->texts / sizeof *person->texts; i++)
        free(person->texts[i]);
}

static void put_person(struct model_table *table, const struct store_person *person)
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
    table->persons[place] = (struct model_person){
        person->number,
        {copy_of(person->network), copy_of(person->key), copy_of(person->name),
         copy_of(person->salt), copy_of(person->source), copy_of(person->ahead)}};
}

static void put_beside(struct model_table *table, const struct store_work *work)
{
    for (int i = 0; i < work->person_count; i++)
        put_person(table, &work->persons[i]);
    for (int i = 0; i < table->person_count && work->ends; i++)
        table->persons[i].texts[5][0] = '\0';
    if (!work->secret)
        return;
    free(table->secret);
    table->secret = copy_of(work->secret);
}

static enum store_result change_append(struct model_store *model, const struct store_work *work)
{
    struct model_table *table = table_find(model, work->table);
    int64_t lines = table ? table->count : 0;
    if (is_taken(model, &work->place, work->table) || is_taken(model, &work->guest, work->table))
        return STORE_TAKEN;
    if (work->first_seq != lines + 1 || (table && table->ended))
        return STORE_CONFLICT;
    if (!table)
        table = table_insert(model, work->table);
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
    change_guests(table, work);
    put_beside(table, work);
    for (int i = 0; i < work->outcome_count; i++)
        model_outcomes_add(&model->outcomes, work->table, work->now, &work->outcomes[i]);
    return STORE_OK;
}

static void free_table(struct model_table *table)
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
    for (int i = 0; i < 8; i++)
        drop_guest(&table->guests[i]);
    free(table->secret);
    free(table->network);
    free(table->room);
}

static int64_t first_end(const struct model_store *model)
{
    int64_t first = INT64_MAX - STORE_PRUNE_SPAN;
    for (int i = 0; i < model->table_count; i++)
        if (model->tables[i].ended && model->tables[i].last < first)
            first = model->tables[i].last;
    return first;
}

/* One table at a time; the last one stays. */
static enum store_result prune(struct model_store *model, struct store_work *work)
{
    int64_t most = first_end(model) + STORE_PRUNE_SPAN;
    if (!model->is_pruning)
        model->prune_before = work->now < most ? work->now : most;
    for (int i = 0; i < model->table_count - 1; i++) {
        struct model_table *table = &model->tables[i];
        if (!table->ended || table->last >= model->prune_before)
            continue;
        free_table(table);
        model->table_count--;
        memmove(table, table + 1, (size_t)(model->table_count - i) * sizeof *table);
        work->is_more = true;
        break;
    }
    model->is_pruning = work->is_more;
    return STORE_OK;
}

static void setting_remove(struct model_store *model, int place)
{
    struct model_setting *setting = &model->settings[place];
    free(setting->key);
    free(setting->value);
    model->setting_count--;
    memmove(setting, setting + 1, (size_t)(model->setting_count - place) * sizeof *setting);
}

static void setting_insert(struct model_store *model, int place, const char *key, const char *value)
{
    model->settings = resized(model->settings, model->setting_count + 1, sizeof model->settings[0]);
    struct model_setting *setting = &model->settings[place];
    memmove(setting + 1, setting, (size_t)(model->setting_count - place) * sizeof *setting);
    model->setting_count++;
    *setting = (struct model_setting){copy_of(key), copy_of(value)};
}

static enum store_result put_setting(struct model_store *model, const struct store_work *work)
{
    const char *key = work->lines[0];
    int place = 0;
    while (place < model->setting_count && strcmp(model->settings[place].key, key) < 0)
        place++;
    if (place < model->setting_count && strcmp(model->settings[place].key, key) == 0)
        setting_remove(model, place);
    if (work->count == 2)
        setting_insert(model, place, key, work->lines[1]);
    return STORE_OK;
}

static bool is_asked_for(const struct model_table *table, const struct store_reading *reading)
{
    if (reading->only)
        return table->id == reading->only;
    bool is_there =
        !reading->network || (table->has_place && strcmp(table->network, reading->network) == 0);
    for (int i = 0; i < 8 && !is_there; i++)
        is_there =
            table->guests[i].network && strcmp(table->guests[i].network, reading->network) == 0;
    return !table->ended && is_there;
}

static void read_beside(const struct model_table *table, struct store_portion *portion)
{
    const struct store_beside *beside = &portion->reading.beside;
    if (beside->secret && table->secret)
        store_portion_add_secret(portion, table->id, table->secret);
    for (int i = 0; beside->person && i < table->person_count; i++) {
        char *const *texts = table->persons[i].texts;
        struct store_person person = {
            table->persons[i].number, texts[0], texts[1], texts[2], texts[3], texts[4], texts[5]};
        store_portion_add_person(portion, table->id, &person);
    }
}

static void read_line(const struct model_table *table, int64_t at, struct store_portion *portion)
{
    if (at == 0)
        read_beside(table, portion);
    if (portion->reading.beside.message && table->messages[at])
        store_portion_add_message(portion, table->id, at + 1, table->messages[at]);
    store_portion_add_line(portion, table->id, at + 1, table->lines[at]);
}

static void read_lines(const struct model_store *model, struct store_portion *portion)
{
    const struct store_reading *reading = &portion->reading;
    for (int i = table_place(model, reading->after_table); i < model->table_count; i++) {
        const struct model_table *table = &model->tables[i];
        int64_t seq = table->id == reading->after_table ? reading->after_seq : 0;
        for (; is_asked_for(table, reading) && seq < table->count; seq++) {
            if (store_portion_left(portion) == 0)
                return;
            read_line(table, seq, portion);
        }
    }
    portion->end.is_last = true;
}

/* The networks of guest rooms, but not the home's. */
static void put_others(const struct model_table *table, struct text *out)
{
    for (int i = 0; i < (int)(sizeof table->guests / sizeof *table->guests); i++)
        if (table->guests[i].network && strcmp(table->guests[i].network, table->network) != 0) {
            text_put(out, out->length > 0 ? "\n" : "");
            text_put(out, table->guests[i].network);
        }
}

static void list_tables(const struct model_store *model, struct store_portion *portion)
{
    const struct store_listing *listing = &portion->listing;
    int first = listing->before_table ? table_place(model, listing->before_table) - 1
                                      : table_place(model, listing->after_table + 1);
    for (int i = first, step = listing->before_table ? -1 : 1; i >= 0 && i < model->table_count;
         i += step) {
        const struct model_table *table = &model->tables[i];
        char others[512];
        struct text text = text_over(others, sizeof others);
        put_others(table, &text);
        struct store_table row = {
            .table = table->id,
            .network = table->network ? table->network : "",
            .room = table->room ? table->room : "",
            .others = others,
            .state = table->ended       ? STORE_ENDED
                     : table->has_place ? STORE_IN_PLAY
                                        : STORE_ASIDE,
            .lines = table->count,
            .bytes = table->bytes,
            .began = table->began,
            .last = table->last,
        };
        if (!(listing->states & row.state))
            continue;
        if (store_portion_left(portion) > 0)
            store_portion_add_table(portion, &row);
        else if (portion->end.left++ >= listing->count_most - 1)
            break;
    }
    portion->end.is_last = portion->end.left == 0;
    portion->end.left = listing->count_most ? portion->end.left : 0;
}

static void fill(const struct model_store *model, struct store_portion *portion)
{
    if (store_portion_is_list(portion))
        list_tables(model, portion);
    else
        read_lines(model, portion);
}

static void answer(const struct model_store *model, const struct store_question *question,
                   struct store_answer *out)
{
    model_outcomes_answer(&model->outcomes, question, out);
    const struct model_table *table = table_find(model, out->table);
    out->is_over = table && table->ended;
}

static void model_take(struct store *store, struct store_work *work)
{
    struct model_store *model = (struct model_store *)store;
    if (work->portion)
        fill(model, work->portion);
    else if (work->asked)
        answer(model, &work->asked->question, &work->asked->answer);
    else if (work->deed == STORE_SHOW || work->deed == STORE_HIDE)
        model_outcomes_show(&model->outcomes, work->lines, work->deed == STORE_SHOW);
    else if (work->deed)
        ; /* counts anew for each answer */
    else if (work->pruned)
        work->result = prune(model, work);
    else
        work->result = work->table ? change_append(model, work) : put_setting(model, work);
    struct store_work_list list = {work, work};
    store_finished_add(&model->finished, &list);
}

static int model_fd(struct store *store)
{
    return ((struct model_store *)store)->finished.fd;
}

static void model_dispatch(struct store *store)
{
    store_finished_dispatch(&((struct model_store *)store)->finished);
}

static bool model_flush(struct store *store, int ms)
{
    (void)store;
    (void)ms;
    return true; /* nothing is ever under way */
}

static bool model_close(struct store *store, int ms)
{
    (void)ms;
    struct model_store *model = (struct model_store *)store;
    store_finished_fini(&model->finished);
    for (int i = 0; i < model->table_count; i++)
        free_table(&model->tables[i]);
    while (model->setting_count > 0)
        setting_remove(model, model->setting_count - 1);
    model_outcomes_fini(&model->outcomes);
    free(model->tables);
    free(model->settings);
    free(model);
    return true;
}

static void visit_table(const struct model_table *table, store_line_visitor *line, void *arg)
{
    for (int i = 0; i < table->count; i++)
        line(arg, table->id, i + 1, table->lines[i]);
}

static enum store_result model_load(struct store *store, store_setting_visitor *setting,
                                    store_line_visitor *line, void *arg)
{
    const struct model_store *model = (const struct model_store *)store;
    for (int i = 0; i < model->setting_count && setting; i++)
        setting(arg, model->settings[i].key, model->settings[i].value);
    for (int i = 0; i < model->table_count && line; i++)
        if (!model->tables[i].ended)
            visit_table(&model->tables[i], line, arg);
    return STORE_OK;
}

static enum store_result model_read_table(struct store *store, int64_t table,
                                          store_line_visitor *line, void *arg)
{
    const struct model_table *found = table_find((const struct model_store *)store, table);
    if (found)
        visit_table(found, line, arg);
    return STORE_OK;
}

static int64_t model_next_table(struct store *store)
{
    const struct model_store *model = (const struct model_store *)store;
    return model->table_count ? model->tables[model->table_count - 1].id + 1 : 1;
}

struct store *model_store_new(void)
{
    static const struct store_ops ops = {
        .take = model_take,
        .fd = model_fd,
        .dispatch = model_dispatch,
        .flush = model_flush,
        .close = model_close,
        .load = model_load,
        .read_table = model_read_table,
        .next_table = model_next_table,
    };
    struct model_store *model = calloc(1, sizeof *model);
    check(model);
    model->store.ops = &ops;
    store_finished_init(&model->finished);
    return &model->store;
}

/* The front of every store: checks arguments, puts results into words, and passes calls on; and the
   portions that implementations fill. */
#include "store.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "list.h"
#include "store_ops.h"
#include "store_people.h"
#include "store_read.h"
#include "store_work.h"

enum row_kind { ROW_LINE, ROW_TABLE, ROW_DAMAGED, ROW_MESSAGE, ROW_PERSON, ROW_SECRET };

enum { PERSON_TEXTS = 6 }; /* network, key, name, salt, source, ahead */

struct store_row {
    enum row_kind kind;
    struct store_table table; /* its texts are set when the visitor is called */
    int64_t seq;              /* of a person, its number */
    /* of a line; of a table, its network and its room; of a person, the first of its texts */
    size_t text, room;
    size_t others; /* of a table */
};

static struct store_portion *portion_new(void)
{
    struct store_portion *portion = calloc(1, sizeof *portion);
    check(portion);
    return portion;
}

static struct store_portion *store_portion_new_lines(const struct store_reading *reading)
{
    struct store_portion *portion = portion_new();
    portion->reading = *reading;
    portion->end.table = reading->after_table;
    portion->end.seq = reading->after_seq;
    if (reading->network) {
        portion->reading.network = strdup(reading->network);
        check(portion->reading.network);
    }
    return portion;
}

static struct store_portion *store_portion_new_tables(const struct store_listing *listing)
{
    struct store_portion *portion = portion_new();
    portion->listing = *listing;
    portion->end.table = listing->before_table ? listing->before_table : listing->after_table;
    return portion;
}

void store_portion_free(struct store_portion *portion)
{
    if (!portion)
        return;
    free((char *)portion->reading.network);
    free(portion->rows);
    free(portion->bytes);
    free(portion);
}

bool store_portion_is_list(const struct store_portion *portion)
{
    return portion->listing.done != NULL;
}

int store_portion_left(const struct store_portion *portion)
{
    int most = store_portion_is_list(portion) ? portion->listing.most : portion->reading.most;
    return portion->used >= STORE_PORTION_BYTES ? 0 : most - portion->counted;
}

static size_t keep_text(struct store_portion *portion, const char *text)
{
    size_t place = portion->used, length = strlen(text) + 1;
    while (portion->used + length > portion->size) {
        portion->size = portion->size ? 2 * portion->size : 4096;
        portion->bytes = realloc(portion->bytes, portion->size);
        check(portion->bytes);
    }
    memcpy(portion->bytes + place, text, length);
    portion->used += length;
    return place;
}

static void add_row(struct store_portion *portion, const struct store_row *row)
{
    portion->rows = list_grow(portion->rows, portion->count, &portion->room, sizeof *portion->rows);
    portion->rows[portion->count++] = *row;
}

void store_portion_add_line(struct store_portion *portion, int64_t table, int64_t seq,
                            const char *line)
{
    struct store_row row = {
        .kind = ROW_LINE, .table.table = table, .seq = seq, .text = keep_text(portion, line)};
    add_row(portion, &row);
    portion->counted++;
    portion->end.table = table;
    portion->end.seq = seq;
}

void store_portion_add_table(struct store_portion *portion, const struct store_table *table)
{
    struct store_row row = {.kind = ROW_TABLE,
                            .table = *table,
                            .text = keep_text(portion, table->network),
                            .room = keep_text(portion, table->room),
                            .others = keep_text(portion, table->others)};
    add_row(portion, &row);
    portion->counted++;
    portion->end.table = table->table;
}

void store_portion_add_damaged(struct store_portion *portion, int64_t table)
{
    struct store_row row = {.kind = ROW_DAMAGED, .table.table = table};
    add_row(portion, &row);
    portion->counted++;
    portion->end.table = table;
    portion->end.seq = INT64_MAX; /* nothing more of this table */
}

void store_portion_add_message(struct store_portion *portion, int64_t table, int64_t seq,
                               const char *id)
{
    struct store_row row = {
        .kind = ROW_MESSAGE, .table.table = table, .seq = seq, .text = keep_text(portion, id)};
    add_row(portion, &row);
}

void store_portion_add_person(struct store_portion *portion, int64_t table,
                              const struct store_person *person)
{
    const char *rest[PERSON_TEXTS - 1] = {person->key, person->name, person->salt, person->source,
                                          person->ahead};
    struct store_row row = {.kind = ROW_PERSON,
                            .table.table = table,
                            .seq = person->number,
                            .text = keep_text(portion, person->network)};
    for (int i = 0; i < PERSON_TEXTS - 1; i++)
        keep_text(portion, rest[i]);
    add_row(portion, &row);
}

void store_portion_add_secret(struct store_portion *portion, int64_t table, const char *secret)
{
    struct store_row row = {
        .kind = ROW_SECRET, .table.table = table, .text = keep_text(portion, secret)};
    add_row(portion, &row);
}

static void tell_person(const struct store_portion *portion, const struct store_row *row)
{
    const char *texts[PERSON_TEXTS], *text = portion->bytes + row->text;
    check(portion->bytes); /* add_person() kept so many texts */
    for (int i = 0; i < PERSON_TEXTS; i++) {
        texts[i] = text;
        text += strlen(text) + 1;
    }
    struct store_person person = {.number = (int)row->seq,
                                  .network = texts[0],
                                  .key = texts[1],
                                  .name = texts[2],
                                  .salt = texts[3],
                                  .source = texts[4],
                                  .ahead = texts[5]};
    portion->reading.beside.person(portion->reading.arg, row->table.table, &person);
}

static void tell_line(const struct store_portion *portion, const struct store_row *row)
{
    const struct store_reading *reading = &portion->reading;
    const char *text = portion->bytes ? portion->bytes + row->text : "";
    if (row->kind == ROW_DAMAGED)
        reading->damaged(reading->arg, row->table.table);
    else if (row->kind == ROW_PERSON)
        tell_person(portion, row);
    else if (row->kind == ROW_SECRET)
        reading->beside.secret(reading->arg, row->table.table, text);
    else if (row->kind == ROW_MESSAGE)
        reading->beside.message(reading->arg, row->table.table, row->seq, text);
    else
        reading->line(reading->arg, row->table.table, row->seq, text);
}

static void tell_table(const struct store_portion *portion, const struct store_row *row)
{
    const struct store_listing *listing = &portion->listing;
    struct store_table table = row->table;
    table.network = portion->bytes ? portion->bytes + row->text : "";
    table.room = portion->bytes ? portion->bytes + row->room : "";
    table.others = portion->bytes ? portion->bytes + row->others : "";
    if (row->kind == ROW_DAMAGED)
        listing->damaged(listing->arg, table.table);
    else
        listing->table(listing->arg, &table);
}

void store_portion_tell(const struct store_portion *portion)
{
    bool is_list = store_portion_is_list(portion);
    for (int i = 0; i < portion->count; i++) {
        if (is_list)
            tell_table(portion, &portion->rows[i]);
        else
            tell_line(portion, &portion->rows[i]);
    }
    if (is_list)
        portion->listing.done(portion->listing.arg, &portion->end);
    else
        portion->reading.done(portion->reading.arg, &portion->end);
}

/* ---- the front ---- */

const char *store_result_text(enum store_result result)
{
    static const char *const texts[STORE_RESULT_COUNT] = {
        [STORE_OK] = "Saved.",
        [STORE_FULL] = "The disk is full. Nothing is lost; make room there and try again.",
        [STORE_READ_ONLY] =
            "The disk or the database takes no writes. Nothing is lost; try again when it does.",
        [STORE_BUSY] =
            "Another program holds the database. Nothing is lost; try again in a moment.",
        [STORE_IO] =
            "The disk or the database failed. Nothing is lost; try again in a moment, and read the log if it goes on.",
        [STORE_DAMAGED] =
            "The database is damaged, so it does not help to try again. Put back a backup.",
        [STORE_CONFLICT] =
            "Something else happened at the table first. Look at the table and try again.",
        [STORE_MEMORY] = "Memory is short. Nothing is lost; try again in a moment.",
        [STORE_GONE] =
            "The files of the database were moved or deleted. Nothing is lost; try again when they are back.",
        [STORE_TAKEN] = "Another table stands in that room. Go on there, or end it first.",
        [STORE_UNKNOWN] =
            "The database was lost just then, so nobody knows yet whether that was done.",
        [STORE_AWAY] = "The database cannot be reached. Nothing is lost; try again in a moment.",
    };
    check((unsigned)result < STORE_RESULT_COUNT);
    return texts[result];
}

static void check_beside(const struct store_append *append)
{
    check(!append->message || append->count >= 1);
    for (int i = 0; i < append->person_count; i++) {
        const struct store_person *person = &append->persons[i];
        check(person->number >= 1 && person->network && person->key && person->name &&
              person->salt && person->source && person->ahead);
    }
}

static void check_outcomes(const struct store_append *append)
{
    check(!append->outcome_count || append->count >= 1);
    for (int i = 0; i < append->outcome_count; i++) {
        const struct store_outcome *outcome = &append->outcomes[i];
        check(outcome->game_number >= 1 && outcome->seat_count >= 1 &&
              outcome->seat_count <= STORE_OUTCOME_SEATS);
        check(strlen(outcome->game) <= STORE_GAME_MAX);
        for (int seat = 0; seat < outcome->seat_count; seat++)
            check(outcome->seats[seat].place >= 1 &&
                  outcome->seats[seat].identity_count <= STORE_IDENTITIES);
    }
}

static void check_place(const struct store_place *place)
{
    size_t network = strlen(place->network), room = strlen(place->room);
    check(network >= 1 && network <= STORE_KEY_MAX && room >= 1 && room <= STORE_KEY_MAX);
}

void store_write(struct store *store, const struct store_append *append, store_done *done,
                 void *arg)
{
    check(append->table >= 1 && append->first_seq >= 1 && append->count >= 0);
    check(append->count >= 1 || append->ends || append->leaves || append->place.network ||
          append->guest.network || append->freed.network);
    for (int i = 0; i < append->count; i++) {
        size_t length = strcspn(append->lines[i], "\n");
        check(append->lines[i][length] == '\0' && length <= STORE_LINE_MAX);
    }
    check_beside(append);
    check_outcomes(append);
    const struct store_place *places[] = {&append->place, &append->guest, &append->freed};
    for (int i = 0; i < 3; i++)
        if (places[i]->network) {
            check(!append->ends && !append->leaves);
            check_place(places[i]);
        }
    int64_t now = store->clock ? store->clock(store->clock_arg) : (int64_t)time(NULL);
    store->ops->take(store, store_work_append(append, now, done, arg));
}

void store_append(struct store *store, int64_t table, int64_t first_seq, const char *const *lines,
                  int count, bool ends, store_done *done, void *arg)
{
    struct store_append append = {
        .table = table, .first_seq = first_seq, .lines = lines, .count = count, .ends = ends};
    store_write(store, &append, done, arg);
}

void store_prune(struct store *store, int64_t ended_before, store_prune_done *done, void *arg)
{
    store->ops->take(store, store_work_prune(ended_before, done, arg));
}

void store_use_clock(struct store *store, store_clock *clock, void *arg)
{
    store->clock = clock;
    store->clock_arg = arg;
}

void store_read(struct store *store, const struct store_reading *reading)
{
    check(reading->most >= 1 && reading->most <= STORE_PORTION && reading->line &&
          reading->damaged && reading->done);
    store->ops->take(store, store_work_of(store_portion_new_lines(reading)));
}

void store_list(struct store *store, const struct store_listing *listing)
{
    check(listing->most >= 1 && listing->most <= STORE_PORTION && listing->table &&
          listing->damaged && listing->done);
    check(!listing->count_most || (listing->before_table && listing->states != STORE_IN_PLAY));
    store->ops->take(store, store_work_of(store_portion_new_tables(listing)));
}

static void check_setting(const char *key, const char *value)
{
    size_t length = strlen(key);
    check(length >= 1 && length <= STORE_KEY_MAX);
    check(!value || strlen(value) <= STORE_LINE_MAX);
}

void store_put(struct store *store, const char *key, const char *value, store_done *done, void *arg)
{
    check_setting(key, value);
    store->ops->take(store, store_work_put(key, value, done, arg));
}

void store_show_identity(struct store *store, const struct store_identity *identity, bool is_shown,
                         store_done *done, void *arg)
{
    const char *texts[] = {identity->network, identity->key, identity->name};
    store->ops->take(store, store_work_deed(is_shown ? STORE_SHOW : STORE_HIDE, texts, done, arg));
}

void store_recount(struct store *store, store_recounted *done, void *arg)
{
    store->ops->take(store, store_work_recount(done, arg));
}

void store_rebuild(struct store *store, int64_t table, const struct store_outcome *outcome,
                   bool adds, store_recounted *done, void *arg)
{
    store->ops->take(store, store_work_rebuild(table, outcome, adds, done, arg));
}

void store_ask(struct store *store, const struct store_question *question)
{
    struct store_asked *asked = calloc(1, sizeof *asked);
    check(asked && question->most >= 0 && question->most <= STORE_STANDINGS && question->done);
    asked->question = *question;
    store->ops->take(store, store_work_ask(asked));
}

void store_erase(struct store *store, const struct store_erasure *erasure, store_done *done,
                 void *arg)
{
    for (int i = 0; i < erasure->setting_count; i++)
        check_setting(erasure->settings[i].key, erasure->settings[i].value);
    for (int i = 0; i < erasure->person_count; i++)
        check(*erasure->persons[i].network && *erasure->persons[i].key);
    store->ops->take(store, store_work_erase(erasure, done, arg));
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
    check(store->ops->flush(store, -1));
}

bool store_flush_for(struct store *store, int ms)
{
    return store->ops->flush(store, ms);
}

void store_close(struct store *store)
{
    check(!store || store->ops->close(store, -1));
}

bool store_close_for(struct store *store, int ms)
{
    return !store || store->ops->close(store, ms);
}

enum store_result store_load(struct store *store, store_setting_visitor *setting,
                             store_line_visitor *line, void *arg)
{
    return store->ops->load(store, setting, line, arg);
}

enum store_result store_read_table(struct store *store, int64_t table, store_line_visitor *line,
                                   void *arg)
{
    return store->ops->read_table(store, table, line, arg);
}

int64_t store_next_table(struct store *store)
{
    return store->ops->next_table(store);
}

/* Portions: see store_portion.h. A row has the offsets of its texts in `bytes`, because `bytes`
   moves when it grows. */
#include "store_portion.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "list.h"
#include "store_read.h"

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

struct store_portion *store_portion_new_lines(const struct store_reading *reading)
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

struct store_portion *store_portion_new_tables(const struct store_listing *listing)
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

/* Orders about tables: see orders.h. The store says which there are; of those in play the host knows more. Nothing here
   shows a secret but `export`, which is there for it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "host.h"
#include "loop.h"
#include "networks.h"
#include "orders_inside.h"
#include "records.h"
#include "text.h"

enum {
    TABLES_A_TIME = 64,
    LINES_A_TIME = 64,
    DATE_BYTES = 24,
    WORDS_BYTES = 400,
    REPAIR_BYTES = 256,
    LOOK_MS = 20,
    LOOKS_MOST = 250
};

/* ---- words ---- */

static void put_date(int64_t seconds, char out[DATE_BYTES])
{
    time_t time = (time_t)seconds;
    struct tm broken;
    snprintf(out, DATE_BYTES, "-");
    if (seconds > 0 && gmtime_r(&time, &broken))
        strftime(out, DATE_BYTES, "%Y-%m-%d %H:%M", &broken);
}

static const char *state_words(enum store_state state)
{
    switch (state) {
    case STORE_IN_PLAY:
        return "in play";
    case STORE_ASIDE:
        return "set aside";
    case STORE_ENDED:
        return "over";
    }
    return "";
}

/* ---- what the host knows ---- */

struct words {
    struct text text;
    bool is_damaged;
};

static void put_words(void *arg, const struct host_table *table)
{
    struct words *words = arg;
    words->is_damaged = table->state == HOST_TABLE_DAMAGED;
    if (words->is_damaged) {
        text_putf(&words->text, "  CANNOT BE PLAYED AGAIN: line %d, %s; all before it is good", table->line,
                  table->why);
        return;
    }
    text_putf(&words->text, "  %s%s, %d seated", table->game, table->state == HOST_TABLE_LOBBY ? " (not begun)" : "",
              table->seats);
    if (table->state != HOST_TABLE_ASIDE)
        text_putf(&words->text, ", opened by %s",
                  table->opener && table->opener[0] ? table->opener : "somebody who is gone");
}

/* False: no host has it. It is asked for each table alone, so that thousands take no turn of the loop for themselves. */
static bool ask_host(const struct order *order, const struct store_table *table, struct words *words)
{
    struct host_table known = {.number = table->table, .network = table->network, .room = table->room};
    return order_place(order)->host && host_look_at(order_place(order)->host, &known, put_words, words);
}

/* Why nobody plays there. */
static void put_reason(const struct order *order, const struct store_table *table, struct text *out)
{
    char bytes[1];
    struct text nothing = text_over(bytes, sizeof bytes);
    const struct networks *networks = order_place(order)->networks;
    if (table->state == STORE_IN_PLAY && networks)
        text_put(out, networks_have(networks, table->network, &nothing) ? "  is not brought back yet"
                                                                        : "  waits: its network is not configured");
}

/* ---- tables list ---- */

static void list_table(void *arg, const struct store_table *table)
{
    struct order *order = arg;
    char began[DATE_BYTES], last[DATE_BYTES], bytes[WORDS_BYTES];
    struct words words = {.text = text_over(bytes, sizeof bytes)};
    if (!ask_host(order, table, &words))
        put_reason(order, table, &words.text);
    put_date(table->began, began);
    put_date(table->last, last);
    order_put(order, "%" PRId64 "  %s  %s %s  %" PRId64 " lines, %" PRId64 " bytes  began %s, last line %s%s",
              table->table, state_words(table->state), table->network, table->room, table->lines, table->bytes, began,
              last, bytes);
    order->seen++;
}

static void list_damaged(void *arg, int64_t table)
{
    struct order *order = arg;
    order_put(order, "%" PRId64 "  DAMAGED: the database cannot be read there; storage.md says what to do", table);
    order->seen++;
}

static void list_on(void *arg);

static void list_done(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    order->end = *end;
    if (end->result != STORE_OK)
        order_refuse(order, "The tables cannot be read: %s", store_result_text(end->result));
    else if (!end->is_last && !order_is_gone(order))
        order_when_empty(order, list_on);
    else {
        if (order->seen == 0)
            order_put(order, "There are no tables.");
        order_end(order, 0);
    }
}

static void list_on(void *arg)
{
    struct order *order = arg;
    struct store_listing listing = {.states = order->states,
                                    .after_table = order->end.table,
                                    .most = TABLES_A_TIME,
                                    .table = list_table,
                                    .damaged = list_damaged,
                                    .done = list_done,
                                    .arg = order};
    store_list(order_place(order)->store, &listing);
}

void order_tables_list(struct order *order)
{
    bool wants_all = strcmp(order->rest, "all") == 0;
    if (order->rest[0] && !wants_all) {
        order_refuse_words(order);
        return;
    }
    order->states = STORE_IN_PLAY | STORE_ASIDE | (wants_all ? STORE_ENDED : 0);
    list_on(order);
}

/* ---- one table ---- */

static void keep_table(void *arg, const struct store_table *table)
{
    struct order *order = arg;
    order->table = *table;
    snprintf(order->network, sizeof order->network, "%s", table->network);
    snprintf(order->room, sizeof order->room, "%s", table->room);
    order->table.network = order->network;
    order->table.room = order->room;
    order->seen++;
}

static void keep_damaged(void *arg, int64_t table)
{
    struct order *order = arg;
    order->seen -= table == order->table.table;
}

static void find_table(struct order *order, int64_t number, store_read_done *found)
{
    order->table.table = number;
    struct store_listing listing = {.states = STORE_IN_PLAY | STORE_ASIDE | STORE_ENDED,
                                    .after_table = number - 1,
                                    .most = 1,
                                    .table = keep_table,
                                    .damaged = keep_damaged,
                                    .done = found,
                                    .arg = order};
    order->end.table = number; /* the one that was asked for: the first behind may be another one */
    store_list(order_place(order)->store, &listing);
}

/* Finds the table that the order names first, then `found` goes on; else the order is refused. Behind the number it has
   `numbers` more, which are left in the rest. */
static void with_table(struct order *order, int numbers, store_read_done *found)
{
    int64_t number = order_take_number(order);
    if (number <= 0 || (numbers == 0 && order->rest[0])) {
        order_refuse_words(order);
        return;
    }
    find_table(order, number, found);
}

/* False: the order has ended with the reason. */
static bool has_table(struct order *order, const struct store_read_end *end)
{
    int64_t wanted = order->end.table;
    if (order_is_late(order))
        order_refuse(order, "This tabletalk is ending, so nothing was done. Ask again in a moment.");
    else if (end->result != STORE_OK)
        order_refuse(order, "The table cannot be read: %s", store_result_text(end->result));
    else if (order->seen < 0)
        order_refuse(order, "The database cannot be read where table %" PRId64 " lies; storage.md says what to do.",
                     wanted);
    else if (order->seen == 0 || order->table.table != wanted)
        order_refuse(order, "There is no table %" PRId64 "; tabletalk tables list all shows those there are.", wanted);
    else
        return true;
    return false;
}

/* ---- tables show ---- */

/* Without its hashes, which say nothing to anybody and are long. */
static void put_without_hashes(const char *line, struct text *out)
{
    enum { HASH_DIGITS = 64 };
    while (*line) {
        size_t length = strcspn(line, " ");
        const char *value = memchr(line, '=', length);
        if (!value || length - (size_t)(value + 1 - line) != HASH_DIGITS) {
            text_put(out, out->length > 0 ? " " : "");
            text_put_bytes(out, line, (int)length);
        }
        line += length + (line[length] == ' ');
    }
}

static void show_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    static const char *const open_kinds[] = {"record ", "room ",   "unroom ", "option ", "sit ",   "unsit ",
                                             "away ",   "back ",   "kick ",   "name ",   "claim ", "bind ",
                                             "aside ",  "resume ", "repair ", "reveal ", "end "};
    char bytes[512];
    (void)table;
    for (size_t i = 0; i < sizeof open_kinds / sizeof *open_kinds; i++) {
        struct text text = text_over(bytes, sizeof bytes);
        if (strncmp(line, open_kinds[i], strlen(open_kinds[i])) != 0)
            continue;
        put_without_hashes(line, &text);
        order_put(arg, "%" PRId64 "  %s", seq, bytes);
    }
}

static void show_person(void *arg, int64_t table, const struct store_person *person)
{
    (void)table;
    order_put(arg, "person %d  %s on %s, key %s", person->number, person->name, person->network, person->key);
}

static void read_beside(struct order *order, store_person_visitor *person, store_line_visitor *line,
                        store_damage_visitor *damaged, store_read_done *done)
{
    struct store_reading reading = {.only = order->table.table,
                                    .after_table = order->end.table,
                                    .after_seq = order->end.seq,
                                    .most = LINES_A_TIME,
                                    .line = line,
                                    .beside.person = person,
                                    .damaged = damaged,
                                    .done = done,
                                    .arg = order};
    store_read(order_place(order)->store, &reading);
}

static void read_on(struct order *order, store_line_visitor *line, store_damage_visitor *damaged, store_read_done *done)
{
    read_beside(order, NULL, line, damaged, done);
}

static void say_damaged(void *arg, int64_t table)
{
    (void)table;
    order_put(arg, "DAMAGED: from here on the database cannot be read");
}

static void show_on(void *arg);

static void show_done(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    order->end = *end;
    if (end->result != STORE_OK)
        order_refuse(order, "The record cannot be read: %s", store_result_text(end->result));
    else if (end->is_last || order_is_gone(order))
        order_end(order, 0);
    else
        order_when_empty(order, show_on);
}

static void show_on(void *arg)
{
    read_beside(arg, show_person, show_line, say_damaged, show_done);
}

static void show_found(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    if (!has_table(order, end))
        return;
    list_table(order, &order->table);
    order->end = (struct store_read_end){.table = 0};
    show_on(order);
}

void order_tables_show(struct order *order)
{
    with_table(order, 0, show_found);
}

/* ---- tables export ---- */

static void order_keep(struct order *order, const char *line)
{
    order->lines = realloc(order->lines, (size_t)(order->line_count + 1) * sizeof *order->lines);
    check(order->lines);
    order->lines[order->line_count] = strdup(line);
    check(order->lines[order->line_count++]);
}

static void export_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct order *order = arg;
    (void)table;
    order_put(order, "%s", line);
    for (int i = 0; i < order->line_count && seq == 1; i++)
        order_put(order, "%s", order->lines[i]);
}

/* Persons come before the first line, and a record begins with a line of its own. */
static void export_person(void *arg, int64_t table, const struct store_person *person)
{
    struct order *order = arg;
    char bytes[PERSON_LINE];
    struct text line = text_over(bytes, sizeof bytes);
    (void)table;
    person_put_line(person, &line);
    order_keep(order, bytes);
}

static void note_damaged(void *arg, int64_t table)
{
    struct order *order = arg;
    (void)table;
    order->seen = -1;
}

static void export_on(void *arg);

static void export_done(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    order->end = *end;
    if (end->result != STORE_OK)
        order_refuse(order, "The record cannot be read: %s", store_result_text(end->result));
    else if (order->seen < 0)
        order_refuse(order, "The database is damaged there: the record is not whole.");
    else if (end->is_last || order_is_gone(order))
        order_end(order, 0);
    else
        order_when_empty(order, export_on);
}

static void export_on(void *arg)
{
    read_beside(arg, export_person, export_line, note_damaged, export_done);
}

static void export_found(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    if (!has_table(order, end))
        return;
    order->end = (struct store_read_end){.table = 0};
    export_on(order);
}

void order_tables_export(struct order *order)
{
    with_table(order, 0, export_found);
}

/* ---- tables end, tables repair ---- */

static void on_written(void *arg, enum store_result result)
{
    struct order *order = arg;
    if (result != STORE_OK) {
        order_refuse(order, "%s", store_result_text(result));
        return;
    }
    const struct orders_place *place = order_place(order);
    if (order->states && place->host && host_read_again(place->host, order->table.table, loop_now(place->loop)))
        order_put(order,
                  "Table %" PRId64 " is repaired and read again; tabletalk tables show %" PRId64 " says how it is.",
                  order->table.table, order->table.table);
    else if (order->states)
        order_put(order, "Table %" PRId64 " is repaired; it goes on when its network is there.", order->table.table);
    else
        order_put(order, "Table %" PRId64 " is over.", order->table.table);
    order_end(order, 0);
}

/* The line that repairs the record; NULL: it ends. */
static void write_line(struct order *order, const char *repair)
{
    struct store_append append = {.table = order->table.table,
                                  .first_seq = order->table.lines + 1,
                                  .lines = &repair,
                                  .count = repair != NULL,
                                  .ends = !repair,
                                  .leaves = repair != NULL};
    order->states = repair ? STORE_ASIDE : 0; /* for what is said then */
    store_write(order_place(order)->store, &append, on_written, order);
}

/* The host ends a table in its turn, and cannot while the disk fails: so the store says when it is over. */
static void look_whether_over(void *arg);

static void over_found(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    if (!has_table(order, end))
        return;
    if (order->table.state == STORE_ENDED) {
        order_put(order, "Table %" PRId64 " is over.", order->table.table);
        order_end(order, 0);
    } else if (++order->looks == LOOKS_MOST)
        order_refuse(order,
                     "Table %" PRId64 " could not be ended within %d seconds. If the log says save-failed, look at the "
                     "disk, then try again.",
                     order->table.table, LOOKS_MOST * LOOK_MS / 1000);
    else
        loop_timer_set(&order->wait, LOOK_MS);
}

static void look_whether_over(void *arg)
{
    struct order *order = arg;
    order->seen = 0;
    find_table(order, order->table.table, over_found);
}

static void end_found(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    const struct orders_place *place = order_place(order);
    char bytes[WORDS_BYTES];
    struct words words = {.text = text_over(bytes, sizeof bytes)};
    if (!has_table(order, end))
        return;
    if (order->table.state == STORE_ENDED)
        order_refuse(order, "Table %" PRId64 " is over already.", order->table.table);
    else if (!ask_host(order, &order->table, &words))
        write_line(order, NULL); /* nobody has its table, so no line of it can be written */
    else if (host_end_table(place->host, order->table.table, "my admin", loop_now(place->loop))) {
        loop_timer_init(&order->wait, place->loop, look_whether_over, order);
        loop_timer_set(&order->wait, LOOK_MS);
    } else
        order_refuse(order, "Table %" PRId64 " is gone by now.", order->table.table);
}

void order_tables_end(struct order *order)
{
    with_table(order, 0, end_found);
}

static void keep_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    (void)table;
    (void)seq;
    order_keep(arg, line);
}

static void repair_on(void *arg);

static void repair_read(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    char bytes[REPAIR_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    order->end = *end;
    if (end->result != STORE_OK)
        order_refuse(order, "The record cannot be read: %s", store_result_text(end->result));
    else if (order->seen < 0)
        order_refuse(order, "The database is damaged there: what cannot be read cannot be repaired.");
    else if (!end->is_last)
        repair_on(order);
    else if (!record_repair((const char *const *)order->lines, order->line_count, (int)order->repair_to, &line))
        order_refuse(order, "Line %" PRId64 " does not end in a hash, so it is not good. Name one before it.",
                     order->repair_to);
    else
        write_line(order, bytes);
}

static void repair_on(void *arg)
{
    read_on(arg, keep_line, note_damaged, repair_read);
}

static void repair_found(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    if (!has_table(order, end))
        return;
    char bytes[WORDS_BYTES];
    struct words words = {.text = text_over(bytes, sizeof bytes)};
    int64_t to = order_take_number(order);
    if (to <= 0 || to > order->table.lines || order->rest[0])
        order_refuse(order,
                     "Name the last line that is good, from 1 to %" PRId64 ": tabletalk tables repair %" PRId64 " LINE",
                     order->table.lines, order->table.table);
    else if (order->table.state == STORE_ENDED)
        order_refuse(order, "Table %" PRId64 " is over.", order->table.table);
    else if (ask_host(order, &order->table, &words) && !words.is_damaged)
        order_refuse(order, "Table %" PRId64 " is in play or can be: nothing has to be repaired.", order->table.table);
    else {
        order->repair_to = to;
        order->end = (struct store_read_end){.table = 0};
        repair_on(order);
    }
}

void order_tables_repair(struct order *order)
{
    with_table(order, 1, repair_found);
}

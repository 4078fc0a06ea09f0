/* One order of an admin while it is carried out; and the orders about tables. */
#include "order.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "daily.h"
#include "host.h"
#include "record.h"
#include "seal.h"
#include "store.h"
#include "store_read.h"
#include "tables.h"
#include "text.h"

enum { ORDER_USAGE = 2 };

struct order *order_new(struct order_book *orders, void *call, const char *line)
{
    struct order *order = calloc(1, sizeof *order);
    check(order);
    order->orders = orders;
    order->call = call;
    order->line = strdup(line);
    check(order->line);
    order->next = orders->first;
    orders->first = order;
    return order;
}

void order_free(struct order *order)
{
    struct order **link = &order->orders->first;
    while (*link != order)
        link = &(*link)->next;
    *link = order->next;
    free(order->line);
    if (order->secret)
        sodium_memzero(order->secret, strlen(order->secret));
    free(order->secret);
    for (int i = 0; i < order->line_count; i++)
        free(order->lines[i]);
    free(order->lines);
    free(order);
}

void order_end(struct order *order, int status)
{
    const struct order_reader *reader = order_place(order)->reader;
    void *call = order->call;
    order_free(order);
    reader->end(call, status);
}

const struct order_surroundings *order_place(const struct order *order)
{
    return &order->orders->place;
}

__attribute__((format(printf, 3, 0))) static void put_line(struct order *order, bool is_error,
                                                           const char *format, va_list args)
{
    char *line = NULL;
    check(vasprintf(&line, format, args) >= 0);
    size_t room = strlen(line) + 1;
    char *bytes = malloc(room);
    check(bytes);
    struct text clean = text_over(bytes, room);
    text_put_shown(&clean, line); /* people choose their names, and the line goes to a terminal */
    order_place(order)->reader->put(order->call, is_error, bytes);
    free(bytes);
    free(line);
}

void order_put(struct order *order, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_line(order, false, format, args);
    va_end(args);
}

/* for a file; the others are cleaned for a terminal */
static void order_put_exactly(struct order *order, const char *line)
{
    order_place(order)->reader->put(order->call, false, line);
}

void order_put_lines(struct order *order, const char *lines)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        order_put(order, "%.*s", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

void order_refuse(struct order *order, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_line(order, true, format, args);
    va_end(args);
    order_end(order, 1);
}

void order_misuse(struct order *order, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_line(order, true, format, args);
    va_end(args);
    order_end(order, ORDER_USAGE);
}

void order_refuse_words(struct order *order)
{
    const struct order_verb *verb = order->verb;
    order_misuse(order, "It goes like this: tabletalk %s%s%s%s%s", verb->words,
                 verb->arguments[0] ? " " : "", verb->arguments, verb->hint ? "; " : "",
                 verb->hint ? verb->hint : "");
}

int64_t order_take_number(struct order *order)
{
    char *end;
    errno = 0;
    long long number = strtoll(order->rest, &end, 10);
    bool is_one = end != order->rest && (*end == '\0' || *end == ' ') && number >= 0 && errno == 0;
    order->rest = end + strspn(end, " ");
    return is_one ? number : -1;
}

static void order_when_empty(struct order *order, void (*fn)(void *order))
{
    order_place(order)->reader->when_empty(order->call, fn, order);
}

/* The program ends: begin nothing new. */
static bool order_is_late(const struct order *order)
{
    return order->orders->is_leaving;
}

static bool order_is_gone(const struct order *order)
{
    return order_place(order)->reader->is_gone(order->call);
}

/* ---- orders about tables ---- */

/* The store has the list of tables; the host knows more about tables in play. Only `export` shows
   secrets: that is its purpose. */

enum { TABLES_A_TIME = 64, LINES_A_TIME = 64, DATE_BYTES = 24, WORDS_BYTES = 400 };

/* Of a list: how many tables if nothing is said, the most that can be said, and how far those
   left over are counted. */
enum { LIMIT_USUAL = 50, LIMIT_MOST = 1000000, COUNT_MOST = 100000 };

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
        text_putf(&words->text, "  CANNOT BE PLAYED AGAIN: line %d, %s; all before it is good",
                  table->line, table->why);
        return;
    }
    text_putf(&words->text, "  %s%s, %d seated", table->game,
              table->state == HOST_TABLE_LOBBY ? " (not begun)" : "", table->seats);
    if (table->state != HOST_TABLE_ASIDE)
        text_putf(&words->text, ", opened by %s",
                  table->opener && table->opener[0] ? table->opener : "somebody who is gone");
}

/* False if no host has the table. One table at a time, so that thousands of tables do not hold up
   the loop. */
static bool ask_host(const struct order *order, const struct store_table *table,
                     struct words *words)
{
    struct host_table known = {
        .number = table->table, .network = table->network, .room = table->room};
    return order_place(order)->host &&
           host_look_at(order_place(order)->host, &known, put_words, words);
}

/* True if a host knows the table. `is_damaged`: the record cannot be replayed. */
static bool order_host_has(const struct order *order, bool *is_damaged)
{
    char bytes[WORDS_BYTES];
    struct words words = {.text = text_over(bytes, sizeof bytes)};
    bool has = ask_host(order, &order->table, &words);
    *is_damaged = words.is_damaged;
    return has;
}

/* Says why nobody plays at the table. */
static void put_reason(const struct order *order, const struct store_table *table, struct text *out)
{
    char bytes[1];
    struct text nothing = text_over(bytes, sizeof bytes);
    const struct order_surroundings *place = order_place(order);
    if (table->state == STORE_IN_PLAY && place->host)
        text_put(out, place->has_network(place->self, table->network, &nothing)
                          ? "  is not brought back yet"
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
    order_put(order,
              "%" PRId64 "  %s  %s %s  %" PRId64 " lines, %" PRId64
              " bytes  began %s, last line %s%s",
              table->table, state_words(table->state), table->network, table->room, table->lines,
              table->bytes, began, last, bytes);
    order->seen++;
}

static void list_damaged(void *arg, int64_t table)
{
    struct order *order = arg;
    order_put(order,
              "%" PRId64 "  DAMAGED: the database cannot be read there; storage.md says what to do",
              table);
    order->seen++;
}

static void list_on(void *arg);

/* And what to type for the next ones. */
static void put_left(struct order *order)
{
    int64_t left = order->end.left;
    char bytes[WORDS_BYTES];
    struct text words = text_over(bytes, sizeof bytes);
    text_put(&words, left > COUNT_MOST ? "more than " : "");
    if (left > 0)
        text_putf(&words, "%" PRId64 " ", left > COUNT_MOST ? COUNT_MOST : left);
    text_putf(&words, "more: tabletalk tables list%s", order->states & STORE_ENDED ? " all" : "");
    if (order->limit != LIMIT_USUAL)
        text_putf(&words, " --limit %" PRId64, order->limit);
    order_put(order, "%s --before %" PRId64, bytes, order->end.table);
}

static void list_done(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    order->end = *end;
    if (end->result != STORE_OK)
        order_refuse(order, "The tables cannot be read: %s", store_result_text(end->result));
    else if (!end->is_last && order->seen < order->limit && !order_is_gone(order))
        order_when_empty(order, list_on);
    else {
        if (order->seen == 0 && order->before == INT64_MAX)
            order_put(order, "There are no tables.");
        else if (order->seen == 0)
            order_put(order, "There are no tables with numbers below %" PRId64 ".", order->before);
        if (!end->is_last)
            put_left(order);
        order_end(order, 0);
    }
}

static void list_on(void *arg)
{
    struct order *order = arg;
    int64_t wanted = order->limit - order->seen;
    bool is_rest = wanted <= TABLES_A_TIME;
    struct store_listing listing = {.states = order->states,
                                    .before_table = order->end.table,
                                    .most = is_rest ? (int)wanted : TABLES_A_TIME,
                                    .count_most = is_rest ? COUNT_MOST + 1 : 0,
                                    .table = list_table,
                                    .damaged = list_damaged,
                                    .done = list_done,
                                    .arg = order};
    store_list(order_place(order)->store, &listing);
}

/* Takes the word if it comes next. */
static bool take_list_word(struct order *order, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(order->rest, word, length) != 0 ||
        (order->rest[length] && order->rest[length] != ' '))
        return false;
    order->rest += length + strspn(order->rest + length, " ");
    return true;
}

void order_tables_list(struct order *order)
{
    order->states = STORE_IN_PLAY | STORE_ASIDE;
    order->limit = LIMIT_USUAL;
    order->before = INT64_MAX;
    while (order->rest[0]) {
        if (take_list_word(order, "all"))
            order->states |= STORE_ENDED;
        else if (take_list_word(order, "--limit"))
            order->limit = order_take_number(order);
        else if (take_list_word(order, "--before"))
            order->before = order_take_number(order);
        else {
            order_refuse_words(order);
            return;
        }
        if (order->limit < 1 || order->limit > LIMIT_MOST) {
            order_misuse(order, "--limit takes a number from 1 to %d: so many tables are listed.",
                         LIMIT_MOST);
            return;
        }
        if (order->before < 1) {
            order_misuse(
                order,
                "--before takes the number of a table, from 1: tables with smaller numbers are listed.");
            return;
        }
    }
    order->end.table = order->before;
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

static void order_find_table(struct order *order, int64_t number, store_read_done *found)
{
    order->table.table = number;
    struct store_listing listing = {.states = STORE_IN_PLAY | STORE_ASIDE | STORE_ENDED,
                                    .after_table = number - 1,
                                    .most = 1,
                                    .table = keep_table,
                                    .damaged = keep_damaged,
                                    .done = found,
                                    .arg = order};
    order->end.table = number; /* remembers the number: the next table found may have another one */
    store_list(order_place(order)->store, &listing);
}

/* The order names it first. Calls `found`, or refuses. Leaves `numbers` further numbers in
   `rest`. */
static void order_with_table(struct order *order, int numbers, store_read_done *found)
{
    int64_t number = order_take_number(order);
    if (number <= 0 || (numbers == 0 && order->rest[0])) {
        order_refuse_words(order);
        return;
    }
    order_find_table(order, number, found);
}

/* Call it first in `found`. False if the order has been refused. */
static bool order_has_table(struct order *order, const struct store_read_end *end)
{
    int64_t wanted = order->end.table;
    if (order_is_late(order))
        order_refuse(order,
                     "This tabletalk is ending, so nothing was done. Ask again in a moment.");
    else if (end->result != STORE_OK)
        order_refuse(order, "The table cannot be read: %s", store_result_text(end->result));
    else if (order->seen < 0)
        order_refuse(order,
                     "The database cannot be read where table %" PRId64
                     " lies; storage.md says what to do.",
                     wanted);
    else if (order->seen == 0 || order->table.table != wanted)
        order_refuse(order,
                     "There is no table %" PRId64
                     "; tabletalk tables list all shows those there are.",
                     wanted);
    else
        return true;
    return false;
}

/* ---- tables show ---- */

/* Leaves out hashes: they are long and say nothing to people. */
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
    static const char *const open_kinds[] = {"record ", "room ", "unroom ", "option ", "sit ",
                                             "unsit ",  "away ", "back ",   "kick ",   "name ",
                                             "claim ",  "bind ", "aside ",  "resume ", "repair ",
                                             "reveal ", "end "};
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
    if (!person->key[0])
        order_put(arg, "person %d  forgotten, on %s", person->number, person->network);
    else
        order_put(arg, "person %d  %s on %s, key %s", person->number, person->name, person->network,
                  person->key);
}

static void note_secret(void *arg, int64_t table, const char *secret)
{
    struct order *order = arg;
    (void)table;
    free(order->secret);
    order->secret = strdup(secret);
    check(order->secret);
}

static store_line_visitor export_line;

/* After order->end. `person` may be NULL. */
static void order_read(struct order *order, store_person_visitor *person, store_line_visitor *line,
                       store_damage_visitor *damaged, store_read_done *done)
{
    struct store_reading reading = {
        .only = order->table.table,
        .after_table = order->end.table,
        .after_seq = order->end.seq,
        .most = LINES_A_TIME,
        .line = line,
        .beside = {.secret = line == export_line ? note_secret : NULL, .person = person},
        .damaged = damaged,
        .done = done,
        .arg = order};
    store_read(order_place(order)->store, &reading);
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
    order_read(arg, show_person, show_line, say_damaged, show_done);
}

static void show_found(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    if (!order_has_table(order, end))
        return;
    list_table(order, &order->table);
    order->end = (struct store_read_end){.table = 0};
    show_on(order);
}

void order_tables_show(struct order *order)
{
    order_with_table(order, 0, show_found);
}

/* ---- tables export ---- */

/* into order->lines */
static void order_keep(struct order *order, const char *line)
{
    order->lines = realloc(order->lines, (size_t)(order->line_count + 1) * sizeof *order->lines);
    check(order->lines);
    order->lines[order->line_count] = strdup(line);
    check(order->lines[order->line_count++]);
}

/* The secret of a daily deal is no line of its record, which ends while others may be at it. */
static bool is_shown_beside(const struct order *order, const char *line)
{
    enum { DAY_S = 24 * 3600 };
    int day = seal_day_of(line);
    return day && order->table.state == STORE_ENDED && order->secret &&
           time(NULL) / DAY_S >= day + DAILY_OPEN_DAYS;
}

static void export_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct order *order = arg;
    char beside[SEAL_SECRET_HEX + 32];
    (void)table;
    order_put_exactly(order, line);
    if (is_shown_beside(order, line)) {
        snprintf(beside, sizeof beside, "@secret value=%s", order->secret);
        order_put_exactly(order, beside);
    }
    for (int i = 0; i < order->line_count && seq == 1; i++)
        order_put_exactly(order, order->lines[i]);
}

/* The store tells persons first, but an export begins with the record's first line. */
static void export_person(void *arg, int64_t table, const struct store_person *person)
{
    struct order *order = arg;
    char bytes[PERSON_LINE];
    struct text line = text_over(bytes, sizeof bytes);
    (void)table;
    if (!person->key[0])
        return; /* forgotten: the reader of the record sees the number alone */
    record_person_put_line(person, &line);
    order_keep(order, bytes);
}

/* sets order->seen to -1 */
static void order_note_damaged(void *arg, int64_t table)
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
    order_read(arg, export_person, export_line, order_note_damaged, export_done);
}

static void export_found(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    if (!order_has_table(order, end))
        return;
    order->end = (struct store_read_end){.table = 0};
    export_on(order);
}

void order_tables_export(struct order *order)
{
    order_with_table(order, 0, export_found);
}

/* ---- orders that change a table ---- */

enum { REPAIR_BYTES = 256, LOOK_MS = 20, LOOKS_MOST = 250 };

/* The host may be reading the record now, and would miss a line that is added. */
static bool is_read_now(const struct order *order)
{
    const struct host *host = order_place(order)->host;
    return host && host_is_reading(host);
}

static void refuse_for_now(struct order *order)
{
    order_refuse(
        order, "Tables are still being brought back, so nothing was done. Ask again in a moment.");
}

static void on_written(void *arg, enum store_result result)
{
    struct order *order = arg;
    if (result != STORE_OK) {
        order_refuse(order, "%s", store_result_text(result));
        return;
    }
    const struct order_surroundings *place = order_place(order);
    if (order->states && place->host &&
        host_read_again(place->host, order->table.table, place->now(place->self)))
        order_put(order,
                  "Table %" PRId64 " is repaired and read again; tabletalk tables show %" PRId64
                  " says how it is.",
                  order->table.table, order->table.table);
    else if (order->states)
        order_put(order, "Table %" PRId64 " is repaired; it goes on when its network is there.",
                  order->table.table);
    else
        order_put(order, "Table %" PRId64 " is over.", order->table.table);
    order_end(order, 0);
}

static void write_line(struct order *order, const char *repair)
{
    struct store_append append = {.table = order->table.table,
                                  .first_seq = order->table.lines + 1,
                                  .lines = &repair,
                                  .count = repair != NULL,
                                  .ends = !repair,
                                  .leaves = repair != NULL};
    order->states = repair ? STORE_ASIDE : 0; /* selects the words of the answer */
    store_write(order_place(order)->store, &append, on_written, order);
}

/* The host ends a table later, and not while the disk fails: so this order asks the store
   whether the table is over. */
static void look_later(struct order *order);

static void over_found(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    if (!order_has_table(order, end))
        return;
    if (order->table.state == STORE_ENDED) {
        order_put(order, "Table %" PRId64 " is over.", order->table.table);
        order_end(order, 0);
    } else if (++order->looks == LOOKS_MOST)
        order_refuse(
            order,
            "Table %" PRId64
            " could not be ended within %d seconds. If the log says save-failed, look at the "
            "disk, then try again.",
            order->table.table, LOOKS_MOST * LOOK_MS / 1000);
    else
        look_later(order);
}

static void look_whether_over(struct order *order)
{
    order->seen = 0;
    order_find_table(order, order->table.table, over_found);
}

static void look_later(struct order *order)
{
    const struct order_surroundings *place = order_place(order);
    order->look = look_whether_over;
    place->look_in(place->self, LOOK_MS);
}

static void end_found(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    const struct order_surroundings *place = order_place(order);
    bool is_damaged;
    if (!order_has_table(order, end))
        return;
    if (order->table.state == STORE_ENDED)
        order_refuse(order, "Table %" PRId64 " is over already.", order->table.table);
    else if (is_read_now(order))
        refuse_for_now(order);
    else if (!order_host_has(order, &is_damaged))
        write_line(order, NULL); /* no host has the table, so no line of it is on its way */
    else if (host_end_table(place->host, order->table.table, "my admin", place->now(place->self)))
        look_later(order);
    else
        order_refuse(order, "Table %" PRId64 " is gone by now.", order->table.table);
}

void order_tables_end(struct order *order)
{
    order_with_table(order, 0, end_found);
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
        order_refuse(order,
                     "The database is damaged there: what cannot be read cannot be repaired.");
    else if (!end->is_last)
        repair_on(order);
    else if (!record_repair((const char *const *)order->lines, order->line_count,
                            (int)order->repair_to, &line))
        order_refuse(order,
                     "Line %" PRId64
                     " does not end in a hash, so it is not good. Name one before it.",
                     order->repair_to);
    else
        write_line(order, bytes);
}

static void repair_on(void *arg)
{
    order_read(arg, NULL, keep_line, order_note_damaged, repair_read);
}

static void repair_found(void *arg, const struct store_read_end *end)
{
    struct order *order = arg;
    if (!order_has_table(order, end))
        return;
    bool is_damaged;
    int64_t to = order_take_number(order);
    if (to < RECORD_OPENING || to > order->table.lines || order->rest[0])
        order_refuse(order,
                     "Name the last line that is good, from %d to %" PRId64
                     ": tabletalk tables repair %" PRId64 " LINE",
                     RECORD_OPENING, order->table.lines, order->table.table);
    else if (order->table.state == STORE_ENDED)
        order_refuse(order, "Table %" PRId64 " is over.", order->table.table);
    else if (is_read_now(order))
        refuse_for_now(order);
    else if (order_host_has(order, &is_damaged) && !is_damaged)
        order_refuse(order, "Table %" PRId64 " is in play or can be: nothing has to be repaired.",
                     order->table.table);
    else {
        order->repair_to = to;
        order->end = (struct store_read_end){.table = 0};
        repair_on(order);
    }
}

void order_tables_repair(struct order *order)
{
    order_with_table(order, 1, repair_found);
}

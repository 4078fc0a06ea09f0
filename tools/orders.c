/* Orders: see orders.h. An order is words; the rows of `verbs` say which function carries it out. Most of them wait for the
   store, so an order is an object that ends itself. Next: orders_tables.c, the orders about tables. */
#include "orders.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "control.h"
#include "host.h"
#include "loop.h"
#include "networks.h"
#include "orders_inside.h"
#include "prose.h"
#include "store.h"
#include "text.h"

enum { STATUS_BYTES = 64 * 1024, ANSWER_BYTES = 1024, ORDER_USAGE = 2, BAN_DAYS_MOST = 3650 };

struct orders {
    struct orders_place place;
    bool is_leaving;
    struct order *first; /* those that have not ended: at most as many as the control socket has clients */
};

/* ---- what every order can do ---- */

const struct orders_place *order_place(const struct order *order)
{
    return &order->orders->place;
}

__attribute__((format(printf, 3, 0))) static void put_line(struct order *order, bool is_error, const char *format,
                                                           va_list args)
{
    char *line = NULL;
    check(vasprintf(&line, format, args) >= 0);
    for (char *p = line; *p; p++) /* names are other people's, and this goes to a terminal */
        *p = (unsigned char)*p < ' ' || *p == 0x7f ? '?' : *p;
    if (order->call)
        control_put(order->call, is_error, line);
    else
        fprintf(is_error ? order->err : order->out, "%s%s\n", is_error ? "tabletalk: " : "", line);
    free(line);
}

void order_put(struct order *order, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_line(order, false, format, args);
    va_end(args);
}

void order_put_lines(struct order *order, const char *lines)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        order_put(order, "%.*s", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
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

static void free_order(struct order *order)
{
    loop_timer_stop(&order->wait);
    free(order->line);
    for (int i = 0; i < order->line_count; i++)
        free(order->lines[i]);
    free(order->lines);
    free(order);
}

void order_end(struct order *order, int status)
{
    struct order **link = &order->orders->first;
    while (*link != order)
        link = &(*link)->next;
    *link = order->next;
    if (order->call)
        control_end(order->call, status);
    else
        *order->status = status;
    free_order(order);
}

__attribute__((format(printf, 2, 3))) static void put_error(struct order *order, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_line(order, true, format, args);
    va_end(args);
}

void order_refuse(struct order *order, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put_line(order, true, format, args);
    va_end(args);
    order_end(order, 1);
}

void order_when_empty(struct order *order, void (*fn)(void *order))
{
    if (order->call)
        control_when_empty(order->call, fn, order);
    else
        fn(order);
}

bool order_is_late(const struct order *order)
{
    return order->orders->is_leaving;
}

bool order_is_gone(const struct order *order)
{
    return order->call && control_is_gone(order->call);
}

/* ---- the orders that are not about tables ---- */

static void count_state(void *arg, const struct host_table *table)
{
    int *counts = arg;
    counts[table->state]++;
}

static void order_status(struct order *order)
{
    const struct orders_place *place = order_place(order);
    int counts[HOST_TABLE_DAMAGED + 1] = {0};
    char *bytes = malloc(STATUS_BYTES);
    check(bytes);
    struct text text = text_over(bytes, STATUS_BYTES);
    host_each_table(place->host, count_state, counts);
    order_put(order, "tables: %d played, %d not begun, %d set aside, %d damaged", counts[HOST_TABLE_PLAYED],
              counts[HOST_TABLE_LOBBY], counts[HOST_TABLE_ASIDE], counts[HOST_TABLE_DAMAGED]);
    order_put(order, "everything heard is answered: %s", host_is_settled(place->host) ? "yes" : "no, something waits");
    networks_status(place->networks, &text);
    order_put_lines(order, bytes);
    if (text.cut)
        order_put(order, "(there is more)");
    free(bytes);
    order_end(order, 0);
}

static void order_discord(struct order *order)
{
    char words[ANSWER_BYTES], answer[ANSWER_BYTES];
    struct text text = text_over(answer, sizeof answer);
    snprintf(words, sizeof words, "leave %s", order->rest);
    bool done = networks_order(order_place(order)->networks, "discord", NULL, words, &text);
    if (!done) {
        order_refuse(order, "%s", answer);
        return;
    }
    order_put(order, "%s", answer);
    order_end(order, 0);
}

/* ---- bans ---- */

/* What the host says as it is typed here: tabletalk unban 3, and not !unban 3. */
static void answer_prose(struct order *order, const struct prose *prose, bool is_done)
{
    char bytes[ANSWER_BYTES];
    struct text answer = text_over(bytes, sizeof bytes);
    int at = 0;
    for (int i = 0; i < prose->span_count; i++) {
        const struct prose_span *span = &prose->spans[i];
        if (span->style != PROSE_COMMAND)
            continue;
        text_put_bytes(&answer, prose->text + at, span->at - at);
        text_put(&answer, "tabletalk ");
        at = span->at + 1;
    }
    text_put(&answer, prose->text + at);
    if (!is_done) {
        order_refuse(order, "%s", bytes);
        return;
    }
    order_put(order, "%s", bytes);
    order_end(order, 0);
}

/* The next word of the rest, which moves behind it; false if there is none, or it is too long. */
static bool take_word(const char **rest, char *out, size_t size)
{
    size_t length = strcspn(*rest, " ");
    bool fits = length > 0 && length < size;
    snprintf(out, size, "%.*s", fits ? (int)length : 0, *rest);
    *rest += length + strspn(*rest + length, " ");
    return fits;
}

/* NETWORK WHO [DAYS] */
static void order_ban(struct order *order)
{
    char network[HOST_NETWORK], who[HOST_SOURCE], bytes[ANSWER_BYTES];
    struct text known = text_over(bytes, sizeof bytes);
    struct prose answer;
    const struct orders_place *place = order_place(order);
    bool has_words = take_word(&order->rest, network, sizeof network) && take_word(&order->rest, who, sizeof who);
    int64_t days = order->rest[0] ? order_take_number(order) : 0;
    if (!has_words || order->rest[0] || days < 0 || days > BAN_DAYS_MOST) {
        order_refuse_words(order);
    } else if (!networks_have(place->networks, network, &known)) {
        order_refuse(order, "There is no network %s. There are: %s.", network, bytes);
    } else {
        struct host_ban_order ban = {.network = network, .who = who, .days = (int)days, .by = "my admin"};
        prose_clear(&answer);
        bool is_done = host_ban(place->host, &ban, &answer);
        answer_prose(order, &answer, is_done);
    }
}

static void order_unban(struct order *order)
{
    struct prose answer;
    prose_clear(&answer);
    bool is_done = host_unban(order_place(order)->host, order->rest, &answer);
    answer_prose(order, &answer, is_done);
}

static void put_ban(void *arg, const struct host_ban *ban)
{
    order_put(arg, "%d  %s  %s%s%s  by %s, %s", ban->number, ban->network, ban->name, ban->key[0] ? "  " : "", ban->key,
              ban->by, ban->until);
    ((struct order *)arg)->seen++;
}

static void order_bans(struct order *order)
{
    host_each_ban(order_place(order)->host, put_ban, order);
    if (order->seen == 0)
        order_put(order, "Nobody is banned.");
    order_end(order, 0);
}

/* ---- which orders there are ---- */

static const char numbers[] = "tabletalk tables list all shows the numbers";

static const struct verb {
    const char *words, *arguments;
    void (*run)(struct order *order);
    bool needs_host;
    const char *hint; /* where the arguments are found; or NULL */
} verbs[] = {
    {"status", "", order_status, true, NULL},
    {"tables list", "[all]", order_tables_list, false, NULL},
    {"tables show", "N", order_tables_show, false, numbers},
    {"tables end", "N", order_tables_end, false, numbers},
    {"tables repair", "N LINE", order_tables_repair, false,
     "tabletalk tables list says which line is the first bad one"},
    {"tables export", "N", order_tables_export, false, numbers},
    {"ban", "NETWORK WHO [DAYS]", order_ban, true,
     "NETWORK as in tabletalk status, WHO a name, $account, id or host:ADDRESS, DAYS up to 3650 or nothing for good"},
    {"unban", "WHO", order_unban, true, "tabletalk bans shows who is banned"},
    {"bans", "", order_bans, true, NULL},
    {"discord leave", "ID", order_discord, true, NULL},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static const struct verb *find_verb(const char *line, const char **rest)
{
    for (int i = 0; i < VERBS; i++) {
        size_t length = strlen(verbs[i].words);
        if (strncmp(line, verbs[i].words, length) != 0 || (line[length] && line[length] != ' '))
            continue;
        *rest = line + length + strspn(line + length, " ");
        return &verbs[i];
    }
    return NULL;
}

void order_refuse_words(struct order *order)
{
    const struct verb *verb = order->verb;
    put_error(order, "It goes like this: tabletalk %s%s%s%s%s", verb->words, verb->arguments[0] ? " " : "",
              verb->arguments, verb->hint ? "; " : "", verb->hint ? verb->hint : "");
    order_end(order, ORDER_USAGE);
}

static void refuse_unknown(struct order *order)
{
    char bytes[ANSWER_BYTES];
    struct text known = text_over(bytes, sizeof bytes);
    for (int i = 0; i < VERBS; i++)
        text_putf(&known, "%s%s%s%s", i ? ", " : "", verbs[i].words, verbs[i].arguments[0] ? " " : "",
                  verbs[i].arguments);
    put_error(order, "There is no such order. There are: %s.", bytes);
    order_end(order, ORDER_USAGE);
}

static void begin(struct order *order)
{
    const struct verb *verb = order->verb = find_verb(order->line, &order->rest);
    bool has_rest = verb && order->rest[0], needs_rest = verb && verb->arguments[0] && verb->arguments[0] != '[';
    if (!verb)
        refuse_unknown(order);
    else if (has_rest ? !verb->arguments[0] : needs_rest)
        order_refuse_words(order);
    else if (verb->needs_host && !order_place(order)->host)
        order_refuse(order,
                     "No tabletalk runs with this data folder, so there is nobody who could do that. Start it first.");
    else
        verb->run(order);
}

static struct order *order_new(struct orders *orders, const char *line)
{
    struct order *order = calloc(1, sizeof *order);
    check(order);
    order->orders = orders;
    order->line = strdup(line);
    check(order->line);
    order->next = orders->first;
    orders->first = order;
    return order;
}

void orders_hear(void *arg, struct control_call *call, const char *line)
{
    struct order *order = order_new(arg, line);
    order->call = call;
    begin(order);
}

int orders_run(struct orders *orders, const char *line, FILE *out, FILE *err)
{
    struct order *order = order_new(orders, line);
    int status = -1;
    order->out = out;
    order->err = err;
    order->status = &status;
    begin(order);
    while (orders->first) {
        struct pollfd wait = {.fd = store_fd(orders->place.store), .events = POLLIN};
        poll(&wait, 1, -1);
        store_dispatch(orders->place.store);
    }
    return status;
}

/* ---- life ---- */

struct orders *orders_new(const struct orders_place *place)
{
    struct orders *orders = calloc(1, sizeof *orders);
    check(orders);
    orders->place = *place;
    return orders;
}

void orders_leave(struct orders *orders)
{
    orders->place.host = NULL;
    orders->place.networks = NULL;
    orders->is_leaving = true;
}

void orders_free(struct orders *orders)
{
    if (!orders)
        return;
    while (orders->first) {
        struct order *order = orders->first;
        orders->first = order->next;
        free_order(order);
    }
    free(orders);
}

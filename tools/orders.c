/* See orders.h. An order is words; the rows of `verbs` name the function that carries it out.
   Most orders wait for the store, so an order is an object that ends itself (order.c). Next:
   orders_tables.c, the orders about tables. */
#include "orders.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "elsewhere.h"
#include "figures.h"
#include "heard.h"
#include "host.h"
#include "host_bans.h"
#include "host_robots.h"
#include "order.h"
#include "orders_standings.h"
#include "orders_tables.h"
#include "prose.h"
#include "store.h"
#include "tables.h"
#include "text.h"

enum { STATUS_BYTES = 64 * 1024, ANSWER_BYTES = 1024, BAN_DAYS_MOST = 3650 };

/* ---- orders that are not about tables ---- */

static void count_state(void *arg, const struct host_table *table)
{
    int *counts = arg;
    counts[table->state]++;
}

/* Passes every figure on, in JSON or in lines. */
static void put_figures(struct order *order, bool is_json)
{
    const struct orders_place *place = order_place(order);
    char *bytes = malloc(FIGURES_BYTES);
    struct figures *figures = figures_new();
    check(bytes);
    struct text text = text_over(bytes, FIGURES_BYTES);
    place->figures(place->self, figures);
    (is_json ? figures_write_json : figures_write_plain)(figures, &text);
    check(!text.cut);
    order_put_lines(order, bytes);
    figures_free(figures);
    free(bytes);
}

static void put_thoughts(struct order *order)
{
    struct host_thoughts thoughts;
    host_look_at_thoughts(order_place(order)->host, &thoughts);
    if (!thoughts.is_there)
        order_put(order, "robots: they don't think (robot_threads = 0)");
    else if (thoughts.hard_us == 0)
        order_put(order, "robots: what a move costs is known when some have thought");
    else
        order_put(
            order,
            "robots: a hard one thinks %.1f ms about a move, of processor time; %s fits %d ms%s",
            (double)thoughts.hard_us / 1000, thoughts.fitting, HOST_THOUGHT_MS,
            thoughts.is_low ? " (robots_cpu = low)" : "");
}

static void put_status(struct order *order)
{
    const struct orders_place *place = order_place(order);
    int counts[HOST_TABLE_DAMAGED + 1] = {0};
    char *bytes = malloc(STATUS_BYTES);
    check(bytes);
    struct text text = text_over(bytes, STATUS_BYTES);
    host_each_table(place->host, count_state, counts);
    order_put(order, "tables: %d played, %d not begun, %d set aside, %d damaged",
              counts[HOST_TABLE_PLAYED], counts[HOST_TABLE_LOBBY], counts[HOST_TABLE_ASIDE],
              counts[HOST_TABLE_DAMAGED]);
    order_put(order, "everything heard is answered: %s",
              host_is_settled(place->host) ? "yes" : "no, something waits");
    put_thoughts(order);
    place->status(place->self, &text);
    order_put_lines(order, bytes);
    if (text.cut)
        order_put(order, "(there is more)");
    free(bytes);
    order_put(order, "figures");
    put_figures(order, false);
}

/* [--json] */
static void order_status(struct order *order)
{
    bool is_json = strcmp(order->rest, "--json") == 0;
    if (!is_json && order->rest[0]) {
        order_refuse_words(order);
        return;
    }
    if (is_json)
        put_figures(order, true);
    else
        put_status(order);
    order_end(order, 0);
}

/* Passes an order on to the networks. */
static void order_network(struct order *order)
{
    const struct orders_place *place = order_place(order);
    char bytes[ANSWER_BYTES];
    struct text answer = text_over(bytes, sizeof bytes);
    if (!place->ask(place->self, order->line, &answer)) {
        order_refuse(order, "%s", bytes);
        return;
    }
    order_put(order, "%s", bytes);
    order_end(order, 0);
}

/* units.c hears the order where it means something. */
static void order_drain(struct order *order)
{
    order_refuse(
        order,
        "This process has no others to hand its networks over to: drain is for postgres_lease.");
}

/* ---- bans ---- */

/* Puts the host's words as an admin types them: tabletalk unban 3, not !unban 3. */
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

/* Takes the next word of `rest`. False if absent or too long. */
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
    bool has_words = take_word(&order->rest, network, sizeof network) &&
                     take_word(&order->rest, who, sizeof who);
    int64_t days = order->rest[0] ? order_take_number(order) : 0;
    if (!has_words || order->rest[0] || days < 0 || days > BAN_DAYS_MOST) {
        order_refuse_words(order);
    } else if (!place->has_network(place->self, network, &known) &&
               !host_network(place->host, network)) {
        order_refuse(order, "There is no network %s. There are: %s.", network, bytes);
    } else {
        struct host_ban_order ban = {
            .network = network, .who = who, .days = (int)days, .by = "my admin"};
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
    order_put(arg, "%d  %s  %s%s%s  by %s, %s", ban->number, ban->network, ban->name,
              ban->key[0] ? "  " : "", ban->key, ban->by, ban->until);
    ((struct order *)arg)->seen++;
}

static void order_bans(struct order *order)
{
    host_each_ban(order_place(order)->host, put_ban, order);
    if (order->seen == 0)
        order_put(order, "Nobody is banned.");
    order_end(order, 0);
}

/* ---- all orders ---- */

static const char numbers[] = "tabletalk tables list all shows the numbers";

static const struct orders_verb verbs[] = {
    {"status", "[--json]", order_status, true, NULL},
    {"drain", "", order_drain, true, NULL},
    {"tables list", "[all] [--limit N] [--before N]", order_tables_list, false, NULL},
    {"tables show", "N", order_tables_show, false, numbers},
    {"tables end", "N", order_tables_end, false, numbers},
    {"tables repair", "N LINE", order_tables_repair, false,
     "tabletalk tables list says which line is the first bad one"},
    {"tables export", "N", order_tables_export, false, numbers},
    {"erase", "NETWORK KEY", order_erase, false,
     "tabletalk tables show N names the network and the key of everybody at a table"},
    {"standings", "--rebuild", order_standings, false, NULL},
    {"ban", "NETWORK WHO [DAYS]", order_ban, true,
     "NETWORK as in tabletalk status, WHO a name, $account, id or host:ADDRESS, DAYS up to 3650 or nothing for good"},
    {"unban", "WHO", order_unban, true, "tabletalk bans shows who is banned"},
    {"bans", "", order_bans, true, NULL},
    {NULL, NULL, NULL, false, NULL},
};

static const struct orders_verb *find_verb(const struct orders_verb *verb, const char *line,
                                           const char **rest)
{
    for (; verb && verb->words; verb++) {
        size_t length = strlen(verb->words);
        if (strncmp(line, verb->words, length) != 0 || (line[length] && line[length] != ' '))
            continue;
        *rest = line + length + strspn(line + length, " ");
        return verb;
    }
    return NULL;
}

static void put_verbs(const struct orders_verb *verb, struct text *out)
{
    for (; verb && verb->words; verb++)
        text_putf(out, "%s%s%s%s", out->length > 0 ? ", " : "", verb->words,
                  verb->arguments[0] ? " " : "", verb->arguments);
}

static void refuse_unknown(struct order *order)
{
    char bytes[ANSWER_BYTES];
    struct text known = text_over(bytes, sizeof bytes);
    put_verbs(verbs, &known);
    put_verbs(order_place(order)->verbs, &known);
    order_misuse(order, "There is no such order. There are: %s.", bytes);
}

static void begin(struct order *order)
{
    const struct orders_place *place = order_place(order);
    const struct orders_verb *verb = find_verb(verbs, order->line, &order->rest);
    order->verb = verb = verb ? verb : find_verb(place->verbs, order->line, &order->rest);
    bool has_rest = verb && order->rest[0],
         needs_rest = verb && verb->arguments[0] && verb->arguments[0] != '[';
    if (!verb)
        refuse_unknown(order);
    else if (has_rest ? !verb->arguments[0] : needs_rest)
        order_refuse_words(order);
    else if ((verb->needs_host || !verb->run) && !place->host)
        order_refuse(
            order,
            "No tabletalk runs with this data folder, so there is nobody who could do that. Start it first.");
    else if (verb->run)
        verb->run(order);
    else
        order_network(order);
}

void orders_hear(struct orders *orders, void *call, const char *line)
{
    begin(order_new(orders, call, line));
}

void orders_look(struct orders *orders)
{
    for (struct order *order = orders->first, *next; order; order = next) {
        void (*look)(struct order *) = order->look;
        next = order->next;
        order->look = NULL;
        if (look)
            look(order);
    }
}

/* ---- beginning and end ---- */

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
    orders->is_leaving = true;
}

void orders_free(struct orders *orders)
{
    if (!orders)
        return;
    while (orders->first)
        order_free(orders->first);
    free(orders);
}

/* ---- when no process runs ---- */

struct streams {
    FILE *out, *err;
    int status;
};

static void put_stream(void *call, bool is_error, const char *line)
{
    const struct streams *streams = call;
    fprintf(is_error ? streams->err : streams->out, "%s%s\n", is_error ? "tabletalk: " : "", line);
}

static void end_stream(void *call, int status)
{
    ((struct streams *)call)->status = status;
}

static void go_on(void *call, void (*fn)(void *order), void *order)
{
    (void)call;
    fn(order);
}

static bool is_never_gone(void *call)
{
    (void)call;
    return false;
}

int orders_run(struct store *store, const struct orders_verb *network_verbs, const char *line,
               FILE *out, FILE *err)
{
    static const struct orders_reader reader = {put_stream, end_stream, go_on, is_never_gone};
    struct streams streams = {.out = out, .err = err, .status = -1};
    struct orders *orders = orders_new(
        &(struct orders_place){.store = store, .reader = &reader, .verbs = network_verbs});
    orders_hear(orders, &streams, line);
    while (orders->first) {
        struct pollfd wait = {.fd = store_fd(store), .events = POLLIN};
        poll(&wait, 1, -1);
        store_dispatch(store);
    }
    orders_free(orders);
    return streams.status;
}

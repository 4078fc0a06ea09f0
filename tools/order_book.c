/* The orders that an admin can give, and those that are under way. The rows of `verbs` name the
   function that carries one out. Most wait for the store, so an order is an object that ends itself
   (order.c). */
#include "order.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "elsewhere.h"
#include "figures.h"
#include "heard.h"
#include "host.h"
#include "host_admin.h"
#include "prose.h"
#include "replay.h"
#include "store.h"
#include "store_people.h"
#include "tables.h"
#include "text.h"

/* ---- erase: the host forgets somebody (host_admin.h) ---- */

/* Where no process runs, a host of this order's own does it, which has no network. Next:
   core/host/people/forget.c, the steps. */

struct erasing {
    struct order *order;
    struct host *own; /* NULL if a process runs */
    char network[HOST_NETWORK], key[HOST_KEY];
};

static void erased(void *arg, bool is_done, const char *waits_for)
{
    struct erasing *erasing = arg;
    struct order *order = erasing->order;
    if (is_done && *waits_for) {
        order_put(
            order,
            "Nothing is kept under the key %s on %s any more, but the wish itself, for processes that are away: what those "
            "of %s still have in memory goes when they are back, and the wish with it.",
            erasing->key, erasing->network, waits_for);
        order_end(order, 0);
    } else if (is_done) {
        order_put(
            order,
            "Nothing is kept under the key %s on %s any more. A key is written exactly as tabletalk tables show N "
            "names it. Older backups still hold what was.",
            erasing->key, erasing->network);
        order_end(order, 0);
    } else {
        order_refuse(
            order,
            "The disk takes nothing now. If the wish is noted, tabletalk goes on with it by itself; "
            "give the order again to be sure.");
    }
    if (erasing->own)
        host_free(erasing->own);
    free(erasing);
}

static bool take_words(const char *rest, struct erasing *out)
{
    size_t length = strcspn(rest, " ");
    const char *key = rest + length + strspn(rest + length, " ");
    bool fits = length > 0 && length < sizeof out->network && *key && strlen(key) < sizeof out->key;
    snprintf(out->network, sizeof out->network, "%.*s", fits ? (int)length : 0, rest);
    snprintf(out->key, sizeof out->key, "%s", fits ? key : "");
    return fits;
}

static void order_erase(struct order *order)
{
    const struct order_surroundings *place = order_place(order);
    struct erasing *erasing = calloc(1, sizeof *erasing);
    check(erasing);
    erasing->order = order;
    if (!take_words(order->rest, erasing)) {
        free(erasing);
        order_refuse_words(order);
        return;
    }
    if (!place->host)
        erasing->own = host_new(place->store, NULL, NULL);
    struct host *host = erasing->own ? erasing->own : place->host;
    bool is_read = !erasing->own || host_read_settings(host);
    if (is_read && host_erase(host, identity_of(erasing), erased, erasing))
        return;
    if (erasing->own)
        host_free(erasing->own);
    free(erasing);
    order_refuse(order, is_read ? "That is under way already, or too many are."
                                : "The settings cannot be read.");
}

/* ---- standings --rebuild ---- */

/* Outcomes are made again from the records that are kept, then all ratings from the outcomes. Only
   where no process runs: no line is written while it counts. */

static void recounted(void *arg, enum store_result result, const struct store_recount *count)
{
    struct order *order = arg;
    if (result != STORE_OK) {
        order_refuse(
            order,
            "The disk or the database does not let me count, so all ratings are as they were.");
        return;
    }
    order_put(order, "%" PRId64 " %s counted; ratings that follow from them: %" PRId64 ".",
              count->outcomes, count->outcomes == 1 ? "outcome" : "outcomes", count->ratings);
    if (count->differed > 0)
        order_put(order,
                  "Ratings that were wrong, absent or too many, and are right now: %" PRId64 ".",
                  count->differed);
    else
        order_put(order, "All ratings were right already.");
    order_end(order, 0);
}

static void put_rebuilt(struct order *order, const struct rebuilt *rebuilt)
{
    order_put(order, "%" PRId64 " %s played again, with %" PRId64 " finished %s.", rebuilt->records,
              rebuilt->records == 1 ? "record" : "records", rebuilt->outcomes,
              rebuilt->outcomes == 1 ? "game" : "games");
    if (rebuilt->absent > 0 || rebuilt->wrong > 0)
        order_put(order,
                  "Outcomes that were absent: %" PRId64
                  "; that were other than their record says: %" PRId64 ". They are right now.",
                  rebuilt->absent, rebuilt->wrong);
    if (rebuilt->unread > 0)
        order_put(
            order,
            "Records that were repaired or cannot be played again, so that their outcomes stay as they are: "
            "%" PRId64 ".",
            rebuilt->unread);
}

static void rebuild(struct order *order)
{
    struct store *store = order_place(order)->store;
    struct rebuilt rebuilt;
    rebuild_outcomes(store, &rebuilt);
    put_rebuilt(order, &rebuilt);
    if (rebuilt.result != STORE_OK)
        order_refuse(order, "The disk or the database does not let me go on: %s",
                     store_result_text(rebuilt.result));
    else
        store_recount(store, recounted, order);
}

static void order_standings(struct order *order)
{
    const struct order_surroundings *place = order_place(order);
    if (strcmp(order->rest, "--rebuild") != 0)
        order_refuse_words(order);
    else if (place->host)
        order_refuse(
            order,
            "No table could go on while I count, so stop tabletalk first and give the order again.");
    else
        rebuild(order);
}

/* ---- the book ---- */

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
    const struct order_surroundings *place = order_place(order);
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
    const struct order_surroundings *place = order_place(order);
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
    const struct order_surroundings *place = order_place(order);
    char bytes[ANSWER_BYTES];
    struct text answer = text_over(bytes, sizeof bytes);
    if (!place->ask(place->self, order->line, &answer)) {
        order_refuse(order, "%s", bytes);
        return;
    }
    order_put(order, "%s", bytes);
    order_end(order, 0);
}

/* holder.c hears the order where it means something. */
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
    const struct order_surroundings *place = order_place(order);
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
    order_put(arg, "%d  %s  %s%s%s  by %s, %s", ban->number, ban->who.network, ban->name,
              ban->who.key[0] ? "  " : "", ban->who.key, ban->by, ban->until);
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

static const struct order_verb verbs[] = {
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
    {"season", "MONTH NETWORK ROOM", order_season, false, NULL},
    {"ban", "NETWORK WHO [DAYS]", order_ban, true,
     "NETWORK as in tabletalk status, WHO a name, $account, id or host:ADDRESS, DAYS up to 3650 or nothing for good"},
    {"unban", "WHO", order_unban, true, "tabletalk bans shows who is banned"},
    {"bans", "", order_bans, true, NULL},
    {NULL, NULL, NULL, false, NULL},
};

static const struct order_verb *find_verb(const struct order_verb *verb, const char *line,
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

static void put_verbs(const struct order_verb *verb, struct text *out)
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
    const struct order_surroundings *place = order_place(order);
    const struct order_verb *verb = find_verb(verbs, order->line, &order->rest);
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

void order_book_hear(struct order_book *orders, void *call, const char *line)
{
    begin(order_new(orders, call, line));
}

void order_book_look(struct order_book *orders)
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

struct order_book *order_book_new(const struct order_surroundings *place)
{
    struct order_book *orders = calloc(1, sizeof *orders);
    check(orders);
    orders->place = *place;
    return orders;
}

void order_book_leave(struct order_book *orders)
{
    orders->place.host = NULL;
    orders->is_leaving = true;
}

void order_book_free(struct order_book *orders)
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

int order_book_run(struct store *store, const struct order_verb *network_verbs, const char *line,
                   FILE *out, FILE *err)
{
    static const struct order_reader reader = {put_stream, end_stream, go_on, is_never_gone};
    struct streams streams = {.out = out, .err = err, .status = -1};
    struct order_book *orders = order_book_new(
        &(struct order_surroundings){.store = store, .reader = &reader, .verbs = network_verbs});
    order_book_hear(orders, &streams, line);
    while (orders->first) {
        struct pollfd wait = {.fd = store_fd(store), .events = POLLIN};
        poll(&wait, 1, -1);
        store_dispatch(store);
    }
    order_book_free(orders);
    return streams.status;
}

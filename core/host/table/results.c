#include "results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bans.h"
#include "check.h"
#include "deal.h"
#include "games.h"
#include "host_state.h"
#include "input.h"
#include "links.h"
#include "outcome.h"
#include "pending.h"
#include "port.h"
#include "presence.h"
#include "record.h"
#include "room.h"
#include "seat.h"
#include "session.h"
#include "strings/again.def"
#include "tables.h"
#include "tell.h"
#include "text.h"

enum { BUCKETS = 1024, LINE_BYTES = 1024, SEATS = 16, TIDY_MS = 60 * 60 * 1000 };

static const int64_t lasts_ms = INT64_C(24) * 60 * 60 * 1000 * RESULT_DAYS;

_Static_assert((int)TABLE_SEATS < (int)SEATS, "a table and a seat make one number");

struct result {
    struct result *next; /* in the bucket of the person; the latest first */
    int64_t number;      /* of the table, and the seat */
    int64_t at;          /* by the wall clock */
    char network[HOST_NETWORK], key[HOST_KEY], game[HOST_NAME];
    char room[HOST_ROOM]; /* on the person's network; "" if none */
    int place, of;
};

struct results {
    struct result *buckets[BUCKETS];
    int count;
    struct pending *tellings;
    int64_t tidy_at; /* by the host's clock */
};

void results_init(struct host *host)
{
    host->results = calloc(1, sizeof *host->results);
    check(host->results);
}

static struct result **bucket_of(const struct host *host, struct identity who)
{
    return &host->results->buckets[host_bucket(who.network, who.key) % BUCKETS];
}

static void drop(struct host *host, const struct result *result)
{
    struct result **link = bucket_of(host, identity_of(result));
    while (*link != result)
        link = &(*link)->next;
    *link = result->next;
    free((void *)result);
    host->results->count--;
}

void results_fini(struct host *host)
{
    for (int i = 0; i < BUCKETS; i++)
        while (host->results->buckets[i])
            drop(host, host->results->buckets[i]);
    pending_orphan(&host->results->tellings);
    free(host->results);
}

static const struct result *numbered(const struct host *host, int64_t number)
{
    for (int i = 0; i < BUCKETS && host->results->count > 0; i++)
        for (const struct result *result = host->results->buckets[i]; result; result = result->next)
            if (result->number == number)
                return result;
    return NULL;
}

static void put(struct host *host, const struct result *result)
{
    struct result **link = bucket_of(host, identity_of(result)), *copy = malloc(sizeof *copy);
    check(copy);
    while (*link && (*link)->at > result->at)
        link = &(*link)->next;
    *copy = *result;
    copy->next = *link;
    *link = copy;
    host->results->count++;
}

/* ---- in the store ---- */

static void save(struct host *host, const struct result *result)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "result");
    record_put(&line, "network", result->network);
    record_put(&line, "key", result->key);
    record_put(&line, "game", result->game);
    if (*result->room)
        record_put(&line, "room", result->room);
    record_put_number(&line, "place", result->place);
    record_put_number(&line, "of", result->of);
    record_put_number(&line, "at", result->at);
    check(!line.cut);
    row_put(host, &results_row, result->number, bytes, NULL, NULL);
}

static void end(struct host *host, const struct result *result)
{
    row_put(host, &results_row, result->number, NULL, NULL, NULL);
    drop(host, result);
}

static bool read_result(void *arg, const struct record_line *line)
{
    struct result *result = arg;
    long long place, of, at;
    bool is_right = strcmp(line->kind, "result") == 0 &&
                    row_get(line, "network", result->network, sizeof result->network) &&
                    row_get(line, "key", result->key, sizeof result->key) &&
                    row_get(line, "game", result->game, sizeof result->game) &&
                    game_find(result->game) && record_get_number(line, "place", &place) &&
                    record_get_number(line, "of", &of) && record_get_number(line, "at", &at);
    if (is_right) {
        (void)row_get(line, "room", result->room, sizeof result->room);
        result->place = (int)place;
        result->of = (int)of;
        result->at = at;
    }
    return is_right;
}

static bool load(struct host *host, int64_t number, const char *value)
{
    struct result result = {.number = number};
    bool is_right = row_read_lines(value, read_result, &result) && result.at > 0;
    if (is_right)
        put(host, &result);
    return is_right;
}

void results_learn(struct host *host, int64_t number, const char *value)
{
    const struct result *known = numbered(host, number);
    if (value && !known)
        (void)load(host, number, value);
    else if (!value && known)
        drop(host, known);
}

static void forget(struct host *host, struct identity who)
{
    for (const struct result *result = *bucket_of(host, who), *next; result; result = next) {
        next = result->next;
        if (identity_is(identity_of(result), who))
            end(host, result);
    }
}

const struct row_kind results_row = {.prefix = "result.",
                                     .lost = "result-not-saved",
                                     .unread = "result-not-read",
                                     .load = load,
                                     .forget = forget};

static void tidy_bucket(struct host *host, int i)
{
    for (const struct result *result = host->results->buckets[i], *next; result; result = next) {
        next = result->next;
        if (result->at + lasts_ms <= host_wall(host))
            end(host, result);
    }
}

int64_t results_tidy(struct host *host)
{
    struct results *results = host->results;
    if (results->count == 0)
        return INT64_MAX;
    if (results->tidy_at > host->now)
        return results->tidy_at;
    for (int i = 0; i < BUCKETS; i++)
        tidy_bucket(host, i);
    results->tidy_at = host->now + TIDY_MS;
    return results->count > 0 ? results->tidy_at : INT64_MAX;
}

/* ---- a table is over ---- */

static int count_network(const struct host *host, const char *network)
{
    int count = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (const struct result *result = host->results->buckets[i]; result; result = result->next)
            count += strcmp(result->network, network) == 0;
    return count;
}

/* The oldest of the person's make room. False if the network has too many. */
static bool make_room(struct host *host, struct identity who)
{
    int kept = 0;
    for (const struct result *result = *bucket_of(host, who), *next; result; result = next) {
        next = result->next;
        if (identity_is(identity_of(result), who) && ++kept >= RESULTS_OF_ONE)
            end(host, result);
    }
    return count_network(host, who.network) < RESULTS_OF_NETWORK;
}

static bool was_away(const struct session *session, const struct seat *seat)
{
    return presence_counts(seat) && !seat->port->is_one_keyboard &&
           seat_key_lasts(seat->port, seat->key) &&
           (presence_is_out_of_reach(session, seat) ||
            presence_absent_at(session, seat) <= session->host->now);
}

static int place_of(const struct session *session, int seat)
{
    const struct playing *playing = session->playing;
    struct finished finished;
    int place = 1;
    if (game_match_length(session->game, &playing->rules, playing->seats) == 1) {
        outcome_take_finished(playing, session->game, 0, &finished);
        return finished.places[seat];
    }
    if (deal_match_winners(playing, session->game) >> seat & 1)
        return 1;
    for (int other = 0; other < playing->seats; other++)
        place += playing->wins[other] > playing->wins[seat] ||
                 (playing->wins[other] == playing->wins[seat] &&
                  playing->points[other] > playing->points[seat]);
    return place > 1 ? place : 2;
}

void results_make(const struct session *session)
{
    struct host *host = session->host;
    if (session->playing->lot.lesson || session_is_alone(session))
        return;
    for (int i = 0; i < session->seat_count; i++) {
        const struct seat *seat = &session->seats[i];
        const char *room = "";
        if (seat->kind != SEAT_PERSON || !was_away(session, seat) ||
            numbered(host, session->id * SEATS + i) || !make_room(host, identity_at(seat)))
            continue;
        const struct showing *showing = session_showing_on(session, seat->port);
        if (showing && !showing_is_private(showing))
            room = showing->name;
        struct result result = {.number = session->id * SEATS + i,
                                .at = host_wall(host),
                                .place = place_of(session, i),
                                .of = session->seat_count};
        snprintf(result.network, sizeof result.network, "%s", seat->port->network);
        snprintf(result.key, sizeof result.key, "%s", seat->key);
        snprintf(result.game, sizeof result.game, "%s", session->game->id);
        snprintf(result.room, sizeof result.room, "%s", room);
        put(host, &result);
        save(host, &result);
        clock_call(host, host->now + TIDY_MS);
    }
}

/* ---- telling ---- */

/* For one line, once the rows are gone. */
struct telling {
    struct pending pending; /* first */
    int left;               /* rows that are being deleted */
    int count;              /* that are gone */
    int64_t table;          /* of one of them */
    struct prose text;
};

struct deletion {
    struct telling *telling;
    int64_t number;
};

static void put_one(const struct result *result, struct prose *out)
{
    const struct game *game = game_find(result->game);
    struct prose where;
    prose_open(&where, out->language);
    if (*result->room)
        view_string(&where, STRING_RESULT_WHERE, "game", game->name, "room", result->room,
                    (char *)0);
    else
        prose_put(&where, game->name);
    view_string(out, result->place == 1 ? STRING_RESULT_WON : STRING_RESULT_PLACE, "where",
                where.text, "place", text_number(result->place), "most", text_number(result->of),
                (char *)0);
}

static void tell(const struct telling *telling)
{
    struct heard heard = input_heard(telling->pending.input);
    tell_person(telling->pending.host, &heard, STRING_RESULTS, "n", text_number(telling->count),
                "results", telling->text.text, "number", text_number(telling->table), (char *)0);
}

static void finish(struct telling *telling)
{
    if (telling->pending.hold == PENDING_ANSWER)
        pending_end(telling);
    else
        pending_drop(telling);
}

static void was_deleted(void *arg, enum row_result deleted)
{
    struct deletion *deletion = arg;
    struct telling *telling = deletion->telling;
    struct host *host = telling->pending.host;
    const struct result *result = host ? numbered(host, deletion->number) : NULL;
    if (result && deleted == ROW_SAVED) { /* otherwise at the next word */
        if (telling->count++ > 0)
            prose_put(&telling->text, "; ");
        put_one(result, &telling->text);
        telling->table = result->number / SEATS;
        drop(host, result);
    }
    free(deletion);
    if (--telling->left > 0)
        return;
    if (host && telling->count > 0)
        tell(telling);
    finish(telling);
}

static void take(struct host *host, struct telling *telling, const struct result *result)
{
    struct deletion *deletion = malloc(sizeof *deletion);
    check(deletion);
    *deletion = (struct deletion){telling, result->number};
    telling->left++;
    row_put(host, &results_row, result->number, NULL, was_deleted, deletion);
}

static bool is_waiting(const struct host *host, const struct result *result, struct identity who)
{
    return identity_is(identity_of(result), who) && result->at + lasts_ms > host_wall(host);
}

void results_tell(struct host *host, const struct heard *heard, bool is_dealt)
{
    struct identity all[LINK_EACH];
    struct telling *telling = NULL;
    int count = host->results->count > 0 ? links_identities(host, identity_of(heard), all) : 0;
    if (count > 0 &&
        (bans_has(host, identity_of(heard)) || links_are_going(host, identity_of(heard))))
        return;
    for (int i = 0; i < count; i++)
        for (const struct result *result = *bucket_of(host, all[i]), *next; result; result = next) {
            next = result->next;
            if (!is_waiting(host, result, all[i]))
                continue;
            if (!telling) {
                telling = pending_new(&host->results->tellings, host, heard, sizeof *telling,
                                      is_dealt ? PENDING_ANSWER : PENDING_UNHEARD);
                telling->left = 1; /* until all are on their way */
                prose_open(&telling->text, host_language(host, heard));
            }
            take(host, telling, result);
        }
    if (telling && --telling->left == 0)
        finish(telling);
}

void results_each(const struct host *host, struct identity who, enum language language,
                  void (*each)(void *arg, const struct prose *text, int64_t table), void *arg)
{
    struct identity all[LINK_EACH];
    int count = host->results->count > 0 ? links_identities(host, who, all) : 0;
    for (int i = 0; i < count; i++)
        for (const struct result *result = *bucket_of(host, all[i]); result; result = result->next)
            if (identity_is(identity_of(result), all[i])) {
                struct prose text;
                prose_open(&text, language);
                put_one(result, &text);
                each(arg, &text, result->number / SEATS);
            }
}

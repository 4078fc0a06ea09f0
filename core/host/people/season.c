#include "season.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "clock.h"
#include "games.h"
#include "host_state.h"
#include "port.h"
#include "posts.h"
#include "presence.h"
#include "record.h"
#include "room.h"
#include "store_people.h"
#include "strings/standings.def"
#include "text.h"
#include "view.h"

enum {
    BEST = 3,
    LINE_BYTES = 512,
    MONTH_BYTES = 16,
    LOOK_MS = 60 * 60 * 1000, /* somebody may set the clock of the machine */
    AWAY_MS = 60 * 1000,
    AWAYS_MOST = 10, /* looks at a room that is away, while its network is there */
    LOOKS_MOST = 64  /* rooms whose operators did not ask for it, in one tick */
};

/* How far the rooms of a network are. */
struct place {
    char network[HOST_NETWORK];
    int number; /* of its row */
    int month;  /* 202611; 0: none yet */
    bool is_over;
    char room[HOST_ROOM]; /* the last one that is dealt with */
};

/* What the store has to answer; it may answer when the host is gone. */
struct work {
    struct host *host;
};

struct seasons {
    struct place places[HOST_PORTS];
    int count;
    struct work *work;
    struct place *telling; /* NULL: nothing is to be told */
    char rooms[STORE_ROOMS][HOST_ROOM];
    int room_count, next_room, aways;
    struct prose line; /* for the next room */
    int64_t at;        /* by the host's clock */
};

void season_init(struct host *host)
{
    host->seasons = calloc(1, sizeof *host->seasons);
    check(host->seasons);
}

void season_fini(struct host *host)
{
    if (host->seasons->work)
        host->seasons->work->host = NULL;
    free(host->seasons);
}

/* ---- months ---- */

/* 202611: the month before the one of that time. */
static int month_before(int64_t wall)
{
    time_t seconds = (time_t)(wall / 1000);
    struct tm day;
    check(gmtime_r(&seconds, &day));
    int year = day.tm_year + 1900;
    return day.tm_mon == 0 ? (year - 1) * 100 + 12 : year * 100 + day.tm_mon;
}

int season_month(const char *word)
{
    int year = 0, month = 0, end = 0;
    bool is_month = sscanf(word, "%4d-%2d%n", &year, &month, &end) == 2 && !word[end] &&
                    year > 1969 && month >= 1 && month <= 12;
    return is_month ? year * 100 + month : 0;
}

int64_t season_begin(int month, bool next)
{
    struct tm day = {
        .tm_year = month / 100 - 1900, .tm_mon = month % 100 - (next ? 0 : 1), .tm_mday = 1};
    return (int64_t)timegm(&day);
}

static int64_t ms_to_next_month(int64_t wall)
{
    time_t seconds = (time_t)(wall / 1000);
    struct tm day;
    check(gmtime_r(&seconds, &day));
    day = (struct tm){.tm_year = day.tm_year, .tm_mon = day.tm_mon + 1, .tm_mday = 1};
    return (int64_t)timegm(&day) * 1000 - wall;
}

static const char *month_text(int month, char text[MONTH_BYTES])
{
    snprintf(text, MONTH_BYTES, "%d-%02d", month / 100, month % 100);
    return text;
}

/* ---- what is kept ---- */

/* NULL if there are too many. */
static struct place *place_of(struct seasons *seasons, const char *network)
{
    int i = 0;
    while (i < seasons->count && strcmp(seasons->places[i].network, network) != 0)
        i++;
    if (i == HOST_PORTS)
        return NULL;
    if (i == seasons->count) {
        seasons->places[seasons->count++] = (struct place){0};
        snprintf(seasons->places[i].network, HOST_NETWORK, "%s", network);
    }
    return &seasons->places[i];
}

static bool read_place(void *arg, const struct record_line *line)
{
    struct place *place = arg;
    char over[8];
    long long month;
    if (strcmp(line->kind, "season") != 0 ||
        !row_get(line, "network", place->network, sizeof place->network) ||
        !record_get_number(line, "month", &month))
        return false;
    place->month = (int)month;
    (void)row_get(line, "room", place->room, sizeof place->room);
    place->is_over = row_get(line, "over", over, sizeof over);
    return true;
}

static bool load(struct host *host, int64_t number, const char *value)
{
    struct place read = {.number = (int)number}, *place;
    if (!row_read_lines(value, read_place, &read) || !read.month)
        return false;
    place = place_of(host->seasons, read.network);
    if (place && place->month <= read.month)
        *place = read;
    return place != NULL;
}

const struct row_kind season_row = {
    .prefix = "season.", .lost = "season-not-saved", .unread = "season-not-read", .load = load};

static void save(struct host *host, struct place *place, row_done *done, void *arg)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    place->number = place->number ? place->number : row_new_number(host, &season_row);
    text_put(&line, "season");
    record_put(&line, "network", place->network);
    record_put_number(&line, "month", place->month);
    if (*place->room)
        record_put(&line, "room", place->room);
    if (place->is_over)
        record_put(&line, "over", "yes");
    check(!line.cut);
    row_put(host, &season_row, place->number, bytes, done, arg);
}

/* ---- what the store answers ---- */

static struct work *begin_work(struct host *host)
{
    struct work *work = malloc(sizeof *work);
    check(work);
    work->host = host;
    host->seasons->work = work;
    return work;
}

/* The host, or NULL if it is gone. */
static struct host *end_work(struct work *work)
{
    struct host *host = work->host;
    if (host)
        host->seasons->work = NULL;
    free(work);
    return host;
}

static void go_on_after(struct host *host, int64_t ms)
{
    host->seasons->at = host->now + ms;
    clock_call(host, host->seasons->at);
}

static void end_network(struct host *host)
{
    struct place *place = host->seasons->telling;
    place->is_over = true;
    place->room[0] = '\0';
    save(host, place, NULL, NULL); /* if it is not saved, nobody is told anything once more */
    host->seasons->telling = NULL;
    go_on_after(host, 0);
}

static void told_rooms(void *arg, const struct store_answer *answer)
{
    struct host *host = end_work(arg);
    if (!host)
        return;
    struct seasons *seasons = host->seasons;
    seasons->next_room = seasons->room_count = 0;
    for (int i = 0; i < answer->kept_count && answer->result == STORE_OK; i++)
        if (strlen(answer->kept[i].line) < HOST_ROOM)
            snprintf(seasons->rooms[seasons->room_count++], HOST_ROOM, "%s", answer->kept[i].line);
    if (answer->result == STORE_OK && answer->kept_count == 0)
        end_network(host);
    else
        go_on_after(host, answer->result == STORE_OK ? 0 : HOST_RETRY_MS);
}

static void ask(struct host *host, struct store_question *question, store_answered *done)
{
    snprintf(question->network, sizeof question->network, "%s", host->seasons->telling->network);
    question->done = done;
    question->arg = begin_work(host);
    store_ask(host->store, question);
    free(question);
}

static struct store_question *question_of(enum store_question_kind kind)
{
    struct store_question *question = calloc(1, sizeof *question);
    check(question);
    question->kind = kind;
    return question;
}

/* Behind the last one that is dealt with. */
static void ask_rooms(struct host *host)
{
    const struct place *place = host->seasons->telling;
    struct store_question *question = question_of(STORE_ASK_ROOMS);
    snprintf(question->room, sizeof question->room, "%s", place->room);
    question->from = season_begin(place->month, false);
    question->till = season_begin(place->month, true);
    ask(host, question, told_rooms);
}

static const char *room_due(const struct seasons *seasons)
{
    return seasons->rooms[seasons->next_room];
}

/* Only if this is durable is the room told. */
static void was_marked(void *arg, enum row_result result)
{
    struct host *host = end_work(arg);
    if (!host)
        return;
    struct seasons *seasons = host->seasons;
    const struct host_port *port = host_port_of(host, seasons->telling->network);
    if (result == ROW_SAVED && port)
        port->post(
            port->self,
            &(struct post){.room = room_due(seasons), .kind = POST_NEWS, .tale = &seasons->line});
    seasons->next_room += result == ROW_SAVED;
    go_on_after(host, result == ROW_SAVED ? SEASON_PACE_MS : HOST_RETRY_MS);
}

static void skip_room(struct seasons *seasons)
{
    snprintf(seasons->telling->room, HOST_ROOM, "%s", room_due(seasons));
    seasons->next_room++;
    seasons->aways = 0;
}

static void put_line(const struct seasons *seasons, const struct store_answer *answer,
                     struct prose *out)
{
    const struct game *game = game_find(answer->list[0].game);
    char month[MONTH_BYTES];
    month_text(seasons->telling->month, month);
    prose_clear(out);
    view_string(out, STRING_SEASON, "month", month, "game", game->name, (char *)0);
    standings_put_places(answer, out);
    prose_put(out, " ");
    view_string(out, STRING_SEASON_TABLE, "id", game->id, "month", month, (char *)0);
}

static void told_best(void *arg, const struct store_answer *answer)
{
    struct host *host = end_work(arg);
    if (!host)
        return;
    struct seasons *seasons = host->seasons;
    if (answer->result != STORE_OK) {
        go_on_after(host, HOST_RETRY_MS);
    } else if (answer->count == 0 || !game_find(answer->list[0].game)) {
        skip_room(seasons); /* nobody wants to be named */
        go_on_after(host, 0);
    } else {
        put_line(seasons, answer, &seasons->line);
        snprintf(seasons->telling->room, HOST_ROOM, "%s", room_due(seasons));
        save(host, seasons->telling, was_marked, begin_work(host));
    }
}

static void ask_best(struct host *host)
{
    struct seasons *seasons = host->seasons;
    struct store_question *question = question_of(STORE_ASK_TOP);
    question->most = BEST;
    question->month = seasons->telling->month;
    snprintf(question->room, sizeof question->room, "%s", room_due(seasons));
    seasons->aways = 0;
    ask(host, question, told_best);
}

/* ---- one room after the other ---- */

/* What is set for a server, or a channel, is not meant for each of its threads. */
static bool has_asked(const struct host *host, const struct host_port *port, const char *room)
{
    char value[RULE_VALUE];
    const char *above = port->above ? port->above(port->self, room) : NULL;
    bool is_thread = above && !text_is_prefix("group:", above);
    enum rule_from from = room_rule_find(host, port, room, room_rule_names[RULE_SEASON], value);
    return room[0] != '@' && *room && strcmp(value, "yes") == 0 &&
           (from == RULE_FROM_ROOM || !is_thread);
}

/* A network comes back; a room may be gone for good. */
static bool is_waited_for(struct host *host, const struct host_port *port, const char *room)
{
    struct seasons *seasons = host->seasons;
    if (presence_is_port_away(host, port, "@"))
        return true;
    return presence_is_port_away(host, port, room) && seasons->aways++ < AWAYS_MOST;
}

static void tell_rooms(struct host *host)
{
    struct seasons *seasons = host->seasons;
    const struct host_port *port = host_port_of(host, seasons->telling->network);
    for (int i = 0; i < LOOKS_MOST && seasons->next_room < seasons->room_count; i++) {
        const char *room = room_due(seasons);
        bool is_asked = has_asked(host, port, room);
        if (is_asked && is_waited_for(host, port, room)) {
            go_on_after(host, AWAY_MS);
            return;
        }
        if (is_asked && !presence_is_port_away(host, port, room)) {
            ask_best(host);
            return;
        }
        skip_room(seasons);
    }
    if (seasons->next_room < seasons->room_count)
        go_on_after(host, 0);
    else
        ask_rooms(host);
}

/* A network that was never here before begins with the month that goes on. */
static bool is_due(struct host *host, int i, int month)
{
    const struct host_port *port = &host->networks.ports[i];
    struct place *place = port_is_here(port) && host->networks.states[i] == PORT_IS_READY
                              ? place_of(host->seasons, port->network)
                              : NULL;
    if (!place)
        return false;
    if (!place->month) {
        place->month = month;
        place->is_over = true;
        save(host, place, NULL, NULL);
    } else if (place->month < month && place->is_over) {
        place->month = month;
        place->is_over = false;
        place->room[0] = '\0';
    }
    if (!place->is_over)
        host->seasons->telling = place;
    return !place->is_over;
}

int64_t season_tick(struct host *host)
{
    struct seasons *seasons = host->seasons;
    if (seasons->work)
        return INT64_MAX;
    if (seasons->at > host->now)
        return seasons->at;
    int64_t wall = host_wall(host), left = ms_to_next_month(wall);
    seasons->at = host->now + (left < LOOK_MS ? left : LOOK_MS);
    for (int i = 0; i < host->networks.count && !seasons->telling; i++)
        if (is_due(host, i, month_before(wall)))
            seasons->next_room = seasons->room_count = 0;
    if (seasons->telling)
        tell_rooms(host);
    return seasons->work ? INT64_MAX : seasons->at;
}

#include "daily.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "clock.h"
#include "elsewhere.h"
#include "games.h"
#include "host_state.h"
#include "list.h"
#include "port.h"
#include "record.h"
#include "robot.h"
#include "session.h"
#include "text.h"

enum {
    DAY_MS = 24 * 3600 * 1000,
    LOOK_MS = 60 * 1000, /* the wall clock may be set: so its day is looked at again and again */
    LINE_BYTES = 512,
    VALUE_BYTES = 8 * 1024,
    POINTS_FROM = 100000, /* no number of a line is negative */
    BUILD = 8             /* bytes */
};

/* A row on its way to the store. */
struct daily_saving {
    struct daily_saving *next;
    struct host *host; /* NULL once it is gone */
    int64_t number;    /* of a try; 0: of the day */
    int day;
};

void daily_init(struct host *host, void (*is_ready)(struct host *host),
                void (*show_card)(struct host *host, const struct heard *heard, int64_t table))
{
    host->dailies = calloc(1, sizeof *host->dailies);
    check(host->dailies);
    host->dailies->is_ready = is_ready;
    host->dailies->show_card = show_card;
    host->dailies->at = INT64_MAX;
}

/* ---- in memory ---- */

static void free_try(struct daily_try *one)
{
    free(one->names);
    free(one);
}

static int compare_days(const void *item, const void *key)
{
    return ((const struct daily_day *)item)->day - *(const int *)key;
}

static int place_of(const struct dailies *all, int day)
{
    return list_place(all->list, all->count, sizeof *all->list, compare_days, &day);
}

struct daily_day *daily_find_day(const struct host *host, int day)
{
    const struct dailies *all = host->dailies;
    int place = place_of(all, day);
    return place < all->count && all->list[place].day == day ? &all->list[place] : NULL;
}

static struct daily_day *add_day(struct host *host, int number)
{
    struct dailies *all = host->dailies;
    struct daily_day *day = daily_find_day(host, number);
    if (day)
        return day;
    int place = place_of(all, number);
    all->list = list_insert(all->list, &all->count, &all->space, sizeof *all->list, place);
    day = &all->list[place];
    day->day = number;
    day->builds = calloc((size_t)game_count, sizeof *day->builds);
    day->robots = calloc((size_t)game_count, sizeof *day->robots);
    check(day->builds && day->robots);
    for (int i = 0; i < game_count; i++)
        day->robots[i] = DAILY_UNKNOWN;
    if (all->at == INT64_MAX) {
        all->at = host->now;
        clock_call(host, all->at);
    }
    return day;
}

static void drop_day(struct dailies *all, int place)
{
    struct daily_day *day = &all->list[place];
    for (int i = 0; i < day->count; i++)
        free_try(day->tries[i]);
    all->tries -= day->count;
    free(day->tries);
    free(day->builds);
    free(day->robots);
    sodium_memzero(day->secret, sizeof day->secret);
    all->list = list_drop(all->list, &all->count, &all->space, sizeof *all->list, place);
}

void daily_fini(struct host *host)
{
    for (struct daily_saving *saving = host->dailies->savings; saving; saving = saving->next)
        saving->host = NULL; /* the store calls back */
    while (host->dailies->count > 0)
        drop_day(host->dailies, host->dailies->count - 1);
    free(host->dailies->list);
    free(host->dailies);
    host->dailies = NULL;
}

/* NULL if unknown. */
static struct daily_try **slot_of(const struct host *host, int64_t number, struct daily_day **of)
{
    const struct dailies *all = host->dailies;
    for (int d = all->count - 1; d >= 0; d--)
        for (int i = 0; i < all->list[d].count; i++)
            if (all->list[d].tries[i]->number == number) {
                *of = &all->list[d];
                return &all->list[d].tries[i];
            }
    return NULL;
}

struct daily_try *daily_numbered(const struct host *host, int64_t number)
{
    struct daily_day *day;
    struct daily_try **slot = slot_of(host, number, &day);
    return slot ? *slot : NULL;
}

static void drop_try(struct host *host, int64_t number)
{
    struct daily_day *day;
    struct daily_try **slot = slot_of(host, number, &day);
    if (!slot)
        return;
    free_try(*slot);
    *slot = day->tries[--day->count];
    day->is_settled = false;
    host->dailies->tries--;
}

void daily_add_try(struct host *host, struct daily_try *one_take)
{
    drop_try(host, one_take->number);
    struct daily_day *day = add_day(host, one_take->day);
    day->tries = list_grow(day->tries, day->count, &day->space, sizeof(struct daily_try *));
    day->tries[day->count++] = one_take;
    day->is_settled = false;
    host->dailies->tries++;
}

/* ---- a day's row ---- */

int daily_game_place(const struct game *game)
{
    int place = 0;
    while (games[place] != game)
        place++;
    return place;
}

static void put_day(const struct daily_day *day, struct text *value)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "day");
    record_put_number(&line, "made", day->made);
    record_put_bytes(&line, "secret", day->secret, LUCK_SECRET);
    row_put_line(value, &line);
    for (int i = 0; i < game_count; i++) {
        unsigned char build[BUILD];
        if (!games[i]->daily)
            continue;
        for (int b = 0; b < BUILD; b++)
            build[b] = (unsigned char)(day->builds[i] >> 8 * (BUILD - 1 - b));
        text_put(&line, "deal");
        record_put(&line, "game", games[i]->id);
        record_put_bytes(&line, "build", build, BUILD);
        if (day->robots[i] != DAILY_UNKNOWN)
            record_put_number(&line, "robot", day->robots[i] + POINTS_FROM);
        row_put_line(value, &line);
    }
    sodium_memzero(bytes, sizeof bytes);
}

static bool read_day(void *arg, const struct record_line *line)
{
    struct daily_day *day = arg;
    unsigned char build[BUILD];
    long long made, points;
    if (strcmp(line->kind, "day") == 0) {
        day->has_secret = record_get_number(line, "made", &made) &&
                          record_get_bytes(line, "secret", day->secret, LUCK_SECRET);
        day->made = day->has_secret ? (int)made : 0;
        return day->has_secret;
    }
    const char *id = record_get(line, "game");
    const struct game *game = id ? game_find(id) : NULL;
    if (strcmp(line->kind, "deal") != 0 || !id || !record_get_bytes(line, "build", build, BUILD))
        return false;
    if (game) {
        bool has_points =
            record_get_number(line, "robot", &points) && points <= 2 * (long long)POINTS_FROM;
        day->robots[daily_game_place(game)] =
            has_points ? (int)points - POINTS_FROM : DAILY_UNKNOWN;
        uint64_t *own = &day->builds[daily_game_place(game)];
        *own = 0;
        for (int i = 0; i < BUILD; i++)
            *own = *own << 8 | build[i];
    }
    return true;
}

static bool load_day(struct host *host, int64_t number, const char *value)
{
    struct daily_day read = {.day = (int)number};
    read.builds = calloc((size_t)game_count, sizeof *read.builds);
    read.robots = calloc((size_t)game_count, sizeof *read.robots);
    check(read.builds && read.robots);
    for (int i = 0; i < game_count; i++)
        read.robots[i] = DAILY_UNKNOWN;
    bool is_right = row_read_lines(value, read_day, &read) && read.has_secret;
    if (is_right) {
        struct daily_day *day = add_day(host, (int)number);
        day->made = read.made;
        day->has_secret = day->is_saved = true;
        memcpy(day->secret, read.secret, sizeof day->secret);
        memcpy(day->builds, read.builds, (size_t)game_count * sizeof *day->builds);
        memcpy(day->robots, read.robots, (size_t)game_count * sizeof *day->robots);
    }
    free(read.builds);
    free(read.robots);
    sodium_memzero(&read, sizeof read);
    return is_right;
}

const struct row_kind daily_row = {
    .prefix = "daily.", .lost = "daily-not-saved", .unread = "daily-not-read", .load = load_day};

void daily_learn(struct host *host, int64_t number, const char *value)
{
    struct daily_day *day = daily_find_day(host, (int)number);
    if (day && day->is_saving)
        return; /* it is our own */
    if (value)
        (void)load_day(host, number, value);
    else if (day && day->day < daily_today(host) - DAILY_OPEN_DAYS)
        drop_day(host->dailies, (int)(day - host->dailies->list));
    /* The keeper writes one row after the other, and who waits here needs both. */
    int today = daily_today(host);
    if (value && daily_day(host, today) && daily_day(host, today + 1))
        host->dailies->is_ready(host);
}

/* ---- days ---- */

static int clock_day(const struct host *host)
{
    return (int)(host_wall(host) / DAY_MS);
}

/* Each day draws the secret of the next one, too. */
static int reached(const struct host *host)
{
    const struct dailies *all = host->dailies;
    for (int i = all->count - 1; i >= 0; i--)
        if (all->list[i].has_secret)
            return all->list[i].day - 1;
    return 0;
}

int daily_today(const struct host *host)
{
    int clock = clock_day(host), seen = reached(host);
    return clock > seen ? clock : seen;
}

const struct daily_day *daily_day(const struct host *host, int number)
{
    const struct daily_day *day = daily_find_day(host, number);
    return day && day->has_secret && day->is_saved ? day : NULL;
}

bool daily_is_over(const struct host *host, int day)
{
    return day + DAILY_OPEN_DAYS <= daily_today(host);
}

const char *daily_date(int day, char out[DAILY_DATE])
{
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t seconds = (time_t)day * (DAY_MS / 1000);
    struct tm date;
    check(gmtime_r(&seconds, &date));
    snprintf(out, DAILY_DATE, "%d %s", date.tm_mday, months[date.tm_mon]);
    return out;
}

static uint64_t build_of(const struct host *host, const struct game *game)
{
    char bytes[LINE_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    text_putf(&text, "%d %s %d %d %s %d", (int)ROBOT_VERSION, game->id, game->version,
              game->daily_robots, game->daily, host->thinking != NULL);
    return text_hash(deal_edition_hash(host, game), bytes);
}

bool daily_fits(const struct host *host, const struct daily_day *day, const struct game *game)
{
    return day->builds[daily_game_place(game)] == build_of(host, game);
}

/* ---- saving ---- */

static struct daily_saving *saving_new(struct host *host, int day, int64_t number)
{
    struct daily_saving *saving = malloc(sizeof *saving);
    check(saving);
    *saving = (struct daily_saving){host->dailies->savings, host, number, day};
    host->dailies->savings = saving;
    return saving;
}

static void day_was_saved(struct host *host, int number, bool is_saved)
{
    struct daily_day *day = daily_find_day(host, number);
    if (!day)
        return;
    bool is_more = false;
    day->is_saving = false;
    day->is_saved |= is_saved;
    for (int i = 0; i < host->dailies->count; i++)
        is_more |= host->dailies->list[i].is_saving;
    if (!is_more && !host->dailies->is_beginning)
        host->dailies->is_ready(host);
}

static void try_was_saved(struct host *host, int64_t number, bool is_saved)
{
    struct daily_day *day;
    struct daily_try **slot = slot_of(host, number, &day);
    if (slot)
        (*slot)->is_unsaved = !is_saved;
}

static void was_saved(void *arg, enum row_result result)
{
    struct daily_saving *saving = arg;
    struct host *host = saving->host;
    if (host) {
        struct daily_saving **link = &host->dailies->savings;
        while (*link != saving)
            link = &(*link)->next;
        *link = saving->next;
    }
    if (host && saving->number)
        try_was_saved(host, saving->number, result == ROW_SAVED);
    else if (host)
        day_was_saved(host, saving->day, result == ROW_SAVED);
    free(saving);
}

static void save_day(struct host *host, struct daily_day *day)
{
    char bytes[VALUE_BYTES];
    struct text value = text_over(bytes, sizeof bytes);
    put_day(day, &value);
    day->is_saving = true;
    row_put(host, &daily_row, day->day, bytes, was_saved, saving_new(host, day->day, 0));
    sodium_memzero(bytes, sizeof bytes);
}

void daily_note_robot(struct host *host, int number, const struct game *game, int points)
{
    struct daily_day *day = daily_find_day(host, number);
    if (!day || !day->has_secret || points < -POINTS_FROM || points > POINTS_FROM)
        return;
    day->robots[daily_game_place(game)] = points;
    if (!day->is_saving)
        save_day(host, day);
}

/* A deal that nobody has begun follows the program that deals it. */
static bool renew_builds(const struct host *host, struct daily_day *day)
{
    bool is_new = false;
    for (int i = 0; i < game_count; i++) {
        bool is_begun = false;
        uint64_t build = games[i]->daily ? build_of(host, games[i]) : 0;
        for (int t = 0; t < day->count; t++)
            is_begun |= day->tries[t]->game == games[i];
        if (is_begun || day->builds[i] == build)
            continue;
        day->builds[i] = build;
        is_new = true;
    }
    return is_new;
}

static void make_day(struct host *host, int number)
{
    struct daily_day *day = add_day(host, number);
    bool is_new = renew_builds(host, day);
    if (!day->has_secret) {
        seal_draw_day(host, number, day->secret);
        day->made = clock_day(host);
        day->has_secret = true;
    } else if (day->is_saved && !is_new) {
        return;
    }
    if (!day->is_saving)
        save_day(host, day);
}

enum daily_state daily_begin(struct host *host, int *out)
{
    int today = clock_day(host);
    *out = daily_today(host);
    if (today < *out || today < 1)
        return DAILY_BEHIND;
    if (host_keeps_persons(host)) {
        host->dailies->is_beginning = true;
        make_day(host, today);
        make_day(host, today + 1);
        host->dailies->is_beginning = false;
    } else if (!daily_day(host, today)) {
        host_tell_keeper(host, &(struct host_event){.kind = HOST_EVENT_DAILY,
                                                    .network = host_keeper(host)->network,
                                                    .who = ""});
    }
    const struct daily_day *day = daily_day(host, today);
    return day && daily_day(host, today + 1) ? DAILY_OPEN : DAILY_MAKING;
}

/* ---- a try's row ---- */

static void put_names(const struct daily_try *one, struct text *value)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    for (int i = 0; i < one->name_count; i++) {
        text_put(&line, "who");
        record_put(&line, "network", one->names[i].network);
        record_put(&line, "key", one->names[i].key);
        record_put(&line, "name", one->names[i].name);
        row_put_line(value, &line);
    }
}

static void put_result(const struct daily_try *one, struct text *value)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "result");
    record_put_number(&line, "points", one->points + POINTS_FROM);
    record_put_number(&line, "place", one->place);
    record_put_number(&line, "of", one->of);
    record_put_bytes(&line, "squares", one->squares.list, one->squares.count);
    row_put_line(value, &line);
}

static void put_try(const struct daily_try *one, struct text *value)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, one->game ? "try" : "bond");
    record_put_number(&line, "day", one->day);
    if (one->game) {
        record_put(&line, "game", one->game->id);
        record_put_number(&line, "table", one->table);
        record_put_number(&line, "at", one->at);
        record_put(&line, "listed", one->is_unlisted ? "no" : "yes");
    }
    row_put_line(value, &line);
    put_names(one, value);
    if (one->is_over)
        put_result(one, value);
    for (int i = 0; i < one->room_count; i++) {
        unsigned char room[8];
        for (int b = 0; b < 8; b++)
            room[b] = (unsigned char)(one->rooms[i] >> 8 * (7 - b));
        text_put(&line, "shared");
        record_put_bytes(&line, "room", room, sizeof room);
        row_put_line(value, &line);
    }
}

void daily_save_try(struct host *host, struct daily_try *one)
{
    char bytes[VALUE_BYTES];
    struct text value = text_over(bytes, sizeof bytes);
    put_try(one, &value);
    one->is_unsaved = false;
    row_put(host, &daily_try_row, one->number, bytes, was_saved,
            saving_new(host, one->day, one->number));
}

bool daily_add_name(struct daily_try *one, const char *network, const char *key, const char *name)
{
    struct daily_name *names =
        realloc(one->names, (size_t)(one->name_count + 1) * sizeof *one->names);
    check(names);
    one->names = names;
    struct daily_name *to = &names[one->name_count];
    bool fits = strlen(network) < sizeof to->network && strlen(key) < sizeof to->key;
    snprintf(to->network, sizeof to->network, "%s", network);
    snprintf(to->key, sizeof to->key, "%s", key);
    snprintf(to->name, sizeof to->name, "%s", name);
    one->name_count += fits;
    return fits;
}

static bool read_result(struct daily_try *one, const struct record_line *line)
{
    long long points, place, of;
    const char *squares = record_get(line, "squares");
    size_t length = squares ? strlen(squares) / 2 : DEAL_SQUARES + 1;
    if (!record_get_number(line, "points", &points) || !record_get_number(line, "place", &place) ||
        !record_get_number(line, "of", &of) || place < 1 || of < place || of > TABLE_SEATS ||
        length > DEAL_SQUARES || points > 2 * (long long)POINTS_FROM ||
        !record_get_bytes(line, "squares", one->squares.list, (int)length))
        return false;
    one->points = (int)points - POINTS_FROM;
    one->place = (int)place;
    one->of = (int)of;
    one->squares.count = (unsigned char)length;
    return one->is_over = true;
}

static bool read_head(struct daily_try *one, const struct record_line *line, bool is_bond)
{
    long long day, table = 0, at = 0;
    const char *id = record_get(line, "game"), *listed = record_get(line, "listed");
    one->game = id && !is_bond ? game_find(id) : NULL;
    if (!record_get_number(line, "day", &day) || day < 1 || day > INT32_MAX)
        return false;
    one->day = (int)day;
    if (is_bond)
        return true;
    one->is_unlisted = listed && strcmp(listed, "no") == 0;
    bool is_right =
        one->game && record_get_number(line, "table", &table) && record_get_number(line, "at", &at);
    one->table = table;
    one->at = at;
    return is_right;
}

static bool read_try(void *arg, const struct record_line *line)
{
    struct daily_try *one = arg;
    bool is_bond = strcmp(line->kind, "bond") == 0;
    if (is_bond || strcmp(line->kind, "try") == 0)
        return read_head(one, line, is_bond);
    if (strcmp(line->kind, "result") == 0)
        return read_result(one, line);
    if (strcmp(line->kind, "who") == 0) {
        const char *network = record_get(line, "network"), *key = record_get(line, "key"),
                   *name = record_get(line, "name");
        return network && key && name && one->name_count < DAILY_NAMES &&
               daily_add_name(one, network, key, name);
    }
    unsigned char room[8];
    if (strcmp(line->kind, "shared") != 0 || one->room_count == DAILY_ROOMS ||
        !record_get_bytes(line, "room", room, sizeof room))
        return false;
    uint64_t *to = &one->rooms[one->room_count++];
    for (int i = 0; i < 8; i++)
        *to = *to << 8 | room[i];
    return true;
}

static bool load_try(struct host *host, int64_t number, const char *value)
{
    struct daily_try *one = calloc(1, sizeof *one);
    check(one);
    one->number = number;
    bool is_right = row_read_lines(value, read_try, one) && one->day > 0 && one->name_count > 0 &&
                    host->dailies->tries < 2 * DAILY_TRIES_MOST;
    if (is_right)
        daily_add_try(host, one);
    else
        free_try(one);
    return is_right;
}

void daily_look(struct host *host)
{
    host->dailies->at = host->now;
    clock_call(host, host->now);
}

void daily_learn_try(struct host *host, int64_t number, const char *value)
{
    daily_look(host);
    if (!value || !load_try(host, number, value))
        drop_try(host, number);
}

/* Who goes leaves no name; a try that is nobody's goes, too, and so does a bond of one. */
static void forget(struct host *host, struct identity who)
{
    for (int d = 0; d < host->dailies->count; d++) {
        struct daily_day *day = &host->dailies->list[d];
        for (int i = day->count - 1; i >= 0; i--) {
            struct daily_try *one = day->tries[i];
            int before = one->name_count;
            for (int n = before - 1; n >= 0; n--)
                if (identity_is(identity_of(&one->names[n]), who))
                    one->names[n] = one->names[--one->name_count];
            if (one->name_count == before)
                continue;
            day->is_settled = false;
            if (one->name_count > !one->game) {
                daily_save_try(host, one);
                continue;
            }
            row_put(host, &daily_try_row, one->number, NULL, NULL, NULL);
            drop_try(host, one->number);
        }
    }
}

const struct row_kind daily_try_row = {.prefix = "try.",
                                       .lost = "daily-try-not-saved",
                                       .unread = "daily-try-not-read",
                                       .load = load_try,
                                       .forget = forget};

/* ---- by the clock ---- */

void daily_drop_try(struct host *host, const struct daily_try *one)
{
    row_put(host, &daily_try_row, one->number, NULL, NULL, NULL);
    drop_try(host, one->number);
}

void daily_drop_day(struct host *host, struct daily_day *day)
{
    while (day->count > 0)
        daily_drop_try(host, day->tries[day->count - 1]);
    row_put(host, &daily_row, day->day, NULL, NULL, NULL);
    drop_day(host->dailies, (int)(day - host->dailies->list));
}

void daily_tick(struct host *host)
{
    int day;
    host->dailies->at = host->now + LOOK_MS;
    for (int d = 0; d < host->dailies->count; d++)
        for (int i = 0; i < host->dailies->list[d].count; i++)
            if (host->dailies->list[d].tries[i]->is_unsaved)
                daily_save_try(host, host->dailies->list[d].tries[i]);
    if (host_keeps_persons(host))
        (void)daily_begin(host, &day);
}

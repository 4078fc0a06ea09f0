#include "tallies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "daily.h"
#include "games.h"
#include "host_state.h"
#include "links.h"
#include "list.h"
#include "port.h"
#include "record.h"
#include "text.h"
#include "tries.h"

enum { LINE_BYTES = 512, VALUE_BYTES = 8 * 1024, DAYS_MOST = 1000000 };

struct tally {
    int64_t number;
    int saves; /* under way */
    bool is_unsaved;
    int name_count;
    struct daily_name *names;
    struct tally_count *counts; /* by the place of the game */
};

struct tallies {
    struct tally **list;
    int count, space;
    struct tally_saving *savings;
};

/* A row on its way to the store. */
struct tally_saving {
    struct tally_saving *next;
    struct host *host; /* NULL once it is gone */
    int64_t number;
};

void tallies_init(struct host *host)
{
    host->dailies->tallies = calloc(1, sizeof *host->dailies->tallies);
    check(host->dailies->tallies);
}

static struct tally *tally_new(int64_t number)
{
    struct tally *tally = calloc(1, sizeof *tally);
    check(tally);
    tally->number = number;
    tally->names = calloc(DAILY_NAMES, sizeof *tally->names);
    tally->counts = calloc((size_t)game_count, sizeof *tally->counts);
    check(tally->names && tally->counts);
    return tally;
}

static void tally_free(struct tally *tally)
{
    free(tally->names);
    free(tally->counts);
    free(tally);
}

static void add(struct tallies *all, struct tally *tally_take)
{
    all->list = list_grow(all->list, all->count, &all->space, sizeof(struct tally *));
    all->list[all->count++] = tally_take;
}

static void drop(struct tallies *all, int place)
{
    tally_free(all->list[place]);
    all->list[place] = all->list[--all->count];
}

void tallies_fini(struct host *host)
{
    struct tallies *all = host->dailies->tallies;
    for (struct tally_saving *saving = all->savings; saving; saving = saving->next)
        saving->host = NULL; /* the store calls back */
    while (all->count > 0)
        drop(all, all->count - 1);
    free(all->list);
    free(all);
    host->dailies->tallies = NULL;
}

static int place_of(const struct tallies *all, int64_t number)
{
    int place = all->count - 1;
    while (place >= 0 && all->list[place]->number != number)
        place--;
    return place;
}

/* ---- names ---- */

static int name_place(const struct tally *tally, struct identity who)
{
    int place = tally->name_count - 1;
    while (place >= 0 && !identity_is(identity_of(&tally->names[place]), who))
        place--;
    return place;
}

static void add_name(struct tally *tally, const struct daily_name *name)
{
    if (tally->name_count < DAILY_NAMES && name_place(tally, identity_of(name)) < 0)
        tally->names[tally->name_count++] = *name;
}

/* ---- rows ---- */

static void was_saved(void *arg, enum row_result result)
{
    struct tally_saving *saving = arg;
    struct host *host = saving->host;
    if (host) {
        struct tally_saving **link = &host->dailies->tallies->savings;
        while (*link != saving)
            link = &(*link)->next;
        *link = saving->next;
        int place = place_of(host->dailies->tallies, saving->number);
        if (place >= 0) {
            host->dailies->tallies->list[place]->saves--;
            host->dailies->tallies->list[place]->is_unsaved |= result != ROW_SAVED;
        }
    }
    free(saving);
}

static void put_tally(const struct tally *tally, struct text *value)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    for (int i = 0; i < tally->name_count; i++) {
        text_put(&line, "who");
        record_put(&line, "network", tally->names[i].network);
        record_put(&line, "key", tally->names[i].key);
        record_put(&line, "name", tally->names[i].name);
        row_put_line(value, &line);
    }
    for (int i = 0; i < game_count; i++) {
        const struct tally_count *count = &tally->counts[i];
        if (count->days == 0)
            continue;
        text_put(&line, "results");
        record_put(&line, "game", games[i]->id);
        record_put_number(&line, "days", count->days);
        record_put_number(&line, "best", count->best);
        record_put_number(&line, "run", count->run);
        record_put_number(&line, "last", count->last);
        row_put_line(value, &line);
    }
}

static void save(struct host *host, struct tally *tally)
{
    char bytes[VALUE_BYTES];
    struct text value = text_over(bytes, sizeof bytes);
    struct tally_saving *saving = malloc(sizeof *saving);
    check(saving);
    *saving = (struct tally_saving){host->dailies->tallies->savings, host, tally->number};
    host->dailies->tallies->savings = saving;
    put_tally(tally, &value);
    tally->is_unsaved = false;
    tally->saves++;
    row_put(host, &tallies_row, tally->number, bytes, was_saved, saving);
}

static bool read_count(const struct record_line *line, struct tally_count *count)
{
    long long days, best, run, last;
    if (!record_get_number(line, "days", &days) || !record_get_number(line, "best", &best) ||
        !record_get_number(line, "run", &run) || !record_get_number(line, "last", &last) ||
        days < 1 || days > DAYS_MOST || best > days || run > best || last > DAYS_MOST)
        return false;
    *count = (struct tally_count){(int)days, (int)best, (int)run, (int)last};
    return true;
}

static bool read_line(void *arg, const struct record_line *line)
{
    struct tally *tally = arg;
    const char *id = record_get(line, "game");
    const struct game *game = id ? game_find(id) : NULL;
    if (strcmp(line->kind, "results") == 0 && id)
        return !game || read_count(line, &tally->counts[daily_game_place(game)]);
    struct daily_name *to = &tally->names[tally->name_count];
    if (strcmp(line->kind, "who") != 0 || tally->name_count == DAILY_NAMES ||
        !row_get(line, "network", to->network, sizeof to->network) ||
        !row_get(line, "key", to->key, sizeof to->key) ||
        !row_get(line, "name", to->name, sizeof to->name))
        return false;
    tally->name_count++;
    return true;
}

static bool load(struct host *host, int64_t number, const char *value)
{
    struct tally *tally = tally_new(number);
    int place = place_of(host->dailies->tallies, number);
    bool is_right = row_read_lines(value, read_line, tally) && tally->name_count > 0 &&
                    host->dailies->tallies->count < 2 * TALLIES_MOST;
    if (is_right && place >= 0)
        drop(host->dailies->tallies, place);
    if (is_right)
        add(host->dailies->tallies, tally);
    else
        tally_free(tally);
    return is_right;
}

static void delete (struct host *host, int place)
{
    row_put(host, &tallies_row, host->dailies->tallies->list[place]->number, NULL, NULL, NULL);
    drop(host->dailies->tallies, place);
}

void tallies_learn(struct host *host, int64_t number, const char *value)
{
    int place = place_of(host->dailies->tallies, number);
    if (place >= 0 && host->dailies->tallies->list[place]->saves > 0)
        return; /* it is our own */
    if (!value && place >= 0)
        drop(host->dailies->tallies, place);
    else if (value)
        (void)load(host, number, value);
}

/* Who goes leaves no name, and a row without one goes, too. */
static void forget(struct host *host, struct identity who)
{
    for (int i = host->dailies->tallies->count - 1; i >= 0; i--) {
        struct tally *tally = host->dailies->tallies->list[i];
        int place = name_place(tally, who);
        if (place < 0)
            continue;
        tally->names[place] = tally->names[--tally->name_count];
        memset(&tally->names[tally->name_count], 0, sizeof *tally->names);
        if (tally->name_count > 0)
            save(host, tally);
        else
            delete (host, i);
    }
}

const struct row_kind tallies_row = {.prefix = "tally.",
                                     .lost = "daily-tally-not-saved",
                                     .unread = "daily-tally-not-read",
                                     .load = load,
                                     .forget = forget};

/* ---- counting ---- */

static void count_result(struct tally_count *count, int day)
{
    count->run = count->last == day - 1 ? count->run + 1 : 1;
    count->best = count->run > count->best ? count->run : count->best;
    count->days++;
    count->last = day;
}

/* Of the person who has one of these names. */
static struct tally *find(const struct tallies *all, const struct daily_try *one)
{
    for (int i = 0; i < all->count; i++)
        for (int n = 0; n < one->name_count; n++)
            if (name_place(all->list[i], identity_of(&one->names[n])) >= 0)
                return all->list[i];
    return NULL;
}

static int last_of(const struct tally *tally)
{
    int last = 0;
    for (int i = 0; i < game_count; i++)
        last = tally->counts[i].last > last ? tally->counts[i].last : last;
    return last;
}

static void make_room(struct host *host)
{
    struct tallies *all = host->dailies->tallies;
    int oldest = 0;
    if (all->count < TALLIES_MOST)
        return;
    for (int i = 1; i < all->count; i++)
        if (last_of(all->list[i]) < last_of(all->list[oldest]))
            oldest = i;
    delete (host, oldest);
}

static void count_try(struct host *host, const struct daily_try *one)
{
    struct tally *tally = find(host->dailies->tallies, one);
    int game = daily_game_place(one->game);
    if (tally && tally->counts[game].last >= one->day)
        return; /* counted before a kill */
    if (!tally) {
        make_room(host);
        tally = tally_new(row_new_number(host, &tallies_row));
        add(host->dailies->tallies, tally);
    }
    for (int n = 0; n < one->name_count; n++)
        add_name(tally, &one->names[n]);
    count_result(&tally->counts[game], one->day);
    tally->is_unsaved = true;
}

/* True when all that was counted is on the disk. */
static bool are_saved(struct host *host)
{
    bool are = true;
    for (int i = 0; i < host->dailies->tallies->count; i++) {
        struct tally *tally = host->dailies->tallies->list[i];
        if (tally->is_unsaved)
            save(host, tally);
        are &= tally->saves == 0 && !tally->is_unsaved;
    }
    return are;
}

/* Who was linked on that day is not known any more: so tries that do not count go with what says
   it. */
static void end_bonds(struct host *host, struct daily_day *day)
{
    bool has_bond = false;
    for (int i = 0; i < day->count; i++)
        has_bond |= !day->tries[i]->game;
    if (!has_bond)
        return;
    (void)tries_count(host, day->tries[0]); /* settles all */
    for (int i = day->count - 1; i >= 0; i--)
        if (!day->tries[i]->counts)
            daily_drop_try(host, day->tries[i]);
}

/* So many of the oldest days go. */
static int due(const struct host *host)
{
    const struct dailies *days = host->dailies;
    int today = daily_today(host), tries = days->tries, count = 0;
    while (count < days->count && days->list[count].day < today - DAILY_OPEN_DAYS &&
           (days->list[count].day < today - DAILY_DAYS || tries > DAILY_TRIES_MOST))
        tries -= days->list[count++].count;
    return count;
}

static void count_day(struct host *host, const struct daily_day *day)
{
    for (int i = 0; i < day->count; i++)
        if (day->tries[i]->is_over && tries_count(host, day->tries[i]))
            count_try(host, day->tries[i]);
}

void tallies_prune(struct host *host)
{
    struct dailies *days = host->dailies;
    int count = due(host);
    for (int d = 0; d < days->count && days->list[d].day < daily_today(host) - DAILY_OPEN_DAYS; d++)
        end_bonds(host, &days->list[d]);
    for (int d = 0; d < count; d++)
        count_day(host, &days->list[d]);
    if (!are_saved(host))
        return; /* the next look goes on */
    while (count-- > 0)
        daily_drop_day(host, &days->list[0]);
}

/* ---- asking ---- */

void tallies_of(const struct host *host, struct identity who, const struct game *game,
                struct tally_count *out)
{
    struct identity all[LINK_EACH];
    int names = links_identities(host, who, all);
    *out = (struct tally_count){0};
    for (int i = 0; i < host->dailies->tallies->count; i++) {
        const struct tally_count *count =
            &host->dailies->tallies->list[i]->counts[daily_game_place(game)];
        bool is_theirs = false;
        for (int n = 0; n < names; n++)
            is_theirs |= name_place(host->dailies->tallies->list[i], all[n]) >= 0;
        if (!is_theirs || count->days == 0)
            continue;
        out->days = count->days > out->days ? count->days : out->days;
        out->best = count->best > out->best ? count->best : out->best;
        out->run = count->last > out->last ? count->run : out->run;
        out->last = count->last > out->last ? count->last : out->last;
    }
}

int tallies_streak(const struct host *host, const struct daily_try *one)
{
    int days = 0;
    struct tally_count before;
    const struct identity who = identity_of(&one->names[0]);
    for (const struct daily_try *other = one; other && other->is_over; days++)
        other = tries_find(host, who, one->day - days - 1, one->game);
    tallies_of(host, who, one->game, &before);
    return before.last == one->day - days ? days + before.run : days;
}

void tallies_whole(const struct host *host, struct identity who, const struct game *game,
                   struct tally_count *out)
{
    tallies_of(host, who, game, out);
    for (int d = 0; d < host->dailies->count; d++) {
        const struct daily_day *day = &host->dailies->list[d];
        const struct daily_try *one =
            day->day > out->last ? tries_find(host, who, day->day, game) : NULL;
        if (one && one->is_over)
            count_result(out, day->day);
    }
}

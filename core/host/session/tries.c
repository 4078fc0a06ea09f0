#include "tries.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games.h"
#include "host_state.h"
#include "links.h"
#include "outcome.h"
#include "port.h"
#include "seat.h"
#include "session.h"
#include "text.h"

/* ---- the same person ---- */

static bool has_name(const struct daily_try *one, struct identity who)
{
    for (int i = 0; i < one->name_count; i++)
        if (identity_is(identity_of(&one->names[i]), who))
            return true;
    return false;
}

struct people {
    struct identity *list;
    int count;
};

static bool is_among(const struct people *people, struct identity who)
{
    for (int i = 0; i < people->count; i++)
        if (identity_is(people->list[i], who))
            return true;
    return false;
}

static void add_person(struct people *people, struct identity who)
{
    if (people->count < DAILY_NAMES && !is_among(people, who))
        people->list[people->count++] = who;
}

int tries_people(const struct host *host, struct identity who, int number,
                 struct identity out[DAILY_NAMES])
{
    struct people people = {out, 0};
    const struct daily_day *day = daily_find_day(host, number);
    add_person(&people, who);
    for (int i = 0; i < people.count; i++) {
        struct identity linked[LINK_EACH];
        int count = links_identities(host, out[i], linked);
        for (int k = 0; k < count; k++)
            add_person(&people, linked[k]);
        for (int t = 0; day && t < day->count; t++)
            for (int n = 0; has_name(day->tries[t], out[i]) && n < day->tries[t]->name_count; n++)
                add_person(&people, identity_of(&day->tries[t]->names[n]));
    }
    return people.count;
}

static bool is_earlier(const struct daily_try *a, const struct daily_try *b)
{
    return a->at != b->at ? a->at < b->at : a->number < b->number;
}

/* ---- who is one person on a day, and which of their tries counts ---- */

/* Tries and bonds that have a name in common are one person's. Found once, until a row of the day
   changes: each name leads to the first row that has it, and rows to one of the same person. */
struct settling {
    struct daily_try **tries;
    int count, names; /* names: a power of 2, more than there are */
    int *first;       /* by the hash of a name: 1 + a row that has it */
    const struct daily_name **name;
};

static int root_of(struct daily_try **tries, int one)
{
    while (tries[one]->person != one)
        one = tries[one]->person = tries[tries[one]->person]->person;
    return one;
}

static void note_name(struct settling *settling, int one, const struct daily_name *name)
{
    uint64_t hash = text_hash(text_hash(HASH_START, name->network), name->key);
    int place = (int)(hash % (unsigned)settling->names);
    while (settling->first[place] &&
           !identity_is(identity_of(settling->name[place]), identity_of(name)))
        place = (place + 1) % settling->names;
    if (settling->first[place]) {
        int other = root_of(settling->tries, settling->first[place] - 1);
        settling->tries[root_of(settling->tries, one)]->person = other;
        return;
    }
    settling->first[place] = one + 1;
    settling->name[place] = name;
}

static void join_names(struct daily_day *day)
{
    struct settling settling = {.tries = day->tries, .count = day->count, .names = 16};
    int names = 0;
    for (int i = 0; i < day->count; i++)
        names += day->tries[i]->name_count;
    while (settling.names < 2 * names)
        settling.names *= 2;
    settling.first = calloc((size_t)settling.names, sizeof *settling.first);
    settling.name = calloc((size_t)settling.names, sizeof(struct daily_name *));
    check(settling.first && settling.name);
    for (int i = 0; i < day->count; i++)
        day->tries[i]->person = i;
    for (int i = 0; i < day->count; i++)
        for (int n = 0; n < day->tries[i]->name_count; n++)
            note_name(&settling, i, &day->tries[i]->names[n]);
    free(settling.first);
    free(settling.name);
}

/* Of each person and game the earliest counts. */
static void settle(struct daily_day *day)
{
    if (day->is_settled)
        return;
    join_names(day);
    int *first = calloc((size_t)day->count * (size_t)game_count + 1, sizeof *first);
    check(first);
    for (int i = 0; i < day->count; i++) {
        struct daily_try *one = day->tries[i];
        one->person = root_of(day->tries, i);
        one->counts = false;
        if (!one->game)
            continue;
        int *best = &first[one->person * game_count + daily_game_place(one->game)];
        if (*best && !is_earlier(one, day->tries[*best - 1]))
            continue;
        if (*best)
            day->tries[*best - 1]->counts = false;
        *best = i + 1;
        one->counts = true;
    }
    free(first);
    day->is_settled = true;
}

/* People who are linked now have the first of all their tries. */
const struct daily_try *tries_find(const struct host *host, struct identity who, int number,
                                   const struct game *game)
{
    struct identity all[LINK_EACH];
    int count = links_identities(host, who, all), persons[LINK_EACH];
    struct daily_day *day = daily_find_day(host, number);
    const struct daily_try *first = NULL;
    if (!day)
        return NULL;
    settle(day);
    for (int i = 0; i < count; i++) {
        int t = 0;
        while (t < day->count && !has_name(day->tries[t], all[i]))
            t++;
        persons[i] = t < day->count ? day->tries[t]->person : -1;
    }
    for (int t = 0; t < day->count; t++)
        for (int i = 0; i < count && day->tries[t]->counts && day->tries[t]->game == game; i++)
            if (day->tries[t]->person == persons[i] && (!first || is_earlier(day->tries[t], first)))
                first = day->tries[t];
    return first;
}

bool tries_count(const struct host *host, const struct daily_try *one)
{
    settle(daily_find_day(host, one->day));
    return one->counts;
}

/* ---- what happens ---- */

static struct daily_try *of_table(const struct session *session)
{
    const struct daily_day *day = daily_find_day(session->host, session->playing->lot.day);
    for (int i = 0; day && i < day->count; i++)
        if (day->tries[i]->game && day->tries[i]->table == session->id)
            return day->tries[i];
    return NULL;
}

bool tries_is_second(const struct session *session)
{
    const struct daily_try *one = session->playing->lot.day ? of_table(session) : NULL;
    return one && !tries_count(session->host, one);
}

static const struct seat *person_of(const struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->seats[seat].kind == SEAT_PERSON)
            return &session->seats[seat];
    return NULL;
}

static const char *name_of(const struct host *host, struct identity who, const struct seat *seat)
{
    const struct linked *person = links_of(host, who);
    if (identity_is(who, identity_at(seat)))
        return seat->called;
    for (int i = 0; person && i < person->count; i++)
        if (identity_is(identity_of(&person->identities[i]), who))
            return person->identities[i].name;
    return "";
}

void tries_note_dealt(const struct session *session, bool is_unlisted)
{
    struct host *host = session->host;
    const struct seat *seat = person_of(session);
    if (!seat || of_table(session))
        return;
    struct identity all[DAILY_NAMES];
    int count = tries_people(host, identity_at(seat), session->playing->lot.day, all);
    struct daily_try *one = calloc(1, sizeof *one);
    check(one);
    *one = (struct daily_try){.number = row_new_number(host, &daily_try_row),
                              .table = session->id,
                              .at = host_wall(host),
                              .day = session->playing->lot.day,
                              .game = session->game,
                              .is_unlisted = is_unlisted || session->home.port->is_one_keyboard};
    for (int i = 0; i < count; i++)
        daily_add_name(one, all[i].network, all[i].key, name_of(host, all[i], seat));
    daily_save_try(host, one);
    daily_add_try(host, one);
}

/* Too late, or by other robots than the others': no result. */
static bool is_void(const struct session *session)
{
    const struct host *host = session->host;
    const struct daily_day *day = daily_day(host, session->playing->lot.day);
    return !day || daily_is_over(host, day->day) || !daily_fits(host, day, session->game);
}

void tries_note_over(const struct session *session)
{
    struct host *host = session->host;
    const struct playing *playing = session->playing;
    struct daily_try *one = of_table(session);
    int seat = playing->squares.seat - 1;
    struct finished finished;
    if (!one || one->is_over || seat < 0 || !playing->is_over || is_void(session))
        return;
    outcome_take_finished(playing, session->game, 0, &finished);
    one->points = finished.points[seat];
    one->place = finished.places[seat];
    one->of = playing->seats;
    one->squares = playing->squares;
    one->is_over = true;
    daily_save_try(host, one);
}

static void bind(struct host *host, int day, const struct people *people)
{
    struct daily_try *bond = calloc(1, sizeof *bond);
    check(bond);
    bond->number = row_new_number(host, &daily_try_row);
    bond->day = day;
    for (int i = 0; i < people->count; i++)
        daily_add_name(bond, people->list[i].network, people->list[i].key, "");
    daily_save_try(host, bond);
    daily_add_try(host, bond);
    daily_look(host);
}

void tries_note_links(struct host *host, const struct linked *before, const struct linked *after)
{
    struct identity all[DAILY_NAMES];
    struct people people = {all, 0};
    const struct linked *both[] = {before, after};
    int today = daily_today(host);
    if (!daily_find_day(host, today))
        return;
    for (int i = 0; i < 2; i++)
        for (int k = 0; both[i] && k < both[i]->count; k++)
            add_person(&people, identity_of(&both[i]->identities[k]));
    if (people.count > 1)
        bind(host, today, &people);
}

bool tries_share(struct host *host, const struct daily_try *from, struct identity room)
{
    uint64_t hash = text_hash(text_hash(HASH_START, room.network), room.key);
    struct daily_try *one = daily_numbered(host, from->number);
    if (!one || one->room_count == DAILY_ROOMS)
        return false;
    for (int i = 0; i < one->room_count; i++)
        if (one->rooms[i] == hash)
            return false;
    one->rooms[one->room_count++] = hash;
    daily_save_try(host, one);
    return true;
}

/* ---- results ---- */

static bool is_better(const struct daily_try *one, const struct daily_try *other)
{
    return one->place != other->place ? one->place < other->place : one->points > other->points;
}

int tries_better(const struct host *host, const struct daily_try *one, int *others)
{
    const struct daily_day *day = daily_find_day(host, one->day);
    int better = 0;
    *others = 0;
    for (int t = 0; day && t < day->count; t++) {
        const struct daily_try *other = day->tries[t];
        if (other == one || other->game != one->game || !other->is_over || other->is_unlisted ||
            !tries_count(host, other))
            continue;
        ++*others;
        better += is_better(one, other);
    }
    return better;
}

/* A month of strangers, in one process and on a clock of its own: people on two networks, never
   more than AWAKE of them awake at once, wish to play now and then, and look for somebody. With
   open seats they take one, or offer one and come back later; without them they see no further than
   their own room. Says what share of wishes found a human within ten minutes and within a day, and
   how many lines rooms were told; nobody may be told a result twice, and no room more than it may
   be. The same seed is the same month. tests/soak/seats says how it is run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "host_state.h"
#include "household.h"
#include "listener.h"
#include "posts.h"
#include "prose.h"
#include "seat.h"
#include "session.h"
#include "tables.h"
#include "testing.h"

enum {
    PEOPLE_MOST = 400,
    AWAKE = 8,
    ROOMS = 10, /* of a network */
    DAYS_MOST = 60,
    STEP_MS = 20 * 1000,
    RESULTS_MOST = 64 /* that one person is told */

};

#define HOUR_MS ((int64_t)60 * MINUTE)
#define DAY_MS  (24 * HOUR_MS)

struct stranger {
    char name[HOST_NAME], room[HOST_NAME];
    const char *network;
    bool is_awake, wishes;
    int64_t wakes_at, sleeps_at, wished_at;
    int64_t results[RESULTS_MOST]; /* tables of which the person was told while away */
    int result_count;
};

/* What a month came to. */
struct month {
    int wishes, soon, in_a_day, results, most_awake, seat_lines;
    int lines[2][ROOMS][DAYS_MOST];
};

/* What a room has heard of open seats. */
struct heard_there {
    int64_t last;
    int day, lines;
};

static struct stranger people[PEOPLE_MOST];
static int people_count, days;
static struct month *month;
static struct heard_there heard_there[2][ROOMS];
static int64_t begun_at;
static uint64_t dice_state;

static int dice(int sides)
{
    dice_state = dice_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((dice_state >> 33) % (uint64_t)sides);
}

static int64_t between(int64_t least, int64_t most)
{
    return least + (int64_t)dice(1 << 20) * ((most - least) >> 10) / (1 << 10);
}

/* ---- what rooms are told ---- */

static bool wants_digest(int room)
{
    return room % 2 == 1;
}

/* One in ten minutes, and twelve a day; or one a day. */
static void note_seat_line(struct heard_there *there, int room)
{
    int day = (int)(house.now / DAY_MS);
    there->lines = there->day == day ? there->lines + 1 : 1;
    assert_true(there->last == 0 || house.now - there->last >= LISTENER_EVERY_MS);
    assert_true(there->lines <= (wants_digest(room) ? 1 : LISTENER_LINES));
    there->day = day;
    there->last = house.now;
    month->seat_lines++;
}

static void hear_post(bool is_far, const struct post *post)
{
    int day = (int)((house.now - begun_at) / DAY_MS);
    if (post->room[0] != '#' || day >= DAYS_MOST)
        return;
    int room = atoi(post->room + strlen("#room"));
    month->lines[is_far][room][day]++;
    if (post->tale && strncmp(post->tale->text, "Open seats: ", strlen("Open seats: ")) == 0)
        note_seat_line(&heard_there[is_far][room], room);
}

/* ---- what people are told ---- */

/* "... !replay 17 shows it step by step." */
static void note_results(struct stranger *person, const char *told)
{
    const char *at = strstr(told, "!replay ");
    int64_t table = at ? atoll(at + strlen("!replay ")) : 0;
    for (int i = 0; i < person->result_count; i++)
        if (person->results[i] == table)
            fail_msg("%s was told of table %lld twice", person->name, (long long)table);
    assert_true(person->result_count < RESULTS_MOST);
    person->results[person->result_count++] = table;
    month->results++;
}

static void say(struct stranger *person, const char *room, const char *text)
{
    static const char begin[] = "While you were away";
    char to[HOST_NAME + 32];
    house_forget(&house);
    house.network = person->network;
    house_say(&house, room, person->name, text);
    house.network = NULL;
    snprintf(to, sizeof to, "to %s: %s", person->name, begin);
    int count = house_count(&house, begin);
    assert_int_equal(count, house_count(&house, to)); /* nobody else's */
    assert_true(count <= 1);
    if (count == 1)
        note_results(person, strstr(house.told, to));
}

/* ---- tables ---- */

static struct heard heard_of(const struct stranger *person, const char *text)
{
    return (struct heard){.network = person->network,
                          .key = person->name,
                          .name = person->name,
                          .text = text,
                          .now = house.now};
}

/* NULL if the person sits nowhere. */
static struct session *table_of(const struct stranger *person)
{
    return host_table_of(house.host, identity(person->network, person->name), 0);
}

static bool has_company(const struct session *session)
{
    int people_there = 0;
    for (int i = 0; i < session->seat_count; i++)
        people_there += session->seats[i].kind == SEAT_PERSON && !session->seats[i].is_left;
    return people_there > 1;
}

struct choice {
    char move[HOST_TEXT];
    int count;
};

static bool take_one(void *arg, const char *move)
{
    struct choice *choice = arg;
    if (dice(++choice->count) == 0)
        snprintf(choice->move, sizeof choice->move, "%s", move);
    return true;
}

/* False if it is not the person's turn. */
static bool play(struct stranger *person, struct session *session)
{
    struct choice choice = {.count = 0};
    struct heard heard = heard_of(person, "");
    host_each_move(house.host, session, &heard, take_one, &choice);
    if (choice.count > 0)
        say(person, NULL, choice.move);
    return choice.count > 0;
}

static bool has_free_seat(const struct session *session)
{
    return session && !session_has_begun(session) && !session_has_no_seat(session);
}

/* The first number of the list that was told; false without one. */
static bool take_listed(struct stranger *person)
{
    static const char begin[] = "Free seats (";
    char line[32];
    say(person, NULL, "open");
    const char *at = strstr(house.told, begin), *colon = at ? strchr(at, ':') : NULL;
    if (!colon)
        return false;
    snprintf(line, sizeof line, "join %d", atoi(colon + 1));
    say(person, NULL, line);
    return true;
}

static void look_for_somebody(struct stranger *person, bool has_open_seats)
{
    const struct session *here = host_find(house.host, person->network, person->room);
    if (has_free_seat(here))
        say(person, person->room, "join");
    else if (has_open_seats && !take_listed(person))
        say(person, here ? NULL : person->room, "seek heartcatchers clock=slow");
    else if (!has_open_seats && !here)
        say(person, person->room, "play heartcatchers clock=slow");
}

/* ---- people ---- */

static void end_wish(struct stranger *person)
{
    int64_t took = house.now - person->wished_at;
    const struct session *session = table_of(person);
    bool is_found = session && has_company(session);
    if (!is_found && took <= DAY_MS)
        return;
    person->wishes = false;
    month->soon += is_found && took <= 10 * MINUTE;
    month->in_a_day += is_found && took <= DAY_MS;
}

static void wake(struct stranger *person)
{
    person->is_awake = true;
    person->sleeps_at = house.now + between(15 * MINUTE, HOUR_MS);
    say(person, NULL, "games");
    if (!person->wishes && !table_of(person) && dice(2) == 0 &&
        house.now - begun_at < (days - 1) * DAY_MS) {
        person->wishes = true;
        person->wished_at = house.now;
        month->wishes++;
    }
}

static void act(struct stranger *person, bool has_open_seats)
{
    struct session *session = table_of(person);
    if (session && session_has_begun(session)) {
        (void)play(person, session);
    } else if (!session && person->wishes) {
        look_for_somebody(person, has_open_seats);
    }
}

static void live(bool has_open_seats)
{
    int awake = 0;
    for (int i = 0; i < people_count; i++) {
        struct stranger *person = &people[i];
        if (person->is_awake && person->sleeps_at <= house.now) {
            person->is_awake = false;
            person->wakes_at = house.now + between(8 * HOUR_MS, 40 * HOUR_MS);
        }
        awake += person->is_awake;
    }
    for (int i = 0; i < people_count; i++) {
        struct stranger *person = &people[i];
        if (!person->is_awake && person->wakes_at <= house.now && awake < AWAKE) {
            wake(person);
            awake++;
        } else if (person->is_awake && dice(2) == 0) {
            act(person, has_open_seats);
        }
        if (person->wishes)
            end_wish(person);
    }
    if (awake > month->most_awake)
        month->most_awake = awake;
}

/* Rooms of both kinds on both networks. */
static void open_rooms(void)
{
    char room[HOST_NAME];
    for (int i = 0; i < 2 * ROOMS; i++) {
        snprintf(room, sizeof room, "#room%d", i / 2);
        say_as(i % 2 ? "far" : "net", room, "op", RANK_OPERATOR,
               wants_digest(i / 2) ? "settings seats digest" : "settings seats yes");
    }
    memset(heard_there, 0, sizeof heard_there);
}

static void settle_people(int count)
{
    people_count = count;
    for (int i = 0; i < count; i++) {
        struct stranger *person = &people[i];
        *person = (struct stranger){.network = i % 2 ? "far" : "net",
                                    .wakes_at = house.now + between(0, DAY_MS)};
        snprintf(person->name, sizeof person->name, "ben%d", i);
        snprintf(person->room, sizeof person->room, "#room%d", i / 2 % ROOMS);
    }
}

static struct month *live_a_month(int count, uint64_t seed, bool has_open_seats)
{
    void *state = NULL;
    month = calloc(1, sizeof *month);
    assert_non_null(month);
    dice_state = seed;
    open_lasting_and_far(&state);
    house.hears_post = hear_post;
    house.host->tables.next = 1000; /* behind that of the namesake */
    open_rooms();
    begun_at = house.now;
    settle_people(count);
    for (int64_t step = 1; step <= days * DAY_MS / STEP_MS; step++) {
        house_forget(&house);
        house_wait(&house, STEP_MS);
        live(has_open_seats);
        if (step % (3 * DAY_MS / STEP_MS) == 0)
            house_restart(&house); /* as after a kill */
    }
    house.hears_post = NULL;
    close_house(&state);
    return month;
}

/* ---- what it came to ---- */

static int percent(int part, int all)
{
    return all > 0 ? (100 * part + all / 2) / all : 0;
}

static void print_month(const struct month *of, const char *name)
{
    int all = 0, most = 0;
    for (int network = 0; network < 2; network++)
        for (int room = 0; room < ROOMS; room++)
            for (int day = 0; day < days; day++) {
                int lines = of->lines[network][room][day];
                all += lines;
                most = lines > most ? lines : most;
            }
    double room_days = 2.0 * ROOMS * days;
    printf("%-20s %6d %13d %% %11d %% %10.1f %6d %10.1f %9d\n", name, of->wishes,
           percent(of->soon, of->wishes), percent(of->in_a_day, of->wishes), all / room_days, most,
           of->seat_lines / room_days, of->results);
}

int main(int argc, char **argv)
{
    days = argc > 1 ? atoi(argv[1]) : 30;
    int count = argc > 2 ? atoi(argv[2]) : 200;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    assert_true(days > 1 && days < DAYS_MOST && count > 1 && count <= PEOPLE_MOST);
    printf("%d days of %d people on two networks, %d awake at most, seed %llu\n", days, count,
           AWAKE, (unsigned long long)seed);
    printf("%-20s %6s %15s %13s %10s %6s %10s %9s\n", "", "wishes", "in 10 minutes", "in a day",
           "lines/day", "most", "of seats", "results");
    struct month *without = live_a_month(count, seed, false);
    print_month(without, "without open seats");
    struct month *with = live_a_month(count, seed, true);
    print_month(with, "with open seats");
    assert_true(without->seat_lines == 0 && with->seat_lines > 0);
    assert_true(with->most_awake <= AWAKE && without->most_awake <= AWAKE);
    /* what open seats are for; half of it is far below what any seed gives */
    assert_true(percent(with->in_a_day, with->wishes) >=
                percent(without->in_a_day, without->wishes) + 25);
    free(with);
    free(without);
    return 0;
}

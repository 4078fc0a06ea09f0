/* Deals of the day for a month: `soak_daily DAYS PEOPLE SEED`; tests/soak/daily builds and starts
   it. Each person has a name on each of two networks, and plays by a style, so that people of one
   style have to come to the same results. Ends with a line of figures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "commands.h"
#include "games.h"
#include "host_commands.h"
#include "host_state.h"
#include "household.h"
#include "links.h"
#include "port.h"
#include "session.h"
#include "store.h"
#include "tables.h"
#include "testing.h"
#include "text.h"
#include "tries.h"

enum { DAY_MS = 24 * 3600 * 1000, FIRST_DAY = 20786, STYLES = 3, PEOPLE_MOST = 1000, GAMES = 16 };

static int days = 30, people = 200;
static uint64_t random_bits = 1;
static int64_t ahead = (int64_t)FIRST_DAY * DAY_MS;
static struct {
    int deals, results, refused, kills, links, parted, stopped;
} counts;

/* What a style came to. */
static struct {
    bool is_known;
    int points, place;
    struct deal_squares squares;
} results[GAMES][STYLES];

static int dice(int sides)
{
    random_bits = random_bits * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((random_bits >> 33) % (unsigned)sides);
}

static int64_t wall(void *arg)
{
    (void)arg;
    return ahead + house.now;
}

static const char *network_of(bool is_far)
{
    return is_far ? "far" : "net";
}

/* The secrets of today and tomorrow stand in nothing that is told. */
static void look_for_secrets(void)
{
    char hex[SEAL_SECRET_HEX];
    for (int day = daily_today(house.host) - 1; day <= daily_today(house.host) + 1; day++) {
        const struct daily_day *known = daily_day(house.host, day);
        if (known)
            sodium_bin2hex(hex, sizeof hex, known->secret, LUCK_SECRET);
        check(!known || !strstr(house.told, hex));
    }
}

static void say(bool is_far, int person, const char *text)
{
    char who[16];
    snprintf(who, sizeof who, "p%d", person);
    house.now += 10 * 1000;
    house_forget(&house);
    house.network = network_of(is_far);
    house_say(&house, NULL, who, text);
    house.network = NULL;
    house_wait(&house, 500);
    look_for_secrets();
}

static struct identity name_of(bool is_far, int person, char who[16])
{
    snprintf(who, 16, "p%d", person);
    return identity(network_of(is_far), who);
}

static struct session *table_of(bool is_far, int person)
{
    char who[16], room[HOST_ROOM];
    struct identity name = name_of(is_far, person, who);
    snprintf(room, sizeof room, "@%s", who);
    return host_find(house.host, name.network, room);
}

struct picking {
    int left;
    char move[HOST_TEXT];
};

static bool pick(void *arg, const char *move)
{
    struct picking *picking = arg;
    snprintf(picking->move, sizeof picking->move, "%s", move);
    return --picking->left > 0;
}

static void play(bool is_far, int person, int most)
{
    char who[16];
    struct identity name = name_of(is_far, person, who);
    struct session *session;
    for (int waits = 0; waits < 2000 && most > 0 && (session = table_of(is_far, person)); waits++) {
        const struct playing *playing = session->playing;
        int style = person % STYLES + 1,
            decided = playing->squares.seat ? playing->decisions[playing->squares.seat - 1] : 0;
        struct picking picking = {.left = 1 + style * (decided + 1) % 5};
        struct heard heard = heard_about(name, who, house.now);
        heard.text = picking.move;
        host_each_move(house.host, session, &heard, pick, &picking);
        if (picking.move[0])
            host_hear(house.host, session, &heard);
        most -= picking.move[0] != '\0';
        house_wait(&house, 1000);
    }
}

/* No row of a room: the house keeps few of them. */
static void use_host(void)
{
    host_on_wall(house.host, wall, NULL);
    host_on_choice(house.host, NULL, NULL);
}

static void kill_house(void)
{
    counts.kills++;
    house_restart(&house);
    use_host();
    for (int person = 0; person < people; person++)
        for (int far = 0; far < 2; far++) {
            char who[16];
            host_person_ready(house.host, name_of(far, person, who), house.now);
        }
    house_settle(&house);
}

static void link_names(int person)
{
    char line[64];
    say(false, person, "link");
    const char *code = strstr(house.told, "!link ");
    if (!code)
        return;
    snprintf(line, sizeof line, "%.14s", code + 1);
    say(true, person, line);
    say(false, person, "yes");
    counts.links++;
}

/* One result of a person whose names are linked today, and the result of their style. */
static void look_at_results(int day)
{
    for (int g = 0; g < game_count; g++)
        for (int person = 0; person < people; person++)
            for (int far = 0; far < 2; far++) {
                char who[16];
                const struct daily_try *one =
                    tries_find(house.host, name_of(far, person, who), day, games[g]);
                if (!one || !one->is_over)
                    continue;
                int style = person % STYLES;
                counts.results++;
                if (results[g][style].is_known) {
                    check(results[g][style].points == one->points &&
                          results[g][style].place == one->place &&
                          memcmp(results[g][style].squares.list, one->squares.list,
                                 one->squares.count) == 0);
                }
                results[g][style].is_known = true;
                results[g][style].points = one->points;
                results[g][style].place = one->place;
                results[g][style].squares = one->squares;
            }
    memset(results, 0, sizeof results);
}

/* Who has had a try gets none, under no name that was linked with it. */
static void try_again(int person, const struct game *game)
{
    char line[64], who[16];
    snprintf(line, sizeof line, "daily %s", game->id);
    for (int far = 0; far < 2; far++) {
        if (!tries_find(house.host, name_of(far, person, who), daily_today(house.host), game))
            continue;
        say(far, person, line);
        check(!table_of(far, person));
        counts.refused++;
    }
}

static void live_day(int person)
{
    const struct game *game = games[dice(game_count)];
    bool is_far = dice(2);
    char line[64];
    if (!game->daily || dice(3) == 0)
        return;
    snprintf(line, sizeof line, "daily %s", game->id);
    say(is_far, person, line);
    counts.deals += table_of(is_far, person) != NULL;
    if (dice(8) == 0)
        link_names(person);
    play(is_far, person, dice(6));
    if (dice(60) == 0)
        kill_house();
    if (table_of(is_far, person) && dice(12) == 0) {
        say(is_far, person, "stop");
        say(is_far, person, "stop");
        counts.stopped++;
    }
    play(is_far, person, 1000);
    check(!table_of(is_far, person));
    try_again(person, game);
    if (dice(10) == 0) {
        say(is_far, person, "unlink");
        counts.parted++;
        try_again(person, game);
    }
}

int main(int argc, char **argv)
{
    days = argc > 1 ? atoi(argv[1]) : days;
    people = argc > 2 ? atoi(argv[2]) : people;
    random_bits = argc > 3 ? (uint64_t)atoi(argv[3]) : 1;
    check(people <= PEOPLE_MOST && game_count <= GAMES);
    store = store_memory_new();
    house_open(&house, store, true, 7);
    house.commands = commands_new();
    house.has_far = true;
    house_restart(&house);
    use_host();
    for (int day = 0; day < days; day++) {
        int today = FIRST_DAY + day;
        ahead = (int64_t)today * DAY_MS - house.now + 1000;
        house_wait(&house, 61 * 1000);
        for (int i = 0; i < people; i++)
            live_day(dice(people));
        look_at_results(today);
    }
    printf(
        "%d days of %d people: %d deals, %d results looked at, %d times refused, %d kills, %d links, %d parted, %d stopped\n",
        days, people, counts.deals, counts.results, counts.refused, counts.kills, counts.links,
        counts.parted, counts.stopped);
    host_free(house.host);
    commands_free(house.commands);
    store_close(store);
    return 0;
}

#include "daily_house.h"

#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "games.h"
#include "host_state.h"
#include "household.h"
#include "links.h"
#include "port.h"
#include "record.h"
#include "session.h"
#include "tables.h"
#include "text.h"
#include "tries.h"

int64_t wall_ahead;
int wall_patience = 4000;

static int64_t wall(void *arg)
{
    (void)arg;
    return wall_ahead + house.now;
}

void use_wall(void)
{
    host_on_wall(house.host, wall, NULL);
}

test_fixture(open_daily)
{
    house.commands = NULL;
    int count = open_two(state);
    house.commands = commands_new();
    wall_ahead = (int64_t)FIRST_DAY * DAY_MS;
    use_wall();
    return count;
}

void tomorrow(void)
{
    wall_ahead += DAY_MS;
    house_wait(&house, 61 * 1000);
}

void kill_house(void)
{
    house_restart(&house);
    use_wall();
    host_person_ready(house.host, identity("net", "ann"), house.now);
    host_person_ready(house.host, identity("far", "bob"), house.now);
    house_settle(&house);
}

void says_daily(const char *who, const char *text)
{
    house_wait(&house, 8000);
    house_forget(&house);
    house_say(&house, NULL, who, text);
    house_wait(&house, 1000);
}

void far_says_daily(const char *who, const char *text)
{
    house_wait(&house, 8000);
    house_forget(&house);
    far_says(NULL, who, text);
    house_settle(&house);
}

/* ---- playing one ---- */

struct picking {
    const struct game *game;
    int left;
    char move[HOST_TEXT];
};

/* What takes a move back, or asks the others, leads nowhere. */
static bool is_vote(const struct game *game, const char *move)
{
    for (int verb = 0; verb < game->verb_count; verb++)
        if (game->verbs[verb].flags & VERB_VOTE && text_is_prefix(game->verbs[verb].word, move))
            return true;
    return false;
}

static bool pick(void *arg, const char *move)
{
    struct picking *picking = arg;
    if (is_vote(picking->game, move))
        return true;
    snprintf(picking->move, sizeof picking->move, "%s", move);
    return --picking->left > 0;
}

struct session *daily_table(const char *network, const char *who)
{
    struct session *session = house.host->tables.first;
    while (session &&
           !(session->playing->lot.day && strcmp(session->home.port->network, network) == 0 &&
             strcmp(session->home.name + 1, who) == 0))
        session = session->next;
    return session;
}

bool play_move(const char *network, const char *who, int number)
{
    struct session *session = daily_table(network, who);
    struct picking picking = {.left = number};
    struct heard heard = {
        .network = network, .key = who, .name = who, .text = picking.move, .now = house.now};
    if (!session)
        return false;
    picking.game = session->game;
    host_each_move(house.host, session, &heard, pick, &picking);
    if (!picking.move[0])
        return false;
    host_hear(house.host, session, &heard);
    house_settle(&house);
    return true;
}

uint64_t play_some(const char *network, const char *who, int style, int most, uint64_t hash)
{
    int moves = 0;
    for (int waits = 0; daily_table(network, who) && moves < most && waits < wall_patience;
         waits++) {
        unsigned char all[RECORD_HASH];
        const struct session *session = daily_table(network, who);
        const struct playing *playing = session->playing;
        int decided = playing->squares.seat > 0 ? playing->decisions[playing->squares.seat - 1] : 0;
        record_table_hash(&playing->rules, &playing->table, all);
        if (house.length > HOUSE_TOLD / 2)
            house_forget(&house); /* of a long game only the end is looked at */
        if (play_move(network, who, 1 + (style * (decided + 1)) % 5)) {
            hash = text_hash_bytes(hash, all, sizeof all);
            moves++;
        } else {
            house_wait(&house, 1000);
        }
    }
    return hash;
}

uint64_t play_all(const char *network, const char *who, int style)
{
    uint64_t hash = play_some(network, who, style, 10000, HASH_START);
    assert_null(daily_table(network, who));
    return hash;
}

const struct daily_try *try_of(const char *network, const char *who, const char *game)
{
    return tries_find(house.host, identity(network, who), daily_today(house.host), game_find(game));
}

void link_them(const char *who, const char *far_who)
{
    char line[64];
    says_daily(who, "link");
    snprintf(line, sizeof line, "%s", told_code("!link ", 8));
    far_says_daily(far_who, line);
    says_daily(who, "yes");
    assert_non_null(links_of(house.host, identity("net", who)));
}

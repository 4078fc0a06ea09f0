#include "household.h"

#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "port.h"
#include "session.h"
#include "store.h"
#include "tables.h"
#include "thinker.h"

struct house house;
struct store *store;
struct faulty_store *faulty;
const struct namesake_of *namesakes;

static int open_with(bool is_lasting, uint64_t seed)
{
    faulty = faulty_store_new_take(store_memory_new());
    store = faulty_store_front(faulty);
    house_open(&house, store, is_lasting, seed);
    house_open_namesake(&house, namesakes);
    return 0;
}

test_fixture(open_house)
{
    return open_with(true, 1);
}

test_fixture(open_lasting)
{
    return open_with(true, 7);
}

test_fixture(open_passing)
{
    return open_with(false, 7);
}

static int add_far(void)
{
    house.commands = commands_new();
    house.has_far = true;
    house_restart(&house);
    return 0;
}

test_fixture(open_near_and_far)
{
    open_passing(state);
    return add_far();
}

test_fixture(open_lasting_and_far)
{
    open_lasting(state);
    return add_far();
}

test_fixture(open_two)
{
    open_lasting(state);
    house.has_far = true;
    return house_restart(&house);
}

test_fixture(close_house)
{
    struct thinker *thinker = house.thinker;
    house_close(&house);
    thinker_free(thinker);
    commands_free(house.commands);
    store_close(house.store);
    return 0;
}

struct session *table(void)
{
    return house_table(&house, "#g");
}

const char *due_name(void)
{
    return table()->seats[table()->playing->table.turn].name;
}

void say_as(const char *network, const char *room, const char *who, unsigned rank, const char *text)
{
    house.now += 5000;
    house_forget(&house);
    house.network = network;
    house_say_as(&house, room, who, rank, NULL, text);
    house_settle(&house);
    house.network = NULL;
}

void say_on(const char *network, const char *room, const char *who, const char *text)
{
    enum { SLOWLY = 5000 };
    house.now += SLOWLY;
    house_forget(&house);
    house.network = network;
    house_say(&house, room, who, text);
    house.network = NULL;
}

void say_slowly(const char *room, const char *who, const char *text)
{
    say_on("net", room, who, text);
}

void far_say_slowly(const char *room, const char *who, const char *text)
{
    say_on("far", room, who, text);
}

void far_says(const char *room, const char *who, const char *text)
{
    house.network = "far";
    house_say(&house, room, who, text);
    house.network = NULL;
}

void bring_far(const char *room, const char *opener, const char *far_room, const char *guest)
{
    char join[32];
    house_say(&house, room, opener, "invite");
    snprintf(join, sizeof join, "join %s", house_table(&house, room)->shown.invite);
    far_says(far_room, guest, join);
    house_say(&house, room, opener, "invite yes");
    far_says(far_room, guest, "join");
}

void let_think(void)
{
    house_let_think(&house, thinker_new_inline());
}

const char *told_code(const char *word, int length)
{
    static char line[64];
    const char *at = strstr(house.told, word);
    assert_non_null(at);
    snprintf(line, sizeof line, "%.*s", (int)strlen(word) - 1 + length, at + 1);
    return line;
}

void restart_house(void)
{
    assert_int_equal(house_restart(&house), 1);
    host_room_ready(house.host, "net", "#g", ++house.now);
    house_settle(&house);
}

void deal(const char *room, const char *first, const char *second)
{
    house_say(&house, room, first, "deal coloretto");
    house_say(&house, room, second, "join");
    house_say(&house, room, first, "start");
    house_expect(&house, ": !");
}

static bool take_first(void *arg, const char *move)
{
    snprintf(arg, HOST_TEXT, "%s", move);
    return false;
}

bool play_any_move(const char *room)
{
    struct session *session = house_table(&house, room);
    for (int seat = 0; session && seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        char move[HOST_TEXT] = "";
        struct heard heard = {.network = s->kind == SEAT_PERSON ? s->port->network : NULL,
                              .key = s->key,
                              .name = s->key,
                              .text = move,
                              .now = house.now};
        if (!heard.network || s->is_left)
            continue;
        host_each_move(house.host, session, &heard, take_first, move);
        if (!*move)
            continue;
        host_hear(house.host, session, &heard);
        house_settle(&house);
        return true;
    }
    return false;
}

void play_out(const char *room)
{
    enum { MOVES = 400, SECOND = 1000 };
    for (int moves = 0; house_table(&house, room) && moves < MOVES; moves++) {
        house_forget(&house);
        if (!play_any_move(room))
            house_wait(&house, SECOND);
    }
    if (house_table(&house, room))
        fail_msg("the game in %s did not end", room);
}

void wait_minutes(int minutes)
{
    for (int i = 0; i < minutes; i++)
        house_wait(&house, MINUTE);
}

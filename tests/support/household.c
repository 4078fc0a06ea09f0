#include "household.h"

#include "commands.h"
#include "session.h"
#include "store.h"

struct house house;
struct store *store;
struct faulty_store *faulty;

static int open_with(bool is_lasting, uint64_t seed)
{
    faulty = faulty_store_new_take(store_memory_new());
    store = faulty_store_front(faulty);
    house_open(&house, store, is_lasting, seed);
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

test_fixture(close_house)
{
    house_close(&house);
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
    return table()->seats[table()->playing.table.turn].name;
}

void deal(const char *room, const char *first, const char *second)
{
    house_say(&house, room, first, "deal coloretto");
    house_say(&house, room, second, "join");
    house_say(&house, room, first, "start");
    house_expect(&house, ": !");
}

void wait_minutes(int minutes)
{
    for (int i = 0; i < minutes; i++)
        house_wait(&house, MINUTE);
}

#include "household.h"

#include <stdio.h>

#include "store.h"
#include "testing.h"

struct house house;
struct store *store;

test_fixture(open_house)
{
    store = store_memory_new();
    house_open(&house, store, true, 1);
    return 0;
}

test_fixture(close_house)
{
    house_close(&house);
    store_close(store);
    return 0;
}

void deal(const char *room, const char *first, const char *second)
{
    house_say(&house, room, first, "deal coloretto");
    house_say(&house, room, second, "join");
    house_say(&house, room, first, "start");
    house_expect(&house, "to move");
}

void wait_minutes(int minutes)
{
    for (int i = 0; i < minutes; i++)
        house_wait(&house, MINUTE);
}

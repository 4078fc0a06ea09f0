#include "ring.h"

void ring_add_to(int64_t *at, int size, int64_t *added, int64_t value)
{
    at[(*added)++ % size] = value;
}

int64_t ring_last_of(const int64_t *at, int size, int64_t added, int n)
{
    return added < n ? RING_NEVER : at[(added - n) % size];
}

bool ring_has_in(const int64_t *at, int count, int64_t value)
{
    for (int i = 0; i < count; i++)
        if (at[i] == value)
            return true;
    return false;
}

int64_t ring_wait_since(int64_t since, int64_t span, int64_t now)
{
    return since + span > now ? since + span - now : 0;
}

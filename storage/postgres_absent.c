/* What takes the place of storage/postgres in a program that was built without libpq. */
#include "store_postgres.h"

#ifndef TABLETALK_POSTGRES
#include <stddef.h>

#include "store_lease.h"
#include "text.h"

bool store_postgres_check(const struct store_postgres *where, struct text *why)
{
    (void)where;
    text_put(
        why,
        "this tabletalk was built without PostgreSQL. Install libpq-dev and build it again, or set store = sqlite");
    return false;
}

struct store *store_postgres_open(const struct store_postgres *where, struct text *why)
{
    store_postgres_check(where, why);
    return NULL;
}

struct store_leases *store_leases_open(const struct store_postgres *where, const char *process, int lease_s,
                                       const char *const *units, int count, struct text *why)
{
    (void)process, (void)lease_s, (void)units, (void)count;
    store_postgres_check(where, why);
    return NULL;
}

void store_leases_close(struct store_leases *leases)
{
    (void)leases;
}

bool store_leases_renew(struct store_leases *leases, const struct lease_wish *wish, struct lease_view *view,
                        struct text *why)
{
    (void)leases, (void)wish, (void)view, (void)why;
    return false;
}
#endif

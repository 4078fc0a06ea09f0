/* What takes the place of storage/postgres in a program that was built without libpq. */
#include "store_postgres.h"

#ifndef TABLETALK_POSTGRES
#include <stddef.h>

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
#endif

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

struct store_leases *store_leases_open(const struct store_postgres *where, const char *process,
                                       int lease_s, const char *const *units, int count,
                                       struct text *why)
{
    (void)process, (void)lease_s, (void)units, (void)count;
    store_postgres_check(where, why);
    return NULL;
}

void store_leases_close(struct store_leases *leases)
{
    (void)leases;
}

bool store_leases_renew(struct store_leases *leases, const struct lease_wish *wish,
                        struct lease_view *view, struct text *why)
{
    (void)leases, (void)wish, (void)view, (void)why;
    return false;
}

struct store_mail *store_mail_open(const struct store_postgres *where, const char *const *units,
                                   int count, const struct store_mail_watch *watch,
                                   struct text *why)
{
    (void)units, (void)count, (void)watch;
    store_postgres_check(where, why);
    return NULL;
}

bool store_mail_close_for(struct store_mail *mail, int ms)
{
    (void)mail, (void)ms;
    return true;
}

bool store_mail_each_guest(struct store_mail *mail, store_mail_guest *each, void *arg)
{
    (void)mail, (void)each, (void)arg;
    return false;
}

bool store_mail_send(struct store_mail *mail, const struct store_mail_item *item)
{
    (void)mail, (void)item;
    return false;
}

void store_mail_done(struct store_mail *mail, const char *unit, int64_t number)
{
    (void)mail, (void)unit, (void)number;
}

bool store_mail_is_away(struct store_mail *mail, const char *unit)
{
    (void)mail, (void)unit;
    return true;
}

int store_mail_fd(const struct store_mail *mail)
{
    (void)mail;
    return -1;
}

void store_mail_dispatch(struct store_mail *mail)
{
    (void)mail;
}
#endif

/* See store_lease.h. All times are the server's: until is compared and set there, and nowhere
   else. */
#include "postgres_link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "postgres_house.h"
#include "store_lease.h"
#include "store_postgres.h"
#include "text.h"

enum { STATEMENTS = 32 * 1024 };

struct store_leases {
    struct postgres_address address;
    struct postgres_link link;
    char process[LEASE_NAME];
    int lease_s;
    char units[LEASE_UNITS]
              /* that this process may serve: others that the house ever had are not looked at */
              [LEASE_NAME];
    int unit_count;
};

static void put_quoted(struct text *sql, PGconn *conn, const char *name)
{
    char *quoted = PQescapeLiteral(conn, name, strnlen(name, LEASE_NAME - 1));
    text_put(sql, quoted ? quoted : "NULL");
    PQfreemem(quoted);
}

/* ---- opening ---- */

/* Under the lock of the house: numbers of units are given once. */
static int add_units(struct store_leases *leases, const char *const *units, int count)
{
    char bytes[STATEMENTS];
    if (count == 0)
        return SQL_OK;
    struct text sql = text_over(bytes, sizeof bytes);
    text_put(&sql, "BEGIN; LOCK TABLE unit IN SHARE ROW EXCLUSIVE MODE");
    for (int i = 0; i < count; i++) {
        text_put(&sql, "; INSERT INTO unit (name, number) SELECT ");
        put_quoted(&sql, leases->link.conn, units[i]);
        text_put(&sql, ", max(number) + 1 FROM unit ON CONFLICT (name) DO NOTHING");
        text_put(&sql, "; INSERT INTO written (unit, batch) VALUES (");
        put_quoted(&sql, leases->link.conn, units[i]);
        text_put(&sql, ", 0) ON CONFLICT (unit) DO NOTHING");
    }
    text_put(&sql, "; COMMIT");
    return postgres_link_do(&leases->link, bytes, NULL);
}

static void note_units(struct store_leases *leases, const char *const *units, int count)
{
    for (int i = 0; i < count; i++) {
        int known = 0;
        while (known < leases->unit_count && strcmp(leases->units[known], units[i]) != 0)
            known++;
        check(known < LEASE_UNITS);
        snprintf(leases->units[known], LEASE_NAME, "%s", units[i]);
        leases->unit_count += known == leases->unit_count;
    }
}

static bool open_link(struct store_leases *leases, const char *const *units, int count,
                      struct text *why)
{
    if (postgres_link_open(&leases->link) != SQL_OK) {
        text_putf(
            why,
            "The PostgreSQL server cannot be used: %s. Look whether it runs, and whether the option postgres and its "
            "password are right.",
            leases->link.reason);
        return false;
    }
    if (!postgres_house_share(&leases->link, why))
        return false;
    if (add_units(leases, units, count) == SQL_OK)
        return true;
    text_putf(why, "The database in PostgreSQL cannot be written: %s.", leases->link.reason);
    return false;
}

struct store_leases *store_leases_open(const struct store_postgres *where, const char *process,
                                       int lease_s, const char *const *units, int count,
                                       struct text *why)
{
    struct store_leases *leases = calloc(1, sizeof *leases);
    check(leases && strlen(process) < LEASE_NAME && count <= LEASE_UNITS);
    leases->lease_s = lease_s;
    snprintf(leases->process, sizeof leases->process, "%s", process);
    note_units(leases, units, count);
    bool is_right = postgres_address_init(&leases->address, where, why);
    postgres_link_init(&leases->link, &leases->address);
    if (is_right && open_link(leases, units, count, why))
        return leases;
    store_leases_close(leases);
    return NULL;
}

void store_leases_close(struct store_leases *leases)
{
    if (!leases)
        return;
    postgres_link_close(&leases->link);
    postgres_address_fini(&leases->address);
    free(leases);
}

/* ---- renewing ---- */

/* A lease that is over is never renewed: what was closed when it ended begins anew with another
   term. Nothing is taken of a house that somebody serves as a whole, nor what a last transaction
   of the former owner holds: our own leases do not wait for it. Units and the process itself get
   the same `until`, that of the beginning, so that nobody deals units to a process whose own
   have just become free. */
static void put_renewal(const struct store_leases *leases, const struct lease_wish *wish,
                        struct text *sql)
{
    PGconn *conn = leases->link.conn;
    char until[64];
    snprintf(until, sizeof until, "now() + interval '%d s'", leases->lease_s);
    text_putf(sql, "BEGIN; UPDATE unit SET until = %s WHERE until > clock_timestamp() AND owner = ",
              until);
    put_quoted(sql, conn, leases->process);
    for (int i = 0; i < wish->hold_count; i++) {
        text_put(sql, " AND name <> ");
        put_quoted(sql, conn, wish->hold[i]);
    }
    for (int i = 0; i < wish->release_count; i++) {
        text_put(sql, "; UPDATE unit SET owner = '', until = '-infinity' WHERE owner = ");
        put_quoted(sql, conn, leases->process);
        text_put(sql, " AND name = ");
        put_quoted(sql, conn, wish->release[i]);
    }
    for (int i = 0; i < wish->take_count; i++) {
        text_put(sql, "; UPDATE unit SET owner = ");
        put_quoted(sql, conn, leases->process);
        text_putf(sql,
                  ", term = term + 1, until = %s WHERE (SELECT shared FROM house) AND name IN "
                  "(SELECT name FROM unit WHERE until <= clock_timestamp() AND name = ",
                  until);
        put_quoted(sql, conn, wish->take[i]);
        text_put(sql, " FOR UPDATE SKIP LOCKED)");
    }
    text_put(
        sql,
        "; DELETE FROM process WHERE until < clock_timestamp() - interval '1 hour' OR owner = ");
    put_quoted(sql, conn, leases->process);
    if (!wish->leaves) {
        text_put(sql, "; INSERT INTO process (owner, until) VALUES (");
        put_quoted(sql, conn, leases->process);
        text_putf(sql, ", %s)", until);
    }
    text_put(sql, "; COMMIT");
}

static int take_rows(struct postgres_link *link, const char *sql, struct lease_view *view,
                     void (*take)(const PGresult *rows, int row, struct lease_view *view))
{
    int code = SQL_OK;
    if (postgres_link_is_lost(link) || !PQsendQuery(link->conn, sql))
        return postgres_link_lose(link);
    for (PGresult *rows; (rows = postgres_link_wait(link)); PQclear(rows)) {
        int failed = postgres_link_code(link, rows);
        code = code ? code : failed;
        for (int i = 0; code == SQL_OK && i < PQntuples(rows); i++)
            take(rows, i, view);
    }
    return code || link->conn ? code : LINK_FAILED + STORE_AWAY;
}

static void take_unit(const PGresult *rows, int row, struct lease_view *view)
{
    struct lease_unit *unit = &view->units[view->unit_count++];
    snprintf(unit->name, sizeof unit->name, "%s", PQgetvalue(rows, row, 0));
    snprintf(unit->owner, sizeof unit->owner, "%s", PQgetvalue(rows, row, 1));
    unit->term = strtoll(PQgetvalue(rows, row, 2), NULL, 10);
    unit->is_free = *PQgetvalue(rows, row, 3) == 't';
    unit->left_ms = strtoll(PQgetvalue(rows, row, 4), NULL, 10);
}

static void take_process(const PGresult *rows, int row, struct lease_view *view)
{
    if (view->process_count == LEASE_PROCESSES)
        return;
    struct lease_process *process = &view->processes[view->process_count++];
    snprintf(process->name, sizeof process->name, "%s", PQgetvalue(rows, row, 0));
    process->units = atoi(PQgetvalue(rows, row, 1));
}

static int look_at_units(struct store_leases *leases, struct lease_view *view)
{
    char bytes[STATEMENTS];
    struct text sql = text_over(bytes, sizeof bytes);
    text_put(
        &sql,
        "SELECT name, owner, term, until <= clock_timestamp(), CASE WHEN until > clock_timestamp() THEN "
        "ceil(extract(epoch FROM until - clock_timestamp()) * 1000)::bigint ELSE 0 END "
        "FROM unit WHERE name IN (NULL");
    for (int i = 0; i < leases->unit_count; i++) {
        text_put(&sql, ", ");
        put_quoted(&sql, leases->link.conn, leases->units[i]);
    }
    text_put(&sql, ") ORDER BY name");
    return take_rows(&leases->link, bytes, view, take_unit);
}

static int look(struct store_leases *leases, struct lease_view *view)
{
    int code = look_at_units(leases, view);
    return code
               ? code
               : take_rows(
                     &leases->link,
                     "SELECT owner, (SELECT count(*) FROM unit WHERE unit.owner = process.owner "
                     "AND unit.until > clock_timestamp()) FROM process WHERE until > clock_timestamp() ORDER BY owner",
                     view, take_process);
}

static int connect_again(struct store_leases *leases)
{
    char sql[128];
    int code = postgres_link_open(&leases->link);
    if (code != SQL_OK)
        postgres_link_close(&leases->link);
    code = code ? code : postgres_house_greet(&leases->link);
    snprintf(sql, sizeof sql, "SET lock_timeout = '%ds'; SET statement_timeout = '%ds'",
             (leases->lease_s + 2) / 3, (leases->lease_s + 2) / 3);
    code = code ? code : postgres_link_do(&leases->link, sql, NULL);
    leases->link.is_greeted = code == SQL_OK;
    return code;
}

static int add_wished(struct store_leases *leases, const struct lease_wish *wish)
{
    const char *names[LEASE_UNITS];
    int count = wish->add_count;
    for (int i = 0; i < count; i++)
        names[i] = wish->add[i];
    note_units(leases, names, count);
    return add_units(leases, names, count);
}

bool store_leases_renew(struct store_leases *leases, const struct lease_wish *wish,
                        struct lease_view *view, struct text *why)
{
    char *bytes = malloc(STATEMENTS);
    check(bytes);
    struct text sql = text_over(bytes, STATEMENTS);
    *view = (struct lease_view){.unit_count = 0};
    int code = postgres_link_is_lost(&leases->link) || !leases->link.is_greeted
                   ? connect_again(leases)
                   : SQL_OK;
    code = code ? code : add_wished(leases, wish);
    if (code == SQL_OK && !wish->looks) {
        put_renewal(leases, wish, &sql);
        code = postgres_link_do(&leases->link, bytes, NULL);
    }
    code = code ? code : look(leases, view);
    free(bytes);
    if (code == SQL_OK)
        return true;
    text_put(why, leases->link.reason);
    postgres_link_close(&leases->link); /* whatever was begun there */
    return false;
}

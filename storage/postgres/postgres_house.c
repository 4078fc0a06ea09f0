/* Whose the database is: its format, the term of each writer, and the leases of units. */
#include "postgres_house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "log.h"
#include "migrations/postgres.h"
#include "postgres_link.h"
#include "store_postgres.h"
#include "text.h"

enum {
    OURS = 0x54544c4b /* "TTLK": the number of our locks */,
    LOCK_TRIES = 100,
    LOCK_PAUSE_MS = 100
};

/* Formats as they follow one another; the first one is made at once. */
static const struct {
    int format;
    const char *sql;
} migrations[] = {{6, migration_postgres_0006},
                  {7, migration_postgres_0007},
                  {8, migration_postgres_0008},
                  {9, migration_postgres_0009}};

enum { MIGRATIONS = sizeof migrations / sizeof *migrations };

static int postgres_house_newest(void)
{
    return migrations[MIGRATIONS - 1].format;
}

/* The server ends what a dead client left open. Nothing but our own patience ends a commit: one
   that the server cuts short may not be where it should be. Commits wait for the disk, whatever
   the server's own setting is; what they wait for besides is the admin's. */
int postgres_house_greet(struct postgres_link *link)
{
    return postgres_link_do(
        link,
        "SET statement_timeout = 0; SET lock_timeout = '4s'; SET idle_in_transaction_session_timeout = '9s';"
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')",
        NULL);
}

int postgres_house_hurry(struct postgres_link *link)
{
    return postgres_link_do(link, "SET idle_in_transaction_session_timeout = '2s'", NULL);
}

/* ---- opening ---- */

static bool say_failed(const struct postgres_link *link, const char *what, struct text *why)
{
    text_putf(why, "The database in PostgreSQL %s: %s.", what, link->reason);
    if (strcmp(link->sqlstate, "42501") == 0)
        text_put(
            why,
            " The user of the option postgres lacks a right; docs/postgresql.md has the statements that give it.");
    return false;
}

/* Which process has the house open, as far as the server says. */
static void say_taken(struct postgres_link *link, struct text *why)
{
    char sql[256];
    int64_t pid = 0;
    snprintf(
        sql, sizeof sql,
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = %d AND granted LIMIT 1",
        OURS);
    postgres_link_do(link, sql, &pid);
    text_putf(
        why,
        "Another tabletalk has this database open (the server's process %lld serves it). Stop that one first: two "
        "would answer everybody twice.",
        (long long)pid);
}

static bool lock(struct postgres_link *link, struct text *why)
{
    char sql[96];
    int64_t is_ours = 0;
    snprintf(sql, sizeof sql, "SELECT pg_try_advisory_lock(%d)::int", OURS);
    for (int i = 0; i < LOCK_TRIES; i++) {
        if (postgres_link_do(link, sql, &is_ours) != SQL_OK)
            return say_failed(link, "cannot be locked", why);
        if (is_ours)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = LOCK_PAUSE_MS * 1000000L},
                  NULL); /* the server may still find out that a killed process is gone */
    }
    say_taken(link, why);
    return false;
}

/* 0 if there is no house. */
static int read_format(struct postgres_link *link, int64_t *format)
{
    int64_t is_there = 0;
    *format = 0;
    int code = postgres_link_do(link, "SELECT (to_regclass('house') IS NOT NULL)::int", &is_there);
    return code || !is_there ? code : postgres_link_do(link, "SELECT format FROM house", format);
}

static int migrate(struct postgres_link *link, int64_t format)
{
    char finish[96];
    int code = SQL_OK;
    for (int i = 0; i < MIGRATIONS && code == SQL_OK; i++) {
        if (migrations[i].format <= format)
            continue;
        snprintf(finish, sizeof finish, "UPDATE house SET format = %d; COMMIT",
                 migrations[i].format);
        code = postgres_link_do(link, "BEGIN", NULL);
        code = code ? code : postgres_link_do(link, migrations[i].sql, NULL);
        code = code ? code : postgres_link_do(link, finish, NULL);
    }
    return code;
}

/* Under the lock, so that two processes never make the tables at once. */
static bool bring_up(struct postgres_link *link, struct text *why)
{
    int64_t format;
    if (read_format(link, &format) != SQL_OK)
        return say_failed(link, "cannot be read", why);
    if (format > postgres_house_newest()) {
        text_putf(
            why,
            "The database in PostgreSQL was written by a newer version of tabletalk (its format is %lld, this version "
            "knows up to %d). Start the newer version; it was left as it is.",
            (long long)format, postgres_house_newest());
        return false;
    }
    if (migrate(link, format) == SQL_OK)
        return true;
    return say_failed(link, format ? "cannot be brought to the newest format" : "cannot be set up",
                      why);
}

/* All that is done with the tables; the first that is not allowed. */
static bool has_rights(struct postgres_link *link, struct text *why)
{
    static const char *const tables[] = {
        "record", "line",     "setting", "place", "person",  "identity", "outcome", "outcome_seat",
        "rating", "numbered", "house",   "unit",  "written", "process",  "mail",    "mailed"};
    char sql[160];
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        int64_t missing = 0;
        snprintf(
            sql, sizeof sql,
            "SELECT count(*) FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS r (name) "
            "WHERE NOT has_table_privilege('%s', r.name)",
            tables[i]);
        if (postgres_link_do(link, sql, &missing) != SQL_OK)
            return say_failed(link, "cannot be read", why);
        if (missing) {
            text_putf(
                why,
                "The user of the option postgres may not do all that is needed with the table %s: it needs SELECT, "
                "INSERT, UPDATE and DELETE. docs/postgresql.md has the statements that give these rights.",
                tables[i]);
            return false;
        }
    }
    return true;
}

static void warn_of_settings(struct postgres_link *link)
{
    int64_t is_unsafe = 0;
    postgres_link_do(
        link,
        "SELECT (current_setting('fsync') = 'off' OR current_setting('full_page_writes') = 'off')::int",
        &is_unsafe);
    if (is_unsafe)
        log_event(
            LOG_WARN, "database-unsafe", "note",
            "the server runs with fsync = off or full_page_writes = off: a power cut there can lose all tables",
            (char *)0);
}

static bool is_new_enough(const struct postgres_link *link, struct text *why)
{
    int version = PQserverVersion(link->conn);
    if (version >= POSTGRES_OLDEST * 10000)
        return true;
    text_putf(
        why,
        "The server is PostgreSQL %d, and tabletalk needs version %d or newer. Bring the server up to date.",
        version / 10000, POSTGRES_OLDEST);
    return false;
}

/* ---- the whole house ---- */

static bool greet(struct postgres_link *link, struct text *why)
{
    if (!is_new_enough(link, why))
        return false;
    return postgres_house_greet(link) == SQL_OK || say_failed(link, "cannot be used", why);
}

/* A newer format is made while nobody serves the older one. */
static bool is_served(struct postgres_link *link, int64_t *count)
{
    *count = 0;
    return postgres_link_do(link, "SELECT (to_regclass('process') IS NOT NULL)::int", count) ==
               SQL_OK &&
           *count > 0 &&
           postgres_link_do(link, "SELECT count(*) FROM process WHERE until > clock_timestamp()",
                            count) == SQL_OK &&
           *count > 0;
}

static bool is_left_alone(struct postgres_link *link, struct text *why)
{
    int64_t count;
    if (!is_served(link, &count))
        return true;
    text_putf(
        why,
        "%lld processes with postgres_lease share this database. Stop them first, or give this one postgres_lease, "
        "too: then it shares the work.",
        (long long)count);
    return false;
}

static void hold_unit(struct postgres_link *link, const char *unit, struct postgres_hold *hold)
{
    char *quoted = PQescapeLiteral(link->conn, unit, strlen(unit));
    snprintf(hold->name, sizeof hold->name, "%s", quoted ? quoted : "''");
    PQfreemem(quoted);
}

/* Every term is raised, so that no process of a shared house writes any more. */
static bool take_house(struct postgres_link *link, struct postgres_hold *hold, struct text *why)
{
    hold_unit(link, "", hold);
    if (postgres_link_do(
            link,
            "BEGIN; UPDATE house SET shared = false; UPDATE unit SET term = term + 1, owner = '';"
            "UPDATE written SET batch = 0; COMMIT; SELECT term FROM unit WHERE name = ''",
            &hold->term) != SQL_OK)
        return say_failed(link, "cannot be written", why);
    warn_of_settings(link);
    return true;
}

/* ---- a unit of it ---- */

static bool is_newest(struct postgres_link *link, struct text *why)
{
    int64_t format;
    if (read_format(link, &format) != SQL_OK)
        return say_failed(link, "cannot be read", why);
    if (format == postgres_house_newest())
        return true;
    text_put(why, "The database in PostgreSQL has another format than this version of tabletalk.");
    return false;
}

/* Raises the term once more: a process that served the unit a moment ago on this machine writes
   nothing any more. */
static bool claim_unit(struct postgres_link *link, const struct store_postgres *where,
                       struct postgres_hold *hold, struct text *why)
{
    char sql[2 * HOLD_NAME + 300],
        *owner = PQescapeLiteral(link->conn, where->owner, strlen(where->owner));
    hold_unit(link, where->unit, hold);
    snprintf(
        sql, sizeof sql,
        "WITH won AS (UPDATE unit SET term = term + 1 WHERE name = %s AND owner = %.*s AND until > clock_timestamp() "
        "RETURNING name, term), begun AS (UPDATE written SET batch = 0 FROM won WHERE unit = won.name) "
        "SELECT term FROM won",
        hold->name, HOLD_NAME, owner ? owner : "''");
    PQfreemem(owner);
    int code = postgres_link_do(link, sql, &hold->term);
    code = code ? code : postgres_house_hurry(link);
    snprintf(sql, sizeof sql, "SELECT number FROM unit WHERE name = %s", hold->name);
    if (code != SQL_OK || postgres_link_do(link, sql, &hold->number) != SQL_OK)
        return say_failed(link, "cannot be written", why);
    if (hold->term)
        return true;
    text_putf(why, "Another process serves %s now.", where->unit);
    return false;
}

/* ---- opening ---- */

bool postgres_house_open(struct postgres_link *link, const struct store_postgres *where,
                         struct postgres_hold *hold, struct text *why)
{
    *hold = (struct postgres_hold){.term = 0};
    if (!greet(link, why))
        return false;
    if (where->unit)
        return is_newest(link, why) && claim_unit(link, where, hold, why);
    return lock(link, why) && is_left_alone(link, why) && bring_up(link, why) &&
           has_rights(link, why) && take_house(link, hold, why);
}

/* The format is made under the lock, which nobody keeps: a process that has the whole house open
   keeps it. */
static bool postgres_house_share(struct postgres_link *link, struct text *why)
{
    int64_t format;
    char sql[200];
    if (!greet(link, why) || !lock(link, why))
        return false;
    if (read_format(link, &format) != SQL_OK)
        return say_failed(link, "cannot be read", why);
    if (format < postgres_house_newest() && !is_left_alone(link, why))
        return false;
    if (!bring_up(link, why) || !has_rights(link, why))
        return false;
    snprintf(sql, sizeof sql,
             "UPDATE unit SET term = term + 1 WHERE name = '' AND NOT (SELECT shared FROM house);"
             "UPDATE house SET shared = true WHERE NOT shared; SELECT pg_advisory_unlock(%d)::int",
             OURS);
    if (postgres_link_do(link, sql, NULL) != SQL_OK)
        return say_failed(link, "cannot be written", why);
    warn_of_settings(link);
    return true;
}

/* ---- whose it is ---- */

static int say_lost(struct postgres_link *link)
{
    snprintf(link->reason, sizeof link->reason, "another tabletalk writes there now");
    return LINK_FAILED + STORE_BUSY;
}

/* Nobody raises the term while the transaction lasts. */
enum { HELD = 2 * HOLD_NAME + 400 };

#define HELD_ROW                                                                                   \
    "WITH held AS (SELECT name FROM unit WHERE name = %s AND term = %lld FOR KEY SHARE)"

int postgres_house_settle(struct postgres_link *link, const struct postgres_hold *hold,
                          int64_t *batch)
{
    char sql[HELD];
    int64_t found = 0;
    snprintf(
        sql, sizeof sql,
        HELD_ROW
        " UPDATE written SET batch = batch + (batch = %lld)::int FROM held WHERE unit = held.name "
        "RETURNING batch + 1",
        hold->name, (long long)hold->term, (long long)*batch);
    int code = postgres_link_do(link, sql, &found);
    if (code != SQL_OK || !found)
        return code ? code : say_lost(link);
    *batch = found - 1;
    return SQL_OK;
}

/* A division by zero: what follows in the same message is not done either then. */
int postgres_house_prepare(struct postgres_link *link, const struct postgres_hold *hold)
{
    static const Oid numbers[] = {20, 20};
    char sql[HELD];
    snprintf(
        sql, sizeof sql,
        HELD_ROW
        ", ours AS (UPDATE written SET batch = $2 FROM held WHERE unit = held.name AND batch = $1 "
        "RETURNING 1) SELECT 1 / count(*) FROM ours",
        hold->name, (long long)hold->term);
    if (link->has_begin)
        return SQL_OK;
    int code = postgres_link_prepare(link, "begin", "BEGIN", 0, NULL);
    code = code ? code : postgres_link_prepare(link, "hold", sql, 2, numbers);
    code = code ? code : postgres_link_prepare(link, "commit", "COMMIT", 0, NULL);
    link->has_begin = code == SQL_OK;
    return code;
}

static bool send_prepared(struct postgres_link *link, const char *name, int count,
                          const char *const *values)
{
    return PQsendQueryPrepared(link->conn, name, count, values, NULL, NULL, 0);
}

int postgres_house_send_begin(struct postgres_link *link, int64_t before, int64_t batch)
{
    char numbers[2][24];
    const char *const values[] = {numbers[0], numbers[1]};
    snprintf(numbers[0], sizeof numbers[0], "%lld", (long long)before);
    snprintf(numbers[1], sizeof numbers[1], "%lld", (long long)batch);
    bool is_sent = send_prepared(link, "begin", 0, NULL) && send_prepared(link, "hold", 2, values);
    return is_sent ? SQL_OK : postgres_link_lose(link);
}

int postgres_house_send_commit(struct postgres_link *link)
{
    return send_prepared(link, "commit", 0, NULL) ? SQL_OK : postgres_link_lose(link);
}

int postgres_house_take_begin(struct postgres_link *link)
{
    int code = postgres_link_pipeline_take(link, NULL);
    int held = postgres_link_pipeline_take(link, NULL);
    return code ? code : held && strcmp(link->sqlstate, "22012") == 0 ? say_lost(link) : held;
}

int postgres_house_begin(struct postgres_link *link, const struct postgres_hold *hold,
                         int64_t before, int64_t batch)
{
    int code = postgres_house_prepare(link, hold);
    code = code ? code : postgres_link_pipeline_begin(link);
    code = code ? code : postgres_house_send_begin(link, before, batch);
    code = code ? code : postgres_link_pipeline_send(link);
    code = code ? code : postgres_house_take_begin(link);
    return postgres_link_pipeline_end(link, code);
}

int postgres_house_alone(struct postgres_link *link)
{
    return postgres_link_do(link, "SELECT 1 FROM numbered WHERE name = 'identity' FOR UPDATE",
                            NULL);
}

/* ---- leases: all times are the server's ---- */

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

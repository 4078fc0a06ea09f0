/* See postgres_house.h. */
#include "postgres_link.h"
#include "postgres_house.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "log.h"
#include "migrations/postgres_0006.h"
#include "text.h"

enum { OURS = 0x54544c4b /* "TTLK": the number of our locks */, LOCK_TRIES = 100, LOCK_PAUSE_MS = 100 };

/* Formats as they follow one another; the first one is made at once. */
static const struct {
    int format;
    const char *sql;
} migrations[] = {{6, migration_postgres_0006}};
enum { MIGRATIONS = sizeof migrations / sizeof *migrations };

int postgres_house_newest(void)
{
    return migrations[MIGRATIONS - 1].format;
}

/* The server ends what a dead client left open. Nothing but our own patience ends a commit: one that the server cuts short
   may not be where it should be. Commits wait for the disk, whatever the server's own setting is; what they wait for
   besides is the admin's. */
int postgres_house_greet(struct postgres_link *link)
{
    return postgres_link_do(
        link,
        "SET statement_timeout = 0; SET lock_timeout = '4s'; SET idle_in_transaction_session_timeout = '9s';"
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')",
        NULL);
}

/* ---- opening ---- */

static bool say_failed(const struct postgres_link *link, const char *what, struct text *why)
{
    text_putf(why, "The database in PostgreSQL %s: %s.", what, link->reason);
    if (strcmp(link->sqlstate, "42501") == 0)
        text_put(why,
                 " The user of the option postgres lacks a right; docs/postgresql.md has the statements that give it.");
    return false;
}

/* Which process has the house open, as far as the server says. */
static void say_taken(struct postgres_link *link, struct text *why)
{
    char sql[256];
    int64_t pid = 0;
    snprintf(sql, sizeof sql, "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = %d AND granted LIMIT 1",
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
        snprintf(finish, sizeof finish, "UPDATE house SET format = %d; COMMIT", migrations[i].format);
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
    return say_failed(link, format ? "cannot be brought to the newest format" : "cannot be set up", why);
}

/* All that is done with the tables; the first that is not allowed. */
static bool has_rights(struct postgres_link *link, struct text *why)
{
    static const char *const tables[] = {"record",  "line",         "setting", "place",    "person", "identity",
                                         "outcome", "outcome_seat", "rating",  "numbered", "house"};
    char sql[160];
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        int64_t missing = 0;
        snprintf(sql, sizeof sql,
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
    postgres_link_do(link,
                     "SELECT (current_setting('fsync') = 'off' OR current_setting('full_page_writes') = 'off')::int",
                     &is_unsafe);
    if (is_unsafe)
        log_event(LOG_WARN, "database-unsafe", "note",
                  "the server runs with fsync = off or full_page_writes = off: a power cut there can lose all tables",
                  (char *)0);
}

static bool is_new_enough(const struct postgres_link *link, struct text *why)
{
    int version = PQserverVersion(link->conn);
    if (version >= POSTGRES_OLDEST * 10000)
        return true;
    text_putf(why, "The server is PostgreSQL %d, and tabletalk needs version %d or newer. Bring the server up to date.",
              version / 10000, POSTGRES_OLDEST);
    return false;
}

bool postgres_house_open(struct postgres_link *link, int64_t *term, struct text *why)
{
    if (!is_new_enough(link, why))
        return false;
    if (postgres_house_greet(link) != SQL_OK)
        return say_failed(link, "cannot be used", why);
    if (!lock(link, why) || !bring_up(link, why) || !has_rights(link, why))
        return false;
    if (postgres_link_do(link, "UPDATE house SET term = term + 1, batch = 0 RETURNING term", term) != SQL_OK)
        return say_failed(link, "cannot be written", why);
    warn_of_settings(link);
    return true;
}

/* ---- whose it is ---- */

static int ask_house(struct postgres_link *link, const char *sql, int64_t *batch)
{
    int64_t found = 0;
    int code = postgres_link_do(link, sql, &found);
    *batch = found - 1; /* so that 0 means that no row has our term */
    if (code != SQL_OK || found)
        return code;
    snprintf(link->reason, sizeof link->reason, "another tabletalk has opened the database");
    return LINK_FAILED + STORE_BUSY;
}

int postgres_house_settle(struct postgres_link *link, int64_t term, int64_t *batch)
{
    char sql[128];
    snprintf(sql, sizeof sql, "UPDATE house SET batch = batch WHERE term = %lld RETURNING batch + 1", (long long)term);
    return ask_house(link, sql, batch);
}

int postgres_house_begin(struct postgres_link *link, int64_t term, int64_t batch)
{
    char sql[160];
    int64_t before;
    snprintf(sql, sizeof sql, "BEGIN; UPDATE house SET batch = %lld WHERE term = %lld RETURNING batch + 1",
             (long long)batch, (long long)term);
    return ask_house(link, sql, &before);
}

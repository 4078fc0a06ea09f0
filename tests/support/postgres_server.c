/* See postgres_server.h. PostgreSQL refuses to run as root: then its processes become the user
   postgres, or nobody. */
#include "postgres_server.h"

#ifdef TABLETALK_POSTGRES
#include <glob.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libpq-fe.h>

#include "check.h"
#include "child.h"
#include "ground.h"

enum { START_TRIES = 5, LINE_BYTES = 512 };

struct postgres_server {
    struct child child;
    int port;
    char folder[GROUND_FOLDER], data[GROUND_PATH], log[GROUND_PATH], programs[GROUND_PATH];
    char user[64], group[64]; /* "" unless we are root */
    char line[LINE_BYTES];
};

/* The newest version that is installed. */
static bool find_programs(struct postgres_server *server)
{
    glob_t found;
    bool is_there = glob("/usr/lib/postgresql/*/bin/initdb", 0, NULL, &found) == 0;
    if (is_there)
        snprintf(server->programs, sizeof server->programs, "%.*s",
                 (int)(strlen(found.gl_pathv[found.gl_pathc - 1]) - strlen("/initdb")),
                 found.gl_pathv[found.gl_pathc - 1]);
    else
        fputs("there is no /usr/lib/postgresql/*/bin/initdb: install the package postgresql\n",
              stderr);
    globfree(&found);
    return is_there;
}

static void choose_user(struct postgres_server *server)
{
    static const char *const names[] = {"postgres", "nobody"};
    const struct passwd *user = NULL;
    for (int i = 0; i < 2 && !user && geteuid() == 0; i++)
        /* cppcheck-suppress getpwnamCalled ; a test asks before it has threads */
        user = getpwnam(names[i]);
    if (!user)
        return;
    snprintf(server->user, sizeof server->user, "--reuid=%u", (unsigned)user->pw_uid);
    snprintf(server->group, sizeof server->group, "--regid=%u", (unsigned)user->pw_gid);
    check(chown(server->folder, user->pw_uid, user->pw_gid) == 0);
}

/* `arguments` begins with the program's name. */
static bool start_program(struct postgres_server *server, struct child *child,
                          const char *const *arguments)
{
    const char *argv[32];
    char path[GROUND_PATH + 32];
    int count = 0;
    snprintf(path, sizeof path, "%s/%s", server->programs, arguments[0]);
    if (server->user[0]) {
        const char *const become[] = {"/usr/bin/setpriv", server->user,  server->group,
                                      "--clear-groups",   "--pdeathsig", "KILL"};
        for (size_t i = 0; i < sizeof become / sizeof *become; i++)
            argv[count++] = become[i];
    }
    argv[count++] = path;
    for (int i = 1; arguments[i]; i++)
        argv[count++] = arguments[i];
    argv[count] = NULL;
    return child_start(child, argv, -1, -1, server->log);
}

static bool make_data(struct postgres_server *server, const char *settings)
{
    const char *const arguments[] = {"initdb",      "--no-sync", "-A",         "trust",
                                     "-U",          "postgres",  "-E",         "UTF8",
                                     "--no-locale", "-D",        server->data, NULL};
    struct child child;
    char path[GROUND_PATH + 32];
    if (!start_program(server, &child, arguments) || !child_wait(&child, TEST_SOON_MS) ||
        child.status)
        return false;
    snprintf(path, sizeof path, "%s/postgresql.conf", server->data);
    FILE *file = fopen(path, "a");
    check(file);
    fprintf(
        file,
        "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\nfull_page_writes = off\n"
        "max_connections = 30\nshared_buffers = 16MB\nautovacuum = off\nmax_wal_size = 200MB\n%s\n",
        settings ? settings : "");
    fclose(file);
    snprintf(path, sizeof path, "%s/pg_hba.conf", server->data);
    file = fopen(path, "w");
    check(file);
    fputs(
        "host replication postgres 127.0.0.1/32 trust\nhost all locked 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n",
        file);
    fclose(file);
    return true;
}

static PGconn *connect_as(struct postgres_server *server, const char *user, const char *database)
{
    char line[LINE_BYTES];
    snprintf(
        line, sizeof line,
        "host=127.0.0.1 port=%d user=%s dbname=%s sslmode=disable connect_timeout=5 options='-cclient_min_messages=warning -csynchronous_commit=local'",
        server->port, user, database);
    return PQconnectdb(line);
}

bool postgres_server_answers(struct postgres_server *server)
{
    PGconn *conn = connect_as(server, "postgres", "postgres");
    bool is_up = PQstatus(conn) == CONNECTION_OK;
    PQfinish(conn);
    return is_up;
}

static bool run(struct postgres_server *server)
{
    char port[16];
    snprintf(port, sizeof port, "%d", server->port);
    const char *const arguments[] = {"postgres", "-D", server->data, "-p", port, NULL};
    if (!start_program(server, &server->child, arguments))
        return false;
    long end = test_now() + TEST_SOON_MS;
    while (test_now() < end && child_is_running(&server->child)) {
        if (postgres_server_answers(server))
            return true;
        test_sleep(10);
    }
    child_stop(&server->child, SIGKILL);
    return false;
}

static int64_t run_sql(struct postgres_server *server, const char *database, const char *sql)
{
    PGconn *conn = connect_as(server, "postgres", database);
    PGresult *result = PQexec(conn, sql);
    ExecStatusType status = PQresultStatus(result);
    int64_t number = 0;
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fprintf(stderr, "%s: %s\n", sql, PQerrorMessage(conn));
    check(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK);
    if (status == PGRES_TUPLES_OK && PQntuples(result))
        number = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    PQfinish(conn);
    return number;
}

static struct postgres_server *new_server(void)
{
    struct postgres_server *server = calloc(1, sizeof *server);
    check(server);
    ground_make(server->folder);
    snprintf(server->data, sizeof server->data, "%s/data", server->folder);
    snprintf(server->log, sizeof server->log, "%s/postgres.log", server->folder);
    choose_user(server);
    return server;
}

struct postgres_server *postgres_server_start(const char *settings)
{
    struct postgres_server *server = new_server();
    bool is_ready = find_programs(server) && make_data(server, settings);
    for (int i = 0; is_ready && i < START_TRIES; i++) {
        server->port = ground_free_port(false);
        if (run(server)) {
            run_sql(server, "postgres", "CREATE ROLE tabletalk LOGIN");
            run_sql(server, "postgres", "CREATE DATABASE tabletalk OWNER tabletalk");
            return server;
        }
    }
    ground_print(server->folder, "postgres.log");
    postgres_server_stop(server);
    return NULL;
}

/* ---- what it stands on ---- */

/* A private key must be the server's own. */
bool postgres_server_secure(struct postgres_server *server, const char *name)
{
    char command[512], sql[256];
    if (!ground_make_certificates(server->folder, name))
        return false;
    snprintf(command, sizeof command,
             "cd %s && cp good.key own.key && chown --reference=data own.key && chmod 600 own.key",
             server->folder);
    if (system(command) != 0)
        return false;
    snprintf(sql, sizeof sql, "ALTER SYSTEM SET ssl_cert_file = '%s/good.pem'", server->folder);
    run_sql(server, "tabletalk", sql);
    snprintf(sql, sizeof sql, "ALTER SYSTEM SET ssl_key_file = '%s/own.key'", server->folder);
    run_sql(server, "tabletalk", sql);
    run_sql(server, "tabletalk", "ALTER SYSTEM SET ssl = on");
    run_sql(server, "tabletalk", "SELECT pg_reload_conf()");
    while (run_sql(server, "tabletalk", "SELECT (current_setting('ssl') = 'off')::int"))
        test_sleep(5);
    return true;
}

bool postgres_server_small_disk(struct postgres_server *server, int megabytes)
{
    char path[GROUND_PATH], options[32], command[512], sql[256];
    snprintf(path, sizeof path, "%s/small", server->folder);
    snprintf(options, sizeof options, "size=%dm", megabytes);
    if (mkdir(path, 0700) != 0)
        return mount("tmpfs", path, "tmpfs", MS_REMOUNT, options) == 0;
    if (mount("tmpfs", path, "tmpfs", 0, options) != 0)
        return false;
    snprintf(command, sizeof command, "chown --reference=%s %s && chmod 700 %s", server->data, path,
             path);
    snprintf(sql, sizeof sql, "CREATE TABLESPACE small LOCATION '%s'", path);
    bool is_owned = system(command) == 0;
    if (is_owned)
        run_sql(server, "postgres", sql);
    return is_owned;
}

/* ---- a copy of it ---- */

static bool copy_data(struct postgres_server *of, struct postgres_server *copy)
{
    struct child child;
    char line[128];
    snprintf(line, sizeof line,
             "host=127.0.0.1 port=%d user=postgres sslmode=disable application_name=copy",
             of->port);
    const char *const arguments[] = {
        "pg_basebackup",     "-d", line, "-D", copy->data, "-R", "--no-sync",
        "--checkpoint=fast", NULL};
    return start_program(copy, &child, arguments) && child_wait(&child, TEST_SOON_MS) &&
           child.status == 0;
}

/* By what the server's file says; nobody waits for a copy meanwhile. */
static void set_copy(struct postgres_server *server, const char *change)
{
    run_sql(server, "tabletalk", change);
    run_sql(server, "tabletalk", "SELECT pg_reload_conf()");
}

struct postgres_server *postgres_server_copy(struct postgres_server *of)
{
    struct postgres_server *copy = new_server();
    bool is_up = find_programs(copy) && copy_data(of, copy);
    for (int i = 0; is_up && !copy->child.pid && i < START_TRIES; i++) {
        copy->port = ground_free_port(false);
        run(copy);
    }
    if (!is_up || !child_is_running(&copy->child)) {
        ground_print(copy->folder, "postgres.log");
        postgres_server_stop(copy);
        return NULL;
    }
    set_copy(of, "ALTER SYSTEM SET synchronous_standby_names = 'copy'");
    while (run_sql(of, "tabletalk",
                   "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == 0)
        test_sleep(5);
    return copy;
}

void postgres_server_alone(struct postgres_server *server)
{
    set_copy(server, "ALTER SYSTEM RESET synchronous_standby_names");
}

void postgres_server_promote(struct postgres_server *copy)
{
    check(run_sql(copy, "postgres", "SELECT pg_promote()::int") == 1);
}

void postgres_server_stop(struct postgres_server *server)
{
    if (!server)
        return;
    child_stop(&server->child, SIGQUIT);
    ground_remove(server->folder);
    free(server);
}

void postgres_server_kill(struct postgres_server *server)
{
    child_stop(&server->child, SIGKILL);
}

void postgres_server_halt(struct postgres_server *server)
{
    child_stop(&server->child, SIGINT);
}

/* The processes of a server that was killed may hold its memory for a moment. */
bool postgres_server_again(struct postgres_server *server)
{
    for (int i = 0; i < 100; i++) {
        if (run(server))
            return true;
        test_sleep(50);
    }
    ground_print(server->folder, "postgres.log");
    return false;
}

void postgres_server_wait(struct postgres_server *server)
{
    long end = test_now() + TEST_SOON_MS;
    while (!postgres_server_answers(server) && test_now() < end)
        test_sleep(20);
}

int postgres_server_signal(struct postgres_server *server, int signal)
{
    PGconn *conn = connect_as(server, "postgres", "tabletalk");
    PGresult *result = PQexec(conn, "SELECT pid FROM pg_stat_activity WHERE usename = 'tabletalk'");
    int count = PQntuples(result);
    for (int i = 0; i < count; i++)
        kill((pid_t)strtol(PQgetvalue(result, i, 0), NULL, 10), signal);
    PQclear(result);
    PQfinish(conn);
    return count;
}

int64_t postgres_server_do(struct postgres_server *server, const char *sql)
{
    return run_sql(server, "tabletalk", sql);
}

char *postgres_server_text(struct postgres_server *server, const char *sql)
{
    char *text = NULL;
    size_t size;
    PGconn *conn = connect_as(server, "postgres", "tabletalk");
    PGresult *result = PQexec(conn, sql);
    FILE *out = open_memstream(&text, &size);
    check(out && PQresultStatus(result) == PGRES_TUPLES_OK);
    for (int row = 0, count = PQnfields(result); row < PQntuples(result); row++)
        for (int i = 0; i < count; i++)
            fprintf(out, "%s%s", PQgetvalue(result, row, i), i + 1 < count ? " " : "\n");
    fclose(out);
    PQclear(result);
    PQfinish(conn);
    return text;
}

struct postgres_session *postgres_server_begin(struct postgres_server *server, const char *sql)
{
    PGconn *conn = connect_as(server, "postgres", "tabletalk");
    PGresult *result = PQexec(conn, sql);
    check(PQresultStatus(result) == PGRES_TUPLES_OK);
    PQclear(result);
    return (struct postgres_session *)conn;
}

/* What it held is free when this returns. */
static void finish(struct postgres_session *session, const char *sql)
{
    PQclear(PQexec((PGconn *)session, sql));
    PQfinish((PGconn *)session);
}

void postgres_server_end(struct postgres_session *session)
{
    finish(session, "ROLLBACK");
}

void postgres_server_commit(struct postgres_session *session)
{
    finish(session, "COMMIT");
}

const char *postgres_server_line(struct postgres_server *server, const char *schema)
{
    char sql[128];
    snprintf(sql, sizeof sql, "CREATE SCHEMA IF NOT EXISTS %s AUTHORIZATION tabletalk", schema);
    postgres_server_do(server, sql);
    snprintf(server->line, sizeof server->line,
             "host=127.0.0.1 port=%d user=tabletalk dbname=tabletalk options=-csearch_path=%s",
             server->port, schema);
    return server->line;
}

int postgres_server_port(const struct postgres_server *server)
{
    return server->port;
}

const char *postgres_server_folder(const struct postgres_server *server)
{
    return server->folder;
}
#endif

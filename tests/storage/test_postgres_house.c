/* The program itself on a server of PostgreSQL: a table that was begun in a file goes on in the
   server, its house is moved there and back by `move-store`, and the orders of an admin that
   work differently there say so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "check.h"
#include "postgres_server.h"
#include "scratch.h"
#include "testing.h"

#ifdef TABLETALK_POSTGRES

enum { OUTPUT = 65536 };

static struct postgres_server *server;
static char *folder;
static char output[OUTPUT]; /* of the last command */

/* A configuration of that store; the data folder has the name, too. */
static void configure(const char *name, const char *store, const char *line)
{
    char *path = scratch_path(folder, name);
    FILE *file = fopen(path, "w");
    check(file);
    fprintf(
        file,
        "name = \"ann\"\nlog_level = \"error\"\nrobot_threads = 0\nstore = \"%s\"\ndata_folder = \"%s.data\"\n"
        "postgres = \"%s\"\n",
        store, name, line);
    fclose(file);
    free(path);
}

/* Returns the status of `tabletalk --config NAME WORDS`, which reads `typed`. */
static int run(const char *name, const char *words, const char *typed)
{
    char *command = NULL;
    check(asprintf(
              &command,
              "cd %s && printf '%s' | HOME=%s TABLETALK_SEED=3 timeout 120 %s --config %s %s 2>&1",
              folder, typed, folder, getenv("TABLETALK_BINARY"), name, words) > 0);
    FILE *pipe = popen(command, "r");
    check(pipe);
    size_t length = fread(output, 1, OUTPUT - 1, pipe);
    output[length] = '\0';
    int status = pclose(pipe);
    free(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void assert_output(const char *words)
{
    if (!strstr(output, words))
        fprintf(stderr, "%s\n", output);
    assert_non_null(strstr(output, words));
}

static char *export_first(const char *name)
{
    assert_int_equal(run(name, "tables export 1", ""), 0);
    assert_output("record version=");
    char *copy = strdup(output);
    check(copy);
    return copy;
}

static test_case(test_a_house_moves_there_and_back)
{
    const char *line = postgres_server_line(server, "moved");
    configure("file", "sqlite", line);
    configure("server", "postgres", line);
    configure("other", "sqlite", line);
    assert_int_equal(
        run("file", "", "!play coloretto\n!add robot\n!add robot\n!start\n!set look plain\n"), 0);
    char *before = export_first("file");
    assert_int_equal(run("file", "move-store sqlite postgres", ""), 0);
    assert_output("1 tables with ");
    assert_output("1 records were played again");
    char *there = export_first("server");
    assert_string_equal(there, before);

    assert_int_equal(run("server", "", "!board\n"), 0); /* the table goes on where it stood */
    assert_output("ann: !draw");
    assert_int_equal(run("server", "tables list", ""), 0);
    assert_output("1  ");
    assert_int_equal(run("server", "standings --rebuild", ""), 0);
    assert_output("1 record played again, with 0 finished games.");
    assert_output("All ratings were right already.");
    free(there);
    there = export_first("server");

    assert_int_equal(run("other", "move-store postgres sqlite", ""), 0);
    char *back = export_first("other");
    assert_string_equal(back, there);
    free(before);
    free(there);
    free(back);

    assert_int_equal(run("file", "move-store sqlite postgres", ""), 1);
    assert_output("Something is kept there already");
}

static test_case(test_a_row_that_changed_on_the_way_is_found)
{
    const char *line = postgres_server_line(server, "bent");
    configure("bent", "postgres", line);
    configure("straight", "sqlite", line);
    assert_int_equal(run("straight", "", "!play coloretto\n!add robot\n!add robot\n!start\n"), 0);
    assert_int_equal(run("bent", "tables list", ""), 0); /* which makes the tables */
    postgres_server_do(server, "CREATE FUNCTION bent.bend() RETURNS trigger LANGUAGE plpgsql AS "
                               "$$ BEGIN NEW.text := NEW.text || ' '; RETURN NEW; END $$");
    postgres_server_do(
        server,
        "CREATE TRIGGER bend BEFORE INSERT ON bent.line FOR EACH ROW EXECUTE FUNCTION bent.bend()");
    assert_int_equal(run("straight", "move-store sqlite postgres", ""), 1);
    assert_output("A row of line is not what it was");
    /* all or nothing */
    assert_int_equal(postgres_server_do(server, "SELECT count(*) FROM bent.record"), 0);
}

static test_case(test_what_works_differently_says_so)
{
    configure("plain", "postgres", postgres_server_line(server, "plain"));
    assert_int_equal(run("plain", "backup copy.db", ""), 1);
    assert_output("pg_dump");
    assert_int_equal(run("plain", "--check-config", ""), 0);
    assert_output("Tables: in PostgreSQL");
    assert_int_equal(run("plain", "move-store sqlite sqlite", ""), 2);
    assert_output("usage: ");
    configure("wrong", "postgres", "host=db.example password=x");
    assert_true(run("wrong", "--check-config", "") != 0);
    assert_output("has a password in it");
    configure("away", "postgres", "host=127.0.0.1 port=1");
    assert_int_equal(run("away", "", "help\n"), 1);
    assert_output("Look whether it runs");
}

static test_fixture(start)
{
    folder = scratch_make();
    server = postgres_server_start(NULL);
    return server ? 0 : -1;
}

static test_fixture(stop)
{
    postgres_server_stop(server);
    scratch_remove(folder);
    return 0;
}
#endif

int main(void)
{
#ifdef TABLETALK_POSTGRES
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_house_moves_there_and_back),
        cmocka_unit_test(test_a_row_that_changed_on_the_way_is_found),
        cmocka_unit_test(test_what_works_differently_says_so),
    };
    return cmocka_run_group_tests_name("postgres_house", tests, start, stop);
#else
    return 0;
#endif
}

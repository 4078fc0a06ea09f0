/* Processes that hold leases, and the one of a network that each of them starts: holder_run() in
   two processes of one house, over a real PostgreSQL. What they start is this program again,
   which looks how long it may speak, and until when the server says so. */
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "child.h"
#include "config.h"
#include "loop.h"
#include "postgres_server.h"
#include "scratch.h"
#include "store_postgres.h"
#include "testing.h"
#include "text.h"
#include "unit.h"

#ifdef TABLETALK_POSTGRES

enum { LEASE_S = 3, THIRD_MS = 1000, PROCESSES = 2, LOOKS = 20, LOOK_MS = 50, BYTES = 2048 };

static const struct unit_names names = {{"discord:club", "irc:test"}, PROCESSES};

/* ---- the process of a network ---- */

static int64_t boot(void)
{
    static struct loop *loop;
    if (!loop)
        loop = loop_new(LOOP_REAL);
    return loop_boot(loop);
}

/* How long after the end of what this process may say the server gives its unit to another one:
   never less than this. */
static int64_t margin_of(struct store_leases *leases, const struct unit_slot *slot,
                         const char *name, const char *owner)
{
    static const struct lease_wish look = {.looks = true};
    static struct lease_view view;
    char said[BYTES];
    struct text why = text_over(said, sizeof said);
    int64_t until = atomic_load(&slot->until);
    check(store_leases_renew(leases, &look, &view, &why));
    for (int i = 0; i < view.unit_count; i++)
        if (strcmp(view.units[i].name, name) == 0 && strcmp(view.units[i].owner, owner) == 0)
            return boot() + view.units[i].left_ms - until;
    return -1; /* it is another process's */
}

static int serve(const char *given)
{
    char owner[LEASE_NAME], name[LEASE_NAME], said[BYTES];
    struct text why = text_over(said, sizeof said);
    int fd, slot, was_silent;
    check(sscanf(given, "%d %d %d %63s %63s", &fd, &slot, &was_silent, owner, name) == 5);
    const struct unit_page *page = mmap(NULL, sizeof *page, PROT_READ, MAP_SHARED, fd, 0);
    const struct store_postgres where = {.server = getenv("TEST_SERVER")};
    const char *const units[] = {names.names[0], names.names[1]};
    struct store_leases *leases =
        store_leases_open(&where, "onlooker", LEASE_S, units, PROCESSES, &why);
    check(page != MAP_FAILED && leases);
    int64_t least = INT64_MAX;
    for (int i = 0; i < LOOKS; i++) {
        int64_t margin = margin_of(leases, &page->slots[slot], name, owner);
        least = margin < least ? margin : least;
        test_sleep(LOOK_MS);
    }
    char *path = scratch_path(getenv("TEST_FOLDER"), name),
         *made = scratch_path(getenv("TEST_FOLDER"), owner);
    FILE *file = fopen(made, "w");
    check(file && fprintf(file, "%lld", (long long)least) > 0 && fclose(file) == 0 &&
          rename(made, path) == 0);
    for (;;)
        pause(); /* until the process that has the leases ends it */
}

/* ---- the processes that hold leases ---- */

static struct postgres_server *server;
static char *folder;

static bool read_again(void *arg, struct unit_names *again)
{
    (void)arg;
    *again = names;
    return true;
}

static pid_t start(int process)
{
    char bytes[BYTES], said[BYTES];
    struct text problems = text_over(said, sizeof said);
    static char own[] = "test_units", *const argv[] = {own, NULL};
    struct config config;
    pid_t pid = fork();
    if (pid)
        return pid;
    snprintf(
        bytes, sizeof bytes,
        "store = \"postgres\"\npostgres = \"%s\"\npostgres_lease = %d\ndata_folder = \"%s/%d\"\nirc \"test\" {\n server = \"127.0.0.1\"\n}\n",
        getenv("TEST_SERVER"), LEASE_S, folder, process);
    if (config_read_text("test", bytes, &config, &problems) != 0) {
        fprintf(stderr, "%s\n", said);
        _exit(EXIT_FAILURE);
    }
    exit(holder_run(argv, &config, &names, read_again, NULL));
}

static int64_t least_margin_of(const char *unit)
{
    char *path = scratch_path(folder, unit);
    for (long end = test_now() + TEST_SOON_MS; access(path, F_OK) != 0; test_sleep(LOOK_MS))
        if (test_now() > end)
            fail_msg("nobody serves %s", unit);
    FILE *file = fopen(path, "r");
    long long margin = -1;
    assert_true(file && fscanf(file, "%lld", &margin) == 1);
    fclose(file);
    free(path);
    return margin;
}

/* Another process takes a unit, and speaks, as soon as its lease is over by the server's clock.
   The process that had it has said nothing for a third of the lease by then. */
static test_case(who_has_a_unit_is_silent_long_before_another_takes_it)
{
    pid_t processes[PROCESSES];
    folder = scratch_make();
    setenv("TEST_FOLDER", folder, true);
    setenv("TEST_SERVER", postgres_server_line(server, "units"), true);
    for (int i = 0; i < PROCESSES; i++)
        processes[i] = start(i);
    for (int i = 0; i < names.count; i++) {
        int64_t margin = least_margin_of(names.names[i]);
        print_message("%s: %lld ms\n", names.names[i], (long long)margin);
        assert_true(margin >= THIRD_MS - 2); /* times are whole milliseconds */
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        kill(processes[i], SIGTERM);
        assert_int_equal(waitpid(processes[i], &status, 0), processes[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    scratch_remove(folder);
}
#endif

int main(void)
{
#ifdef TABLETALK_POSTGRES
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_has_a_unit_is_silent_long_before_another_takes_it),
    };
    const char *given = getenv("TABLETALK_UNIT");
    if (given)
        return serve(given);
    server = postgres_server_start(NULL);
    if (!server)
        return EXIT_FAILURE;
    int failed = cmocka_run_group_tests_name("units", tests, NULL, NULL);
    postgres_server_stop(server);
    return failed;
#else
    return 0;
#endif
}

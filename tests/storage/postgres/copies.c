/* Two servers, one of them a copy that the other one waits for: the first dies in the middle of
   appends, the copy is made the server, and play goes on there with all that was answered. */
#include "shared.h"

#ifdef TABLETALK_POSTGRES
#include <stdio.h>
#include <stdlib.h>

#include "postgres_server.h"
#include "testing.h"

static struct store *open_both(struct postgres_server *copy)
{
    char line[256], said[WHY_BYTES];
    postgres_server_line(server, "doubled"); /* which makes the schema */
    snprintf(
        line, sizeof line,
        "host=127.0.0.1,127.0.0.1 port=%d,%d user=tabletalk dbname=tabletalk options=-csearch_path=doubled",
        postgres_server_port(copy),
        postgres_server_port(server)); /* the copy cannot be written to, and is passed over */
    struct store *store = try_open(line, NULL, said);
    if (!store)
        fprintf(stderr, "%s\n", said);
    assert_non_null(store);
    return store;
}

/* The first server comes back as the tests behind this one need it. */
static void fail_over(int milliseconds)
{
    struct postgres_server *copy = postgres_server_copy(server);
    assert_non_null(copy);
    struct writer *writer = new_writer(open_both(copy));
    let_write(writer, milliseconds, true);
    for (int table = 0; table < TABLES; table++)
        send_append(&writer->tables[table]);
    postgres_server_kill(server);
    int answered = writer->answered;
    postgres_server_promote(copy);
    let_write(writer, 0, false);
    for (int tries = 0; tries < 200 && writer->answered <= answered + TABLES;
         tries++) /* a busy machine is slow */
        let_write(writer, 50, true);
    assert_true(writer->answered > answered + TABLES);
    assert_nothing_is_lost_or_doubled(writer);
    print_message("fail-over: %d lines answered, %d of them later by the copy; 0 lost, 0 doubled\n",
                  writer->answered, writer->answered - answered);
    store_close(writer->store);
    free(writer);
    postgres_server_stop(copy);
    assert_true(postgres_server_again(server));
    postgres_server_alone(server);
    postgres_server_do(server, "DROP SCHEMA doubled CASCADE");
}

test_case(test_a_copy_becomes_the_server)
{
    for (int i = 0; i < (is_soak() ? 20 : 1); i++)
        fail_over(20 + 7 * i);
}
#endif

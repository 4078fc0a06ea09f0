/* What the files of test_postgres share: its server, and the houses that they open in it. */
#ifndef SHARED_H
#define SHARED_H

#include <stdbool.h>
#include <stdint.h>

#include "store.h"
#include "store_writer.h"

struct postgres_server;

enum { WHY_BYTES = 512 };

extern struct postgres_server *server;

/* NULL with the sentence in `said`. */
struct store *try_open(const char *line, const char *password, char said[WHY_BYTES]);
struct store *open_house(const char *schema);
enum store_result append_to(struct store *store, int64_t table, int64_t seq);
/* A POSTGRES_KILLS of the environment: the long run. */
bool is_soak(void);

/* Tests of their own files. */
void test_a_copy_becomes_the_server(void **state);
void test_what_the_network_delivers_late_changes_nothing(void **state);
void test_an_old_transaction_is_barred(void **state);
void test_a_cut_network_refuses_and_play_goes_on(void **state);
void test_another_machine_must_prove_its_name(void **state);
void test_a_full_disk_refuses_and_play_goes_on(void **state);
void test_a_disk_that_is_really_full_does_the_same(void **state);
void test_a_server_that_is_too_old_is_refused(void **state);

#endif

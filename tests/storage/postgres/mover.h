/* What the files of test_postgres share: its server, and somebody who appends to several tables at once and never believes
   what was not answered. */
#ifndef MOVER_H
#define MOVER_H

#include <stdbool.h>
#include <stdint.h>

#include "store.h"

struct postgres_server;

enum { TABLES = 6, WHY_BYTES = 512 };

extern struct postgres_server *server;

/* NULL with the sentence in `said`. */
struct store *try_open(const char *line, const char *password, char said[WHY_BYTES]);
struct store *open_house(const char *schema);
enum store_result append_to(struct store *store, int64_t table, int64_t seq);
/* A POSTGRES_KILLS of the environment: the long run. */
bool is_soak(void);

struct writer {
    struct store *store;
    struct appending {
        struct writer *writer;
        int64_t table, next; /* the line that is under way, or comes next */
        bool is_under_way, is_unknown, is_retried;
        bool is_found; /* read back */
    } tables[TABLES];
    int answered, unknown, refused;
};

struct writer *new_writer(struct store *store);
void put_line(char bytes[64], int64_t table, int64_t seq);
void send_append(struct appending *at);
void read_back(struct appending *at);
/* Until so many milliseconds are over and all is answered; begins new lines only if it `begins`. */
void let_write(struct writer *writer, int milliseconds, bool begins);
/* What was answered is there, once, and nothing else: a writer who asks again after a refusal asks for the same line. */
void assert_nothing_is_lost_or_doubled(struct writer *writer);

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

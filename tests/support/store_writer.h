/* Somebody who appends to several tables of a store at once, whatever happens to it, and never
   believes what was not answered. */
#ifndef STORE_WRITER_H
#define STORE_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "store.h"

enum { TABLES = 6 };

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
/* What was answered is there, once, and nothing else: a writer who asks again after a refusal
   asks for the same line. */
void assert_nothing_is_lost_or_doubled(struct writer *writer);

#endif

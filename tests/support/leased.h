/* Processes of one house that share a PostgreSQL by leases, as the product itself in a test: who
   serves which network, and what their records hold. Next: bot.h, postgres_server.h. */
#ifndef LEASED_H
#define LEASED_H

#include "bot.h"
#include "record_file.h"

struct postgres_server;

enum { LEASED_PROCESSES = 3, LEASED_LOOK_MS = 50 };

struct leased {
    struct postgres_server *server;
    const char *schema;
    struct bot *bots[LEASED_PROCESSES];
    int count;
};

/* The process that has the lease of the unit; -1: nobody has. */
int leased_owner(const struct leased *house, const char *unit);
/* Waits until another than that one has it, and returns which; -1 if the time is over. */
int leased_wait_for_another(const struct leased *house, const char *unit, int than,
                            int milliseconds);

/* Those that it has started, and that live or were not reaped; returns how many. */
int leased_children(const struct bot *bot, pid_t *pids, int most);

/* The latest record of a table whose home is there. */
void leased_read_record(const struct leased *house, const char *unit, struct record_file *record);
/* What is wrong with it, or NULL: everything answered is in the record, and everything in the
   record was sent, once and in order. */
const char *leased_compare(const struct record_file *record, char (*sent)[RECORD_FILE_MOVE],
                           int sent_count, int answered);

#endif

/* What tests of stores have in common: somebody who writes down how writes ended, and the
   contents of a store as text. */
#ifndef STORE_WITNESS_H
#define STORE_WITNESS_H

#include "store.h"

enum { WITNESS_MAX = 4096 };

/* Results in the order in which they came. Give &witness as `arg` with witness_done. */
struct witness {
    int count;
    enum store_result results[WITNESS_MAX];
};

void witness_done(void *arg, enum store_result result);

/* Lets completions come in, through the descriptor as the loop does, until there are `count`. Gives
   up (and aborts) after a minute. */
void witness_wait(struct witness *witness, struct store *store, int count);

/* One line, and what became of it. */
enum store_result witness_append(struct store *store, int64_t table, int64_t seq, const char *line);

/* All that store_load visits, one per line: "key=value", "table.seq line". To free. Aborts when
   it cannot be loaded. */
char *witness_load(struct store *store);

/* The same of one table, ended or not. */
char *witness_read_table(struct store *store, int64_t table);

/* What store_read tells in portions of `most` lines, "table.seq line" or "!table" for a damaged
   one, and what stands beside them: "table secret", "table@number network key name salt source",
   "table.seq <- message"; what store_list tells in portions of `most` tables, "table state
   networkroom lines/bytes began-last". To free. Abort when a portion fails or has more than was
   asked for. */
char *witness_read(struct store *store, const char *network, int64_t only, int most);
char *witness_list(struct store *store, unsigned states, int most);
/* One portion from the newest table below `before` down, "table table ", and how many are left,
   counted up to three: "and 2". `before` becomes the place of the next one. */
char *witness_page(struct store *store, unsigned states, int64_t *before, int most);

/* What is kept of a person: the rows of STORE_ASK_KEPT, "kind table@number name line" or
   "key=value". To free. */
char *witness_kept(struct store *store, const char *network, const char *key);

/* Prunes what ended before that second; how many steps it took. */
int witness_prune(struct store *store, int64_t before);

/* store_sqlite_open for a test that expects it to work. */
struct store *witness_open(const char *folder);

/* The same in a PostgreSQL, where the folder of a test stands for a schema of its own: the next
   folder gets another one, the same folder again the same. */
struct postgres_server;
struct store *witness_open_postgres(struct postgres_server *server, const char *folder);

#endif

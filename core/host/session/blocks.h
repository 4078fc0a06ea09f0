/* People who want to hear nothing of others: rows of the settings, one for each pair. The other one
   stands there as a hash, and by a name until that person is forgotten. Knows no table, and not
   what is told to anybody (people/block.c). Bounded: BLOCKS_OF_ONE of a person, under however many
   identities, and BLOCKS_OF_NETWORK of a network. The process that hears "block" writes the row,
   and the others learn it. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "row.h"
#include "session.h"

struct host;

enum { BLOCKS_OF_ONE = 100, BLOCKS_OF_NETWORK = 20000 };

struct block {
    struct block *next; /* in its bucket */
    int number;
    char network[HOST_NETWORK], key[HOST_KEY]; /* of who blocks */
    unsigned char whom[SESSION_PAYER];
    char on[HOST_NETWORK], name[HOST_NAME]; /* of who is blocked, as they were then */
};

void blocks_init(struct host *host);
void blocks_fini(struct host *host);
extern const struct row_kind blocks_row;
/* `value` is NULL if it is taken back. */
void blocks_learn(struct host *host, int64_t number, const char *value);
/* The person goes by the lasting key from now on. */
void blocks_rebind(struct host *host, struct identity who, const char *lasting);

/* One of the two has blocked the other, under whichever of the linked identities: neither is to
   hear of what the other offers, and nobody is told why. */
bool blocks_between(struct host *host, struct identity one, struct identity other);
/* What the person has blocked, under all linked identities, in the order of the rows. Returns how
   many there are; borrows them. */
int blocks_of(const struct host *host, struct identity who, const struct block *out[BLOCKS_OF_ONE]);

/* A new one, which the caller saves. BLOCKS_NEW if there is room for it. */
enum blocks_new { BLOCKS_NEW, BLOCKS_THERE, BLOCKS_FULL, BLOCKS_NETWORK_FULL };
enum blocks_new blocks_new(struct host *host, struct identity who, struct identity whom,
                           const char *name, struct block *out);
void blocks_save(struct host *host, const struct block *block, row_done *done, void *arg);
void blocks_delete(struct host *host, const struct block *block, row_done *done, void *arg);
/* In memory, once that is done. */
void blocks_put(struct host *host, const struct block *block);
void blocks_drop(struct host *host, int64_t number);

#endif

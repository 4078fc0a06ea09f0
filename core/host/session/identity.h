/* Under what a network knows somebody. What a person is called and where they sit is not part of
   it. links.c knows which identities are one person's. */
#ifndef IDENTITY_H
#define IDENTITY_H

#include <stdbool.h>
#include <string.h>

struct host;

/* Borrows its strings. */
struct identity {
    const char *network, *key;
};

/* Of whatever has a network and a key of its own, or a port and a key. */
#define identity_of(thing) ((struct identity){(thing)->network, (thing)->key})
#define identity_at(thing) ((struct identity){(thing)->port->network, (thing)->key})

static inline struct identity identity(const char *network, const char *key)
{
    return (struct identity){network, key};
}

static inline bool identity_is(struct identity a, struct identity b)
{
    return strcmp(a.key, b.key) == 0 && strcmp(a.network, b.network) == 0;
}

/* Both are of one person, for one person may have linked several. */
bool identity_same(const struct host *host, struct identity a, struct identity b);

#endif

/* Who somebody is: under what a network knows them. Which identities are one person's is not known
   here. */
#ifndef IDENTITY_H
#define IDENTITY_H

#include <stdbool.h>
#include <string.h>

/* Borrows its strings. */
struct identity {
    const char *network, *key;
};

/* Of whatever has a network and a key, or a port and a key. */
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

#endif

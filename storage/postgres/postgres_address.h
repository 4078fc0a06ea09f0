/* Where the server is and how it is spoken to, as libpq takes it: checks, and what is added to
   what the admin wrote. */
#ifndef POSTGRES_ADDRESS_H
#define POSTGRES_ADDRESS_H

#include <stdbool.h>

#include "postgres_late.h"

struct store_postgres;
struct text;

enum { ADDRESS_PARAMETERS = 16 };

/* Parameters of PQconnectStartParams, ended by NULL. Owns copies of the texts. */
struct postgres_address {
    const char *names[ADDRESS_PARAMETERS + 1], *values[ADDRESS_PARAMETERS + 1];
    char *server, *password;
    int count;
    bool is_unverified; /* another machine, and the admin allowed that nobody verifies its name */
};

/* False, with a sentence for the admin in `why`, if the address cannot be understood or has a
   password in it. Call fini in either case. */
bool postgres_address_init(struct postgres_address *address, const struct store_postgres *where,
                           struct text *why);
void postgres_address_fini(struct postgres_address *address);

#endif

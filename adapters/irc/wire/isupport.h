/* What a server announced by 005: tokens and their values, and the defaults of those that have one. */
#ifndef ISUPPORT_H
#define ISUPPORT_H

#include <stdbool.h>

/* How a network compares nicks, channels and accounts (CASEMAPPING): the last of the characters from A on that have a lower
   case 32 behind them. For text_fold(): compare folded, show the original. Bytes above 127 always compare exactly. */
enum casemap {
    CASEMAP_ASCII = 'Z', /* also what we do not know */
    CASEMAP_RFC1459_STRICT = ']',
    CASEMAP_RFC1459 = '^' /* ^ is ~; what holds until a 005 says otherwise */
};

enum { ISUPPORT_BYTES = 8192 };

/* All zero is the empty store. */
struct isupport {
    int length;
    char entries[ISUPPORT_BYTES]; /* "KEY=value" and "KEY", each ended by NUL */
};

/* Takes one token of a 005 line: "KEY", "KEY=value" (with \xNN escapes) or "-KEY". False if it cannot be kept: no key,
   or more tokens than any server has. */
bool isupport_take(struct isupport *store, const char *token);

/* Value, "" for none, NULL if neither announced nor with a default. Valid until the next isupport_take. */
const char *isupport_get(const struct isupport *store, const char *key);
enum casemap isupport_casemap(const struct isupport *store);
int isupport_number(const struct isupport *store, const char *key, int otherwise);

#endif

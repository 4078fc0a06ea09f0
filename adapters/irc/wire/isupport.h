/* What a server announced by 005: tokens and their values. Some have defaults. */
#ifndef ISUPPORT_H
#define ISUPPORT_H

#include <stdbool.h>

/* How a network compares nicks, channels and accounts (CASEMAPPING). The value is the last
   character, from A on, that has a lower case 32 behind it. For text_fold(): compare folded
   names, show the original. */
enum casemap {
    CASEMAP_ASCII = 'Z', /* also for a mapping that we do not know */
    CASEMAP_RFC1459_STRICT = ']',
    CASEMAP_RFC1459 = '^' /* ^ is ~; the default */
};

enum { ISUPPORT_BYTES = 8192 };

/* All zero is the empty store. */
struct isupport {
    int length;
    char entries[ISUPPORT_BYTES]; /* "KEY=value" and "KEY", each ended by NUL */
};

/* Takes one token of a 005 line: "KEY", "KEY=value" (with \xNN escapes) or "-KEY". False if it
   cannot be kept: no key, or more tokens than any server has. */
bool isupport_take(struct isupport *store, const char *token);

/* The value; "" if the token has none, or the default where an empty one means nothing
   ("CASEMAPPING="); NULL if it was not announced and has no default. Valid until the next
   isupport_take. */
const char *isupport_get(const struct isupport *store, const char *key);
enum casemap isupport_casemap(const struct isupport *store);
int isupport_number(const struct isupport *store, const char *key, int otherwise);

#endif

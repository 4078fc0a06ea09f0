/* How a network compares nicks, channels and accounts (005 CASEMAPPING): its own idea of upper and lower case. Compare
   folded, show the original. Unknown mappings fold ASCII only; bytes above 127 always compare exactly. */
#ifndef CASEMAP_H
#define CASEMAP_H

#include <stdbool.h>
#include <stddef.h>

enum casemap {
    CASEMAP_RFC1459,        /* A-Z is a-z, []\ is {}|, ^ is ~; what holds until a 005 says otherwise */
    CASEMAP_RFC1459_STRICT, /* the same, but ^ is not ~ */
    CASEMAP_ASCII
};

/* The mapping a CASEMAPPING value names; NULL is "no token". */
enum casemap casemap_named(const char *name);

/* Folds `name` into `folded`; what does not fit is cut and the result is false: use a buffer of the name's size. */
bool irc_fold(enum casemap map, const char *name, char *folded, size_t size);

bool irc_is_same(enum casemap map, const char *a, const char *b);

/* Such a name is no channel's and no account's to us: no record holds it, and no services give it. */
bool irc_has_control(const char *name);

#endif

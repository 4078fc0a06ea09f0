/* What a text in the configuration may look like: one row per form, with the words that tell an admin. Forms are
   checked so that a typing error is found by --check-config and not by a server, and so that no value can add an IRC
   line. */
#ifndef FORM_H
#define FORM_H

#include <stdbool.h>

enum form {
    FORM_LINE,      /* one line of any text */
    FORM_TITLE,     /* an admin's name for something */
    FORM_HOST,      /* a host name or address */
    FORM_NICK,      /* IRC nickname */
    FORM_USER,      /* IRC user name */
    FORM_CHANNEL,   /* IRC channel */
    FORM_MASK,      /* nick!user@host with * */
    FORM_NAME,      /* of a person at a terminal */
    FORM_PREFIX,    /* what a command begins with */
    FORM_URL,       /* of a server: https or wss; http or ws to this machine only */
    FORM_ID,        /* a number that Discord names somebody by */
    FORM_PIN,       /* a SHA-256 */
    FORM_ACCOUNT,   /* a name that services know */
    FORM_MECHANISM, /* of SASL */
    FORM_SERVICE,   /* whom services are written to */
    FORM_FILE,      /* a file that can be read */
    FORM_FOLDER
};

/* Whether the non-empty `value` has the form. Looks at the text only, not at the file system. */
bool form_fits(enum form form, const char *value);

/* "a nickname (...)": what would fit, to stand after "give". */
const char *form_name(enum form form);

/* Whether a value of the form is a path. */
bool form_is_path(enum form form);

#endif

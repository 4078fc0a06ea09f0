/* The forms of texts in the configuration: one row each, with the words that an admin reads. They let --check-config
   find a typing error before a server does, and no value adds an IRC line. */
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

/* The non-empty `value` has the form. Checks the text only, not the file system. */
bool form_fits(enum form form, const char *value);

/* What would fit, to stand behind "give": "a nickname (...)". */
const char *form_name(enum form form);

/* A value of this form is a path. */
bool form_is_path(enum form form);

#endif

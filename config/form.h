/* The forms of texts in the configuration: one row each, with the words that an admin reads. So
   --check-config finds a typing error before a server does, and no value can add an IRC line. */
#ifndef FORM_H
#define FORM_H

#include <stdbool.h>

enum form {
    FORM_LINE,      /* one line of any text */
    FORM_TITLE,     /* a name that the admin gives to something */
    FORM_HOST,      /* a host name or address */
    FORM_NICK,      /* IRC nickname */
    FORM_USER,      /* IRC user name */
    FORM_CHANNEL,   /* IRC channel */
    FORM_KEYED,     /* the same, perhaps with a blank and its key, which is never shown */
    FORM_KEY,       /* a channel's key */
    FORM_BRIDGE,    /* a channel of Discord, and a room as FORM_ROOM */
    FORM_ROOM,      /* a network, as the host calls it, and a room of it */
    FORM_MASK,      /* nick!user@host with * */
    FORM_NAME,      /* of a person at a terminal */
    FORM_PREFIX,    /* what every command begins with */
    FORM_URL,       /* URL of a server: https or wss; http or ws to this machine only */
    FORM_ID,        /* a number that Discord gives to a person */
    FORM_PIN,       /* a SHA-256 */
    FORM_ACCOUNT,   /* an account at the services */
    FORM_MECHANISM, /* a mechanism of SASL */
    FORM_SERVICE,   /* the nickname of the services */
    FORM_LISTEN,    /* where a server of ours listens */
    FORM_FILE,      /* a file that can be read */
    FORM_FOLDER
};

/* True if the non-empty `value` has the form. Checks the text only, not the file system. */
bool form_fits(enum form form, const char *value);

/* What would be right, as words after "give": "a nickname (...)". */
const char *form_name(enum form form);

/* True if a value of this form is a path. */
bool form_is_path(enum form form);

/* How many bytes of a value may be shown: a channel's key may stand behind the blank. */
int form_open_bytes(enum form form, const char *value);

#endif

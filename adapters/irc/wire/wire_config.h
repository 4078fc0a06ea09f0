/* What a wire is told about one network: where the server is, who we are there, how long to
   wait. Knows nothing of the connection itself. wire_state.c keeps a wire's own copy. */
#ifndef WIRE_CONFIG_H
#define WIRE_CONFIG_H

#include <stdbool.h>

struct keep;

struct wire_config {
    const char *network; /* for logs */
    const char *host;    /* name or address, IPv6 without brackets */
    int port;
    /* TLS 1.2 or later; chain and host name are always checked */
    bool is_tls;
    const char *ca_file;                  /* PEM; NULL for the CAs of this machine */
    const char *client_cert, *client_key; /* PEM files, or NULL */
    const char
        /* the server must have one of them (transport.h); chain, name and dates do not count then.
           May be NULL */
        *pins;
    struct keep *keep;    /* where STS policies last; may be NULL */
    const char *password; /* of the server (PASS); any bytes but CR, LF, NUL; NULL if absent */
    const char *nick;
    /* ends with NULL; tried in order when `nick` is taken; NULL if absent */
    const char *const *alternative_nicks;
    const char *user;     /* the word before @ */
    const char *realname; /* says that it is a bot and who runs it */

    /* Logging in to an account of the network: by SASL, before anybody sees us. */
    const char *account, *account_password; /* NULL: none; a client certificate alone may do */
    /* PEM file, for ECDSA-NIST256P-CHALLENGE; NULL if absent */
    const char *account_key;
    /* "EXTERNAL SCRAM-SHA-256 PLAIN", tried in that order; NULL for what fits */
    const char *mechanisms;
    bool login_is_required; /* where there is an account: without it the wire closes */
    const char *nickserv;   /* whom to ask for our nick when somebody has it; NULL if nobody */
    bool identifies;        /* tell `nickserv` the password where the server has no SASL */
    const char *regain;     /* the word for that: REGAIN, RECOVER, GHOST; NULL if we do not ask */

    /* Milliseconds; 0 is the default in brackets. */
    int connect_ms;  /* from the start to TCP and TLS up [30000] */
    int register_ms; /* from there to the end of the MOTD [60000] */
    int idle_ms;     /* between our PINGs [90000] */
    int pong_ms;     /* nothing heard for so long after one: closed [60000] */
    int step_ms;     /* each answer in negotiation and login [15000] */
    int quit_ms;     /* how long QUIT waits for the server's goodbye [2000] */
};

/* Both configurations lead to the same connection; waiting times do not count. */
bool wire_is_same_config(const struct wire_config *a, const struct wire_config *b);

/* Copies all of it, strings included, and fills in the defaults. wire_free_config frees the copy
   and wipes the secrets. */
void wire_keep_config(struct wire_config *kept, const struct wire_config *config);
void wire_free_config(struct wire_config *kept);

#endif

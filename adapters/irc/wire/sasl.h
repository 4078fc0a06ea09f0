/* The client's side of the SASL mechanisms EXTERNAL, ECDSA-NIST256P-CHALLENGE, SCRAM-SHA-256
   (RFC 5802, 7677) and PLAIN, as bytes: what the server says goes in, what we answer comes out.
   Knows no IRC, where login.c sends them in base64. Never blocks for long: many rounds of a
   derivation are done in several turns. */
#ifndef SASL_H
#define SASL_H

#include <stdbool.h>

#include <sodium.h>

enum sasl_mechanism {
    SASL_EXTERNAL,
    SASL_ECDSA,
    SASL_SCRAM_SHA_256,
    SASL_PLAIN,
    SASL_MECHANISMS /* their number; also means "none" */
};

const char *sasl_name(enum sasl_mechanism mechanism);
enum sasl_mechanism sasl_named(const char *name, int length);

enum {
    SASL_BYTES = 2048, /* the longest message, of either side */
    SASL_NONCE = 33,   /* characters of ours, and a NUL */
    SASL_HASH = 32,
    SASL_ROUNDS_LEAST = 4096,   /* fewer, and the password could be guessed from what is sent */
    SASL_ROUNDS_MOST = 1000000, /* more, and a server could keep us busy */
};

enum { ECDSA_CHALLENGE = 32, ECDSA_SIGNATURE = 80 /* bytes; 72 at most in fact */ };

enum sasl_step {
    SASL_ANSWERS,
    SASL_WORKS,  /* call sasl_work until it returns something else */
    SASL_REFUSES /* we give up; `why` says why */
};

struct sasl {
    enum sasl_mechanism mechanism;
    const char *account, *password; /* the caller's */
    const char *key_file;           /* the caller's, set after sasl_start; for ECDSA */
    unsigned char answer[SASL_BYTES];
    int answer_length;
    const char *why;
    bool has_shown_secret; /* what we sent proves our password, or lets a thief guess it */
    bool is_proven;        /* the server may say now that we are logged in */

    int turn;

    /* SCRAM */
    char nonce[SASL_NONCE];
    /* what both sides sign: our first message, the server's first, our last */
    char dialogue[3 * SASL_BYTES];
    int dialogue_length;
    int rounds_left;
    crypto_auth_hmacsha256_state keyed; /* with the password */
    unsigned char round[SASL_HASH], salted[SASL_HASH], server_signature[SASL_HASH];
};

/* `nonce`: SASL_NONCE - 1 fresh random characters without a comma; kept. `account` and
   `password` may be NULL. */
void sasl_start(struct sasl *sasl, enum sasl_mechanism mechanism, const char *account,
                const char *password, const char *nonce);

/* Takes what the server says; the first time that is nothing. */
enum sasl_step sasl_hear(struct sasl *sasl, const unsigned char *bytes, int length);

/* One turn of a long derivation, a few milliseconds. */
enum sasl_step sasl_work(struct sasl *sasl);

void sasl_fini(struct sasl *sasl);

#endif

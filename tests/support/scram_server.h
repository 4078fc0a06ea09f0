/* The server's side of SCRAM-SHA-256, by OpenSSL: for a scripted server that logs a client in.
   Everything is base64, as it stands behind AUTHENTICATE. */
#ifndef SCRAM_SERVER_H
#define SCRAM_SERVER_H

#include <stdbool.h>

enum { SCRAM_LINE = 1024 };

struct scram_server {
    const char *password;
    int rounds;
    bool forges; /* shows a signature of the right form that is not its own */
    char dialogue[3 * SCRAM_LINE];
    char nonce[SCRAM_LINE];
    unsigned char salted[32];
};

/* The challenge to the client's first message; false if that is malformed. */
bool scram_challenge(struct scram_server *server, const char *first, char challenge[SCRAM_LINE]);

/* Whether the client's last message proves the password; then `signature` is our own proof. */
bool scram_verify(struct scram_server *server, const char *last, char signature[SCRAM_LINE]);

#endif

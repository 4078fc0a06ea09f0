/* What a record proves, in sentences. */
#ifndef PROOF_H
#define PROOF_H

#include <stdbool.h>
#include <stdio.h>

struct session;

enum { PROOF_WHOLE = 0, PROOF_WRONG = 1, PROOF_PARTLY = 3 }; /* exit statuses */

/* What reading the record has shown; each of its lines fits. */
struct proof {
    const char *seal; /* the posted seal; NULL if unknown */
    long began;       /* the record's first line in the file */
    int games, moves;
    long picks;
    bool is_ended;
};

/* Prints it. Returns one of the statuses. */
int proof_put(const struct session *session, const struct proof *proof, FILE *out);

#endif

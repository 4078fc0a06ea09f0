/* What a record that was read back proves, in sentences. */
#ifndef PROOF_H
#define PROOF_H

#include <stdbool.h>
#include <stdio.h>

struct session;

enum { PROOF_WHOLE = 0, PROOF_WRONG = 1, PROOF_PARTLY = 3 }; /* exit statuses */

/* What reading it back has shown: each of its lines fits. */
struct proof {
    const char *seal; /* the one that was posted; NULL: nobody says */
    long began;       /* the line of the file where the record begins */
    int games, moves;
    long picks;
    bool is_ended;
};

/* Prints it; one of the statuses. */
int proof_put(const struct session *session, const struct proof *proof, FILE *out);

#endif

/* What a record proves, in sentences. */
#ifndef PROOF_H
#define PROOF_H

#include <stdbool.h>
#include <stdio.h>

struct session;

enum { PROOF_WHOLE = 0, PROOF_WRONG = 1, PROOF_PARTLY = 3 }; /* exit statuses */

/* What the reader of the record has found, if no line of the record is wrong. */
struct proof {
    const char *seal; /* the posted seal; NULL if unknown */
    const char *end;  /* the last link, as it was shown, in small hex digits; NULL if unknown */
    long began;       /* the line of the file where the record begins */
    int games, moves;
    long picks;
    bool is_ended;
};

/* Prints the proof. Returns one of the statuses. */
int proof_put(const struct session *session, const struct proof *proof, FILE *out);

#endif

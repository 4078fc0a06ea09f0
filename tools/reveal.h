/* Everything on a table, as one line of JSON in the form of docs/record-format.md, for programs
   that check records. Shows every secret. */
#ifndef REVEAL_H
#define REVEAL_H

#include <stdbool.h>
#include <stdio.h>

struct chance;
struct session;
struct text;

/* Writes the table as it stands after line `seq` of its record, whose picks `chance` holds. */
void reveal_write(const struct session *session, long long seq, const struct chance *chance,
                  FILE *out);

/* Compares a line of a file with that line. False, with a sentence, if they differ. */
bool reveal_is_true(const struct session *session, long long seq, const struct chance *chance,
                    const char *line, struct text *why);

/* ---- what a record proves, in sentences ---- */

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
int reveal_put_proof(const struct session *session, const struct proof *proof, FILE *out);

#endif

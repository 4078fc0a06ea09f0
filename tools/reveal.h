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

#endif

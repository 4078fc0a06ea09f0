/* Everything there is on a table, as one line of JSON: the form that docs/record-format.md describes, for programs that check
   records. It shows every secret; what one seat may see is not its business. */
#ifndef REVEAL_H
#define REVEAL_H

#include <stdbool.h>
#include <stdio.h>

struct chance;
struct session;
struct text;

/* The table as it stands after line `seq` of its record, whose picks `chance` holds. */
void reveal_write(const struct session *session, long long seq, const struct chance *chance, FILE *out);

/* Whether a line of a file says just that; false and a sentence if not. */
bool reveal_is_true(const struct session *session, long long seq, const struct chance *chance, const char *line,
                    struct text *why);

#endif

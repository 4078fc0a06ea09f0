/* The problems of a configuration, collected from all readers and told in the order of the file. */
#ifndef PROBLEM_H
#define PROBLEM_H

#include "text.h"

enum {
    PROBLEM_MOST = 25, /* problems are kept; further ones are only counted */
    PROBLEM_TEXT = 1200
};

struct problems {
    const char *file; /* its name begins each line */
    int count;        /* problems and notes found */
    int notes;        /* how many of them are notes */
    struct problem {
        int line; /* 0 if not about a line; problems are sorted by it */
        bool is_note;
        char text[PROBLEM_TEXT];
    } items[PROBLEM_MOST];
};

/* One sentence without the full stop: what is wrong, and what would be right. */
void problem_add(struct problems *problems, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Also one sentence, about what works but is seldom meant. It is no problem. */
void problem_note(struct problems *problems, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* True if this line has a problem already. */
bool problem_is_at(const struct problems *problems, int line);

/* Puts one line for each problem; one for each note if nothing is a problem. */
void problem_print(const struct problems *problems, struct text *out);

/* A text of the file, made fit for a sentence: in quotes, shortened, without anything that could
   move the cursor. */
struct quoted {
    char text[80];
};
struct quoted problem_quote(const char *text);
/* Only so many bytes of it may be shown; three dots stand for the rest. */
struct quoted problem_quote_part(const char *text, int bytes);

/* The word nearest to a mistyped one, for "did you mean". Start with {.typed = word}, try each
   candidate; `best` is NULL while no candidate is near. */
struct nearest {
    const char *typed;
    const char *best;
    int distance;
};
void problem_try_nearest(struct nearest *nearest, const char *candidate);

#endif

/* What a configuration file says: its sections and options with their lines and values, all
   values still texts. Finds all mistakes in names, order and braces, and goes on after each
   mistake. Text that may not mean what it seems to mean is a problem: a string over two lines, \n
   or \x00 in it, a variable that is not set. Knows the rows, but not which values are allowed:
   value.c does. */
#ifndef OUTLINE_H
#define OUTLINE_H

#include "option.h"
#include "text.h"

/* ---- problems, collected from all readers and told in the order of the file ---- */

enum {
    PROBLEM_MOST = 25, /* problems are kept; further ones are only counted */
    PROBLEM_TEXT = 1200
};

struct problems {
    const char *file; /* its name begins each line */
    int count;
    int notes;
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

/* ---- the outline ---- */

enum { OUTLINE_PLACES = 256, OUTLINE_TITLE = 72 };

struct outline {
    struct value {
        char *text;
        int line;
    } * values; /* of all statements, in the order of the file */
    int value_count, value_space;
    struct outline_place {
        const struct section *section;
        int parent; /* index of the place around it; -1 for the top level */
        int line;
        char title[OUTLINE_TITLE]; /* "" at the top level */
        struct statement {
            int line; /* where the option stands; 0 if absent */
            /* its values: one, or the items of a list; count is 0 if the value is wrong */
            int first, count;
            bool is_variable;      /* a SECRET is given as an environment variable, not as a file */
        } statements[OPTION_MOST]; /* one for each option of the section */
    } places[OUTLINE_PLACES];      /* the first is the top level; brothers stand in their order */
    int place_count;
    bool is_full; /* more sections were told of already */
};

/* Never NULL: the outline has what could be understood of the file. */
struct outline *outline_new(const char *bytes, struct problems *problems);
void outline_free(struct outline *outline);

/* The place of the `index`-th section of that kind inside `parent`; -1 if there are fewer. */
int outline_child(const struct outline *outline, int parent, const struct section *section,
                  int index);

const struct statement *outline_statement(const struct outline *outline, int place,
                                          const struct option *option);

/* "irc "libera"" for a sentence. */
struct place_name {
    char text[128];
};
struct place_name outline_name(const struct outline *outline, int place);

#endif

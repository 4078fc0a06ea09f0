/* What a configuration file says: its sections and options with their lines and values, all
   values still texts. Finds all mistakes in names, order and braces, and goes on after each
   mistake. Text that may not mean what it seems to mean is a problem: a string over two lines, \n
   or \x00 in it, a variable that is not set. Knows the rows, but not which values are allowed:
   value.h does. */
#ifndef OUTLINE_H
#define OUTLINE_H

#include "option.h"
#include "problem.h"

enum {
    OUTLINE_PLACES = 256, /* sections in one file */
    OUTLINE_TITLE = 72
};

struct outline {
    struct value {
        char *text;
        int line;
    } * values; /* of all statements, in the order of the file */
    int value_count, value_space;
    struct outline_place {
        const struct section *section;
        int parent;                /* index of the place around it; -1 for the top level */
        int line;                  /* where it opens */
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

/* What the place says of this option. */
const struct statement *outline_statement(const struct outline *outline, int place,
                                          const struct option *option);

/* "irc "libera"" for a sentence. */
struct place_name {
    char text[128];
};
struct place_name outline_name(const struct outline *outline, int place);

#endif

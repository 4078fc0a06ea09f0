/* The first of two readings of a configuration file: which sections and options stand in which line, and everything
   that is wrong with names, order and braces. libconfuse, the second reading, stops at its first error, lets a missing
   brace and duplicates pass, and forgets lines; so it gets only what the outline has understood. Knows rows, but no
   value. */
#ifndef OUTLINE_H
#define OUTLINE_H

#include "option.h"
#include "problem.h"

enum {
    OUTLINE_PLACES = 256, /* sections in one file */
    OUTLINE_TITLE = 72
};

struct outline {
    struct text sheet; /* every statement that was understood, without comments, all sections closed; for libconfuse */
    struct place {
        const struct section *section;
        int parent;                /* index of the place around it; -1 for the top level */
        int line;                  /* where it opens */
        char title[OUTLINE_TITLE]; /* "" at the top level */
        int lines[OPTION_MOST];    /* where each option of the section stands; 0 where it does not */
    } places[OUTLINE_PLACES];      /* the first is the top level; brothers stand in their order */
    int place_count;
};

/* Never NULL: whatever the file, its outline is what could be understood. */
struct outline *outline_new(const char *bytes, struct problems *problems);
void outline_free(struct outline *outline);

/* The place of the `index`-th section of that kind inside `parent`. */
int outline_child(const struct outline *outline, int parent, const struct section *section, int index);

/* The line where the option stands, or 0. */
int outline_line(const struct outline *outline, int place, const struct option *option);

/* "irc "libera"" for a sentence. */
struct place_name {
    char text[128];
};
struct place_name outline_name(const struct outline *outline, int place);

#endif

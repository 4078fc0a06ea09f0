/* What a configuration file says: its sections and options with their lines and values, all values still texts. Finds
   everything that is wrong with names, order and braces, and goes on behind each mistake. Knows the rows, but not what
   a value may be: that is value.h. */
#ifndef OUTLINE_H
#define OUTLINE_H

#include "option.h"
#include "problem.h"

enum {
    OUTLINE_PLACES = 256, /* sections in one file */
    OUTLINE_TITLE = 72
};

struct outline {
    char **values; /* of all statements, in the order of the file */
    int value_count, value_space;
    struct place {
        const struct section *section;
        int parent;                /* index of the place around it; -1 for the top level */
        int line;                  /* where it opens */
        char title[OUTLINE_TITLE]; /* "" at the top level */
        struct statement {
            int line;              /* where the option stands; 0 where it does not */
            int first, count;      /* its values: one, or the items of a list; none if what stands there is wrong */
            bool is_variable;      /* a SECRET is given as an environment variable, not as a file */
        } statements[OPTION_MOST]; /* one for each option of the section */
    } places[OUTLINE_PLACES];      /* the first is the top level; brothers stand in their order */
    int place_count;
};

/* Never NULL: whatever the file, its outline is what could be understood. */
struct outline *outline_new(const char *bytes, struct problems *problems);
void outline_free(struct outline *outline);

/* The place of the `index`-th section of that kind inside `parent`; -1 if there are not so many. */
int outline_child(const struct outline *outline, int parent, const struct section *section, int index);

/* What stands there of this option. */
const struct statement *outline_statement(const struct outline *outline, int place, const struct option *option);

/* "irc "libera"" for a sentence. */
struct place_name {
    char text[128];
};
struct place_name outline_name(const struct outline *outline, int place);

/* rules.c: what must hold between options, and what is worked out from several; the rows cannot say it. Runs on structs that
   have all their values. */
struct config;
void rules_apply(struct config *config, const struct outline *outline, struct problems *problems);

#endif

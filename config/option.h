/* The rows of options.def as tables. The reader, its messages, the example and the man page walk
   over these tables. A section is a struct of config.h; an option is a field of the struct. Only
   these tables know both; no other file names an option, except rules.c. Next: form.h (what a
   text may look like), read.c (which fills the fields). */
#ifndef OPTION_H
#define OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "form.h"

enum {
    OPTION_MOST = 48 /* options in one section */
};

enum value_kind {
    VALUE_FLAG,
    VALUE_NUMBER,
    VALUE_CHOICE,
    VALUE_TEXT,
    VALUE_LIST,
    VALUE_SECRET,
    VALUE_CHILDREN
};

struct option {
    const char *name;
    const char *name_file, *name_env; /* SECRET: its two names in the file; else NULL */
    enum value_kind kind;
    enum form form;
    int least, most;   /* NUMBER: the value; LIST: how many items */
    const char *words; /* CHOICE: "one|other" */
    /* the default as written in the file; an example if required; NULL if inherited */
    const char *fallback;
    bool is_required;
    bool is_inherited;
    size_t offset;                 /* of the field in the section's struct */
    size_t count_offset;           /* CHILDREN: offset of their number */
    const struct section *section; /* CHILDREN: the section that each child is */
    const char *help;
};

struct section {
    const char *name; /* "" for the top level */
    enum form title_form;
    const char *title_example;
    const struct option *options; /* CHILDREN last */
    int option_count;
    size_t size; /* of its struct in config.h; the title is its first member */
    const char *help;
};

extern const struct section option_root;

/* The row that `name` means in `section`. NULL if absent. Finds a SECRET by each of its three
   names. */
const struct option *option_find(const struct section *section, const char *name);

/* The row that gives the default of an inherited option; `option` itself if not inherited. */
const struct option *option_ancestor(const struct section *parent, const struct option *option);

/* The values allowed, in words: "a whole number from 1 to 65535". */
struct text;
void option_put_range(const struct option *option, struct text *out);

#endif

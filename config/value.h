/* Fills the structs of config.h with defaults and with the values of the file, and frees them.
   Makes whole paths of files and folders. Reads secrets, once: from a file or an environment
   variable, never from the configuration file, which people show each other. Knows nothing of
   the file's structure. */
#ifndef VALUE_H
#define VALUE_H

#include "option.h"
#include "problem.h"

/* Where a value was written. */
struct value_site {
    struct problems *problems;
    int line;           /* of the option */
    int item;           /* LIST: of the item */
    const char *shown;  /* the option's name there: "port", "--data" */
    const char *folder; /* relative paths begin here; "" for the current folder */
};

/* Each function frees the old value of the field. False, with a problem, if the value is wrong;
   then the field keeps its old value. value_set is for every kind but LIST, SECRET and CHILDREN. */
bool value_set(const struct option *option, const char *written, const struct value_site *site,
               void *field);
bool value_add(const struct option *option, const char *written, const struct value_site *site,
               void *list);
/* `written` names an environment variable, or a file that only its owner can read. Blocks on
   that file. */
bool value_set_secret(const struct option *option, bool is_variable, const char *written,
                      const struct value_site *site, void *field);

/* A text on the heap. */
char *value_copy(const char *text);

/* A path on the heap: unchanged if absolute, in the home folder if it begins with ~/, else in
   `folder`. */
char *value_path(const char *folder, const char *written);

/* ---- a section's struct, called its values ---- */

/* A section's values and the section around it; NULL around the top level. */
struct frame {
    const struct section *section;
    void *values;
    const struct frame *around;
};

/* Sets each option to its default, an inherited option to the value of the section around. The
   values must be zero before. */
void value_set_defaults(const struct frame *frame, const char *title);

/* Frees what the values hold, children included, not the struct itself. */
void value_free_section(const struct section *section, void *values);

void *value_field(const struct option *option, void *values);

/* CHILDREN: their array, and how many there are. */
void **value_children(const struct option *option, void *values);
int *value_child_count(const struct option *option, void *values);

#endif

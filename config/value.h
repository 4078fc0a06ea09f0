/* One written value -> one field of a struct of config.h, by its row. Also files and folders: they become whole paths
   here; and secrets: they are read here, once. Knows neither sections nor the file's structure. */
#ifndef VALUE_H
#define VALUE_H

#include "option.h"
#include "problem.h"

/* Where a value was written. */
struct value_site {
    struct problems *problems;
    int line;
    const char *shown;  /* what it is called there: "port", "--data" */
    const char *folder; /* relative paths begin here; "": the current folder */
};

/* Each frees what the field held. False, and told, if the value does not fit; the field is then as it was.
   value_set is for every kind but LIST, SECRET and CHILDREN. */
bool value_set(const struct option *option, const char *written, const struct value_site *site, void *field);
bool value_add(const struct option *option, const char *written, const struct value_site *site, void *list);
bool value_set_secret_file(const struct option *option, const char *written, const struct value_site *site,
                           void *field);
bool value_set_secret_env(const struct option *option, const char *written, const struct value_site *site, void *field);

/* Frees the field; a secret is wiped first. Not for CHILDREN. */
void value_free(const struct option *option, void *field);

/* A text on the heap. */
char *value_copy(const char *text);

/* A path on the heap: as it is if absolute, from the home folder if it begins with ~/, else from `folder`. */
char *value_path(const char *folder, const char *written);

#endif

/* The structs of config.h by their rows: filled with defaults, and freed. A section's struct is called its values. */
#ifndef FIELDS_H
#define FIELDS_H

#include "option.h"

/* A section's values and the section around it; NULL around the top level. */
struct frame {
    const struct section *section;
    void *values;
    const struct frame *around;
};

/* Every option of its own gets its default, an inherited one what the section around has. The values were zero. */
void fields_default(const struct frame *frame, const char *title);

/* Frees what the values hold, children included, not the struct itself. */
void fields_free(const struct section *section, void *values);

void *fields_at(const struct option *option, void *values);

/* CHILDREN: their array, and how many there are. */
void **fields_children(const struct option *option, void *values);
int *fields_child_count(const struct option *option, void *values);

#endif

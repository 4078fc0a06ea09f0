/* All pointer arithmetic over the generated structs is here. */
#include "fields.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "value.h"

void *fields_at(const struct option *option, void *values)
{
    return (char *)values + option->offset;
}

void **fields_children(const struct option *option, void *values)
{
    return (void **)fields_at(option, values);
}

int *fields_child_count(const struct option *option, void *values)
{
    return (int *)(void *)((char *)values + option->count_offset);
}

static void set_default(const struct option *option, void *field)
{
    struct problems none = {.file = option->name};
    struct value_site site = {.problems = &none, .shown = option->name, .folder = ""};
    check(value_set(option, option->fallback, &site, field)); /* a default fits its own row */
}

static void inherit(const struct option *option, const struct frame *around, void *field)
{
    const void *from = fields_at(option_ancestor(around->section, option), around->values);
    if (option->kind == VALUE_FLAG)
        *(bool *)field = *(const bool *)from;
    else if (option->kind == VALUE_NUMBER)
        *(int *)field = *(const int *)from;
    else
        *(char **)field = value_copy(*(char *const *)from);
}

void fields_default(const struct frame *frame, const char *title)
{
    *(char **)frame->values = title ? value_copy(title) : NULL;
    for (int i = 0; i < frame->section->option_count; i++) {
        const struct option *option = &frame->section->options[i];
        if (option->is_inherited)
            inherit(option, frame->around, fields_at(option, frame->values));
        else if (option->kind <= VALUE_TEXT)
            set_default(option, fields_at(option, frame->values));
    }
}

void fields_free(const struct section *section, void *values)
{
    for (int i = 0; i < section->option_count; i++) {
        const struct option *option = &section->options[i];
        if (option->kind != VALUE_CHILDREN) {
            value_free(option, fields_at(option, values));
            continue;
        }
        char *children = *fields_children(option, values);
        for (int child = 0; child < *fields_child_count(option, values); child++)
            fields_free(option->section, children + (size_t)child * option->section->size);
        free(children);
    }
    free(*(char **)values); /* the title */
}

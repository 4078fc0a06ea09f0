/* See fields.h. Members are read and written by memcpy(), whatever their types are called. */
#include "fields.h"

#include <stdlib.h>
#include <string.h>

const void *fields_pointer(const struct field *field, const void *value)
{
    const void *pointer;
    memcpy(&pointer, (const char *)value + field->offset, sizeof pointer);
    return pointer;
}

void fields_set_pointer(const struct field *field, void *value, const void *pointer)
{
    memcpy((char *)value + field->offset, &pointer, sizeof pointer);
}

int64_t fields_number(const struct field *field, const void *value)
{
    const char *at = (const char *)value + field->offset;
    int64_t number = 0;
    int small;
    bool is;
    if (field->kind == FIELD_LONG) {
        memcpy(&number, at, sizeof number);
        return number;
    }
    if (field->kind == FIELD_BOOL) {
        memcpy(&is, at, sizeof is);
        return is;
    }
    memcpy(&small, at, sizeof small);
    return small;
}

void fields_set_number(const struct field *field, void *value, int64_t number)
{
    char *at = (char *)value + field->offset;
    int small = (int)number;
    bool is = number != 0;
    if (field->kind == FIELD_LONG)
        memcpy(at, &number, sizeof number);
    else if (field->kind == FIELD_BOOL)
        memcpy(at, &is, sizeof is);
    else
        memcpy(at, &small, sizeof small);
}

int fields_listed(const struct field *field, const void *value)
{
    int count;
    memcpy(&count, (const char *)value + field->offset + sizeof(char *const *), sizeof count);
    return count < FIELDS_LISTED ? count : FIELDS_LISTED;
}

void fields_set_list(const struct field *field, void *value, char **list, int count)
{
    fields_set_pointer(field, value, list);
    memcpy((char *)value + field->offset + sizeof list, &count, sizeof count);
}

void fields_drop(const struct fields *fields, void *value)
{
    for (int i = 0; i < fields->count; i++) {
        const struct field *field = &fields->list[i];
        char **pointer;
        if (field->kind != FIELD_TEXT && field->kind != FIELD_OPTION &&
            field->kind != FIELD_VALUE && field->kind != FIELD_LIST)
            continue;
        memcpy(&pointer, (char *)value + field->offset, sizeof pointer);
        for (int j = 0; field->kind == FIELD_LIST && j < fields_listed(field, value); j++)
            free(pointer[j]);
        free(pointer);
    }
}

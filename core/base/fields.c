/* See fields.h. Members are read and written by memcpy(), whatever their types are called. */
#include "fields.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "text.h"

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

static bool is_on_heap(const struct field *field)
{
    return field->kind == FIELD_TEXT || field->kind == FIELD_OPTION || field->kind == FIELD_VALUE ||
           field->kind == FIELD_LIST;
}

static void *copy_bytes(const void *from, size_t size)
{
    void *copy = from ? malloc(size) : NULL;
    check(copy || !from);
    return from ? memcpy(copy, from, size) : NULL;
}

static char *copy_text(const char *text)
{
    return copy_bytes(text, text ? strlen(text) + 1 : 0);
}

void fields_copy(const struct fields *fields, void *to, const void *from)
{
    memcpy(to, from, fields->size);
    for (int i = 0; i < fields->count; i++) {
        const struct field *field = &fields->list[i];
        const void *old = is_on_heap(field) ? fields_pointer(field, from) : NULL;
        if (!old)
            continue;
        if (field->kind == FIELD_VALUE) {
            fields_set_pointer(field, to, copy_bytes(old, field->most));
        } else if (field->kind == FIELD_LIST) {
            int count = fields_listed(field, from);
            char **list = copy_bytes(old, (size_t)count * sizeof *list);
            for (int j = 0; j < count; j++)
                list[j] = copy_text(list[j]);
            fields_set_list(field, to, list, count);
        } else {
            fields_set_pointer(field, to, copy_text(old));
        }
    }
}

void fields_drop(const struct fields *fields, void *value)
{
    for (int i = 0; i < fields->count; i++) {
        const struct field *field = &fields->list[i];
        char **pointer;
        if (!is_on_heap(field))
            continue;
        memcpy(&pointer, (char *)value + field->offset, sizeof pointer);
        for (int j = 0; field->kind == FIELD_LIST && j < fields_listed(field, value); j++)
            free(pointer[j]);
        free(pointer);
    }
}

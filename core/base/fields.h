/* Structs that leave memory, as rows: one row a field says what the field is called outside and how
   much of it there may be, and everything that frees, writes or reads the struct goes by
   the rows. A member without a row does not compile (fields.def), so none is forgotten on the way.
   Knows no format: who writes or reads one (adapters/relay/relay_text.c) walks the rows. */
#ifndef FIELDS_H
#define FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum field_kind {
    FIELD_TEXT,   /* const char *; what is read is never NULL */
    FIELD_OPTION, /* const char *; NULL if absent */
    FIELD_CHARS,
    FIELD_INT,
    FIELD_LONG,
    FIELD_BOOL,
    FIELD_VALUE, /* a pointer to something flat; NULL if absent */
    FIELD_PART,  /* something in the struct itself; fields_drop() lets it be */
    FIELD_LIST,  /* const char *const *, and the int behind it says how many */
    FIELD_STAYS  /* does not leave memory: of no concern to anything here */
};

enum { FIELDS_LISTED = 16 }; /* texts of a FIELD_LIST; of more, the first go */

struct field {
    const char *name;
    enum field_kind kind;
    size_t offset;
    size_t most; /* bytes: of a text with its NUL, which is cut where it is longer; of a value */
    const struct field_form *form; /* how a VALUE or PART is written; of who writes */
};

/* A table that fields.def makes. */
struct fields {
    const struct field *list;
    int count;
    size_t size;
    const void *empty;
};

/* Frees the texts, lists and values of a struct that was read, but not the struct. */
void fields_drop(const struct fields *fields, void *value);

/* For who walks the rows. Numbers are those of INT, LONG and BOOL; lists and pointers are taken. */
const void *fields_pointer(const struct field *field, const void *value);
void fields_set_pointer(const struct field *field, void *value, const void *pointer);
int64_t fields_number(const struct field *field, const void *value);
void fields_set_number(const struct field *field, void *value, int64_t number);
int fields_listed(const struct field *field, const void *value);
void fields_set_list(const struct field *field, void *value, char **list, int count);

/* For fields.def: what an initializer says of a member of each kind, and whether its size fits. */
#define FIELD_EMPTY_TEXT   0
#define FIELD_EMPTY_OPTION 0
#define FIELD_EMPTY_CHARS  ""
#define FIELD_EMPTY_INT    0
#define FIELD_EMPTY_LONG   0
#define FIELD_EMPTY_BOOL   0
#define FIELD_EMPTY_VALUE  0
#define FIELD_EMPTY_PART                                                                           \
    {                                                                                              \
        0                                                                                          \
    }
#define FIELD_EMPTY_LIST          0, 0
#define FIELD_EMPTY_STAYS         0
#define FIELD_FITS_TEXT(member)   (sizeof(member) == sizeof(char *))
#define FIELD_FITS_OPTION(member) (sizeof(member) == sizeof(char *))
#define FIELD_FITS_CHARS(member)  (sizeof(member) > 1)
#define FIELD_FITS_INT(member)    (sizeof(member) == sizeof(int))
#define FIELD_FITS_LONG(member)   (sizeof(member) == sizeof(int64_t))
#define FIELD_FITS_BOOL(member)   (sizeof(member) == sizeof(bool))
#define FIELD_FITS_VALUE(member)  (sizeof(member) == sizeof(void *))
#define FIELD_FITS_PART(member)   true
#define FIELD_FITS_LIST(member)   (sizeof(member) == sizeof(char *const *))
#define FIELD_FITS_STAYS(member)  true
#define FIELDS_NAME(table, what)  FIELDS_PASTE(table, what)
#define FIELDS_PASTE(table, what) table##_##what

#endif

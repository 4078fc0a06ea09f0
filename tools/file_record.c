#include "file_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "named_file.h"
#include "seal.h"
#include "text.h"

bool file_is_kind(const char *text, const char *kind)
{
    size_t length = strlen(kind);
    return strncmp(text, kind, length) == 0 && (text[length] == ' ' || text[length] == '\0');
}

bool file_is_own(const char *text)
{
    return *text != '{' && *text != '@';
}

void file_forget(struct file_record *record)
{
    for (int i = 0; i < record->count; i++)
        free(record->lines[i]);
    record->count = record->own_count = 0;
    record->bytes = 0;
    record_persons_free(&record->persons);
    record->lot = (struct lot){0};
}

void file_free(struct file_record *record)
{
    file_forget(record);
    free(record->lines);
    free(record->own);
    free(record->counts);
}

bool file_add(struct file_record *record, const char *text, int length, struct text *why)
{
    enum { BYTES_MOST = 1 << 28 };
    record->bytes += (size_t)length + 1;
    if (length > NAMED_FILE_LINE)
        text_put(why, "it is longer than 1 MiB; is this a file of records?");
    else if (strlen(text) != (size_t)length)
        text_put(why, "it is no text");
    else if (record->bytes > BYTES_MOST)
        text_put(why, "one record is longer than 256 MiB up to here");
    if (why->length > 0)
        return false;
    if (record->count == record->space) {
        record->space = record->space ? 2 * record->space : 256;
        record->lines = realloc(record->lines, (size_t)record->space * sizeof *record->lines);
        record->own = realloc(record->own, (size_t)record->space * sizeof *record->own);
        record->counts = realloc(record->counts, (size_t)record->space * sizeof *record->counts);
        check(record->lines && record->own && record->counts);
    }
    char *copy = strdup(text);
    check(copy);
    record->lines[record->count++] = copy;
    if (file_is_own(text))
        record->own[record->own_count++] = copy;
    return true;
}

bool file_find_persons(struct file_record *record, struct text *why)
{
    for (int i = 0; i < record->count; i++) {
        struct person person;
        if (!file_is_kind(record->lines[i], "@person"))
            continue;
        if (!record_person_read_line(record->lines[i], &person)) {
            text_putf(why, "'%s' is no person of a record", record->lines[i]);
            return false;
        }
        record_persons_put(&record->persons, &person);
    }
    return true;
}

void file_find_secret(struct file_record *record)
{
    static const char beside[] = "@secret value=", shown[] = "reveal secret=";
    for (int i = 0; i < record->count; i++) {
        const char *text = record->lines[i];
        size_t length = strncmp(text, beside, sizeof beside - 1) == 0 ? sizeof beside - 1
                        : strncmp(text, shown, sizeof shown - 1) == 0 ? sizeof shown - 1
                                                                      : 0;
        char hex[SEAL_SECRET_HEX];
        snprintf(hex, sizeof hex, "%s", text + length);
        if (length > 0)
            seal_read_secret(hex, &record->lot);
    }
}

/* The text of one record in a file: its lines, and what stands beside them. replay.c plays it. */
#ifndef FILE_RECORD_H
#define FILE_RECORD_H

#include "deal.h"
#include "record.h"

/* The lines of one record, with its revealed tables. A repair at the end of the record says
   which lines count. */
struct file_record {
    char **lines;
    const char **own;       /* the lines of the record itself */
    struct persons persons; /* beside the record */
    struct lot lot;         /* with the secret, if it stands beside the record or at its end */
    bool *counts;           /* for each of `own` */
    int count, own_count, space;
    size_t bytes;
};

bool file_is_kind(const char *text, const char *kind);
/* Lines of JSON, and lines that begin with "@", are not part of the record. */
bool file_is_own(const char *text);
/* A line of `length` bytes, as named_file_next_line() gave it. False, with the reason, if no
   record has such a line, or the record would take too much memory. */
bool file_add(struct file_record *record, const char *text, int length, struct text *why);
bool file_find_persons(struct file_record *record, struct text *why);
/* Passes over a secret that does not fit the seal. */
void file_find_secret(struct file_record *record);
void file_forget(struct file_record *record);
void file_free(struct file_record *record);

#endif

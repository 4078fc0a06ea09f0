/* Rows that the host keeps among the settings of the store: "ban.3", "again.17". A row has a number
   behind the prefix of its kind, and a value of lines like a record's. Does not know what a row
   says, nor what is done without it. */
#ifndef ROW_H
#define ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct host;
struct record_line;
struct text;

enum { ROW_KEY = 40, ROW_LINE = 4096 };

struct row_kind {
    const char *prefix;
    const char *lost; /* the event of the log for a row that could not be saved; NULL: none */
    /* what the admin has to do: an error, which names the row by this and its number; NULL: it is a
       warning */
    const char *todo, *called;
};

/* At least 1; 0 if it has none, -1 if it is of another kind. */
int64_t row_number(const struct row_kind *kind, const char *key);
void row_key(const struct row_kind *kind, int64_t number, char key[ROW_KEY]);

/* NULL deletes it. The host may be gone when `done`, which may be NULL, is called. */
typedef void row_done(void *arg, bool is_saved);
void row_put(struct host *host, const struct row_kind *kind, int64_t number, const char *value,
             row_done *done, void *arg);

/* Empties the line. Nothing may be cut. */
void row_put_line(struct text *value, struct text *line);
/* False if one is none, is too long, or `read` says no. */
typedef bool row_read(void *arg, const struct record_line *line);
bool row_read_lines(const char *value, row_read *read, void *arg);
/* Copies a value that must be there and fit. */
bool row_get(const struct record_line *line, const char *key, char *out, size_t size);

#endif

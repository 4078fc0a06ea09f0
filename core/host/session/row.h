/* Rows that the host keeps among the settings of the store: "ban.3", "again.17". A row has a number
   behind the prefix of its kind, and a value of lines like a record's. All kinds are listed once
   (host.c): their rows are loaded, learnt from other processes and forgotten with a person from
   here. Does not know what a row says, nor what is done without it. */
#ifndef ROW_H
#define ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct host;
struct identity;
struct record_line;
struct text;

enum { ROW_KEY = 40, ROW_LINE = 4096, ROW_KINDS = 16 };

struct row_kind {
    const char *prefix;
    const char *lost; /* the event of the log for a row that could not be saved; NULL: none */
    /* what the admin has to do: an error, which names the row by this and its number; NULL: it is a
       warning */
    const char *todo, *called;
    const char *unread; /* the event for a row that `load` does not take; NULL: none */
    bool is_of_unit;    /* its number is a table's, whose process alone deals with it */
    /* At the start. False if the row is not what it should be. */
    bool (*load)(struct host *host, int64_t number, const char *value);
    /* What the rows say of somebody is gone before it returns, and deleted; may be NULL. */
    void (*forget)(struct host *host, struct identity who);
};

struct row_use {
    const struct row_kind *kind;
    /* A process has written it; `value` is NULL if it is gone. NULL: others have none of it. */
    void (*learn)(struct host *host, int64_t number, const char *value);
};
/* ROW_KINDS of them. */
struct rows {
    const struct row_use *uses;
    int64_t next[ROW_KINDS]; /* numbers to give */
};

void row_load(struct host *host, const char *key, const char *value);
void row_learn(struct host *host, const char *key, const char *value);
void row_forget_person(struct host *host, struct identity who);

/* For a new row: higher than any that this process gave. */
int row_new_number(struct host *host, const struct row_kind *kind);
void row_key(const struct row_kind *kind, int64_t number, char key[ROW_KEY]);

enum row_result { ROW_SAVED, ROW_NOT_SAVED, ROW_UNKNOWN /* nobody knows what it says now */ };
/* NULL deletes it. The host may be gone when `done`, which may be NULL, is called. */
typedef void row_done(void *arg, enum row_result result);
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

/* Lines for records that a test writes itself: closed as the program closes them, or wrong in
   what the test is about alone. */
#ifndef RECORD_LINES_H
#define RECORD_LINES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct store;
struct session;

/* How many lines the record has. */
int64_t record_lines(struct store *store, int64_t table);

/* The number of its latest line that begins so; 0 if absent. */
int record_latest(struct store *store, int64_t table, const char *begin);

/* Writes the record as `tabletalk tables export` does. */
void record_export(struct store *store, int64_t table, FILE *out);

/* Appends a line behind the latest one. `room` is the table as it stands, NULL before its first
   game. */
void record_append(struct store *store, int64_t table, const struct session *session,
                   const char *line);

/* The same, with the table as it is when the line is applied: also of one that changes it. */
void record_append_played(struct store *store, int64_t table, const char *line);

/* Appends the line as it is, with nothing behind it. */
void record_append_raw(struct store *store, int64_t table, const char *line);

/* Appends a repair that goes back to line `to`. The table has no place then. */
void record_append_repair(struct store *store, int64_t table, int to);

#endif

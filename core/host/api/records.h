/* Records as lines, without a table: what an admin's tools do to them. docs/record-format.md
   says what the lines mean. */
#ifndef RECORDS_H
#define RECORDS_H

#include <stdbool.h>

struct store_person;
struct text;

/* First lines of a record, without which there is no table. */
enum { RECORD_OPENING = 3 };

/* Puts the line "repair to=N ..." for a record of these lines, which takes back all lines behind
   line `to`, counted from 1. False if no line can follow that one. */
bool record_repair(const char *const *lines, int count, int to, struct text *line);

/* A person beside a record, as a line of a file of records: "@person number=1 ...". The record
   itself has no such line. */
enum { PERSON_LINE = 1024 };
void record_person_put_line(const struct store_person *row, struct text *line);

#endif

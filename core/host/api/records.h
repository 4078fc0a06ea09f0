/* Records as lines, without a table: what the tools of an admin do to them. docs/record-format.md says what the lines mean. */
#ifndef RECORDS_H
#define RECORDS_H

#include <stdbool.h>

struct store_person;
struct text;

/* The first lines of a record: without them there is no table. */
enum { RECORD_OPENING = 3 };

/* The line "repair to=N ..." behind a record of these lines, which takes back all behind line `to`, counted from 1. False if no
   line can follow that one. */
bool record_repair(const char *const *lines, int count, int to, struct text *line);

/* A person who stands beside a record, as a line of a file of records: "@person number=1 ...", which is no line of the
   record. */
enum { PERSON_LINE = 1024 };
void person_put_line(const struct store_person *row, struct text *line);

#endif

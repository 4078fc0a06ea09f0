/* The first two lines of a record: which game is played there, by which rules, and in which
   room. */
#ifndef HEADING_H
#define HEADING_H

struct host;
struct persons;
struct session;
struct text;

/* The session of a record, made of its first two lines, on a port of the host's; nobody finds
   it. NULL with a sentence if the lines are wrong. */
struct session *session_of_record(struct host *host, const char *first, const char *second,
                                  const struct persons *persons, struct text *why);

#endif

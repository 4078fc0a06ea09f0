/* Whole records as text, as `tabletalk tables export` writes them: cut into lines and persons,
   and played line by line, so that a test can look at the table after each. */
#ifndef RECORD_TEXT_H
#define RECORD_TEXT_H

#include <stdbool.h>

#include "heard.h"
#include "port.h"
#include "reader.h"
#include "record.h"
#include "seal.h"

struct session;
struct text;

struct record_text {
    char **lines; /* of the record itself, without those that stand beside it */
    int count, space;
    bool *counts; /* for each line; false: it was taken back */
    struct persons persons;
    struct lot lot; /* without a secret where the record has none beside it */
};

/* The record at *at of a text with one record or several, and *at behind it; false if none is
   left. */
bool record_text_read(const char **at, struct record_text *out);
void record_text_free(struct record_text *record);

/* A record that is being played. */
struct record_play {
    const struct record_text *record;
    struct reader_lines lines; /* borrowed of it */
    int next;                  /* the line that comes next, from 0 */
    struct host *host;
    struct session *session;
    struct host_port port;
    char network[HOST_NETWORK];
};

/* A room for its lines, none of them applied yet; false with a sentence if it cannot have one. */
bool record_play_open(struct record_play *play, const struct record_text *record, struct text *why);
/* Applies the next line, or passes over one that was taken back. */
bool record_play_line(struct record_play *play, struct text *why);
/* To its end, and then whether all persons are right. */
bool record_play_rest(struct record_play *play, struct text *why);
void record_play_close(struct record_play *play);

/* The table as it stands, for a line that is tried on it: nobody finds this one, it counts for
   nobody, and it has no history. */
void record_play_copy(const struct record_play *play, struct session *copy);
void record_play_drop(struct session *copy);

#endif

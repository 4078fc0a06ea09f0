/* The latest table's moves, out of the product's database as another program reads it. Next:
   storage/schema in docs/storage.md. */
#ifndef RECORD_FILE_H
#define RECORD_FILE_H

#include <stdbool.h>

enum { RECORD_FILE_MOVES = 1024, RECORD_FILE_MOVE = 64 };

struct record_file {
    /* "steal d them2 me1", as people type it, in order */
    char moves[RECORD_FILE_MOVES][RECORD_FILE_MOVE];
    int count, hints;
    bool has_ended;
};

/* `folder`: where the configuration of bot.h has its folder "data". Aborts if it cannot be read. */
void record_file_read(const char *folder, struct record_file *record);

/* The same of a record that is there already: its lines, each with its end. */
void record_file_of(const char *lines, struct record_file *record);

#endif

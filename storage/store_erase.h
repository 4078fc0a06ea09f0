/* Erasing what is kept of people. Nothing here blocks. */
#ifndef STORE_ERASE_H
#define STORE_ERASE_H

#include "store_append.h"

struct store_setting {
    const char *key, *value; /* NULL deletes it */
};

/* The identities of one person, by network and key; the other fields of `persons` are unused.
   And settings that change with it. */
struct store_erasure {
    const struct store_person *persons;
    int person_count;
    const struct store_setting *settings;
    int setting_count;
};

/* Erases, all or nothing: key, name, salt, source and ahead of these persons beside every
   record, whose lines go on naming a number; the ids of messages beside those lines; their
   private conversations as places; their rows among the settings (kept.h). Then empties the
   write-ahead log, so that no file of the database holds what was erased; while another program
   reads, only after the next write that finds nobody reading. */
void store_erase(struct store *store, const struct store_erasure *erasure, store_done *done,
                 void *arg);

#endif

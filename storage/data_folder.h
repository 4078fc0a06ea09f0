/* The data folder: created if absent, locked by one process at a time, and flushed so that the
   name of a new file survives a power cut. Knows nothing of the files in it. Every function
   blocks. A function that fails returns false, NULL or -1, with a sentence for the admin in
   `why`. */
#ifndef DATA_FOLDER_H
#define DATA_FOLDER_H

#include <stdbool.h>

struct text;

/* Creates the folder, and missing folders above it, for the owner only. Returns its absolute
   path (to free). NULL if that fails. */
char *data_folder_make(const char *folder, struct text *why);

/* For an admin who asks: can it be made, or used as it is? Makes it for a moment where it is
   absent. A folder of another user is no mistake here, for the bot may run as that user. */
bool data_folder_check(const char *folder, struct text *why);

/* Locks the folder for this process. Returns a descriptor: closing it, or the end of the
   process, unlocks the folder. */
int data_folder_lock(const char *folder, struct text *why);

/* Flushes the names in the folder, and the folder's own name in the folder above. */
bool data_folder_sync(const char *folder, struct text *why);

#endif

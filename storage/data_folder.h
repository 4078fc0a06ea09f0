/* The data folder: created if absent, locked by one process at a time, and flushed so that the name
   of a new file survives a power cut. Every function blocks. One that fails returns false, NULL or
   -1, with a sentence for the admin in `why`. */
#ifndef DATA_FOLDER_H
#define DATA_FOLDER_H

#include <stdbool.h>

struct text;

/* And missing folders above it, for the owner only. Returns its absolute path (to free). */
char *data_folder_make(const char *folder, struct text *why);

/* Can it be made, or used as it is? Makes it for a moment where it is absent. A folder of another
   user is no mistake here, for the bot may run as that user. */
bool data_folder_check(const char *folder, struct text *why);

/* Returns a descriptor: closing it, or the end of the process, unlocks the folder. */
int data_folder_lock(const char *folder, struct text *why);

/* The names in the folder, and its own in the folder above. */
bool data_folder_sync(const char *folder, struct text *why);

#endif

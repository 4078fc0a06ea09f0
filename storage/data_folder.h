/* The folder of everything durable: made if it is missing, locked by one process at a time, and flushed so that the name of a
   new file survives a power cut. Knows nothing of what lies in it. Every function blocks. If it fails it returns false,
   NULL or -1, with a sentence for the admin in `why`. */
#ifndef DATA_FOLDER_H
#define DATA_FOLDER_H

#include <stdbool.h>

struct text;

/* Makes the folder and the missing folders above it, for their owner only. Returns its absolute path (to free), NULL
   when it cannot be made. */
char *data_folder_make(const char *folder, struct text *why);

/* Locks the folder for this process until the descriptor it returns is closed, which any end of the process does. */
int data_folder_lock(const char *folder, struct text *why);

/* Flushes the names in the folder, and the folder's own name in the one above. */
bool data_folder_sync(const char *folder, struct text *why);

#endif

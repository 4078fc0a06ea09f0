/* A folder of a test's own under $TMPDIR or /tmp, gone with all that lies in it at
   scratch_remove. */
#ifndef SCRATCH_H
#define SCRATCH_H

/* The folder's path, to be given to scratch_remove. */
char *scratch_make(void);
void scratch_remove(char *folder);

/* "folder/name", to free. */
char *scratch_path(const char *folder, const char *name);

#endif

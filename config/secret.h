/* Passwords and tokens: from a file that only its owner can read, or from an environment variable; never from the
   configuration file, which people show each other. No message here repeats what might be the secret itself. */
#ifndef SECRET_H
#define SECRET_H

#include "text.h"

enum {
    SECRET_LONGEST = 1000 /* bytes */
};

/* 0 and a secret of one line on the heap (secret_free it), or -1 and why, with what would help. Blocks on a local file.
 */
int secret_read_file(const char *path, char **secret, struct text *why);
int secret_read_env(const char *name, char **secret, struct text *why);

/* Wipes before it frees. NULL is fine. */
void secret_free(char *secret);

#endif

/* Where one key ends in what a terminal sent. libedit reads its keys byte by byte and would wait, inside the loop, for the
   rest of a half sequence; so it is given whole keys only. */
#ifndef KEYS_H
#define KEYS_H

/* Bytes of the first key; 0: the rest of it has not come yet. `length` >= 1. */
int key_length(const char *bytes, int length);

#endif

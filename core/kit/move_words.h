/* A text in words: of a typed move, or of a name. For the files of moves only. */
#ifndef MOVE_WORDS_H
#define MOVE_WORDS_H

#include <stdbool.h>

enum { WORDS_MAX = 64, WORD_BYTES = 40 };

struct words {
    int count;
    bool too_long; /* the text has more words, or a longer word, than any move */
    char list[WORDS_MAX][WORD_BYTES];
};

/* Splits at blanks, tabs and commas. A full stop or an exclamation mark behind a word is no part
   of it. */
void move_split(const char *text, struct words *out);

/* True if `word` is in a blank-separated list, which may be NULL; ASCII without case. */
bool move_listed(const char *word, const char *list);

#endif

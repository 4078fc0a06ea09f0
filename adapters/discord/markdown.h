/* Prose as Discord's text. The last gate: no text of a person can mention, format, break a code block or begin a line of its
   own. Knows nothing of messages; lengths are the caller's. */
#ifndef MARKDOWN_H
#define MARKDOWN_H

#include <stdbool.h>

struct prose;
struct text;

struct markdown_style {
    const char *prefix; /* what commands are shown with: "!", "/", "" in private */
    bool is_ansi;       /* blocks have colours, where the reader's client shows them */
    const char *const
        *called; /* ids: the people whom the prose calls are mentioned, in this order, in place of their names */
    int called_count;
};

/* Appends the prose; BOARD spans become code blocks. */
void markdown_put(const struct prose *prose, const struct markdown_style *style, struct text *out);

/* Text that people read in labels, where no markdown works and no colour shows: cleaned only, at most `most` code points
   ("..." at the end of what was longer). */
void markdown_put_plain(const char *bytes, int most, struct text *out);

/* A name or other text from outside: escaped, harmless. */
void markdown_put_foreign(const char *bytes, struct text *out);

/* The next message of a text that is too long for one: at most `most` characters, cut behind a line where there is one, blocks
   closed and, by `is_in_fence`, opened again. Returns how many bytes of `bytes` it has taken; 0: none were left. */
int markdown_piece(const char *bytes, int most, bool *is_in_fence, struct text *out);

/* Code points of UTF-8. */
int markdown_length(const char *bytes);

#endif

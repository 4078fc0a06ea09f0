/* From bytes to one well-formed line: assembling, tags, and the short form that the parser can carry. Knows the
   grammar of a line, but no command; holds no connection. Every byte sequence is fine as input. */
#ifndef WIRE_LINE_H
#define WIRE_LINE_H

#include <stdbool.h>

enum {
    LINE_BYTES = 8191 + 512, /* the longest line we read: tags and body */
    LINE_SHORT = 900,        /* the longest short form */
    LINE_HEAD_PARAMS = 9,    /* parameters a short form has at most, its own last one not counted */
    LINE_SOURCE = 512,       /* longer sources are garbage */
    LINE_COMMAND = 32
};

/* --- assembling; all zero is an empty buffer --- */

struct line_buffer {
    int length;
    bool is_too_long; /* skip to the next line end */
    bool is_taken;    /* the line in `bytes` was handed out: start anew */
    char bytes[LINE_BYTES + 1];
};

/* Reads on from *bytes, which moves. A complete line without its line end, valid (and writable) until the next call;
   NULL when all bytes up to `end` are used. Empty lines and lines longer than LINE_BYTES are skipped whole; NUL, and
   CR within a line, become spaces. */
char *line_take(struct line_buffer *buffer, const char **bytes, const char *end);

/* --- tags --- */

/* "key" or "key=value" entries, each ended by NUL, values unescaped. */
struct line_tags {
    const char *entries, *end;
};

/* Cuts "@tags " off `line`, in place. `body` is what follows; false if nothing does. */
bool line_cut_tags(char *line, struct line_tags *tags, char **body);

/* The value; "" for none; NULL if there is no such tag. Of equal keys the last counts. */
const char *line_tag(const struct line_tags *tags, const char *key);

/* --- the short form --- */

/* ":source =COMMAND params... :=\r\n": always well-formed, at most LINE_SHORT bytes, never without a parameter, and of
   a command that no library has an opinion on. What it leaves out stands in `tail`. */
struct line_short {
    char text[LINE_SHORT + 1];
    int length;
    char *tail; /* the body from the first parameter on that is not in `text`: line_next_param takes it apart */
};

/* False: not a line of IRC; drop it. */
bool line_shorten(char *body, struct line_short *short_line);

/* The next parameter of `*tail`, cut off in place; NULL at the end. The last one allowed takes all the rest. */
char *line_next_param(char **tail, bool is_last);

/* --- text --- */

/* `text` itself if it is UTF-8, else its CP1252 reading in `decoded` (3 bytes per byte and a NUL are always enough). */
const char *line_decode(const char *text, char *decoded, int size);

#endif

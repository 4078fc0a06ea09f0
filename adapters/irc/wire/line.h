/* From bytes to the parts of a line: assembling, tags, the short form that libircclient can
   carry, and the library behind it. Knows the grammar of a line, but no command; holds no
   connection to a server. Every byte sequence is fine as input.

   The library never sees the network: it holds one end of a socketpair, gets one short form at a
   time and calls back with its parts. Its own opinions (whose nick is ours, how to answer a
   PING, what a CTCP is) stay out of play, because the "=" before each command makes it unknown
   to it. */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>

enum {
    LINE_BYTES = 8191 + 512, /* the longest line we read: tags and body */
    LINE_SHORT = 900,
    LINE_HEAD_PARAMS = 9, /* parameters a short form has at most, its own last one not counted */
    LINE_SOURCE = 512,    /* longer sources are garbage */
    LINE_COMMAND = 32
};

/* --- assembling; all zero is an empty buffer --- */

struct line_buffer {
    int length;
    bool is_too_long; /* skip to the next line end */
    bool is_taken;    /* the line in `bytes` was handed out: start anew */
    char bytes[LINE_BYTES + 1];
};

/* Reads on from *bytes, which moves. A complete line without its line end, valid (and writable)
   until the next call; NULL when all bytes up to `end` are used. Empty lines and lines longer
   than LINE_BYTES are skipped whole; NUL, and CR within a line, become spaces. */
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

/* ":source =COMMAND params... :=\r\n": always well-formed, at most LINE_SHORT bytes, never
   without a parameter, and of a command that no library has an opinion on. What it leaves out
   stands in `tail`. */
struct line_short {
    char text[LINE_SHORT + 1];
    int length;
    /* the body from the first parameter on that is not in `text`: line_next_param takes it apart */
    char *tail;
};

/* False if it is no line of IRC. */
bool line_shorten(char *body, struct line_short *short_line);

/* The next parameter of `*tail`, cut off in place; NULL at the end. The last one allowed takes
   all the rest. */
char *line_next_param(char **tail, bool is_last);

/* --- the parser --- */

struct parser;

struct parsed {
    char *source;  /* "" if none */
    char *command; /* without the "=" */
    int param_count;
    char *params[LINE_HEAD_PARAMS];
};

/* NULL if the process is out of descriptors, or out of those below 1024, the only ones the
   library can use. */
struct parser *line_parser_new(void);
void line_parser_free(struct parser *parser);

/* Takes the short form apart. The parts are valid, and writable, until the next call. */
void line_parser_split(struct parser *parser, const struct line_short *line, struct parsed *parsed);

/* --- text --- */

/* `text` itself if it is UTF-8, else its CP1252 reading in `decoded` (3 bytes per byte and a NUL
   are always enough). */
const char *line_decode(const char *text, char *decoded, int size);

#endif

/* libircclient, as the parser behind the wire. The library never sees the network: it holds one end of a socketpair,
   gets one short form (wire_line.h) at a time and calls back with its parts. Its own opinions (whose nick is ours, how
   to answer a PING, what a CTCP is) stay out of play, because the "=" before each command makes it unknown to it. */
#ifndef WIRE_PARSER_H
#define WIRE_PARSER_H

#include "wire_line.h"

struct parser;

enum { PARSED_PARAMS = LINE_HEAD_PARAMS };

struct parsed {
    char *source;  /* "" if none */
    char *command; /* without the "=" */
    int param_count;
    char *params[PARSED_PARAMS];
};

/* NULL if the process is out of descriptors, or out of those below 1024, the only ones the library can use. */
struct parser *parser_new(void);
void parser_free(struct parser *parser);

/* Takes the short form apart. The parts are valid, and writable, until the next call. */
void parser_split(struct parser *parser, const struct line_short *line, struct parsed *parsed);

#endif

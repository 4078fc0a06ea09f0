/* Puts pieces of text into narrow lines: a piece goes whole onto the line, or onto the next line. A piece wider than a
   line is broken at its blanks, never inside a card chip. Knows nothing of what the text says. */
#ifndef FLOW_H
#define FLOW_H

struct prose;

struct flow {
    struct prose *out;
    int limit;  /* columns of a line */
    int indent; /* of every line but the first */
    int column; /* where the next piece begins */
};

/* Puts `length` bytes of `from` after the last piece, behind a blank or on a new line. */
void flow_put(struct flow *flow, const struct prose *from, int at, int length);

/* Begins a new line, unless this line is empty. */
void flow_line(struct flow *flow, int indent);

#endif

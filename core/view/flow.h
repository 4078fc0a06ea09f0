/* Sets pieces of text into narrow lines: a piece goes whole on the line or on the next one; one that is wider than a
   line is broken at its blanks, never inside a card chip. Knows nothing of what it sets. */
#ifndef FLOW_H
#define FLOW_H

struct prose;

struct flow {
    struct prose *out;
    int limit;  /* columns of a line */
    int indent; /* of every line but the first */
    int column; /* where the next piece begins */
};

/* Puts `length` bytes of `from` behind the last piece, after a blank or on a new line. */
void flow_put(struct flow *flow, const struct prose *from, int at, int length);

/* Begins a new line, if something stands on this one. */
void flow_line(struct flow *flow, int indent);

#endif

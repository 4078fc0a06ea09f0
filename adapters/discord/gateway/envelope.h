/* Finds op, s, t and the span of d in a gateway payload without building anything: most events interest nobody, and
   this is all they cost. Knows the shape of JSON, not what the events mean. The span of d is not checked: jansson does
   that for those who read it. Next: shard.c. */
#ifndef ENVELOPE_H
#define ENVELOPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ENVELOPE_TYPE = 64, ENVELOPE_NO_OP = -1 };

struct envelope {
    int64_t op; /* ENVELOPE_NO_OP: none that is a number */
    bool has_sequence;
    int64_t sequence;
    char type[ENVELOPE_TYPE]; /* "" : null, absent, or longer than any name of Discord's */
    const char *data;         /* the text of d within the payload, or "null" */
    size_t length;
};

/* False: this is no JSON object, or it ends too early. Keys may come in any order, more than once (the last counts) and
   escaped; numbers may be in quotes. */
bool envelope_read(const char *text, size_t length, struct envelope *envelope);

#endif

/* For tests and fuzzers: a wire without a transport, in WIRE_REGISTERING, that is fed by hand. */
#ifndef WIRE_OFFLINE_H
#define WIRE_OFFLINE_H

#include "wire.h"

struct wire *wire_new_offline(struct loop *loop, const struct wire_config *config, wire_fn *fn,
                              void *arg);

/* As if these bytes had come from the server. */
void wire_feed(struct wire *wire, const char *bytes, int length);

/* What waits to be written; empties the queue. Valid until the next line is sent. */
const char *wire_take_output(struct wire *wire, int *length);

#endif

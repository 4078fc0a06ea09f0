/* What a wire learns from each line, and what it answers by itself. The adapter hears of the line after that. */
#ifndef WIRE_LEARN_H
#define WIRE_LEARN_H

#include "wire_state.h"

/* The first lines, when the transport is up. */
void wire_register(struct wire *wire);

/* Takes knowledge from a line and answers what the wire answers by itself. */
void wire_learn(struct wire *wire, const struct wire_event *event);

void wire_log_lag(const struct wire *wire);

/* Fills in what the tags of the line say, and follows the batches. */
void wire_read_tags(struct wire *wire, struct wire_event *event);

#endif

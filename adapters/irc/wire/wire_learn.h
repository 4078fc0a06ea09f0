/* What a wire learns from each line, and what it answers by itself. The adapter hears of the line after that. */
#ifndef WIRE_LEARN_H
#define WIRE_LEARN_H

#include "wire_state.h"

/* Takes knowledge from a line and answers what the wire answers by itself. */
void wire_learn(struct wire *wire, const struct wire_event *event);

/* Takes over what is asked of 005 with every line: the case mapping, what marks a channel. After each 005, and before the first. */
void wire_read_isupport(struct wire *wire);

void wire_log_lag(const struct wire *wire);

/* Fills in what the tags of the line say, and follows the batches. */
void wire_read_tags(struct wire *wire, struct wire_event *event);

#endif

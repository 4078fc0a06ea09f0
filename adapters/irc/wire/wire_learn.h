/* What a wire learns from each line, and what it answers by itself, before the adapter gets the
   line. */
#ifndef WIRE_LEARN_H
#define WIRE_LEARN_H

#include "wire_state.h"

void wire_learn(struct wire *wire, const struct wire_event *event);

/* Copies from 005 what every line needs: the case mapping, what marks a channel. Call it before
   the first line, too. */
void wire_read_isupport(struct wire *wire);

void wire_log_lag(const struct wire *wire);

/* Fills in what the tags of the line say, and follows the batches. */
void wire_read_tags(struct wire *wire, struct wire_event *event);

#endif

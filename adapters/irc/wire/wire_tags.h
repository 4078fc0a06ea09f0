/* Tags of a line, and the batches that are open. */
#ifndef WIRE_TAGS_H
#define WIRE_TAGS_H

#include "wire_state.h"

/* Fills in what the tags of the line say, and follows the batches. */
void wire_read_tags(struct wire *wire, struct wire_event *event);

#endif

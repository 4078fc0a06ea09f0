/* Which nick we have, and how we get the one we want. */
#ifndef WIRE_NICK_H
#define WIRE_NICK_H

#include "wire_state.h"

bool wire_keep_name(char *kept, const char *name); /* false: empty, or longer than any */
void wire_nick_init(struct wire *wire);
void wire_nick_begin(struct wire *wire); /* ready: asks for the nick we want, if we have another */
void wire_nick_changed(struct wire *wire);
wire_lesson_fn wire_on_nick_refused, wire_on_nick_freed;

#endif

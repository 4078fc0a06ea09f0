/* Lines on their way to the server, and the end of a wire from inside. At most WIRE_QUEUE bytes
   wait; a server that does not read them is left. */
#ifndef WIRE_OUT_H
#define WIRE_OUT_H

#include <stdarg.h>

#include "wire_state.h"

/* Ends the wire from inside: no more lines, the transport goes, WIRE_IS_CLOSED follows from the
   loop. The first reason stays. */
void wire_fail(struct wire *wire, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Queues a line whatever the state; `is_urgent` puts it before the lines that wait. `label`:
   NULL for none. */
enum wire_sent wire_put(struct wire *wire, bool is_urgent, const char *label, const char *format,
                        va_list args) __attribute__((format(printf, 4, 0)));

#endif

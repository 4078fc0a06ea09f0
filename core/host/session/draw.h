/* Bytes that nobody can guess. */
#ifndef DRAW_H
#define DRAW_H

#include <stddef.h>

#include "luck.h"

struct host;

void secret_draw(struct host *host, struct lot *lot);
void secret_salt(struct host *host, unsigned char *bytes, size_t count); /* for anything but draws */

#endif

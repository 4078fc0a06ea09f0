/* The house rules of a room, as its operators read and set them. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>

struct heard;
struct host;

/* "channel guests no": does it, or refuses it, and answers. False if the words are about no house rule. */
bool settings_take_channel(struct host *host, const struct heard *heard, const char *words);

#endif

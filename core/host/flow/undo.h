/* Taking back the latest step. */
#ifndef UNDO_H
#define UNDO_H

#include <stdbool.h>

struct heard;
struct host;
struct prose;

/* "channel undo consent": sets how a channel wants it, or says how it is. False if the words are about something else. */
bool undo_prefers(struct host *host, const struct heard *heard, const char *words, struct prose *out);

#endif

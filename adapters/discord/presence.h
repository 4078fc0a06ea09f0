/* What people are told of how to begin, beside our name; and whether messages in channels come with their text. */
#ifndef PRESENCE_H
#define PRESENCE_H

#include "application.h"

enum { PRESENCE = 64 };

void presence_put(const struct discord *discord, char playing[PRESENCE]);
/* A message in a channel came with its text, though nothing said that they would: commands with a prefix work here. */
void presence_reads_after_all(struct discord *discord);
/* Whether that was so in the process before. */
bool presence_has_read(const struct discord *discord);

#endif

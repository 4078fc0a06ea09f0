/* Which way a private line goes: into the answer to what was just pressed, into the panel that is open, as a public reply
   where it holds no secret, else by direct message. */
#ifndef WHISPER_H
#define WHISPER_H

#include "application.h"
#include "dm.h"

struct prose;

void whisper_to(void *discord, const struct whisper *whisper);
/* What became of somebody's channel: what waited goes out, or they hear how to read it otherwise. */
void whisper_hear_dm(struct discord *discord, struct person *person, enum dm_news news);
/* host_port.prefer: the words are "dm" or "panel"; "" asks what holds. */
void whisper_prefer(void *discord, const struct heard *heard, const char *words, struct prose *answer);

#endif

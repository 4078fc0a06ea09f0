/* Which way a private line goes: into the answer to what was just pressed, into the open panel,
   as a public reply if it holds no secret, otherwise by direct message. */
#ifndef WHISPER_H
#define WHISPER_H

#include "application.h"
#include "dm.h"

struct prose;

void whisper_to(void *discord, const struct whisper *whisper);
/* Reads the news of private channels: sends what waited for them, or tells people how to read it
   otherwise. */
void whisper_hear_dms(void *discord);
/* host_port.prefer: the words are "dm" or "panel"; "" asks for the current choice. */
bool whisper_prefer(void *discord, const struct heard *heard, const struct host_wish *wish);

#endif

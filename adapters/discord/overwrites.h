/* Who may manage a channel though not its server: that is what the overwrites of a channel say.
   Slash commands and presses bring the rights of that person along; before a typed command the
   channel is asked for, once, and followed from then on. */
#ifndef OVERWRITES_H
#define OVERWRITES_H

#include "application.h"

struct channels *overwrites_new(void);
void overwrites_free(struct channels *channels);
void overwrites_tidy(struct discord *discord);
/* False while the channel, or that of a thread, is being asked for: `answered` follows. If the
   answer is a refusal, the channel gives nobody anything. */
bool overwrites_are_known(struct discord *discord, const char *channel, const char *guild,
                          void (*answered)(struct discord *discord));
/* RANK_OPERATOR of who may manage this channel, or that of the thread; else 0. What everybody
   may do makes nobody an operator. */
unsigned overwrites_rank(struct discord *discord, const char *channel, const char *guild,
                         const char *user, const json_t *member);
/* CHANNEL_UPDATE; and a new session, in which updates may have been missed. */
void overwrites_on_update(struct discord *discord, const json_t *channel);
void overwrites_on_ready(struct discord *discord);

#endif

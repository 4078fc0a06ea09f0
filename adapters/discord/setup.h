/* `tabletalk discord setup`: asks Discord about one application, and tells its owner what is
   well, what to switch on where, and how to invite the bot. Changes nothing. */
#ifndef SETUP_H
#define SETUP_H

#include <stdbool.h>
#include <stdio.h>

struct discord_setup;

/* Of `setup` it uses title, token, api, ca_file, prefix and content; the rest may be empty.
   Blocks until Discord has answered or all tries have failed, at most a minute. True if the bot
   can play as it is. Never prints the token. */
bool setup_tell(const struct discord_setup *setup, FILE *out);

#endif

/* What `tabletalk discord setup` does: asks Discord about one application, and tells its owner in plain words what is well,
   what to switch on where, and how to invite the bot. Changes nothing, there or here. */
#ifndef SETUP_H
#define SETUP_H

#include <stdbool.h>
#include <stdio.h>

struct discord_setup;

/* Of `setup` it uses title, token, api, ca_file, prefix and content; the rest may be empty. Blocks until Discord has answered,
   or has not in spite of several tries: a minute at the most. True if the bot can play as it is. The token is never
   printed. */
bool setup_tell(const struct discord_setup *setup, FILE *out);

#endif

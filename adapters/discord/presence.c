/* See presence.h. */
#include "presence.h"

#include <stdio.h>

#include "gateway.h"
#include "keep.h"
#include "log.h"
#include "text.h"

enum { READS_KEY = 128 };

void presence_put(const struct discord *discord, char playing[PRESENCE])
{
    struct text text = text_over(playing, PRESENCE);
    text_put(&text, "/play");
    if (discord->hears_prefix)
        text_putf(&text, " | %splay", discord->setup.prefix);
}

static void put_reads_key(const struct discord *discord, char key[READS_KEY])
{
    snprintf(key, READS_KEY, "%s:reads", discord->network);
}

bool presence_has_read(const struct discord *discord)
{
    char key[READS_KEY];
    put_reads_key(discord, key);
    return keep_get(discord->setup.keep, key) != NULL;
}

void presence_reads_after_all(struct discord *discord)
{
    char playing[PRESENCE], key[READS_KEY];
    if (discord->hears_prefix)
        return;
    discord->hears_prefix = true;
    log_event(LOG_INFO, "discord-content-comes", "network", discord->network, (char *)0);
    put_reads_key(discord, key);
    keep_put(discord->setup.keep, key, "yes", NULL, NULL); /* a restart speaks as we do now */
    presence_put(discord, playing);
    gateway_show(discord->gateway, playing);
}

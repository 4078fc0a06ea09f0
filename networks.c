/* See networks.h. */
#include "networks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "check.h"
#include "config.h"
#include "discord.h"
#include "irc.h"
#include "shell.h"
#include "text.h"

enum { NETWORKS_MOST = 32 };

/* What an IRC adapter keeps pointers to. */
struct irc_lists {
    const char **alternative_nicks;
    struct irc_channel *channels;
};

struct networks {
    struct adapter *adapters[NETWORKS_MOST];
    struct irc_lists lists[NETWORKS_MOST];
    int count, left_count;
    void (*done)(void *arg);
    void *arg;
};

/* ---- IRC ---- */

static struct irc_lists lists_new(const struct config_irc *irc)
{
    struct irc_lists lists = {.alternative_nicks =
                                  calloc((size_t)irc->alternative_nicks.count + 1, sizeof *lists.alternative_nicks),
                              .channels = calloc((size_t)irc->channel_count + 1, sizeof *lists.channels)};
    check(lists.alternative_nicks && lists.channels);
    for (int i = 0; i < irc->alternative_nicks.count; i++)
        lists.alternative_nicks[i] = irc->alternative_nicks.items[i];
    for (int i = 0; i < irc->channel_count; i++)
        lists.channels[i] = (struct irc_channel){
            .name = irc->channel[i].title, .prefix = irc->channel[i].prefix, .is_coloured = irc->channel[i].colour};
    return lists;
}

static struct adapter *open_irc(const struct config_irc *irc, const struct irc_lists *lists,
                                const struct networks_place *place)
{
    struct irc_setup setup = {.wire = {.network = irc->title,
                                       .host = irc->server,
                                       .port = irc->port,
                                       .is_tls = irc->tls,
                                       .ca_file = *irc->tls_ca ? irc->tls_ca : NULL,
                                       .password = irc->password,
                                       .nick = irc->nick,
                                       .alternative_nicks = lists->alternative_nicks,
                                       .user = irc->user,
                                       .realname = irc->realname},
                              .channels = lists->channels,
                              .channel_count = irc->channel_count,
                              .admins = (const char *const *)irc->admins.items,
                              .admin_count = irc->admins.count,
                              .prefix = irc->prefix,
                              .is_coloured = irc->colour,
                              .operators_count = irc->operators_are_admins,
                              .flood = irc->flood};
    return irc_new(&setup, place->loop, place->host, place->commands);
}

/* ---- Discord ---- */

static struct adapter *open_discord(const struct config_discord *discord, const struct networks_place *place)
{
    struct discord_setup setup = {
        .loop = place->loop,
        .host = place->host,
        .commands = place->commands,
        .keep = place->keep,
        .title = discord->title,
        .token = discord->token,
        .api = discord->api,
        .gateway = *discord->gateway ? discord->gateway : NULL,
        .ca_file = *discord->tls_ca ? discord->tls_ca : NULL,
        .prefix = discord->prefix,
        .content = text_same_word(discord->read_messages, "no") ? DISCORD_CONTENT_NO : DISCORD_CONTENT_AUTO,
        .admins = (const char *const *)discord->admins.items,
        .admin_count = discord->admins.count,
        .shard_count = discord->shards,
        .first_shard = discord->first_shard,
        .last_shard = discord->last_shard,
        .failed = place->failed,
        .arg = place->arg,
    };
    return discord_new(&setup);
}

/* ---- the terminal ---- */

char *networks_kept_file(const struct config *config, const char *name)
{
    char *path = NULL;
    if (text_same_word(config->store, "memory"))
        return NULL;
    check(asprintf(&path, "%s/%s", config->data_folder, name) >= 0);
    return path;
}

static struct adapter *open_shell(const struct config *config, const struct networks_place *place)
{
    char *history = networks_kept_file(config, "history");
    struct shell_setup setup = {.loop = place->loop,
                                .host = place->host,
                                .commands = place->commands,
                                .name = config->name,
                                .history = history,
                                .leave = place->leave,
                                .arg = place->arg};
    struct adapter *shell = shell_new(&setup);
    free(history);
    return shell;
}

/* ---- all of them ---- */

struct networks *networks_new(const struct config *config, const struct networks_place *place)
{
    int count = config->irc_count + config->discord_count;
    if (count > NETWORKS_MOST) {
        fprintf(stderr, "tabletalk: the configuration has %d networks; at most %d fit into one program\n", count,
                NETWORKS_MOST);
        return NULL;
    }
    struct networks *networks = calloc(1, sizeof *networks);
    check(networks);
    for (int i = 0; i < config->irc_count; i++) {
        networks->lists[i] = lists_new(&config->irc[i]);
        networks->adapters[networks->count++] = open_irc(&config->irc[i], &networks->lists[i], place);
    }
    for (int i = 0; i < config->discord_count; i++)
        networks->adapters[networks->count++] = open_discord(&config->discord[i], place);
    if (count == 0)
        networks->adapters[networks->count++] = open_shell(config, place);
    return networks;
}

void networks_free(struct networks *networks)
{
    for (int i = 0; networks && i < networks->count; i++) {
        networks->adapters[i]->ops->free(networks->adapters[i]);
        free(networks->lists[i].alternative_nicks);
        free(networks->lists[i].channels);
    }
    free(networks);
}

void networks_start(struct networks *networks)
{
    for (int i = 0; i < networks->count; i++)
        networks->adapters[i]->ops->start(networks->adapters[i]);
}

static void on_left(void *arg)
{
    struct networks *networks = arg;
    if (++networks->left_count == networks->count)
        networks->done(networks->arg);
}

void networks_stop(struct networks *networks, void (*done)(void *arg), void *arg)
{
    networks->done = done;
    networks->arg = arg;
    for (int i = 0; i < networks->count; i++)
        networks->adapters[i]->ops->stop(networks->adapters[i], on_left, networks);
}

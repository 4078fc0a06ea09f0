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
    const char **servers, **alternative_nicks;
    char *mechanisms, *pins;
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

/* `first`, where it is not NULL, and the items; ends with NULL. */
static const char **list_new(const char *first, const struct config_list *items)
{
    const char **list = calloc((size_t)items->count + 2, sizeof *list);
    int count = 0;
    check(list);
    if (first)
        list[count++] = first;
    for (int i = 0; i < items->count; i++)
        list[count++] = items->items[i];
    return list;
}

/* The items, each behind `before`, with `between` in between; NULL if there are none. */
static char *joined(const struct config_list *items, const char *before, const char *between)
{
    char *text = NULL;
    size_t size = 0;
    if (items->count == 0)
        return NULL;
    FILE *out = open_memstream(&text, &size);
    check(out);
    for (int i = 0; i < items->count; i++)
        fprintf(out, "%s%s%s", i ? between : "", before, items->items[i]);
    check(fclose(out) == 0);
    return text;
}

static struct irc_lists lists_new(const struct config_irc *irc)
{
    struct irc_lists lists = {.servers = list_new(irc->server, &irc->more_servers),
                              .alternative_nicks = list_new(NULL, &irc->alternative_nicks),
                              .mechanisms = joined(&irc->sasl, "", " "),
                              .pins = joined(&irc->tls_pins, "sha256//", ";"),
                              .channels = calloc((size_t)irc->channel_count + 1, sizeof *lists.channels)};
    check(lists.channels);
    for (int i = 0; i < irc->channel_count; i++)
        lists.channels[i] = (struct irc_channel){
            .name = irc->channel[i].title, .prefix = irc->channel[i].prefix, .is_coloured = irc->channel[i].colour};
    return lists;
}

static void lists_free(struct irc_lists *lists)
{
    free(lists->servers);
    free(lists->alternative_nicks);
    free(lists->mechanisms);
    free(lists->pins);
    free(lists->channels);
}

static const char *or_null(const char *text)
{
    return *text ? text : NULL;
}

/* How the bot gets in, and what it goes by there. */
static struct wire_config wire_for(const struct config_irc *irc, const struct irc_lists *lists, struct keep *keep)
{
    const char *key = *irc->certificate_key ? irc->certificate_key : irc->certificate;
    return (struct wire_config){.network = irc->title,
                                .host = irc->server,
                                .port = irc->port,
                                .is_tls = irc->tls,
                                .ca_file = or_null(irc->tls_ca),
                                .client_cert = or_null(irc->certificate),
                                .client_key = or_null(key),
                                .pin = lists->pins,
                                .keep = keep,
                                .password = irc->password,
                                .nick = irc->nick,
                                .alternative_nicks = lists->alternative_nicks,
                                .user = irc->user,
                                .realname = irc->realname,
                                .account = or_null(irc->account),
                                .account_password = irc->account_password,
                                .mechanisms = lists->mechanisms,
                                .login_is_required = irc->login_required,
                                .nickserv = irc->nickserv,
                                .identifies = irc->nickserv_login,
                                .regain = text_same_word(irc->regain, "no") ? NULL : irc->regain};
}

static struct adapter *open_irc(const struct config_irc *irc, const struct irc_lists *lists,
                                const struct networks_place *place)
{
    struct irc_setup setup = {.wire = wire_for(irc, lists, place->keep),
                              .servers = lists->servers,
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
        lists_free(&networks->lists[i]);
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

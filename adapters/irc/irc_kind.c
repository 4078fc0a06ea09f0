/* IRC networks as the configuration asks for them: an irc section becomes a struct irc_setup.
   The only file of the adapter that knows the configuration. */
#include <stdio.h>
#include <stdlib.h>

#include "adapter.h"
#include "bucket.h"
#include "check.h"
#include "config.h"
#include "irc.h"
#include "members.h"
#include "network.h"
#include "text.h"

/* An IRC adapter keeps pointers to these. */
struct irc_lists {
    const char **servers, **alternative_nicks;
    char *mechanisms, *pins;
    struct irc_channel *channels;
};

/* `first`, unless it is NULL, then the items, then NULL. */
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

/* The items, with `between` in between. NULL if the list is empty. */
static char *joined(const struct config_list *items)
{
    char *text = NULL;
    size_t size = 0;
    if (items->count == 0)
        return NULL;
    FILE *out = open_memstream(&text, &size);
    check(out);
    for (int i = 0; i < items->count; i++)
        fprintf(out, "%s%s", i ? " " : "", items->items[i]);
    check(fclose(out) == 0);
    return text;
}

static struct irc_lists *lists_new(const struct config_irc *irc)
{
    struct irc_lists *lists = calloc(1, sizeof *lists);
    struct irc_channel *channels = calloc((size_t)irc->channel_count + 1, sizeof *channels);
    check(lists && channels);
    for (int i = 0; i < irc->channel_count; i++)
        channels[i] = (struct irc_channel){
            .name = irc->channel[i].title,
            .prefix = irc->channel[i].prefix,
            .key = irc->channel[i].key,
            .bridged_with = *irc->channel[i].bridged_with ? irc->channel[i].bridged_with : NULL,
            .is_coloured = irc->channel[i].colour};
    *lists = (struct irc_lists){.servers = list_new(irc->server, &irc->more_servers),
                                .alternative_nicks = list_new(NULL, &irc->alternative_nicks),
                                .mechanisms = joined(&irc->sasl),
                                .pins = joined(&irc->tls_pins),
                                .channels = channels};
    return lists;
}

static void lists_free(void *kept)
{
    struct irc_lists *lists = kept;
    free(lists->servers);
    free(lists->alternative_nicks);
    free(lists->mechanisms);
    free(lists->pins);
    free(lists->channels);
    free(lists);
}

static const char *or_null(const char *text)
{
    return *text ? text : NULL;
}

static struct wire_config wire_for(const struct config_irc *irc, const struct irc_lists *lists,
                                   struct keep *keep)
{
    const char *key = *irc->certificate_key ? irc->certificate_key : irc->certificate;
    return (struct wire_config){.network = irc->title,
                                .host = irc->server,
                                .port = irc->port,
                                .is_tls = irc->tls,
                                .ca_file = or_null(irc->tls_ca),
                                .client_cert = or_null(irc->certificate),
                                .client_key = or_null(key),
                                .pins = lists->pins,
                                .keep = keep,
                                .password = irc->password,
                                .nick = irc->nick,
                                .alternative_nicks = lists->alternative_nicks,
                                .user = irc->user,
                                .realname = irc->realname,
                                .account = or_null(irc->account),
                                .account_password = irc->account_password,
                                .account_key = or_null(irc->account_key),
                                .mechanisms = lists->mechanisms,
                                .login_is_required = irc->login_required,
                                .nickserv = irc->nickserv,
                                .identifies = irc->nickserv_login,
                                .regain = text_same_word(irc->regain, "no") ? NULL : irc->regain};
}

static enum irc_invites invites_named(const char *word)
{
    return text_same_word(word, "anybody")    ? IRC_INVITES_ANYBODY
           : text_same_word(word, "accounts") ? IRC_INVITES_ACCOUNTS
                                              : IRC_INVITES_NOBODY;
}

static struct irc_setup setup_for(const struct config_irc *irc, const struct irc_lists *lists,
                                  struct keep *keep)
{
    return (struct irc_setup){.wire = wire_for(irc, lists, keep),
                              .servers = lists->servers,
                              .channels = lists->channels,
                              .channel_count = irc->channel_count,
                              .admins = (const char *const *)irc->admins.items,
                              .admin_count = irc->admins.count,
                              .bridges = (const char *const *)irc->bridges.items,
                              .bridge_count = irc->bridges.count,
                              .prefix = irc->prefix,
                              .is_coloured = irc->colour,
                              .operators_count = irc->operators_are_admins,
                              .invites = invites_named(irc->invites),
                              .trusts_hosts = irc->netsplit_hosts,
                              .flood = irc->flood};
}

static int count(const struct config *config)
{
    return config->irc_count;
}

static const char *title(const struct config *config, int i)
{
    return config->irc[i].title;
}

static bool has_dear_lines(const struct config *config, int i)
{
    return bucket_name_costs(config->irc[i].flood);
}

static struct adapter *open_irc(const struct network_place *place, const struct config *config,
                                int i, void **kept)
{
    struct irc_lists *lists = lists_new(&config->irc[i]);
    struct irc_setup setup = setup_for(&config->irc[i], lists, place->keep);
    *kept = lists;
    return irc_new(&setup, place->loop, place->host, place->commands);
}

static void change(struct adapter *adapter, const struct network_place *place,
                   const struct config *config, int i, void **kept)
{
    struct irc_lists *old = *kept, *lists = lists_new(&config->irc[i]);
    struct irc_setup setup = setup_for(&config->irc[i], lists, place->keep);
    *kept = lists;
    irc_change(adapter, &setup);
    lists_free(old);
}

const struct network_kind irc_kind = {.name = "irc",
                                      .shown = "IRC",
                                      .help = irc_help,
                                      .key_lasts = members_key_lasts,
                                      .has_dear_lines = has_dear_lines,
                                      .count = count,
                                      .title = title,
                                      .open = open_irc,
                                      .forget = lists_free,
                                      .change = change};

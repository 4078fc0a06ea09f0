/* See networks.h. */
#include "networks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "check.h"
#include "config.h"
#include "discord.h"
#include "host.h"
#include "irc.h"
#include "log.h"
#include "setup.h"
#include "shell.h"
#include "text.h"

enum { NETWORKS_MOST = 32 };

/* What an IRC adapter keeps pointers to. */
struct irc_lists {
    const char **servers, **alternative_nicks;
    char *mechanisms, *pins;
    struct irc_channel *channels;
};

enum { STATUS_BYTES = 4096 }; /* of one network */

enum network_state { NETWORK_NEW, NETWORK_RUNS, NETWORK_LEAVES, NETWORK_IS_GONE };

/* One that was taken out of the configuration stays here, silent: the host knows it, and its tables wait for its return. */
struct network {
    struct networks *networks;
    struct adapter *adapter;
    enum network_state state;
    bool is_wanted, is_ready; /* ready: its tables are back, so it may be heard */
    char name[HOST_NETWORK];  /* as the host knows it */
    const char *title;        /* of an IRC network, in `config`; NULL: of another kind, which only a restart changes */
    const char *discord;      /* of a Discord network, of which another configuration changes the token; or NULL */
    const struct config *config; /* whose strings it uses */
    struct irc_lists lists;
};

struct networks {
    struct networks_place place;
    struct network items[NETWORKS_MOST];
    int count;
    bool is_terminal, has_begun;
    struct config **configs; /* read while running; networks that are gone still use old ones */
    int config_count;
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

/* The items, with `between` in between; NULL if there are none. */
static char *joined(const struct config_list *items, const char *between)
{
    char *text = NULL;
    size_t size = 0;
    if (items->count == 0)
        return NULL;
    FILE *out = open_memstream(&text, &size);
    check(out);
    for (int i = 0; i < items->count; i++)
        fprintf(out, "%s%s", i ? between : "", items->items[i]);
    check(fclose(out) == 0);
    return text;
}

static struct irc_lists lists_new(const struct config_irc *irc)
{
    struct irc_lists lists = {.servers = list_new(irc->server, &irc->more_servers),
                              .alternative_nicks = list_new(NULL, &irc->alternative_nicks),
                              .mechanisms = joined(&irc->sasl, " "),
                              .pins = joined(&irc->tls_pins, " "),
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

static struct irc_setup setup_for(const struct config_irc *irc, const struct irc_lists *lists, struct keep *keep)
{
    return (struct irc_setup){.wire = wire_for(irc, lists, keep),
                              .servers = lists->servers,
                              .channels = lists->channels,
                              .channel_count = irc->channel_count,
                              .admins = (const char *const *)irc->admins.items,
                              .admin_count = irc->admins.count,
                              .prefix = irc->prefix,
                              .is_coloured = irc->colour,
                              .operators_count = irc->operators_are_admins,
                              .invites = invites_named(irc->invites),
                              .trusts_hosts = irc->netsplit_hosts,
                              .flood = irc->flood};
}

static void open_irc(struct networks *networks, const struct config *config, const struct config_irc *irc)
{
    struct network *network = &networks->items[networks->count++];
    const struct networks_place *place = &networks->place;
    *network = (struct network){
        .networks = networks, .is_wanted = true, .title = irc->title, .config = config, .lists = lists_new(irc)};
    struct irc_setup setup = setup_for(irc, &network->lists, place->keep);
    snprintf(network->name, sizeof network->name, "irc:%s", irc->title);
    network->adapter = irc_new(&setup, place->loop, place->host, place->commands);
}

static void change_irc(struct network *network, const struct config *config, const struct config_irc *irc)
{
    struct irc_lists old = network->lists;
    network->is_wanted = true;
    network->title = irc->title;
    network->config = config;
    network->lists = lists_new(irc);
    struct irc_setup setup = setup_for(irc, &network->lists, network->networks->place.keep);
    irc_change(network->adapter, &setup);
    lists_free(&old);
}

/* ---- Discord ---- */

static struct discord_setup discord_setup_of(const struct config_discord *discord)
{
    return (struct discord_setup){
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
    };
}

static struct adapter *open_discord(const struct config_discord *discord, const struct networks_place *place)
{
    struct discord_setup setup = discord_setup_of(discord);
    setup.loop = place->loop;
    setup.host = place->host;
    setup.commands = place->commands;
    setup.keep = place->keep;
    setup.failed = place->failed;
    setup.arg = place->arg;
    return discord_new(&setup);
}

static void add_discord(struct networks *networks, const struct config *config, const struct config_discord *discord)
{
    networks->items[networks->count++] = (struct network){.networks = networks,
                                                          .adapter = open_discord(discord, &networks->place),
                                                          .is_wanted = true,
                                                          .discord = discord->title,
                                                          .config = config};
    snprintf(networks->items[networks->count - 1].name, HOST_NETWORK, "discord:%s", discord->title);
}

/* Where Discord rests it tries again; a new token holds from now on. Everything else takes a restart. */
static void wake_discord(const struct networks *networks, const struct config_discord *discord)
{
    for (int i = 0; i < networks->count; i++)
        if (networks->items[i].discord && strcmp(networks->items[i].discord, discord->title) == 0)
            discord_wake(networks->items[i].adapter, discord->token);
}

static void put_titles(const struct config *config, FILE *err)
{
    for (int i = 0; i < config->discord_count; i++)
        fprintf(err, "%s\"%s\"", i ? ", " : "", config->discord[i].title);
    fputs("\n", err);
}

int networks_set_up_discord(const struct config *config, const char *title, FILE *out, FILE *err)
{
    int count = 0;
    bool is_well = true;
    for (int i = 0; i < config->discord_count; i++) {
        struct discord_setup setup = discord_setup_of(&config->discord[i]);
        if (title && strcmp(title, setup.title) != 0)
            continue;
        fputs(count++ ? "\n" : "", out);
        is_well &= setup_tell(&setup, out);
    }
    if (count)
        return is_well ? EXIT_SUCCESS : EXIT_FAILURE;
    if (config->discord_count == 0) {
        fputs("tabletalk: the configuration has no discord section; docs/hosting.md says how to write one\n", err);
    } else {
        fprintf(err, "tabletalk: there is no discord \"%s\" in the configuration; there is ", title);
        put_titles(config, err);
    }
    return EXIT_FAILURE;
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

static void add(struct networks *networks, const struct config *config, struct adapter *adapter)
{
    networks->items[networks->count++] =
        (struct network){.networks = networks, .adapter = adapter, .is_wanted = true, .config = config};
    snprintf(networks->items[networks->count - 1].name, HOST_NETWORK, "%s", adapter->ops->name);
}

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
    networks->place = *place;
    networks->is_terminal = count == 0;
    for (int i = 0; i < config->irc_count; i++)
        open_irc(networks, config, &config->irc[i]);
    for (int i = 0; i < config->discord_count; i++)
        add_discord(networks, config, &config->discord[i]);
    if (count == 0)
        add(networks, config, open_shell(config, place));
    return networks;
}

static void free_config(struct config *config)
{
    config_fini(config);
    free(config);
}

void networks_free(struct networks *networks)
{
    if (!networks)
        return;
    for (int i = 0; i < networks->count; i++) {
        networks->items[i].adapter->ops->free(networks->items[i].adapter);
        lists_free(&networks->items[i].lists);
    }
    for (int i = 0; i < networks->config_count; i++)
        free_config(networks->configs[i]);
    free(networks->configs);
    free(networks);
}

/* ---- for the admin ---- */

static const char *title_of(const struct network *network)
{
    return network->title ? network->title : network->discord ? network->discord : "";
}

static void put_indented(const char *lines, struct text *out)
{
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        text_putf(out, "  %.*s\n", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

void networks_status(const struct networks *networks, struct text *out)
{
    char bytes[STATUS_BYTES];
    for (int i = 0; i < networks->count; i++) {
        const struct network *network = &networks->items[i];
        const struct adapter_ops *ops = network->adapter->ops;
        struct text state = text_over(bytes, sizeof bytes);
        text_putf(out, "%s%s\n", network->name, network->is_wanted ? "" : " (not configured any more)");
        if (ops->status && network->state == NETWORK_RUNS)
            ops->status(network->adapter, &state);
        put_indented(bytes, out);
        if (state.cut)
            text_put(out, "  (there is more)\n");
    }
}

bool networks_have(const struct networks *networks, const char *name, struct text *known)
{
    bool is_there = false;
    for (int i = 0; i < networks->count; i++) {
        is_there = is_there || strcmp(networks->items[i].name, name) == 0;
        text_putf(known, "%s%s", i ? ", " : "", networks->items[i].name);
    }
    return is_there;
}

bool networks_order(const struct networks *networks, const char *kind, const char *title, const char *words,
                    struct text *answer)
{
    const struct network *found = NULL;
    int count = 0;
    for (int i = 0; i < networks->count; i++) {
        const struct network *network = &networks->items[i];
        bool fits = strcmp(network->adapter->ops->name, kind) == 0 && (!title || strcmp(title_of(network), title) == 0);
        found = fits ? network : found;
        count += fits;
    }
    if (count == 1 && found->adapter->ops->order)
        return found->adapter->ops->order(found->adapter, words, answer);
    if (count > 1)
        text_putf(answer, "There are %d %s networks: name one by its title.", count, kind);
    else if (title)
        text_putf(answer, "There is no %s network called %s.", kind, title);
    else
        text_putf(answer, count ? "No %s network can do that." : "There is no %s network.", kind);
    return false;
}

/* ---- life ---- */

/* Now, or when its tables are back. */
static void start(struct network *network)
{
    if (!network->is_ready || !network->networks->has_begun)
        return;
    network->state = NETWORK_RUNS;
    network->adapter->ops->start(network->adapter);
}

void networks_start(struct networks *networks)
{
    networks->has_begun = true;
    for (int i = 0; i < networks->count; i++)
        start(&networks->items[i]);
}

void networks_are_back(struct networks *networks, const char *name)
{
    for (int i = 0; i < networks->count; i++) {
        struct network *network = &networks->items[i];
        if (network->is_ready || strcmp(network->name, name) != 0)
            continue;
        network->is_ready = true;
        if (network->is_wanted && !networks->done)
            start(network);
    }
}

static bool have_all_left(const struct networks *networks)
{
    for (int i = 0; i < networks->count; i++)
        if (networks->items[i].state == NETWORK_RUNS || networks->items[i].state == NETWORK_LEAVES)
            return false;
    return true;
}

static void on_left(void *arg)
{
    struct network *network = arg;
    struct networks *networks = network->networks;
    network->state = NETWORK_IS_GONE;
    if (!networks->done && network->is_wanted)
        start(network); /* it came back into the configuration meanwhile */
    else if (networks->done && have_all_left(networks))
        networks->done(networks->arg);
}

static void stop(struct network *network)
{
    network->state = NETWORK_LEAVES;
    network->adapter->ops->stop(network->adapter, on_left, network);
}

void networks_stop(struct networks *networks, void (*done)(void *arg), void *arg)
{
    bool is_over = have_all_left(networks);
    networks->done = done;
    networks->arg = arg;
    for (int i = 0; i < networks->count; i++)
        if (networks->items[i].state == NETWORK_RUNS)
            stop(&networks->items[i]);
    if (is_over)
        done(arg);
}

/* ---- another configuration ---- */

static struct network *find(struct networks *networks, const char *title)
{
    for (int i = 0; i < networks->count; i++)
        if (networks->items[i].title && strcmp(networks->items[i].title, title) == 0)
            return &networks->items[i];
    return NULL;
}

static const struct config_irc *find_irc(const struct config *config, const char *title)
{
    for (int i = 0; i < config->irc_count; i++)
        if (strcmp(config->irc[i].title, title) == 0)
            return &config->irc[i];
    return NULL;
}

static bool is_used(const struct networks *networks, const struct config *config)
{
    for (int i = 0; i < networks->count; i++)
        if (networks->items[i].config == config)
            return true;
    return false;
}

static void keep_config(struct networks *networks, struct config *config)
{
    int kept = 0;
    networks->configs = realloc(networks->configs, (size_t)(networks->config_count + 1) * sizeof(*networks->configs));
    check(networks->configs);
    networks->configs[networks->config_count++] = config;
    for (int i = 0; i < networks->config_count; i++)
        if (is_used(networks, networks->configs[i]))
            networks->configs[kept++] = networks->configs[i];
        else
            free_config(networks->configs[i]);
    networks->config_count = kept;
}

static void drop_missing(struct networks *networks, const struct config *config)
{
    for (int i = 0; i < networks->count; i++) {
        struct network *network = &networks->items[i];
        if (!network->title || find_irc(config, network->title))
            continue;
        if (network->state == NETWORK_RUNS)
            stop(network);
        network->is_wanted = false;
    }
}

static int count_new(struct networks *networks, const struct config *config)
{
    int count = 0;
    for (int i = 0; i < config->irc_count; i++)
        count += find(networks, config->irc[i].title) == NULL;
    return count;
}

bool networks_change(struct networks *networks, struct config *config)
{
    bool is_terminal = networks->is_terminal || config->irc_count + config->discord_count == 0;
    if (is_terminal || networks->count + count_new(networks, config) > NETWORKS_MOST) {
        log_event(LOG_ERROR, "config-kept", "why",
                  is_terminal ? "between the terminal's table and networks there is only a restart"
                              : "too many networks came and went; restart me",
                  (char *)0);
        free_config(config);
        return false;
    }
    drop_missing(networks, config);
    for (int i = 0; i < config->discord_count; i++)
        wake_discord(networks, &config->discord[i]);
    for (int i = 0; i < config->irc_count; i++) {
        struct network *network = find(networks, config->irc[i].title);
        if (network)
            change_irc(network, config, &config->irc[i]);
        else
            open_irc(networks, config, &config->irc[i]);
        network = find(networks, config->irc[i].title);
        if (network->state == NETWORK_NEW || network->state == NETWORK_IS_GONE)
            start(network);
    }
    keep_config(networks, config);
    return true;
}

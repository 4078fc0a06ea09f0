#include "networks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "check.h"
#include "commands.h"
#include "config.h"
#include "discord.h"
#include "heard.h"
#include "host.h"
#include "irc.h"
#include "log.h"
#include "loop.h"
#include "order.h"
#include "port.h"
#include "relay.h"
#include "shell.h"
#include "tables.h"
#include "text.h"
#include "tools.h"

enum { NETWORKS_MOST = HOST_NETWORKS };
_Static_assert((int)NETWORKS_NAME >= (int)HOST_NETWORK, "every name fits");

/* Every kind of network. A new kind needs a row here, and nothing else in this file. */
static const struct network_kind *const kinds[] = {&irc_kind, &discord_kind, &shell_kind};
enum { KINDS = sizeof kinds / sizeof *kinds };

enum { STATUS_BYTES = 4096 };

enum network_state { NETWORK_NEW, NETWORK_RUNS, NETWORK_LEAVES, NETWORK_IS_GONE };

/* A network that left the configuration stays here, silent: the host still knows it, and its
   tables wait for its return. */
struct network {
    struct networks *networks;
    struct adapter *adapter;
    enum network_state state;
    bool is_far;              /* another process serves it, and adapters/relay reaches that */
    bool is_wanted, is_ready; /* ready: its tables are back */
    char name[HOST_NETWORK];
    const struct network_kind *kind;
    const char *title;           /* a string of `config`; NULL for the terminal */
    const struct config *config; /* the one that the adapter uses */
    void *kept;                  /* belongs to the kind */
};

struct networks {
    struct network_place place;
    struct network items[NETWORKS_MOST];
    int count;
    bool is_terminal, has_begun;
    struct config **configs; /* read while running; adapters still use them */
    int config_count;
    void (*done)(void *arg);
    void *arg;
};

/* ---- all of them ---- */

static void put_name(const struct network_kind *kind, const struct config *config, int i,
                     char name[HOST_NETWORK])
{
    snprintf(name, HOST_NETWORK, kind->title ? "%s:%s" : "%s", kind->name,
             kind->title ? kind->title(config, i) : "");
}

/* Other processes serve the others. */
static bool is_served(const struct networks *networks, const struct network_kind *kind,
                      const struct config *config, int i)
{
    char name[HOST_NETWORK];
    put_name(kind, config, i, name);
    return !networks->place.only || strcmp(networks->place.only, name) == 0;
}

/* Another process serves it: it is reached by mail. */
static void open_far(struct networks *networks, const struct network_kind *kind,
                     const struct config *config, int i)
{
    struct network *network = &networks->items[networks->count++];
    *network = (struct network){.networks = networks,
                                .kind = kind,
                                .is_far = true,
                                .is_wanted = true,
                                .title = kind->title(config, i),
                                .config = config};
    put_name(kind, config, i, network->name);
    network->adapter =
        relay_open(networks->place.relay,
                   &(struct relay_network){.network = network->name,
                                           .help = kind->help,
                                           .key_lasts = kind->key_lasts,
                                           .has_dear_lines = kind->has_dear_lines &&
                                                             kind->has_dear_lines(config, i),
                                           .draws_panels = kind->draws_panels});
}

static int count_all(const struct config *config)
{
    int count = 0;
    for (int k = 0; k < KINDS; k++)
        count += kinds[k]->count ? kinds[k]->count(config) : 0;
    return count;
}

static void open_network(struct networks *networks, const struct network_kind *kind,
                         const struct config *config, int i)
{
    struct network *network = &networks->items[networks->count++];
    const char *title = kind->title ? kind->title(config, i) : NULL;
    *network = (struct network){
        .networks = networks, .kind = kind, .is_wanted = true, .title = title, .config = config};
    put_name(kind, config, i, network->name);
    network->adapter = kind->open(&networks->place, config, i, &network->kept);
}

bool networks_fit(const struct config *config)
{
    int count = count_all(config);
    if (count > NETWORKS_MOST)
        fprintf(stderr,
                "tabletalk: The configuration has %d networks; at most %d fit into one house.\n",
                count, NETWORKS_MOST);
    return count <= NETWORKS_MOST;
}

struct networks *networks_new(const struct config *config, const struct network_place *place)
{
    int count = count_all(config);
    if (!networks_fit(config))
        return NULL;
    struct networks *networks = calloc(1, sizeof *networks);
    check(networks);
    networks->place = *place;
    networks->is_terminal = count == 0;
    for (int k = 0; k < KINDS; k++) {
        int wanted = kinds[k]->count ? kinds[k]->count(config) : count == 0;
        for (int i = 0; i < wanted; i++)
            if (is_served(networks, kinds[k], config, i))
                open_network(networks, kinds[k], config, i);
            else if (place->relay)
                open_far(networks, kinds[k], config, i);
    }
    return networks;
}

int networks_names(const struct config *config, char (*names)[NETWORKS_NAME], int most)
{
    int count = 0;
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; kinds[k]->count && i < kinds[k]->count(config) && count < most; i++)
            put_name(kinds[k], config, i, names[count++]);
    return count;
}

struct chat_commands {
    FILE *out;
    bool of_operators;
};

static void put_chat_command(void *arg, const struct commands_row *row)
{
    const struct chat_commands *chat = arg;
    char bytes[2 * HOST_TEXT];
    struct text all = text_over(bytes, sizeof bytes);
    if (row->is_of_operators != chat->of_operators)
        return;
    text_putf(&all, "%c%s.", row->help[0] - 'a' + 'A', row->help + 1);
    for (int k = 0; k < KINDS; k++)
        for (const struct host_help *more = kinds[k]->help; more && more->command; more++)
            if (strcmp(more->command, row->name) == 0)
                text_putf(&all, " On %s: %s", kinds[k]->shown, more->text);
    man_put_item(chat->out, row->name, row->words, bytes);
}

void networks_put_chat_commands(FILE *out)
{
    commands_each(put_chat_command, &(struct chat_commands){.out = out});
    commands_each(put_chat_command, &(struct chat_commands){.out = out, .of_operators = true});
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
        struct network *network = &networks->items[i];
        network->adapter->ops->free(network->adapter);
        if (network->kind->forget && !network->is_far)
            network->kind->forget(network->kept);
    }
    for (int i = 0; i < networks->config_count; i++)
        free_config(networks->configs[i]);
    free(networks->configs);
    free(networks);
}

/* ---- for the admin ---- */

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
        text_putf(out, "%s%s\n", network->name,
                  network->is_wanted ? "" : " (not configured any more)");
        if (ops->status && network->state == NETWORK_RUNS)
            ops->status(network->adapter, &state);
        put_indented(bytes, out);
        if (state.cut)
            text_put(out, "  (there is more)\n");
    }
}

void networks_put_figures(const struct networks *networks, struct figures *figures)
{
    for (int i = 0; i < networks->count; i++) {
        const struct network *network = &networks->items[i];
        if (network->is_wanted && network->adapter->ops->figures)
            network->adapter->ops->figures(network->adapter, figures);
    }
}

bool networks_have(const struct networks *networks, const char *name, struct text *known)
{
    bool is_there = false;
    for (int i = 0; i < networks->count; i++) {
        is_there =
            is_there || (!networks->items[i].is_far && strcmp(networks->items[i].name, name) == 0);
        text_putf(known, "%s%s", *known->bytes ? ", " : "", networks->items[i].name);
    }
    return is_there;
}

const struct order_verb *networks_verbs(void)
{
    static struct order_verb verbs[KINDS + 1];
    for (int k = 0, count = 0; k < KINDS; k++)
        if (kinds[k]->admin && kinds[k]->admin->order)
            verbs[count++] = (struct order_verb){.words = kinds[k]->admin->order,
                                                 .arguments = kinds[k]->admin->order_arguments};
    return verbs;
}

const struct network_kind *networks_kind(const char *line)
{
    size_t length = strcspn(line, " ");
    for (int k = 0; k < KINDS; k++)
        if (strlen(kinds[k]->name) == length && strncmp(kinds[k]->name, line, length) == 0)
            return kinds[k];
    return NULL;
}

bool networks_order(const struct networks *networks, const char *line, struct text *answer)
{
    const struct network_kind *kind = networks_kind(line);
    struct adapter *found = NULL;
    int count = 0;
    check(kind);
    for (int i = 0; i < networks->count; i++) {
        const struct network *network = &networks->items[i];
        bool is_meant = network->kind == kind && !network->is_far;
        found = is_meant ? network->adapter : found;
        count += is_meant;
    }
    if (count == 1 && found->ops->order)
        return found->ops->order(found, line + strlen(kind->name) + 1, answer);
    if (count > 1)
        text_putf(answer, "There are %d %s networks, and this order can be given to one alone.",
                  count, kind->name);
    else
        text_putf(answer, count ? "No %s network can do that." : "There is no %s network.",
                  kind->name);
    return false;
}

const struct argument *networks_arguments(const struct network_kind *kind)
{
    static struct argument arguments[KINDS][NETWORK_QUESTIONS + 1];
    int k = 0;
    while (kinds[k] != kind)
        k++;
    for (int i = 0; kind->admin->questions[i].option; i++) {
        const struct network_question *question = &kind->admin->questions[i];
        check(i < NETWORK_QUESTIONS);
        arguments[k][i] = (struct argument){question->argument, question->value, question->asked,
                                            NULL, (size_t)i * sizeof(const char *)};
    }
    return arguments[k];
}

int networks_commands(struct cli_command commands[NETWORKS_COMMANDS], cli_run *run)
{
    int count = 0;
    for (int k = 0; k < KINDS && count < NETWORKS_COMMANDS; k++)
        if (kinds[k]->admin)
            commands[count++] = (struct cli_command){.name = kinds[k]->name,
                                                     .arguments = kinds[k]->admin->arguments,
                                                     .help = kinds[k]->admin->help,
                                                     .run = run,
                                                     .options = networks_arguments(kinds[k])};
    return count;
}

/* ---- life ---- */

/* Starts the network, if its tables are back. */
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
    if (!networks->done)
        host_network_gone(networks->place.host, network->name, loop_now(networks->place.loop));
    if (!networks->done && network->is_wanted)
        start(network); /* the network came back into the configuration meanwhile */
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

static struct network *find(struct networks *networks, const struct network_kind *kind,
                            const char *title)
{
    for (int i = 0; i < networks->count; i++)
        if (networks->items[i].kind == kind && strcmp(networks->items[i].title, title) == 0)
            return &networks->items[i];
    return NULL;
}

static bool is_in(const struct config *config, const struct network *network)
{
    const struct network_kind *kind = network->kind;
    for (int i = 0; i < kind->count(config); i++)
        if (strcmp(kind->title(config, i), network->title) == 0)
            return true;
    return false;
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
    networks->configs = realloc(networks->configs,
                                (size_t)(networks->config_count + 1) * sizeof(*networks->configs));
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
        if (network->is_far || is_in(config, network))
            continue;
        if (network->state == NETWORK_RUNS) {
            host_tell_leaving_network(networks->place.host, network->name);
            stop(network);
        }
        network->is_wanted = false;
    }
}

static int count_new(struct networks *networks, const struct config *config)
{
    int count = 0;
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; kinds[k]->count && i < kinds[k]->count(config); i++)
            count += is_served(networks, kinds[k], config, i) &&
                     !find(networks, kinds[k], kinds[k]->title(config, i));
    return count;
}

/* Applies another configuration to its i-th network of this kind. */
static void change(struct networks *networks, const struct network_kind *kind,
                   const struct config *config, int i)
{
    struct network *network = find(networks, kind, kind->title(config, i));
    if (network)
        kind->change(network->adapter, &networks->place, config, i, &network->kept);
    if (!network) {
        open_network(networks, kind, config, i);
        network = &networks->items[networks->count - 1];
    }
    network->is_wanted = true;
    network->title = kind->title(config, i);
    network->config = config;
    if (network->state == NETWORK_NEW || network->state == NETWORK_IS_GONE)
        start(network);
}

bool networks_change(struct networks *networks, struct config *config)
{
    bool is_terminal = networks->is_terminal || count_all(config) == 0;
    if (is_terminal || networks->count + count_new(networks, config) > NETWORKS_MOST) {
        log_event(LOG_ERROR, "config-kept", "why",
                  is_terminal ? "between the terminal's table and networks there is only a restart"
                              : "too many networks came and went; restart me",
                  (char *)0);
        free_config(config);
        return false;
    }
    drop_missing(networks, config);
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; kinds[k]->count && i < kinds[k]->count(config); i++)
            if (is_served(networks, kinds[k], config, i))
                change(networks, kinds[k], config, i);
    keep_config(networks, config);
    return true;
}

/* Makes a struct discord_setup of each discord section. The only file of the adapter that knows
   the configuration. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "adapter.h"
#include "application.h"
#include "config.h"
#include "discord.h"
#include "emoji.h"
#include "setup.h"
#include "text.h"

static struct discord_setup setup_of(const struct config *config,
                                     const struct config_discord *discord)
{
    return (struct discord_setup){
        .title = discord->title,
        .token = discord->token,
        .api = discord->api,
        .gateway = *discord->gateway ? discord->gateway : NULL,
        .ca_file = *discord->tls_ca ? discord->tls_ca : NULL,
        .prefix = discord->prefix,
        .content = text_same_word(discord->read_messages, "no") ? DISCORD_CONTENT_NO
                                                                : DISCORD_CONTENT_AUTO,
        .admins = (const char *const *)discord->admins.items,
        .admin_count = discord->admins.count,
        .bridged = (const char *const *)discord->bridged.items,
        .bridged_count = discord->bridged.count,
        .folder = text_same_word(config->store, "memory") ? NULL : config->data_folder,
        .shard_count = discord->shards,
        .first_shard = discord->first_shard,
        .last_shard = discord->last_shard,
        .networks = config->discord_count,
    };
}

static int count(const struct config *config)
{
    return config->discord_count;
}

static const char *title(const struct config *config, int i)
{
    return config->discord[i].title;
}

static struct discord_setup setup_in(const struct network_place *place, const struct config *config,
                                     int i)
{
    struct discord_setup setup = setup_of(config, &config->discord[i]);
    setup.loop = place->loop;
    setup.host = place->host;
    setup.commands = place->commands;
    setup.keep = place->keep;
    setup.was_silent = place->was_silent;
    setup.failed = place->failed;
    setup.arg = place->arg;
    return setup;
}

static struct adapter *open_discord(const struct network_place *place, const struct config *config,
                                    int i, void **kept)
{
    struct discord_setup setup = setup_in(place, config, i);
    (void)kept;
    return discord_new(&setup);
}

static void change(struct adapter *adapter, const struct network_place *place,
                   const struct config *config, int i, void **kept)
{
    struct discord_setup setup = setup_in(place, config, i);
    (void)kept;
    discord_change(adapter, &setup);
}

static void put_titles(const struct config *config, FILE *err)
{
    for (int i = 0; i < config->discord_count; i++)
        fprintf(err, "%s\"%s\"", i ? ", " : "", config->discord[i].title);
    fputs("\n", err);
}

/* Calls `each` for all applications of the configuration, or for the one with this title; the
   exit status. */
static int for_each(const struct config *config, const char *title, FILE *out, FILE *err,
                    bool (*each)(const struct discord_setup *setup, const void *arg, FILE *out),
                    const void *arg)
{
    int count = 0;
    bool is_well = true;
    for (int i = 0; i < config->discord_count; i++) {
        struct discord_setup setup = setup_of(config, &config->discord[i]);
        if (title && strcmp(title, setup.title) != 0)
            continue;
        fputs(count++ ? "\n" : "", out);
        is_well &= each(&setup, arg, out);
    }
    if (count)
        return is_well ? EXIT_SUCCESS : EXIT_FAILURE;
    if (config->discord_count == 0) {
        fputs(
            "tabletalk: the configuration has no discord section; docs/hosting.md says how to write one\n",
            err);
    } else {
        fprintf(err, "tabletalk: there is no discord \"%s\" in the configuration; there is ",
                title);
        put_titles(config, err);
    }
    return EXIT_FAILURE;
}

static bool inspect_one(const struct discord_setup *setup, const void *arg, FILE *out)
{
    (void)arg;
    return setup_tell(setup, out);
}

static int inspect(const struct config *config, const char *title, FILE *out, FILE *err)
{
    return for_each(config, title, out, err, inspect_one, NULL);
}

struct uploading {
    const char *folder;
    const struct network_picture *pictures;
    int count;
};

static bool upload_one(const struct discord_setup *setup, const void *arg, FILE *out)
{
    const struct uploading *uploading = arg;
    return emoji_upload(setup, uploading->folder, uploading->pictures, uploading->count, out);
}

static int upload(const struct config *config, const char *title,
                  const struct network_picture *pictures, int count, FILE *out, FILE *err)
{
    struct uploading uploading = {config->data_folder, pictures, count};
    mkdir(config->data_folder, 0700); /* the bot may never have run here */
    return for_each(config, title, out, err, upload_one, &uploading);
}

static const struct network_admin admin = {
    .arguments = "setup [TITLE]|cards [TITLE]|leave ID",
    .help =
        "setup: check the applications of the discord sections, or of one: say what is well, what to switch on where, and how to invite the bot; nothing is changed. cards: draw the cards and upload them as emoji of these applications, so that hands, boards and buttons show them; what is there already stays. leave: make the running tabletalk leave the server with this id.",
    .inspect = inspect,
    .upload = upload,
    .order = "discord leave",
    .order_arguments = "ID"};

const struct network_kind discord_kind = {.name = "discord",
                                          .shown = "Discord",
                                          .help = discord_help,
                                          .count = count,
                                          .title = title,
                                          .open = open_discord,
                                          .change = change,
                                          .draws_panels = true,
                                          .admin = &admin};

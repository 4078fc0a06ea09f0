/* IRC networks as the configuration asks for them: an irc section becomes a struct irc_setup, and
   can be tried before the bot runs. The only file of the adapter that knows the configuration. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "adapter.h"
#include "bucket.h"
#include "check.h"
#include "config.h"
#include "irc.h"
#include "log.h"
#include "loop.h"
#include "members.h"
#include "network.h"
#include "text.h"

/* ---- from the configuration ---- */

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

/* ---- tabletalk irc setup ---- */

/* Connects as the bot will, logs in, enters each channel and leaves again; tells the admin what is
   well and what to do about the rest. The wire and its limits of time are the bot's own. */

enum { CHANNEL_MS = 30000, LINE = 700, FIRST_ERROR = 400 };

struct trial {
    const struct irc_setup *setup;
    struct loop *loop;
    struct loop_timer limit;
    struct wire *wire;
    FILE *out;
    int channel; /* the number of the one that we ask to be let into */
    char account[HOST_NAME];
    bool is_ready, is_in, has_voice, is_well;
};

static const char ok[] = "ok", note[] = "note", wrong[] = "WRONG";

static void tell(struct trial *trial, const char *verdict, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Servers' words may hold anything. */
static void tell(struct trial *trial, const char *verdict, const char *format, ...)
{
    char bytes[LINE], shown[2 * LINE];
    struct text line = text_over(bytes, sizeof bytes), plain = text_over(shown, sizeof shown);
    va_list args;
    va_start(args, format);
    text_vputf(&line, format, args);
    va_end(args);
    text_put_shown(&plain, bytes);
    fprintf(trial->out, "  %-6s %s\n", verdict, shown);
    fflush(trial->out);
    trial->is_well &= verdict != wrong;
}

static void next_channel(struct trial *trial)
{
    const struct irc_setup *setup = trial->setup;
    loop_timer_stop(&trial->limit);
    trial->is_in = trial->has_voice = false;
    if (++trial->channel >= setup->channel_count) {
        wire_quit(trial->wire, "It works");
        return;
    }
    const struct irc_channel *channel = &setup->channels[trial->channel];
    wire_send(trial->wire, "JOIN %s%s%s", channel->name, channel->key ? " " : "",
              channel->key ? channel->key : "");
    loop_timer_set(&trial->limit, CHANNEL_MS);
}

static void on_silence(void *arg)
{
    struct trial *trial = arg;
    tell(trial, wrong, "%s: the server has not answered.",
         trial->setup->channels[trial->channel].name);
    next_channel(trial);
}

static void tell_connection(struct trial *trial)
{
    const struct wire_config *config = &trial->setup->wire;
    const char *nick = wire_nick(trial->wire);
    tell(trial, ok, "The server lets us in%s.",
         config->is_tls ? ", and its certificate is right" : "");
    if (strcmp(nick, config->nick) == 0)
        tell(trial, ok, "The nickname %s is free.", nick);
    else
        tell(trial, note,
             "The nickname %s is taken, so the bot is called %s. Does the bot run already?",
             config->nick, nick);
    if (*trial->account)
        tell(trial, ok, "The bot is logged in as %s.", trial->account);
    else if (config->account)
        tell(trial, config->login_is_required ? wrong : note, "The bot is not logged in as %s.",
             config->account);
    else
        tell(trial, note,
             "The bot has no account. Where people or the network take private messages only from "
             "those who are logged in, hands do not arrive: register one, and give account and "
             "account_password_file.");
}

static void on_ready(struct trial *trial)
{
    trial->is_ready = true;
    tell_connection(trial);
    if (trial->setup->channel_count == 0)
        tell(trial, wrong, "No channel is named. Write: channels = {\"#our-games\"}");
    next_channel(trial);
}

/* What to do where a channel does not let us in. */
static void put_remedy(struct text *out, int numeric, const char *channel, const char *nick)
{
    enum { INVITED_ONLY = 473 };
    static const struct {
        int numeric;
        const char *does;
    } remedies[] = {
        {405, "Join fewer channels."},
        {471, "It is full."},
        {474, "The bot is banned there: an operator takes the ban back."},
        {475, "It asks for a key: write its name, a blank and the key, or key_file."},
        {477, "It lets in only who is logged in: give the bot an account."},
        {520, "It lets in only operators of the network."},
    };
    const char *does = "Look whether its name is right.";
    for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++)
        if (remedies[i].numeric == numeric)
            does = remedies[i].does;
    if (numeric == INVITED_ONLY)
        text_putf(out, "It lets in only who is invited: an operator types /mode %s +I %s!*@*.",
                  channel, nick);
    else
        text_put(out, does);
}

static void on_refused(struct trial *trial, const struct wire_event *event)
{
    const struct irc_channel *channel = &trial->setup->channels[trial->channel];
    const char *why = event->params[event->param_count - 1];
    bool has_key = channel->key && strstr(why, channel->key);
    char bytes[LINE];
    struct text remedy = text_over(bytes, sizeof bytes);
    put_remedy(&remedy, event->numeric, channel->name, wire_nick(trial->wire));
    tell(trial, wrong, "%s: %s (%s)", channel->name, bytes, has_key ? event->command : why);
    next_channel(trial);
}

/* 353 us = #games :@ann +cardbot */
static void read_names(struct trial *trial, const char *names)
{
    const char *nick = wire_nick(trial->wire);
    for (size_t length; *names; names += length + (names[length] == ' ')) {
        size_t signs = strspn(names, "~&!@%+.");
        length = strcspn(names, " ");
        size_t bare = strcspn(names + signs, "! ");
        if (signs > 0 && bare == strlen(nick) && strncasecmp(names + signs, nick, bare) == 0)
            trial->has_voice = true;
    }
}

static void on_joined(struct trial *trial)
{
    const struct irc_channel *channel = &trial->setup->channels[trial->channel];
    if (trial->has_voice)
        tell(trial, ok, "%s lets the bot in, and it has a voice.", channel->name);
    else
        tell(trial, ok,
             "%s lets the bot in. Give it a voice there, so that it may write to many people: "
             "/mode %s +v %s",
             channel->name, channel->name, wire_nick(trial->wire));
    wire_send(trial->wire, "PART %s", channel->name);
    next_channel(trial);
}

static void on_line(struct trial *trial, const struct wire_event *event)
{
    const struct irc_setup *setup = trial->setup;
    const char *channel = trial->channel >= 0 && trial->channel < setup->channel_count
                              ? setup->channels[trial->channel].name
                              : NULL;
    if (event->numeric == 900)
        snprintf(trial->account, sizeof trial->account, "%s", event->params[2]);
    if (!channel)
        return;
    if (strcmp(event->command, "JOIN") == 0 && wire_is_me(trial->wire, event->nick))
        trial->is_in = strcasecmp(event->params[0], channel) == 0;
    else if (event->numeric == 353 && strcasecmp(event->params[2], channel) == 0)
        read_names(trial, event->params[3]);
    else if (event->numeric == 366 && trial->is_in)
        on_joined(trial);
    else if (event->numeric >= FIRST_ERROR && strcasecmp(event->params[1], channel) == 0)
        on_refused(trial, event); /* nothing else is asked of a channel before it lets us in */
}

static void on_wire(void *arg, struct wire *wire, const struct wire_event *event)
{
    struct trial *trial = arg;
    trial->wire = wire;
    if (event->what == WIRE_LINE)
        on_line(trial, event);
    else if (event->what == WIRE_IS_READY)
        on_ready(trial);
    else
        loop_stop(trial->loop);
}

/* False if the server did not let us in: then another one of the network may. */
static bool try_server(struct trial *trial, const char *host, bool is_last)
{
    struct wire_config config = trial->setup->wire;
    config.host = host;
    trial->channel = -1;
    loop_timer_init(&trial->limit, trial->loop, on_silence, trial);
    trial->wire = wire_new(trial->loop, &config, on_wire, trial);
    loop_run(trial->loop);
    loop_timer_stop(&trial->limit);
    if (!trial->is_ready)
        tell(trial, is_last ? wrong : note, "%s.", wire_reason(trial->wire));
    else if (trial->channel < trial->setup->channel_count)
        tell(trial, wrong, "The server has closed the connection: %s.", wire_reason(trial->wire));
    wire_free(trial->wire);
    return trial->is_ready;
}

/* Blocks some minutes at most. True if the bot can play as it is. */
static bool try_one(const struct irc_setup *setup, FILE *out)
{
    struct trial trial = {.setup = setup, .loop = loop_new(LOOP_REAL), .out = out, .is_well = true};
    bool has_tried = false;
    fprintf(out, "irc \"%s\": %s, port %d, %s\n", setup->wire.network, setup->wire.host,
            setup->wire.port, setup->wire.is_tls ? "with TLS" : "without TLS");
    fflush(out);
    for (const char *const *host = setup->servers; *host && !has_tried; host++)
        has_tried = try_server(&trial, *host, !host[1]);
    if (trial.is_well)
        fprintf(out,
                "\nNothing is in the way: start the bot. Then type in %s:\n  %splay heartcatchers\n"
                "  %sadd robot\n",
                setup->channels[0].name, setup->channels[0].prefix, setup->channels[0].prefix);
    else
        fputs("\nThe bot cannot play everywhere before that is put right.\n", out);
    loop_free(trial.loop);
    return trial.is_well;
}

static int inspect(const struct config *config, const char *title, FILE *out, FILE *err)
{
    int count = 0;
    bool is_well = true;
    for (int i = 0; i < config->irc_count; i++) {
        if (title && strcmp(title, config->irc[i].title) != 0)
            continue;
        struct irc_lists *lists = lists_new(&config->irc[i]);
        const struct irc_setup setup = setup_for(&config->irc[i], lists, NULL);
        fputs(count++ ? "\n" : "", out);
        is_well &= try_one(&setup, out);
        lists_free(lists);
    }
    if (count == 0)
        fprintf(err, "tabletalk: there is no irc \"%s\" in the configuration; there is ", title);
    for (int i = 0; count == 0 && i < config->irc_count; i++)
        fprintf(err, "%s\"%s\"%s", i ? ", " : "", config->irc[i].title,
                i + 1 == config->irc_count ? "\n" : "");
    return count > 0 && is_well ? EXIT_SUCCESS : EXIT_FAILURE;
}

static const struct network_question questions[] = {
    {"--server", "HOST", "The server", "server", .usual = "irc.libera.chat"},
    {"--port", "N", "Its port", "port", .usual = "6697"},
    {"--tls", "yes|no", "Does it speak TLS there", "tls", .usual = "yes"},
    {"--tls-ca", "FILE", "The authorities to trust instead of the system's", "tls_ca", .usual = "",
     .kind = NETWORK_SELDOM},
    {"--nick", "NICK", "The bot's nickname", "nick", .usual = NULL},
    {"--channel", "NAME",
     "The channel to play in, with a blank and its key behind it if it has one; more with commas",
     "channels", .kind = NETWORK_LIST},
    {"--account", "NAME", "The bot's account there, if it has one", "account", .usual = ""},
    {"--account-password-file", "FILE", "The password of the account", "account_password_file",
     .kind = NETWORK_SECRET, .only_with = "account"},
    {"--owner", "TEXT", "Who hosts the bot and how to reach you, for everybody to read", "owner",
     .usual = "", .kind = NETWORK_TOP},
    {.option = NULL},
};

static const struct network_admin admin = {
    .arguments = "setup [TITLE] [OPTION]...",
    .help = "setup: connect as the bot will, log in and enter the channels of the irc sections, or "
            "of one; say what is well and what to do about the rest. Where there is no such "
            "section yet it asks for what it needs, and writes it.",
    .title = "libera",
    .questions = questions,
    .inspect = inspect};

const struct network_kind irc_kind = {.name = "irc",
                                      .shown = "IRC",
                                      .help = irc_help,
                                      .key_lasts = members_key_lasts,
                                      .has_dear_lines = has_dear_lines,
                                      .count = count,
                                      .title = title,
                                      .open = open_irc,
                                      .forget = lists_free,
                                      .change = change,
                                      .admin = &admin};

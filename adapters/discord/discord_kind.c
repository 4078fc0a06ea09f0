/* Makes a struct discord_setup of each discord section, and checks one before it runs. The only
   file of the adapter that knows the configuration. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "adapter.h"
#include "answer.h"
#include "application.h"
#include "check.h"
#include "config.h"
#include "discord.h"
#include "json.h"
#include "log.h"
#include "rest.h"
#include "text.h"

/* ---- tabletalk discord setup ---- */

/* Asks Discord about one application, and tells its owner what is well, what to switch on where,
   and how to invite the bot. Changes nothing, and never prints the token. Blocks until the
   questions are answered. docs/hosting-reference.md shows what it prints. */

enum {
    LONGEST_MS = 60000,
    WHY = 300,
    NAME = 200,
    LINE = 700,
    BOT_GUILDS_MOST = 100 /* of an application that Discord has not verified */
};

/* docs/hosting-reference.md has the table. */
#define RIGHTS_LEAST       "84992"
#define RIGHTS_RECOMMENDED "377957239808"

enum question { QUESTION_APPLICATION, QUESTION_USER, QUESTION_GATEWAY, QUESTIONS };

static const char *const routes[QUESTIONS] = {
    [QUESTION_APPLICATION] = "/applications/@me",
    [QUESTION_USER] = "/users/@me",
    [QUESTION_GATEWAY] = "/gateway/bot",
};

struct finding {
    struct look *look;
    json_t *body; /* NULL if absent */
    int status;
    char why[WHY];
};

struct look {
    const struct discord_setup *setup;
    struct loop *loop;
    struct finding findings[QUESTIONS];
    int left; /* questions without an answer */
    FILE *out;
};

/* ---- asking ---- */

static void give_up(void *arg)
{
    struct look *look = arg;
    loop_stop(look->loop);
}

static void on_answer(void *arg, const struct rest_answer *answer)
{
    struct finding *finding = arg;
    struct text why = text_over(finding->why, sizeof finding->why);
    finding->status = answer->code == CODE_UNAUTHORIZED ? 401 : answer->status;
    if (answer->outcome == REST_DONE && json_is_object(answer->body))
        finding->body = json_deep_copy(answer->body);
    else
        text_put(&why, answer->message && *answer->message ? answer->message : "it cannot be read");
    if (--finding->look->left == 0)
        loop_stop(finding->look->loop);
}

static void ask_all(struct look *look)
{
    const struct discord_setup *setup = look->setup;
    struct loop_timer limit;
    struct rest *rest = rest_new(&(struct rest_setup){.loop = look->loop,
                                                      .base = setup->api,
                                                      .ca_file = setup->ca_file,
                                                      .token = setup->token,
                                                      .user_agent = discord_user_agent});
    for (int i = 0; i < QUESTIONS; i++) {
        look->findings[i] = (struct finding){.look = look, .why = "it did not come in time"};
        rest_send(rest, &(struct rest_request){.lane = REST_PERSON,
                                               .method = "GET",
                                               .route = routes[i],
                                               .done = on_answer,
                                               .arg = &look->findings[i]});
    }
    look->left = QUESTIONS;
    loop_timer_init(&limit, look->loop, give_up, look);
    loop_timer_set(&limit, LONGEST_MS);
    loop_run(look->loop);
    loop_timer_stop(&limit);
    rest_free(rest);
}

/* ---- telling ---- */

static void tell(const struct look *look, const char *verdict, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void tell(const struct look *look, const char *verdict, const char *format, ...)
{
    char bytes[LINE];
    struct text line = text_over(bytes, sizeof bytes);
    va_list args;
    va_start(args, format);
    text_vputf(&line, format, args);
    va_end(args);
    fprintf(look->out, "  %-6s %s\n", verdict, bytes);
}

static const char ok[] = "ok", note[] = "note", wrong[] = "WRONG";

/* Without control characters. */
static const char *plain_name(const json_t *object, const char *key, char name[NAME])
{
    const char *from = field_text(object, key);
    struct text text = text_over(name, NAME);
    unsigned scalar;
    for (int size, left = from ? (int)strlen(from) : 0; left > 0; from += size, left -= size) {
        size = text_utf8(from, left, &scalar);
        if (size == 0)
            break;
        if (scalar >= ' ' && (scalar < 0x7f || scalar > 0x9f))
            text_put_bytes(&text, from, size);
    }
    return name[0] ? name : "(without a name)";
}

static bool tell_missing(const struct look *look, enum question question)
{
    const struct finding *finding = &look->findings[question];
    if (finding->body)
        return false;
    tell(look, wrong, "No answer to GET %s: %s.", routes[question], finding->why);
    return true;
}

/* ---- what is looked at; each tells a line, and returns whether the bot can play ---- */

static bool look_at_token(const struct look *look)
{
    const struct finding *user = &look->findings[QUESTION_USER];
    char name[NAME], id[DISCORD_ID];
    if (user->status == 401) {
        tell(
            look, wrong,
            "Discord does not know this token. Page Bot: press Reset Token, copy what is shown, and put it where the "
            "setting token_file or token_env of discord \"%s\" says.",
            look->setup->title);
        return false;
    }
    if (tell_missing(look, QUESTION_USER))
        return false;
    field_id(user->body, "id", id);
    tell(look, ok, "The token is right. It is that of the bot %s (user id %s).",
         plain_name(user->body, "username", name), id);
    return true;
}

static bool look_at_application(const struct look *look)
{
    const json_t *application = look->findings[QUESTION_APPLICATION].body;
    char name[NAME], id[DISCORD_ID];
    if (tell_missing(look, QUESTION_APPLICATION))
        return false;
    if (!field_id(application, "id", id)) {
        tell(look, wrong,
             "The answer to GET /applications/@me has no application id. Is this Discord's API?");
        return false;
    }
    tell(look, ok, "The application is %s (application id %s).",
         plain_name(application, "name", name), id);
    return true;
}

static bool look_at_content(const struct look *look)
{
    const json_t *application = look->findings[QUESTION_APPLICATION].body;
    const char *prefix = look->setup->prefix;
    if (look->setup->content == DISCORD_CONTENT_NO)
        tell(
            look, ok,
            "Messages in channels are not read (read_messages = no); /play, mentions and direct messages work.");
    else if (discord_may_read(application))
        tell(look, ok, "Message Content is on: commands with %s are heard in channels, too.",
             prefix);
    else
        tell(
            look, note,
            "Message Content is off: %splay is not heard in channels; /play, mentions and direct messages work. If you "
            "want it: page Bot, Privileged Gateway Intents, switch on Message Content Intent, and restart the bot.",
            prefix);
    return true;
}

static bool look_at_endpoint(const struct look *look)
{
    const char *endpoint =
        field_text(look->findings[QUESTION_APPLICATION].body, "interactions_endpoint_url");
    if (endpoint && *endpoint) {
        tell(
            look, wrong,
            "Slash commands and buttons go to another program. Page General Information: empty the field Interactions "
            "Endpoint URL and save.");
        return false;
    }
    tell(look, ok, "Slash commands and buttons come to this program.");
    return true;
}

static bool look_at_invitations(const struct look *look)
{
    const json_t *application = look->findings[QUESTION_APPLICATION].body;
    if (json_is_true(json_object_get(application, "bot_require_code_grant"))) {
        tell(look, wrong,
             "The invitation would fail. Page Bot: switch off Requires OAuth2 Code Grant.");
        return false;
    }
    if (json_is_true(json_object_get(application, "bot_public")))
        tell(
            look, note,
            "Everybody who has its invitation may add this bot. If only you should: page Installation, set Install Link "
            "to None; then page Bot, switch off Public Bot.");
    else
        tell(look, ok, "Only you can add this bot to a server (Public Bot is off).");
    return true;
}

static bool look_at_servers(const struct look *look)
{
    const json_t *application = look->findings[QUESTION_APPLICATION].body;
    int64_t count = field_number(application, "approximate_guild_count");
    if (!json_object_get(application, "approximate_guild_count"))
        return true;
    tell(look, count < BOT_GUILDS_MOST * 3 / 4 ? ok : note, "It is in about %lld servers%s.",
         (long long)count,
         count < BOT_GUILDS_MOST * 3 / 4
             ? ""
             : "; an application that Discord has not verified cannot join more than 100");
    return true;
}

static bool look_at_gateway(const struct look *look)
{
    if (tell_missing(look, QUESTION_GATEWAY))
        return false;
    const json_t *gateway = look->findings[QUESTION_GATEWAY].body;
    const json_t *limit = json_object_get(gateway, "session_start_limit");
    long long left = field_number(limit, "remaining"), total = field_number(limit, "total");
    long long minutes = (field_number(limit, "reset_after") + 59999) / 60000;
    long long shards = field_number(gateway, "shards");
    if (left > 0) {
        tell(look, ok,
             "It may log in %lld more times today (of %lld). Discord advises %lld shard%s.", left,
             total, shards, shards == 1 ? "" : "s");
        return true;
    }
    tell(
        look, wrong,
        "It may not log in any more today: wait %lld minutes. Does something restart the bot in a loop?",
        minutes);
    return false;
}

static bool (*const looks[])(const struct look *look) = {
    look_at_content, look_at_endpoint, look_at_invitations, look_at_servers, look_at_gateway,
};

/* ---- the invitation ---- */

/* The pages for people are there, too. */
static int origin_length(const struct discord_setup *setup)
{
    const char *host = strstr(setup->api, "://");
    host = host ? host + 3 : setup->api;
    return (int)(host - setup->api + (ptrdiff_t)strcspn(host, "/"));
}

static void put_invitation(const struct look *look, const char *what, const char *permissions)
{
    char id[DISCORD_ID];
    field_id(look->findings[QUESTION_APPLICATION].body, "id", id);
    fprintf(
        look->out,
        "%s\n  %.*s/oauth2/authorize?client_id=%s&scope=bot+applications.commands&integration_type=0"
        "&permissions=%s\n",
        what, origin_length(look->setup), look->setup->api, id, permissions);
}

static bool tell_all(const struct look *look)
{
    bool is_well = look_at_token(look) && look_at_application(look);
    if (!is_well)
        return false; /* the other checks need both answers */
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        is_well &= looks[i](look);
    return is_well;
}

/* Blocks a minute at most. True if the bot can play as it is. */
static bool setup_tell(const struct discord_setup *setup, FILE *out)
{
    struct look look = {.setup = setup, .loop = loop_new(LOOP_REAL), .out = out};
    fprintf(out, "discord \"%s\", asked at %s; pages are those of %.*s/developers/applications\n",
            setup->title, setup->api, origin_length(setup), setup->api);
    fflush(out);
    ask_all(&look);
    bool is_well = tell_all(&look);
    if (look.findings[QUESTION_APPLICATION].body && look.findings[QUESTION_USER].body) {
        put_invitation(&look,
                       "\nInvite it (you need the right Manage Server there):", RIGHTS_RECOMMENDED);
        put_invitation(
            &look, "The same with the least rights, without pictures and threads:", RIGHTS_LEAST);
    }
    fputs(
        is_well
            ? "\nNothing is in the way: start the bot. In a channel, type /play and choose a game; then press "
              "Add robot.\n"
            : "\nThe bot cannot play before that is put right.\n",
        out);
    for (int i = 0; i < QUESTIONS; i++)
        json_decref(look.findings[i].body);
    loop_free(look.loop);
    return is_well;
}

struct discord_setup;

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
        .welcomes = discord->welcome,
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
    setup.easel = place->easel;
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

/* For all applications of the configuration, or the one with this title; the exit status. */
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
    return discord_emoji_upload(setup, uploading->folder, uploading->pictures, uploading->count,
                                out);
}

static int upload(const struct config *config, const char *title,
                  const struct network_picture *pictures, int count, FILE *out, FILE *err)
{
    struct uploading uploading = {config->data_folder, pictures, count};
    mkdir(config->data_folder, 0700); /* the bot may never have run here */
    return for_each(config, title, out, err, upload_one, &uploading);
}

static const struct network_question questions[] = {
    {"--token-file", "FILE", "The token (page Bot of the application: press Reset Token)",
     "token_file", .kind = NETWORK_SECRET},
    {"--api", "URL", "Another API than Discord's own", "api", .usual = "", .kind = NETWORK_SELDOM},
    {.option = NULL},
};

static const struct network_admin admin = {
    .arguments = "setup [TITLE] [OPTION]...|cards [TITLE]|leave ID",
    .title = "club",
    .questions = questions,
    .help =
        "setup: check the applications of the discord sections, or of one: say what is well, what to switch on where, and how to invite the bot. Where there is no such section yet it asks for the token, and writes it. cards: draw the cards and upload them as emoji of these applications, so that hands, boards and buttons show them; what is there already stays. leave: make the running tabletalk leave the server with this id.",
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

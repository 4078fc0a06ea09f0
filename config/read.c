/* File -> structs, in three steps: the outline takes the file apart and checks names and braces,
   the rows turn each value into a field (value.c), and the rules check options together, a function
   for each. Each step adds its problems, so that one run tells all of them. Only this file and
   options.def name options. */
#include <arpa/inet.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "config.h"
#include "option.h"
#include "outline.h"

enum { LINE_SECRET = 400 /* bytes, so that one line has room for it and the words around it */ };

struct ruling {
    const struct outline *outline;
    struct problems *problems;
};

/* Leaves the data folder empty if no home folder is known; cli.c complains if the folder is
   needed. */
static void work_out_data_folder(struct config *config)
{
    const char *data_home = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    char *folder = NULL;
    if (config->data_folder[0])
        return;
    if (data_home && data_home[0] == '/')
        folder = value_path(data_home, "tabletalk");
    else if (home && home[0])
        folder = value_path(home, ".local/share/tabletalk");
    if (folder) {
        free(config->data_folder);
        config->data_folder = folder;
    }
}

static void work_out_name(struct config *config)
{
    const char *user = getenv("USER");
    if (config->name[0])
        return;
    free(config->name);
    config->name = value_copy(user && option_form_fits(FORM_NAME, user) ? user : "guest");
}

/* Networks ask that the real name of a bot says that it is a bot, and whose. */
static void work_out_realname(const struct config *config, struct config_irc *irc)
{
    char bytes[300];
    struct text text = text_over(bytes, sizeof bytes);
    if (irc->realname[0])
        return;
    text_put(&text, "Tabletalk, a bot for card games");
    if (config->owner[0])
        text_putf(&text, ", run by %s", config->owner);
    free(irc->realname);
    irc->realname = value_copy(bytes);
}

/* Also 0.0.0.0 and ::, which lead to this machine: a server may show them as the address where
   it listens. */
static bool is_this_machine(const char *host)
{
    struct in_addr v4;
    struct in6_addr v6;
    if (inet_pton(AF_INET, host, &v4) == 1)
        return ntohl(v4.s_addr) >> 24 == 127 || v4.s_addr == INADDR_ANY;
    if (inet_pton(AF_INET6, host, &v6) == 1)
        return IN6_IS_ADDR_LOOPBACK(&v6) || IN6_IS_ADDR_UNSPECIFIED(&v6) ||
               (IN6_IS_ADDR_V4MAPPED(&v6) && v6.s6_addr[12] == 127);
    return text_same_word(host, "localhost");
}

static int line_of(const struct ruling *ruling, int place, const char *option)
{
    const struct section *section = ruling->outline->places[place].section;
    return outline_statement(ruling->outline, place, option_find(section, option))->line;
}

/* Hands are sent over this connection. Does not run if the server or the consent is wrong
   itself. */
static void require_tls(const struct ruling *ruling, const struct config_irc *irc, int place)
{
    int server = line_of(ruling, place, "server");
    int insecure = line_of(ruling, place, "insecure");
    bool is_known = server && !problem_is_at(ruling->problems, server) &&
                    !(insecure && problem_is_at(ruling->problems, insecure));
    if (is_known && !irc->tls && !irc->insecure && !is_this_machine(irc->server))
        problem_add(
            ruling->problems, line_of(ruling, place, "tls"),
            "without TLS everybody on the way to %s can read the players' hands: write tls = yes, or allow it "
            "with insecure = yes",
            irc->server);
}

/* How the bot logs in, and the options that this needs. */
static void require_means(const struct ruling *ruling, const struct config_irc *irc, int place)
{
    int account = line_of(ruling, place, "account"),
        certificate = line_of(ruling, place, "certificate");
    int password = line_of(ruling, place, "account_password"),
        key = line_of(ruling, place, "account_key");
    if (irc->account[0] && !password && !certificate && !key)
        problem_add(
            ruling->problems, account,
            "the account needs a password, a certificate or a key: add account_password_file, certificate or "
            "account_key");
    if (!irc->account[0] && !account && (password || key))
        problem_add(ruling->problems, password ? password : key,
                    "this is the %s of which account? add account = \"NAME\"",
                    password ? "password" : "key");
    if (irc->certificate_key[0] && !irc->certificate[0] && !certificate)
        problem_add(ruling->problems, line_of(ruling, place, "certificate_key"),
                    "this is the key of which certificate? add certificate = \"FILE\"");
}

/* A secret that is sent in one line must fit the line. SASL sends pieces, so any length fits. */
static void require_short_passwords(const struct ruling *ruling, const struct config_irc *irc,
                                    int place)
{
    if (irc->password && strlen(irc->password) > LINE_SECRET)
        problem_add(
            ruling->problems, line_of(ruling, place, "password"),
            "the password of a server has to fit into one line of IRC: it is longer than %d bytes",
            LINE_SECRET);
    if (irc->nickserv_login && irc->account_password &&
        strlen(irc->nickserv) + strlen(irc->account) + strlen(irc->account_password) > LINE_SECRET)
        problem_add(
            ruling->problems, line_of(ruling, place, "nickserv_login"),
            "what would be said to %s does not fit into one line of IRC: give the account a shorter password",
            irc->nickserv);
}

static struct config_channel *find_channel(const struct config_irc *irc, const char *name)
{
    for (int i = 0; i < irc->channel_count; i++) {
        if (text_same_word(irc->channel[i].title, name))
            return &irc->channel[i];
    }
    return NULL;
}

static bool is_listed(const struct config_irc *irc, const char *name)
{
    for (int i = 0; i < irc->channels.count; i++) {
        if (text_same_word(irc->channels.items[i], name))
            return true;
    }
    return false;
}

static void require_listed_channels(const struct ruling *ruling, const struct config_irc *irc,
                                    int place, const struct section *section)
{
    int list = line_of(ruling, place, "channels");
    for (int i = 0; i < irc->channel_count; i++) {
        const char *title = irc->channel[i].title;
        int line = ruling->outline->places[outline_child(ruling->outline, place, section, i)].line;
        if (is_listed(irc, title) || (list && problem_is_at(ruling->problems, list)))
            continue;
        struct nearest nearest = {.typed = title};
        for (int other = 0; other < irc->channels.count; other++)
            problem_try_nearest(&nearest, irc->channels.items[other]);
        if (nearest.best)
            problem_add(ruling->problems, line,
                        "channel \"%s\" is not among the channels to join; did you mean \"%s\"?",
                        title, nearest.best);
        else
            problem_add(ruling->problems, line,
                        "channel \"%s\" is not among the channels to join: add it to channels",
                        title);
    }
}

/* Takes the keys off "#games key": the key of each channel, in the order of the list, or NULL. */
static char **take_keys(struct config_irc *irc)
{
    char **keys = calloc((size_t)irc->channels.count + 1, sizeof *keys);
    check(keys);
    for (int i = 0; i < irc->channels.count; i++) {
        char *item = irc->channels.items[i], *blank = strchr(item, ' ');
        if (!blank)
            continue;
        keys[i] = value_copy(blank + 1);
        explicit_bzero(blank, strlen(blank));
    }
    return keys;
}

/* Each channel has the key that stands in the list, or in its own section. */
static void give_keys(const struct ruling *ruling, struct config_irc *irc, int place,
                      char **keys_take)
{
    int line = line_of(ruling, place, "channels");
    for (int i = 0; i < irc->channel_count; i++) {
        struct config_channel *channel = &irc->channel[i];
        if (keys_take[i] && channel->key) {
            problem_add(
                ruling->problems, line,
                "the key of channel \"%s\" stands here and in its own section: leave one of them out",
                channel->title);
            explicit_bzero(keys_take[i], strlen(keys_take[i]));
            free(keys_take[i]);
        } else if (keys_take[i]) {
            channel->key = keys_take[i];
        }
        if (channel->key && !option_form_fits(FORM_KEY, channel->key))
            problem_add(ruling->problems, line, "channel \"%s\": this is no key; give %s",
                        channel->title, option_form_name(FORM_KEY));
    }
    free(keys_take);
}

/* Gives every channel to join a struct, in the order of the list, also channels without a
   section of their own. */
static void complete_channels(struct config_irc *irc, const struct section *irc_section,
                              const struct section *section)
{
    int count = irc->channels.count;
    struct config_channel *all = count ? calloc((size_t)count, sizeof *all) : NULL;
    check(all || count == 0);
    for (int i = 0; i < count; i++) {
        struct config_channel *written = find_channel(irc, irc->channels.items[i]);
        struct frame around = {irc_section, irc, NULL};
        struct frame channel = {section, &all[i], &around};
        if (written) {
            all[i] = *written;
            /* the order of the others does not matter */
            *written = irc->channel[--irc->channel_count];
        } else {
            value_set_defaults(&channel, irc->channels.items[i]);
        }
    }
    for (int i = 0; i < irc->channel_count; i++)
        value_free_section(section, &irc->channel[i]);
    free(irc->channel);
    irc->channel = all;
    irc->channel_count = count;
}

static void require_token(const struct ruling *ruling, const struct config_discord *discord,
                          int place)
{
    if (!discord->token && ruling->problems->count == ruling->problems->notes)
        problem_add(
            ruling->problems, ruling->outline->places[place].line,
            "discord \"%s\" has no token: add token_file = \"FILE\" with the file that holds it",
            discord->title);
}

static void require_shards(const struct ruling *ruling, const struct config_discord *discord,
                           int place)
{
    int line = line_of(ruling, place, "first_shard"), last = discord->last_shard;
    bool fits = last < 0 ||
                (discord->first_shard <= last && (discord->shards == 0 || last < discord->shards));
    if (fits && (discord->shards == 0 || discord->first_shard < discord->shards))
        return;
    problem_add(ruling->problems, line ? line : line_of(ruling, place, "last_shard"),
                "shards %d to %d are none of %d: they are numbered from 0", discord->first_shard,
                last, discord->shards);
}

/* The last shard that a section runs, if nobody says how many there are. */
static int last_of(const struct config_discord *discord)
{
    return discord->last_shard >= 0 ? discord->last_shard
           : discord->shards        ? discord->shards - 1
                                    : INT_MAX;
}

/* Two sections may be halves of one application, whose budgets they share by their shards; a
   token begins with the application. A shard that runs twice is told everything twice. */
static void require_own_shards(const struct ruling *ruling, const struct config *config, int place,
                               int i, int other)
{
    const struct config_discord *a = &config->discord[other], *b = &config->discord[i];
    if (!a->token || !b->token || strncmp(a->token, b->token, strcspn(a->token, ".") + 1) != 0)
        return;
    int line = line_of(ruling, place, "first_shard");
    line = line ? line : ruling->outline->places[place].line;
    if (problem_is_at(ruling->problems, line))
        return;
    if (config->postgres_lease > 0)
        problem_add(
            ruling->problems, line,
            "discord \"%s\" and \"%s\" are one application, and with postgres_lease one process serves all of it: "
            "leave one of them out, and first_shard and last_shard of the other",
            a->title, b->title);
    else if (a->shards != b->shards || a->shards == 0)
        problem_add(
            ruling->problems, line,
            "discord \"%s\" and \"%s\" are one application: write into both how many shards it has (shards = 2)",
            a->title, b->title);
    else if (a->first_shard <= last_of(b) && b->first_shard <= last_of(a))
        problem_add(
            ruling->problems, line,
            "discord \"%s\" and \"%s\" are one application, and both run shard %d: give each its own by "
            "first_shard and last_shard",
            a->title, b->title, a->first_shard > b->first_shard ? a->first_shard : b->first_shard);
}

/* A third of the lease is for a late answer of the server, a third for what is still on its way
   when another process speaks. */
static void require_lease(const struct ruling *ruling, const struct config *config)
{
    enum { LEAST_S = 3 };
    int line = line_of(ruling, 0, "postgres_lease");
    if (config->postgres_lease == 0 || problem_is_at(ruling->problems, line))
        return;
    if (config->postgres_lease < LEAST_S)
        problem_add(ruling->problems, line,
                    "a lease lasts %d seconds or more; 0 is for one process alone", LEAST_S);
    else if (!text_same_word(config->store, "postgres"))
        problem_add(ruling->problems, line,
                    "only a server can be shared: write store = \"postgres\", or leave this out");
    else if (config->irc_count + config->discord_count == 0)
        problem_add(ruling->problems, line,
                    "processes share networks: add an irc or discord section, or leave this out");
}

/* Each network has a process of its own then, which adds the network's name to the path of its
   socket. */
static void require_metrics(const struct ruling *ruling, const struct config *config)
{
    enum { PATH_MOST = 36 };
    static const char unix_socket[] = "unix:";
    int line = line_of(ruling, 0, "metrics"), length = (int)sizeof unix_socket - 1;
    if (config->postgres_lease == 0 || !*config->metrics || problem_is_at(ruling->problems, line))
        return;
    if (strncmp(config->metrics, unix_socket, (size_t)length) != 0)
        problem_add(
            ruling->problems, line,
            "with postgres_lease each network has a process of its own, and they cannot share a port: write a "
            "path (unix:/run/tabletalk/metrics)");
    else if (strlen(config->metrics + length) > PATH_MOST)
        problem_add(
            ruling->problems, line,
            "with postgres_lease the path has at most %d bytes, because the name of a network is added to it",
            PATH_MOST);
}

static void note_what_is_missing(const struct ruling *ruling, const struct config *config)
{
    bool is_owner_shown = config->owner[0] || config->irc_count == 0;
    for (int i = 0; i < config->irc_count && !is_owner_shown; i++)
        is_owner_shown =
            line_of(ruling,
                    outline_child(ruling->outline, 0, option_find(&option_root, "irc")->section, i),
                    "realname") > 0;
    if (config->irc_count + config->discord_count == 0)
        problem_note(
            ruling->problems, 0,
            "no network is named, so a table opens in the terminal and nowhere else: add a section irc \"libera\" "
            "{ ... } or discord \"club\" { ... }");
    if (!is_owner_shown)
        problem_note(
            ruling->problems, 0,
            "nobody is told who runs this bot, which many networks ask for: add owner = \"NAME, ADDRESS\"");
}

/* Rules between several options, and values that follow from several options, which rows cannot
   express. Runs on structs that have all their values. */
static void rules_apply(struct config *config, const struct outline *outline,
                        struct problems *problems)
{
    struct ruling ruling = {outline, problems};
    const struct section *irc = option_find(&option_root, "irc")->section;
    const struct section *channel = option_find(irc, "channel")->section;
    work_out_data_folder(config);
    work_out_name(config);
    require_lease(&ruling, config);
    require_metrics(&ruling, config);
    for (int i = 0; i < config->irc_count; i++) {
        int place = outline_child(outline, 0, irc, i);
        work_out_realname(config, &config->irc[i]);
        require_tls(&ruling, &config->irc[i], place);
        require_means(&ruling, &config->irc[i], place);
        require_short_passwords(&ruling, &config->irc[i], place);
        char **keys = take_keys(&config->irc[i]);
        require_listed_channels(&ruling, &config->irc[i], place, channel);
        complete_channels(&config->irc[i], irc, channel);
        give_keys(&ruling, &config->irc[i], place, keys);
    }
    for (int i = 0; i < config->discord_count; i++) {
        int place = outline_child(outline, 0, option_find(&option_root, "discord")->section, i);
        require_token(&ruling, &config->discord[i], place);
        require_shards(&ruling, &config->discord[i], place);
        for (int other = 0; other < i; other++)
            require_own_shards(&ruling, config, place, i, other);
    }
    note_what_is_missing(&ruling, config);
}

/* ---- reading ---- */

struct reading {
    struct problems problems;
    struct outline *outline;
    char *folder; /* of the file; "" for the current one */
};

static void read_option(struct reading *reading, const struct frame *frame, int place,
                        const struct option *option)
{
    const struct statement *statement = outline_statement(reading->outline, place, option);
    struct value_site site = {&reading->problems, statement->line, 0, option->name,
                              reading->folder};
    void *field = value_field(option, frame->values);
    int count = statement->count;
    if (option->kind == VALUE_LIST && count > option->most) {
        problem_add(&reading->problems, statement->line,
                    "%s has %d items, and there is room for %d: leave %d of them out", option->name,
                    count, option->most, count - option->most);
        count = option->most;
    }
    for (int i = 0; i < count; i++) {
        const char *value = reading->outline->values[statement->first + i].text;
        site.item = reading->outline->values[statement->first + i].line;
        if (option->kind == VALUE_SECRET)
            value_set_secret(option, statement->is_variable, value, &site, field);
        else if (option->kind == VALUE_LIST)
            value_add(option, value, &site, field);
        else
            value_set(option, value, &site, field);
    }
    if (option->is_required && statement->line == 0)
        problem_add(&reading->problems, reading->outline->places[place].line,
                    "%s has no %s: add %s = \"%s\"", outline_name(reading->outline, place).text,
                    option->name, option->name, option->fallback);
}

static void read_section(struct reading *reading, const struct frame *frame, int place);

static void read_children(struct reading *reading, const struct frame *frame, int place,
                          const struct option *option)
{
    const struct section *section = option->section;
    int count = 0;
    while (outline_child(reading->outline, place, section, count) >= 0)
        count++;
    char *children = count ? calloc((size_t)count, section->size) : NULL;
    check(children || count == 0);
    *value_children(option, frame->values) = children;
    *value_child_count(option, frame->values) = count;
    for (int i = 0; i < count; i++) {
        struct frame child = {section, children + (size_t)i * section->size, frame};
        read_section(reading, &child, outline_child(reading->outline, place, section, i));
    }
}

/* Children come last among the rows, so that they inherit the final values of their parent. */
static void read_section(struct reading *reading, const struct frame *frame, int place)
{
    value_set_defaults(frame,
                       place ? reading->outline->places[place].title : reading->problems.file);
    for (int i = 0; i < frame->section->option_count; i++) {
        const struct option *option = &frame->section->options[i];
        if (option->kind == VALUE_CHILDREN)
            read_children(reading, frame, place, option);
        else
            read_option(reading, frame, place, option);
    }
}

/* Different readers would end a line or the file in different places at a byte that is no text. */
static bool check_encoding(const char *bytes, struct problems *problems)
{
    int length = (int)strlen(bytes);
    int line = 1;
    for (int i = 0, step; i < length; i += step) {
        step = text_utf8(bytes + i, length - i, NULL);
        if (step == 0) {
            problem_add(problems, line, "this line is not UTF-8: save the file as UTF-8 text");
            return false;
        }
        line += bytes[i] == '\n';
    }
    return true;
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    char *folder = strndup(path, slash == path ? 1 : length);
    check(folder);
    return folder;
}

static void read_bytes(struct reading *reading, const char *bytes, struct config *config)
{
    if (!check_encoding(bytes, &reading->problems))
        return;
    reading->outline = outline_new(bytes, &reading->problems);
    struct frame root = {&option_root, config, NULL};
    read_section(reading, &root, 0);
    rules_apply(config, reading->outline, &reading->problems);
    outline_free(reading->outline);
}

int config_read_text(const char *name, const char *bytes, struct config *config,
                     struct text *problems)
{
    struct reading *reading = calloc(1, sizeof *reading);
    check(reading);
    *config = (struct config){0};
    reading->problems.file = name;
    reading->folder = folder_of(name);
    read_bytes(reading, bytes, config);
    problem_print(&reading->problems, problems);
    int result = reading->problems.count == reading->problems.notes ? 0 : -1;
    if (result != 0)
        config_fini(config);
    free(reading->folder);
    free(reading);
    return result;
}

int config_defaults(struct config *config, struct text *problems)
{
    char notes[1000]; /* there is no file that could be meant otherwise */
    struct text none = text_over(notes, sizeof notes);
    int result = config_read_text("defaults", "", config, &none);
    if (result != 0)
        text_put(problems, notes);
    free(config->title);
    config->title = NULL;
    return result;
}

int config_read_file(const char *path, struct config *config, struct text *problems)
{
    char sentence[300];
    struct text why = text_over(sentence, sizeof sentence);
    char *bytes = config_file_load(path, CONFIG_LARGEST_FILE, "a configuration file", &why);
    if (!bytes) {
        text_putf(problems, "%s: %s\n", path, sentence);
        return -1;
    }
    int result = config_read_text(path, bytes, config, problems);
    free(bytes);
    return result;
}

int config_override(struct config *config, const char *option, const char *value, const char *shown,
                    struct text *problems)
{
    const struct option *row = option_find(&option_root, option);
    struct problems found = {.file = "command line"};
    struct value_site site = {&found, 0, 0, shown, ""};
    check(row && row->kind <= VALUE_TEXT);
    if (value_set(row, value, &site, value_field(row, config)))
        return 0;
    problem_print(&found, problems);
    return -1;
}

char *config_kept_file(const struct config *config, const char *name)
{
    return text_same_word(config->store, "memory") ? NULL : value_path(config->data_folder, name);
}

void config_fini(struct config *config)
{
    value_free_section(&option_root, config);
    *config = (struct config){0};
}

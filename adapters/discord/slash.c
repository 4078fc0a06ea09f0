/* Slash commands, made from the rows of commands.def, which say where each stands, and from
   usage.def, which says what its words are. Names only the two commands that exist only here. */
#include "inbox.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "commands.h"
#include "controls.h"
#include "host_admin.h"
#include "keep.h"
#include "log.h"
#include "markdown.h"
#include "rest.h"
#include "tables.h"
#include "text.h"
#include "usage.h"

enum {
    COMMAND_CHAT = 1,
    COMMAND_PERSON,
    OPTION_SUB = 1,
    OPTION_GROUP,
    OPTION_TEXT,
    OPTION_NUMBER,
    OPTION_FLAG,
    OPTION_USER,
    DESCRIPTION = 100,
    CHOICES = 25,
    MENU_TEXT = 3 /* a component */
};

static const char order_all[] = "all", may_manage_channels[] = "16";

enum { CONTEXT_GUILD, CONTEXT_DM, CONTEXT_ELSEWHERE };

enum { INSTALLED_IN_GUILD, INSTALLED_BY_USER };

/* What exists only here. */
static const struct commands_row own_move = {.name = "move", .slash = "top"},
                                 own_hands = {.name = "hands", .slash = "me"};

/* ---- options ---- */

static bool put_choice(void *choices, const char *word)
{
    check(json_array_append_new(choices, json_pack("{s:s, s:s}", "name", word, "value", word)) ==
          0);
    return true;
}

static json_t *option_new(int type, const char *name, const char *about, bool is_needed)
{
    json_t *option = json_pack("{s:i, s:s, s:s, s:b}", "type", type, "name", name, "description",
                               about, "required", is_needed);
    check(option);
    return option;
}

static void put_words(json_t *option, const struct usage_part *words)
{
    json_t *choices = json_array();
    check(choices);
    usage_each_choice(words, put_choice, choices);
    if (json_array_size(choices) > CHOICES)
        json_object_set_new(option, "autocomplete", json_true());
    else
        json_object_set(option, "choices", choices);
    json_decref(choices);
}

static void put_part(json_t *options, const struct usage_part *part)
{
    static const int types[] = {[USAGE_TEXT] = OPTION_TEXT,   [USAGE_COMPLETED] = OPTION_TEXT,
                                [USAGE_CHOICE] = OPTION_TEXT, [USAGE_NUMBER] = OPTION_NUMBER,
                                [USAGE_FLAG] = OPTION_FLAG,   [USAGE_USER] = OPTION_USER};
    json_t *option = option_new(types[part->kind], part->option, part->about, part->is_needed);
    if (part->kind == USAGE_COMPLETED)
        json_object_set_new(option, "autocomplete", json_true());
    else if (part->kind == USAGE_CHOICE)
        put_words(option, part);
    if (part->kind == USAGE_NUMBER) {
        json_object_set_new(option, "min_value", json_integer(part->least));
        json_object_set_new(option, "max_value", json_integer(part->most));
    }
    check(json_array_append_new(options, option) == 0);
}

/* A ban holds in the channel where it is ordered: the option is a person of Discord's own list, who
   need not have said anything. */
static void put_everybody(json_t *options)
{
    json_object_set_new(json_array_get(options, 0), "required", json_false());
    json_t *option =
        option_new(OPTION_TEXT, order_all, discord_strings[DISCORD_STRING_PART_ALL], false);
    put_words(option, &(struct usage_part){.word = "everybody"});
    check(json_array_append_new(options, option) == 0);
}

static void put_options(const struct commands_row *row, json_t *options)
{
    const char *words = row->words;
    struct usage_part part;
    while (usage_next(row->name, &words, &part)) {
        if (part.kind != USAGE_LITERAL)
            put_part(options, &part);
        if (part.kind == USAGE_USER && strcmp(row->name, "unban") == 0)
            put_everybody(options);
    }
}

/* ---- commands ---- */

bool slash_works_anywhere(const char *name)
{
    struct commands_row row;
    return commands_find(name, (int)strlen(name), &row) && strcmp(row.slash, "top anywhere") == 0;
}

/* What can be typed there instead of each "!word" of the help, up to its first semicolon. */
static void put_description(const char *help, struct text *out)
{
    const char *end = help + strcspn(help, ";");
    for (const char *p = help; p < end;) {
        int length = *p == '!' ? (int)strspn(p + 1, "abcdefghijklmnopqrstuvwxyz") : 0;
        struct commands_row row;
        bool is_command = length > 0 && commands_find(p + 1, length, &row);
        if (p == help)
            text_putf(out, "%c", *p - 'a' + 'A');
        else if (is_command)
            text_put(out, "/");
        else
            text_put_bytes(out, p, 1);
        p++;
        if (is_command && usage_put_path(&row, out))
            p += length;
    }
    text_put(out, ".");
    check(!out->cut && markdown_length(out->bytes) <= DESCRIPTION);
}

static json_t *named(json_t *list, const char *name)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(field_text(json_array_get(list, i), "name"), name) == 0)
            return json_array_get(list, i);
    return NULL;
}

static json_t *command_new(const struct commands_row *row, const char *name, const char *about)
{
    bool is_order = row->is_of_operators;
    json_t *command = json_pack("{s:s, s:i, s:s, s:[i], s:[i], s:[]}", "name", name, "type",
                                COMMAND_CHAT, "description", about, "contexts", CONTEXT_GUILD,
                                "integration_types", INSTALLED_IN_GUILD, "options");
    check(command);
    if (!is_order) {
        json_array_append_new(json_object_get(command, "contexts"), json_integer(CONTEXT_DM));
        json_array_append_new(json_object_get(command, "integration_types"),
                              json_integer(INSTALLED_BY_USER));
    } else {
        json_object_set_new(command, "default_member_permissions",
                            json_string(may_manage_channels));
    }
    if (strcmp(row->slash, "top anywhere") == 0)
        json_array_append_new(json_object_get(command, "contexts"),
                              json_integer(CONTEXT_ELSEWHERE));
    return command;
}

static json_t *sub_new(int type, const char *name, const char *about)
{
    json_t *sub = json_pack("{s:i, s:s, s:s, s:[]}", "type", type, "name", name, "description",
                            about, "options");
    check(sub);
    return sub;
}

/* The options of the command at the path, which is made where it is not there yet. */
static json_t *options_of_group(json_t *commands, const struct commands_row *row)
{
    char path[HOST_NAME];
    snprintf(path, sizeof path, "%s", row->slash);
    char *group = strchr(path, ' ');
    if (group)
        *group = '\0';
    json_t *command = named(commands, path);
    if (!command) {
        command = command_new(row, path, usage_about(path));
        check(json_array_append_new(commands, command) == 0);
    }
    json_t *options = json_object_get(command, "options");
    if (!group)
        return options;
    json_t *inner = named(options, group + 1);
    if (!inner) {
        inner = sub_new(OPTION_GROUP, group + 1, usage_about(row->slash));
        check(json_array_append_new(options, inner) == 0);
    }
    return json_object_get(inner, "options");
}

/* Returns its options. */
static json_t *put_below(json_t *commands, const struct commands_row *row, const char *about)
{
    bool is_top = text_is_prefix("top", row->slash);
    json_t *among = is_top ? commands : options_of_group(commands, row),
           *command =
               is_top ? command_new(row, row->name, about) : sub_new(OPTION_SUB, row->name, about);
    check(json_array_append_new(among, command) == 0);
    return json_object_get(command, "options");
}

static void put_command(void *commands, const struct commands_row *row)
{
    char bytes[4 * DESCRIPTION + 1];
    struct text about = text_over(bytes, sizeof bytes);
    if (strcmp(row->slash, "none") == 0)
        return;
    put_description(row->help, &about);
    put_options(row, put_below(commands, row, bytes));
}

static void put_own(json_t *commands)
{
    json_t *what = option_new(OPTION_TEXT, "move", discord_strings[DISCORD_STRING_PART_MOVE], true),
           *by = option_new(OPTION_TEXT, "by", discord_strings[DISCORD_STRING_PART_BY], true);
    json_object_set_new(what, "autocomplete", json_true());
    put_words(by, &(struct usage_part){.word = "dm|panel"});
    json_array_append_new(
        put_below(commands, &own_move, discord_strings[DISCORD_STRING_COMMAND_MOVE]), what);
    json_array_append_new(
        put_below(commands, &own_hands, discord_strings[DISCORD_STRING_COMMAND_HANDS]), by);
}

/* In the menu of each person. */
static void put_challenge(json_t *commands)
{
    check(
        json_array_append_new(commands, json_pack("{s:s, s:i, s:[i], s:[i]}", "name",
                                                  discord_strings[DISCORD_STRING_COMMAND_CHALLENGE],
                                                  "type", COMMAND_PERSON, "contexts", CONTEXT_GUILD,
                                                  "integration_types", INSTALLED_IN_GUILD)) == 0);
}

json_t *slash_commands(void)
{
    json_t *commands = json_array();
    check(commands);
    commands_each(put_command, commands);
    put_own(commands);
    put_challenge(commands);
    return commands;
}

/* ---- back to a line ---- */

/* Below which command, and in which group, it stands does not matter: no name is there twice.
   Discord goes on sending old names for a while, which stand below none. */
struct slash_call slash_read(const json_t *data)
{
    struct slash_call call = {.name = field_text(data, "name"),
                              .options = json_object_get(data, "options")};
    for (const json_t *sub = json_array_get(call.options, 0);
         sub && field_number(sub, "type") >= OPTION_SUB &&
         field_number(sub, "type") <= OPTION_GROUP;
         sub = json_array_get(call.options, 0)) {
        call.name = field_text(sub, "name");
        call.options = json_object_get(sub, "options");
    }
    call.name = call.name ? call.name : "";
    return call;
}

static const char challenge[] = "challenge";

bool slash_challenge(const json_t *data, struct text *out)
{
    const char *menu = field_text(data, "custom_id"),
               *game = json_string_value(json_array_get(json_object_get(data, "values"), 0));
    char id[DISCORD_ID] = "";
    if (field_number(data, "type") == COMMAND_PERSON)
        field_id(data, "target_id", id);
    else if (menu && menu[0] == 'c' && strlen(menu + 1) < sizeof id)
        snprintf(id, sizeof id, "%s", menu + 1);
    if (!id[0] || id[strspn(id, "0123456789")])
        return false;
    text_putf(out, "%s <@%s>%s%s", challenge, id, game ? " " : "", game ? game : "");
    return true;
}

static bool put_game(void *options, const char *id)
{
    check(json_array_append_new(options, json_pack("{s:s, s:s}", "label", id, "value", id)) == 0);
    return json_array_size(options) < CHOICES;
}

json_t *slash_games(const char *line)
{
    char menu[DISCORD_ID + 1] = "c";
    size_t length = strlen(challenge);
    if (strncmp(line, challenge, length) != 0 || strncmp(line + length, " <@", 3) != 0)
        return NULL;
    const char *id = line + length + 3;
    size_t digits = strspn(id, "0123456789");
    if (strcmp(id + digits, ">") != 0 || digits >= DISCORD_ID)
        return NULL;
    snprintf(menu + 1, sizeof menu - 1, "%.*s", (int)digits, id);
    json_t *options = json_array(), *components = json_array();
    host_each_game(put_game, options);
    controls_put_row(components,
                     json_pack("{s:i, s:s, s:s, s:o}", "type", MENU_TEXT, "custom_id", menu,
                               "placeholder", discord_strings[DISCORD_STRING_MENU_GAMES], "options",
                               options));
    return components;
}

static const json_t *value_of(const json_t *options, const char *name)
{
    for (size_t i = 0; i < json_array_size(options); i++) {
        const json_t *option = json_array_get(options, i);
        const char *is = field_text(option, "name");
        if (is && strcmp(is, name) == 0)
            return json_object_get(option, "value");
    }
    return NULL;
}

const char *slash_option(const json_t *options, const char *name)
{
    return json_string_value(value_of(options, name));
}

/* The option as it is called now, or as it was called before. */
static void put_value(const struct usage_part *part, const json_t *options, struct text *out)
{
    const json_t *value = value_of(options, part->option);
    if (!value && part->kind == USAGE_CHOICE && strchr(part->word, '|'))
        value = value_of(options, "kind");
    const char *text = json_string_value(value),
               *before = strncmp(part->word, "cut=", 4) == 0 ? "cut=" : "";
    if (part->kind == USAGE_FLAG && json_is_true(value))
        text_putf(out, " %s", part->word);
    else if (part->kind == USAGE_USER && text && *text)
        text_putf(out, " <@%s>", text);
    else if (json_is_integer(value))
        text_putf(out, " %lld", (long long)json_integer_value(value));
    else if (text && *text)
        text_putf(out, " %s%s", before, text);
}

bool slash_line(const char *name, const json_t *options, struct text *out)
{
    struct commands_row row;
    struct usage_part part;
    if (!commands_find(name, (int)strlen(name), &row) || strcmp(row.slash, "none") == 0)
        return false;
    text_put(out, name);
    for (const char *words = row.words; usage_next(name, &words, &part);) {
        if (part.kind != USAGE_LITERAL)
            put_value(&part, options, out);
        else if (islower((unsigned char)part.word[0]))
            text_putf(out, " %s", part.word);
    }
    const char *all = row.is_of_operators ? slash_option(options, order_all) : NULL;
    if (all && !slash_option(options, "user"))
        text_putf(out, " %s", all);
    return true;
}

bool slash_put_path(const char *name, struct text *out)
{
    const struct commands_row *own = strcmp(name, own_move.name) == 0    ? &own_move
                                     : strcmp(name, own_hands.name) == 0 ? &own_hands
                                                                         : NULL;
    struct commands_row row;
    if (!own && !commands_find(name, (int)strlen(name), &row))
        return false;
    return usage_put_path(own ? own : &row, out);
}

/* ---- registration ---- */

/* When they are others than the last time. Keeps the ids that Discord gives them. */

struct registering {
    struct discord *discord;
    /* for a server that knows no autocomplete; NULL if these were sent */
    json_t *plainer;
    char key[64], hash[2 * crypto_hash_sha256_BYTES + 1];
};

enum { IDS = 4096 /* at most 100 names and ids */ };

static void forget_registering(void *arg)
{
    struct registering *registering = arg;
    json_decref(registering->plainer);
    free(registering);
}

static void send_commands(struct registering *registering, json_t *commands);

/* The ids in what is kept. */
static void note_ids(struct discord *discord, const char *kept)
{
    free(discord->commands);
    discord->commands = strdup(kept + strcspn(kept, " "));
    check(discord->commands);
}

/* The moves are not offered then, but can be typed. */
static void drop_autocomplete(json_t *options)
{
    for (size_t i = 0; i < json_array_size(options); i++) {
        json_object_del(json_array_get(options, i), "autocomplete");
        drop_autocomplete(json_object_get(json_array_get(options, i), "options"));
    }
}

static json_t *without_autocomplete(const json_t *commands)
{
    json_t *plainer = json_deep_copy(commands);
    check(plainer);
    drop_autocomplete(plainer);
    return plainer;
}

/* No new session tries again. */
static bool is_hopeless(const struct rest_answer *answer)
{
    enum { NOT_FOUND = 404, NOT_ALLOWED = 405 };
    return answer->outcome == REST_REFUSED &&
           (answer->code == CODE_BAD_FORM || answer->status == NOT_FOUND ||
            answer->status == NOT_ALLOWED);
}

/* The hash of what was sent, then " play:123 join:124". */
static void keep_registered(const struct registering *registering, const json_t *commands)
{
    struct discord *discord = registering->discord;
    char bytes[IDS];
    struct text row = text_over(bytes, sizeof bytes);
    text_putf(&row, "%s ", registering->hash);
    for (size_t i = 0; i < json_array_size(commands); i++) {
        const json_t *command = json_array_get(commands, i);
        const char *name = field_text(command, "name");
        char id[DISCORD_ID];
        if (name && !strchr(name, ' ') && field_id(command, "id", id))
            text_putf(&row, " %s:%s", name, id);
    }
    if (row.cut)
        snprintf(bytes, sizeof bytes, "%s ", registering->hash);
    keep_put(discord->setup.keep, registering->key, bytes, NULL, NULL);
    note_ids(discord, bytes);
}

static void registered(void *arg, const struct rest_answer *answer)
{
    struct registering *registering = arg;
    struct discord *discord = registering->discord;
    json_t *plainer = registering->plainer;
    if (answer->outcome == REST_DONE) {
        keep_registered(registering, answer->body);
        log_event(LOG_INFO, "discord-commands-registered", "autocomplete", plainer ? "yes" : "no",
                  (char *)0);
    } else if (answer->outcome == REST_REFUSED && answer->code == CODE_BAD_FORM && plainer) {
        registering->plainer = NULL;
        send_commands(registering, plainer);
        return;
    } else {
        discord->has_no_commands = is_hopeless(answer);
        log_event(LOG_WARN, "discord-commands-refused", "code",
                  text_number(answer->code ? answer->code : answer->status), "why",
                  answer->message ? answer->message : "", (char *)0);
    }
    forget_registering(registering);
}

static void send_commands(struct registering *registering, json_t *commands)
{
    struct discord *discord = registering->discord;
    rest_send(discord->rest, &(struct rest_request){.lane = REST_BACKGROUND,
                                                    .method = "PUT",
                                                    .route = "/applications/{}/commands",
                                                    .ids = {discord->application},
                                                    .body = commands,
                                                    .done = registered,
                                                    .arg = registering,
                                                    .forget = forget_registering});
}

void slash_register(struct discord *discord)
{
    if (discord->has_no_commands || !discord->application[0])
        return;
    struct registering *registering = calloc(1, sizeof *registering);
    unsigned char hash[crypto_hash_sha256_BYTES];
    json_t *commands = slash_commands();
    char *dumped = json_dumps(commands, JSON_COMPACT | JSON_SORT_KEYS);
    check(registering && dumped);
    registering->discord = discord;
    snprintf(registering->key, sizeof registering->key, "discord:%s:commands",
             discord->application);
    crypto_hash_sha256(hash, (const unsigned char *)dumped, strlen(dumped));
    sodium_bin2hex(registering->hash, sizeof registering->hash, hash, sizeof hash);
    free(dumped);
    const char *kept = keep_get(discord->setup.keep, registering->key);
    size_t length = strlen(registering->hash);
    if (kept && strncmp(kept, registering->hash, length) == 0 && kept[length]) {
        note_ids(discord, kept);
        json_decref(commands);
        free(registering);
        return;
    }
    registering->plainer = without_autocomplete(commands);
    send_commands(registering, commands);
}

/* Slash commands. A usage in commands.def is read word by word: literal words stay, PLACEHOLDERS
   and what stands in [] become options. Names only the two commands that exist only here, and the
   one that exists only elsewhere. */
#include "inbox.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

enum {
    COMMAND_CHAT = 1,
    OPTION_TEXT = 3,
    OPTION_USER = 6,
    DESCRIPTION = 100,
    CHOICES = 25,
};

static const char order_user[] = "user", order_all[] = "all", may_manage_channels[] = "16";

enum { CONTEXT_GUILD, CONTEXT_DM, CONTEXT_ELSEWHERE };

enum { INSTALLED_IN_GUILD, INSTALLED_BY_USER };

/* ---- the words of a usage ---- */

enum part_kind {
    PART_LITERAL,
    PART_FREE,
    PART_GAME,
    PART_COMMAND,
    PART_NAME,
    PART_WORDS,
    PART_SETTINGS,
    PART_CUT,
    PART_RULE,
    PART_NOTICE
};

struct part {
    enum part_kind kind;
    bool is_needed;
    char name[HOST_NAME];
    char words[HOST_NAME]; /* PART_WORDS: "random|greedy" */
};

static void set_name(struct part *part, const char *bytes, size_t length)
{
    snprintf(part->name, sizeof part->name, "%.*s", (int)length, bytes);
    for (char *p = part->name; *p; p++)
        *p = (char)tolower((unsigned char)*p);
}

static enum part_kind placeholder(const char *name)
{
    static const struct {
        const char *name;
        enum part_kind kind;
    } placeholders[] = {{"game", PART_GAME}, {"command", PART_COMMAND}, {"name", PART_NAME},
                        {"rule", PART_RULE}, {"value", PART_RULE},      {"what", PART_NOTICE}};
    for (size_t i = 0; i < sizeof placeholders / sizeof *placeholders; i++)
        if (strcmp(placeholders[i].name, name) == 0)
            return placeholders[i].kind;
    return PART_FREE;
}

/* "[option=value...]" is one, "[cut=WORDS]" another. */
static bool next_part(const char **words, struct part *part)
{
    const char *p = *words + strspn(*words, " ");
    size_t length = *p == '[' ? strcspn(p, "]") + 1 : strcspn(p, " ");
    if (!*p)
        return false;
    *words = p + length;
    *part = (struct part){.is_needed = *p != '['};
    if (!part->is_needed) {
        p++;
        length -= 2;
    }
    set_name(part, p, length);
    if (strncmp(p, "cut=", 4) == 0) {
        part->kind = PART_CUT;
        set_name(part, p, 3);
    } else if (memchr(p, '=', length)) {
        part->kind = PART_SETTINGS;
        set_name(part, "options", 7);
    } else if (memchr(p, '|', length)) {
        part->kind = PART_WORDS;
        snprintf(part->words, sizeof part->words, "%.*s", (int)length, p);
        set_name(part, "kind", 4);
    } else if (!isupper((unsigned char)*p)) {
        part->kind = PART_LITERAL;
    } else {
        part->kind = placeholder(part->name);
    }
    return true;
}

/* ---- as Discord wants them ---- */

static void put_choice(json_t *choices, const char *name)
{
    check(json_array_append_new(choices, json_pack("{s:s, s:s}", "name", name, "value", name)) ==
          0);
}

static bool put_game(void *choices, const char *id)
{
    put_choice(choices, id);
    return true;
}

/* A seat here belongs to an account, and no seat word proves anything. */
static bool is_elsewhere(const char *name)
{
    return strcmp(name, "seat") == 0;
}

static void put_command_name(void *choices, const char *name, const char *words, const char *help)
{
    (void)words;
    (void)help;
    if (!is_elsewhere(name))
        put_choice(choices, name);
}

static void put_words(json_t *choices, const char *words)
{
    for (const char *p = words; *p; p += strcspn(p, "|"), p += *p == '|') {
        char word[HOST_NAME];
        snprintf(word, sizeof word, "%.*s", (int)strcspn(p, "|"), p);
        put_choice(choices, word);
    }
}

static json_t *option_new(const struct part *part)
{
    static const enum discord_string about[] = {
        [PART_FREE] = DISCORD_STRING_PART_FREE,
        [PART_GAME] = DISCORD_STRING_PART_GAME,
        [PART_COMMAND] = DISCORD_STRING_PART_COMMAND,
        [PART_NAME] = DISCORD_STRING_PART_NAME,
        [PART_WORDS] = DISCORD_STRING_PART_WORDS,
        [PART_SETTINGS] = DISCORD_STRING_PART_SETTINGS,
        [PART_CUT] = DISCORD_STRING_PART_CUT,
        [PART_RULE] = DISCORD_STRING_PART_RULE,
        [PART_NOTICE] = DISCORD_STRING_PART_NOTICE,
    };
    json_t *option =
        json_pack("{s:i, s:s, s:s, s:b}", "type", OPTION_TEXT, "name", part->name, "description",
                  discord_strings[about[part->kind]], "required", part->is_needed);
    json_t *choices = json_array();
    check(option && choices);
    if (part->kind == PART_GAME)
        host_each_game(put_game, choices);
    else if (part->kind == PART_COMMAND)
        commands_each(false, put_command_name, choices);
    else if (part->kind == PART_WORDS)
        put_words(choices, part->words);
    bool is_helped = part->kind == PART_SETTINGS || part->kind == PART_NAME ||
                     part->kind == PART_RULE || part->kind == PART_NOTICE;
    if (is_helped || json_array_size(choices) > CHOICES)
        json_object_set_new(option, "autocomplete", json_true());
    else if (json_array_size(choices) > 0)
        json_object_set(option, "choices", choices);
    json_decref(choices);
    return option;
}

/* Cut at a ";"; "!word" becomes "/word". */
static void put_description(const char *help, struct text *out)
{
    char bytes[HOST_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    text_put(&text, help);
    for (char *p = bytes; *p; p++)
        if (*p == '!' && p[1] >= 'a' && p[1] <= 'z')
            *p = '/';
    char *end = strpbrk(bytes, ";");
    if (markdown_length(bytes) > DESCRIPTION && end)
        snprintf(end, 2, ".");
    markdown_put_plain(bytes, DESCRIPTION, out);
}

bool slash_works_anywhere(const char *name)
{
    static const char *const names[] = {"games", "rules", "help"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static json_t *command_new(const char *name, const char *help)
{
    char bytes[4 * DESCRIPTION + 1];
    struct text description = text_over(bytes, sizeof bytes);
    put_description(help, &description);
    json_t *command =
        json_pack("{s:s, s:i, s:s, s:[i, i], s:[i, i], s:[]}", "name", name, "type", COMMAND_CHAT,
                  "description", bytes, "contexts", CONTEXT_GUILD, CONTEXT_DM, "integration_types",
                  INSTALLED_IN_GUILD, INSTALLED_BY_USER, "options");
    check(command);
    if (slash_works_anywhere(name))
        json_array_append_new(json_object_get(command, "contexts"),
                              json_integer(CONTEXT_ELSEWHERE));
    return command;
}

static void put_command(void *commands, const char *name, const char *words, const char *help)
{
    struct part part;
    if (is_elsewhere(name))
        return;
    json_t *command = command_new(name, help);
    while (next_part(&words, &part))
        if (part.kind != PART_LITERAL)
            check(json_array_append_new(json_object_get(command, "options"), option_new(&part)) ==
                  0);
    check(json_array_append_new(commands, command) == 0);
}

/* It holds in the channel where it is ordered: the option is a person of Discord's own list, who
   need not have said anything. */
static void put_order(void *commands, const char *name, const char *words, const char *help)
{
    const char *everybody = strcmp(name, "unban") == 0 ? "everybody" : NULL;
    json_t *command = command_new(name, help), *options = json_object_get(command, "options");
    struct part part;
    json_object_set_new(command, "contexts", json_pack("[i]", CONTEXT_GUILD));
    json_object_set_new(command, "integration_types", json_pack("[i]", INSTALLED_IN_GUILD));
    json_object_set_new(command, "default_member_permissions", json_string(may_manage_channels));
    while (next_part(&words, &part))
        if (part.kind == PART_NAME)
            json_array_append_new(options, json_pack("{s:i, s:s, s:s, s:b}", "type", OPTION_USER,
                                                     "name", order_user, "description",
                                                     discord_strings[DISCORD_STRING_PART_USER],
                                                     "required", !everybody));
    if (everybody)
        json_array_append_new(options,
                              json_pack("{s:i, s:s, s:s, s:b, s:[{s:s, s:s}]}", "type", OPTION_TEXT,
                                        "name", order_all, "description",
                                        discord_strings[DISCORD_STRING_PART_ALL], "required", false,
                                        "choices", "name", everybody, "value", everybody));
    check(json_array_append_new(commands, command) == 0);
}

static void put_own(json_t *commands)
{
    json_t *move = command_new("move", discord_strings[DISCORD_STRING_COMMAND_MOVE]);
    json_t *hands = command_new("hands", discord_strings[DISCORD_STRING_COMMAND_HANDS]);
    json_t *what = json_pack("{s:i, s:s, s:s, s:b, s:b}", "type", OPTION_TEXT, "name", "move",
                             "description", discord_strings[DISCORD_STRING_PART_MOVE], "required",
                             true, "autocomplete", true);
    json_t *by =
        json_pack("{s:i, s:s, s:s, s:b, s:[]}", "type", OPTION_TEXT, "name", "by", "description",
                  discord_strings[DISCORD_STRING_PART_BY], "required", true, "choices");
    check(what && by);
    put_words(json_object_get(by, "choices"), "dm|panel");
    json_array_append_new(json_object_get(move, "options"), what);
    json_array_append_new(json_object_get(hands, "options"), by);
    json_array_append_new(commands, move);
    json_array_append_new(commands, hands);
}

json_t *slash_commands(void)
{
    json_t *commands = json_array();
    check(commands);
    commands_each(false, put_command, commands);
    commands_each(true, put_order, commands);
    put_own(commands);
    return commands;
}

/* ---- back to a line ---- */

const char *slash_option(const json_t *options, const char *name)
{
    for (size_t i = 0; i < json_array_size(options); i++) {
        const json_t *option = json_array_get(options, i);
        const char *is = field_text(option, "name");
        if (is && strcmp(is, name) == 0)
            return field_text(option, "value");
    }
    return NULL;
}

struct lining {
    const char *name;
    const json_t *options;
    struct text *out;
    bool found;
};

static void put_line(void *arg, const char *name, const char *words, const char *help)
{
    struct lining *lining = arg;
    struct part part;
    (void)help;
    if (strcmp(name, lining->name) != 0)
        return;
    lining->found = true;
    text_put(lining->out, name);
    while (next_part(&words, &part)) {
        const char *value =
            part.kind == PART_LITERAL ? part.name : slash_option(lining->options, part.name);
        if (value && *value)
            text_putf(lining->out, part.kind == PART_CUT ? " cut=%s" : " %s", value);
    }
}

static void put_order_line(void *arg, const char *name, const char *words, const char *help)
{
    struct lining *lining = arg;
    (void)words;
    (void)help;
    if (strcmp(name, lining->name) != 0)
        return;
    const char *user = slash_option(lining->options, order_user),
               *all = slash_option(lining->options, order_all);
    lining->found = true;
    text_putf(lining->out, "%s here", name);
    if (user)
        text_putf(lining->out, " <@%s>", user);
    else if (all)
        text_putf(lining->out, " %s", all);
}

bool slash_line(const char *name, const json_t *options, struct text *out)
{
    struct lining lining = {.name = name, .options = options, .out = out};
    commands_each(false, put_line, &lining);
    commands_each(true, put_order_line, &lining);
    return lining.found;
}

/* ---- registration ---- */

/* When they are others than the last time. Keeps the ids that Discord gives them. */

struct registering {
    struct discord *discord;
    /* for a server that knows no autocomplete; NULL if these were sent */
    json_t *plainer;
    char key[64], hash[2 * crypto_hash_sha256_BYTES + 1];
};

enum { IDS = 4096 /* at most 102 names and ids */ };

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
static json_t *without_autocomplete(const json_t *commands)
{
    json_t *plainer = json_deep_copy(commands);
    check(plainer);
    for (size_t i = 0; i < json_array_size(plainer); i++) {
        json_t *options = json_object_get(json_array_get(plainer, i), "options");
        for (size_t k = 0; k < json_array_size(options); k++)
            json_object_del(json_array_get(options, k), "autocomplete");
    }
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
        if (name && field_id(command, "id", id))
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

/* See completion.h. */
#include "completion.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "check.h"
#include "commands.h"
#include "controls.h"
#include "host_admin.h"
#include "inbox.h"
#include "markdown.h"
#include "posts.h"
#include "tables.h"
#include "text.h"

enum { CHOICES = 25, CHOICE_NAME = 100, CHOICE_VALUE = 100 };

/* NULL if absent. */
static const json_t *focused_of(const json_t *options)
{
    for (size_t i = 0; i < json_array_size(options); i++)
        if (json_is_true(json_object_get(json_array_get(options, i), "focused")))
            return json_array_get(options, i);
    return NULL;
}

struct offering {
    json_t *choices;
    const char *typed;  /* the word that is being typed */
    const char *before; /* with a blank behind */
    int before_length;
    const char *room;
};

static bool has_all(const struct offering *offering)
{
    return json_array_size(offering->choices) >= CHOICES;
}

static void offer(struct offering *offering, const char *name, const char *value)
{
    char bytes[4 * CHOICE_NAME + 1];
    struct text text = text_over(bytes, sizeof bytes);
    markdown_put_plain(name, CHOICE_NAME, &text);
    if (markdown_length(value) <= CHOICE_VALUE && *bytes && !has_all(offering))
        check(json_array_append_new(offering->choices,
                                    json_pack("{s:s, s:s}", "name", bytes, "value", value)) == 0);
}

/* A move too long to be offered can be typed in full. */
static bool offer_move(struct offering *offering, const struct host_choice *choice)
{
    char name[HOST_TEXT];
    struct text text = text_over(name, sizeof name);
    text_putf(&text, "%s%s%s", choice->label, *choice->detail ? ": " : "", choice->detail);
    if (strcasestr(name, offering->typed) || strcasestr(choice->move, offering->typed))
        offer(offering, name, choice->move);
    return !has_all(offering);
}

static bool offer_setting(void *arg, const char *option, const char *value, const char *help)
{
    struct offering *offering = arg;
    char setting[HOST_TEXT], name[2 * HOST_TEXT];
    struct text said = text_over(setting, sizeof setting), shown = text_over(name, sizeof name);
    text_putf(&said, "%.*s%s=%s", offering->before_length, offering->before, option, value);
    text_putf(&shown, "%s (%s)", setting, help ? help : "");
    if (text_is_prefix(offering->typed, setting + offering->before_length))
        offer(offering, shown.bytes, setting);
    return !has_all(offering);
}

static bool offer_name(void *arg, const char *name)
{
    struct offering *offering = arg;
    if (text_is_prefix(offering->typed, name))
        offer(offering, name, name);
    return !has_all(offering);
}

static void offer_command(void *arg, const struct commands_row *row)
{
    if (!row->is_of_operators && strcmp(row->slash, "none") != 0)
        offer_name(arg, row->name);
}

static void offer_settings(struct offering *offering, const char *game, const char *typed)
{
    const char *last = strrchr(typed, ' ');
    offering->before = typed;
    offering->before_length = last ? (int)(last - typed) + 1 : 0;
    offering->typed = typed + offering->before_length;
    if (game)
        host_each_option(game, offer_setting, offering);
}

/* Behind "server", too, which sets a rule for the whole server; for a game, what it can be
   played with. */
static void offer_values(struct discord *discord, const char *rule, struct offering *offering)
{
    const char *last = rule ? strrchr(rule, ' ') : NULL;
    rule = last ? last + 1 : rule;
    if (rule && host_is_game(rule))
        offer_settings(offering, rule, offering->typed);
    if (rule)
        host_each_rule_value(discord->host, discord->network, offering->room, rule, offer_name,
                             offering);
}

bool completion_table(struct discord *discord, const struct person *person, const char *room,
                      struct host_board *out)
{
    struct host *host = discord->host;
    int64_t tables[HOST_TABLES_EACH];
    if (host_board_in(host, discord->network, room, out) &&
        host_board_of(host, identity(discord->network, person->id), out->table, out))
        return true;
    return host_tables_of(host, identity(discord->network, person->id), tables) == 1 &&
           host_board_of(host, identity(discord->network, person->id), tables[0], out);
}

static void offer_moves(const struct completion *asked, struct offering *offering)
{
    struct discord *discord = asked->discord;
    struct host_board table;
    struct host_panel *panel = NULL;
    if (completion_table(discord, asked->person, asked->room, &table))
        panel = host_panel_of(discord->host, identity(discord->network, asked->person->id),
                              table.table);
    for (int i = 0; panel && i < panel->moves.count && offer_move(offering, &panel->moves.list[i]);
         i++)
        ;
    host_panel_free(panel);
}

/* Of another process's table, if the person sits there. */
static void offer_names(const struct completion *asked, struct offering *offering)
{
    struct discord *discord = asked->discord;
    struct heard heard = controls_heard(discord, asked->person);
    struct session *session = host_find(discord->host, heard.network, asked->room);
    struct host_board table;
    if (session)
        host_each_to_kick(session, &heard, offer_name, offering);
    else if (completion_table(discord, asked->person, asked->room, &table))
        host_each_to_kick_at(discord->host, identity_of(&heard), table.table, offer_name, offering);
}

/* Where another process leads the room's table, those of its game. */
static void offer_options(const struct completion *asked, const char *game,
                          struct offering *offering)
{
    struct host_board table;
    const struct session *session =
        host_find(asked->discord->host, asked->discord->network, asked->room);
    bool has_table =
        host_board_in(asked->discord->host, asked->discord->network, asked->room, &table);
    offer_settings(offering, game ? game : has_table ? table.game : NULL, offering->typed);
    if (!game && session)
        host_each_table_option(session, offer_setting, offering);
}

json_t *completion_choices(const struct completion *asked)
{
    struct discord *discord = asked->discord;
    struct offering offering = {.choices = json_array(), .room = asked->room};
    const json_t *options = slash_read(asked->data).options, *focused = focused_of(options);
    const char *name = focused ? field_text(focused, "name") : NULL;
    const char *typed = focused ? field_text(focused, "value") : NULL;
    check(offering.choices);
    offering.typed = typed ? typed : "";
    if (name && strcmp(name, "move") == 0) {
        offer_moves(asked, &offering);
    } else if (name && strcmp(name, "name") == 0) {
        offer_names(asked, &offering);
    } else if (name && strcmp(name, "what") == 0) {
        host_each_game(offer_name, &offering);
        offer_name(&offering, "off");
        offer_name(&offering, "quiet");
        offer_name(&offering, "seeks");
    } else if (name && strcmp(name, "command") == 0) {
        commands_each(offer_command, &offering);
    } else if (name && strcmp(name, "rule") == 0) {
        host_each_rule(discord->host, discord->network, offer_name, &offering);
    } else if (name && strcmp(name, "value") == 0) {
        offer_values(discord, slash_option(options, "rule"), &offering);
    } else if (name && strcmp(name, "options") == 0) {
        offer_options(asked, slash_option(options, "game"), &offering);
    }
    return offering.choices;
}

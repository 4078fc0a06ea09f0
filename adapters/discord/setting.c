/* See setting.h. */
#include "setting.h"

#include <stdio.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "controls.h"
#include "host_admin.h"
#include "inbox.h"
#include "json.h"
#include "markdown.h"
#include "tables.h"
#include "text.h"

enum { MENU_OPTIONS = 25, HELP = 100, MENU_TEXT = 3, MENU_ROLE = 6 };

enum pressed_part { PART_RULE = '?', PART_VALUE = '=', PART_ROLE = '@' };

/* ---- what was pressed ---- */

static void put_values(const json_t *values, char part, struct text *out)
{
    for (size_t i = 0; i < json_array_size(values); i++) {
        const char *value = json_string_value(json_array_get(values, i));
        text_putf(out, part == PART_ROLE ? " <@&%s>" : " %s", value ? value : "");
    }
}

bool setting_read(const json_t *data, struct setting *out)
{
    const char *id = field_text(data, "custom_id");
    const json_t *values = json_object_get(data, "values");
    if (!id || id[0] != 'h' || !id[1] || !strchr("cg", id[1]) || !id[2] || !strchr("?=@:", id[2]))
        return false;
    const char *chosen = json_string_value(json_array_get(values, 0));
    const char *rule = id[2] == PART_RULE ? chosen : id + 3;
    struct text line = text_over(out->line, sizeof out->line);
    bool is_set = (id[2] == PART_VALUE || id[2] == PART_ROLE) && json_array_size(values) > 0;
    out->is_of_server = id[1] == 'g';
    snprintf(out->rule, sizeof out->rule, "%s", rule ? rule : "");
    text_putf(&line, "%s%s%s%s%s", "settings", is_set && out->is_of_server ? " " DISCORD_GROUP : "",
              *out->rule ? " " : "", out->rule, "");
    if (is_set)
        put_values(values, id[2], &line);
    return !line.cut;
}

/* ---- what can be pressed next ---- */

struct menu {
    json_t *options;
    const char *now; /* the word that is chosen already; or NULL */
};

static bool add_word(void *arg, const char *word)
{
    struct menu *menu = arg;
    json_t *option = json_pack("{s:s, s:s}", "label", word, "value", word);
    check(option);
    if (menu->now && strcmp(menu->now, word) == 0)
        json_object_set_new(option, "default", json_true());
    check(json_array_append_new(menu->options, option) == 0);
    return json_array_size(menu->options) < MENU_OPTIONS;
}

static bool add_option(void *arg, const char *name, const char *value, const char *help)
{
    struct menu *menu = arg;
    char word[HOST_NAME], about[4 * HELP + 1];
    struct text text = text_over(about, sizeof about);
    snprintf(word, sizeof word, "%s=%s", name, value);
    bool goes_on = add_word(menu, word);
    markdown_put_plain(help ? help : "", HELP, &text);
    if (*about)
        json_object_set_new(json_array_get(menu->options, json_array_size(menu->options) - 1),
                            "description", json_string(about));
    return goes_on;
}

/* `most` of its options may be chosen together. An empty menu is not put. */
static void put_menu(json_t *components, const struct setting *setting, char part, json_t *options,
                     int most, enum discord_string about)
{
    char id[HOST_NAME + 4];
    snprintf(id, sizeof id, "h%c%c%s", setting->is_of_server ? 'g' : 'c', part,
             part == PART_RULE ? "" : setting->rule);
    json_t *menu = json_pack(
        "{s:i, s:s, s:s, s:i, s:i}", "type", part == PART_ROLE ? MENU_ROLE : MENU_TEXT, "custom_id",
        id, "placeholder", discord_strings[about], "min_values", 1, "max_values", most);
    check(menu);
    if (part != PART_ROLE)
        json_object_set(menu, "options", options);
    if (part == PART_ROLE || json_array_size(options) > 0)
        controls_put_row(components, menu);
    else
        json_decref(menu);
    json_decref(options);
}

static void put_rules(const struct discord *discord, const struct setting *setting,
                      json_t *components)
{
    struct menu menu = {.options = json_array(), .now = setting->rule};
    check(menu.options);
    host_each_rule(discord->host, discord->network, add_word, &menu);
    put_menu(components, setting, PART_RULE, menu.options, 1, DISCORD_STRING_SETTINGS_RULE);
}

/* Of a game its options, several at once; of the rule about games, several games. */
static void put_rule_values(const struct discord *discord, const char *room,
                            const struct setting *setting, json_t *components)
{
    struct menu menu = {.options = json_array()};
    bool is_game = host_is_game(setting->rule),
         is_several = is_game || strcmp(setting->rule, "games") == 0;
    check(menu.options);
    host_each_rule_value(discord->host, discord->network, room, setting->rule, add_word, &menu);
    if (is_game)
        host_each_option(setting->rule, add_option, &menu);
    int count = (int)json_array_size(menu.options);
    put_menu(components, setting, PART_VALUE, menu.options, is_several ? count : 1,
             DISCORD_STRING_SETTINGS_VALUE);
    if (strcmp(setting->rule, "open") == 0)
        put_menu(components, setting, PART_ROLE, NULL, 1, DISCORD_STRING_SETTINGS_ROLE);
}

static void put_scope(const struct setting *setting, json_t *components)
{
    static const enum discord_string labels[] = {DISCORD_STRING_SETTINGS_CHANNEL,
                                                 DISCORD_STRING_SETTINGS_SERVER};
    for (int is_server = 0; is_server < 2; is_server++) {
        char id[HOST_NAME + 4];
        snprintf(id, sizeof id, "h%c:%s", is_server ? 'g' : 'c', setting->rule);
        controls_put_button(components,
                            setting->is_of_server == is_server ? STYLE_PRIMARY : STYLE_SECONDARY,
                            discord_strings[labels[is_server]], id);
    }
}

json_t *setting_controls(const struct discord *discord, const char *room, unsigned rank,
                         const struct setting *setting)
{
    json_t *components = json_array();
    check(components);
    put_rules(discord, setting, components);
    if (*setting->rule && rank & (RANK_OPERATOR | RANK_ADMIN))
        put_rule_values(discord, room, setting, components);
    if (rank & (RANK_GROUP | RANK_ADMIN))
        put_scope(setting, components);
    return components;
}

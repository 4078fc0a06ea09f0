/* What an interaction means: who did it, where, with what rank, and what the host hears of it. */
#include "inbox.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "board.h"
#include "check.h"
#include "commands.h"
#include "controls.h"
#include "host_admin.h"
#include "list.h"
#include "markdown.h"
#include "people.h"
#include "places.h"
#include "posts.h"
#include "private.h"
#include "prose.h"
#include "reply.h"
#include "rest.h"
#include "strings/shared.def"
#include "tables.h"
#include "text.h"
#include "view.h"

enum { INTERACTION_COMMAND = 2, INTERACTION_COMPONENT, INTERACTION_TYPING, INTERACTION_MODAL };

struct act {
    struct discord *discord;
    const json_t *interaction, *data;
    struct person *person;
    bool is_private;   /* in direct messages, or elsewhere */
    bool is_elsewhere; /* only this person has added us, to the own account */
    char guild[DISCORD_ID], channel[DISCORD_ID];
    char room[HOST_ROOM]; /* "<#50>"; in direct messages "@KEY", where a private table is */
    unsigned rank;
};

/* ---- house rules as a panel ---- */

/* Behind /settings: one menu with the rules, one with what the chosen rule can be. A choice becomes
   the line that an operator would have typed. All that a press is about stands in its custom id, so
   a panel works after a restart. Ids are "hc=guests": the letter, c for the channel or g for the
   server, what was pressed, the rule. */

struct setting {
    bool is_of_server;    /* for all channels at once */
    char rule[HOST_NAME]; /* "" before one is chosen */
    char line[HOST_TEXT]; /* "settings guests no" */
};

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

/* Nothing that it claims is checked. False if it is of no such panel. */
static bool setting_read(const json_t *data, struct setting *out)
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

static void put_rules(const struct act *act, const struct setting *setting, json_t *components)
{
    struct menu menu = {.options = json_array(), .now = setting->rule};
    check(menu.options);
    host_each_rule(act->discord->host, act->discord->network, add_word, &menu);
    put_menu(components, setting, PART_RULE, menu.options, 1, DISCORD_STRING_SETTINGS_RULE);
}

/* Of a game its options, several at once; of the rule about games, several games. */
static void put_rule_values(const struct act *act, const struct setting *setting,
                            json_t *components)
{
    struct menu menu = {.options = json_array()};
    bool is_game = host_is_game(setting->rule),
         is_several = is_game || strcmp(setting->rule, "games") == 0;
    check(menu.options);
    host_each_rule_value(act->discord->host, act->discord->network, act->room, setting->rule,
                         add_word, &menu);
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

/* New reference. */
static json_t *setting_controls(const struct act *act, const struct setting *setting)
{
    json_t *components = json_array();
    check(components);
    put_rules(act, setting, components);
    if (*setting->rule && act->rank & (RANK_OPERATOR | RANK_ADMIN))
        put_rule_values(act, setting, components);
    if (act->rank & (RANK_GROUP | RANK_ADMIN))
        put_scope(setting, components);
    return components;
}

/* ---- what can be completed ---- */

enum { CHOICES = 25, CHOICE_NAME = 100, CHOICE_VALUE = 100, CALLBACK_CHOICES = 8 };

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

/* That of the room if they sit there, otherwise their only one. */
static bool autocomplete_table(struct discord *discord, const struct person *person,
                               const char *room, struct host_board *out)
{
    struct host *host = discord->host;
    int64_t tables[HOST_TABLES_EACH];
    if (host_board_in(host, discord->network, room, out) &&
        host_board_of(host, identity(discord->network, person->id), out->table, out))
        return true;
    return host_tables_of(host, identity(discord->network, person->id), tables) == 1 &&
           host_board_of(host, identity(discord->network, person->id), tables[0], out);
}

static void offer_moves(const struct act *act, struct offering *offering)
{
    struct discord *discord = act->discord;
    struct host_board table;
    struct host_panel *panel = NULL;
    if (autocomplete_table(discord, act->person, act->room, &table))
        panel =
            host_panel_of(discord->host, identity(discord->network, act->person->id), table.table);
    for (int i = 0; panel && i < panel->moves.count && offer_move(offering, &panel->moves.list[i]);
         i++)
        ;
    host_panel_free(panel);
}

/* Of another process's table, if the person sits there. */
static void offer_names(const struct act *act, struct offering *offering)
{
    struct discord *discord = act->discord;
    struct heard heard = controls_heard(discord, act->person);
    struct session *session = host_find(discord->host, heard.network, act->room);
    struct host_board table;
    if (session)
        host_each_to_kick(session, &heard, offer_name, offering);
    else if (autocomplete_table(discord, act->person, act->room, &table))
        host_each_to_kick_at(discord->host, identity_of(&heard), table.table, offer_name, offering);
}

/* Where another process leads the room's table, those of its game. */
static void offer_options(const struct act *act, const char *game, struct offering *offering)
{
    struct host_board table;
    const struct session *session = host_find(act->discord->host, act->discord->network, act->room);
    bool has_table = host_board_in(act->discord->host, act->discord->network, act->room, &table);
    offer_settings(offering, game ? game : has_table ? table.game : NULL, offering->typed);
    if (!game && session)
        host_each_table_option(session, offer_setting, offering);
}

static json_t *choices_of(const struct act *act)
{
    struct discord *discord = act->discord;
    struct offering offering = {.choices = json_array(), .room = act->room};
    const json_t *options = json_object_get(act->data, "options"), *focused = focused_of(options);
    const char *name = focused ? field_text(focused, "name") : NULL;
    const char *typed = focused ? field_text(focused, "value") : NULL;
    check(offering.choices);
    offering.typed = typed ? typed : "";
    if (name && strcmp(name, "move") == 0) {
        offer_moves(act, &offering);
    } else if (name && strcmp(name, "name") == 0) {
        offer_names(act, &offering);
    } else if (name && strcmp(name, "what") == 0) {
        host_each_game(offer_name, &offering);
        offer_name(&offering, "off");
        offer_name(&offering, "quiet");
    } else if (name && strcmp(name, "rule") == 0) {
        host_each_rule(discord->host, discord->network, offer_name, &offering);
    } else if (name && strcmp(name, "value") == 0) {
        offer_values(discord, slash_option(options, "rule"), &offering);
    } else if (name && strcmp(name, "options") == 0) {
        offer_options(act, slash_option(options, "game"), &offering);
    }
    return offering.choices;
}

static void autocomplete_answer(const struct act *act)
{
    char id[DISCORD_ID];
    json_t *body =
        json_pack("{s:i, s:{s:o}}", "type", CALLBACK_CHOICES, "data", "choices", choices_of(act));
    field_id(act->interaction, "id", id);
    rest_send(act->discord->rest,
              &(struct rest_request){.lane = REST_CALLBACK,
                                     .method = "POST",
                                     .route = ROUTE_CALLBACK,
                                     .ids = {id, field_text(act->interaction, "token")},
                                     .body = body,
                                     .guild = act->guild[0] ? act->guild : NULL,
                                     .deadline = loop_now(act->discord->loop) + REPLY_FIRST_MS});
}

/* ---- what was pressed and called ---- */

enum { CHANNEL_DM = 1, CHANNEL_THREAD_FIRST = 10, CHANNEL_THREAD_LAST = 12 };

enum { SEEN_IDS = 1024 };

struct interactions {
    RING(SEEN_IDS) seen;
};

/* ---- life ---- */

struct interactions *interaction_list_new(void)
{
    struct interactions *interactions = calloc(1, sizeof *interactions);
    check(interactions);
    return interactions;
}

void interaction_list_free(struct interactions *interactions)
{
    free(interactions);
}

static bool was_seen(struct interactions *interactions, const char *id)
{
    int64_t number = (int64_t)strtoull(id, NULL, 10);
    bool is_seen = ring_has(&interactions->seen, number);
    if (!is_seen)
        ring_add(&interactions->seen, number);
    return is_seen;
}

/* ---- where ---- */

static bool table_here(const struct act *act, struct host_board *out)
{
    return host_board_in(act->discord->host, act->discord->network, act->room, out);
}

static bool table_numbered(const struct act *act, int64_t number, struct host_board *out)
{
    const char *network = act->discord->network;
    return host_board_of(act->discord->host, identity(network, act->person->id), number, out) ||
           (table_here(act, out) && out->table == number);
}

static bool refuses_to_speak(const struct act *act, struct reply *reply)
{
    const char *missing = act->is_private ? NULL : places_permission_missing(act->interaction);
    struct prose prose;
    if (!missing)
        return false;
    prose_clear(&prose);
    view_sentence(&prose, discord_strings[DISCORD_STRING_PERMISSION_LACKING], "permission", missing,
                  (char *)0);
    reply_say(reply, prose.text);
    return true;
}

static struct reply *answer(const struct act *act, enum reply_place place)
{
    struct reply *reply = reply_new(act->discord, act->interaction, act->person, place);
    snprintf(reply->room, sizeof reply->room, "%s", act->room);
    return reply;
}

static void say_string(struct reply *reply, int id)
{
    char bytes[HOST_TEXT * 2];
    struct text text = text_over(bytes, sizeof bytes);
    struct prose prose;
    prose_clear(&prose);
    view_string(&prose, id, (char *)0);
    markdown_put(&prose,
                 &(struct markdown_style){.prefix = "/", .commands = reply->discord->commands},
                 &text);
    reply_say(reply, bytes);
}

/* ---- to the host ---- */

/* That of the room, or of the pressed table. */
static const char *group_of(const struct act *act, const char *room, const struct press *press)
{
    struct host_board table;
    const char *at = room                                                 ? room
                     : press && table_numbered(act, press->table, &table) ? table.room
                                                                          : NULL;
    return at ? places_guild(act->discord, at) : NULL;
}

static void hear(const struct act *act, struct reply *reply, const struct heard *what)
{
    char line[HOST_TEXT];
    struct text out = text_over(line, sizeof line);
    struct heard heard = controls_heard(act->discord, act->person);
    heard.room = what->room;
    heard.group = group_of(act, what->room, what->press);
    heard.rank = what->rank;
    heard.text = line;
    heard.id = reply->heard;
    heard.press = what->press;
    heard.table = what->table;
    heard.is_awaited = true;
    text_put(&out, what->text);
    for (char *p = line; *p; p++)
        *p = (char)((unsigned char)*p < ' ' ? ' ' : *p);
    reply->is_heard = !heard.press;
    if (out.cut)
        say_string(reply, STRING_INPUT_TOO_LONG);
    else if (heard.press)
        commands_press(act->discord->setup.commands, act->discord->host, &heard);
    else
        commands_hear(act->discord->setup.commands, act->discord->host, &heard);
}

/* Answers a flooder, because the host says so only once. */
static bool is_too_much(const struct act *act, struct reply *reply)
{
    struct heard heard = controls_heard(act->discord, act->person);
    heard.rank = act->rank;
    if (!commands_ignores(act->discord->setup.commands, &heard))
        return false;
    json_decref(reply->controls); /* of what was not read */
    reply->controls = NULL;
    reply_say(reply, discord_strings[DISCORD_STRING_TOO_MUCH]);
    return true;
}

/* In another room than this one the person has no operator's rank. */
static void hear_at(const struct act *act, struct reply *reply, const char *room, const char *text)
{
    bool is_here = strcmp(room, act->room) == 0;
    unsigned rank = is_here ? act->rank : act->rank & RANK_ADMIN;
    reply->takes_hand |= people_gets_hands(act->person);
    if (is_too_much(act, reply))
        return;
    hear(act, reply,
         &(struct heard){
             .room = room[0] == '@' || !room[0] ? NULL : room, .rank = rank, .text = text});
}

static bool has_panel(const struct act *act, int64_t table)
{
    struct host_panel *panel =
        host_panel_of(act->discord->host, identity(act->discord->network, act->person->id), table);
    host_panel_free(panel);
    return panel != NULL;
}

static void show_hand(const struct act *act, struct reply *reply, int64_t table, const char *room)
{
    if (has_panel(act, table)) {
        reply->table = table;
        reply->is_about_hand = true;
        reply_complete(reply);
    } else {
        hear_at(act, reply, room, "hand");
    }
}

/* ---- buttons and menus ---- */

static bool is_ephemeral(const struct act *act)
{
    return field_number(json_object_get(act->interaction, "message"), "flags") & MESSAGE_EPHEMERAL;
}

static struct reply *reply_to_panel(const struct act *act, const struct pressed *pressed)
{
    /* else others would read it */
    bool is_own = !pressed->is_open && (act->is_private || is_ephemeral(act));
    const char *id = field_text(json_object_get(act->interaction, "message"), "id");
    struct reply *reply = answer(act, is_own ? REPLY_IN_PLACE : REPLY_NEW);
    reply->is_ephemeral = is_ephemeral(act);
    reply->table = pressed->press.table;
    reply->is_about_hand = true;
    reply->is_of_board = pressed->is_open;
    reply->is_aside = is_own && !reply->is_ephemeral &&
                      !private_is_latest(act->discord, act->person, reply->table, id);
    return reply;
}

/* Messages of the table keep their buttons when newer ones follow. */
static void say_old_button(const struct act *act, struct reply *reply, int64_t table)
{
    reply->table = table;
    reply->is_about_hand = has_panel(act, table);
    if (reply->is_about_hand)
        say_string(reply, STRING_PRESS_STALE);
    else
        reply_say(reply, discord_strings[DISCORD_STRING_BUTTON_OLD]);
}

/* A button under a result, whose table is over. */
static bool is_of_result(const struct pressed *pressed)
{
    return pressed->kind == PRESSED_TABLE && (strcmp(pressed->words, CONTROLS_AGAIN) == 0 ||
                                              strcmp(pressed->words, CONTROLS_NEXT) == 0);
}

static void on_result_button(const struct act *act, const struct pressed *pressed)
{
    struct reply *reply = answer(act, REPLY_NEW);
    char line[HOST_TEXT];
    struct text text = text_over(line, sizeof line);
    text_putf(&text, "%s %" PRId64, pressed->words, pressed->press.table);
    if (!refuses_to_speak(act, reply))
        hear_at(act, reply, act->room, line);
}

static void on_table_button(const struct act *act, const struct pressed *pressed)
{
    struct reply *reply = answer(act, REPLY_NEW);
    struct host_board table;
    bool is_known = table_numbered(act, pressed->press.table, &table);
    const char *command = is_known ? controls_command(&table, pressed->words) : NULL;
    if (!is_known) {
        say_string(reply, STRING_PRESS_NOT_YOURS);
        return;
    }
    if (!command) {
        say_old_button(act, reply, table.table);
        return;
    }
    reply->table = table.table;
    if (strcmp(command, "hand") == 0)
        show_hand(act, reply, table.table, table.room);
    else if (commands_manner(pressed->words) == COMMANDS_QUIETLY ||
             strcmp(table.room, act->room) != 0 || !refuses_to_speak(act, reply))
        hear_at(act, reply, table.room, command);
}

static void on_panel(const struct act *act, const struct pressed *pressed)
{
    struct reply *reply = reply_to_panel(act, pressed);
    reply->page = pressed->page;
    snprintf(reply->verb, sizeof reply->verb, "%.*s", (int)sizeof reply->verb - 1, pressed->words);
    if (has_panel(act, pressed->press.table))
        reply_complete(reply);
    else
        say_string(reply, STRING_PRESS_NOT_YOURS);
}

static void on_move(const struct act *act, const struct pressed *pressed)
{
    struct reply *reply = reply_to_panel(act, pressed);
    struct host_panel *panel = host_panel_of(
        act->discord->host, identity(act->discord->network, act->person->id), pressed->press.table);
    const char *chosen = json_string_value(json_array_get(json_object_get(act->data, "values"), 0));
    const char *value = *pressed->words || !chosen ? pressed->words : chosen;
    char move[HOST_TEXT];
    reply->can_wait = reply->place == REPLY_IN_PLACE && act->person->hands == HANDS_BY_PANEL &&
                      reply_panel_lasts(act->discord, act->person, reply->table);
    if (controls_move(panel, value, move))
        hear(act, reply,
             &(struct heard){.rank = act->rank, .text = move, .press = &pressed->press});
    else
        say_string(reply, STRING_PRESS_STALE);
    host_panel_free(panel);
}

/* The host says within the answer how the rule is now, or why not. */
static void on_setting(const struct act *act, const struct setting *setting)
{
    struct reply *reply = answer(act, is_ephemeral(act) ? REPLY_IN_PLACE : REPLY_NEW);
    reply->is_ephemeral = is_ephemeral(act);
    reply->controls = setting_controls(act, setting);
    hear_at(act, reply, act->room, setting->line);
}

static void on_component(const struct act *act)
{
    struct setting setting;
    const char *id = field_text(act->data, "custom_id");
    struct pressed pressed = controls_read(id ? id : "");
    if (is_of_result(&pressed))
        on_result_button(act, &pressed);
    else if (pressed.kind == PRESSED_TABLE)
        on_table_button(act, &pressed);
    else if (pressed.kind == PRESSED_PANEL)
        on_panel(act, &pressed);
    else if (pressed.kind == PRESSED_MOVE)
        on_move(act, &pressed);
    else if (pressed.kind == PRESSED_UNDO)
        hear(act, reply_to_panel(act, &pressed),
             &(struct heard){.rank = act->rank, .text = "", .press = &pressed.press});
    else if (setting_read(act->data, &setting))
        on_setting(act, &setting);
    else
        reply_say(answer(act, REPLY_NEW), discord_strings[DISCORD_STRING_BUTTON_UNKNOWN]);
}

/* ---- commands ---- */

/* "/move" is heard like a private message about the table. */
static void on_move_command(const struct act *act, struct reply *reply)
{
    const char *move = slash_option(json_object_get(act->data, "options"), "move");
    struct host_board table;
    reply->table =
        autocomplete_table(act->discord, act->person, act->room, &table) ? table.table : 0;
    reply->is_about_hand = true;
    hear(act, reply,
         &(struct heard){.rank = act->rank, .text = move ? move : "", .table = reply->table});
}

static void on_hands_command(const struct act *act, struct reply *reply)
{
    const char *by = slash_option(json_object_get(act->data, "options"), "by");
    bool is_panel = by && strcmp(by, "panel") == 0;
    char line[HOST_NAME];
    if (!is_panel && (!by || strcmp(by, "dm") != 0)) {
        reply_say(reply, discord_strings[DISCORD_STRING_HANDS_HOW]);
        return;
    }
    struct host_board table;
    reply->table =
        autocomplete_table(act->discord, act->person, act->room, &table) ? table.table : 0;
    reply->is_about_hand = is_panel;
    snprintf(line, sizeof line, "%s %s", "set", by);
    hear_at(act, reply, "@", line);
}

static void on_line(const struct act *act, struct reply *reply, const char *name, const char *line)
{
    enum commands_manner manner = commands_manner(name);
    struct host_board table, own;
    reply->table = table_here(act, &table) ? table.table : 0;
    if (manner == COMMANDS_ALOUD && refuses_to_speak(act, reply))
        return;
    if (strcmp(line, "settings") == 0 && !act->is_private)
        reply->controls = setting_controls(act, &(struct setting){0});
    if (strcmp(line, "hand") == 0)
        show_hand(act, reply,
                  autocomplete_table(act->discord, act->person, act->room, &own) ? own.table : 0,
                  act->room);
    else
        hear_at(act, reply, manner == COMMANDS_PRIVATE ? "@" : act->room, line);
}

static void meet_picked(const struct act *act)
{
    json_t *resolved = json_object_get(act->data, "resolved"),
           *users = json_object_get(resolved, "users"), *user;
    const char *id;
    json_object_foreach(users, id, user)
    {
        people_meet(act->discord, user, json_object_get(json_object_get(resolved, "members"), id));
    }
}

static void on_command(const struct act *act)
{
    const char *name = field_text(act->data, "name");
    struct reply *reply = answer(act, REPLY_NEW);
    char line[HOST_TEXT];
    struct text text = text_over(line, sizeof line);
    name = name ? name : "";
    snprintf(reply->done, sizeof reply->done, "%s", name);
    meet_picked(act);
    bool is_refused = act->is_elsewhere && !slash_works_anywhere(name);
    if (act->is_elsewhere && !is_refused)
        text_put(&reply->said, discord_strings[DISCORD_STRING_NOT_PLAYABLE]);
    if (is_refused)
        reply_say(reply, discord_strings[DISCORD_STRING_NOT_PLAYABLE]);
    else if (strcmp(name, "move") == 0)
        on_move_command(act, reply);
    else if (strcmp(name, "hands") == 0)
        on_hands_command(act, reply);
    else if (!slash_line(name, json_object_get(act->data, "options"), &text))
        reply_say(reply, discord_strings[DISCORD_STRING_COMMAND_UNKNOWN]);
    else if (text.cut)
        say_string(reply, STRING_INPUT_TOO_LONG);
    else
        on_line(act, reply, name, line);
}

static void on_modal(const struct act *act)
{
    reply_say(answer(act, REPLY_NEW), discord_strings[DISCORD_STRING_WINDOW_UNKNOWN]);
}

/* ---- in ---- */

/* In the direct messages between the person and the bot. */
static bool is_with_us(const json_t *interaction)
{
    enum { CONTEXT_DM = 1 };
    return field_number(interaction, "context") == CONTEXT_DM;
}

static void note_direct_messages(const struct act *act, const json_t *channel)
{
    bool is_told = json_is_integer(json_object_get(act->interaction, "context"));
    bool is_ours =
        is_told ? is_with_us(act->interaction) : field_number(channel, "type") == CHANNEL_DM;
    if (is_ours && act->person->dm != DM_OPEN) {
        private_said(act->discord, act->person, act->channel);
        board_pushed_up_private(act->discord, act->person);
    }
}

/* Somebody has added the application to the own account and uses it where we are not: only that
   person sees the answer. It is heard like a private message. */
static bool is_elsewhere(const json_t *interaction)
{
    const json_t *owners = json_object_get(interaction, "authorizing_integration_owners");
    return json_object_size(owners) > 0 && !json_object_get(owners, "0") &&
           !is_with_us(interaction);
}

/* The rules of a channel hold in its threads. */
static void note_thread(const struct act *act, const json_t *channel)
{
    char above[DISCORD_ID];
    int64_t kind = field_number(channel, "type");
    if (kind >= CHANNEL_THREAD_FIRST && kind <= CHANNEL_THREAD_LAST &&
        field_id(channel, "parent_id", above))
        places_note_above(act->discord, act->room, above);
}

static bool find_place(struct act *act)
{
    const json_t *channel = json_object_get(act->interaction, "channel"),
                 *member = json_object_get(act->interaction, "member");
    if (!field_id(act->interaction, "channel_id", act->channel) &&
        !field_id(channel, "id", act->channel))
        return false;
    act->is_elsewhere = is_elsewhere(act->interaction);
    act->is_private = act->is_elsewhere || !field_id(act->interaction, "guild_id", act->guild);
    if (act->is_private) {
        note_direct_messages(act, channel);
        snprintf(act->room, sizeof act->room, "@%s", act->person->id);
        act->rank = places_rank(act->discord, NULL, act->person->id, NULL);
    } else {
        places_room_of(act->channel, act->room);
        places_note(act->discord, act->room, act->guild);
        note_thread(act, channel);
        act->rank = places_rank(act->discord, act->guild, act->person->id, member);
        const char *rights = field_text(member, "permissions"); /* in this channel */
        if (rights && strtoull(rights, NULL, 10) & RIGHT_MANAGE_CHANNELS)
            act->rank |= RANK_OPERATOR;
        if (field_number(act->interaction, "type") == INTERACTION_COMMAND)
            act->rank |= places_voice(act->discord, act->room, member);
    }
    return true;
}

void interaction_event(struct discord *discord, const json_t *interaction)
{
    static void (*const kinds[])(const struct act *act) = {
        [INTERACTION_COMMAND] = on_command,
        [INTERACTION_COMPONENT] = on_component,
        [INTERACTION_TYPING] = autocomplete_answer,
        [INTERACTION_MODAL] = on_modal,
    };
    char id[DISCORD_ID];
    int64_t kind = field_number(interaction, "type");
    const json_t *member = json_object_get(interaction, "member");
    const json_t *user = json_object_get(json_is_object(member) ? member : interaction, "user");
    struct act act = {.discord = discord,
                      .interaction = interaction,
                      .data = json_object_get(interaction, "data")};
    bool is_known = kind >= 0 && kind < (int64_t)(sizeof kinds / sizeof *kinds) && kinds[kind];
    char author[DISCORD_ID];
    discord->has_unheard |= discord->is_stopping;
    if (discord->is_stopping || !is_known || !field_id(interaction, "id", id) ||
        !field_text(interaction, "token") || !field_id(user, "id", author) ||
        was_seen(discord->interactions, id))
        return;
    reply_arrived(discord, id);
    act.person = people_meet(discord, user, json_is_object(member) ? member : NULL);
    if (!act.person || !find_place(&act) || !reply_has_place(discord, act.person, act.guild))
        return;
    if (kind != INTERACTION_TYPING)
        people_acted(discord, act.person, true);
    kinds[kind](&act);
}

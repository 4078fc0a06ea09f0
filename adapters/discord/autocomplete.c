/* See autocomplete.h. */
#include "autocomplete.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "check.h"
#include "controls.h"
#include "host_settings.h"
#include "markdown.h"
#include "panels.h"
#include "people.h"
#include "reply.h"
#include "rest.h"
#include "slash.h"
#include "tables.h"
#include "text.h"

enum { CHOICES = 25, CHOICE_NAME = 100, CHOICE_VALUE = 100, CALLBACK_CHOICES = 8 };

/* The option that is being typed, NULL if absent. */
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
    const char *before; /* what was typed before it, with a blank behind */
    int before_length;
    const char *room;
};

static bool is_full(const struct offering *offering)
{
    return json_array_size(offering->choices) >= CHOICES;
}

static void offer(struct offering *offering, const char *name, const char *value)
{
    char bytes[4 * CHOICE_NAME + 1];
    struct text text = text_over(bytes, sizeof bytes);
    markdown_put_plain(name, CHOICE_NAME, &text);
    if (markdown_length(value) <= CHOICE_VALUE && *bytes && !is_full(offering))
        check(json_array_append_new(offering->choices,
                                    json_pack("{s:s, s:s}", "name", bytes, "value", value)) == 0);
}

/* Every move that contains what was typed. A move too long to be offered can be typed in full. */
static bool offer_move(struct offering *offering, const struct host_choice *choice)
{
    char name[HOST_TEXT];
    struct text text = text_over(name, sizeof name);
    text_putf(&text, "%s%s%s", choice->label, *choice->detail ? ": " : "", choice->detail);
    if (strcasestr(name, offering->typed) || strcasestr(choice->move, offering->typed))
        offer(offering, name, choice->move);
    return !is_full(offering);
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
    return !is_full(offering);
}

static bool offer_name(void *arg, const char *name)
{
    struct offering *offering = arg;
    if (text_is_prefix(offering->typed, name))
        offer(offering, name, name);
    return !is_full(offering);
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

bool autocomplete_table(struct discord *discord, const struct person *person, const char *room,
                        struct host_board *out)
{
    struct host *host = discord->host;
    int64_t tables[HOST_TABLES_EACH];
    if (host_board_in(host, discord->network, room, out) &&
        host_board_of(host, discord->network, person->id, out->table, out))
        return true;
    return host_tables_of(host, discord->network, person->id, tables) == 1 &&
           host_board_of(host, discord->network, person->id, tables[0], out);
}

static void offer_moves(const struct act *act, struct offering *offering)
{
    struct discord *discord = act->discord;
    struct host_board table;
    struct host_panel *panel = NULL;
    if (autocomplete_table(discord, act->person, act->room, &table))
        panel = host_panel_of(discord->host, discord->network, act->person->id, table.table);
    for (int i = 0; panel && i < panel->moves.count && offer_move(offering, &panel->moves.list[i]);
         i++)
        ;
    host_panel_free(panel);
}

/* The people of the room's table; of another process's, if the person sits there. */
static void offer_names(const struct act *act, struct offering *offering)
{
    struct discord *discord = act->discord;
    struct heard heard = controls_heard(discord, act->person);
    struct session *session = host_find(discord->host, heard.network, act->room);
    struct host_board table;
    if (session)
        host_each_to_kick(session, &heard, offer_name, offering);
    else if (autocomplete_table(discord, act->person, act->room, &table))
        host_each_to_kick_at(discord->host, heard.network, heard.key, table.table, offer_name,
                             offering);
}

/* Of a game that is to be opened, or of the room's table. Where another process leads that
   table, those of its game. */
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

/* Answered at once: nothing has to be waited for. */
void autocomplete_answer(const struct act *act)
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

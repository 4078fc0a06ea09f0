/* See autocomplete.h. */
#include "autocomplete.h"

#include <string.h>
#include <strings.h>

#include "check.h"
#include "controls.h"
#include "json_fields.h"
#include "markdown.h"
#include "slash.h"
#include "text.h"

enum { CHOICES = 25, NAME = 100, VALUE = 100 };

struct offering {
    json_t *choices;
    const char *typed;  /* the word that is being typed */
    const char *before; /* what was typed before it, with a blank behind */
    int before_length;
};

static bool is_full(const struct offering *offering)
{
    return json_array_size(offering->choices) >= CHOICES;
}

static void offer(struct offering *offering, const char *name, const char *value)
{
    char bytes[4 * NAME + 1];
    struct text text = text_over(bytes, sizeof bytes);
    markdown_put_plain(name, NAME, &text);
    if (markdown_length(value) <= VALUE && *bytes)
        check(json_array_append_new(offering->choices, json_pack("{s:s, s:s}", "name", bytes, "value", value)) == 0);
}

/* Every move that has what was typed in it; it can be typed in full where it is too long to be offered. */
static bool offer_move(void *arg, const struct host_choice *choice)
{
    struct offering *offering = arg;
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

struct session *autocomplete_table(struct discord *discord, const struct person *person, struct session *session)
{
    struct heard heard = controls_heard(discord, person);
    if (session && host_is_seated(session, &heard))
        return session;
    struct session *only = host_table_of(discord->host, heard.network, heard.key, 0);
    return host_table_of(discord->host, heard.network, heard.key, 1) ? NULL : only;
}

json_t *autocomplete_choices(struct discord *discord, const struct person *person, struct session *session,
                             const json_t *data)
{
    struct offering offering = {.choices = json_array()};
    struct heard heard = controls_heard(discord, person);
    const json_t *options = json_object_get(data, "options"), *focused = slash_focused(options);
    const char *name = focused ? field_text(focused, "name") : NULL;
    const char *typed = focused ? field_text(focused, "value") : NULL;
    check(offering.choices);
    offering.typed = typed ? typed : "";
    if (name && strcmp(name, "move") == 0) {
        session = autocomplete_table(discord, person, session);
        if (session)
            host_each_choice(session, &heard, offer_move, &offering);
    } else if (name && strcmp(name, "name") == 0) {
        session = session ? session : autocomplete_table(discord, person, NULL);
        if (session)
            host_each_to_kick(session, &heard, offer_name, &offering);
    } else if (name && strcmp(name, "options") == 0) {
        const char *game = slash_option(options, "game");
        offer_settings(&offering, game ? game : session ? host_game_name(session) : NULL, offering.typed);
    }
    return offering.choices;
}

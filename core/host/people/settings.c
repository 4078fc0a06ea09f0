/* What people and operators choose: how somebody reads us ("!set symbols"), and house rules,
   "!settings guests no", for the room, or with the network's word for a group, for all rooms of
   that. Values are kept in session/room.c; what they can be is in table/policy.c. Bounded as
   asking.h says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asking.h"
#include "check.h"
#include "games.h"
#include "host_admin.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "links.h"
#include "listener.h"
#include "policy.h"
#include "port.h"
#include "prose.h"
#include "room.h"
#include "strings/policy.def"
#include "strings/shared.def"
#include "text.h"
#include "view.h"

static void tell(struct asking *asking)
{
    struct heard heard = input_heard(asking->pending.input);
    heard.is_open = asking->is_open;
    if (asking->pending.host && asking->answer->length > 0)
        host_whisper(asking->pending.host, &heard, asking->answer);
    asking_end(asking);
}

static void was_preferred(void *arg, bool is_durable)
{
    struct asking *asking = arg;
    if (!is_durable) {
        prose_open(asking->answer, asking->answer->language);
        view_string(asking->answer, STRING_SETTING_NOT_SAVED, (char *)0);
    }
    tell(asking);
}

static void prefer(struct host *host, const struct heard *heard, const char *words)
{
    const struct host_port *port = host_port_of(host, heard->network);
    struct asking *asking = asking_new_among(host, heard, ASKINGS_SAVED);
    if (!asking)
        return;
    asking->is_open = heard->is_open;
    asking->answer = malloc(sizeof *asking->answer);
    check(asking->answer);
    prose_open(asking->answer, host_language(host, heard));
    const struct host_wish wish = {
        .words = words, .answer = asking->answer, .done = was_preferred, .arg = asking};
    if (!port || !port->prefer)
        view_string(asking->answer, STRING_LOOK_NONE, (char *)0);
    else if (port->prefer(port->self, heard, &wish))
        return; /* was_preferred() has told it, or will */
    tell(asking);
}

/* ---- house rules ---- */

/* ---- what is shown ---- */

static void put_value(const char *value, struct text *out)
{
    for (const char *p = value; *p; p++)
        text_put(out, *p == ',' ? ", " : (char[]){*p, '\0'});
}

/* As it is kept; or a room that could be it, for an example: the table is shown there. */
static void find_bridged(const struct asked *asked, const char *room, char value[RULE_VALUE])
{
    const struct showing *here = *value ? NULL : room_find(asked->host, asked->port->network, room);
    for (int i = 0; here && i < session_showing_count(here->session); i++) {
        const struct showing *other = session_showing(here->session, i);
        if (other != here && !showing_is_private(other) && !*value)
            snprintf(value, RULE_VALUE, "%s %s", other->port->network, other->name);
    }
}

static void put_bridged(const struct asked *asked, const char *room, struct prose *out)
{
    char value[RULE_VALUE], network[HOST_NETWORK];
    enum rule_from from = room_rule_find(asked->host, asked->port, room, asked->name, value);
    find_bridged(asked, room, value);
    size_t length = strcspn(value, " ");
    snprintf(network, sizeof network, "%.*s", (int)length, value);
    view_string(out,
                from != RULE_FROM_NOBODY ? STRING_RULE_BRIDGED
                : *value                 ? STRING_RULE_BRIDGED_MAYBE
                                         : STRING_RULE_BRIDGED_NONE,
                "network", network, "room", value + length + (value[length] == ' '), (char *)0);
}

static void put_rule(const struct asked *asked, const char *room, struct prose *out)
{
    char value[RULE_VALUE];
    struct prose names;
    if (asked->rule == RULE_BRIDGED) {
        put_bridged(asked, room, out);
        return;
    }
    enum rule_from from = room_rule_find(asked->host, asked->port, room, asked->name, value);
    if (from == RULE_FROM_NOBODY && asked->rule >= 0)
        snprintf(value, sizeof value, "%s", room_rule_standards[asked->rule]);
    prose_open(&names, out->language);
    policy_put_games(value, &names);
    const char *shown =
        text_is_prefix(settings_role_mark, value) ? value + strlen(settings_role_mark) : value;
    view_string(out, policy_sentence(asked, from, value), "value", shown, "n", shown, "games",
                names.text, "game", asked->game ? asked->game->name : "", "id",
                asked->game ? asked->game->id : "", (char *)0);
    if (from == RULE_FROM_HOUSE || from == RULE_FROM_ABOVE) {
        prose_put(out, " ");
        view_string(out, from == RULE_FROM_HOUSE ? STRING_RULE_BY_HOUSE : STRING_RULE_BY_GROUP,
                    "group", asked->port->group ? asked->port->group : "", (char *)0);
    }
}

static void put_short(const struct asked *asked, const char *room, struct prose *out)
{
    char value[RULE_VALUE], bytes[2 * RULE_VALUE];
    struct text text = text_over(bytes, sizeof bytes);
    enum rule_from from = room_rule_find(asked->host, asked->port, room, asked->name, value);
    const char *standard = asked->rule < 0 ? "" : room_rule_standards[asked->rule];
    if (from == RULE_FROM_NOBODY && !*standard)
        return;
    put_value(from == RULE_FROM_NOBODY ? standard : value, &text);
    if (out->length > 0)
        prose_put(out, "; ");
    view_string(out,
                from == RULE_FROM_NOBODY  ? STRING_RULE_SHORT
                : from == RULE_FROM_HOUSE ? STRING_RULE_SHORT_HOUSE
                : from == RULE_FROM_ABOVE ? STRING_RULE_SHORT_GROUP
                                          : STRING_RULE_SHORT_HERE,
                "name", asked->name, "value", bytes, "group",
                asked->port->group ? asked->port->group : "", (char *)0);
}

static void list(struct asked *asked, const char *room, struct prose *out)
{
    char look[HOST_NAME] = "";
    struct text text = text_over(look, sizeof look);
    struct prose all;
    prose_open(&all, out->language);
    for (int i = 0; i < ROOM_RULES; i++)
        if (policy_find(asked, room_rule_names[i]))
            put_short(asked, room, &all);
    for (int i = 0; i < game_count; i++)
        if (policy_find(asked, games[i]->id))
            put_short(asked, room, &all);
    if (asked->port->room_look)
        asked->port->room_look(asked->port->self, room, &text);
    if (text.length > 0) {
        prose_put(&all, "; ");
        view_string(&all, STRING_RULE_SHORT_HERE, "name", "look", "value", look, (char *)0);
    }
    view_string(out, STRING_SETTINGS, "rules", all.text, (char *)0);
}

/* ---- what is asked ---- */

static const char *take_word(const char *words, char word[HOST_NAME])
{
    size_t length = strcspn(words, " ");
    snprintf(word, HOST_NAME, "%.*s", (int)length, words);
    return words + length + strspn(words + length, " ");
}

/* Of every bridge it is known which room it joins to which; and who wants to hear of open seats
   says so itself. */
static bool is_of_rooms_alone(const struct asked *asked, struct prose *why)
{
    bool is_of_room = asked->rule == RULE_BRIDGED || asked->rule == RULE_SEATS;
    if (is_of_room)
        view_string(why, STRING_SETTING_OF_ROOM, "name", asked->name, (char *)0);
    return is_of_room;
}

/* Only now is it told. */
static void was_saved(void *arg, bool is_durable)
{
    struct asking *asking = arg;
    struct heard heard = input_heard(asking->pending.input);
    struct prose answer;
    if (asking->pending.host)
        prose_open(&answer, host_language(asking->pending.host, &heard));
    heard.is_open = true; /* a house rule is no secret */
    if (asking->pending.host) {
        struct asked asked = {.host = asking->pending.host,
                              .port = host_port_of(asking->pending.host, heard.network),
                              .group = heard.group,
                              .room = heard.room};
        if (is_durable && policy_find(&asked, asking->name))
            put_rule(&asked, heard.room, &answer);
        else
            view_string(&answer, STRING_SETTING_NOT_SAVED, (char *)0);
        host_whisper(asking->pending.host, &heard, &answer);
    }
    asking_end(asking);
}

/* A rule that has no values of its own to be off is taken back by these words, too. */
static bool is_taken_back(const struct asked *asked, const char *typed)
{
    static const char *const words[] = {"default", "off", "no", "none"};
    size_t count = asked->rule == RULE_BRIDGED ? sizeof words / sizeof *words : 1;
    for (size_t i = 0; i < count; i++)
        if (text_same_word(typed, words[i]))
            return true;
    return false;
}

static void set(const struct asked *asked, const struct heard *heard, bool is_of_group,
                const char *typed, struct prose *answer)
{
    char value[RULE_VALUE], group[HOST_ROOM];
    bool is_back = is_taken_back(asked, typed);
    snprintf(group, sizeof group, "group:%s", heard->group ? heard->group : "");
    if ((is_of_group && is_of_rooms_alone(asked, answer)) ||
        (!is_back && !policy_check(asked, typed, value, answer)))
        return;
    struct asking *asking = asking_new_among(asked->host, heard, ASKINGS_SAVED);
    if (!asking)
        return;
    /* before the rule: a kill in between leaves a row that nobody wants, and that goes */
    bool fits = asked->rule != RULE_SEATS || is_back || strcmp(value, "no") == 0 ||
                listener_add(asked->host, asked->port, heard->room);
    snprintf(asking->name, sizeof asking->name, "%s", asked->name);
    const struct room_rule_change change = {.port = asked->port,
                                            .place = is_of_group ? group : heard->room,
                                            .payer =
                                                heard->group ? heard->group : host_source(heard),
                                            .name = asked->name,
                                            .value = is_back ? NULL : value};
    if (fits && room_rule_put(asked->host, &change, was_saved, asking))
        return;
    view_string(answer, STRING_SETTINGS_FULL, (char *)0);
    asking_end(asking);
}

/* "look symbols", "bare yes": how the network writes there is its own affair. False if it has no
   such rules. */
static bool takes_look(const struct asked *asked, const struct heard *heard, const char *words)
{
    static const char *const names[] = {"look", "bare", "bridge"};
    char bytes[HOST_TEXT], word[HOST_NAME];
    struct text channel = text_over(bytes, sizeof bytes);
    bool is_look = false;
    take_word(words, word);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is_look |= text_same_word(word, names[i]);
    if (!is_look || !asked->port->room_look || !asked->port->prefer)
        return false;
    text_putf(&channel, "%s %s", "channel", words);
    prefer(asked->host, heard, bytes);
    return true;
}

static bool may_set(const struct heard *heard, bool is_of_group)
{
    return heard->rank & ((is_of_group ? RANK_GROUP : RANK_OPERATOR) | RANK_ADMIN | RANK_LOCAL);
}

/* Puts nothing where the answer comes later. */
static void answer_words(struct host *host, const struct heard *heard, const char *words,
                         struct prose *answer)
{
    struct asked asked = {.host = host,
                          .port = host_port_of(host, heard->network),
                          .group = heard->group,
                          .room = heard->room};
    char word[HOST_NAME];
    const char *rest = take_word(words, word);
    const char *group = asked.port && heard->group ? asked.port->group : NULL;
    bool is_of_group = group && text_same_word(word, group);
    if (is_of_group)
        rest = take_word(rest, word);
    if (!asked.port || !heard->room)
        view_string(answer, STRING_CHANNEL_WHERE, (char *)0);
    else if (!*word)
        list(&asked, heard->room, answer);
    else if (!is_of_group && takes_look(&asked, heard, words))
        return;
    else if (!policy_find(&asked, word))
        view_string(answer, STRING_SETTING_UNKNOWN, "typed", word, (char *)0);
    else if (!*rest)
        put_rule(&asked, heard->room, answer);
    else if (!may_set(heard, is_of_group))
        view_string(answer,
                    is_of_group ? STRING_SETTINGS_OF_GROUP
                    : group     ? STRING_SETTINGS_OF_ROOM
                                : STRING_CHANNEL_NOT_YOURS,
                    "group", group ? group : "", (char *)0);
    else
        set(&asked, heard, is_of_group, rest, answer);
}

void host_settings(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    struct prose answer;
    prose_open(&answer, host_language(host, heard));
    answer_words(host, heard, call->words, &answer);
    if (answer.length > 0)
        host_whisper(host, heard, &answer);
}

/* "channel guests no". False if the words are about no house rule. */
static bool takes_channel(struct host *host, const struct heard *heard, const char *words)
{
    char word[HOST_NAME];
    struct asked asked = {.host = host, .port = host_port_of(host, heard->network)};
    const char *rest = take_word(words, word);
    if (!text_same_word(word, "channel"))
        return false;
    take_word(rest, word);
    if (!policy_find(&asked, word))
        return false;
    host_settings(host, &(struct call){.heard = heard, .words = rest});
    return true;
}

void host_prefer(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const char *words = call->words;
    if (takes_channel(host, heard, words))
        return;
    prefer(host, heard, words);
    if (*words)
        links_share_look(host, identity_of(heard));
}

bool host_use_rule(struct host *host, const char *words, struct prose *why)
{
    struct asked asked = {.host = host};
    char word[HOST_NAME], value[RULE_VALUE];
    const char *typed = take_word(words, word);
    if (!policy_find(&asked, word)) {
        view_string(why, STRING_SETTING_UNKNOWN, "typed", word, (char *)0);
        return false;
    }
    if (is_of_rooms_alone(&asked, why) || !policy_check(&asked, typed, value, why))
        return false;
    return !host || room_rule_put_house(host, asked.name, value);
}

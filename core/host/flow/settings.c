/* House rules: how the operators of a room want it, "!settings guests no", for the room alone or, with the network's word
   for a group, for all rooms of that. Where the values are kept and found is in session/room_rules.h; here they are
   checked, shown, and refused to those who may not set them. Who is kept from something by a rule is told here, too. */
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "bans_room.h"
#include "host_commands.h"
#include "host_settings.h"
#include "host_state.h"
#include "options.h"
#include "pace.h"
#include "room_rules.h"
#include "tell.h"
#include "text.h"
#include "view.h"

enum { TABLES_MOST = 1000, TABLES_OFFERED = 5, VALUES_MOST = 4 };

/* What a rule can be, and the sentence for each: in the same order. A rule without `values` has its own check, and its
   first sentence is for the standard. */
struct row {
    const char *values[VALUES_MOST];
    enum string says[VALUES_MOST];
};

static const struct row rows[ROOM_RULES] = {
    [RULE_GAMES] = {.says = {STRING_RULE_GAMES_ALL, STRING_RULE_GAMES}},
    [RULE_OPEN] = {{"everybody", "voiced", "operators"},
                   {STRING_RULE_OPEN_ALL, STRING_RULE_OPEN_VOICED, STRING_RULE_OPEN_OPERATORS}},
    [RULE_TABLES] = {.says = {STRING_RULE_TABLES_ANY, STRING_RULE_TABLES}},
    [RULE_CLOCK] = {{"live", "slow", "off"}, {STRING_RULE_CLOCK, STRING_RULE_CLOCK, STRING_RULE_CLOCK}},
    [RULE_THREADS] = {{"yes", "no"}, {STRING_RULE_THREADS_YES, STRING_RULE_THREADS_NO}},
    [RULE_GUESTS] = {{"yes", "no"}, {STRING_CHANNEL_GUESTS_YES, STRING_CHANNEL_GUESTS_NO}},
    [RULE_SAY] = {{"yes", "no"}, {STRING_CHANNEL_SAY_YES, STRING_CHANNEL_SAY_NO}},
    [RULE_ROBOTS] = {{"yes", "fast", "no"}, {STRING_RULE_ROBOTS_YES, STRING_RULE_ROBOTS_FAST, STRING_RULE_ROBOTS_NO}},
    [RULE_UNDO] = {{"free", "consent", "off"}, {STRING_UNDO_RULE_FREE, STRING_UNDO_RULE_CONSENT, STRING_UNDO_RULE_OFF}},
};

/* What somebody reads or sets. */
struct asked {
    struct host *host;
    const struct host_port *port; /* NULL for the whole house */
    const char *group;            /* or NULL */
    const char *name;             /* of the rule, or the id of a game */
    int rule;                     /* -1 for a game */
    const struct game *game;      /* NULL for a rule */
};

/* ---- names and values ---- */

static bool has_rule(const struct host_port *port, int rule)
{
    return rule != RULE_THREADS || !port || port->apart;
}

static bool find_name(struct asked *asked, const char *typed)
{
    asked->rule = -1;
    for (int i = 0; i < ROOM_RULES; i++)
        if (text_same_word(typed, room_rule_names[i]) && has_rule(asked->port, i)) {
            asked->rule = i;
            asked->name = room_rule_names[i];
        }
    asked->game = asked->rule < 0 ? game_find(typed) : NULL;
    if (asked->game)
        asked->name = asked->game->id;
    return asked->rule >= 0 || asked->game;
}

static bool is_voice_missing(const struct asked *asked, const char *value)
{
    return asked->rule == RULE_OPEN && asked->port && asked->port->find_role && strcmp(value, "voiced") == 0;
}

static bool check_word(const struct asked *asked, const char *typed, struct text *value)
{
    char id[HOST_GROUP];
    for (int i = 0; i < VALUES_MOST && rows[asked->rule].values[i]; i++)
        if (text_same_word(typed, rows[asked->rule].values[i]) && !is_voice_missing(asked, rows[asked->rule].values[i]))
            text_put(value, rows[asked->rule].values[i]);
    if (value->length == 0 && asked->rule == RULE_OPEN && asked->port && asked->port->find_role && asked->group &&
        asked->port->find_role(asked->port->self, asked->group, typed, id))
        text_putf(value, "role:%s", id);
    return value->length > 0;
}

/* "coloretto, kritters", or "all". False, with the word that is no game. */
static bool check_games(const char *typed, struct text *value, char word[HOST_NAME])
{
    for (const char *p = typed + strspn(typed, " ,"); *p; p += strspn(p, " ,")) {
        snprintf(word, HOST_NAME, "%.*s", (int)strcspn(p, " ,"), p);
        p += strcspn(p, " ,");
        const struct game *game = game_find(word);
        bool is_all = text_same_word(word, "all") && value->length == 0 && !*p;
        if (!game && !is_all)
            return false;
        text_putf(value, "%s%s", value->length > 0 ? "," : "", is_all ? "all" : game->id);
    }
    return value->length > 0;
}

static bool check_number(const char *typed, struct text *value)
{
    bool is_number = *typed && strspn(typed, "0123456789") == strlen(typed) && strlen(typed) < 5;
    int number = is_number ? atoi(typed) : 0;
    if (number < 1 || number > TABLES_MOST)
        return false;
    text_putf(value, "%d", number);
    return true;
}

/* What !play would take, but for what is of one table alone. */
static bool check_options(const struct game *game, const char *typed, struct text *value, struct prose *why)
{
    char bytes[HOST_TEXT], reason[512] = "";
    struct text options = text_over(bytes, sizeof bytes), text = text_over(reason, sizeof reason);
    struct ruleset rules;
    enum pace pace;
    game_ruleset(game, &rules);
    if (!options_take_pace(typed, &options, &pace, why))
        return false;
    bool fits = options_read(game, bytes, rules.options, &text);
    const char *excluded = fits && game->excludes ? game->excludes(rules.options, 0) : NULL;
    if (!fits || excluded || strchr(typed, ';')) {
        prose_put(why, excluded ? excluded : reason);
        return false;
    }
    text_put(value, typed);
    return true;
}

static void put_values(const struct asked *asked, struct prose *why)
{
    struct prose values;
    const char *last = NULL;
    prose_clear(&values);
    for (int i = 0; i < VALUES_MOST && rows[asked->rule].values[i]; i++) {
        const char *value = rows[asked->rule].values[i];
        if (is_voice_missing(asked, value))
            continue;
        prose_putf(&values, "%s%s", last ? ", " : "", value);
        last = value;
    }
    if (asked->rule == RULE_OPEN && asked->port && asked->port->find_role)
        view_string(&values, STRING_SETTING_ROLE, (char *)0);
    view_string(why, STRING_SETTING_VALUES, "name", asked->name, "values", values.text, "example", last, (char *)0);
}

/* Puts the value as it is kept. False, with the reason. */
static bool check_value(const struct asked *asked, const char *typed, char kept[RULE_VALUE], struct prose *why)
{
    char word[HOST_NAME] = "";
    struct text value = text_over(kept, RULE_VALUE);
    bool is_right = asked->game                  ? check_options(asked->game, typed, &value, why)
                    : asked->rule == RULE_GAMES  ? check_games(typed, &value, word)
                    : asked->rule == RULE_TABLES ? check_number(typed, &value)
                                                 : check_word(asked, typed, &value);
    if (is_right && !value.cut)
        return true;
    if (is_right)
        view_string(why, STRING_SETTINGS_FULL, (char *)0);
    else if (asked->rule == RULE_GAMES)
        view_string(why, STRING_GAME_UNKNOWN, "typed", word, (char *)0);
    else if (asked->rule == RULE_TABLES)
        view_string(why, STRING_SETTING_NUMBER, "name", asked->name, "most", text_number(TABLES_MOST), (char *)0);
    else if (!asked->game)
        put_values(asked, why);
    return false;
}

/* ---- what is shown ---- */

/* "coloretto,kritters" -> "Coloretto and Colour MY Kritters". */
static void put_games(const char *ids, struct prose *out)
{
    prose_clear(out);
    for (const char *p = ids; *p; p += strspn(p, ",")) {
        char id[HOST_NAME];
        snprintf(id, sizeof id, "%.*s", (int)strcspn(p, ","), p);
        p += strcspn(p, ",");
        const struct game *game = game_find(id);
        prose_put(out, game ? game->name : id);
        if (*p)
            view_string(out, strchr(p + 1, ',') ? STRING_LIST_MORE : STRING_LIST_AND, (char *)0);
    }
}

static const char role_mark[] = "role:";

static void put_value(const char *value, struct text *out)
{
    for (const char *p = value; *p; p++)
        text_put(out, *p == ',' ? ", " : (char[]){*p, '\0'});
}

static enum string sentence_of(const struct asked *asked, enum rule_from from, const char *value)
{
    const struct row *row = asked->rule < 0 ? NULL : &rows[asked->rule];
    if (!row)
        return from == RULE_FROM_NOBODY ? STRING_RULE_GAME_NONE : STRING_RULE_GAME;
    if (asked->rule == RULE_OPEN && text_is_prefix(role_mark, value))
        return STRING_RULE_OPEN_ROLE;
    if (asked->rule == RULE_CLOCK && !*value)
        return STRING_RULE_CLOCK_ANY;
    for (int i = 0; i < VALUES_MOST && row->values[i]; i++)
        if (strcmp(row->values[i], value) == 0)
            return row->says[i];
    return row->says[strcmp(value, room_rule_standards[asked->rule]) != 0];
}

/* Says how it is, and who has set it so. */
static void put_rule(const struct asked *asked, const char *room, struct prose *out)
{
    char value[RULE_VALUE];
    struct prose names;
    enum rule_from from = room_rule_find(asked->host, asked->port, room, asked->name, value);
    if (from == RULE_FROM_NOBODY && asked->rule >= 0)
        snprintf(value, sizeof value, "%s", room_rule_standards[asked->rule]);
    put_games(value, &names);
    const char *shown = text_is_prefix(role_mark, value) ? value + strlen(role_mark) : value;
    view_string(out, sentence_of(asked, from, value), "value", shown, "n", shown, "games", names.text, "game",
                asked->game ? asked->game->name : "", "id", asked->game ? asked->game->id : "", (char *)0);
    if (from == RULE_FROM_HOUSE || from == RULE_FROM_ABOVE) {
        prose_put(out, " ");
        view_string(out, from == RULE_FROM_HOUSE ? STRING_RULE_BY_HOUSE : STRING_RULE_BY_GROUP, "group",
                    asked->port->group ? asked->port->group : "", (char *)0);
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
                "name", asked->name, "value", bytes, "group", asked->port->group ? asked->port->group : "", (char *)0);
}

static void list(struct asked *asked, const char *room, struct prose *out)
{
    char look[HOST_NAME] = "";
    struct text text = text_over(look, sizeof look);
    struct prose all;
    prose_clear(&all);
    for (int i = 0; i < ROOM_RULES; i++)
        if (find_name(asked, room_rule_names[i]))
            put_short(asked, room, &all);
    for (int i = 0; i < game_count; i++)
        if (find_name(asked, games[i]->id))
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

/* Takes the first word off. */
static const char *take_word(const char *words, char word[HOST_NAME])
{
    size_t length = strcspn(words, " ");
    snprintf(word, HOST_NAME, "%.*s", (int)length, words);
    return words + length + strspn(words + length, " ");
}

static void set(const struct asked *asked, const struct heard *heard, bool is_of_group, const char *typed,
                struct prose *answer)
{
    char value[RULE_VALUE], group[HOST_ROOM];
    bool is_back = text_same_word(typed, "default");
    const char *payer = heard->group ? heard->group : host_source(heard);
    snprintf(group, sizeof group, "group:%s", heard->group ? heard->group : "");
    if (!is_back && !check_value(asked, typed, value, answer))
        return;
    if (room_rule_put(asked->host, asked->port, is_of_group ? group : heard->room, payer, asked->name,
                      is_back ? NULL : value))
        put_rule(asked, heard->room, answer);
    else
        view_string(answer, STRING_SETTINGS_FULL, (char *)0);
}

/* "look symbols", "bare yes": how the network writes there is its own affair. False if it has no such rules. */
static bool takes_look(const struct asked *asked, const struct heard *heard, const char *words, struct prose *answer)
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
    asked->port->prefer(asked->port->self, heard, bytes, answer);
    return true;
}

static bool may_set(const struct heard *heard, bool is_of_group)
{
    return heard->rank & ((is_of_group ? RANK_GROUP : RANK_OPERATOR) | RANK_ADMIN | RANK_LOCAL);
}

static void answer_words(struct host *host, const struct heard *heard, const char *words, struct prose *answer)
{
    struct asked asked = {.host = host, .port = host_port_of(host, heard->network), .group = heard->group};
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
    else if (!is_of_group && takes_look(&asked, heard, words, answer))
        return;
    else if (!find_name(&asked, word))
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

void host_settings(struct host *host, const struct heard *heard, const char *words)
{
    struct prose answer;
    prose_clear(&answer);
    answer_words(host, heard, words, &answer);
    host_whisper(host, heard, &answer);
}

void host_each_rule(struct host *host, const char *network, bool (*each)(void *arg, const char *word), void *arg)
{
    const struct host_port *port = host_port_of(host, network);
    bool goes_on = true;
    for (int i = 0; i < ROOM_RULES && goes_on; i++)
        goes_on = !has_rule(port, i) || each(arg, room_rule_names[i]);
    for (int i = 0; i < game_count && goes_on; i++)
        goes_on = each(arg, games[i]->id);
}

void host_each_rule_value(struct host *host, const char *network, const char *rule,
                          bool (*each)(void *arg, const char *word), void *arg)
{
    struct asked asked = {.host = host, .port = host_port_of(host, network)};
    bool goes_on = find_name(&asked, rule);
    for (int i = 0; goes_on && asked.rule >= 0 && i < VALUES_MOST && rows[asked.rule].values[i]; i++)
        goes_on = is_voice_missing(&asked, rows[asked.rule].values[i]) || each(arg, rows[asked.rule].values[i]);
    for (int i = 0; goes_on && asked.rule == RULE_GAMES && i < game_count; i++)
        goes_on = each(arg, games[i]->id);
    if (goes_on && asked.rule == RULE_GAMES)
        goes_on = each(arg, "all");
    for (int i = 1; goes_on && asked.rule == RULE_TABLES && i <= TABLES_OFFERED; i++)
        goes_on = each(arg, text_number(i));
    if (goes_on)
        each(arg, "default");
}

bool settings_take_channel(struct host *host, const struct heard *heard, const char *words, struct prose *answer)
{
    char word[HOST_NAME];
    struct asked asked = {.host = host, .port = host_port_of(host, heard->network)};
    const char *rest = take_word(words, word);
    if (!text_same_word(word, "channel"))
        return false;
    take_word(rest, word);
    if (!find_name(&asked, word))
        return false;
    answer_words(host, heard, rest, answer);
    return true;
}

bool host_use_rule(struct host *host, const char *words, struct prose *why)
{
    struct asked asked = {.host = host};
    char word[HOST_NAME], value[RULE_VALUE];
    const char *typed = take_word(words, word);
    if (!find_name(&asked, word)) {
        view_string(why, STRING_SETTING_UNKNOWN, "typed", word, (char *)0);
        return false;
    }
    if (!check_value(&asked, typed, value, why))
        return false;
    return !host || room_rule_put_house(host, asked.name, value);
}

/* ---- whom a rule keeps from something ---- */

static bool is_among(const char *list, const char *id)
{
    size_t length = strlen(id);
    for (const char *p = list; *p; p += strcspn(p, ","), p += *p == ',')
        if (strncmp(p, id, length) == 0 && (p[length] == ',' || !p[length]))
            return true;
    return strcmp(list, "all") == 0;
}

bool host_opening_role(struct host *host, const char *network, const char *room, char id[HOST_GROUP])
{
    char value[RULE_VALUE];
    room_rule_get(host, host_port_of(host, network), room, RULE_OPEN, value);
    bool is_role = text_is_prefix(role_mark, value);
    snprintf(id, HOST_GROUP, "%.*s", HOST_GROUP - 1, is_role ? value + strlen(role_mark) : "");
    return is_role;
}

static bool forbids_game(struct host *host, const struct heard *heard, const struct host_port *port,
                         const struct game *game)
{
    char value[RULE_VALUE];
    struct prose names;
    room_rule_get(host, port, heard->room ? heard->room : "@", RULE_GAMES, value);
    if (is_among(value, game->id))
        return false;
    put_games(value, &names);
    tell_openly(host, heard, STRING_RULE_GAME_NOT_HERE, "game", game->name, "games", names.text, (char *)0);
    return true;
}

/* The network knows who has a voice, or the role. */
static bool forbids_person(struct host *host, const struct heard *heard, const struct host_port *port)
{
    char value[RULE_VALUE];
    room_rule_get(host, port, heard->room, RULE_OPEN, value);
    bool is_everybodys = strcmp(value, "everybody") == 0, is_operators = strcmp(value, "operators") == 0;
    unsigned may = RANK_OPERATOR | RANK_ADMIN | RANK_LOCAL | (is_operators ? 0 : RANK_VOICED);
    if (is_everybodys || heard->rank & may)
        return false;
    tell_openly(host, heard,
                is_operators                       ? STRING_RULE_OPEN_NOT_YOURS
                : text_is_prefix(role_mark, value) ? STRING_RULE_OPEN_NOT_YOUR_ROLE
                                                   : STRING_RULE_OPEN_NO_VOICE,
                (char *)0);
    return true;
}

bool settings_forbid_opening(struct host *host, const struct heard *heard, const struct game *game)
{
    const struct host_port *port = host_port_of(host, heard->network);
    if (heard->room && bans_room_refuse(host, heard, port, heard->room))
        return true;
    return forbids_game(host, heard, port, game) || (heard->room && forbids_person(host, heard, port));
}

bool settings_forbid_robots(struct host *host, const struct heard *heard)
{
    const struct host_port *port = host_port_of(host, heard->network);
    if (!room_rule_is(host, port, heard->room ? heard->room : "@", RULE_ROBOTS, "no"))
        return false;
    tell_openly(host, heard, STRING_RULE_ROBOTS_NOT_HERE, (char *)0);
    return true;
}

void settings_put_options(const struct host *host, const struct heard *heard, const struct game *game, struct text *out)
{
    const struct host_port *port = host_port_of(host, heard->network);
    const char *room = heard->room ? heard->room : "@";
    char value[RULE_VALUE];
    room_rule_get(host, port, room, RULE_CLOCK, value);
    if (*value)
        text_putf(out, "%s=%s ", "clock", value);
    room_rule_find(host, port, room, game->id, value);
    if (*value)
        text_putf(out, "%s ", value);
}

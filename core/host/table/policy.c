#include "policy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "games.h"
#include "host_admin.h"
#include "host_state.h"
#include "lobby.h"
#include "port.h"
#include "prose.h"
#include "room.h"
#include "strings/policy.def"
#include "strings/shared.def"
#include "strings/undo.def"
#include "tell.h"
#include "text.h"
#include "view.h"

enum { TABLES_MOST = 1000, TABLES_OFFERED = 5, VALUES_MOST = 5 };

/* What a rule can be, and the sentence for each: in the same order. A rule without `values` has
   its own check, and its first sentence is for the standard. */
struct row {
    const char *values[VALUES_MOST];
    int says[VALUES_MOST];
};

static const struct row rows[ROOM_RULES] = {
    [RULE_GAMES] = {.says = {STRING_RULE_GAMES_ALL, STRING_RULE_GAMES}},
    [RULE_OPEN] = {{"everybody", "voiced", "operators"},
                   {STRING_RULE_OPEN_ALL, STRING_RULE_OPEN_VOICED, STRING_RULE_OPEN_OPERATORS}},
    [RULE_TABLES] = {.says = {STRING_RULE_TABLES_ANY, STRING_RULE_TABLES}},
    [RULE_CLOCK] = {{"live", "slow", "off"},
                    {STRING_RULE_CLOCK, STRING_RULE_CLOCK, STRING_RULE_CLOCK}},
    [RULE_THREADS] = {{"yes", "no"}, {STRING_RULE_THREADS_YES, STRING_RULE_THREADS_NO}},
    [RULE_GUESTS] = {{"yes", "no"}, {STRING_CHANNEL_GUESTS_YES, STRING_CHANNEL_GUESTS_NO}},
    [RULE_SAY] = {{"yes", "no"}, {STRING_CHANNEL_SAY_YES, STRING_CHANNEL_SAY_NO}},
    [RULE_ROBOTS] = {{"yes", "fast", "no"},
                     {STRING_RULE_ROBOTS_YES, STRING_RULE_ROBOTS_FAST, STRING_RULE_ROBOTS_NO}},
    [RULE_UNDO] = {{"free", "consent", "off"},
                   {STRING_UNDO_RULE_FREE, STRING_UNDO_RULE_CONSENT, STRING_UNDO_RULE_OFF}},
    [RULE_PROOF] = {{"no", "yes"}, {STRING_RULE_PROOF_NO, STRING_RULE_PROOF_YES}},
    [RULE_VOICE] = {{"yes", "no"}, {STRING_RULE_VOICE_YES, STRING_RULE_VOICE_NO}},
    [RULE_SEASON] = {{"no", "yes"}, {STRING_RULE_SEASON_NO, STRING_RULE_SEASON_YES}},
    [RULE_SEATS] = {{"yes", "digest", "no"},
                    {STRING_RULE_SEATS_YES, STRING_RULE_SEATS_DIGEST, STRING_RULE_SEATS_NO}},
    [RULE_PICTURES] = {{"calls", "end", "off"},
                       {STRING_RULE_PICTURES_CALLS, STRING_RULE_PICTURES_END,
                        STRING_RULE_PICTURES_OFF}},
    [RULE_LANGUAGE] = {{"auto", "en", "de", "fr", "pl"},
                       {STRING_RULE_LANGUAGE_AUTO, STRING_RULE_LANGUAGE, STRING_RULE_LANGUAGE,
                        STRING_RULE_LANGUAGE, STRING_RULE_LANGUAGE}},
};

const char settings_role_mark[] = "role:";

/* ---- names and values ---- */

static bool has_rule(const struct host_port *port, int rule)
{
    return !port || ((rule != RULE_THREADS || port->apart) &&
                     (rule != RULE_PICTURES || port->show_result) && rule != RULE_DAILY);
}

bool policy_find(struct asked *asked, const char *typed)
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
    return asked->rule == RULE_OPEN && asked->port && asked->port->find_role &&
           strcmp(value, "voiced") == 0;
}

static bool check_word(const struct asked *asked, const char *typed, struct text *value)
{
    char id[HOST_GROUP];
    for (int i = 0; i < VALUES_MOST && rows[asked->rule].values[i]; i++)
        if (text_same_word(typed, rows[asked->rule].values[i]) &&
            !is_voice_missing(asked, rows[asked->rule].values[i]))
            text_put(value, rows[asked->rule].values[i]);
    if (value->length == 0 && asked->rule == RULE_OPEN && asked->port && asked->port->find_role &&
        asked->group && asked->port->find_role(asked->port->self, asked->group, typed, id))
        text_putf(value, "role:%s", id);
    return value->length > 0;
}

static bool is_among(const char *list, const char *id)
{
    size_t length = strlen(id);
    for (const char *p = list; *p; p += strcspn(p, ","), p += *p == ',')
        if (strncmp(p, id, length) == 0 && (p[length] == ',' || !p[length]))
            return true;
    return strcmp(list, "all") == 0;
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

/* The same of games that have one, or "no". */
static bool check_daily(const char *typed, struct text *value, struct prose *why)
{
    char word[HOST_NAME];
    bool is_right = true;
    if (text_same_word(typed, "no"))
        text_put(value, "no");
    else
        is_right = check_games(typed, value, word);
    for (int i = 0; is_right && i < game_count; i++)
        is_right = games[i]->daily || strcmp(value->bytes, "all") == 0 ||
                   !is_among(value->bytes, games[i]->id);
    if (!is_right)
        view_string(why, STRING_SETTING_DAILY, "typed", typed, (char *)0);
    return is_right;
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

/* Of this network, with the table of the room where it is asked. "" if none, or several. */
static const char *shared_room_on(const struct asked *asked, const char *network)
{
    const struct showing *found = NULL,
                         *here = asked->room
                                     ? room_find(asked->host, asked->port->network, asked->room)
                                     : NULL;
    int count = 0;
    for (int i = 0; here && i < session_showing_count(here->session); i++) {
        const struct showing *other = session_showing(here->session, i);
        if (other == here || showing_is_private(other) ||
            strcmp(other->port->network, network) != 0)
            continue;
        found = other;
        count++;
    }
    return count == 1 ? found->name : "";
}

/* "oftc #games": a room of a network where we are; "oftc" is enough if the table here is shown
   in one room there. */
static bool check_room(const struct asked *asked, const char *typed, struct text *value)
{
    char network[HOST_NETWORK];
    size_t length = strcspn(typed, " ");
    const char *room = typed + length + strspn(typed + length, " ");
    snprintf(network, sizeof network, "%.*s", (int)length, typed);
    if (!*room)
        room = shared_room_on(asked, network);
    const struct host_port *port =
        length < sizeof network ? host_port_of(asked->host, network) : NULL;
    bool is_here = port == asked->port && text_same_word(room, asked->room);
    if (!port || is_here || !*room || *room == '@' || strlen(room) >= HOST_ROOM ||
        strpbrk(room, " ;"))
        return false;
    text_putf(value, "%s %s", network, room);
    return true;
}

static bool check_seconds(const char *typed, struct text *value)
{
    int pace = clock_pace_of(typed);
    if (pace >= PACES)
        text_put(value, pace_word((enum pace)pace));
    return pace >= PACES;
}

/* What !play would take, but for what is of one table alone. */
static bool check_options(const struct game *game, const char *typed, struct text *value,
                          struct prose *why)
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

/* With the networks where we are: nobody else knows how an admin has called them. */
static void refuse_bridged(const struct asked *asked, const char *typed, struct prose *why)
{
    const struct host *host = asked->host;
    const char *example = asked->port->network;
    struct prose networks;
    prose_open(&networks, why->language);
    for (int i = 0; i < host->networks.count; i++) {
        if (host->networks.states[i] == PORT_IS_ABSENT)
            continue;
        prose_putf(&networks, "%s%s", networks.length > 0 ? ", " : "",
                   host->networks.ports[i].network);
        example =
            &host->networks.ports[i] != asked->port ? host->networks.ports[i].network : example;
    }
    view_string(why, STRING_SETTING_BRIDGED, "typed", typed, "networks", networks.text, "network",
                example, (char *)0);
}

static void put_values(const struct asked *asked, struct prose *why)
{
    struct prose values;
    const char *last = NULL;
    prose_open(&values, why->language);
    for (int i = 0; i < VALUES_MOST && rows[asked->rule].values[i]; i++) {
        const char *value = rows[asked->rule].values[i];
        if (is_voice_missing(asked, value))
            continue;
        prose_putf(&values, "%s%s", last ? ", " : "", value);
        last = value;
    }
    if (asked->rule == RULE_OPEN && asked->port && asked->port->find_role)
        view_string(&values, STRING_SETTING_ROLE, (char *)0);
    if (asked->rule == RULE_CLOCK)
        view_string(&values, STRING_SETTING_SECONDS, (char *)0);
    view_string(why, STRING_SETTING_VALUES, "name", asked->name, "values", values.text, "example",
                last, (char *)0);
}

bool policy_check(const struct asked *asked, const char *typed, char kept[RULE_VALUE],
                  struct prose *why)
{
    char word[HOST_NAME] = "";
    struct text value = text_over(kept, RULE_VALUE);
    bool is_right = asked->game                   ? check_options(asked->game, typed, &value, why)
                    : asked->rule == RULE_GAMES   ? check_games(typed, &value, word)
                    : asked->rule == RULE_DAILY   ? check_daily(typed, &value, why)
                    : asked->rule == RULE_TABLES  ? check_number(typed, &value)
                    : asked->rule == RULE_BRIDGED ? check_room(asked, typed, &value)
                    : asked->rule == RULE_CLOCK && check_seconds(typed, &value)
                        ? true
                        : check_word(asked, typed, &value);
    if (is_right && !value.cut)
        return true;
    if (is_right)
        view_string(why, STRING_SETTINGS_FULL, (char *)0);
    else if (asked->rule == RULE_GAMES)
        view_string(why, STRING_GAME_UNKNOWN, "typed", word, "n", text_number(game_count),
                    (char *)0);
    else if (asked->rule == RULE_TABLES)
        view_string(why, STRING_SETTING_NUMBER, "name", asked->name, "most",
                    text_number(TABLES_MOST), (char *)0);
    else if (asked->rule == RULE_BRIDGED)
        refuse_bridged(asked, typed, why);
    else if (!asked->game && asked->rule != RULE_DAILY)
        put_values(asked, why);
    return false;
}

/* ---- what can be said ---- */

void host_each_rule(struct host *host, const char *network,
                    bool (*each)(void *arg, const char *word), void *arg)
{
    const struct host_port *port = host_port_of(host, network);
    bool goes_on = true;
    for (int i = 0; i < ROOM_RULES && goes_on; i++)
        goes_on = !has_rule(port, i) || each(arg, room_rule_names[i]);
    for (int i = 0; i < game_count && goes_on; i++)
        goes_on = each(arg, games[i]->id);
}

/* Where the table of this room is shown, too: one of these rooms may be on the other side of the
   bridge. */
static bool offer_rooms(struct host *host, const char *network, const char *room,
                        bool (*each)(void *arg, const char *word), void *arg)
{
    const struct showing *here = room_find(host, network, room);
    bool goes_on = true;
    for (int i = 0; here && goes_on && i < session_showing_count(here->session); i++) {
        const struct showing *other = session_showing(here->session, i);
        char word[HOST_NETWORK + HOST_ROOM];
        snprintf(word, sizeof word, "%s %s", other->port->network, other->name);
        goes_on = other == here || showing_is_private(other) || each(arg, word);
    }
    return goes_on;
}

void host_each_rule_value(struct host *host, const char *network, const char *room,
                          const char *rule, bool (*each)(void *arg, const char *word), void *arg)
{
    struct asked asked = {.host = host, .port = host_port_of(host, network)};
    bool goes_on = policy_find(&asked, rule);
    for (int i = 0; goes_on && asked.rule >= 0 && i < VALUES_MOST && rows[asked.rule].values[i];
         i++)
        goes_on = is_voice_missing(&asked, rows[asked.rule].values[i]) ||
                  each(arg, rows[asked.rule].values[i]);
    for (int i = 0; goes_on && asked.rule == RULE_GAMES && i < game_count; i++)
        goes_on = each(arg, games[i]->id);
    if (goes_on && asked.rule == RULE_GAMES)
        goes_on = each(arg, "all");
    if (goes_on && asked.rule == RULE_BRIDGED && room)
        goes_on = offer_rooms(host, network, room, each, arg);
    for (int i = 1; goes_on && asked.rule == RULE_TABLES && i <= TABLES_OFFERED; i++)
        goes_on = each(arg, text_number(i));
    if (goes_on)
        each(arg, "default");
}

/* ---- how it is said ---- */

void policy_put_games(const char *ids, struct prose *out)
{
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

int policy_sentence(const struct asked *asked, enum rule_from from, const char *value)
{
    const struct row *row = asked->rule < 0 ? NULL : &rows[asked->rule];
    if (!row)
        return from == RULE_FROM_NOBODY ? STRING_RULE_GAME_NONE : STRING_RULE_GAME;
    if (asked->rule == RULE_OPEN && text_is_prefix(settings_role_mark, value))
        return STRING_RULE_OPEN_ROLE;
    if (asked->rule == RULE_CLOCK && !*value)
        return STRING_RULE_CLOCK_ANY;
    for (int i = 0; i < VALUES_MOST && row->values[i]; i++)
        if (strcmp(row->values[i], value) == 0)
            return row->says[i];
    return row->says[strcmp(value, room_rule_standards[asked->rule]) != 0];
}

/* ---- whom rules keep from what ---- */

bool host_opening_role(struct host *host, const char *network, const char *room,
                       char id[HOST_GROUP])
{
    char value[RULE_VALUE];
    room_rule_get(host, host_port_of(host, network), room, RULE_OPEN, value);
    bool is_role = text_is_prefix(settings_role_mark, value);
    snprintf(id, HOST_GROUP, "%.*s", HOST_GROUP - 1,
             is_role ? value + strlen(settings_role_mark) : "");
    return is_role;
}

bool host_says_bridged(struct host *host, const char *network, const char *room)
{
    return !room_rule_is(host, host_port_of(host, network), room, RULE_BRIDGED, "");
}

static bool forbids_game(struct host *host, const struct heard *heard, const struct host_port *port,
                         const struct game *game)
{
    char value[RULE_VALUE];
    struct prose names;
    room_rule_get(host, port, heard->room ? heard->room : "@", RULE_GAMES, value);
    if (is_among(value, game->id))
        return false;
    prose_open(&names, host_language(host, heard));
    policy_put_games(value, &names);
    tell_openly(host, heard, STRING_RULE_GAME_NOT_HERE, "game", game->name, "games", names.text,
                (char *)0);
    return true;
}

bool policy_has_daily(const struct host *host, const struct game *game)
{
    char daily[RULE_VALUE], all[RULE_VALUE];
    room_rule_get(host, NULL, "@", RULE_DAILY, daily);
    room_rule_get(host, NULL, "@", RULE_GAMES, all);
    return game->daily && is_among(daily, game->id) && is_among(all, game->id);
}

/* The network knows who has a voice, or the role. */
static bool forbids_person(struct host *host, const struct heard *heard,
                           const struct host_port *port)
{
    char value[RULE_VALUE];
    room_rule_get(host, port, heard->room, RULE_OPEN, value);
    bool is_everybodys = strcmp(value, "everybody") == 0,
         is_operators = strcmp(value, "operators") == 0;
    unsigned may = RANK_OPERATOR | RANK_ADMIN | RANK_LOCAL | (is_operators ? 0 : RANK_VOICED);
    if (is_everybodys || heard->rank & may)
        return false;
    tell_openly(host, heard,
                is_operators                                ? STRING_RULE_OPEN_NOT_YOURS
                : text_is_prefix(settings_role_mark, value) ? STRING_RULE_OPEN_NOT_YOUR_ROLE
                                                            : STRING_RULE_OPEN_NO_VOICE,
                (char *)0);
    return true;
}

bool policy_forbid_opening(struct host *host, const struct heard *heard, const struct game *game)
{
    const struct host_port *port = host_port_of(host, heard->network);
    if (heard->room && guests_refuse_in(host, heard, port, heard->room))
        return true;
    return forbids_game(host, heard, port, game) ||
           (heard->room && forbids_person(host, heard, port));
}

bool policy_forbid_robots(struct host *host, const struct heard *heard)
{
    const struct host_port *port = host_port_of(host, heard->network);
    if (!room_rule_is(host, port, heard->room ? heard->room : "@", RULE_ROBOTS, "no"))
        return false;
    tell_openly(host, heard, STRING_RULE_ROBOTS_NOT_HERE, (char *)0);
    return true;
}

void policy_put_options(const struct host *host, const struct heard *heard, const struct game *game,
                        struct text *out)
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

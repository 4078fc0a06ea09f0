/* See settings_keep.h. */
#include "settings_keep.h"

#include <stdio.h>
#include <string.h>

#include "bans_room.h"
#include "games.h"
#include "host_settings.h"
#include "host_state.h"
#include "port.h"
#include "prose.h"
#include "room_rules.h"
#include "settings_values.h"
#include "tell.h"
#include "text.h"

static bool is_among(const char *list, const char *id)
{
    size_t length = strlen(id);
    for (const char *p = list; *p; p += strcspn(p, ","), p += *p == ',')
        if (strncmp(p, id, length) == 0 && (p[length] == ',' || !p[length]))
            return true;
    return strcmp(list, "all") == 0;
}

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
    settings_put_games(value, &names);
    tell_openly(host, heard, STRING_RULE_GAME_NOT_HERE, "game", game->name, "games", names.text,
                (char *)0);
    return true;
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

bool settings_forbid_opening(struct host *host, const struct heard *heard, const struct game *game)
{
    const struct host_port *port = host_port_of(host, heard->network);
    if (heard->room && bans_room_refuse(host, heard, port, heard->room))
        return true;
    return forbids_game(host, heard, port, game) ||
           (heard->room && forbids_person(host, heard, port));
}

bool settings_forbid_robots(struct host *host, const struct heard *heard)
{
    const struct host_port *port = host_port_of(host, heard->network);
    if (!room_rule_is(host, port, heard->room ? heard->room : "@", RULE_ROBOTS, "no"))
        return false;
    tell_openly(host, heard, STRING_RULE_ROBOTS_NOT_HERE, (char *)0);
    return true;
}

void settings_put_options(const struct host *host, const struct heard *heard,
                          const struct game *game, struct text *out)
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

#include "heading.h"

#include <stdio.h>
#include <string.h>

#include "games.h"
#include "host_state.h"
#include "record.h"
#include "text.h"

static const struct game *game_of_record(const struct record_line *line, struct text *why)
{
    long long version = 0, rules = 0;
    if (strcmp(line->kind, "record") != 0 || !record_get_number(line, "version", &version)) {
        text_put(why, "its first line is not that of a record");
        return NULL;
    }
    if (version != RECORD_VERSION) {
        text_putf(why, "it is a record of version %lld, and I play on records of version %d only",
                  version, RECORD_VERSION);
        return NULL;
    }
    const char *id = record_get(line, "game");
    const struct game *game = id ? game_find(id) : NULL;
    if (game && record_get_number(line, "rules", &rules) && game_plays(game, rules))
        return game;
    text_putf(why, "this program does not host %s by rules version %lld", id ? id : "(no game)",
              rules);
    return NULL;
}

/* The name of the room in the line; "@key" for a private conversation. */
static bool put_home(const struct record_line *line, const struct persons *persons,
                     char name[HOST_ROOM], struct text *why)
{
    const char *room = record_get(line, "room");
    long long number = 0;
    bool is_private = record_get_number(line, "person", &number);
    const struct person *person = is_private ? persons_find(persons, (int)number) : NULL;
    if (person)
        snprintf(name, HOST_ROOM, "@%s", person->key);
    else if (is_private && persons->may_lack)
        snprintf(name, HOST_ROOM, "@forgotten %d", (int)number);
    else if (room && *room && strlen(room) < HOST_ROOM)
        snprintf(name, HOST_ROOM, "%s", room);
    else
        text_put(why, "it names no room");
    return why->length == 0;
}

static struct session *session_at_home(struct host *host, const struct record_line *line,
                                       const struct game *game, const struct persons *persons,
                                       struct text *why)
{
    char name[HOST_ROOM];
    const char *network = record_get(line, "network");
    const struct host_port *port = network ? host_port_or_absent(host, network) : NULL;
    if (strcmp(line->kind, "room") != 0)
        text_put(why, "its second line does not say in which room the table is");
    else if (!port)
        text_putf(why, "its network %s is one too many", network ? network : "(none)");
    else if (put_home(line, persons, name, why))
        return session_new_apart(host, port, name, game);
    return NULL;
}

struct session *session_of_record(struct host *host, const char *first, const char *second,
                                  const struct persons *persons, struct text *why)
{
    struct session *session = NULL;
    struct record_line line, home;
    long long rules;
    bool are_lines = record_read(first, &line);
    const struct game *game = are_lines ? game_of_record(&line, why) : NULL;
    are_lines = record_read(second, &home) && are_lines;
    if (game && are_lines)
        session = session_at_home(host, &home, game, persons, why);
    if (session && record_get_number(&line, "rules", &rules))
        session->playing->rules.version = (int)rules;
    if (!session && why->length == 0)
        text_put(why, "its first two lines are none");
    record_free(&line);
    record_free(&home);
    return session;
}

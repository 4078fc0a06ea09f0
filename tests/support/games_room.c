/* A room on a real ngircd (games_room.h). */
#include "games_room.h"

#include <stdio.h>

#include "bot.h"
#include "child.h"
#include "irc_person.h"
#include "ircd.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS };

void games_room_open(struct games_room *room)
{
    char config[1024];
    room->ircd = ircd_start(&(struct ircd_options){0});
    assert_non_null(room->ircd);
    snprintf(
        config, sizeof config,
        "irc \"test\" {\n server = \"%s\"\n port = %d\n tls = no\n flood = \"off\"\n nick = \"tabletalk\"\n"
        " channels = {\"#games\"}\n}\n",
        ircd_host(room->ircd), ircd_port(room->ircd));
    room->bot = bot_new(config);
    bot_start(room->bot);
    assert_true(bot_logged(room->bot, "irc-joined", SOON));
}

void games_room_close(struct games_room *room)
{
    bot_free(room->bot);
    ircd_stop(room->ircd);
}

struct irc_person *games_room_come(const struct games_room *room, const char *nick)
{
    const struct irc_address address = {.host = ircd_host(room->ircd),
                                        .port = ircd_port(room->ircd)};
    return games_room_join(&address, nick, "#games");
}

struct irc_person *games_room_join(const struct irc_address *address, const char *nick,
                                   const char *channel)
{
    char error[256];
    struct irc_person *person = irc_person_connect(address, nick, error, sizeof error);
    if (!person)
        fail_msg("%s: %s", nick, error);
    assert_true(irc_person_join(person, channel));
    return person;
}

const char *games_room_must_hear(const struct games_room *room, struct irc_person *person,
                                 const char *to, const char *pattern)
{
    const char *text = irc_person_hear(person, "tabletalk", to, pattern, SOON);
    if (!text) {
        bot_print_log(room->bot);
        fputs(irc_person_transcript(person), stderr);
        fail_msg("never heard \"%s\"", pattern);
    }
    return text;
}

/* See day.h: fifty people who do nothing but abuse, each in one way. None of them sits down at
   an honest table; all of them are where honest people play. */
#include "day.h"

#include <stdio.h>
#include <string.h>

#include "check.h"

struct abuser {
    void (*act)(struct abuser *abuser);
    int64_t period, act_at;
    struct sim_irc *net; /* NULL on Discord */
    struct sim_person *irc;
    uint64_t id;
    int number, turn;
};

static struct abuser abusers[DAY_ABUSERS];

/* Not "!join" and not "!play": who sits at a table is no stranger there. */
static const char *const noise[] = {"!board",          "!help",    "!games",       "!rules",
                                    "!rules kritters", "!moves",   "!hand",        "!seat",
                                    "!zzzz",           "!options", "!leave",       "!start",
                                    "!stop",           "!kick a",  "!set symbols", "!set match=9"};

static const char *any_noise(void)
{
    return noise[sim_dice(sizeof noise / sizeof *noise)];
}

/* ---- IRC ---- */

static const char *any_channel(void)
{
    static const char *const channels[DAY_IRC_TABLES] = {"#t0", "#t1", "#t2", "#t3", "#t4"};
    return channels[sim_dice(DAY_IRC_TABLES)];
}

/* Somebody new from the same host. */
static void connect_again(struct abuser *abuser)
{
    char nick[24], user[24], host[48];
    if (abuser->irc)
        sim_person_free(abuser->irc);
    snprintf(nick, sizeof nick, "x%dn%d", abuser->number, abuser->turn % 100000);
    snprintf(user, sizeof user, "i%d", abuser->turn % 100000);
    snprintf(host, sizeof host, "x%d.bad.example", abuser->number);
    abuser->irc = sim_person_new(abuser->net, nick, user, host, "");
}

static void flood_channel(struct abuser *abuser)
{
    const char *channel = any_channel();
    sim_person_join(abuser->irc, channel);
    sim_person_say(abuser->irc, channel, any_noise());
}

static void flood_in_private(struct abuser *abuser)
{
    sim_person_join(abuser->irc, "#t0");
    sim_person_say(abuser->irc, NULL, any_noise() + 1);
}

static void open_private_tables(struct abuser *abuser)
{
    connect_again(abuser);
    sim_person_join(abuser->irc, "#t1");
    sim_person_say(abuser->irc, NULL, "play kritters mode=solo");
    sim_person_say(abuser->irc, NULL, "start");
    sim_person_part(abuser->irc, "#t1");
}

static void come_and_go(struct abuser *abuser)
{
    const char *channel = any_channel();
    sim_person_join(abuser->irc, channel);
    sim_person_say(abuser->irc, channel, "!board");
    sim_person_say(abuser->irc, channel, "!help");
    sim_person_part(abuser->irc, channel);
}

static void change_nick(struct abuser *abuser)
{
    char nick[24];
    snprintf(nick, sizeof nick, "y%dn%d", abuser->number, abuser->turn % 100000);
    sim_person_join(abuser->irc, "#t2");
    sim_person_rename(abuser->irc, nick);
    sim_person_say(abuser->irc, "#t2", "!help");
}

static void say_junk(struct abuser *abuser)
{
    char junk[300];
    int length = 1 + sim_dice((int)sizeof junk - 2);
    junk[0] = '!';
    for (int i = 1; i < length; i++) {
        junk[i] = (char)(1 + sim_dice(255));
        if (junk[i] == '\n' || junk[i] == '\r')
            junk[i] = '\x01';
    }
    junk[length] = '\0';
    sim_person_join(abuser->irc, "#t3");
    sim_person_say(abuser->irc, abuser->turn % 2 ? "#t3" : NULL, junk);
}

static void reconnect_and_flood(struct abuser *abuser)
{
    if (abuser->turn % 5 == 0)
        connect_again(abuser);
    flood_channel(abuser);
}

/* ---- Discord ---- */

static const struct day_table *any_club_table(void)
{
    return &day.tables[DAY_IRCS * DAY_IRC_TABLES + sim_dice(DAY_GUILDS * DAY_GUILD_TABLES)];
}

static void flood_guild(struct abuser *abuser)
{
    standin_say(day.discord, abuser->id, any_club_table()->channel_id, any_noise());
}

static void open_threads(struct abuser *abuser)
{
    standin_say(day.discord, abuser->id, any_club_table()->channel_id,
                abuser->turn % 2
                    ? "!play FREE-NITRO \xe2\x98\x85\xe2\x98\x85\xe2\x98\x85 thread=yes"
                    : "!play coloretto thread=yes");
}

/* Nobody can open a direct message channel with them. */
static void ask_with_closed_letters(struct abuser *abuser)
{
    if (abuser->turn == 0)
        standin_refuse_dms(day.discord, abuser->id, true);
    standin_say(day.discord, abuser->id, any_club_table()->channel_id,
                abuser->turn % 2 ? "!help" : "!hand");
}

static void ask_where_forbidden(struct abuser *abuser)
{
    standin_say(day.discord, abuser->id, day.forbidden,
                abuser->turn % 2 ? "!board" : "!play coloretto");
}

static void say_nonsense(struct abuser *abuser)
{
    char text[128];
    snprintf(text, sizeof text, "!<@%llu> @everyone ```%c%c", (unsigned long long)abuser->id,
             'a' + sim_dice(26), 'a' + sim_dice(26));
    standin_say(day.discord, abuser->id, any_club_table()->channel_id, text);
}

static void press_forged(struct abuser *abuser)
{
    const struct standin_message *message =
        standin_last(day.discord, any_club_table()->channel_id, STANDIN_EVERYONE);
    if (message)
        standin_forge(day.discord, abuser->id, message->id,
                      abuser->turn % 2 ? "m:1:0:0:stop" : "nothing:::", NULL);
    standin_slash(day.discord, abuser->id, any_club_table()->channel_id, "help");
}

/* ---- all of them ---- */

static const struct {
    void (*act)(struct abuser *abuser);
    int64_t period;
} irc_ways[] = {{flood_channel, 6000},        {flood_in_private, 10000},
                {open_private_tables, 12000}, {come_and_go, 16000},
                {change_nick, 12000},         {say_junk, 8000},
                {reconnect_and_flood, 4800},  {flood_channel, 1000},
                {flood_in_private, 48000}},
  discord_ways[] = {{flood_guild, 6000},
                    {open_threads, 10000},
                    {ask_with_closed_letters, 20000},
                    {ask_where_forbidden, 8000},
                    {say_nonsense, 6000},
                    {press_forged, 12000},
                    {flood_guild, 1200},
                    {ask_with_closed_letters, 60000}};

void abuse_open(void)
{
    char name[24];
    for (int i = 0; i < DAY_ABUSERS; i++) {
        struct abuser *abuser = &abusers[i];
        *abuser = (struct abuser){.number = i, .act_at = sim_now() + sim_dice(60 * 1000)};
        if (i % 2) {
            size_t way = (size_t)(i / 2) % (sizeof irc_ways / sizeof *irc_ways);
            abuser->act = irc_ways[way].act;
            abuser->period = irc_ways[way].period;
            abuser->net = day.ircs[i / 2 % DAY_IRCS];
            connect_again(abuser);
        } else {
            size_t way = (size_t)(i / 2) % (sizeof discord_ways / sizeof *discord_ways);
            abuser->act = discord_ways[way].act;
            abuser->period = discord_ways[way].period;
            snprintf(name, sizeof name, "x%d", i);
            abuser->id = standin_user(day.discord, name, NULL);
        }
    }
}

void abuse_step(void)
{
    for (int i = 0; i < DAY_ABUSERS; i++) {
        struct abuser *abuser = &abusers[i];
        if (sim_now() < abuser->act_at)
            continue;
        abuser->act(abuser);
        abuser->turn++;
        abuser->act_at = sim_now() + abuser->period / 2 + sim_dice((int)abuser->period);
        day.figures.abuses++;
    }
}

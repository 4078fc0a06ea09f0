/* See day.h: the networks, the guilds, the tables, and time that passes for all of them. */
#include "day.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host.h"
#include "tables.h"
#include "text.h"

struct day day;

const char *const day_kinds[DAY_KINDS] = {"IRC with limits", "IRC without", "Discord"};

enum {
    FORGET_MS = 10 * 60 * 1000, /* the stand-in remembers so much of its log */
    WARM_UP_MS = 5000,
    RAMP_MS = 20 * 1000 /* a table opens so long after the one before */
};

/* The first half has the limits that its software is shipped with, and people take their time
   there. Of the others the configuration says that they have none. */
static const struct sim_irc_options networks[DAY_IRCS] = {
    {.name = "insp",
     .software = "InspIRCd-3",
     .has_whox = true,
     .has_monitor = true,
     .line = {5, 60, false, false}},
    {.name = "solanum",
     .software = "solanum-1.0",
     .has_whox = true,
     .has_monitor = true,
     .line = {5, 60, false, false}},
    {.name = "unreal",
     .software = "UnrealIRCd-6.1",
     .has_whox = true,
     .has_monitor = true,
     .line = {5, 60, false, false}},
    {.name = "ngircd", .software = "ngircd-26.1", .line = {5, 60, false, false}},
    {.name = "free0",
     .software = "ergo-2",
     .has_whox = true,
     .has_monitor = true,
     .has_no_limits = true,
     .line = {5, 60, false, false}},
    {.name = "free1", .software = "hybrid-8", .has_no_limits = true, .line = {5, 60, false, false}},
    {.name = "free2",
     .software = "InspIRCd-3",
     .has_whox = true,
     .has_no_limits = true,
     .line = {5, 60, false, false}},
    {.name = "free3",
     .software = "UnrealIRCd-6.1",
     .has_whox = true,
     .has_no_limits = true,
     .line = {5, 60, false, false}},
};

static const struct {
    const char *words;
    int people;
} games[] = {
    {"heartcatchers", 2}, {"coloretto", 3}, {"color catcher", 3}, {"roygbiv", 2}, {"kritters", 3}};

/* ---- what people read ---- */

static void on_irc(void *arg, struct sim_person *irc, const char *channel, const char *text)
{
    struct person *person = arg;
    (void)irc;
    if (!channel)
        honest_reads(person->table, person, text, true);
    else if (person == &person->table->people[0] && strcmp(channel, person->table->room) == 0)
        honest_reads(person->table, person, text, false);
}

/* Whatever comes from the bot: a message of its own, or what an interaction was answered with. */
static bool is_of_bot(const char *text)
{
    json_t *message = json_loads(text, 0, NULL);
    const char *author =
        json_string_value(json_object_get(json_object_get(message, "author"), "id"));
    bool is_so = !author || strtoull(author, NULL, 10) == standin_bot_user(day.discord);
    json_decref(message);
    return is_so;
}

/* Only who waits has to read. A direct message channel once opened stays the same. */
static void on_discord(void *arg, uint64_t viewer, uint64_t channel, const char *text)
{
    (void)arg;
    for (int i = DAY_IRCS * DAY_IRC_TABLES; i < DAY_TABLES; i++) {
        struct day_table *table = &day.tables[i];
        struct person *person = table->waiting;
        if (person && !person->letters)
            person->letters = standin_dm_if_open(day.discord, person->id);
        bool is_public = person && !viewer && table->channel_id == channel;
        bool is_private =
            person && (viewer == person->id || (person->letters && person->letters == channel));
        if ((is_public || is_private) && is_of_bot(text))
            honest_reads(table, person, text, is_private);
    }
}

/* ---- tables ---- */

static void set_game(struct day_table *table, int number)
{
    int which = number % (int)(sizeof games / sizeof *games);
    table->game = games[which].words;
    table->people_count = games[which].people;
    table->act_at = sim_now() + WARM_UP_MS + (int64_t)number * RAMP_MS;
}

static void open_irc_table(int net, int number, struct day_table *table)
{
    static const char *const letters = "abc";
    set_game(table, net + number);
    table->act_at = sim_now() + WARM_UP_MS + (int64_t)(number * DAY_IRCS + net) * RAMP_MS;
    table->irc = day.ircs[net];
    table->kind = networks[net].has_no_limits ? DAY_FREE : DAY_LIMITED;
    table->think_least = net < DAY_IRCS / 2 ? 40 * 1000 : 8 * 1000;
    table->think_most = net < DAY_IRCS / 2 ? 120 * 1000 : 40 * 1000;
    snprintf(table->network, sizeof table->network, "irc:%s", networks[net].name);
    snprintf(table->room, sizeof table->room, "#t%d", number);
    for (int i = 0; i < table->people_count; i++) {
        struct person *person = &table->people[i];
        char host[64];
        person->table = table;
        snprintf(person->name, sizeof person->name, "%cn%dt%d", letters[i], net, number);
        snprintf(host, sizeof host, "%s.home.example", person->name);
        person->irc =
            sim_person_new(day.ircs[net], person->name, "u", host, i == 2 ? "" : person->name);
        sim_person_hears(person->irc, on_irc, person);
        sim_person_join(person->irc, table->room);
    }
}

static void open_guild_table(int guild, int number, struct day_table *table)
{
    static const char *const letters = "abc";
    char name[DAY_NAME];
    set_game(table, guild + number);
    table->kind = DAY_DISCORD;
    table->act_at = sim_now() + WARM_UP_MS + (int64_t)(number * DAY_GUILDS + guild) * RAMP_MS;
    table->think_least = 8 * 1000;
    table->think_most = 40 * 1000;
    snprintf(table->network, sizeof table->network, "discord:club");
    snprintf(name, sizeof name, "t%d", number);
    table->channel_id = standin_channel(day.discord, day.guilds[guild], name);
    snprintf(table->room, sizeof table->room, "<#%" PRIu64 ">", table->channel_id);
    for (int i = 0; i < table->people_count; i++) {
        struct person *person = &table->people[i];
        person->table = table;
        snprintf(person->name, sizeof person->name, "%cg%dt%d", letters[i], guild, number);
        person->id = standin_user(day.discord, person->name, NULL);
        snprintf(person->key, sizeof person->key, "%" PRIu64, person->id);
    }
}

static void configure(void)
{
    static char bytes[8192];
    struct text text = text_over(bytes, sizeof bytes);
    for (int i = 0; i < DAY_IRCS; i++) {
        text_putf(
            &text,
            "irc \"%s\" {\n server = %s.sim\n port = 6667\n tls = no\n insecure = yes\n channels = {",
            networks[i].name, networks[i].name);
        for (int t = 0; t < DAY_IRC_TABLES; t++)
            text_putf(&text, "%s\"#t%d\"", t ? ", " : "", t);
        text_putf(&text, "}\n flood = %s\n}\n", networks[i].has_no_limits ? "off" : "auto");
    }
    text_putf(&text, "discord \"club\" {\n token_file = \"%s\"\n api = \"%s\"\n}\n",
              sim_discord_token(), standin_rest_url(day.discord));
    sim_configure(bytes);
}

/* People who are just there. */
static void fill_up(int count)
{
    char name[DAY_NAME], host[64];
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "guest%d", i);
        snprintf(host, sizeof host, "guest%d.example", i);
        if (i % 2) {
            struct sim_irc *irc = day.ircs[i / 2 % DAY_IRCS];
            struct sim_person *guest = sim_person_new(irc, name, "g", host, "");
            sim_person_join(guest, i / 16 % 2 ? "#t0" : "#t1");
        } else {
            standin_user(day.discord, name, NULL);
        }
    }
}

void day_open(uint64_t seed, bool has_abusers)
{
    int playing = 0;
    sim_open(seed);
    day.has_abusers = has_abusers;
    for (int i = 0; i < DAY_IRCS; i++)
        day.ircs[i] = sim_irc_new(&networks[i]);
    day.discord = sim_discord_new(NULL);
    standin_on_seen(day.discord, on_discord, NULL);
    for (int i = 0; i < DAY_GUILDS; i++)
        day.guilds[i] = standin_guild(day.discord, "Guild");
    day.forbidden = standin_channel(day.discord, day.guilds[0], "forbidden");
    standin_set_rights(day.discord, day.forbidden, STANDIN_VIEW | STANDIN_HISTORY);
    configure();
    for (int i = 0; i < DAY_IRCS * DAY_IRC_TABLES; i++)
        open_irc_table(i % DAY_IRCS, i / DAY_IRCS, &day.tables[i]);
    for (int i = 0; i < DAY_GUILDS * DAY_GUILD_TABLES; i++)
        open_guild_table(i % DAY_GUILDS, i / DAY_GUILDS,
                         &day.tables[DAY_IRCS * DAY_IRC_TABLES + i]);
    for (int i = 0; i < DAY_TABLES; i++)
        playing += day.tables[i].people_count;
    fill_up(DAY_PEOPLE - DAY_ABUSERS - playing);
    if (has_abusers)
        abuse_open();
    sim_measure(true);
    sim_start();
}

/* ---- time ---- */

static void count_tables(struct figures *figures)
{
    figures->tables = sim_host() ? host_table_count(sim_host()) : 0;
    figures->playing = 0;
    for (int i = 0; i < DAY_TABLES && sim_host(); i++) {
        struct session *session = host_find(sim_host(), day.tables[i].network, day.tables[i].room);
        figures->playing += session && host_is_playing(session);
    }
}

static void measure(void)
{
    struct figures *figures = &day.figures;
    int64_t at;
    int turn = (int)(sim_longest_turn(&at) / 1000), batch = (int)(sim_longest_batch() / 1000);
    figures->virtual_ms = sim_now();
    for (int kind = 0; kind < DAY_KINDS; kind++) {
        figures->p50[kind] = waits_share(&day.waits[kind], 50);
        figures->p99[kind] = waits_share(&day.waits[kind], 99);
        figures->most[kind] = waits_share(&day.waits[kind], 100);
    }
    figures->exits = sim_exits();
    figures->violations = 0;
    for (int i = 0; i < DAY_IRCS; i++) {
        figures->violations += sim_irc_violations(day.ircs[i]);
        if (sim_irc_violations(day.ircs[i]) > 0)
            fprintf(stderr, "%9.3f %s: %s\n", (double)sim_now() / 1000, networks[i].name,
                    sim_irc_violation(day.ircs[i]));
    }
    if (turn > figures->longest_turn_us)
        figures->longest_at = at;
    figures->longest_turn_us = turn > figures->longest_turn_us ? turn : figures->longest_turn_us;
    figures->longest_batch_us =
        batch > figures->longest_batch_us ? batch : figures->longest_batch_us;
    figures->resident = sim_resident();
    figures->memory = sim_memory();
    figures->rss = figures_rss();
    count_tables(figures);
}

void day_pass(int64_t ms)
{
    int64_t until = sim_now() + ms, forget_at = sim_now() + FORGET_MS;
    while (sim_now() < until) {
        sim_wait(DAY_TICK_MS);
        if (!sim_is_running())
            sim_start(); /* it exited, which was counted */
        for (int i = 0; i < DAY_TABLES; i++)
            honest_step(&day.tables[i]);
        if (day.has_abusers)
            abuse_step();
        if (sim_now() >= forget_at) {
            standin_forget(day.discord, sim_now() - FORGET_MS);
            forget_at = sim_now() + FORGET_MS;
        }
    }
    measure();
}

void day_close(void)
{
    sim_close();
    for (int kind = 0; kind < DAY_KINDS; kind++)
        free(day.waits[kind].list);
    day = (struct day){.has_abusers = false};
}

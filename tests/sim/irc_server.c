/* See irc_model.h. Lines in, as fast as the software of that name takes them; lines out, with
   the tags that were asked for. */
#include "irc_model.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "check.h"

static const char modern[] =
    "account-notify account-tag batch extended-join labeled-response message-tags multi-prefix "
    "server-time userhost-in-names";

/* As shipped; measured or read in their code: see bucket.c for what we make of them. */
static const struct irc_software kinds[] = {
    {"InspIRCd", 1000, 0, 10000, 0, 0, 20, modern},
    {"solanum", 500, 0, 2500, 60000, 707, 20,
     "account-notify account-tag extended-join multi-prefix server-time message-tags"},
    {"UnrealIRCd", 1000, 11378, 10000, 15000, 439, 20, modern},
    {"u2.10", 2000, 8533, 10000, 128000, 439, 8, "multi-prefix"},
    {"ngircd", 334, 0, 1000, 0, 0, 20, "multi-prefix"},
    {"hybrid", 500, 0, 2500, 0, 0, 20, "multi-prefix extended-join account-notify"},
    {"ergo", 500, 0, 2500, 0, 0, 20, modern},
    {"", 1000, 0, 10000, 0, 0, 20, ""},
};

static struct sim_irc *all;

void net_violate(struct sim_irc *irc, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(irc->violation, sizeof irc->violation, format, args);
    va_end(args);
    irc->violations++;
    sim_trace(irc->name, "!", irc->violation, strlen(irc->violation));
}

/* ---- names ---- */

struct sim_irc *net_find(const char *host)
{
    for (struct sim_irc *irc = all; irc; irc = irc->next)
        if (strcasecmp(irc->server, host) == 0)
            return irc;
    return NULL;
}

struct sim_line *net_line(struct sim_irc *irc)
{
    return &irc->line;
}

struct sim_person *net_by_nick(struct sim_irc *irc, const char *nick)
{
    for (struct sim_person *person = irc->people; person; person = person->next)
        if (person->is_online && strcasecmp(person->nick, nick) == 0)
            return person;
    return NULL;
}

struct irc_channel_state *net_channel(struct sim_irc *irc, const char *name, bool makes)
{
    struct irc_channel_state *channel = irc->channels;
    while (channel && strcasecmp(channel->name, name) != 0)
        channel = channel->next;
    if (channel || !makes)
        return channel;
    channel = calloc(1, sizeof *channel);
    check(channel);
    snprintf(channel->name, sizeof channel->name, "%s", name);
    channel->next = irc->channels;
    return irc->channels = channel;
}

int net_place(const struct irc_channel_state *channel, const struct sim_person *person)
{
    for (int i = 0; channel && i < channel->count; i++)
        if (channel->members[i] == person)
            return i;
    return -1;
}

void net_leave(struct irc_channel_state *channel, const struct sim_person *person)
{
    int at = net_place(channel, person);
    if (at < 0)
        return;
    channel->count--;
    for (int i = at; i < channel->count; i++) {
        channel->members[i] = channel->members[i + 1];
        channel->are_operators[i] = channel->are_operators[i + 1];
    }
}

void net_source(const struct sim_person *person, char source[3 * NICK])
{
    snprintf(source, 3 * NICK, "%s!%s@%s", person->nick, person->user, person->host);
}

int64_t net_wall(const struct sim_irc *irc)
{
    return loop_wall(sim_loop()) + irc->clock;
}

/* ---- saying ---- */

static void put_time(char out[32], int64_t wall)
{
    struct tm parts;
    time_t seconds = (time_t)(wall / 1000);
    gmtime_r(&seconds, &parts);
    size_t length = strftime(out, 32, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(out + length, 32 - length, ".%03dZ", (int)(wall % 1000));
}

static int put_tag(char *tags, size_t size, const char *key, const char *value)
{
    size_t length = strlen(tags);
    return snprintf(tags + length, size - length, "%s%s=%s", length > 1 ? ";" : "", key, value);
}

static void deliver(struct sim_person *bot, const char *tags, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

static void deliver(struct sim_person *bot, const char *tags, const char *format, va_list args)
{
    char line[LINE * 2], *at = line;
    if (!bot->transport || bot->is_gone)
        return;
    at += snprintf(line, sizeof line, "%s%s", tags[1] ? tags : "", tags[1] ? " " : "");
    char *body = at;
    vsnprintf(at, sizeof line - (size_t)(at - line) - 3, format, args);
    if (strlen(body) > 510)
        body[510] = '\0';
    strcat(line, "\r\n");
    transport_deliver(bot->transport, line, (int)strlen(line));
}

void net_tell(struct sim_person *bot, const char *format, ...)
{
    char tags[256] = "@", now[32];
    va_list args;
    if (*bot->label && !bot->was_answered && bot->caps & IRC_LABELS)
        put_tag(tags, sizeof tags, "label", bot->label);
    if (bot->caps & IRC_TIME) {
        put_time(now, net_wall(bot->irc));
        put_tag(tags, sizeof tags, "time", now);
    }
    bot->was_answered = true;
    va_start(args, format);
    deliver(bot, tags, format, args);
    va_end(args);
}

void net_tell_said(struct sim_person *bot, const struct past *past, const char *batch,
                   const char *format, ...)
{
    char tags[256] = "@", when[32];
    va_list args;
    if (batch && bot->caps & IRC_BATCH)
        put_tag(tags, sizeof tags, "batch", batch);
    if (bot->caps & IRC_TIME) {
        put_time(when, past->time);
        put_tag(tags, sizeof tags, "time", when);
    }
    if (bot->caps & IRC_TAGS && *past->msgid)
        put_tag(tags, sizeof tags, "msgid", past->msgid);
    if (bot->caps & IRC_ACCOUNT_TAG && *past->account)
        put_tag(tags, sizeof tags, "account", past->account);
    va_start(args, format);
    deliver(bot, tags, format, args);
    va_end(args);
}

void net_numeric(struct sim_person *bot, int number, const char *format, ...)
{
    char words[LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    net_tell(bot, ":%s %03d %s %s", bot->irc->server, number, *bot->nick ? bot->nick : "*", words);
}

static bool shares(const struct sim_irc *irc, const struct sim_person *a,
                   const struct sim_person *b)
{
    for (const struct irc_channel_state *channel = irc->channels; channel; channel = channel->next)
        if (net_place(channel, a) >= 0 && net_place(channel, b) >= 0)
            return true;
    return false;
}

void net_tell_sharers(struct sim_person *person, const char *format, ...)
{
    char line[LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    for (struct sim_person *bot = person->irc->people; bot; bot = bot->next)
        if (bot->transport && bot->is_registered &&
            (bot == person || shares(person->irc, bot, person)))
            net_tell(bot, "%s", line);
}

/* ---- a bot's connection ---- */

static void remove_person(struct sim_person *person)
{
    struct sim_irc *irc = person->irc;
    for (struct irc_channel_state *channel = irc->channels; channel; channel = channel->next)
        net_leave(channel, person);
    for (struct sim_person *bot = irc->people; bot; bot = bot->next)
        for (int i = 0; i < TARGETS; i++)
            if (bot->targets[i] == person)
                bot->targets[i] = NULL;
    for (struct sim_person **at = &irc->people; *at; at = &(*at)->next)
        if (*at == person) {
            *at = person->next;
            break;
        }
    loop_timer_stop(&person->timer);
    while (person->waiting) {
        struct said *next = person->waiting->next;
        free(person->waiting);
        person->waiting = next;
    }
    free(person->last);
    free(person);
}

void sim_person_free(struct sim_person *person)
{
    sim_person_quit(person, "Leaving");
    remove_person(person);
}

static void work_off(void *arg);

struct sim_person *net_accept(struct sim_irc *irc, struct transport *transport)
{
    struct sim_person *bot = calloc(1, sizeof *bot);
    check(bot);
    bot->irc = irc;
    bot->transport = transport;
    bot->last_waiting = &bot->waiting;
    bot->paid_at = INT64_MIN / 2;
    snprintf(bot->host, sizeof bot->host, "bot.example");
    loop_timer_init(&bot->timer, sim_loop(), work_off, bot);
    bot->next = irc->people;
    return irc->people = bot;
}

void net_gone(struct sim_person *bot)
{
    if (!bot->is_gone && bot->is_registered)
        net_watch_news(bot, false);
    remove_person(bot);
}

static void on_removal(void *arg)
{
    remove_person(arg);
}

void net_close(struct sim_person *bot, const char *why)
{
    if (bot->is_gone)
        return;
    net_tell(bot, "ERROR :Closing Link: %s (%s)", bot->host, why);
    bot->is_gone = true;
    transport_hang_up(bot->transport);
    bot->is_online = false;
    loop_timer_stop(&bot->timer);
    loop_timer_init(&bot->timer, sim_loop(), on_removal, bot);
    loop_timer_set(&bot->timer, 0); /* callers still have it in their hands */
}

/* How long until the next line is read. */
static int64_t line_wait(const struct sim_person *bot)
{
    int64_t debt = bot->paid_at - sim_now();
    return bot->irc->options.has_no_limits || debt <= bot->irc->software->ahead_ms
               ? 0
               : debt - bot->irc->software->ahead_ms;
}

static void pay(struct sim_person *bot, int length)
{
    const struct irc_software *software = bot->irc->software;
    if (bot->paid_at < sim_now())
        bot->paid_at = sim_now();
    bot->paid_at += software->line_ms + software->kilobyte_ms * length / 1024;
}

static void work_off(void *arg)
{
    struct sim_person *bot = arg;
    while (bot->waiting && !bot->is_gone) {
        struct said *said = bot->waiting;
        int64_t wait = line_wait(bot);
        if (wait > 0) {
            loop_timer_set(&bot->timer, wait);
            return;
        }
        bot->waiting = said->next;
        if (!bot->waiting)
            bot->last_waiting = &bot->waiting;
        bot->waiting_count--;
        if (bot->is_registered)
            pay(bot, said->length);
        net_obey(bot, said->text);
        free(said);
    }
}

static void take_line(struct sim_person *bot, const char *bytes, int length)
{
    struct said *said = malloc(sizeof *said + (size_t)length + 1);
    const char *body = bytes[0] == '@' ? memchr(bytes, ' ', (size_t)length) : bytes;
    check(said);
    /* tags cost nothing */
    *said = (struct said){.length = body ? length - (int)(body - bytes) : length};
    memcpy(said->text, bytes, (size_t)length);
    said->text[length] = '\0';
    *bot->last_waiting = said;
    bot->last_waiting = &said->next;
    bot->irc->lines++;
    if (body && length - (int)(body - bytes) > 511)
        net_violate(bot->irc, "a line of %d bytes", length - (int)(body - bytes));
    if (++bot->waiting_count > bot->irc->software->queue && bot->is_registered &&
        !bot->irc->options.has_no_limits) {
        net_violate(bot->irc, "%d lines wait: Excess Flood", bot->waiting_count);
        net_close(bot, "Excess Flood");
    }
}

void net_hear(struct sim_person *bot, const char *bytes, int length)
{
    for (int i = 0; i < length && !bot->is_gone; i++) {
        if (bytes[i] == '\n') {
            int end = bot->length > 0 && bot->bytes[bot->length - 1] == '\r' ? bot->length - 1
                                                                             : bot->length;
            take_line(bot, bot->bytes, end);
            bot->length = 0;
        } else if (bot->length < (int)sizeof bot->bytes) {
            bot->bytes[bot->length++] = bytes[i];
        }
    }
    if (!bot->is_gone && !loop_timer_is_set(&bot->timer))
        work_off(bot);
}

/* ---- the server ---- */

static const struct irc_software *software_named(const char *version)
{
    const struct irc_software *kind = kinds;
    while (*kind->name && strncasecmp(kind->name, version, strlen(kind->name)) != 0)
        kind++;
    return kind;
}

struct sim_irc *sim_irc_new(const struct sim_irc_options *options)
{
    struct sim_irc *irc = calloc(1, sizeof *irc);
    check(irc);
    irc->options = *options;
    irc->software = software_named(options->software);
    irc->line = options->line;
    snprintf(irc->name, sizeof irc->name, "%s", options->name);
    snprintf(irc->server, sizeof irc->server, "%s.sim", options->name);
    irc->options.name = irc->name;
    irc->next = all;
    all = irc;
    return irc;
}

void net_close_all(void)
{
    while (all) {
        struct sim_irc *irc = all;
        all = irc->next;
        while (irc->people)
            remove_person(irc->people);
        while (irc->channels) {
            struct irc_channel_state *channel = irc->channels;
            irc->channels = channel->next;
            free(channel->members);
            free(channel->are_operators);
            free(channel);
        }
        free(irc);
    }
}

struct sim_line *sim_irc_line(struct sim_irc *irc)
{
    return &irc->line;
}

const char *sim_irc_name(const struct sim_irc *irc)
{
    return irc->name;
}

long sim_irc_lines(const struct sim_irc *irc)
{
    return irc->lines;
}

int sim_irc_violations(const struct sim_irc *irc)
{
    return irc->violations;
}

const char *sim_irc_violation(const struct sim_irc *irc)
{
    return irc->violation;
}

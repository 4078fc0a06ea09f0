/* See irc_model.h: what people do, whom no wire connects, and what happens to the whole network. */
#include "irc_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "check.h"
#include "render.h"

/* ---- people ---- */

struct sim_person *sim_person_new(struct sim_irc *irc, const char *nick, const char *user,
                                  const char *host, const char *account)
{
    struct sim_person *person = calloc(1, sizeof *person);
    check(person);
    person->irc = irc;
    person->last_waiting = &person->waiting;
    person->last = strdup("");
    snprintf(person->nick, sizeof person->nick, "%s", nick);
    snprintf(person->user, sizeof person->user, "%s", user);
    snprintf(person->host, sizeof person->host, "%s", host);
    snprintf(person->account, sizeof person->account, "%s", account ? account : "");
    person->next = irc->people;
    irc->people = person;
    sim_person_return(person);
    return person;
}

void sim_person_hears(struct sim_person *person, sim_heard_fn *heard, void *arg)
{
    person->heard = heard;
    person->arg = arg;
}

const char *sim_person_nick(const struct sim_person *person)
{
    return person->nick;
}

const char *sim_person_last(const struct sim_person *person)
{
    return person->last;
}

/* Marks of no width, with which the bot keeps names from being called. */
static void strip_marks(char *text)
{
    static const char mark[] = "\xe2\x80\x8b";
    for (char *at; (at = strstr(text, mark)) != NULL;)
        memmove(at, at + sizeof mark - 1, strlen(at + sizeof mark - 1) + 1);
}

void net_tell_person(struct sim_person *person, const char *channel, const char *text)
{
    char *plain = strdup(text);
    check(plain);
    render_strip(plain);
    strip_marks(plain);
    if (!channel) {
        free(person->last);
        person->last = strdup(plain);
        check(person->last);
    }
    if (person->heard)
        person->heard(person->arg, person, channel, plain);
    free(plain);
}

void sim_person_join(struct sim_person *person, const char *channel)
{
    if (person->is_online)
        net_enter(person, channel);
}

bool sim_person_is_in(const struct sim_person *person, const char *channel)
{
    return net_place(net_channel(person->irc, channel, false), person) >= 0;
}

/* Tells the bots that are in the channel. */
static void tell_channel(const struct irc_channel_state *channel, const char *line)
{
    for (int i = 0; channel && i < channel->count; i++)
        if (channel->members[i]->transport)
            net_tell(channel->members[i], "%s", line);
}

void sim_person_part(struct sim_person *person, const char *name)
{
    struct irc_channel_state *channel = net_channel(person->irc, name, false);
    char source[3 * NICK], line[LINE];
    if (net_place(channel, person) < 0)
        return;
    net_source(person, source);
    snprintf(line, sizeof line, ":%s PART %s :bye", source, name);
    tell_channel(channel, line);
    net_leave(channel, person);
}

void sim_person_quit(struct sim_person *person, const char *why)
{
    char source[3 * NICK];
    if (!person->is_online)
        return;
    net_source(person, source);
    net_tell_sharers(person, ":%s QUIT :%s", source, why);
    for (struct irc_channel_state *channel = person->irc->channels; channel;
         channel = channel->next)
        net_leave(channel, person);
    person->is_online = false;
    net_watch_news(person, false);
}

void sim_person_return(struct sim_person *person)
{
    if (person->is_online)
        return;
    while (net_by_nick(person->irc, person->nick) && strlen(person->nick) < 20)
        strcat(person->nick, "_");
    person->is_online = true;
    net_watch_news(person, true);
}

void sim_person_rename(struct sim_person *person, const char *nick)
{
    char source[3 * NICK];
    const struct sim_person *other = net_by_nick(person->irc, nick);
    if (!person->is_online || (other && other != person))
        return;
    net_source(person, source);
    net_tell_sharers(person, ":%s NICK :%s", source, nick);
    net_watch_news(person, false);
    snprintf(person->nick, sizeof person->nick, "%s", nick);
    net_watch_news(person, true);
}

void sim_person_login(struct sim_person *person, const char *account)
{
    char source[3 * NICK];
    snprintf(person->account, sizeof person->account, "%s", account);
    net_source(person, source);
    for (struct sim_person *bot = person->irc->people; bot; bot = bot->next)
        if (bot->transport && bot->caps & IRC_ACCOUNT_NOTIFY)
            net_tell(bot, ":%s ACCOUNT %s", source, *account ? account : "*");
}

void sim_person_op(struct sim_person *person, const char *name)
{
    struct irc_channel_state *channel = net_channel(person->irc, name, false);
    int place = net_place(channel, person);
    char line[LINE];
    if (place < 0)
        return;
    channel->are_operators[place] = true;
    snprintf(line, sizeof line, ":%s MODE %s +o %s", person->irc->server, name, person->nick);
    tell_channel(channel, line);
}

void sim_person_refuse(struct sim_person *person, int numeric)
{
    person->refusal = numeric;
}

/* ---- talk ---- */

static void send_said(struct sim_person *bot, const struct past *past, const char *target,
                      const char *text)
{
    int times = past->msgid[0] && bot->caps & IRC_TAGS && sim_chance(bot->irc->repeats) ? 2 : 1;
    for (int i = 0; i < times; i++)
        net_tell_said(bot, past, NULL, ":%s PRIVMSG %s :%s", past->source, target, text);
}

static void say(struct sim_person *person, const struct past *past, const char *target)
{
    struct sim_irc *irc = person->irc;
    struct irc_channel_state *channel = target ? net_channel(irc, target, false) : NULL;
    for (int i = 0; channel && i < channel->count; i++)
        if (channel->members[i]->transport)
            send_said(channel->members[i], past, channel->name, past->text);
    if (channel)
        channel->past[channel->past_count++ % HISTORY] = *past;
    for (struct sim_person *bot = irc->people; bot && !target; bot = bot->next)
        if (bot->transport && bot->is_registered && !bot->is_gone) {
            bot->targets[0] = bot->targets[0] ? bot->targets[0] : person;
            send_said(bot, past, bot->nick, past->text);
        }
}

static void fill_past(const struct sim_person *person, const char *text, struct past *past)
{
    *past = (struct past){.time = net_wall(person->irc)};
    net_source(person, past->source);
    snprintf(past->account, sizeof past->account, "%s", person->account);
    snprintf(past->text, sizeof past->text, "%.400s", text);
    /* as on every other network */
    snprintf(past->msgid, sizeof past->msgid, "m-%d", ++person->irc->ids);
}

void sim_person_say(struct sim_person *person, const char *target, const char *text)
{
    struct past past;
    if (!person->is_online || (target && !sim_person_is_in(person, target)))
        return;
    fill_past(person, text, &past);
    snprintf(person->said, sizeof person->said, "%s", past.text);
    snprintf(person->said_to, sizeof person->said_to, "%s", target ? target : "");
    snprintf(person->said_id, sizeof person->said_id, "%s", past.msgid);
    person->said_at = past.time;
    say(person, &past, target);
}

void sim_person_repeat(struct sim_person *person)
{
    struct past past;
    if (!person->is_online || !*person->said ||
        (*person->said_to && !sim_person_is_in(person, person->said_to)))
        return;
    fill_past(person, person->said, &past);
    snprintf(past.msgid, sizeof past.msgid, "%s", person->said_id);
    past.time = person->said_at;
    for (struct sim_person *bot = person->irc->people; bot; bot = bot->next)
        if (bot->transport && bot->is_registered && !bot->is_gone && bot->caps & IRC_TAGS)
            net_tell_said(bot, &past, NULL, ":%s PRIVMSG %s :%s", past.source,
                          *person->said_to ? person->said_to : bot->nick, past.text);
}

/* ---- what happens to the network ---- */

static struct sim_person *first_bot(const struct sim_irc *irc)
{
    struct sim_person *bot = irc->people;
    while (bot && (!bot->transport || !bot->is_registered || bot->is_gone))
        bot = bot->next;
    return bot;
}

bool sim_irc_has_bot(const struct sim_irc *irc, const char *channel)
{
    const struct sim_person *bot = first_bot(irc);
    return bot &&
           (!channel || net_place(net_channel((struct sim_irc *)irc, channel, false), bot) >= 0);
}

const char *sim_irc_bot_nick(const struct sim_irc *irc)
{
    const struct sim_person *bot = first_bot(irc);
    return bot ? bot->nick : "";
}

void sim_irc_drop(struct sim_irc *irc)
{
    struct sim_person *next;
    for (struct sim_person *bot = irc->people; bot; bot = next) {
        next = bot->next;
        if (!bot->transport || bot->is_gone)
            continue;
        net_watch_news(bot, false);
        transport_hang_up(bot->transport);
        net_gone(bot);
    }
}

void sim_irc_kill_bot(struct sim_irc *irc)
{
    struct sim_person *bot = first_bot(irc);
    if (bot)
        net_close(bot, "Killed (oper (on order))");
}

void sim_irc_flood(struct sim_irc *irc, const char *line, int times)
{
    struct sim_person *bot = first_bot(irc);
    for (int i = 0; bot && i < times; i++)
        net_tell(bot, "%s", line);
}

void sim_irc_replay(struct sim_irc *irc, bool replays)
{
    irc->replays = replays;
}

void sim_irc_repeat(struct sim_irc *irc, int per_mille)
{
    irc->repeats = per_mille;
}

void sim_irc_jump(struct sim_irc *irc, int64_t ms)
{
    irc->clock += ms;
}

void sim_irc_kick_bot(struct sim_irc *irc, struct sim_person *by, const char *name)
{
    struct sim_person *bot = first_bot(irc);
    struct irc_channel_state *channel = net_channel(irc, name, false);
    char source[3 * NICK], line[LINE];
    if (!bot || net_place(channel, bot) < 0)
        return;
    net_source(by, source);
    snprintf(line, sizeof line, ":%s KICK %s %s :on order", source, name, bot->nick);
    tell_channel(channel, line);
    net_leave(channel, bot);
}

void sim_irc_invite_bot(struct sim_irc *irc, struct sim_person *by, const char *channel)
{
    struct sim_person *bot = first_bot(irc);
    char source[3 * NICK];
    net_source(by, source);
    if (bot)
        net_tell(bot, ":%s INVITE %s :%s", source, bot->nick, channel);
}

void sim_irc_mode(struct sim_irc *irc, const char *name, const char *mode)
{
    struct irc_channel_state *channel = net_channel(irc, name, true);
    char line[LINE];
    bool is_on = mode[0] == '+';
    if (mode[1] == 'm')
        channel->is_moderated = is_on;
    else if (mode[1] == 'c')
        channel->has_no_colours = is_on;
    else if (mode[1] == 'b')
        channel->bans_bots = is_on;
    snprintf(line, sizeof line, ":%s MODE %s %s%s", irc->server, name, mode,
             mode[1] == 'b' ? " *!*@bot.example" : "");
    tell_channel(channel, line);
}

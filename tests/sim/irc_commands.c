/* See irc_model.h: what a bot may say to a server, and what the server answers. Unknown commands
   get 421, as everywhere. */
#include "irc_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "check.h"

enum { PARAMS = 16 };

struct words {
    char *params[PARAMS];
    int count;
};

/* ---- registration ---- */

static const struct {
    const char *name;
    unsigned bits;
} caps[] = {{"account-notify", IRC_ACCOUNT_NOTIFY},
            {"account-tag", IRC_ACCOUNT_TAG},
            {"batch", IRC_BATCH},
            {"extended-join", IRC_EXTENDED_JOIN},
            {"labeled-response", IRC_LABELS},
            {"message-tags", IRC_TAGS},
            {"multi-prefix", IRC_MULTI_PREFIX},
            {"server-time", IRC_TIME},
            {"userhost-in-names", IRC_USERHOST}};

static const char *offers(const struct sim_irc *irc)
{
    return irc->options.caps ? irc->options.caps : irc->software->caps;
}

static bool has_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = words; *at; at += strcspn(at, " "), at += strspn(at, " "))
        if (strcspn(at, " ") == length && strncmp(at, word, length) == 0)
            return true;
    return false;
}

static void tell_supported(struct sim_person *bot)
{
    const struct sim_irc_options *options = &bot->irc->options;
    net_numeric(
        bot, 5,
        "CASEMAPPING=ascii PREFIX=(ov)@+ CHANTYPES=# CHANMODES=b,k,l,cimnpst NICKLEN=30 STATUSMSG=@+ "
        "NETWORK=%s BOT=B%s%s :are supported by this server",
        bot->irc->name, options->has_whox ? " WHOX" : "",
        options->has_monitor ? " MONITOR=100" : "");
}

static void register_if_done(struct sim_person *bot)
{
    if (bot->is_registered || bot->is_negotiating || !bot->has_user || !*bot->nick)
        return;
    bot->is_registered = bot->is_online = true;
    net_numeric(bot, 1, ":Welcome, %s", bot->nick);
    net_numeric(bot, 4, "%s %s iosw biklmnopstv", bot->irc->server, bot->irc->options.software);
    tell_supported(bot);
    net_numeric(bot, 422, ":No MOTD");
    net_watch_news(bot, true);
}

static void on_cap(struct sim_person *bot, struct words *words)
{
    const char *verb = words->count > 1 ? words->params[1] : "", *offered = offers(bot->irc);
    if (!*offered) {
        net_numeric(bot, 421, "CAP :Unknown command");
    } else if (strcasecmp(verb, "LS") == 0) {
        bot->is_negotiating = !bot->is_registered;
        net_tell(bot, ":%s CAP * LS :%s", bot->irc->server, offered);
    } else if (strcasecmp(verb, "REQ") == 0 && words->count > 2) {
        unsigned wanted = 0;
        bool is_offered = true;
        char *rest = words->params[2], copy[LINE];
        snprintf(copy, sizeof copy, "%s", rest);
        for (char *word; (word = strsep(&rest, " ")) != NULL;)
            for (size_t i = 0; *word && i < sizeof caps / sizeof *caps; i++)
                if (strcmp(caps[i].name, word) == 0)
                    wanted |= caps[i].bits;
        for (char *at = copy, *word; (word = strsep(&at, " ")) != NULL;)
            is_offered &= !*word || has_word(offered, word);
        if (is_offered)
            bot->caps |= wanted;
        snprintf(copy, sizeof copy, "%s", "");
        net_tell(bot, ":%s CAP * %s :%s", bot->irc->server, is_offered ? "ACK" : "NAK",
                 words->params[PARAMS - 1]);
    } else if (strcasecmp(verb, "END") == 0) {
        bot->is_negotiating = false;
        register_if_done(bot);
    }
}

static void on_nick(struct sim_person *bot, struct words *words)
{
    const char *wanted = words->count > 1 ? words->params[1] : "";
    const struct sim_person *other = net_by_nick(bot->irc, wanted);
    if (!*wanted || strlen(wanted) > 30) {
        net_numeric(bot, 432, "%s :Erroneous nickname", wanted);
    } else if (other && other != bot) {
        net_numeric(bot, 433, "%s :Nickname is already in use", wanted);
    } else if (bot->is_registered) {
        sim_person_rename(bot, wanted);
    } else {
        snprintf(bot->nick, sizeof bot->nick, "%s", wanted);
        register_if_done(bot);
    }
}

static void on_user(struct sim_person *bot, struct words *words)
{
    snprintf(bot->user, sizeof bot->user, "%.20s", words->count > 1 ? words->params[1] : "bot");
    bot->has_user = true;
    register_if_done(bot);
}

static void on_ping(struct sim_person *bot, struct words *words)
{
    net_tell(bot, ":%s PONG %s :%s", bot->irc->server, bot->irc->server,
             words->count > 1 ? words->params[1] : "");
}

static void on_quit(struct sim_person *bot, struct words *words)
{
    (void)words;
    net_watch_news(bot, false);
    net_close(bot, "Quit");
}

/* ---- channels ---- */

static void tell_names(struct sim_person *bot, const struct irc_channel_state *channel)
{
    char line[LINE] = "";
    size_t length = 0;
    for (int i = 0; i < channel->count; i++) {
        char source[3 * NICK];
        net_source(channel->members[i], source);
        length += (size_t)snprintf(line + length, sizeof line - length, "%s%s%s", length ? " " : "",
                                   channel->are_operators[i] ? "@" : "",
                                   bot->caps & IRC_USERHOST ? source : channel->members[i]->nick);
        if (length > 300 || i == channel->count - 1) {
            net_numeric(bot, 353, "= %s :%s", channel->name, line);
            length = 0;
        }
    }
    net_numeric(bot, 366, "%s :End of NAMES", channel->name);
}

static void tell_join(struct sim_person *bot, const struct sim_person *who, const char *channel)
{
    char source[3 * NICK];
    net_source(who, source);
    if (bot->caps & IRC_EXTENDED_JOIN)
        net_tell(bot, ":%s JOIN %s %s :somebody", source, channel,
                 *who->account ? who->account : "*");
    else
        net_tell(bot, ":%s JOIN :%s", source, channel);
}

/* Says again what was said before: servers with a history do that unasked. */
static void tell_past(struct sim_person *bot, const struct irc_channel_state *channel)
{
    int first = channel->past_count > 5 ? channel->past_count - 5 : 0;
    if (bot->caps & IRC_BATCH)
        net_tell(bot, ":%s BATCH +past chathistory %s", bot->irc->server, channel->name);
    for (int i = first; i < channel->past_count; i++) {
        const struct past *past = &channel->past[i % HISTORY];
        net_tell_said(bot, past, "past", ":%s PRIVMSG %s :%s", past->source, channel->name,
                      past->text);
    }
    if (bot->caps & IRC_BATCH)
        net_tell(bot, ":%s BATCH -past", bot->irc->server);
}

void net_enter(struct sim_person *person, const char *name)
{
    struct irc_channel_state *channel = net_channel(person->irc, name, true);
    if (net_place(channel, person) >= 0)
        return;
    size_t room = (size_t)channel->count + 1;
    channel->members = realloc(channel->members, room * sizeof(*channel->members));
    channel->are_operators =
        realloc(channel->are_operators, room * sizeof(*channel->are_operators));
    check(channel->members && channel->are_operators);
    channel->members[channel->count] = person;
    channel->are_operators[channel->count++] = false;
    for (int i = 0; i < channel->count; i++)
        if (channel->members[i]->transport)
            tell_join(channel->members[i], person, channel->name);
}

static void join_one(struct sim_person *bot, const char *name)
{
    struct irc_channel_state *channel = net_channel(bot->irc, name, true);
    if (channel->bans_bots) {
        net_numeric(bot, 474, "%s :Cannot join channel (+b)", name);
        return;
    }
    if (net_place(channel, bot) >= 0)
        return;
    net_enter(bot, name);
    tell_names(bot, channel);
    if (bot->irc->replays)
        tell_past(bot, channel);
}

static void on_join(struct sim_person *bot, struct words *words)
{
    char *rest = words->count > 1 ? words->params[1] : NULL;
    for (char *name; (name = strsep(&rest, ",")) != NULL;)
        join_one(bot, name);
}

static void on_part(struct sim_person *bot, struct words *words)
{
    if (words->count > 1)
        sim_person_part(bot, words->params[1]);
}

static void on_mode(struct sim_person *bot, struct words *words)
{
    const struct irc_channel_state *channel =
        net_channel(bot->irc, words->count > 1 ? words->params[1] : "", false);
    if (channel && words->count == 2)
        net_numeric(bot, 324, "%s +nt%s%s", channel->name, channel->is_moderated ? "m" : "",
                    channel->has_no_colours ? "c" : "");
    else if (words->count > 2 && strcasecmp(words->params[1], bot->nick) == 0)
        net_tell(bot, ":%s MODE %s :%s", bot->nick, bot->nick, words->params[2]);
}

/* "WHO mask %tuhnfa,token" */
static void tell_who(struct sim_person *bot, const struct sim_person *person, const char *token)
{
    net_numeric(bot, 354, "%s %s %s %s %s %s", token, person->user, person->host, person->nick,
                person->transport ? "HB" : "H", *person->account ? person->account : "0");
}

static void on_who(struct sim_person *bot, struct words *words)
{
    const char *mask = words->count > 1 ? words->params[1] : "*";
    const char *comma = words->count > 2 ? strchr(words->params[2], ',') : NULL,
               *token = comma ? comma + 1 : "";
    const struct irc_channel_state *channel = net_channel(bot->irc, mask, false);
    const struct sim_person *person = net_by_nick(bot->irc, mask);
    for (int i = 0; channel && i < channel->count; i++)
        tell_who(bot, channel->members[i], token);
    if (!channel && person)
        tell_who(bot, person, token);
    net_numeric(bot, 315, "%s :End of WHO", mask);
}

/* ---- MONITOR ---- */

void net_watch_news(struct sim_person *person, bool is_online)
{
    for (struct sim_person *bot = person->irc->people; bot; bot = bot->next)
        for (int i = 0; bot->transport && i < bot->watched_count; i++)
            if (strcasecmp(bot->watched[i], person->nick) == 0)
                net_numeric(bot, is_online ? 730 : 731, ":%s", person->nick);
}

static void watch_one(struct sim_person *bot, const char *nick, bool adds)
{
    int at = 0;
    while (at < bot->watched_count && strcasecmp(bot->watched[at], nick) != 0)
        at++;
    if (!adds && at < bot->watched_count) {
        memmove(bot->watched[at], bot->watched[bot->watched_count - 1], NICK);
        bot->watched_count--;
    }
    if (!adds || at < bot->watched_count)
        return;
    if (at == (int)(sizeof bot->watched / sizeof *bot->watched)) {
        net_numeric(bot, 734, "16 %s :Monitor list is full", nick);
        return;
    }
    snprintf(bot->watched[bot->watched_count++], NICK, "%.60s", nick);
    net_numeric(bot, net_by_nick(bot->irc, nick) ? 730 : 731, ":%s", nick);
}

static void on_monitor(struct sim_person *bot, struct words *words)
{
    char *rest = words->count > 2 ? words->params[2] : NULL;
    if (!bot->irc->options.has_monitor)
        net_numeric(bot, 421, "MONITOR :Unknown command");
    for (char *nick; (nick = strsep(&rest, ",")) != NULL;)
        watch_one(bot, nick, words->params[1][0] == '+');
}

/* ---- talk ---- */

/* The bot may write to another person now: as many as there are places, then one in `person_ms`. */
static bool may_write_to(struct sim_person *bot, struct sim_person *person)
{
    int64_t pause = bot->irc->software->person_ms;
    int oldest = 0;
    if (!pause || bot->irc->options.has_no_limits)
        return true;
    for (int i = 0; i < TARGETS; i++) {
        if (bot->targets[i] == person)
            return true;
        if (bot->target_at[i] < bot->target_at[oldest])
            oldest = i;
    }
    if (bot->target_at[oldest] && sim_now() - bot->target_at[oldest] < pause)
        return false;
    bot->targets[oldest] = person;
    bot->target_at[oldest] = sim_now() + 1;
    return true;
}

static void talk_in(struct sim_person *bot, const char *name, const char *text, bool is_notice)
{
    struct irc_channel_state *channel = net_channel(bot->irc, name, false);
    int place = net_place(channel, bot);
    bool is_mute =
        place < 0 ||
        ((channel->is_moderated || channel->bans_bots) && !channel->are_operators[place]) ||
        (channel->has_no_colours && strchr(text, 3));
    if (is_mute) {
        net_numeric(bot, 404, "%s :Cannot send to channel", name);
        return;
    }
    for (int i = 0; i < channel->count; i++)
        if (!channel->members[i]->transport && !is_notice)
            net_tell_person(channel->members[i], channel->name, text);
}

static void talk_to(struct sim_person *bot, const char *nick, const char *text)
{
    struct sim_person *person = net_by_nick(bot->irc, nick);
    if (!person)
        net_numeric(bot, 401, "%s :No such nick", nick);
    else if (person->refusal)
        net_numeric(bot, person->refusal, "%s :Cannot send to them", nick);
    else if (!person->transport && !may_write_to(bot, person))
        net_numeric(bot, bot->irc->software->refusal,
                    "%s :Targets changing too fast, please wait %d seconds.", nick,
                    (int)(bot->irc->software->person_ms / 1000));
    else if (!person->transport)
        net_tell_person(person, NULL, text);
}

static void on_talk(struct sim_person *bot, struct words *words)
{
    bool is_notice = strcasecmp(words->params[0], "NOTICE") == 0;
    if (words->count < 3 || !*words->params[2])
        net_numeric(bot, 412, ":No text to send");
    else if (words->params[1][0] == '#')
        talk_in(bot, words->params[1], words->params[2], is_notice);
    else
        talk_to(bot, words->params[1], words->params[2]);
}

/* ---- all of them ---- */

static void ignore(struct sim_person *bot, struct words *words)
{
    (void)bot, (void)words;
}

static const struct {
    const char *word;
    void (*fn)(struct sim_person *bot, struct words *words);
    bool is_early; /* also before registration */
} commands[] = {
    {"CAP", on_cap, true},    {"NICK", on_nick, true},     {"USER", on_user, true},
    {"PASS", ignore, true},   {"PING", on_ping, true},     {"PONG", ignore, true},
    {"QUIT", on_quit, true},  {"JOIN", on_join, false},    {"PART", on_part, false},
    {"MODE", on_mode, false}, {"WHO", on_who, false},      {"MONITOR", on_monitor, false},
    {"AWAY", ignore, false},  {"PRIVMSG", on_talk, false}, {"NOTICE", on_talk, false},
};

static void split(char *line, struct words *words)
{
    words->count = 0;
    for (char *at = line; *at && words->count < PARAMS - 1;) {
        if (*at == ':' && words->count > 0) {
            words->params[words->count++] = at + 1;
            return;
        }
        words->params[words->count++] = at;
        at += strcspn(at, " ");
        while (*at == ' ')
            *at++ = '\0';
    }
}

static char *take_label(struct sim_person *bot, char *line)
{
    static const char key[] = "@label=";
    *bot->label = '\0';
    bot->was_answered = false;
    if (*line != '@')
        return line;
    if (strncmp(line, key, sizeof key - 1) == 0)
        snprintf(bot->label, sizeof bot->label, "%.*s", (int)strcspn(line + sizeof key - 1, "; "),
                 line + sizeof key - 1);
    line += strcspn(line, " ");
    return line + strspn(line, " ");
}

void net_obey(struct sim_person *bot, char *line)
{
    struct words words = {.count = 0};
    char whole[LINE];
    char *body = take_label(bot, line);
    const char *colon = strchr(body, ':');
    snprintf(whole, sizeof whole, "%s", colon ? colon + 1 : "");
    words.params[PARAMS - 1] = whole;
    split(body, &words);
    size_t i = 0, count = sizeof commands / sizeof *commands;
    while (words.count && i < count && strcasecmp(commands[i].word, words.params[0]) != 0)
        i++;
    if (words.count && i == count)
        net_numeric(bot, 421, "%s :Unknown command", words.params[0]);
    else if (words.count && (commands[i].is_early || bot->is_registered))
        commands[i].fn(bot, &words);
    if (*bot->label && !bot->was_answered && bot->caps & IRC_LABELS && !bot->is_gone)
        net_tell(bot, ":%s ACK", bot->irc->server);
    *bot->label = '\0';
}

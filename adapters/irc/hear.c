/* What people say: which lines are meant for us, and who says them. commands.h reads the
   commands. We answer no line that is not meant for us, and no NOTICE, so that two bots cannot
   talk for ever. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "check.h"
#include "commands.h"
#include "delivery.h"
#include "host_admin.h"
#include "network.h"
#include "outbox.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "refusal.h"
#include "render.h"
#include "text.h"
#include "view.h"

enum {
    CTCP_PERIOD_MS = 10 * 1000,
    SETTLED_MS = 3000,
    REPLAYED_MS = 5 * 60 * 1000,
    PLAYBACK_MS = 60 * 1000, /* a bouncer that does not say when it has ended has ended then */
    TEXT_BYTES = 2048,
    MASK_BYTES = 512
};

/* Every Tabletalk begins its private answers with this, and nobody types it. In names it stands
   behind a letter. */
static const char bot_mark[] = "\xe2\x80\x8b";

/* ---- people whom a bridge relays ---- */

/* A bot repeats their lines ("<bob> !join"), or the server lends it their names (RELAYMSG,
   "bob/discord"). Anybody can be called so on the other side, so they get no seat, and are told
   once how to sit down themselves. Which nicks are such bots the configuration says, or an operator
   of the channel. Bounded, each channel: IRC_RELAYED names are remembered, and IRC_RELAYED_MOST are
   answered in ANSWERS_MS. */

enum {
    ANSWERS_MS = 60 * 1000,
    NAME_WITHIN = 40 /* bytes in front of which the name of a relayed line begins */
};

static bool is_called(const struct irc *irc, const char *nick, const char *name)
{
    return *name && text_is_same_folded((unsigned)irc_casemap(irc), nick, name);
}

static bool is_bridge(const struct irc *irc, const struct irc_room *room, const char *nick)
{
    for (int i = 0; i < irc->setup.bridge_count; i++)
        if (is_called(irc, nick, irc->setup.bridges[i]))
            return true;
    return room && is_called(irc, nick, room->bridge);
}

static void keep_name(const char *from, size_t length, char name[HOST_NAME])
{
    struct text text = text_over(name, HOST_NAME);
    text_put_bytes(&text, from, (int)length);
}

/* "<bob> !join", "[club] <bob> !join" and "bob: !join" -> "!join". "" where no name is found. */
static const char *behind_name(const char *text, char name[HOST_NAME])
{
    const char *from = strchr(text, '<'), *end = from ? strchr(from, '>') : NULL;
    if (end && from - text < NAME_WITHIN) {
        keep_name(from + 1, (size_t)(end - from - 1), name);
        return end + 1 + strspn(end + 1, ": ");
    }
    size_t length = strcspn(text, " ");
    if (length < 2 || text[length - 1] != ':')
        return "";
    keep_name(text, length - 1, name);
    return text + length + strspn(text + length, " ");
}

/* What somebody said through a bridge, and the name; `room` NULL in private. NULL if the line is
   no bridge's. */
static const char *irc_bridge_line(const struct irc *irc, const struct wire_event *event,
                                   const struct irc_room *room, const char *text,
                                   char name[HOST_NAME])
{
    const char *slash = strchr(event->nick, '/'); /* no nick of a connection has one */
    name[0] = '\0';
    if (slash && *event->user) {
        keep_name(event->nick, (size_t)(slash - event->nick), name);
        return text;
    }
    return is_bridge(irc, room, event->nick) ? behind_name(text, name) : NULL;
}

/* On the other side, too, the bot hears them. */
static bool is_heard_there(const struct irc_room *room)
{
    return room->channel->bridged_with ||
           host_says_bridged(room->irc->host, room->irc->network, room->name);
}

/* Tells the channel, once for each name, how such a person can sit down. Says nothing where the
   bot is on the other side, too. */
static void irc_bridge_answer(struct irc_room *room, const char *name)
{
    struct irc *irc = room->irc;
    struct prose tale;
    int64_t hash = (int64_t)text_hash(HASH_START, name);
    if (!*name || is_heard_there(room) || ring_has(&room->relayed, hash) ||
        ring_wait(&room->answered, IRC_RELAYED_MOST, ANSWERS_MS, irc_now(irc)) > 0)
        return;
    ring_add(&room->relayed, hash);
    ring_add(&room->answered, irc_now(irc));
    prose_open(&tale, host_room_language(irc->host, irc->network, room->name));
    view_sentence(&tale, irc_strings[IRC_STRING_RELAYED], "who", name, "room", room->channel->name,
                  (char *)0);
    irc_post(irc, &(struct post){.room = room->name, .kind = POST_NEWS, .tale = &tale});
}

/* ---- CTCP ---- */

static void answer_ctcp(struct irc *irc, const char *nick, const char *word, const char *text)
{
    bool may =
        outbox_is_empty(irc->outbox) && irc_limit_allows(&irc->ctcp, irc_now(irc), CTCP_PERIOD_MS);
    if (may) /* not at the cost of lines that wait */
        irc_send(irc, "NOTICE %s :\x01%s %s\x01", nick, word, text);
}

/* "\x01VERSION\x01". ACTION, DCC and the rest are ignored. */
static void on_ctcp(struct irc *irc, const char *nick, const char *text)
{
    char word[16] = "", rest[64] = "";
    static const char *const fixed[][2] = {
        {"VERSION", "Tabletalk " TABLETALK_VERSION},
        {"SOURCE", "Tabletalk " TABLETALK_VERSION},
        {"CLIENTINFO", "ACTION CLIENTINFO PING SOURCE TIME VERSION"}};
    size_t length = strcspn(text, " \x01");
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    text += length + (text[length] == ' ');
    struct text echo = text_over(rest, sizeof rest);
    text_put_bytes(&echo, text, (int)strcspn(text, "\x01"));
    render_strip(rest);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (strcasecmp(word, fixed[i][0]) == 0)
            answer_ctcp(irc, nick, fixed[i][0], fixed[i][1]);
    if (strcasecmp(word, "PING") == 0)
        answer_ctcp(irc, nick, "PING", rest);
    if (strcasecmp(word, "TIME") == 0) {
        char date[64];
        struct tm utc;
        time_t now = (time_t)(loop_wall(irc->loop) / 1000);
        gmtime_r(&now, &utc);
        strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S UTC", &utc);
        answer_ctcp(irc, nick, "TIME", date);
    }
}

/* ---- who ---- */

static bool is_service(const struct wire_event *event)
{
    static const char *const names[] = {"NickServ", "ChanServ", "MemoServ", "OperServ", "HostServ",
                                        "BotServ",  "SaslServ", "InfoServ", "Global"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(event->nick, names[i]) == 0)
            return true;
    return event->nick[0] == '*' || /* a bouncer: no person can be called so */
           strncasecmp(event->host, "services", strlen("services")) == 0;
}

/* `*` stands for any bytes, `?` for one; ASCII without case. */
static bool mask_matches(const char *mask, const char *name)
{
    const char *star = NULL, *from = NULL;
    while (*name) {
        if (*mask == '*') {
            star = ++mask;
            from = name;
        } else if (*mask == '?' || (*mask && strncasecmp(mask, name, 1) == 0)) {
            mask++;
            name++;
        } else if (star) {
            mask = star;
            name = ++from;
        } else {
            return false;
        }
    }
    while (*mask == '*')
        mask++;
    return !*mask;
}

static bool is_admin(const struct irc *irc, const struct wire_event *event)
{
    char name[MASK_BYTES];
    snprintf(name, sizeof name, "%s!%s@%s", event->nick, event->user, event->host);
    for (int i = 0; i < irc->setup.admin_count; i++)
        if (mask_matches(irc->setup.admins[i], name))
            return true;
    return false;
}

static unsigned rank_of(const struct irc *irc, const struct wire_event *event,
                        const struct member *member, const struct irc_room *room)
{
    unsigned rank = is_admin(irc, event) ? RANK_ADMIN : 0;
    if (room && irc->setup.operators_count &&
        members_rank(irc->members, member, room->name) & MEMBER_OPERATOR)
        rank |= RANK_OPERATOR;
    if (room && members_rank(irc->members, member, room->name) & MEMBER_VOICE)
        rank |= RANK_VOICED;
    return rank;
}

static const struct irc_room *room_to_join(const struct irc *irc)
{
    int i = 0;
    while (i < irc->room_count && (irc->rooms[i]->state != ROOM_IN || irc->rooms[i]->is_guest))
        i++;
    return irc->rooms[i < irc->room_count ? i : 0];
}

/* If we share no channel with somebody, their nick could be another person's tomorrow, and we
   would not notice. */
static void answer_stranger(struct irc *irc, const struct wire_event *event,
                            const struct irc_room *room)
{
    char key[HOST_KEY], source[HOST_SOURCE];
    int length = snprintf(key, sizeof key, "=%s", event->nick);
    irc_source_put(irc, event, source);
    if (length >= (int)sizeof key || irc->room_count == 0 || !irc_may_tell(irc, source))
        return;
    if (room) /* which hides who is there, or takes words from outside */
        irc_tell(irc, key, IRC_STRING_NOT_SEEN, "room", room->channel->name, (char *)0);
    else
        irc_tell(irc, key, IRC_STRING_JOIN_FIRST, "room", room_to_join(irc)->channel->name,
                 (char *)0);
}

/* Networks that do not tag lines with accounts may still tell when we ask. */
static void ask_account(struct irc *irc, struct member *member)
{
    bool is_told = wire_has(irc->wire, CAP_ACCOUNT_TAG) || wire_has(irc->wire, CAP_EXTENDED_JOIN);
    if (member->was_account_asked || is_told || members_key_lasts(member->key) ||
        !wire_isupport(irc->wire, "WHOX"))
        return;
    if (!irc_limit_allows(&irc->accounts, irc_now(irc), IRC_PERIOD_MS / 2))
        return; /* with their next word */
    member->was_account_asked = true;
    irc_ask_who(irc, member->nick->name);
}

/* ---- what is meant for us ---- */

static const char *skip_blanks(const char *text)
{
    text += strspn(text, " ");
    return *text & 0x80 ? text_behind_blanks(text) : text;
}

/* "tabletalk: join", "@Tabletalk, join", "tabletalk join" -> "join"; NULL if it is not addressed
   to us. The last is loose: people talk about us, too. */
static const char *strip_address(const struct irc *irc, const char *text, bool *is_loose)
{
    char name[MEMBER_NICK];
    text += *text == '@';
    size_t length = strcspn(text, ":, ");
    const char *hard = strstr(text, "\u00a0"); /* a blank, too */
    if (hard && (size_t)(hard - text) < length)
        length = (size_t)(hard - text);
    snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : 0, text);
    if (!text[length] || !wire_is_me(irc->wire, name))
        return NULL;
    *is_loose = text[length] != ':' && text[length] != ',';
    return skip_blanks(text + length + !*is_loose);
}

/* "!join" -> "join". "!" and "!!!" are just talk. "! join" is loose: it may be talk, as "! no". */
static const char *strip_prefix(const char *text, const char *prefix, bool *is_loose)
{
    size_t length = strlen(prefix);
    if (length == 0 || strncmp(text, prefix, length) != 0 ||
        strncmp(text + length, prefix, length) == 0)
        return NULL;
    const char *said = skip_blanks(text + length);
    *is_loose = said != text + length;
    return *said ? said : NULL;
}

/* The command in a line. NULL if the line is not for us; then `aside` is what a move may be read
   from. */
static const char *find_command(const struct irc *irc, const struct irc_room *room,
                                const char *text, const char **aside, bool *is_addressed)
{
    const char *prefix = room ? room->channel->prefix : irc->setup.prefix;
    bool is_loose = false;
    const char *addressed = strip_address(irc, text, &is_loose),
               *inner = addressed ? addressed : text;
    const char *command = strip_prefix(inner, prefix, &is_loose);
    const char *said = command ? command : addressed;
    *is_addressed = room && addressed && !command && !is_loose;
    *aside = said ? said : text;
    if (said && is_loose && !commands_knows(said))
        return room ? NULL : text;
    if (said && !*said)
        return "help";
    return said || !room ? *aside : NULL;
}

static struct heard heard_of(const struct irc *irc, const struct wire_event *event,
                             const struct member *member, const struct irc_room *room,
                             const char *text, char source[HOST_SOURCE])
{
    return (struct heard){.network = irc->network,
                          .room = room ? room->name : NULL,
                          .key = member->key,
                          .source = irc_source(member, source),
                          .name = member->nick->name,
                          .rank = rank_of(irc, event, member, room),
                          .text = text,
                          .id = *event->msgid ? event->msgid : NULL,
                          .now = irc_now(irc)};
}

/* People talk. But somebody whose turn it is may forget the prefix. */
static void overhear(struct irc *irc, const struct wire_event *event, const struct member *member,
                     const struct irc_room *room, const char *text)
{
    char source[HOST_SOURCE];
    const struct heard heard = heard_of(irc, event, member, room, text, source);
    if (strlen(text) < HOST_TEXT)
        commands_overhear(irc->commands, irc->host, &heard, room->look.reads_bare);
}

static void hear(struct irc *irc, const struct wire_event *event, struct member *member,
                 struct irc_room *room, const char *text)
{
    bool is_addressed;
    const char *aside, *command = find_command(irc, room, text, &aside, &is_addressed);
    if (!command && room && member)
        overhear(irc, event, member, room, aside);
    if (!command || !*command)
        return;
    if (!member) {
        answer_stranger(irc, event, room);
        return;
    }
    if (!room || !room->asks_who)
        ask_account(irc, member);
    if (irc->signons.is_awaited)
        irc_signon_look(irc, member);
    if (!room)
        host_person_ready(irc->host, identity(irc->network, member->key), irc_now(irc));
    if (strlen(command) >= HOST_TEXT) {
        irc_tell(irc, member->key, IRC_STRING_LINE_TOO_LONG, (char *)0);
        return;
    }
    if (room) {
        memcpy(room->asker, member->key, sizeof room->asker);
        room->is_urgent = true;
        if (room->draw_until && strcmp(room->drawer, member->nick->name) != 0)
            irc_room_release(room);
        if (room->is_muted)
            irc_room_tell_asker(room);
    }
    char source[HOST_SOURCE];
    struct heard heard = heard_of(irc, event, member, room, command, source);
    heard.is_addressed = is_addressed;
    commands_hear(irc->commands, irc->host, &heard);
}

/* ---- what was said before ---- */

/* True if a message with this id was heard before. Remembers the id. */
static bool notes_again(struct irc_ids **ids, const char *id)
{
    int64_t hash = (int64_t)text_hash(HASH_START, id);
    if (!*id)
        return false;
    if (!*ids)
        *ids = calloc(1, sizeof **ids);
    check(*ids);
    bool is_again = ring_has(&(*ids)->hashes, hash);
    if (!is_again)
        ring_add(&(*ids)->hashes, hash);
    return is_again;
}

/* Some servers repeat, unasked, what was said before we came. If a server does not say when a
   line was said, we hear nothing in the first moments. ngIRCd has no history. */
static bool is_too_early(const struct irc *irc, const struct irc_room *room,
                         const struct wire_event *event)
{
    int64_t since = room ? room->joined_at : irc->ready_at;
    if (event->time && irc_now(irc) - since > REPLAYED_MS)
        return false; /* the server's clock was set back */
    if (room && event->time && room->joined_time)
        return event->time < room->joined_time;
    if (!room || event->time || wire_has(irc->wire, CAP_SERVER_TIME) ||
        wire_has(irc->wire, CAP_BATCH))
        return event->time && irc->welcome_time && event->time < irc->welcome_time;
    return irc->software != bucket_preset_named("ngircd") &&
           irc_now(irc) - room->joined_at < SETTLED_MS;
}

/* A bouncer repeats between two lines of its own, in whatever language, what was said while
   nobody was connected to it. */
static bool is_played_back(const struct irc *irc, struct irc_room *room,
                           const struct wire_event *event)
{
    bool is_open = room->playback_until > irc_now(irc), is_mark = strcmp(event->nick, "***") == 0;
    bool begins = strstr(event->params[1], "Buffer Playback"),
         ends = strstr(event->params[1], "Playback Complete");
    if (is_mark)
        room->playback_until = begins || (!ends && !is_open) ? irc_now(irc) + PLAYBACK_MS : 0;
    return is_open || is_mark;
}

/* What was said in the past is neither done nor answered. */
static bool is_history(struct irc *irc, struct irc_room *room, const struct wire_event *event)
{
    bool is_again = notes_again(room ? &room->ids : &irc->ids, event->msgid);
    return event->is_replay || is_again || is_too_early(irc, room, event) ||
           (room && is_played_back(irc, room, event));
}

static bool is_nobody(const struct irc *irc, const struct wire_event *event,
                      const struct member *member)
{
    return !*event->user || wire_is_me(irc->wire, event->nick) || is_service(event) ||
           event->is_bot || (member && member->is_bot);
}

/* A Tabletalk said it, or another bot repeats what one said. */
static bool repeats_us(const char *text)
{
    const char *at = strstr(text, bot_mark);
    while (at && at > text && at[-1] != ' ')
        at = strstr(at + strlen(bot_mark), bot_mark);
    return at;
}

/* A bridge said it: nobody whom we know. Other bots listen to the prefix, too, so only what we
   know is answered. */
static bool is_relayed(const struct irc *irc, const struct wire_event *event, struct irc_room *room,
                       const char *text)
{
    char name[HOST_NAME];
    if (!strchr(event->nick, '/') && irc->setup.bridge_count == 0 && (!room || !room->bridge[0]))
        return false; /* no bridge is known here */
    const char *line = irc_bridge_line(irc, event, room, text, name);
    bool is_addressed;
    const char *aside,
        *command = line && room ? find_command(irc, room, line, &aside, &is_addressed) : NULL;
    if (command && commands_knows(command) && !repeats_us(text))
        irc_bridge_answer(room, name);
    return line;
}

/* We did not follow this person until now. An account with a seat is met also without a common
   channel; and if there are too many people to follow all of them, we follow those who speak. */
static struct member *meet(struct irc *irc, const struct wire_event *event,
                           const struct irc_room *room)
{
    if (*event->account)
        irc_monitor_account(irc, event->nick, event->account);
    if (room && members_are_short(irc->members) && !is_nobody(irc, event, NULL))
        members_admit(irc->members, room->name, event->nick);
    return irc_note_source(irc, event);
}

void irc_on_privmsg(struct irc *irc, const struct wire_event *event)
{
    char bytes[TEXT_BYTES];
    const char *channel = wire_channel_of(irc->wire, event->params[0]);
    struct irc_room *room = channel ? irc_room_find(irc, channel) : NULL;
    bool is_elsewhere =
        channel && (!room || (room->state != ROOM_IN && room->state != ROOM_READING));
    if (is_elsewhere || irc->is_stopping || is_history(irc, room, event))
        return;
    snprintf(bytes, sizeof bytes, "%s", event->params[1]);
    if (bytes[0] != 1 && text_has_control(bytes))
        render_strip(bytes);
    if (is_relayed(irc, event, room, skip_blanks(bytes)))
        return;
    struct member *member = irc_note_source(irc, event);
    if (!member)
        member = meet(irc, event, room);
    if (is_nobody(irc, event, member))
        return;
    if (member)
        members_spoke(irc->members, member);
    if (event->params[1][0] == 1) {
        on_ctcp(irc, event->nick, event->params[1] + 1);
        return;
    }
    if (!repeats_us(bytes))
        hear(irc, event, member, room, skip_blanks(bytes));
}

/* People whom a bridge relays: a bot repeats their lines ("<bob> !join"), or the server lends it
   their names (RELAYMSG, "bob/discord"). Anybody can be called so on the other side, so they get
   no seat, and are told once how to sit down themselves. Which nicks are such bots the
   configuration says, or an operator of the channel. Bounded, each channel: IRC_RELAYED names
   are remembered, and IRC_RELAYED_MOST are answered in ANSWERS_MS; keep.h bounds what is kept. */
#include "irc_bridge.h"

#include <stdio.h>
#include <string.h>

#include "host_settings.h"
#include "irc_network.h"
#include "irc_speak.h"
#include "irc_strings.h"
#include "keep.h"
#include "posts.h"
#include "prose.h"
#include "text.h"
#include "view.h"

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

const char *irc_bridge_line(const struct irc *irc, const struct wire_event *event,
                            const struct irc_room *room, const char *text, char name[HOST_NAME])
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

void irc_bridge_answer(struct irc_room *room, const char *name)
{
    struct irc *irc = room->irc;
    struct prose tale;
    int64_t hash = (int64_t)text_hash(HASH_START, name);
    if (!*name || is_heard_there(room) || ring_has(&room->relayed, hash) ||
        ring_wait(&room->answered, IRC_RELAYED_MOST, ANSWERS_MS, irc_now(irc)) > 0)
        return;
    ring_add(&room->relayed, hash);
    ring_add(&room->answered, irc_now(irc));
    prose_clear(&tale);
    view_sentence(&tale, irc_strings[IRC_STRING_RELAYED], "who", name, "room", room->channel->name,
                  (char *)0);
    irc_post(irc, &(struct post){.room = room->name, .kind = POST_NEWS, .tale = &tale});
}

const char *irc_bridged_with(void *self, const char *name)
{
    const struct irc_room *room = irc_room_find(self, name);
    return room ? room->channel->bridged_with : NULL;
}

/* ---- what an operator says ---- */

static struct drawer drawer_of(const struct irc *irc, char prefix[KEEP_ROW_KEY])
{
    snprintf(prefix, KEEP_ROW_KEY, "bridge %s ", irc->network);
    return (struct drawer){irc->keep, prefix, loop_wall(irc->loop)};
}

void irc_bridge_load(struct irc_room *room)
{
    char prefix[KEEP_ROW_KEY];
    struct drawer drawer = drawer_of(room->irc, prefix);
    if (!keep_row_get(&drawer, room->name, sizeof room->bridge, room->bridge))
        room->bridge[0] = '\0';
}

void irc_bridge_move(const struct irc_room *room, const char *from)
{
    char prefix[KEEP_ROW_KEY];
    struct drawer drawer = drawer_of(room->irc, prefix);
    if (!*room->bridge)
        return;
    keep_row_put(&drawer, room->name, room->name, room->bridge);
    keep_row_put(&drawer, from, "", NULL);
}

bool irc_bridge_prefer(struct irc_room *room, const struct member *by, const struct host_wish *wish,
                       bool *is_kept)
{
    static const char word[] = "bridge";
    size_t length = sizeof word - 1;
    char prefix[KEEP_ROW_KEY];
    struct drawer drawer = drawer_of(room->irc, prefix);
    const char *words = wish->words;
    *is_kept = false;
    if (!text_is_prefix(word, words) || (words[length] != ' ' && words[length]))
        return false;
    words += length + strspn(words + length, " ");
    if (strlen(words) >= sizeof room->bridge || strpbrk(words, " @!")) {
        view_sentence(wish->answer, irc_strings[IRC_STRING_BRIDGE_WHICH], "typed", words,
                      (char *)0);
        return true;
    }
    if (*words)
        snprintf(room->bridge, sizeof room->bridge, "%s",
                 text_same_word(words, "none") ? "" : words);
    view_sentence(wish->answer,
                  irc_strings[room->bridge[0] ? IRC_STRING_BRIDGE : IRC_STRING_BRIDGE_NONE], "nick",
                  room->bridge, "room", room->channel->name, (char *)0);
    *is_kept = *words != '\0';
    if (*is_kept)
        keep_row_put_then(&drawer, room->name, by && by->source ? by->source : "",
                          room->bridge[0] ? room->bridge : NULL, wish->done, wish->arg);
    return true;
}

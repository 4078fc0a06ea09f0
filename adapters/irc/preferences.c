/* How people and channels want to read us, "!set symbols width 200", and which bridges join a
   channel to a room elsewhere. What an account or a channel chose is kept; what
   anybody else chose is forgotten when they go out of sight. Next: delivery.c and render.c, which
   do as chosen. */
#include <stdio.h>
#include <string.h>

#include "delivery.h"
#include "host_admin.h"
#include "keep.h"
#include "network.h"
#include "posts.h"
#include "prose.h"
#include "strings/shared.def"
#include "text.h"
#include "view.h"

static const struct look_widths widths = {80, 400}; /* bytes */

static const char of_person[] = "look", of_room[] = "look-channel", of_bridge[] = "bridge";

/* ---- words ---- */

/* What not every network has: "notices", "nudge" for a person, and "bare yes" for a channel. */
static enum look_change take_own(struct look *look, const char **words, bool is_room,
                                 char wrong[LOOK_WORD])
{
    char word[LOOK_WORD];
    size_t length = strcspn(*words, " ");
    const char *rest = *words + length + strspn(*words + length, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, *words);
    if (!is_room && look_take_nudge(look, words))
        return LOOK_FINE;
    if (text_same_word(word, "notices") || text_same_word(word, "notice")) {
        look->answers = LOOK_NOTICE;
    } else if (text_same_word(word, "messages") || text_same_word(word, "privmsg")) {
        look->answers = LOOK_PRIVMSG;
    } else if (is_room && text_same_word(word, "bare")) {
        length = strcspn(rest, " ");
        snprintf(wrong, LOOK_WORD, "%.*s", (int)length, rest);
        look->reads_bare = text_same_word(wrong, "yes");
        if (!look->reads_bare && !text_same_word(wrong, "no"))
            return LOOK_UNKNOWN;
        rest += length + strspn(rest + length, " ");
    } else {
        return LOOK_UNKNOWN;
    }
    *words = rest;
    return LOOK_FINE;
}

/* "look symbols width 200 notices"; `wrong` gets the first word that means nothing. */
static enum look_change change_look(struct look *look, const char *words, bool is_room,
                                    char wrong[LOOK_WORD])
{
    struct look wanted = *look;
    while (*words) {
        enum look_change change = look_take(&wanted, &widths, &words, wrong);
        if (change == LOOK_UNKNOWN)
            change = take_own(&wanted, &words, is_room, wrong);
        if (change != LOOK_FINE)
            return change;
    }
    *look = wanted;
    return LOOK_FINE;
}

static void put_look(const struct look *look, struct text *out)
{
    look_put(look, out);
    if (look->answers == LOOK_NOTICE)
        text_put(out, " notices");
    if (look->reads_bare)
        text_put(out, " bare yes");
}

/* ---- what lasts ---- */

/* keep.h bounds it; a person with several accounts or channels pays for all of them by host. */
static struct drawer drawer_of(const struct irc *irc, const char *what, char prefix[KEEP_ROW_KEY])
{
    snprintf(prefix, KEEP_ROW_KEY, "%s %s ", what, irc->network);
    return (struct drawer){irc->keep, prefix, loop_wall(irc->loop)};
}

static void load(const struct irc *irc, const char *what, const char *whose, struct look *look)
{
    bool is_room = strcmp(what, of_room) == 0;
    char prefix[KEEP_ROW_KEY], words[LOOK_BYTES], wrong[LOOK_WORD];
    struct drawer drawer = drawer_of(irc, what, prefix);
    if (keep_row_get(&drawer, whose, sizeof words, words))
        change_look(look, words + strspn(words, " "), is_room, wrong);
}

/* `wish` waits for it; NULL: nobody does. */
static void save(const struct irc *irc, const char *what, const char *whose,
                 const struct member *by, const struct look *look, const struct host_wish *wish)
{
    char prefix[KEEP_ROW_KEY], bytes[LOOK_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    struct drawer drawer = drawer_of(irc, what, prefix);
    put_look(look, &text);
    keep_row_put_then(&drawer, whose, by && by->source ? by->source : "",
                      text.length ? bytes : NULL, wish ? wish->done : NULL,
                      wish ? wish->arg : NULL);
}

void irc_look_load(struct irc *irc, struct member *member)
{
    if (members_key_lasts(member->key))
        load(irc, of_person, member->key, &member->look);
}

/* ---- the nick of a bridge, as an operator says it ---- */

static void irc_bridge_load(struct irc_room *room)
{
    char prefix[KEEP_ROW_KEY];
    struct drawer drawer = drawer_of(room->irc, of_bridge, prefix);
    if (!keep_row_get(&drawer, room->name, sizeof room->bridge, room->bridge))
        room->bridge[0] = '\0';
}

/* it was called so */
static void irc_bridge_move(const struct irc_room *room, const char *from)
{
    char prefix[KEEP_ROW_KEY];
    struct drawer drawer = drawer_of(room->irc, of_bridge, prefix);
    if (!*room->bridge)
        return;
    keep_row_put(&drawer, room->name, room->name, room->bridge);
    keep_row_put(&drawer, from, "", NULL);
}

/* An operator says "bridge NICK" or "bridge none"; `is_kept` says what host_port.prefer() gives
   then. False if the words are about something else. */
static bool irc_bridge_prefer(struct irc_room *room, const struct member *by,
                              const struct host_wish *wish, bool *is_kept)
{
    size_t length = sizeof of_bridge - 1;
    char prefix[KEEP_ROW_KEY];
    struct drawer drawer = drawer_of(room->irc, of_bridge, prefix);
    const char *words = wish->words;
    *is_kept = false;
    if (!text_is_prefix(of_bridge, words) || (words[length] != ' ' && words[length]))
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

/* ---- what counts for a room ---- */

void irc_look_move_room(const struct irc *irc, const struct irc_room *room, const char *from)
{
    char prefix[KEEP_ROW_KEY];
    struct drawer drawer = drawer_of(irc, of_room, prefix);
    if (keep_row_get(&drawer, from, LOOK_BYTES, (char[LOOK_BYTES]){0})) {
        save(irc, of_room, room->name, NULL, &room->look, NULL);
        keep_row_put(&drawer, from, "", NULL);
    }
    irc_bridge_move(room, from);
}

void irc_look_load_room(struct irc *irc, struct irc_room *room)
{
    load(irc, of_room, room->name, &room->look);
    irc_bridge_load(room);
}

/* ---- what is said ---- */

static void put_width(const struct look *look, struct prose *answer)
{
    prose_put(answer, " ");
    view_sentence(answer, irc_strings[look->width ? IRC_STRING_LOOK_NARROW : IRC_STRING_LOOK_WIDE],
                  "n", text_number(look->width), (char *)0);
}

enum look_cards irc_look_cards(const struct look *look, bool is_coloured)
{
    return look && look->cards != LOOK_UNSET ? look->cards : is_coloured ? LOOK_COLOUR : LOOK_PLAIN;
}

static void put_refusal(enum look_change change, const char *wrong, struct prose *answer)
{
    if (change == LOOK_LANGUAGE) {
        view_language_unknown(answer, wrong);
        return;
    }
    if (change == LOOK_WIDTH) {
        view_string(answer, STRING_LOOK_WIDTH, "least", text_number(widths.least), "most",
                    text_number(widths.most), (char *)0);
        return;
    }
    view_string(answer, STRING_LOOK_UNKNOWN, "typed", wrong, (char *)0);
    prose_put(answer, " ");
    view_sentence(answer, irc_strings[IRC_STRING_LOOK_ALSO], (char *)0);
}

static void put_room(const struct irc_room *room, struct prose *answer)
{
    view_sentence(answer, irc_strings[IRC_STRING_LOOK_ROOM], "room", room->channel->name, "cards",
                  look_word(irc_look_cards(&room->look, room->channel->is_coloured)), (char *)0);
    put_width(&room->look, answer);
    prose_put(answer, " ");
    view_sentence(
        answer,
        irc_strings[room->look.reads_bare ? IRC_STRING_LOOK_BARE : IRC_STRING_LOOK_NOT_BARE],
        (char *)0);
}

static bool prefer_room(struct irc *irc, const struct heard *heard, const struct host_wish *wish)
{
    struct irc_room *room = heard->room ? irc_room_find(irc, heard->room) : NULL;
    char wrong[LOOK_WORD];
    bool is_kept;
    if (!room) {
        view_sentence(wish->answer, irc_strings[IRC_STRING_LOOK_CHANNEL_ONLY], (char *)0);
        return false;
    }
    if (*wish->words && !(heard->rank & (RANK_OPERATOR | RANK_ADMIN))) {
        view_sentence(wish->answer, irc_strings[IRC_STRING_LOOK_CHANNEL_NOT_YOURS], (char *)0);
        return false;
    }
    const struct member *by = members_by_key(irc->members, heard->key);
    if (irc_bridge_prefer(room, by, wish, &is_kept))
        return is_kept;
    enum look_change change = change_look(&room->look, wish->words, true, wrong);
    room->look.answers = LOOK_PRIVMSG;
    if (change != LOOK_FINE) {
        put_refusal(change, wrong, wish->answer);
        return false;
    }
    put_room(room, wish->answer);
    is_kept = *wish->words != '\0';
    if (is_kept)
        save(irc, of_room, room->name, by, &room->look, wish);
    return is_kept;
}

static void put_nudge(const struct member *member, struct prose *answer)
{
    prose_put(answer, answer->length > 0 ? " " : "");
    view_string(answer, member->look.nudge == LOOK_NUDGE ? STRING_NUDGE_ON : STRING_NUDGE_OFF,
                (char *)0);
}

/* Behind what was changed. */
static void put_passing(const struct member *member, struct prose *answer)
{
    if (members_key_lasts(member->key))
        return;
    prose_put(answer, " ");
    view_sentence(answer, irc_strings[IRC_STRING_LOOK_KEPT_WHILE_SEEN], (char *)0);
}

static void put_own(const struct irc *irc, const struct member *member, const char *words,
                    struct prose *answer)
{
    prose_open(answer, look_language(&member->look, answer->language)); /* it is read in it */
    if (text_is_prefix("nudge", words)) {
        put_nudge(member, answer);
        put_passing(member, answer);
        return;
    }
    view_sentence(answer, irc_strings[IRC_STRING_LOOK], "cards",
                  look_word(irc_look_cards(&member->look, irc->setup.is_coloured)), "answers",
                  member->look.answers == LOOK_NOTICE ? "notices" : "messages", (char *)0);
    put_width(&member->look, answer);
    view_language_draft(answer, answer->language);
    if (*words)
        put_passing(member, answer);
    else
        put_nudge(member, answer);
}

static bool prefer_own(struct irc *irc, const struct heard *heard, const struct host_wish *wish)
{
    struct member *member = members_by_key(irc->members, heard->key);
    char wrong[LOOK_WORD];
    if (!member)
        return false; /* gone meanwhile */
    enum look_change change = change_look(&member->look, wish->words, false, wrong);
    if (change != LOOK_FINE) {
        put_refusal(change, wrong, wish->answer);
        return false;
    }
    put_own(irc, member, wish->words, wish->answer);
    bool is_kept = *wish->words && members_key_lasts(member->key);
    if (is_kept)
        save(irc, of_person, member->key, member, &member->look, wish);
    return is_kept;
}

void irc_room_look(void *self, const char *name, struct text *out)
{
    const struct irc_room *room = irc_room_find(self, name);
    if (room)
        put_look(&room->look, out);
}

/* ---- a person who chooses elsewhere, too ---- */

void irc_look(void *self, const char *key, struct text *out)
{
    const struct irc *irc = self;
    const struct member *member = members_by_key(irc->members, key);
    struct look look = member ? member->look : (struct look){0};
    if (!member)
        load(irc, of_person, key, &look);
    look_put_shared(&look, out);
}

/* Nobody can be told anything who is not followed. */
enum host_nudge irc_nudge(void *self, const char *key)
{
    const struct irc *irc = self;
    const struct member *member = members_by_key(irc->members, key);
    return member && member->look.nudge == LOOK_NUDGE ? HOST_NUDGE : HOST_NO_NUDGE;
}

void irc_wear(void *self, const char *key, const char *words)
{
    struct irc *irc = self;
    struct member *member = members_by_key(irc->members, key);
    struct look kept = {0}, *look = member ? &member->look : &kept;
    char wrong[LOOK_WORD];
    if (!member)
        load(irc, of_person, key, look);
    change_look(look, words + strspn(words, " "), false, wrong);
    save(irc, of_person, key, member, look, NULL);
}

void irc_forget(void *self, const char *key)
{
    const struct irc *irc = self;
    struct member *member = members_by_key(irc->members, key);
    if (member)
        member->look = (struct look){0};
}

int irc_columns(void *self, const char *room)
{
    struct irc *irc = self;
    bool is_private = room[0] == '@';
    const struct member *member = is_private ? members_by_key(irc->members, room + 1) : NULL;
    const struct irc_room *known = is_private ? NULL : irc_room_find(irc, room);
    const struct look *look = member ? &member->look : known ? &known->look : NULL;
    if (look && look->cards == LOOK_READER)
        return VIEW_ALOUD;
    return VIEW_LINE;
}

int irc_language(void *self, const char *room)
{
    struct irc *irc = self;
    const struct member *member = room[0] == '@' ? members_by_key(irc->members, room + 1) : NULL;
    return member ? member->look.language : 0;
}

bool irc_prefer(void *self, const struct heard *heard, const struct host_wish *wish)
{
    static const char channel[] = "channel";
    size_t length = sizeof channel - 1;
    struct host_wish of_channel = *wish;
    if (!text_is_prefix(channel, wish->words) ||
        (wish->words[length] != ' ' && wish->words[length]))
        return prefer_own(self, heard, wish);
    of_channel.words += length + strspn(wish->words + length, " ");
    return prefer_room(self, heard, &of_channel);
}

const char *irc_bridged_with(void *self, const char *name)
{
    const struct irc_room *room = irc_room_find(self, name);
    return room ? room->channel->bridged_with : NULL;
}

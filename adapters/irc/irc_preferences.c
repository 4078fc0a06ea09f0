/* How people and channels want to read us: "!set symbols width 200". What an account or a channel chose is kept; what
   anybody else chose is forgotten when they go out of sight. Next: irc_speak.c and render.c, which do as chosen. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawer.h"
#include "irc_preferences.h"
#include "irc_network.h"
#include "irc_strings.h"
#include "prose.h"
#include "text.h"
#include "view.h"

enum { WIDTH_LEAST = 80, WIDTH_MOST = 400, LOOK_BYTES = 80 };

static const char of_person[] = "look", of_room[] = "look-channel";

static const char *const cards_words[] = {
    [LOOK_UNSET] = "", [LOOK_PLAIN] = "plain", [LOOK_COLOUR] = "colour", [LOOK_SYMBOLS] = "symbols"};

static const char *const cards_shown[] = {
    [LOOK_UNSET] = "", [LOOK_PLAIN] = "plain letters", [LOOK_COLOUR] = "colour", [LOOK_SYMBOLS] = "symbols"};

/* ---- words ---- */

enum change { CHANGE_FINE, CHANGE_UNKNOWN, CHANGE_WIDTH };

static const char *take_word(const char *words, char *word, size_t size)
{
    size_t length = strcspn(words, " ");
    snprintf(word, size, "%.*s", (int)length, words);
    return words + length + strspn(words + length, " ");
}

static enum change set_width(struct look *look, const char *word)
{
    char *end;
    long width = strtol(word, &end, 10);
    if (text_same_word(word, "off") || text_same_word(word, "0")) {
        look->width = 0;
        return CHANGE_FINE;
    }
    if (*end || end == word || width < WIDTH_LEAST || width > WIDTH_MOST)
        return CHANGE_WIDTH;
    look->width = (int)width;
    return CHANGE_FINE;
}

static bool set_one(struct look *look, const char *word)
{
    for (int i = LOOK_PLAIN; i <= LOOK_SYMBOLS; i++)
        if (text_same_word(word, cards_words[i])) {
            look->cards = (enum look_cards)i;
            return true;
        }
    bool is_notice = text_same_word(word, "notices") || text_same_word(word, "notice");
    bool is_message = text_same_word(word, "messages") || text_same_word(word, "privmsg");
    if (text_same_word(word, "color") || text_same_word(word, "colours"))
        look->cards = LOOK_COLOUR;
    else if (is_notice || is_message)
        look->answers = is_notice ? LOOK_NOTICE : LOOK_PRIVMSG;
    else
        return false;
    return true;
}

/* "symbols width 200 notices"; `wrong` gets the first word that means nothing. */
static enum change change_look(struct look *look, const char *words, bool is_room, char wrong[HOST_NAME])
{
    struct look wanted = *look;
    while (*words) {
        char word[HOST_NAME];
        words = take_word(words, word, sizeof word);
        enum change change = CHANGE_FINE;
        if (text_same_word(word, "width")) {
            words = take_word(words, word, sizeof word);
            change = set_width(&wanted, word);
        } else if (is_room && text_same_word(word, "bare")) {
            words = take_word(words, word, sizeof word);
            wanted.reads_bare = text_same_word(word, "yes");
            change = wanted.reads_bare || text_same_word(word, "no") ? CHANGE_FINE : CHANGE_UNKNOWN;
        } else if (!set_one(&wanted, word)) {
            change = CHANGE_UNKNOWN;
        }
        if (change != CHANGE_FINE) {
            memcpy(wrong, word, sizeof word);
            return change;
        }
    }
    *look = wanted;
    return CHANGE_FINE;
}

static void put_look(const struct look *look, struct text *out)
{
    text_put(out, cards_words[look->cards]);
    if (look->width)
        text_putf(out, " width %d", look->width);
    if (look->answers == LOOK_NOTICE)
        text_put(out, " notices");
    if (look->reads_bare)
        text_put(out, " bare yes");
}

/* ---- what lasts ---- */

/* drawer.h bounds it; a person with several accounts or channels pays for all of them by host. */
static struct drawer drawer_of(const struct irc *irc, const char *what, char prefix[DRAWER_KEY])
{
    snprintf(prefix, DRAWER_KEY, "%s %s ", what, irc->network);
    return (struct drawer){irc->keep, prefix, loop_wall(irc->loop)};
}

static void load(const struct irc *irc, const char *what, const char *whose, struct look *look)
{
    char prefix[DRAWER_KEY], words[LOOK_BYTES], wrong[HOST_NAME];
    struct drawer drawer = drawer_of(irc, what, prefix);
    if (drawer_get(&drawer, whose, sizeof words, words))
        change_look(look, words + strspn(words, " "), true, wrong);
}

static void save(const struct irc *irc, const char *what, const char *whose, const struct member *by,
                 const struct look *look)
{
    char prefix[DRAWER_KEY], bytes[LOOK_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    struct drawer drawer = drawer_of(irc, what, prefix);
    put_look(look, &text);
    drawer_put(&drawer, whose, by && by->source ? by->source : "", text.length ? bytes : NULL);
}

void irc_look_load(struct irc *irc, struct member *member)
{
    if (members_key_lasts(member->key))
        load(irc, of_person, member->key, &member->look);
}

void irc_look_load_room(struct irc *irc, struct irc_room *room)
{
    load(irc, of_room, room->name, &room->look);
}

/* ---- what is said ---- */

static const char *width_words(const struct look *look, char bytes[LOOK_BYTES])
{
    snprintf(bytes, LOOK_BYTES, look->width ? "at most %d bytes long" : "as long as they can be", look->width);
    return bytes;
}

enum look_cards irc_look_cards(const struct look *look, bool is_coloured)
{
    return look && look->cards != LOOK_UNSET ? look->cards : is_coloured ? LOOK_COLOUR : LOOK_PLAIN;
}

static void put_refusal(enum change change, const char *wrong, struct prose *answer)
{
    char least[12], most[12];
    snprintf(least, sizeof least, "%d", WIDTH_LEAST);
    snprintf(most, sizeof most, "%d", WIDTH_MOST);
    if (change == CHANGE_WIDTH)
        view_sentence(answer, irc_strings[IRC_STRING_LOOK_WIDTH], "least", least, "most", most, (char *)0);
    else
        view_sentence(answer, irc_strings[IRC_STRING_LOOK_UNKNOWN], "typed", wrong, (char *)0);
}

static void prefer_room(struct irc *irc, const struct heard *heard, const char *words, struct prose *answer)
{
    struct irc_room *room = heard->room ? irc_room_find(irc, heard->room) : NULL;
    char wrong[HOST_NAME], bytes[LOOK_BYTES];
    if (!room) {
        view_sentence(answer, irc_strings[IRC_STRING_LOOK_CHANNEL_ONLY], (char *)0);
        return;
    }
    if (*words && !(heard->rank & (RANK_OPERATOR | RANK_ADMIN))) {
        view_sentence(answer, irc_strings[IRC_STRING_LOOK_CHANNEL_NOT_YOURS], (char *)0);
        return;
    }
    enum change change = change_look(&room->look, words, true, wrong);
    room->look.answers = LOOK_PRIVMSG;
    if (change != CHANGE_FINE) {
        put_refusal(change, wrong, answer);
        return;
    }
    save(irc, of_room, room->name, irc->members ? members_by_key(irc->members, heard->key) : NULL, &room->look);
    view_sentence(answer, irc_strings[IRC_STRING_LOOK_ROOM], "room", room->channel->name, "cards",
                  cards_shown[irc_look_cards(&room->look, room->channel->is_coloured)], "width",
                  width_words(&room->look, bytes), (char *)0);
    prose_put(answer, " ");
    view_sentence(answer, irc_strings[room->look.reads_bare ? IRC_STRING_LOOK_BARE : IRC_STRING_LOOK_NOT_BARE],
                  (char *)0);
}

static void prefer_own(struct irc *irc, const struct heard *heard, const char *words, struct prose *answer)
{
    struct member *member = irc->members ? members_by_key(irc->members, heard->key) : NULL;
    char wrong[HOST_NAME], bytes[LOOK_BYTES];
    if (!member)
        return; /* gone meanwhile */
    enum change change = change_look(&member->look, words, false, wrong);
    if (change != CHANGE_FINE) {
        put_refusal(change, wrong, answer);
        return;
    }
    if (members_key_lasts(member->key))
        save(irc, of_person, member->key, member, &member->look);
    view_sentence(answer, irc_strings[IRC_STRING_LOOK], "cards",
                  cards_shown[irc_look_cards(&member->look, irc->setup.is_coloured)], "width",
                  width_words(&member->look, bytes), "answers",
                  member->look.answers == LOOK_NOTICE ? "notices" : "messages", (char *)0);
    if (*words && !members_key_lasts(member->key)) {
        prose_put(answer, " ");
        view_sentence(answer, irc_strings[IRC_STRING_LOOK_KEPT_WHILE_SEEN], (char *)0);
    }
}

void irc_prefer(void *self, const struct heard *heard, const char *words, struct prose *answer)
{
    char word[HOST_NAME];
    const char *rest = take_word(words, word, sizeof word);
    if (text_same_word(word, "channel"))
        prefer_room(self, heard, rest, answer);
    else
        prefer_own(self, heard, words, answer);
}

#include "look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

static const struct word {
    const char *word;
    enum look_cards cards;
} words_of[] = {
    {"plain", LOOK_PLAIN},         {"colours", LOOK_COLOUR}, {"symbols", LOOK_SYMBOLS},
    {"emoji", LOOK_EMOJI},         {"reader", LOOK_READER},  {"colour", LOOK_COLOUR},
    {"colors", LOOK_COLOUR},       {"color", LOOK_COLOUR},   {"symbol", LOOK_SYMBOLS},
    {"blocks", LOOK_COLOUR},       {"squares", LOOK_EMOJI},  {"emojis", LOOK_EMOJI},
    {"screenreader", LOOK_READER},
};

/* For people who cannot tell colours apart, or whose client shows none; and as a picture. */
#define SIGNS(symbol, emoji)                                                                       \
    {                                                                                              \
        "", "", "", symbol, emoji, ""                                                              \
    }
const char *const look_signs[COLOUR_COUNT][LOOK_READER + 1] = {
    [COLOUR_NONE] = SIGNS("", ""),
    [COLOUR_RED] = SIGNS("\u2665", "\U0001F7E5"),     /* heart */
    [COLOUR_ORANGE] = SIGNS("\u25C6", "\U0001F7E7"),  /* diamond */
    [COLOUR_YELLOW] = SIGNS("\u2600", "\U0001F7E8"),  /* sun */
    [COLOUR_GREEN] = SIGNS("\u2663", "\U0001F7E9"),   /* clover */
    [COLOUR_BLUE] = SIGNS("\u25CF", "\U0001F7E6"),    /* disc */
    [COLOUR_INDIGO] = SIGNS("\u25A0", "\U0001F499"),  /* square */
    [COLOUR_VIOLET] = SIGNS("\u25B2", "\U0001F7EA"),  /* triangle */
    [COLOUR_CYAN] = SIGNS("\u25C7", "\U0001F4A0"),    /* hollow diamond */
    [COLOUR_MAGENTA] = SIGNS("\u25BC", "\U0001F49F"), /* triangle upside down */
    [COLOUR_PINK] = SIGNS("\u2661", "\U0001F497"),    /* hollow heart */
    [COLOUR_BROWN] = SIGNS("\u25A3", "\U0001F7EB"),   /* square in a square */
    [COLOUR_GREY] = SIGNS("\u25CD", "\U0001F518"),    /* hatched disc */
    [COLOUR_BLACK] = SIGNS("\u2660", "\u2B1B"),       /* spade */
    [COLOUR_WHITE] = SIGNS("\u25CB", "\u2B1C"),       /* ring */
    [COLOUR_GOLD] = SIGNS("\u2605", "\u2B50"),        /* star */
};

static const char *take_word(const char *words, char word[LOOK_WORD])
{
    size_t length = strcspn(words, " ");
    snprintf(word, LOOK_WORD, "%.*s", (int)length, words);
    return words + length + strspn(words + length, " ");
}

static enum look_change take_width(struct look *look, const struct look_widths *widths,
                                   const char *word)
{
    char *end;
    long width = strtol(word, &end, 10);
    bool is_off = text_same_word(word, "off") || text_same_word(word, "0");
    if (!is_off && (*end || end == word || width < widths->least || width > widths->most))
        return LOOK_WIDTH;
    look->width = is_off ? 0 : (int)width;
    return LOOK_FINE;
}

static bool take_cards(struct look *look, const char *word)
{
    for (size_t i = 0; i < sizeof words_of / sizeof *words_of; i++)
        if (text_same_word(word, words_of[i].word)) {
            look->cards = words_of[i].cards;
            return true;
        }
    return false;
}

/* "default" is as the place has it. */
static enum look_change take_language(struct look *look, const char *word)
{
    enum language language = LANGUAGE_EN;
    bool is_default = text_same_word(word, "default");
    if (!is_default && !language_find(word, &language))
        return LOOK_LANGUAGE;
    look->language = is_default ? 0 : 1 + (int)language;
    return LOOK_FINE;
}

enum language look_language(const struct look *look, enum language otherwise)
{
    return look->language ? (enum language)(look->language - 1) : otherwise;
}

enum look_change look_take(struct look *look, const struct look_widths *widths, const char **words,
                           char wrong[LOOK_WORD])
{
    struct look wanted = *look;
    char word[LOOK_WORD];
    const char *rest = take_word(*words, word);
    if (text_same_word(word, "look") && *rest)
        rest = take_word(rest, word);
    enum look_change change = LOOK_FINE;
    if (text_same_word(word, "width")) {
        rest = take_word(rest, word);
        change = take_width(&wanted, widths, word);
    } else if (text_same_word(word, "language")) {
        rest = take_word(rest, word);
        change = take_language(&wanted, word);
    } else if (text_same_word(word, "narrow") || text_same_word(word, "wide")) {
        wanted.width = text_same_word(word, "narrow") ? widths->least : 0;
    } else if (!text_same_word(word, "look") && !take_cards(&wanted, word)) {
        change = LOOK_UNKNOWN;
    }
    if (change == LOOK_FINE) {
        *look = wanted;
        *words = rest;
    } else {
        memcpy(wrong, word, LOOK_WORD);
    }
    return change;
}

const char *look_word(enum look_cards cards)
{
    return cards == LOOK_UNSET ? "" : words_of[cards - LOOK_PLAIN].word;
}

bool look_take_nudge(struct look *look, const char **words)
{
    char word[LOOK_WORD];
    const char *rest = take_word(*words, word);
    if (!text_same_word(word, "nudge"))
        return false;
    *words = rest;
    look->nudge = LOOK_NUDGE;
    rest = take_word(rest, word);
    bool is_off = text_same_word(word, "off") || text_same_word(word, "no");
    if (is_off)
        look->nudge = LOOK_NO_NUDGE;
    if (is_off || text_same_word(word, "on") || text_same_word(word, "yes"))
        *words = rest;
    return true;
}

static void put_rest(const struct look *look, struct text *out)
{
    if (look->language)
        text_putf(out, " language %s", language_code(look_language(look, LANGUAGE_EN)));
    if (look->nudge != LOOK_NUDGE_UNSET)
        text_putf(out, " nudge %s", look->nudge == LOOK_NUDGE ? "on" : "off");
}

void look_put(const struct look *look, struct text *out)
{
    text_put(out, look_word(look->cards));
    if (look->width)
        text_putf(out, " width %d", look->width);
    put_rest(look, out);
}

void look_put_shared(const struct look *look, struct text *out)
{
    text_put(out, look_word(look->cards));
    put_rest(look, out);
}

/* How well typed words fit a verb, a card, a seat, a word or a number. move_read.c decides what a whole line means.
   Must not know any game. */
#include "move_fit.h"

#include <stdio.h>
#include <string.h>

#include "sight.h"
#include "text.h"

static enum fit fit_word(const char *typed, const char *word)
{
    return text_same_word(typed, word) ? FIT_EXACT : text_is_prefix(typed, word) ? FIT_PREFIX : FIT_NOT;
}

/* Fits typed words from `at` on to a phrase of one or more words; *used tells how many it has, more than were typed where
   only its beginning was ("effect" for "effect change"). */
static enum fit fit_phrase(const struct words *typed, int at, const char *phrase, int *used)
{
    struct words parts;
    words_split(phrase, &parts);
    enum fit fit = FIT_EXACT;
    for (int i = 0; i < parts.count; i++)
        fit = fit_worse(fit, at + i < typed->count ? fit_word(typed->list[at + i], parts.list[i]) : FIT_PREFIX);
    *used = parts.count;
    return fit;
}

enum fit fit_verb(const struct words *typed, const struct verb_spec *verb, int *used)
{
    if (typed->count == 0)
        return FIT_NOT;
    enum fit fit = fit_phrase(typed, 0, verb->word, used);
    if (fit != FIT_EXACT && words_listed(typed->list[0], verb->aliases)) {
        *used = 1;
        fit = FIT_EXACT;
    }
    return fit;
}

/* A card's name: typed words that begin its words, in their order, some may be left out ("ultimate love", "red love"). */
static enum fit fit_card_name(const struct words *typed, int at, const struct face *face, int *used)
{
    struct words parts;
    words_split(face->name, &parts);
    int taken = 0;
    for (int i = 0; i < parts.count && at + taken < typed->count; i++)
        if (fit_word(typed->list[at + taken], parts.list[i]) != FIT_NOT)
            taken++;
    *used = taken;
    return taken == 0 ? FIT_NOT : taken == parts.count ? FIT_EXACT : FIT_PREFIX;
}

int fit_held_face(const struct reader *reader, int slot)
{
    int zone = seat_zone(reader->rules, reader->sight->viewer, reader->rules->hand);
    int i = zone_find_slot(&reader->sight->seen, zone, slot);
    return i < 0 ? -1 : zone_face(&reader->sight->seen, zone, i);
}

/* A code means the cards of that code, and no other whose name begins so. */
static bool is_code(const struct ruleset *rules, const char *word)
{
    for (int face = 0; face < rules->face_count; face++)
        if (text_same_word(word, rules->faces[face].code))
            return true;
    return false;
}

static enum fit fit_number(const char *typed, int value)
{
    char number[16];
    snprintf(number, sizeof number, "%d", value);
    return strcmp(typed, number) == 0 ? FIT_EXACT : FIT_NOT;
}

/* A label goes before everything else that a word could mean. */
static enum fit fit_card(struct reader *reader, int at, int slot, int *used)
{
    const char *word = reader->typed.list[at];
    *used = 1;
    if (!reader->sight)
        return fit_number(word, slot);
    int labelled = move_labelled(reader->rules, word), face = fit_held_face(reader, slot);
    if (labelled > 0)
        return labelled == slot ? FIT_EXACT : FIT_NOT;
    if (face < 0)
        return FIT_NOT;
    enum fit fit = FIT_NOT;
    if (text_same_word(word, reader->rules->faces[face].code))
        fit = FIT_EXACT;
    else if (word[1] != '\0' && !is_code(reader->rules, word))
        fit = fit_card_name(&reader->typed, at, &reader->rules->faces[face], used);
    if (fit != FIT_NOT)
        reader->by_name = true;
    return fit;
}

/* "p2" for "p2-1", who is called as seats are numbered: it fits as well as the number does, so the player is asked. */
static bool is_called_like_a_seat(const char *typed, const char *name)
{
    size_t length = strlen(typed);
    bool is_number =
        (typed[0] == 'p' || typed[0] == 'P') && length > 1 && strspn(typed + 1, "0123456789") == length - 1;
    return is_number && text_is_prefix(typed, name) && name[length] == '-';
}

/* A seat by its number, or by the words of its name, the last of which may be begun only. */
static enum fit fit_seat(const struct reader *reader, int at, int seat, int *used)
{
    const struct words *typed = &reader->typed;
    const char *name = move_seat_name(reader->naming, seat);
    char number[16];
    snprintf(number, sizeof number, "p%d", seat + 1);
    *used = 1;
    if (text_same_word(typed->list[at], number))
        return FIT_EXACT;
    if (!name)
        return FIT_NOT;
    if (is_called_like_a_seat(typed->list[at], name))
        return FIT_EXACT;
    struct words parts;
    enum fit fit = FIT_EXACT;
    int taken = 0;
    words_split(name, &parts);
    while (fit == FIT_EXACT && taken < parts.count && at + taken < typed->count) {
        enum fit next = fit_word(typed->list[at + taken], parts.list[taken]);
        if (next == FIT_NOT)
            break;
        fit = next;
        taken++;
    }
    *used = taken;
    return taken == 0 ? FIT_NOT : taken < parts.count ? FIT_PREFIX : fit;
}

/* Whether a typed number is the one that a word ends in: "1" for me1. */
static bool is_its_number(const char *typed, const char *word)
{
    size_t digits = strspn(typed, "0123456789"), length = strlen(word);
    return digits > 0 && typed[digits] == '\0' && digits < length && strcmp(word + length - digits, typed) == 0;
}

enum fit fit_listed_word(const struct words *typed, int at, const char *word, int *used)
{
    *used = 1;
    enum fit fit = is_its_number(typed->list[at], word) ? FIT_PREFIX : fit_word(typed->list[at], word);
    if (fit == FIT_EXACT || at + 1 >= typed->count)
        return fit;
    char joined[2 * WORD_BYTES];
    snprintf(joined, sizeof joined, "%s%s", typed->list[at], typed->list[at + 1]);
    if (!text_same_word(joined, word))
        return fit;
    *used = 2;
    return FIT_EXACT;
}

enum fit fit_value(struct reader *reader, const struct arg_spec *spec, int at, int value, int *used)
{
    *used = 1;
    switch (spec->kind) {
    case ARG_CARD:
        return fit_card(reader, at, value, used);
    case ARG_SEAT:
        return fit_seat(reader, at, value, used);
    case ARG_WORD:
        return fit_listed_word(&reader->typed, at, spec->words[value], used);
    case ARG_NUMBER:
        return fit_number(reader->typed.list[at], value);
    case ARG_NONE:
        break;
    }
    return FIT_NOT;
}

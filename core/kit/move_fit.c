/* How well typed words fit a verb, a card, a seat, a word or a number. move_read.c decides what
   a whole line means. Must not know any game. */
#include "move_fit.h"

#include <stdio.h>
#include <string.h>

#include "sight.h"
#include "text.h"

static enum fit fit_word(const char *typed, const char *word)
{
    return text_same_word(typed, word)   ? FIT_EXACT
           : text_is_prefix(typed, word) ? FIT_PREFIX
                                         : FIT_NOT;
}

/* Fits typed words from `at` on to a phrase. *used: how many words the phrase has, which may be
   more than were typed ("effect" for "effect change"). */
static enum fit fit_phrase(const struct words *typed, int at, const char *phrase, int *used)
{
    struct words parts;
    words_split(phrase, &parts);
    enum fit fit = FIT_EXACT;
    for (int i = 0; i < parts.count; i++)
        fit = fit_worse(fit, at + i < typed->count ? fit_word(typed->list[at + i], parts.list[i])
                                                   : FIT_PREFIX);
    *used = parts.count;
    return fit;
}

/* Fits typed words that begin the words of a name, in their order; words may be left out
   ("ultimate love", "red love"). */
static enum fit fit_name(const struct words *typed, int at, const char *name, int *used)
{
    struct words parts;
    words_split(name, &parts);
    int taken = 0;
    for (int i = 0; i < parts.count && at + taken < typed->count; i++)
        if (fit_word(typed->list[at + taken], parts.list[i]) != FIT_NOT)
            taken++;
    *used = taken;
    return taken == 0 ? FIT_NOT : FIT_PREFIX;
}

/* How many typed words are a code, or a whole name. Such words mean the cards of that face, and
   nothing else that begins with the same words. */
static int face_said(const struct ruleset *rules, const struct words *typed, int at)
{
    int most = 0;
    for (int face = 0; face < rules->face_count; face++) {
        int said = words_said(typed, at, rules->faces[face].name);
        if (said == 0)
            said = text_same_word(typed->list[at], rules->faces[face].code);
        most = said > most ? said : most;
    }
    return most;
}

static enum fit fit_face(const struct ruleset *rules, const struct words *typed, int at, int face,
                         int *used)
{
    *used = 1;
    if (face < 0 || face_is_back(face))
        return FIT_NOT;
    int said = words_said(typed, at, rules->faces[face].name);
    if (said > 0 || text_same_word(typed->list[at], rules->faces[face].code)) {
        *used = said > 0 ? said : 1;
        return FIT_EXACT;
    }
    if (typed->list[at][1] == '\0' || face_said(rules, typed, at) > 0)
        return FIT_NOT;
    return fit_name(typed, at, rules->faces[face].name, used);
}

/* "play RAINBOW" for the verb rainbow. *used: how many words it takes; 0 if the verb is not said
   in this form. */
static int card_said(const struct ruleset *rules, const struct words *typed, const char *card)
{
    struct words parts;
    int used, at = 0;
    words_split(card, &parts);
    while (at + 1 < parts.count && at + 1 < typed->count &&
           text_same_word(typed->list[at], parts.list[at]))
        at++;
    for (int face = 0; at + 1 == parts.count && face < rules->face_count; face++)
        if (text_same_word(parts.list[at], rules->faces[face].code) &&
            fit_face(rules, typed, at, face, &used) == FIT_EXACT)
            return at + used;
    return 0;
}

enum fit fit_verb(const struct ruleset *rules, const struct words *typed,
                  const struct verb_spec *verb, int *used)
{
    if (typed->count == 0)
        return FIT_NOT;
    enum fit fit = fit_phrase(typed, 0, verb->word, used);
    if (fit != FIT_EXACT && words_listed(typed->list[0], verb->aliases)) {
        *used = 1;
        fit = FIT_EXACT;
    }
    int said = verb->card ? card_said(rules, typed, verb->card) : 0;
    if (said == 0 || (fit == FIT_EXACT && said <= *used))
        return fit;
    *used = said;
    return FIT_EXACT;
}

static enum fit fit_number(const char *typed, int value)
{
    char number[16];
    snprintf(number, sizeof number, "%d", value);
    return strcmp(typed, number) == 0 ? FIT_EXACT : FIT_NOT;
}

/* A label wins over every other meaning of a word. */
static enum fit fit_card(struct reader *reader, int at, const struct arg_spec *spec, int slot,
                         int *used)
{
    const char *word = reader->typed.list[at];
    if (!reader->sight)
        return fit_number(word, slot);
    int labelled = move_labelled(reader->rules, word);
    if (labelled > 0)
        return labelled == slot ? FIT_EXACT : FIT_NOT;
    int face = move_face(reader->rules, reader->sight, spec, slot);
    enum fit fit = fit_face(reader->rules, &reader->typed, at, face, used);
    if (fit != FIT_NOT)
        reader->by_name = true;
    return fit;
}

/* "p2" for a person called "p2-1", whose name reads like a number of a seat: the name fits as
   well as the number, so the player is asked. */
static bool is_called_like_a_seat(const char *typed, const char *name)
{
    size_t length = strlen(typed);
    bool is_number = (typed[0] == 'p' || typed[0] == 'P') && length > 1 &&
                     strspn(typed + 1, "0123456789") == length - 1;
    return is_number && text_is_prefix(typed, name) && name[length] == '-';
}

/* A seat by its number, or by the words of its name; of the last word the beginning is enough. */
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

/* True if the word ends in the typed number: "1" for me1. */
static bool is_its_number(const char *typed, const char *word)
{
    size_t digits = strspn(typed, "0123456789"), length = strlen(word);
    return digits > 0 && typed[digits] == '\0' && digits < length &&
           strcmp(word + length - digits, typed) == 0;
}

enum fit fit_listed_word(const struct words *typed, int at, const char *word, int *used)
{
    *used = 1;
    enum fit fit =
        is_its_number(typed->list[at], word) ? FIT_PREFIX : fit_word(typed->list[at], word);
    if (fit == FIT_EXACT || at + 1 >= typed->count)
        return fit;
    char joined[2 * WORD_BYTES];
    snprintf(joined, sizeof joined, "%s%s", typed->list[at], typed->list[at + 1]);
    if (!text_same_word(joined, word))
        return fit;
    *used = 2;
    return FIT_EXACT;
}

/* Fits a word or a number; or the name of the card that the value means. */
static enum fit fit_said(const struct reader *reader, const struct arg_spec *spec, int at,
                         int value, int *used)
{
    const char *word = reader->typed.list[at];
    *used = 1;
    if (reader->sight && spec->brief && text_same_word(word, spec->brief[value]))
        return FIT_EXACT;
    enum fit fit = spec->kind == ARG_NUMBER
                       ? fit_number(word, value)
                       : fit_listed_word(&reader->typed, at, spec->words[value], used);
    if (!reader->sight || !(spec->zones || spec->own_zone))
        return fit;
    if (fit != FIT_NOT && face_said(reader->rules, &reader->typed, at) <= *used)
        return fit;
    int face = move_face(reader->rules, reader->sight, spec, value);
    return fit_face(reader->rules, &reader->typed, at, face, used);
}

enum fit fit_value(struct reader *reader, const struct arg_spec *spec, int at, int value, int *used)
{
    *used = 1;
    switch (spec->kind) {
    case ARG_CARD:
        return fit_card(reader, at, spec, value, used);
    case ARG_SEAT:
        return fit_seat(reader, at, value, used);
    case ARG_WORD:
    case ARG_NUMBER:
        return fit_said(reader, spec, at, value, used);
    case ARG_NONE:
        break;
    }
    return FIT_NOT;
}

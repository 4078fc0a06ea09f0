/* Reads moves as people type them: splits the text into words, says how well they fit a verb or
   one value of an argument, and finds the legal moves that fit best. Knows no game. Must not look
   at hidden cards: the sight and the legal list of the seat are all it gets. */
#include "move_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "move.h"
#include "ruleset.h"
#include "sight.h"
#include "text.h"

/* How many of the words from `at` on say the whole phrase; 0: they do not. */
static int words_said(const struct words *typed, int at, const char *phrase)
{
    int said = 0;
    for (; *phrase; phrase += strspn(phrase, " "), said++) {
        /* most words differ in their first letter */
        if (at + said >= typed->count || !text_is_prefix(typed->list[at + said], phrase))
            return 0;
        size_t length = strcspn(phrase, " ");
        if (strlen(typed->list[at + said]) != length)
            return 0;
        phrase += length;
    }
    return said;
}

/* ---- how well words fit a verb, or one value of an argument ---- */

enum fit { FIT_NOT, FIT_PREFIX, FIT_EXACT };

struct reader {
    const struct ruleset *rules;
    const struct naming *naming;
    const struct sight *sight; /* NULL when reading a record */
    struct words typed;
    bool by_name;  /* set when a card was found by its name or code */
    bool must_ask; /* set when several values were said where one move could mean them all */
};

static inline enum fit fit_worse(enum fit a, enum fit b)
{
    return a < b ? a : b;
}

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
    move_split(phrase, &parts);
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
    move_split(name, &parts);
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
    move_split(card, &parts);
    while (at + 1 < parts.count && at + 1 < typed->count &&
           text_same_word(typed->list[at], parts.list[at]))
        at++;
    for (int face = 0; at + 1 == parts.count && face < rules->face_count; face++)
        if (text_same_word(parts.list[at], rules->faces[face].code) &&
            fit_face(rules, typed, at, face, &used) == FIT_EXACT)
            return at + used;
    return 0;
}

/* A verb: its word, an alias, or the card it plays. *used: how many words it takes, which may be
   more than were typed. */
static enum fit fit_verb(const struct ruleset *rules, const struct words *typed,
                         const struct verb_spec *verb, int *used)
{
    if (typed->count == 0)
        return FIT_NOT;
    enum fit fit = fit_phrase(typed, 0, verb->word, used);
    if (fit != FIT_EXACT && move_listed(typed->list[0], verb->aliases)) {
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
    move_split(name, &parts);
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

/* One of an argument's words, also typed as two, "me 1" for me1, or as its number alone. */
static enum fit fit_listed_word(const struct words *typed, int at, const char *word, int *used)
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

/* One value of an argument, from word `at` on. *used: how many words it took. */
static enum fit fit_value(struct reader *reader, const struct arg_spec *spec, int at, int value,
                          int *used)
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

/* ---- a whole line ---- */

/* Compares the words with each legal move; the best fit wins. So people can say every legal move,
   and no other move is ever returned as legal. */

/* The rank of a fit: whole moves come before unfinished moves. */
enum { RANK_WHOLE = FIT_EXACT + FIT_PREFIX };

static int skip_fillers(const struct words *typed, int at, const struct arg_spec *spec)
{
    while (at < typed->count && move_listed(typed->list[at], spec->filler))
        at++;
    return at;
}

/* Arguments in any order: each word takes an argument that no earlier word took. */
static enum fit fit_any_order(struct reader *reader, int at, const struct move *move, bool *whole)
{
    const struct verb_spec *verb = &reader->rules->verbs[move->verb];
    enum fit fit = FIT_EXACT;
    int args = 0, said = 0, used = 0, best_used;
    bool taken[MOVE_ARGS] = {false};
    while (args < MOVE_ARGS && verb->args[args].kind != ARG_NONE && move->args[args] != ARG_ABSENT)
        args++;
    for (at = skip_fillers(&reader->typed, at, &verb->args[0]); at < reader->typed.count;
         at = skip_fillers(&reader->typed, at + best_used, &verb->args[0]), said++) {
        int best = -1;
        enum fit best_fit = FIT_NOT;
        best_used = 1;
        for (int i = 0; i < args; i++) {
            enum fit one =
                taken[i] ? FIT_NOT : fit_value(reader, &verb->args[i], at, move->args[i], &used);
            if (one > best_fit) {
                best_fit = one;
                best_used = used;
                best = i;
            }
        }
        if (best < 0)
            return FIT_NOT;
        taken[best] = true;
        fit = fit_worse(fit, best_fit);
    }
    *whole = said == args;
    return fit;
}

/* Fits the words from `at` on to a move's arguments. *whole: every argument was said. */
static enum fit fit_args(struct reader *reader, int at, const struct move *move, bool *whole)
{
    const struct verb_spec *verb = &reader->rules->verbs[move->verb];
    const struct words *typed = &reader->typed;
    enum fit fit = FIT_EXACT;
    *whole = at <= typed->count; /* else the verb was not typed to its end */
    if (!*whole)
        return fit;
    if (verb->flags & VERB_ANY_ORDER)
        return fit_any_order(reader, at, move, whole);
    for (int i = 0; i < MOVE_ARGS && verb->args[i].kind != ARG_NONE && move->args[i] != ARG_ABSENT;
         i++) {
        int used;
        at = skip_fillers(typed, at, &verb->args[i]);
        if (at == typed->count) {
            *whole = false;
            return fit;
        }
        fit = fit_worse(fit, fit_value(reader, &verb->args[i], at, move->args[i], &used));
        if (fit == FIT_NOT)
            return FIT_NOT;
        at += used;
    }
    return at == typed->count ? fit : FIT_NOT;
}

enum { VERBS_MAX = 64 };

/* How well each verb fits. A verb said in full wins over a longer verb with the same beginning:
   "effect pick" is not short for "effect pickfx". */
static void fit_verbs(const struct reader *reader, enum fit fits[VERBS_MAX], int used[VERBS_MAX])
{
    int exact = 0;
    check(reader->rules->verb_count <= VERBS_MAX);
    for (int v = 0; v < reader->rules->verb_count; v++) {
        fits[v] = fit_verb(reader->rules, &reader->typed, &reader->rules->verbs[v], &used[v]);
        if (fits[v] == FIT_EXACT && used[v] > exact)
            exact = used[v];
    }
    for (int v = 0; v < reader->rules->verb_count; v++)
        if (fits[v] == FIT_PREFIX && used[v] <= exact)
            fits[v] = FIT_NOT;
}

/* Keeps the moves that fit best: whole moves before unfinished moves, exact words before
   prefixes. Returns their rank. */
static int collect(struct reader *reader, const struct moves *legal, bool verb_said,
                   struct moves *best)
{
    int best_rank = 1, used[VERBS_MAX] = {0};
    enum fit verbs[VERBS_MAX];
    for (int v = 0; v < reader->rules->verb_count; v++)
        verbs[v] = reader->rules->verbs[v].flags & VERB_SAID ? FIT_NOT : FIT_EXACT;
    if (verb_said)
        fit_verbs(reader, verbs, used);
    best->count = 0;
    for (int i = 0; i < legal->count; i++) {
        const struct move *move = &legal->list[i];
        if (verbs[move->verb] == FIT_NOT)
            continue;
        bool whole;
        enum fit fit =
            fit_worse(fit_args(reader, used[move->verb], move, &whole), verbs[move->verb]);
        int rank = fit == FIT_NOT ? 0 : (int)fit + (whole ? FIT_EXACT : 0);
        if (rank > best_rank)
            best->count = 0;
        if (rank >= best_rank) {
            best_rank = rank;
            best->list[best->count++] = *move;
        }
    }
    return best->count > 0 ? best_rank : 0;
}

/* How many different values an argument can have. */
static int domain(const struct reader *reader, const struct arg_spec *spec, int *first)
{
    *first = 0;
    switch (spec->kind) {
    case ARG_CARD:
        *first = 1;
        return reader->sight ? (int)strlen(reader->rules->labels) : TABLE_SLOTS;
    case ARG_SEAT:
        return reader->sight ? reader->sight->seen.seats : TABLE_SEATS;
    case ARG_WORD:
        return spec->word_count;
    case ARG_NUMBER:
    case ARG_NONE:
        break;
    }
    return 0;
}

/* ---- several values in the place of one, as offers show them: "catch d e on me1", "buy 1 or
   3", "hide d under any stack" ---- */

enum { VALUES_MAX = 64 };

struct said {
    bool is_any;
    int count;
    int values[VALUES_MAX];
};

/* How well word `at` fits what fits it best of an argument's values. */
static enum fit fit_best(struct reader *reader, const struct arg_spec *spec, int at, int *used)
{
    int first, count = domain(reader, spec, &first), one;
    const char *word = reader->typed.list[at];
    enum fit best = FIT_NOT;
    *used = 1;
    if (spec->kind == ARG_NUMBER)
        return word[strspn(word, "0123456789")] == '\0' ? FIT_EXACT : FIT_NOT;
    for (int v = first; v < first + count; v++) {
        enum fit fit = fit_value(reader, spec, at, v, &one);
        if (fit > best || (fit == best && one > *used)) {
            best = fit;
            *used = one;
        }
    }
    return best;
}

/* Whether word `at` belongs to the next argument rather than to this one, of which some value
   was said. */
static bool is_next(struct reader *reader, const struct arg_spec *spec, enum fit fit,
                    const struct arg_spec *next, int at)
{
    int used;
    if (move_listed(reader->typed.list[at], next->filler))
        return true;
    return next->kind != spec->kind && fit_best(reader, next, at, &used) >= fit;
}

/* The values that the words from `at` on mean. Returns how many words they are; 0: they are the
   next argument's. */
static int add_values(struct reader *reader, const struct arg_spec *spec,
                      const struct arg_spec *next, int at, struct said *out)
{
    int any = spec->any ? words_said(&reader->typed, at, spec->any) : 0, first, best_used, used;
    enum fit best = fit_best(reader, spec, at, &best_used);
    out->is_any |= any > 0;
    if (any > 0 || best == FIT_NOT ||
        (next && out->count > 0 && is_next(reader, spec, best, next, at)))
        return any;
    if (spec->kind == ARG_NUMBER && out->count < VALUES_MAX)
        out->values[out->count++] = (int)strtol(reader->typed.list[at], NULL, 10);
    for (int v = 0, count = domain(reader, spec, &first); v < count && out->count < VALUES_MAX; v++)
        if (fit_value(reader, spec, at, first + v, &used) == best && used == best_used)
            out->values[out->count++] = first + v;
    return best_used;
}

/* What is said of each argument of a verb, from word *at on, up to an "or" behind them. Returns
   of how many arguments; 0: it does not fit. */
static int read_values(struct reader *reader, const struct verb_spec *verb, int *at,
                       struct said said[MOVE_ARGS])
{
    const struct words *typed = &reader->typed;
    bool any_order = verb->flags & VERB_ANY_ORDER;
    int args = 0;
    for (; args < MOVE_ARGS && verb->args[args].kind != ARG_NONE && *at < typed->count; args++) {
        if (args > 0 && !any_order && text_same_word(typed->list[*at], "or"))
            break;
        const struct arg_spec *spec = &verb->args[args];
        const struct arg_spec *next =
            args + 1 < MOVE_ARGS && spec[1].kind != ARG_NONE ? spec + 1 : NULL;
        int used = 1;
        said[args] = (struct said){.count = 0};
        for (*at = skip_fillers(typed, *at, spec); *at < typed->count && used > 0; *at += used) {
            bool is_or = text_same_word(typed->list[*at], "or") &&
                         (said[args].count > 0 || said[args].is_any);
            used = !is_or ? add_values(reader, spec, next, *at, &said[args]) : any_order;
        }
        if (said[args].count == 0 && !said[args].is_any)
            return 0;
    }
    return args;
}

/* Whether the arguments of a move from `arg` on are among what was said; `left`: what no
   argument before has taken. */
static bool is_among(const struct said *said, int count, bool any_order, const struct move *move,
                     int arg, unsigned left)
{
    if (left == 0)
        return true;
    if (arg == MOVE_ARGS || move->args[arg] == ARG_ABSENT)
        return false;
    for (int i = any_order ? 0 : arg; i < (any_order ? count : arg + 1); i++) {
        bool is_said = (left >> i & 1) && said[i].is_any;
        for (int v = 0; (left >> i & 1) && v < said[i].count && !is_said; v++)
            is_said = said[i].values[v] == move->args[arg];
        if (is_said && is_among(said, count, any_order, move, arg + 1, left & ~(1u << i)))
            return true;
    }
    return false;
}

/* Adds the legal moves of each combination of the values that were said. Returns how many fit. */
static int add_among(const struct verb_spec *verb, int v, const struct said *said, int count,
                     const struct moves *legal, struct moves *out)
{
    int fitting = 0;
    for (int i = 0; i < legal->count; i++) {
        const struct move *move = &legal->list[i];
        if (move->verb != v || (count < MOVE_ARGS && move->args[count] != ARG_ABSENT) ||
            !is_among(said, count, verb->flags & VERB_ANY_ORDER, move, 0, (1u << count) - 1))
            continue;
        fitting++;
        if (!moves_has(out, move))
            out->list[out->count++] = *move;
    }
    return fitting;
}

/* The moves of one or more combinations, "steal ann R or bob R G". Where arguments may be said
   in any order, "buy 1 3" may have meant both: the player is asked, even if one move is left. */
static void collect_several(struct reader *reader, const struct moves *legal, struct moves *best)
{
    const struct words *typed = &reader->typed;
    int used[VERBS_MAX] = {0};
    enum fit verbs[VERBS_MAX] = {FIT_NOT};
    static const struct said none;
    fit_verbs(reader, verbs, used);
    for (int v = 0; v < reader->rules->verb_count; v++) {
        const struct verb_spec *verb = &reader->rules->verbs[v];
        int at = used[v] - 1, before = best->count;
        bool fits = verbs[v] != FIT_NOT && used[v] < typed->count;
        while (fits && (at == used[v] - 1 ||
                        (at < typed->count && text_same_word(typed->list[at], "or")))) {
            struct said said[MOVE_ARGS] = {none};
            at++;
            int count = read_values(reader, verb, &at, said);
            fits = count > 0 && add_among(verb, v, said, count, legal, best) > 0;
        }
        if (!fits || at < typed->count)
            best->count = before;
        else
            reader->must_ask |= verb->flags & VERB_ANY_ORDER;
    }
}

/* True if all that was typed is the code of a card of this game, or a word that a verb begins
   with, and no verb in full: "R" is red rather than the beginning of "rainbow", also where red
   cannot be played. Looks at no hand, so that it is the same in public. */
static bool is_value_alone(struct reader *reader)
{
    enum fit fits[VERBS_MAX] = {FIT_NOT};
    int used[VERBS_MAX], words;
    bool is_value = false;
    fit_verbs(reader, fits, used);
    for (int v = 0; v < reader->rules->verb_count; v++) {
        const struct verb_spec *verb = &reader->rules->verbs[v];
        if (fits[v] == FIT_EXACT)
            return false;
        if (!(verb->flags & VERB_HOST) && verb->args[0].kind == ARG_WORD)
            is_value |= fit_best(reader, &verb->args[0], 0, &words) == FIT_EXACT &&
                        words == reader->typed.count;
    }
    for (int face = 0; face < reader->rules->face_count && reader->typed.count == 1; face++)
        is_value |= text_same_word(reader->typed.list[0], reader->rules->faces[face].code);
    return is_value;
}

/* The moves that fit best. Arguments alone count as a move if the words say no verb, or only
   begin one. */
static void collect_best(struct reader *reader, const struct moves *legal, struct moves *best)
{
    struct moves bare;
    if (collect(reader, legal, true, best) >= RANK_WHOLE)
        return;
    if (is_value_alone(reader))
        best->count = 0;
    if (collect(reader, legal, false, &bare) >= RANK_WHOLE || best->count == 0)
        memcpy(best, &bare, offsetof(struct moves, list) + (size_t)bare.count * sizeof *bare.list);
    if (best->count == 0)
        collect_several(reader, legal, best);
}

/* True if two moves, said by the name of a card, differ only in which of several equal cards
   they play. */
static bool is_equivalent(const struct reader *reader, const struct move *a, const struct move *b)
{
    if (a->verb != b->verb)
        return false;
    for (int i = 0; i < MOVE_ARGS; i++) {
        if (a->args[i] == b->args[i])
            continue;
        const struct arg_spec *spec = &reader->rules->verbs[a->verb].args[i];
        if (spec->kind != ARG_CARD || !reader->by_name ||
            move_face(reader->rules, reader->sight, spec, a->args[i]) !=
                move_face(reader->rules, reader->sight, spec, b->args[i]))
            return false;
    }
    return true;
}

/* Reads one argument by its kind alone. False if the word has another kind. */
static bool guess_value(struct reader *reader, const struct arg_spec *spec, int *at, int *value)
{
    /* written as fit_value() writes it: "+3" and "03" are not numbers */
    if (spec->kind == ARG_NUMBER) {
        const char *word = reader->typed.list[(*at)++];
        char number[16];
        *value = (int)strtol(word, NULL, 10);
        snprintf(number, sizeof number, "%d", *value);
        return strcmp(word, number) == 0 && *value >= 0 && *value <= 9999;
    }
    int first, used, best_used = 0;
    enum fit best = FIT_NOT;
    int count = domain(reader, spec, &first);
    for (int v = first; v < first + count; v++) {
        enum fit fit = fit_value(reader, spec, *at, v, &used);
        if (fit > best) {
            best = fit;
            best_used = used;
            *value = v;
        }
    }
    *at += best_used;
    return best != FIT_NOT && (reader->sight || best == FIT_EXACT);
}

/* Reads a move by the grammar of its verb alone, legal or not. */
static bool guess_move(struct reader *reader, int verb, int at, struct move *out)
{
    const struct verb_spec *spec = &reader->rules->verbs[verb];
    *out = (struct move){.verb = verb, .args = {ARG_ABSENT, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT}};
    for (int i = 0; i < MOVE_ARGS && spec->args[i].kind != ARG_NONE; i++) {
        at = skip_fillers(&reader->typed, at, &spec->args[i]);
        if (at == reader->typed.count)
            return i > 0 || spec->args[i].is_optional || !reader->sight;
        if (!guess_value(reader, &spec->args[i], &at, &out->args[i]))
            return false;
    }
    return at == reader->typed.count;
}

/* True if moves of this verb have this word besides their cards: "hide under me1" only lacks its
   card. */
static bool is_part_of(const struct words *typed, int at, const struct verb_spec *verb)
{
    if (text_same_word(typed->list[at], "or"))
        return true;
    for (int i = 0; i < MOVE_ARGS && verb->args[i].kind != ARG_NONE; i++) {
        int used;
        if (move_listed(typed->list[at], verb->args[i].filler) ||
            move_listed(typed->list[at], verb->args[i].any))
            return true;
        for (int w = 0; verb->args[i].kind == ARG_WORD && w < verb->args[i].word_count; w++)
            if (fit_listed_word(typed, at, verb->args[i].words[w], &used) != FIT_NOT)
                return true;
    }
    return false;
}

/* A secret verb said in public: cards may be said by label only, numbers not at all. Every other
   word may be the name of a card, so nothing looks at it. */
static bool names_a_secret(const struct reader *reader, int *verb_said)
{
    for (int v = 0; v < reader->rules->verb_count; v++) {
        const struct verb_spec *verb = &reader->rules->verbs[v];
        int at = 0;
        if (!(verb->flags & VERB_SECRET) ||
            fit_verb(reader->rules, &reader->typed, verb, &at) == FIT_NOT)
            continue;
        for (; at < reader->typed.count; at++)
            if (move_labelled(reader->rules, reader->typed.list[at]) == 0 &&
                !is_part_of(&reader->typed, at, verb)) {
                *verb_said = v;
                return true;
            }
    }
    return false;
}

static void find_nearest(const struct reader *reader, const struct moves *legal, const char *typed,
                         struct read_move *out)
{
    int best = (int)strlen(typed) / 3 + 1;
    for (int i = 0; i < legal->count; i++) {
        char bytes[MOVE_TEXT];
        struct text text = text_over(bytes, sizeof bytes);
        move_format(reader->rules, reader->naming, &legal->list[i], &text);
        int distance = text_distance(typed, bytes, best);
        if (distance < best) {
            best = distance;
            out->move = legal->list[i];
            out->has_nearest = true;
        }
    }
}

/* A number alone, "2", where one verb alone has legal moves that begin with a number: "take 2". */
static bool guess_number(struct reader *reader, const struct moves *legal, const char *typed,
                         struct move *out)
{
    int verb = -1;
    if (typed[strspn(typed, "0123456789")] != '\0')
        return false;
    for (int i = 0; i < legal->count; i++) {
        struct move move;
        int one = legal->list[i].verb;
        if (one == verb || reader->rules->verbs[one].flags & (VERB_SAID | VERB_SECRET) ||
            !guess_move(reader, one, 0, &move))
            continue;
        if (verb >= 0)
            return false;
        verb = one;
        *out = move;
    }
    return verb >= 0;
}

/* Reads words that are not a legal move: an illegal move, or no move at all. In public nothing
   tells whether a word is the name of a card. */
static void read_rest(struct reader *reader, const struct moves *legal, bool in_public,
                      const char *typed, struct read_move *out)
{
    int used[VERBS_MAX];
    enum fit fits[VERBS_MAX] = {FIT_NOT}, best = FIT_NOT;
    out->reading = READING_UNKNOWN;
    fit_verbs(reader, fits, used);
    for (int v = 0; v < reader->rules->verb_count; v++) {
        if (fits[v] == FIT_NOT)
            continue;
        if (used[v] <= reader->typed.count && guess_move(reader, v, used[v], &out->move)) {
            out->reading = READING_ILLEGAL;
            return;
        }
        out->verb_known = true;
        out->verb = fits[v] > best ? v : out->verb;
        best = fits[v] > best ? fits[v] : best;
    }
    if (guess_number(reader, legal, typed, &out->move)) {
        out->reading = READING_ILLEGAL;
        return;
    }
    out->is_value = !in_public && is_value_alone(reader);
    find_nearest(reader, legal, typed, out);
}

void move_read(const struct ruleset *rules, const struct naming *naming, const struct sight *sight,
               const struct moves *legal, bool in_public, const char *typed, struct read_move *out)
{
    struct reader reader = {.rules = rules, .naming = naming, .sight = sight};
    move_split(typed, &reader.typed);
    memset(out, 0, offsetof(struct read_move, moves.list));
    out->reading = READING_UNKNOWN;
    if (reader.typed.too_long || reader.typed.count == 0)
        return;
    if (in_public && names_a_secret(&reader, &out->verb)) {
        out->reading = READING_NAMED;
        return;
    }
    collect_best(&reader, legal, &out->moves);
    if (in_public && out->moves.count > 0 && reader.by_name &&
        (rules->verbs[out->moves.list[0].verb].flags & VERB_SECRET)) {
        out->verb = out->moves.list[0].verb;
        out->moves.count = 0;
        out->reading = READING_NAMED;
        return;
    }
    bool one = out->moves.count > 0 && !reader.must_ask;
    for (int i = 1; i < out->moves.count; i++)
        one = one && is_equivalent(&reader, &out->moves.list[0], &out->moves.list[i]);
    if (one) {
        out->reading = READING_MOVE;
        out->move = out->moves.list[0];
    } else if (out->moves.count > 0) {
        out->reading = READING_AMBIGUOUS;
    } else {
        read_rest(&reader, legal, in_public, typed, out);
    }
}

bool move_read_canonical(const struct ruleset *rules, const char *text, struct move *out)
{
    struct reader reader = {.rules = rules};
    move_split(text, &reader.typed);
    for (int v = 0; v < rules->verb_count && !reader.typed.too_long; v++) {
        int used;
        if (fit_verb(rules, &reader.typed, &rules->verbs[v], &used) == FIT_EXACT &&
            guess_move(&reader, v, used, out))
            return true;
    }
    return false;
}

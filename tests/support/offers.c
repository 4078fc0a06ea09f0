/* The short form of core/view/offer.c, taken apart again: clauses of one verb each, boxes, one
   list of values for every argument. Every combination is a move. */
#include "offers.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "game.h"
#include "in_words.h"
#include "move.h"

enum { VALUES = 32, WORD = 40, TEXT = 2048 };

struct box {
    const struct verb_spec *verb;
    char values[MOVE_ARGS][VALUES][WORD];
    int counts[MOVE_ARGS];
    int args;
};

/* How many bytes of a text that begins with these words, whole; 0: it does not. */
static size_t begins(const char *text, const char *words)
{
    size_t length = strlen(words);
    return strncmp(text, words, length) == 0 && strchr(" ", text[length]) ? length : 0;
}

static size_t begins_with_filler(const char *text, const struct arg_spec *spec)
{
    char word[WORD];
    if (!spec->filler)
        return 0;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(spec->filler, " "), spec->filler);
    return begins(text, word);
}

/* The verb with the most words of those that a clause begins with: "draw discard" is not "draw". */
static const struct verb_spec *find_verb(const struct game *game, const char *clause,
                                         size_t *length)
{
    const struct verb_spec *found = NULL;
    *length = 0;
    for (int v = 0; v < game->verb_count; v++) {
        size_t more = begins(clause, game->verbs[v].word);
        if (more > *length) {
            found = &game->verbs[v];
            *length = more;
        }
    }
    if (!found)
        fprintf(stderr, "no verb of %s begins this clause of an offer: %s\n", game->id, clause);
    check(found);
    return found;
}

/* In full, where lists are briefer: "red" for "R". */
static void add_value(struct box *box, const char *word)
{
    const struct arg_spec *spec = &box->verb->args[box->args];
    for (int i = 0; spec->brief && i < spec->word_count; i++)
        if (strcmp(word, spec->brief[i]) == 0)
            word = spec->words[i];
    check(box->counts[box->args] < VALUES && strlen(word) < WORD);
    snprintf(box->values[box->args][box->counts[box->args]++], WORD, "%s", word);
}

static void next_arg(struct box *box)
{
    check(box->args + 1 < MOVE_ARGS);
    box->args++;
}

/* Whether a word is a value of an argument of words or numbers. */
static bool is_value(const struct arg_spec *spec, const char *word)
{
    bool is_one = spec->kind == ARG_NUMBER && word[strspn(word, "0123456789")] == '\0';
    for (int i = 0; spec->kind == ARG_WORD && i < spec->word_count; i++)
        is_one |=
            strcmp(word, spec->words[i]) == 0 || (spec->brief && strcmp(word, spec->brief[i]) == 0);
    return is_one;
}

/* One value, all there are ("any stack"), or what leads to the next argument. Returns the text
   behind it. */
static const char *read_value(struct box *box, const char *text)
{
    const struct arg_spec *spec = &box->verb->args[box->args], *next = spec + 1;
    bool has_next =
        box->args + 1 < MOVE_ARGS && next->kind != ARG_NONE && box->counts[box->args] > 0;
    size_t filler = has_next ? begins_with_filler(text, next) : 0,
           any = spec->any ? begins(text, spec->any) : 0;
    char word[TEXT];
    if (filler)
        next_arg(box);
    if (filler || (begins(text, "or") && box->verb->flags & VERB_ANY_ORDER))
        return text + (filler ? filler : strlen("or"));
    for (int i = 0; any && i < (spec->any_count ? spec->any_count : spec->word_count); i++)
        add_value(box, spec->words[i]);
    if (any)
        return text + any;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " "), text);
    if (has_next && next->kind != spec->kind && is_value(next, word))
        next_arg(box);
    add_value(box, word);
    return text + strlen(word);
}

/* The moves of a box whose first `arg` arguments are in `said`. */
static void combine(const struct box *box, int arg, const char *said, struct offers *out)
{
    if (arg > box->args || arg == MOVE_ARGS || (arg == 0 && box->counts[0] == 0)) {
        check(out->count < OFFERS_MOST && strlen(said) < OFFERS_MOVE);
        snprintf(out->moves[out->count++], OFFERS_MOVE, "%s", said);
        return;
    }
    for (int i = 0; i < box->counts[arg]; i++) {
        char more[TEXT];
        snprintf(more, sizeof more, "%.*s %s", OFFERS_MOVE, said, box->values[arg][i]);
        combine(box, arg + 1, more, out);
    }
}

/* With what has to stand before a move there. */
static void read_clause(const struct game *game, const char *clause, struct offers *out)
{
    static const char *const prefixes[] = {"/move ", "!"};
    size_t length;
    clause += strspn(clause, " ");
    const char *card = strstr(clause, ": "); /* "d red heart: !catch d on me1" */
    clause = card ? card + strlen(": ") : clause;
    for (int i = 0; i < 2; i++)
        clause += strncmp(clause, prefixes[i], strlen(prefixes[i])) == 0 ? strlen(prefixes[i]) : 0;
    const struct verb_spec *verb = find_verb(game, clause, &length);
    struct box box = {.verb = verb};
    if (verb->flags & VERB_VOTE)
        return;
    for (const char *rest = clause + length + strspn(clause + length, " "); *rest;
         rest += strspn(rest, " ")) {
        bool is_other = begins(rest, "or") && !(verb->flags & VERB_ANY_ORDER);
        if (is_other)
            combine(&box, 0, verb->word, out);
        if (is_other)
            box = (struct box){.verb = verb};
        rest = is_other ? rest + strlen("or") : read_value(&box, rest);
    }
    combine(&box, 0, verb->word, out);
}

void offers_read(const struct game *game, const char *offer, struct offers *out)
{
    static const char *const betweens[] = {" \xc2\xb7 ", " | ", "\n"};
    char bytes[TEXT];
    out->count = 0;
    check(strlen(offer) < sizeof bytes);
    snprintf(bytes, sizeof bytes, "%s", offer);
    char *board = strstr(bytes, in_words("<BOARD_OWN>"));
    if (board)
        *board = '\0';
    for (char *clause = bytes, *next; clause && *clause; clause = next) {
        size_t length = 0;
        next = NULL;
        for (size_t i = 0; i < sizeof betweens / sizeof *betweens; i++) {
            char *end = strstr(clause, betweens[i]);
            length = end && (!next || end < next) ? strlen(betweens[i]) : length;
            next = end && (!next || end < next) ? end : next;
        }
        if (next) {
            *next = '\0';
            next += length;
        }
        if (*clause)
            read_clause(game, clause, out);
    }
}

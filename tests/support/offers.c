/* The short form of core/view/offer.c, taken apart again: clauses of one verb each, boxes, one list of values for every
   argument. Every combination is a move. */
#include "offers.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "game.h"
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
    return strncmp(text, words, length) == 0 && strchr(" :", text[length]) ? length : 0;
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
static const struct verb_spec *find_verb(const struct game *game, const char *clause, size_t *length)
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

/* One value, all there are ("any stack"), or what leads to the next argument. Returns the text behind it. */
static const char *read_value(struct box *box, const char *text)
{
    const struct arg_spec *spec = &box->verb->args[box->args];
    size_t filler = box->args + 1 < MOVE_ARGS ? begins_with_filler(text, spec + 1) : 0;
    size_t any = spec->any ? begins(text, spec->any) : 0;
    char word[TEXT];
    if (filler) {
        next_arg(box);
        return text + filler;
    }
    size_t length = any ? any : strcspn(text, " ");
    for (int i = 0; any && i < spec->word_count; i++)
        add_value(box, spec->words[i]);
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    bool is_last = text[any] == ':' || (!any && word[length - 1] == ':');
    word[length - (!any && is_last)] = '\0';
    if (!any)
        add_value(box, word);
    if (is_last)
        next_arg(box);
    return text + length + (any && is_last);
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

static void read_clause(const struct game *game, char *clause, struct offers *out)
{
    size_t length;
    const struct verb_spec *verb = find_verb(game, clause, &length);
    if (verb->flags & VERB_VOTE)
        return;
    char *boxes = clause + length;
    for (char *text; (text = strsep(&boxes, ","));) {
        struct box box = {.verb = verb};
        for (const char *rest = text + strspn(text, " "); *rest; rest += strspn(rest, " "))
            rest = read_value(&box, rest);
        combine(&box, 0, verb->word, out);
    }
}

void offers_read(const struct game *game, const char *offer, struct offers *out)
{
    static const char between[] = " \xc2\xb7 ";
    char bytes[TEXT];
    out->count = 0;
    check(strlen(offer) < sizeof bytes);
    snprintf(bytes, sizeof bytes, "%s", offer);
    for (char *clause = bytes, *next; clause && *clause; clause = next) {
        next = strstr(clause, between);
        if (next) {
            *next = '\0';
            next += strlen(between);
        }
        read_clause(game, clause, out);
    }
}

/* Options: what a table can be played with, and the ruleset that follows from them (options.c). */
#ifndef GAME_OPTIONS_H
#define GAME_OPTIONS_H

#include <stdbool.h>

struct game;
struct ruleset;
struct text;

enum option_kind {
    OPTION_CHOICE, /* one of `words`; the value is its index */
    /* least .. most; words[0], if present, is a word for the value `least - 1` ("auto") */
    OPTION_NUMBER,
    OPTION_SET /* any of `words`; the value is a set of bits */
};

struct option_spec {
    const char *name; /* "layout" */
    enum option_kind kind;
    const char *const *words;
    int word_count;
    int least, most;
    int standard;     /* the default */
    const char *help; /* one sentence */
};

/* The ruleset of a game with its standard options and the current version of its rules. */
void game_ruleset(const struct game *game, struct ruleset *out);

/* Sets one option from "name=value". False, with one sentence in `why` that names what is
   allowed, if that fails. */
bool option_set(const struct game *game, int *options, const char *name, const char *value,
                struct text *why);
void option_format(const struct option_spec *option, int value, struct text *out);

/* "dealt or hearts", "1 to 24, or auto", "any of double, triad, boost": what an option allows. */
void option_allowed(const struct option_spec *option, struct text *out);

/* True if this program can play that version of the rules. */
bool game_plays(const struct game *game, long long version);

/* How many games make a match with these options. */
int game_match_length(const struct game *game, const int *options);

#endif

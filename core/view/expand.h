/* Templates: "{who} plays {cards} on stack {0}". One expander for the sentences of games, the labels of scores and the
   sentences of the host; the source decides which keys exist. Unlike with printf, a template can only ask for what its
   source offers.

   {key}             what the source writes for it
   {key|one|many}    one of the two, by the number that the source has for the key */
#ifndef EXPAND_H
#define EXPAND_H

#include <stdbool.h>

struct prose;

enum { EXPAND_KEY = 24 };

/* The source that fills a template. Make it the first member of your own struct. */
struct source {
    /* Writes a key's value. False if the key is unknown. */
    bool (*put)(const struct source *source, const char *key, struct prose *out);
    /* A key's value as a number. False if it is no number. */
    bool (*number)(const struct source *source, const char *key, int *value);
};

/* Text outside of {} is ours; "!word" in it is a command. An unknown key is our bug, and aborts. */
void expand(const char *template, const struct source *source, struct prose *out);

#endif

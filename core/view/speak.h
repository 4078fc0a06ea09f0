/* Names people, cards and numbers, and fills templates, for all files of the view. */
#ifndef SPEAK_H
#define SPEAK_H

#include <stdbool.h>

#include "prose.h"
#include "view.h"

struct game;
struct ruleset;

/* A sentence without keys. */
const char *speak_string(int id);

/* The text between the items of "a, b and c". */
const char *speak_between(int item, int count);

/* A name, cleaned. A name without a visible character is replaced by its seat: p1, p2, ... */
void speak_seat(const struct view *view, int seat, enum prose_style style, struct prose *out);

/* The names for bits of seats, as view_string() takes people: "ann\nbob". */
enum { SEATS_BYTES = 2048 };
void speak_name_seats(const struct view *view, unsigned seats, char names[SEATS_BYTES]);

/* The name of a face's picture: two small letters, digits or underlines, unique among the faces
   of all games. Empty if the ruleset's face is not the built-in face: then no picture exists. */
void speak_picture(const struct game *game, const struct ruleset *rules, int face,
                   char out[PROSE_PICTURE]);

/* The chip of a face, "R"; a back is a "?". */
void speak_chip(const struct view *view, int face, struct prose *out);

/* The name of a face as a card of its colour, "red heart"; on a board the brief one, "red". A back
   by its class, "card". */
enum speak_name { SPEAK_FULL, SPEAK_BRIEF, SPEAK_MANY };
void speak_name(const struct view *view, int face, enum speak_name form, struct prose *out);

/* "2 " before several equal cards; nothing before one. */
void speak_count(int count, struct prose *out);

/* One argument of a sentence or label: key "0", "1:seat", "2:word". False for other keys. */
bool speak_arg(const struct view *view, const int *args, int count, const char *key,
               struct prose *out);
bool speak_arg_number(const int *args, int count, const char *key, int *value);

/* "{who} plays {cards} on stack {0}". One expander for the sentences of games, the labels of
   scores and the sentences of the host; the source decides which keys exist. Unlike with printf,
   a template can only ask for what its source offers.

   {key}             what the source writes for it
   {key|one|many}    one of the two, by the number that the source has for the key

   Other languages may have more of these words, and ask for a form of a name, {key:acc}. */
enum { EXPAND_KEY = 24 };

/* The source that fills a template. Make it the first member of your own struct. */
struct source {
    /* Writes a key's value. False if the key is unknown. */
    bool (*put)(const struct source *source, const char *key, struct prose *out);
    /* A key's value as a number. False if it is no number. */
    bool (*number)(const struct source *source, const char *key, int *value);
};

/* The template is translated. Text outside of {} is ours; "!word" in it is a command. An unknown
   key is our bug, and aborts. */
void speak_expand(const char *template, const struct source *source, struct prose *out);

#endif

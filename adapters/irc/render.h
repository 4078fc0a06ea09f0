/* Prose as IRC text: colours, cards and the prefix of that place. The last gate before the wire: no
   control byte of the prose gets through, so nothing can start a line, a colour or a CTCP. And an
   item of the outbox as lines: its parts put together and cut. Pure: knows no connection. */
#ifndef RENDER_H
#define RENDER_H

#include <stdbool.h>

#include "look.h"

struct prose;
struct text;

struct ink {
    bool is_quiet;         /* no words about big moments */
    bool is_plain;         /* no formatting byte at all; letters say everything */
    enum look_cards cards; /* what stands before the letters of a card */
    const char *prefix;
};

/* Appends the bytes [from, to) of the prose. Formatting ends with the stretch. A name that is
   only mentioned gets U+200B behind its first grapheme, so that it highlights nobody. */
void render_stretch(const struct prose *prose, int from, int to, const struct ink *ink,
                    struct text *out);

/* Bytes of the grapheme at `at`, at least 1, not beyond `end`. A very long one, such as a letter
   with a hundred accents, counts as several of at most RENDER_GRAPHEME bytes, so that each fits
   into any line. */
enum { RENDER_GRAPHEME = 48 };

void render_strip(char *text);
bool render_has_formatting(const char *text);

struct ink;
struct outbox_item;
struct view_rows;

/* Cuts prose into messages. A message ends where the prose has a line end; else, in this order,
   at a bar or a double blank (between rows of a board, or sentence and board), at the last blank
   that fits, between graphemes; never inside a card that fits into a message, nor inside a UTF-8
   sequence. Short lines are joined by " · ", or by a blank behind a full stop, because messages
   are scarce. */

enum { RENDER_MESSAGE = 512, RENDER_LEAST = 64 /* bytes: a smaller limit is a bug */ };

typedef void render_fn(void *arg, const char *message);

/* Calls `fn` for each message, in order; messages are never empty. `limit` is in rendered bytes. */
void render_split(const struct prose *prose, const struct ink *ink, int limit, render_fn *fn,
                  void *arg);

enum {
    RENDER_ANSWER_LINES =
        3 /* of one public answer; the rest can be asked for in private. Everything else is whole */
};

/* Calls `fn` for each line of at most `limit` bytes. `known` is what the room has read of this
   table's board, or NULL: then all of the board is shown. `nick` is ours: people ask it for the
   rest of a long answer. */
void render_item(const struct outbox_item *item, const struct view_rows *known,
                 const struct ink *ink, int limit, const char *nick, render_fn *fn, void *arg);

#endif

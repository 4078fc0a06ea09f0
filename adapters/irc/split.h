/* Cuts prose into messages of at most so many bytes (irc.md would say: 350 is good, 400 the most). A message breaks
   where the prose has a line end; else, in this order, at a double blank (between seats of a board, or sentence and
   board), at the last blank that fits, between graphemes; never inside a card chip that fits into a message by
   itself, never inside a UTF-8 sequence. Short lines are joined by " · ", or by a blank behind a full stop: messages are
   the scarce resource. */
#ifndef SPLIT_H
#define SPLIT_H

struct ink;
struct prose;

enum { SPLIT_MESSAGE = 512, SPLIT_LEAST = 64 /* bytes: a smaller limit is a bug */ };

typedef void split_fn(void *arg, const char *message);

/* Calls `fn` for each message, in order; messages are never empty. `limit` is in rendered bytes. */
void split_prose(const struct prose *prose, const struct ink *ink, int limit, split_fn *fn, void *arg);

#endif

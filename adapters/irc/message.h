/* An item of the outbox as lines of IRC: its parts put together and cut. Pure: knows no
   connection. */
#ifndef MESSAGE_H
#define MESSAGE_H

struct ink;
struct outbox_item;
struct prose;
struct view_rows;

/* Cuts prose into messages. A message ends where the prose has a line end; else, in this order,
   at a double blank (between seats of a board, or sentence and board), at the last blank that
   fits, between graphemes; never inside a card that fits into a message, nor inside a UTF-8
   sequence. Short lines are joined by " · ", or by a blank behind a full stop, because messages
   are scarce. */

enum { SPLIT_MESSAGE = 512, SPLIT_LEAST = 64 /* bytes: a smaller limit is a bug */ };

typedef void split_fn(void *arg, const char *message);

/* Calls `fn` for each message, in order; messages are never empty. `limit` is in rendered bytes. */
void split_prose(const struct prose *prose, const struct ink *ink, int limit, split_fn *fn,
                 void *arg);

enum {
    MESSAGE_ANSWER_LINES =
        3 /* of one public answer; the rest can be asked for in private. Everything else is whole */
};

/* Calls `fn` for each line of at most `limit` bytes. `known` is what the room has read of this
   table's board, or NULL: then all of the board is shown. `nick` is ours: people ask it for the
   rest of a long answer. */
void message_draw(const struct outbox_item *item, const struct view_rows *known,
                  const struct ink *ink, int limit, const char *nick, split_fn *fn, void *arg);

#endif

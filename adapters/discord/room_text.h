/* The words of one message in a room, before they are drawn: what happened (several tales may have merged), the board, whom it
   waits for. Knows nothing of requests; post.c decides what becomes which message. */
#ifndef ROOM_TEXT_H
#define ROOM_TEXT_H

#include <stdbool.h>

struct markdown_style;
struct post;
struct room_text;
struct text;

struct room_text *room_text_new(void);
void room_text_free(struct room_text *text); /* NULL is fine */
void room_text_clear(struct room_text *text);

/* Adds what a post says: its tale behind those before, its board and call in place of them. */
void room_text_put(struct room_text *text, const struct post *post);

/* What the message says after `more` was added to it. */
void room_text_merge(struct room_text *text, const struct room_text *more);

/* The board and the call, without what happened. */
void room_text_copy_state(struct room_text *text, const struct room_text *from);

/* Takes what happened out of it, as a text of its own. New. */
struct room_text *room_text_take_tale(struct room_text *text);

/* Whether `more` calls somebody whom `text` did not. */
bool room_text_calls_more(const struct room_text *text, const struct room_text *more);

/* The ids of those it calls; how many. They last as long as the text. */
int room_text_called(const struct room_text *text, const char *users[], int most);

/* One message: what `shown` says (NULL: nothing) and then `text`. Colours are left out where there is no room for them. False: it
   does not fit into one message. */
bool room_text_draw(const struct room_text *shown, const struct room_text *text, const struct markdown_style *style,
                    struct text *out);

/* A text of any length, piece by piece: draws the piece that has its turn (cut at a line end, blocks closed and opened again);
   false: nothing is left. room_text_next_piece() goes on, and says whether there is another. */
bool room_text_draw_piece(struct room_text *text, const struct markdown_style *style, struct text *out);
bool room_text_next_piece(struct room_text *text);

#endif

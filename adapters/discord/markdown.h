/* Prose as Discord's text, and the words of a room as one message. The last gate: no text of a
   person can mention, format, break a code block or begin a line of its own. Knows nothing of
   requests. */
#ifndef MARKDOWN_H
#define MARKDOWN_H

#include <stdbool.h>

#include "application.h"
#include "look.h"

struct prose;
struct text;

struct markdown_style {
    const char *prefix; /* what commands are shown with: "!", "/", "" in private */
    /* LOOK_COLOUR: boards are code blocks with ANSI colours, which phones show without them;
       LOOK_UNSET: as LOOK_EMOJI */
    enum look_cards cards;
    bool is_quiet; /* no words about big moments; with LOOK_PLAIN never any */
    /* with LOOK_EMOJI cards are shown as these; NULL: as coloured squares */
    const struct emoji *emoji;
    /* these can be tapped where the prefix is "/"; may be NULL */
    const char *commands;
    /* user ids whose mentions replace the names that the prose calls, in this order */
    const char *const *called;
    int called_count;
    bool is_bold; /* it stands inside a bold line */
};

void markdown_put(const struct prose *prose, const struct markdown_style *style, struct text *out);

/* The same for a message of its own: without pictures and commands that can be tapped, where it
   would be too long with them. */
void markdown_put_message(const struct prose *prose, const struct markdown_style *style,
                          struct text *out);

/* Takes the application's emoji out of a text; the letters beside them stay. */
void markdown_drop_pictures(struct text *text);

/* Text for labels, which show no markdown: cleaned, and cut to `most` code points. */
void markdown_put_plain(const char *bytes, int most, struct text *out);

/* A name or other text from outside, escaped. */
void markdown_put_foreign(const char *bytes, struct text *out);

/* The next piece of a long text: at most `most` characters, cut at a line end if there is one. A
   block is closed, and opened again in the next piece, which `is_in_fence` remembers. Returns how
   many bytes were taken. */
int markdown_piece(const char *bytes, int most, bool *is_in_fence, struct text *out);

/* Code points of UTF-8. */
int markdown_length(const char *bytes);

/* ---- the words of one message in a room ---- */

enum {
    ROOM_CALLED = 12,
    ROOM_TALES = 40, /* above this the oldest is dropped */
    ROOM_RECENT = 8  /* older ones are one paragraph in small print */
};

/* People, by id. */
struct callees {
    char ids[ROOM_CALLED][DISCORD_ID];
    int count;
};

struct packed {
    struct packed *next; /* the tale after this one */
    int length, span_count;
    struct prose_span *spans; /* behind them the text */
};

struct markdown_text {
    struct packed *tales;
    int tale_count;
    struct packed *block, *next; /* NULL if absent */
    struct callees called;       /* whom `next` calls */
    /* who has just moved and goes on; "" if it is somebody else's turn */
    char goes_on[HOST_NAME];
    struct callees ever; /* the people whom the message has called so far */
    /* bytes of the whole drawing that were sent, and that are under way */
    int piece, piece_end;
    bool is_in_fence; /* a block is open where the piece begins */
    bool fence_after; /* and where it ends */
    bool has_more;    /* behind the piece */
};

/* What `shown` says (may be NULL), then `text`. False if it is too long for one message. */
bool markdown_draw(const struct markdown_text *shown, const struct markdown_text *text,
                   const struct markdown_style *style, struct text *out);

/* A text of any length in pieces: draws the current one; false at the end. markdown_next_piece()
   returns whether there is another. */
bool markdown_draw_piece(struct markdown_text *text, const struct markdown_style *style,
                         struct text *out);
bool markdown_next_piece(struct markdown_text *text);

/* ---- the body of a message ---- */

enum {
    DISCORD_NONCE = 26,      /* bytes of a nonce with its NUL */
    DISCORD_CONTENT = 2000,  /* code points of a message */
    DISCORD_TEXT = 12 * 1024 /* bytes of a text under way */
};

/* Without previews of links, pinging only `users`. New reference. */
json_t *markdown_body_new(const char *content, const char *const *users, int count);
void markdown_body_add_nonce(struct discord *discord, json_t *body);
void markdown_body_new_nonce(struct discord *discord, char nonce[DISCORD_NONCE]);
/* Of the channel, the message before (or "") and the content: the next process makes the same
   nonce, so that a message sent again after a kill stands there once. */
void markdown_body_nonce_after(const char *channel, const char *after, const char *content,
                               char nonce[DISCORD_NONCE]);
void markdown_body_put_nonce(json_t *body, const char *nonce);
void markdown_body_digest(const json_t *body, char digest[DISCORD_DIGEST]);

/* ---- the words of the message: what was posted there, merged ---- */

struct markdown_text *markdown_text_new(void);
void markdown_text_free(struct markdown_text *text); /* NULL is fine */
void markdown_text_clear(struct markdown_text *text);

/* Adds a post: its tale follows the earlier tales, its board and call replace the earlier ones.
   A result stands before the board, in place of the call. */
void markdown_text_put(struct markdown_text *text, const struct post *post);

void markdown_text_merge(struct markdown_text *text, const struct markdown_text *more);

/* Copies the board and the call, not the tales. */
void markdown_text_copy_state(struct markdown_text *text, const struct markdown_text *from);

/* Moves the tales out, into a new text. */
struct markdown_text *markdown_text_take_tale(struct markdown_text *text);

bool markdown_text_calls_more(const struct markdown_text *text, const struct markdown_text *more);

/* While a game is on, a message with ROOM_RECENT steps is left as it is. */
bool markdown_text_is_full(const struct markdown_text *text, const struct markdown_text *more);
/* What happened last. False if nothing is told. */
bool markdown_text_last_tale(const struct markdown_text *text, struct prose *out);
/* Returns how many. They live as long as the text. */
int markdown_text_called(const struct markdown_text *text, const char *users[], int most);

#endif

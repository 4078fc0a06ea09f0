/* What stands above the lines that scroll: the table of the room as it was told last, and the hand
   of the person at the keyboard as it is now; and what of a board scrolls.
   Makes lines of them; knows no terminal. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>

#include "heard.h"
#include "prose.h"
#include "view.h"

struct host;
struct paint;
struct post;
struct text;
struct whisper;

struct frame_told {
    int64_t table; /* 0 if no board has come */
    char room[HOST_ROOM];
    struct prose board, next;
    bool calls; /* `next` does: somebody's hand says more, where they have one */
};

/* Keeps the board of a post, which has one. */
void frame_take(struct frame_told *frame, const struct post *post);

struct frame_reader {
    struct host *host;
    struct heard who; /* in their room */
    const struct paint *paint;
    const struct prose *margin; /* before the hand */
    int rows;                   /* there may be so many lines */
    bool may_see_hand;          /* nobody else looks */
    bool is_alone;              /* at the keyboard: nobody else is called */
};

/* Without what does not fit: the hand goes as a whole. NONE also where the room has another table
   by now. */
enum frame_part { FRAME_NONE, FRAME_BOARD, FRAME_HAND };
enum frame_part frame_put(const struct frame_told *frame, const struct frame_reader *reader,
                          struct text *out);

/* Appends the person's hand at the table of their room, with what can be played. False if they have
   none there. */
bool frame_put_hand(struct host *host, const struct heard *who, struct prose *out);

/* What such a whisper to that person says before the hand. False if it does not end with the hand
   as it is now. */
bool frame_put_before_hand(const struct frame_told *frame, struct host *host,
                           const struct heard *who, const struct whisper *whisper,
                           struct prose *out);

/* The board that was shown last where boards scroll, and its table. */
struct frame_read {
    int64_t table; /* 0 if none was shown */
    struct view_rows rows;
};

/* All of the board of a post; only what is new on it, put into `news`, where the same person goes
   on, or robots do. NULL without a board. */
const struct prose *frame_read(struct frame_read *read, const struct post *post,
                               struct prose *news);

#endif

/* The inside of the outbox, for its own files. Nobody else includes this.

   outbox.c         what waits: merging and replacing
   outbox_bounds.c  what is left out when there is too much
   outbox_turn.c    whose turn it is */
#ifndef OUTBOX_INSIDE_H
#define OUTBOX_INSIDE_H

#include "outbox.h"

/* Within a lane. */
enum outbox_rank {
    RANK_URGENT, /* hands and answers that the table waits for, seat words */
    RANK_STATE,  /* what happened */
    RANK_HAND,   /* a new hand of somebody who is not to move */
    RANK_CHATTER
};

/* Lanes take turns. A lane of play is a room with its table and everybody's hands; a lane of
   talk is a source. A lane lives while something waits in it and for a while after, so that a
   lane that said much comes after one that said little. */
struct outbox_lane {
    char id[HOST_SOURCE + 1];
    bool is_talk;
    bool was_told;   /* its owner was told that chatter was dropped */
    bool was_urgent; /* its last line was urgent: what happened is next, however many hands come */
    int items;       /* how many wait */
    int64_t
        /* its place among the lanes of its class: the least is next, and each line moves it back
           by one, also one that is left out */
        served;
    int64_t latest; /* of two lanes of play in one place, the one served longer ago is first */
    /* of two lanes of talk in one place, the one that began to wait last is first */
    int64_t since;
};

/* The outbox's own notes on an item. Its messages stand one after another, each with its NUL. */
struct outbox_own {
    enum outbox_rank rank;
    struct outbox_lane *lane;
    /* of its chatter: the source that caused it, else the room or person it is for */
    char owner[HOST_SOURCE];
    bool is_chatter;  /* lobby talk, answers, boards that were asked for */
    bool is_note;     /* says that something was dropped; not dropped itself */
    bool is_kept;     /* a seat word: not dropped */
    bool is_asked;    /* a player asked for it at the table */
    bool is_page;     /* a page before the hand */
    bool can_wait;    /* a new hand that nobody waits for: goes when the queue is short */
    bool is_skipped;  /* for this call of outbox_pump: its place may not be written to yet */
    bool is_rendered; /* `messages` are made */
    bool is_begun;    /* some messages are sent: nothing merges with the item any more */
    char *messages;
    int size, next;
};

enum { OUTBOX_CLASSES = 2 }; /* play, talk */

struct outbox {
    struct outbox_port port;
    struct outbox_item **items;
    int count, room;
    struct outbox_lane **lanes;
    int lane_count, lane_room;
    int64_t turn[OUTBOX_CLASSES]; /* the place of the lane that was served last */
    int64_t lines;                /* sent so far */
    int64_t waits;                /* of lanes, begun so far */
    int plays;                    /* lines of play since the last line of talk, while talk waited */
};

/* ---- outbox.c ---- */

/* `source` may be NULL. */
struct outbox_item *outbox_item_new(enum outbox_kind kind, enum outbox_rank rank, bool is_private,
                                    const char *to, const char *source);
bool outbox_is_same_place(const struct outbox_item *a, const struct outbox_item *b);
/* Appends the item to a lane. Older items for the same place stay before it. */
void outbox_append(struct outbox *outbox, struct outbox_item *item, bool is_talk, const char *lane);
int outbox_item_lines(const struct outbox_item *item);
void outbox_drop(struct outbox *outbox, int i);

/* ---- outbox_bounds.c ---- */

/* after this owner's chatter grew */
void outbox_bound_chatter(struct outbox *outbox, const char *owner);
void outbox_bound_room(struct outbox *outbox, const struct outbox_lane *lane);

/* ---- outbox_turn.c ---- */

void outbox_turn_enter(struct outbox *outbox, struct outbox_item *item, bool is_talk,
                       const char *id);
void outbox_turn_leave(struct outbox *outbox, struct outbox_item *item);
/* The item whose turn it is, with its `is_patient` set; -1 if no item can go. Drops items that
   can reach nobody any more. */
int outbox_turn_next(struct outbox *outbox, bool with_talk);
/* a line of the item is out */
void outbox_turn_took(struct outbox *outbox, struct outbox_item *item);
void outbox_turn_free(struct outbox *outbox);

#endif

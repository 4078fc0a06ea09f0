/* What is to be said in one room, the words of it, and the message of its table: a queue of sayings, sent one at a time. post.c says
   it; here is what must be known, also after a restart. */
#ifndef BOARD_H
#define BOARD_H

#include "application.h"
#include "markdown.h"
#include "shelf.h"

struct person;

/* ---- its words ---- */

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

/* ---- what is to be said ---- */

/* One thing to be said. */
struct saying {
    struct saying *next;
    bool is_state;  /* of the table; else a message of its own */
    bool is_result; /* behind it, nothing can be pressed at the message of the table */
    struct room_text *text;
};

/* An answer to one person, said in public: whisper.c. */
struct public_reply {
    struct public_reply *next;
    char person[DISCORD_ID], name[HOST_NAME];
    char message[DISCORD_ID]; /* that it answers; "": none that we know */
    bool is_taken;            /* into the message that is under way */
    char content[];
};

struct board {
    struct shelf_item item;       /* first */
    struct shelf_item by_channel; /* of a private conversation, once its channel is known */
    struct discord *discord;
    char room[HOST_ROOM], channel[DISCORD_ID];
    char message[DISCORD_ID];    /* that of the table; "" if absent */
    char latest[DISCORD_ID];     /* the latest that was the table's, also when it is gone */
    char digest[DISCORD_DIGEST]; /* of what it said when it was posted; "": it says something else by now */
    char sent[DISCORD_DIGEST];   /* of what is under way */
    bool is_inherited;           /* the message is of the process before, and nothing was said since */
    struct room_text *shown;     /* what it says */
    int64_t posted_at, reposted_at;
    bool is_last;              /* nobody has said anything since */
    bool wants_new;            /* it cannot be edited any more */
    bool is_edit;              /* what is under way */
    bool is_under_way;         /* a request for the first saying */
    bool is_lost;              /* we may not write there, and do not try before */
    int64_t lost_until;        /* this; whatever is said there meanwhile */
    int64_t lost_ms;           /* how long that was: each refusal doubles it */
    int64_t retry_ms;          /* how long was waited after what was not answered; each time twice as long */
    int64_t tried_at;          /* when it was last tried because rights had changed; 0: never */
    bool was_told;             /* that it is lost: who sits there knows */
    bool is_mending;           /* a thread is being opened again */
    int mends;                 /* how often that was tried for the first saying */
    char nonce[DISCORD_NONCE]; /* of the message that is being created; "": none is */
    char echo[DISCORD_ID];     /* that message, as the gateway told us of it */
    bool is_repeat;            /* it may be there already */
    struct saying *queue;
    struct loop_timer again;      /* post.c says what is next */
    struct public_reply *replies; /* answers to one person each: whisper.c */
    bool is_reply_referring;      /* what is under way refers to a message */
    bool is_reply_sent;           /* a request for the first of them is under way */
    bool takes_no_replies;        /* we may not read what was said there, so no message can be referred to */
    int64_t reply_at;             /* when the last went */
    struct loop_timer next_reply; /* and whisper.c */
};

struct boards *boards_new(struct discord *discord);
void boards_free(struct boards *boards);
void boards_tidy(struct discord *discord);
size_t boards_count(const struct discord *discord);
void boards_each(struct discord *discord, void (*each)(void *arg, struct board *board), void *arg);

/* The room's, made when it is first spoken in; the same if there is one, else NULL; that of a channel, or NULL. */
struct board *board_of(struct discord *discord, const char *room);
struct board *board_find(const struct discord *discord, const char *room);
struct board *board_in(const struct discord *discord, const char *channel);
/* A private conversation's channel is known once its person has written to us. */
bool board_find_channel(struct board *board);
/* Whether something may be said there: it is not lost, or may be tried again. */
bool board_is_open(struct board *board);
struct markdown_style board_style(const struct board *board);
void board_drop_replies(struct board *board);

/* Somebody said something there: the table's message is not the last one any more. */
void board_pushed_up(struct discord *discord, const char *channel);
void board_pushed_up_private(struct discord *discord, const struct person *person);
/* The message of the table, kept with what it says; "" if it is gone. */
void board_remember(struct board *board, const char *message, const char *digest);
/* What the process before has kept. */
void board_inherit(struct board *board);
void board_drop(struct saying **link);
/* At the end of the queue. */
struct saying *board_add(struct board *board, bool is_state);
/* The state at the end of the queue that has not gone out: a newer one merges with it. NULL if absent. */
struct saying *board_waiting_state(const struct board *board);

#endif

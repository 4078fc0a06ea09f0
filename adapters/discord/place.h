/* A place: a channel or a person that shows a state in one message of ours, and has at most one
   request under way. What is newer takes the place of a message that has not gone out, and waits
   for one that has. The message is kept beside a digest of its text and buttons, so that the next
   process does not say it again. What a place shows, and to whom, is its owner's: board.c has the
   rooms, private.c the direct messages, reply.c the panels. */
#ifndef PLACE_H
#define PLACE_H

#include "application.h"
#include "markdown.h"

struct board;
struct person;
struct place;

/* What came of a request. */
enum place_end {
    PLACE_SAID,
    PLACE_UNSURE,  /* it may stand there, or not */
    PLACE_UNSAID,  /* it had no effect */
    PLACE_CLOSED,  /* we may not write there */
    PLACE_GONE,    /* the message that was edited is gone */
    PLACE_TOO_OLD, /* Discord takes no edits of it any more */
    PLACE_ARCHIVED,
    PLACE_REFUSED /* for another reason */
};

struct place_kind {
    enum rest_lane lane;
    bool is_private;    /* it is a person's, and these refuse by codes of their own */
    const char *drawer; /* the message is kept as "NETWORK:DRAWER:OWNER"; NULL: it is not */
    const char *route;  /* of a new message */
    void (*put_row)(const struct place *place, struct text *row);
    /* Sets what is shown; true if it is as the row says. */
    bool (*read_row)(struct place *place, const char *row);
    /* The message can be part of somebody's answer: changes the request. NULL: never. */
    bool (*joins)(struct place *place, struct rest_request *request);
    /* Gives a new message its nonce; NULL: any. */
    void (*address)(struct place *place, json_t *body);
    void (*done)(struct place *place, const struct rest_answer *answer);
    void (*on_time)(struct place *place); /* its timer; NULL: it has none */
    bool is_brief;                        /* a message by itself: freed after `done` */
};

struct place {
    const struct place_kind *kind;
    struct discord *discord;
    struct board *board;   /* one of these two */
    struct person *person; /* pinned while a request is under way */
    struct place *next;    /* of the same person */
    int64_t table;         /* whose hand it is; 0: none */

    char message[DISCORD_ID];    /* it is edited; "": a new one is made */
    char latest[DISCORD_ID];     /* the same, also when it is not edited any more */
    char digest[DISCORD_DIGEST]; /* of it when it was posted; "" if not known */
    bool is_inherited;           /* it is an earlier process's, and nothing was said since */
    bool has_picture;            /* it may have one, which an edit takes away */
    /* of a hand: what it shows stays right as long as this is what it would show (controls.h); ""
       if not, or if not known */
    char holds[DISCORD_DIGEST];

    uint64_t ticket;           /* of the request under way; 0: none */
    int cancelled;             /* requests whose end is still to be told */
    bool is_edit;              /* the request */
    char sent[DISCORD_DIGEST]; /* of the body under way */
    /* `holds` of the newest body, once it is shown */
    char newest[DISCORD_DIGEST];
    json_t *body;      /* of it, where it may have to go otherwise */
    json_t *newer;     /* goes behind it; NULL: nothing */
    bool is_newer_new; /* as a new message */
    struct loop_timer timer;
    int64_t retry_ms; /* the pause after a request without an answer; it doubles each time */
};

void place_init(struct place *place, const struct place_kind *kind, struct discord *discord);
void place_fini(struct place *place);
/* One of this person, on the heap. */
struct place *place_new(const struct place_kind *kind, struct discord *discord,
                        struct person *person);

/* Reads what an earlier process kept. */
void place_inherit(struct place *place);
/* Keeps the id of the message and its digest; "" if it is gone. */
void place_keep(struct place *place, const char *message, const char *digest);
/* True if an earlier process has said just this, and nothing was said since. */
bool place_has_said(struct place *place, const json_t *body);

/* Sends a body, taken, as a new message or as an edit of the one that is shown. */
void place_send(struct place *place, json_t *body, bool is_edit);
/* The newest body, taken: it takes the place of one that waits, or goes behind the one under
   way. An edit that has not gone out gives way to a new message. */
void place_show(struct place *place, json_t *body, bool is_new);
/* The same with a hand. */
void place_show_hand(struct place *place, json_t *body, bool is_new, const char *holds);
/* Whether the message that can be edited shows this, and nothing else is on its way. */
bool place_holds(const struct place *place, const char *holds);
/* It shows a hand that was not sent by this place. */
void place_set_hand(struct place *place, const char *holds);
/* The request under way, if it has not gone out. */
bool place_cancel(struct place *place);
/* Shows what waited for the end of a request. */
void place_show_newer(struct place *place);
void place_drop_newer(struct place *place);
/* For what was sent in another way. */
void place_on_answer(void *place, const struct rest_answer *answer);
/* What the answer means there. */
enum place_end place_end_of(const struct place *place, const struct rest_answer *answer);

#endif

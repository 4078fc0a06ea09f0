/* A change of a session on its way: first saved, then made, then told. */
#ifndef CHANGE_H
#define CHANGE_H

#include "draft.h"
#include "store.h"

struct prose;
struct trial;

/* Called with a change when it is saved, or never can be. */
typedef void change_done(struct change *change);
struct change {
    struct change *next; /* among those that were committed */
    struct session *session;
    struct heard heard; /* what caused it; its strings lie in `input` */
    struct input *input;
    struct draft draft;
    bool ends;       /* the record ends with it */
    bool hands_over; /* it takes the table from its opener */

    bool is_refused;       /* before the store got it */
    bool leaves;           /* it sets the table aside */
    char place[HOST_ROOM]; /* the room where the table is from then on; "" for the same room */
    bool applies_lines;    /* its lines say what changes (in the lobby): recover.c applies them */
    struct trial *trial;   /* takes the place of what the session plays */
    change_done *told;     /* called when it is saved; may be NULL */
    change_done *given_up; /* called when it never can be saved; NULL to try again */
    struct prose *refusal; /* told to the person, too: why the rest of a message was not played; may be NULL */
    int seat;              /* for `told` */
    char note[HOST_NAME];  /* for `told` */
};

/* A change that `heard` caused. NULL if nobody typed anything; its input is then INPUT_PLAY_ON. */
struct change *change_new(struct session *session, const struct heard *heard);
/* Its line gives the seat to another key, and a private conversation moves with it. */
void change_put_key(struct change *change, const char *key);
/* Adds a line, and puts its link behind it. */
void change_add(struct change *change, const char *line);
/* Puts "person=N" of the session's network into a line, with more for a reader if the person is new or renamed. False
   if the record has seen too many people. */
bool change_put_person(struct change *change, const char *key, const char *name, struct text *line);
/* Drops a change that saves nothing. */
void change_free(struct change *change);
/* The session waits until the change is saved; the queue (input_queue.c) hands it to the store and goes on then. A failure changes nothing: a person who typed it is told, and the
   clock tries again what nobody typed. Lines that could not be applied are never saved: the change fails at once. */
void change_commit(struct change *change_take);
void change_commit_line(struct session *session, const struct heard *heard, const struct text *line, int seat,
                        const char *note, bool ends, change_done *told);
/* For the queue. The first change that was committed and not taken yet. NULL if the queue is empty. */
struct change *change_take(struct host *host);
/* Hands it to the store, which calls `over` with it. */
void change_write(struct change *change, store_done *over);
/* Makes the change, for `told` to be called then; or says why it is not made. */
void change_settle(struct change *change, enum store_result result);
void changes_forget(struct host *host, const struct session *session); /* the session goes */

/* A whole change of one line; `seat` and `note` are for `told`. */
void change_put(struct change *change, const struct text *line, int seat, const char *note, change_done *told);

#endif

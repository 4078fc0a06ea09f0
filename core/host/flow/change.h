/* A change of a session on its way: saved first, then made, then told. */
#ifndef CHANGE_H
#define CHANGE_H

#include "session.h"

struct prose;
struct work;

/* What is to be saved, and what follows when it is. */
typedef void change_done(struct change *change);
struct change {
    struct session *session;
    struct heard heard; /* who caused it; its strings live in `input` */
    struct input *input;
    char **lines;
    int line_count;
    unsigned char link[ROOM_HASH]; /* of the latest line */
    struct person *persons;        /* new ones, and those of another name */
    int person_count;
    bool ends;       /* the record ends with it */
    bool hands_over; /* it takes the table from its opener */

    bool leaves;           /* it is set aside with it */
    char place[HOST_ROOM]; /* the room where the table is from then on; "": where it was */
    bool applies_lines;    /* the lines themselves say what changes (lobby): recover.c applies them */
    struct work *work;     /* a table played on on the side takes the place of the room's */
    change_done *told;     /* called when it is safe; may be NULL */
    change_done *given_up; /* called when it can never be saved; NULL: it is tried again */
    struct prose *refusal; /* what the person is told besides: why the rest of a message was not played; or NULL */
    int seat;              /* for `told` */
    char note[HOST_NAME];  /* for `told` */
};

/* A change that `heard` caused (NULL: nobody typed anything; its input is then INPUT_PLAY_ON). */
struct change *change_new(struct session *session, const struct heard *heard);
/* Its line gives the seat to another key, and a private conversation moves with it. */
void change_put_key(struct change *change, const char *key);
/* A line without its link: that is put behind it here. */
void change_add(struct change *change, const char *line);
/* Puts into a line who of the room's network that is: "person=N", and what a reader needs where the person is new or called
   otherwise. False: the record has seen too many people. */
bool change_put_person(struct change *change, const char *key, const char *name, struct text *line);
/* Nothing came of it: nothing is saved. */
void change_free(struct change *change);
/* Hands it to the store; the room waits. When it fails nothing has changed: the person who typed it is told so, and what nobody
   typed is tried again by the clock. Lines that could not be applied are never saved: it fails at once then, and the room
   does not wait. */
void change_commit(struct change *change_take);
void change_commit_line(struct session *session, const struct heard *heard, const struct text *line, int seat,
                        const char *note, bool ends, change_done *told);
/* The line of a change that one line says; `seat` and `note` are for `told`. */
void change_put(struct change *change, const struct text *line, int seat, const char *note, change_done *told);

/* A line that gives the seat to the person who caused the change. False if the record has seen too many people. */
bool people_put_claim(struct change *change, int seat, const unsigned char word[ROOM_HASH], struct text *line);

#endif

/* Leaving a seat, and the end of a table. */
#ifndef LEAVE_H
#define LEAVE_H

#include <stdbool.h>

#include "change.h"
#include "heard.h"
#include "session.h"
#include "tables.h"
#include "tell.h"

struct input;

/* And that a lot decides who begins, if that person was to. The string may have {who} and {by}. */
void leave_tell(struct change *change, int id);
/* Who has the table, that it is closed, or that it goes on. */
void leave_tell_rest(struct change *change);
void leave_end(struct session *session, const struct input *input);

/* ---- who is absent ---- */

/* In a lobby absent people lose their seats, and an empty table closes; in play anybody seated may
   give such a seat to a robot. aside.c sets tables aside where nobody is left. */

struct heard;
struct session;

void leave_watch(struct session *session);
/* For a command that needs the room: it is heard again when the room is free. */
void leave_make_room(struct session *session, const struct heard *heard);
/* Where a robot plays. `heard` is NULL if nobody asked for it. */
void leave_return(struct session *session, const struct heard *heard, int seat);
/* The first word of who lost the seat to a robot: the word waits. */
bool leave_takes_back(struct session *session, const struct input *input);

/* ---- the question whether a game between people is stopped ---- */

/* The person in the seat has been asked and has not answered. */
bool leave_stop_waits_for(const struct session *session, int seat);
/* Who asked leaves. True if that is being saved. */
bool leave_stop_runs_out(struct session *session);
/* The session looks again when the time is over, unless it does so earlier. */
void leave_stop_wait(struct session *session);

/* Loses the seat; likewise who is being forgotten, or was. */
void leave_banned(struct session *session, const struct input *input);
void leave_forgotten(struct session *session, const struct input *input);

/* ---- aside.c ---- */

struct prose;

struct aside_seat {
    bool is_person, is_detached, has_word, has_old_word;
    /* others have read its word; the record says so with `fresh`, or is about to */
    bool is_void;
    char fresh[16]; /* the next word, until somebody is told it */
    const struct host_port *port;
    char key[HOST_KEY], name[HOST_NAME];
    unsigned char word[SESSION_HASH], old_word[SESSION_HASH];
};

struct aside {
    /* to a newcomer's table, whose room its people may take back until that deals */
    bool has_given_way;
    struct aside *next;
    struct host *host; /* NULL if it is gone; then nobody is told what is being saved */
    int64_t id, next_line;
    /* by the host's clock; INT64_MAX until its room has been told and the record says that it is
       aside */
    int64_t ends_at;
    unsigned char link[SESSION_HASH],
        next_link[SESSION_HASH];       /* of its latest line, and of the one that is being saved */
    unsigned char table[SESSION_HASH]; /* the hash of its table */
    struct lot lot;
    const struct host_port *port;
    char room[HOST_ROOM]; /* the last room */
    const struct game *game;
    bool is_untold;
    bool is_saving, is_resumed; /* if one of them, nothing else is done with it */
    int word_seat;              /* the seat whose next word is being saved */
    bool has_payer;
    unsigned char payer[SESSION_PAYER];
    int seat_count;
    struct aside_seat seats[];
};

void aside_forget(struct aside *aside); /* frees it: it is in play or over */
bool aside_is_busy(const struct aside *aside);
/* nothing is being done with it any more: its clock may end it again */
void aside_is_free(struct aside *aside);
struct aside *aside_numbered(const struct host *host, int64_t number); /* NULL if unknown */

enum { ASIDE_DAYS = 7 }; /* until its record ends */

/* gives_way: for a table that this person opens. `heard` is NULL if the clock does it. */
void aside_put(struct session *session, const struct heard *heard, bool gives_way);
/* What is needed to resume it. If is_untold, its room is told first, and only then does the record
   say that it is set aside. */
void aside_keep(struct session *session_take, bool is_untold);
void aside_tell(struct host *host, const char *network, const char *room);
/* One for each table here that was set aside and where the person sat, behind a blank. */
void resume_put_asides(struct host *host, const struct heard *person, struct prose *out);
/* The resumption could not be saved: the table stays aside. */
void aside_not_resumed(const struct session *session);
/* A table that only waited for this person ends. */
void aside_forget_person(struct host *host, struct identity who);
bool aside_end(struct host *host, int64_t number); /* for an admin; false if unknown */
/* Of a table that was set aside. False if it is no such word. */
bool aside_claim(struct host *host, const struct heard *heard, const char *word);
void aside_tell_word(const struct aside *aside,
                     const struct aside_seat *seat); /* the next one, to the owner of the seat */
void aside_tick(struct host *host);
int64_t aside_end_at(const struct host *host); /* when the first of them ends */
void aside_fini(struct host *host);
/* If 0, all. True if there was one. */
bool aside_each(const struct host *host, int64_t number,
                void (*each)(void *arg, const struct host_table *table), void *arg);

#endif

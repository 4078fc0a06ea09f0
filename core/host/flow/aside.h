/* Inside the host: tables that were set aside, as aside.c keeps them and resume.c takes them up again. */
#ifndef ASIDE_H
#define ASIDE_H

#include "session.h"

struct aside_seat {
    bool is_person, is_detached, has_word, has_old_word;
    bool is_void;   /* its word was read by others; the record says so with `fresh`, or is about to */
    char fresh[16]; /* the next word, until it is told */
    char key[HOST_KEY], name[HOST_NAME];
    unsigned char word[ROOM_HASH], old_word[ROOM_HASH];
};

struct aside {
    struct aside *next;
    struct host *host; /* NULL: it is gone, and what is being saved is told to nobody */
    int64_t id, next_line;
    int64_t ends_at; /* by the host's clock; INT64_MAX: not set aside in its record before its room has heard of it */
    unsigned char link[ROOM_HASH], next_link[ROOM_HASH]; /* of its latest line, and of the one that is being saved */
    unsigned char table[ROOM_HASH];                      /* the hash of its table */
    struct lot lot;
    const struct host_port *port;
    char room[HOST_ROOM]; /* where it was */
    const struct game *game;
    bool is_untold;
    bool is_saving, is_resumed; /* one of them: nothing else is done with it meanwhile */
    int word_seat;              /* whose next word is being saved */
    bool has_payer;
    unsigned char payer[SESSION_PAYER];
    int seat_count;
    struct aside_seat seats[];
};

void aside_forget(struct aside *aside); /* frees it: it is in play or over */
bool aside_is_busy(const struct aside *aside);
void aside_is_free(struct aside *aside); /* nothing is done with it any more: it may end by the clock again */
struct aside *aside_numbered(const struct host *host, int64_t number); /* NULL: none */

enum { ASIDE_DAYS = 7 }; /* until it ends */

/* Sets a table in play aside; `heard` NULL: it comes by the clock. */
void aside_put(struct session *session, const struct heard *heard);
/* Takes a room that was read back, and keeps what is needed to resume it. Of an untold one the room where it was hears first,
   and only then its record is set aside. */
void aside_keep(struct session *session_take, bool is_untold);
void aside_tell(struct host *host, const char *network, const char *room);
/* That it goes on could not be saved: it is set aside still. */
void aside_not_resumed(const struct session *session);
bool aside_end(struct host *host, int64_t number); /* by an admin; false if unknown */
/* Somebody said the seat word of a table that was set aside. False if it is no such word. */
bool aside_claim(struct host *host, const struct heard *heard, const char *word);
/* Puts the link behind a line that is about to be saved; and what follows when it is. One line at a time. */
void aside_close(struct aside *aside, struct text *line);
void aside_follow(struct aside *aside);
void aside_save_words(struct aside *aside); /* those that are void, if nothing else is being saved of it */
void asides_tick(struct host *host);
int64_t asides_end_at(const struct host *host); /* when the first of them ends */
void asides_fini(struct host *host);
/* Of this number, or 0: all; whether there was one. */
bool asides_each(const struct host *host, int64_t number, void (*each)(void *arg, const struct host_table *table),
                 void *arg);

#endif

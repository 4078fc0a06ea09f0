/* A change of a session on its way: first saved, then made, then told. */
#ifndef CHANGE_H
#define CHANGE_H

#include "apply.h"
#include "heard.h"
#include "seat.h"
#include "store.h"
#include "trial.h"

struct change;
struct host;

/* Like store_write(), but `done` never gets STORE_UNKNOWN: if the store's answer is lost, the
   record is read back until it is known, and `done` gets STORE_OK or STORE_IO. If the host is freed
   meanwhile, `done` soon gets what the store last said. */
void change_append(struct host *host, const struct store_append *append, store_done *done,
                   void *arg);

void change_tick(struct host *host);
/* when to ask the store again; INT64_MAX if nothing is unknown */
int64_t change_ask_at(const struct host *host);
void change_fini(struct host *host);

/* ---- changes ---- */

struct prose;
struct trial;

typedef void change_done(struct change *change);
struct change {
    /* its input made room for itself: it is heard once more when this is saved and told */
    bool is_heard_again;
    struct change *next; /* among those that were committed */
    struct session *session;
    struct heard heard; /* what caused it; its strings lie in `input` */
    struct input *input;
    struct draft draft;
    int64_t written_at; /* when the store got it */
    bool ends;          /* the record ends with it */
    bool hands_over;    /* it takes the table from its opener */
    bool frees_first;   /* it takes away who was to begin */

    bool is_refused;                  /* before the store got it */
    bool leaves;                      /* it sets the table aside */
    char place[HOST_ROOM];            /* the home from then on; "" for the same room */
    const struct host_port *place_on; /* its network; NULL for that of the home */
    const struct host_port *guest_on;
    /* a room where the table is shown, too, from then on; "" for none */
    char guest[HOST_ROOM];
    const struct host_port *freed_on;
    char freed[HOST_ROOM]; /* a room, not the home, where it is not shown any more; "" for none */
    int number;
    bool applies_lines;    /* its lines say what changes, and are applied when it is saved */
    struct trial *trial;   /* takes the place of what the session plays */
    change_done *told;     /* called when it is saved; may be NULL */
    change_done *given_up; /* called when it never can be saved; NULL to try again */
    /* told to the person, too: why the rest of a message was not played; may be NULL */
    struct prose *refusal;
    struct prose *answer; /* for `told`: what the person asked for; may be NULL */
    int seat;
    char note[HOST_NAME];
};

/* NULL if nobody typed anything; then its input is INPUT_PLAY_ON. */
struct change *change_new(struct session *session, const struct heard *heard);
/* And its link. "end" and "aside" end the record, or set the table aside. */
void change_add(struct change *change, const char *line);
void change_addf(struct change *change, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void change_add_line(struct change *change, struct text *line); /* the same, and clears `line` */

/* Open a table, and show it in a room. False, here and below: the record has seen too many
   people. */
bool change_put_record(struct change *change, const char *key, const char *name);
void change_put_room(struct change *change, int number, const struct host_port *port,
                     const char *name);
/* Which seat they get (SEAT_NONE for none), and the hash of their seat word (or NULL). */
bool change_put_person(struct change *change, const char *kind, int seat, struct identity who,
                       const char *name, const unsigned char *word);
/* Of who caused the change. Where keys do not last, `word` gets the new seat word; else "". */
bool change_put_seat(struct change *change, int seat, bool is_apart, char word[16]);
/* Of another person: network, key and name alone count. */
bool change_put_seat_of(struct change *change, int seat, const struct heard *who, bool is_apart,
                        char word[16]);
/* To who caused the change, and has said its word. `word` gets the next one; "" if the key lasts.
   False, with nothing put, if the record has seen too many people. */
bool change_put_claim(struct change *change, int seat, char word[16]);
void change_put_robot(struct change *change, int seat, enum robot_level level, const char *name);
void change_put_word(struct change *change, int seat, const unsigned char hash[SESSION_HASH]);
void change_put_options(struct change *change); /* a line for each option */
/* The private conversation with its person moves with it. */
void change_put_key(struct change *change, const struct seat *seat, const char *key);
void change_free(struct change *change);
/* Into the queue (input_queue.c). The session waits until it is saved. If that fails, nothing
   changes: who typed it is told, and the clock tries again what nobody typed. Lines that cannot be
   applied are never saved: such a change fails at once. */
void change_commit(struct change *change_take);
/* Its lines say what changes; `seat` and `note` (NULL is fine) are for `told`. */
void change_commit_lines(struct change *change_take, int seat, const char *note, change_done *told);
/* One line. What is printed into it must not need percent signs (record.h). */
__attribute__((format(printf, 6, 7))) void change_commit_line(struct session *session,
                                                              const struct heard *heard, int seat,
                                                              const char *note, change_done *told,
                                                              const char *format, ...);
/* For the queue: the first that was committed. NULL if it is empty. */
struct change *change_take(struct host *host);
/* The store calls `over` with it. */
void change_write(struct change *change, store_done *over);
/* Makes the change, for `told` to be called then; or says why it is not made. */
void change_settle(struct change *change, enum store_result result);
/* What it still waits for happens to nobody; its record stays. */
void change_remove_session(struct session *session);

#endif

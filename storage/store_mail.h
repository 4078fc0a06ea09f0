/* Mail between the processes of a shared house, in PostgreSQL: what the process of one unit
   tells that of another. Each mail arrives at least once, in the order in which its sender sent
   it, and goes when the receiver says that it is dealt with. Knows no table and no network:
   adapters/relay does. Brings also what processes have written about people, as it now is
   (postgres/postgres_kept.h). A thread of its own waits for the server: LISTEN wakes it, and
   without it a look every MAIL_LOOK_MS.

   Bounded: MAIL_PLACE mails of one sender wait for one place (a room or a person) of a unit,
   MAIL_UNIT for a unit, and MAIL_QUEUE in this process until they are written. What is above
   that is refused, and harms no other place or unit. */
#ifndef STORE_MAIL_H
#define STORE_MAIL_H

#include <stdbool.h>
#include <stdint.h>

struct store_mail;
struct store_postgres;
struct text;

enum {
    MAIL_PLACE = 64,
    MAIL_UNIT = 4000,
    MAIL_QUEUE = 8000,
    MAIL_BODY = 128 * 1024, /* bytes: more than any post has, and what can be pressed under it */
    MAIL_LOOK_MS = 1000
};

struct store_mail_item {
    const char *unit;  /* for whom, or from whom: the name of a network */
    int64_t number;    /* of the sender, from 1; ever higher. Of a mail that was refused: 0 */
    const char *place; /* NULL: of no place. NULL in mail that has arrived */
    const char *body;  /* ASCII */
};

/* All are called in store_mail_dispatch(), on the caller's thread. */
struct store_mail_watch {
    void (*arrived)(void *arg, const struct store_mail_item *mail);
    void (*refused)(void *arg, const struct store_mail_item *mail); /* `place` is NULL here, too */
    /* A row of the settings about people was written, perhaps by this process; `value` is NULL
       if it is gone. At the start, and when the server was away, all of them. */
    void (*kept)(void *arg, const char *key, const char *value);
    void *arg;
};

/* Connects as the owner of where->unit, which has its store open. `units`: all of the house,
   which last. NULL with a sentence for the admin in `why`. Blocks, for half a minute at most. */
struct store_mail *store_mail_open(const struct store_postgres *where, const char *const *units,
                                   int count, const struct store_mail_watch *watch,
                                   struct text *why);
/* Waits at most `ms` until everything is written, and ends the thread. False if the server is
   too slow: nothing is freed then, and the process has to end by _exit. NULL is fine. */
bool store_mail_close_for(struct store_mail *mail, int ms);

/* Visits the rooms and people of this unit that tables of other units have: `room` or `key` is
   NULL. Blocks. False if they cannot be read. */
typedef void store_mail_guest(void *arg, const char *unit, int64_t table, const char *room,
                              const char *key);
bool store_mail_each_guest(struct store_mail *mail, store_mail_guest *each, void *arg);

/* Copies the mail; it arrives when it is durable. False if it is refused at once. */
bool store_mail_send(struct store_mail *mail, const struct store_mail_item *item);
/* That mail of that sender is dealt with: it does not come again. */
void store_mail_done(struct store_mail *mail, const char *unit, int64_t number);

/* No process serves that unit now, as far as is known. */
bool store_mail_is_away(struct store_mail *mail, const char *unit);

/* Readable when there is something to dispatch. */
int store_mail_fd(const struct store_mail *mail);
void store_mail_dispatch(struct store_mail *mail);

#endif

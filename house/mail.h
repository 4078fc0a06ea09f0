/* Wiring of tables over processes: the mail in the database (storage/store_postgres.h) and what
   reads and writes it (adapters/relay/relay.h). */
#ifndef MAIL_H
#define MAIL_H

#include <stdbool.h>

struct commands;
struct config;
struct host;
struct loop;
struct mail;
struct relay;
struct unit;
struct unit_names;

struct mail_setup {
    /* NULL if this process serves the whole house: then there is no mail */
    const struct unit *unit;
    const struct unit_names *names; /* of all networks */
    const struct config *config;
    struct loop *loop;
    struct host *host;
    struct commands *commands;
};

/* NULL if there is no mail, or, with `failed` true and a sentence on standard error, if it
   cannot be read. */
struct mail *mail_open(const struct mail_setup *setup, bool *failed);
struct relay *mail_relay(struct mail *mail); /* NULL of NULL */
/* The networks are there: says which rooms and people have tables of other processes. */
void mail_load(struct mail *mail);
/* Nothing arrives any more; waits until everything is written, at most `ms`. False if it could
   not be. NULL is fine. */
bool mail_close_for(struct mail *mail, int ms);
void mail_free(struct mail *mail); /* after the networks; NULL is fine */

#endif

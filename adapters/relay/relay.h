/* Tables over processes of a shared house. Each network that another process serves is one more
   network for the host here: what the host tells a room or person there becomes mail, which the
   process there says. And what is heard here in a room or from a person of a table that another
   process leads becomes mail, which the host there hears. So a session stays in one process,
   with one queue and one record. Knows no network's words, and not how mail is carried (struct
   relay_mail). */
#ifndef RELAY_H
#define RELAY_H

#include <stdbool.h>
#include <stdint.h>

struct adapter;
struct commands;
struct host;
struct host_help;
struct loop;
struct relay;

/* Mail between processes: at least once, in the order of each sender. */
struct relay_mail {
    /* False if too much waits for that place (a room or person) or process. May also be refused
       later: relay_refused(). */
    bool (*send)(void *self, const char *to, const char *place, const char *body);
    void (*done)(void *self, const char *from, int64_t number); /* it need not come again */
    /* no process serves that network now */
    bool (*is_away)(void *self, const char *network);
    /* every network has started: what has come may be given to relay_arrived() */
    void (*begin)(void *self);
    void *self;
};

struct relay_setup {
    const char *network; /* the one that this process serves */
    struct loop *loop;
    struct host *host;
    struct commands *commands;
    struct relay_mail mail;
};

struct relay *relay_new(const struct relay_setup *setup);
void relay_free(struct relay *relay); /* after its adapters; NULL is fine */

/* A network that another process serves, added to the host. Its adapter lives no longer than the
   relay. */
struct relay_network {
    const char *network;
    const struct host_help *help;       /* may be NULL */
    bool (*key_lasts)(const char *key); /* NULL if all keys last */
    bool has_dear_lines;                /* as in its struct host_port */
    bool draws_panels;                  /* it shows people what they can press, or completes it */
};
struct adapter *relay_open(struct relay *relay, const struct relay_network *network);

/* A table of that network's process has this room or this person of the network here: one of
   them is NULL. At the start. */
void relay_add_guest(struct relay *relay, const char *network, int64_t table, const char *room,
                     const char *key);

/* Mail of the process of that network has come, or mail for it is refused. */
void relay_arrived(struct relay *relay, const char *network, int64_t number, const char *body);
void relay_refused(struct relay *relay, const char *network, const char *body);

#endif

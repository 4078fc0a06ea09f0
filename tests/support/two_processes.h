/* Two processes of a house in one test, each with a host, a store in memory and a network of its own, and the mail between them
   as a list that loses nothing and repeats what is not dealt with. Every function ends the test where something is not as it
   has to be. */
#ifndef TWO_PROCESSES_H
#define TWO_PROCESSES_H

#include "commands.h"
#include "heard.h"
#include "host.h"
#include "loop.h"
#include "port.h"
#include "posts.h"
#include "relay.h"
#include "tables.h"

enum { MAIL_MOST = 2000, TOLD = 200000 };

struct process {
    const char *network;
    struct store *store;
    struct host *host;
    struct commands *commands;
    struct relay *relay;
    struct adapter *far;
    char told[TOLD]; /* one line for each thing told */
    int dealt;       /* inputs that are dealt with */
};

struct letter {
    struct process *from, *to;
    char *body;
    bool is_taken, is_done;
};

extern struct loop *loop;
extern struct process near, far;
extern struct letter letters[MAIL_MOST];
extern int letter_count;
extern bool is_full, is_away, is_dead; /* no mail is taken; the other process is known to be away; it takes no mail */

int pair_open(void **state);
int pair_close(void **state);

/* Runs what waits; delivers mail until none is left. */
void pair_settle(struct process *process);
void pair_deliver(void);
/* As after a kill: mail that is not dealt with comes again. */
void pair_restart(struct process *process);

/* `id` NULL: a new one; "": the network has none. pair_say() delivers the mail, too. */
void pair_say_as(struct process *process, const char *room, const char *who, const char *id, const char *text);
void pair_say(struct process *process, const char *room, const char *who, const char *text);
/* Presses a move that `who` was shown. The network shows that an answer is under way. */
void pair_press(struct process *process, const char *who, const struct press *mark, const char *move);

/* How often this was told; that it was. */
int pair_count(const struct process *process, const char *part);
void pair_expect(const struct process *process, const char *part);
int pair_undealt(void); /* mail */

/* A table of the near process in "#a", opened by ann, and in "#b" of the far one; with bob, who comes from there. */
void pair_share_table(const char *game);
void pair_begin_game(const char *game);

#endif

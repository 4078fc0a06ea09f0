/* Several processes of a house in one test, each with a host and a network of its own. They
   share one store in memory, as they share a database, with numbers of tables of their own; and
   the mail between them is a list that loses nothing and repeats what is not dealt with. What
   one writes about people, the others are told by processes_deliver(). */
#ifndef PROCESSES_H
#define PROCESSES_H

#include <stdbool.h>
#include <stdint.h>

#include "store_ops.h"

enum { PROCESSES_MOST = 3, PROCESS_TOLD = 200000 };

struct process {
    struct store store; /* first: its front */
    int unit;           /* its number, from 1 */
    int64_t next_table;
    const char *network;
    bool is_away;        /* nobody serves the network, as the others know: mail waits */
    bool has_dear_lines; /* for hosts that begin from now on */
    bool is_dead;        /* mail waits, and the others do not know why */
    struct host *host;
    struct commands *commands;
    struct relay *relay;
    struct adapter *fars[PROCESSES_MOST];
    int far_count;
    char told[PROCESS_TOLD]; /* "to bob: ...\n", "#room: ...\n" */
    int dealt;               /* inputs that are dealt with */
    const char *look;        /* what everybody there has chosen for reading; "" for nothing */
    /* what somebody is to choose who chose it elsewhere, with the key in front */
    char worn[64];
};

struct letter {
    struct process *from, *to;
    char *body;
    bool is_taken, is_done;
};

struct press;

struct processes {
    struct loop *loop;
    struct store *inner;
    struct process list[PROCESSES_MOST];
    int count;
    struct letter *letters;
    int letter_count;
    bool is_full;      /* no mail is taken */
    bool loses_answer; /* the next setting is written, and its writer is told STORE_UNKNOWN */
    int64_t pause;     /* in front of what somebody says, in ms */
    int64_t heard_count;
};

extern struct processes processes;

/* Networks "irc:near", "discord:far", "irc:third": the first `count` of them. discord:far keeps
   who is linked, and is told what can be pressed. */
void processes_open(int count);
void processes_close(void);
/* The same as fixtures of cmocka. */
int processes_open_two(void **state);
int processes_open_three(void **state);
int processes_close_all(void **state);
/* As after a kill: mail that is not dealt with comes again. */
void process_restart(struct process *process);
void process_end(struct process *process); /* and what it is told waits */
void process_begin(struct process *process);

void process_settle(struct process *process);
void processes_deliver(void);

/* `id` NULL: a new one; "": the network has none. process_say() also delivers. Three seconds go
   by first. */
void process_say_as(struct process *process, const char *room, const char *who, const char *id,
                    const char *text);
void process_say(struct process *process, const char *room, const char *who, const char *text);
/* Presses a move that `who` was shown; delivers. The network shows that an answer is under way. */
void process_press(struct process *process, const char *who, const struct press *mark,
                   const char *move);
/* A word of eight letters that was told behind `mark` last: a code. */
const char *process_told_word(const struct process *process, const char *mark);

int process_count(const struct process *process, const char *part);
void processes_forget_told(void);
void process_expect(const struct process *process, const char *part);
int processes_undealt(void);
/* A table of the first process in "#a", opened by ann, which is also shown in "#b" of the
   second. */
void processes_share_table(const char *game);
/* The same, and ann plays there with bob, who is of the second. */
void processes_begin_game(const char *game);

/* What the store has among the settings, "key=value\n"; to free. */
char *processes_rows(void);

#endif

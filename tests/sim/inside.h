/* What the files of the simulation share. Programs use sim.h instead. */
#ifndef SIM_INSIDE_H
#define SIM_INSIDE_H

#include "loop.h"
#include "sim.h"

struct store;

/* Whose code runs: time and memory are counted for it. Code that crosses a wire changes the
   side, and puts it back. The store's threads belong to the program, but to no turn of its loop. */
enum side { SIDE_WORLD, SIDE_PROGRAM, SIDE_STORE, SIDES };
enum side side_enter(enum side side); /* returns what it was */

enum side side_now(void);
void side_turn_ends(void);

/* clock.c */
void clock_open(void);
void clock_close(void);
/* One turn of the program's loop and of the world's, at the next time at which something is due,
   at most at `target`. False: nothing is due until then. */
bool clock_turn(int64_t target);
void clock_jump(int64_t ms);
bool clock_is_stopped(const struct loop *loop);
void clock_go_on(struct loop *loop); /* forgets that it was stopped */
void clock_signal(struct loop *loop, int signo);
int64_t clock_hung_ms(void); /* so long it stands still yet; 0 if it does not */
/* It stands still: the timer, which would tell it something, is set to when it goes on. */
bool clock_holds(struct loop_timer *timer);
void clock_end_hang(void); /* it died */
/* Descriptors of the program: served only when this says that they may be. */
extern int clock_slow_fd;        /* the store's; -1 if none */
extern int64_t clock_slow_until; /* it is not served before */

/* holder.c */
void holder_close(void);

/* process.c */
void process_open(uint64_t seed);
void process_close(void);
bool process_is_dead(void); /* nothing that it does reaches anybody */
/* The program does something to the outside. False if it is dead, and nothing happens. */
bool process_acts(void);
void process_settle(void); /* lets it go on where it waits for its loop to end */
struct loop *process_loop(void);
int64_t disk_delay(void);

/* disk.c */
void disk_open(const char *folder);
void disk_close(void);
void disk_restore(enum sim_kill how); /* as the death of the process leaves it */

/* server.c */
struct sqlite_writer;
struct store_portion;
struct store_work_list;
typedef void server_write(struct sqlite_writer *writer, const struct store_work_list *batch);
void server_open(void); /* all is well */
/* A transaction: `write` commits it, if it gets through. */
void server_commit(struct sqlite_writer *writer, const struct store_work_list *batch,
                   server_write *write);
bool server_reads(struct store_portion *portion); /* false: it is away, and the portion says so */

/* transport.c, irc_server.c */
struct transport;
void net_close_all(void);
struct sim_irc *net_find(const char *host);
struct sim_line *net_line(struct sim_irc *irc);
struct sim_person *net_accept(struct sim_irc *irc, struct transport *transport);
void net_hear(struct sim_person *client, const char *bytes, int length);
void net_gone(struct sim_person *client); /* its connection broke */
void transport_deliver(struct transport *transport, const char *bytes, int length);
void transport_hang_up(struct transport *transport);
void transport_close_all(void);
void transport_forget_all(void);

/* http.c, websocket.c */
void discord_close_all(void);
void discord_hang_up_all(void); /* connections of the program that died */
int64_t line_delay(const struct sim_line *line);

#endif

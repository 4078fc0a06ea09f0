/* The whole program on simulated wires: main() itself runs, on a virtual clock, in one thread,
   and nothing of it is changed but what is linked. This folder takes the place of four parts of
   the program: loop.h (clock.c), the IRC transport (transport.c), HTTP and the web socket of
   Discord (http.c, websocket.c); the store writes inside store_dispatch (process.c), on a disk
   that can be told to fail (disk.c). Behind the wires are models: IRC servers (irc_*.c) and the
   stand-in for Discord (support/discord), both without a socket. The same seed and the same
   calls give the same sim_hash().

   A program of this kind is made by tt_sim_program() of tests/CMakeLists.txt. How to use it:

       sim_open(seed);
       struct sim_irc *net = sim_irc_new(&(struct sim_irc_options){.name = "net", .software =
       "InspIRCd-3"});
       sim_configure("irc \"net\" { server = net.sim port = 6667 tls = no insecure = yes channels
       = {\"#games\"} }");
       struct sim_person *ann = sim_person_new(net, "ann", "ann", "ann.example", "");
       sim_start();                              the program starts; it runs while time passes
       sim_person_join(ann, "#games");
       sim_wait(5000);                           five seconds pass
       sim_person_say(ann, "#games", "!games");
       sim_kill(SIM_KILL); sim_wait(100); sim_start();
       sim_close();

   There is one simulation in a process at a time; programs fork for each seed. A watcher gets
   what went over the wires by the callbacks in struct sim_irc_options, by the stand-in's log,
   and what the host said by sim_watch(). */
#ifndef SIM_H
#define SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct heard;
struct host;
struct host_port;
struct loop;
struct post;
struct standin;
struct standin_options;
struct store;
struct whisper;

/* ---- the world ---- */

void sim_open(uint64_t seed); /* closes one that is open */
void sim_close(void);         /* the process is killed first, if there is one */

/* 0 to sides - 1: the world's own luck. The program has its own (libsodium, host_fix_luck) */
int sim_dice(int sides);
bool sim_chance(int per_mille);
int64_t sim_now(void);
struct loop *sim_loop(void); /* for timers of the world: loop_timer_init(&timer, sim_loop(), ...) */

/* Time passes, and everything happens in it. */
void sim_wait(int64_t ms);

/* The wall clock of the program's machine jumps; its steady one does not, nor do the servers'. */
void sim_jump(int64_t ms);

uint64_t sim_hash(void); /* of every byte that went over any wire, and when */
/* Adds to the hash; with SIM_TRACE=1 in the environment prints it, too: from SIM_TRACE_FROM on,
   a second. */
void sim_trace(const char *who, const char *what, const char *bytes, size_t length);

/* ---- the process ---- */

/* The configuration file, but for data_folder and log_level, which are put before it. Read at
   the next start, or at sim_reload(). */
void sim_configure(const char *text);

/* Its luck is drawn as anywhere else, from a libsodium that the seed decides, so that its games
   are sealed and count. Without that its deals are fixed, as those of tests are. */
void sim_draw_luck(bool draws);

void sim_start(void); /* main() runs until it waits for the first time */
bool sim_is_running(void);
bool sim_is_dying(void);
void sim_reload(void);           /* SIGHUP */
bool sim_stop(int64_t patience); /* SIGTERM; false if it has not left in time */

enum sim_kill {
    SIM_KILL,     /* SIGKILL: what was written is there */
    SIM_POWER_CUT /* pieces that were not flushed are there in part, or not at all */
};
/* At once, or at the n-th thing from now on that it does to the outside (0: at once): a write to
   the disk, a piece sent over a wire. Nothing that it does after that reaches anybody. */
void sim_kill(enum sim_kill how);
void sim_kill_later(enum sim_kill how, int deeds);

/* It stands still for so long, as if it were stopped: nothing of it happens, and what comes
   waits for it. Signals do, too, but for a kill. */
void sim_hang(int64_t ms);
bool sim_is_hung(void);
/* From now on somebody watches over it, and ends it when its loop has not turned for so long
   (house/units/unit.h). */
void sim_hold(int64_t most_ms);
/* The whole machine sleeps: it stands still, and nobody watches. */
void sim_sleep(int64_t ms);
long sim_ended(void); /* how often it was ended for that */

int sim_exits(void);           /* how often main() returned although nobody had asked it to */
struct host *sim_host(void);   /* NULL if the program is down */
struct store *sim_store(void); /* NULL if the program is down */
const char *sim_folder(void);  /* the data folder; on a file system in memory */

/* Sees what the host tells a network before the adapter gets it (`port` is the adapter's own),
   and what it hears. Each may be NULL. */
struct sim_watch {
    void (*post)(void *arg, const struct host_port *port, const struct post *post);
    void (*whisper)(void *arg, const struct host_port *port, const struct whisper *whisper);
    void (*heard)(void *arg, const struct heard *heard); /* by an adapter, for commands_hear() */
    void *arg;
};
void sim_watch(const struct sim_watch *watch);

/* CPU in ns of the longest turn of the program's loop since the last question, and when it was
   (may be NULL); and of the longest work of the store's threads. Measured only with
   sim_measure(true). */
void sim_measure(bool measures);
int64_t sim_longest_turn(int64_t *at);
int64_t sim_longest_batch(void);

/* Bytes that the program has allocated and not freed; what its heap takes of the machine, with
   all gaps; and the resident memory of this process without the world's heap. -1 in builds with
   sanitizers, which do not tell. */
int64_t sim_memory(void);
int64_t sim_heap(void);
int64_t sim_resident(void);

/* ---- the disk ---- */

enum sim_disk_fault { DISK_EIO, DISK_ENOSPC, DISK_SHORT, DISK_NO_SYNC, DISK_FAULTS };
/* After `skip` more writes (flushes with DISK_NO_SYNC) the next `times` fail so; times 0 heals
   it. */
void sim_disk_fail(enum sim_disk_fault fault, int skip, int times);
/* How long a commit takes from now on, at least and at most. */
void sim_disk_delay(int64_t least, int64_t most);
/* How often each kind of fault was met. */
long sim_disk_met(enum sim_disk_fault fault);

/* ---- the server of the database ---- */

/* As if storage/postgres kept the tables. AWAY: it cannot be reached for so long. BROKE_OFF: the
   connection breaks while the next transaction is committed, which is carried out or not; nobody
   hears, and it cannot be reached for so long. PROMOTED: the same, and a copy answers
   afterwards, which has all that was told to be saved. */
enum sim_server_fault { SERVER_AWAY, SERVER_BROKE_OFF, SERVER_PROMOTED, SERVER_FAULTS };
void sim_server_fail(enum sim_server_fault fault, int64_t ms);
void sim_server_heal(void);
/* How often each was met. */
long sim_server_met(enum sim_server_fault fault);

/* ---- wires ---- */

/* How long each piece takes; order is kept on each wire. */
struct sim_line {
    int64_t least, most; /* ms */
    bool is_down;        /* connections are refused */
    bool is_silent;      /* connections are accepted, and then nothing comes or goes */
};

/* ---- IRC ---- */

struct sim_irc;
struct sim_person;

struct sim_irc_options {
    const char *name; /* "net": the server is net.sim, whatever the port */
    /* as 004 says it; chooses the limits: "InspIRCd-3", "solanum-1.0", "UnrealIRCd-6.1",
       "ngircd-26.1", "u2.10.12", "hybrid-8", "ergo-2" */
    const char *software;
    const char *caps; /* "account-tag batch ..."; NULL as that software has them */
    bool has_whox, has_monitor;
    bool has_no_limits;
    struct sim_line line;
};
struct sim_irc *sim_irc_new(const struct sim_irc_options *options);
struct sim_line *sim_irc_line(struct sim_irc *irc);
const char *sim_irc_name(const struct sim_irc *irc);
/* every bot's connection breaks */
void sim_irc_drop(struct sim_irc *irc);
/* ERROR and close, by an operator */
void sim_irc_kill_bot(struct sim_irc *irc);
void sim_irc_flood(struct sim_irc *irc, const char *line, int times); /* raw lines to the bot */
/* a JOIN of the bot is followed by what was said last, again */
void sim_irc_replay(struct sim_irc *irc, bool replays);
void sim_irc_repeat(struct sim_irc *irc, int per_mille); /* lines with a msgid come twice */
/* the server's clock, of which time tags tell */
void sim_irc_jump(struct sim_irc *irc, int64_t ms);
bool sim_irc_has_bot(const struct sim_irc *irc,
                     const char *channel); /* registered, and in that channel; NULL for any */
const char *sim_irc_bot_nick(const struct sim_irc *irc);
void sim_irc_kick_bot(struct sim_irc *irc, struct sim_person *by, const char *channel);
void sim_irc_invite_bot(struct sim_irc *irc, struct sim_person *by, const char *channel);
void sim_irc_mode(struct sim_irc *irc, const char *channel,
                  const char *mode);           /* "+m", "-m", "+c", "+b" (the bot), ... */
long sim_irc_lines(const struct sim_irc *irc); /* that the bot has sent */
/* How often a server would have punished: floods, lines that are too long. */
int sim_irc_violations(const struct sim_irc *irc);
const char *sim_irc_violation(const struct sim_irc *irc);

/* `text` without colours. `channel` is NULL in private. */
typedef void sim_heard_fn(void *arg, struct sim_person *person, const char *channel,
                          const char *text);

struct sim_person *sim_person_new(struct sim_irc *irc, const char *nick, const char *user,
                                  const char *host, const char *account); /* may be "" */
void sim_person_free(struct sim_person *person);                          /* quits */
void sim_person_hears(struct sim_person *person, sim_heard_fn *heard, void *arg);
const char *sim_person_nick(const struct sim_person *person);
/* the last that the bot said to them alone; "" */
const char *sim_person_last(const struct sim_person *person);
void sim_person_join(struct sim_person *person, const char *channel);
void sim_person_part(struct sim_person *person, const char *channel);
void sim_person_quit(struct sim_person *person, const char *why);
/* connects again, in no channel */
void sim_person_return(struct sim_person *person);
/* nothing if somebody has it */
void sim_person_rename(struct sim_person *person, const char *nick);
void sim_person_login(struct sim_person *person, const char *account);
void sim_person_op(struct sim_person *person, const char *channel);
bool sim_person_is_in(const struct sim_person *person, const char *channel);
/* To a channel, or to the bot with target NULL. */
void sim_person_say(struct sim_person *person, const char *target, const char *text);
/* The last thing that they said comes to the bot once more, with the same id. */
void sim_person_repeat(struct sim_person *person);
/* Refuses messages to this person with a numeric (716, 477, 401); 0 ends that. */
void sim_person_refuse(struct sim_person *person, int numeric);

/* ---- Discord ---- */

/* A stand-in that is reached by its standin_rest_url(), over simulated wires. Everything of
   standin.h works. Freed by sim_close(). */
struct standin *sim_discord_new(const struct standin_options *options);
struct sim_line *sim_discord_line(struct standin *standin);
/* The token goes into a file, whose path is returned: token_file = "...". */
const char *sim_discord_token(void);
/* The next `times` requests get lost: before they arrive, or their answers. */
void sim_discord_lose(struct standin *standin, int times, bool is_answer_lost);

#endif

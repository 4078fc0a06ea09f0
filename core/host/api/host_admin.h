/* What admins and operators do, and what they are told. */
#ifndef HOST_ADMIN_H
#define HOST_ADMIN_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"

struct call;
struct heard;
struct host;
struct prose;

/* Call it first for all that is heard. True if the person is banned: they were told (once a day),
   robots get their seats, and the input is dismissed; also if they are being forgotten, and were
   told to wait. */
bool host_turns_away(struct host *host, const struct heard *heard);

struct host_ban_order {
    const char *network, *room; /* room: people of its table are meant first; may be NULL */
    const char *who;            /* a name, or an account ("$ann"), an id, a host */
    int days;                   /* 0 for good */
    const char *by;
};
/* With a sentence. True if done. */
bool host_ban(struct host *host, const struct host_ban_order *order, struct prose *answer);
/* The number of the ban, or a name or key. With a sentence. True if done. */
bool host_unban(struct host *host, const char *typed, struct prose *answer);

struct host_ban {
    int number;
    struct identity who;           /* its key: "" if only a hash is kept */
    const char *name, *by, *until; /* until: in words */
};
void host_each_ban(struct host *host, void (*each)(void *arg, const struct host_ban *ban),
                   void *arg);

/* Of the room where it was said, without an end; kept as hashes, so that they name nobody. `who`
   sits there or was heard lately; host_room_unban() also takes a key, or "everybody". */
void host_room_ban(struct host *host, const struct heard *heard, const char *who,
                   struct prose *answer);
void host_room_unban(struct host *host, const struct heard *heard, const char *who,
                     struct prose *answer);
/* how many, since when */
void host_room_bans(struct host *host, const struct heard *heard, struct prose *answer);

/* ---- house rules ---- */

/* "": the rules of the room. "guests": explains one. "guests no": sets it, if the person may. */
void host_settings(struct host *host, const struct call *call);

/* The rules that this network has, and the games; and what a rule can be in this room (or NULL).
   Stops when `each` returns false. */
void host_each_rule(struct host *host, const char *network,
                    bool (*each)(void *arg, const char *word), void *arg);
void host_each_rule_value(struct host *host, const char *network, const char *room,
                          const char *rule, bool (*each)(void *arg, const char *word), void *arg);

/* Whose people may open tables in this room; false if the rules name none. */
bool host_opening_role(struct host *host, const char *network, const char *room,
                       char id[HOST_GROUP]);

/* By its operators, to another room where we are. */
bool host_says_bridged(struct host *host, const char *network, const char *room);

/* "guests no" or "heartcatchers match=3", for every room that has no value of its own. False, with
   the reason. `host` NULL only checks. */
bool host_use_rule(struct host *host, const char *words, struct prose *why);

/* ---- what is kept of a person ---- */

/* docs/privacy.md says what is kept. */

/* "": the first page; "2": that page. */
void host_show_mydata(struct host *host, const struct call *call);

/* "": a code that confirms it; the code: it is done. */
void host_forget_me(struct host *host, const struct call *call);

/* With all linked identities, for an admin. Begins at once; `done` (may be NULL) comes when it is
   durable, or cannot be saved; `waits_for`: networks, with commas, whose processes are away and
   still have it in memory. False if too many are being forgotten. */
typedef void host_erased(void *arg, bool is_done, const char *waits_for);
bool host_erase(struct host *host, struct identity who, host_erased *done, void *arg);

/* So that nobody keeps or writes back what is in memory. */
typedef void host_forget(void *arg, struct identity who);
void host_on_forget(struct host *host, host_forget *forget, void *arg);

/* ---- how much robots think ---- */

/* A robot imagines so many games, whatever the machine: what it costs is measured only to be
   told. */

/* At tables that are opened from now on; their records say so. Call it after host_use_thinker(). */
void host_halve_thoughts(struct host *host);

struct host_thoughts {
    bool is_there; /* robots think */
    bool is_low;   /* half as much, at tables that are opened now */
    /* processor time of a hard robot's move at such a table, on average; 0: not measured yet */
    int64_t hard_us;
    const char *fitting; /* the best level that takes HOST_THOUGHT_MS at most: "hard" */
};
enum { HOST_THOUGHT_MS = 40 };
/* On the threads, so that it is known soon what a thought costs. */
void host_measure_thoughts(struct host *host);
void host_look_at_thoughts(const struct host *host, struct host_thoughts *out);

/* ---- for an operator's programs ---- */

struct figures;

/* For what the store is about to answer: how long a save took is counted by it. */
void host_note_time(struct host *host, int64_t now);
enum host_trouble { HOST_IS_WELL, HOST_RECOVERS, HOST_FAILS_TO_SAVE /* less than a minute ago */ };
enum host_trouble host_trouble(const struct host *host, int64_t now);
void host_put_figures(struct host *host, struct figures *figures);

#endif

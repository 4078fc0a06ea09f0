/* What a house rule can be: its words and numbers, and the sentence that says each; whom the rules
   of a room keep from what, and what tables are opened with there. Knows nothing of who may set one
   (people/settings.c), and keeps none. */
#ifndef POLICY_H
#define POLICY_H

#include <stdbool.h>

#include "change.h"
#include "heard.h"
#include "input.h"
#include "room.h"
#include "view.h"

struct game;
struct prose;

/* What somebody reads or sets. */
struct asked {
    struct host *host;
    const struct host_port *port; /* NULL for the whole house */
    const char *group;            /* or NULL */
    const char *room;             /* or NULL */
    const char *name;             /* of the rule, or the id of a game */
    int rule;                     /* -1 for a game */
    const struct game *game;      /* NULL for a rule */
};

extern const char settings_role_mark[]; /* a value that names a role begins so */

/* If the network has it. */
bool policy_find(struct asked *asked, const char *typed);
/* As it is kept. False, with the reason. */
bool policy_check(const struct asked *asked, const char *typed, char kept[RULE_VALUE],
                  struct prose *why);
int policy_sentence(const struct asked *asked, enum rule_from from, const char *value);
/* "coloretto,kritters" -> "Coloretto and Colour MY Kritters". */
void policy_put_games(const char *ids, struct prose *out);

/* ---- whom rules keep from what ---- */

struct heard;
struct host;
struct text;

/* With the reason told, here and below. */
bool policy_forbid_opening(struct host *host, const struct heard *heard, const struct game *game);
/* This house deals a deal of the day of that game: no house rule is against it. */
bool policy_has_daily(const struct host *host, const struct game *game);
bool policy_forbid_robots(struct host *host, const struct heard *heard);
/* Here: "match=3 clock=slow". */
void policy_put_options(const struct host *host, const struct heard *heard, const struct game *game,
                        struct text *out);

/* ---- guests.c: the rooms of a table come and go ---- */

/* Who said the code in a channel that waits for the opener's word (invite.c) gets the answer
   there. */
void guests_rebind(struct host *host, struct identity who, const char *lasting);
void guests_bring(struct session *session, const struct heard *heard, const struct host_port *port,
                  const char *room);
/* The same for somebody; `told` begins with guests_told(). */
void guests_bring_for(struct session *session, const struct heard *heard,
                      const struct host_port *port, const char *room, change_done *told);
void guests_told(struct change *change);
/* Likewise; `names` who sits there, unless the game has begun. */
void guests_tell_shown(struct change *change, bool names);
/* Without a word to anybody; `told` is called when it is saved, and when it never can be. */
void guests_add(struct session *session, const struct heard *heard, const struct host_port *port,
                const char *room, change_done *told);
/* In another room; its home stays in one that this process serves. */
bool guests_may_go(const struct session *session, const struct showing *showing);
/* It may. If it is the home, the next room becomes the home. */
void guests_take_out(struct session *session, const struct heard *heard,
                     const struct showing *showing);
/* Its room has another name. Nothing if the name is taken, or the record is full of rooms. */
void guests_move(struct session *session, const struct input *input);
/* Where people of other networks read it. */
const char *guests_word(const char *room);
/* `network` NULL: any, and `room` may name a network. NULL if it is not shown there. */
const struct showing *guests_find(const struct session *session, const char *network,
                                  const char *room);
/* Why the room where it was said cannot show the table; false if it can. */
bool guests_have_no_space(struct session *session, const struct heard *heard);
/* An operator of one of several rooms says stop: only this room is taken out. False if it is not
   so. */
bool guests_stop(struct session *session, const struct heard *heard);
/* A room is gone. False if the table cannot do without it (guests_may_go). */
bool guests_lose(struct session *session, const struct heard *heard);

/* ---- whom a ban of a single room keeps from what ---- */

struct heard;
struct host;
struct host_port;
struct session;

/* The person is banned in this room, or where the table stands or this was said: tells so. */
bool guests_refuse_in(struct host *host, const struct heard *heard, const struct host_port *port,
                      const char *room);
bool guests_refuse(const struct session *session, const struct heard *heard);

#endif

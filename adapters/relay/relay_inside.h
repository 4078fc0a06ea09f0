/* What the files of this folder share: relay.c (the networks, and what goes out), relay_in.c (what
   comes in, and what is heard here for others) and sheets.c (what each process knows of the tables
   of the others). */
#ifndef RELAY_INSIDE_H
#define RELAY_INSIDE_H

#include <jansson.h>

#include "adapter.h"
#include "elsewhere.h"
#include "heard.h"
#include "loop.h"
#include "port.h"
#include "relay.h"
#include "sheets.h"
#include "shelf.h"

/* The sentences of strings.def beside this file, by number; view_sentence() expands them. */
enum relay_string {
#define STRING(id, text) RELAY_STRING_##id,
#include "strings.def"
#undef STRING
    RELAY_STRING_COUNT
};
extern const char *const relay_strings[RELAY_STRING_COUNT];

enum {
    FARS_MOST = HOST_NETWORKS,
    REACH_MOST = 512,                    /* people who may be in reach or not, as far as is known */
    REACH_MS = 15 * 1000,                /* who is asked about for longer counts as out of reach */
    AWAITED_MS = 2000,                   /* so often who waits for an answer is looked after */
    AWAITED_LONGEST_MS = 15 * 60 * 1000, /* nobody waits for longer */
    AWAITED_OF_PERSON = 12,
    /* of all people; they and those of a person are as many as Discord has answers under way */
    AWAITED_MOST = 400,
    ASKED_MOST = 512,        /* people who may say a lone "yes" */
    AGAIN_MS = 2000,         /* between two tries to send what was refused */
    PANEL_BYTES = 40 * 1024, /* of what one person can press at one table: more is not told */
    AGAIN_MOST = 1000 /* places for which something waits that was refused: the newest of each */
};

/* What was heard there and is not dealt with. */
struct pending {
    struct pending *next;
    int64_t number;
    bool has_own_id; /* of the network there, which wants to know */
    char id[];
};

struct reached {
    char key[HOST_KEY];
    enum host_reach reach;
    int64_t asked_at;
};

/* What was refused: the newest for each place. */
struct again {
    struct again *next;
    char place[HOST_ROOM];
    char body[];
};

struct far {
    struct adapter adapter; /* first */
    struct relay *relay;
    char network[HOST_NETWORK];
    struct relay_network setup;
    struct roster roster; /* of the network here, at tables there */
    struct shelf told;    /* tables here that it knows: sheets.c */
    struct shelf asked_here, asked_there;
    struct pending *pending;
    struct reached reached[REACH_MOST];
    int next_reached;
    struct again *again;
    struct awaited *awaited;
    int again_count, awaited_count;
    /* of `again`; of people who were asked about; of `awaited` */
    struct loop_timer retry, asked, look;
    bool is_running;
};

struct relay {
    struct relay_setup setup;
    struct far *fars[FARS_MOST];
    int far_count;
    bool is_returning; /* what is heard now came back from other processes: it is for this one */
};

static inline int64_t relay_now(const struct far *far)
{
    return loop_now(far->relay->setup.loop);
}

/* Sends an object; `place` may be NULL. False if it was refused. */
bool relay_send(struct far *far, const char *place, json_t *object_take);
json_t *relay_note(const char *kind); /* {"k": kind} */
bool relay_send_event(struct far *far, const struct host_event *event);
/* Sends what the host told, or keeps it until there is space. */
void relay_tell(struct far *far, const char *place, json_t *object_take);
void relay_keep(struct far *far, const char *place, const char *body);
void relay_untell(struct far *far, const char *place); /* what is kept for it is not so any more */

/* What was sent is pressed, and its answer awaited; it is answered. */
void relay_awaited_add(struct far *far, const struct heard *heard, json_t *sent);
void relay_awaited_answered(struct far *far, const char *id);

/* The process there has asked somebody here (asked_here), or this one somebody there, for `ms`;
   0: no longer. The process there is new: what it asked is void, and it is told what this one
   has asked. */
void relay_asked_note(struct far *far, struct shelf *shelf, const char *key, int64_t ms);
bool relay_asked_is(const struct far *far, const char *key);
void relay_asked_begin_anew(struct far *far);

/* Tells the person, or the room as news. */
void relay_say(struct relay *relay, const struct heard *heard, enum relay_string id, bool is_news);

struct reached *relay_reached(struct far *far, const char *key);
bool relay_is_away(const struct far *far);
const struct host_port *relay_own(const struct relay *relay);

extern const struct host_elsewhere relay_elsewhere;

#endif

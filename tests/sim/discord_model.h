/* Discord on simulated wires, inside: discord.c is the far end (the stand-in without its
   sockets), http.c and websocket.c the program's. The two ends share no header: both have a
   struct answer. */
#ifndef SIM_DISCORD_H
#define SIM_DISCORD_H

#include "inside.h"

struct place; /* a stand-in, and the line to it */
struct asked; /* a request that has arrived */
struct talk;  /* a connection to the gateway */

/* The place at a URL. NULL if nobody is there. */
struct place *discord_place(const char *url, int port);
struct sim_line *discord_line(struct place *place);
const char *discord_name(const struct place *place);
/* This request gets lost, by order: before it arrives, or its answer. */
bool discord_loses(struct place *place, bool is_answer);

struct question {
    /* path with its query; the last two may be NULL */
    const char *method, *path, *agent, *authorization, *body;
    size_t length; /* of the body */
    bool has_parts;
};

struct reply {
    const char *head;       /* status line and headers, each with its line end */
    const char *body;       /* "" */
    bool is_closed, is_cut; /* nothing comes; half of it comes */
};

typedef void replied_fn(void *arg, const struct reply *reply);
struct asked *discord_ask(struct place *place, const struct question *question, replied_fn *replied,
                          void *arg);
void discord_forget(struct asked *asked); /* nobody waits for it any more */

struct talk_events {
    void (*message)(void *arg, const char *bytes, size_t length, bool is_binary);
    void (*closed)(void *arg, int code); /* the talk is gone; -1 without a close frame */
};
/* Greets at once. NULL if refused. */
struct talk *discord_talk(struct place *place, int port, const char *path,
                          const struct talk_events *events, void *arg);
void discord_hear(struct talk *talk, const char *text);
void discord_leave(struct talk *talk, int code); /* nothing comes from it any more */

#endif

/* One line or press of one person, and who pays for it. */
#ifndef HEARD_H
#define HEARD_H

#include <stdbool.h>
#include <stdint.h>

#include "identity.h"
#include "language.h"

enum { HOST_NETWORKS = 32 /* that adapters may add */ };

/* Bytes of names, with their NUL: no adapter hands over a longer one. HOST_ROOM has room for
   "@key". */
enum {
    HOST_NETWORK = 40,
    HOST_ROOM = 80,
    HOST_KEY = 72,
    HOST_NAME = 64,
    HOST_TEXT = 512,
    HOST_SOURCE = 128,
    HOST_GROUP = 24
};

/* An operator of the room; an admin of the house; somebody at the host's own terminal, where every
   line is for the host and nobody says too much; who has a voice, or the role that may open tables;
   an operator of all rooms of heard.group. */
enum { RANK_OPERATOR = 1, RANK_ADMIN = 2, RANK_LOCAL = 4, RANK_VOICED = 8, RANK_GROUP = 16 };

/* Of a move, or of taking the latest one back. It is stale once its seat has decided something
   since. */
struct press {
    int64_t table;
    int seat;     /* from 0 */
    int decision; /* decisions of the seat at this table, before this one */
    bool is_undo;
};

/* Every limit counts by source. It outlives reconnects and new nicks: an account or user id, else
   the host, cloak or /64 that a person connects from. */
struct heard_source {
    const char *id; /* NULL for the key */
    int people;     /* that it stands for: 1 for an account or id, HOST_SOURCE_PEOPLE for a host */
};
enum { HOST_SOURCE_PEOPLE = 4 };

struct heard {
    const char *network;
    const char *room; /* NULL in private */
    /* a part of the network with a share of its own: the guild on Discord; may be NULL */
    const char *group;
    const char *key; /* of the person */
    struct heard_source source;
    const char *name;
    /* of somebody who goes by the name of another identity at this table; NULL: the same */
    const char *own_name;
    unsigned rank;
    /* in private: the table that it is about, whatever the words are; 0: they say */
    int64_t table;
    /* the network shows that an answer is under way, until there is one */
    bool is_awaited;
    /* in a room: said to the bot by its name, so that it is answered whatever it is */
    bool is_addressed;
    /* the direct answer to it holds no secret; set by commands/, not by adapters */
    bool is_open;
    const char *text; /* without a prefix */
    /* the message's own id, so that it is never applied twice; NULL if the network has none */
    const char *id;
    /* `text` is the move of a button, empty for undo; NULL if it was typed */
    const struct press *press;
    int64_t now;
};

const char *host_source(const struct heard *heard);

/* Nothing was said: it is about somebody. */
static inline struct heard heard_about(struct identity who, const char *name, int64_t now)
{
    return (struct heard){
        .network = who.network, .key = who.key, .name = name, .text = "", .now = now};
}

struct host;

/* What the person reads: by choice, or else what the room does. */
enum language host_language(const struct host *host, const struct heard *heard);

/* One person may have linked several (links.h). */
bool identity_same(const struct host *host, struct identity a, struct identity b);

#endif

/* What every file of this folder works on: one application of Discord with its bot, and where each file keeps its own. Only
   adapters/discord/ includes this; the files call one another in one direction, from discord.c down to here. */
#ifndef APPLICATION_H
#define APPLICATION_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "adapter.h"
#include "discord.h"
#include "host.h"
#include "loop.h"
#include "snowflake.h"

struct backfill;
struct boards;
struct dms;
struct gateway;
struct guilds;
struct inbox;
struct interactions;
struct panels;
struct people;
struct places;
struct replies;
struct rest;
struct rest_answer;
struct threads;

struct discord {
    struct adapter adapter; /* first */
    struct discord_setup setup;
    struct loop *loop;
    struct host *host;
    char network[HOST_NETWORK];                     /* "discord:club": what the host and our kept keys call it */
    char user[DISCORD_ID], application[DISCORD_ID]; /* ours; "" before they are known */
    bool reads_content;                             /* the text of messages in channels is asked for */
    bool hears_prefix;                              /* and comes, or comes all the same */
    bool is_up;                                     /* READY has come */
    bool has_no_commands;                           /* they were refused: people type and press */
    bool was_asked;                                 /* for something, by somebody, which is not settled yet */
    bool is_stopping;
    bool is_telling_back; /* a room that comes back tells how it stands */
    const char *rests;    /* it cannot go on before the admin has done something, for this reason; NULL: it goes on */
    char *token;          /* the current one */
    bool has_unheard;     /* something was pressed while we were stopping: the next process is told of it again */
    int64_t born;         /* when we were made, ms since 1970 */
    unsigned nonces;      /* given out since then */
    struct rest *rest;
    struct gateway *gateway;
    struct people *people;
    struct dms *dms;
    struct guilds *guilds;
    struct places *places;
    struct inbox *inbox;
    struct backfill *backfill;
    struct boards *boards;
    struct replies *replies;
    struct panels *panels;
    struct interactions *interactions;
    struct threads *threads;
    struct loop_timer farewell, settle, ask_again, tidy;
    unsigned tidied; /* how often */
    int64_t farewell_at, ask_again_ms;
    adapter_left_fn *left;
    void *left_arg;
};

int64_t discord_now(const struct discord *discord);

extern const char discord_user_agent[]; /* as Discord wants bots to introduce themselves */
/* Whether an application may have the text of messages in channels. */
bool discord_may_read(const json_t *application);

/* A refusal for the log, with Discord's code. */
void discord_log_refusal(const char *what, const char *where, const struct rest_answer *answer);

#endif

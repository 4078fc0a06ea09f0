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
#include "json.h"
#include "loop.h"

enum {
    DISCORD_ID = FIELD_ID,
    DISCORD_DIGEST = 17 /* of a text, in hex, with its NUL */
};

struct backfill;
struct boards;
struct dms;
struct emoji;
struct gateway;
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
    bool was_served;                                /* somebody, in this session: see gateway_served() */
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
    struct places *places;
    struct inbox *inbox;
    struct backfill *backfill;
    struct boards *boards;
    struct emoji *emoji; /* NULL before the application is known */
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

enum {
    DISCORD_SETTLE_MS = 5,       /* from an event until we look whether what came of it is safe; the answers go first */
    DISCORD_SETTLE_AGAIN_MS = 50 /* until we look again */
};

/* Gives back what nobody holds any more; cheap. For the end of what an event sets off. */
void discord_tidy(struct discord *discord);

extern const struct sieve_key discord_unread[]; /* what nothing here reads: json.h */
extern const char discord_user_agent[];         /* as Discord wants bots to introduce themselves */
/* The "id" of a user or an application, if there is one. */
void discord_note_id(const json_t *object, char out[DISCORD_ID]);
/* Whether an application may have the text of messages in channels. */
bool discord_may_read(const json_t *application);

/* ---- what people are told ---- */

/* The sentences of strings.def, by number; view_sentence() expands them. */
enum discord_string {
#define STRING(id, text) DISCORD_STRING_##id,
#include "strings.def"
#undef STRING
    DISCORD_STRING_COUNT
};
extern const char *const discord_strings[DISCORD_STRING_COUNT];
/* What !set and !ban take on Discord. */
extern const struct host_help discord_help[];

/* A refusal for the log, with Discord's code. */
void discord_log_refusal(const char *what, const char *where, const struct rest_answer *answer);

#endif

/* What every file of this folder works on: one application of Discord with its bot. Only
   adapters/discord/ includes this; the files call one another in one direction, from discord.c down
   to here. */
#ifndef APPLICATION_H
#define APPLICATION_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "adapter.h"
#include "discord.h"
#include "heard.h"
#include "json.h"
#include "loop.h"
#include "port.h"
#include "rest.h"
#include "shelf.h"
#include "tables.h"

enum {
    DISCORD_ID = FIELD_ID,
    DISCORD_DIGEST = 17 /* of a text, in hex, with its NUL */
};

#define DISCORD_GROUP "server"

struct backfill;
struct dms;
struct emoji;
struct gateway;
struct inbox;
struct interactions;
struct panel;
struct replies;
struct rest_answer;
struct threads;

struct discord {
    struct adapter adapter; /* first */
    struct discord_setup setup;
    struct loop *loop;
    struct host *host;
    /* "discord:club" */
    char network[HOST_NETWORK];
    char user[DISCORD_ID], application[DISCORD_ID]; /* our ids; "" before they are known */
    /* we ask for the text of messages in channels */
    bool reads_content;
    bool hears_prefix; /* that text comes, asked for or not */
    bool is_up;        /* READY has come */
    /* Discord refused our slash commands */
    bool has_no_commands;
    /* somebody was served in this session: see gateway_served() */
    bool was_served;
    /* somebody asked for something that is not settled yet */
    bool was_asked;
    bool is_stopping; /* or stopped */
    bool is_asking;
    bool is_reconnecting;
    /* a room that came back is being told how its table stands */
    bool is_telling_back;
    /* why it waits for the admin; NULL while it goes on */
    const char *rests;
    char *token, *folder; /* folder: of struct discord_setup */
    /* something was pressed while we stopped: the next process hears it */
    bool has_unheard;
    int64_t born; /* ms since 1970 */
    unsigned nonces;
    struct rest *rest;
    struct rest_part part; /* of what Discord allows */
    struct gateway *gateway;
    /* forgotten when nothing has happened with them for a while; what must last is kept */
    struct shelf people, guilds, rooms, channels, boards;
    struct shelf private_boards; /* of private conversations, by channel; the others have it in
                                    their name */
    struct dms *dms;
    struct inbox *inbox;
    struct backfill *backfill;
    struct emoji *emoji; /* NULL before the application is known */
    /* " play:123 join:124": the ids of slash commands; NULL before they are known */
    char *commands;
    struct replies *replies;
    struct panel *panels;
    struct interactions *interactions;
    struct threads *threads;
    struct loop_timer farewell, settle, ask_again, tidy;
    struct loop_timer emoji_again; /* when Discord is asked which emoji there are */
    struct loop_timer dm_news;     /* set by private.c: there is news of private channels */
    unsigned tidied;               /* how often `tidy` has come */
    int64_t farewell_at, ask_again_ms;
    adapter_left_fn *left;
    void *left_arg;
};

enum {
    /* after an event, until we check whether its effects are saved */
    DISCORD_SETTLE_MS = 5,
    DISCORD_SETTLE_AGAIN_MS = 50 /* until we check again */
};

/* Frees what is not used any more. Cheap; for the end of an event. */
void discord_tidy(struct discord *discord);

/* see json.h */
extern const struct sieve_key discord_unread[];
extern const char discord_user_agent[];
void discord_note_id(const json_t *object, char out[DISCORD_ID]); /* its "id", if there is one */
bool discord_may_read(const json_t *application);
/* "2026-01-01T00:10:00.000000+00:00", in ms since 1970; 0 if absent. */
int64_t discord_time(const char *text);

/* ---- questions to Discord ---- */

/* What a question was about, for who reads its answer; freed behind that. */
struct errand {
    struct discord *discord;
    char id[DISCORD_ID]; /* the person, guild or channel */
    char in[HOST_ROOM];  /* the room or channel for which it was asked; "" */
    void (*then)(struct discord *discord);
    void (*done)(const struct errand *errand, const struct rest_answer *answer);
};
enum { DISCORD_ASK_MS = 10 * 1000 }; /* so long somebody waits for an answer at most */
/* GET, copied. For somebody who waits, or in the background. */
void discord_ask_about(const struct errand *errand, const char *route, const char *const ids[2],
                       bool is_background);

/* ---- what people are told ---- */

/* The sentences of strings.def, by number; view_sentence() expands them. */
enum discord_string {
#define STRING(id, text) DISCORD_STRING_##id,
#include "strings.def"
#undef STRING
    DISCORD_STRING_COUNT
};
extern const char *const discord_strings[DISCORD_STRING_COUNT];
extern const struct host_help discord_help[];

/* A message was refused, perhaps for an emoji that somebody has deleted: none is shown until
   Discord has said which there are. True if the message is worth another try. */
bool discord_doubts_emoji(struct discord *discord, const struct rest_answer *answer);
/* The next of pauses in ms that double from `first` up to `most`; `last` is 0 before the first. */
int64_t discord_longer(int64_t last, int64_t first, int64_t most);
void discord_log_refusal(const char *what, const char *where, const struct rest_answer *answer);

/* ---- cards as pictures ---- */

/* Emoji of the application, one for each face. Which of them Discord has is kept in a file for each
   application, which `tabletalk discord cards` writes and the bot reads. */

enum {
    EMOJI_NAME = 3,   /* bytes of a name with its NUL */
    EMOJI_MOST = 2000 /* of one application */
};

/* NULL if the file cannot be read. */
struct emoji *discord_emoji_read(const char *folder, const char *application);
void discord_emoji_free(struct emoji *emoji); /* NULL is fine */
/* NULL if absent, or if Discord has said that it is gone. */
const char *discord_emoji_id(const struct emoji *emoji, const char *name);
/* Discord says which emoji the application has, an array or NULL: it refuses a message with any
   other one on a button. True if other ones are shown now. */
bool discord_emoji_confirm(struct emoji *emoji, const json_t *items);
/* The same for a button: NULL if it was not confirmed. */
const char *discord_emoji_button_id(const struct emoji *emoji, const char *name);
/* Uploads, one at a time, the pictures that the application lacks or has in another form, and tells
   on `out` what it does. Of `setup` it uses title, token, api and ca_file. Blocks until all is done
   or something fails; the next time goes on from there. True if all is there. */
bool discord_emoji_upload(const struct discord_setup *setup, const char *folder,
                          const struct network_picture *pictures, int count, FILE *out);

#endif

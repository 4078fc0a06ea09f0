/* Answers to interactions, and the private panels that stay open. */
#ifndef REPLY_H
#define REPLY_H

#include "list.h"
#include "markdown.h"
#include "people.h"
#include "place.h"
#include "rest.h"
#include "text.h"

/* Discord's rules for a token: 3 s to the first answer, then 15 minutes. We stay below both. */
enum { REPLY_FIRST_MS = 3000 };

enum { MESSAGE_EPHEMERAL = 64 };

/* Where the token of an interaction is used. */
#define ROUTE_CALLBACK "/interactions/{}/{}/callback"
#define ROUTE_ORIGINAL "/webhooks/{}/{}/messages/@original"
#define ROUTE_MESSAGE  "/webhooks/{}/{}/messages/{}"
#define ROUTE_FOLLOW   "/webhooks/{}/{}"

/* ---- open private panels, the newest for each person and table ---- */

/* While its token lives, a panel is edited whenever something changes. Somebody who gets hands by
   the panel and has none open gets one with a token that still lives. Several changes in one turn
   of the loop make one edit. In discord->panels, the newest first. */

/* Open at a time. */
enum { PANELS_OF_PERSON = 8, PANELS_OF_GUILD = 400, PANELS_MOST = 4000 };

struct host_board;

/* One message, or only a token to open a panel with: then its table is 0. */
struct panel {
    struct place place; /* first; its message: "@original" for the answer to the token's press */
    struct panel *next;
    char room[HOST_ROOM];   /* where it is seen */
    char guild[DISCORD_ID]; /* "" if unknown */
    int64_t expires;
    char *token;
    bool is_gone;
};

void reply_panels_free(struct discord *discord);

/* Shows the hand of that table in the person's open panel. False if none is open. */
bool reply_panel_refresh(struct discord *discord, const struct person *person,
                         const struct host_board *table);
/* Whether the person's panel of that table can be edited for some minutes more. */
bool reply_panel_lasts(struct discord *discord, const struct person *person, int64_t table);
/* What is under way to it is out of date. */
void reply_panel_correct(struct discord *discord, const struct person *person, int64_t table);
/* Panels whose token is dead are forgotten. */
void reply_panels_tidy(struct discord *discord);

/* ---- the answer to one interaction ---- */

/* It collects what the person is told while the host works. When
   that is complete, or the time for a first answer runs out, it is sent, one request after the
   other. An answer is private: a new message is ephemeral, and only a message that nobody else
   sees is edited in place. But where there is nothing private to say, or it can wait for the
   next turn, the room's next message is the answer. If Discord takes no answer, it goes by direct
   message. */

enum {
    /* after Discord made the interaction, which it takes for failed 2.1 s later */
    REPLY_DEFER_MS = 900,
    REPLY_TOKEN_MS = 15 * 60 * 1000,
    REPLY_MARGIN_MS = 20 * 1000,
};

enum reply_place {
    REPLY_NEW,     /* a new private message */
    REPLY_IN_PLACE /* the message that was pressed; only where nobody else sees it */
};

struct reply {
    struct reply *next;
    struct discord *discord;
    struct person *person;
    char interaction[DISCORD_ID], heard[DISCORD_ID + 1]; /* "70", "i70" */
    char *token;
    enum reply_place place;
    char room[HOST_ROOM];     /* where it was pressed or typed */
    char pressed[DISCORD_ID]; /* the message that was pressed; "" for a command */
    char guild[DISCORD_ID];   /* its guild; "" in private */
    uint64_t rights;          /* rights of the person there; 0 in private */
    bool is_ephemeral;        /* the message that was pressed: edits of it need a token */
    bool is_about_hand;       /* the answer shows the hand */
    /* a move under the board was pressed: the new board is the answer, unless it was refused */
    bool is_of_board;
    /* a move on an open panel was pressed, which can show the new hand with the next turn */
    bool can_wait;
    bool takes_hand; /* the answer shows the hand if one is told meanwhile */
    bool is_heard;   /* the host was given words */
    /* it edits a message above the latest hand, where a new hand would be overlooked */
    bool is_aside;
    bool is_complete; /* nothing more is collected */
    bool is_composed; /* `message` and `more` are still to be sent */
    bool is_deferred;
    bool is_open;                         /* Discord has taken the first answer */
    bool is_failing;                      /* Discord takes no answer (any more) */
    bool is_under_way;                    /* a request is under way */
    int64_t first_by, expires, forget_at; /* of the loop's clock */
    int64_t table;                        /* the table whose hand is shown; 0: none */
    /* "start": the command, named if there is nothing else to say; "" for a press */
    char done[HOST_TEXT];
    char verb[HOST_NAME]; /* the verb unfolded in the panel; "" */
    char card[HOST_NAME]; /* the card opened there, by its key; "" */
    int page;
    bool is_whole;              /* the panel says all that can be typed */
    char played[HOST_TEXT];     /* the move that was pressed, as the answer says it; "" if none */
    int decision;               /* those of the seat before it */
    char holds[DISCORD_DIGEST]; /* of the panel, as in controls.h */
    bool has_panel;
    json_t *files;          /* that go along with the words, as rest.h wants them; or NULL */
    json_t *controls;       /* what can be pressed under the answer, instead of a panel; or NULL */
    json_t *message, *more; /* a body; an array of bodies that follow it */
    /* the answer is the room's message: who hears what became of it; or NULL */
    rest_done *room_heard;
    void *room_arg;
    struct loop_timer timer;
    struct text said, hand;
    struct text news; /* the part of `hand` before the hand */
    char said_bytes[DISCORD_TEXT], hand_bytes[DISCORD_TEXT], news_bytes[DISCORD_TEXT];
};

enum { REPLIES_WAYS = 100 };

/* All that are open, oldest first, and how long the latest interactions were under way to us:
   the loop's clock at their arrival minus Discord's when it made them, in ms. Only the
   differences between these say something. */
struct replies {
    struct reply *first;
    RING(REPLIES_WAYS) ways;
};

struct replies *reply_list_new(void);
void reply_list_free(struct replies *replies);

/* An interaction with this id was read now. */
void reply_arrived(struct discord *discord, const char *id);

/* Begins a reply. It defers by itself in time, and is freed when all is sent. */
struct reply *reply_new(struct discord *discord, const json_t *interaction, struct person *person,
                        enum reply_place place);
void reply_free(struct reply *reply);
/* Whether one more reply may be opened: at most REPLIES_OF_PERSON of one person,
   REPLIES_OF_GUILD of a guild ("" for none) and REPLIES_MOST in all are open. An interaction
   above that is not heard; Discord says so to the person. */
enum { REPLIES_OF_PERSON = 12, REPLIES_OF_GUILD = 48, REPLIES_MOST = 400 };
bool reply_has_place(const struct discord *discord, const struct person *person, const char *guild);
/* Nothing more is collected: it is sent in the next turn of the loop, because host ports may not
   ask the host anything. */
void reply_complete(struct reply *reply);
/* The same, with one sentence added. */
void reply_say(struct reply *reply, const char *text);

/* Whether somebody in this room waits for an answer that has nothing private to say: then the
   next message is that answer. `message` is the one that could be edited instead; a press of it
   asks for no new one. */
bool reply_wants_message(const struct discord *discord, const char *room, const char *message);
/* Makes such an answer of the request with the room's message, or with the edit of `message`
   unless that is ""; `heard` gets the message as its body. False if nobody waits for one; then
   the request stays as it is. */
bool reply_says(struct discord *discord, const char *room, const char *message, rest_done *heard,
                void *arg, struct rest_request *request);

/* True if the whisper belongs to an open reply, which then shows it. */
bool reply_takes(struct discord *discord, const struct whisper *whisper);
/* The rights of a person at the place of the open interaction `id`, as Discord sent them. False
   if absent. */
bool reply_rights(const struct discord *discord, const char *id, uint64_t *rights);
/* host_port.dealt_with: the reply is complete. */
void reply_dealt_with(void *discord, const char *id);

#endif
